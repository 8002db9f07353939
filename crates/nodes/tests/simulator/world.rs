//! The world around the nodes: messages that are late, lost or doubled, nodes that are cut off from the database, stand
//! still or die, and clients who ask again. Everything follows from one seed.

mod laws;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use super::Bug;
use super::chance::Chance;
use super::database::{Database, Reply, Request, STEPS};
use super::node::{Command, Node, Said};

const NODES: usize = 3;
const TABLES: u32 = 4;
const PEOPLE: u32 = 3;
const WALLET: i64 = 20;
/// How long things go wrong, and how long nothing does afterwards.
const TROUBLE_MS: u64 = 30_000;
const QUIET_MS: u64 = 40_000;
/// How long a node answers after it has asked for a beat: after a clock has stood still, it may be wrong for so long.
const TERM_MS: u64 = 3_000;
/// When a node dies while it waits: before the database hears of what it asks, before it hears of the answer, and as it
/// hears of it.
const MOMENTS: usize = 3;
/// How long a node waits for the database before it gives up.
const SILENCE_MS: u64 = 8_000;

enum Event {
    Turn(usize, u64),
    ToDatabase(usize, u64, Request),
    FromDatabase(usize, u64, usize, Reply),
    Silent(usize, u64, u64),
    ToNode(usize, Command),
    ToClient(Command, Option<u64>),
    Client(usize),
    Look(u32),
    Start(usize),
    Trouble,
}

/// A machine on which a node may run.
struct Machine {
    node: Option<Node>,
    /// How often a node was started here: what belongs to an earlier one is nobody's.
    life: u64,
    /// Its clock: where it began, and how fast it goes, in thousandths.
    clock: (u64, u64),
    /// Until when it is cut off from the database.
    cut_until: u64,
    /// Until when it stands still; its clock goes on.
    still_until: u64,
    /// Since when and until when its clock stands still, while it works; and how long it has stood in all.
    clock_stands: Option<(u64, u64)>,
    stood_ms: u64,
    /// Until when nobody can rely on what its clock says.
    unsure_until: u64,
    /// Until when other nodes do not reach it.
    apart_until: u64,
    /// How many requests it has sent.
    requests: u64,
    answered: u64,
}

struct Client {
    table: u32,
    person: u32,
    id: u64,
    unanswered: Option<Command>,
}

pub(crate) struct World {
    chance: Chance,
    now: u64,
    order: u64,
    queue: BinaryHeap<Reverse<(u64, u64)>>,
    events: BTreeMap<(u64, u64), Event>,
    database: Database,
    machines: Vec<Machine>,
    clients: Vec<Client>,
    /// What clients were told: where each command stands, or that it was not done.
    done: BTreeMap<(u32, u64), u64>,
    not_done: BTreeSet<(u32, u64)>,
    /// How often each command was sent.
    sent: BTreeMap<(u32, u64), u64>,
    hands_when_quiet: BTreeMap<u32, u64>,
    /// Everything that happened, in short: two runs of a seed are the same if these are.
    pub(crate) trace: u64,
    pub(crate) acknowledged: u64,
    pub(crate) takeovers: u64,
    /// How often a node died at each moment of waiting for an answer to each kind of request.
    pub(crate) deaths: [[u64; Request::KINDS]; MOMENTS],
    /// How often each thing went wrong, by name.
    pub(crate) troubles: BTreeMap<&'static str, u64>,
    faults: Vec<String>,
}

