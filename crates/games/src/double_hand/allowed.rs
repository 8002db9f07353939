//! Everything that is allowed at a moment, with bounds.

use books::double_hand::{AboveMost, ChangesUntil};
use books::{Clause, Money};
use cards::{Card, CardSet};

use super::event::{Allowed, Choice, DEALER};
use super::flow::Phase;
use super::looks::Setter;
use super::round::DoubleHand;
use super::set::Setting;
use crate::refusal::{Reason, Refusal};
use crate::seat::{Party, Seat};

/// The smallest and the largest amount of a choice, and the clause that binds it.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub(super) least: Money,
    pub(super) most: Money,
    pub(super) clause: Clause,
}

impl DoubleHand {
    /// Adds everything that is allowed now to a list.
    pub fn allowed(&self, list: &mut Vec<Allowed>) {
        let mut push = |who: Party, choice: Choice, most: Money| list.push(Allowed { who, choice, most });
        match self.phase() {
            Phase::Betting => {
                if self.deal.pile.is_none() {
                    for pile in 1..=self.rules().deal.piles.value {
                        push(Party::BANK, Choice::Pile(pile), Money::ZERO);
                    }
                }
                for place in 0..self.bets.len() {
                    let who = Party(place as u8);
                    if let Ok(Bounds { least, most, .. }) = self.change_bounds(who) {
                        push(who, Choice::Change(least), most);
                    }
                }
                if let Ok(Bounds { least, most, .. }) = self.stake_bounds() {
                    push(Party::BANK, Choice::Stake(least), most);
                }
                if !self.deal.is_betting_closed {
                    push(DEALER, Choice::NoMoreBets, Money::ZERO);
                } else if self.deal.pile.is_some() {
                    let dice = self.rules().deal.dice.value;
                    for sum in dice..=dice * 6 {
                        push(Party::BANK, Choice::Dice(sum), Money::ZERO);
                    }
                }
            }
            Phase::Setting => {
                for spot in self.spots.iter().filter(|spot| !spot.is_set()) {
                    match self.setter(spot.seat) {
                        Setter::Bet(who) => {
                            if self.is_unseen(spot.seat) {
                                push(who, Choice::SetUnseen, Money::ZERO);
                            }
                            for front in self.fronts_of(spot.seat) {
                                push(who, Choice::Set(front), Money::ZERO);
                            }
                            push(who, Choice::HouseWay, Money::ZERO);
                        }
                        Setter::Undecided(who) => {
                            push(who, Choice::Look, Money::ZERO);
                            push(who, Choice::HouseWay, Money::ZERO);
                        }
                        Setter::Nobody => {}
                    }
                }
            }
            Phase::BankSets => {
                let voice = self.bank_voice();
                let cards = self.hand_of(self.setup.bank).unwrap_or_default();
                for front in self.fronts_of(self.setup.bank) {
                    if Setting::of(cards, front).is_some_and(|setting| !self.is_foul(setting)) {
                        push(voice, Choice::Set(front), Money::ZERO);
                    }
                }
                push(voice, Choice::HouseWay, Money::ZERO);
                if self.deal.bank.is_some() {
                    push(voice, Choice::Confirm, Money::ZERO);
                }
            }
            Phase::TurnBank => push(DEALER, Choice::Turn(CardSet::EMPTY), Money::ZERO),
            Phase::Opening => {
                let choice = match self.hand_to_enter() {
                    Some(seat) if self.is_set_house_way(seat) => Choice::Turn(CardSet::EMPTY),
                    Some(_) => Choice::Show { front: CardSet::EMPTY, back: CardSet::EMPTY },
                    None => Choice::Open,
                };
                push(DEALER, choice, Money::ZERO);
            }
            Phase::Deal(_) | Phase::OpenBank | Phase::Close | Phase::Over => {}
        }
    }

    /// Every two cards of a seat's hand.
    fn fronts_of(&self, seat: Seat) -> Vec<CardSet> {
        let cards: Vec<Card> = self.hand_of(seat).unwrap_or_default().iter().collect();
        let mut fronts = Vec::with_capacity(21);
        for (place, one) in cards.iter().enumerate() {
            for other in &cards[..place] {
                fronts.push(CardSet::EMPTY.with(*one).with(*other));
            }
        }
        fronts
    }

