//! A dealer's evening: whole rounds of real cards entered in the dealer's view, and the way there.

use std::time::Duration;

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::felt::Felt;
use crate::led::Led;
use crate::room::Room;
use crate::{come_in, log_in, no_complaints, post};

/// Does the next thing that the dealer's view asks for, looking and pressing in one go; says what was done.
///
/// Its arguments are the bank's hand, the player's hand, and single cards for games that are dealt card by card.
const DEAL_ON: &str = r#"
    const [bank, player, singles] = arguments;
    const tray = document.querySelector('.dealer-tray');
    if (!tray) return '';
    const tap = (card) => tray.querySelector(`[data-card="${card}"]`).click();
    const named = (name) => [...tray.querySelectorAll('button:not([data-card])')].find((one) => one.innerText.trim() === name && !one.disabled);
    if (tray.querySelector('.hand-entry')) {
        const isBank = tray.querySelector('.next-step').innerText.includes('the bank');
        for (const card of isBank ? bank : player) tap(card);
        named('Give this hand')?.click();
        return isBank ? "the bank's hand" : "a player's hand";
    }
    const names = ['Begin the round', 'Dealt, all face down', 'Pile 1', 'Betting is closed', '9', 'Set by hand', 'Confirm',
                   'House way', 'Compare the hand', 'Play'];
    for (const name of names) {
        const found = named(name);
        if (!found) continue;
        found.click();
        return name;
    }
    if (tray.querySelector('.pad') && !tray.querySelector('.pad.shut')) {
        window.given = (window.given ?? -1) + 1;
        tap(singles[window.given]);
        tray.querySelector('.pad-card').click();
        return singles[window.given];
    }
    return '';
"#;

/// Deals a round in the dealer's view until it is settled; gives what the player won or lost.
async fn deal_a_round(browser: &Browser, felt: &Felt, hands: [&[&str]; 3]) -> i64 {
    browser.go(&format!("/dealer/{}", felt.table)).await;
    let mut done = Vec::new();
    for _ in 0..160 {
        let view = browser.ask(&format!("/api/tables/{}", felt.table)).await["view"].clone();
        let nets = view["nets"].as_array().cloned().unwrap_or_default();
        if let Some(net) = nets.iter().find(|net| net["person"] == felt.player) {
            return net["net"].as_i64().expect("cents");
        }
        let arguments = hands.iter().map(|hand| json!(hand)).collect();
        done.push(browser.script(DEAL_ON, arguments).await);
        tokio::time::sleep(Duration::from_millis(150)).await;
    }
    let text = browser.script("return document.querySelector('.dealer-tray')?.innerText", vec![]).await;
    panic!(
        "no round is settled after {done:?}; the dealer's place says:\n{}",
        text.as_str().unwrap_or_default()
    );
}

/// The bank holds two pair of aces and kings; the player has nothing.
const BANK: [&str; 7] = ["As", "Ah", "Ks", "Kh", "9d", "7c", "5d"];
const PLAYER: [&str; 7] = ["Qd", "Js", "Kd", "8c", "6h", "4s", "2c"];
const SINGLES: [&str; 12] = ["As", "Ah", "Kc", "2d", "7h", "9c", "3s", "5c", "8h", "Td", "Jc", "4d"];

#[tokio::test(flavor = "multi_thread")]
async fn a_dealer_settles_rounds_of_every_banked_game_that_is_dealt_unseen() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    for (names, book) in [
        (["Ann", "Bea"], "mortimers/double-hand"),
        (["Cleo", "Dave"], "marina/double-hand"),
        (["Eve", "Fred"], "pinnacle/three-card-6-card-bonus"),
    ] {
        let mut felt = Felt::open_of(&browser, &room.password, names, book).await;
        felt.take_wagers(&browser).await;
        let net = deal_a_round(&browser, &felt, [&BANK, &PLAYER, &SINGLES]).await;
        assert!(net < 0, "{book}: the worse hand loses, and brought {net}");
        browser.wait_for(".payouts li").await;
        no_complaints(&browser).await;
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dealer_lets_somebody_take_a_bank_that_everybody_passed() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    let mut felt = Felt::open(&browser, &room.password, ["Ann", "Bea"]).await;
    let (banker, player) = (felt.banker.clone(), felt.player.clone());
    felt.tell(&browser, &banker, json!({ "do": "sit", "seat": 1, "buy_in": 50_000 })).await;
    felt.tell(&browser, &player, json!({ "do": "sit", "seat": 3, "buy_in": 50_000 })).await;
    browser.go("/").await;
    browser.press("Deal").await;
    browser.press(&format!("Deal at table {}", felt.table)).await;
    // Whoever is asked passes, until nobody is left to ask.
    let pass = "const one = [...document.querySelectorAll('.behalf button')].find((one) => one.innerText === 'Passes'); \
                one?.click(); return document.querySelector('.next-step')?.innerText.startsWith('Nobody takes the bank') ?? false";
    browser.until("everybody to pass", pass, vec![]).await;
    let take = "const row = [...document.querySelectorAll('.behalf-row')].find((one) => one.elements.stake); if (!row) return false; \
                row.elements.stake.value = '100'; \
                [...row.querySelectorAll('button')].find((one) => one.innerText === 'Takes the bank').click(); return true";
    browser.until("somebody who may take the bank", take, vec![]).await;
    let taken = "return document.querySelector('.next-step').innerText.startsWith('Ask for wagers')";
    browser.until("the bank to be taken", taken, vec![]).await;
    let view = browser.ask(&format!("/api/tables/{}", felt.table)).await["view"].clone();
    assert_eq!(view["stake"], json!(10_000), "the bank is taken with what was said");
    no_complaints(&browser).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_house_views_are_shut_to_guests() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    come_in(&browser, "Ann").await;
    for path in ["/dealer/1", "/deal", "/floor", "/cage", "/audit"] {
        browser.go(path).await;
        browser.sees("This view is for people who work here.").await;
        let buttons = browser.script("return document.querySelectorAll('main button').length", vec![]).await;
        assert_eq!(buttons, json!(1), "{path} offers a guest to sign in and nothing else");
    }
    no_complaints(&browser).await;
    browser.close().await;
}

