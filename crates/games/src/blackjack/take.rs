//! What each event does to the state of a round; nothing is decided here.

use arrayvec::ArrayVec;
use books::Money;
use cards::Card;

use super::choice::Choice;
use super::event::{Event, WagerKind};
use super::flow::Phase;
use super::play;
use super::state::{Blackjack, End, Following, Hole, PlayerHand, SEATS_MAX, Wager};
use crate::bank::Place;
use crate::seat::{Party, Seat};

impl Blackjack {
    /// Takes an event as it happened. Inlined, so that where an event is made only its own arm is left.
    #[inline(always)]
    pub(super) fn take(&mut self, event: &Event) {
        match *event {
            Event::Staked { amount } => self.account.put_up(self.setup.table().pool, amount),
            Event::Wagered { who, hand, wager, amount, .. } => {
                self.account.put_down(self.purse_of(who), amount);
                self.wagers.push(Wager { who, hand, kind: wager, amount });
                self.ask_who_can_pay();
            }
            Event::Collected { who, amount, .. } => {
                self.account.make_even(self.setup.payer(who), Money::ZERO, amount);
                self.collected += 1;
                self.ask_who_can_pay();
            }
            Event::Dealt { place, card, .. } => self.take_card(place, card),
            Event::Chose { who, spot, hand, choice } => self.take_choice(who, spot, hand, choice),
            Event::Looked { natural } => {
                self.looked = Some(natural);
                if natural {
                    self.end_open_hands(End::BankNatural);
                }
            }
            Event::Cleared { spot, .. } => {
                if let Some(spot) = self.spots.iter_mut().find(|state| state.seat == spot) {
                    spot.is_cleared = true;
                }
            }
            Event::Turned { card } => {
                if self.hole == Hole::Unseen {
                    self.seen[usize::from(card.index())] += 1;
                }
                self.hole = Hole::None;
                self.bank.push(card);
            }
            Event::HoleExposed { card, .. } => self.take_exposed(card),
            Event::Burned { card, .. } => self.seen[usize::from(card.index())] += 1,
            Event::Button { seat, .. } => self.button = Some(seat),
            Event::Settled { who, hand, wager, amount, paid, collected, .. } => {
                if let Some(place) = self.wager_place(who, hand, wager) {
                    self.take_settled(place, who, amount - collected + paid, (paid, collected));
                }
            }
            Event::Bonus { who, amount, .. } => {
                self.account.take_up(self.purse_of(who), amount);
                self.promotion -= amount;
            }
            Event::Voided { spot, fees_returned } => self.take_void(spot, fees_returned),
            Event::Closed { amount } => self.account.close(self.setup.table().pool, amount),
        }
        self.phase = self.phase_after(event);
    }

    /// Takes the wager at a place of the list off the table: so much goes back to its owner, after what the bank paid
    /// or collected.
    #[inline]
    pub(super) fn take_settled(
        &mut self,
        place: usize,
        who: Party,
        back: Money,
        (paid, collected): (Money, Money),
    ) {
        self.account.take_up(self.purse_of(who), back);
        self.account.act(paid, collected);
        self.wagers.swap_remove(place);
        self.settled += 1;
    }

    /// Where the round stands after an event. Most events leave little open, so that not everything has to be asked
    /// again.
    #[inline(always)]
    pub(super) fn phase_after(&self, event: &Event) -> Phase {
        let phase = match (*event, self.phase) {
            (Event::Settled { .. }, before) if !self.wagers.is_empty() => return before,
            (Event::Dealt { .. }, Phase::Deal(..)) if self.dealt < self.opening_cards() => {
                let (place, face) = self.opening_place(self.dealt);
                Phase::Deal(place, face)
            }
            (Event::Dealt { .. }, Phase::Draw(place)) if self.hands[usize::from(place)].end.is_none() => {
                Phase::Turn(place)
            }
            (Event::Dealt { .. }, Phase::Draw(place)) if !self.may_be_cleared(place) => self.turn_phase(),
            (Event::Chose { choice: Choice::Hit, .. }, Phase::Turn(place)) => Phase::Draw(place),
            (Event::Chose { choice: Choice::Stand, .. }, Phase::Turn(_)) => self.turn_phase(),
            (Event::Chose { choice: Choice::Decline, .. }, Phase::Insurance)
                if self.answers.iter().any(|answer| answer.is_awaited) =>
            {
                Phase::Insurance
            }
            _ => return self.find_phase(),
        };
        debug_assert_eq!(phase, self.find_phase(), "the phase moves with {event:?}");
        phase
    }

    /// Whether a hand is a Natural that may have won and be cleared at once.
    #[inline]
    fn may_be_cleared(&self, hand: u8) -> bool {
        self.terms.clears_naturals && self.hands[usize::from(hand)].is_natural
    }

