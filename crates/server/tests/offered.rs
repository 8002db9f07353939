//! What the hall itself refuses is not offered: guests at tables of the house, and people whom nobody knows.

mod house;

use client::Patron;
use house::{Folder, House, quiet};
use room::May;
use serde_json::{Value, json};

const BOOK: &str = "marina/holdem";

async fn words(patron: &Patron, table: u32) -> Vec<String> {
    let seen: Value = patron.get(&format!("/api/tables/{table}")).await.unwrap();
    let may = seen["view"]["may"].as_array().unwrap().iter();
    may.map(|one| one["do"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_is_offered_no_seat_at_a_table_of_the_house() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    config.hall.open_rail = true;
    let house = House::open(config).await;
    let floor = house.staff("floor").await;
    let mut spec = house.quick(BOOK);
    let practice = house.table(&floor, &spec).await;
    spec.is_practice = false;
    spec.despite_errors = true;
    let real = house.table(&floor, &spec).await;
    let guest = Patron::guest(house.site, "Gwen").await.unwrap();
    let patron = Patron::register(house.site, "Pat", "long enough").await.unwrap();
    assert!(words(&guest, practice).await.contains(&"sit".to_owned()));
    assert!(words(&patron, real).await.contains(&"sit".to_owned()));
    assert_eq!(words(&guest, real).await, Vec::<String>::new());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_floor_notes_only_people_whom_the_room_knows() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let table = house.table(&floor, &house.quick(BOOK)).await;
    let ann = Patron::guest(house.site, "Ann").await.unwrap();
    let ben = Patron::guest(house.site, "Ben").await.unwrap();
    let notes = async |id: &str, one: u32, other: u32| -> Value {
        let command = json!({ "do": "relatives", "one": one, "other": other, "may_play": false });
        let said = json!({ "id": id, "as": "floor", "command": command });
        floor.post(&format!("/api/tables/{table}/commands"), &said).await.unwrap()
    };
    let answer = notes("one", ann.person, 999_999).await;
    assert_eq!(
        (&answer["outcome"], &answer["what"]),
        (&json!("refused"), &json!("there is nobody with the number 999999"))
    );
    let answer = notes("two", ann.person, ben.person).await;
    assert_eq!(answer["outcome"], "applied", "{answer}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_at_the_rail_is_offered_a_seat_with_every_message() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let table = house.table(&floor, &house.quick("marina/double-hand")).await;
    let watcher = Patron::guest(house.site, "Wanda").await.unwrap();
    let mut eyes = watcher.table(table, None).await.unwrap();
    let offered = |view: &room::TableView| {
        view.may.iter().map(|one| one.what).filter(|what| *what != May::Join).collect::<Vec<May>>()
    };
    assert_eq!(offered(&eyes.view), [May::Sit, May::StandBehind]);
    for seat in 1..=7 {
        let guest = Patron::guest(house.site, &format!("Seat {seat}")).await.unwrap();
        let sit = json!({ "do": "sit", "seat": seat, "buy_in": 100_000 });
        let said = json!({ "id": format!("sit-{seat}"), "command": sit });
        guest.post::<Value>(&format!("/api/tables/{table}/commands"), &said).await.unwrap();
        eyes.hear().await.unwrap();
        let expected: &[May] = if seat < 7 { &[May::Sit, May::StandBehind] } else { &[May::StandBehind] };
        assert_eq!(offered(&eyes.view), expected, "after seat {seat} is taken");
    }
    assert!(eyes.view.may.iter().any(|one| one.what == May::Join), "the table is full");
    house.close().await;
}
