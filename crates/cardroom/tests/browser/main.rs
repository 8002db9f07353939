//! The page in a real browser, against the real program: what a newcomer, a dealer and the floor do with it.

mod axe;
mod beats;
mod before_a_round;
mod behind;
mod bets;
mod browser;
mod coach;
mod day;
mod dealing;
mod everything;
mod felt;
mod felt_rounds;
mod floor;
mod friends;
mod hands;
mod history;
mod hours;
mod keys;
mod law;
mod leaving;
mod led;
mod lists;
mod mistakes;
mod odds;
mod overlap;
mod own;
mod pan;
mod room;
mod secure;
mod spots;
mod tablet;
mod told;
mod turns;
mod views;
mod wagers;
mod words;

use std::time::Duration;

use browser::Browser;
use room::Room;
use serde_json::{Value, json};

/// The table on which a book is practised.
async fn table_of(browser: &Browser, book: &str) -> u64 {
    let lobby = browser.ask("/api/lobby").await;
    let tables = lobby["tables"].as_array().expect("tables");
    let found = tables.iter().find(|table| table["book"] == book && table["is_practice"] == true);
    found.unwrap_or_else(|| panic!("no table of {book}"))["table"].as_u64().expect("a number")
}

/// What a beginner presses, most welcome first, once it is their turn.
const PRESSES: [&str; 26] = [
    "Meld",
    "Add to meld",
    "Draw from the stock",
    "Not this card",
    "Confirm",
    "House way",
    "Pile 1",
    "Play",
    "Stand",
    "No, thank you",
    "Check",
    "Call",
    "Stand pat",
    "Discard",
    "Hit",
    "Show",
    "Fold",
    "Bank with",
    "Wager $",
    "Ready",
    "Look at this hand",
    "Muck",
    "Decline",
    "Post",
    "Deal me in",
    "Pass",
];

/// Comes in as Ann and takes a seat at the practice table of a book; gives the table.
async fn sit_at(browser: &Browser, book: &str) -> u64 {
    browser.go("/").await;
    let table = table_of(browser, book).await;
    take_seat(browser, "Ann", table).await;
    table
}

/// Comes in by a name and takes the first seat of a table.
async fn take_seat(browser: &Browser, name: &str, table: u64) {
    come_in(browser, name).await;
    browser.go(&format!("/table/{table}")).await;
    browser.press("Take a seat").await;
    browser.press("Sit down with").await;
    browser.wait_for(".seat-menu").await;
}

/// Sits down as a newcomer does: Play now, then the game.
async fn sit_down(browser: &Browser, game: &str) {
    browser.go("/").await;
    browser.press("Play now").await;
    browser.press(game).await;
    browser.wait_for(".seat-menu").await;
}

/// Presses what is offered until a round with the reader in it is over; gives what it brought.
async fn play_a_round(browser: &Browser) -> i64 {
    let me = browser.ask("/api/me").await["person"].clone();
    let path = browser.script("return location.pathname", vec![]).await;
    let table = path.as_str().unwrap_or_default().rsplit('/').next().unwrap_or_default().to_owned();
    let began = std::time::Instant::now();
    loop {
        let view = browser.ask(&format!("/api/tables/{table}")).await["view"].clone();
        let own = view["nets"].as_array().and_then(|nets| nets.iter().find(|net| net["person"] == me));
        if let Some(net) = own {
            return net["net"].as_i64().expect("cents");
        }
        if began.elapsed().as_secs() > 150 {
            let text = browser.script("return document.body.innerText", vec![]).await;
            panic!("no round is over; the page says:\n{}", text.as_str().unwrap_or_default());
        }
        if let Some(card) = first_card_to_pick(browser).await {
            browser
                .script(
                    &format!("document.querySelectorAll('.picking .card-button')[{card}]?.click()"),
                    vec![],
                )
                .await;
        }
        // In Pan a card is tapped before it can be discarded.
        let tap = "const isAsked = [...document.querySelectorAll('.choice')].some((one) => one.innerText.includes('Tap a card')); \
                   if (isAsked) document.querySelector('.pan-own .card-button')?.click();";
        browser.script(tap, vec![]).await;
        for name in PRESSES {
            if press_in_tray(browser, name).await {
                break;
            }
        }
        tokio::time::sleep(Duration::from_millis(120)).await;
    }
}

