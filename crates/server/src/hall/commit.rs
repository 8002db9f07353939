//! How a turn of the hall becomes durable: one batch, then the answers. While the batch goes to the disk the hall goes on
//! with the next turn, whose batch follows when this one is there; nobody is answered or told before that (`departed`).
//! A batch that the store refuses because of what one table brings costs that table alone: what cannot be written is not
//! acknowledged, the table goes back to where its log ends and is set aside, and the rest is written.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use room::TableId;
use store::{Batch, Entry, Hash, Refusal, Stream, Tip};

use super::Hall;
use super::aside::guard;

/// How often the room's lease is asked for.
const RENEWED_EVERY: Duration = Duration::from_secs(1);

/// What is sent once everything is on disk.
pub(crate) struct Later {
    /// The table whose entries it acknowledges.
    pub(crate) table: Option<TableId>,
    /// Sends it.
    pub(crate) send: Box<dyn FnOnce() + Send>,
}

impl Hall {
    /// Makes everything of this turn durable, then answers and tells the watchers.
    pub(super) fn commit(&mut self) {
        self.write_turn(None);
    }

    /// Sends what a turn has brought to the disk and goes on meanwhile: what it told is sent out once it lies there. What
    /// is held back beside the log, and the turn of a node, is made durable at once. The turn began then.
    pub(super) fn commit_on(&mut self, began: Instant) {
        self.write_turn(Some(began));
    }

    fn write_turn(&mut self, goes_on: Option<Instant>) {
        self.take_over(self.now());
        self.keep_standing();
        self.land();
        let mut unwritten = BTreeMap::new();
        let turn = goes_on.filter(|_| self.has_more());
        if !self.batch.is_empty() {
            let batch = self.ready_batch();
            if let Some(began) = goes_on.filter(|_| self.node.is_none() && !self.is_held) {
                return self.depart(batch, began);
            }
            let (entries, began) = (batch.entries.len(), Instant::now());
            let written = self.store.append(&batch);
            self.config.measures.wrote(entries, began.elapsed());
            match written {
                Err(store::Error::Refused(refusal)) => {
                    tracing::error!("the log refuses a batch: {refusal}");
                    unwritten = self.write_one_by_one(batch);
                }
                written => stop_unless(written.map(drop)),
            }
        }
        if std::mem::take(&mut self.is_held) {
            let kept = self.store.keep();
            stop_unless(kept);
        }
        for (id, refusal) in &unwritten {
            self.fall_back(*id, refusal);
        }
        if !self.may_answer() {
            tracing::error!("the term of this node has run out, so it says nothing more and stops");
            std::process::exit(74);
        }
        self.ids.clear();
        // Who asked for what is not on disk gets no answer, and asks again.
        for Later { table, send } in self.after.drain(..) {
            if table.is_none_or(|table| !unwritten.contains_key(&table)) {
                send();
            }
        }
        let changed = std::mem::take(&mut self.changed);
        for id in &changed {
            let staff = self.staff_who_watch(*id);
            let Some(place) = self.tables.get_mut(id) else { continue };
            match guard(|| place.news(&staff)) {
                Ok(news) => place.send(news),
                Err(what) => drop(self.set_aside(*id, &format!("it cannot be shown: {what}"), self.now())),
            }
        }
        self.bots.wake(&changed);
        if let Some(began) = turn {
            self.config.measures.turned(began.elapsed());
        }
    }

    /// The batch of this turn with the states that are due.
    fn ready_batch(&mut self) -> Batch {
        let mut batch = std::mem::take(&mut self.batch);
        for id in &self.changed {
            let Some(place) = self.tables.get_mut(id).filter(|place| place.aside.is_none()) else {
                continue;
            };
            match guard(|| place.checkpoint_due()) {
                Ok(checkpoint) => batch.checkpoints.extend(checkpoint),
                Err(what) => tracing::error!(table = id, "table {id} cannot be kept: {what}"),
            }
        }
        self.mark_kept(&mut batch);
        batch.covered = paying_wallets(&batch.entries);
        if let Some(notes) = &mut self.notes {
            notes.written(&batch);
        }
        batch
    }