    /// The bank's down card lies open from now on. A look that was due is answered by it.
    fn take_exposed(&mut self, card: Card) {
        let is_look_due = self.needs_look();
        let natural = self.makes_natural(card);
        if self.hole == Hole::Unseen {
            self.seen[usize::from(card.index())] += 1;
        }
        self.hole = Hole::None;
        self.bank.push(card);
        if self.following.is_none() {
            self.answers.iter_mut().for_each(|answer| answer.is_awaited = false);
        }
        if is_look_due {
            self.looked = Some(natural);
            if natural {
                self.end_open_hands(End::BankNatural);
            }
        }
    }

    fn take_card(&mut self, place: Place, card: Option<Card>) {
        if let Some(card) = card {
            self.seen[usize::from(card.index())] += 1;
        }
        let is_opening = self.dealt < self.opening_cards();
        self.dealt = self.dealt.saturating_add(u8::from(is_opening));
        match place {
            Place::Hand { spot, hand } => {
                let place = match self.phase {
                    Phase::Draw(place) => Some(usize::from(place)),
                    _ => self.spot_at(spot).map(|spot| self.hand_place(spot, hand)),
                };
                if let (Some(place), Some(card)) = (place, card) {
                    self.drawing = None;
                    let hand = &mut self.hands[place].hand;
                    hand.push(card);
                    // One card alone ends no hand.
                    if hand.cards().len() > 1 {
                        self.end_hand_by_card(place);
                    }
                    self.ended_by_card = !is_opening && self.hands[place].end.is_some();
                    // A hand that plays on keeps the turn.
                    if !is_opening && !self.ended_by_card {
                        return;
                    }
                }
            }
            Place::Bank if is_opening && !self.bank.cards().is_empty() => {
                self.hole = card.map_or(Hole::Unseen, Hole::Known);
            }
            Place::Bank => {
                if let Some(card) = card {
                    self.bank.push(card);
                }
            }
        }
        if is_opening && self.dealt == self.opening_cards() {
            self.take_opening_done();
        }
        self.pass_turn();
    }

    /// The last opening card is out: a joker up may freeze all hands, an ace up brings the insurance question.
    fn take_opening_done(&mut self) {
        let Some(up) = self.bank.cards().first().copied() else { return };
        if play::freezes(&self.terms, up) {
            self.end_open_hands(End::Frozen);
        }
        if play::asks_insurance(&self.terms, up) {
            self.answers.iter_mut().for_each(|answer| answer.is_awaited = true);
            self.ask_who_can_pay();
        }
    }

    /// A fee, or another wager of the same person, may leave nothing to insure or to follow with.
    fn ask_who_can_pay(&mut self) {
        for place in 0..self.answers.len() {
            if !self.answers[place].is_awaited {
                continue;
            }
            let who = Party(place as u8);
            let can = match self.following {
                Some(following) => {
                    let hand = self.hand_number(usize::from(following.hand));
                    self.follow_bounds(who, hand, following.kind).is_some()
                }
                None => self.insurance_bounds(who).is_some() || self.may_take_even_money(who),
            };
            self.answers[place].is_awaited = can;
        }
        if self.answers.iter().all(|answer| !answer.is_awaited) {
            self.following = None;
        }
    }

    fn end_hand_by_card(&mut self, place: usize) {
        if self.hands[place].end == Some(End::Voided) {
            return;
        }
        let hand = self.situation(place);
        let end = play::end_by_card(&self.terms, &hand, || self.can_pay_split(place).is_ok());
        self.hands[place].is_natural = end == Some(End::Natural);
        self.hands[place].end = end;
    }

    #[inline]
    fn take_choice(&mut self, who: Party, spot: Seat, hand: u8, choice: Choice) {
        match (self.phase, choice) {
            (Phase::Turn(place), Choice::Hit | Choice::Stand) => self.take_turn(place, choice),
            _ => self.take_other_choice(who, spot, hand, choice),
        }
    }

    /// The hand in turn, whose card did not end it, takes one more or stands.
    #[inline]
    fn take_turn(&mut self, place: u8, choice: Choice) {
        self.ended_by_card = false;
        self.last_choice = Some(self.turn);
        let hand = &mut self.hands[usize::from(place)];
        hand.is_touched = true;
        if choice == Choice::Hit {
            self.drawing = Some(place);
        } else {
            hand.end = Some(End::Stood);
            self.pass_turn();
        }
    }

