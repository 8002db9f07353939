//! A hand of poker as a state machine: it says what it waits for and takes exactly that.

use std::sync::Arc;

use arrayvec::ArrayVec;
use books::poker::FeeMoment;
use books::{Clause, Money};
use cards::{Card, CardSet};

use super::betting::{Betting, Means};
use super::event::{Event, FeeFrom, FeeKind, Place, PostKind, Which};
use super::irregularity::Mishaps;
use super::kill::post_clause;
use super::places::{PLAYERS_MAX, Places};
use super::refusal::{Reason, Refusal};
use super::setup::{Fees, Posting, Setup, SetupFault};
use super::table::{Street, Table};
use crate::record::Record;
use crate::seat::Seat;

/// The most private cards a player holds.
pub const PRIVATE_MAX: usize = 5;

/// The most posts of one hand: a blind or an entry and an ante for each player.
const POSTS_MAX: usize = 2 * PLAYERS_MAX + 2;

/// What a hand waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    /// The next card, for that place; private and burned cards may be dealt unseen.
    Card(Place),
    /// The deck to be shuffled with these cards put back into it.
    Shuffle(CardSet),
    /// Choices, of one player or of several at once; [`Hand::allowed`] lists them. There is none while management
    /// holds the pot for its ruling on a false call.
    Choices,
    /// Nothing: it is over.
    Over,
}

/// How far a hand has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Blinds and other posts.
    Posting,
    /// Private cards.
    Dealing,
    /// The deck is shuffled before a street.
    Shuffling,
    /// A card is burned.
    Burning,
    /// Board cards.
    Boarding,
    /// The draw.
    Drawing,
    /// The cards of the street are out.
    Ready,
    /// Betting.
    Betting,
    /// The bets of the street are in the pot.
    Swept,
    /// Private cards are thrown away.
    Discarding,
    /// The street is over.
    StreetOver,
    /// Hands are shown.
    Showing,
    /// Over.
    Over,
}

/// A hand of poker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hand {
    pub(super) table: Arc<Table>,
    pub(super) players: u8,
    pub(super) seats: [Seat; PLAYERS_MAX],
    /// The seats in the order of the setup.
    pub(super) listed: [Seat; PLAYERS_MAX],
    pub(super) first_to_act: u8,
    pub(super) fees: Fees,
    pub(super) asks_to_show: bool,
    pub(super) postings: ArrayVec<Posting, POSTS_MAX>,

    pub(super) phase: Phase,
    pub(super) street: u8,
    pub(super) posted: u8,
    /// What each posting came to.
    pub(super) made: ArrayVec<Money, POSTS_MAX>,
    pub(super) stacks: [Money; PLAYERS_MAX],
    /// What each place has put in that others had to match.
    pub(super) paid: [Money; PLAYERS_MAX],
    /// What lies in the middle.
    pub(super) pot: Money,
    /// Money in the pot that nobody had to match.
    pub(super) dead_money: Money,
    /// What counts as paid but went into the drop before the deal.
    pub(super) dropped_blind: Money,
    /// Fees taken from the pot.
    pub(super) fees_from_pot: Money,
    pub(super) drop: Money,
    pub(super) jackpot: Money,
    pub(super) small_blind_paid: Money,
    pub(super) has_taken_fee: bool,
    pub(super) has_taken_late_fee: bool,
    pub(super) has_late_bet: bool,
    pub(super) is_past_fee_moment: bool,
    /// Whether anybody bet, called or raised.
    pub(super) has_action: bool,

    pub(super) live: Places,
    /// Live hands with money behind.
    pub(super) able: Places,
    /// Who has made any choice in this hand.
    pub(super) acted: Places,
    pub(super) betting: Betting,
    pub(super) street_actions: u8,
    pub(super) street_wagers: u8,
    /// Who acted out of turn since the last choice in turn, and so past the player whose turn it is.
    pub(super) passing: Places,
    /// Those of them who put chips in.
    pub(super) passing_with_chips: Places,

    pub(super) cards: [[Option<Card>; PRIVATE_MAX]; PLAYERS_MAX],
    pub(super) counts: [u8; PLAYERS_MAX],
    pub(super) board: ArrayVec<Card, 5>,
    pub(super) board_left: u8,
    /// Known cards that are not in the deck.
    pub(super) seen: CardSet,
    pub(super) deck_left: u8,
    pub(super) dealt: u8,
    /// Private cards that a player is owed, by place and card.
    pub(super) owed: ArrayVec<(u8, u8), 8>,
    pub(super) mishaps: Mishaps,

    /// Who still has to throw away, draw or show.
    pub(super) asked: Places,
    /// The next to draw or to show.
    pub(super) next: u8,
    pub(super) draws_owed: u8,
    /// What each place has discarded: the known cards, and how many in all.
    pub(super) discards: [(CardSet, u8); PLAYERS_MAX],
    /// How many cards each place exchanged.
    pub(super) drawn: [u8; PLAYERS_MAX],
    pub(super) shown: Places,
    /// Who came to the showdown.
    pub(super) at_showdown: Places,
    /// Who began the action of the last round in which there was any.
    pub(super) began_action: Option<u8>,
    /// Who was dealt in without having put up what was to be posted.
    pub(super) unposted: Places,
    /// Private cards that lie face up because their holder exposed them.
    pub(super) face_up: [Which; PLAYERS_MAX],
    /// Who threw the hand in at the showdown, in that order.
    pub(super) thrown_in: ArrayVec<u8, PLAYERS_MAX>,
    /// Who called a hand falsely, as long as management has not ruled on it.
    pub(super) miscallers: Places,
    /// Whose cards everybody may look at because somebody was shown them.
    pub(super) faced: Places,
    /// What the pots held when they were awarded.
    pub(super) awarded: Money,
    /// Who got a part of the main pot.
    pub(super) main_winners: Places,
}

