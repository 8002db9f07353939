//! Promotion money: the house sets it apart, bonuses at tables are met out of it, hits are paid out of it by two people, into
//! the wallet or in front of whoever has hit it; then the same log with one thing forged at a time.

mod felt;
mod forge;
mod house;

use books::Shelf;
use books::read::Source;
use client::Patron;
use felt::{Felt, post};
use forge::{faults, house_changed};
use house::{Folder, House, quiet};
use serde_json::{Value, json};
use store::{Reader, Sqlite};

const BOOK: &str = "mortimers/pure-21-5";

/// The house's book with a bonus of $100 for three eights of the bank, which the house pays.
fn with_bonus() -> Shelf {
    let shelf = Shelf::filed();
    let path = format!("{BOOK}.toml");
    let text = shelf.file(&path).expect("the book is filed").text.clone();
    let on = text.replace("hand = \"bank 888\"\n", "hand = \"bank 888\"\npays = \"$100\"\n");
    assert_ne!(on, text);
    shelf.with_file(&path, Source::new(path.clone(), on))
}

async fn done(who: &Patron, body: Value) -> Value {
    let (status, answer) = post(who, "/api/jackpots", body.clone()).await;
    assert_eq!(status, 200, "{body}: {answer}");
    answer
}

async fn refused(who: &Patron, body: Value) -> String {
    let (status, answer) = post(who, "/api/jackpots", body.clone()).await;
    assert_eq!(status, 409, "{body}: {answer}");
    answer["error"].as_str().unwrap().to_owned()
}

/// A round in which every card is an eight, so that the bank shows three of them.
async fn eights(felt: &mut Felt) {
    felt.say_for(0, json!({ "do": "take-bank", "stake": 20_000 })).await;
    for (place, spot) in [(1, 3), (2, 4)] {
        let put = json!({ "do": "put-wager", "spot": spot, "wager": { "base": 2_000 } });
        felt.say_for(place, put).await;
    }
    felt.deal(json!({ "do": "start" })).await;
    let mut cards = ["8s", "8h", "8c", "8d"].iter().cycle();
    for _ in 0..60 {
        let view = felt.view().await;
        match view["dealers_step"]["kind"].as_str().unwrap_or_default() {
            "deal" | "turn" => felt.deal(json!({ "do": "card", "card": cards.next() })).await,
            "look" => felt.deal(json!({ "do": "look", "natural": false })).await,
            "pay" => return felt.deal(json!({ "do": "close-round" })).await,
            _ => {
                let (dealer, person) = (felt.dealer.clone(), view["asked"][0]["person"].clone());
                let choose = |what: &str| {
                    let choice = json!({ "do": "choose", "choice": { "blackjack": what } });
                    json!({ "do": "for", "person": person, "command": choice })
                };
                let answer = felt.say(&dealer, "dealer", choose("stand")).await;
                if answer["outcome"] != "applied" {
                    felt.deal(choose("hit")).await;
                }
            }
        }
    }
    panic!("the round does not end: {}", felt.view().await);
}

async fn stack(felt: &Felt, place: usize) -> i64 {
    let view = felt.view().await;
    let own = felt.people[place].person;
    let people = view["people"].as_array().unwrap().clone();
    people.iter().find(|one| one["person"] == own).map_or(0, |one| one["stack"].as_i64().unwrap())
}

async fn wallet(who: &Patron) -> i64 {
    let me: Value = who.get("/api/me").await.unwrap();
    me["wallet"].as_i64().unwrap()
}

