//! A table full of bots, with a ledger that is checked after every command.

#![allow(dead_code, reason = "each test program uses a part of it")]

use books::{Money, Shelf};
use cards::{Draws, Seed};
use games::Seat;
use room::{
    Account, By, Command, Input, Ledger, PersonId, Phase, Refusal, Spec, Table, TableView, Time, Told,
    Transfer, Watcher, bots,
};

/// A table and everything it needs from outside.
pub(crate) struct Hall {
    /// The table.
    pub(crate) table: Table,
    /// What the bots draw their moods from.
    pub(crate) draws: Draws,
    ledger: Ledger,
    seeds: Draws,
    now: Time,
}

impl Hall {
    /// A table with so many bots, or as many as it has seats; they are persons 101, 102, ... in seats 1, 2, ...
    pub(crate) fn new(shelf: &Shelf, spec: Spec, bots: u8) -> Hall {
        let book = spec.book.clone();
        let spec = Spec { plays_alone: true, ..spec };
        let (table, _) = Table::open(shelf, 1, spec).unwrap_or_else(|fault| panic!("{book}: {fault}"));
        let mut hall = Hall {
            table,
            ledger: Ledger::default(),
            now: Time(1_000_000),
            draws: Seed::from_bytes([21; 32]).draws(),
            seeds: Seed::from_bytes(std::array::from_fn(|place| book.as_bytes()[place % book.len()])).draws(),
        };
        let view = hall.table.view(Watcher::Rail);
        let least = view.limits.map_or(Money::dollars(1), |(least, _)| Money::cents(least));
        let buy_in = view.buy_in_least.times(2).max(least.times(40));
        for number in 1..=bots.min(view.seats) {
            hall.tell(u32::from(number) + 100, &Command::Sit { seat: Seat::new(number), buy_in });
        }
        hall
    }

    /// Gives a person's command, which must be accepted; chips are lent.
    pub(crate) fn tell(&mut self, person: PersonId, command: &Command) -> Vec<Told> {
        if let Command::Sit { buy_in: amount, .. }
        | Command::StandBehind { buy_in: amount }
        | Command::AddChips { amount } = *command
        {
            self.lend(person, amount);
        }
        self.give(By::Patron(person), command)
    }

    /// Lends somebody chips.
    pub(crate) fn lend(&mut self, person: PersonId, amount: Money) {
        let (from, to) = (Account::Cage, Account::Patron(person));
        self.ledger.record(&Transfer { from, to, amount }).unwrap();
    }

    fn give(&mut self, by: By, command: &Command) -> Vec<Told> {
        self.attempt(by, command)
            .unwrap_or_else(|refusal| panic!("{}: {by:?} {command:?}: {refusal}", self.table.spec().book))
    }

    /// Gives a command that may be refused; either way the books balance.
    pub(crate) fn attempt(&mut self, by: By, command: &Command) -> Result<Vec<Told>, Refusal> {
        let seeds = &mut self.seeds;
        let mut seed = || std::array::from_fn(|_| seeds.below(256) as u8);
        let wallet = Money::dollars(10_000_000);
        let name = match by {
            By::Patron(person) => ["Ann", "Ben", "Cleo", "Dan"][person as usize % 4],
            _ => "",
        };
        let mut input = Input { now: self.now, seeds: &mut seed, name, wallet, is_bot: true };
        let told = self.table.command(by, command, &mut input)?;
        for one in &told {
            for transfer in &one.transfers {
                self.ledger.record(transfer).unwrap_or_else(|fault| panic!("{fault} at {:?}", one.event));
            }
        }
        for person in self.table.people() {
            let account = Account::Stack(self.table.id(), person.person);
            assert_eq!(self.ledger.balance(account), person.stack, "the ledger knows every stack");
        }
        assert_eq!(self.ledger.total(), Money::ZERO);
        Ok(told)
    }

    /// The time at the table.
    pub(crate) fn now(&self) -> Time {
        self.now
    }

    /// Gives a person's command at another table, which nobody's books follow.
    pub(crate) fn try_on(
        &self,
        table: &mut Table,
        person: PersonId,
        command: &Command,
    ) -> Result<(), Refusal> {
        let wallet = Money::dollars(10_000_000);
        let mut input = Input { now: self.now, seeds: &mut || [7; 32], name: "Eve", wallet, is_bot: false };
        table.command(By::Patron(person), command, &mut input).map(|_| ())
    }

    /// Lets the clock go on to where the table waits for it.
    pub(crate) fn wait(&mut self) {
        self.now = self.table.deadline().unwrap_or(self.now.after_ms(1_000)).max(self.now);
        self.give(By::Clock, &Command::Tick);
    }

    /// Lets a bot do something, or the clock go on.
    pub(crate) fn step_or_wait(&mut self) {
        let people: Vec<PersonId> = self.table.people().iter().map(|person| person.person).collect();
        for person in people {
            let view = self.table.view(Watcher::Person(person));
            if let Some(command) = bots::command(&view, person, &self.table.book().rules, &mut self.draws) {
                self.tell(person, &command);
                return;
            }
        }
        self.wait();
    }

    /// Lets the first bot that has something to do do it, or what is said instead; the clock goes on only while
    /// all rest.
    pub(crate) fn step(
        &mut self,
        mut instead: impl FnMut(PersonId, &TableView, &mut Draws) -> Option<Command>,
    ) -> Vec<Told> {
        let people: Vec<PersonId> = self.table.people().iter().map(|person| person.person).collect();
        for person in people {
            let view = self.table.view(Watcher::Person(person));
            let command = instead(person, &view, &mut self.draws)
                .or_else(|| bots::command(&view, person, &self.table.book().rules, &mut self.draws));
            if let Some(command) = command {
                return self.tell(person, &command);
            }
        }
        let phase = self.table.phase();
        assert!(
            matches!(phase, Phase::Idle | Phase::Resting),
            "{}: nobody has anything to do while the table is {phase:?}",
            self.table.spec().book
        );
        self.now = self.table.deadline().unwrap_or(self.now.after_ms(1_000));
        self.give(By::Clock, &Command::Tick)
    }
}
