//! The floor's desk: people who are taken out of a game, the rotation as a drawing, and the sheet that opens a table.

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::own::take_a_seat;
use crate::room::Room;
use crate::{come_in, log_in, no_complaints, table_of};

/// Somebody at a table, by name.
async fn at_table(browser: &Browser, table: u64, name: &str) -> Option<Value> {
    let view = browser.ask(&format!("/api/tables/{table}")).await["view"].clone();
    view["people"].as_array().into_iter().flatten().find(|one| one["name"] == name).cloned()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_floor_sits_somebody_out_and_frees_the_seat() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    come_in(&browser, "Ann").await;
    let table = table_of(&browser, "mortimers/no-bust-6").await;
    take_a_seat(&browser, table).await;
    log_in(&browser, "house", &room.password).await;
    browser.go("/floor").await;
    browser.press(&format!("People, table {table}")).await;
    browser.wait_for("dialog .rotation svg .rotation-seat").await;
    browser.sees("Rotation of the bank").await;
    browser.press("Sit out, Ann").await;
    browser.sees("Ann sits out").await;
    assert_eq!(at_table(&browser, table, "Ann").await.expect("Ann sits")["is_out"], json!(true));
    browser.press("Remove, Ann").await;
    browser.sees("Ann leaves the table with all chips").await;
    let is_gone = match at_table(&browser, table, "Ann").await {
        None => true,
        Some(ann) => ann["is_leaving"] == json!(true),
    };
    assert!(is_gone, "the seat is free, or will be after the round");
    no_complaints(&browser).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_opened_by_what_tells_schedules_apart() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    log_in(&browser, "house", &room.password).await;
    browser.go("/floor").await;
    browser.press("Open a table").await;
    browser.wait_for("dialog select[name=book] option[value='marina/holdem']").await;
    let choose = "const select = document.querySelector('dialog select[name=book]'); select.value = 'marina/holdem'; \
        select.dispatchEvent(new Event('change', { bubbles: true })); return select.selectedOptions[0].text;";
    let game = browser.script(choose, vec![]).await;
    assert_eq!(game, json!("Texas Hold'em · Marina Club"), "the house stands beside the game");
    browser.wait_for("dialog select[name=schedule] option:nth-child(3)").await;
    let names = "return [...document.querySelectorAll('dialog select[name=schedule] option')].map((one) => one.text.replace(/^\\S+: /, ''))";
    let names = browser.script(names, vec![]).await;
    let names: Vec<&str> = names.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut apart = names.clone();
    apart.sort_unstable();
    apart.dedup();
    assert!(names.len() > 50, "{names:?}");
    assert_eq!(apart.len(), names.len(), "no two schedules read alike");
    // A table of the house needs a schedule; the form says so before it asks the room.
    let needed = "document.querySelector('dialog input[name=practice]').click(); \
        return document.querySelector('dialog select[name=schedule]').required";
    assert_eq!(browser.script(needed, vec![]).await, json!(true));
    no_complaints(&browser).await;
    browser.close().await;
}