impl Hand {
    /// Begins a hand: posts are made at once, and the hand waits for its first card.
    ///
    /// # Errors
    /// All faults of the setup.
    #[inline]
    pub fn new(
        table: &Arc<Table>,
        setup: &Setup,
        events: &mut impl Record<Event>,
    ) -> Result<Hand, Vec<SetupFault>> {
        // Played on where it was made: a hand is large, and moving it costs.
        let mut hand = Hand::before(table, setup);
        if let Ok(hand) = &mut hand {
            hand.advance(events);
        }
        hand
    }

    /// A hand before anything has happened, for a log to be applied to.
    ///
    /// # Errors
    /// All faults of the setup.
    #[inline]
    pub fn before(table: &Arc<Table>, setup: &Setup) -> Result<Hand, Vec<SetupFault>> {
        setup.check(table)?;
        let is_killed = setup.postings.iter().any(|posting| posting.post == PostKind::Kill);
        let table = table.killed().filter(|_| is_killed).unwrap_or(table);
        let players = setup.players.len();
        let mut order: ArrayVec<(Seat, Money), PLAYERS_MAX> =
            setup.players.iter().map(|player| (player.seat, player.stack)).collect();
        order.sort_unstable();
        let after = order.iter().filter(|(seat, _)| *seat > setup.button).count();
        order.rotate_right(after);
        let mut seats = [setup.button; PLAYERS_MAX];
        let mut stacks = [Money::ZERO; PLAYERS_MAX];
        let mut listed = seats;
        for (place, player) in setup.players.iter().enumerate() {
            listed[place] = player.seat;
        }
        for (place, (seat, stack)) in order.iter().enumerate() {
            seats[place] = *seat;
            stacks[place] = *stack;
        }
        let first_to_act = match setup.first_to_act {
            Some(seat) => order.iter().position(|(other, _)| *other == seat).unwrap_or(0),
            None if table.starts_left_of_big_blind() => {
                (table.place_of(books::poker::Position::BigBlind, players) + 1) % players
            }
            None => 0,
        };
        let street = table.streets()[0];
        let mut hand = Hand {
            table: Arc::clone(table),
            players: players as u8,
            seats,
            listed,
            first_to_act: first_to_act as u8,
            fees: setup.fees,
            asks_to_show: setup.asks_to_show,
            postings: setup.postings.iter().copied().take(POSTS_MAX).collect(),
            phase: Phase::Posting,
            street: 0,
            posted: 0,
            made: ArrayVec::new(),
            stacks,
            paid: [Money::ZERO; PLAYERS_MAX],
            pot: Money::ZERO,
            dead_money: Money::ZERO,
            dropped_blind: Money::ZERO,
            fees_from_pot: Money::ZERO,
            drop: Money::ZERO,
            jackpot: Money::ZERO,
            small_blind_paid: Money::ZERO,
            has_taken_fee: false,
            has_taken_late_fee: false,
            has_late_bet: false,
            is_past_fee_moment: false,
            has_action: false,
            live: Places::all(players),
            able: Places::all(players),
            acted: Places::NONE,
            betting: Betting::new(street.bet, street.bet_clause, true),
            street_actions: 0,
            street_wagers: 0,
            passing: Places::NONE,
            passing_with_chips: Places::NONE,
            cards: [[None; PRIVATE_MAX]; PLAYERS_MAX],
            counts: [0; PLAYERS_MAX],
            board: ArrayVec::new(),
            board_left: 0,
            seen: CardSet::EMPTY,
            deck_left: 52,
            dealt: 0,
            owed: ArrayVec::new(),
            mishaps: Mishaps::default(),
            asked: Places::NONE,
            next: 0,
            draws_owed: 0,
            discards: [(CardSet::EMPTY, 0); PLAYERS_MAX],
            drawn: [0; PLAYERS_MAX],
            shown: Places::NONE,
            at_showdown: Places::NONE,
            began_action: None,
            unposted: Places::NONE,
            face_up: [Which::NONE; PLAYERS_MAX],
            thrown_in: ArrayVec::new(),
            miscallers: Places::NONE,
            faced: Places::NONE,
            awarded: Money::ZERO,
            main_winners: Places::NONE,
        };
        hand.betting.last = hand.last_to_act();
        Ok(hand)
    }

