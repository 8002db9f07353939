//! A practice table full of bots whose every question is looked at.

use books::poker::Structure;
use books::{Book, Money, Shelf};
use cards::{Draws, Seed};
use games::blackjack::Choice as Act;
use games::round::Choice;
use games::{Party, Seat};
use room::{By, Command, Input, PersonId, Spec, Table, TableView, Time, Told, Watcher, bots};

/// A table of bots.
pub(crate) struct Hall {
    pub(crate) book: Book,
    table: Table,
    draws: Draws,
    seeds: Draws,
    now: Time,
    /// Whether whatever may be split is split, also what nobody should.
    splits_all: bool,
}

/// Somebody who is asked something, and what they see.
pub(crate) struct Situation {
    pub(crate) person: PersonId,
    pub(crate) view: TableView,
}

impl Hall {
    pub(crate) fn new(name: &str, bots: u8, seed: u8) -> Hall {
        Hall::with_chips(name, bots, seed, &[20])
    }

    /// The same, with so many times the least buy-in for one after the other.
    pub(crate) fn with_chips(name: &str, bots: u8, seed: u8, times: &[i64]) -> Hall {
        Hall::open(name, bots, seed, times, |spec| spec)
    }

    /// The same, where whatever may be split is.
    pub(crate) fn splitting(name: &str, bots: u8, seed: u8) -> Hall {
        Hall { splits_all: true, ..Hall::with_chips(name, bots, seed, &[200, 400]) }
    }

    /// The same at no limit, where stacks of all sizes go in.
    pub(crate) fn no_limit(name: &str, bots: u8, seed: u8, times: &[i64]) -> Hall {
        Hall::open(name, bots, seed, times, |spec| Spec {
            schedule: None,
            structure: Some(Structure::NoLimit),
            blinds: Some((100, 200)),
            buy_in_least: Some(1_000),
            ..spec
        })
    }

    fn open(name: &str, bots: u8, seed: u8, times: &[i64], told: impl Fn(Spec) -> Spec) -> Hall {
        let shelf = Shelf::filed();
        let book = shelf.book(&shelf.find(name).unwrap()).unwrap();
        let spec = told(Spec { plays_alone: true, ..Spec::practice(&shelf, name).unwrap() });
        let (table, _) = Table::open(&shelf, 1, spec).unwrap();
        let (draws, seeds) =
            (Seed::from_bytes([seed; 32]).draws(), Seed::from_bytes([seed ^ 99; 32]).draws());
        let mut hall = Hall { book, table, draws, seeds, now: Time(1_000_000), splits_all: false };
        let view = hall.table.view(Watcher::Rail);
        let least = view.limits.map_or(Money::ZERO, |(least, _)| Money::cents(least));
        for (number, times) in (1..=bots.min(view.seats)).zip(times.iter().cycle()) {
            let buy_in = view.buy_in_least.times(*times).max(least.times(20 * times));
            hall.give(By::Patron(100 + u32::from(number)), &Command::Sit { seat: Seat::new(number), buy_in });
        }
        hall
    }

    pub(crate) fn give(&mut self, by: By, command: &Command) -> Vec<Told> {
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
            if let Some(command) = self.command_of(&view, person) {
                self.give(By::Patron(person), &command);
                return met;
            }
        }
        self.tick();
        met
    }

    /// What a bot would do.
    pub(crate) fn command_of(&mut self, view: &TableView, person: PersonId) -> Option<Command> {
        if self.splits_all {
            let offers = view.round.iter().flat_map(|round| &round.offers);
            let split = offers.into_iter().find(|offer| offer.choice == Choice::Blackjack(Act::Split));
            if let Some(split) = split {
                return Some(Command::Choose { who: Some(split.who), choice: split.choice });
            }
        }
        bots::command(view, person, &self.book.rules, &mut self.draws)
    }

    /// Everybody at the table, with what they see.
    pub(crate) fn people(&self) -> Vec<Situation> {
        let people = self.table.people().iter().map(|person| person.person);
        people.map(|person| Situation { person, view: self.table.view(Watcher::Person(person)) }).collect()
    }

    /// Lets time pass until something happens.
    pub(crate) fn tick(&mut self) -> Vec<Told> {
        self.now = self.table.deadline().unwrap_or(self.now.after_ms(1_000)).max(self.now);
        self.give(By::Clock, &Command::Tick)
    }
}