/// Opens a table by the form on the floor: fields by name, in order; gives the lobby's row of the new table.
async fn open_by_form(browser: &Browser, fields: &[(&str, &str)]) -> Value {
    browser.go("/floor").await;
    browser.press("Open a table").await;
    for (name, value) in fields {
        let fill = "const [name, value] = arguments; const field = document.querySelector(`dialog form`)?.elements[name]; \
                    if (!field) return false; field.value = value; \
                    field.dispatchEvent(new Event('change')); return field.value === value;";
        browser.until(&format!("the field {name}"), fill, vec![json!(name), json!(value)]).await;
    }
    browser.script("document.querySelector('dialog form').requestSubmit()", vec![]).await;
    let told = "const note = document.querySelector('.note.good')?.innerText.match(/Table (\\d+) is open/); \
                return note ? note[1] : document.querySelector('dialog .fault')?.innerText";
    let told = browser.until("an answer", told, vec![]).await;
    let table: u64 = told.as_str().and_then(|told| told.parse().ok()).unwrap_or_else(|| panic!("{told}"));
    let lobby = browser.ask("/api/lobby").await;
    let tables = lobby["tables"].as_array().expect("tables");
    tables.iter().find(|one| one["table"] == json!(table)).expect("the new table").clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_floor_opens_tables_by_the_form() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    log_in(&browser, "house", &room.password).await;
    let plain = open_by_form(&browser, &[("book", "mortimers/no-bust-6")]).await;
    assert_eq!(plain["collection"], json!("Nothing is collected."));
    let fields = [("book", "marina/holdem"), ("structure", "no limit"), ("small", "2"), ("big", "5")];
    let holdem = open_by_form(&browser, &fields).await;
    assert_eq!(holdem["limits"], json!("$2/$5 no limit"));
    let told = browser.ask("/api/books/marina/holdem").await;
    let schedules = told["schedules"].as_array().expect("schedules");
    let offered = schedules.iter().find(|one| one["is_offered"] == json!(true)).expect("a schedule");
    let handle = offered["handle"].as_str().expect("a handle");
    let mut fields = vec![("book", "marina/holdem"), ("schedule", handle)];
    if offered["stakes"]["blinds"] == json!(false) {
        fields.extend([("small", "1"), ("big", "2")]);
    }
    let charged = open_by_form(&browser, &fields).await;
    assert_eq!(charged["schedule"], json!(handle));
    no_complaints(&browser).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_sit_people_out_move_and_remove_them_from_the_page() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1024, 768).await;
    browser.go("/").await;
    let spec = json!({ "book": "mortimers/no-bust-6" });
    let led = Led::seat(&browser, &room.password, spec, &["Maple", "Cedar", "Birch"], &[1, 3, 4]).await;
    browser.go(&format!("/dealer/{}", led.table)).await;
    let place = |view: &Value, person: usize| {
        let people = view["people"].as_array().cloned().unwrap_or_default();
        people.into_iter().find(|one| one["person"] == led.people[person])
    };
    browser.press("Seats").await;
    browser.press("Sit out, Cedar").await;
    led.wait(&browser, |view| place(view, 1).is_some_and(|one| one["is_out"] == json!(true))).await;
    browser.press("Plays again, Cedar").await;
    led.wait(&browser, |view| place(view, 1).is_some_and(|one| one["is_out"] == json!(false))).await;
    let to_six = "const field = document.querySelector('dialog[open] select[aria-label=\"Move Birch to\"]'); \
                  if (!field) return false; field.value = '6'; \
                  field.dispatchEvent(new Event('change', { bubbles: true })); return true;";
    browser.until("a free seat", to_six, vec![]).await;
    led.wait(&browser, |view| place(view, 2).is_some_and(|one| one["seat"] == json!(6))).await;
    browser.press("Remove, Maple").await;
    led.wait(&browser, |view| place(view, 0).is_none()).await;
    no_complaints(&browser).await;

    // Where the shuffler deals, people may be taken out and nothing else.
    let lobby = browser.ask("/api/lobby").await;
    let tables = lobby["tables"].as_array().expect("tables");
    let shuffled = tables.iter().find(|one| one["dealer"] == "shuffler");
    let table = shuffled.expect("a table with a shuffler")["table"].clone();
    let path = format!("/api/tables/{table}/commands");
    let for_maple = |command: Value| json!({ "do": "for", "person": led.people[0], "command": command });
    let sent = json!({ "id": "act", "as": "floor", "command": for_maple(json!({ "do": "sit-in" })) });
    assert_eq!(post(&browser, &path, sent).await["code"], json!("for-themselves"));
    browser.close().await;
}
