//! The face that Three Card Poker shows to whoever deals any game.

use std::sync::Arc;

use books::rates::Limit;
use books::three_card::ThreeCardRules;
use books::{Clause, Header, Money, Rule};
use cards::{Card, Deck};

use super::event::{self, Choice, Event, Report};
use super::flow::Phase;
use super::round::{ThreeCard, Viewer as ThreeCardViewer};
use super::round_view;
use super::setup::{Bet, Game, Setup};
use crate::bank::{self, Place};
use crate::begins::{Banking, Begins};
use crate::face::{Asked, GameFace, Laid, NotReady, OfferOf, RoundFace, SideWager};
use crate::record::Record;
use crate::round::{Balances, Fault, Refusal, SidePart, View, Viewer, Waits};
use crate::seat::{Party, Seat};

impl GameFace for Game {
    type Rules = ThreeCardRules;
    type Setup = Setup;

    fn ready(rules: &ThreeCardRules, asked: &Asked<'_>) -> Result<Game, NotReady> {
        asked.without_shoe(rules.deck.decks.clause)?;
        Ok(Game { rules: rules.clone(), schedule: asked.schedule.cloned() })
    }

    fn header(&self) -> &Header {
        &self.rules.book
    }

    fn begins(&self) -> Begins<'_> {
        Begins::Bank(Banking {
            rotation: &self.rules.rotation,
            coverage: self.rules.settlement.coverage.clause,
            shared: None,
            shared_by_company: None,
            wagered_last_round: None,
        })
    }

    fn deck(&self) -> Deck {
        Deck::with_jokers(self.rules.deck.jokers.value)
    }

    fn backline(&self) -> Rule<bool> {
        self.rules.table.backline
    }

    fn limit(&self) -> Option<&Rule<Limit>> {
        self.schedule.as_ref()?.limit.as_ref()
    }

    fn wager_step(&self) -> Money {
        self.rules.wagers.unit.value
    }

    fn sides(&self) -> Vec<SideWager> {
        let bounds = &self.rules.wagers;
        let parts = [
            (SidePart::PairPlus, "Pair Plus", self.rules.pair_plus.offered.value),
            (SidePart::SixCard, "6 Card Bonus", self.rules.six_card.offered.value),
        ];
        let offered = parts.into_iter().filter(|(_, _, is_offered)| *is_offered);
        let side = |(part, name, _): (SidePart, &str, bool)| SideWager {
            part,
            name: name.to_owned(),
            least: bounds.bonus_least.value,
            most: bounds.bonus_most.value,
            equals_base: false,
        };
        offered.map(side).collect()
    }

    fn lay_out(&self, laid: Laid) -> Option<Setup> {
        let bets = laid.wagers.iter().map(|wager| Bet {
            seat: wager.spot,
            purse: wager.purse,
            ante: wager.base,
            pair_plus: wager.pair_plus,
            six_card: wager.six_card,
        });
        Some(Setup {
            seats: self.rules.book.seats.value,
            bets: bets.collect(),
            purses: laid.purses,
            bank: laid.bank,
            banker: laid.banker,
            stake: laid.stake,
        })
    }
}

impl RoundFace for ThreeCard {
    type Game = Game;
    type Setup = Setup;
    type Choice = Choice;
    type Event = Event;
    type Report = Report;

    fn open(
        game: &Arc<Game>,
        setup: &Arc<Setup>,
        events: &mut impl Record<Event>,
    ) -> Result<Self, Vec<Fault>> {
        ThreeCard::open(Arc::clone(game), setup, events).map_err(Fault::of_bank)
    }

    fn waits(&self) -> Waits {
        match self.waits() {
            event::Waits::Card { place, face } => Waits::Card { slot: place.into(), face },
            event::Waits::Choice(_) => Waits::Choices,
            event::Waits::Over => Waits::Over,
        }
    }

    fn turns_up(&self) -> bool {
        matches!(self.phase(), Phase::Turn(_))
    }

    fn opens_hand(&self) -> bool {
        matches!(self.phase(), Phase::Turn(Place::Hand { .. }))
    }

    fn before_card(&self) -> Option<String> {
        self.before_card()
    }

    fn card(&mut self, card: Option<Card>, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        Ok(self.card(card, events)?)
    }

    fn choose(&mut self, who: Party, choice: Choice, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        Ok(self.choose(who, choice, events)?)
    }

