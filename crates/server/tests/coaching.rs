//! The coach speaks at practice tables alone, to whoever has chips there, about what they see themselves.

mod house;

use std::sync::atomic::{AtomicU32, Ordering};

use cards::Seed;
use client::{Ask, Patron};
use coach::{Advice, Asked, Coach, Review};
use games::Seat;
use house::{Folder, House, quiet};
use room::{Command, Spec, TableId, TableView};
use serde_json::{Value, json};

/// What is said to those who are not in the round, who are asked nothing, and who are asked what has no numbers.
const NO_ADVICE: [&str; 3] = [
    "You have no money in this round, so there is nothing to advise.",
    "Nothing is asked of you now.",
    "The coach has no numbers for what is asked of you now.",
];

/// The status and what is said.
async fn asked(patron: &Patron, path: &str) -> (u16, Value) {
    let reply = patron.ask(Ask::get(path)).await.unwrap();
    (reply.status, serde_json::from_str(&reply.body).unwrap())
}

async fn view(patron: &Patron, table: TableId) -> TableView {
    let seen: Value = patron.get(&format!("/api/tables/{table}")).await.unwrap();
    serde_json::from_value(seen["view"].clone()).unwrap()
}

async fn give(patron: &Patron, table: TableId, command: &Command) {
    static GIVEN: AtomicU32 = AtomicU32::new(0);
    let id = format!("given {}", GIVEN.fetch_add(1, Ordering::Relaxed));
    let said = json!({ "id": id, "command": command });
    let answer: Value = patron.post(&format!("/api/tables/{table}/commands"), &said).await.unwrap();
    assert_eq!(answer["outcome"], "applied", "{command:?}: {answer}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_real_table_refuses_it() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    for book in ["mortimers/no-bust-6", "marina/holdem"] {
        let spec = Spec { is_practice: false, despite_errors: true, ..house.quick(book) };
        let table = house.table(&floor, &spec).await;
        let patron = Patron::register(house.site, &format!("Pat {table}"), "long enough").await.unwrap();
        let cage = house.staff("cage").await;
        let chips = json!({ "person": patron.person, "amount": 10_000_000 });
        let _: Value = cage.post("/api/cage/buy", &chips).await.unwrap();
        let player = house.seated(&patron, table, book, 1).await;
        for path in [format!("/api/tables/{table}/coach"), format!("/api/tables/{table}/rounds/1/coach")] {
            let (status, told) = asked(&patron, &path).await;
            assert_eq!(status, 403, "{path}: {told}");
            assert_eq!(
                told,
                json!({ "error": "the coach helps at practice tables only", "code": "coach-practice" })
            );
        }
        drop(player);
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_says_what_the_own_view_gives_and_reviews_the_round() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let mut advised = 0;
    let mut reviewed = 0;
    let mut unasked = 0;
    for book in
        ["mortimers/no-bust-6", "pinnacle/three-card-6-card-bonus", "marina/holdem", "mortimers/double-hand"]
    {
        let table = house.table(&floor, &house.quick(book)).await;
        let path = format!("/api/tables/{table}/coach");
        let mut guests = Vec::new();
        for seat in 1..=3 {
            let guest = Patron::guest(house.site, &format!("Guest {seat} {table}")).await.unwrap();
            let buy_in = view(&guest, table).await.buy_in_least.times(40);
            give(&guest, table, &Command::Sit { seat: Seat::new(seat), buy_in }).await;
            guests.push(guest);
        }
        let mut draws = Seed::from_bytes([4; 32]).draws();
        // Nobody without chips there is told anything, whatever they are in the house.
        let stranger = Patron::guest(house.site, &format!("Rail {table}")).await.unwrap();
        for other in [&stranger, &floor] {
            let (status, told) = asked(other, &path).await;
            assert_eq!((status, &told["code"]), (403, &json!("coach-own-hand")), "{told}");
        }
        let rules = house.rules(book);
        let coach = Coach::default();
        for _ in 0..400 {
            for guest in &guests {
                let before = view(guest, table).await;
                let (status, told) = asked(guest, &path).await;
                assert_eq!(status, 200, "{told}");
                let told: Advice = serde_json::from_value(told).unwrap();
                let expected = coach.advise(&before, guest.person, &rules, &Asked::default());
                assert_eq!(told, expected, "{book}");
                advised += usize::from(!told.hands.is_empty());
                // Whoever is asked nothing is told so in words, and again whenever they ask.
                if told.hands.is_empty() {
                    let words = &told.words;
                    assert!(NO_ADVICE.contains(&words.as_str()), "{book}: {words:?}");
                    let offers = before.round.iter().flat_map(|round| &round.offers);
                    let is_asked = offers.clone().any(|offer| offer.who != games::Party::DEALER);
                    assert_eq!(words == NO_ADVICE[2], is_asked, "{book}: {words:?}");
                    let (status, again) = asked(guest, &path).await;
                    assert_eq!((status, &again["words"]), (200, &json!(words)), "{book}: {again}");
                    unasked += usize::from(words == NO_ADVICE[1]);
                } else {
                    assert_eq!(told.words, "", "{book}");
                }
                if let Some(command) = room::bots::command(&before, guest.person, &rules, &mut draws) {
                    give(guest, table, &command).await;
                }
            }
            if view(&guests[0], table).await.round_number > 3 {
                break;
            }
        }
        let lines: Value = guests[1].get(&format!("/api/tables/{table}/rounds")).await.unwrap();
        let round = lines[0]["round"].as_u64().expect("a round is over");
        let path = format!("/api/tables/{table}/rounds/{round}/coach");
        let (status, told) = asked(&stranger, &path).await;
        assert_eq!((status, &told["code"]), (403, &json!("coach-own-round")), "{told}");
        for guest in &guests {
            let (status, told) = asked(guest, &path).await;
            assert_eq!(status, 200, "{told}");
            let review: Review = serde_json::from_value(told).unwrap();
            assert_eq!(review.round, round);
            let costs: f64 = review.moments.iter().filter_map(|moment| moment.cost).sum();
            assert!((costs - review.cost).abs() < 1e-9 && costs >= 0.0, "{review:#?}");
            for moment in &review.moments {
                let best = moment.advice.best().expect("one of them is best");
                let lost = match best.choice == Some(moment.chosen) {
                    true => Some(0.0),
                    false => best.value.zip(moment.value).map(|(best, value)| best - value),
                };
                let cents = lost.map(|lost| lost * moment.advice.unit.in_cents() as f64);
                let is_same = match (moment.cost, cents) {
                    (Some(cost), Some(cents)) => (cost - cents).abs() < 1e-9,
                    (cost, cents) => cost == cents,
                };
                assert!(is_same, "{moment:#?}");
                assert_ne!(moment.name, "something else", "{moment:#?}");
            }
            reviewed += review.moments.len();
        }
    }
    assert!(advised >= 12 && reviewed >= 4, "{advised} advised, {reviewed} reviewed");
    assert!(unasked >= 12, "{unasked} times nothing was asked");
    house.close().await;
}
