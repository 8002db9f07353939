//! A table for friends: opened by a newcomer, reached by its link, with a chat that each can mute.

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::no_complaints;
use crate::room::Room;
use crate::views::{Camera, DESKTOP, PHONE};

/// Types into a field that is found by a selector.
async fn fill(browser: &Browser, selector: &str, text: &str) {
    let script = "const field = document.querySelector(arguments[0]); field.value = arguments[1]; \
                  field.dispatchEvent(new Event('input', { bubbles: true })); \
                  field.dispatchEvent(new Event('change', { bubbles: true }));";
    browser.wait_for(selector).await;
    browser.script(script, vec![json!(selector), json!(text)]).await;
}

/// Shows the chat; on a telephone it lies under the last line of the narration.
async fn show_chat(browser: &Browser) {
    browser.wait_for(".log-tabs").await;
    let open = "const log = document.querySelector('.log'), toggle = log.querySelector('.log-toggle'); \
                if (toggle.getClientRects().length > 0 && !log.classList.contains('open')) toggle.click();";
    browser.script(open, vec![]).await;
    browser.press("Chat").await;
    browser.wait_for(".chat").await;
}

async fn say(browser: &Browser, text: &str) {
    fill(browser, ".say input", text).await;
    browser.press("Send").await;
}

/// Sits down at the first free seat, with what is offered.
async fn sit(browser: &Browser) {
    browser.press("Take a seat").await;
    browser.press("Sit down with").await;
    browser.wait_for(".seat-menu").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn friends_meet_at_a_private_table_and_talk() {
    let room = Room::open();
    let ann = Browser::open(&room.address, DESKTOP.width, DESKTOP.height).await;
    ann.go("/").await;
    ann.sees("27 tables").await;
    ann.press("A table for friends").await;
    ann.wait_for("dialog select").await;
    let mut camera = Camera::new(&ann, DESKTOP);
    camera.look("friends-opening").await;
    fill(&ann, "dialog select", "marina/holdem").await;
    fill(&ann, "dialog input[type=text]", "Ann").await;
    ann.press("Open the table").await;
    ann.sees("The link for your friends").await;
    let found = "return [...document.querySelectorAll('dialog input')].map((one) => one.value).find((one) => one.includes('/friends/')) ?? null";
    let mut link = Value::Null;
    for _ in 0..200 {
        link = ann.script(found, vec![]).await;
        if !link.is_null() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let link = link.as_str().expect("a link").to_owned();
    camera.look("friends-link").await;
    // What is noted while a sheet is open stands in it, where it can be read.
    ann.press("Copy the link").await;
    ann.until("a note in the sheet", "return document.querySelector('dialog[open] .note') !== null", vec![])
        .await;
    ann.press("Go to the table").await;
    ann.wait_for(".felt").await;
    sit(&ann).await;

    // The lobby has as many tables as before, also for who opened it; a guessed link leads nowhere.
    let bea = Browser::open(&room.address, PHONE.width, PHONE.height).await;
    bea.go("/").await;
    bea.sees("27 tables").await;
    let path = format!("/table/{}", link.split("/table/").nth(1).expect("a path"));
    let (table, _) = path.rsplit_once("/friends/").expect("a word in it");
    let stranger = Browser::open(&room.address, PHONE.width, PHONE.height).await;
    stranger.go(table).await;
    stranger.sees("There is no such table").await;
    stranger.close().await;
    bea.go(&path).await;
    fill(&bea, "main input", "Bea").await;
    bea.press("Come in").await;
    bea.wait_for(".felt").await;
    sit(&bea).await;

    show_chat(&ann).await;
    say(&ann, "Hello <b>Bea</b>").await;
    bea.until(
        "a badge for what is unread",
        "return document.querySelector('.log .badge')?.innerText === '1'",
        vec![],
    )
    .await;
    show_chat(&bea).await;
    bea.sees("Hello <b>Bea</b>").await;
    assert_eq!(
        bea.script("return document.querySelectorAll('.said b b, .said span b').length", vec![]).await,
        json!(0),
        "no markup"
    );
    say(&bea, "Good evening").await;
    ann.sees("Good evening").await;
    let mut phone = Camera::new(&bea, PHONE);
    phone.look("friends-chat").await;
    camera.look("friends-chat").await;
    // Whoever does not want to hear somebody does not, and hears them again by a press.
    ann.press("Mute Bea").await;
    let is_hushed = "return !document.querySelector('.said').innerText.includes('Good evening')";
    ann.until("what Bea said to be gone", is_hushed, vec![]).await;
    say(&bea, "Are you there?").await;
    bea.sees("Are you there?").await;
    assert_eq!(ann.script(is_hushed, vec![]).await, json!(true));
    ann.press("Hear Bea again").await;
    ann.sees("Are you there?").await;
    phone.put_away().await;
    camera.put_away().await;
    no_complaints(&ann).await;
    bea.close().await;
    ann.close().await;
}