    fn report(&mut self, report: Report, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        Ok(self.report(report, events)?)
    }

    fn void(
        &mut self,
        spot: Option<Seat>,
        fees_returned: bool,
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        Ok(self.void(spot, fees_returned, events)?)
    }

    /// Before a card is shown all is dealt again; later hands or the whole round are void.
    fn needs_floor(&self, report: Report) -> bool {
        match report {
            Report::WrongStack(_) | Report::WrongBankStack | Report::BadDeck => self.button().is_some(),
        }
    }

    fn unopened(game: &Arc<Game>, setup: &Arc<Setup>) -> Result<Self, Vec<Fault>> {
        Ok(ThreeCard::unopened(Arc::clone(game), Arc::clone(setup)))
    }

    fn apply(&mut self, event: &Event) {
        self.apply(event);
    }

    fn offers(&self) -> Vec<OfferOf<Choice>> {
        let mut list = Vec::new();
        self.allowed(&mut list);
        let offer = |allowed: super::Allowed| OfferOf {
            who: allowed.who,
            choice: allowed.choice,
            least: allowed.amount,
            most: allowed.amount,
            cards: (0, 0),
        };
        list.into_iter().map(offer).collect()
    }

    fn silence(choice: &Choice) -> Option<u8> {
        match choice {
            Choice::Fold => Some(0),
            Choice::Play | Choice::Put { .. } => None,
        }
    }

    fn amount_of(choice: &Choice) -> Money {
        match *choice {
            Choice::Put { amount, .. } => amount,
            Choice::Play | Choice::Fold => Money::ZERO,
        }
    }

    fn purse_of(&self, who: Party) -> Option<u8> {
        let setup = self.setup();
        bank::purse_of(who, setup.banker, &[], setup.bets.iter().map(|bet| bet.purse))
    }

    fn balances(&self) -> Balances {
        Balances {
            purses: (0..self.setup().purses.len()).map(|place| self.purse(place)).collect(),
            wagers: self.wagered(),
            stake: self.staked(),
            drop: ThreeCard::drop(self),
            ..Balances::default()
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        round_view::view(self, viewer)
    }

    fn seen_by(&self, viewer: Viewer, event: &Event) -> Option<Event> {
        let own = viewer.parties(self.setup().bets.iter().map(|bet| bet.purse));
        let sees = |viewer| !self.is_hidden_from(viewer, event);
        let is_seen =
            sees(ThreeCardViewer::Everybody) || own.into_iter().any(|who| sees(ThreeCardViewer::Player(who)));
        if is_seen {
            return Some(*event);
        }
        // What is hidden is not told, but that a card was dealt everybody sees.
        match *event {
            Event::Dealt { place, face, .. } => Some(Event::Dealt { place, card: None, face }),
            Event::Staked { .. }
            | Event::Wagered { .. }
            | Event::Collected { .. }
            | Event::Turned { .. }
            | Event::Misdealt { .. }
            | Event::Button { .. }
            | Event::Chose { .. }
            | Event::Revealed { .. }
            | Event::Settled { .. }
            | Event::Closed { .. } => None,
        }
    }

    fn clause(event: &Event) -> Clause {
        event.clause()
    }

    fn dealt(event: &Event) -> Option<Option<Card>> {
        if let Event::Dealt { card, .. } = event { Some(*card) } else { None }
    }

    fn is_dealt_again(&self, since: &[Event]) -> bool {
        since.iter().any(|event| matches!(event, Event::Misdealt { .. }))
    }

    /// A stack is dealt by the machine where the shuffler deals; the machine itself may fail.
    fn is_of_human_dealer(report: &Report) -> bool {
        match report {
            Report::WrongStack(_) | Report::WrongBankStack => true,
            Report::BadDeck => false,
        }
    }
}

impl Event {
    /// The clause the event rests on; [`Clause::NONE`] if it cites none.
    #[must_use]
    pub fn clause(&self) -> Clause {
        match *self {
            Event::Collected { clause, .. }
            | Event::Misdealt { clause }
            | Event::Button { clause, .. }
            | Event::Revealed { clause, .. }
            | Event::Settled { clause, .. } => clause,
            Event::Staked { .. }
            | Event::Wagered { .. }
            | Event::Dealt { .. }
            | Event::Turned { .. }
            | Event::Chose { .. }
            | Event::Closed { .. } => Clause::NONE,
        }
    }
}
