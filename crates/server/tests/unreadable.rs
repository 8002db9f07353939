//! Requests that cannot be read: each is told why in one sentence, as JSON, with a status that is described.

mod house;

use client::{Ask, Patron};
use house::{Folder, House, quiet};
use serde_json::{Value, json};

/// A request that is wrong, the path as it is described, the status it gets and words from the sentence.
struct Wrong {
    ask: Ask,
    path: &'static str,
    status: u16,
    words: &'static str,
}

fn with_body(path: &str, body: &str) -> Ask {
    Ask { body: Some(body.to_owned()), ..Ask::post(path, &Value::Null) }
}

fn wrongs(table: u32) -> Vec<Wrong> {
    let commands = format!("/api/tables/{table}/commands");
    let plain = Ask { body: None, ..Ask::post(&commands, &Value::Null) };
    let large = json!({ "id": "x".repeat(20_000), "command": { "do": "leave" } });
    let wrong = |ask, path, status, words| Wrong { ask, path, status, words };
    vec![
        wrong(with_body(&commands, "{"), "/api/tables/{table}/commands", 400, "EOF"),
        wrong(with_body(&commands, "{}"), "/api/tables/{table}/commands", 422, "missing field `id`"),
        wrong(plain, "/api/tables/{table}/commands", 415, "Content-Type"),
        wrong(Ask::post(&commands, &large), "/api/tables/{table}/commands", 413, "length limit"),
        wrong(Ask::get("/api/tables/many"), "/api/tables/{table}", 400, "many"),
        wrong(Ask::get("/api/tables/1/stream?from=x"), "/api/tables/{table}/stream", 400, "invalid digit"),
        wrong(Ask::get("/api/tables/1/socket"), "/api/tables/{table}/socket", 400, "Connection"),
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_cannot_be_read_is_refused_in_a_sentence() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let table = house.table(&floor, &house.quick("mortimers/no-bust-6")).await;
    let ann = Patron::guest(house.site, "Ann").await.unwrap();
    let described = server::openapi();
    for Wrong { ask, path, status, words } in wrongs(table) {
        let method = ask.method.to_lowercase();
        let reply = ann.ask(ask).await.unwrap();
        assert_eq!(reply.status, status, "{path}: {}", reply.body);
        let told: Value =
            serde_json::from_str(&reply.body).unwrap_or_else(|_| panic!("{path}: {}", reply.body));
        assert!(told["error"].as_str().unwrap().contains(words), "{path}: {told}");
        let response = &described["paths"][path][&method]["responses"][status.to_string()];
        assert!(response.is_object(), "{method} {path} does not describe the status {status}");
    }
    let other = ann.ask(Ask { method: "DELETE".to_owned(), ..Ask::get("/api/lobby") }).await.unwrap();
    assert_eq!(
        (other.status, other.body.as_str()),
        (405, r#"{"error":"this address takes another method","code":"other-method"}"#)
    );
    house.close().await;
}
