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
