//! Pages of other sites, and names under which the room is not known, are refused.

mod house;

use client::Ask;
use house::{Folder, House, quiet};
use serde_json::json;

const BOOK: &str = "mortimers/no-bust-6";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_sites_are_refused() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let table = house.table(&floor, &house.quick(BOOK)).await;
    let own = format!("http://{}", house.site.0);
    for (origin, expected) in
        [(own.as_str(), 200), ("http://elsewhere.example", 403), ("null", 403), ("https://127.0.0.1", 403)]
    {
        let ask = Ask::post("/api/guest", &json!({})).with("Origin", origin);
        assert_eq!(house.site.ask(&ask).await.unwrap().status, expected, "{origin}");
        let path = format!("/api/tables/{table}/socket");
        let upgrade = Ask::get(&path).with("Origin", origin).with("Upgrade", "websocket");
        let status = house.site.ask(&upgrade).await.unwrap().status;
        assert_eq!(status == 403, expected == 403, "a socket from {origin} answers {status}");
    }
    // Another site may ask to read, but its page is not given the answer, and it is no frame around ours.
    let read = Ask::get("/api/lobby").with("Origin", "http://elsewhere.example");
    let reply = house.site.ask(&read).await.unwrap();
    assert_eq!(reply.header("access-control-allow-origin"), None);
    assert_eq!(reply.header("x-frame-options"), Some("SAMEORIGIN"));
    assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
    assert!(reply.header("content-security-policy").unwrap().contains("default-src 'self'"));
    house.close().await;
}

/// What a browser reads of a document alone is said with documents; what it reads of everything stands with everything.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_answer_says_what_browsers_read_of_it() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    for (path, is_document, is_part) in [
        ("/", true, false),
        ("/table/1", true, false),
        ("/app.js", false, true),
        ("/style/base.css", false, true),
        ("/icon.svg", false, false),
        ("/api/lobby", false, false),
        ("/nothing.js", false, false),
    ] {
        let reply = house.site.ask(&Ask::get(path)).await.unwrap();
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(reply.header("cross-origin-resource-policy"), Some("same-origin"), "{path}");
        let opener = reply.header("cross-origin-opener-policy");
        assert_eq!(opener, is_document.then_some("same-origin"), "{path}");
        // A picture in SVG may be opened as a document, and so may what the interface answers.
        let policy = reply.header("content-security-policy");
        assert_eq!(policy.is_none(), is_part, "{path}");
        // A worker would obey the headers of its script, which have no policy: there is none.
        assert!(policy.is_none_or(|policy| policy.contains("worker-src 'none'")), "{path}");
        assert_eq!(reply.header("referrer-policy").is_none(), is_part, "{path}");
        assert_eq!(reply.header("x-frame-options").is_none(), is_part, "{path}");
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_that_knows_its_names_is_not_reached_by_others() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    config.names = Some(vec!["127.0.0.1".to_owned(), "cards.example".to_owned()]);
    let house = House::open(config).await;
    let status = async |host: &str| {
        let ask = Ask::get("/api/lobby").with("Host", host);
        house.site.ask(&ask).await.unwrap().status
    };
    assert_eq!(house.site.ask(&Ask::get("/api/lobby")).await.unwrap().status, 200, "asked by its address");
    for (host, expected) in [
        ("cards.example", 200),
        ("Cards.example:7421", 200),
        ("elsewhere.example", 403),
        ("cards.example.org:80", 403),
    ] {
        assert_eq!(status(host).await, expected, "{host}");
    }
    house.close().await;
}
