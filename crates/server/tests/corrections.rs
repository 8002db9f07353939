//! Corrections at a table of the house: bounded by their round, with a second person beyond that, shown in the record and
//! held by the proof. And what a felt showdown's hand history shows.

mod felt;
mod forge;
mod house;

use books::Money;
use client::{Ask, Patron};
use felt::{Felt, post};
use forge::{faults, rewritten};
use house::{Folder, House, quiet};
use serde_json::{Value, json};
use store::Stream;

const BOOK: &str = "mortimers/no-bust-6";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_correction_is_bounded_by_its_round_and_shows_in_it() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    config.hall.second_person_from = Some(Money::dollars(1_000));
    let house = House::open(config).await;
    let spec = json!({ "book": BOOK, "schedule": "2", "dealer": "entered", "by_hand": true });
    let mut felt = Felt::open(&house, spec).await;
    felt.round().await;
    let (floor, owner) = (felt.floor.clone(), house.staff("owner").await);
    let path = format!("/api/tables/{}/corrections", felt.table);
    let correct = |correction: Value| json!({ "do": "correct", "correction": correction });

    // Only those who were in the round; what is sent of the round and of an approval counts for nothing.
    let mut stranger = felt.correction(1, 2, 100);
    stranger["to"] = json!({ "person": owner.person });
    assert_eq!(felt.say(&floor, "floor", correct(stranger.clone())).await["code"], "not-in-that-round");
    assert_eq!(post(&floor, &path, json!({ "correction": stranger })).await.0, 409);
    let mut forged = correct(felt.correction(1, 2, 30_000));
    forged["correction"]["approved"] = json!(owner.person);
    forged["known"] = json!({ "people": [felt.people[1].person, felt.people[2].person], "moved": 9_999_999 });
    assert_eq!(felt.say(&floor, "floor", forged).await["code"], "second-person");

    // What is within the round is corrected at once, and stands beside it.
    let small = felt.correction(1, 2, 1_000);
    felt.done(&floor, "floor", correct(small)).await;
    let round: Value = floor.get(&format!("/api/tables/{}/rounds/1", felt.table)).await.unwrap();
    assert_eq!(round["corrections"].as_array().unwrap().len(), 1, "{}", round["corrections"]);
    let net = |person: u32| {
        let nets = round["corrected_nets"].as_array().unwrap();
        nets.iter().find(|net| net["person"] == json!(person)).unwrap()["net"].as_i64().unwrap()
    };
    let last = round["views"].as_array().unwrap().last().unwrap();
    let was = |person: u32| {
        let nets = last["nets"].as_array().unwrap();
        nets.iter().find(|net| net["person"] == json!(person)).unwrap()["net"].as_i64().unwrap()
    };
    let (one, other) = (felt.people[1].person, felt.people[2].person);
    assert_eq!((net(one) - was(one), net(other) - was(other)), (-1_000, 1_000));

    // Beyond it a second person has to approve.
    let wide = felt.correction(1, 2, 30_000);
    assert_eq!(felt.say(&floor, "floor", correct(wide.clone())).await["code"], "second-person");
    let (status, asked) = post(&floor, &path, json!({ "correction": wide })).await;
    assert_eq!(status, 200, "{asked}");
    let settle = |how: &str| format!("/api/corrections/{}/{how}", asked["asked"]);
    assert_eq!(post(&floor, &settle("approve"), json!({})).await.0, 409, "not whoever asked");
    assert_eq!(post(&felt.dealer.clone(), &settle("approve"), json!({})).await.0, 403);
    let waits: Value = owner.get("/api/corrections").await.unwrap();
    assert_eq!(waits["asked"].as_array().unwrap().len(), 1, "{waits}");
    assert_eq!(post(&owner, &settle("approve"), json!({})).await.0, 200);
    assert_eq!(post(&owner, &settle("approve"), json!({})).await.0, 404, "once");
    let round: Value = floor.get(&format!("/api/tables/{}/rounds/1", felt.table)).await.unwrap();
    assert_eq!(
        round["corrections"][1]["correction"]["approved"],
        json!(owner.person),
        "{}",
        round["corrections"]
    );
    let (_, declined) = post(&floor, &path, json!({ "correction": felt.correction(1, 2, 25_000) })).await;
    let path = format!("/api/corrections/{}/decline", declined["asked"]);
    assert_eq!(post(&floor, &path, json!({})).await.0, 200);
    let seen: Value = house.staff("auditor").await.get("/api/house/log").await.unwrap();
    for kind in ["correction-asked", "correction-settled"] {
        assert!(seen.to_string().contains(kind), "the auditor does not see {kind}");
    }
    let table = felt.table;
    drop(felt);
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());

    // Who was in the round and how much moved is held against the round, and an approval against the house's log.
    let more = changed(&folder, Stream(table as u32), "\"do\":\"correct\"", |body| {
        body["command"]["command"]["known"]["moved"] = json!(9_999_999);
    });
    assert!(has(&more, "says otherwise who was in it"), "{more:?}");
    let alone =
        changed(&folder, Stream::HOUSE, "correction-settled", |body| body["is_approved"] = json!(false));
    assert!(has(&alone, "who never approved it"), "{alone:?}");
    let own = changed(&folder, Stream::HOUSE, "correction-settled", |body| body["by"] = json!(1));
    assert!(!own.is_empty(), "somebody else is said to have approved it");
}

