//! A table with real cards: a dealer, somebody who banks and somebody who wagers.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use client::{Ask, Patron, Site};
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::{log_in, post};

/// Everybody who came with chips, by room and number: they agree to bring them on a device of their own.
static DEVICES: LazyLock<Mutex<HashMap<(Site, u64), Patron>>> = LazyLock::new(Mutex::default);

fn site_of(browser: &Browser) -> Site {
    Site(browser.address.trim_start_matches("http://").trim_end_matches('/').parse().expect("an address"))
}

/// A table whose dealer enters the cards; the first of two banks at seat 1, the second
/// plays at seat 3.
pub(crate) struct Felt {
    pub(crate) table: u64,
    pub(crate) banker: Value,
    pub(crate) player: Value,
    commands: String,
    count: u32,
}

/// Lets people come in and buy chips; the house is logged in afterwards.
pub(crate) async fn come_with_chips<const N: usize>(
    browser: &Browser,
    password: &str,
    names: [&str; N],
) -> [Value; N] {
    all_come_with_chips(browser, password, &names).await.try_into().expect("as many people as names")
}

/// The same of any number of people.
pub(crate) async fn all_come_with_chips(browser: &Browser, password: &str, names: &[&str]) -> Vec<Value> {
    let mut people = Vec::new();
    for name in names {
        let patron = Patron::register(site_of(browser), name, "a long word").await.expect("a new account");
        people.push(json!(patron.person));
        let key = (site_of(browser), u64::from(patron.person));
        DEVICES.lock().expect("a lock").insert(key, patron);
    }
    log_in(browser, "house", password).await;
    for person in &people {
        post(browser, "/api/cage/buy", json!({ "person": person, "amount": 100_000 })).await;
    }
    people
}

impl Felt {
    /// Lets both come in and buy chips, then opens a table of `mortimers/no-bust-6` as the house.
    pub(crate) async fn open(browser: &Browser, password: &str, names: [&str; 2]) -> Felt {
        Felt::open_of(browser, password, names, "mortimers/no-bust-6").await
    }

    /// Lets both come in and buy chips, then opens a table of a book as the house, under its second schedule.
    pub(crate) async fn open_of(browser: &Browser, password: &str, names: [&str; 2], book: &str) -> Felt {
        let [banker, player] = come_with_chips(browser, password, names).await;
        let told = browser.ask(&format!("/api/books/{book}")).await;
        let schedule = &told["schedules"][1]["handle"];
        let spec = json!({ "book": book, "schedule": schedule, "dealer": "entered" });
        let table = post(browser, "/api/tables", spec).await["table"].as_u64().expect("a table");
        let commands = format!("/api/tables/{table}/commands");
        Felt { table, banker, player, commands, count: 0 }
    }

    /// Seats both, gives the first the bank and puts the wager of the second down.
    pub(crate) async fn take_wagers(&mut self, browser: &Browser) {
        let (banker, player) = (self.banker.clone(), self.player.clone());
        self.tell(browser, &banker, json!({ "do": "sit", "seat": 1, "buy_in": 50_000 })).await;
        self.tell(browser, &player, json!({ "do": "sit", "seat": 3, "buy_in": 50_000 })).await;
        self.tell(browser, &banker, json!({ "do": "take-bank", "stake": 20_000 })).await;
        self.tell(browser, &player, json!({ "do": "put-wager", "spot": 3, "wager": { "base": 2_000 } }))
            .await;
    }

    /// Does something for a person, as the dealer.
    pub(crate) async fn tell(&mut self, browser: &Browser, person: &Value, command: Value) {
        let brings_chips =
            ["sit", "stand-behind", "add-chips"].iter().any(|word| command["do"] == json!(word));
        self.deal(browser, json!({ "do": "for", "person": person, "command": command })).await;
        if brings_chips {
            self.agree(browser, person).await;
        }
    }

    /// Somebody agrees on their own device to bring the chips that the staff ask for.
    async fn agree(&mut self, browser: &Browser, person: &Value) {
        self.count += 1;
        let key = (site_of(browser), person.as_u64().expect("a number"));
        let device =
            DEVICES.lock().expect("a lock").get(&key).cloned().expect("somebody who came with chips");
        let said = json!({ "id": format!("agreed-{}", self.count), "command": { "do": "give-consent" } });
        let answer = device.ask(Ask::post(&self.commands, &said)).await.expect("an answer");
        assert_eq!(answer.json::<Value>().expect("words")["outcome"], "applied", "{}", answer.body);
    }

    /// Does something as the dealer.
    pub(crate) async fn deal(&mut self, browser: &Browser, command: Value) {
        self.speak(browser, "dealer", command).await;
    }

    /// Does something as the dealer or the floor.
    pub(crate) async fn speak(&mut self, browser: &Browser, role: &str, command: Value) {
        self.count += 1;
        let sent = json!({ "id": format!("{}-{}", self.table, self.count), "as": role, "command": command });
        let answer = post(browser, &self.commands, sent).await;
        assert_eq!(answer["outcome"], "applied", "{answer}");
    }
}
