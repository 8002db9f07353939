//! What anybody may ask a hand.

use std::sync::Arc;

use books::{Clause, Money};
use cards::{Card, CardSet};

use super::betting::Betting;
use super::hand::{Hand, Phase, Waits};
use super::places::Places;
use super::refusal::{Reason, Refusal};
use super::table::Table;
use crate::seat::Seat;

impl Hand {
    /// The table it is played at.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }

    pub(super) fn table_arc(&self) -> Arc<Table> {
        Arc::clone(&self.table)
    }

    /// How far the hand has come.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Whether it is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// Whether it waits for a card.
    #[must_use]
    pub fn waits_for_card(&self) -> bool {
        matches!(self.waits(), Waits::Card(_))
    }

    /// The street, from 0.
    #[must_use]
    pub fn street(&self) -> usize {
        usize::from(self.street)
    }

    /// The seats dealt in, from the left of the button; the last is the button.
    #[must_use]
    pub fn seats(&self) -> &[Seat] {
        &self.seats[..usize::from(self.players)]
    }

    /// The seats dealt in, in the order of the setup's list of players.
    #[must_use]
    pub fn listed(&self) -> &[Seat] {
        &self.listed[..usize::from(self.players)]
    }

    /// The money behind, in the order of [`Hand::seats`].
    #[must_use]
    pub fn stacks(&self) -> &[Money] {
        &self.stacks[..usize::from(self.players)]
    }

    /// The money behind a seat.
    #[must_use]
    pub fn stack(&self, seat: Seat) -> Option<Money> {
        self.place(seat).ok().map(|place| self.stacks[place])
    }

    /// What each has put in that others had to match, in the order of [`Hand::seats`].
    #[must_use]
    pub fn paid(&self) -> &[Money] {
        &self.paid[..usize::from(self.players)]
    }

    /// Everything in the middle, the bets of the round included.
    #[must_use]
    pub fn pot(&self) -> Money {
        self.pot
    }

    /// What the hand has put into the drop.
    #[must_use]
    pub fn drop(&self) -> Money {
        self.drop
    }

    /// What the hand has put into the jackpot's box.
    #[must_use]
    pub fn jackpot(&self) -> Money {
        self.jackpot
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &[Card] {
        &self.board
    }

    /// The private cards of a seat, in the order of the deal; nothing stands for an unseen one.
    #[must_use]
    pub fn private(&self, seat: Seat) -> &[Option<Card>] {
        self.place(seat).map_or(&[], |place| self.private_of(place))
    }

    /// Who is the first to act in the first round of betting, if they can.
    #[must_use]
    pub fn first_to_act(&self) -> Seat {
        self.seats[usize::from(self.first_to_act)]
    }

    /// Whether the hand of a seat is still in.
    #[must_use]
    pub fn is_live(&self, seat: Seat) -> bool {
        self.place(seat).is_ok_and(|place| self.live.contains(place))
    }

    /// How many cards a seat has exchanged.
    #[must_use]
    pub fn drawn(&self, seat: Seat) -> u8 {
        self.place(seat).map_or(0, |place| self.drawn[place])
    }

    /// The cards of a hand that somebody asks to see at the showdown, thrown in or not.
    ///
    /// # Errors
    /// When the book gives no such right, or the hand did not come to a showdown.
    pub fn asked_to_see(&self, asker: Seat, whose: Seat) -> Result<&[Option<Card>], Refusal> {
        let rule = self.table.rules().showdown.any_may_see.as_ref();
        let rule = rule.ok_or(Refusal::new(Reason::NotRuled, Clause::NONE))?;
        self.place(asker)?;
        let place = self.place(whose)?;
        if rule.value && self.at_showdown.contains(place) {
            Ok(self.private_of(place))
        } else {
            Err(Refusal::new(Reason::NoRightToSee, rule.clause))
        }
    }

    /// The clause by which hands at the showdown may be seen.
    #[must_use]
    pub fn may_see_clause(&self) -> Clause {
        self.table.rules().showdown.any_may_see.as_ref().map_or(Clause::NONE, |rule| rule.clause)
    }

    /// The seats that threw their hands in at the showdown.
    pub fn thrown_in(&self) -> impl Iterator<Item = Seat> + '_ {
        self.thrown_in.iter().map(|place| self.seats[usize::from(*place)])
    }

