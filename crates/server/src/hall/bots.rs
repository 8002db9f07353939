//! Bots in the hall: they see what a player in their seat sees, think for a moment, and give commands like anybody.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashSet};

use books::Money;
use cards::{Draws, Seed};
use games::Seat;
use room::bots::{self, Habits, Style};
use room::{Account, By, Command, PersonId, TableId, Time, Watcher};
use store::NewPerson;

use super::aside::guard;
use super::{Hall, random_seed};
use crate::journal::PersonKind;

pub(super) use room::bots::NAMES;

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
        let seats: Vec<Seat> = bots::seats(&place.table, count).collect();
        for (number, seat) in seats.into_iter().enumerate() {
            let name = NAMES[(number * 5 + table as usize * 3) % NAMES.len()];
            told.extend(self.seat_new_bot(table, seat, name, number + 1));
        }
        told
    }

    /// Seats a bot that nobody has seen before, and says why it cannot sit down.
    fn seat_new_bot(&mut self, table: TableId, seat: Seat, name: &str, number: usize) -> Option<String> {
        let at = self.now();
        let person = NewPerson {
            id: None,
            name: format!("{name} (bot {table}-{number})"),
            password: None,
            roles: vec!["bot".to_owned()],
            created_ms: at.0,
        };
        let id = self.add_person(&person, PersonKind::Bot, Money::ZERO).ok()?;
        if let Some(known) = self.people.get_mut(&id) {
            known.name = name.to_owned();
        }
        self.seat_bot(table, seat, id)
    }

    /// Seats a bot with play chips, and says why it cannot sit down; it keeps no chips then.
    fn seat_bot(&mut self, table: TableId, seat: Seat, bot: PersonId) -> Option<String> {
        let at = self.now();
        let chips = bots::start(&self.tables.get(&table)?.table);
        self.give_play_chips(bot, chips, at);
        let sit = Command::Sit { seat, buy_in: chips };
        let refusal = self.command(table, By::Patron(bot), None, &sit, at).err()?;
        self.take_play_chips(bot, chips, at);
        Some(format!("no bot sits in seat {seat}: {}", refusal.what))
    }

    /// A bot that has left gives its chips back, and another takes its seat: one that is at no table and may sit
    /// down like anybody, or a new one.
    fn replace_bot(&mut self, table: TableId, seat: Seat, gone: PersonId) {
        let at = self.now();
        let chips = self.ledger.balance(Account::Play(gone));
        if chips.is_positive() {
            self.take_play_chips(gone, chips, at);
        }
        let Some(place) = self.tables.get(&table) else { return };
        // Where somebody waits for the seat it is theirs, whoever else would come.
        if !bots::may_sit(&place.table, PersonId::MAX, at) {
            return;
        }
        // Where several nodes have tables, none knows at which of the others' a bot sits.
        let is_away =
            |bot: PersonId| self.node.is_none() && self.tables.values().all(|place| !place.table.knows(bot));
        let known = self.people.iter().filter(|(person, known)| known.is_bot && **person != gone);
        let all: Vec<PersonId> = known.map(|(person, _)| *person).collect();
        let fit =
            all.iter().copied().filter(|bot| is_away(*bot) && bots::may_sit(&place.table, *bot, at)).min();
        let told = match fit {
            Some(bot) => self.seat_bot(table, seat, bot),
            None => {
                let name = bots::free_name(&place.table, all.len() * 5);
                // Of all bots of the room this is one more, so that nobody bears its number.
                self.seat_new_bot(table, seat, name, all.len() + 2)
            }
        };
        if let Some(what) = told {
            tracing::warn!(table, "table {table}: {what}");
        }
    }

    /// Looks which bots have something to do, and lets them think.
    pub(crate) fn look_at_bots(&mut self, now: Time) {
        for table in std::mem::take(&mut self.bots.changed) {
            let place = self.tables.get(&table).filter(|place| place.aside.is_none());
            let Some(place) = place else { continue };
            let start = bots::start(&place.table);
            let seated = place.table.people().iter().filter(|person| person.is_bot);
            for bot in seated.map(|person| person.person) {
                if self.bots.thinking.contains(&(table, bot)) {
                    continue;
                }
                let (least, most) = self.config.bot_ms;
                let span = u32::try_from(most - least).unwrap_or(0);
                // Most of the time nothing is asked of a bot; that is cheap to find out.
                if !guard(|| bots::is_due(&place.table, bot, start)).unwrap_or(false) {
                    continue;
                }
                let wait = least + i64::from(self.bots.draws.below(span + 1));
                self.bots.due.push(Reverse((now.after_ms(wait), table, bot)));
                self.bots.thinking.insert((table, bot));
            }
        }
    }

    /// Lets every bot move whose time has come.
    pub(crate) fn move_bots(&mut self, until: Time) {
        while let Some(Reverse((due, table, bot))) = self.bots.due.peek().copied() {
            if due > until || self.ticks_since.is_some_and(|began| self.is_long(began)) {
                break;
            }
            // Whoever takes the place of another brings entries of a later time.
            let now = self.now();
            self.bots.due.pop();
            self.bots.thinking.remove(&(table, bot));
            self.bots.changed.insert(table);
            let place = self.tables.get(&table).filter(|place| place.aside.is_none());
            let Some(place) = place else { continue };
            let start = bots::start(&place.table);
            if !guard(|| bots::is_due(&place.table, bot, start)).unwrap_or(false) {
                continue;
            }
            let seat = place.table.people().iter().find(|one| one.person == bot).and_then(|one| one.seat);
            let style = self.people.get(&bot).map_or(Style::default(), |known| Style::of(&known.name));
            let habits = Habits { style, start: Some(start) };
            let rules = place.rules.clone();
            // A bot that cannot think says nothing, and the clock chooses for it.
            let thought = guard(|| {
                let view = place.table.view(Watcher::Person(bot));
                bots::command_by(&view, bot, &rules, &habits, &mut self.bots.draws)
            });
            let command = match thought {
                Ok(Some(command)) => command,
                Ok(None) => continue,
                Err(what) => {
                    tracing::error!(table, "table {table}: a bot cannot think: {what}");
                    continue;
                }
            };
            if let Command::AddChips { amount } = command
                && self.ledger.balance(Account::Play(bot)) < amount
            {
                let held = self.ledger.balance(Account::Play(bot));
                self.give_play_chips(bot, amount - held, now);
            }
            match self.command(table, By::Patron(bot), None, &command, now) {
                Ok(_) => {
                    if let Some(seat) = seat.filter(|_| command == Command::Leave) {
                        self.replace_bot(table, seat, bot);
                    }
                }
                Err(refusal) => {
                    tracing::warn!(
                        table,
                        "table {table}: a bot's \"{}\" was refused: {refusal}",
                        super::aside::word(&command)
                    );
                }
            }
        }
    }
}