impl World {
    pub(crate) fn new(seed: u64, bug: Option<Bug>) -> World {
        let mut chance = Chance::new(seed);
        let mut database = Database { bug, ..Database::default() };
        for table in 1..=TABLES {
            database.leases.insert(table, (1, None));
            database.logs.insert(table, Vec::new());
        }
        for person in 1..=PEOPLE {
            database.wallets.insert(person, WALLET);
        }
        let machine = |chance: &mut Chance| Machine {
            node: None,
            life: 0,
            clock: (chance.below(1_000_000), 950 + chance.below(101)),
            cut_until: 0,
            still_until: 0,
            clock_stands: None,
            stood_ms: 0,
            unsure_until: 0,
            apart_until: 0,
            requests: 0,
            answered: 0,
        };
        let machines = (0..NODES).map(|_| machine(&mut chance)).collect();
        let client = |table: u32| Client {
            table,
            person: 1 + table % PEOPLE,
            id: u64::from(table) << 32,
            unanswered: None,
        };
        let mut world = World {
            chance,
            now: 0,
            order: 0,
            queue: BinaryHeap::new(),
            events: BTreeMap::new(),
            database,
            machines,
            clients: (1..=TABLES).map(client).collect(),
            done: BTreeMap::new(),
            not_done: BTreeSet::new(),
            sent: BTreeMap::new(),
            hands_when_quiet: BTreeMap::new(),
            trace: 0,
            acknowledged: 0,
            takeovers: 0,
            deaths: [[0; Request::KINDS]; MOMENTS],
            troubles: BTreeMap::new(),
            faults: Vec::new(),
        };
        for machine in 0..NODES {
            world.after(1, Event::Start(machine));
        }
        for client in 0..world.clients.len() {
            world.after(20, Event::Client(client));
        }
        world.after(300, Event::Trouble);
        world.after(50, Event::Look(1));
        world
    }

    fn after(&mut self, ms: u64, event: Event) {
        self.order += 1;
        let key = (self.now + ms, self.order);
        self.queue.push(Reverse(key));
        self.events.insert(key, event);
    }

    fn is_quiet(&self) -> bool {
        self.now >= TROUBLE_MS
    }

    fn clock(&self, machine: usize) -> u64 {
        let own = &self.machines[machine];
        let (began, rate) = own.clock;
        let stands = own.clock_stands.map_or(0, |(since, until)| self.now.min(until) - since);
        began + (self.now - own.stood_ms - stands) * rate / 1_000
    }

    /// A machine's clock stands still for a while; its node works on, and does not know.
    fn stop_clock(&mut self, machine: usize, until: u64) {
        let now = self.now;
        let own = &mut self.machines[machine];
        if let Some((since, before)) = own.clock_stands.take() {
            own.stood_ms += now.min(before) - since;
        }
        own.clock_stands = Some((now, until));
        own.unsure_until = until + TERM_MS * 1_000 / own.clock.1 + 1;
    }

    /// Whether a node dies at a moment of waiting.
    fn dies(&mut self, machine: usize, moment: usize, kind: usize) -> bool {
        let dies = !self.is_quiet() && self.machines[machine].node.is_some() && self.chance.happens(1);
        if dies {
            self.deaths[moment][kind] += 1;
            self.stop(machine);
        }
        dies
    }

    /// Runs to the end and gives what went wrong.
    pub(crate) fn run(mut self, bug: Option<Bug>) -> Result<World, String> {
        while let Some(Reverse(key)) = self.queue.pop() {
            if key.0 > TROUBLE_MS + QUIET_MS {
                break;
            }
            self.now = key.0;
            if self.is_quiet() && self.hands_when_quiet.is_empty() {
                self.hands_when_quiet = self.hands();
            }
            let Some(event) = self.events.remove(&key) else { continue };
            self.happen(event, bug);
            if let Some(fault) = self.faults.first().or(self.database.faults.first()) {
                return Err(format!("after {} ms: {fault}", self.now));
            }
        }
        self.check()?;
        Ok(self)
    }

    fn note(&mut self, what: u64) {
        self.trace = (self.trace ^ what ^ (self.now << 20)).wrapping_mul(0x0100_0000_01B3).rotate_left(7);
    }