    /// Marks the states of a batch with the room's key, each bound to the entry that it was made after.
    fn mark_kept(&self, batch: &mut Batch) {
        let Some(key) = &self.key else { return };
        let kept = std::mem::take(&mut batch.checkpoints);
        let marked = kept.into_iter().filter_map(|kept| {
            let entry = self.hash_after(batch, kept.stream, kept.number)?;
            Some(key.mark(&kept, &entry))
        });
        batch.checkpoints = marked.collect();
    }

    /// The hash of the entry that ends at an event, in the log or in a batch that comes next.
    fn hash_after(&self, batch: &Batch, stream: Stream, number: u64) -> Option<Hash> {
        let mut tip = self.store.tip(stream).ok()?;
        if number <= tip.number {
            return self.store.ending_at(stream, number).ok()?;
        }
        let own = batch.entries.iter().filter(|entry| entry.stream == stream);
        own.into_iter().find_map(|entry| {
            tip = Tip { number: entry.last(), hash: entry.hash(&tip.hash) };
            (tip.number == number).then_some(tip.hash)
        })
    }

    /// Writes the entries of a refused batch by themselves, in their order, and names the tables of which not all could
    /// be written: after the first that is refused, nothing more of that table. What the house itself enters must be
    /// written.
    pub(super) fn write_one_by_one(&mut self, batch: Batch) -> BTreeMap<TableId, Refusal> {
        let mut unwritten = BTreeMap::new();
        for entry in batch.entries {
            let stream = entry.stream;
            if unwritten.contains_key(&stream.0) {
                continue;
            }
            let entries = vec![entry];
            let covered = paying_wallets(&entries);
            match self.store.append(&Batch { entries, covered, ..Batch::default() }) {
                Err(store::Error::Refused(refusal)) if stream.is_table() => {
                    tracing::error!(
                        table = stream.0,
                        "the log refuses an entry of table {}: {refusal}",
                        stream.0
                    );
                    unwritten.insert(stream.0, refusal);
                }
                written => stop_unless(written.map(drop)),
            }
        }
        // Rounds and checkpoints only save time; what is missing of them is found again from the entries.
        let rounds =
            batch.rounds.into_iter().filter(|round| !unwritten.contains_key(&round.stream.0)).collect();
        let unindexed = batch.unindexed;
        match self.store.append(&Batch { rounds, unindexed, ..Batch::default() }) {
            Err(store::Error::Refused(refusal)) => {
                tracing::error!("the log refuses its index of rounds: {refusal}");
            }
            written => stop_unless(written.map(drop)),
        }
        unwritten
    }

    /// Asks every second whether the room is still this program's to run; one that has lost it stops before it answers
    /// anybody again.
    pub(super) fn renew_lease_if_due(&mut self) {
        if self.node.is_none() && self.renewed.elapsed() >= RENEWED_EVERY {
            self.renewed = Instant::now();
            stop_unless(self.store.renew());
        }
    }

    /// Takes a table back to where its log ends, with all chips where the log has them, and sets it aside; unless another
    /// node was faster, with a wallet or with a command's id.
    pub(super) fn fall_back(&mut self, id: TableId, refusal: &Refusal) {
        self.forget_deadline(id);
        self.tables.remove(&id);
        self.read_balances();
        self.count_waiting();
        self.resume_table(Stream(id));
        let is_race = matches!(refusal, Refusal::Short { .. } | Refusal::Duplicate { .. });
        if self.node.is_some() && is_race {
            tracing::warn!("table {id} goes back to where its log ends: {refusal}");
            return;
        }
        self.set_aside(id, "its log refused what was done there; it stands as it did before", self.now());
    }
}

/// The wallets that pay in some entries: none may hold less than nothing afterwards, whoever else takes from them.
fn paying_wallets(entries: &[Entry]) -> BTreeSet<String> {
    let payers = entries.iter().flat_map(|entry| &entry.transfers).map(|transfer| &transfer.from);
    payers.filter(|payer| payer.starts_with("patron:") || payer.starts_with("play:")).cloned().collect()
}

