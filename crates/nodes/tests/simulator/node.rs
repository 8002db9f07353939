//! A node of the simulator: the hall as far as it matters here. It asks the database one thing at a time and does nothing
//! else meanwhile, keeps its tables in memory, answers what is on disk, and lets the real [`Keeper`] decide the rest.

use std::collections::{BTreeMap, VecDeque};

use nodes::{Ask, Keeper, Look, Terms};

use super::Bug;
use super::database::{Entry, Reply, Request, STEPS};

/// What somebody plays with at a table.
pub(crate) const WAGER: i64 = 10;

/// A command as a client sends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Command {
    pub(crate) client: usize,
    pub(crate) table: u32,
    pub(crate) person: u32,
    pub(crate) id: u64,
}

/// What a node says to the world.
#[derive(Clone, Debug)]
pub(crate) enum Said {
    Ask(Request),
    /// A command was done, also before, and where it stands.
    Done(Command, u64),
    /// It was not done.
    NotDone(Command),
    /// It is another node's to answer.
    PassOn(Command, u64),
    /// Somebody looks at a table and is shown so many entries.
    Shown(u32, u64),
    /// It is told to be woken at this time of its own clock.
    Wake(u64),
    /// It stops, because it may not go on.
    Stop,
    /// It has given everything up, as it was told to.
    Left,
}

#[derive(Clone, Debug)]
struct Table {
    epoch: u64,
    log: Vec<Entry>,
    /// When its clock speaks; nothing if nobody has told it.
    due: Option<u64>,
}

pub(crate) struct Node {
    pub(crate) own: u64,
    keeper: Option<Keeper>,
    tables: BTreeMap<u32, Table>,
    /// Tables that it once had, for a bug.
    kept: BTreeMap<u32, Vec<Entry>>,
    waiting: VecDeque<Command>,
    /// What is still to be asked for after a look.
    asks: VecDeque<Ask>,
    /// Commands of the batch that is being written, with the number at which each would stand.
    writing: Vec<(Option<Command>, u32)>,
    asked_ms: u64,
    is_busy: bool,
    look: Look,
    bug: Option<Bug>,
}

/// Whose turn it is at a table: people's, or its clock's.
fn is_clocks(log: &[Entry]) -> bool {
    log.len() as u64 % (STEPS + 1) == STEPS
}

impl Node {
    pub(crate) fn new(bug: Option<Bug>) -> Node {
        Node {
            own: 0,
            keeper: None,
            tables: BTreeMap::new(),
            kept: BTreeMap::new(),
            waiting: VecDeque::new(),
            asks: VecDeque::new(),
            writing: Vec::new(),
            asked_ms: 0,
            is_busy: false,
            look: Look::default(),
            bug,
        }
    }

    /// Comes into the room.
    pub(crate) fn begin(&mut self, now: u64) -> Vec<Said> {
        (self.asked_ms, self.is_busy) = (now, true);
        vec![Said::Ask(Request::Enter)]
    }

    /// A command comes in.
    pub(crate) fn hear(&mut self, command: Command, now: u64) -> Vec<Said> {
        self.waiting.push_back(command);
        self.turn(now)
    }

    /// It is told to leave.
    pub(crate) fn leave(&mut self, now: u64) -> Vec<Said> {
        let Some(keeper) = &mut self.keeper else { return vec![Said::Left] };
        keeper.leave();
        self.turn(now)
    }

    /// Somebody looks at a table of this node.
    pub(crate) fn show(&self, table: u32, now: u64) -> Vec<Said> {
        let is_sure = !self.is_busy && self.keeper.as_ref().is_some_and(|keeper| keeper.may_answer(now));
        let found = self.tables.get(&table).filter(|_| is_sure);
        found.map(|found| Said::Shown(table, found.log.len() as u64)).into_iter().collect()
    }

    /// Time has passed, or there is something to do.
    pub(crate) fn turn(&mut self, now: u64) -> Vec<Said> {
        if self.is_busy {
            return Vec::new();
        }
        let Some(keeper) = &self.keeper else { return Vec::new() };
        let own = self.own;
        if let Some(ask) = self.asks.pop_front() {
            let request = match ask {
                Ask::Bury { node, beat } => Request::Bury { node, beat },
                Ask::Take { table, from } => Request::Take { table, from, own },
                Ask::GiveUp { table } => match self.tables.remove(&table) {
                    Some(gone) => {
                        self.kept.insert(table, gone.log);
                        Request::GiveUp { table, own, epoch: gone.epoch }
                    }
                    None => return self.turn(now),
                },
            };
            return self.ask(request);
        }
        let is_leaving = keeper.is_leaving();
        if is_leaving && self.tables.is_empty() {
            return vec![Said::Left];
        }
        if keeper.rests_for(now) == 0 {
            self.asked_ms = now;
            return self.ask(Request::Beat { node: own, is_leaving });
        }
        let mut said = self.write(now);
        if !self.is_busy {
            let clocks = self.tables.values().filter_map(|table| table.due);
            let rests = self.keeper.as_ref().map_or(0, |keeper| keeper.rests_for(now));
            let next = clocks.chain([now + rests]).min().unwrap_or(now);
            said.push(Said::Wake(next.max(now + 1)));
        }
        said
    }

    fn ask(&mut self, request: Request) -> Vec<Said> {
        self.is_busy = true;
        vec![Said::Ask(request)]
    }