    fn happen(&mut self, event: Event, bug: Option<Bug>) {
        self.note(self.order);
        match event {
            Event::Start(machine) => {
                let at = self.clock(machine);
                let mut node = Node::new(bug);
                let said = node.begin(at);
                self.machines[machine].life += 1;
                self.machines[machine].node = Some(node);
                self.carry(machine, said);
            }
            Event::Turn(machine, life) => {
                if let Some(wait) = self.stands_still(machine) {
                    return self.after(wait, Event::Turn(machine, life));
                }
                self.with(machine, life, Node::turn);
            }
            Event::ToDatabase(machine, life, request) => {
                // What was sent before somebody died arrives all the same.
                if let Some(wait) =
                    self.machines[machine].cut_until.checked_sub(self.now).filter(|wait| *wait > 0)
                {
                    // It is lost, or waits on the way until it gets through.
                    if self.chance.happens(500) {
                        self.after(wait, Event::ToDatabase(machine, life, request));
                    }
                    return;
                }
                let kind = request.kind();
                if self.machines[machine].life == life {
                    self.dies(machine, 0, kind);
                }
                if matches!(&request, Request::Take { from: Some(_), .. }) {
                    self.takeovers += 1;
                }
                let reply = self.database.ask(request);
                if self.machines[machine].cut_until > self.now || (!self.is_quiet() && self.chance.happens(1))
                {
                    return;
                }
                if self.machines[machine].life == life && self.dies(machine, 1, kind) {
                    return;
                }
                let late = self.delay();
                self.after(late, Event::FromDatabase(machine, life, kind, reply));
            }
            Event::FromDatabase(machine, life, kind, reply) => {
                if let Some(wait) = self.stands_still(machine) {
                    return self.after(wait, Event::FromDatabase(machine, life, kind, reply));
                }
                if self.machines[machine].cut_until > self.now {
                    return;
                }
                self.machines[machine].answered = self.machines[machine].requests;
                self.with(machine, life, |node, now| node.told(reply, now));
                if self.machines[machine].life == life {
                    self.dies(machine, 2, kind);
                }
            }
            Event::Silent(machine, life, request) => {
                let own = &self.machines[machine];
                if own.life == life && own.answered < request && own.node.is_some() {
                    self.stop(machine);
                }
            }
            Event::ToNode(machine, command) => {
                if let Some(wait) = self.stands_still(machine) {
                    return self.after(wait, Event::ToNode(machine, command));
                }
                let life = self.machines[machine].life;
                self.with(machine, life, |node, now| node.hear(command, now));
            }
            Event::ToClient(command, number) => self.answered(command, number),
            Event::Client(client) => self.ask_again(client),
            Event::Look(table) => {
                self.after(30, Event::Look(1 + table % TABLES));
                for machine in 0..NODES {
                    if self.stands_still(machine).is_none() {
                        let life = self.machines[machine].life;
                        self.with(machine, life, |node, now| node.show(table, now));
                    }
                }
            }
            Event::Trouble => self.trouble(),
        }
    }

    /// How long a machine still stands.
    fn stands_still(&self, machine: usize) -> Option<u64> {
        self.machines[machine].still_until.checked_sub(self.now).filter(|wait| *wait > 0)
    }

    fn delay(&mut self) -> u64 {
        match self.chance.below(40) {
            0 if !self.is_quiet() => self.chance.below(2_500),
            _ => 1 + self.chance.below(12),
        }
    }

    fn with(&mut self, machine: usize, life: u64, act: impl FnOnce(&mut Node, u64) -> Vec<Said>) {
        let at = self.clock(machine);
        let own = &mut self.machines[machine];
        if own.life != life {
            return;
        }
        if let Some(node) = &mut own.node {
            let said = act(node, at);
            self.carry(machine, said);
        }
    }

