//! A room that is closed in the middle of its rounds opens again exactly as it was, for every pair of eyes.

mod house;

use cards::{Draws, Seed};
use client::{Ask, Patron};
use futures_util::future::join_all;
use house::{Folder, House, books, quiet};
use room::{LastingShoe, Spec, TableId, TableView, bots};
use serde_json::{Value, json};

const TIMES: usize = 4;

/// A table with three people who play by plain requests, one after the other.
struct Group {
    book: String,
    table: TableId,
    people: Vec<Patron>,
    draws: Draws,
    given: u64,
}

impl Group {
    async fn seat(house: &House, floor: &Patron, spec: Spec) -> Group {
        let table = house.table(floor, &spec).await;
        let book = spec.book;
        let mut people = Vec::new();
        for place in [1, 3, 5] {
            let guest = Patron::guest(house.site, &format!("Seat {place} of {table}")).await.unwrap();
            drop(house.seated(&guest, table, &book, place).await);
            people.push(guest);
        }
        Group { book, table, people, draws: Seed::from_bytes([table as u8; 32]).draws(), given: 0 }
    }

    async fn view(&self, patron: &Patron) -> Value {
        patron.get::<Value>(&format!("/api/tables/{}", self.table)).await.unwrap()["view"].clone()
    }

    /// Somebody does something; which of them may is looked for in turn.
    async fn step(&mut self, house: &House) {
        let rules = house.rules(&self.book);
        for patron in &self.people {
            let view: TableView = serde_json::from_value(self.view(patron).await).unwrap();
            let Some(command) = bots::command(&view, patron.person, &rules, &mut self.draws) else {
                continue;
            };
            self.given += 1;
            let said =
                json!({ "id": format!("{}", self.given), "based_on": view.number, "command": command });
            let path = format!("/api/tables/{}/commands", self.table);
            let answer: Value = patron.post(&path, &said).await.unwrap();
            assert_eq!(answer["outcome"], "applied", "{}: {command:?}: {answer}", self.book);
            return;
        }
        panic!("{}: nobody has anything to do", self.book);
    }

    /// Takes so many steps and a few more, and looks at the table.
    async fn go_on(&mut self, house: &House, steps: u32) -> Vec<Value> {
        for _ in 0..steps + self.draws.below(9) {
            self.step(house).await;
        }
        self.views(house).await
    }

    /// The table as each of them and the rail sees it.
    async fn views(&self, house: &House) -> Vec<Value> {
        let mut views = Vec::new();
        for patron in &self.people {
            views.push(self.view(patron).await);
        }
        let path = format!("/api/tables/{}", self.table);
        views.push(house.site.ask(&Ask::get(&path)).await.unwrap().json().unwrap());
        views
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_view_is_the_same_after_the_room_was_closed() {
    let folder = Folder::new();
    let mut house = House::open(quiet(&folder)).await;
    let floor = house.staff("floor").await;
    let mut groups = Vec::new();
    for book in books() {
        groups.push(Group::seat(&house, &floor, house.quick(&book)).await);
    }
    // In the middle of a shoe, too.
    let shoe =
        Spec { decks: Some(3), shoe: Some(LastingShoe::default()), ..house.quick("mortimers/no-bust-6") };
    groups.push(Group::seat(&house, &floor, shoe).await);
    let mut phases = std::collections::BTreeMap::new();
    let mut least = u64::MAX;
    for time in 0..TIMES {
        // The first time long enough for a checkpoint, from which the table resumes.
        let steps = if time == 0 { 100 } else { 3 };
        let before = join_all(groups.iter_mut().map(|group| group.go_on(&house, steps))).await;
        for views in &before {
            *phases.entry(views[0]["phase"].to_string()).or_insert(0) += 1;
        }
        let left = before.last().and_then(|views| views[0]["shoe"]["left"].as_u64());
        least = least.min(left.unwrap_or(u64::MAX));
        house.close().await;
        house = House::open(quiet(&folder)).await;
        for (group, before) in groups.iter_mut().zip(before) {
            for patron in &mut group.people {
                patron.site = house.site;
            }
            let after = group.views(&house).await;
            for (place, (before, after)) in before.iter().zip(&after).enumerate() {
                assert_eq!(before, after, "{}: as {place} sees it", group.book);
            }
        }
    }
    assert!(least < 156, "some of the shoe was dealt when the room was closed");
    println!("{phases:?}");
    assert!(
        phases["\"playing\""] > groups.len(),
        "most rooms are closed in the middle of a round: {phases:?}"
    );
    house.close().await;
}
