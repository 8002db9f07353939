//! The face that poker shows to whoever deals any game.

use std::sync::Arc;

use books::poker::{BuyInOf, ExtraCard, PokerRules, Structure};
use books::rates::Limit;
use books::structure::{Stakes, StakesFault};
use books::{Clause, Header, Money, Rule};
use cards::{Card, Deck};

use super::event::{Choice, DeadHand, Event, FeeKind, Place, Which};
use super::hand::{self, Hand};
use super::irregularity::Irregularity;
use super::round_view;
use super::schedule::stakes_of;
use super::setup::{Setup, SetupFault};
use super::table::Table;
use super::turns::{Allowed, Offer};
use super::view::Viewer as PokerViewer;
use crate::bank::Face;
use crate::begins::Begins;
use crate::face::{Asked, GameFace, Laid, NotReady, OfferOf, RoundFace, TableRules};
use crate::record::Record;
use crate::round::{self, Balances, Fault, Refusal, Slot, View, Viewer, Waits};
use crate::seat::{Party, Seat};

impl GameFace for Table {
    type Rules = PokerRules;
    type Setup = Setup;

    fn ready(rules: &PokerRules, asked: &Asked<'_>) -> Result<Table, NotReady> {
        asked.without_shoe(rules.deck.jokers.clause)?;
        if !rules.table.offered.value && !asked.is_turned_on {
            return Err(NotReady::Closed(rules.table.offered.clause));
        }
        let stakes = stakes_of(rules, asked.schedule, asked.structure, asked.limit, asked.blinds);
        Ok(Table::new(rules, stakes.map_err(NotReady::Stakes)?))
    }

    fn stakes(rules: &PokerRules, asked: &Asked<'_>) -> Option<Result<Stakes, StakesFault>> {
        let stakes = stakes_of(rules, asked.schedule, asked.structure, asked.limit, asked.blinds);
        Some(stakes.and_then(|stakes| rules.check_blinds(&stakes, asked.blinds).map(|()| stakes)))
    }

    fn header(&self) -> &Header {
        &self.rules().book
    }

    fn begins(&self) -> Begins<'_> {
        Begins::Blinds
    }

    fn deck(&self) -> Deck {
        Deck::with_jokers(self.rules().deck.jokers.value)
    }

    fn backline(&self) -> Rule<bool> {
        self.rules().table.backline
    }

    fn limit(&self) -> Option<&Rule<Limit>> {
        None
    }

    fn seats(&self) -> u8 {
        self.rules().table.players.most.min(self.header().seats.value)
    }

    fn seat_held(&self, is_break: bool) -> Option<Rule<u16>> {
        let seating = &self.rules().seating;
        let minutes = if is_break { seating.lobby_minutes } else { seating.meal_minutes };
        minutes.map(|rule| Rule { value: u16::from(rule.value), clause: rule.clause })
    }

    /// What the book asks for a game of this size, or what the table was told.
    fn buy_in(&self, told: Option<Money>) -> Rule<Money> {
        let stakes = self.stakes();
        let of = |what: BuyInOf| match what {
            BuyInOf::LowerLimit => stakes.low,
            BuyInOf::UpperLimit => stakes.high,
            BuyInOf::BigBlind => stakes.big_blind,
        };
        let filed = self.structure().buy_in.as_ref().and_then(|list| {
            let step =
                list.value.iter().filter(|step| step.from <= of(step.of)).max_by_key(|step| step.from)?;
            let clause = step.times.clause.or(list.clause);
            Some(Rule { value: of(step.of).times(i64::from(step.times.value)), clause })
        });
        let unfiled = told.unwrap_or(stakes.big_blind.times(10));
        filed.unwrap_or(Rule { value: unfiled, clause: Clause::NONE })
    }

    fn limit_words(&self) -> String {
        let stakes = self.stakes();
        let word = stakes.structure.word();
        match stakes.structure {
            Structure::Limit | Structure::Spread => format!("{}/{} {word}", stakes.low, stakes.high),
            Structure::PotLimit | Structure::NoLimit => {
                format!("{}/{} {word}", stakes.small_blind, stakes.big_blind)
            }
        }
    }

    fn table_rules(&self) -> TableRules<'_> {
        let rules = self.rules();
        let cash = rules.acting.cash_plays.filter(|rule| !rule.value);
        let clause = cash.map_or(rules.betting.table_stakes.clause, |rule| rule.clause);
        TableRules {
            stakes: Some((self.stakes(), self.structure())),
            seating: Some(&rules.seating),
            adds_in_round: Some(Rule { value: false, clause }),
            time_call_seconds: rules.acting.time_seconds,
            fee_minutes: rules.collection.timed_minutes,
            ..TableRules::default()
        }
    }

    /// Poker has blinds, not wagers against a bank.
    fn lay_out(&self, _laid: Laid) -> Option<Setup> {
        None
    }
}

