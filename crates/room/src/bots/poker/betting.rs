//! Whether a hand checks, bets, calls, raises or folds, and for how much.

use books::Money;
use cards::Draws;
use games::poker::Choice;
use games::round::{Choice as Any, Offer, View};

use super::equity::RIVALS_MAX;
use crate::bots::between::whole;
use crate::bots::style::Style;
use crate::view::SeatInfo;

/// A bold bot bluffs one time in so many where it would check, and a mild one.
const BLUFFS_ONE_IN: [u32; 2] = [9, 24];
/// Of six hands to raise with, a bold bot raises so many while few bets are in, and so many later; and a mild one.
const RAISES_OF_SIX: [[u32; 2]; 2] = [[5, 3], [3, 1]];
/// So many bets make it cautious, and beyond so many it only calls: two good hands must not raise for ever.
const CAUTIOUS_FROM: f64 = 2.5;
const BETS_MOST: f64 = 4.5;

/// How good a hand is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Strength {
    /// Better than this part of all hands, with most of its cards to come.
    Start(f64),
    /// Worth this part of the pot against the hands still in.
    Share(f64),
}

/// What a bot sees when it is its turn to bet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    may_check: bool,
    may_fold: bool,
    /// What a call adds.
    call: Option<Money>,
    /// The bounds of a bet, or of a raise.
    bet: Option<(Money, Money)>,
    raise: Option<(Money, Money)>,
    /// Everything in the middle.
    pot: Money,
    stack: Money,
    own_bet: Money,
    highest_bet: Money,
    /// How many other hands are in.
    pub(super) rivals: usize,
    style: Style,
}

impl Spot {
    pub(super) fn of(me: &SeatInfo, round: &View, own_bet: Money, style: Style, offers: &[Offer]) -> Spot {
        let mut spot = Spot {
            may_check: false,
            may_fold: false,
            call: None,
            bet: None,
            raise: None,
            pot: round.pots.iter().copied().sum(),
            stack: me.stack,
            own_bet,
            highest_bet: round.seats.iter().map(|seat| seat.bet).max().unwrap_or_default(),
            rivals: round.seats.iter().filter(|seat| seat.is_live).count().saturating_sub(1).max(1),
            style,
        };
        for offer in offers {
            match offer.choice {
                Any::Poker(Choice::Check) => spot.may_check = true,
                Any::Poker(Choice::Fold) => spot.may_fold = true,
                Any::Poker(Choice::Call) => spot.call = Some(offer.least),
                Any::Poker(Choice::Bet(_)) => spot.bet = Some((offer.least, offer.most)),
                Any::Poker(Choice::Raise(_)) => spot.raise = Some((offer.least, offer.most)),
                _ => {}
            }
        }
        spot
    }

    pub(super) fn act(&self, hand: Strength, chip: Money, draws: &mut Draws) -> Option<Choice> {
        let (stays, raises) = match hand {
            Strength::Start(better_than) => self.judge_start(better_than),
            Strength::Share(share) => self.judge_share(share),
        };
        let is_bluff = self.may_check && self.rivals <= 2 && draws.below(BLUFFS_ONE_IN[self.mildness()]) == 0;
        let goes_on = raises && self.is_bold(draws);
        if goes_on || is_bluff {
            let choice = self.bet_or_raise(!goes_on, chip, draws);
            if choice.is_some() {
                return choice;
            }
        }
        if self.may_check {
            return Some(Choice::Check);
        }
        match (stays, self.call) {
            (true, Some(_)) => Some(Choice::Call),
            // Where blinds are part of the bet there may be nothing to call yet: the full bet opens.
            (true, None) => self.bet.map(|(least, _)| Choice::Bet(least)),
            (false, _) if self.may_fold => Some(Choice::Fold),
            (false, Some(_)) => Some(Choice::Call),
            (false, None) => self.bet.map(|(least, _)| Choice::Bet(least)),
        }
    }

    /// The place of the style in what differs for bold and mild bots.
    fn mildness(&self) -> usize {
        usize::from(!self.style.is_bold)
    }

    /// The bet measured in raises: 1 is the blind or the first bet alone. Where a bet may be made nobody has bet yet,
    /// also where blinds lie there that count toward it; where nothing more may be raised, many have.
    fn bets(&self) -> f64 {
        if self.bet.is_some() {
            return 1.0;
        }
        self.raise.map_or(3.0, |(least, _)| {
            let step = (least - self.highest_bet).in_cents().max(1);
            self.highest_bet.in_cents() as f64 / step as f64
        })
    }

