//! Turns at a poker table: what is chosen ahead, and presses that come before their outcome is shown.

use std::time::Duration;

use client::{Patron, Site};
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::room::Room;
use crate::{log_in, no_complaints, post};

/// No-limit hold'em without bots: Ann before the page, and others who act from elsewhere.
pub(crate) struct Table {
    pub(crate) ann: Browser,
    pub(crate) house: Browser,
    pub(crate) number: u64,
    patrons: Vec<Patron>,
    pub(crate) people: Vec<Value>,
    count: u32,
}

/// Keeps what the page sends, and its line to the room.
const LISTEN: &str = "window.sent = []; window.WebSocket = class extends WebSocket { \
    constructor(...to) { super(...to); window.line = this; } \
    send(text) { window.sent.push(JSON.parse(text)); super.send(text); } };";

/// Opens a table without bots, at which a turn lasts as long as a test.
async fn open_no_limit(house: &Browser) -> u64 {
    let spec = json!({
        "book": "marina/holdem", "structure": "no limit", "blinds": [100, 200], "buy_in_least": 4_000, "is_practice": true,
        "pace": { "turn_ms": 600_000, "between_ms": 400 },
    });
    let opened = post(house, "/api/tables", spec).await;
    opened["table"].as_u64().unwrap_or_else(|| panic!("{opened}"))
}

