//! Somebody of the floor who plays: beyond the commands of a table, nothing that they decide is about where they or their company
//! have money, and nothing of it is for themselves.

mod felt;
mod forge;
mod house;

use client::Patron;
use felt::{Felt, post};
use forge::faults;
use house::{Folder, House, quiet};
use serde_json::{Value, json};

const BOOK: &str = "mortimers/no-bust-6";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_floor_decides_nothing_about_where_it_plays() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let owner = house.staff("owner").await;
    let spec = json!({ "book": BOOK, "schedule": "2", "dealer": "entered", "by_hand": true });
    let felt = Felt::open(&house, spec.clone()).await;
    let other: Value = felt.floor.post("/api/tables", &spec).await.unwrap();
    // Ann, who sits there, is of the floor by now; Bob is, too, and plays nowhere.
    let (ann, table) = (felt.people[0].clone(), felt.table);
    let bob = Patron::register(house.site, "Bob", "long enough").await.unwrap();
    for person in [ann.person, bob.person] {
        let roles = json!({ "roles": ["patron", "floor", "dealer"] });
        assert_eq!(post(&owner, &format!("/api/people/{person}/roles"), roles).await.0, 200);
    }
    let overridden =
        |table: &Value| json!({ "table": table, "rule": "one-provider", "reason": "for tonight" });
    let own = json!(table);
    for place in [&own, &json!(0)] {
        let (status, said) = post(&ann, "/api/law/overrides", overridden(place)).await;
        assert_eq!(status, 409, "{place}: {said}");
        assert!(said["error"].as_str().unwrap().starts_with("you play at this table"), "{said}");
    }
    assert_eq!(post(&ann, "/api/law/overrides", overridden(&other["table"])).await.0, 200, "elsewhere");
    assert_eq!(post(&bob, "/api/law/overrides", overridden(&own)).await.0, 200);

    // Seats, and badges, by which it is known who plays for whom.
    let held = |table: &Value, name: &str| json!({ "do": "hold", "table": table, "seat": 6, "name": name, "seconds": 60 });
    for (who, table, name, status) in [
        (&ann, &own, "Bob", 409),
        (&ann, &other["table"], "Ann", 409),
        (&bob, &own, "Bob", 409),
        (&ann, &other["table"], "Bob", 200),
    ] {
        let (found, said) = post(who, "/api/lists", held(table, name)).await;
        assert_eq!(found, status, "{name}: {said}");
    }
    let company = json!({ "name": "Blue Sky", "licence": "L-1" });
    assert_eq!(post(&bob, "/api/companies", company).await.0, 200);
    let badge = |name: &str| json!({ "person": name, "badge": "7" });
    let (status, said) = post(&bob, "/api/companies/1/badges", badge("Bob")).await;
    assert_eq!(status, 409, "{said}");
    assert_eq!(post(&felt.floor, "/api/companies/1/badges", badge("Bob")).await.0, 200);
    let mate = json!({ "person": "Ann", "badge": "8" });
    assert_eq!(post(&felt.floor, "/api/companies/1/badges", mate).await.0, 200);
    let (status, said) = post(&bob, "/api/law/overrides", overridden(&own)).await;
    assert!(said["error"].as_str().unwrap().starts_with("your company plays"), "{status} {said}");
    let (status, said) = post(&bob, "/api/companies/1/badges/take", json!({ "person": "Bob" })).await;
    assert_eq!(status, 409, "nobody takes off their own badge: {said}");
    assert_eq!(post(&felt.floor, "/api/companies/1/badges/take", json!({ "person": "Bob" })).await.0, 200);
    drop(felt);
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());
}

