//! The face that double-hand poker shows to whoever deals any game.

use std::sync::Arc;

use books::double_hand::{DoubleHandRules, Eligible};
use books::rates::{Limit, Schedule};
use books::{Clause, Header, Money, Rule};
use cards::{Card, Deck};

use super::event::{self, Choice, DEALER, Event, Place, Report};
use super::fees::in_action;
use super::flow::Phase;
use super::round::DoubleHand;
use super::round_view;
use super::setup::{Bet, Game, Setup};
use super::view::Viewer as DoubleHandViewer;
use crate::bank::{self, Face};
use crate::begins::{Banking, Begins};
use crate::face::{Asked, GameFace, Laid, NotReady, OfferOf, RoundFace};
use crate::record::Record;
use crate::round::{Balances, Fault, Refusal, Slot, View, Viewer, Waits};
use crate::seat::{Party, Seat};

impl GameFace for Game {
    type Rules = DoubleHandRules;
    type Setup = Setup;

    fn ready(rules: &DoubleHandRules, asked: &Asked<'_>) -> Result<Game, NotReady> {
        asked.without_shoe(rules.deck.jokers.clause)?;
        Ok(Game::new(rules.clone(), asked.schedule.cloned()))
    }

    fn lay_out(&self, laid: Laid) -> Option<Setup> {
        let bets = laid.wagers.iter().map(|wager| Bet {
            spot: wager.spot,
            purse: wager.purse,
            amount: wager.base,
            joint: wager.joint,
        });
        Some(Setup {
            bets: bets.collect(),
            purses: laid.purses,
            bank: laid.bank,
            banker: laid.banker,
            stake: laid.stake,
            partners: laid.partners,
        })
    }

    fn in_action(rules: &DoubleHandRules, schedule: &Schedule, wagers: &[Vec<Money>]) -> Vec<Money> {
        let mut bets = Vec::new();
        for (place, wager) in wagers.iter().enumerate() {
            let spot = Seat::new(u8::try_from(place + 1).unwrap_or(u8::MAX));
            let joint = (wager.len() > 1).then_some(0);
            bets.extend(wager.iter().map(|amount| Bet { spot, purse: 0, amount: *amount, joint }));
        }
        in_action(&rules.wagers, schedule.limit.as_ref().map(|limit| &limit.value), &bets)
    }

    fn header(&self) -> &Header {
        &self.rules.book
    }

    fn begins(&self) -> Begins<'_> {
        let Eligible::WageredLastRound = self.rules.offers.eligible.value;
        Begins::Bank(Banking {
            rotation: &self.rules.rotation,
            coverage: self.rules.settlement.coverage.clause,
            shared: self.rules.bank.shared,
            shared_by_company: None,
            wagered_last_round: Some(self.rules.offers.eligible.clause),
        })
    }

    fn deck(&self) -> Deck {
        Deck::with_jokers(self.rules.deck.jokers.value)
    }

    fn backline(&self) -> Rule<bool> {
        let rule = &self.rules.table.backers;
        Rule { value: rule.limit() != Some(0), clause: rule.clause }
    }

    fn backers(&self) -> Option<Rule<u8>> {
        let rule = &self.rules.table.backers;
        rule.limit().map(|most| Rule { value: most, clause: rule.clause })
    }

    fn bank_may_wager(&self) -> bool {
        self.rules.wagers.bank_may_wager.value
    }

    fn chooses_again(&self) -> bool {
        true
    }

    fn joint_clause(&self) -> Clause {
        self.rules.wagers.kum_kum.allowed.clause
    }

    fn joins_wagers(&self) -> bool {
        true
    }

    fn limit(&self) -> Option<&Rule<Limit>> {
        self.schedule.as_ref()?.limit.as_ref()
    }

    fn seat_held(&self, _is_break: bool) -> Option<Rule<u16>> {
        self.rules.table.seat_held_minutes
    }
}

