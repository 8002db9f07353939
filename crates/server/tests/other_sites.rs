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
