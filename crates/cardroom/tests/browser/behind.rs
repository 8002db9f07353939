//! Somebody for whom there is no seat: they wait, stand behind, back a spot and say that no more is coming.

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::room::Room;
use crate::{log_in, no_complaints, post};

/// A table whose seven seats are taken, and the floor that speaks for those who sit there.
struct Full {
    house: Browser,
    table: u64,
    people: Vec<Value>,
    count: u32,
}

impl Full {
    async fn open(room: &Room, seat_ms: i64) -> Full {
        let house = Browser::open(&room.address, 800, 600).await;
        house.go("/").await;
        let mut people = Vec::new();
        for seat in 1..=7 {
            let new = json!({ "name": format!("Seat {seat}"), "password": "a long word" });
            people.push(post(&house, "/api/register", new).await["person"].clone());
        }
        log_in(&house, "house", &room.password).await;
        let long = 600_000;
        let spec = json!({
            "book": "marina/double-hand", "is_practice": true, "dealer": "entered",
            "pace": { "offer_ms": long, "wager_ms": long, "turn_ms": long, "between_ms": 400, "seat_ms": seat_ms },
        });
        let table = post(&house, "/api/tables", spec).await["table"].as_u64().expect("a table");
        let mut full = Full { house, table, people, count: 0 };
        for place in 0..7 {
            full.tell(place, json!({ "do": "sit", "seat": place + 1, "buy_in": 50_000 })).await;
        }
        full
    }

    async fn tell(&mut self, place: usize, command: Value) {
        self.count += 1;
        let told = json!({ "do": "for", "person": self.people[place], "command": command });
        let sent = json!({ "id": self.count.to_string(), "as": "floor", "command": told });
        let answer = post(&self.house, &format!("/api/tables/{}/commands", self.table), sent).await;
        assert_eq!(answer["outcome"], "applied", "{answer}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_to_a_seat_that_runs_out_is_told() {
    let room = Room::open();
    let mut full = Full::open(&room, 1_500).await;
    let reader = Browser::open(&room.address, 390, 844).await;
    reader.go(&format!("/table/{}", full.table)).await;
    reader.press("Join the waiting list").await;
    reader.sees("Leave the waiting list").await;
    full.tell(6, json!({ "do": "leave" })).await;
    reader.sees("its time ran out").await;
    no_complaints(&reader).await;
    reader.close().await;
    full.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn at_a_full_table_a_stranger_waits_stands_behind_and_is_ready() {
    let room = Room::open();
    let mut full = Full::open(&room, 60_000).await;
    let number = full.table;

    let reader = Browser::open(&room.address, 390, 844).await;
    reader.go(&format!("/table/{number}")).await;
    reader.sees("Every seat is taken").await;
    reader.press("Join the waiting list").await;
    reader.sees("Leave the waiting list").await;
    full.tell(0, json!({ "do": "take-bank", "stake": 20_000 })).await;
    // What happens at the table takes nothing away that was offered.
    reader.press("Stand behind and back others").await;
    let inside = "[...document.querySelectorAll('dialog[open] button')]\
        .find((one) => one.innerText.includes('Stand behind'))?.click(); \
        return document.querySelector('.seat-menu') !== null;";
    reader.until("a place behind", inside, vec![]).await;
    reader.sees("Tap a spot on the felt").await;
    reader.press("Not this round").await;
    reader.sees("You sit this round out.").await;
    let me = reader.ask("/api/me").await["person"].clone();
    let view = reader.ask(&format!("/api/tables/{number}")).await["view"].clone();
    let own = view["people"].as_array().unwrap().iter().find(|one| one["person"] == me);
    assert_eq!(own.expect("a place behind")["is_ready"], true);
    no_complaints(&reader).await;
    reader.close().await;
    full.house.close().await;
}