/// What the log's transfers brought to an account.
fn came_to(folder: &Folder, account: &str) -> i64 {
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    let mut sum = 0;
    for stream in store.streams().unwrap() {
        for logged in store.entries(stream, 1, usize::MAX).unwrap() {
            for one in &logged.entry.transfers {
                sum += if one.to == account { one.amount.in_cents() } else { 0 };
                sum -= if one.from == account { one.amount.in_cents() } else { 0 };
            }
        }
    }
    sum
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn promotion_money_is_set_apart_met_claimed_and_paid() {
    let folder = Folder::new();
    let house = House::open_with(with_bonus(), quiet(&folder)).await;
    let (floor, cage, owner) =
        (house.staff("floor").await, house.staff("cage").await, house.staff("owner").await);
    let spec = json!({ "book": BOOK, "schedule": "2", "dealer": "entered", "by_hand": true, "despite_errors": true });
    let mut felt = Felt::open(&house, spec).await;
    let (table, dealer) = (felt.table, felt.dealer.clone());
    let opening = json!({ "moment": "opening", "chips": 1_000_000, "cash": 100_000 });
    assert_eq!(post(&cage, "/api/cage/count", opening).await.0, 200);
    eights(&mut felt).await;

    // What bonuses have cost is told, and met out of what an owner sets apart.
    let cost = came_to(&folder, &format!("table:{table}/promotion"));
    assert!(cost < 0, "the bank's eights are paid for by the house: {cost}");
    let view: Value = floor.get("/api/jackpots").await.unwrap();
    assert_eq!(view["bonuses"], json!([{ "table": table, "amount": -cost }]), "{view}");
    let meet = json!({ "do": "meet-bonuses", "table": table });
    assert!(refused(&floor, meet.clone()).await.contains("an owner sets more apart"));
    let fund = |amount: i64, is_back: bool, with: &str| json!({ "do": "fund", "amount": amount, "is_back": is_back, "with": with });
    assert_eq!(post(&floor, "/api/jackpots", fund(50_000, false, "cage")).await.0, 403);
    assert!(refused(&owner, fund(50_000, false, "floor")).await.contains("others of the staff"));
    assert!(refused(&owner, fund(0, false, "cage")).await.contains("more than nothing"));
    assert!(refused(&owner, fund(i64::MAX, false, "cage")).await.contains("at most $10,000,000"));
    let view = done(&owner, fund(100_000, false, "cage")).await;
    assert_eq!(view["asked"], json!([]), "this room asks no second person for anything");
    assert_eq!((&view["promotion"], &view["promotion_unclaimed"]), (&json!(100_000), &json!(100_000)));
    assert_eq!(post(&dealer, "/api/jackpots", meet.clone()).await.0, 403);
    let view = done(&floor, meet.clone()).await;
    assert_eq!((&view["promotion"], &view["bonuses"]), (&json!(100_000 + cost), &json!([])), "{view}");
    assert!(refused(&floor, meet).await.contains("is to be met"));

    // A hit: put in front of Bea by the dealer's word, who is asked; then by her own.
    let claim = |of: &str, amount: i64, onto_table: bool| {
        json!({ "do": "claim", "table": table, "round": 1, "name": "Bea", "amount": amount, "words": "High hand of the hour",
                "of": of, "onto_table": onto_table })
    };
    assert!(refused(&dealer, claim("jackpot", 100, false)).await.contains("takes no jackpot money"));
    assert!(refused(&dealer, claim("promotion", 100_001 + cost, false)).await.contains("nobody has claimed"));
    let number = |view: &Value| view["claims"][0]["claim"].clone();
    let view = done(&dealer, claim("promotion", 10_000, true)).await;
    assert_eq!(
        (&view["claims"][0]["onto_table"], &view["claims"][0]["kept_off"]),
        (&json!(true), &Value::Null)
    );
    let (before, had) = (stack(&felt, 1).await, wallet(&felt.people[1]).await);
    done(&owner, json!({ "do": "approve", "claim": number(&view) })).await;
    assert_eq!(
        (stack(&felt, 1).await, wallet(&felt.people[1]).await),
        (before, had + 10_000),
        "she is asked"
    );
    let bea = felt.people[1].clone();
    felt.done(&bea, "patron", json!({ "do": "give-consent" })).await;
    assert_eq!((stack(&felt, 1).await, wallet(&felt.people[1]).await), (before + 10_000, had));

    let view = done(&dealer, claim("promotion", 5_000, false)).await;
    let own: Value = bea.get("/api/jackpots").await.unwrap();
    assert_eq!((own["claims"].as_array().unwrap().len(), &own["bonuses"]), (1, &json!([])), "{own}");
    let others: Value = felt.people[2].get("/api/jackpots").await.unwrap();
    assert_eq!(others["claims"], json!([]), "nobody reads of others' hits");
    let choose = json!({ "do": "choose", "claim": number(&view), "onto_table": true });
    assert_eq!(post(&felt.people[2], "/api/jackpots", choose.clone()).await.0, 404);
    done(&bea, choose).await;
    assert!(
        refused(&floor, json!({ "do": "decline", "claim": number(&view), "words": "" }))
            .await
            .contains("say it")
    );
    done(&floor, json!({ "do": "approve", "claim": number(&view) })).await;
    assert_eq!(
        (stack(&felt, 1).await, wallet(&bea).await),
        (before + 15_000, had),
        "in front of her at once"
    );

    // Who is gone gets it into the wallet, and the floor is told before it approves.
    let view = done(&dealer, claim("promotion", 2_500, true)).await;
    felt.done(&bea, "patron", json!({ "do": "leave" })).await;
    let seen: Value = floor.get("/api/jackpots").await.unwrap();
    assert!(seen["claims"][0]["kept_off"].as_str().unwrap().contains("no chips at this table"), "{seen}");
    let had = wallet(&bea).await;
    done(&floor, json!({ "do": "approve", "claim": number(&view) })).await;
    assert_eq!(wallet(&bea).await, had + 2_500);

    // What is left goes back; every chip is found, by the room, its reports and the log.
    let left = 100_000 + cost - 17_500;
    assert!(refused(&owner, fund(left + 1, true, "cage")).await.contains("nobody has claimed"));
    done(&owner, fund(left - 100, true, "cage")).await;
    let day: Value = house.staff("auditor").await.get("/api/day").await.unwrap();
    assert_eq!(
        (&day["chips"]["unexplained"], &day["chips"]["promotion_fund"]),
        (&json!(0), &json!(100)),
        "{day}"
    );
    let report: Value = owner.get("/api/reports/jackpots").await.unwrap();
    let sum = |name: &str| {
        let sums = report["sums"].as_array().unwrap();
        sums.iter().find(|one| one["name"] == name).unwrap_or_else(|| panic!("{name}: {report}"))["amount"]
            .clone()
    };
    assert_eq!(sum("Paid out of promotions"), json!(17_500));
    assert_eq!(
        (sum("Bonuses met"), sum("Set apart for promotions")),
        (json!(-cost), json!(100_000 - left + 100))
    );
    let chips: Value = owner.get("/api/reports/chips").await.unwrap();
    assert!(chips.to_string().contains("In the promotion fund"), "{chips}");
    let drawer = day["cage"]["expected"].clone();
    let closing = json!({ "moment": "closing", "chips": drawer["chips"], "cash": drawer["cash"] });
    assert_eq!(post(&cage, "/api/cage/count", closing).await.0, 200, "the cage should hold what is there");
    house.close().await;
    assert_eq!(came_to(&folder, "promotion-fund"), 100);
    assert_eq!(came_to(&folder, &format!("table:{table}/promotion")), 0);
    assert_eq!(faults(&folder), Vec::<String>::new());
    forgeries(&folder, dealer.person);
}

fn forgeries(folder: &Folder, dealer: u32) {
    let change = |holds: &str, field: &str, value: Value| {
        let forged = house_changed(folder, holds, &|entry| {
            let mut body: Value = serde_json::from_str(&entry.body).unwrap();
            body[field] = value.clone();
            if let Some(cents) = value.as_i64().filter(|_| field == "amount") {
                entry.transfers[0].amount = books::Money::cents(cents);
            }
            entry.body = body.to_string();
        });
        faults(&forged)
    };
    let found = |faults: Vec<String>, what: &str| {
        assert!(faults.iter().any(|fault| fault.contains(what)), "{what}: {faults:?}");
    };
    found(change("bonuses-met", "amount", json!(9_000)), "bonuses had cost");
    found(change("bonuses-met", "by", json!(dealer)), "for others of the staff");
    found(change("\"jackpot\":\"funded\"", "by", json!(dealer)), "for others of the staff");
    let approved = json!({ "exchange": 4_711, "by": dealer });
    found(change("\"jackpot\":\"funded\"", "approved", approved), "approved for which nobody asked");
    found(change("\"jackpot\":\"paid\"", "onto", json!(4_711)), "wants them");
    found(change("\"jackpot\":\"paid\"", "of", json!("jackpot")), "something else is paid");
    found(change("\"jackpot\":\"chosen\"", "by", json!(dealer)), "for you");
}
