//! How the hall opens: people, balances, and every table from its checkpoint on. A table that its log does not give
//! again is set aside, as far as it could be played, and the rest of the room opens.

use std::sync::Arc;

use books::Rules;
use room::{Phase, Table, TableId, Time};
use store::Stream;

use super::aside::{Lost, check_chips, guard};
use super::place::Place;
use super::{Hall, HallFault, Known, cage};
use crate::index::Indexer;
use crate::journal::{Books, HouseEntry, Replay, ReplayFault, TableEntry, VERSION, entry};

/// What a log gives when it is played again.
#[derive(Default)]
struct Again {
    book: String,
    table: Option<Table>,
    version: String,
    fault: Option<ReplayFault>,
    /// The last event before the checkpoint that it began with.
    kept: u64,
}

impl Hall {
    /// Reads the store. A table that was set aside stays so, unless it is one of those to take up.
    pub(super) fn resume(&mut self, take_up: &[TableId]) -> Result<(), HallFault> {
        for person in self.store.people()? {
            let is = |role: &str| person.roles.iter().any(|one| one == role);
            let known = Known { is_bot: is("bot"), is_guest: is("guest"), name: person.name.clone() };
            self.people.insert(person.id, known);
        }
        self.read_house()?;
        for (account, amount) in self.store.balances()? {
            let parsed = cage::account(&account).ok_or_else(|| HallFault::Balances(account.clone()))?;
            self.ledger.set(parsed, amount);
        }
        for stream in self.store.streams()? {
            if stream.is_table() && !self.is_surely_closed(stream) {
                self.resume_table(stream);
            }
        }
        self.note_closed();
        self.keep_aside(take_up);
        Ok(())
    }

    /// Notes those tables that were closed before the house's log said so.
    fn note_closed(&mut self) {
        let is_closed = |place: &Place| place.aside.is_none() && place.table.phase() == Phase::Closed;
        let closed = self.tables.values().filter(|place| is_closed(place)).map(|place| &place.table);
        let closed: Vec<_> = closed.map(|table| (table.id(), table.spec().book.clone())).collect();
        for (table, book) in closed {
            self.house(&HouseEntry::TableClosed { table, book }, &[], self.now());
        }
    }

    /// Sets those tables aside again that were set aside before the room was closed: the same program would break
    /// them again, or play on with chips that are not there. Whoever has looked may say that they are taken up.
    fn keep_aside(&mut self, take_up: &[TableId]) {
        for (id, why) in self.standing.aside.clone() {
            let is_sound = self.tables.get(&id).is_some_and(|place| place.aside.is_none());
            if !is_sound {
                continue;
            }
            if take_up.contains(&id) {
                self.house(&HouseEntry::TableTakenUp { table: id }, &[], self.now());
                continue;
            }
            self.forget_deadline(id);
            if let Some(place) = self.tables.get_mut(&id) {
                place.aside = Some(format!("{why}; `cardroom serve --take-up {id}` plays on from before"));
            }
        }
    }

    /// Takes a table into the hall as its log gives it.
    pub(super) fn resume_table(&mut self, stream: Stream) {
        let id = stream.0;
        let Again { book, table, version, fault, kept } = self.play_surely(stream);
        let mut why = fault.map(|fault| format!("its log cannot be played again: {fault}"));
        let Some(table) = table else {
            let why = why.unwrap_or_else(|| "its log is empty".to_owned());
            tracing::error!("table {id} is set aside: {why}");
            self.lost.insert(id, Lost { book, why });
            return;
        };
        if why.is_none()
            && let Err(what) = check_chips(&table, |account| self.ledger.balance(account))
        {
            why = Some(format!("the ledger does not agree with the log: {what}"));
        }
        self.admit(table, &version);
        if let Some(place) = self.tables.get_mut(&id) {
            place.kept_at(kept);
        }
        self.index(stream);
        if let Some(why) = why {
            tracing::error!("table {id} is set aside: {why}");
            self.forget_deadline(id);
            if let Some(place) = self.tables.get_mut(&id) {
                place.aside = Some(why);
            }
        }
    }

    /// Puts the rounds into the index that ended before there was one.
    fn index(&mut self, stream: Stream) {
        match (Indexer::catch_up(self.store.as_ref(), stream), self.tables.get_mut(&stream.0)) {
            (Ok(caught), Some(place)) => {
                if caught.is_false {
                    tracing::warn!("the index of table {} is made anew: it did not follow its log", stream.0);
                    self.batch.unindexed.push(stream);
                }
                place.indexer = caught.indexer;
                self.batch.rounds.extend(caught.rounds);
            }
            (Err(what), _) => tracing::error!("the rounds of table {} cannot be found: {what}", stream.0),
            (Ok(_), None) => {}
        }
    }

