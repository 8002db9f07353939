//! Cards that a player is owed, and the deck that may run out before they come.

use cards::CardSet;

use super::event::Place;
use super::hand::{Hand, Phase, Waits};

impl Hand {
    /// What a hand waits for in which somebody is owed a card, unless that waits for something else.
    pub(super) fn waits_for_owed(&self) -> Option<Waits> {
        let card_for = |place: u8| Waits::Card(Place::Private(self.seats[usize::from(place)]));
        match self.phase {
            Phase::Over | Phase::Dealing => None,
            Phase::Drawing | Phase::Showing if self.draws_owed == 0 => Some(Waits::Choices),
            _ if self.needs_stub_shuffle() => Some(Waits::Shuffle(self.stub_discards())),
            Phase::Drawing => Some(card_for(self.next)),
            _ => self.owed.first().map(|(place, _)| card_for(*place)),
        }
    }

    /// Whether the deck runs out before whoever is owed a card is served.
    pub(super) fn needs_stub_shuffle(&self) -> bool {
        self.deck_left <= 1
            && self.is_stub_owed()
            && self.others_discards().any(|place| self.discards[place].1 > 0)
    }

    fn is_stub_owed(&self) -> bool {
        self.table.rules().draw.is_some() && (self.draws_owed > 0 || !self.owed.is_empty())
    }

    /// The places whose discards may be shuffled back: all but that of the player who is served.
    pub(super) fn others_discards(&self) -> impl Iterator<Item = usize> + use<> {
        let served = match self.owed.first() {
            Some((place, _)) if self.draws_owed == 0 => *place,
            _ => self.next,
        };
        (0..usize::from(self.players)).filter(move |place| *place != usize::from(served))
    }

    /// The known cards that are shuffled into the stub.
    fn stub_discards(&self) -> CardSet {
        let known = self.others_discards().flat_map(|place| self.discards[place].0.iter());
        known.fold(CardSet::EMPTY, CardSet::with)
    }
}
