//! The course of a round: fees, deal, insurance, look, turns, bank, settlement.

use books::Money;
use books::blackjack::Start;
use books::rates::Stage;
use cards::Card;

use super::choice::{Allowed, Choice};
use super::event::{Event, WagerKind};
use super::hand::Total;
use super::permit::{Addition, Permit};
use super::play::{self, is_natural};
use super::state::{Blackjack, End, Hole, PlayerHand};
use super::waits::Waits;
use crate::bank::button;
use crate::bank::{Face, Place};
use crate::record::Record;
use crate::refusal::{Reason, Refusal};
use crate::seat::{Party, Seat};

/// Where a round stands: first where a card is due, then where somebody chooses or looks, then the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// An opening card is due for that place.
    Deal(Place, Face),
    /// A hand takes a card.
    Draw(u8),
    /// The bank's second card is dealt face up after the players.
    SecondCard,
    /// The bank's down card is turned.
    TurnHole,
    /// The bank's hand takes a card.
    BankDraw,
    /// The bank's down card is looked at.
    Look,
    /// Everybody is asked about insurance.
    Insurance,
    /// Backers are asked whether they follow.
    Follow,
    /// A hand is to be played.
    Turn(u8),
    /// A card ended the last turn, and its player may still give up other hands.
    LastWord,
    /// The next fee is due.
    Fee,
    /// A Natural has won and is cleared from that spot.
    Clear(Seat),
    /// The button is placed.
    Button,
    /// Money moves.
    Settle,
    /// The stake goes back.
    Close,
    /// Nothing is left to do.
    Over,
}

impl Blackjack {
    /// Where the round stands, as the events so far have left it.
    pub(super) fn find_phase(&self) -> Phase {
        if self.account.is_closed() {
            return Phase::Over;
        }
        if self.is_void {
            return Phase::Close;
        }
        let is_dealt = self.dealt == self.opening_cards();
        if usize::from(self.collected) < self.fees.len()
            && (is_dealt || self.fee_stage() == Stage::BeforeDeal)
        {
            return Phase::Fee;
        }
        if !is_dealt {
            let (place, face) = self.opening_place(self.dealt);
            return Phase::Deal(place, face);
        }
        if self.following.is_some() {
            return Phase::Follow;
        }
        if self.answers.iter().any(|answer| answer.is_awaited) {
            return Phase::Insurance;
        }
        if self.needs_look() {
            return Phase::Look;
        }
        if let Some(seat) = self.natural_to_clear() {
            return Phase::Clear(seat);
        }
        self.turn_phase()
    }

    /// Where the round stands between two hands of the players, when nobody is asked anything and nothing else is due.
    pub(super) fn turn_phase(&self) -> Phase {
        if let Some(place) = self.drawing {
            return Phase::Draw(place);
        }
        if let Some(spot) = self.order.get(usize::from(self.turn)) {
            let open = self.hands_of(usize::from(*spot)).iter().position(|hand| hand.end.is_none());
            if let Some(hand) = open {
                let place = self.spots[usize::from(*spot)].first_hand + hand as u8;
                let needs_card = self.hands[usize::from(place)].hand.cards().len() < 2;
                return if needs_card { Phase::Draw(place) } else { Phase::Turn(place) };
            }
        }
        if self.ended_by_card && self.button.is_none() && self.may_give_up_any() {
            return Phase::LastWord;
        }
        self.bank_phase()
    }

    fn bank_phase(&self) -> Phase {
        if self.hole != Hole::None {
            Phase::TurnHole
        } else if self.bank.cards().len() < 2 {
            Phase::SecondCard
        } else if self.button.is_none() {
            Phase::Button
        } else if self.settled == 0 && self.bank_draws() {
            Phase::BankDraw
        } else if !self.wagers.is_empty() {
            Phase::Settle
        } else {
            Phase::Close
        }
    }

    pub(super) fn fee_stage(&self) -> Stage {
        self.game.schedule.as_ref().map_or(Stage::BeforeDeal, |schedule| Stage::from(schedule.taken.value))
    }