    fn take_other_choice(&mut self, who: Party, spot: Seat, hand: u8, choice: Choice) {
        let Some(spot) = self.spot_at(spot) else { return };
        let place = self.hand_place(spot, hand);
        let are_turns_over = usize::from(self.turn) == self.order.len();
        self.ended_by_card &= are_turns_over && choice != Choice::Decline;
        match choice {
            Choice::Insure(_) | Choice::Follow(_) | Choice::Decline | Choice::EvenMoney => {
                self.answers[who.index()].is_awaited = false;
                self.answers[who.index()].even_money |= choice == Choice::EvenMoney;
                if self.answers.iter().all(|answer| !answer.is_awaited) {
                    self.following = None;
                }
                return;
            }
            Choice::Hit => self.drawing = Some(place as u8),
            Choice::Stand => self.hands[place].end = Some(End::Stood),
            Choice::Double(_) => {
                self.hands[place].is_doubled = true;
                self.drawing = Some(place as u8);
                self.ask_backers(spot, place, hand, WagerKind::Double);
            }
            Choice::Split => {
                self.split_hand(spot, place, hand);
                self.ask_backers(spot, place, hand, WagerKind::Split);
            }
            Choice::Surrender(_) => self.hands[place].end = Some(End::Surrendered),
            Choice::Side(_) => return,
        }
        self.hands[place].is_touched = true;
        let is_in_turn =
            self.order.get(usize::from(self.turn)).is_some_and(|turn| usize::from(*turn) == spot);
        self.last_choice = if is_in_turn {
            Some(self.turn)
        } else {
            self.order.iter().position(|other| usize::from(*other) == spot).map(|place| place as u8)
        };
        self.pass_turn();
    }

    fn split_hand(&mut self, spot: usize, place: usize, hand: u8) {
        let other = self.hands[place].hand.split();
        self.hands[place].is_split = true;
        let new = PlayerHand { hand: other, is_touched: false, ..self.hands[place].clone() };
        self.hands.insert(place + 1, new);
        self.spots[spot].hands += 1;
        self.spots[spot].splits += 1;
        for later in self.spots.iter_mut().skip(spot + 1) {
            later.first_hand += 1;
        }
        let bets = &self.spots[spot];
        let on_spot = bets.first_bet..bets.first_bet + bets.bets;
        for wager in
            self.wagers.iter_mut().filter(|wager| on_spot.contains(&wager.who.0) && wager.hand > hand)
        {
            wager.hand += 1;
        }
    }

    fn ask_backers(&mut self, spot: usize, place: usize, hand: u8, kind: WagerKind) {
        let bets = &self.spots[spot];
        let backers = bets.first_bet + 1..bets.first_bet + bets.bets;
        for backer in backers {
            self.answers[usize::from(backer)].is_awaited =
                self.follow_bounds(Party(backer), hand, kind).is_some();
        }
        if self.answers.iter().any(|answer| answer.is_awaited) {
            self.following = Some(Following { hand: place as u8, kind });
        }
    }

    fn end_open_hands(&mut self, end: End) {
        for hand in self.hands.iter_mut().filter(|hand| hand.end.is_none()) {
            hand.end = Some(end);
        }
        self.pass_turn();
    }

    /// Moves the turn past spots that have nothing to play.
    fn pass_turn(&mut self) {
        if self.dealt < self.opening_cards() {
            return;
        }
        while let Some(spot) = self.order.get(usize::from(self.turn)) {
            if self.hands_of(usize::from(*spot)).iter().any(|hand| hand.end.is_none()) {
                break;
            }
            self.turn += 1;
        }
    }

    fn take_void(&mut self, spot: Option<Seat>, fees_returned: bool) {
        // What is void already stays as it was decided: its fees do not go back again.
        let seats: ArrayVec<Seat, SEATS_MAX> = self
            .spots
            .iter()
            .map(|state| state.seat)
            .filter(|seat| spot.is_none_or(|spot| spot == *seat) && !self.is_void_at(*seat))
            .collect();
        let is_void = |seat: Seat| seats.contains(&seat);
        for wager in &self.wagers {
            if is_void(self.setup.bets[wager.who.index()].spot) {
                self.account.take_up(self.setup.bets[wager.who.index()].purse, wager.amount);
            }
        }
        let bets = &self.setup.bets;
        self.wagers.retain(|wager| !is_void(bets[wager.who.index()].spot));
        if fees_returned {
            for fee in &self.fees[..usize::from(self.collected)] {
                let is_of_void =
                    if fee.who == Party::BANK { spot.is_none() } else { is_void(bets[fee.who.index()].spot) };
                if is_of_void {
                    self.account.make_even(self.setup.payer(fee.who), fee.amount, Money::ZERO);
                }
            }
            // What has not been taken yet is not taken any more.
            let mut place = 0;
            let collected = usize::from(self.collected);
            self.fees.retain(|fee| {
                place += 1;
                place <= collected || fee.who == Party::BANK || !is_void(bets[fee.who.index()].spot)
            });
        }
        let spots = &self.spots;
        for hand in self.hands.iter_mut().filter(|hand| is_void(spots[usize::from(hand.spot)].seat)) {
            hand.end = Some(End::Voided);
        }
        for (answer, bet) in self.answers.iter_mut().zip(bets).filter(|(_, bet)| is_void(bet.spot)) {
            answer.is_awaited &= !is_void(bet.spot);
        }
        if self.drawing.is_some_and(|hand| self.hands[usize::from(hand)].end == Some(End::Voided)) {
            self.drawing = None;
        }
        if self.answers.iter().all(|answer| !answer.is_awaited) {
            self.following = None;
        }
        self.is_void |= spot.is_none();
        self.pass_turn();
    }
}
