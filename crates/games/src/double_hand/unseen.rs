//! Hands whose cards nobody has entered: a human dealer deals real cards face down, people set them by hand,
//! and the cards become known when they are turned up.

use cards::{Card, CardSet};

use super::event::{Choice, DEALER, Event, SetBy};
use super::flow::Phase;
use super::round::DoubleHand;
use super::set::Setting;
use crate::record::Record;
use crate::refusal::{Reason, Refusal};
use crate::seat::{Party, Seat};

impl DoubleHand {
    /// The seat whose cards the house dealer has to enter next, if any.
    #[must_use]
    pub fn hand_to_enter(&self) -> Option<Seat> {
        match self.phase() {
            Phase::TurnBank => Some(self.setup.bank),
            Phase::Opening => self.next_to_settle().filter(|seat| self.awaits_cards(*seat)),
            _ => None,
        }
    }

    /// Turns up the bank's hand, and takes nothing else before it is.
    pub(super) fn choose_turning_bank(
        &mut self,
        who: Party,
        choice: Choice,
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        let clause = self.rules().bank.opens.clause;
        let Choice::Turn(cards) = choice else { return Err(Refusal::new(Reason::HandUnseen, clause)) };
        if who != DEALER {
            return Err(Refusal::new(Reason::NotYourTurn, clause));
        }
        let seat = self.setup.bank;
        self.check_entered(seat, cards)?;
        self.emit(Event::Turned { seat, cards }, events);
        Ok(())
    }

    /// Turns up the next hand, which was set the house way: the chart says how it lies.
    pub(super) fn turn_next(
        &mut self,
        cards: CardSet,
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        let seat = self.next_unseen()?;
        if !self.is_set_house_way(seat) {
            return Err(Refusal::new(Reason::FrontNeeded, self.rules().setting.front.clause));
        }
        self.check_entered(seat, cards)?;
        self.turn_up(seat, cards, events);
        self.set_house_way(seat, events);
        Ok(())
    }

    /// Turns up the next hand as it lies. Any other number of cards in front or in back is foul, unless the two
    /// hands only changed places; a hand that the house dealer set otherwise than the chart says is reset.
    pub(super) fn show_next(
        &mut self,
        front: CardSet,
        back: CardSet,
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        let seat = self.next_unseen()?;
        if let Some(card) = (front & back).iter().next() {
            return Err(self.no_such_card(card));
        }
        let cards = front | back;
        self.check_entered(seat, cards)?;
        self.turn_up(seat, cards, events);
        let rules = self.rules();
        let is_turned_round = Setting::of(cards, back).is_some();
        let is_front_anywhere = rules.setting.front_anywhere.is_some_and(|rule| rule.value);
        let front = if is_turned_round && is_front_anywhere { back } else { front };
        if self.is_set_house_way(seat) {
            let mended = rules.irregularities.house_way_error.clause;
            if self.game.house_way.set(cards).setting.front() != front {
                self.emit(Event::Ruled { clause: mended }, events);
            }
            self.set_house_way(seat, events);
        } else if Setting::of(cards, front).is_some() {
            let clause = rules.setting.front.clause;
            self.emit(Event::Set { seat, front, by: SetBy::Own, clause }, events);
        } else {
            let clause = rules.foul.front_count.clause;
            self.emit(Event::Fouled { seat, clause }, events);
        }
        Ok(())
    }

    /// The next hand in the order of settlement, if its cards have to be entered before it can be settled.
    fn next_unseen(&self) -> Result<Seat, Refusal> {
        self.hand_to_enter().ok_or(Refusal::new(Reason::HandKnown, self.rules().settlement.start.clause))
    }

    /// Whether the cards of a spot have to be entered before its wagers can be settled.
    pub(super) fn awaits_cards(&self, seat: Seat) -> bool {
        self.spot(seat).is_some_and(|spot| spot.setting.is_none() && spot.foul.is_none())
    }

    pub(super) fn is_set_house_way(&self, seat: Seat) -> bool {
        self.spot(seat).is_some_and(|spot| spot.set_unseen == Some(SetBy::HouseWay))
    }

    fn turn_up(&mut self, seat: Seat, cards: CardSet, events: &mut impl Record<Event>) {
        self.emit(Event::Opened { spot: seat }, events);
        self.emit(Event::Turned { seat, cards }, events);
    }

    /// Refuses cards that cannot be the whole hand of a seat.
    fn check_entered(&self, seat: Seat, cards: CardSet) -> Result<(), Refusal> {
        let rules = self.rules();
        let known = self.pile_of(seat).map_or(CardSet::EMPTY, |pile| self.deal.piles[pile].known);
        let is_elsewhere = |card: &Card| self.is_not_left(*card) && !known.contains(*card);
        if let Some(card) = cards.iter().find(is_elsewhere) {
            return Err(self.no_such_card(card));
        }
        if let Some(card) = (known - cards).iter().next() {
            return Err(Refusal::plain(Reason::HandHolds(card)));
        }
        let count = rules.deal.cards.value;
        if cards.len() != usize::from(count) {
            return Err(Refusal::new(Reason::WholeHand(count), rules.irregularities.wrong_count.clause));
        }
        Ok(())
    }

    /// Whether the deck has no such card, or it was named before.
    pub(super) fn is_not_left(&self, card: Card) -> bool {
        self.deal.seen.contains(card) || (card.is_joker() && self.rules().deck.jokers.value == 0)
    }

    pub(super) fn no_such_card(&self, card: Card) -> Refusal {
        Refusal::new(Reason::NoSuchCard(card), self.rules().deck.jokers.clause)
    }
}