    /// What the hand waits for.
    #[must_use]
    #[inline]
    pub fn waits(&self) -> Waits {
        // Hardly ever is anybody owed a card; otherwise the phase says it all.
        if (self.draws_owed > 0 || !self.owed.is_empty())
            && let Some(waits) = self.waits_for_owed()
        {
            return waits;
        }
        match self.phase {
            Phase::Over => Waits::Over,
            Phase::Dealing => Waits::Card(Place::Private(self.seats[self.dealing_to()])),
            Phase::Shuffling => Waits::Shuffle(self.mishaps.back),
            Phase::Burning => Waits::Card(Place::Burn),
            Phase::Boarding => Waits::Card(Place::Board),
            _ => Waits::Choices,
        }
    }

    /// Deals the next card to the place the hand waits for; `None` deals it unseen.
    ///
    /// # Errors
    /// When no card is expected or the deck has no such card; the hand is unchanged.
    pub fn card(&mut self, card: Option<Card>, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        let place = match self.waits() {
            Waits::Card(place) => place,
            Waits::Over => return Err(Refusal::new(Reason::HandOver, Clause::NONE)),
            Waits::Shuffle(_) => {
                return Err(Refusal::new(Reason::ShuffleExpected, self.street_now().name.clause));
            }
            Waits::Choices => return Err(Refusal::new(Reason::ChoiceExpected, self.street_now().betting)),
        };
        match card {
            Some(card) if card.is_joker() || self.seen.contains(card) => {
                return Err(Refusal::new(Reason::NoSuchCard(card), self.table.rules().deck.jokers.clause));
            }
            None if place == Place::Board => {
                return Err(Refusal::new(Reason::MustBeShown, self.street_now().board.clause));
            }
            _ => {}
        }
        self.emit(Event::Dealt { place, card }, events);
        // Between two cards of one kind nothing else can be due.
        if !matches!(self.phase, Phase::Dealing | Phase::Boarding) {
            self.advance(events);
        }
        Ok(())
    }

    /// Says that the deck has been shuffled.
    ///
    /// # Errors
    /// When the hand does not wait for that; it is unchanged.
    pub fn shuffle(&mut self, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        let Waits::Shuffle(back) = self.waits() else {
            return Err(Refusal::new(Reason::NotNow, self.street_now().name.clause));
        };
        let clause = match &self.table.rules().draw {
            Some(draw) if self.needs_stub_shuffle() => draw.stub_runs_out.clause,
            _ => self.mishaps.shuffle_clause.unwrap_or(Clause::NONE),
        };
        self.emit(Event::Shuffled { back, clause }, events);
        self.advance(events);
        Ok(())
    }

    /// Records an event and makes it true.
    #[inline(always)]
    pub(super) fn emit(&mut self, event: Event, events: &mut impl Record<Event>) {
        self.apply(&event);
        events.record(event);
    }

