//! The face that blackjack shows to whoever deals any game.

use std::sync::Arc;

use books::blackjack::BlackjackRules;
use books::rates::Limit;
use books::{Clause, Header, Money, Rule};
use cards::{Card, Deck};

use super::choice::Choice;
use super::event::Event;
use super::open;
use super::report::Report;
use super::round_view;
use super::setup::{Bet, Setup};
use super::state::{Blackjack, Game};
use super::waits;
use crate::bank::{self, Face};
use crate::begins::{Banking, Begins};
use crate::face::{Asked, GameFace, Laid, NotReady, OfferOf, RoundFace, SideWager};
use crate::record::Record;
use crate::round::{Balances, Fault, Refusal, SidePart, View, Viewer, Waits};
use crate::seat::{Party, Seat};

impl GameFace for Game {
    type Rules = BlackjackRules;
    type Setup = Setup;

    fn ready(rules: &BlackjackRules, asked: &Asked<'_>) -> Result<Game, NotReady> {
        let mut rules = rules.clone();
        if let Some(decks) = asked.decks {
            let clause = rules.deck.decks.clause;
            let bounds = &mut rules.deck.decks.value;
            if !(bounds.least..=bounds.most).contains(&decks) {
                let what = format!("{decks} decks: a shoe holds {} to {} here", bounds.least, bounds.most);
                return Err(NotReady::Shoe { what, clause });
            }
            // What is usual at this table is what it was told.
            bounds.usual = decks;
        }
        Ok(Game { rules, schedule: asked.schedule.cloned() })
    }

    fn header(&self) -> &Header {
        &self.rules.book
    }

    fn begins(&self) -> Begins<'_> {
        Begins::Bank(Banking {
            rotation: &self.rules.rotation,
            coverage: self.rules.settlement.coverage.clause,
            shared: self.rules.bank.shared,
            shared_by_company: self.rules.bank.shared_by_company,
            wagered_last_round: None,
        })
    }

    fn deck(&self) -> Deck {
        let one = Deck::with_jokers(self.rules.deck.jokers.value);
        one.decks(self.rules.deck.decks.usual).unwrap_or(one)
    }

    fn backline(&self) -> Rule<bool> {
        self.rules.table.backline
    }

    fn limit(&self) -> Option<&Rule<Limit>> {
        self.schedule.as_ref()?.limit.as_ref()
    }

    fn wager_step(&self) -> Money {
        open::wager_step(self)
    }

    fn sides(&self) -> Vec<SideWager> {
        let one = |name: &str, least, most, equals_base| SideWager {
            part: SidePart::Side,
            name: name.to_owned(),
            least,
            most,
            equals_base,
        };
        let bonus = self.rules.bonus_bet.as_ref().filter(|bonus| bonus.offered.value);
        let buster = self.rules.buster.as_ref().filter(|buster| buster.offered.value);
        if let Some(bonus) = bonus {
            return vec![one("Bonus Bet", Money::dollars(1), Money::ZERO, bonus.equals_base.value)];
        }
        let most_of = |most: Option<Money>| most.unwrap_or(Money::ZERO);
        let buster = buster.map(|buster| {
            let most = most_of(buster.most.as_ref().map(|most| most.value));
            one("Buster", buster.least.value, most, false)
        });
        buster.into_iter().collect()
    }

    fn lay_out(&self, laid: Laid) -> Option<Setup> {
        let bets = laid.wagers.iter().map(|wager| Bet {
            spot: wager.spot,
            purse: wager.purse,
            base: wager.base,
            side: wager.side,
        });
        Some(Setup {
            seats: self.rules.book.seats.value,
            decks: self.rules.deck.decks.usual,
            bets: bets.collect(),
            purses: laid.purses,
            bank: laid.bank,
            banker: laid.banker,
            stake: laid.stake,
            partners: laid.partners,
        })
    }
}