    /// The least and the largest amount to which a bettor may change a wager now.
    pub(super) fn change_bounds(&self, who: Party) -> Result<Bounds, Refusal> {
        let rule = self.rules().wagers.change_until;
        if who == DEALER || self.is_of_bank(who) {
            return Err(Refusal::new(Reason::NobodyThere, rule.clause));
        }
        if rule.value == ChangesUntil::Deal || self.deal.is_betting_closed {
            return Err(Refusal::new(Reason::TooLate, rule.clause));
        }
        let bet = self.setup.bets[who.index()];
        if self.spot(bet.spot).is_none_or(|spot| spot.is_settled) {
            return Err(Refusal::new(Reason::HandFinished, rule.clause));
        }
        let afford = self.account.purse(bet.purse) + self.bets[who.index()];
        let limit = self.game.limit();
        let least = limit.map_or(Money::cents(1), |limit| limit.min);
        // Money above the largest wager may lie there without action where the book says so.
        let is_refused = self.rules().wagers.above_most.value == AboveMost::Refused;
        let most =
            limit.and_then(|limit| limit.max.filter(|_| is_refused)).map_or(afford, |max| max.min(afford));
        let ordinance = self.rules().wagers.ordinance_most;
        let partners = self.partners(who).filter(|partner| *partner != who);
        let beside: Money = partners.map(|partner| self.bets[partner.index()]).sum();
        let ceiling = ordinance.map(|top| top.value - beside).filter(|ceiling| *ceiling < most);
        let most = ceiling.unwrap_or(most);
        let passes = |amount: Money| {
            let mut amounts = self.bets.clone();
            amounts[who.index()] = amount;
            self.can_pay(&amounts, self.account.stake().posted(), self.spare_stake())
        };
        if most < least || !passes(least) {
            let clause = self.rules().wagers.full_least_after_fee.clause;
            return Err(Refusal::new(Reason::NotEnoughMoney, clause));
        }
        let limit = self.rules().wagers.limit_binds.clause;
        let clause = ordinance.filter(|_| ceiling.is_some()).map_or(limit, |top| top.clause);
        Ok(self.bounds(least, most, clause, passes))
    }

    pub(super) fn stake_bounds(&self) -> Result<Bounds, Refusal> {
        let rule = self.rules().wagers.change_until;
        if rule.value == ChangesUntil::Deal || self.deal.is_betting_closed {
            return Err(Refusal::new(Reason::TooLate, rule.clause));
        }
        let others: Money = self.setup.partners.iter().map(|share| share.amount).sum();
        let most = self.account.purse(self.setup.banker) + self.account.stake().posted();
        // The bank's own part is no less than what the bank could be taken for, unless less lies there already.
        let own = self.account.stake().posted() - others;
        let limit = self.game.schedule.as_ref().and_then(|schedule| schedule.limit.as_ref());
        let least = others + limit.map_or(Money::dollars(1), |limit| limit.min).min(own);
        let clause = self.rules().bank.may_cover_all.clause;
        Ok(self.bounds(least, most, clause, |stake| self.can_pay(&self.bets, stake, Money::ZERO)))
    }

    /// The bounds of an amount that must leave everybody the fees that are due.
    fn bounds(&self, least: Money, most: Money, clause: Clause, can_pay: impl Fn(Money) -> bool) -> Bounds {
        let payable = largest(least, most, can_pay);
        let clause = if payable < most { self.fees_follow().unwrap_or(clause) } else { clause };
        Bounds { least, most: payable, clause }
    }
}

/// The largest of some amounts that passes, where the smallest does.
fn largest(least: Money, most: Money, passes: impl Fn(Money) -> bool) -> Money {
    if passes(most) {
        return most;
    }
    let (mut good, mut bad) = (least, most);
    while (bad - good) > Money::cents(1) {
        let middle = Money::cents(good.in_cents() + (bad - good).in_cents() / 2);
        if passes(middle) {
            good = middle;
        } else {
            bad = middle;
        }
    }
    good
}
