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
async fn lists_of_rounds_show_what_was_corrected() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let spec = json!({ "book": BOOK, "schedule": "2", "dealer": "entered", "by_hand": true });
    let mut felt = Felt::open(&house, spec).await;
    for _ in 0..2 {
        felt.round().await;
    }
    let (table, floor) = (felt.table, felt.floor.clone());
    let before = Lists::read(&felt.people, &floor, table).await;
    assert!(before.lines.iter().all(|line| line["is_corrected"] == json!(false)), "{:?}", before.lines);
    let correct = |correction: Value| json!({ "do": "correct", "correction": correction });
    for (from, to, amount) in [(1, 2, 1_000), (2, 0, 250)] {
        let small = felt.correction(from, to, amount);
        felt.done(&floor, "floor", correct(small)).await;
        // A list that was read before is no reason to show what was so before.
        Lists::read(&felt.people, &floor, table).await;
    }
    let mut drop_it = felt.correction(2, 0, 300);
    drop_it["to"] = json!("drop");
    felt.done(&floor, "floor", correct(drop_it)).await;
    let after = Lists::read(&felt.people, &floor, table).await;
    after.moved_since(&before, [250, -1_000, 450]);

    // It is so after many more events, whose states are kept, and once the room was closed.
    for _ in 0..15 {
        felt.round().await;
    }
    let later = Lists::read(&felt.people, &floor, table).await;
    assert_eq!((&later.lines, &later.own), (&after.lines, &after.own));
    let people = felt.people.clone();
    drop(felt);
    house.close().await;
    let proven = forge::proof(&folder);
    assert_eq!(proven.faults, Vec::<String>::new());
    let house = House::open(quiet(&folder)).await;
    let (mut people, mut floor) = (people, house.staff("floor").await);
    floor.site = house.site;
    people.iter_mut().for_each(|one| one.site = house.site);
    let again = Lists::read(&people, &floor, table).await;
    assert_eq!((&again.lines, &again.own, &again.play), (&later.lines, &later.own, &later.play));
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_beginning_that_was_taken_back_is_no_hand() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let spec = json!({ "book": BOOK, "schedule": "2", "dealer": "entered", "by_hand": true });
    let mut felt = Felt::open(&house, spec).await;
    felt.begin().await;
    felt.deal(json!({ "do": "take-back" })).await;
    felt.deal(json!({ "do": "start" })).await;
    felt.finish().await;
    let auditor = house.staff("auditor").await;
    let hands: Value = auditor.get("/api/reports/hands").await.unwrap();
    assert_eq!(cells(&hands, "Hands"), [json!(1)]);
    assert_eq!(cells(&hands, "Dealt to"), [json!(3)]);
    for (place, person) in felt.people.iter().enumerate() {
        let play: Value = person.get("/api/me/play").await.unwrap();
        assert_eq!(cells(&play, "Hands"), [json!(1)], "{play}");
        assert_eq!(cells(&play, "Banked"), [json!(u8::from(place == 0))], "{play}");
    }
    // Nor is it a round in any list; what happened is read by its number all the same.
    let numbers = |list: Vec<Value>| list.iter().map(|line| line["round"].as_u64()).collect::<Vec<_>>();
    let path = format!("/api/tables/{}/rounds", felt.table);
    for reader in [&felt.floor].into_iter().chain(&felt.people) {
        assert_eq!(numbers(reader.get(&path).await.unwrap()), [Some(2)]);
        assert_eq!(numbers(reader.get(&format!("{path}?limit=1&below=2")).await.unwrap()), []);
        let told: Value = reader.get(&format!("{path}/1")).await.unwrap();
        assert!(told["lines"].to_string().contains("are taken back"), "{}", told["lines"]);
    }
    for person in &felt.people {
        let own: Vec<Value> = person.get("/api/me/rounds").await.unwrap();
        assert_eq!(own.len(), 1, "{own:?}");
    }
    house.close().await;
}

/// What a report has in a column.
fn cells(report: &Value, column: &str) -> Vec<Value> {
    let columns = report["columns"].as_array().unwrap_or_else(|| panic!("{report}"));
    let place = columns.iter().position(|one| one["title"] == column).unwrap_or_else(|| panic!("{report}"));
    let rows = report["rows"].as_array().unwrap_or_else(|| panic!("{report}"));
    rows.iter().map(|row| row[place].clone()).collect()
}

