//! The coach at a practice table, on a telephone and on a desk, and the odds of the books.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::room::Room;
use crate::views::{Camera, DESKTOP, PHONE, SMALL, Window};
use crate::{PRESSES, come_in, log_in, no_complaints, post, press_in_tray, table_of};

/// Plays with the coach on until it has advised and looked back at a round; pictures are taken of both.
async fn play_with_the_coach(room: &Room, window: Window, book: &str, name: &str) {
    let browser = Browser::open(&room.address, window.width, window.height).await;
    browser.go("/").await;
    let table = table_of(&browser, book).await;
    come_in(&browser, "Ann").await;
    browser.go(&format!("/table/{table}")).await;
    browser.press("Take a seat").await;
    browser.press("Sit down with").await;
    browser.wait_for(".seat-menu").await;
    let has_panel = "return document.querySelector('.coach') !== null";
    assert_eq!(browser.script(has_panel, vec![]).await, json!(false), "nobody is coached unasked");
    browser.press("Coach").await;
    browser.wait_for(".coach").await;
    let mut camera = Camera::new(&browser, window);
    let mut is_advised = false;
    let mut differs = 0;
    let began = Instant::now();
    loop {
        assert!(began.elapsed() < Duration::from_secs(240), "{book}: the coach was silent");
        let best = "const best = document.querySelector('.coach-list .best th'); return best?.firstChild?.textContent ?? ''";
        let best = browser.script(best, vec![]).await;
        if let Some(shown) = best.as_str().filter(|best| !best.is_empty()) {
            if !is_advised {
                camera.look(&format!("coach-{name}")).await;
            }
            // What stands on the page is what the room says of this very hand.
            let told = browser.ask(&format!("/api/tables/{table}/coach")).await;
            let all = told["hands"][0]["choices"].as_array().cloned().unwrap_or_default();
            let again = browser
                .script(
                    "return document.querySelector('.coach-list .best th')?.firstChild?.textContent ?? ''",
                    vec![],
                )
                .await;
            if again == best && !all.is_empty() {
                // The page tells a round after the room has played it, so it may be behind for a moment.
                if !all.iter().any(|one| one["is_best"] == true && one["name"] == shown) {
                    differs += 1;
                    assert!(differs < 40, "{shown}: {told}");
                    tokio::time::sleep(Duration::from_millis(150)).await;
                    continue;
                }
                differs = 0;
                is_advised = true;
            }
        }
        let is_reviewed = "return document.querySelector('.coach-moments') !== null";
        if is_advised && browser.script(is_reviewed, vec![]).await == json!(true) {
            camera.look(&format!("coach-{name}-review")).await;
            break;
        }
        for name in PRESSES {
            if press_in_tray(&browser, name).await {
                break;
            }
        }
        tokio::time::sleep(Duration::from_millis(150)).await;
    }
    camera.put_away().await;
    no_complaints(&browser).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_coach_helps_on_a_phone_and_on_a_desk() {
    let room = Room::open();
    play_with_the_coach(&room, PHONE, "mortimers/no-bust-6", "blackjack").await;
    // Who has left the first table without a word is waited for there.
    play_with_the_coach(&room, DESKTOP, "mortimers/no-bust-2003", "blackjack").await;
    play_with_the_coach(&room, SMALL, "pinnacle/three-card-6-card-bonus", "three-card").await;
    play_with_the_coach(&room, DESKTOP, "marina/double-hand", "double-hand").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_of_the_house_has_no_coach() {
    let room = Room::open();
    let browser = Browser::open(&room.address, DESKTOP.width, DESKTOP.height).await;
    browser.go("/").await;
    log_in(&browser, "house", &room.password).await;
    let book = browser.ask("/api/books/mortimers/no-bust-6").await;
    let spec = json!({
        "book": "mortimers/no-bust-6", "schedule": book["schedules"][0]["handle"], "is_practice": false,
        "despite_errors": true,
    });
    let table = post(&browser, "/api/tables", spec).await["table"].clone();
    assert!(table.is_u64(), "{table}");
    let told = browser.ask(&format!("/api/tables/{table}/coach")).await;
    assert_eq!(told["code"], json!("coach-practice"), "{told}");
    // Somebody who has turned the coach on elsewhere finds no trace of it here.
    browser
        .script("localStorage.setItem('cardroom-settings', JSON.stringify({ coach: true }))", vec![])
        .await;
    browser.go(&format!("/table/{table}")).await;
    browser.wait_for(".tray").await;
    let found = "return document.querySelectorAll('.coach, .coach-switch').length";
    assert_eq!(browser.script(found, vec![]).await, json!(0));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_reads_the_odds_of_a_book() {
    let room = Room::open();
    for window in [PHONE, DESKTOP, SMALL] {
        let browser = Browser::open(&room.address, window.width, window.height).await;
        let mut camera = Camera::new(&browser, window);
        browser.go("/book/mortimers/no-bust-6").await;
        browser.press("Odds").await;
        for (book, name, text) in [
            ("mortimers/no-bust-6", "blackjack", "Chart: hard totals"),
            ("pinnacle/three-card-6-card-bonus", "three-card", "What to play"),
            ("mortimers/double-hand", "double-hand", "Hands that the house way sets worst"),
            ("mortimers/holdem", "holdem", "The best five of seven cards"),
        ] {
            worked_out(&browser, &format!("/api/books/{book}/odds")).await;
            browser.go(&format!("/book/{book}/odds")).await;
            browser.sees(text).await;
            // The money of Three Card Poker takes long without optimisation.
            if ["blackjack", "double-hand"].contains(&name) {
                worked_out(&browser, &format!("/api/books/{book}/money?seats=2000,2000,2000")).await;
                browser.sees("Each seat").await;
                move_the_sliders(&browser).await;
            }
            camera.look(&format!("odds-{name}")).await;
            browser.script("document.querySelector('.money, .odds-tables')?.scrollIntoView()", vec![]).await;
            camera.look(&format!("odds-{name}-below")).await;
        }
        camera.put_away().await;
        no_complaints(&browser).await;
        browser.close().await;
    }
}

/// Waits until the room has an answer at hand: tables come first, so on a busy machine it takes long.
async fn worked_out(browser: &Browser, path: &str) {
    let ask = "window.answer = null; fetch(arguments[0]).then((one) => (window.answer = one.status));";
    browser.script(ask, vec![json!(path)]).await;
    let began = Instant::now();
    while browser.script("return window.answer", vec![]).await != json!(200) {
        assert!(began.elapsed() < Duration::from_secs(240), "{path} is not worked out");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

/// Moves a slider, and waits until the figures are others.
async fn move_the_sliders(browser: &Browser) {
    let figures = "return document.querySelector('.money-found table')?.innerText ?? ''";
    let before = browser.script(figures, vec![]).await;
    let slide = "const slider = document.querySelectorAll('.slider input')[1]; slider.value = 2; \
                 slider.dispatchEvent(new Event('input', { bubbles: true }));";
    browser.script(slide, vec![]).await;
    let changed = "const now = document.querySelector('.money-found table')?.innerText ?? ''; return now !== '' && now !== arguments[0]";
    let before: Vec<Value> = vec![before];
    browser.until("other figures", changed, before).await;
}
