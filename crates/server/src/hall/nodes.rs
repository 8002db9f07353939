//! The hall of one node among several. It has the tables whose leases it holds, follows the house's log that all of them
//! write, takes the tables of those that are gone, and gives its own up when it leaves or has too many.
//!
//! What it decides stands in the crate `nodes`; here it is carried out.

use std::collections::BTreeSet;

use nodes::{Ask, Keeper, Terms};
use room::{Account, By, Command, Ledger, PersonId, Phase, TableId, Time};
use store::{Entry, Scope, Stream};

use super::commit::stop_unless;
use super::preview::speaking;
use super::time::since_start;
use super::{Hall, HallFault, Known, Place, Read, Write, cage};
use crate::directory::Directory;
use crate::journal::{HouseEntry, PersonKind};
use crate::library::Library;
use crate::names;

/// How often it is looked again at once after something has changed.
const LOOKS_AT_ONCE: usize = 3;

/// What a hall knows as one of several.
pub(crate) struct Node {
    keeper: Keeper,
    directory: Directory,
    look: store::Look,
    /// The tables whose leases it has.
    holds: BTreeSet<TableId>,
    /// When the last entry of the house was written.
    house_ms: i64,
}

impl Node {
    /// A node that came in with a first beat that was asked for at this time.
    pub(crate) fn new(own: u64, directory: Directory, asked_ms: u64) -> Node {
        let keeper = Keeper::new(own, Terms::default(), asked_ms);
        Node { keeper, directory, look: store::Look::default(), holds: BTreeSet::new(), house_ms: 0 }
    }

    /// How long nothing has to be done for the other nodes, in milliseconds.
    pub(super) fn rests_for(&self) -> u64 {
        self.keeper.rests_for(passed_ms())
    }
}

/// Milliseconds by a clock that only goes on, also while the machine sleeps.
pub(crate) fn passed_ms() -> u64 {
    u64::try_from(since_start().as_millis()).unwrap_or(u64::MAX)
}

impl Hall {
    /// Whether anything may be told about a table now: a node whose term has run out says nothing more.
    pub(super) fn may_answer(&self) -> bool {
        self.node.as_ref().is_none_or(|node| node.keeper.may_answer(passed_ms()))
    }

    /// Whether this hall does what one of several must do for all; always, if it is the only one.
    pub(super) fn is_on_duty(&self) -> bool {
        self.node.as_ref().is_none_or(|node| node.directory.on_duty().is_none())
    }

    /// Whether this hall writes to a table.
    pub(super) fn holds(&self, table: TableId) -> bool {
        self.node.as_ref().is_none_or(|node| node.holds.contains(&table))
    }