    /// Where the opening card of that place in the deal goes: one each, the bank's last, twice round.
    pub(super) fn opening_place(&self, dealt: u8) -> (Place, Face) {
        let players = self.order.len() as u8;
        let in_pass = if dealt > players { dealt - players - 1 } else { dealt };
        match self.order.get(usize::from(in_pass)) {
            Some(spot) => (Place::Hand { spot: self.spots[usize::from(*spot)].seat, hand: 0 }, Face::Up),
            None if dealt > players => (Place::Bank, Face::Down),
            None => (Place::Bank, Face::Up),
        }
    }

    /// Whether the bank's down card has to be looked at before the players act.
    pub(super) fn needs_look(&self) -> bool {
        if self.looked.is_some() || self.hole == Hole::None {
            return false;
        }
        self.bank.cards().first().is_some_and(|up| play::is_looked_under(&self.terms, *up))
    }

    /// A spot whose Natural has won because the bank can no longer have one.
    fn natural_to_clear(&self) -> Option<Seat> {
        if !self.terms.clears_naturals {
            return None;
        }
        let up = self.bank.cards().first()?;
        let may_have_one = play::bank_may_have_natural(&self.terms, *up);
        if (may_have_one && self.looked != Some(false)) || self.bank.cards().len() > 1 {
            return None;
        }
        let spot = self.hands.iter().find(|hand| {
            hand.is_natural && hand.end != Some(End::Voided) && !self.spots[usize::from(hand.spot)].is_cleared
        })?;
        Some(self.spots[usize::from(spot.spot)].seat)
    }

    /// Whether the bank's hand takes another card.
    fn bank_draws(&self) -> bool {
        let is_natural = is_natural(self.bank.cards(), self.terms.natural.value);
        play::bank_draws(&self.terms, self.bank.total(), is_natural, || self.is_decided())
    }

    /// Whether nothing hangs on the bank's further cards.
    fn is_decided(&self) -> bool {
        let has_buster = self.wagers.iter().any(|wager| wager.kind == WagerKind::Buster);
        !has_buster && self.hands.iter().all(|hand| play::is_decided(hand.end))
    }

    /// Where settlement starts, with the clause that says so.
    fn button_event(&self) -> Event {
        let rules = &self.rules().settlement;
        let (bank, seats) = (self.setup.bank, self.setup.seats);
        let has_wager = |seat: &Seat| self.spots.iter().any(|spot| spot.seat == *seat);
        let seat = match rules.start.value {
            Start::SecondCard => {
                let card = self.bank.cards()[1];
                let number = button::number(card, rules.faces_number.value, rules.joker_number.value);
                button::count_out(number, rules.count_from.value, bank, seats)
            }
            Start::LastSeat => {
                let last = Seat::new(seats);
                button::order(last, rules.direction.value, bank, seats).find(has_wager).unwrap_or(last)
            }
        };
        Event::Button { seat, clause: rules.start.clause }
    }

    /// Carries out everything that needs nobody's word, until the round waits for something; mostly it does already.
    #[inline(always)]
    pub(super) fn advance(&mut self, events: &mut impl Record<Event>) {
        if !matches!(self.phase, Phase::Deal(..) | Phase::Draw(_) | Phase::Turn(_) | Phase::BankDraw) {
            self.carry_on(events);
        }
    }

    #[inline(never)]
    fn carry_on(&mut self, events: &mut impl Record<Event>) {
        loop {
            let event = match self.phase {
                Phase::Fee => {
                    let fee = self.fees[usize::from(self.collected)];
                    Event::Collected {
                        who: fee.who,
                        amount: fee.amount,
                        stage: self.fee_stage(),
                        clause: fee.clause,
                    }
                }
                Phase::Clear(spot) => {
                    let clause =
                        self.rules().buster.as_ref().map(|buster| buster.natural_cleared_early.clause);
                    Event::Cleared { spot, clause: clause.unwrap_or(books::Clause::NONE) }
                }
                Phase::Look => match self.hole {
                    Hole::Known(card) => Event::Looked { natural: self.makes_natural(card) },
                    _ => return,
                },
                Phase::TurnHole => match self.hole {
                    Hole::Known(card) => Event::Turned { card },
                    _ => return,
                },
                Phase::Button => self.button_event(),
                Phase::Settle => {
                    self.settle(events);
                    continue;
                }
                Phase::Close => Event::Closed { amount: self.account.to_close() },
                _ => return,
            };
            self.emit_any(event, events);
        }
    }

