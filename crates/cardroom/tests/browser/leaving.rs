//! Going away and coming back: every way out of a hand asks first, keys alone press what has the focus, and a line that
//! broke without a word is renewed.

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::room::Room;
use crate::turns::Table;

/// Presses a key as a keyboard does, on whatever has the focus.
async fn key(browser: &Browser, key: &str, code: u32) {
    let text = if key == " " { " " } else { "" };
    for kind in ["keyDown", "keyUp"] {
        let told = json!({ "type": kind, "key": key, "text": text, "windowsVirtualKeyCode": code });
        browser.devtools("Input.dispatchKeyEvent", told).await;
    }
}

async fn path(browser: &Browser) -> String {
    browser.script("return location.pathname", vec![]).await.as_str().unwrap_or_default().to_owned()
}

/// Waits for the question and answers that one stays.
async fn stays(browser: &Browser, table: &str) {
    browser.sees("Your hand is still on").await;
    browser.sees("the clock chooses for you").await;
    assert_eq!(path(browser).await, table, "still at the table while the question stands");
    browser.press("Stay").await;
    browser.until("the table alone", "return document.querySelector('dialog[open]') === null", vec![]).await;
    assert_eq!(path(browser).await, table);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_way_out_of_a_hand_asks_and_keys_press_what_has_the_focus() {
    let room = Room::open();
    let mut table = Table::open(&room, &["Ann", "Bea", "Cleo"]).await;
    let here = format!("/table/{}", table.number);
    // Into the table from the lobby, so that the browser can go back there by itself.
    table.ann.go("/").await;
    let enter = "const link = document.querySelector(`a[href='${arguments[0]}']`); link?.click(); return link !== null";
    table.ann.until("the way to the table", enter, vec![json!(here)]).await;
    // A first hand may begin before Cleo sits; with two, a fold would end it at once.
    let turn = "const dealt = document.querySelectorAll('.ring .hands .card').length; \
        if (dealt === 6) return choice('Fold') !== undefined; choice('Fold')?.click(); return false;";
    table.until("a turn of Ann's among three", turn, &[json!("call"), json!("check")]).await;
    for way in ["Back to the lobby", "Lobby", "My rounds", "History"] {
        table.ann.press(way).await;
        stays(&table.ann, &here).await;
    }
    table.ann.script("history.back()", vec![]).await;
    stays(&table.ann, &here).await;
    table.ann.press("Ann, ").await;
    table.ann.press("Sign out").await;
    table.ann.sees("Sign out all the same").await;
    table.ann.press("Stay").await;
    table.ann.press("Close").await;
    assert_eq!(table.ann.ask("/api/me").await["name"], json!("Ann"), "who stays is still signed in");

    // Space on a button presses it, whatever else the key does.
    table.ann.script("document.querySelector('.seat-menu').focus()", vec![]).await;
    key(&table.ann, " ", 32).await;
    table.ann.wait_for("dialog[open] .sheet-main").await;
    table.ann.press("Close").await;
    let focus = "const fold = choice('Fold'); fold?.focus(); return fold !== undefined";
    table.until("Fold to have the focus", focus, &[]).await;
    key(&table.ann, " ", 32).await;
    let is_folded = "return choices().length === 0 && document.querySelector('.own .hands.gone') !== null";
    table.until("the hand to be thrown in", is_folded, &[]).await;

    // Nothing can become of a hand that was thrown in, although the others still play theirs.
    table.ann.press("Lobby").await;
    table.ann.until("the lobby", "return location.pathname === '/'", vec![]).await;
    table.ann.sees("Your tables").await;
    table.close().await;
}

/// Waits until a table is as it should be.
async fn until_view(browser: &Browser, table: u64, what: &str, is: impl Fn(&Value) -> bool) {
    for _ in 0..1_200 {
        if is(&browser.ask(&format!("/api/tables/{table}")).await["view"]) {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("waited in vain for {what} at table {table}");
}

#[tokio::test(flavor = "multi_thread")]
async fn leaving_tables_that_stand_side_by_side_asks_for_every_hand() {
    let room = Room::open();
    let mut table = Table::open(&room, &["Ann", "Bea"]).await;
    let tables = [table.number, table.seat_at_another().await];
    for number in tables {
        until_view(&table.house, number, "a round", |view| view["phase"] == "playing").await;
    }
    table.ann.go("/").await;
    table.ann.press("Your tables").await;
    let hands = "return [...document.querySelectorAll('.beside iframe')].filter((one) => \
        one.contentDocument?.querySelector('.own .card')).length === 2";
    table.ann.until("a hand at each of two tables", hands, vec![]).await;
    let asked = async |browser: &Browser| {
        browser.sees("Leave in the middle of 2 hands?").await;
        for number in tables {
            browser.sees(&format!("table {number}: Your hand is still on")).await;
        }
        browser.sees("the clock chooses for you").await;
        assert_eq!(path(browser).await, "/tables", "still there while the question stands");
    };
    for way in ["Cardroom, to the lobby", "Lobby", "My rounds"] {
        table.ann.press(way).await;
        asked(&table.ann).await;
        table.ann.press("Stay").await;
        table
            .ann
            .until("the tables alone", "return document.querySelector('dialog[open]') === null", vec![])
            .await;
    }
    table.ann.script("history.back()", vec![]).await;
    asked(&table.ann).await;
    table.ann.press("Stay").await;
    // What stands beside others does not go to the lobby alone.
    let within = "const inside = document.querySelector('.beside iframe').contentDocument; const link = inside.createElement('a'); \
        link.href = '/'; inside.body.append(link); link.click(); link.remove(); return true;";
    table.ann.script(within, vec![]).await;
    asked(&table.ann).await;
    assert_eq!(table.ann.script(hands, vec![]).await, json!(true), "both tables are as they were");
    table.ann.press("Leave after these hands").await;
    let leaves = |one: &Value| one["name"] == "Ann" && one["is_leaving"] == json!(true);
    for number in tables {
        let is_told = |view: &Value| view["people"].as_array().is_some_and(|all| all.iter().any(leaves));
        until_view(&table.house, number, "Ann, who leaves after the hand", is_told).await;
    }
    table.ann.press("Lobby").await;
    asked(&table.ann).await;
    table.ann.press("Go to the lobby").await;
    table.ann.until("the lobby", "return location.pathname === '/'", vec![]).await;
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_broke_without_a_word_is_renewed() {
    let room = Room::open();
    let mut table = Table::open(&room, &["Ann", "Bea"]).await;
    // The line stays open and carries nothing any more, as after a change of network.
    let press = "const call = choice('Call'); if (!call) return false; window.line.send = () => {}; call.click(); return true;";
    table.until("a call to be pressed on a dead line", press, &[json!("fold")]).await;
    table.until("Bea's turn", "return aheads.length > 0", &[]).await;
    let sent = "return window.sent.filter((one) => one.command.do === 'choose').length";
    assert_eq!(table.ann.script(sent, vec![]).await, json!(1), "done once, over the new line");
    table.close().await;
}
