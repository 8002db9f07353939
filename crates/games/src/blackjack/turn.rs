//! What a player may do: each rule is asked the same way by the list of choices, by the act and by the refusal.

use books::blackjack::{Added, InsuranceAmount, Pairs, SurrenderWhen, TenSplits};
use books::{Clause, Money, Rule};
use cards::Rank;

use super::event::WagerKind;
use super::hand::points;
use super::state::{Blackjack, End};
use crate::refusal::{Reason, Refusal};
use crate::seat::Party;

/// The smallest and the largest amount of a choice.
pub(super) type Bounds = (Money, Money);

impl Blackjack {
    /// Whether the hand may stand; if it may not, it must hit.
    pub(super) fn may_stand(&self, place: usize) -> Result<(), Refusal> {
        let total = self.hands[place].hand.total();
        let player = &self.rules().player;
        let rule = if total.is_soft { player.must_hit_soft } else { player.must_hit_hard };
        if total.points <= rule.value && !self.takes_no_card(place) {
            return Err(Refusal::new(Reason::MustHit, rule.clause));
        }
        Ok(())
    }

    /// Whether the hand may take a card.
    pub(super) fn may_hit(&self, place: usize) -> Result<(), Refusal> {
        self.may_take_card(place)?;
        self.is_below_must_stand(place)
    }

    /// How much may be added to double the hand.
    pub(super) fn may_double(&self, place: usize) -> Result<Bounds, Refusal> {
        self.may_take_card(place)?;
        let hand = &self.hands[place];
        let rule = &self.rules().double;
        if rule.two_cards_only.value && hand.hand.cards().len() != 2 {
            return Err(Refusal::new(Reason::TwoCardsOnly, rule.two_cards_only.clause));
        }
        if hand.is_split && !rule.after_split.value {
            return Err(Refusal::new(Reason::NotAfterSplit, rule.after_split.clause));
        }
        if !rule.must_stand_totals.value {
            self.is_below_must_stand(place).map_err(|refusal| {
                Refusal::new(refusal.reason, rule.must_stand_totals.clause.or(refusal.clause))
            })?;
        }
        let who = self.player_of(usize::from(hand.spot));
        self.added_bounds(who, self.hand_number(place), rule.amount)
    }

    /// Whether the hand may be split.
    pub(super) fn may_split(&self, place: usize) -> Result<(), Refusal> {
        let hand = &self.hands[place];
        let rules = &self.rules().split;
        let &[one, other] = hand.hand.cards() else {
            return Err(Refusal::new(Reason::TwoCardsOnly, rules.pairs.clause));
        };
        if hand.is_doubled {
            return Err(Refusal::new(Reason::HandFinished, self.rules().double.cards.clause));
        }
        let (Some(rank), Some(other_rank)) = (one.rank(), other.rank()) else {
            return Err(Refusal::new(Reason::JokerStands, self.rules().player.joker_hand_stands.clause));
        };
        let is_pair = match rules.pairs.value {
            Pairs::SameRank => rank == other_rank,
            Pairs::SameValue => points(rank) == points(other_rank),
        };
        if !is_pair {
            return Err(Refusal::new(Reason::NotAPair, rules.pairs.clause));
        }
        let splits = self.spots[usize::from(hand.spot)].splits;
        let limit = if rank == Rank::Ace { rules.aces_times } else { rules.times };
        if !limit.allows_after(splits) || !rules.times.allows_after(splits) {
            return Err(Refusal::new(Reason::NoMoreSplits, limit.clause));
        }
        let needs_suit = rules.tens.value == TenSplits::ThirdSameSuit && one.is_ten_value() && splits >= 2;
        if needs_suit && one.suit() != other.suit() {
            return Err(Refusal::new(Reason::SuitNeeded, rules.tens.clause));
        }
        let who = self.player_of(usize::from(hand.spot));
        self.added_bounds(who, self.hand_number(place), rules.amount).map(|_| ())
    }