/// Presses a button of the reader's own tray if it stands there.
async fn press_in_tray(browser: &Browser, name: &str) -> bool {
    let script = format!(
        "{TRAY} const found = inTray(arguments[0]); if (found) found.click(); return Boolean(found);"
    );
    browser.script(&script, vec![json!(name)]).await == json!(true)
}

/// Buttons in the reader's own tray by the beginning of their name.
const TRAY: &str = "const inTray = (wanted) => [...document.querySelectorAll('.tray button')].find((one) => \
    one.getClientRects().length > 0 && !one.disabled && one.getAttribute('aria-disabled') !== 'true' && \
    (one.getAttribute('aria-label') ?? one.innerText).trim().startsWith(wanted));";

/// Which card to pick when one must be thrown away and none is picked yet.
async fn first_card_to_pick(browser: &Browser) -> Option<u64> {
    let script = "const panel = document.querySelector('.picking'); if (!panel || !panel.innerText.includes('throw away')) return null; \
                  return panel.querySelector('.picked') ? null : 0;";
    browser.script(script, vec![]).await.as_u64()
}

async fn no_complaints(browser: &Browser) {
    let complaints = browser.complaints().await;
    assert!(complaints.is_empty(), "{complaints:#?}");
}

/// Logs somebody in. The room takes ten attempts a minute from one address, so a test that is quick waits for its turn.
async fn log_in(browser: &Browser, name: &str, password: &str) {
    let script = "const [name, password, done] = arguments; fetch('/api/login', { method: 'POST', headers: { 'content-type': 'application/json' }, \
                  body: JSON.stringify({ name, password }) }).then((one) => done(one.status), () => done(0));";
    let mut turns = 0;
    let status = loop {
        let arguments = vec![json!(name), json!(password)];
        let status = browser.client.execute_async(script, arguments).await.expect("the page asks");
        if status != json!(429) || turns == 30 {
            break status;
        }
        turns += 1;
        tokio::time::sleep(Duration::from_secs(2)).await;
    };
    assert_eq!(status, json!(200), "{name} logs in");
    browser.script("localStorage.setItem('cardroom-came-in', 'yes')", vec![]).await;
}

/// Comes in as a guest, and leaves the mark by which the page knows that somebody has come in.
async fn come_in(browser: &Browser, name: &str) {
    post(browser, "/api/guest", json!({ "name": name })).await;
    browser.script("localStorage.setItem('cardroom-came-in', 'yes')", vec![]).await;
}

