//! Which choice is open to whom at this moment, and what it comes to.

use books::Money;
use books::blackjack::SurrenderWhen;

use super::choice::{Allowed, Choice};
use super::event::WagerKind;
use super::flow::Phase;
use super::state::Blackjack;
use crate::refusal::{Reason, Refusal};
use crate::seat::{Party, Seat};

/// A choice that is permitted: the hand it is for, and the wager that comes with it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Permit {
    pub(super) spot: Seat,
    pub(super) hand: u8,
    pub(super) added: Option<Addition>,
}

/// A wager that a choice adds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Addition {
    pub(super) hand: u8,
    pub(super) wager: WagerKind,
    pub(super) amount: Money,
}

impl Permit {
    const fn plain(spot: Seat, hand: u8) -> Permit {
        Permit { spot, hand, added: None }
    }
}

impl Blackjack {
    fn answer_insurance(&self, who: Party, choice: Choice) -> Result<Permit, Refusal> {
        let rule = &self.rules().insurance;
        let bet = self.setup.bets[who.index()];
        let plain = Permit::plain(bet.spot, 0);
        match choice {
            Choice::Decline => Ok(plain),
            Choice::EvenMoney if self.may_take_even_money(who) => Ok(plain),
            Choice::Insure(amount) => {
                let bounds = self
                    .insurance_bounds(who)
                    .ok_or(Refusal::new(Reason::NotEnoughMoney, rule.amount.clause))?;
                self.check_amount(amount, bounds, rule.amount.clause)?;
                let wager = WagerKind::Insurance;
                Ok(Permit { added: Some(Addition { hand: 0, wager, amount }), ..plain })
            }
            Choice::EvenMoney if !rule.even_money.value => {
                Err(Refusal::new(Reason::NotOffered, rule.even_money.clause.or(rule.offered.clause)))
            }
            _ => Err(Refusal::new(Reason::NotOffered, rule.offered.clause)),
        }
    }

    fn answer_follow(&self, who: Party, choice: Choice) -> Result<Permit, Refusal> {
        let backline = self.rules().table.backline.clause;
        let following = self.following.ok_or(Refusal::new(Reason::NotOffered, backline))?;
        let spot = self.setup.bets[who.index()].spot;
        let hand = self.hand_number(usize::from(following.hand));
        match choice {
            Choice::Decline => Ok(Permit::plain(spot, hand)),
            Choice::Follow(amount) => {
                let rules = self.rules();
                let clause = if following.kind == WagerKind::Double {
                    rules.double.amount.clause
                } else {
                    rules.split.amount.clause
                };
                let bounds = self
                    .follow_bounds(who, hand, following.kind)
                    .ok_or(Refusal::new(Reason::NotEnoughMoney, clause))?;
                self.check_amount(amount, bounds, clause)?;
                let on = hand + u8::from(following.kind == WagerKind::Split);
                let added = Addition { hand: on, wager: following.kind, amount };
                Ok(Permit { spot, hand, added: Some(added) })
            }
            _ => Err(Refusal::new(Reason::NotYourTurn, self.rules().deal.first.clause)),
        }
    }

    /// What a player's own choice comes to: the choice itself and the wager it adds.
    fn play_turn(&self, who: Party, place: usize, choice: Choice) -> Result<Permit, Refusal> {
        let hand = self.hand_number(place);
        let spot = self.spots[usize::from(self.hands[place].spot)].seat;
        let plain = Permit::plain(spot, hand);
        match choice {
            Choice::Hit => self.may_hit(place).map(|()| plain),
            Choice::Stand => self.may_stand(place).map(|()| plain),
            Choice::Double(amount) => {
                let bounds = self.may_double(place)?;
                self.check_amount(amount, bounds, self.rules().double.amount.clause)?;
                let wager = WagerKind::Double;
                Ok(Permit { added: Some(Addition { hand, wager, amount }), ..plain })
            }
            Choice::Split => {
                self.may_split(place)?;
                let clause = self.rules().split.amount.clause;
                let amount = self.opening_wager(who, hand).ok_or(Refusal::new(Reason::NotOffered, clause))?;
                let wager = WagerKind::Split;
                Ok(Permit { added: Some(Addition { hand: hand + 1, wager, amount }), ..plain })
            }
            Choice::Insure(_) | Choice::EvenMoney => {
                Err(Refusal::new(Reason::NotOffered, self.rules().insurance.offered.clause))
            }
            Choice::Follow(_) => Err(Refusal::new(Reason::NotOffered, self.rules().table.backline.clause)),
            _ => Err(Refusal::plain(Reason::NotInThisGame)),
        }
    }

