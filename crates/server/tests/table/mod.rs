//! Two people with accounts at a table of the house who play by plain requests, and take or pass the bank as a test wants.

#![allow(dead_code, reason = "each test program uses a part of it")]

use std::fs;
use std::time::Duration;

use books::{Money, Rules, Shelf};
use cards::{Draws, Seed};
use client::{Ask, Patron};
use room::{Command, Phase, TableView, bots};
use serde_json::{Value, json};

use crate::house::{Folder, House};

/// Who takes the bank when it is offered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bank {
    Both,
    First,
    Nobody,
}

pub(crate) async fn post(who: &Patron, path: &str, body: Value) -> (u16, Value) {
    let reply = who.ask(Ask::post(path, &body)).await.unwrap();
    (reply.status, serde_json::from_str(&reply.body).unwrap_or_default())
}

/// The filed books, with a text of one of their files replaced once.
pub(crate) fn changed(folder: &Folder, path: &str, from: &str, to: &str) -> Shelf {
    let mut shelf = Shelf::filed();
    let text = shelf.file(path).unwrap().text.clone();
    assert!(text.contains(from), "{path} has no {from}");
    let file = folder.path().join(path);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, text.replacen(from, to, 1)).unwrap();
    shelf.add_folder(folder.path()).unwrap();
    shelf
}

/// Two people of a table.
pub(crate) struct Seated {
    pub(crate) people: Vec<Patron>,
    names: Vec<String>,
    table: u32,
    rules: Rules,
    draws: Draws,
    given: u64,
}

impl Seated {
    /// Two people with accounts and chips of the house, who have not sat down yet.
    pub(crate) async fn people(house: &House, table: u32, book: &str) -> Seated {
        let cage = house.staff("cage").await;
        let (mut people, mut names) = (Vec::new(), Vec::new());
        for place in 0..2 {
            let name = format!("Pat {table} {place}");
            let pat = Patron::register(house.site, &name, "long enough").await.unwrap();
            let bought = json!({ "person": pat.person, "amount": 5_000_000 });
            assert_eq!(post(&cage, "/api/cage/buy", bought).await.0, 200);
            people.push(pat);
            names.push(name);
        }
        let draws = Seed::from_bytes([5; 32]).draws();
        Seated { people, names, table, rules: house.rules(book), draws, given: 0 }
    }

    /// The same, seated.
    pub(crate) async fn two(house: &House, table: u32, book: &str) -> Seated {
        let mut seated = Seated::people(house, table, book).await;
        for place in 0..2 {
            let sat = seated.sit(place).await;
            assert_eq!(sat["outcome"], "applied", "{sat}");
        }
        seated
    }

    pub(crate) fn name(&self, place: usize) -> &str {
        &self.names[place]
    }

    /// The room was opened anew, at another address.
    pub(crate) fn moved_to(&mut self, house: &House) {
        self.people.iter_mut().for_each(|one| one.site = house.site);
    }

    async fn view(&self, place: usize) -> TableView {
        let looked: Value = self.people[place].get(&format!("/api/tables/{}", self.table)).await.unwrap();
        serde_json::from_value(looked["view"].clone()).unwrap()
    }

    async fn give(&mut self, place: usize, command: &Command) -> Value {
        self.given += 1;
        let body = json!({ "id": format!("{}-{}", self.table, self.given), "command": command });
        post(&self.people[place], &format!("/api/tables/{}/commands", self.table), body).await.1
    }

    pub(crate) async fn sit(&mut self, place: usize) -> Value {
        let seat = games::Seat::new(1 + 3 * place as u8);
        self.give(place, &Command::Sit { seat, buy_in: Money::dollars(2_000) }).await
    }

    pub(crate) async fn leave(&mut self, place: usize) -> Value {
        self.give(place, &Command::Leave).await
    }

    pub(crate) async fn take_bank(&mut self, place: usize) {
        let taken = self.give(place, &Command::TakeBank { stake: Money::dollars(500) }).await;
        assert_eq!(taken["outcome"], "applied", "{taken}");
    }

    /// Plays so many rounds to their end; where nobody takes the bank, until the game stops for want of one.
    pub(crate) async fn play(&mut self, bank: Bank, rounds: u64) {
        let last = self.view(0).await.round_number + rounds;
        for turn in 0..20_000 {
            let view = self.view(turn % 2).await;
            let is_over = view.round_number >= last && view.phase != Phase::Playing;
            if is_over || (bank == Bank::Nobody && view.phase == Phase::Broken) {
                return;
            }
            self.step(turn % 2, &view, bank).await;
        }
        panic!("nothing comes of it: {:?}", self.view(0).await.phase);
    }

    async fn step(&mut self, place: usize, view: &TableView, bank: Bank) {
        let person = self.people[place].person;
        let wants = match bank {
            Bank::Both => true,
            Bank::First => place == 0,
            Bank::Nobody => false,
        };
        let command = match bots::command(view, person, &self.rules, &mut self.draws) {
            Some(Command::TakeBank { .. } | Command::PassBank) if wants => {
                Some(Command::TakeBank { stake: Money::dollars(500) })
            }
            Some(Command::TakeBank { .. }) => Some(Command::PassBank),
            other => other,
        };
        match command {
            Some(command) => drop(self.give(place, &command).await),
            None => tokio::time::sleep(Duration::from_millis(2)).await,
        }
    }
}
