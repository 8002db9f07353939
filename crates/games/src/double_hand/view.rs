//! Who may see what: the only way a hidden card leaves a round.

use books::Money;
use cards::CardSet;

use super::event::Event;
use super::round::DoubleHand;
use crate::seat::{Party, Seat};

/// Somebody who watches a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// Anybody at the rail, and the house dealer.
    Everybody,
    /// The owner of a bet.
    Bettor(Party),
    /// Whoever reads the log after the round.
    Auditor,
}

impl DoubleHand {
    /// The cards of a seat's hand, if a viewer may see them and nobody has to enter them yet.
    #[must_use]
    pub fn hand_seen_by(&self, viewer: Viewer, seat: Seat) -> Option<CardSet> {
        self.may_see(viewer, seat).then(|| self.hand_of(seat)).flatten()
    }

    fn may_see(&self, viewer: Viewer, seat: Seat) -> bool {
        if viewer == Viewer::Auditor {
            return true;
        }
        if seat == self.setup.bank {
            return self.deal.is_bank_open;
        }
        let Some(spot) = self.spot(seat) else { return false };
        if spot.is_opened {
            return true;
        }
        let Viewer::Bettor(who) = viewer else { return false };
        let Some(bet) = self.setup.bets.get(who.index()) else { return false };
        let sees_all = usize::from(self.rules().table.hands_seen.value) >= self.spots.len();
        bet.spot == seat && (sees_all || self.looks[usize::from(bet.purse)] == Some(seat))
    }

    /// Whether an event shows a viewer something that this viewer may not see at this moment.
    #[must_use]
    pub fn is_hidden_from(&self, viewer: Viewer, event: &Event) -> bool {
        match *event {
            Event::Dealt { card: Some(_), .. } => viewer != Viewer::Auditor,
            Event::Set { seat, .. } | Event::Turned { seat, .. } => !self.may_see(viewer, seat),
            Event::Dealt { card: None, .. }
            | Event::Staked { .. }
            | Event::Wagered { .. }
            | Event::Collected { .. }
            | Event::FeeReturned { .. }
            | Event::Spoiled { .. }
            | Event::Misdealt { .. }
            | Event::PileChosen { .. }
            | Event::BettingClosed
            | Event::Rolled { .. }
            | Event::Looked { .. }
            | Event::SetUnseen { .. }
            | Event::BankOpened
            | Event::Confirmed
            | Event::Opened { .. }
            | Event::Settled { .. }
            | Event::Fouled { .. }
            | Event::Undone { .. }
            | Event::Ruled { .. }
            | Event::Closed { .. } => false,
        }
    }

    /// The bank's whole stake, and the part of it that the wagers settled before a spot cannot use up.
    #[must_use]
    pub fn stake_reaching(&self, spot: Seat) -> (Money, Money) {
        let ahead = self.settling_order().take_while(|seat| *seat != spot);
        let wagers = |seat: Seat| {
            let places = (0..self.bets.len()).filter(move |place| self.setup.bets[*place].spot == seat);
            places.map(|place| self.bets[place]).sum::<Money>()
        };
        let used: Money = ahead.map(wagers).sum();
        let stake = self.account.stake().posted();
        (stake, (stake - used).max(Money::ZERO))
    }
}