    /// Why a side wager is refused once the round is open.
    fn side_comes_late(&self) -> Refusal {
        let bonus = self.rules().bonus_bet.as_ref().map(|bonus| bonus.before_deal.clause);
        let buster = self.rules().buster.as_ref().map(|buster| buster.before_deal.clause);
        match bonus.or(buster) {
            Some(clause) => Refusal::new(Reason::BeforeDealOnly, clause),
            None => Refusal::plain(Reason::NotInThisGame),
        }
    }

    /// Giving up is asked about any hand of the own spot, since some books grant it after the turn.
    fn give_up(&self, who: Party, number: u8) -> Result<Permit, Refusal> {
        let spot = self.spot_of(who).ok_or(Refusal::plain(Reason::NobodyThere))?;
        if number >= self.spots[spot].hands {
            return Err(Refusal::new(Reason::NotOffered, self.rules().surrender.when.clause));
        }
        self.may_surrender(self.hand_place(spot, number))?;
        Ok(Permit::plain(self.spots[spot].seat, number))
    }

    /// Before the bank's down card is turned, the player whose last hand a card ended may give up others.
    fn last_word(&self, who: Party, spot: usize, choice: Choice) -> Result<Permit, Refusal> {
        let hands = self.spots[spot].hands;
        match choice {
            Choice::Surrender(number) => self.give_up(who, number),
            Choice::Decline if (0..hands).any(|number| self.give_up(who, number).is_ok()) => {
                Ok(Permit::plain(self.spots[spot].seat, hands - 1))
            }
            _ => Err(self.not_now(spot, choice)),
        }
    }

    pub(super) fn permit(&self, who: Party, choice: Choice) -> Result<Permit, Refusal> {
        let spot = self.spot_of(who).ok_or(Refusal::plain(Reason::NobodyThere))?;
        let is_player = self.player_of(spot) == who;
        match self.phase {
            Phase::Over => Err(self.why_over(spot, choice)),
            _ if matches!(choice, Choice::Side(_)) => Err(self.side_comes_late()),
            Phase::Insurance if self.answers[who.index()].is_awaited => self.answer_insurance(who, choice),
            Phase::Follow if self.answers[who.index()].is_awaited => self.answer_follow(who, choice),
            Phase::Turn(_) if is_player && matches!(choice, Choice::Surrender(_)) => {
                let Choice::Surrender(number) = choice else { unreachable!("just matched") };
                let is_first_decision = self.rules().surrender.when.value == SurrenderWhen::FirstDecision;
                if is_first_decision && usize::from(self.order[usize::from(self.turn)]) != spot {
                    return Err(self.not_now(spot, choice));
                }
                self.give_up(who, number)
            }
            Phase::Turn(place) if is_player && self.hands[usize::from(place)].spot == spot as u8 => {
                self.play_turn(who, usize::from(place), choice)
            }
            Phase::LastWord if is_player => self.last_word(who, spot, choice),
            Phase::Turn(_) | Phase::Insurance | Phase::Follow | Phase::LastWord => {
                Err(self.not_now(spot, choice))
            }
            _ => Err(self.why_ended(spot, choice).unwrap_or(Refusal::plain(Reason::CardExpected))),
        }
    }