    /// Carries what a node says to whom it is for.
    fn carry(&mut self, machine: usize, said: Vec<Said>) {
        let (life, at, rate) =
            (self.machines[machine].life, self.clock(machine), self.machines[machine].clock.1);
        for word in said {
            match word {
                Said::Ask(request) => {
                    self.machines[machine].requests += 1;
                    let (late, number) = (self.delay(), self.machines[machine].requests);
                    self.after(late, Event::ToDatabase(machine, life, request));
                    self.after(SILENCE_MS, Event::Silent(machine, life, number));
                }
                Said::Done(command, number) => {
                    self.is_only_one(machine, command.table, "answers for");
                    self.tell_client(command, Some(number));
                }
                Said::NotDone(command) => self.tell_client(command, None),
                Said::PassOn(command, holder) => {
                    let is_it = |other: &Machine| other.node.as_ref().is_some_and(|node| node.own == holder);
                    let Some(other) = self.machines.iter().position(is_it) else { continue };
                    let is_apart = |one: usize| self.machines[one].apart_until > self.now;
                    if is_apart(machine) || is_apart(other) {
                        continue;
                    }
                    // What nodes say to each other is late, lost and doubled as well.
                    let copies = self.copies();
                    *self.sent.entry((command.person, command.id)).or_default() +=
                        copies.saturating_sub(1) as u64;
                    for _ in 0..copies {
                        let late = self.delay();
                        self.after(late, Event::ToNode(other, command));
                    }
                }
                Said::Shown(table, number) => {
                    self.is_only_one(machine, table, "shows");
                    let there = self.database.logs[&table].len() as u64;
                    if number != there && self.machines[machine].unsure_until <= self.now {
                        self.faults.push(format!("table {table} is shown with {number} entries of {there}"));
                    }
                }
                Said::Wake(when) => {
                    // Whoever waits by a clock that stands still waits until it goes on.
                    let stands = self.machines[machine].clock_stands.map_or(0, |(_, until)| until);
                    let stands = stands.saturating_sub(self.now);
                    let wait = when.saturating_sub(at) * 1_000 / rate + 1 + stands;
                    self.after(wait, Event::Turn(machine, life));
                }
                Said::Stop => return self.stop(machine),
                Said::Left => {
                    *self.troubles.entry("left in good order").or_default() += 1;
                    return self.stop(machine);
                }
            }
        }
    }

    /// A node ends, and another is started on its machine.
    fn stop(&mut self, machine: usize) {
        self.note(machine as u64 + 1);
        self.machines[machine].node = None;
        let wait = 100 + self.chance.below(4_000);
        self.after(wait, Event::Start(machine));
    }

    /// How often a message arrives.
    fn copies(&mut self) -> usize {
        match self.chance.below(20) {
            0 if !self.is_quiet() => 0,
            1 => 2,
            _ => 1,
        }
    }

    /// Messages to clients are late, lost and doubled.
    fn tell_client(&mut self, command: Command, number: Option<u64>) {
        for _ in 0..self.copies() {
            let late = self.delay();
            self.after(late, Event::ToClient(command, number));
        }
    }

    /// A client sends a command, or the one again that has no answer, to any node, now and then twice.
    fn ask_again(&mut self, client: usize) {
        let wait = 20 + self.chance.below(300);
        self.after(wait, Event::Client(client));
        let own = &mut self.clients[client];
        let command = *own.unanswered.get_or_insert_with(|| {
            own.id += 1;
            Command { client, table: own.table, person: own.person, id: own.id }
        });
        for _ in 0..=u64::from(self.chance.happens(50)) {
            let (machine, late) = (self.chance.below(NODES as u64) as usize, self.delay());
            *self.sent.entry((command.person, command.id)).or_default() += 1;
            if self.is_quiet() || !self.chance.happens(30) {
                self.after(late, Event::ToNode(machine, command));
            }
        }
    }

    /// Something goes wrong.
    fn trouble(&mut self) {
        if self.is_quiet() {
            return;
        }
        let wait = 100 + self.chance.below(2_500);
        self.after(wait, Event::Trouble);
        let machine = self.chance.below(NODES as u64) as usize;
        let until = (self.now + 200 + self.chance.below(7_000)).min(TROUBLE_MS);
        let what = match self.chance.below(8) {
            0 | 1 if self.machines[machine].node.is_some() => {
                self.stop(machine);
                "died"
            }
            2 | 3 => {
                self.machines[machine].cut_until = until;
                "cut off from the database"
            }
            4 | 5 => {
                self.machines[machine].still_until = until;
                "stood still"
            }
            6 => match self.chance.below(2) {
                0 => {
                    self.stop_clock(machine, until);
                    "its clock stood still"
                }
                _ => {
                    self.machines[machine].apart_until = until;
                    "cut off from other nodes"
                }
            },
            7 if self.stands_still(machine).is_none() => {
                let life = self.machines[machine].life;
                self.with(machine, life, Node::leave);
                "told to leave"
            }
            _ => return,
        };
        *self.troubles.entry(what).or_default() += 1;
    }
}
