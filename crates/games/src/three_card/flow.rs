//! The course of a round: stacks of three, the bank's card, play or fold, the bank's hand.

use books::bank::First;
use books::{Clause, Money};
use cards::Card;

use super::event::{Allowed, Choice, Event, WagerKind, Waits};
use super::round::ThreeCard;
use super::settle::{bank_qualifies, has_unseen, whole};
use crate::bank::button;
use crate::bank::{Face, Place};
use crate::record::Record;
use crate::refusal::{Reason, Refusal};
use crate::seat::{Party, Seat};

/// Where a round stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// A card is due for that place.
    Deal(Place, Face),
    /// The bank's card is turned up and the button placed.
    Button,
    /// A player is to choose.
    Decision(Party),
    /// A card that lies unseen in that place is turned up.
    Turn(Place),
    /// All of the bank's cards are known: it qualifies or not.
    Reveal,
    /// Money moves.
    Settle,
    /// The stake goes back.
    Close,
    /// Nothing is left to do.
    Over,
}

impl ThreeCard {
    pub(super) fn phase(&self) -> Phase {
        if self.is_over() {
            return Phase::Over;
        }
        if self.players.iter().all(super::round::Seated::is_settled) {
            return Phase::Close;
        }
        if let Some((place, face)) = self.next_card() {
            return Phase::Deal(place, face);
        }
        if self.button.is_none() {
            return Phase::Button;
        }
        let undecided = |place: &&u8| {
            let player = &self.players[usize::from(**place)];
            player.choice.is_none() && !player.is_settled()
        };
        if let Some(place) = self.decision_order().iter().find(undecided) {
            return Phase::Decision(Party(*place));
        }
        if self.qualifies.is_none() && !has_unseen(&self.bank) {
            return Phase::Reveal;
        }
        self.next_to_turn().map_or(Phase::Settle, Phase::Turn)
    }

    /// Where the next card lies that must be turned up before money can move: the bank's, or that of the next
    /// wager which depends on it. Cards that no wager depends on may stay unseen.
    fn next_to_turn(&self) -> Option<Place> {
        if self.qualifies.is_none() {
            return self.has_open_wager().then_some(Place::Bank);
        }
        if !self.players.iter().any(|player| has_unseen(&player.cards)) {
            return None;
        }
        let (who, kind) = self.next_wager()?;
        let spot = self.players[who.index()].seat;
        self.depends_on_unseen(who, kind).then_some(Place::Hand { spot, hand: 0 })
    }

    /// The next card of the deal: a stack for each player in turn, the bank's last.
    fn next_card(&self) -> Option<(Place, Face)> {
        let cards = usize::from(self.rules().deal.cards.value);
        let short = |place: &&u8| {
            let player = &self.players[usize::from(**place)];
            player.cards.len() < cards && !player.is_settled()
        };
        if let Some(place) = self.order.iter().find(short) {
            let spot = self.players[usize::from(*place)].seat;
            return Some((Place::Hand { spot, hand: 0 }, Face::Down));
        }
        let is_shown = self.bank.len() + 1 == usize::from(self.rules().deal.bank_shows.value);
        let face = if is_shown { Face::Up } else { Face::Down };
        (self.bank.len() < cards).then_some((Place::Bank, face))
    }

    /// The players in the order they are asked.
    fn decision_order(&self) -> arrayvec::ArrayVec<u8, { super::round::SEATS_MAX }> {
        let rules = self.rules();
        if rules.play.first.value == rules.deal.first.value {
            return self.order.clone();
        }
        let first = match rules.play.first.value {
            First::Seat1 => Seat::new(1),
            First::LeftOfBank => self.setup.bank.clockwise(self.setup.seats),
        };
        let place = |seat: Seat| self.players.iter().position(|player| player.seat == seat);
        first.around(self.setup.seats).filter_map(place).map(|place| place as u8).collect()
    }

    /// What the round waits for.
    #[must_use]
    pub fn waits(&self) -> Waits {
        match self.phase() {
            Phase::Deal(place, face) => Waits::Card { place, face },
            Phase::Turn(place) => Waits::Card { place, face: Face::Up },
            Phase::Decision(who) => Waits::Choice(who),
            _ => Waits::Over,
        }
    }

    /// Deals the next card to the place the round waits for, or turns it up there; nothing stands for a card
    /// that is dealt face down unseen.
    ///
    /// # Errors
    /// When no card is expected, there is no such card left, or it may not be unseen; the round is unchanged.
    pub fn card(&mut self, card: Option<Card>, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        let phase = self.phase();
        let rules = self.rules();
        if let Some(card) = card.filter(|card| card.is_joker() || self.seen.contains(*card)) {
            return Err(Refusal::new(Reason::NoSuchCard(card), rules.deck.jokers.clause));
        }
        let event = match (phase, card) {
            (Phase::Deal(_, Face::Up) | Phase::Turn(_), None) => {
                return Err(Refusal::new(Reason::MustBeShown, rules.deal.shown.clause));
            }
            (Phase::Deal(place, face), card) => Event::Dealt { place, card, face },
            (Phase::Turn(place), Some(card)) => Event::Turned { place, card },
            (Phase::Over, _) => return Err(Refusal::plain(Reason::RoundOver)),
            _ => return Err(Refusal::new(Reason::ChoiceExpected, rules.play.first.clause)),
        };
        self.emit(event, events);
        self.advance(events);
        Ok(())
    }

