//! The hours of a house on live pages, by a clock that the test sets: people are warned, the hand that is on at closing is the
//! last, the table closes by itself and is greyed until the house opens again.

use client::{Ask, Patron, Site};
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::room::Room;
use crate::{log_in, no_complaints, post};

const BOOK: &str = "players-club/holdem";
const MINUTE: i64 = 60_000;

/// 20:00 on Wednesday, 7 January 2026 in California; the house deals $3-$6 hold'em from 10:00 to 02:00.
const EVENING: i64 = 1_767_844_800_000;

async fn say(who: &Patron, table: u64, id: &str, command: Value) -> Value {
    let said = json!({ "id": id, "command": command });
    let reply = who.ask(Ask::post(&format!("/api/tables/{table}/commands"), &said)).await.expect("an answer");
    serde_json::from_str(&reply.body).unwrap_or_default()
}

/// Whether the table's card in the lobby is greyed.
fn shut(table: u64, is_shut: bool) -> String {
    format!(
        "const link = document.querySelector('.table-card h3 a[href=\"/table/{table}\"]'); \
         return Boolean(link) && link.closest('.table-card').classList.contains('shut') === {is_shut}"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn people_are_warned_and_the_table_is_greyed_until_the_house_opens() {
    let room = Room::open_at(EVENING);
    let lobby = Browser::open(&room.address, 1280, 800).await;
    lobby.go("/").await;
    let site =
        Site(room.address.trim_start_matches("http://").trim_end_matches('/').parse().expect("an address"));
    let mut people = Vec::new();
    for name in ["Ann", "Bea"] {
        people.push(Patron::register(site, name, "a long word").await.expect("an account"));
    }
    log_in(&lobby, "house", &room.password).await;
    let long = 100_000_000;
    let pace = json!({ "offer_ms": long, "wager_ms": long, "turn_ms": long, "between_ms": 0, "reading_ms": 0, "seat_ms": long });
    let spec = json!({ "book": BOOK, "schedule": "3-6", "pace": pace });
    let table = post(&lobby, "/api/tables", spec).await["table"].as_u64().expect("a table");
    for (seat, one) in (1..).zip(&people) {
        post(&lobby, "/api/cage/buy", json!({ "person": one.person, "amount": 100_000 })).await;
        let sat = say(one, table, "sit", json!({ "do": "sit", "seat": seat, "buy_in": 20_000 })).await;
        assert_eq!(sat["outcome"], "applied", "{sat}");
    }
    lobby.go("/").await;
    lobby.until("an open table", &shut(table, false), vec![]).await;
    let page = Browser::open(&room.address, 1280, 800).await;
    page.go("/").await;
    log_in(&page, "house", &room.password).await;
    page.go(&format!("/table/{table}")).await;
    page.sees(&format!("Table {table}")).await;
    let closing = "return document.querySelector('.table-title .closing')?.innerText ?? ''";
    assert_eq!(page.script(closing, vec![]).await, json!(""), "there is time");

    // Ten minutes before closing everybody is told, at the table, in the lobby and on the floor's page.
    room.set_clock(EVENING + 350 * MINUTE);
    page.sees("last hand at").await;
    lobby.sees("last hand at").await;

    // The hand that is on at closing is the last.
    room.set_clock(EVENING + 360 * MINUTE + 5_000);
    page.sees("the last hand").await;
    lobby.sees("the last hand").await;
    lobby.until("a table that still plays", &shut(table, false), vec![]).await;
    let view: Value = people[0].get(&format!("/api/tables/{table}")).await.expect("a view");
    assert_eq!((&view["view"]["phase"], &view["view"]["closed_until"]), (&json!("playing"), &Value::Null));
    let mut folded = false;
    for one in &people {
        let done = say(one, table, "fold", json!({ "do": "choose", "choice": { "poker": "fold" } })).await;
        folded |= done["outcome"] == "applied";
    }
    assert!(folded, "somebody's turn it was");

    // The table closes by itself, is greyed, and says until when.
    page.sees("closed until").await;
    lobby.until("a greyed table", &shut(table, true), vec![]).await;
    lobby.sees("closed until").await;
    if let Some(folder) = std::env::var_os("PICTURES") {
        lobby.screenshot(&std::path::Path::new(&folder).join("lobby-closed.webp")).await;
    }
    lobby.go("/floor").await;
    lobby.sees("closed until").await;

    // In the morning it deals again.
    room.set_clock(EVENING + 14 * 60 * MINUTE + 5_000);
    lobby.go("/").await;
    lobby.until("a table that deals again", &shut(table, false), vec![]).await;
    let open = "return !document.body.innerText.includes('closed until')";
    page.until("a table that says nothing of closing", open, vec![]).await;
    no_complaints(&page).await;
    no_complaints(&lobby).await;
    page.close().await;
    lobby.close().await;
    room.is_proven();
}