    /// Emits an event of whatever kind, where it would not pay to have each kind's code of its own.
    #[inline(never)]
    pub(super) fn emit_any(&mut self, event: Event, events: &mut impl Record<Event>) {
        self.emit(event, events);
    }

    /// Emits an event. Inlined, so that where an event is made only its own arm is left and it never has to be read
    /// back from memory.
    #[inline(always)]
    pub(super) fn emit(&mut self, event: Event, events: &mut impl Record<Event>) {
        let before = self.money_to_keep();
        self.take(&event);
        self.told(event, before, events);
    }

    /// All money of the round before an event, where somebody looks after it.
    #[inline(always)]
    pub(super) fn money_to_keep(&self) -> Money {
        if cfg!(debug_assertions) { self.total_money() } else { Money::ZERO }
    }

    /// Records an event that has been taken, after which there is as much money as before.
    #[inline(always)]
    pub(super) fn told(&self, event: Event, before: Money, events: &mut impl Record<Event>) {
        debug_assert_eq!(before, self.total_money(), "money is conserved by {event:?}");
        events.record(event);
    }

    /// Whether a card beside the bank's up card makes a Natural.
    pub(super) fn makes_natural(&self, card: Card) -> bool {
        let up = self.bank.cards()[0];
        is_natural(&[up, card], self.terms.natural.value)
    }
}

impl Blackjack {
    /// Who is to play, and which of their hands, counted from 0.
    #[must_use]
    pub fn current_hand(&self) -> Option<(Party, u8)> {
        match self.phase {
            Phase::Turn(place) => {
                let place = usize::from(place);
                Some((self.player_of(usize::from(self.hands[place].spot)), self.hand_number(place)))
            }
            _ => None,
        }
    }

    /// The hand that is to be played.
    #[must_use]
    #[inline]
    pub fn hand_in_turn(&self) -> Option<&PlayerHand> {
        match self.phase {
            Phase::Turn(place) => self.hands.get(usize::from(place)),
            _ => None,
        }
    }

    /// What a hand of somebody's spot counts.
    #[must_use]
    pub fn total_of(&self, who: Party, hand: u8) -> Option<Total> {
        let spot = self.spot_of(who)?;
        self.hands_of(spot).get(usize::from(hand)).map(|hand| hand.hand.total())
    }

    /// The floor voids one spot or the whole round: wagers go back, and fees if the floor says so. A spot is voided
    /// once: what was decided about its fees stands when the rest of the round is voided later. Who voids the last of the
    /// spots voids the round.
    ///
    /// # Errors
    /// When the round is over, no wager lies on that spot or it is void already; the round is unchanged.
    pub fn void(
        &mut self,
        spot: Option<Seat>,
        fees_returned: bool,
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        if self.account.is_closed() {
            return Err(Refusal::plain(Reason::RoundOver));
        }
        if spot.is_some_and(|seat| self.spots.iter().all(|spot| spot.seat != seat)) {
            return Err(Refusal::plain(Reason::NobodyThere));
        }
        if spot.is_some_and(|seat| self.is_void_at(seat)) {
            return Err(Refusal::plain(Reason::AlreadyVoid));
        }
        // Where the fees go back with the last hand that plays, the round is void and the banker's goes back too.
        let is_last = spot.is_some_and(|seat| {
            self.spots.iter().all(|spot| spot.seat == seat || self.is_void_at(spot.seat))
        });
        let spot = spot.filter(|_| !(is_last && fees_returned));
        self.emit_any(Event::Voided { spot, fees_returned }, events);
        self.advance(events);
        Ok(())
    }
}

impl Blackjack {
    /// Where a card for a hand goes.
    #[inline]
    fn place_of(&self, hand: usize) -> Place {
        Place::Hand {
            spot: self.spots[usize::from(self.hands[hand].spot)].seat,
            hand: self.hand_number(hand),
        }
    }