/// Who is asked to agree, and who pulls, counts, bars and gives badges, has no money there either.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_agrees_or_counts_where_they_or_their_company_play() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let owner = house.staff("owner").await;
    let spec = json!({ "book": BOOK, "schedule": "2", "dealer": "entered", "by_hand": true });
    let mut felt = Felt::open(&house, spec).await;
    felt.round().await;
    let (table, floor) = (felt.table, felt.floor.clone());
    let (ann, bea, cal) = (felt.people[0].clone(), felt.people[1].clone(), felt.people[2].clone());
    let dora = Patron::register(house.site, "Dora", "long enough").await.unwrap();
    // Cal, who sits there, may approve by now; Dora of the floor plays nowhere, but for the company of Bea.
    for (person, role) in [(cal.person, "owner"), (dora.person, "floor")] {
        let roles = json!({ "roles": ["patron", role] });
        assert_eq!(post(&owner, &format!("/api/people/{person}/roles"), roles).await.0, 200);
    }
    let company = json!({ "name": "Blue Sky", "licence": "L-1" });
    assert_eq!(post(&floor, "/api/companies", company).await.0, 200);
    for name in ["Dora", "Bea"] {
        let badge = json!({ "person": name, "badge": name });
        assert_eq!(post(&floor, "/api/companies/1/badges", badge).await.0, 200);
    }
    assert_eq!(post(&floor, "/api/day/shift/open", json!({ "name": "Day" })).await.0, 200);
    let fund = json!({ "do": "fund", "amount": 500_000, "with": "cage" });
    assert_eq!(post(&owner, "/api/jackpots", fund).await.0, 200);
    let wanted = json!({ "correction": felt.correction(0, 1, 1_000) });
    let (status, asked) = post(&floor, &format!("/api/tables/{table}/corrections"), wanted).await;
    assert_eq!(status, 200, "{asked}");
    let approve = format!("/api/corrections/{}/approve", asked["asked"]);
    let claim = json!({ "do": "claim", "table": table, "round": 1, "name": "Ann", "amount": 100, "words": "High hand",
                        "of": "promotion" });
    let (status, claims) = post(&felt.dealer, "/api/jackpots", claim.clone()).await;
    assert_eq!(status, 200, "{claims}");
    let pay = json!({ "do": "approve", "claim": claims["claims"][0]["claim"] });
    let pull = (format!("/api/tables/{table}/box/pull"), json!({ "kind": "collection", "for_next": false }));
    let count = (format!("/api/tables/{table}/boxes/1/count"), json!({ "counted": 300, "note": "so it is" }));
    let tray = (format!("/api/tables/{table}/tray/count"), json!({ "counted": 0, "note": "so it is" }));
    let bar = json!({ "do": "bar", "kind": "barred", "words": "no" });
    let bar = (format!("/api/patrons/{}", ann.person), bar);
    let badge = ("/api/companies/1/badges".to_owned(), json!({ "person": "Ann", "badge": "9" }));
    let take = ("/api/companies/1/badges/take".to_owned(), json!({ "person": "Bea" }));
    let of_money = [(approve.clone(), json!({})), ("/api/jackpots".to_owned(), pay)];
    let of_floor =
        [("/api/jackpots".to_owned(), claim), pull.clone(), count.clone(), tray, bar.clone(), badge, take];
    for (who, name) in [(&cal, "Cal"), (&dora, "Dora")] {
        let of_floor = of_floor.iter().filter(|_| name == "Dora");
        for (path, body) in of_money.iter().chain(of_floor) {
            let (status, said) = post(who, path, body.clone()).await;
            assert_eq!(status, 409, "{name} {path} {body}: {said}");
            let plays = said["error"].as_str().unwrap();
            assert!(
                plays.starts_with("you play at this table") || plays.starts_with("your company plays"),
                "{said}"
            );
        }
    }
    // Whoever plays nowhere does all of it.
    for (who, (path, body)) in
        [(&owner, &of_money[0]), (&owner, &of_money[1]), (&floor, &pull), (&floor, &count), (&floor, &bar)]
    {
        let (status, said) = post(who, path, body.clone()).await;
        assert_eq!(status, 200, "{path} {body}: {said}");
    }
    drop((bea, felt));
    house.close().await;
    assert_eq!(faults(&folder), Vec::<String>::new());
}