async fn post(browser: &Browser, path: &str, body: Value) -> Value {
    let script = "const [path, body, done] = arguments; fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, \
                  body: JSON.stringify(body) }).then((one) => one.json()).then(done, (fault) => done(String(fault)));";
    browser.client.execute_async(script, vec![json!(path), body]).await.expect("the page asks")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_plays_a_round_of_each_family() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    let lobby = browser.ask("/api/lobby").await;
    let name = |book: &str| {
        let tables = lobby["tables"].as_array().expect("tables");
        tables.iter().find(|table| table["book"] == book).expect("a table")["game"]
            .as_str()
            .expect("a name")
            .to_owned()
    };
    for book in [
        "mortimers/no-bust-6",
        "mortimers/double-hand",
        "pinnacle/three-card-6-card-bonus",
        "players-club/crazy-pineapple",
        "players-club/lowball-ace-to-five",
        "players-club/pan",
    ] {
        sit_down(&browser, &name(book)).await;
        play_a_round(&browser).await;
        no_complaints(&browser).await;
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forbidden_choice_says_which_rule_forbids_it() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    sit_at(&browser, "mortimers/no-bust-6").await;
    // The message goes with the turn it belongs to, so it is looked for and pressed in one go.
    let press_cited =
        "const cited = document.querySelector('.tray .refusal .cite'); cited?.click(); return cited !== null";
    for attempt in 0..400 {
        if browser.script(press_cited, vec![]).await == json!(true) {
            break;
        }
        let script = "const all = document.querySelectorAll('.choice.grey'); if (all.length === 0) return false; \
                      all[arguments[0] % all.length].click(); return true;";
        let is_turn = browser.script(script, vec![json!(attempt)]).await == json!(true);
        // A turn at which everything is allowed shows nothing grey, and another hand must be waited for.
        let names: &[&str] = if is_turn && attempt % 8 < 7 {
            &[]
        } else {
            &["Deal me in", "Wager $", "Pass", "No, thank you", "Stand"]
        };
        for name in names {
            press_in_tray(&browser, name).await;
        }
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
    browser.sees("What the rule says").await;
    no_complaints(&browser).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_goes_on_after_the_room_was_killed() {
    let mut room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    let table = table_of(&browser, "marina/holdem").await;
    come_in(&browser, "Ann").await;
    let view = browser.ask(&format!("/api/tables/{table}")).await["view"].clone();
    let buy_in = view["buy_in_least"].as_i64().expect("cents") * 3;
    let free = (1..=view["seats"].as_i64().expect("seats"))
        .find(|seat| view["people"].as_array().expect("people").iter().all(|one| one["seat"] != json!(seat)))
        .expect("a free seat");
    let sit = json!({ "id": "s1", "command": { "do": "sit", "seat": free, "buy_in": buy_in } });
    let answer = post(&browser, &format!("/api/tables/{table}/commands"), sit).await;
    assert_eq!(answer["outcome"], "applied", "{answer}");
    browser.go(&format!("/table/{table}")).await;
    browser.wait_for(".seat-menu").await;
    browser
        .until(
            "a choice of one's own",
            "return document.querySelectorAll('.choice-buttons button').length > 0",
            vec![],
        )
        .await;
    let before = browser.ask(&format!("/api/tables/{table}")).await["view"].clone();
    browser.script("window.untouched = true", vec![]).await;
    room.kill_and_restart();
    let live = "return !document.querySelector('.link-lost') && document.querySelectorAll('.choice-buttons button').length > 0";
    browser.until("the table again, without a reload", live, vec![]).await;
    assert_eq!(
        browser.script("return window.untouched === true", vec![]).await,
        json!(true),
        "the page was not reloaded"
    );
    let after = browser.ask(&format!("/api/tables/{table}")).await["view"].clone();
    assert_eq!(before["round"]["seats"], after["round"]["seats"], "the same hand with the same cards");
    play_a_round(&browser).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_calls_time() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    let table = sit_at(&browser, "marina/holdem").await;
    let deadline = async || browser.ask(&format!("/api/tables/{table}")).await["view"]["deadline"].clone();
    browser
        .until("a turn of one's own", "return document.querySelector('.tray.asked') !== null", vec![])
        .await;
    let before = deadline().await.as_i64().expect("time runs");
    browser.press("Call time").await;
    browser.sees("calls time").await;
    assert!(deadline().await.as_i64().expect("time runs") > before, "there is more of it");
    let offer =
        "return [...document.querySelectorAll('.tray button')].every((one) => one.innerText !== 'Call time')";
    browser.until("time to be called once only", offer, vec![]).await;
    no_complaints(&browser).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_takes_the_bank() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    let table = sit_at(&browser, "players-club/no-bust-5").await;
    let me = browser.ask("/api/me").await["person"].clone();
    for _ in 0..800 {
        for name in ["Bank with", "Wager $", "Stand", "No, thank you", "Hit"] {
            if press_in_tray(&browser, name).await {
                break;
            }
        }
        let view = browser.ask(&format!("/api/tables/{table}")).await["view"].clone();
        let own = view["people"]
            .as_array()
            .and_then(|people| people.iter().find(|one| one["person"] == me))
            .cloned();
        let seat = own.map(|own| own["seat"].clone());
        if seat.is_some_and(|seat| view["bank"][0] == seat && view["phase"] == "playing") {
            no_complaints(&browser).await;
            return browser.close().await;
        }
        tokio::time::sleep(Duration::from_millis(120)).await;
    }
    panic!("the bank never came round to the newcomer");
}
