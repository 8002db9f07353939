//! Several bets of one person on several spots: what the page says of them is what became of the reader's own.

use std::time::Duration;

use client::{Patron, Site};
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::room::Room;
use crate::views::PHONE;
use crate::{log_in, no_complaints, post};

/// Three people at a blackjack table without bots: Cara, who banks, Ann, whose page is looked at, and Bea.
pub(crate) struct Spots {
    patrons: Vec<Patron>,
    pub(crate) house: Browser,
    pub(crate) table: u64,
    count: u32,
}

/// A wager on the base spot alone.
pub(crate) fn wager(amount: i64) -> Value {
    json!({ "base": amount, "side": 0, "pair_plus": 0, "six_card": 0, "joint": null })
}

impl Spots {
    /// Seats the three at a table that rests so long between its rounds.
    pub(crate) async fn open(room: &Room, between_ms: u64) -> Spots {
        let house = Browser::open(&room.address, 800, 600).await;
        house.go("/").await;
        let site = Site(room.address.trim_start_matches("http://").parse().expect("an address"));
        let mut patrons = Vec::new();
        for name in ["Cara", "Ann", "Bea"] {
            patrons.push(Patron::register(site, name, "a long word").await.expect("an account"));
        }
        log_in(&house, "house", &room.password).await;
        let long = 600_000;
        let pace = json!({ "offer_ms": long, "wager_ms": long, "turn_ms": long, "between_ms": between_ms });
        let spec = json!({ "book": "mortimers/no-bust-6", "is_practice": true, "pace": pace });
        let table = post(&house, "/api/tables", spec).await["table"].as_u64().expect("a table");
        let mut spots = Spots { patrons, house, table, count: 0 };
        for place in 0..3 {
            let answer =
                spots.tell(place, json!({ "do": "sit", "seat": place + 1, "buy_in": 100_000 })).await;
            assert_eq!(answer["outcome"], "applied", "{answer}");
        }
        spots
    }

    /// Ann's page, at once with what has come.
    pub(crate) async fn page_of_ann(&self, room: &Room, width: u32, height: u32) -> Browser {
        let ann = Browser::open(&room.address, width, height).await;
        ann.go("/").await;
        ann.script(r#"localStorage.setItem("cardroom-settings", `{"animations":false}`)"#, vec![]).await;
        log_in(&ann, "Ann", "a long word").await;
        ann.go(&format!("/table/{}", self.table)).await;
        ann.wait_for(".seat-menu").await;
        ann
    }

    /// Gives Cara the bank.
    pub(crate) async fn give_bank(&mut self) {
        self.tell(1, json!({ "do": "pass-bank" })).await;
        self.tell(2, json!({ "do": "pass-bank" })).await;
        self.tell(0, json!({ "do": "take-bank", "stake": 50_000 })).await;
    }

    pub(crate) async fn tell(&mut self, place: usize, command: Value) -> Value {
        self.count += 1;
        let sent = json!({ "id": format!("away-{}", self.count), "command": command });
        let path = format!("/api/tables/{}/commands", self.table);
        self.patrons[place].post(&path, &sent).await.expect("an answer")
    }

    pub(crate) async fn view(&self, place: usize) -> Value {
        let seen: Value =
            self.patrons[place].get(&format!("/api/tables/{}", self.table)).await.expect("a view");
        seen["view"].clone()
    }

    /// Stands, and declines whatever else is asked.
    pub(crate) async fn stand(&mut self, place: usize) {
        let offers = self.view(place).await["round"]["offers"].as_array().cloned().unwrap_or_default();
        for word in ["stand", "decline"] {
            let choice = json!({ "blackjack": word });
            if let Some(offer) = offers.iter().find(|offer| offer["choice"] == choice) {
                self.tell(place, json!({ "do": "choose", "who": offer["who"], "choice": choice })).await;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_outcome_tells_of_the_own_bets_on_every_spot_and_of_no_others() {
    let room = Room::open();
    let mut spots = Spots::open(&room, 60_000).await;
    let ann = spots.page_of_ann(&room, PHONE.width, PHONE.height).await;
    for _ in 0..200 {
        let view = spots.view(0).await;
        match view["phase"].as_str().unwrap_or_default() {
            "offering" | "broken" => spots.give_bank().await,
            "wagers" => {
                // Each bets on both spots, and others' bets are larger, so that they can be told apart.
                for (place, spot, amount) in [(1, 2, 2_000), (2, 3, 3_000), (1, 3, 2_500), (2, 2, 3_500)] {
                    let put = json!({ "do": "put-wager", "spot": spot, "wager": wager(amount) });
                    let answer = spots.tell(place, put).await;
                    assert_eq!(answer["outcome"], "applied", "{answer}");
                }
                spots.tell(2, json!({ "do": "ready" })).await;
                spots.tell(1, json!({ "do": "ready" })).await;
            }
            "playing" => {
                for place in 0..3 {
                    spots.stand(place).await;
                }
            }
            "resting" => break,
            _ => {}
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    ann.wait_for(".outcome-list").await;
    let lines = "return [...document.querySelectorAll('.outcome-list li span')].map((one) => one.innerText)";
    let lines = ann.script(lines, vec![]).await;
    let said: Vec<&str> = lines.as_array().expect("lines").iter().filter_map(Value::as_str).collect();
    let count = |beginning: &str| said.iter().filter(|line| line.starts_with(beginning)).count();
    assert_eq!(count("On your spot: The wager"), 1, "{said:?}");
    assert_eq!(count("On the spot of Bea: The wager"), 1, "{said:?}");
    assert!(said.iter().all(|line| !line.contains("$30") && !line.contains("$35")), "{said:?}");
    no_complaints(&ann).await;
    ann.close().await;
    spots.house.close().await;
}

/// Whoever has too few chips is told so instead of being offered a seat.
#[tokio::test(flavor = "multi_thread")]
async fn an_empty_wallet_is_offered_no_seat() {
    let room = Room::open();
    let house = Browser::open(&room.address, 800, 600).await;
    house.go("/").await;
    log_in(&house, "house", &room.password).await;
    let spec = json!({ "book": "mortimers/no-bust-6", "schedule": "1" });
    let opened = post(&house, "/api/tables", spec).await;
    let table = opened["table"].as_u64().unwrap_or_else(|| panic!("{opened}"));
    let ann = Browser::open(&room.address, PHONE.width, PHONE.height).await;
    ann.go("/").await;
    let person = post(&ann, "/api/register", json!({ "name": "Ann", "password": "a long word" })).await;
    ann.script("localStorage.setItem('cardroom-came-in', 'yes')", vec![]).await;
    ann.go(&format!("/table/{table}")).await;
    ann.sees("The cage sells chips").await;
    let seats = "return document.querySelectorAll('button.plate.empty').length + \
        [...document.querySelectorAll('.tray button')].filter((one) => one.innerText.includes('Take a seat')).length";
    assert_eq!(ann.script(seats, vec![]).await, json!(0), "no seat is offered");
    post(&house, "/api/cage/buy", json!({ "person": person["person"], "amount": 500_000 })).await;
    ann.go(&format!("/table/{table}")).await;
    ann.press("Take a seat").await;
    no_complaints(&ann).await;
    ann.close().await;
    house.close().await;
}
