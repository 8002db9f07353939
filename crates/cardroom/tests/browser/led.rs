//! A table that a human dealer leads, dealt from the dealer's view by pressing what it asks for.

use std::time::Duration;

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::felt::all_come_with_chips;
use crate::post;

/// Does the next thing that the dealer's view asks for; says what was done.
///
/// Cards come from a list in which none is twice, buttons by their names, the most welcome first.
const DEAL_ON: &str = r#"
    const [deck, names] = arguments;
    const tray = document.querySelector('.dealer-tray');
    if (!tray) return '';
    const next = () => deck[(window.given = (window.given ?? -1) + 1)];
    const tap = (card) => tray.querySelector(`[data-card="${card}"]`).click();
    const named = (name) => [...tray.querySelectorAll('button:not([data-card])')].find((one) => one.innerText.trim() === name && !one.disabled);
    if (tray.querySelector('.hand-entry')) {
        // A hand that is refused stays: its cards are taken back, and the next ones entered.
        if (tray.querySelector('.refusal')) [...tray.querySelectorAll('.hand-entry .card-button')].reverse().forEach((one) => one.click());
        const count = tray.querySelectorAll('.hand-entry .card-slot').length;
        for (let card = 0; card < count; card += 1) tap(next());
        (named('Give this hand') ?? named('Give these cards'))?.click();
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
pub(crate) const NAMES: [&str; 25] = [
    "All done: close the round",
    "Close the round",
    "All of these are paid",
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
    "Compare the hand",
    "Play",
    "No, thank you",
    "Stand",
    "Hit",
    "Check",
    "Call",
    "Stands pat",
    "Discard 1",
    "Bet",
    "Out",
];

/// Cards of one deck in a fixed order.
fn deck() -> Vec<String> {
    let ranks = "A7K2T49J5Q836";
    let of = |suit: char| ranks.chars().map(move |rank| format!("{rank}{suit}"));
    ['s', 'd', 'h', 'c'].into_iter().flat_map(of).collect()
}

/// A table that a human dealer leads, with people at seats 1, 3 and 4.
pub(crate) struct Led {
    pub(crate) table: u64,
    pub(crate) people: Vec<Value>,
    count: u32,
    /// The cards that it is dealt from.
    pub(crate) deck: Vec<String>,
}

impl Led {
    /// Opens a table and seats three people; where there is a bank the first takes it, and the others wager.
    pub(crate) async fn open(browser: &Browser, password: &str, spec: Value, names: [&str; 3]) -> Led {
        let mut led = Led::seat(browser, password, spec, &names, &[1, 3, 4]).await;
        if led.view(browser).await["bank_offered"] == json!(1) {
            led.bank_and_wager(browser, 0, &[1, 3, 4]).await;
        }
        led
    }

    /// Opens a table and seats people at these seats.
    pub(crate) async fn seat(
        browser: &Browser,
        password: &str,
        mut spec: Value,
        names: &[&str],
        seats: &[u8],
    ) -> Led {
        let people = all_come_with_chips(browser, password, names).await;
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
        let mut led = Led { table, people, count: 0, deck: deck() };
        for (person, seat) in led.people.clone().iter().zip(seats) {
            led.tell(browser, person, json!({ "do": "sit", "seat": seat, "buy_in": 40_000 })).await;
        }
        led
    }

    /// One of the people takes the bank, and the others wager at their seats.
    pub(crate) async fn bank_and_wager(&mut self, browser: &Browser, banker: usize, seats: &[u8]) {
        let people = self.people.clone();
        self.tell(browser, &people[banker], json!({ "do": "take-bank", "stake": 20_000 })).await;
        for (place, (person, spot)) in people.iter().zip(seats).enumerate() {
            if place != banker {
                let put = json!({ "do": "put-wager", "spot": spot, "wager": { "base": 2_000 } });
                self.tell(browser, person, put).await;
            }
        }
    }

    pub(crate) async fn tell(&mut self, browser: &Browser, person: &Value, command: Value) {
        self.count += 1;
        let said = json!({ "do": "for", "person": person, "command": command });
        let sent = json!({ "id": format!("{}-{}", self.table, self.count), "as": "dealer", "command": said });
        let answer = post(browser, &format!("/api/tables/{}/commands", self.table), sent).await;
        assert_eq!(answer["outcome"], "applied", "{answer}");
    }

    pub(crate) async fn view(&self, browser: &Browser) -> Value {
        browser.ask(&format!("/api/tables/{}", self.table)).await["view"].clone()
    }

    /// Does the next thing that the dealer's view asks for.
    pub(crate) async fn one_step(&self, browser: &Browser) -> Value {
        browser.script(DEAL_ON, vec![json!(self.deck), json!(NAMES)]).await
    }

    /// Deals until a round is over or something is reached; gives the view.
    pub(crate) async fn deal_until(&self, browser: &Browser, is_reached: impl Fn(&Value) -> bool) -> Value {
        let mut done = Vec::new();
        for _ in 0..250 {
            let view = self.view(browser).await;
            if is_reached(&view) {
                return view;
            }
            let step = self.one_step(browser).await;
            done.push(step.as_str().unwrap_or_default().to_owned());
            tokio::time::sleep(Duration::from_millis(90)).await;
        }
        let text = browser.script("return document.querySelector('.dealer-tray')?.innerText", vec![]).await;
        panic!("not reached after {done:?}; the dealer's place says:\n{}", text.as_str().unwrap_or_default());
    }

    pub(crate) async fn wait(&self, browser: &Browser, is_reached: impl Fn(&Value) -> bool) -> Value {
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
    pub(crate) async fn deal_to_settlement(&self, browser: &Browser) -> Value {
        for _ in 0..150 {
            let view = self.view(browser).await;
            if view["is_settling"] == json!(true) {
                return view;
            }
            browser.script(DEAL_ON, vec![json!(self.deck), json!(&NAMES[2..])]).await;
            tokio::time::sleep(Duration::from_millis(120)).await;
        }
        panic!("no settlement: {}", self.view(browser).await);
    }

    pub(crate) async fn close(self, browser: &Browser) {
        let path = format!("/api/tables/{}/commands", self.table);
        let sent =
            json!({ "id": format!("{}-end", self.table), "as": "floor", "command": { "do": "close" } });
        post(browser, &path, sent).await;
    }
}

pub(crate) fn is_over(view: &Value) -> bool {
    view["nets"].as_array().is_some_and(|nets| !nets.is_empty())
}