/// What lists say of the first two rounds of a table.
struct Lists {
    /// To the floor, and to each player.
    lines: Vec<Value>,
    /// Of each player's own rounds.
    own: Vec<Value>,
    /// What each player's sessions come to.
    play: Vec<i64>,
}

impl Lists {
    async fn read(people: &[Patron], floor: &Patron, table: u64) -> Lists {
        let (mut lines, mut own, mut play) = (Vec::new(), Vec::new(), Vec::new());
        for reader in [floor].into_iter().chain(people) {
            let all: Vec<Value> = reader.get(&format!("/api/tables/{table}/rounds?below=3")).await.unwrap();
            assert_eq!(all.len(), 2);
            lines.extend(all);
        }
        for person in people {
            let all: Vec<Value> = person.get("/api/me/rounds").await.unwrap();
            let early =
                all.iter().map(|one| one["line"].clone()).filter(|line| line["round"].as_u64() < Some(3));
            own.extend(early);
            let report: Value = person.get("/api/me/play").await.unwrap();
            play.push(sum_of(&report));
        }
        assert_eq!(own.len(), 2 * people.len());
        Lists { lines, own, play }
    }

    /// The first round is changed by so much for each of the three and marked, and the second is as it was.
    fn moved_since(&self, before: &Lists, changes: [i64; 3]) {
        let net = |line: &Value| line["net"].as_i64().unwrap();
        for (place, change) in changes.into_iter().enumerate() {
            let of_person = [&self.lines[2 + 2 * place..4 + 2 * place], &self.own[2 * place..2 * place + 2]];
            let earlier =
                [&before.lines[2 + 2 * place..4 + 2 * place], &before.own[2 * place..2 * place + 2]];
            for (now, was) in of_person.into_iter().zip(earlier) {
                assert_eq!((&now[0], now[0]["is_corrected"].clone()), (&was[0], json!(false)), "round 2");
                assert_eq!(net(&now[1]) - net(&was[1]), change, "{:?}", now[1]);
                assert_eq!(now[1]["is_corrected"], json!(true));
            }
            assert_eq!(self.play[place] - before.play[place], change, "the sessions of player {place}");
        }
        // What the winners won is the sum of what is above nothing now.
        let nets = (0..3).map(|place| net(&self.own[2 * place + 1]));
        assert_eq!(self.lines[1]["won"].as_i64().unwrap(), nets.filter(|net| *net > 0).sum::<i64>());
    }
}

