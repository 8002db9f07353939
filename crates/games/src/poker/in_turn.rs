//! The player whose turn it is to bet, and the answers to what somebody asks about it.

use books::Money;

use super::betting::{Betting, Means, Turn};
use super::hand::{Hand, Phase};
use super::refusal::Refusal;
use super::table::Terms;
use crate::seat::Seat;

/// The player whose turn it is to bet. Each question is answered when it is asked, so that who wants to know one
/// thing does not wait for the rest; [`InTurn::all`] answers all of them.
#[derive(Clone, Copy, Debug)]
pub struct InTurn<'a> {
    betting: &'a Betting,
    terms: &'a Terms,
    means: Means<'a>,
    seat: Seat,
}

impl InTurn<'_> {
    /// Where the player sits.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The player's place.
    #[must_use]
    pub fn place(&self) -> usize {
        self.betting.turn()
    }

    /// Whether checking is free and allowed.
    #[must_use]
    pub fn may_check(&self) -> bool {
        self.betting.may_check(self.terms)
    }

    /// Whether folding is allowed.
    #[must_use]
    pub fn may_fold(&self) -> bool {
        self.betting.may_fold(self.terms)
    }

    /// What a call adds, if there is something to call; all the player has if that is less.
    #[must_use]
    #[inline]
    pub fn call(&self) -> Option<Money> {
        self.betting.call_of(self.terms, &self.means)
    }

    /// Whether a bet opens the round; otherwise it is a raise.
    #[must_use]
    #[inline]
    pub fn opens(&self) -> bool {
        !self.betting.is_opened
    }

    /// The smallest and largest whole bet of a bet or raise; a single amount where nothing is left to decide.
    ///
    /// # Errors
    /// Why there is none.
    pub fn raise(&self) -> Result<(Money, Money), Refusal> {
        self.betting.bounds(self.terms, &self.means)
    }

    /// Everything the player may do.
    #[must_use]
    pub fn all(&self) -> Turn {
        self.betting.options(self.terms, &self.means)
    }
}

impl Hand {
    /// Whose turn it is to bet, if the hand waits for that.
    #[must_use]
    #[inline]
    pub fn in_turn(&self) -> Option<InTurn<'_>> {
        if self.phase != Phase::Betting || !self.owed.is_empty() {
            return None;
        }
        let seat = self.seats[self.betting.turn()];
        Some(InTurn { betting: &self.betting, terms: self.table.terms(), means: self.means(), seat })
    }

    /// Whose turn it is to bet and everything that may be done, if the hand waits for that.
    #[must_use]
    pub fn turn(&self) -> Option<Turn> {
        self.in_turn().map(|player| player.all())
    }
}
