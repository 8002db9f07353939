//! The state of a hand of Pan: what the events so far have made of it.

use std::sync::Arc;

use arrayvec::ArrayVec;
use books::Money;
use books::bank::Direction;
use books::pan::{FirstLater, PanRules};
use cards::Card;

use super::event::{Event, Victory};
use super::group::Group;
use super::setup::{Game, Setup};
use crate::record::Record;
use crate::seat::Seat;

/// The most players of a hand.
pub const PLAYERS_MAX: usize = 8;

/// Whether a player takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Not declared yet.
    Undeclared,
    /// Declared in.
    In,
    /// Declared out.
    Out,
    /// In, with a foul hand that goes on paying.
    Foul,
}

/// A player's cards and what became of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seated {
    /// Where.
    pub seat: Seat,
    /// Whether the player takes part.
    pub standing: Standing,
    /// The hand cards that are known, in the order they came; they are secret, so hand them on through the view.
    pub hand: ArrayVec<Card, { Group::MOST }>,
    /// How many hand cards lie unseen.
    pub unseen: u8,
    /// The melds, in the order they were laid.
    pub melds: ArrayVec<Group, 6>,
    /// Whether the player has drawn or taken a card in this hand.
    pub has_drawn: bool,
    /// The card that was dealt face up, while it decides who is first.
    pub up_card: Option<Card>,
    /// Whether the player could not pay something in full.
    pub was_short: bool,
    /// What was collected from each other player, by place.
    pub collected: [Money; PLAYERS_MAX],
}

impl Seated {
    /// How many cards lie in melds.
    #[must_use]
    pub fn melded(&self) -> usize {
        self.melds.iter().map(|meld| meld.len()).sum()
    }

    /// How many hand cards there are.
    #[must_use]
    pub fn held(&self) -> usize {
        self.hand.len() + usize::from(self.unseen)
    }

    /// Takes a card out of the hand: a known one of that face, else one that lay unseen.
    pub(super) fn give(&mut self, card: Card) -> bool {
        if let Some(place) = self.hand.iter().position(|one| *one == card) {
            self.hand.remove(place);
            return true;
        }
        self.unseen = self.unseen.saturating_sub(1);
        false
    }
}

/// From where the card before a player came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The stock.
    Stock,
    /// The discard pile.
    Pile,
    /// The discard pile, forced by another player.
    Forced,
}

/// Where a turn stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It begins: a card is to be drawn or taken.
    Begins,
    /// The opening player may draw again.
    MayRedraw,
    /// A card of the stock is due.
    Drawing,
    /// A card lies there to be used or declined.
    Drawn(Card, Source),
    /// The card is used; a discard ends the turn.
    Used,
}

/// The turn of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Whose, by place.
    pub place: u8,
    /// Where it stands.
    pub stage: Stage,
    /// How often the player may still draw again.
    pub redraws: u8,
    /// The melds to which something was added in this turn, as bits.
    pub added: u8,
}

/// How a hand ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Somebody won it, by place.
    Won(u8, Victory),
    /// It is void.
    Void,
}

/// A hand of Pan: no clock, no randomness, no input or output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pan {
    pub(super) game: Arc<Game>,
    pub(super) setup: Arc<Setup>,
    pub(super) purses: ArrayVec<Money, PLAYERS_MAX>,
    /// What each has in the middle.
    pub(super) tops: ArrayVec<Money, PLAYERS_MAX>,
    pub(super) players: ArrayVec<Seated, PLAYERS_MAX>,
    /// The places in the order of the deal; the turns go round in the same direction.
    pub(super) order: ArrayVec<u8, PLAYERS_MAX>,
    /// Who acts first, by place, once that is known.
    pub(super) first: Option<u8>,
    /// How often each face has been named.
    pub(super) named: [u8; Card::FACES],
    pub(super) stock: u16,
    pub(super) pile: Vec<Card>,
    pub(super) is_top_drawn: bool,
    /// Cards that were drawn out of turn while the pile was empty, and lie under the next discard.
    pub(super) waiting: Vec<Card>,
    pub(super) turn: Option<Turn>,
    pub(super) has_opened: bool,
    /// Whether a card was used since the last shuffle, that before the deal among them.
    pub(super) has_used: bool,
    pub(super) end: Option<End>,
}

impl Pan {
    /// The hand as it stands before its first event, for a replay.
    #[must_use]
    pub fn unopened(game: Arc<Game>, setup: Arc<Setup>) -> Pan {
        let players: ArrayVec<Seated, PLAYERS_MAX> = setup
            .players
            .iter()
            .take(PLAYERS_MAX)
            .map(|player| Seated {
                seat: player.seat,
                standing: Standing::Undeclared,
                hand: ArrayVec::new(),
                unseen: 0,
                melds: ArrayVec::new(),
                has_drawn: false,
                up_card: None,
                was_short: false,
                collected: [Money::ZERO; PLAYERS_MAX],
            })
            .collect();
        let order = order_of_deal(&game, &setup);
        let first = last_winner(&game, &setup).and_then(|_| order.first().copied());
        Pan {
            purses: setup.players.iter().take(PLAYERS_MAX).map(|player| player.stack).collect(),
            tops: players.iter().map(|_| Money::ZERO).collect(),
            players,
            order,
            first,
            named: [0; Card::FACES],
            stock: game.pack.len() as u16,
            pile: Vec::new(),
            is_top_drawn: false,
            waiting: Vec::new(),
            turn: None,
            has_opened: false,
            has_used: false,
            end: None,
            game,
            setup,
        }
    }

