//! Random legal play at a table of every book: money is conserved, what is offered is accepted, and the same
//! commands with the same seeds give the same table.

use books::{Money, Shelf};
use cards::{Draws, Seed};
use games::Seat;
use games::poker::{Choice as Poker, Which};
use games::round::{Choice, Offer};
use room::{
    Account, By, Command, Input, Ledger, May, Phase, Spec, Table, Time, Told, Transfer, Wager, Watcher,
};

const STACK: Money = Money::dollars(5_000);

struct Hall {
    table: Table,
    ledger: Ledger,
    now: Time,
    draws: Draws,
    seeds: Draws,
    log: Vec<(By, Command, Time)>,
    last: u64,
}

impl Hall {
    fn new(shelf: &Shelf, book: &str, seed: u8) -> Hall {
        let mut spec = Spec::practice(shelf, book).unwrap_or_else(|fault| panic!("{book}: {fault}"));
        spec.plays_alone = true;
        spec.pace.between_ms = 0;
        spec.pace.reading_ms = 0;
        let (table, told) = Table::open(shelf, 1, spec).unwrap_or_else(|fault| panic!("{book}: {fault}"));
        let mut hall = Hall {
            table,
            ledger: Ledger::default(),
            now: Time(1_000_000),
            draws: Seed::from_bytes([seed; 32]).draws(),
            seeds: Seed::from_bytes([seed ^ 255; 32]).draws(),
            log: Vec::new(),
            last: 0,
        };
        hall.keep(&told);
        hall
    }

    fn keep(&mut self, told: &[Told]) {
        for one in told {
            self.last += 1;
            assert_eq!(one.number, self.last, "numbers have no gap");
            for transfer in &one.transfers {
                self.ledger.record(transfer).unwrap_or_else(|fault| panic!("{fault} at {:?}", one.event));
            }
        }
        for person in self.table.people() {
            let account = Account::Stack(self.table.id(), person.person);
            assert_eq!(self.ledger.balance(account), person.stack, "the ledger knows every stack");
        }
        assert_eq!(self.ledger.total(), Money::ZERO);
    }

    fn tell(&mut self, by: By, command: Command) -> Result<(), String> {
        let wallet = Money::dollars(1_000_000);
        let seeds = &mut self.seeds;
        let mut seed = || std::array::from_fn(|_| seeds.below(256) as u8);
        let name = match by {
            By::Patron(person) => format!("player {person}"),
            _ => String::new(),
        };
        let mut input = Input { now: self.now, seeds: &mut seed, name: &name, wallet, is_bot: true };
        let number = self.table.number();
        match self.table.command(by, &command, &mut input) {
            Ok(told) => {
                self.keep(&told);
                self.log.push((by, command, self.now));
                Ok(())
            }
            Err(refusal) => {
                assert_eq!(self.table.number(), number, "a refusal changes nothing");
                Err(refusal.what)
            }
        }
    }

    fn fund(&mut self, person: u32) {
        let (from, to) = (Account::Cage, Account::Patron(person));
        self.ledger.record(&Transfer { from, to, amount: STACK }).unwrap();
    }

    fn sit(&mut self, person: u32, seat: u8) {
        self.fund(person);
        self.tell(By::Patron(person), Command::Sit { seat: Seat::new(seat), buy_in: STACK }).unwrap();
    }

    /// Does one thing that the table waits for.
    fn step(&mut self) {
        let people: Vec<(u32, Option<Seat>)> =
            self.table.people().iter().map(|person| (person.person, person.seat)).collect();
        match self.table.phase() {
            Phase::Offering | Phase::Broken => {
                let view = self.table.view(Watcher::Rail);
                let asked =
                    people.iter().find(|(_, seat)| *seat == view.bank_offered).or(people.first()).unwrap();
                let own = self.table.view(Watcher::Person(asked.0));
                let take = own.may.iter().find(|may| may.what == May::TakeBank);
                match take {
                    Some(take) if self.draws.below(4) > 0 => {
                        let stake = self.amount(take.least, take.most);
                        self.tell(By::Patron(asked.0), Command::TakeBank { stake }).unwrap();
                    }
                    _ if view.bank_offered.is_some() => {
                        self.tell(By::Patron(asked.0), Command::PassBank).unwrap();
                    }
                    _ => {
                        let willing = people.iter().find_map(|(person, _)| {
                            let view = self.table.view(Watcher::Person(*person));
                            view.may
                                .into_iter()
                                .find(|may| may.what == May::TakeBank)
                                .map(|may| (*person, may))
                        });
                        let (person, may) = willing.expect("somebody may take a broken bank");
                        let stake = may.most;
                        self.tell(By::Patron(person), Command::TakeBank { stake }).unwrap();
                    }
                }
            }
            Phase::Wagers => {
                for (person, seat) in people {
                    if self.table.phase() != Phase::Wagers {
                        return;
                    }
                    let view = self.table.view(Watcher::Person(person));
                    let Some(put) = view.may.iter().find(|may| may.what == May::PutWager) else { continue };
                    let base = Money::cents((put.least.in_cents() + 99) / 100 * 100);
                    let wager = Wager { base, ..Wager::default() };
                    if put.most >= base && self.draws.below(5) > 0 {
                        let spot = seat.unwrap();
                        self.tell(By::Patron(person), Command::PutWager { spot, wager }).unwrap();
                    }
                    self.tell(By::Patron(person), Command::Ready).unwrap();
                }
            }
            Phase::Playing => {
                let view = self.table.view(Watcher::Rail).round.unwrap();
                let purse = view.awaits[self.draws.below(view.awaits.len() as u32) as usize];
                let person = self.table.view(Watcher::Rail).round_people[usize::from(purse)].person;
                let own = self.table.view(Watcher::Person(person)).round.unwrap();
                assert!(!own.offers.is_empty());
                let offer = own.offers[self.draws.below(own.offers.len() as u32) as usize];
                if matches!(
                    offer.choice,
                    Choice::DoubleHand(
                        games::double_hand::Choice::Change(_) | games::double_hand::Choice::Stake(_)
                    )
                ) {
                    return;
                }
                let choice = self.complete(offer);
                let who = Some(offer.who);
                self.tell(By::Patron(person), Command::Choose { who, choice })
                    .unwrap_or_else(|what| panic!("{offer:?} was offered but refused: {what}"));
            }
            Phase::Idle | Phase::Resting => {
                self.now = self.now.after_ms(10);
                self.tell(By::Clock, Command::Tick).unwrap();
            }
            Phase::Paused | Phase::Closed => panic!("nobody stopped the table"),
        }
    }

