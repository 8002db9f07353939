//! Whole rounds on the felt from the dealer's view alone: every family but Pan and every way of betting, and mistakes
//! that are put right from the page.

use std::time::Duration;

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::felt::come_with_chips;
use crate::room::Room;
use crate::{no_complaints, post};

/// Does the next thing that the dealer's view asks for; says what was done.
///
/// Cards come from a list in which none is twice, buttons by their names, the most welcome first.
const DEAL_ON: &str = r#"
    const [deck, names] = arguments;
    const tray = document.querySelector('.dealer-tray');
    if (!tray) return '';
    const next = () => deck[(window.given = (window.given ?? -1) + 1)];
    const tap = ([rank, suit]) => {
        tray.querySelector(`.pad-ranks button:nth-child(${'AKQJT98765432'.indexOf(rank) + 1})`).click();
        tray.querySelector(`.pad-suits .suit-key-${suit}`).click();
    };
    const named = (name) => [...tray.querySelectorAll('button')].find((one) => one.innerText.trim() === name && !one.disabled);
    if (tray.querySelector('.hand-entry')) {
        const count = tray.querySelectorAll('.hand-entry .card-slot').length;
        for (let card = 0; card < count; card += 1) tap(next());
        named('Give this hand')?.click();
        return `a hand of ${count}`;
    }
    for (const name of names) {
        const found = named(name);
        if (!found) continue;
        const amount = found.closest('form')?.elements.amount;
        if (amount && /^Bet$/.test(name)) amount.value = amount.placeholder.split(' to ')[0].replace('$', '');
        found.click();
        return name;
    }
    const pad = tray.querySelector('.pad');
    if (pad && !pad.classList.contains('shut')) {
        const down = named('Face down');
        if (down) down.click();
        else tap(next());
        tray.querySelector('.pad-card').click();
        return 'a card';
    }
    return '';
"#;

/// What is pressed, the most welcome first.
const NAMES: [&str; 22] = [
    "All done: close the round",
    "Close the round",
    "Begin the round",
    "Begin the next hand",
    "Dealt, all face down",
    "No Natural",
    "Shuffled",
    "Pile 1",
    "Betting is closed",
    "9",
    "Set by hand",
    "Confirm",
    "House way",
    "Open the next hand",
    "Play",
    "No, thank you",
    "Stand",
    "Check",
    "Call",
    "Stands pat",
    "Discard 1",
    "Bet",
];

/// Cards of one deck in a fixed order.
fn deck() -> Vec<String> {
    let ranks = "A7K2T49J5Q836";
    let of = |suit: char| ranks.chars().map(move |rank| format!("{rank}{suit}"));
    ['s', 'd', 'h', 'c'].into_iter().flat_map(of).collect()
}

/// A table that a human dealer leads, with people at seats 1, 3 and 4.
struct Led {
    table: u64,
    people: [Value; 3],
    count: u32,
}

impl Led {
    async fn open(browser: &Browser, password: &str, mut spec: Value, names: [&str; 3]) -> Led {
        let people = come_with_chips(browser, password, names).await;
        (spec["dealer"], spec["by_hand"], spec["is_practice"]) = (json!("entered"), json!(true), json!(true));
        if spec["schedule"].is_null() && spec["structure"].is_null() {
            let lobby = browser.ask("/api/lobby").await;
            let found =
                lobby["tables"].as_array().into_iter().flatten().find(|one| one["book"] == spec["book"]);
            spec["schedule"] = found.map_or(Value::Null, |one| one["schedule"].clone());
        }
        spec["is_turned_on"] = json!(true);
        let opened = post(browser, "/api/tables", spec).await;
        let table = opened["table"].as_u64().unwrap_or_else(|| panic!("{opened}"));
        let mut led = Led { table, people, count: 0 };
        for (person, seat) in led.people.clone().iter().zip([1, 3, 4]) {
            led.tell(browser, person, json!({ "do": "sit", "seat": seat, "buy_in": 40_000 })).await;
        }
        if led.view(browser).await["bank_offered"] == json!(1) {
            let people = led.people.clone();
            led.tell(browser, &people[0], json!({ "do": "take-bank", "stake": 20_000 })).await;
            for (person, spot) in people[1..].iter().zip([3, 4]) {
                let put = json!({ "do": "put-wager", "spot": spot, "wager": { "base": 2_000 } });
                led.tell(browser, person, put).await;
            }
        }
        led
    }

    async fn tell(&mut self, browser: &Browser, person: &Value, command: Value) {
        self.count += 1;
        let said = json!({ "do": "for", "person": person, "command": command });
        let sent = json!({ "id": format!("{}-{}", self.table, self.count), "as": "dealer", "command": said });
        let answer = post(browser, &format!("/api/tables/{}/commands", self.table), sent).await;
        assert_eq!(answer["outcome"], "applied", "{answer}");
    }

    async fn view(&self, browser: &Browser) -> Value {
        browser.ask(&format!("/api/tables/{}", self.table)).await["view"].clone()
    }

    /// Deals until a round is over or something is reached; gives the view.
    async fn deal_until(&self, browser: &Browser, is_reached: impl Fn(&Value) -> bool) -> Value {
        let mut done = Vec::new();
        for _ in 0..250 {
            let view = self.view(browser).await;
            if is_reached(&view) {
                return view;
            }
            let arguments = vec![json!(deck()), json!(NAMES)];
            let step = browser.script(DEAL_ON, arguments).await;
            done.push(step.as_str().unwrap_or_default().to_owned());
            tokio::time::sleep(Duration::from_millis(90)).await;
        }
        let text = browser.script("return document.querySelector('.dealer-tray')?.innerText", vec![]).await;
        panic!("not reached after {done:?}; the dealer's place says:\n{}", text.as_str().unwrap_or_default());
    }

    async fn wait(&self, browser: &Browser, is_reached: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..100 {
            let view = self.view(browser).await;
            if is_reached(&view) {
                return view;
            }
            tokio::time::sleep(Duration::from_millis(90)).await;
        }
        panic!("waited in vain: {}", self.view(browser).await);
    }

    /// Deals until payments are listed, and makes none.
    async fn deal_to_settlement(&self, browser: &Browser) -> Value {
        for _ in 0..150 {
            let view = self.view(browser).await;
            if view["is_settling"] == json!(true) {
                return view;
            }
            browser.script(DEAL_ON, vec![json!(deck()), json!(&NAMES[2..])]).await;
            tokio::time::sleep(Duration::from_millis(120)).await;
        }
        panic!("no settlement: {}", self.view(browser).await);
    }

    async fn close(self, browser: &Browser) {
        let path = format!("/api/tables/{}/commands", self.table);
        let sent =
            json!({ "id": format!("{}-end", self.table), "as": "floor", "command": { "do": "close" } });
        post(browser, &path, sent).await;
    }
}

fn is_over(view: &Value) -> bool {
    view["nets"].as_array().is_some_and(|nets| !nets.is_empty())
}

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
    let proof = browser.ask("/api/verify").await;
    assert_eq!(proof["faults"], json!([]), "{proof}");
    browser.close().await;
}
