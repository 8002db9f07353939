//! A table of the house that a human dealer leads, over the public interface.
#![allow(dead_code, reason = "not every program of tests needs all of it")]

use client::{Ask, Patron};
use serde_json::{Value, json};

use crate::house::House;

/// Sends something and gives the status with the answer.
pub(crate) async fn post(who: &Patron, path: &str, body: Value) -> (u16, Value) {
    let reply = who.ask(Ask::post(path, &body)).await.unwrap();
    (reply.status, serde_json::from_str(&reply.body).unwrap_or_default())
}

/// A table that a human dealer leads, and who is there.
pub(crate) struct Felt {
    pub(crate) table: u64,
    pub(crate) count: u32,
    pub(crate) dealer: Patron,
    pub(crate) floor: Patron,
    pub(crate) people: Vec<Patron>,
}

impl Felt {
    /// Opens a table, and three people sit down with chips of the house.
    pub(crate) async fn open(house: &House, spec: Value) -> Felt {
        let (dealer, floor, cage) =
            (house.staff("dealer").await, house.staff("floor").await, house.staff("cage").await);
        let opened: Value = floor.post("/api/tables", &spec).await.unwrap();
        let table = opened["table"].as_u64().unwrap_or_else(|| panic!("{opened}"));
        let mut felt = Felt { table, count: 0, dealer, floor, people: Vec::new() };
        for (name, seat) in [("Ann", 1), ("Bea", 3), ("Cal", 4)] {
            let person = Patron::register(house.site, name, "long enough").await.unwrap();
            let bought = json!({ "person": person.person, "amount": 90_000 });
            let _: Value = cage.post("/api/cage/buy", &bought).await.unwrap();
            let sit = json!({ "do": "sit", "seat": seat, "buy_in": 60_000 });
            let (dealer, id) = (felt.dealer.clone(), person.person);
            felt.done(&dealer, "dealer", json!({ "do": "for", "person": id, "command": sit })).await;
            felt.done(&person, "patron", json!({ "do": "give-consent" })).await;
            felt.people.push(person);
        }
        felt
    }

    /// Says something at the table.
    pub(crate) async fn say(&mut self, who: &Patron, part: &str, command: Value) -> Value {
        self.count += 1;
        let said = json!({ "id": format!("f{}", self.count), "as": part, "command": command });
        who.post(&format!("/api/tables/{}/commands", self.table), &said).await.unwrap()
    }

    /// The same, which must be done.
    pub(crate) async fn done(&mut self, who: &Patron, part: &str, command: Value) {
        let answer = self.say(who, part, command.clone()).await;
        assert_eq!(answer["outcome"], "applied", "{command}: {answer}");
    }

    /// Says something as the dealer.
    pub(crate) async fn deal(&mut self, command: Value) {
        let dealer = self.dealer.clone();
        self.done(&dealer, "dealer", command).await;
    }

    /// Says something for somebody.
    pub(crate) async fn say_for(&mut self, place: usize, command: Value) {
        let person = self.people[place].person;
        self.deal(json!({ "do": "for", "person": person, "command": command })).await;
    }

    /// The table as the dealer sees it.
    pub(crate) async fn view(&self) -> Value {
        let seen: Value = self.dealer.get(&format!("/api/tables/{}", self.table)).await.unwrap();
        seen["view"].clone()
    }

    /// A round of blackjack in which whoever is asked banks and everybody stands.
    pub(crate) async fn round(&mut self) {
        let mut asked = self.view().await["bank_asked"].clone();
        for _ in 0..200 {
            if !asked.is_null() {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            asked = self.view().await["bank_asked"].clone();
        }
        let banker = self.people.iter().position(|one| json!(one.person) == asked).unwrap_or(0);
        self.say_for(banker, json!({ "do": "take-bank", "stake": 20_000 })).await;
        for (place, spot) in [(0, 1), (1, 3), (2, 4)].into_iter().filter(|(place, _)| *place != banker) {
            let put = json!({ "do": "put-wager", "spot": spot, "wager": { "base": 2_000 } });
            self.say_for(place, put).await;
        }
        self.deal(json!({ "do": "start" })).await;
        let mut cards = ["Ts", "Th", "9c", "9s", "9h", "9d", "8c", "8d"].iter().cycle();
        for _ in 0..40 {
            let view = self.view().await;
            match view["dealers_step"]["kind"].as_str().unwrap_or_default() {
                "deal" | "turn" => self.deal(json!({ "do": "card", "card": cards.next() })).await,
                "look" => self.deal(json!({ "do": "look", "natural": false })).await,
                "pay" => return self.deal(json!({ "do": "close-round" })).await,
                _ => {
                    let person = view["asked"][0]["person"].clone();
                    let stand = json!({ "do": "choose", "choice": { "blackjack": "stand" } });
                    self.deal(json!({ "do": "for", "person": person, "command": stand })).await;
                }
            }
        }
        panic!("the round does not end: {}", self.view().await);
    }

    /// A correction of the first round.
    pub(crate) fn correction(&self, from: usize, to: usize, amount: i64) -> Value {
        json!({
            "round": 1, "from": { "person": self.people[from].person }, "to": { "person": self.people[to].person },
            "amount": amount, "why": "record", "reason": "the wrong seat was paid",
        })
    }
}