    /// The open tables that other nodes have.
    pub(super) fn elsewhere(&self) -> impl Iterator<Item = TableId> + '_ {
        let seen = self.node.iter().flat_map(|node| node.look.holders.keys().map(|stream| stream.0));
        seen.filter(|id| !self.tables.contains_key(id) && !self.standing.closed.contains_key(id))
    }

    /// Takes the house's stream for what is held back, with everything that others have written there.
    pub(super) fn take_house(&mut self) -> Result<(), store::Error> {
        if self.node.is_some() {
            self.store.take_house()?;
            self.follow()?;
        }
        Ok(())
    }

    /// Takes what other nodes have written into the house's log.
    pub(super) fn follow(&mut self) -> Result<(), store::Error> {
        let mut is_new = false;
        loop {
            let entries = self.store.entries(Stream::HOUSE, self.house_number + 1, 1_000)?;
            let Some(last) = entries.last() else { break };
            self.house_number = last.entry.last();
            is_new = true;
            for logged in &entries {
                self.take_note(&logged.entry);
            }
        }
        if is_new && self.store.tip(Stream::LIBRARY)?.number != self.library.number() {
            self.library = Library::read(self.store.as_ref())?;
        }
        Ok(())
    }

    fn take_note(&mut self, entry: &Entry) {
        self.clock.not_before(Time(entry.at_ms));
        if let Some(node) = &mut self.node {
            node.house_ms = node.house_ms.max(entry.at_ms);
        }
        let Ok(said) = serde_json::from_str::<HouseEntry>(&entry.body) else { return };
        self.standing.take(&said, entry.at_ms);
        match said {
            HouseEntry::PersonAdded { person, name, kind, .. } => {
                self.looks.extend(names::looks(&name));
                let (is_bot, is_guest) = (kind == PersonKind::Bot, kind == PersonKind::Guest);
                self.people.insert(person, Known { name, is_bot, is_guest });
            }
            HouseEntry::RolesChanged { person, after, .. } => {
                if let Some(known) = self.people.get_mut(&person) {
                    known.is_guest = after.contains(&crate::Role::Guest);
                }
            }
            // What is written lies beside the log, in the same transaction.
            HouseEntry::Patron(_) => {
                if let Err(fault) = self.read_patrons() {
                    tracing::error!("what is written about patrons cannot be read: {fault}");
                }
            }
            _ => {}
        }
    }

    /// The time of an entry of the house: never before that of another node.
    pub(super) fn house_time(&mut self, at: Time) -> Time {
        let Some(node) = &mut self.node else { return at };
        node.house_ms = node.house_ms.max(at.0);
        Time(node.house_ms)
    }

    /// Does what changes something, on what is so by now.
    pub(super) fn write_as_node(&mut self, write: Write) {
        self.prepare(&write);
        self.write(write);
    }

    /// Answers what only looks, with what is so by now.
    pub(super) fn answer_as_node(&mut self, read: Read) {
        self.prepare_to_read(&read);
        self.answer(read);
    }

    /// Readies the hall for what is decided by the house's log or by wallets, which other nodes change: what came before
    /// is written, and nobody else writes there until this is.
    fn prepare(&mut self, write: &Write) {
        if self.node.is_none() {
            return;
        }
        match write {
            Write::Command { person, .. } => {
                if !self.people.contains_key(person) {
                    stop_unless(self.follow());
                }
            }
            Write::OpenSession(..)
            | Write::CloseSession(..)
            | Write::RenewSession(..)
            | Write::CloseSessionsOf(..)
            | Write::Keep(_) => {}
            Write::Open { .. }
            | Write::AddPerson { .. }
            | Write::SetRoles { .. }
            | Write::SetPassword { .. }
            | Write::Private(_) => self.begin_anew(),
            Write::Exchange(..)
            | Write::Settle { .. }
            | Write::Correction(_)
            | Write::PlayChips(..)
            | Write::GiveBack { .. }
            | Write::Law(_)
            | Write::Desk(_) => {
                self.begin_anew();
                self.read_balances();
            }
        }
    }

    /// Writes what was done, and holds the house's log for what comes next.
    pub(super) fn begin_anew(&mut self) {
        self.commit();
        self.hold_house();
    }

    /// Holds the house's log, which others write to as well.
    pub(super) fn hold_house(&mut self) {
        if self.node.is_some() {
            let held = self.hold();
            stop_unless(held);
        }
    }

    /// Reads every account again. What was done must be on disk.
    pub(super) fn read_balances(&mut self) {
        match self.store.balances() {
            Ok(balances) => {
                self.ledger = Ledger::default();
                for (account, amount) in balances {
                    if let Some(account) = cage::account(&account) {
                        self.ledger.set(account, amount);
                    }
                }
            }
            Err(error) => stop_unless(Err(error)),
        }
    }

    /// Readies the hall for whoever looks at what other nodes change. What was done is on disk.
    fn prepare_to_read(&mut self, read: &Read) {
        if self.node.is_none() {
            return;
        }
        match read {
            Read::Wallet(person, _) => self.read_wallet(*person),
            Read::Cage(_) | Read::Law(_) | Read::Desk(_) => {
                self.commit();
                stop_unless(self.follow());
                self.read_balances();
            }
            Read::Asked(_) | Read::AskedCorrections(_) | Read::Accounts(_) => stop_unless(self.follow()),
            Read::Watch { .. }
            | Read::View { .. }
            | Read::Foresee { .. }
            | Read::Private(_)
            | Read::IsPractice(..)
            | Read::Lobby(_)
            | Read::Rows(..)
            | Read::OwnTables(..)
            | Read::Floor(_)
            | Read::PersonNamed(..)
            | Read::Session(..)
            | Read::CorrectionsOf(..)
            | Read::OpenUntil(..)
            | Read::Coached { .. }
            | Read::Metrics(_) => {}
        }
    }

    /// Reads the chips again that somebody has away from the tables, and counts what this turn has moved.
    pub(super) fn read_wallet(&mut self, person: PersonId) {
        if self.node.is_none() {
            return;
        }
        let accounts = [Account::Patron(person), Account::Play(person)];
        let names = accounts.map(|account| account.to_string());
        let found = match self.store.balances_of(&names) {
            Ok(found) => found,
            Err(error) => return stop_unless(Err(error)),
        };
        for (account, name) in accounts.into_iter().zip(names) {
            let mut amount = found.get(&name).copied().unwrap_or(books::Money::ZERO);
            for transfer in self.batch.entries.iter().flat_map(|entry| &entry.transfers) {
                if transfer.to == name {
                    amount += transfer.amount;
                }
                if transfer.from == name {
                    amount -= transfer.amount;
                }
            }
            self.ledger.set(account, amount);
        }
    }

    /// The same before a command that takes from it.
    pub(super) fn read_wallet_for(&mut self, by: By, command: &Command) {
        let person = match command {
            Command::For { person, .. } => Some(*person),
            Command::Sit { .. } | Command::AddChips { .. } => speaking(by),
            _ => None,
        };
        if let Some(person) = person {
            self.read_wallet(person);
        }
    }

    /// Takes the lease of a table that is opened here.
    pub(super) fn hold_new(&mut self, table: TableId) {
        if let Some(node) = &mut self.node {
            node.holds.insert(table);
            stop_unless(self.store.open_table(Stream(table)));
        }
    }

    /// The number of the next table, whichever node opens it.
    pub(super) fn next_table(&self) -> TableId {
        let mut last = self.table_ids().max().unwrap_or(0);
        if self.node.is_some() {
            let streams = self.store.streams().unwrap_or_default();
            let others = streams.into_iter().filter(|stream| stream.is_table()).map(|stream| stream.0);
            last = others.fold(last, TableId::max);
        }
        last + 1
    }

    /// Comes into the room: every open table is offered to whoever takes it.
    pub(super) fn join(&mut self, take_up: &[TableId]) -> Result<(), HallFault> {
        for id in take_up {
            if self.standing.aside.contains_key(id) {
                self.house(&HouseEntry::TableTakenUp { table: *id }, &[], self.now());
            }
        }
        let streams = self.store.streams()?.into_iter().filter(|stream| stream.is_table());
        let streams: Vec<Stream> = streams.collect();
        let open: Vec<Stream> =
            streams.into_iter().filter(|stream| !self.is_surely_closed(*stream)).collect();
        Ok(self.store.offer(&open)?)
    }

    /// Beats and looks when it is time, and does what follows from that.
    pub(super) fn keep_node(&mut self) {
        if self.node.as_ref().is_none_or(|node| node.rests_for() > 0) {
            return;
        }
        self.beat();
        stop_unless(self.follow());
        self.let_closed_go();
        for _ in 0..LOOKS_AT_ONCE {
            let look = match self.store.look() {
                Ok(look) => look,
                Err(error) => return stop_unless(Err(error)),
            };
            let Some(node) = &mut self.node else { return };
            let asks = node.keeper.decide(passed_ms(), &seen(&look));
            node.look = look;
            if !self.carry_out(asks) {
                break;
            }
        }
        if let Some(node) = &self.node {
            node.directory.see(&node.look, |table| node.holds.contains(&table));
        }
    }

    fn beat(&mut self) {
        let Some(node) = &mut self.node else { return };
        let asked = passed_ms();
        stop_unless(self.store.beat(node.keeper.is_leaving()));
        node.keeper.beaten(asked);
    }

    /// Does what was decided, and says whether it should be looked again.
    fn carry_out(&mut self, asks: Vec<Ask>) -> bool {
        let (mut taken, mut is_changed) = (Vec::new(), false);
        for ask in asks {
            let done = match ask {
                Ask::Bury { node, beat } => self.store.bury(node, beat).inspect(|buried| {
                    if *buried {
                        tracing::warn!("node {node} does not beat any more; its tables are taken over");
                    }
                }),
                Ask::Take { table, from } => self.store.take_table(Stream(table), from).map(|lease| {
                    taken.extend(lease.map(|_| table));
                    lease.is_some()
                }),
                Ask::GiveUp { table } => {
                    self.hand_over(table);
                    Ok(true)
                }
            };
            match done {
                Ok(done) => is_changed |= done,
                Err(error) => stop_unless(Err(error)),
            }
        }
        if !taken.is_empty() {
            if let Some(node) = &mut self.node {
                node.holds.extend(&taken);
            }
            self.read_balances();
            for table in taken {
                if self.node.as_ref().is_some_and(|node| node.rests_for() == 0) {
                    self.beat();
                }
                self.take_in(table);
            }
            self.commit();
        }
        is_changed
    }

    /// Takes a table into the hall whose lease was just taken; it goes on where its log ends.
    fn take_in(&mut self, id: TableId) {
        let stream = Stream(id);
        self.tables.remove(&id);
        self.lost.remove(&id);
        let last = self.store.tip(stream).and_then(|tip| self.store.entries(stream, tip.number, 1));
        let last = last.ok().and_then(|entries| entries.last().map(|logged| Time(logged.entry.at_ms)));
        if let Some(last) = last {
            self.clock.not_before(last);
        }
        self.resume_table(stream);
        let now = self.now();
        let why = self.standing.aside.get(&id).cloned();
        let Some(place) = self.tables.get_mut(&id) else { return };
        if place.aside.is_none()
            && let Some(why) = why
        {
            place.aside = Some(format!("{why}; `cardroom serve --take-up {id}` plays on from before"));
            return self.forget_deadline(id);
        }
        // Nobody could act while the table was nobody's.
        if let (Some(due), Some(last)) = (place.due, last) {
            place.anew = Some((due, now.after_ms((due.0 - last.0).max(0))));
            self.schedule(id);
        }
        tracing::info!("table {id} is run here now");
    }

    /// Lets a table go: what was done there is on disk, and whoever takes it goes on from there.
    fn hand_over(&mut self, id: TableId) {
        self.commit();
        if let Some(node) = &mut self.node {
            node.directory.leaves(id);
            node.holds.remove(&id);
        }
        self.forget_deadline(id);
        self.tables.remove(&id);
        self.lost.remove(&id);
        self.changed.remove(&id);
        stop_unless(self.store.give_up(Scope::Stream(Stream(id))).map(drop));
        tracing::info!("table {id} is given up");
    }

    /// Gives up the leases of tables that have closed; they stay to be looked at.
    fn let_closed_go(&mut self) {
        let is_closed = |place: &Place| place.aside.is_none() && place.table.phase() == Phase::Closed;
        let held = self.tables.iter().filter(|(id, place)| self.holds(**id) && is_closed(place));
        let closed: Vec<(TableId, String)> =
            held.map(|(id, place)| (*id, place.table.spec().book.clone())).collect();
        let given_back = self.standing.given_back.iter().filter(|id| self.holds(**id)).copied();
        let given_back: Vec<TableId> = given_back.collect();
        for (table, book) in &closed {
            if !self.standing.closed.contains_key(table) {
                self.house(&HouseEntry::TableClosed { table: *table, book: book.clone() }, &[], self.now());
            }
        }
        if closed.is_empty() && given_back.is_empty() {
            return;
        }
        self.commit();
        for table in closed.into_iter().map(|(table, _)| table).chain(given_back) {
            if let Some(node) = &mut self.node {
                node.holds.remove(&table);
            }
            stop_unless(self.store.close_table(Stream(table)));
        }
    }

    /// Leaves the room: everything is given up. Says whether nobody else is there.
    pub(super) fn leave(&mut self) -> bool {
        let Some(node) = &mut self.node else { return true };
        node.keeper.leave();
        let tables: Vec<TableId> = node.holds.iter().copied().collect();
        self.beat();
        for table in tables {
            self.hand_over(table);
        }
        self.store.look().is_ok_and(|look| look.members.len() <= 1)
    }
}

/// What was seen, in numbers.
fn seen(look: &store::Look) -> nodes::Look {
    let members = look.members.iter().map(|one| (one.node, one.beat, one.is_leaving)).collect();
    let holders = look.holders.iter().map(|(stream, holder)| (stream.0, *holder)).collect();
    nodes::Look { members, holders }
}