fn faults(faults: Vec<SetupFault>) -> Vec<Fault> {
    let fault = |fault: SetupFault| Fault {
        about: None,
        what: fault.to_string(),
        clause: fault.clause(),
        code: fault.into(),
    };
    faults.into_iter().map(fault).collect()
}

impl RoundFace for Hand {
    type Game = Table;
    type Setup = Setup;
    type Choice = Choice;
    type Event = Event;
    type Report = Irregularity;

    fn open(
        table: &Arc<Table>,
        setup: &Arc<Setup>,
        events: &mut impl Record<Event>,
    ) -> Result<Self, Vec<Fault>> {
        Hand::new(table, setup, events).map_err(faults)
    }

    fn unopened(table: &Arc<Table>, setup: &Arc<Setup>) -> Result<Self, Vec<Fault>> {
        Hand::before(table, setup).map_err(faults)
    }

    fn waits(&self) -> Waits {
        match self.waits() {
            hand::Waits::Card(Place::Private(seat)) => {
                Waits::Card { slot: Slot::Spot { seat, hand: 0 }, face: Face::Down }
            }
            hand::Waits::Card(Place::Board) => Waits::Card { slot: Slot::Board, face: Face::Up },
            hand::Waits::Card(Place::Burn) => Waits::Card { slot: Slot::Burn, face: Face::Down },
            hand::Waits::Shuffle(back) => Waits::Shuffle(back),
            hand::Waits::Choices => Waits::Choices,
            hand::Waits::Over => Waits::Over,
        }
    }

    fn card(&mut self, card: Option<Card>, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        Ok(self.card(card, events)?)
    }

    fn hand_to_show(&self) -> Option<(Seat, u8)> {
        self.hand_to_show()
    }

    fn shows(&self, seat: Seat) -> Option<(Party, Choice)> {
        let mut list = Vec::new();
        self.allowed(&mut list);
        let shown =
            list.into_iter().find(|one| one.seat == seat && one.offer == Offer::Show && self.awaits(seat));
        shown.map(OfferOf::from).map(|offer| (offer.who, offer.choice))
    }

    fn turn_up(
        &mut self,
        seat: Seat,
        cards: &[Card],
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        Ok(self.turn_up(seat, cards, events)?)
    }

    fn shuffle(&mut self, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        Ok(self.shuffle(events)?)
    }

    fn choose(&mut self, who: Party, choice: Choice, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        Ok(self.choose(Seat::new(who.0.max(1)), choice, events)?)
    }

    /// A hand is void as a whole; the floor says whether a fee out of the pot goes back.
    fn void(
        &mut self,
        spot: Option<Seat>,
        fees_returned: bool,
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        match spot {
            None => Ok(self.void(fees_returned, events)?),
            Some(_) => Err(Refusal::not_in_this_game()),
        }
    }

    fn void_as_before(
        &mut self,
        spot: Option<Seat>,
        _fees_returned: bool,
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        match spot {
            None => Ok(self.void_as_before(events)?),
            Some(_) => Err(Refusal::not_in_this_game()),
        }
    }

    fn report(&mut self, report: Irregularity, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        Ok(self.report(report, events)?)
    }