    /// Whether a hand to raise with raises this time. Where it could check it always bets: some lowball books let
    /// a good hand that checked win no bet made after it.
    fn is_bold(&self, draws: &mut Draws) -> bool {
        let bets = self.bets();
        if self.call.is_none() {
            return true;
        }
        let of_six = RAISES_OF_SIX[self.mildness()][usize::from(bets > CAUTIOUS_FROM)];
        bets < BETS_MOST && draws.below(6) < of_six
    }

    /// Whether a starting hand stays in, and whether it raises.
    fn judge_start(&self, better_than: f64) -> (bool, bool) {
        let raised = self.bets();
        let call = self.call.unwrap_or_default();
        let is_costly = call > Money::cents(self.stack.in_cents() / 4);
        let mut needed = match raised {
            _ if is_costly => 0.92,
            raised if raised > 2.5 => 0.88,
            raised if raised > 1.2 => 0.74,
            _ => 0.55,
        };
        // With many hands in, a good one is more often up against a better one.
        needed += (self.rivals as f64 - 4.0).clamp(-3.0, 4.0) * 0.02;
        needed += if self.style.is_loose { -0.04 } else { 0.09 };
        // Part of the bet is paid already, or many have called: the price is better.
        needed -= (0.33 - self.price()).clamp(0.0, 0.33) * 0.8;
        let to_raise = if raised > 2.5 || is_costly { 0.97 } else { 0.86 + 0.08 * (raised - 1.0).min(1.0) };
        let to_raise = to_raise + if self.style.is_bold { -0.04 } else { 0.02 };
        (better_than >= needed, better_than >= to_raise)
    }

    /// Whether a hand with a known share of the pot stays in, and whether it bets or raises.
    fn judge_share(&self, share: f64) -> (bool, bool) {
        let fair = 1.0 / (self.rivals.min(RIVALS_MAX) as f64 + 1.0);
        let bold = if self.style.is_bold { -0.03 } else { 0.04 };
        let loose = if self.style.is_loose { -0.03 } else { 0.01 };
        let Some(call) = self.call else { return (true, share > fair + 0.13 + bold) };
        // Who bets has more than any two cards; the simulation does not know that.
        let is_big = call > Money::cents(self.pot.in_cents() / 3);
        let is_costly = call > self.stack.half();
        let doubt = 0.06 + if is_big { 0.06 } else { 0.0 } + if is_costly { 0.08 } else { 0.0 };
        let again = if self.own_bet.is_positive() { 0.08 } else { 0.0 };
        (share > self.price() + doubt + loose, share > fair + 0.25 + again + doubt / 2.0 + bold)
    }

    /// The part of the pot that a call would have paid for.
    fn price(&self) -> f64 {
        let call = self.call.unwrap_or_default().in_cents() as f64;
        let pot = self.pot.in_cents() as f64;
        if call > 0.0 { call / (pot + call) } else { 0.33 }
    }

    /// A bet or a raise of a sensible size: from half of the pot to all of it, and all in when that is most of it.
    fn bet_or_raise(&self, is_bluff: bool, chip: Money, draws: &mut Draws) -> Option<Choice> {
        let (least, most) = self.bet.or(self.raise)?;
        let quarters = if is_bluff { 2 } else { 2 + i64::from(draws.below(3)) };
        let pot = self.pot + self.call.unwrap_or_default();
        let wanted = self.highest_bet + Money::cents(pot.in_cents() * quarters / 4);
        let all_in = self.own_bet + self.stack;
        let rounded = whole(wanted, chip);
        let to = match rounded {
            rounded if rounded <= least => least,
            rounded if rounded.times(3) >= all_in.times(2) && most == all_in => most,
            rounded if rounded >= most => self.largest(least, most, all_in, chip),
            rounded => rounded,
        };
        Some(if self.bet.is_some() { Choice::Bet(to) } else { Choice::Raise(to) })
    }

    /// The largest amount in whole chips.
    fn largest(&self, least: Money, most: Money, all_in: Money, chip: Money) -> Money {
        let rounded = whole(most, chip);
        if most == all_in { most } else { rounded.max(least) }
    }
}
