//! Patrons, lists, the wall and the floor's line-up in a real browser: somebody waits, is called, takes the seat; somebody is
//! barred at the cage; and the wall at the sizes of real screens.

use std::path::Path;

use serde_json::json;

use crate::browser::Browser;
use crate::felt::come_with_chips;
use crate::room::Room;
use crate::{log_in, no_complaints, post};

/// Puts words into a field of the sheet that is open.
async fn put(browser: &Browser, name: &str, words: &str) {
    browser.wait_for(&format!("dialog [name={name}]")).await;
    let script = "const field = document.querySelector(`dialog [name=${arguments[0]}]`); field.value = arguments[1]; \
                  field.dispatchEvent(new Event('input', { bubbles: true }));";
    browser.script(script, vec![json!(name), json!(words)]).await;
}

/// How much wider the page is than the window.
async fn overhang(browser: &Browser) -> serde_json::Value {
    let width = "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
    browser.script(width, vec![]).await
}

async fn keep(browser: &Browser, name: &str) {
    let folder = std::env::var_os("PICTURES").map_or_else(
        || Path::new(env!("CARGO_TARGET_TMPDIR")).join("screens"),
        |folder| Path::new(&folder).to_owned(),
    );
    browser.screenshot(&folder.join(name)).await;
}

/// A table of the house on a list.
async fn listed(browser: &Browser) -> u64 {
    let spec = json!({ "book": "marina/holdem", "schedule": "10" });
    let opened = post(browser, "/api/tables", spec).await;
    let table = opened["table"].as_u64().unwrap_or_else(|| panic!("a table: {opened}"));
    post(browser, "/api/lists", json!({ "do": "open", "book": "marina/holdem", "stakes": "$4-$8" })).await;
    table
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_waits_is_called_and_sits_down() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    let [_ann] = come_with_chips(&browser, &room.password, ["Ann Lee"]).await;
    let table = listed(&browser).await;

    // The floor puts the table on the list and a walk-in down.
    browser.go("/lists").await;
    browser.sees("$4-$8").await;
    browser.press("Put a table on the list of $4-$8").await;
    put(&browser, "table", &table.to_string()).await;
    browser.press("Put it on the list").await;
    browser.sees("0 of").await;
    browser.press("Put somebody down on the list of $4-$8").await;
    put(&browser, "name", "Ann Lee").await;
    browser.press("Put them down").await;
    browser.sees("A. L.").await;
    browser.press(&format!("Call the next to table {table}")).await;
    browser.sees("Held seats").await;
    keep(&browser, "lists-desktop.webp").await;

    // The wall shows initials alone, at the sizes of real screens and live.
    for (width, height) in [(1920, 1080), (3840, 2160)] {
        let wall = Browser::open(&room.address, width, height).await;
        wall.go("/wall").await;
        wall.sees("A. L.").await;
        wall.sees(&format!("Table {table}, seat 1")).await;
        wall.sees("1-800-GAMBLER").await;
        let text = wall.script("return document.body.innerText", vec![]).await;
        assert!(!text.as_str().expect("a text").contains("Ann"), "{text}");
        assert_eq!(overhang(&wall).await, json!(0), "{width} wide");
        let tall = "return document.documentElement.scrollHeight - document.documentElement.clientHeight";
        assert_eq!(wall.script(tall, vec![]).await, json!(0), "all of it is seen without a hand");
        let size = "return parseFloat(getComputedStyle(document.querySelector('.wall-calls b')).fontSize) / innerHeight";
        let share = wall.script(size, vec![]).await.as_f64().expect("a number");
        assert!(share > 0.025, "a name is read across the room: {share}");
        keep(&wall, &format!("wall-{width}.webp")).await;
        if width == 1920 {
            let walk_in = json!({ "do": "join", "wants": { "want": "game", "list": 1 }, "is_walk_in": true, "shown": "Zed" });
            post(&browser, "/api/lists", walk_in).await;
            wall.sees("Zed").await;
        }
        no_complaints(&wall).await;
        wall.close().await;
    }

    // Ann takes the seat on her telephone.
    let phone = Browser::open(&room.address, 360, 640).await;
    phone.go("/").await;
    log_in(&phone, "Ann Lee", "a long word").await;
    phone.go("/lists").await;
    phone.sees("Held seats").await;
    assert_eq!(overhang(&phone).await, json!(0), "the page is no wider than the window");
    keep(&phone, "lists-phone.webp").await;
    phone.press("Take the seat").await;
    put(&phone, "amount", "400").await;
    phone.press("Sit down").await;
    phone.until("the table", "return location.pathname.startsWith('/table/')", vec![]).await;
    phone.sees("$400").await;
    no_complaints(&phone).await;
    phone.close().await;
    browser.go("/lists").await;
    browser.sees("1 of").await;
    no_complaints(&browser).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_is_barred_and_the_floor_lines_dealers_up() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    let [_bob, dora] = come_with_chips(&browser, &room.password, ["Bob", "Dora"]).await;
    let table = listed(&browser).await;
    post(&browser, &format!("/api/people/{dora}/roles"), json!({ "roles": ["patron", "dealer"] })).await;

    browser.go("/patrons").await;
    browser.press("Records (0) of Bob").await;
    put(&browser, "born", "1980-02-29").await;
    browser.press("Identity seen").await;
    browser.sees("Identity seen by").await;
    let bar = "const form = document.querySelector('dialog form[aria-label=Bar]'); form.days.value = 30; \
               form.words.value = 'A fight.'; form.requestSubmit();";
    browser.script(bar, vec![]).await;
    browser.sees("The house does not serve them").await;
    keep(&browser, "patrons-desktop.webp").await;
    browser.go("/cage").await;
    browser.press("Sell chips to Bob").await;
    put(&browser, "amount", "100").await;
    browser.press("Sell").await;
    browser.sees("does not serve you for now").await;
    keep(&browser, "cage-barred-desktop.webp").await;

    browser.go("/floor").await;
    browser.sees("No line-up").await;
    browser.press("Tables of the line").await;
    put(&browser, "tables", &table.to_string()).await;
    browser.press("Set the line").await;
    browser.press("Dealer on duty").await;
    put(&browser, "name", "Dora").await;
    browser.press("On duty").await;
    browser.sees("The next push is due").await;
    browser.press("Push").await;
    let line = browser.ask("/api/line-up").await;
    assert_eq!(line["tables"][0]["dealer"], "Dora", "{line}");
    browser.sees("The fund holds").await;
    keep(&browser, "floor-line-up-desktop.webp").await;
    let complaints = browser.complaints().await;
    assert!(complaints.iter().all(|one| one.contains("/buy - ") && one.contains("409")), "{complaints:#?}");
    browser.close().await;
    for (path, text) in [("/patrons", "Find a patron"), ("/floor", "Dealers")] {
        let phone = Browser::open(&room.address, 360, 640).await;
        phone.go("/").await;
        log_in(&phone, "house", &room.password).await;
        phone.go(path).await;
        phone.sees(text).await;
        assert_eq!(overhang(&phone).await, json!(0), "{path} is no wider than the window");
        no_complaints(&phone).await;
        phone.close().await;
    }
}
