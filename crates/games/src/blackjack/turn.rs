//! What a player may do: the rules of play are asked the same way by the list of choices, by the act and by the
//! refusal, and the money is added here.

use books::blackjack::{Added, InsuranceAmount, SurrenderWhen};
use books::{Clause, Money, Rule};

use super::event::WagerKind;
use super::play::{self, Situation};
use super::state::Blackjack;
use crate::refusal::{Reason, Refusal};
use crate::seat::Party;

/// The smallest and the largest amount of a choice.
pub(super) type Bounds = (Money, Money);

impl Blackjack {
    /// A hand as the rules of play see it.
    #[inline]
    pub(super) fn situation(&self, place: usize) -> Situation {
        let player = &self.hands[place];
        Situation {
            is_split: player.is_split,
            is_doubled: player.is_doubled,
            is_touched: player.is_touched,
            splits: self.spots[usize::from(player.spot)].splits,
            end: player.end,
            ..Situation::opening(&player.hand)
        }
    }

    /// Whether the hand may stand; if it may not, it must hit.
    #[inline]
    pub(super) fn may_stand(&self, place: usize) -> Result<(), Refusal> {
        play::may_stand(&self.terms, &self.situation(place))
    }

    /// Whether the hand may take a card.
    #[inline]
    pub(super) fn may_hit(&self, place: usize) -> Result<(), Refusal> {
        play::may_hit(&self.terms, &self.situation(place))
    }

    /// Whether the bank's up card leaves doubling, splitting and giving up open.
    fn are_options_open(&self) -> Result<(), Refusal> {
        play::are_options_open(&self.terms, self.bank.cards().first().copied())
    }

    /// How much may be added to double the hand.
    pub(super) fn may_double(&self, place: usize) -> Result<Bounds, Refusal> {
        self.are_options_open()?;
        play::may_double(&self.terms, &self.situation(place))?;
        let who = self.player_of(usize::from(self.hands[place].spot));
        self.added_bounds(who, self.hand_number(place), self.rules().double.amount)
    }

    /// Whether the hand may be split.
    pub(super) fn may_split(&self, place: usize) -> Result<(), Refusal> {
        self.are_options_open()?;
        play::may_split(&self.terms, &self.situation(place))?;
        self.can_pay_split(place)
    }

    /// Whether the player has the money to split the hand.
    pub(super) fn can_pay_split(&self, place: usize) -> Result<(), Refusal> {
        let who = self.player_of(usize::from(self.hands[place].spot));
        self.added_bounds(who, self.hand_number(place), self.rules().split.amount).map(|_| ())
    }

    /// Whether a player may give up a hand of theirs.
    pub(super) fn may_surrender(&self, place: usize) -> Result<(), Refusal> {
        self.are_options_open()?;
        play::may_surrender(&self.terms, &self.situation(place), || {
            let spot = self.hands[place].spot;
            let mine = self.order.iter().position(|other| *other == spot).unwrap_or(0) as u8;
            if self.last_choice.is_some_and(|last| last > mine) {
                return Err(Refusal::new(Reason::TooLate, self.terms.surrender.clause));
            }
            if mine > self.turn {
                return Err(Refusal::new(Reason::NotYourTurn, self.rules().deal.first.clause));
            }
            Ok(())
        })
    }

    /// Whether any hand may be given up though all turns are over.
    pub(super) fn may_give_up_any(&self) -> bool {
        self.rules().surrender.when.value == SurrenderWhen::AnyTime
            && (0..self.hands.len()).any(|place| self.may_surrender(place).is_ok())
    }

    /// How much insurance somebody may take; nothing if none.
    pub(super) fn insurance_bounds(&self, who: Party) -> Option<Bounds> {
        let half = self.setup.bets[who.index()].base.half();
        let behind = self.behind(who);
        match self.rules().insurance.amount.value {
            InsuranceAmount::ExactlyHalf => (half.is_positive() && behind >= half).then_some((half, half)),
            InsuranceAmount::UpToHalf => {
                let (chip, most) = (self.chip(), self.in_chips(half.min(behind)));
                (most >= chip).then_some((chip, most))
            }
        }
    }

    /// Whether somebody holds a Natural for which even money is offered.
    pub(super) fn may_take_even_money(&self, who: Party) -> bool {
        let is_natural = self.spot_of(who).is_some_and(|spot| self.hands_of(spot)[0].is_natural);
        play::may_take_even_money(&self.terms, is_natural)
    }

    /// How much a backer may add after the player doubled or split; nothing if none.
    pub(super) fn follow_bounds(&self, who: Party, hand: u8, kind: WagerKind) -> Option<Bounds> {
        let rule =
            if kind == WagerKind::Double { self.rules().double.amount } else { self.rules().split.amount };
        self.added_bounds(who, hand, rule).ok()
    }

    fn added_bounds(&self, who: Party, hand: u8, rule: Rule<Added>) -> Result<Bounds, Refusal> {
        let opening = self.opening_wager(who, hand).ok_or(Refusal::new(Reason::NotOffered, rule.clause))?;
        let behind = self.behind(who);
        let bounds = match rule.value {
            Added::Equal => (opening, opening),
            Added::UpToEqual => (self.chip(), self.in_chips(opening.min(behind))),
        };
        if bounds.0 > behind || bounds.1 < bounds.0 {
            return Err(Refusal::new(Reason::NotEnoughMoney, rule.clause));
        }
        Ok(bounds)
    }

    /// The smallest chip of the table.
    pub(super) fn chip(&self) -> Money {
        self.rules().table.smallest_chip.map_or(Money::cents(1), |chip| chip.value)
    }

    /// As much of an amount as whole chips make.
    fn in_chips(&self, amount: Money) -> Money {
        Money::cents(amount.in_cents() - amount.in_cents() % self.chip().in_cents())
    }

    /// Refuses an amount outside of its bounds, or one between them that whole chips do not make.
    pub(super) fn check_amount(
        &self,
        amount: Money,
        (least, most): Bounds,
        clause: Clause,
    ) -> Result<(), Refusal> {
        if amount < least || amount > most {
            return Err(Refusal::new(Reason::Amount { least, most }, clause));
        }
        match self.rules().table.smallest_chip {
            Some(chip) if least < most && self.in_chips(amount) != amount => {
                Err(Refusal::new(Reason::WholeChips(chip.value), chip.clause))
            }
            _ => Ok(()),
        }
    }

    /// Whether a hand still takes part in the turns; if not, the refusal says what ended it.
    pub(super) fn is_open(&self, place: usize) -> Result<(), Refusal> {
        play::is_open(&self.terms, self.hands[place].end)
    }
}
