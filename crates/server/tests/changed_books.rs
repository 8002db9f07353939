//! A table plays, shows and proves its rounds by the books it was opened with, whatever lies on disk now.

mod house;

use books::Shelf;
use books::read::Source;
use cards::Seed;
use client::{Ask, Patron, Player};
use house::{Folder, House, quiet};
use room::{TableId, TableView};
use serde_json::Value;
use store::{Sqlite, Witness};

const BOOK: &str = "mortimers/no-bust-6";

/// The filed books, but Naturals of one of them pay otherwise.
fn changed() -> Shelf {
    let shelf = Shelf::filed();
    let path = format!("{BOOK}.toml");
    let text = &shelf.file(&path).unwrap().text;
    let other = text.replace("\"6 to 5\"", "\"7 to 5\"");
    assert_ne!(*text, other, "the book says what a Natural pays");
    let changed = shelf.with_file(&path, Source::new(path.clone(), other));
    let id = changed.find(BOOK).unwrap();
    assert_ne!(changed.book(&id).unwrap().rules, shelf.book(&id).unwrap().rules);
    changed
}

/// Two people with seats at a table, who stay there while the room is closed and opened again.
struct Pair {
    table: TableId,
    people: Vec<Patron>,
    times: u8,
}

impl Pair {
    async fn seat(house: &House, floor: &Patron) -> Pair {
        let table = house.table(floor, &house.quick(BOOK)).await;
        let mut people = Vec::new();
        for seat in [1, 4] {
            let guest = Patron::guest(house.site, &format!("Seat {seat} of {table}")).await.unwrap();
            drop(house.seated(&guest, table, BOOK, seat).await);
            people.push(guest);
        }
        Pair { table, people, times: 0 }
    }

    /// Plays so many rounds and leaves off in the middle of the next.
    async fn play(&mut self, house: &House, rounds: u64) {
        self.times += 1;
        let mut players = Vec::new();
        for patron in &mut self.people {
            patron.site = house.site;
            let eyes = patron.table(self.table, None).await.unwrap();
            let draws = Seed::from_bytes([self.times; 32]).draws();
            let name = format!("{}-{}-{}", self.table, patron.person, self.times);
            players.push(Player::new(eyes, house.rules(BOOK), draws, &name));
        }
        let [first, second] = &mut players[..] else { unreachable!("two people") };
        let enough = first.seat.view.round_number + rounds;
        let is_enough = |view: &TableView| view.round_number >= enough;
        let (one, two) = tokio::join!(first.play(is_enough), second.play(is_enough));
        one.and(two).unwrap();
    }
}

fn prove(folder: &Folder, shelf: &Shelf) {
    let store = Sqlite::open_read_only(folder.path()).unwrap();
    let proof = server::verify(&store, shelf, &Witness::new(), &mut |_, _| ()).unwrap();
    assert_eq!(proof.faults, Vec::<String>::new());
    assert!(proof.streams.iter().all(|stream| stream.others.is_empty()), "{proof:?}");
}

async fn shown(house: &House, table: TableId, round: u64) -> Value {
    let path = format!("/api/tables/{table}/rounds/{round}");
    house.site.ask(&Ask::get(&path)).await.unwrap().json::<Value>().unwrap()["lines"].clone()
}

async fn told(house: &House, path: &str) -> Value {
    let reply = house.site.ask(&Ask::get(path)).await.unwrap();
    assert_eq!(reply.status, 200, "{path}: {}", reply.body);
    reply.json().unwrap_or_else(|_| Value::String(reply.body.clone()))
}

/// The rules that are shown at a table are those that it plays by; where the filed ones are others, it says so.
async fn shows_its_rules(house: &House, table: TableId, natural: &str, is_filed: bool) {
    let own = told(house, &format!("/api/tables/{table}/book")).await;
    let filed = told(house, &format!("/api/books/{BOOK}")).await;
    assert!(own["book"]["pays"].to_string().contains(natural), "{}", own["book"]["pays"]);
    assert_eq!(own["book"] == filed, is_filed);
    match own["note"].as_str() {
        None => assert!(is_filed, "nobody is told that the filed rules are others"),
        Some(note) => {
            assert!(!is_filed, "{note}");
            let rules = &own["rules"].as_str().unwrap()[..12];
            assert!(note.contains("which have been changed since") && note.contains(rules), "{note}");
        }
    }
    let schedule = own["book"]["schedules"][0]["handle"].as_str().unwrap().to_owned();
    let sign = told(house, &format!("/api/tables/{table}/sign.svg?schedule={schedule}")).await.to_string();
    assert!(sign.contains(natural), "the notice pays a Natural {natural}");
    let filed_sign =
        told(house, &format!("/api/books/{BOOK}/sign.svg?schedule={schedule}")).await.to_string();
    assert_eq!(sign == filed_sign, is_filed, "the notice is that of the rules");
    assert!(!sign.contains("NOT TO BE POSTED"));
    // Every text of them can be read.
    let library = told(house, "/api/library").await;
    let mut has_book = false;
    for file in own["files"].as_array().unwrap() {
        let is_listed = library.as_array().unwrap().iter().any(|text| text["hash"] == file["hash"]);
        assert!(is_listed, "{file}");
        let text = Ask::get(&format!("/api/library/{}", file["hash"].as_str().unwrap()));
        let text = house.site.ask(&text).await.unwrap().body;
        has_book |= text.contains(&format!("\"{natural}\""));
    }
    assert!(has_book, "the library has the text that pays {natural}");
}

/// So are the odds and the money that are told of it.
async fn tells_its_odds(house: &House, table: TableId, is_filed: bool) {
    let odds = told(house, &format!("/api/tables/{table}/odds")).await;
    assert_eq!(
        odds == told(house, &format!("/api/books/{BOOK}/odds")).await,
        is_filed,
        "the odds of the rules"
    );
    let money = |of: &str| format!("/api/{of}/money?seats=2000,5000");
    let own_money = told(house, &money(&format!("tables/{table}"))).await;
    assert_eq!(own_money == told(house, &money(&format!("books/{BOOK}"))).await, is_filed, "its money");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_goes_on_by_the_books_it_was_opened_with() {
    let folder = Folder::new();
    let house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let mut first = Pair::seat(&house, &floor).await;
    first.play(&house, 6).await;
    let before = shown(&house, first.table, 3).await;
    house.close().await;

    let house = House::open_with(changed(), quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let mut second = Pair::seat(&house, &floor).await;
    first.play(&house, 5).await;
    second.play(&house, 5).await;
    assert_eq!(shown(&house, first.table, 3).await, before);
    shows_its_rules(&house, first.table, "6 to 5", false).await;
    shows_its_rules(&house, second.table, "7 to 5", true).await;
    house.close().await;
    prove(&folder, &changed());

    let house = House::open(quiet(&folder)).await;
    first.play(&house, 5).await;
    second.play(&house, 5).await;
    assert_eq!(shown(&house, first.table, 3).await, before);
    shows_its_rules(&house, first.table, "6 to 5", true).await;
    shows_its_rules(&house, second.table, "7 to 5", false).await;
    tells_its_odds(&house, first.table, true).await;
    tells_its_odds(&house, second.table, false).await;
    house.close().await;
    prove(&folder, &Shelf::filed());
    prove(&folder, &Shelf::empty());
}