    /// Whether a player may give up a hand of theirs.
    pub(super) fn may_surrender(&self, place: usize) -> Result<(), Refusal> {
        let rules = &self.rules().surrender;
        let hand = &self.hands[place];
        let refused = |reason, clause: Clause| Err(Refusal::new(reason, clause.or(rules.when.clause)));
        match rules.when.value {
            SurrenderWhen::Never => return refused(Reason::NotOffered, rules.when.clause),
            SurrenderWhen::FirstDecision => {
                if hand.is_touched || hand.is_split || hand.hand.cards().len() != 2 {
                    return refused(Reason::OpeningOnly, rules.when.clause);
                }
                self.is_open(place)?;
            }
            SurrenderWhen::AnyTime => {
                if let Some(
                    End::Natural
                    | End::Joker
                    | End::Surrendered
                    | End::Voided
                    | End::BankNatural
                    | End::Frozen,
                ) = hand.end
                {
                    self.is_open(place)?;
                }
                let mine = self.order.iter().position(|spot| *spot == hand.spot).unwrap_or(0) as u8;
                if self.last_choice.is_some_and(|last| last > mine) {
                    return refused(Reason::TooLate, rules.when.clause);
                }
                if mine > self.turn {
                    return Err(Refusal::new(Reason::NotYourTurn, self.rules().deal.first.clause));
                }
            }
        }
        if hand.hand.total().points > rules.up_to.value {
            return refused(Reason::TooHighToSurrender, rules.up_to.clause);
        }
        Ok(())
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
        let rules = &self.rules().insurance;
        rules.offered.value
            && rules.even_money.value
            && self.spot_of(who).is_some_and(|spot| self.hands_of(spot)[0].is_natural)
    }

    /// How much a backer may add after the player doubled or split; nothing if none.
    pub(super) fn follow_bounds(&self, who: Party, hand: u8, kind: WagerKind) -> Option<Bounds> {
        let rule =
            if kind == WagerKind::Double { self.rules().double.amount } else { self.rules().split.amount };
        self.added_bounds(who, hand, rule).ok()
    }

    fn added_bounds(&self, who: Party, hand: u8, rule: Rule<Added>) -> Result<Bounds, Refusal> {
        let opening = self.opening_wager(who, hand).ok_or(Refusal::plain(Reason::NotOffered))?;
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
    fn chip(&self) -> Money {
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

    /// Whether a hand is closed to cards: a doubled hand or a split ace that has got its one card.
    fn takes_no_card(&self, place: usize) -> bool {
        self.hands[place].is_doubled || self.is_spent_ace(place)
    }

    fn may_take_card(&self, place: usize) -> Result<(), Refusal> {
        self.is_open(place)?;
        if self.hands[place].is_doubled {
            return Err(Refusal::new(Reason::HandFinished, self.rules().double.cards.clause));
        }
        if self.is_spent_ace(place) {
            return Err(Refusal::new(Reason::SplitAces, self.rules().split.aces_one_card.clause));
        }
        Ok(())
    }

    fn is_below_must_stand(&self, place: usize) -> Result<(), Refusal> {
        let total = self.hands[place].hand.total();
        let player = &self.rules().player;
        let rule = if total.is_soft { player.must_stand_soft } else { player.must_stand_hard };
        if total.points >= rule.value {
            return Err(Refusal::new(Reason::MustStand, rule.clause));
        }
        Ok(())
    }

    /// Whether a hand still takes part in the turns; if not, the refusal says what ended it.
    pub(super) fn is_open(&self, place: usize) -> Result<(), Refusal> {
        let rules = self.rules();
        let (reason, clause) = match self.hands[place].end {
            None => return Ok(()),
            Some(End::Natural) => (Reason::NaturalStands, rules.natural.hand.clause),
            Some(End::Joker) => (Reason::JokerStands, rules.player.joker_hand_stands.clause),
            Some(End::Frozen) => (Reason::Frozen, rules.deal.joker_up_freezes.clause),
            Some(End::BankNatural) => (Reason::BankNatural, rules.deal.check.clause),
            Some(End::Over) => (Reason::HandFinished, rules.values.highest.clause),
            Some(End::SplitAce) => (Reason::SplitAces, rules.split.aces_one_card.clause),
            Some(End::Doubled) => (Reason::HandFinished, rules.double.cards.clause),
            Some(End::Surrendered) => (Reason::HandFinished, rules.surrender.when.clause),
            Some(End::Stood | End::Voided) => (Reason::HandFinished, Clause::NONE),
        };
        Err(Refusal::new(reason, clause))
    }
}