    fn amount(&mut self, least: Money, most: Money) -> Money {
        let dollars = (most - least).in_cents() / 100;
        least + Money::dollars(i64::from(self.draws.below(dollars as u32 + 1)))
    }

    fn complete(&mut self, offer: Offer) -> Choice {
        match offer.choice {
            Choice::Poker(Poker::Bet(_)) => Choice::Poker(Poker::Bet(offer.least)),
            Choice::Poker(Poker::Raise(_)) => Choice::Poker(Poker::Raise(offer.least)),
            Choice::Poker(Poker::Discard(_)) => {
                let which = (0..offer.cards.0).fold(Which::NONE, Which::and);
                Choice::Poker(Poker::Discard(which))
            }
            Choice::Poker(Poker::Draw(_)) => {
                let count = self.draws.below(u32::from(offer.cards.1) + 1) as u8;
                Choice::Poker(Poker::Draw((0..count).fold(Which::NONE, Which::and)))
            }
            choice => choice,
        }
    }
}

fn playable(shelf: &Shelf) -> Vec<String> {
    shelf.ids().map(|id| id.to_string()).collect()
}

#[test]
fn rounds_of_every_book_are_played_to_their_end() {
    let shelf = Shelf::filed();
    let books = playable(&shelf);
    assert_eq!(books.len(), 25);
    for book in books {
        let mut hall = Hall::new(&shelf, &book, 7);
        for (person, seat) in [(11, 1), (12, 3), (13, 4), (14, 6)] {
            hall.sit(person, seat);
        }
        for _ in 0..4_000 {
            hall.step();
            if hall.table.rounds() > 60 {
                break;
            }
        }
        assert!(hall.table.rounds() > 20, "{book}: {} rounds", hall.table.rounds());
    }
}

#[test]
fn the_same_commands_and_seeds_give_the_same_table() {
    let shelf = Shelf::filed();
    for book in playable(&shelf) {
        let mut hall = Hall::new(&shelf, &book, 9);
        for (person, seat) in [(11, 1), (12, 2), (13, 5)] {
            hall.sit(person, seat);
        }
        for _ in 0..300 {
            hall.step();
        }
        let log = std::mem::take(&mut hall.log);
        let mut again = Hall::new(&shelf, &book, 9);
        for person in [11, 12, 13] {
            again.fund(person);
        }
        for (by, command, now) in log {
            again.now = now;
            again.tell(by, command).unwrap();
        }
        assert_eq!(again.table.view(Watcher::Rail), hall.table.view(Watcher::Rail), "{book}");
    }
}

#[test]
fn a_clock_alone_brings_every_round_to_its_end() {
    let shelf = Shelf::filed();
    for book in playable(&shelf) {
        let mut hall = Hall::new(&shelf, &book, 3);
        for (person, seat) in [(11, 1), (12, 2), (13, 5)] {
            hall.sit(person, seat);
        }
        for _ in 0..400 {
            for person in hall.table.view(Watcher::Rail).people.into_iter().filter(|person| person.is_out) {
                hall.tell(By::Patron(person.person), Command::SitIn).unwrap();
            }
            match hall.table.phase() {
                Phase::Playing => {
                    hall.now = hall.table.deadline().expect("a round has a clock");
                    hall.tell(By::Clock, Command::Tick).unwrap();
                }
                _ => hall.step(),
            }
        }
        assert!(hall.table.rounds() > 3, "{book}: {} rounds", hall.table.rounds());
    }
}
