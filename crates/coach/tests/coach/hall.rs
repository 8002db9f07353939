//! A practice table full of bots whose every question is looked at.

use books::{Book, Money, Shelf};
use cards::{Draws, Seed};
use games::{Party, Seat};
use room::{By, Command, Input, PersonId, Spec, Table, TableView, Time, Told, Watcher, bots};

/// A table of bots.
pub(crate) struct Hall {
    pub(crate) book: Book,
    table: Table,
    draws: Draws,
    seeds: Draws,
    now: Time,
}

/// Somebody who is asked something, and what they see.
pub(crate) struct Situation {
    pub(crate) person: PersonId,
    pub(crate) view: TableView,
}

impl Hall {
    pub(crate) fn new(name: &str, bots: u8, seed: u8) -> Hall {
        let shelf = Shelf::filed();
        let book = shelf.book(&shelf.find(name).unwrap()).unwrap();
        let spec = Spec { plays_alone: true, ..Spec::practice(&shelf, name).unwrap() };
        let (table, _) = Table::open(&shelf, 1, spec).unwrap();
        let (draws, seeds) =
            (Seed::from_bytes([seed; 32]).draws(), Seed::from_bytes([seed ^ 99; 32]).draws());
        let mut hall = Hall { book, table, draws, seeds, now: Time(1_000_000) };
        let view = hall.table.view(Watcher::Rail);
        let least = view.limits.map_or(Money::dollars(1), |(least, _)| Money::cents(least));
        let buy_in = view.buy_in_least.times(20).max(least.times(400));
        for number in 1..=bots.min(view.seats) {
            hall.give(By::Patron(100 + u32::from(number)), &Command::Sit { seat: Seat::new(number), buy_in });
        }
        hall
    }

    fn give(&mut self, by: By, command: &Command) -> Vec<Told> {
        let seeds = &mut self.seeds;
        let mut seed = || std::array::from_fn(|_| seeds.below(256) as u8);
        let wallet = Money::dollars(10_000_000);
        let mut input = Input { now: self.now, seeds: &mut seed, name: "Bo", wallet, is_bot: true };
        let told = self.table.command(by, command, &mut input);
        told.unwrap_or_else(|refusal| panic!("{}: {by:?} {command:?}: {refusal}", self.book.id))
    }

    /// Lets everybody move once, and gives the situations of those who were asked in a round.
    pub(crate) fn step(&mut self) -> Vec<Situation> {
        let mut met = Vec::new();
        let people: Vec<PersonId> = self.table.people().iter().map(|person| person.person).collect();
        for person in people {
            let view = self.table.view(Watcher::Person(person));
            let offers = view.round.iter().flat_map(|round| &round.offers);
            if offers.clone().any(|offer| offer.who != Party::DEALER) {
                met.push(Situation { person, view: view.clone() });
            }
            if let Some(command) = bots::command(&view, person, &self.book.rules, &mut self.draws) {
                self.give(By::Patron(person), &command);
                return met;
            }
        }
        self.now = self.table.deadline().unwrap_or(self.now.after_ms(1_000)).max(self.now);
        self.give(By::Clock, &Command::Tick);
        met
    }
}
