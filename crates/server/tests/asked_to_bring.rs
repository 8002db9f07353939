//! What the staff ask somebody to bring is between the two of them: nobody else reads it in a view, a stream or a history.

mod felt;
mod forge;
mod house;

use std::time::Duration;

use client::{Patron, Watch};
use felt::Felt;
use forge::faults;
use house::{Folder, House, quiet};
use serde_json::{Value, json};

/// What each reader is, and whether what is asked is for their eyes.
type Readers = Vec<(&'static str, Patron, bool)>;

/// Everything that a stream says up to somebody who signs in so often.
async fn until_signed_in(watch: &mut Watch, times: usize) -> String {
    let mut text = String::new();
    while text.matches("\"desk\":\"dealer-signed-in\"").count() < times {
        let line = tokio::time::timeout(Duration::from_secs(60), watch.line()).await.expect("it is told");
        text.push_str(&line.unwrap().expect("the stream goes on"));
    }
    text
}

/// The words by which one of these events, or the amount that was asked for, would be known.
fn gives_away(text: &str) -> Vec<&'static str> {
    [
        "consent-asked",
        "consent-given",
        "consent-refused",
        "\"bring\":",
        "23456",
        "is asked to",
        "brings no chips",
    ]
    .into_iter()
    .filter(|word| text.contains(word))
    .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_else_reads_what_somebody_is_asked_to_bring() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let spec =
        json!({ "book": "mortimers/no-bust-6", "schedule": "2", "dealer": "entered", "by_hand": true });
    let mut felt = Felt::open(&house, spec).await;
    let path = format!("/api/tables/{}", felt.table);
    let dot = Patron::register(house.site, "Dot", "long enough").await.unwrap();
    let eve = Patron::register(house.site, "Eve", "long enough").await.unwrap();
    let cage = house.staff("cage").await;
    let _: Value =
        cage.post("/api/cage/buy", &json!({ "person": dot.person, "amount": 90_000 })).await.unwrap();
    let readers: Readers = vec![
        ("the dealer", felt.dealer.clone(), true),
        ("the floor", felt.floor.clone(), true),
        ("the auditor", house.staff("auditor").await, true),
        ("whoever is asked", dot.clone(), true),
        ("a player", felt.people[0].clone(), false),
        ("somebody who looks on", eve, false),
    ];
    let mut streams = Vec::new();
    for (_, reader, _) in &readers {
        let mut watch = reader.watch(&format!("{path}/stream")).await.unwrap();
        while !watch.line().await.unwrap().expect("a snapshot").contains("\"snapshot\"") {}
        streams.push(watch);
    }

    // Dot is asked in the middle of a round, does not want to, is asked for something else and agrees.
    felt.say_for(0, json!({ "do": "take-bank", "stake": 20_000 })).await;
    let put = json!({ "do": "put-wager", "spot": 3, "wager": { "base": 2_000 } });
    felt.say_for(1, put).await;
    felt.deal(json!({ "do": "start" })).await;
    let sit = |amount: i64| json!({ "do": "sit", "seat": 6, "buy_in": amount });
    let ask = |amount: i64| json!({ "do": "for", "person": dot.person, "command": sit(amount) });
    felt.deal(ask(23_456)).await;
    for (who, reader, is_told) in &readers {
        let seen: Value = reader.get(&path).await.unwrap();
        let consents = seen["view"]["consents"].as_array().unwrap().len();
        assert_eq!(consents, usize::from(*is_told), "{who}: {}", seen["view"]["consents"]);
        assert_eq!(gives_away(&seen.to_string()).is_empty(), !is_told, "{who}");
    }
    felt.done(&dot, "patron", json!({ "do": "refuse-consent" })).await;
    felt.deal(ask(34_567)).await;
    felt.done(&dot, "patron", json!({ "do": "give-consent" })).await;
    felt.deal(json!({ "do": "sign-in" })).await;
    for ((who, _, is_told), watch) in readers.iter().zip(&mut streams) {
        let text = until_signed_in(watch, 1).await;
        let found = gives_away(&text);
        assert_eq!(found.is_empty(), !is_told, "{who}: {found:?}");
        if *is_told {
            assert!(found.contains(&"consent-asked") && found.contains(&"23456"), "{who}: {found:?}");
        }
        assert!(text.contains("\"event\":\"sat\""), "{who}: that somebody sits down everybody sees");
    }

    // Whoever comes now is told the last events; a dealer who lost the role reads no more than anybody.
    let owner = house.staff("owner").await;
    let roles = format!("/api/people/{}/roles", felt.dealer.person);
    let _: Value = owner.post(&roles, &json!({ "roles": ["patron"] })).await.unwrap();
    let former = felt.dealer.clone();
    let seen: Value = former.get(&path).await.unwrap();
    assert!(gives_away(&seen.to_string()).is_empty(), "{seen}");
    let _: Value = owner.post(&roles, &json!({ "roles": ["patron", "dealer"] })).await.unwrap();

    // The same holds for the round's history.
    let mut cards = ["Ts", "9s", "9d", "8h", "8c", "Td", "9c"].iter();
    for _ in 0..20 {
        let view = felt.view().await;
        match view["dealers_step"]["kind"].as_str().unwrap_or_default() {
            "deal" | "turn" => felt.deal(json!({ "do": "card", "card": cards.next() })).await,
            "look" => felt.deal(json!({ "do": "look", "natural": false })).await,
            "pay" => {
                felt.deal(json!({ "do": "close-round" })).await;
                break;
            }
            _ => {
                let person = view["asked"][0]["person"].clone();
                let stand = json!({ "do": "choose", "choice": { "blackjack": "stand" } });
                felt.deal(json!({ "do": "for", "person": person, "command": stand })).await;
            }
        }
    }
    for (who, reader, is_told) in &readers {
        if ["whoever is asked", "somebody who looks on"].contains(who) {
            continue;
        }
        let round: Value = reader.get(&format!("{path}/rounds/1")).await.unwrap();
        assert_eq!(gives_away(&round.to_string()).is_empty(), !is_told, "{who}");
    }
    drop((streams, readers, felt));
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());
}
