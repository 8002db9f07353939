//! A table with its log, a second table that is only told what the log says, and a ledger.

use std::collections::VecDeque;
use std::sync::LazyLock;

use books::{Money, Shelf};
use cards::{Draws, Seed};
use room::{
    Account, By, Checkpoint, Command, Event, Input, Ledger, PersonId, Phase, PutView, Spec, Table, Time,
    Told, Transfer, Watcher,
};

use crate::grounded::assert_grounded;

/// The people who may come.
pub(crate) const PEOPLE: std::ops::RangeInclusive<PersonId> = 1..=12;

/// The filed books.
static SHELF: LazyLock<Shelf> = LazyLock::new(Shelf::filed);

/// What a log holds of one command.
struct Logged {
    by: By,
    command: Command,
    at: Time,
    wallet: Money,
    seeds: Vec<[u8; 32]>,
    told: Vec<Told>,
}

impl Logged {
    /// Plays it again.
    fn play(&self, table: &mut Table) {
        let mut seeds: VecDeque<[u8; 32]> = self.seeds.iter().copied().collect();
        let mut next = || seeds.pop_front().unwrap_or([0; 32]);
        let name = name(self.by, &self.command);
        let mut input =
            Input { now: self.at, seeds: &mut next, name: &name, wallet: self.wallet, is_bot: false };
        let told = table.command(self.by, &self.command, &mut input);
        let what = || format!("{:?} {:?}", self.by, self.command);
        assert_eq!(told.as_ref(), Ok(&self.told), "the log plays again: {}", what());
    }
}

fn name(by: By, command: &Command) -> String {
    subject(by, command).map_or(String::new(), |person| format!("player {person}"))
}

/// Who does it, also when somebody else says so.
fn subject(by: By, command: &Command) -> Option<PersonId> {
    match (by, command) {
        (_, Command::For { person, .. }) => Some(*person),
        (By::Patron(person), _) => Some(person),
        _ => None,
    }
}

/// A table that lives.
pub(crate) struct Life {
    pub(crate) table: Table,
    pub(crate) now: Time,
    pub(crate) draws: Draws,
    pub(crate) reports: u32,
    /// How often it could be kept as it stood before the clock went on.
    pub(crate) kept_before: u32,
    /// How often a round that was on was ended on a copy.
    pub(crate) ended: u32,
    /// How often a stake or a wager that was entered wrongly was taken back.
    pub(crate) taken_wagers: u32,
    ledger: Ledger,
    seeds: Draws,
    shadow: Table,
    spec: Spec,
    log: Vec<Logged>,
    checkpoint: Option<(Checkpoint, usize)>,
    phases: Vec<Phase>,
}

impl Life {
    pub(crate) fn new(shelf: &Shelf, spec: Spec, seed: u8) -> Life {
        let (table, _) = Table::open(shelf, 1, spec.clone()).unwrap();
        let mut ledger = Ledger::default();
        for person in PEOPLE {
            let amount = Money::dollars(1_000_000);
            let sold = Transfer { from: Account::Cage, to: Account::Patron(person), amount };
            ledger.record(&sold).unwrap();
        }
        Life {
            shadow: table.clone(),
            table,
            spec,
            ledger,
            now: Time(1_000_000_000),
            draws: Seed::from_bytes([seed; 32]).draws(),
            seeds: Seed::from_bytes([seed ^ 255; 32]).draws(),
            log: Vec::new(),
            reports: 0,
            kept_before: 0,
            ended: 0,
            taken_wagers: 0,
            checkpoint: None,
            phases: Vec::new(),
        }
    }

    /// Whether the table has ever been so.
    pub(crate) fn was_in(&self, phase: Phase) -> bool {
        self.phases.contains(&phase)
    }

    /// One of several, at random.
    pub(crate) fn pick<T: Clone>(&mut self, of: &[T]) -> Option<T> {
        if of.is_empty() {
            return None;
        }
        Some(of[self.draws.below(of.len() as u32) as usize].clone())
    }

    /// Gives a command, refused or not: the log has everything, the chips are there, and the table equals the one
    /// that only knows the log. Says whether it was done.
    pub(crate) fn attempt(&mut self, by: By, command: &Command) -> bool {
        let wallet =
            subject(by, command).map_or(Money::ZERO, |person| self.ledger.balance(Account::Patron(person)));
        let mut drawn = Vec::new();
        let seeds = &mut self.seeds;
        let mut seed = || {
            let seed = std::array::from_fn(|_| seeds.below(256) as u8);
            drawn.push(seed);
            seed
        };
        let name = name(by, command);
        let mut input = Input { now: self.now, seeds: &mut seed, name: &name, wallet, is_bot: false };
        let before = (self.table.phase(), self.table.view(Watcher::Rail).wagers);
        let stood = self.table.clone();
        let done = self.table.command(by, command, &mut input);
        let what = || format!("{}: {by:?} {command:?} at {}", self.spec.book, self.now.0);
        let is_done = done.is_ok();
        if let Err(refusal) = &done {
            assert_grounded(&self.spec.book, &format!("{by:?} {command:?}"), refusal);
        }
        if let Ok(told) = done
            && !told.is_empty()
        {
            for one in &told {
                for transfer in &one.transfers {
                    self.ledger.record(transfer).unwrap_or_else(|fault| panic!("{}: {fault}", what()));
                }
            }
            self.check_wagers(&before.1, &told, &what());
            self.reports += u32::from(matches!(command, Command::Report { .. }));
            let logged = Logged { by, command: command.clone(), at: self.now, wallet, seeds: drawn, told };
            logged.play(&mut self.shadow);
            if let Some(kept) = stood.kept_before(by, &self.table) {
                // Nothing that lay there from the last round has decided anything.
                self.checkpoint = Some((kept, self.log.len()));
                self.kept_before += 1;
            }
            self.log.push(logged);
            let kept = self.checkpoint.clone().filter(|(_, from)| *from + 1 == self.log.len());
            if let Some((kept, from)) = kept {
                let again = self.replayed(&SHELF, Some(kept), from);
                assert!(again.is_like(&self.table), "{}: what was kept gives another table", what());
            }
        }
        assert!(self.table.is_like(&self.shadow), "{}: the log gives another table", what());
        self.check_chips(&what());
        self.check_stopped(before.0, by, command, &what());
        if !self.phases.contains(&self.table.phase()) {
            self.phases.push(self.table.phase());
        }
        if let Some(kept) = self.table.checkpoint() {
            self.checkpoint = Some((kept, self.log.len()));
        }
        is_done
    }

