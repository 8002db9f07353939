//! The hall of one node among several. It has the tables whose leases it holds, follows the house's log that all of them
//! write, takes the tables of those that are gone, and gives its own up when it leaves or has too many.
//!
//! What it decides stands in the crate `nodes`; here it is carried out.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use nodes::{Ask, Keeper, Protocol, Saying, Terms};
use room::{PersonId, Phase, TableId, Time};
use store::{Scope, Stream};

use super::commit::stop_unless;
use super::time::since_start;
use super::{Hall, HallFault, Known, Place};
use crate::directory::Directory;
use crate::journal::{HouseEntry, VERSION, is_newer, parts_of_version};
use crate::library::Library;
use crate::names;

/// How often it is looked again at once after something has changed.
const LOOKS_AT_ONCE: usize = 3;

/// When looking at the tables took so long, it is told.
const SLOW: Duration = Duration::from_secs(2);

/// What a hall knows as one of several.
pub(crate) struct Node {
    keeper: Keeper,
    directory: Directory,
    protocol: Protocol,
    look: store::Look,
    /// The tables whose leases it has.
    holds: BTreeSet<TableId>,
    /// The tables whose leases said that they are closed, when it came in.
    closed: BTreeSet<TableId>,
    /// What whoever runs the room should know of how it came in.
    pub(super) news: Vec<String>,
    /// When the last entry of the house was written.
    house_ms: i64,
    /// Those who got a badge of a provider or lost it by way of other nodes.
    pub(super) badges: BTreeSet<PersonId>,
}

impl Node {
    /// A node that came in with a first beat that was asked for at this time.
    pub(crate) fn new(
        own: u64,
        directory: Directory,
        asked_ms: u64,
        protocol: Protocol,
        closed: &[Stream],
    ) -> Node {
        Node {
            keeper: Keeper::new(own, Terms::default(), asked_ms),
            directory,
            protocol,
            look: store::Look::default(),
            holds: BTreeSet::new(),
            closed: closed.iter().map(|stream| stream.0).collect(),
            news: Vec::new(),
            house_ms: 0,
            badges: BTreeSet::new(),
        }
    }

    /// Its number.
    pub(crate) fn own(&self) -> u64 {
        self.keeper.own()
    }

