//! Every view, on a phone and on a desk: looked at by a camera, and checked for what keeps people out.

use std::path::{Path, PathBuf};

use serde_json::json;

use crate::browser::Browser;
use crate::room::Room;
use crate::{log_in, no_complaints, post, sit_down, table_of};

const SIZES: [(&str, u32, u32); 2] = [("phone", 390, 844), ("desktop", 1280, 800)];

fn screens() -> PathBuf {
    // Pictures are kept in the repository only when asked for; every run takes them all the same.
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/screens");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("screens");
    if std::env::var_os("UPDATE").is_some() { kept } else { target }
}

/// Takes a picture of the view and demands that everybody can use it.
async fn look(browser: &Browser, name: &str, size: &str) {
    tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    browser.screenshot(&screens().join(format!("{name}-{size}.webp"))).await;
    let faults = browser.script(include_str!("audit.js"), vec![]).await;
    assert_eq!(faults, json!([]), "{name} on a {size}");
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_can_use_every_view() {
    for (size, width, height) in SIZES {
        let room = Room::open();
        let browser = Browser::open(&room.address, width, height).await;
        browser.go("/").await;
        browser.sees("Tables").await;
        look(&browser, "lobby", size).await;
        for (name, book) in [
            ("blackjack", "mortimers/no-bust-6"),
            ("double-hand", "marina/double-hand"),
            ("three-card", "pinnacle/three-card-6-card-bonus"),
            ("holdem", "players-club/holdem"),
            ("lowball", "players-club/lowball-deuce-to-seven"),
        ] {
            let table = table_of(&browser, book).await;
            let lobby = browser.ask("/api/lobby").await;
            let found = lobby["tables"]
                .as_array()
                .and_then(|all| all.iter().find(|one| one["table"] == json!(table)))
                .cloned();
            let game = found.expect("the table")["game"].as_str().expect("a name").to_owned();
            sit_down(&browser, &game).await;
            let asked = "return document.querySelector('.tray.asked, .wager-panel, .bank-panel') !== null";
            browser.until("something to do", asked, vec![]).await;
            look(&browser, &format!("table-{name}"), size).await;
        }
        browser.go("/book/mortimers/no-bust-6").await;
        browser.sees("Natural").await;
        look(&browser, "book", size).await;
        no_complaints(&browser).await;
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_house_sees_its_views() {
    let room = Room::open();
    for (size, width, height) in SIZES {
        let browser = Browser::open(&room.address, width, height).await;
        browser.go("/").await;
        log_in(&browser, "house", &room.password).await;
        for (name, path, text) in
            [("floor", "/floor", "Drop"), ("cage", "/cage", "Cage"), ("audit", "/audit", "Log")]
        {
            browser.go(path).await;
            browser.sees(text).await;
            look(&browser, name, size).await;
        }
        let opened = post(
            &browser,
            "/api/tables",
            json!({ "book": "mortimers/no-bust-6", "schedule": "2", "dealer": "entered" }),
        )
        .await;
        let table = opened["table"].as_u64().expect("the floor opens a table");
        browser.go(&format!("/dealer/{table}")).await;
        browser.wait_for("main h1").await;
        look(&browser, "dealer", size).await;
        no_complaints(&browser).await;
        browser.close().await;
    }
}