    /// Takes a player's choice.
    ///
    /// # Errors
    /// When the choice is not allowed now; the refusal cites its clause and the round is unchanged.
    pub fn choose(
        &mut self,
        who: Party,
        choice: Choice,
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        let rules = self.rules();
        if let Choice::Put { wager: WagerKind::Ante | WagerKind::PairPlus | WagerKind::SixCard, .. } = choice
        {
            return Err(Refusal::new(Reason::TooLate, rules.wagers.closes.clause));
        }
        let turn = match self.phase() {
            Phase::Decision(turn) => turn,
            Phase::Deal(..) | Phase::Turn(_) => {
                return Err(Refusal::new(Reason::CardExpected, rules.deal.shown.clause));
            }
            _ => return Err(Refusal::plain(Reason::RoundOver)),
        };
        if who.index() >= self.players.len() {
            return Err(Refusal::plain(Reason::NobodyThere));
        }
        if who != turn {
            return Err(Refusal::new(Reason::NotYourTurn, rules.play.first.clause));
        }
        let seat = self.players[who.index()].seat;
        let amount = self.play_amount(who);
        let choice = match choice {
            Choice::Put { wager: WagerKind::Play, amount: with } if with == amount => Choice::Play,
            Choice::Put { wager: WagerKind::Play, .. } => {
                let reason = Reason::Amount { least: amount, most: amount };
                return Err(Refusal::new(reason, rules.wagers.play.clause));
            }
            choice => choice,
        };
        if choice == Choice::Play && amount > self.behind(who) {
            return Err(Refusal::new(Reason::NotEnoughMoney, rules.wagers.play.clause));
        }
        self.emit(Event::Chose { who, seat, choice }, events);
        if choice == Choice::Play {
            self.emit(Event::Wagered { who, seat, wager: WagerKind::Play, amount }, events);
        }
        self.advance(events);
        Ok(())
    }

    /// What a play wager costs: exactly the ante.
    fn play_amount(&self, who: Party) -> Money {
        self.players[who.index()].wager(WagerKind::Ante)
    }

    /// Adds everything that is allowed now to a list.
    pub fn allowed(&self, list: &mut Vec<Allowed>) {
        let Phase::Decision(who) = self.phase() else { return };
        let amount = self.play_amount(who);
        if amount <= self.behind(who) {
            list.push(Allowed { who, choice: Choice::Play, amount });
        }
        list.push(Allowed { who, choice: Choice::Fold, amount: Money::ZERO });
    }

    /// Carries out everything that needs nobody's word.
    pub(super) fn advance(&mut self, events: &mut impl Record<Event>) {
        loop {
            match self.phase() {
                Phase::Button => {
                    let event = self.button_event();
                    self.emit(event, events);
                }
                Phase::Reveal => {
                    let rule = &self.rules().bank;
                    let qualifies = bank_qualifies(rule, &whole(&self.bank));
                    let clause = rule.qualifies_from.clause;
                    self.emit(Event::Revealed { qualifies, clause }, events);
                }
                Phase::Settle => self.settle(events),
                Phase::Close => {
                    self.emit(Event::Closed { amount: self.account.to_close() }, events);
                }
                Phase::Deal(..) | Phase::Turn(_) | Phase::Decision(_) | Phase::Over => return,
            }
        }
    }

    /// The bank's shown card counts out a seat; from an empty one the button slides to the next ante.
    fn button_event(&self) -> Event {
        let rules = &self.rules().settlement;
        let (bank, seats) = (self.setup.bank, self.setup.seats);
        let shown = usize::from(self.rules().deal.bank_shows.value) - 1;
        let card = self.bank[shown].expect("the bank's card that is dealt face up is named");
        let number = button::number(card, rules.faces_number.value, 1);
        let counted = button::count_out(number, rules.count_from.value, bank, seats);
        let has_ante = |seat: &Seat| self.players.iter().any(|player| player.seat == *seat);
        let clause: Clause =
            if has_ante(&counted) { rules.count_from.clause } else { rules.empty_seat.clause };
        let seat = counted.around(seats).filter(|seat| *seat != bank).find(has_ante).unwrap_or(counted);
        Event::Button { card, seat, clause }
    }

    /// What a human dealer does with wagers and cards before the next card is turned up: after the last decision, and once
    /// the bank's hand is seen.
    pub(super) fn before_card(&self) -> Option<String> {
        let Phase::Turn(place) = self.phase() else { return None };
        let is_first = |cards: &super::round::Stack, shown: usize| cards.iter().flatten().count() == shown;
        match (place, self.qualifies) {
            (Place::Bank, _) if is_first(&self.bank, 1) => self.gathered(),
            (Place::Hand { .. }, Some(true)) if self.players.iter().all(|one| is_first(&one.cards, 0)) => {
                Some("The bank qualifies: stack each play wager on its ante.".to_owned())
            }
            (Place::Bank | Place::Hand { .. }, _) => None,
        }
    }

    /// What is picked up of those who gave their hands up.
    fn gathered(&self) -> Option<String> {
        let folded = |keeps: bool| {
            let is_one = move |one: &&super::round::Seated| {
                let bonus = one.wager(WagerKind::SixCard).is_positive();
                one.choice == Some(Choice::Fold) && !one.is_settled() && bonus == keeps
            };
            let seats: Vec<String> =
                self.players.iter().filter(is_one).map(|one| format!("seat {}", one.seat)).collect();
            (!seats.is_empty()).then(|| seats.join(" and "))
        };
        let racked = folded(false)
            .map(|seats| format!("Set what {seats} gave up aside, and lay the cards into the discard rack."));
        let kept = folded(true).map(|seats| {
            format!("Set what {seats} gave up aside, and lay the cards under the 6 Card Bonus.")
        });
        match (racked, kept) {
            (None, None) => None,
            (racked, kept) => Some([racked, kept].into_iter().flatten().collect::<Vec<_>>().join(" ")),
        }
    }
}