impl Table {
    /// A table whose page shows at once what has come.
    pub(crate) async fn open(room: &Room, names: &[&str]) -> Table {
        Table::open_for(room, names, r#"localStorage.setItem("cardroom-settings", `{"animations":false}`);"#)
            .await
    }

    /// A table before whose page a script runs.
    pub(crate) async fn open_for(room: &Room, names: &[&str], before: &str) -> Table {
        let house = Browser::open(&room.address, 800, 600).await;
        house.go("/").await;
        let address = room.address.trim_start_matches("http://").parse().expect("an address");
        let mut patrons = Vec::new();
        for name in names {
            patrons.push(Patron::register(Site(address), name, "a long word").await.expect("an account"));
        }
        let people: Vec<Value> = patrons.iter().map(|patron| json!(patron.person)).collect();
        log_in(&house, "house", &room.password).await;
        for person in &people {
            post(&house, "/api/cage/buy", json!({ "person": person, "amount": 100_000 })).await;
        }
        let number = open_no_limit(&house).await;
        let ann = Browser::open(&room.address, 1280, 800).await;
        ann.devtools(
            "Page.addScriptToEvaluateOnNewDocument",
            json!({ "source": format!("{before} {LISTEN}") }),
        )
        .await;
        ann.go("/").await;
        log_in(&ann, names[0], "a long word").await;
        let mut table = Table { ann, house, number, patrons, people, count: 0 };
        table.seat_all().await;
        table.ann.go(&format!("/table/{number}")).await;
        table.ann.wait_for(".seat-menu").await;
        table
    }

    /// Seats everybody in the order of their names.
    async fn seat_all(&mut self) {
        for (place, person) in self.people.clone().iter().enumerate() {
            self.tell(person, json!({ "do": "sit", "seat": place + 1, "buy_in": 50_000 })).await;
        }
    }

    /// Seats the same people at another table like this one, and gives its number.
    pub(crate) async fn seat_at_another(&mut self) -> u64 {
        let other = open_no_limit(&self.house).await;
        let first = std::mem::replace(&mut self.number, other);
        self.seat_all().await;
        std::mem::replace(&mut self.number, first)
    }

    pub(crate) async fn look(&self) -> Value {
        self.house.ask(&format!("/api/tables/{}", self.number)).await["view"].clone()
    }

    /// Lets a person do something, away from any page.
    pub(crate) async fn tell(&mut self, person: &Value, command: Value) -> Value {
        self.count += 1;
        let sent = json!({ "id": format!("away-{}", self.count), "command": command });
        let patron = self.patrons.iter().find(|patron| json!(patron.person) == *person).expect("a person");
        let path = format!("/api/tables/{}/commands", self.number);
        patron.post(&path, &sent).await.expect("an answer")
    }

    /// Whose turn it is, if it is anybody's.
    async fn turn(&self) -> Option<Value> {
        let view = self.look().await;
        let purse = usize::try_from(view["round"]["awaits"][0].as_u64()?).ok()?;
        Some(view["round_people"][purse]["person"].clone())
    }

    /// What lies before a seat on this street.
    pub(crate) async fn bet_at(&self, seat: u64) -> Value {
        let view = self.look().await;
        let seats = view["round"]["seats"].as_array().cloned().unwrap_or_default();
        let own = seats.into_iter().find(|one| one["seat"] == json!(seat));
        own.filter(|_| view["phase"] == "playing").map_or(Value::Null, |one| one["bet"].clone())
    }

    /// Lets whoever is to act do this, unless it is Ann.
    pub(crate) async fn others(&mut self, choices: &[Value]) {
        let Some(person) = self.turn().await.filter(|person| *person != self.people[0]) else { return };
        for choice in choices {
            let command = json!({ "do": "choose", "choice": { "poker": choice } });
            if self.tell(&person, command).await["outcome"] == "applied" {
                return;
            }
        }
    }

    /// Lets a script look and press in Ann's page until it gives something true, while the others do what they do.
    pub(crate) async fn until(&mut self, what: &str, script: &str, choices: &[Value]) {
        for _ in 0..200 {
            if self.ann.script(&format!("{PAGE} {script}"), vec![]).await == json!(true) {
                return;
            }
            self.others(choices).await;
            tokio::time::sleep(Duration::from_millis(150)).await;
        }
        let text = self.ann.script("return document.body.innerText", vec![]).await;
        panic!("waited in vain for {what}; the page says:\n{}", text.as_str().unwrap_or_default());
    }

    pub(crate) async fn close(self) {
        no_complaints(&self.ann).await;
        self.ann.close().await;
        self.house.close().await;
    }
}

/// What stands in the page: which round it is, what can be pressed, and what can be chosen ahead.
const PAGE: &str = "\
    const round = Number(/round (\\d+)/.exec(document.querySelector('.table-title')?.innerText ?? '')?.[1] ?? 0); \
    const choices = () => [...document.querySelectorAll('.choice-buttons button:not(.grey)')] \
        .filter((one) => !one.disabled && one.getAttribute('aria-disabled') !== 'true'); \
    const choice = (name) => choices().find((one) => one.innerText.startsWith(name)); \
    const aheads = [...document.querySelectorAll('.ahead-choice')]; \
    const tick = (name) => { const found = aheads.find((one) => one.innerText.startsWith(name)); \
        found?.querySelector('input').click(); return found !== undefined; };";

#[tokio::test(flavor = "multi_thread")]
async fn what_is_chosen_ahead_ends_with_its_round() {
    let room = Room::open();
    let mut table = Table::open(&room, &["Ann", "Bea"]).await;
    let tick = "if (tick('Check or fold')) { window.sent.length = 0; return round === 1; } choice('Call')?.click(); return false;";
    table.until("a turn of Bea's in the first round", tick, &[]).await;
    table.others(&[json!("fold")]).await;
    // In the second round Bea raises, and what was meant for the first one would fold.
    let asked = "return round === 2 && choices().length > 0";
    table.until("a turn of Ann's in the second round", asked, &[json!({ "raise": 600 })]).await;
    let sent = "return window.sent.filter((one) => one.command.do === 'choose')";
    assert_eq!(table.ann.script(sent, vec![]).await, json!([]), "nothing was done for Ann");
    assert_eq!(table.turn().await, Some(table.people[0].clone()), "it is still her turn");
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_chosen_ahead_is_for_its_price_only() {
    let room = Room::open();
    let mut table = Table::open(&room, &["Ann", "Bea", "Cleo"]).await;
    // In the small blind, Ann has a dollar to call and somebody else goes first.
    while table.bet_at(1).await != json!(100) || table.turn().await == Some(table.people[0].clone()) {
        table.ann.script(&format!("{PAGE} choice('Fold')?.click()"), vec![]).await;
        table.others(&[json!("check"), json!("fold")]).await;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    table.until("a call of the small blind", "return tick('Call $1')", &[]).await;
    let ticked = "return [...document.querySelectorAll('.ahead-choice input')].some((one) => one.checked)";
    assert_eq!(table.ann.script(ticked, vec![]).await, json!(true), "the call is meant");
    table.others(&[json!({ "raise": 30_000 })]).await;
    table.until("a price of Ann's to decide on", "return choice('Call $299') !== undefined", &[]).await;
    assert_eq!(table.turn().await, Some(table.people[0].clone()), "nothing was done for Ann");
    // Whoever has put everything in has nothing to choose ahead.
    let all_in = "return document.querySelector('.ahead') === null && (choice('Raise to')?.click(), choices().length === 0)";
    table.until("Ann to be all in", all_in, &[]).await;
    let waits = "return choices().length === 0 && document.querySelector('.ahead') === null \
                 && document.querySelector('.tray-standing').innerText.includes(\"'s turn\")";
    table.until("the others to decide, and nothing for Ann", waits, &[]).await;
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_press_is_one_choice_however_often_it_is_repeated() {
    let room = Room::open();
    let mut table = Table::open(&room, &["Ann", "Bea"]).await;
    // Whoever presses without end presses once for each turn that is shown.
    let hammer = "window.hammer = setInterval(() => { const call = [...document.querySelectorAll('.choice-buttons button:not(.grey)')] \
            .find((one) => one.innerText.startsWith('Call')); if (call && !call.disabled) call.click(); \
            dispatchEvent(new KeyboardEvent('keydown', { key: 'c' })); \
            if (document.querySelector('.tray .refusal')) window.wasRefused = true; }, 5);";
    table.ann.script(hammer, vec![]).await;
    // Bea folds his small blinds until Ann is the first to act, right after the deal, while its cards are still shown coming.
    let chosen = "return window.sent.some((one) => one.command.do === 'choose')";
    while table.ann.script(chosen, vec![]).await != json!(true) {
        if table.bet_at(2).await == json!(100) {
            table.others(&[json!("fold")]).await;
        }
    }
    table.until("Bea's turn", "return aheads.length > 0", &[]).await;
    let sent = "clearInterval(window.hammer); return [window.sent.filter((one) => one.command.do === 'choose').length, window.wasRefused ?? false]";
    assert_eq!(table.ann.script(sent, vec![]).await, json!([1, false]));
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_pressed_while_the_line_is_down_is_done_once() {
    let room = Room::open();
    let mut table = Table::open(&room, &["Ann", "Bea"]).await;
    let press = "const call = choice('Call'); if (!call) return false; window.line.close(); call.click(); return true;";
    table.until("a call to be pressed on a broken line", press, &[json!("fold")]).await;
    table.until("Bea's turn", "return aheads.length > 0", &[]).await;
    let sent = "return window.sent.filter((one) => one.command.do === 'choose').length";
    assert_eq!(table.ann.script(sent, vec![]).await, json!(1));
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_is_not_there_is_not_waited_for() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/").await;
    log_in(&browser, "house", &room.password).await;
    for path in ["/table/9999", "/dealer/9999"] {
        browser.go(path).await;
        browser.sees("There is no such table.").await;
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_of_bots_says_whom_it_waits_for() {
    let room = Room::open();
    let browser = Browser::open(&room.address, 1280, 800).await;
    browser.go("/table/1").await;
    browser.sees("The game begins when somebody sits down with the bots.").await;
    browser.close().await;
}
