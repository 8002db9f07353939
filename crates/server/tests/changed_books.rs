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
    house.close().await;
    prove(&folder, &changed());

    let house = House::open(quiet(&folder)).await;
    first.play(&house, 5).await;
    second.play(&house, 5).await;
    assert_eq!(shown(&house, first.table, 3).await, before);
    house.close().await;
    prove(&folder, &Shelf::filed());
    prove(&folder, &Shelf::empty());
}
