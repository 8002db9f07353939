//! A table at which only bots sit, played as the server lets them play, with a clock of its own and nothing random but its
//! seed.

use books::{Money, Shelf};
use cards::{Draws, Seed};
use games::Seat;

use super::{Habits, NAMES, Style, command_by, free_name, is_due, may_sit, seats, start};
use crate::PersonId;
use crate::command::{By, Command};
use crate::ledger::{Account, Ledger, Transfer};
use crate::open::{OpenFault, Spec};
use crate::table::{Input, Table};
use crate::time::Time;
use crate::told::Told;
use crate::view::{TableView, Watcher};

/// How often something may happen without a round coming to its end.
const STEPS_MOST: u32 = 50_000;

/// A table at which only bots sit.
pub struct Practice {
    table: Table,
    start: Money,
    ledger: Ledger,
    draws: Draws,
    seeds: Draws,
    now: Time,
    /// Everybody who has ever sat there, by place, with their names; persons count from 1.
    names: Vec<&'static str>,
    waits: u32,
}

/// Something that a bot has done.
pub struct Moved {
    /// Who.
    pub person: PersonId,
    /// What it saw before.
    pub view: TableView,
    /// What it did.
    pub command: Command,
}

impl Practice {
    /// Opens a table and seats so many bots, or as many as there are seats.
    ///
    /// # Errors
    /// When no such table can be opened.
    pub fn open(shelf: &Shelf, spec: Spec, bots: u8, seed: [u8; 32]) -> Result<Practice, OpenFault> {
        let (table, _) = Table::open_despite_faults(shelf, 1, &Spec { plays_alone: true, ..spec })?;
        let mut draws = Seed::from_bytes(seed).draws();
        let shuffles: [u8; 32] = std::array::from_fn(|_| draws.below(256) as u8);
        let mut practice = Practice {
            start: start(&table),
            table,
            ledger: Ledger::default(),
            draws,
            seeds: Seed::from_bytes(shuffles).draws(),
            now: Time(1_000_000),
            names: Vec::new(),
            waits: 0,
        };
        let places: Vec<Seat> = seats(&practice.table, bots).collect();
        for (place, seat) in places.into_iter().enumerate() {
            practice.names.push(NAMES[place * 5 % NAMES.len()]);
            practice.sit(place as PersonId + 1, seat).map_err(OpenFault::Senseless)?;
        }
        Ok(practice)
    }

    /// The table.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The chips with which each bot sat down.
    #[must_use]
    pub fn start(&self) -> Money {
        self.start
    }

    /// How somebody there plays.
    #[must_use]
    pub fn style(&self, person: PersonId) -> Style {
        Style::of(self.name(person))
    }

    fn name(&self, person: PersonId) -> &'static str {
        self.names.get(person as usize - 1).copied().unwrap_or_default()
    }

    /// Lets the first bot that has something to do do it, and time go by while nobody has; says what came of it.
    ///
    /// # Errors
    /// When a bot's command is refused or the table stalls, in words: neither may be.
    pub fn step(&mut self) -> Result<(Option<Moved>, Vec<Told>), String> {
        self.waits += 1;
        if self.waits > STEPS_MOST {
            return Err(format!("round {} does not end", self.table.rounds()));
        }
        let mut people: Vec<PersonId> = self.table.people().iter().map(|seated| seated.person).collect();
        // Where rounds follow at once, those who play are never done; the others do not wait for them.
        people.sort_by_key(|person| self.table.is_in_round(*person));
        for person in people {
            if !is_due(&self.table, person, self.start) {
                continue;
            }
            let view = self.table.view(Watcher::Person(person));
            let habits = Habits { style: self.style(person), start: Some(self.start) };
            let rules = &self.table.book().rules;
            let Some(command) = command_by(&view, person, rules, &habits, &mut self.draws) else { continue };
            let seat = view.you;
            let told = self.tell(person, &command)?;
            if let (Command::Leave, Some(seat)) = (&command, seat) {
                self.replace(person, seat)?;
            }
            return Ok((Some(Moved { person, view, command }), told));
        }
        self.now = self.table.deadline().unwrap_or(self.now.after_ms(1_000)).max(self.now);
        Ok((None, self.give(By::Clock, &Command::Tick, "")?))
    }

    /// Whoever has won enough takes the chips home, and somebody else takes the seat.
    fn replace(&mut self, person: PersonId, seat: Seat) -> Result<(), String> {
        let amount = self.ledger.balance(Account::Patron(person));
        self.move_chips(Account::Patron(person), Account::Cage, amount)?;
        let known = self.names.len() as PersonId;
        let is_fit = |other: &PersonId| *other != person && may_sit(&self.table, *other, self.now);
        let back = (1..=known).find(is_fit);
        let next = back.unwrap_or_else(|| {
            self.names.push(free_name(&self.table, self.names.len() * 5));
            known + 1
        });
        self.sit(next, seat)
    }

    fn sit(&mut self, person: PersonId, seat: Seat) -> Result<(), String> {
        self.tell(person, &Command::Sit { seat, buy_in: self.start }).map(|_| ())
    }

    fn tell(&mut self, person: PersonId, command: &Command) -> Result<Vec<Told>, String> {
        if let Command::Sit { buy_in: amount, .. } | Command::AddChips { amount } = *command {
            self.move_chips(Account::Cage, Account::Patron(person), amount)?;
        }
        self.give(By::Patron(person), command, self.name(person))
    }

    fn give(&mut self, by: By, command: &Command, name: &str) -> Result<Vec<Told>, String> {
        let wallet = match by {
            By::Patron(person) => self.ledger.balance(Account::Patron(person)),
            By::Dealer(_) | By::Floor(_) | By::Clock => Money::ZERO,
        };
        let seeds = &mut self.seeds;
        let mut next = || std::array::from_fn(|_| seeds.below(256) as u8);
        let mut input = Input { now: self.now, seeds: &mut next, name, wallet, is_bot: true };
        let rounds = self.table.rounds();
        let told = self
            .table
            .command(by, command, &mut input)
            .map_err(|refusal| format!("{by:?} {command:?} is refused: {refusal}"))?;
        for transfer in told.iter().flat_map(|one| &one.transfers) {
            self.ledger.record(transfer).map_err(|fault| format!("{command:?}: {fault}"))?;
        }
        if self.table.rounds() > rounds {
            self.waits = 0;
        }
        Ok(told)
    }

    fn move_chips(&mut self, from: Account, to: Account, amount: Money) -> Result<(), String> {
        if !amount.is_positive() {
            return Ok(());
        }
        self.ledger.record(&Transfer { from, to, amount }).map_err(|fault| fault.to_string())
    }
}
