//! The face that Pan shows to whoever deals any game.

use std::sync::Arc;

use books::pan::PanRules;
use books::rates::{Fees, Limit};
use books::{Clause, Header, Money, Rule};
use cards::{Card, CardSet, Deck};

use super::event::{self, Allowed, Choice, Event, Place, Report};
use super::group::Group;
use super::round::{Pan, Source, Stage};
use super::round_view;
use super::setup::{Game, Setup};
use crate::bank::Face;
use crate::begins::Begins;
use crate::face::{Asked, GameFace, Laid, Move, NotReady, OfferOf, RoundFace, TableRules};
use crate::record::Record;
use crate::round::{Balances, Fault, Refusal, Slot, View, Viewer, Waits};
use crate::seat::{Party, Seat};

impl GameFace for Game {
    type Rules = PanRules;
    type Setup = Setup;

    fn ready(rules: &PanRules, asked: &Asked<'_>) -> Result<Game, NotReady> {
        asked.without_shoe(rules.deck.shuffle.clause)?;
        let game = Game::new(rules.clone(), asked.schedule.cloned());
        let (chips, tops) = (&rules.tops.chips, asked.tops.unwrap_or(game.tops));
        if !(chips.least..=chips.most).contains(&tops) {
            let what = format!("a top is {} to {} chips here", chips.least, chips.most);
            return Err(NotReady::Told(what));
        }
        if let Some(Fees::HalfHour { fee, .. }) = asked.schedule.map(|schedule| &schedule.fees)
            && fee.value != rules.time.fee.value
        {
            let (takes, says) = (fee.value, rules.time.fee.value);
            return Err(NotReady::Told(format!("the schedule takes {takes} by time, the book says {says}")));
        }
        if let Some(chip) = asked.schedule.and_then(|schedule| schedule.chip.as_ref())
            && chip.value != rules.table.chip.value
        {
            let (has, says) = (chip.value, rules.table.chip.value);
            return Err(NotReady::Told(format!("the schedule has chips of {has}, the book says {says}")));
        }
        Ok(game.with_tops(tops))
    }

    fn header(&self) -> &Header {
        &self.rules.book
    }

    fn begins(&self) -> Begins<'_> {
        Begins::Tops
    }

    fn deck(&self) -> Deck {
        self.pack
    }

    /// Nobody plays with another's cards.
    fn backline(&self) -> Rule<bool> {
        Rule { value: false, clause: self.rules.book.seats.clause }
    }

    fn limit(&self) -> Option<&Rule<Limit>> {
        None
    }

    fn buy_in(&self, _told: Option<Money>) -> Rule<Money> {
        let least = self.rules.table.chips_least;
        Rule { value: self.worth(least.value.into()), clause: least.clause }
    }

    fn limit_words(&self) -> String {
        let tops = match self.tops {
            0 => "no tops".to_owned(),
            1 => "tops of one chip".to_owned(),
            tops => format!("tops of {tops} chips"),
        };
        format!("{} a chip, {tops}", self.rules.table.chip.value)
    }

    fn table_rules(&self) -> TableRules<'_> {
        let (table, time) = (&self.rules.table, &self.rules.time);
        TableRules {
            chip: Some(table.chip),
            adds_in_round: Some(table.chips_added_any_time),
            turn_seconds: Some(time.turn_seconds),
            fee_minutes: Some(time.fee_minutes),
            ..TableRules::default()
        }
    }

    /// Pan has tops, not wagers against a bank.
    fn lay_out(&self, _laid: Laid) -> Option<Setup> {
        None
    }
}

impl RoundFace for Pan {
    type Game = Game;
    type Setup = Setup;
    type Choice = Choice;
    type Event = Event;
    type Report = Report;

    fn waits(&self) -> Waits {
        match self.waits() {
            event::Waits::Card { place, face } => Waits::Card { slot: place.into(), face },
            event::Waits::Shuffle => Waits::Shuffle(CardSet::EMPTY),
            event::Waits::Choices => Waits::Choices,
            event::Waits::Over => Waits::Over,
        }
    }

