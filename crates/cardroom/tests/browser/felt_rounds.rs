//! Whole rounds on the felt from the dealer's view alone: every family and every way of betting, and mistakes
//! that are put right from the page.

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::led::{Led, is_over};
use crate::no_complaints;
use crate::room::Room;

/// Deals a round of a table and looks that its chips add up: what is missing is the house's.
async fn a_round(browser: &Browser, password: &str, spec: Value, names: [&str; 3]) {
    let led = Led::open(browser, password, spec.clone(), names).await;
    browser.go(&format!("/dealer/{}", led.table)).await;
    let view = led.deal_until(browser, is_over).await;
    let nets = view["nets"].as_array().expect("nets");
    let sum: i64 = nets.iter().filter_map(|net| net["net"].as_i64()).sum();
    assert!((-5_000..=0).contains(&sum), "{spec}: the house has {}", -sum);
    assert!(nets.len() > 1 && nets.iter().any(|net| net["net"].as_i64() != Some(0)), "{spec}: {nets:?}");
    no_complaints(browser).await;
    led.close(browser).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dealer_leads_a_round_of_every_banked_family() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1024, 768).await;
    browser.go("/").await;
    for (place, book) in
        ["mortimers/no-bust-6", "pinnacle/three-card-6-card-bonus", "marina/double-hand"].iter().enumerate()
    {
        let names =
            [["Maple", "Cedar", "Birch"], ["Aspen", "Hazel", "Rowan"], ["Linden", "Alder", "Juniper"]][place];
        a_round(&browser, &room.password, json!({ "book": book }), names).await;
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dealer_leads_a_hand_of_every_poker_game_and_way_of_betting() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1024, 768).await;
    browser.go("/").await;
    let tables = [
        (
            ["Willow", "Laurel", "Poplar"],
            json!({ "book": "players-club/holdem", "structure": "limit", "limit": [300, 600] }),
        ),
        (
            ["Spruce", "Acacia", "Sorrel"],
            json!({ "book": "marina/holdem", "structure": "no limit", "blinds": [100, 200] }),
        ),
        (
            ["Clover", "Bramble", "Heather"],
            json!({ "book": "marina/holdem", "structure": "pot limit", "blinds": [100, 200] }),
        ),
        (
            ["Thistle", "Yarrow", "Larch"],
            json!({ "book": "marina/holdem", "structure": "spread", "limit": [200, 600], "blinds": [100, 200] }),
        ),
        (["Myrtle", "Cypress", "Magnolia"], json!({ "book": "players-club/omaha" })),
        (["Maple", "Cedar", "Birch"], json!({ "book": "players-club/pineapple" })),
        (["Aspen", "Hazel", "Rowan"], json!({ "book": "marina/lowball" })),
    ];
    for (names, spec) in tables {
        a_round(&browser, &room.password, spec, names).await;
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dealer_leads_a_hand_of_pan_that_is_won_by_the_last_who_plays() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1024, 768).await;
    browser.go("/").await;
    a_round(&browser, &room.password, json!({ "book": "players-club/pan" }), ["Maple", "Cedar", "Birch"])
        .await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_card_and_a_wrong_end_are_taken_back_from_the_page() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1024, 768).await;
    browser.go("/").await;
    let spec = json!({ "book": "mortimers/no-bust-6" });
    let led = Led::open(&browser, &room.password, spec, ["Maple", "Cedar", "Birch"]).await;
    browser.go(&format!("/dealer/{}", led.table)).await;
    let has_card = |view: &Value| view["round"]["seats"].to_string().contains("\"As\"");
    let before = led.deal_until(&browser, has_card).await;
    assert_eq!(before["may_take_back"], json!(true));
    browser.press("Take the last step back").await;
    let gone = led.wait(&browser, |view| !has_card(view)).await;
    assert_eq!(
        gone["round"]["next_card"],
        json!({ "to": "spot", "seat": 3, "hand": 0 }),
        "the card is due again"
    );
    // The round goes on to its end, which is taken back as well before anybody is paid.
    let ended = led.deal_to_settlement(&browser).await;
    assert!(!ended["settlement"].as_array().expect("payments").is_empty());
    browser.press("Take the last step back").await;
    led.wait(&browser, |view| view["is_settling"] == json!(false)).await;
    led.deal_until(&browser, is_over).await;
    no_complaints(&browser).await;
    room.is_proven();
    browser.close().await;
}