    /// Takes everything that waits and is due, and writes it in one batch.
    fn write(&mut self, now: u64) -> Vec<Said> {
        let (mut said, mut entries) = (Vec::new(), Vec::new());
        self.writing.clear();
        let due: Vec<u32> = self
            .tables
            .iter()
            .filter(|(_, table)| table.due.is_some_and(|due| due <= now))
            .map(|(id, _)| *id)
            .collect();
        for id in due {
            let Some(table) = self.tables.get_mut(&id) else { continue };
            table.due = None;
            let began = table.log.len() - STEPS as usize;
            let moves = table.log[began].moves.map(|(person, cents)| (person, -cents));
            let entry = Entry { first: table.log.len() as u64 + 1, command: None, moves };
            table.log.push(entry.clone());
            entries.push((id, table.epoch, entry));
            self.writing.push((None, id));
        }
        for command in std::mem::take(&mut self.waiting) {
            let Some(table) = self.tables.get_mut(&command.table) else {
                if let Some(Some(holder)) =
                    self.look.holders.get(&command.table).filter(|at| **at != Some(self.own))
                {
                    said.push(Said::PassOn(command, *holder));
                }
                continue;
            };
            let key = Some((command.person, command.id));
            let before = table.log.iter().position(|entry| entry.command == key);
            if let Some(place) = before.filter(|_| self.bug != Some(Bug::DoubleDebit)) {
                // What is in the batch is answered with it.
                if self.writing.iter().all(|(writing, _)| *writing != Some(command)) {
                    said.push(Said::Done(command, place as u64 + 1));
                }
                continue;
            }
            if is_clocks(&table.log) {
                said.push(Said::NotDone(command));
                continue;
            }
            let is_first = (table.log.len() as u64).is_multiple_of(STEPS + 1);
            let moves = is_first.then_some((command.person, WAGER));
            let entry = Entry { first: table.log.len() as u64 + 1, command: key, moves };
            table.log.push(entry.clone());
            if is_clocks(&table.log) {
                table.due = Some(now + 50);
            }
            entries.push((command.table, table.epoch, entry));
            self.writing.push((Some(command), command.table));
        }
        let may = self.keeper.as_ref().is_some_and(|keeper| keeper.may_answer(now));
        if !may && !said.is_empty() {
            return vec![Said::Stop];
        }
        if !entries.is_empty() {
            if self.bug == Some(Bug::AnswerBeforeCommit) {
                for (command, first) in
                    entries.iter().filter_map(|(_, _, entry)| Some((entry.command?, entry.first)))
                {
                    let sent = self
                        .writing
                        .iter()
                        .find_map(|(sent, _)| sent.filter(|sent| (sent.person, sent.id) == command));
                    said.extend(sent.map(|sent| Said::Done(sent, first)));
                }
            }
            said.extend(self.ask(Request::Append { own: self.own, entries }));
        }
        said
    }

    /// The database has answered.
    pub(crate) fn told(&mut self, reply: Reply, now: u64) -> Vec<Said> {
        self.is_busy = false;
        match reply {
            Reply::Entered { node } => {
                self.own = node;
                self.keeper = Some(Keeper::new(node, Terms::default(), self.asked_ms));
            }
            Reply::Beaten => {
                let late = self.bug == Some(Bug::TermFromAnswer);
                if let Some(keeper) = &mut self.keeper {
                    keeper.beaten(if late { now } else { self.asked_ms });
                }
                return self.ask(Request::Look);
            }
            Reply::Seen(look) => {
                if let Some(keeper) = &mut self.keeper {
                    self.asks = keeper.decide(now, &look).into();
                }
                self.look = look;
            }
            Reply::Taken { table, got } => {
                if let Some((epoch, log)) = got {
                    let stale = self.kept.remove(&table).filter(|_| self.bug == Some(Bug::StaleCache));
                    let log = stale.unwrap_or(log);
                    let is_due = is_clocks(&log) && self.bug != Some(Bug::LostWakeup);
                    self.tables.insert(table, Table { epoch, log, due: is_due.then_some(now + 50) });
                }
            }
            Reply::Buried | Reply::GivenUp => {}
            Reply::Lost => return vec![Said::Stop],
            Reply::Appended { written } => return self.written(&written, now),
        }
        self.turn(now)
    }

    /// Answers what is on disk; what is not goes out of memory, and whatever was made after it at the same table.
    fn written(&mut self, written: &[bool], now: u64) -> Vec<Said> {
        if !self.keeper.as_ref().is_some_and(|keeper| keeper.may_answer(now)) {
            return vec![Said::Stop];
        }
        let mut said = Vec::new();
        let mut fallen: Vec<u32> = Vec::new();
        for ((command, id), is_written) in std::mem::take(&mut self.writing).into_iter().zip(written) {
            let Some(table) = self.tables.get_mut(&id) else { continue };
            if !is_written {
                table.log.retain(|entry| {
                    command.is_none_or(|command| entry.command != Some((command.person, command.id)))
                });
                // The first was refused, those after it are asked again.
                if let Some(command) = command.filter(|_| !fallen.contains(&id)) {
                    said.push(Said::NotDone(command));
                }
                fallen.push(id);
                table.due = is_clocks(&table.log).then_some(now + 50);
            } else if let Some(command) = command.filter(|_| self.bug != Some(Bug::AnswerBeforeCommit)) {
                let key = Some((command.person, command.id));
                let place = table.log.iter().rposition(|entry| entry.command == key);
                said.extend(place.map(|place| Said::Done(command, place as u64 + 1)));
            }
        }
        said.extend(self.turn(now));
        said
    }
}
