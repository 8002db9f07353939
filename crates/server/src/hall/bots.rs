//! Bots in the hall: they see what a player in their seat sees, think for a moment, and give commands like anybody.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashSet};

use books::Money;
use cards::{Draws, Seed};
use games::Seat;
use room::{Account, By, Command, PersonId, TableId, Time, Watcher};
use store::NewPerson;

use super::aside::guard;
use super::{Hall, random_seed};
use crate::journal::PersonKind;

/// Names that bots sit down under.
pub(super) const NAMES: [&str; 16] = [
    "Ada", "Ben", "Cora", "Dan", "Edith", "Finn", "Grace", "Hugo", "Ida", "Jack", "Kate", "Leo", "Mona",
    "Nico", "Olive", "Paul",
];

/// When which bot moves next.
pub(crate) struct BotMoves {
    due: BinaryHeap<Reverse<(Time, TableId, PersonId)>>,
    thinking: HashSet<(TableId, PersonId)>,
    changed: BTreeSet<TableId>,
    draws: Draws,
}

impl Default for BotMoves {
    fn default() -> BotMoves {
        BotMoves {
            due: BinaryHeap::new(),
            thinking: HashSet::new(),
            changed: BTreeSet::new(),
            draws: Seed::from_bytes(random_seed()).draws(),
        }
    }
}

impl BotMoves {
    pub(crate) fn next_due(&self) -> Option<Time> {
        self.due.peek().map(|Reverse((due, _, _))| *due)
    }

    /// Something has happened at these tables, so that bots may have to move.
    pub(crate) fn wake(&mut self, tables: &BTreeSet<TableId>) {
        self.changed.extend(tables);
    }
}

impl Hall {
    /// Seats bots at a practice table, and says why one cannot sit down; it keeps no chips then.
    pub(crate) fn seat_bots(&mut self, table: TableId, count: u8) -> Vec<String> {
        let mut told = Vec::new();
        let Some(place) = self.tables.get(&table) else { return told };
        let seats = place.table.seats();
        let view = place.table.view(Watcher::Rail);
        let wanted = view.buy_in_least.times(20).max(Money::dollars(1_000));
        let most = place.table.spec().buy_in_most.map(Money::cents);
        let chips = most.map_or(wanted, |most| wanted.min(most));
        // Spread them out, and leave the seats a newcomer would click on free.
        for place in 0..count.min(seats.saturating_sub(1)) {
            let seat = Seat::new(1 + (u16::from(place) * u16::from(seats) / u16::from(count.max(1))) as u8);
            let name = NAMES[(usize::from(place) * 5 + table as usize * 3) % NAMES.len()];
            let at = self.now();
            let person = NewPerson {
                id: None,
                name: format!("{name} (bot {table}-{})", place + 1),
                password: None,
                roles: vec!["bot".to_owned()],
                created_ms: at.0,
            };
            let Ok(id) = self.add_person(&person, PersonKind::Bot, chips) else { continue };
            if let Some(known) = self.people.get_mut(&id) {
                known.name = name.to_owned();
            }
            let sit = Command::Sit { seat, buy_in: chips };
            if let Err(refusal) = self.command(table, By::Patron(id), None, &sit, at) {
                self.take_play_chips(id, chips, at);
                told.push(format!("no bot sits in seat {seat}: {}", refusal.what));
            }
        }
        told
    }

    /// Looks which bots have something to do, and lets them think.
    pub(crate) fn look_at_bots(&mut self, now: Time) {
        for table in std::mem::take(&mut self.bots.changed) {
            let place = self.tables.get(&table).filter(|place| place.aside.is_none());
            let Some(place) = place else { continue };
            let bots = place.table.people().iter().filter(|person| person.is_bot).map(|person| person.person);
            for bot in bots {
                if self.bots.thinking.contains(&(table, bot)) {
                    continue;
                }
                let (least, most) = self.config.bot_ms;
                let span = u32::try_from(most - least).unwrap_or(0);
                // Most of the time nothing is asked of a bot; that is cheap to find out.
                if !guard(|| place.table.asks(bot)).unwrap_or(false) {
                    continue;
                }
                let wait = least + i64::from(self.bots.draws.below(span + 1));
                self.bots.due.push(Reverse((now.after_ms(wait), table, bot)));
                self.bots.thinking.insert((table, bot));
            }
        }
    }

    /// Lets every bot move whose time has come.
    pub(crate) fn move_bots(&mut self, now: Time) {
        while let Some(Reverse((due, table, bot))) = self.bots.due.peek().copied() {
            if due > now {
                break;
            }
            self.bots.due.pop();
            self.bots.thinking.remove(&(table, bot));
            self.bots.changed.insert(table);
            let place = self.tables.get(&table).filter(|place| place.aside.is_none());
            let Some(place) = place else { continue };
            if !guard(|| place.table.asks(bot)).unwrap_or(false) {
                continue;
            }
            let rules = place.rules.clone();
            // A bot that cannot think says nothing, and the clock chooses for it.
            let thought = guard(|| {
                let view = place.table.view(Watcher::Person(bot));
                room::bots::command(&view, bot, &rules, &mut self.bots.draws)
            });
            let command = match thought {
                Ok(Some(command)) => command,
                Ok(None) => continue,
                Err(what) => {
                    tracing::error!("table {table}: a bot cannot think: {what}");
                    continue;
                }
            };
            if let Command::AddChips { amount } = command
                && self.ledger.balance(Account::Play(bot)) < amount
            {
                self.give_play_chips(bot, amount, now);
            }
            if let Err(refusal) = self.command(table, By::Patron(bot), None, &command, now) {
                tracing::warn!("table {table}: a bot's {command:?} was refused: {refusal}");
            }
        }
    }
}