    /// The time of an entry of the house: never before that of another node.
    pub(super) fn house_time(&mut self, at: Time) -> Time {
        self.house_ms = self.house_ms.max(at.0);
        Time(self.house_ms)
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

    /// Whether a table is open, and not this hall's: another node has it, or will have it in a moment.
    pub(super) fn is_elsewhere(&self, table: TableId) -> bool {
        let is_open = |node: &Node| node.look.holders.contains_key(&Stream(table));
        !self.holds(table) && self.node.as_ref().is_some_and(is_open)
    }

    /// The open tables that other nodes have.
    pub(super) fn elsewhere(&self) -> impl Iterator<Item = TableId> + '_ {
        let seen = self.node.iter().flat_map(|node| node.look.holders.keys().map(|stream| stream.0));
        seen.filter(|id| !self.tables.contains_key(id) && !self.standing.closed.contains_key(id))
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

    /// Comes into the room: every open table is offered to whoever takes it. What was read until now was read while the
    /// others wrote; only then the house's log is held, and what they have written since is taken.
    pub(super) fn join(&mut self, take_up: &[TableId]) -> Result<(), HallFault> {
        let began = Instant::now();
        let streams = self.store.streams()?.into_iter().filter(|stream| stream.is_table());
        let closed = self.node.as_ref().map(|node| &node.closed);
        let streams: Vec<Stream> =
            streams.filter(|stream| closed.is_none_or(|closed| !closed.contains(&stream.0))).collect();
        let looked_at = streams.len();
        let open: Vec<Stream> =
            streams.into_iter().filter(|stream| !self.is_surely_closed(*stream)).collect();
        self.store.offer(&open)?;
        if began.elapsed() >= SLOW {
            let took = began.elapsed().as_secs_f64();
            tracing::warn!(
                "looking at {looked_at} tables took {took:.1} s: the line to the database is slow"
            );
        }
        self.take_people()?;
        self.is_held = false;
        self.hold()?;
        if self.store.tip(Stream::LIBRARY)?.number != self.library.number() {
            self.library = Library::read(self.store.as_ref())?;
        }
        if let Some(version) = self.standing.opened_by.clone().filter(|version| is_newer(version)) {
            return Err(HallFault::Newer(version));
        }
        // What is decided by an account later reads it again; only this is decided now.
        if !self.standing.is_parted {
            self.read_balances();
        }
        let news = self.other_rules()?;
        if let Some(node) = &mut self.node {
            node.news = news;
        }
        for id in take_up {
            if self.standing.aside.contains_key(id) {
                self.house(&HouseEntry::TableTakenUp { table: *id }, &[], self.now());
            }
        }
        Ok(())
    }

    /// Which rules of the house this node replaces that others were started with, in sentences.
    fn other_rules(&self) -> Result<Vec<String>, store::Error> {
        if self.standing.opened_by.is_none() || self.store.look()?.members.len() < 2 {
            return Ok(Vec::new());
        }
        let (said, own) = (&self.standing.exchanges, &self.config);
        let mut others = Vec::new();
        if said.large_from() != own.second_person_from {
            others.push("--second-person-from");
        }
        if let Some((_, rules)) = said.all_add_up(self.now().0) {
            if rules.alone_most != own.alone_most {
                others.push("--second-person-after");
            }
            if rules.day_begins != own.day_begins {
                others.push("--gaming-day");
            }
        }
        let tell = |option: &str| {
            format!(
                "the nodes that run were started with another {option}, and what this one says holds for the whole house \
                 from now on: start all of them with the same"
            )
        };
        Ok(others.into_iter().map(tell).collect())
    }

    /// Takes those who came after the people were read and before the house's log was.
    fn take_people(&mut self) -> Result<(), store::Error> {
        let people = self.store.people()?;
        self.people.clear();
        for person in people {
            let is = |role: &str| person.roles.iter().any(|one| one == role);
            let (is_bot, is_guest) = (is("bot"), is("guest"));
            self.looks.extend(names::looks(&person.name));
            self.people.insert(person.id, Known { name: person.name, is_bot, is_guest });
        }
        Ok(())
    }

    /// Sees which tables are whose by now.
    pub(super) fn look_anew(&mut self) -> Result<(), store::Error> {
        let look = self.store.look()?;
        if let Some(node) = &mut self.node {
            node.look = look;
        }
        Ok(())
    }

    /// Beats and looks when it is time, and does what follows from that.
    pub(super) fn keep_node(&mut self) {
        if self.node.as_ref().is_none_or(|node| node.rests_for() > 0) {
            return;
        }
        self.beat();
        stop_unless(self.follow());
        self.tell_badges();
        stop_unless(self.look_at_these(self.feeders_elsewhere()));
        self.let_closed_go();
        for _ in 0..LOOKS_AT_ONCE {
            let look = match self.store.look() {
                Ok(look) => look,
                Err(error) => return stop_unless(Err(error)),
            };
            let Some(node) = &mut self.node else { return };
            let asks = node.keeper.decide(passed_ms(), &seen(&look, node.protocol));
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
        self.hear_what_was_said(id);
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

    /// Takes what the node before has left beside a table: who has come by its link, and what was said there last.
    fn hear_what_was_said(&mut self, id: TableId) {
        if !self.says(Saying::Talk) {
            return;
        }
        match self.store.take_beside(Stream(id)) {
            Ok(talk) => talk.into_iter().for_each(|talk| self.hear_talk(id, &talk)),
            Err(error) => stop_unless(Err(error)),
        }
    }

    /// Whether this node says something to others.
    fn says(&self, what: Saying) -> bool {
        self.node.as_ref().is_some_and(|node| node.protocol.says(what))
    }

    /// Whether another node stays that may take what this one gives up.
    fn has_successor(&self) -> bool {
        let own = self.node.as_ref().map(|node| node.keeper.own());
        let members = self.node.iter().flat_map(|node| &node.look.members);
        members.into_iter().any(|member| Some(member.node) != own && !member.is_leaving)
    }

    /// Lets a table go: what was done there is on disk, and whoever takes it goes on from there.
    fn hand_over(&mut self, id: TableId) {
        self.commit();
        if let Some(node) = &mut self.node {
            node.directory.leaves(id);
            node.holds.remove(&id);
        }
        self.forget_deadline(id);
        let chat = self.tables.remove(&id).map(|place| place.chat).unwrap_or_default();
        let talk = self.leave_talk(id, chat);
        self.lost.remove(&id);
        self.changed.remove(&id);
        // What is said goes with the table, and ends with the room: the last one to leave takes it along.
        if let Some(talk) = talk.filter(|_| self.says(Saying::Talk) && self.has_successor()) {
            stop_unless(self.store.leave_beside(Stream(id), &talk));
        }
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
fn seen(look: &store::Look, protocol: Protocol) -> nodes::Look {
    let members = look.members.iter().map(|one| (one.node, one.beat, one.is_leaving)).collect();
    let holders = look.holders.iter().map(|(stream, holder)| (stream.0, *holder)).collect();
    if !protocol.says(Saying::Version) {
        return nodes::Look { members, holders, ..nodes::Look::default() };
    }
    // A node that does not say its version is of one before any did.
    let is_older = |version: &String| parts_of_version(version) < parts_of_version(VERSION);
    let older = look.members.iter().filter(|one| one.version.as_ref().is_none_or(is_older));
    let beyond = look.versions.iter().filter(|(_, version)| is_newer(version));
    nodes::Look {
        members,
        holders,
        older: older.map(|one| one.node).collect(),
        beyond: beyond.map(|(stream, _)| stream.0).collect(),
    }
}
