//! What each viewer may see: the only way anything hidden leaves a hand.

use books::Money;
use cards::{Card, CardSet};

use super::event::{Choice, Event, Place, Which};
use super::hand::Hand;
use super::irregularity::Irregularity;
use crate::seat::Seat;

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// A player, who sees the own cards.
    Seat(Seat),
    /// Anybody at the rail.
    Rail,
}

/// A seat as a viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatView {
    /// Which.
    pub seat: Seat,
    /// The money behind.
    pub stack: Money,
    /// The bet of the round.
    pub bet: Money,
    /// Whether the hand is still in.
    pub is_live: bool,
    /// The private cards; nothing stands for one that the viewer may not see.
    pub cards: Vec<Option<Card>>,
    /// How many cards were exchanged, as long as that is told.
    pub drawn: Option<u8>,
}

/// A hand as a viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The seats, from the left of the button; the last is the button.
    pub seats: Vec<SeatView>,
    /// The board.
    pub board: Vec<Card>,
    /// Everything in the middle.
    pub pot: Money,
    /// The street, from 0.
    pub street: usize,
}

impl Hand {
    /// What a viewer may see.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> View {
        let draw = self.table.rules().draw.as_ref();
        let is_draw_told =
            self.street > 0 && draw.is_some_and(|draw| draw.counts_told.value) && self.street_actions == 0;
        let seat_view = |(place, seat): (usize, &Seat)| {
            let sees = viewer == Viewer::Seat(*seat) || self.shown.or(self.faced).contains(place);
            let lies_open = |card: usize| self.face_up[place].contains(card as u8);
            let cards = self.private_of(place).iter().enumerate();
            let cards = cards.map(|(at, card)| card.filter(|_| sees || lies_open(at))).collect();
            SeatView {
                seat: *seat,
                stack: self.stacks[place],
                bet: self.betting.bets[place],
                is_live: self.live.contains(place),
                cards,
                drawn: is_draw_told.then_some(self.drawn[place]),
            }
        };
        View {
            seats: self.seats().iter().enumerate().map(seat_view).collect(),
            board: self.board.to_vec(),
            pot: self.pot,
            street: self.street(),
        }
    }
}

impl Event {
    /// The event as a viewer may see it: the same fact without what is hidden.
    #[must_use]
    pub fn seen_by(self, viewer: Viewer) -> Event {
        let own = |seat: Seat| viewer == Viewer::Seat(seat);
        // Others see how many cards were thrown, not which.
        let count_only = |which: Which| Which::from_bits(((1_u16 << which.count()) - 1) as u8);
        match self {
            Event::Dealt { place: Place::Private(seat), card } => {
                Event::Dealt { place: Place::Private(seat), card: card.filter(|_| own(seat)) }
            }
            Event::Dealt { place: Place::Burn, .. } => Event::Dealt { place: Place::Burn, card: None },
            Event::Chose { seat, choice: Choice::Draw(which), adds } if !own(seat) => {
                Event::Chose { seat, choice: Choice::Draw(count_only(which)), adds }
            }
            Event::Chose { seat, choice: Choice::Discard(which), adds } if !own(seat) => {
                Event::Chose { seat, choice: Choice::Discard(count_only(which)), adds }
            }
            Event::Shuffled { clause, .. } => Event::Shuffled { back: CardSet::EMPTY, clause },
            Event::Reported { what: Irregularity::ExtraCard { seat, .. }, clause } => {
                Event::Reported { what: Irregularity::ExtraCard { seat, card: None }, clause }
            }
            event @ (Event::Posted { .. }
            | Event::Collected { .. }
            | Event::Began { .. }
            | Event::Dealt { place: Place::Board, .. }
            | Event::Opened { .. }
            | Event::Chose { .. }
            | Event::Returned { .. }
            | Event::Closed
            | Event::Asked { .. }
            | Event::Showdown { .. }
            | Event::Turned { .. }
            | Event::Showed { .. }
            | Event::Mucked { .. }
            | Event::Died { .. }
            | Event::Reported { .. }
            | Event::Awarded { .. }
            | Event::Voided { .. }
            | Event::Ended) => event,
        }
    }
}
