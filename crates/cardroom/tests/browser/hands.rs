//! What hands do on the page: setting a double hand, playing without a mouse, and dealing real cards.

use std::time::Duration;

use fantoccini::Locator;
use fantoccini::key::Key;
use serde_json::json;

use crate::browser::Browser;
use crate::felt::{Felt, come_with_chips};
use crate::room::Room;
use crate::{log_in, no_complaints, post, press_in_tray, sit_at};

async fn pause() {
    tokio::time::sleep(Duration::from_millis(150)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_double_hand_is_set_by_tapping_its_cards() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 390, 844).await;
    sit_at(&browser, "marina/double-hand").await;
    let is_setting = "return document.querySelectorAll('.setting .zone.back .card-button').length === 7";
    for _ in 0..600 {
        if browser.script(is_setting, vec![]).await == json!(true) {
            break;
        }
        for name in ["Deal me in", "Wager $", "Pass"] {
            press_in_tray(&browser, name).await;
        }
        pause().await;
    }
    // The two lowest cards go in front; if they are a pair, a front without one is tried.
    for (one, other) in [(6, 5), (6, 4), (6, 3), (5, 3)] {
        let tap = "for (const card of document.querySelectorAll('.setting .zone.front .card-button')) card.click(); \
                   const back = [...document.querySelectorAll('.setting .zone.back .card-button')]; \
                   back[arguments[0]].click(); back[arguments[1]].click(); return true;";
        browser.script(tap, vec![json!(one), json!(other)]).await;
        pause().await;
        if browser.script("return document.querySelector('.setting-words.warn') === null", vec![]).await
            == json!(true)
        {
            break;
        }
    }
    let front = browser
        .script("return document.querySelectorAll('.setting .zone.front .card-button').length", vec![])
        .await;
    assert_eq!(front, json!(2), "two cards lie in front");
    browser.press("Set the hand").await;
    browser.until("the hand to be set", "return document.querySelector('.setting') === null", vec![]).await;
    no_complaints(&browser).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_is_played_without_a_mouse() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    browser.sees("27 tables").await;
    tab_to(&browser, "Play now").await;
    tab_to(&browser, "No Bust Blackjack 6.0").await;
    browser.wait_for(".seat-menu").await;
    let me = browser.ask("/api/me").await["person"].clone();
    let path = browser.script("return location.pathname", vec![]).await;
    let table = path.as_str().unwrap_or_default().rsplit('/').next().unwrap_or_default().to_owned();
    for _ in 0..600 {
        let view = browser.ask(&format!("/api/tables/{table}")).await["view"].clone();
        if view["nets"].as_array().is_some_and(|nets| nets.iter().any(|net| net["person"] == me)) {
            no_complaints(&browser).await;
            return browser.close().await;
        }
        let key = browser
            .script(
                "const has = (css) => document.querySelector(css) !== null; \
                 if (has('.bank-panel')) return 'p'; if (has('.wager-panel')) return 'Enter'; \
                 const keys = [...document.querySelectorAll('.choice-buttons button:not(.grey) kbd')].map((one) => one.innerText.toLowerCase()); \
                 return keys.includes('s') ? 's' : keys.includes('n') ? 'n' : keys[0] ?? '';",
                vec![],
            )
            .await;
        match key.as_str() {
            Some("Enter") => type_keys(&browser, &char::from(Key::Enter).to_string()).await,
            Some("") | None => {}
            Some(key) => type_keys(&browser, key).await,
        }
        pause().await;
    }
    panic!("no round was played");
}

/// Goes through the page by the tab key until something of that name has the focus, and presses enter.
async fn tab_to(browser: &Browser, name: &str) {
    let focused = "const one = document.activeElement; return ((one.getAttribute('aria-label') ?? one.innerText) ?? '').trim();";
    for _ in 0..120 {
        type_keys(browser, &char::from(Key::Tab).to_string()).await;
        let now = browser.script(focused, vec![]).await;
        if now.as_str().is_some_and(|now| now.starts_with(name)) {
            return type_keys(browser, &char::from(Key::Enter).to_string()).await;
        }
    }
    panic!("the tab key does not lead to {name:?}");
}