    fn needs_floor(&self, report: Irregularity) -> bool {
        match report {
            Irregularity::FouledDeck
            | Irregularity::MiscallRuled { .. }
            | Irregularity::Dead { .. }
            | Irregularity::OutOfTurn { .. }
            | Irregularity::ThrownByMistake { .. }
            | Irregularity::SubstantialAction { .. }
            | Irregularity::ShownToOne { .. } => true,
            // Mended in time, it is the dealer's to say; later it kills the hand.
            Irregularity::JokerInHand { seat, card } => {
                self.place(seat).is_ok_and(|place| self.fouled_by_joker(place, card).is_some())
            }
            Irregularity::ExtraCard { seat, .. } => {
                let is_foul = self.table().rules().card_faults.extra_card.value == ExtraCard::Foul;
                is_foul || self.place(seat).is_ok_and(|place| self.is_too_late_to_mend(place))
            }
            Irregularity::MissingCard { seat } => {
                self.place(seat).is_ok_and(|place| self.is_too_late_to_mend(place))
            }
            Irregularity::FirstCardExposed
            | Irregularity::Exposed { .. }
            | Irregularity::ExposedByHolder { .. }
            | Irregularity::ExposedOnDraw { .. }
            | Irregularity::ExtraCardsOff(_)
            | Irregularity::Boxed(_)
            | Irregularity::BoxedTogether(_)
            | Irregularity::JokerNext
            | Irregularity::EarlyFlop
            | Irregularity::LargeFlop(_)
            | Irregularity::EarlyTurn(_)
            | Irregularity::EarlyRiver(_)
            | Irregularity::NotPosted { .. }
            | Irregularity::PostMade { .. }
            | Irregularity::Miscalled { .. } => false,
        }
    }

    fn apply(&mut self, event: &Event) {
        self.apply(event);
    }

    fn offers(&self) -> Vec<OfferOf<Choice>> {
        let mut list = Vec::new();
        self.allowed(&mut list);
        list.into_iter().filter(|one| self.awaits(one.seat)).map(OfferOf::from).collect()
    }

    fn step(&self, _choice: &Choice) -> Money {
        self.table.stakes().chip
    }

    fn silence(choice: &Choice) -> Option<u8> {
        match choice {
            Choice::Check | Choice::Show | Choice::Discard(_) | Choice::Draw(_) => Some(0),
            Choice::Fold | Choice::Muck => Some(1),
            Choice::Call | Choice::Bet(_) | Choice::Raise(_) => None,
        }
    }

    fn amount_of(choice: &Choice) -> Money {
        match *choice {
            Choice::Bet(amount) | Choice::Raise(amount) => amount,
            Choice::Fold
            | Choice::Check
            | Choice::Call
            | Choice::Discard(_)
            | Choice::Draw(_)
            | Choice::Show
            | Choice::Muck => Money::ZERO,
        }
    }

    fn purse_of(&self, who: Party) -> Option<u8> {
        self.listed().iter().position(|seat| seat.number() == who.0).map(|place| place as u8)
    }