    /// A table that is stopped stays so until the floor lets it go on or closes it, and nothing lies on it meanwhile.
    fn check_stopped(&self, before: Phase, by: By, command: &Command, what: &str) {
        let is_ended = matches!((by, command), (By::Floor(_), Command::Resume | Command::Close));
        let phase = self.table.phase();
        assert!(
            before != Phase::Paused || phase == Phase::Paused || is_ended,
            "{what}: it goes on by itself"
        );
        if phase == Phase::Paused {
            let view = self.table.view(Watcher::Rail);
            let lies = (view.bank, view.bank_offered, view.wagers.len(), view.shares.len());
            assert_eq!(lies, (None, None, 0, 0), "{what}: something lies on a table that is stopped");
        }
    }

    /// A wager that lay there lies there still, is replaced, plays, or is told to go back.
    fn check_wagers(&self, before: &[PutView], told: &[Told], what: &str) {
        let explains = |one: &Told| matches!(one.event, Event::RoundBegan { .. } | Event::TakenBack { .. });
        let begins = told.iter().any(explains);
        let now = self.table.view(Watcher::Rail).wagers;
        for put in before.iter().filter(|put| !begins && !now.contains(put)) {
            let is_told = told.iter().any(|one| match one.event {
                Event::WagerReturned { person, spot, .. } | Event::WagerPut { person, spot, .. } => {
                    (person, spot) == (put.person, put.spot)
                }
                _ => false,
            });
            assert!(is_told, "{what}: {put:?} is gone without a word");
        }
    }

    fn check_chips(&self, what: &str) {
        for person in self.table.people() {
            let account = Account::Stack(self.table.id(), person.person);
            assert_eq!(self.ledger.balance(account), person.stack, "{what}: the ledger knows every stack");
        }
        assert_eq!(self.ledger.total(), Money::ZERO, "{what}");
        if self.table.round().is_none() {
            let table = self.table.id();
            for account in [Account::Wagers(table), Account::Stake(table), Account::Pot(table)] {
                assert_eq!(self.ledger.balance(account), Money::ZERO, "{what}: {account} between rounds");
            }
        }
    }

    /// Lets the clock speak. What is due is done, or it is not due any more.
    pub(crate) fn tick(&mut self) {
        let before = self.log.len();
        let is_due = self.table.deadline().is_some_and(|due| due <= self.now);
        let done = self.attempt(By::Clock, &Command::Tick);
        assert!(done || self.table.phase() == Phase::Closed, "{}: the clock is refused", self.spec.book);
        let is_still_due = self.table.deadline().is_some_and(|due| due <= self.now);
        assert!(
            !(is_due && is_still_due && self.log.len() == before),
            "{}: the clock would be asked for ever while the table is {:?}",
            self.spec.book,
            self.table.phase()
        );
    }

    /// Goes on with the table as the log gives it, from the last moment that was kept or from the start.
    pub(crate) fn restart(&mut self, shelf: &Shelf) {
        let again = match self.checkpoint.clone().filter(|_| self.draws.below(4) > 0) {
            Some((kept, from)) => self.replayed(shelf, Some(kept), from),
            None => self.replayed(shelf, None, 0),
        };
        assert!(again.is_like(&self.table), "{}: the log gives another table", self.spec.book);
        self.shadow = again.clone();
        self.table = again;
    }

    /// Plays the whole log again.
    pub(crate) fn replay_all(&self, shelf: &Shelf) {
        assert!(self.replayed(shelf, None, 0).is_like(&self.table));
    }

    fn replayed(&self, shelf: &Shelf, kept: Option<Checkpoint>, from: usize) -> Table {
        let mut table = match kept {
            Some(kept) => {
                // As it is kept on disk.
                let text = serde_json::to_string(&kept).unwrap();
                let kept = serde_json::from_str(&text).unwrap();
                Table::resume(shelf, 1, self.spec.clone(), kept).unwrap()
            }
            None => Table::open(shelf, 1, self.spec.clone()).unwrap().0,
        };
        for logged in &self.log[from..] {
            logged.play(&mut table);
        }
        table
    }

    /// The last event of a kind, for those who look for one.
    pub(crate) fn has_told(&self, is_meant: impl Fn(&Event) -> bool) -> bool {
        self.log.iter().flat_map(|logged| &logged.told).any(|one| is_meant(&one.event))
    }
}

/// Who looks for a fault wants to know how it came to it.
impl Drop for Life {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let round = |logged: &&Logged| {
                logged.told.iter().any(|one| matches!(one.event, Event::RoundBegan { .. }))
            };
            let from = self.log.iter().rposition(|logged| round(&logged)).unwrap_or(0);
            eprintln!("{}, {:?}, since the last round began:", self.spec.book, self.spec.dealer);
            for logged in self.log[from..].iter().rev().take(80).rev() {
                eprintln!("  {} {:?} {:?}", logged.at.0, logged.by, logged.command);
            }
        }
    }
}