    fn open(
        game: &Arc<Game>,
        setup: &Arc<Setup>,
        events: &mut impl Record<Event>,
    ) -> Result<Self, Vec<Fault>> {
        Pan::open(Arc::clone(game), setup, events).map_err(Fault::of_bank)
    }

    fn unopened(game: &Arc<Game>, setup: &Arc<Setup>) -> Result<Self, Vec<Fault>> {
        Ok(Pan::unopened(Arc::clone(game), Arc::clone(setup)))
    }

    fn shuffled_back(&self) -> Vec<Card> {
        self.to_shuffle().to_vec()
    }

    fn card(&mut self, card: Option<Card>, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        Ok(self.card(card, events)?)
    }

    fn shuffle(&mut self, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        Ok(self.shuffle(events)?)
    }

    fn choose(&mut self, who: Party, choice: Choice, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        Ok(self.choose(Seat::new(who.0.max(1)), choice, events)?)
    }

    fn report(&mut self, report: Report, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        Ok(self.report(report, events)?)
    }

    fn void(
        &mut self,
        spot: Option<Seat>,
        _fees_returned: bool,
        events: &mut impl Record<Event>,
    ) -> Result<(), Refusal> {
        match spot {
            None => Ok(self.report(Report::Void, events)?),
            Some(_) => Err(Refusal::not_in_this_game()),
        }
    }

    fn buy(&mut self, who: Party, amount: Money, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        Ok(Pan::buy(self, Seat::new(who.0.max(1)), amount, events)?)
    }

    /// Before a hand's first draw a wrong count costs nobody anything.
    fn needs_floor(&self, report: Report) -> bool {
        match report {
            Report::WrongCount(seat) => {
                self.players().iter().any(|player| player.seat == seat && player.has_drawn)
            }
            Report::DrawnOutOfTurn { .. } => false,
            Report::FoulMeld(_) | Report::CardKept(_) | Report::Void => true,
        }
    }

    fn apply(&mut self, event: &Event) {
        self.apply(event);
    }

    /// What a choice pays: from each other player at least, and from all of them at most. Forcing pays the player who
    /// is forced.
    fn offers(&self) -> Vec<OfferOf<Choice>> {
        let mut list = Vec::new();
        self.allowed(&mut list);
        let offer = |allowed: Allowed| {
            let is_force = allowed.choice == Choice::Force;
            let (to, chips) = match self.forced_pays().filter(|_| is_force) {
                Some(forced) => forced,
                None => (allowed.seat, allowed.chips),
            };
            OfferOf {
                who: Party(allowed.seat.number()),
                choice: allowed.choice,
                least: self.game().worth(chips),
                most: self.due_from_all(to, chips),
                cards: (0, 0),
            }
        };
        list.into_iter().map(offer).collect()
    }

    fn silence(choice: &Choice) -> Option<u8> {
        match choice {
            Choice::Out | Choice::Draw | Choice::Decline => Some(1),
            Choice::Pass => Some(0),
            // A card that was taken or forced is used, and a used one is followed by a discard.
            Choice::Add { .. } => Some(3),
            Choice::Meld { .. } => Some(4),
            Choice::Discard(_) => Some(2),
            Choice::In | Choice::Take | Choice::Force | Choice::Split { .. } | Choice::Keep => None,
        }
    }

    fn is_aside(choice: &Choice) -> bool {
        *choice == Choice::Force
    }

    fn amount_of(_choice: &Choice) -> Money {
        Money::ZERO
    }

    fn names_cards(choice: &Choice) -> bool {
        own_cards(choice).is_some()
    }

    fn names_unseen(&self, who: Party, choice: &Choice) -> bool {
        let Some(own) = own_cards(choice) else { return false };
        let Some(player) = self.players().iter().find(|player| player.seat.number() == who.0) else {
            return false;
        };
        let drawn = match self.turn().map(|turn| turn.stage) {
            Some(Stage::Drawn(card, _)) => Some(card),
            _ => None,
        };
        let known: Group = player.hand.iter().copied().chain(drawn).collect();
        known.without(&own).is_none()
    }

