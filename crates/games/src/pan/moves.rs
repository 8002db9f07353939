//! Which cards leave the stock, and which enter or leave a hand that others do not see.

use cards::Card;

use super::event::Event;
use super::group::Group;
use super::round::{Pan, Stage};
use crate::face::Move;
use crate::seat::Seat;

impl Event {
    /// The card that leaves the stock, as far as the event names it.
    pub(super) fn dealt(&self) -> Option<Option<Card>> {
        match *self {
            Event::Dealt { card, .. } => Some(card),
            Event::Drew { card, .. } | Event::Opened { card, .. } => Some(Some(card)),
            Event::Topped { .. }
            | Event::First { .. }
            | Event::Declared { .. }
            | Event::Draws { .. }
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
            | Event::Voided { .. } => None,
        }
    }
}

impl Pan {
    /// The cards that an event takes into a hand or out of it, before it is applied.
    pub(super) fn hand_moves(&self, event: &Event) -> Vec<(Seat, Card, Move)> {
        let drawn = match self.turn().map(|turn| turn.stage) {
            Some(Stage::Drawn(card, _)) => Some(card),
            Some(Stage::Begins | Stage::MayRedraw | Stage::Drawing | Stage::Used) | None => None,
        };
        let laid = |seat: Seat, cards: Group| {
            // The card that was drawn lies on the table already.
            let cards = drawn.and_then(|card| cards.without(&[card])).unwrap_or(cards);
            cards.iter().map(|card| (seat, *card, Move::OntoTable)).collect()
        };
        match *event {
            Event::Melded { seat, cards, borrowed, .. } => {
                laid(seat, cards.without(&borrowed).unwrap_or(cards))
            }
            Event::Added { seat, cards, .. } => laid(seat, cards),
            Event::Discarded { seat, card, drawn: false } => vec![(seat, card, Move::OntoTable)],
            Event::Kept { seat } => drawn.map(|card| (seat, card, Move::IntoHand)).into_iter().collect(),
            Event::Discarded { drawn: true, .. }
            | Event::Dealt { .. }
            | Event::Drew { .. }
            | Event::Opened { .. }
            | Event::Topped { .. }
            | Event::First { .. }
            | Event::Declared { .. }
            | Event::Draws { .. }
            | Event::Took { .. }
            | Event::Forced { .. }
            | Event::Divided { .. }
            | Event::Passed { .. }
            | Event::Paid { .. }
            | Event::Shuffled { .. }
            | Event::Fouled { .. }
            | Event::GaveBack { .. }
            | Event::FreshHand { .. }
            | Event::DrawnOutOfTurn { .. }
            | Event::Bought { .. }
            | Event::Won { .. }
            | Event::Voided { .. } => Vec::new(),
        }
    }
}
