//! Tables of both houses, and what stands on them.

use std::sync::Arc;

use books::{Book, Money};
use games::double_hand::{Bet, Choice, DoubleHand, Event, Game, Report, Setup};
use games::{Party, Purse, Seat};

use crate::clause_of;
use crate::double_hand::{book, game};

pub(crate) struct Table {
    pub(crate) book: Book,
    pub(crate) game: Arc<Game>,
}

pub(crate) fn table(house: &str, schedule: &str) -> Table {
    Table { book: book(house), game: game(house, schedule) }
}

pub(crate) fn purse(name: &str, dollars: i64) -> Purse {
    Purse { name: name.into(), stack: Money::dollars(dollars), streak: 0 }
}

pub(crate) fn bet(spot: u8, purse: u8, dollars: i64) -> Bet {
    Bet { spot: Seat::new(spot), purse, amount: Money::dollars(dollars), joint: None }
}

/// Bank at seat 4; purse 0 banks.
pub(crate) fn setup(stake: i64, purses: Vec<Purse>, bets: Vec<Bet>) -> Arc<Setup> {
    let mut all = vec![purse("4", 100_000)];
    all.extend(purses);
    Arc::new(Setup {
        purses: all,
        bank: Seat::new(4),
        banker: 0,
        stake: Money::dollars(stake),
        partners: Vec::new(),
        bets,
    })
}

pub(crate) fn three_players() -> Arc<Setup> {
    let purses = vec![purse("1", 500), purse("2", 500), purse("6", 500)];
    setup(1_000, purses, vec![bet(1, 1, 20), bet(2, 2, 30), bet(6, 3, 50)])
}

impl Table {
    pub(crate) fn open(&self, setup: &Arc<Setup>) -> DoubleHand {
        DoubleHand::open(Arc::clone(&self.game), setup, &mut ()).unwrap()
    }

    pub(crate) fn faults(&self, setup: &Arc<Setup>) -> Vec<(String, &str)> {
        let faults = DoubleHand::open(Arc::clone(&self.game), setup, &mut ()).unwrap_err();
        faults.into_iter().map(|fault| (fault.to_string(), self.book.clause_name(fault.clause))).collect()
    }

    pub(crate) fn refused(&self, round: &DoubleHand, who: Party, choice: Choice) -> &str {
        let mut copy = round.clone();
        let refusal = copy.choose(who, choice, &mut ()).unwrap_err();
        assert!(copy == *round);
        self.book.clause_name(refusal.clause)
    }

    pub(crate) fn report(&self, round: &mut DoubleHand, report: Report) -> Vec<(Event, String)> {
        let mut log = Vec::new();
        round.report(report, &mut log).unwrap_or_else(|refusal| panic!("{report:?}: {refusal}"));
        log.into_iter().map(|event| (event, self.book.clause_name(clause_of(&event)).to_owned())).collect()
    }
}
