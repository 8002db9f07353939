//! A book ready to be played, and what stands on its table before a round.

use std::fmt;
use std::sync::Arc;

use books::Clause;
use books::Family;

use crate::{bank, blackjack, double_hand, poker, three_card};

/// A book ready to be played under one schedule.
#[derive(Clone, Debug)]
pub enum Game {
    /// Blackjack.
    Blackjack(Arc<blackjack::Game>),
    /// Double-hand poker.
    DoubleHand(Arc<double_hand::Game>),
    /// Three Card Poker.
    ThreeCard(Arc<three_card::Game>),
    /// Poker at its stakes.
    Poker(Arc<poker::Table>),
}

impl Game {
    /// The family it belongs to.
    #[must_use]
    pub fn family(&self) -> Family {
        match self {
            Game::Blackjack(game) => game.rules.book.family,
            Game::DoubleHand(game) => game.rules.book.family,
            Game::ThreeCard(game) => game.rules.book.family,
            Game::Poker(table) => table.rules().book.family,
        }
    }

    /// Whether a player holds the bank; in poker nobody does.
    #[must_use]
    pub fn has_bank(&self) -> bool {
        !matches!(self, Game::Poker(_))
    }
}

/// What stands on the table when a round begins.
#[derive(Clone, Debug)]
pub enum Setup {
    /// For blackjack.
    Blackjack(Arc<blackjack::Setup>),
    /// For double-hand poker.
    DoubleHand(Arc<double_hand::Setup>),
    /// For Three Card Poker.
    ThreeCard(Arc<three_card::Setup>),
    /// For poker.
    Poker(poker::Setup),
}

/// Something on the table that the book does not allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong, as a sentence without a full stop.
    pub what: String,
    /// The clause that forbids it.
    pub clause: Clause,
}

impl Fault {
    pub(super) fn of_bank(faults: Vec<bank::SetupFault>) -> Vec<Fault> {
        faults.into_iter().map(|fault| Fault { what: fault.to_string(), clause: fault.clause }).collect()
    }

    pub(super) fn of_poker(faults: Vec<poker::SetupFault>) -> Vec<Fault> {
        faults.into_iter().map(|fault| Fault { what: fault.to_string(), clause: fault.clause() }).collect()
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}