    /// Why a spot may not choose while another does: what ended its hand, or simply the turn.
    fn not_now(&self, spot: usize, choice: Choice) -> Refusal {
        let turn = Refusal::new(Reason::NotYourTurn, self.rules().deal.first.clause);
        self.why_ended(spot, choice).unwrap_or(turn)
    }

    /// What ended the last hand of a spot, with the clause that says so for this choice.
    fn why_ended(&self, spot: usize, choice: Choice) -> Option<Refusal> {
        let last = self.hand_place(spot, self.spots[spot].hands - 1);
        let refusal = self.is_open(last).err()?;
        let is_option = matches!(choice, Choice::Double(_) | Choice::Split | Choice::Surrender(_));
        match self.rules().deal.joker_up_bars_options {
            Some(rule) if rule.value && is_option && refusal.reason == Reason::Frozen => {
                Some(Refusal::new(Reason::Frozen, rule.clause))
            }
            _ => Some(refusal),
        }
    }

    /// A round that the bank's card ended before anybody could choose says so also when it is over.
    fn why_over(&self, spot: usize, choice: Choice) -> Refusal {
        let is_by_bank = |refusal: &Refusal| matches!(refusal.reason, Reason::Frozen | Reason::BankNatural);
        self.why_ended(spot, choice).filter(is_by_bank).unwrap_or(Refusal::plain(Reason::RoundOver))
    }

    /// Adds everything that is allowed now to a list.
    pub(super) fn list_allowed(&self, list: &mut Vec<Allowed>) {
        let mut add = |who: Party, choice: Choice, most: Money| list.push(Allowed { who, choice, most });
        let none = Money::ZERO;
        match self.phase {
            Phase::Insurance => {
                for place in (0..self.answers.len()).filter(|place| self.answers[*place].is_awaited) {
                    let who = Party(place as u8);
                    if let Some((least, most)) = self.insurance_bounds(who) {
                        add(who, Choice::Insure(least), most);
                    }
                    if self.may_take_even_money(who) {
                        add(who, Choice::EvenMoney, none);
                    }
                    add(who, Choice::Decline, none);
                }
            }
            Phase::Follow => {
                let Some(following) = self.following else { return };
                let hand = self.hand_number(usize::from(following.hand));
                for place in (0..self.answers.len()).filter(|place| self.answers[*place].is_awaited) {
                    let who = Party(place as u8);
                    if let Some((least, most)) = self.follow_bounds(who, hand, following.kind) {
                        add(who, Choice::Follow(least), most);
                    }
                    add(who, Choice::Decline, none);
                }
            }
            Phase::Turn(place) => {
                let place = usize::from(place);
                let who = self.player_of(usize::from(self.hands[place].spot));
                if self.may_hit(place).is_ok() {
                    add(who, Choice::Hit, none);
                }
                if self.may_stand(place).is_ok() {
                    add(who, Choice::Stand, none);
                }
                if let Ok((least, most)) = self.may_double(place) {
                    add(who, Choice::Double(least), most);
                }
                if self.may_split(place).is_ok() {
                    add(who, Choice::Split, none);
                }
            }
            Phase::LastWord => {
                for spot in 0..self.spots.len() {
                    let who = self.player_of(spot);
                    if self.permit(who, Choice::Decline).is_ok() {
                        add(who, Choice::Decline, none);
                    }
                }
            }
            _ => return,
        }
        if matches!(self.phase, Phase::Turn(_) | Phase::LastWord) {
            self.list_surrenders(list);
        }
    }

    fn list_surrenders(&self, list: &mut Vec<Allowed>) {
        for (place, hand) in self.hands.iter().enumerate() {
            let who = self.player_of(usize::from(hand.spot));
            let choice = Choice::Surrender(self.hand_number(place));
            if self.permit(who, choice).is_ok() {
                list.push(Allowed { who, choice, most: Money::ZERO });
            }
        }
    }
}
