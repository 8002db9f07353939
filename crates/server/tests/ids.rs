//! Ids that senders give their commands: once in the whole room, and the first answer again for the same table.

mod house;

use client::Patron;
use house::{Folder, House, quiet};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_id_is_done_once() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let one = house.table(&floor, &house.quick("mortimers/no-bust-6")).await;
    let other = house.table(&floor, &house.quick("marina/holdem")).await;
    let ann = Patron::guest(house.site, "Ann").await.unwrap();
    let send = async |table: u32, command: Value| -> Value {
        let sent = json!({ "id": "first", "command": command });
        ann.post(&format!("/api/tables/{table}/commands"), &sent).await.unwrap()
    };

    let first = send(one, json!({ "do": "sit", "seat": 2, "buy_in": 10_000 })).await;
    assert_eq!(first["outcome"], "applied", "{first}");
    let more: Value = {
        let sent = json!({ "id": "second", "command": { "do": "add-chips", "amount": 5_000 } });
        ann.post(&format!("/api/tables/{one}/commands"), &sent).await.unwrap()
    };
    assert_eq!(more["outcome"], "applied", "{more}");

    let again = send(one, json!({ "do": "sit", "seat": 2, "buy_in": 10_000 })).await;
    assert_eq!(again["outcome"], "duplicate", "{again}");
    assert_eq!(again["number"], first["number"], "the first answer again");

    let elsewhere = send(other, json!({ "do": "sit", "seat": 2, "buy_in": 10_000 })).await;
    assert_eq!(elsewhere["outcome"], "refused", "{elsewhere}");
    let what = elsewhere["what"].as_str().unwrap();
    assert!(what.contains("\"first\"") && what.contains("give every command one of its own"), "{what}");
    house.close().await;
}
