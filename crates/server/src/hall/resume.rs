//! How the hall opens: people, balances, and every table from its checkpoint on. A table that its log does not give
//! again is set aside, as far as it could be played, and the rest of the room opens.

use std::sync::Arc;

use books::Rules;
use room::{By, Phase, Table, TableId, Time};
use store::{Checkpoint, Reader, Stream};

use super::aside::{Lost, check_chips, guard};
use super::place::Place;
use super::{Hall, HallFault, Known, cage};
use crate::index::Indexer;
use crate::journal::{Books, HouseEntry, Replay, ReplayFault, Since, TableEntry, VERSION, entry, is_newer};
use crate::kept;

/// What a log gives when it is played again.
#[derive(Default)]
struct Again {
    book: String,
    table: Option<Table>,
    version: String,
    /// Whether the log has the state from which that version has played on.
    is_stated: bool,
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
            self.looks.extend(crate::names::looks(&known.name));
            self.people.insert(person.id, known);
        }
        self.read_house()?;
        self.read_patrons()?;
        for (account, amount) in self.store.balances()? {
            let parsed = cage::account(&account).ok_or_else(|| HallFault::Balances(account.clone()))?;
            self.ledger.set(parsed, amount);
        }
        if self.node.is_some() {
            return self.join(take_up);
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
        let Again { book, table, version, is_stated, fault, kept, .. } = self.play_surely(stream);
        let mut why = fault.map(|fault| format!("its log cannot be played again: {fault}"));
        if is_newer(&version) {
            why = Some(format!("version {version} has played it, and this is {VERSION}, which is older"));
        }
        if self.standing.given_back.contains(&id) {
            why = Some("its chips were given back, and it is closed".to_owned());
        }
        let Some(table) = table else {
            let why = why.unwrap_or_else(|| "its log is empty".to_owned());
            tracing::error!(table = id, "table {id} is set aside: {why}");
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
            place.is_stated = is_stated;
        }
        self.index(stream);
        if let Some(why) = why {
            tracing::error!(table = id, "table {id} is set aside: {why}");
            self.forget_deadline(id);
            if let Some(place) = self.tables.get_mut(&id) {
                place.aside = Some(why);
            }
        }
    }

    /// Puts the rounds into the index that ended before there was one.
    fn index(&mut self, stream: Stream) {
        let is_own = self.holds(stream.0);
        match (Indexer::catch_up(self.store.as_ref(), stream), self.tables.get_mut(&stream.0)) {
            (Ok(caught), Some(place)) if !is_own => place.indexer = caught.indexer,
            (Ok(caught), Some(place)) => {
                if caught.is_false {
                    tracing::warn!(
                        table = stream.0,
                        "the index of table {} is made anew: it did not follow its log",
                        stream.0
                    );
                    self.batch.unindexed.push(stream);
                }
                place.indexer = caught.indexer;
                self.batch.rounds.extend(caught.rounds);
            }
            (Err(what), _) => {
                tracing::error!(table = stream.0, "the rounds of table {} cannot be found: {what}", stream.0);
            }
            (Ok(_), None) => {}
        }
    }

    /// Plays a table's log from the newest checkpoint that the room has marked. Without one, or where it does not agree
    /// with the log or the ledger, the whole log is played. What nobody has marked never decides: a table that another
    /// version has played otherwise, and of which no state is marked or in the log, is set aside.
    fn play_surely(&self, stream: Stream) -> Again {
        let is_sound = |again: &Again| {
            let chips = |table: &Table| check_chips(table, |account| self.ledger.balance(account));
            again.fault.is_none() && again.table.as_ref().is_some_and(|table| chips(table).is_ok())
        };
        let marked = kept::newest(self.store.as_ref(), stream, u64::MAX, self.key.as_ref());
        let again = self.play_again(stream, marked.as_ref());
        let has_kept = || self.store.checkpoint(stream).ok().flatten().is_some();
        if again.kept == 0 {
            if is_sound(&again) && has_kept() {
                tracing::warn!(
                    table = stream.0,
                    "table {} was played from its whole log: no checkpoint of it holds",
                    stream.0
                );
            }
            return again;
        }
        if is_sound(&again) {
            return again;
        }
        let whole = self.play_again(stream, None);
        if is_sound(&whole) {
            tracing::warn!(
                table = stream.0,
                "table {} was played from its whole log: no checkpoint of it holds",
                stream.0
            );
            return whole;
        }
        again
    }

    /// Plays the log of another node's table from what is kept of it, to look at the table; nothing if it does not play.
    pub(super) fn play_to_look(&self, stream: Stream) -> Option<(Table, String)> {
        let marked = kept::newest(self.store.as_ref(), stream, u64::MAX, self.key.as_ref());
        let again = self.play_again(stream, marked.as_ref());
        let version = again.version;
        again.table.filter(|_| again.fault.is_none()).map(|table| (table, version))
    }

    /// Plays a table's log as far as it goes, and says why it does not go further.
    fn play_again(&self, stream: Stream, kept: Option<&Checkpoint>) -> Again {
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
                let played = guard(|| replay.play_on(self.store.as_ref(), &logged.entry, false).map(|_| ()))
                    .unwrap_or_else(|what| {
                        replay.broken = replay.table.take();
                        Err(ReplayFault::Broke { first, what })
                    });
                match played {
                    // Another version may have gone on from a state of its own.
                    Ok(()) => again.fault = None,
                    Err(fault) => {
                        again.fault.get_or_insert(fault);
                    }
                }
            }
        }
        replay.version().clone_into(&mut again.version);
        again.is_stated = replay.is_stated();
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

    /// Writes down that this version plays on, for every table that another one has played so far, or whose decks are
    /// not sealed yet: at once, so that nothing which this version does is taken for the other's. Where a round is on,
    /// the state follows when it is over.
    pub(super) fn take_over(&mut self, now: Time) {
        let changed: Vec<TableId> = self.changed.iter().copied().collect();
        for id in changed {
            self.take_over_one(id, now);
        }
    }

    /// The same for one table.
    fn take_over_one(&mut self, id: TableId, now: Time) {
        let place = self.tables.get_mut(&id).filter(|place| place.aside.is_none());
        let Some(place) = place.filter(|place| place.is_to_take_over()) else { return };
        let is_between = place.table.checkpoint().is_some();
        if place.version == VERSION && !is_between {
            return;
        }
        VERSION.clone_into(&mut place.version);
        let seals = is_between || place.table.seals();
        let told = place.table.played_on_by(VERSION, seals);
        let events = told.iter().map(|one| one.event.clone()).collect();
        let state = place.table.checkpoint().map(Box::new);
        place.is_stated = state.is_some();
        let since = if place.is_stated { None } else { since(self.store.as_ref(), id, place.kept()) };
        let body = TableEntry::Resumed { version: VERSION.to_owned(), state, since, events };
        self.batch.entries.push(entry(id, now, "house", None, &body, &told));
        place.note(told, now, self.config.recent);
    }

    /// Takes a table over that goes from hand to hand, before the clock puts away the last one: what lay there to be
    /// looked at is gone then, and there is a state to play on from. Says whether it did.
    pub(super) fn take_over_before(&mut self, id: TableId, by: By, after: &Table, now: Time) -> bool {
        let is_due =
            |place: &&mut Place| place.is_to_take_over() && place.table.kept_before(by, after).is_some();
        let Some(place) = self.tables.get_mut(&id).filter(is_due) else { return false };
        place.table.put_away();
        self.take_over_one(id, now);
        true
    }
}