async fn type_keys(browser: &Browser, keys: &str) {
    let element = match browser.client.active_element().await {
        Ok(element) => element,
        Err(_) => browser.client.find(Locator::Css("body")).await.expect("a page"),
    };
    element.send_keys(keys).await.expect("the page takes keys");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_banker_lets_somebody_share_the_bank() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    let mut felt = Felt::open_of(&browser, &room.password, ["Ann", "Bea"], "marina/no-bust-joker").await;
    let (banker, player) = (felt.banker.clone(), felt.player.clone());
    felt.tell(&browser, &banker, json!({ "do": "sit", "seat": 1, "buy_in": 50_000 })).await;
    felt.tell(&browser, &player, json!({ "do": "sit", "seat": 3, "buy_in": 50_000 })).await;
    // Only the banker's own company may stand behind the bank of this game.
    // The law allows one player of a provider at a table, so that the floor overrides that with a reason.
    let over = json!({ "table": felt.table, "rule": "one-provider", "reason": "A shared bank is tried." });
    let law = post(&browser, "/api/law/overrides", over).await;
    assert!(law["standing"].is_object(), "{law}");
    for person in [&banker, &player] {
        let note = json!({ "do": "company", "person": person, "company": "North Bank Services" });
        felt.speak(&browser, "floor", note).await;
    }
    felt.tell(&browser, &banker, json!({ "do": "take-bank", "stake": 20_000 })).await;
    let shares = async || browser.ask(&format!("/api/tables/{}", felt.table)).await["view"]["shares"].clone();
    log_in(&browser, "Bea", "a long word").await;
    browser.go(&format!("/table/{}", felt.table)).await;
    browser.press("Seat 3").await;
    browser.press("Offer $").await;
    browser.sees("offers").await;
    let offered = shares().await[0].clone();
    assert_eq!((&offered["person"], &offered["is_taken"]), (&player, &json!(false)));
    log_in(&browser, "Ann", "a long word").await;
    browser.go(&format!("/table/{}", felt.table)).await;
    browser.press("Let in $").await;
    let is_gone =
        "return [...document.querySelectorAll('button')].every((one) => !one.innerText.startsWith('Let in'))";
    browser.until("the share to be let in", is_gone, vec![]).await;
    assert_eq!(shares().await[0]["is_taken"], json!(true));
    no_complaints(&browser).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_bet_as_one_on_a_spot() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    let [cy] = come_with_chips(&browser, &room.password, ["Cy"]).await;
    let mut felt = Felt::open_of(&browser, &room.password, ["Ann", "Bea"], "marina/double-hand").await;
    let (banker, player) = (felt.banker.clone(), felt.player.clone());
    felt.tell(&browser, &banker, json!({ "do": "sit", "seat": 1, "buy_in": 50_000 })).await;
    felt.tell(&browser, &player, json!({ "do": "sit", "seat": 3, "buy_in": 50_000 })).await;
    felt.tell(&browser, &cy, json!({ "do": "stand-behind", "buy_in": 50_000 })).await;
    felt.tell(&browser, &banker, json!({ "do": "take-bank", "stake": 40_000 })).await;
    let wagers = async || browser.ask(&format!("/api/tables/{}", felt.table)).await["view"]["wagers"].clone();
    log_in(&browser, "Bea", "a long word").await;
    browser.go(&format!("/table/{}", felt.table)).await;
    browser.wait_for(".joint input").await;
    browser.script("document.querySelector('.joint input').click(); return true", vec![]).await;
    browser.press("Wager $").await;
    browser.sees("is down").await;
    assert_eq!(wagers().await[0]["wager"]["joint"], json!(1));
    // Cy comes to the same spot, and Bea agrees.
    let base = wagers().await[0]["wager"]["base"].clone();
    log_in(&browser, "house", &room.password).await;
    let put = json!({ "do": "put-wager", "spot": 3, "wager": { "base": base, "joint": 1 } });
    felt.tell(&browser, &cy, put).await;
    log_in(&browser, "Bea", "a long word").await;
    browser.go(&format!("/table/{}", felt.table)).await;
    browser.press("Bet as one with Cy").await;
    browser.sees("bets as one with").await;
    let is_gone = "return [...document.querySelectorAll('button')].every((one) => !one.innerText.startsWith('Bet as one'))";
    browser.until("the question to be gone", is_gone, vec![]).await;
    no_complaints(&browser).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_that_was_thrown_in_may_be_seen() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    let mut felt = Felt::open_of(&browser, &room.password, ["Ann", "Bea"], "marina/lowball").await;
    let people = [felt.banker.clone(), felt.player.clone()];
    for (person, seat) in people.iter().zip([1, 3]) {
        felt.tell(&browser, person, json!({ "do": "sit", "seat": seat, "buy_in": 50_000 })).await;
    }
    felt.deal(&browser, json!({ "do": "start" })).await;
    felt.deal(&browser, json!({ "do": "deal-unseen" })).await;
    let table = felt.table;
    let look = async || browser.ask(&format!("/api/tables/{table}")).await["view"].clone();
    // Both stay in until somebody is asked to show, and throws the hand in instead.
    let mut thrown = None;
    for _ in 0..40 {
        let view = look().await;
        if !view["round"]["next_card"].is_null() {
            felt.deal(&browser, json!({ "do": "card", "card": null })).await;
            continue;
        }
        let asked = view["asked"][0].clone();
        let offers = asked["offers"].as_array().cloned().unwrap_or_default();
        let is_offered = |word: &str| {
            let is_it = |offer: &&serde_json::Value| {
                let choice = &offer["choice"]["poker"];
                choice == word || choice.get(word).is_some()
            };
            offers.iter().find(is_it).map(|offer| offer["choice"].clone())
        };
        let Some(choice) = ["muck", "check", "call", "draw", "bet"].into_iter().find_map(is_offered) else {
            panic!("nothing to do: {view}")
        };
        felt.tell(&browser, &asked["person"], json!({ "do": "choose", "choice": choice })).await;
        if choice["poker"] == "muck" {
            thrown = Some(asked["person"].clone());
            break;
        }
    }
    let thrown = thrown.expect("a hand is thrown in");
    let (seer, name) = if thrown == people[0] { ("Bea", "Ann") } else { ("Ann", "Bea") };
    log_in(&browser, seer, "a long word").await;
    browser.go(&format!("/table/{}", felt.table)).await;
    browser.press(&format!("See the hand of {name}")).await;
    browser.sees(&format!("asks to see the hand of {name}")).await;
    let is_gone = "return [...document.querySelectorAll('button')].every((one) => !one.innerText.startsWith('See the hand'))";
    browser.until("the question to be gone", is_gone, vec![]).await;
    no_complaints(&browser).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dealer_settles_a_round_of_real_cards() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    let mut felt = Felt::open(&browser, &room.password, ["Ann", "Bea"]).await;
    felt.take_wagers(&browser).await;
    let (table, player) = (felt.table, felt.player.clone());
    browser.go(&format!("/dealer/{table}")).await;
    browser.press("Begin the round").await;
    let look = async || browser.ask(&format!("/api/tables/{table}")).await["view"].clone();
    let mut bank = ["9c", "8d", "2c", "3c", "4c"].into_iter();
    for _ in 0..60 {
        let view = look().await;
        if view["nets"].as_array().is_some_and(|nets| !nets.is_empty()) {
            break;
        }
        if let Some(slot) = view["round"]["next_card"]["to"].as_str() {
            let card = if slot == "bank" { bank.next().expect("a card for the bank") } else { "Ts" };
            // The pad takes a rank, then a suit, and enter gives the card at once.
            let keys = format!("{}{}", card.to_lowercase(), char::from(Key::Enter));
            type_keys(&browser, &keys).await;
        } else if view["phase"] == "playing" {
            felt.tell(&browser, &player, json!({ "do": "choose", "choice": { "blackjack": "stand" } })).await;
        }
        pause().await;
    }
    browser.wait_for(".payouts li").await;
    browser.sees("Pay and collect, in this order").await;
    let view = look().await;
    let net =
        view["nets"].as_array().and_then(|nets| nets.iter().find(|net| net["person"] == player)).cloned();
    assert_ne!(net.expect("the round is over")["net"], json!(0));
    browser.go("/floor").await;
    browser.sees("Drop").await;
    let bars = "return document.querySelectorAll('main svg rect, main [class*=bar], main [class*=chart] *').length > 0";
    browser.until("the drop as a chart", bars, vec![]).await;
    no_complaints(&browser).await;
    browser.close().await;
}
