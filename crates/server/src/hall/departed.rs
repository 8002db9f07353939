//! A batch that is on its way to the disk while the hall goes on with the next turn. What it brought is answered and told
//! when it is there, in the order in which batches were sent off: there is never more than one on its way.

use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, Instant};

use room::{TableId, Transfer};
use store::{Refusal, Stream};

use super::aside::guard;
use super::commit::{Later, stop_unless};
use super::lent_store::{Written, stop};
use super::place::News;
use super::{Hall, cage};

/// The ids of commands whose entries are not in the log yet: by sender and id, where each is and the last event of it.
pub(super) type Ids = HashMap<(String, String), (Stream, u64)>;

/// How long a turn takes commands if the disk waits for it, and if it has to wait for the disk.
const TURN_USUAL: Duration = Duration::from_millis(1);
const TURN_MOST: Duration = Duration::from_millis(5);

/// A batch on its way.
pub(super) struct Departed {
    after: Vec<Later>,
    news: Vec<(TableId, News)>,
    pub(super) ids: Ids,
    /// When the turn began that brought it.
    began: Instant,
}

impl Hall {
    /// Whether something is to be written, answered or told that came up outside of a turn.
    pub(super) fn has_more(&self) -> bool {
        self.is_held || !self.batch.is_empty() || !self.after.is_empty() || !self.changed.is_empty()
    }

    /// Whether a turn that began then takes nothing more, so that nobody waits long for what it has taken: while a batch is
    /// on its way the hall has time until that is on disk.
    pub(super) fn is_long(&self, began: Instant) -> bool {
        let passed = began.elapsed();
        passed >= TURN_MOST || (passed >= TURN_USUAL && self.store.is_back())
    }

    /// Sends a batch to the disk. What its tables have to tell is put into words meanwhile, as they stand now: whatever
    /// comes next is not on disk when this is told.
    pub(super) fn depart(&mut self, batch: store::Batch, began: Instant) {
        self.store.lend(batch);
        let (after, ids) = (std::mem::take(&mut self.after), std::mem::take(&mut self.ids));
        self.departed = Some(Departed { after, news: Vec::new(), ids, began });
        let (changed, mut news) = (std::mem::take(&mut self.changed), Vec::new());
        for id in &changed {
            let staff = self.staff_who_watch(*id);
            let Some(place) = self.tables.get_mut(id) else { continue };
            match guard(|| place.news(&staff)) {
                Ok(told) => news.push((*id, told)),
                Err(what) => drop(self.set_aside(*id, &format!("it cannot be shown: {what}"), self.now())),
            }
        }
        if let Some(departed) = &mut self.departed {
            departed.news = news;
        }
        self.bots.wake(&changed);
    }

    /// Waits until the batch that is on its way is on disk, then answers and tells the watchers.
    pub(super) fn land(&mut self) {
        let Some(Departed { after, news, began, .. }) = self.departed.take() else { return };
        let Some(Written { batch, outcome, took }) = self.store.written() else { stop() };
        self.config.measures.wrote(batch.entries.len(), took);
        match outcome {
            Err(store::Error::Refused(refusal)) => {
                tracing::error!("the log refuses a batch: {refusal}");
                let unwritten = self.write_one_by_one(batch);
                return self.go_back(&unwritten, after, &news);
            }
            written => stop_unless(written),
        }
        for Later { send, .. } in after {
            send();
        }
        for (id, news) in news {
            if let Some(place) = self.tables.get_mut(&id) {
                place.send(news);
            }
        }
        self.config.measures.turned(began.elapsed());
    }

    /// The log has refused what these tables brought, and they have gone on meanwhile: what came after it is dropped,
    /// too, and they go back to where their logs end. Everybody else is answered with the next batch; those who watch
    /// come back by the last number that they know.
    fn go_back(
        &mut self,
        unwritten: &BTreeMap<TableId, Refusal>,
        after: Vec<Later>,
        news: &[(TableId, News)],
    ) {
        let is_written = |stream: Stream| !unwritten.contains_key(&stream.0);
        self.batch.entries.retain(|entry| is_written(entry.stream));
        self.batch.checkpoints.retain(|kept| is_written(kept.stream));
        self.batch.rounds.retain(|round| is_written(round.stream));
        let since = std::mem::take(&mut self.after);
        let all = after.into_iter().chain(since);
        self.after = all.filter(|later| later.table.is_none_or(|table| is_written(Stream(table)))).collect();
        self.ids.retain(|_, (stream, _)| is_written(*stream));
        for (id, _) in news {
            if let Some(place) = self.tables.get_mut(id) {
                place.watchers.clear();
            }
        }
        for (id, refusal) in unwritten {
            self.fall_back(*id, refusal);
        }
    }