/// The state after an event, for a table that was played from there.
fn since(store: &dyn Reader, table: TableId, number: u64) -> Option<Box<Since>> {
    let kept = store.checkpoint_until(Stream(table), number).ok()??;
    let state = serde_json::from_str(&kept.body).ok()?;
    (kept.number == number).then(|| Box::new(Since { number, state }))
}

fn unreadable(error: &store::Error) -> ReplayFault {
    ReplayFault::Unreadable(error.to_string())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use books::{Money, Shelf};
    use games::Seat;
    use games::round::Choice;
    use room::{Command, Event, Spec};
    use serde_json::Value;
    use store::{NewPerson, Sqlite, Witness};

    use super::super::HallConfig;
    use super::*;
    use crate::journal::PersonKind;

    /// A table that the first version has played goes to sealed decks with the next hand, without ever standing still.
    #[test]
    fn a_table_taken_over_in_mid_round_seals_its_next_deck() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = Arc::new(Shelf::filed());
        let store = Box::new(Sqlite::open(folder.path()).unwrap());
        let mut hall = Hall::over(Arc::clone(&shelf), store, HallConfig::default()).unwrap();
        let mut people = Vec::new();
        for name in ["Ann", "Bob"] {
            let (name, roles) = (name.to_owned(), vec!["patron".to_owned()]);
            let person = NewPerson { id: None, name, password: None, roles, created_ms: 0 };
            people.push(hall.add_person(&person, PersonKind::Patron, Money::dollars(1_000)).unwrap());
        }
        let spec = Spec::practice(&shelf, "marina/holdem").unwrap();
        let mut now = hall.now();
        let table = hall.open_table(spec, None, crate::hall::Manner::default(), now).unwrap().0;
        // As that version wrote it.
        let opening = hall.batch.entries.iter_mut().find(|entry| entry.stream == Stream(table)).unwrap();
        let mut body: Value = serde_json::from_str(&opening.body).unwrap();
        for field in ["shuffle", "files", "version"] {
            body["open"].as_object_mut().unwrap().remove(field);
        }
        opening.body = body.to_string();
        let place = hall.tables.get_mut(&table).unwrap();
        place.table.shuffles_as_before();
        "0.1.0".clone_into(&mut place.version);
        for (seat, person) in (1..).zip(&people) {
            let command = Command::Sit { seat: Seat::new(seat), buy_in: Money::dollars(200) };
            hall.command(table, By::Patron(*person), None, &command, now).unwrap();
        }
        assert!(hall.tables[&table].table.round().is_some(), "a hand is on");
        hall.commit();
        assert!(!hall.tables[&table].table.seals() && !hall.tables[&table].is_stated);

        // Whoever is asked folds; one hand leads to the next.
        let seals = |hall: &Hall| hall.tables[&table].table.seals();
        let mut looked_at = false;
        for _ in 0..20 {
            now = now.max(hall.now());
            let standing = &hall.tables[&table].table;
            let asked = people.iter().find(|person| standing.round().is_some() && standing.asks(**person));
            match asked {
                Some(person) => {
                    let choice = Choice::Poker(games::poker::Choice::Fold);
                    let fold = Command::Choose { who: None, choice };
                    hall.command(table, By::Patron(*person), None, &fold, now).unwrap();
                }
                None => {
                    now = standing.deadline().unwrap().max(now);
                    hall.command(table, By::Clock, None, &Command::Tick, now).unwrap();
                }
            }
            hall.commit();
            let standing = &hall.tables[&table].table;
            looked_at |=
                standing.phase() == Phase::Resting && standing.view(room::Watcher::Rail).round.is_some();
            if seals(&hall) {
                break;
            }
        }
        assert!(seals(&hall) && hall.tables[&table].is_stated, "it has a state of its own");
        assert!(looked_at, "and the last hand was looked at for as long as ever");
        let entries = hall.store.entries(Stream(table), 1, usize::MAX).unwrap();
        let bodies: Vec<TableEntry> =
            entries.iter().map(|logged| serde_json::from_str(&logged.entry.body).unwrap()).collect();
        let stated =
            bodies.iter().position(|body| matches!(body, TableEntry::Resumed { state: Some(_), .. }));
        let stated = stated.expect("the log has the state");
        assert!(matches!(bodies[stated - 1].events().last(), Some(Event::RoundEnded { .. })));
        assert!(bodies[stated + 1].events().iter().any(|event| matches!(event, Event::Sealed { .. })));
        let unsealed = bodies[..stated].iter().flat_map(TableEntry::events);
        assert!(unsealed.into_iter().all(|event| !matches!(event, Event::Sealed { .. })));
        let proof = crate::verify(hall.store.as_ref(), &shelf, &Witness::new(), &mut |_, _| ()).unwrap();
        assert_eq!(proof.faults, Vec::<String>::new());
        assert!(proof.streams.iter().all(|stream| stream.others.is_empty()), "{proof:?}");
    }
}
