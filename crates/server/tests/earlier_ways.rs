//! A log in which a table was played as earlier programs played it plays again: they let wagers go back without a word,
//! let a stopped table go on when its banker left, and let the house act and report where the shuffler deals.

use std::sync::Arc;

use books::{Money, Shelf};
use games::round::Report;
use games::{Seat, double_hand, three_card};
use room::{By, Command, Event, Input, Phase, Spec, Table, Time, Told, Wager};
use server::journal::{Books, Replay, ReplayFault, TableEntry, entry, fingerprint};
use server::library::{Files, Library};
use store::Entry;

const FLOOR: By = By::Floor(90);
const DEALER: By = By::Dealer(91);

/// A table that is played as earlier programs did, and its log.
struct Earlier {
    shelf: Arc<Shelf>,
    table: Table,
    log: Vec<Entry>,
    told: Vec<Event>,
}

impl Earlier {
    fn new(book: &str) -> Earlier {
        let shelf = Arc::new(Shelf::filed());
        let spec = Spec::practice(&shelf, book).unwrap();
        let (mut table, told) = Table::open(&shelf, 1, spec.clone()).unwrap();
        table.shuffles_as_before();
        let body = TableEntry::Open {
            spec: Box::new(spec),
            rules: fingerprint(&shelf, book),
            files: Files::default(),
            version: "0.1.0".to_owned(),
            shuffle: None,
            events: told.iter().map(|one| one.event.clone()).collect(),
        };
        let log = vec![entry(1, Time(0), "house", None, &body, &told)];
        Earlier { shelf, table, log, told: Vec::new() }
    }

    fn give(&mut self, by: By, command: Command) {
        let wallet = Money::dollars(5_000);
        let mut seeds = || [3; 32];
        let mut input = Input { now: Time(1), seeds: &mut seeds, name: "Ann", wallet, is_bot: false };
        let after = self.table.after_as_before(by, &command, &mut input);
        let (after, told) = after.unwrap_or_else(|refusal| panic!("{command:?}: {refusal}"));
        self.table = after;
        let events: Vec<Event> = told.iter().map(|one: &Told| one.event.clone()).collect();
        self.told.extend(events.clone());
        let name = "Ann".to_owned();
        let body = TableEntry::Command { by, command, name, wallet, is_bot: false, events };
        self.log.push(entry(1, Time(1), "somebody", None, &body, &told));
    }

    fn seat(&mut self, people: u32) {
        for person in 1..=people {
            let seat = Seat::new(person as u8);
            self.give(By::Patron(person), Command::Sit { seat, buy_in: Money::dollars(1_000) });
        }
    }

    fn bank_and_wager(&mut self) {
        self.give(By::Patron(1), Command::TakeBank { stake: Money::dollars(500) });
        let wager = Wager { base: Money::dollars(20), ..Wager::default() };
        self.give(By::Patron(2), Command::PutWager { spot: Seat::new(2), wager });
    }

    /// Plays the log again, by the ways of today and of then.
    fn again(&self) -> Result<Table, ReplayFault> {
        let library = Library::default();
        let mut replay = Replay::new(Books { at_hand: &self.shelf, library: &library }, 1);
        for entry in &self.log {
            replay.play(entry)?;
        }
        Ok(replay.table.expect("a table was opened"))
    }

    fn has_returned(&self) -> bool {
        self.told.iter().any(|event| matches!(event, Event::WagerReturned { .. }))
    }
}

#[test]
fn wagers_that_went_back_without_a_word_still_do_in_that_log() {
    let mut earlier = Earlier::new("mortimers/no-bust-6");
    earlier.seat(3);
    earlier.bank_and_wager();
    earlier.give(FLOOR, Command::Pause);
    // The banker's leaving set the table going again.
    earlier.give(By::Patron(1), Command::Leave);
    assert_ne!(earlier.table.phase(), Phase::Paused);
    earlier.give(By::Patron(2), Command::TakeBank { stake: Money::dollars(500) });
    assert!(!earlier.has_returned());
    let again = earlier.again().unwrap_or_else(|fault| panic!("{fault}"));
    assert!(again.is_like(&earlier.table));
}

#[test]
fn what_the_house_did_where_the_shuffler_deals_plays_again() {
    let mut earlier = Earlier::new("mortimers/double-hand");
    earlier.seat(3);
    earlier.bank_and_wager();
    earlier.give(FLOOR, Command::For { person: 2, command: Box::new(Command::Ready) });
    earlier.give(DEALER, Command::For { person: 3, command: Box::new(Command::Ready) });
    earlier.give(DEALER, Command::Report { report: Report::DoubleHand(double_hand::Report::Left(3)) });
    let again = earlier.again().unwrap_or_else(|fault| panic!("{fault}"));
    assert!(again.is_like(&earlier.table));
    let mut three = Earlier::new("pinnacle/three-card-6-card-bonus");
    three.seat(2);
    three.bank_and_wager();
    three.give(By::Patron(2), Command::Ready);
    three.give(FLOOR, Command::Report { report: Report::ThreeCard(three_card::Report::WrongBankStack) });
    assert!(three.again().is_ok());
}

#[test]
fn what_no_program_ever_did_is_still_found() {
    let mut earlier = Earlier::new("mortimers/no-bust-6");
    earlier.seat(3);
    earlier.bank_and_wager();
    earlier.give(By::Patron(1), Command::Leave);
    let last = earlier.log.last_mut().unwrap();
    last.body = last.body.replace("bank-offered\",\"seat\":2", "bank-offered\",\"seat\":3");
    assert!(matches!(earlier.again(), Err(ReplayFault::Differs { .. })));
}