    /// Plays a table's log from its checkpoint. One that does not agree with the log or the ledger decides nothing: then
    /// the whole log is played.
    fn play_surely(&self, stream: Stream) -> Again {
        let is_sound = |again: &Again| {
            let chips = |table: &Table| check_chips(table, |account| self.ledger.balance(account));
            again.fault.is_none() && again.table.as_ref().is_some_and(|table| chips(table).is_ok())
        };
        let again = self.play_again(stream, true);
        if again.kept == 0 || is_sound(&again) {
            return again;
        }
        let whole = self.play_again(stream, false);
        if !is_sound(&whole) {
            return again;
        }
        tracing::warn!(
            "the checkpoint of table {} does not agree with its log, which was played whole",
            stream.0
        );
        whole
    }

    /// Plays a table's log as far as it goes, and says why it does not go further.
    fn play_again(&self, stream: Stream, from_kept: bool) -> Again {
        let mut again = Again::default();
        let opening = match self.store.entries(stream, 1, 1) {
            Ok(first) => first.into_iter().next(),
            Err(error) => {
                again.fault = Some(unreadable(&error));
                return again;
            }
        };
        let Some(opening) = opening else { return again };
        if let Ok(TableEntry::Open { spec, .. }) = serde_json::from_str(&opening.entry.body) {
            again.book = spec.book;
        }
        let books = Books { at_hand: &self.shelf, library: &self.library };
        // A checkpoint only saves time: without one that can be read, the whole log is played.
        let kept = self.store.checkpoint(stream).ok().flatten().filter(|_| from_kept);
        let kept = kept.and_then(|kept| Replay::from(books, stream.0, &opening.entry, &kept.body).ok());
        let mut replay = kept.unwrap_or_else(|| Replay::new(books, stream.0));
        again.kept = replay.table.as_ref().map_or(0, Table::number);
        let mut from = again.kept + 1;
        loop {
            let entries = match self.store.entries(stream, from, 500) {
                Ok(entries) => entries,
                Err(error) => {
                    again.fault.get_or_insert(unreadable(&error));
                    break;
                }
            };
            let Some(last) = entries.last() else { break };
            from = last.entry.last() + 1;
            for logged in &entries {
                let first = logged.entry.first;
                let played = guard(|| replay.play(&logged.entry).map(|_| ())).unwrap_or_else(|what| {
                    replay.broken = replay.table.take();
                    Err(ReplayFault::Broke { first, what })
                });
                match played {
                    // Another version may have gone on from a state of its own.
                    Ok(()) => again.fault = None,
                    Err(fault) => drop(again.fault.get_or_insert(fault)),
                }
            }
        }
        replay.version().clone_into(&mut again.version);
        again.table = replay.table.or(replay.broken);
        again
    }

    /// Takes a table into the hall.
    pub(super) fn admit(&mut self, table: Table, version: &str) {
        let id = table.id();
        let rules: Arc<Rules> = Arc::new(table.book().rules.clone());
        self.tables.insert(id, Place::new(table, rules, version));
        self.schedule(id);
        self.changed.insert(id);
    }

    /// Writes down that this version plays on, for every table between rounds that another one has played so far, or
    /// whose decks are not sealed yet.
    pub(super) fn take_over(&mut self, now: Time) {
        let changed: Vec<TableId> = self.changed.iter().copied().collect();
        for id in changed {
            let place = self.tables.get_mut(&id).filter(|place| place.aside.is_none());
            let Some(place) = place else { continue };
            let is_own = place.version == VERSION && place.table.seals();
            if is_own || place.table.phase() == Phase::Closed || place.table.checkpoint().is_none() {
                continue;
            }
            VERSION.clone_into(&mut place.version);
            let told = place.table.played_on_by(VERSION, true);
            let events = told.iter().map(|one| one.event.clone()).collect();
            let Some(state) = place.table.checkpoint() else { continue };
            let body = TableEntry::Resumed { version: VERSION.to_owned(), state: Box::new(state), events };
            self.batch.entries.push(entry(id, now, "house", None, &body, &told));
            place.note(told, now, self.config.recent);
        }
    }
}

fn unreadable(error: &store::Error) -> ReplayFault {
    ReplayFault::Unreadable(error.to_string())
}