    /// Known cards that are not in the deck.
    #[must_use]
    pub fn seen(&self) -> CardSet {
        self.seen
    }

    /// The round of betting.
    #[must_use]
    pub fn betting(&self) -> &Betting {
        &self.betting
    }

    /// The live hands, by place.
    #[must_use]
    pub fn live(&self) -> Places {
        self.live
    }

    /// The hands that pots are made for, by place: the live ones, and those thrown in at the showdown, whose pots stay
    /// as they were.
    #[must_use]
    pub fn contenders(&self) -> Places {
        self.thrown_in.iter().fold(self.live, |places, place| places.with(usize::from(*place)))
    }

    pub(super) fn private_of(&self, place: usize) -> &[Option<Card>] {
        &self.cards[place][..usize::from(self.counts[place])]
    }

    /// The place that the next card of the deal goes to.
    // Around the table once for each card, without a division.
    #[inline]
    pub(super) fn dealing_to(&self) -> usize {
        let mut place = self.dealt;
        while place >= self.players {
            place -= self.players;
        }
        usize::from(place)
    }

    /// The place of a seat.
    #[inline]
    pub(super) fn place(&self, seat: Seat) -> Result<usize, Refusal> {
        let turn = self.betting.turn();
        if self.seats[turn] == seat { Ok(turn) } else { self.find(seat) }
    }

    fn find(&self, seat: Seat) -> Result<usize, Refusal> {
        self.seats[..usize::from(self.players)]
            .iter()
            .position(|other| *other == seat)
            .ok_or(Refusal::new(Reason::NobodyThere, self.table.rules().table.players.clause))
    }

    pub(super) fn has_acted(&self, place: usize) -> bool {
        self.acted.contains(place)
    }

    /// Whether a player has acted since a private card came, on the deal or on the draw.
    pub(super) fn has_acted_on(&self, place: usize, card: u8) -> bool {
        let kept = self.table.streets()[0].private.value - self.drawn[place];
        if card < kept { self.has_acted(place) } else { self.betting.acted.contains(place) }
    }

    pub(super) fn has_acted_any(&self) -> bool {
        !self.acted.is_empty()
    }

    pub(super) fn has_acted_on_street(&self) -> bool {
        self.street_actions > 0
    }

    /// Whether the street of the draw has begun.
    pub(super) fn has_draw_begun(&self) -> bool {
        self.table.streets()[..=self.street()].iter().any(|street| street.draw.value > 0)
    }

    /// Whether a player has drawn, or is being dealt the cards of the draw.
    pub(super) fn has_drawn(&self, place: usize) -> bool {
        match self.phase {
            Phase::Shuffling | Phase::Burning => false,
            Phase::Drawing if self.asked.contains(place) => {
                usize::from(self.next) == place && self.draws_owed > 0
            }
            _ => self.has_draw_begun(),
        }
    }

    pub(super) fn exposed_count(&self) -> u8 {
        self.mishaps.exposed
    }

    pub(super) fn fees_from_pot(&self) -> Money {
        self.fees_from_pot
    }

    /// Whether enough happened on this street that cards acted on stand.
    pub(super) fn is_action_substantial(&self) -> bool {
        self.is_substantial(self.street_actions, self.street_wagers)
    }

    /// Whether enough was done past the player whose turn it is.
    pub(super) fn has_substantial_action_passed(&self) -> bool {
        self.is_substantial(self.passing.count() as u8, self.passing_with_chips.count() as u8)
    }

    fn is_substantial(&self, actions: u8, wagers: u8) -> bool {
        let acting = &self.table.rules().acting;
        let reached =
            |rule: &Option<books::Rule<u8>>, count: u8| rule.as_ref().is_some_and(|rule| count >= rule.value);
        reached(&acting.substantial_actions, actions) || reached(&acting.substantial_wagers, wagers)
    }
}
