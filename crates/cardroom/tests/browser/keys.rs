//! A dealer at the keyboard: a whole round of blackjack typed ahead of the table, and what a shoe's reader or a slip must not do.

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::led::{Led, is_over};
use crate::no_complaints;
use crate::room::Room;

/// Types keys one after the other without waiting for anything.
const TYPE: &str = "for (const key of arguments[0]) \
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));";

/// The keys of a card as a dealer types it.
fn keys(card: &str) -> Vec<String> {
    card.chars().map(|key| key.to_string()).collect()
}

/// The cards of a seat.
fn cards(view: &Value, seat: u8) -> Vec<String> {
    let seats = view["round"]["seats"].as_array().expect("seats");
    let found = seats.iter().find(|one| one["seat"] == json!(seat)).expect("the seat plays");
    let hand = found["hands"][0]["cards"].as_array().expect("cards");
    hand.iter().map(|card| card.as_str().unwrap_or_default().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_of_seven_seats_takes_at_most_sixty_keys_and_loses_none() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1024, 768).await;
    browser.go("/").await;
    let names = ["Maple", "Cedar", "Birch", "Aspen", "Hazel", "Rowan", "Linden", "Alder"];
    let seats = [1, 2, 3, 4, 5, 6, 7, 8];
    let spec = json!({ "book": "mortimers/no-bust-6" });
    let mut led = Led::seat(&browser, &room.password, spec, &names, &seats).await;
    // The bank goes by seven seats, so that the eighth has it and is dealt last.
    for person in led.people.clone().iter().take(7) {
        led.tell(&browser, person, json!({ "do": "pass-bank" })).await;
    }
    led.bank_and_wager(&browser, 7, &seats).await;
    browser.go(&format!("/dealer/{}", led.table)).await;
    browser.sees("When the wagers are down, begin").await;

    let first = ["Ts", "Th", "Td", "Tc", "Ks", "Kh", "Kd"];
    let second = ["8s", "8h", "8d", "8c", "7s", "7h", "7d"];
    let mut typed: Vec<String> = vec!["Enter".to_owned()];
    // The shoe's reader writes the first card as it does, with Enter behind it.
    typed.extend(["1", "0", "s", "Enter"].map(str::to_owned));
    for card in &first[1..] {
        typed.extend(keys(card));
    }
    // A slip is taken back before it is given.
    typed.extend(keys("5c"));
    typed.push("Backspace".to_owned());
    typed.extend(keys("Kc"));
    for card in second {
        typed.extend(keys(card));
    }
    typed.push("x".to_owned());
    typed.extend(std::iter::repeat_n("s".to_owned(), 7));
    typed.extend(keys("9h"));
    typed.extend(["Enter".to_owned(), "a".to_owned()]);
    assert!(typed.len() <= 60, "{} keys", typed.len());
    browser.script(TYPE, vec![json!(typed)]).await;

    let view = led.wait(&browser, is_over).await;
    for (place, seat) in seats[..7].iter().enumerate() {
        assert_eq!(cards(&view, *seat), [first[place], second[place]], "seat {seat}");
    }
    let bank = &view["round"]["bank"]["hands"][0]["cards"];
    assert_eq!(*bank, json!(["Kc", "9h"]));
    no_complaints(&browser).await;

    browser.close().await;
}

/// Types, and waits until the table shows what came of it.
async fn types(browser: &Browser, typed: &[&str]) {
    browser.script(TYPE, vec![json!(typed)]).await;
    tokio::time::sleep(std::time::Duration::from_millis(600)).await;
}

/// A table of blackjack whose bank is in seat 1, at the turn of seat 3 with eleven.
async fn at_a_turn(browser: &Browser, room: &Room) -> Led {
    let spec = json!({ "book": "mortimers/no-bust-6" });
    let led = Led::open(browser, &room.password, spec, ["Maple", "Cedar", "Birch"]).await;
    browser.go(&format!("/dealer/{}", led.table)).await;
    browser.sees("When the wagers are down, begin").await;
    let mut typed = vec!["Enter".to_owned()];
    for card in ["5s", "Tc", "9d", "6h", "8c"] {
        typed.extend(keys(card));
    }
    typed.push("x".to_owned());
    browser.script(TYPE, vec![json!(typed)]).await;
    led.wait(browser, |view| view["dealers_step"]["kind"] == "wait").await;
    led
}

