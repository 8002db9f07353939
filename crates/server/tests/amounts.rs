//! Amounts from outside near the ends of what a number can be: whoever may name one, and wherever, is answered in words, nothing
//! that they name makes a sum that cannot be written, and the room goes on.

mod felt;
mod forge;
mod house;

use books::Money;
use client::{Ask, Patron};
use felt::{Felt, post};
use forge::faults;
use house::{Folder, House, quiet};
use serde_json::{Value, json};

const BOOK: &str = "mortimers/no-bust-6";

/// Amounts that are none, or with which sums and products cannot be written.
const AMOUNTS: [i64; 11] = [
    i64::MIN,
    i64::MIN + 1,
    i64::MIN / 2,
    i64::MIN / 100,
    -1,
    i64::MAX / 100,
    i64::MAX / 3,
    i64::MAX / 2,
    i64::MAX / 2 + 1,
    i64::MAX - 1,
    i64::MAX,
];

/// Everything that names an amount, with this one: who says it, to which address, and what.
fn ways<'a>(
    felt: &'a Felt,
    cage: &'a Patron,
    owner: &'a Patron,
    amount: i64,
) -> Vec<(&'a Patron, String, Value)> {
    let Felt { table, floor, dealer, people, .. } = felt;
    let (ann, of_table) = (people[0].person, |rest: &str| format!("/api/tables/{table}/{rest}"));
    let mut ways = vec![
        (cage, "/api/cage/buy".to_owned(), json!({ "person": ann, "amount": amount })),
        (cage, "/api/cage/redeem".to_owned(), json!({ "person": ann, "amount": amount })),
        (cage, "/api/cage/fill".to_owned(), json!({ "table": table, "amount": amount, "with": "dealer" })),
        (cage, "/api/cage/credit".to_owned(), json!({ "table": table, "amount": amount, "with": "dealer" })),
        (floor, of_table("boxes/1/count"), json!({ "counted": amount, "note": "so it is" })),
        (cage, of_table("boxes/1/count"), json!({ "counted": amount, "note": "so it is" })),
        (floor, of_table("tray/count"), json!({ "counted": amount, "note": "so it is" })),
        (cage, of_table("tray/count"), json!({ "counted": amount, "note": "so it is" })),
        (owner, "/api/jackpots".to_owned(), json!({ "do": "fund", "amount": amount, "with": "cage" })),
        (
            owner,
            "/api/jackpots".to_owned(),
            json!({ "do": "fund", "amount": amount, "is_back": true, "with": "cage" }),
        ),
        (
            dealer,
            "/api/jackpots".to_owned(),
            json!({ "do": "claim", "table": table, "round": 1, "name": "Ann", "amount": amount, "words": "High hand",
                    "of": "promotion" }),
        ),
        (floor, of_table("corrections"), json!({ "correction": felt.correction(0, 1, amount) })),
    ];
    for moment in ["opening", "closing"] {
        for (chips, cash) in [(amount, 1), (1, amount), (amount, amount)] {
            let count = json!({ "moment": moment, "chips": chips, "cash": cash, "note": "so it is" });
            ways.push((cage, "/api/cage/count".to_owned(), count));
        }
    }
    for name in ["limit", "blinds"] {
        let opening = json!({ "book": "mortimers/holdem", "is_practice": true, name: [amount, amount] });
        ways.push((floor, "/api/tables".to_owned(), opening));
    }
    for name in ["buy_in_least", "buy_in_most"] {
        let opening = json!({ "book": BOOK, "is_practice": true, name: amount });
        ways.push((floor, "/api/tables".to_owned(), opening));
    }
    let pace = json!({ "offer_ms": amount, "wager_ms": amount, "turn_ms": amount, "seat_ms": amount,
                       "between_ms": amount, "reading_ms": amount });
    ways.push((floor, "/api/tables".to_owned(), json!({ "book": BOOK, "is_practice": true, "pace": pace })));
    let wager = |part: &str| json!({ "do": "put-wager", "spot": 1, "wager": { part: amount } });
    let mut commands = vec![
        json!({ "do": "sit", "seat": 2, "buy_in": amount }),
        json!({ "do": "stand-behind", "buy_in": amount }),
        json!({ "do": "add-chips", "amount": amount }),
        json!({ "do": "take-bank", "stake": amount }),
        json!({ "do": "share-bank", "amount": amount }),
        json!({ "do": "put-wager", "spot": 1,
                "wager": { "base": amount, "side": amount, "pair_plus": amount, "six_card": amount } }),
    ];
    commands.extend(["base", "side", "pair_plus", "six_card"].map(wager));
    let said = |part: &str, place: usize, command: Value| {
        (
            of_table("commands"),
            json!({ "id": format!("{part} {place} {amount}"), "as": part, "command": command }),
        )
    };
    for (place, command) in commands.into_iter().enumerate() {
        let (path, body) = said("patron", place, command.clone());
        ways.push((&people[0], path, body));
        let command = json!({ "do": "for", "person": ann, "command": command });
        let (path, body) = said("dealer", place, command.clone());
        ways.push((dealer, path, body));
        ways.push((dealer, of_table("preview"), json!({ "as": "dealer", "command": command })));
    }
    let correct = json!({ "do": "correct", "correction": felt.correction(0, 1, amount) });
    let (path, body) = said("floor", 99, correct.clone());
    ways.push((floor, path, body));
    ways.push((floor, of_table("preview"), json!({ "as": "floor", "command": correct })));
    ways
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_amount_beyond_all_measure_is_refused_and_breaks_nothing() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    config.hall.second_person_from = Some(Money::dollars(1_000));
    let house = House::open(config.clone()).await;
    let (cage, owner) = (house.staff("cage").await, house.staff("owner").await);
    let spec = json!({ "book": BOOK, "schedule": "2", "dealer": "entered", "by_hand": true });
    let mut felt = Felt::open(&house, spec).await;
    felt.round().await;
    felt.round().await;
    // A box waits for its counts, chips for change lie there, and the cage was counted, so that sums go on.
    let pull = format!("/api/tables/{}/box/pull", felt.table);
    assert_eq!(post(&felt.floor, "/api/day/shift/open", json!({ "name": "Day" })).await.0, 200);
    assert_eq!(post(&felt.floor, &pull, json!({ "kind": "collection", "for_next": false })).await.0, 200);
    let change = json!({ "table": felt.table, "amount": 50_000, "with": "dealer" });
    assert_eq!(post(&cage, "/api/cage/fill", change).await.0, 200);
    let opening = json!({ "moment": "opening", "chips": 100_000, "cash": 100_000 });
    assert_eq!(post(&cage, "/api/cage/count", opening).await.0, 200);

    let auditor = house.staff("auditor").await;
    let before: Value = auditor.get("/api/day").await.unwrap();
    for amount in AMOUNTS {
        for (who, path, body) in ways(&felt, &cage, &owner, amount) {
            let reply = who.ask(Ask::post(&path, &body)).await.unwrap();
            let answer: Value = serde_json::from_str(&reply.body).unwrap();
            match (path.rsplit('/').next(), reply.status) {
                (Some("commands"), 200) => assert_eq!(answer["outcome"], "refused", "{body}: {answer}"),
                (Some("preview"), 200) => assert_eq!(answer["is_allowed"], false, "{body}: {answer}"),
                (_, status) => assert!((400..500).contains(&status), "{path} {body}: {status} {answer}"),
            }
        }
    }
    let after: Value = auditor.get("/api/day").await.unwrap();
    assert_eq!(after, before, "nothing has changed");
    let floor: Value = felt.floor.get("/api/floor").await.unwrap();
    assert!(floor["tables"].as_array().unwrap().iter().all(|row| row["set_aside"].is_null()), "{floor}");

    // What is as large as may be is summed up exactly: the cage goes on from there.
    let most = 100_000_000_000_i64;
    let count =
        |chips: i64, note: &str| json!({ "moment": "opening", "chips": chips, "cash": most, "note": note });
    assert_eq!(post(&cage, "/api/cage/count", count(most + 1, "so it is")).await.0, 409);
    assert_eq!(post(&cage, "/api/cage/count", count(most, "so it is")).await.0, 200);
    let person = felt.people[0].person;
    for way in ["buy", "redeem"] {
        let exchange = json!({ "person": person, "amount": 1_000 });
        assert_eq!(post(&cage, &format!("/api/cage/{way}"), exchange).await.0, 200);
    }
    let day: Value = auditor.get("/api/day").await.unwrap();
    assert_eq!(day["cage"]["expected"], json!({ "chips": most, "cash": most }), "{day}");
    drop(felt);
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());
    House::open(config).await.close().await;
}