fn has(found: &[String], what: &str) -> bool {
    found.iter().any(|fault| fault.contains(what))
}

/// What verify finds once the first entry of a stream that holds a text is changed.
fn changed(folder: &Folder, stream: Stream, holds: &str, change: impl Fn(&mut Value)) -> Vec<String> {
    let mut is_done = false;
    let forged = rewritten(folder, &mut |entry| {
        if !is_done && entry.stream == stream && entry.body.contains(holds) {
            is_done = true;
            let mut body: Value = serde_json::from_str(&entry.body).unwrap();
            change(&mut body);
            entry.body = body.to_string();
        }
    });
    assert!(is_done, "no entry holds {holds}");
    faults(&forged)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_agrees_to_more_chips_than_they_were_shown() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let spec = json!({ "book": BOOK, "schedule": "2", "dealer": "entered", "by_hand": true });
    let mut felt = Felt::open(&house, spec).await;
    let bea = felt.people[1].clone();
    felt.say_for(1, json!({ "do": "add-chips", "amount": 1_000 })).await;
    let shown = felt.view().await["number"].clone();
    // The dealer asks for more before Bea has answered.
    felt.say_for(1, json!({ "do": "add-chips", "amount": 25_000 })).await;
    let agree = |shown: &Value, id: &str| json!({ "id": id, "based_on": shown, "as": "patron", "command": { "do": "give-consent" } });
    let path = format!("/api/tables/{}/commands", felt.table);
    let stack = |view: Value| view["people"][1]["stack"].clone();
    let before = stack(felt.view().await);
    let answer: Value = bea.post(&path, &agree(&shown, "early")).await.unwrap();
    assert_eq!(answer["outcome"], "stale", "{answer}");
    assert_eq!(stack(felt.view().await), before);
    let shown = felt.view().await["number"].clone();
    let answer: Value = bea.post(&path, &agree(&shown, "late")).await.unwrap();
    assert_eq!(answer["outcome"], "applied", "{answer}");
    drop(felt);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_history_of_a_felt_showdown_shows_what_was_shown() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let spec = json!({
        "book": "marina/holdem", "structure": "no limit", "blinds": [100, 200], "dealer": "entered", "by_hand": true,
        "is_practice": true, "is_turned_on": true,
    });
    let mut felt = Felt::open_practice(&house, spec).await;
    felt.deal(json!({ "do": "draw-button", "cards": ["As", "Kd", "2c"] })).await;
    felt.deal(json!({ "do": "start" })).await;
    let hands = [["As", "Ah"], ["Ks", "Kh"], ["Qs", "Qh"]];
    let mut board = ["2c", "7d", "9h", "Jc", "3d"].iter();
    let mut shown = 0;
    for _ in 0..60 {
        let view = felt.view().await;
        match view["dealers_step"]["kind"].as_str().unwrap_or_default() {
            "deal" if view["round"]["next_face"] == "down" => felt.deal(json!({ "do": "deal-unseen" })).await,
            "deal" | "turn" => felt.deal(json!({ "do": "card", "card": board.next() })).await,
            "show" => {
                let (seat, cards) = (view["dealers_step"]["seat"].clone(), hands[shown]);
                shown += 1;
                felt.deal(json!({ "do": "turn-up", "seat": seat, "cards": cards })).await;
            }
            "pay" => {
                felt.deal(json!({ "do": "close-round" })).await;
                break;
            }
            _ => {
                let asked = &view["asked"][0];
                let words = ["call", "check"];
                let is_offered = |word: &&&str| {
                    asked["offers"]
                        .as_array()
                        .unwrap()
                        .iter()
                        .any(|one| one["choice"]["poker"] == json!(word))
                };
                let word = words.iter().find(is_offered).expect("they may stay in");
                let choose = json!({ "do": "choose", "choice": { "poker": word } });
                felt.deal(json!({ "do": "for", "person": asked["person"], "command": choose })).await;
            }
        }
    }
    let reply = felt.floor.ask(Ask::get(&format!("/api/tables/{}/rounds/1.phh", felt.table))).await.unwrap();
    for hand in hands {
        assert!(reply.body.contains(&hand.concat()), "{hand:?} was shown: {}", reply.body);
    }
    assert!(!reply.body.contains("??"), "{}", reply.body);
    drop(felt);
    house.close().await;
}

impl Felt {
    async fn open_practice(house: &House, spec: Value) -> Felt {
        let (dealer, floor) = (house.staff("dealer").await, house.staff("floor").await);
        let opened: Value = floor.post("/api/tables", &spec).await.unwrap();
        let table = opened["table"].as_u64().unwrap_or_else(|| panic!("{opened}"));
        let mut felt = Felt { table, count: 0, dealer, floor, people: Vec::new() };
        for (name, seat) in [("Ann", 1), ("Bea", 3), ("Cal", 4)] {
            let person = Patron::guest(house.site, name).await.unwrap();
            felt.done(&person, "patron", json!({ "do": "sit", "seat": seat, "buy_in": 50_000 })).await;
            felt.people.push(person);
        }
        felt
    }
}