impl RoundFace for Blackjack {
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
        Blackjack::open(Arc::clone(game), setup, events).map_err(Fault::of_bank)
    }

    fn unopened(game: &Arc<Game>, setup: &Arc<Setup>) -> Result<Self, Vec<Fault>> {
        Ok(Blackjack::unopened(Arc::clone(game), Arc::clone(setup)))
    }

    fn waits(&self) -> Waits {
        match self.waits() {
            waits::Waits::Card { place, face } => Waits::Card { slot: place.into(), face },
            waits::Waits::Look => Waits::Look,
            waits::Waits::Choices => Waits::Choices,
            waits::Waits::Over => Waits::Over,
        }
    }

    fn card(&mut self, card: Option<Card>, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        Ok(self.card(card, events)?)
    }

    fn turns_up(&self) -> bool {
        self.turns_down_card()
    }

    fn look(&mut self, natural: bool, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        Ok(self.look(natural, events)?)
    }

    fn choose(&mut self, who: Party, choice: Choice, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        Ok(self.choose(who, choice, events)?)
    }

    fn void(
        &mut self,
        spot: Option<Seat>,
        fees_returned: bool,
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        Ok(self.void(spot, fees_returned, events)?)
    }

    fn report(&mut self, report: Report, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        Ok(self.report(report, events)?)
    }

    fn needs_floor(&self, report: Report) -> bool {
        match report {
            Report::HoleExposed { .. } | Report::DrawnPast { .. } => true,
        }
    }

    fn apply(&mut self, event: &Event) {
        self.apply(event);
    }

    fn offers(&self) -> Vec<OfferOf<Choice>> {
        let mut list = Vec::new();
        self.allowed(&mut list);
        let offer = |allowed: super::Allowed| {
            let least = match allowed.choice {
                Choice::Double(least)
                | Choice::Insure(least)
                | Choice::Follow(least)
                | Choice::Side(least) => least,
                Choice::Hit
                | Choice::Stand
                | Choice::Split
                | Choice::Surrender(_)
                | Choice::EvenMoney
                | Choice::Decline => allowed.most,
            };
            OfferOf { who: allowed.who, choice: allowed.choice, least, most: allowed.most, cards: (0, 0) }
        };
        list.into_iter().map(offer).collect()
    }

    fn step(&self, _choice: &Choice) -> Money {
        self.chip()
    }

    fn silence(choice: &Choice) -> Option<u8> {
        match choice {
            Choice::Stand | Choice::Decline => Some(0),
            Choice::Hit => Some(1),
            Choice::Double(_)
            | Choice::Split
            | Choice::Surrender(_)
            | Choice::Insure(_)
            | Choice::EvenMoney
            | Choice::Follow(_)
            | Choice::Side(_) => None,
        }
    }

    fn amount_of(choice: &Choice) -> Money {
        match *choice {
            Choice::Double(amount)
            | Choice::Insure(amount)
            | Choice::Follow(amount)
            | Choice::Side(amount) => amount,
            Choice::Hit
            | Choice::Stand
            | Choice::Split
            | Choice::Surrender(_)
            | Choice::EvenMoney
            | Choice::Decline => Money::ZERO,
        }
    }

    fn purse_of(&self, who: Party) -> Option<u8> {
        let setup = self.setup();
        bank::purse_of(who, setup.banker, &setup.partners, setup.bets.iter().map(|bet| bet.purse))
    }

    fn balances(&self) -> Balances {
        Balances {
            purses: (0..self.setup().purses.len()).map(|place| self.purse(place)).collect(),
            wagers: self.wagered(),
            stake: self.staked(),
            drop: Blackjack::drop(self),
            promotion: self.promotion(),
            ..Balances::default()
        }
    }

    fn view(&self, _viewer: Viewer) -> View {
        round_view::view(self)
    }

    fn seen_by(&self, _viewer: Viewer, event: &Event) -> Option<Event> {
        Some(event.without_down_card())
    }

    fn clause(event: &Event) -> Clause {
        event.clause()
    }

    fn dealt(event: &Event) -> Option<Option<Card>> {
        if let Event::Dealt { card, .. } = event { Some(*card) } else { None }
    }

    fn is_dealt_again(&self, _since: &[Event]) -> bool {
        false
    }

    fn is_of_human_dealer(report: &Report) -> bool {
        match report {
            Report::DrawnPast { .. } | Report::HoleExposed { .. } => true,
        }
    }

    /// Some books count the rounds in a row in which somebody held a Natural.
    fn carries_on_streak(&self, purse: u8) -> Option<bool> {
        Some(self.spots().iter().enumerate().any(|(place, spot)| {
            let owner = self.setup().bets[usize::from(spot.first_bet)].purse;
            owner == purse
                && self.hands().iter().any(|hand| usize::from(hand.spot) == place && hand.is_natural)
        }))
    }
}

impl Event {
    /// The event as everybody sees it who is not the auditor.
    fn without_down_card(self) -> Event {
        match self {
            Event::Dealt { place, face: Face::Down, card: _ } => {
                Event::Dealt { place, card: None, face: Face::Down }
            }
            event @ (Event::Dealt { face: Face::Up, .. }
            | Event::Collected { .. }
            | Event::Cleared { .. }
            | Event::Button { .. }
            | Event::Settled { .. }
            | Event::Bonus { .. }
            | Event::HoleExposed { .. }
            | Event::Burned { .. }
            | Event::Staked { .. }
            | Event::Wagered { .. }
            | Event::Chose { .. }
            | Event::Looked { .. }
            | Event::Turned { .. }
            | Event::Voided { .. }
            | Event::Closed { .. }) => event,
        }
    }

    /// The clause the event rests on; [`Clause::NONE`] if it cites none.
    #[must_use]
    pub fn clause(&self) -> Clause {
        match *self {
            Event::Collected { clause, .. }
            | Event::Cleared { clause, .. }
            | Event::Button { clause, .. }
            | Event::Settled { clause, .. }
            | Event::Bonus { clause, .. }
            | Event::HoleExposed { clause, .. }
            | Event::Burned { clause, .. } => clause,
            Event::Staked { .. }
            | Event::Wagered { .. }
            | Event::Dealt { .. }
            | Event::Chose { .. }
            | Event::Looked { .. }
            | Event::Turned { .. }
            | Event::Voided { .. }
            | Event::Closed { .. } => Clause::NONE,
        }
    }
}