/// What the tables show would no longer be what the disk holds: better no room than a wrong one.
pub(super) fn stop_unless(written: Result<(), store::Error>) {
    if let Err(error) = written {
        tracing::error!("the log cannot be written, so the room stops: {error}");
        std::process::exit(74);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use books::{Money, Shelf};
    use games::Seat;
    use room::{Account, By, Command, Spec};
    use store::{NewPerson, Sqlite};
    use tokio::sync::oneshot;

    use super::super::HallConfig;
    use super::*;
    use crate::journal::PersonKind;

    #[test]
    fn a_refused_entry_costs_its_own_table_and_nothing_that_was_acknowledged() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = Arc::new(Shelf::filed());
        let store = Box::new(Sqlite::open(folder.path()).unwrap());
        let mut hall = Hall::over(Arc::clone(&shelf), store, HallConfig::default()).unwrap();
        let chips = Money::dollars(1_000);
        let mut people = Vec::new();
        for name in ["Ann", "Bob", "Cy"] {
            let created_ms = 0;
            let (name, roles) = (name.to_owned(), vec!["patron".to_owned()]);
            let person = NewPerson { id: None, name, password: None, roles, created_ms };
            people.push(hall.add_person(&person, PersonKind::Patron, chips.times(2)).unwrap());
        }
        let tables: Vec<TableId> = (0..2)
            .map(|_| {
                let spec = Spec::practice(&shelf, "mortimers/no-bust-6").unwrap();
                hall.open_table(spec, None, crate::hall::Manner::default(), hall.now()).unwrap().0
            })
            .collect();
        let sit = |hall: &mut Hall, table: TableId, person: usize, id: &str| {
            let command = Command::Sit { seat: Seat::new(person as u8 + 1), buy_in: chips };
            hall.command(table, By::Patron(people[person]), Some(id.to_owned()), &command, hall.now())
                .unwrap();
            let (sender, receiver) = oneshot::channel::<u8>();
            hall.later(Some(table), sender, 1);
            receiver
        };
        sit(&mut hall, tables[0], 0, "first");
        hall.commit();
        let tip = |hall: &Hall, table: TableId| hall.store.tip(Stream(table)).unwrap().number;
        let before = tip(&hall, tables[0]);

        // Two tables in one turn; what one of them writes does not follow what it wrote before.
        for is_held in [false, true] {
            let (bad, good) = (tables[0], tables[1]);
            if is_held {
                hall.hold().unwrap();
            }
            let wanted = if is_held { 2 } else { 1 };
            let mut refused = None;
            if !is_held {
                refused = Some(sit(&mut hall, bad, 1, "refused"));
                let entry = hall.batch.entries.iter_mut().find(|entry| entry.stream == Stream(bad)).unwrap();
                entry.first += 1;
            }
            let mut written = sit(&mut hall, good, wanted, &format!("written {is_held}"));
            hall.commit();
            assert!(written.try_recv().is_ok(), "what is on disk is acknowledged");
            if let Some(mut refused) = refused {
                assert!(refused.try_recv().is_err(), "what is not on disk is not");
            }
            assert_eq!(tip(&hall, bad), before);
            let aside: Vec<TableId> = hall.all_aside().map(|(id, _)| id).collect();
            assert_eq!(aside, [bad]);
            assert_eq!(hall.tables[&bad].table.number(), before, "it stands where its log ends");
            let sitting: Vec<u32> = hall.tables[&bad].table.people().iter().map(|one| one.person).collect();
            assert_eq!(sitting, [people[0]]);
            for (account, amount) in hall.store.balances().unwrap() {
                assert_eq!(hall.ledger.balance(account.parse().unwrap()), amount, "{account}");
            }
        }
        assert_eq!(hall.ledger.balance(Account::Play(people[1])), chips, "Bob sits at one table only");
        assert_eq!(hall.tables[&tables[1]].table.people().len(), 2);
    }
}
