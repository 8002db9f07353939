//! A dealer at the keyboard: a whole round of blackjack, typed ahead of the table.

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