    fn balances(&self) -> Balances {
        Balances {
            purses: self.listed().iter().map(|seat| self.stack(*seat).unwrap_or_default()).collect(),
            pot: self.pot(),
            drop: Hand::drop(self),
            jackpot: self.jackpot(),
            ..Balances::default()
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        round_view::view(self, self.seat_of(viewer))
    }

    fn seen_by(&self, viewer: Viewer, event: &Event) -> Option<Event> {
        Some(event.seen_by(self.seat_of(viewer)))
    }

    fn clause(event: &Event) -> Clause {
        event.clause()
    }

    fn dealt(event: &Event) -> Option<Option<Card>> {
        if let Event::Dealt { card, .. } = event { Some(*card) } else { None }
    }

    fn is_dealt_again(&self, _since: &[Event]) -> bool {
        self.seen().is_empty() && !self.is_over()
    }

    fn card_named(report: &Irregularity) -> Option<Card> {
        match *report {
            Irregularity::Boxed(card)
            | Irregularity::LargeFlop(card)
            | Irregularity::EarlyTurn(card)
            | Irregularity::EarlyRiver(card)
            | Irregularity::ExtraCard { card: Some(card), .. } => Some(card),
            Irregularity::FirstCardExposed
            | Irregularity::Exposed { .. }
            | Irregularity::ExposedByHolder { .. }
            | Irregularity::ExposedOnDraw { .. }
            | Irregularity::ExtraCardsOff(_)
            | Irregularity::BoxedTogether(_)
            | Irregularity::JokerNext
            | Irregularity::JokerInHand { .. }
            | Irregularity::ExtraCard { card: None, .. }
            | Irregularity::MissingCard { .. }
            | Irregularity::EarlyFlop
            | Irregularity::OutOfTurn { .. }
            | Irregularity::ThrownByMistake { .. }
            | Irregularity::SubstantialAction { .. }
            | Irregularity::NotPosted { .. }
            | Irregularity::PostMade { .. }
            | Irregularity::FouledDeck
            | Irregularity::Dead { .. }
            | Irregularity::ShownToOne { .. }
            | Irregularity::Miscalled { .. }
            | Irregularity::MiscallRuled { .. } => None,
        }
    }

    /// Where the shuffler deals, every card and every post is where it belongs, nobody acts out of turn and hands speak
    /// for themselves; the floor may still rule that one is dead.
    fn is_of_human_dealer(report: &Irregularity) -> bool {
        match report {
            Irregularity::Dead { why, .. } => *why != DeadHand::Floor,
            Irregularity::FirstCardExposed
            | Irregularity::Exposed { .. }
            | Irregularity::ExposedByHolder { .. }
            | Irregularity::ExposedOnDraw { .. }
            | Irregularity::ExtraCardsOff(_)
            | Irregularity::Boxed(_)
            | Irregularity::BoxedTogether(_)
            | Irregularity::JokerNext
            | Irregularity::JokerInHand { .. }
            | Irregularity::ExtraCard { .. }
            | Irregularity::MissingCard { .. }
            | Irregularity::EarlyFlop
            | Irregularity::LargeFlop(_)
            | Irregularity::EarlyTurn(_)
            | Irregularity::EarlyRiver(_)
            | Irregularity::OutOfTurn { .. }
            | Irregularity::ThrownByMistake { .. }
            | Irregularity::SubstantialAction { .. }
            | Irregularity::NotPosted { .. }
            | Irregularity::PostMade { .. }
            | Irregularity::FouledDeck
            | Irregularity::ShownToOne { .. }
            | Irregularity::Miscalled { .. }
            | Irregularity::MiscallRuled { .. } => true,
        }
    }

    fn pays_half_hour(event: &Event) -> bool {
        matches!(event, Event::Collected { fee: FeeKind::Time, .. })
    }
}

impl Hand {
    fn seat_of(&self, viewer: Viewer) -> PokerViewer {
        match viewer {
            Viewer::Purse(purse) => {
                let seat = self.listed().get(usize::from(purse));
                seat.map_or(PokerViewer::Rail, |seat| PokerViewer::Seat(*seat))
            }
            Viewer::Rail | Viewer::Auditor => PokerViewer::Rail,
        }
    }
}

impl From<Allowed> for OfferOf<Choice> {
    fn from(allowed: Allowed) -> OfferOf<Choice> {
        let (zero, no_cards) = (Money::ZERO, (0, 0));
        let (choice, least, most, cards) = match allowed.offer {
            Offer::Fold => (Choice::Fold, zero, zero, no_cards),
            Offer::Check => (Choice::Check, zero, zero, no_cards),
            Offer::Call(adds) => (Choice::Call, adds, adds, no_cards),
            Offer::Bet { least, most } => (Choice::Bet(least), least, most, no_cards),
            Offer::Raise { least, most } => (Choice::Raise(least), least, most, no_cards),
            Offer::Discard(count) => (Choice::Discard(Which::first(count)), zero, zero, (count, count)),
            Offer::Draw(most) => (Choice::Draw(Which::NONE), zero, zero, (0, most)),
            Offer::Show => (Choice::Show, zero, zero, no_cards),
            Offer::Muck => (Choice::Muck, zero, zero, no_cards),
        };
        OfferOf { who: Party(allowed.seat.number()), choice, least, most, cards }
    }
}

impl Event {
    /// The event of poker that an event of a round is, if it is one.
    #[must_use]
    pub fn of(event: &round::Event) -> Option<Event> {
        if let round::Event::Poker(event) = event { Some(*event) } else { None }
    }

    /// The clause the event rests on; [`Clause::NONE`] if it cites none.
    #[must_use]
    pub fn clause(&self) -> Clause {
        match *self {
            Event::Posted { clause, .. }
            | Event::Collected { clause, .. }
            | Event::Opened { clause, .. }
            | Event::Returned { clause, .. }
            | Event::Asked { clause, .. }
            | Event::Shuffled { clause, .. }
            | Event::Showdown { clause, .. }
            | Event::Died { clause, .. }
            | Event::Reported { clause, .. }
            | Event::Awarded { clause, .. }
            | Event::Voided { clause } => clause,
            Event::Began { .. }
            | Event::Dealt { .. }
            | Event::Chose { .. }
            | Event::Closed
            | Event::Turned { .. }
            | Event::Showed { .. }
            | Event::Mucked { .. }
            | Event::Ended => Clause::NONE,
        }
    }
}