    /// The rules that are played.
    #[must_use]
    pub fn rules(&self) -> &PanRules {
        &self.game.rules
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The setup it began with.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// What a player has, by place in the setup.
    #[must_use]
    pub fn purse(&self, place: usize) -> Money {
        self.purses[place]
    }

    /// What lies in the middle.
    #[must_use]
    pub fn middle(&self) -> Money {
        self.tops.iter().copied().sum()
    }

    /// All money of the hand; it changes only when somebody buys chips.
    #[must_use]
    pub fn total_money(&self) -> Money {
        self.purses.iter().copied().sum::<Money>() + self.middle()
    }

    /// The players by rising seat; their hands are secret.
    #[must_use]
    pub fn players(&self) -> &[Seated] {
        &self.players
    }

    /// How many cards the stock has.
    #[must_use]
    pub fn stock(&self) -> u16 {
        self.stock
    }

    /// Cards that were drawn out of turn while nothing lay on the discard pile; they lie under the next discard.
    #[must_use]
    pub fn waiting(&self) -> &[Card] {
        &self.waiting
    }

    /// The discard pile, the top card last.
    #[must_use]
    pub fn pile(&self) -> &[Card] {
        &self.pile
    }

    /// Whose turn it is, and where it stands.
    #[must_use]
    pub fn turn(&self) -> Option<Turn> {
        self.turn
    }

    /// The places in the order of the deal; the turns go round in the same direction.
    #[must_use]
    pub fn order(&self) -> &[u8] {
        &self.order
    }

    /// How it ended.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Who is first in the next hand: the winner, or after a void hand the same player as in this one.
    #[must_use]
    pub fn first_next(&self) -> Option<Seat> {
        match self.end? {
            End::Won(place, _) => Some(self.players[usize::from(place)].seat),
            End::Void => self.first.map(|place| self.players[usize::from(place)].seat),
        }
    }

    /// Who is first, once that is known.
    #[must_use]
    pub fn first(&self) -> Option<Seat> {
        self.first.map(|place| self.players[usize::from(place)].seat)
    }

    /// How often a face has been named in this hand, without what was shuffled back.
    #[must_use]
    pub fn named(&self, card: Card) -> usize {
        usize::from(self.named[usize::from(card.index())])
    }

    /// The cards that go back into the stock when the discards are shuffled.
    #[must_use]
    pub fn to_shuffle(&self) -> &[Card] {
        self.pile.split_last().map_or(&[], |(_, rest)| rest)
    }

    pub(super) fn place_of(&self, seat: Seat) -> Option<usize> {
        self.players.iter().position(|player| player.seat == seat)
    }

    /// The next player in turn after a place who plays on with a sound hand.
    pub(super) fn after(&self, place: u8) -> Option<u8> {
        let at = self.order.iter().position(|one| *one == place)?;
        let around = self.order[at + 1..].iter().chain(&self.order[..=at]);
        around.copied().find(|next| self.players[usize::from(*next)].standing == Standing::In)
    }

    /// Emits an event: takes it and hands it on.
    pub(super) fn emit(&mut self, event: Event, events: &mut impl Record<Event>) {
        let before = self.total_money();
        self.apply(&event);
        let bought = if let Event::Bought { amount, .. } = event { amount } else { Money::ZERO };
        debug_assert_eq!(self.total_money(), before + bought, "{event:?}");
        events.record(event);
    }
}

/// Who won the last hand, where that says who is first.
fn last_winner(game: &Game, setup: &Setup) -> Option<Seat> {
    setup.last_winner.filter(|_| game.rules.deal.first_later.value == FirstLater::LastWinner)
}

/// The places in the order of the deal: from the last winner, or from the first seat on the house dealer's right.
fn order_of_deal(game: &Game, setup: &Setup) -> ArrayVec<u8, PLAYERS_MAX> {
    let seats = setup.seats.max(1);
    let is_clockwise = game.rules.deal.direction.value == Direction::Clockwise;
    let next = |seat: Seat| if is_clockwise { seat.clockwise(seats) } else { seat.counter_clockwise(seats) };
    let start = if is_clockwise { Seat::new(1) } else { Seat::new(seats) };
    let mut seat = last_winner(game, setup).filter(|seat| seat.number() <= seats).unwrap_or(start);
    let mut order = ArrayVec::new();
    for _ in 0..seats {
        if let Some(place) = setup.players.iter().take(PLAYERS_MAX).position(|player| player.seat == seat) {
            order.push(place as u8);
        }
        seat = next(seat);
    }
    order
}