#[tokio::test(flavor = "multi_thread")]
async fn cards_that_nobody_asked_for_are_no_choices() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1024, 768).await;
    browser.go("/").await;
    let led = at_a_turn(&browser, &room).await;
    let before = led.view(&browser).await["number"].clone();
    for stray in [
        &["9", "s", "Enter"][..],
        &["5", "h", "Enter"],
        &["1", "0", "h", "Enter"],
        &["A", "s", "Enter"],
        &["J", "o", "k", "e", "r", "Enter"],
    ] {
        types(&browser, stray).await;
        assert_eq!(led.view(&browser).await["number"], before, "{stray:?} does nothing at a turn");
        browser.sees("No card is due.").await;
    }
    // A double may be for less here; by its key it is for all, and its card comes right behind it.
    types(&browser, &["d", "9", "h", "Enter"]).await;
    let view = led.wait(&browser, |view| cards(view, 3).len() == 3).await;
    assert_eq!(cards(&view, 3), ["5s", "6h", "9h"]);
    types(&browser, &["s"]).await;
    led.wait(&browser, |view| view["dealers_step"]["kind"] != "wait").await;
    // A card that gave itself has its Enter already.
    types(&browser, &["K", "h"]).await;
    tokio::time::sleep(std::time::Duration::from_millis(1500)).await;
    led.wait(&browser, |view| view["is_settling"] == json!(true)).await;
    types(&browser, &["Enter"]).await;
    let view = led.view(&browser).await;
    let is_paid = |view: &Value| {
        view["settlement"].as_array().expect("payments").iter().any(|one| one["is_paid"] == json!(true))
    };
    assert!(!is_paid(&view), "nothing is paid by a late Enter");
    types(&browser, &["Enter"]).await;
    led.wait(&browser, is_paid).await;
    no_complaints(&browser).await;
    browser.close().await;
}

/// The cards that stand in the entry of a hand.
async fn entered(browser: &Browser) -> Value {
    browser.script("return document.querySelectorAll('.hand-entry .card-button').length", vec![]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_joker_is_typed_and_enter_deals_nothing_unseen() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1024, 768).await;
    browser.go("/").await;
    let spec = json!({ "book": "marina/double-hand" });
    let led = Led::open(&browser, &room.password, spec, ["Maple", "Cedar", "Birch"]).await;
    browser.go(&format!("/dealer/{}", led.table)).await;
    browser.sees("When the wagers are down, begin").await;
    types(&browser, &["Enter"]).await;
    let view = led.wait(&browser, |view| view["round"]["next_face"] == "down").await;
    let before = view["number"].clone();
    types(&browser, &["9", "Enter"]).await;
    types(&browser, &["Backspace", "Enter"]).await;
    types(&browser, &["J", "o", "k", "e", "r", "Backspace"]).await;
    assert_eq!(led.view(&browser).await["number"], before, "half a card and what is taken back is nothing");
    types(&browser, &["J", "o", "k", "e", "r", "Enter"]).await;
    led.wait(&browser, |view| view["number"] != before).await;
    types(&browser, &["9", "h"]).await;
    tokio::time::sleep(std::time::Duration::from_millis(1500)).await;
    types(&browser, &["Enter"]).await;
    types(&browser, &["Enter"]).await;
    let view = led.view(&browser).await;
    assert_eq!(view["round"]["next_face"], "down", "no Enter deals what is left unseen");
    types(&browser, &["Backspace", "Backspace"]).await;
    types(&browser, &["u"]).await;
    led.wait(&browser, |view| view["round"]["next_face"].is_null()).await;
    // The bank's hand with the joker; then the same cards for a player, which the table does not take.
    led.deal_until(&browser, |view| {
        view["next_step"].as_str().is_some_and(|step| step.contains("the bank") && step.contains("urn"))
    })
    .await;
    browser.wait_for(".hand-entry").await;
    types(&browser, &["j", "o", "k", "e", "r", "Enter"]).await;
    assert_eq!(entered(&browser).await, json!(1));
    types(&browser, &["Backspace", "*"]).await;
    assert_eq!(entered(&browser).await, json!(1));
    no_complaints(&browser).await;
    browser.close().await;
}