/// What a report of somebody's sessions adds up to.
fn sum_of(report: &Value) -> i64 {
    let sums = report["sums"].as_array().unwrap_or_else(|| panic!("{report}"));
    let sum = sums.iter().find(|one| one["name"] == "Won or lost").unwrap_or_else(|| panic!("{report}"));
    sum["amount"].as_i64().unwrap_or_else(|| panic!("{report}"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_correction_names_only_boxes_that_the_schedule_fills() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let spec = json!({ "book": BOOK, "schedule": "2", "dealer": "entered", "by_hand": true });
    let mut felt = Felt::open(&house, spec).await;
    felt.round().await;
    let (table, floor) = (felt.table, felt.floor.clone());
    let path = format!("/api/tables/{table}/corrections");
    let to = |felt: &Felt, to: &str| {
        let mut correction = felt.correction(1, 2, 500);
        correction["to"] = json!(to);
        correction
    };
    for (name, says) in [("jackpot", "the jackpot's box"), ("promotion", "the promotion money")] {
        let wrong = to(&felt, name);
        let answer = felt.say(&floor, "floor", json!({ "do": "correct", "correction": wrong })).await;
        assert_eq!(
            (&answer["outcome"], &answer["code"]),
            (&json!("refused"), &json!("no-such-box")),
            "{answer}"
        );
        let what = answer["what"].as_str().unwrap();
        assert!(what.contains(says) && what.contains("by the schedule of this table"), "{what}");
        // Nor does a second person make it right.
        let (status, told) = post(&floor, &path, json!({ "correction": wrong })).await;
        assert_eq!(status, 409, "{told}");
    }
    let right = to(&felt, "drop");
    felt.done(&floor, "floor", json!({ "do": "correct", "correction": right })).await;
    drop(felt);
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());

    // A log that says otherwise does not play.
    for name in ["jackpot", "promotion"] {
        let mut count = 0;
        let forged = rewritten(&folder, &mut |entry| {
            let is_it = entry.body.contains("\"corrected\"") || entry.body.contains("\"do\":\"correct\"");
            if !is_it {
                return;
            }
            count += 1;
            entry.body = entry.body.replace("\"to\":\"drop\"", &format!("\"to\":\"{name}\""));
            for one in &mut entry.transfers {
                if one.to == format!("table:{table}/drop") {
                    one.to = format!("table:{table}/{name}");
                }
            }
        });
        assert!(count > 0, "no entry corrects");
        let found = faults(&forged);
        assert!(has(&found, "nothing goes into"), "{name}: {found:?}");
    }
}

/// Whoever counts a box finds out nothing about it by asking whether so much could be taken out of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_finds_out_what_lies_in_a_box_by_asking_for_corrections() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let spec = json!({ "book": BOOK, "schedule": "2", "dealer": "entered", "by_hand": true });
    let mut felt = Felt::open(&house, spec).await;
    felt.round().await;
    let (table, floor, owner) = (felt.table, felt.floor.clone(), house.staff("owner").await);
    let holds = async || {
        let day: Value = house.staff("auditor").await.get("/api/day").await.unwrap();
        day["boxes"][0]["holds"].as_i64().unwrap()
    };
    let put_in = holds().await;
    felt.round().await;
    let held = holds().await;
    assert!(put_in > 0 && held > put_in + 2, "{put_in} {held}");
    let of = |felt: &Felt, amount: i64| {
        let mut correction = felt.correction(1, 2, amount);
        correction["from"] = json!("drop");
        correction
    };
    let mut told = Vec::new();
    for amount in [put_in + 1, held - 1, held, held + 1, held + 100_000] {
        let correct = json!({ "do": "correct", "correction": of(&felt, amount) });
        let ahead = json!({ "as": "floor", "command": correct });
        let (_, mut ahead) = post(&floor, &format!("/api/tables/{table}/preview"), ahead).await;
        ahead["number"] = json!(0);
        let mut answer = felt.say(&floor, "floor", correct).await;
        answer["id"] = json!("");
        answer["number"] = json!(0);
        let path = format!("/api/tables/{table}/corrections");
        let (asked, waits) = post(&floor, &path, json!({ "correction": of(&felt, amount) })).await;
        told.push((ahead.to_string(), answer.to_string(), asked));
        // Only when somebody else agrees it is held against the box.
        let approve = format!("/api/corrections/{}/approve", waits["asked"]);
        if amount > held {
            let (status, refusal) = post(&owner, &approve, json!({})).await;
            assert_eq!(status, 409, "{refusal}");
            assert!(refusal.to_string().contains("does not hold so much"), "{refusal}");
        }
        let decline = format!("/api/corrections/{}/decline", waits["asked"]);
        assert_eq!(post(&floor, &decline, json!({})).await.0, 200);
    }
    assert_eq!(told[0].2, 200, "{told:?}");
    assert!(told.iter().all(|one| *one == told[0]), "{told:#?}");
    // What everybody has seen go in may come out: once, whatever else lies there, and in parts as well as at once.
    let correct = |correction: Value| json!({ "do": "correct", "correction": correction });
    felt.done(&floor, "floor", correct(of(&felt, put_in - 1))).await;
    felt.done(&floor, "floor", correct(of(&felt, 1))).await;
    for amount in [1, put_in] {
        let more = correct(of(&felt, amount));
        let answer = felt.say(&floor, "floor", more.clone()).await;
        assert_eq!(answer["code"], "second-person", "{amount}: {answer}");
        let ahead = json!({ "as": "floor", "command": more });
        let (_, ahead) = post(&floor, &format!("/api/tables/{table}/preview"), ahead).await;
        assert_eq!(ahead["is_allowed"], false, "{ahead}");
    }
    // What was put back may come out again.
    let mut back = felt.correction(2, 1, 2);
    back["to"] = json!("drop");
    felt.done(&floor, "floor", correct(back)).await;
    let answer = felt.say(&floor, "floor", correct(of(&felt, 3))).await;
    assert_eq!(answer["code"], "second-person", "{answer}");
    felt.done(&floor, "floor", correct(of(&felt, 2))).await;
    // Nor is anybody told that a box was emptied since.
    assert_eq!(post(&floor, "/api/day/shift/open", json!({ "name": "Day" })).await.0, 200);
    let pull = json!({ "kind": "collection", "for_next": false });
    assert_eq!(post(&floor, &format!("/api/tables/{table}/box/pull"), pull).await.0, 200);
    let mut second = of(&felt, 1);
    second["round"] = json!(2);
    let answer = felt.say(&floor, "floor", correct(second)).await;
    assert_eq!(answer["code"], "second-person", "{answer}");
    drop(felt);
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());
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
