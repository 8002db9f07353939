//! What the floor reports in a blackjack round when something goes wrong, and what the book offers as remedy.

use cards::Card;
use serde::{Deserialize, Serialize};

use super::event::Event;
use super::play::{self, Situation};
use super::state::{Blackjack, End, Hole};
use crate::record::Record;
use crate::refusal::{Reason, Refusal};
use crate::seat::Seat;

/// Something that went wrong and is reported by the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = BlackjackReport))]
#[serde(rename_all = "kebab-case")]
pub enum Report {
    /// The bank's down card was seen before its time.
    HoleExposed {
        /// The card, where nobody has entered it yet.
        card: Option<Card>,
    },
    /// A card was drawn to a hand that has to stand.
    DrawnPast {
        /// The spot.
        spot: Seat,
        /// The card.
        card: Card,
    },
}

impl Blackjack {
    /// Takes a report of the floor: the book says what happens next.
    ///
    /// # Errors
    /// When the book has no remedy or the report does not fit the moment; the round is unchanged.
    pub fn report(&mut self, report: Report, events: &mut impl Record<Event>) -> Result<(), Refusal> {
        if self.account.is_closed() {
            return Err(Refusal::plain(Reason::RoundOver));
        }
        let event = match report {
            Report::HoleExposed { card } => self.expose_hole(card)?,
            Report::DrawnPast { spot, card } => self.burn(spot, card)?,
        };
        self.emit_any(event, events);
        self.advance(events);
        Ok(())
    }

    fn expose_hole(&self, card: Option<Card>) -> Result<Event, Refusal> {
        let faults = self.rules().irregularities.as_ref();
        let rule = faults.and_then(|faults| faults.hole_exposed);
        let clause = rule.ok_or(Refusal::plain(Reason::NotInThisGame))?.clause;
        let card = match (self.hole, card) {
            (Hole::None, _) => return Err(Refusal::new(Reason::NotOffered, clause)),
            (Hole::Known(known), Some(card)) if card != known => {
                return Err(Refusal::new(Reason::NoSuchCard(card), clause));
            }
            (Hole::Known(known), _) => known,
            (Hole::Unseen, None) => return Err(Refusal::plain(Reason::MustBeShown)),
            (Hole::Unseen, Some(card)) if !self.copies_left(card) => {
                return Err(Refusal::new(Reason::NoSuchCard(card), self.rules().deck.jokers.clause));
            }
            (Hole::Unseen, Some(card)) => card,
        };
        if self.looked.is_some_and(|natural| natural != self.makes_natural(card)) {
            return Err(Refusal::new(Reason::ContradictsLook(card), self.rules().deal.check.clause));
        }
        Ok(Event::HoleExposed { card, clause })
    }

    fn burn(&self, seat: Seat, card: Card) -> Result<Event, Refusal> {
        let faults = self.rules().irregularities.as_ref();
        let rule = faults.and_then(|faults| faults.drawn_past);
        let clause = rule.ok_or(Refusal::plain(Reason::NotInThisGame))?.clause;
        let spot = self.spot_at(seat).ok_or(Refusal::plain(Reason::NobodyThere))?;
        let first = usize::from(self.spots[spot].first_hand);
        let mut places = first..first + usize::from(self.spots[spot].hands);
        if !places.any(|place| self.has_to_stand(place)) {
            return Err(Refusal::new(Reason::NotOffered, clause));
        }
        if !self.copies_left(card) {
            return Err(Refusal::new(Reason::NoSuchCard(card), self.rules().deck.jokers.clause));
        }
        Ok(Event::Burned { spot: seat, card, clause })
    }

    /// Whether a hand lies there that takes no further card, whether its player has stood already or not.
    fn has_to_stand(&self, place: usize) -> bool {
        let hand = self.situation(place);
        match hand.end {
            Some(End::Over | End::Surrendered | End::Voided | End::Frozen | End::BankNatural) => false,
            None | Some(End::Stood | End::Natural | End::Joker | End::SplitAce | End::Doubled) => {
                play::may_hit(&self.terms, &Situation { end: None, ..hand }).is_err()
            }
        }
    }
}
