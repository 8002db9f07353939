//! Commands at a table: bots play, and in between anybody says anything in any part. The input is what happens next.

use books::{Money, Shelf};
use cards::{Draws, Seed};
use games::Seat;
use room::{Account, By, Command, Input, Ledger, PersonId, Spec, Table, Time, Transfer, Watcher, bots};
use serde_json::Value;

use super::messages;
use crate::{Running, Target};

/// Commands at a table.
pub(super) const COMMANDS: Target = Target {
    name: "commands",
    law: "a refused command changes nothing, and every chip is accounted for",
    begin,
};

/// Numbers that are put where a command has one.
const ODD: [i64; 12] = [i64::MIN, -100, -1, 0, 1, 2, 9, 255, 500, 20_000, 4_294_967_295, i64::MAX];

fn begin() -> Running {
    let shelf = Shelf::filed();
    let specs: Vec<Spec> =
        shelf.ids().filter_map(|id| Spec::practice(&shelf, &id.to_string()).ok()).collect();
    let commands: Vec<Value> = messages::corpus()
        .iter()
        .filter_map(|line| Some(serde_json::from_str::<Value>(line).ok()?.get("command")?.clone()))
        .collect();
    let mut draws = Seed::from_bytes([7; 32]).draws();
    let corpus = (0..specs.len() * 3)
        .map(|number| {
            let mut tape: Vec<u8> = (0..160).map(|_| draws.below(256) as u8).collect();
            tape[0] = number as u8;
            tape
        })
        .collect();
    let take = move |input: &[u8]| {
        let mut tape = Tape { left: input };
        let spec = specs[usize::from(tape.next()) % specs.len()].clone();
        let dealer = if tape.next() < 64 { room::Dealer::Entered } else { room::Dealer::Shuffler };
        let spec = Spec { plays_alone: true, dealer, shoe: None, ..spec };
        let Ok((table, _)) = Table::open(&shelf, 1, spec) else { return 0 };
        let mut play = Play::new(table);
        let mut steps = 0;
        while !tape.left.is_empty() && steps < 400 {
            play.step(&mut tape, &commands);
            steps += 1;
        }
        u32::try_from(play.table.number().min(1_000)).unwrap_or(1_000)
    };
    Running { corpus, take: Box::new(take) }
}

/// What happens next, byte by byte.
struct Tape<'a> {
    left: &'a [u8],
}

impl Tape<'_> {
    fn next(&mut self) -> u8 {
        let Some((first, rest)) = self.left.split_first() else { return 0 };
        self.left = rest;
        *first
    }
}

struct Play {
    table: Table,
    ledger: Ledger,
    draws: Draws,
    seeds: Draws,
    now: Time,
}

impl Play {
    fn new(table: Table) -> Play {
        let mut play = Play {
            table,
            ledger: Ledger::default(),
            draws: Seed::from_bytes([1; 32]).draws(),
            seeds: Seed::from_bytes([2; 32]).draws(),
            now: Time(1_000_000),
        };
        for person in 101..=107 {
            let amount = Money::dollars(40_000_000);
            let transfer = Transfer { from: Account::Cage, to: Account::Patron(person), amount };
            play.ledger.record(&transfer).expect("the cage may always sell");
        }
        let least = play.table.view(Watcher::Rail).buy_in_least.times(20).max(Money::dollars(500));
        for number in 1..=3 {
            play.say(
                By::Patron(100 + u32::from(number)),
                &Command::Sit { seat: Seat::new(number), buy_in: least },
            );
        }
        play
    }

    fn step(&mut self, tape: &mut Tape<'_>, commands: &[Value]) {
        match tape.next() {
            0..150 => self.go_on(),
            150..170 => {
                self.now = self.table.deadline().unwrap_or(self.now.after_ms(1_000)).max(self.now);
                self.say(By::Clock, &Command::Tick);
            }
            kind => {
                let mut command = commands[usize::from(tape.next()) % commands.len()].clone();
                if kind >= 210 {
                    spoil(&mut command, tape, 0);
                }
                let Ok(command) = serde_json::from_value::<Command>(command) else { return };
                let person = 101 + PersonId::from(tape.next() % 7);
                let by = match tape.next() {
                    0..200 => By::Patron(person),
                    200..230 => By::Dealer(900),
                    _ => By::Floor(901),
                };
                self.say(by, &command);
            }
        }
    }

    /// The first bot that wants to do something does it; if none does, time goes by.
    fn go_on(&mut self) {
        let people: Vec<PersonId> = self.table.people().iter().map(|person| person.person).collect();
        for person in people {
            let view = self.table.view(Watcher::Person(person));
            let command = bots::command(&view, person, &self.table.book().rules, &mut self.draws);
            if let Some(command) = command
                && self.say(By::Patron(person), &command)
            {
                return;
            }
        }
        self.now = self.table.deadline().unwrap_or(self.now.after_ms(500)).max(self.now);
        self.say(By::Clock, &Command::Tick);
    }

    fn say(&mut self, by: By, command: &Command) -> bool {
        let subject = match (by, command) {
            (_, Command::For { person, .. }) => Some(*person),
            (By::Patron(person) | By::Dealer(person) | By::Floor(person), _) => Some(person),
            (By::Clock, _) => None,
        };
        let wallet = subject.map_or(Money::ZERO, |person| self.ledger.balance(Account::Patron(person)));
        let before = self.table.number();
        let seeds = &mut self.seeds;
        let mut seed = || std::array::from_fn(|_| seeds.below(256) as u8);
        let mut input = Input { now: self.now, seeds: &mut seed, name: "Somebody", wallet, is_bot: true };
        let told = match self.table.command(by, command, &mut input) {
            Ok(told) => told,
            Err(refusal) => {
                assert!(
                    !refusal.what.is_empty() && !refusal.code.is_empty(),
                    "{command:?} is refused in silence"
                );
                assert_eq!(self.table.number(), before, "{command:?} was refused and has done something");
                return false;
            }
        };
        for transfer in told.iter().flat_map(|one| &one.transfers) {
            if let Err(fault) = self.ledger.record(transfer) {
                panic!("{command:?}: {fault}");
            }
        }
        for person in self.table.people() {
            let account = Account::Stack(self.table.id(), person.person);
            assert_eq!(
                self.ledger.balance(account),
                person.stack,
                "{command:?}: the ledger knows every stack"
            );
        }
        assert_eq!(self.ledger.total(), Money::ZERO, "{command:?}");
        true
    }
}

/// Puts odd numbers where a command has numbers.
fn spoil(value: &mut Value, tape: &mut Tape<'_>, depth: u8) {
    match value {
        Value::Number(_) if tape.next() < 160 => *value = ODD[usize::from(tape.next()) % ODD.len()].into(),
        Value::Object(fields) if depth < 4 => {
            fields.values_mut().for_each(|field| spoil(field, tape, depth + 1));
        }
        Value::Array(parts) if depth < 4 => parts.iter_mut().for_each(|part| spoil(part, tape, depth + 1)),
        _ => {}
    }
}
