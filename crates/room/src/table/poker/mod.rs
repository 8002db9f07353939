//! What a table knows of poker: its rules, the hand that is on, and a hand to be played again.

mod asked_to_see;
mod blinds;
mod discards;

use std::sync::Arc;

use books::Clause;
use books::poker::PokerRules;
use games::Seat;
use games::poker::{self, Hand, Irregularity};
use games::round::{Game, Report, Round, Setup};

use super::Table;
use crate::PersonId;

pub(crate) use discards::Discards;

impl Table {
    /// The table with its stakes; nothing in other games.
    fn poker_table(&self) -> Option<&Arc<poker::Table>> {
        if let Game::Poker(table) = &self.game { Some(table) } else { None }
    }

    /// The hand that is on or was last, and where somebody was dealt in to it.
    fn dealt_in(&self, person: PersonId) -> Option<(&Hand, Seat)> {
        let live = self.live.as_ref().or(self.shown.as_ref())?;
        let Setup::Poker(setup) = &live.setup else { return None };
        let player = setup.players.get(usize::from(live.purse_of(person)?))?;
        Some((hand_of(&live.round)?, player.seat))
    }

    fn poker_rules(&self) -> Option<&PokerRules> {
        self.poker_table().map(|table| table.rules())
    }

    /// The clause by which nobody rules on a pot once it is out of play, where the book has one.
    pub(super) fn ruled_no_later(&self) -> Option<Clause> {
        let rule = self.poker_rules()?.acting.ruled_after_next_deal.as_ref()?;
        (!rule.value).then_some(rule.clause)
    }

    /// The poker hand that is on or was last, as it stood before its first event, with what stood on the table.
    #[must_use]
    pub fn poker_hand_before(&self) -> Option<(Hand, poker::Setup)> {
        let Setup::Poker(setup) = &self.live.as_ref().or(self.shown.as_ref())?.setup else { return None };
        Some((Hand::before(self.poker_table()?, setup).ok()?, (**setup).clone()))
    }
}

/// The hand of poker that a round is.
fn hand_of(round: &Round) -> Option<&Hand> {
    if let Round::Poker(hand) = round { Some(hand) } else { None }
}

/// What stands on the table before a hand.
fn setup_of(setup: poker::Setup) -> Setup {
    Setup::Poker(Arc::new(setup))
}

/// Something irregular in a hand.
fn report_of(what: Irregularity) -> Report {
    Report::Poker(what)
}