    /// Moves the chips of entries that are not written yet, on a ledger that was just read.
    pub(super) fn count_waiting(&mut self) {
        for moved in self.batch.entries.iter().flat_map(|entry| &entry.transfers) {
            if let (Some(from), Some(to)) = (cage::account(&moved.from), cage::account(&moved.to)) {
                self.ledger.force(&Transfer { from, to, amount: moved.amount });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use books::{Money, Shelf};
    use games::Seat;
    use room::{By, Command, PersonId, Spec};
    use store::{NewPerson, Reader as _, Scope, Sqlite};
    use tokio::sync::{mpsc, oneshot};

    use super::super::{HallConfig, LentStore, Manner, Outcome, Read, Request, Speaker, Write};
    use super::*;
    use crate::journal::PersonKind;

    const CHIPS: Money = Money::dollars(1_000);

    /// A hall with two tables and people who have chips for both of them.
    struct Scene {
        hall: Hall,
        people: Vec<PersonId>,
        tables: [TableId; 2],
        folder: tempfile::TempDir,
    }

    impl Scene {
        fn new() -> Scene {
            let folder = tempfile::tempdir().unwrap();
            let shelf = Arc::new(Shelf::filed());
            let store = Box::new(Sqlite::open(folder.path()).unwrap());
            let beside = Box::new(Sqlite::open_read_only(folder.path()).unwrap());
            let store = LentStore::new(store, Some(beside));
            let mut hall = Hall::over(Arc::clone(&shelf), store, HallConfig::default()).unwrap();
            let mut people = Vec::new();
            for name in ["Ann", "Bob", "Cy", "Di"] {
                let (name, roles) = (name.to_owned(), vec!["patron".to_owned()]);
                let person = NewPerson { id: None, name, password: None, roles, created_ms: 0 };
                people.push(hall.add_person(&person, PersonKind::Patron, CHIPS.times(2)).unwrap());
            }
            let mut open = || {
                let spec = Spec::practice(&shelf, "mortimers/no-bust-6").unwrap();
                hall.open_table(spec, None, Manner::default(), hall.now()).unwrap().0
            };
            let tables = [open(), open()];
            hall.commit();
            Scene { hall, people, tables, folder }
        }

        /// Somebody sits down; gives where the answer comes.
        fn sit(&mut self, table: usize, person: usize) -> oneshot::Receiver<u8> {
            let (table, who) = (self.tables[table], self.people[person]);
            let command = Command::Sit { seat: Seat::new(person as u8 + 1), buy_in: CHIPS };
            let id = Some(format!("sit {person}"));
            self.hall.command(table, By::Patron(who), id, &command, self.hall.now()).unwrap();
            let (sender, receiver) = oneshot::channel();
            self.hall.later(Some(table), sender, 1);
            receiver
        }

        /// Holds up whoever writes to the room's file, as long as it is kept.
        fn hold_up(&self) -> rusqlite::Connection {
            let other = rusqlite::Connection::open(self.folder.path().join("room.sqlite3")).unwrap();
            other.execute_batch("BEGIN IMMEDIATE").unwrap();
            other
        }

        fn tip(&self, table: usize) -> u64 {
            self.hall.store.tip(Stream(self.tables[table])).unwrap().number
        }

        /// The ledger has what the log has, and every table what the ledger has.
        fn check(&self) {
            for (account, amount) in self.hall.store.balances().unwrap() {
                assert_eq!(self.hall.ledger.balance(account.parse().unwrap()), amount, "{account}");
            }
        }
    }

    #[test]
    fn nobody_is_told_anything_before_it_is_on_disk_and_the_hall_goes_on_meanwhile() {
        let mut scene = Scene::new();
        let (sender, mut watching) = mpsc::channel(8);
        scene.hall.watch(scene.tables[0], None, None, sender).unwrap();
        watching.try_recv().expect("the table as it is");
        let held_up = scene.hold_up();
        let mut first = scene.sit(0, 0);
        scene.hall.commit_on(Instant::now());
        let mut second = scene.sit(0, 1);
        assert!(!scene.hall.store.is_back());
        assert!(first.try_recv().is_err() && watching.try_recv().is_err(), "it is on its way");
        let sender = format!("person:{}", scene.people[0]);
        let found = scene.hall.done_before(&sender, "sit 0").unwrap();
        assert_eq!(found.map(|(stream, _)| stream), Some(Stream(scene.tables[0])), "nothing is done twice");
        assert!(!scene.hall.store.is_back(), "it needed nothing of what is away");

        drop(held_up);
        scene.hall.commit_on(Instant::now());
        assert!(first.try_recv().is_ok(), "the next one follows when this one is there");
        let told = watching.try_recv().expect("what was told of it").to_string();
        assert!(told.contains("Ann") && !told.contains("Bob"), "it stands as it did then: {told}");
        assert!(second.try_recv().is_err() && watching.try_recv().is_err());
        scene.hall.land();
        assert!(second.try_recv().is_ok() && watching.try_recv().is_ok());
        scene.check();
    }

    #[test]
    fn what_came_after_a_refused_entry_of_a_table_goes_with_it_and_nothing_else_does() {
        let mut scene = Scene::new();
        let mut kept = scene.sit(0, 0);
        scene.hall.commit();
        assert!(kept.try_recv().is_ok());
        let before = scene.tip(0);

        let (sender, mut watching) = mpsc::channel(8);
        scene.hall.watch(scene.tables[0], None, None, sender).unwrap();
        watching.try_recv().expect("the table as it is");
        let mut refused = scene.sit(0, 1);
        let bad = Stream(scene.tables[0]);
        let entry = scene.hall.batch.entries.iter_mut().find(|entry| entry.stream == bad).unwrap();
        entry.first += 1;
        let mut beside = scene.sit(1, 1);
        scene.hall.commit_on(Instant::now());
        let mut after = scene.sit(0, 2);
        let mut later = scene.sit(1, 3);
        scene.hall.commit();

        assert!(beside.try_recv().is_ok() && later.try_recv().is_ok(), "what is on disk is acknowledged");
        assert!(refused.try_recv().is_err() && after.try_recv().is_err(), "what is not on disk is not");
        assert!(watching.try_recv().is_err(), "nor is it told");
        assert!(watching.is_closed() || scene.hall.tables[&scene.tables[0]].watchers.is_empty());
        assert_eq!(scene.tip(0), before);
        let sitting = scene.hall.tables[&scene.tables[0]].table.people().iter().map(|one| one.person);
        assert_eq!(sitting.collect::<Vec<_>>(), [scene.people[0]], "it stands where its log ends");
        assert_eq!(scene.hall.tables[&scene.tables[1]].table.people().len(), 2);
        let aside: Vec<TableId> = scene.hall.all_aside().map(|(id, _)| id).collect();
        assert_eq!(aside, [scene.tables[0]]);
        scene.hall.commit();
        scene.check();
    }

    #[test]
    fn who_looks_waits_for_the_disk_as_who_acts_does_and_a_stop_loses_nothing() {
        let (scene, mut other) = (Scene::new(), Scene::new());
        let (held_up, before) = (scene.hold_up(), scene.tip(0));
        let Scene { mut hall, people, tables, folder } = scene;
        let (person, table) = (people[0], tables[0]);
        let reader = Sqlite::open_read_only(folder.path()).unwrap();
        let (sender, receiver) = std::sync::mpsc::sync_channel(8);
        let (acts, mut acted) = oneshot::channel();
        let (looks, mut looked) = oneshot::channel();
        let command = Command::Sit { seat: Seat::new(1), buy_in: CHIPS };
        let (id, speaker) = ("sit".to_owned(), Speaker::Patron);
        let write = Write::Command { table, person, speaker, id, based_on: None, command, reply: acts };
        sender.send(Request::Write(write)).unwrap();
        sender.send(Request::Read(Read::OwnTables(person, looks))).unwrap();
        let thread = std::thread::spawn(move || hall.run(&receiver));
        // Another room does as much meanwhile, so that there was time for whatever comes too early.
        let done = other.sit(0, 0);
        other.hall.commit();
        assert!(done.blocking_recv().is_ok());
        let told = (acted.try_recv().is_ok(), looked.try_recv().is_ok());
        assert_eq!(told, (false, false), "nobody is told what is not on disk");
        drop(held_up);
        let answer = acted.blocking_recv().unwrap();
        let on_disk = reader.tip(Stream(table)).unwrap().number;
        assert!(
            answer.number > before && answer.number <= on_disk,
            "{answer:?}, and the log ends at {on_disk}"
        );
        assert_eq!(looked.blocking_recv().unwrap().len(), 1);

        let (acts, acted) = oneshot::channel();
        let (id, command) = ("leave".to_owned(), Command::Leave);
        let write = Write::Command { table, person, speaker, id, based_on: None, command, reply: acts };
        sender.send(Request::Write(write)).unwrap();
        sender.send(Request::Stop).unwrap();
        let answer = acted.blocking_recv().unwrap();
        assert_eq!(answer.outcome, Outcome::Applied);
        thread.join().unwrap();
        assert_eq!(reader.tip(Stream(table)).unwrap().number, answer.number);
    }

    /// The room ends with its process where the disk fails, so that this test runs itself in another.
    #[test]
    fn where_the_disk_fails_the_room_stops_and_answers_nobody() {
        const CHILD: &str = "CARDROOM_TEST_DISK_FAILS";
        if std::env::var_os(CHILD).is_none() {
            let name = "where_the_disk_fails_the_room_stops_and_answers_nobody";
            let own = std::env::current_exe().unwrap();
            let ended = std::process::Command::new(own).args([name, "--nocapture"]).env(CHILD, "1").output();
            let ended = ended.unwrap();
            let said = String::from_utf8_lossy(&ended.stdout);
            assert_eq!(ended.status.code(), Some(74), "{said}");
            assert!(said.contains("on its way") && !said.contains("answered"), "{said}");
            return;
        }
        let mut scene = Scene::new();
        scene.hall.store.give_up(Scope::Room).unwrap();
        drop(scene.sit(0, 0));
        let table = Some(scene.tables[0]);
        scene.hall.after.push(Later { table, send: Box::new(|| println!("answered")) });
        scene.hall.commit_on(Instant::now());
        println!("on its way");
        scene.hall.land();
        println!("answered: it goes on");
    }
}