impl RoundFace for DoubleHand {
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
        DoubleHand::open(Arc::clone(game), setup, events).map_err(Fault::of_bank)
    }

    fn waits(&self) -> Waits {
        match self.waits() {
            event::Waits::Card(Place::Pile(pile) | Place::Replacement(pile)) => {
                Waits::Card { slot: Slot::Pile { pile }, face: Face::Down }
            }
            event::Waits::Choices => Waits::Choices,
            event::Waits::Over => Waits::Over,
        }
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

    fn seat_named(report: &Report) -> Option<Seat> {
        match *report {
            Report::OutOfOrder(seat) | Report::HouseWayError { seat, .. } | Report::Misread { seat, .. } => {
                Some(seat)
            }
            Report::Exposed(_)
            | Report::Boxed(_)
            | Report::ExposedIn { .. }
            | Report::BoxedIn { .. }
            | Report::Left(_)
            | Report::IdenticalCards
            | Report::IdenticalCardsRefunded
            | Report::WrongCount(_)
            | Report::BankSeen
            | Report::BankFoul
            | Report::Contact(_)
            | Report::Cheating(_)
            | Report::ShortWager { .. }
            | Report::LosingWagerRemoved(_)
            | Report::WinningWagerRemoved(_) => None,
        }
    }

    fn needs_floor(&self, report: Report) -> bool {
        match report {
            // The bank's own pile with a wrong count is a misdeal; another's loses its action.
            Report::WrongCount(seat) => seat != self.setup().bank,
            Report::IdenticalCards
            | Report::IdenticalCardsRefunded
            | Report::BankFoul
            | Report::Contact(_)
            | Report::Cheating(_)
            | Report::ShortWager { .. }
            | Report::LosingWagerRemoved(_)
            | Report::WinningWagerRemoved(_)
            | Report::HouseWayError { .. }
            | Report::Misread { .. } => true,
            Report::Exposed(_)
            | Report::Boxed(_)
            | Report::ExposedIn { .. }
            | Report::BoxedIn { .. }
            | Report::Left(_)
            | Report::OutOfOrder(_)
            | Report::BankSeen => false,
        }
    }

    fn unopened(game: &Arc<Game>, setup: &Arc<Setup>) -> Result<Self, Vec<Fault>> {
        Ok(DoubleHand::unopened(Arc::clone(game), Arc::clone(setup)))
    }

    fn apply(&mut self, event: &Event) {
        self.apply(event);
    }

    fn offers(&self) -> Vec<OfferOf<Choice>> {
        let mut list = Vec::new();
        self.allowed(&mut list);
        let offer = |allowed: super::Allowed| {
            let least = match allowed.choice {
                Choice::Change(least) | Choice::Stake(least) => least,
                _ => allowed.most,
            };
            let cards = match allowed.choice {
                Choice::Turn(_) | Choice::Show { .. } => (7, 7),
                _ => (0, 0),
            };
            OfferOf { who: allowed.who, choice: allowed.choice, least, most: allowed.most, cards }
        };
        list.into_iter().map(offer).collect()
    }

    /// A bank that has set its hand confirms it rather than setting it again for ever.
    fn silence(choice: &Choice) -> Option<u8> {
        match choice {
            Choice::Confirm => Some(0),
            Choice::HouseWay | Choice::Pile(1) => Some(1),
            Choice::Look => Some(2),
            Choice::Pile(_)
            | Choice::Change(_)
            | Choice::Stake(_)
            | Choice::NoMoreBets
            | Choice::Dice(_)
            | Choice::Set(_)
            | Choice::SetUnseen
            | Choice::Turn(_)
            | Choice::Show { .. }
            | Choice::Open
            | Choice::Surrender
            | Choice::CallBet(_)
            | Choice::SideBet(_) => None,
        }
    }

    fn amount_of(choice: &Choice) -> Money {
        match *choice {
            Choice::Change(amount)
            | Choice::Stake(amount)
            | Choice::CallBet(amount)
            | Choice::SideBet(amount) => amount,
            Choice::Pile(_)
            | Choice::NoMoreBets
            | Choice::Dice(_)
            | Choice::Look
            | Choice::Set(_)
            | Choice::SetUnseen
            | Choice::HouseWay
            | Choice::Confirm
            | Choice::Turn(_)
            | Choice::Show { .. }
            | Choice::Open
            | Choice::Surrender => Money::ZERO,
        }
    }

    fn names_cards(choice: &Choice) -> bool {
        matches!(choice, Choice::Set(_))
    }

    fn is_dice(choice: &Choice) -> bool {
        matches!(choice, Choice::Dice(_))
    }

    fn dealer_as(choice: &Choice) -> Option<Party> {
        Some(if Self::is_dice(choice) { Party::BANK } else { DEALER })
    }

    fn dealers_choice(&self, roll: &mut dyn FnMut(u8) -> u8) -> Option<(Party, Choice)> {
        let mut list = Vec::new();
        self.allowed(&mut list);
        let is_dealers = |allowed: &&super::Allowed| {
            allowed.who == DEALER && matches!(allowed.choice, Choice::NoMoreBets | Choice::Open)
        };
        if let Some(allowed) = list.iter().find(is_dealers) {
            return Some((allowed.who, allowed.choice));
        }
        let awaits_dice = list.iter().any(|allowed| Self::is_dice(&allowed.choice));
        awaits_dice.then(|| (Party::BANK, Choice::Dice(roll(self.rules().deal.dice.value))))
    }

    fn opens_hand(&self) -> bool {
        self.phase() == Phase::Opening
    }

    fn dealers_step(&self) -> Option<String> {
        let mut list = Vec::new();
        self.allowed(&mut list);
        let bank = self.setup().bank;
        let hand = || match self.hand_to_enter() {
            Some(seat) if seat != bank => format!("the hand of seat {seat}"),
            _ => "the bank's hand".to_owned(),
        };
        let of = |choice| match choice {
            Choice::NoMoreBets => Some("Call betting closed.".to_owned()),
            Choice::Dice(_) => Some("Open the dice and enter their sum.".to_owned()),
            Choice::Turn(_) => Some(format!("Turn up {} and enter its seven cards.", hand())),
            Choice::Show { .. } => Some(format!("Turn up {} and enter it as it was set.", hand())),
            Choice::Open => {
                self.next_to_settle().map(|seat| match self.spot(seat).is_some_and(|spot| spot.is_opened) {
                    true => format!("Compare the hand of seat {seat} with the bank's."),
                    false => format!("Open the hand of seat {seat} and compare it with the bank's."),
                })
            }
            _ => None,
        };
        list.iter().find_map(|allowed| of(allowed.choice))
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
            drop: DoubleHand::drop(self),
            ..Balances::default()
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        round_view::view(self, viewer)
    }

    fn seen_by(&self, viewer: Viewer, event: &Event) -> Option<Event> {
        let own = viewer.parties(self.setup().bets.iter().map(|bet| bet.purse));
        let sees = |viewer| !self.is_hidden_from(viewer, event);
        let is_seen = sees(DoubleHandViewer::Everybody)
            || own.into_iter().any(|who| sees(DoubleHandViewer::Bettor(who)));
        if is_seen {
            return Some(*event);
        }
        // What is hidden is not told, but that a card was dealt everybody sees.
        if let Event::Dealt { place, .. } = *event { Some(Event::Dealt { place, card: None }) } else { None }
    }

    fn clause(event: &Event) -> Clause {
        event.clause()
    }

    fn dealt(event: &Event) -> Option<Option<Card>> {
        if let Event::Dealt { card, .. } = event { Some(*card) } else { None }
    }

    fn undoes_settlements(event: &Event) -> bool {
        matches!(event, Event::Undone { .. })
    }

    fn spoils(event: &Event) -> Option<Card> {
        if let Event::Spoiled { card, .. } = event { Some(*card) } else { None }
    }

    fn is_dealt_again(&self, since: &[Event]) -> bool {
        since.iter().any(|event| matches!(event, Event::Misdealt { .. }))
    }

    /// Where the shuffler deals, piles, decks and chips are what they are; somebody may still cheat.
    fn is_of_human_dealer(report: &Report) -> bool {
        match report {
            Report::Exposed(_)
            | Report::Boxed(_)
            | Report::ExposedIn { .. }
            | Report::BoxedIn { .. }
            | Report::Left(_)
            | Report::IdenticalCards
            | Report::IdenticalCardsRefunded
            | Report::WrongCount(_)
            | Report::OutOfOrder(_)
            | Report::BankSeen
            | Report::BankFoul
            | Report::Contact(_)
            | Report::ShortWager { .. }
            | Report::LosingWagerRemoved(_)
            | Report::WinningWagerRemoved(_)
            | Report::HouseWayError { .. }
            | Report::Misread { .. } => true,
            Report::Cheating(_) => false,
        }
    }
}

impl Event {
    /// The clause the event rests on; [`Clause::NONE`] if it cites none.
    #[must_use]
    pub fn clause(&self) -> Clause {
        match *self {
            Event::Wagered { clause, .. }
            | Event::Collected { clause, .. }
            | Event::FeeReturned { clause, .. }
            | Event::Spoiled { clause, .. }
            | Event::Misdealt { clause }
            | Event::Rolled { clause, .. }
            | Event::Set { clause, .. }
            | Event::SetUnseen { clause, .. }
            | Event::Settled { clause, .. }
            | Event::Fouled { clause, .. }
            | Event::Undone { clause }
            | Event::Ruled { clause } => clause,
            Event::Staked { .. }
            | Event::Dealt { .. }
            | Event::PileChosen { .. }
            | Event::BettingClosed
            | Event::Looked { .. }
            | Event::Turned { .. }
            | Event::BankOpened
            | Event::Confirmed
            | Event::Opened { .. }
            | Event::Closed { .. } => Clause::NONE,
        }
    }
}