    fn said_with_cards(&self, purse: u8) -> &'static [&'static str] {
        let Some(turn) = self.turn().filter(|turn| turn.place == purse && self.end().is_none()) else {
            return &[];
        };
        let has_melds = !self.players()[usize::from(purse)].melds.is_empty();
        match turn.stage {
            Stage::Begins | Stage::MayRedraw | Stage::Drawing => &[],
            Stage::Drawn(_, Source::Forced) => &["add"],
            Stage::Drawn(..) if has_melds => &["meld", "add"],
            Stage::Drawn(..) => &["meld"],
            Stage::Used if has_melds => &["meld", "add", "discard"],
            Stage::Used => &["meld", "discard"],
        }
    }

    fn purse_of(&self, who: Party) -> Option<u8> {
        self.players().iter().position(|player| player.seat.number() == who.0).map(|place| place as u8)
    }

    fn balances(&self) -> Balances {
        Balances {
            purses: (0..self.players().len()).map(|place| self.purse(place)).collect(),
            pot: self.middle(),
            ..Balances::default()
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        round_view::view(self, viewer)
    }

    fn seen_by(&self, viewer: Viewer, event: &Event) -> Option<Event> {
        Some(match *event {
            Event::Dealt { seat, face: Face::Down, .. } if !self.is_own(viewer, seat) => {
                Event::Dealt { seat, card: None, face: Face::Down }
            }
            // Everything else happens on the table.
            Event::Dealt { .. }
            | Event::Topped { .. }
            | Event::First { .. }
            | Event::Declared { .. }
            | Event::Opened { .. }
            | Event::Draws { .. }
            | Event::Drew { .. }
            | Event::Took { .. }
            | Event::Forced { .. }
            | Event::Melded { .. }
            | Event::Added { .. }
            | Event::Divided { .. }
            | Event::Discarded { .. }
            | Event::Kept { .. }
            | Event::Passed { .. }
            | Event::Paid { .. }
            | Event::Shuffled { .. }
            | Event::Fouled { .. }
            | Event::GaveBack { .. }
            | Event::FreshHand { .. }
            | Event::DrawnOutOfTurn { .. }
            | Event::Bought { .. }
            | Event::Won { .. }
            | Event::Voided { .. } => *event,
        })
    }

    fn clause(event: &Event) -> Clause {
        event.clause()
    }

    fn dealt(event: &Event) -> Option<Option<Card>> {
        event.dealt()
    }

    fn moves(&self, event: &Event) -> Vec<(Seat, Card, Move)> {
        self.hand_moves(event)
    }

    fn turn_of_several(&self) -> Option<u8> {
        self.turn().map(|turn| turn.place)
    }

    fn is_dealt_again(&self, _since: &[Event]) -> bool {
        false
    }

    /// Where the shuffler deals, hands have their cards and nobody draws out of turn.
    fn is_of_human_dealer(report: &Report) -> bool {
        match report {
            Report::WrongCount(_)
            | Report::FoulMeld(_)
            | Report::CardKept(_)
            | Report::DrawnOutOfTurn { .. } => true,
            Report::Void => false,
        }
    }
}

impl Pan {
    /// Whether a seat belongs to a viewer.
    pub(super) fn is_own(&self, viewer: Viewer, seat: Seat) -> bool {
        match viewer {
            Viewer::Purse(purse) => {
                self.players().get(usize::from(purse)).is_some_and(|player| player.seat == seat)
            }
            Viewer::Rail | Viewer::Auditor => false,
        }
    }
}

impl From<Place> for Slot {
    fn from(place: Place) -> Slot {
        match place {
            Place::Hand(seat) => Slot::Spot { seat, hand: 0 },
            Place::Drawn(seat) => Slot::Drawn { seat },
            Place::Pile => Slot::Discards,
        }
    }
}

/// The cards that a choice names out of the own hand; nothing where it names none.
fn own_cards(choice: &Choice) -> Option<Group> {
    match choice {
        Choice::Meld { cards, borrowed, .. } => Some(cards.without(borrowed).unwrap_or(*cards)),
        Choice::Add { cards, .. } => Some(*cards),
        Choice::Discard(card) => Some([*card].into_iter().collect()),
        Choice::In
        | Choice::Out
        | Choice::Draw
        | Choice::Take
        | Choice::Pass
        | Choice::Force
        | Choice::Split { .. }
        | Choice::Decline
        | Choice::Keep => None,
    }
}