    /// What the round waits for.
    #[must_use]
    #[inline]
    pub fn waits(&self) -> Waits {
        match self.phase {
            Phase::Deal(place, face) => Waits::Card { place, face },
            Phase::Draw(place) => Waits::Card { place: self.place_of(usize::from(place)), face: Face::Up },
            Phase::SecondCard | Phase::TurnHole | Phase::BankDraw => {
                Waits::Card { place: Place::Bank, face: Face::Up }
            }
            Phase::Look => Waits::Look,
            Phase::Insurance | Phase::Follow | Phase::Turn(_) | Phase::LastWord => Waits::Choices,
            _ => Waits::Over,
        }
    }

    /// Whether the card that the round waits for is the bank's down card, which is turned up.
    pub(super) fn turns_down_card(&self) -> bool {
        self.phase == Phase::TurnHole
    }

    /// Deals the next card to the place the round waits for; `None` deals it face down unseen.
    ///
    /// # Errors
    /// When no card is expected or there is no such card; the round is unchanged.
    pub fn card(&mut self, card: Option<Card>, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        let (place, face) = match self.phase {
            Phase::Deal(place, face) => (place, face),
            Phase::Draw(place) => (self.place_of(usize::from(place)), Face::Up),
            Phase::SecondCard | Phase::TurnHole | Phase::BankDraw => (Place::Bank, Face::Up),
            Phase::Look | Phase::Insurance | Phase::Follow | Phase::Turn(_) | Phase::LastWord => {
                return Err(Refusal::plain(Reason::ChoiceExpected));
            }
            Phase::Fee | Phase::Clear(_) | Phase::Button | Phase::Settle | Phase::Close | Phase::Over => {
                return Err(Refusal::plain(Reason::RoundOver));
            }
        };
        let Some(known) = card else {
            if face == Face::Up {
                return Err(Refusal::plain(Reason::MustBeShown));
            }
            self.emit_any(Event::Dealt { place, card, face }, events);
            self.advance(events);
            return Ok(());
        };
        if !self.copies_left(known) {
            return Err(Refusal::new(Reason::NoSuchCard(known), self.rules().deck.jokers.clause));
        }
        if self.phase == Phase::TurnHole {
            if self.looked.is_some_and(|natural| natural != self.makes_natural(known)) {
                let clause = self.rules().deal.check.clause;
                return Err(Refusal::new(Reason::ContradictsLook(known), clause));
            }
            self.emit_any(Event::Turned { card: known }, events);
        } else {
            self.emit(Event::Dealt { place, card, face }, events);
        }
        self.advance(events);
        Ok(())
    }

    /// Reports whether the unseen down card makes a Natural.
    ///
    /// # Errors
    /// When the round does not wait for that; the round is unchanged.
    pub fn look(&mut self, natural: bool, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        if self.phase != Phase::Look {
            return Err(Refusal::new(Reason::NotOffered, self.rules().deal.check.clause));
        }
        self.emit_any(Event::Looked { natural }, events);
        self.advance(events);
        Ok(())
    }

    /// Takes somebody's choice.
    ///
    /// # Errors
    /// When the choice is not allowed now; the refusal cites its clause and the round is unchanged.
    pub fn choose(
        &mut self,
        who: Party,
        choice: Choice,
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        // What is chosen most by far: the player in turn hits or stands.
        if let (Phase::Turn(place), Choice::Hit | Choice::Stand) = (self.phase, choice) {
            let place = usize::from(place);
            let spot = usize::from(self.hands[place].spot);
            if self.player_of(spot) == who {
                if choice == Choice::Hit { self.may_hit(place) } else { self.may_stand(place) }?;
                let (spot, hand) = (self.spots[spot].seat, self.hand_number(place));
                self.emit(Event::Chose { who, spot, hand, choice }, events);
                self.advance(events);
                return Ok(());
            }
        }
        let Permit { spot, hand, added } = self.permit(who, choice)?;
        self.emit(Event::Chose { who, spot, hand, choice }, events);
        if let Some(Addition { hand, wager, amount }) = added {
            self.emit_any(Event::Wagered { who, spot, hand, wager, amount }, events);
        }
        self.advance(events);
        Ok(())
    }

    /// Adds everything that is allowed now to a list.
    pub fn allowed(&self, list: &mut Vec<Allowed>) {
        self.list_allowed(list);
    }

    /// Takes an event of a log as it happened, without deciding anything anew.
    pub fn apply(&mut self, event: &Event) {
        self.take(event);
    }
}