    /// Goes on until the hand waits for somebody or something.
    pub(super) fn advance(&mut self, events: &mut impl Record<Event>) {
        loop {
            match self.phase {
                Phase::Posting | Phase::Betting | Phase::Showing | Phase::Over => {}
                _ if self.live.count() == 1 => return self.settle_uncontested(events),
                _ => {}
            }
            match self.phase {
                Phase::Posting => self.post_next(events),
                Phase::Burning if self.owed.is_empty() => match self.mishaps.burn_on_top {
                    Some(card) => self.emit(Event::Dealt { place: Place::Burn, card }, events),
                    None => return,
                },
                Phase::Ready if self.owed.is_empty() => {
                    self.collect_hand_fee(FeeMoment::AfterFlop, events);
                    self.open_betting(events);
                }
                Phase::Betting if self.owed.is_empty() && self.betting.is_closed() => {
                    self.close_betting(events);
                }
                Phase::Swept => {
                    let street = self.street_now();
                    if street.discard.value > 0 {
                        let (cards, clause) = (street.discard.value, street.discard.clause);
                        self.emit(Event::Asked { cards, clause }, events);
                    } else {
                        self.next_street(events);
                    }
                }
                Phase::Discarding if self.owed.is_empty() && self.asked.is_empty() => {
                    self.next_street(events);
                }
                Phase::StreetOver => self.next_street(events),
                Phase::Showing => {
                    if !self.show_on(events) {
                        return;
                    }
                }
                _ => return,
            }
        }
    }

    fn post_next(&mut self, events: &mut impl Record<Event>) {
        let Some(posting) = self.postings.get(usize::from(self.posted)).copied() else {
            return self.emit(Event::Began { street: 0 }, events);
        };
        let rules = self.table.rules();
        let structure = self.table.structure();
        let clause = match posting.post {
            PostKind::ButtonBlind | PostKind::SmallBlind | PostKind::BigBlind => structure.sizes.clause,
            PostKind::Entry => rules.posts.newcomer.clause,
            PostKind::Straddle => {
                rules.posts.straddle_times.as_ref().map_or(Clause::NONE, |rule| rule.clause)
            }
            PostKind::Kill => post_clause(rules),
            PostKind::Ante | PostKind::Dead => Clause::NONE,
        };
        let is_dropped = posting.post == PostKind::BigBlind && self.table.stakes().blind_is_dropped;
        let dropped_clause = structure.blind_goes.clause;
        let place = self.place(posting.seat).unwrap_or(0);
        let amount = posting.amount.min(self.stacks[place]);
        self.emit(Event::Posted { seat: posting.seat, post: posting.post, amount, clause }, events);
        if is_dropped && amount.is_positive() {
            let (fee, from) = (FeeKind::Hand, FeeFrom::Blind);
            let waived = posting.amount - amount;
            self.emit(Event::Collected { fee, from, amount, waived, clause: dropped_clause }, events);
        }
    }

    fn open_betting(&mut self, events: &mut impl Record<Event>) {
        let rules = &self.table.rules().betting;
        let (first, clause) = match self.street {
            0 => (usize::from(self.first_to_act), rules.first_round.clause),
            _ => (0, rules.later_rounds.clause),
        };
        let seat = self.betting.opener(first, &self.means()).map(|place| self.seats[place]);
        self.emit(Event::Opened { seat, clause }, events);
    }

    fn close_betting(&mut self, events: &mut impl Record<Event>) {
        self.return_unmatched(events);
        if self.table.rules().hands.checked_low_wins_no_bet.is_none() {
            self.collect_late_fee(events);
        }
        self.emit(Event::Closed, events);
    }

    pub(super) fn return_unmatched(&mut self, events: &mut impl Record<Event>) {
        if let Some((place, amount)) = self.betting.unmatched(self.live, usize::from(self.players)) {
            let amount = amount.min(self.pot);
            if amount.is_positive() {
                let clause = self.table.rules().pots.unmatched_returned.clause;
                self.emit(Event::Returned { seat: self.seats[place], amount, clause }, events);
            }
        }
    }

    fn next_street(&mut self, events: &mut impl Record<Event>) {
        let next = self.street + 1;
        if usize::from(next) < self.table.streets().len() {
            self.emit(Event::Began { street: next }, events);
            self.collect_hand_fee(FeeMoment::AtDraw, events);
        } else {
            self.begin_showdown(events);
        }
    }

    /// What the players have beside the bets of the round.
    #[inline]
    pub(super) fn means(&self) -> Means<'_> {
        Means { stacks: &self.stacks, live: self.live, able: self.able, pot: self.pot }
    }

    #[inline]
    pub(super) fn street_now(&self) -> &Street {
        &self.table.streets()[usize::from(self.street)]
    }
}
