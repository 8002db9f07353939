//! A shoe that lasts: its places are sealed once, and those that are left are cut anew for each round.

use games::round::Refusal;
use serde::{Deserialize, Serialize};

use super::deck::{SealedDeck, Source};
use super::{Step, Table, refuse};
use crate::event::Event;
use crate::shoe::{LastingShoe, ShoeCut, ShoeView};
use crate::system::System;

/// The shoe in use.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Shoe {
    /// What was sealed, and what has left it when a round was over.
    pub(super) cut: ShoeCut,
    /// The event from which on the log would give away what lies in it.
    pub(super) since: u64,
    /// The roots and the seeds of the decks sealed with it.
    pub(super) roots: Vec<String>,
    pub(super) seeds: Vec<String>,
    /// How often dice were thrown with it.
    pub(super) throws: u32,
    /// Whether it deals no further round: the cut card is out, or something was wrong.
    pub(super) is_out: bool,
}

impl Table {
    /// How this table's shoe lasts; nothing where every round is shuffled afresh.
    fn lasting(&self) -> Option<LastingShoe> {
        self.spec.shoe.filter(|_| self.takes_words())
    }

    /// The shoe that the next cut is of; nothing where a new one is sealed.
    pub(super) fn shoe_in_use(&self) -> Option<&Shoe> {
        self.state.shoe.as_ref().filter(|shoe| !shoe.is_out)
    }

    /// How many cards are burnt when the next deck of a round is cut.
    pub(super) fn burns(&self) -> u8 {
        self.lasting().filter(|_| self.shoe_in_use().is_none()).map_or(0, |shoe| shoe.burn)
    }

    /// Keeps a deck that was just sealed and cut as the shoe of the next rounds.
    pub(super) fn keep_shoe(&mut self, sealing: super::sealing::Sealing, shuffle: u64, deck: u8) {
        if self.lasting().is_none() || sealing.shoe.is_some() {
            return;
        }
        // What lay in a shoe that is given up in the middle of a round stays unread as long as its successor.
        let before = self.state.shoe.as_ref().map(|shoe| shoe.since);
        let mut seeds = sealing.seeds;
        seeds.pop();
        self.state.shoe = Some(Shoe {
            cut: ShoeCut { sealed: shuffle, deck, gone: Vec::new() },
            since: before.map_or(sealing.number, |before| before.min(sealing.number)),
            roots: sealing.roots,
            seeds,
            throws: 0,
            is_out: false,
        });
    }

    /// Notes that the cut card has come out with the card that was just dealt.
    pub(super) fn look_for_cut_card(&mut self, step: &mut Step<'_, '_>) {
        let Some(lasting) = self.lasting() else { return };
        let Some(Source::Sealed(deck)) = self.deck.as_ref().map(|deck| &deck.source) else { return };
        let left = deck.count_left();
        let behind = lasting.behind_in(self.composition());
        let Some(shoe) = self.state.shoe.as_mut().filter(|shoe| !shoe.is_out && left <= behind) else {
            return;
        };
        shoe.is_out = true;
        self.tell(Event::CutCardOut { left: left as u32 }, &mut step.told);
    }

    /// No further round is dealt from the shoe in use.
    pub(super) fn give_up_shoe(&mut self) {
        if let Some(shoe) = &mut self.state.shoe {
            shoe.is_out = true;
        }
    }

    /// When a round is over: what has left the shoe stays out of it, and a shoe whose cut card is out goes away.
    pub(super) fn count_shoe(&mut self) {
        let cards = self.composition().len();
        let Some(shoe) = &mut self.state.shoe else { return };
        if shoe.is_out {
            self.state.shoe = None;
            return;
        }
        if let Some(Source::Sealed(deck)) = self.deck.as_ref().map(|deck| &deck.source)
            && deck.deck.shuffle().number == shoe.cut.sealed
        {
            let left = deck.places_left();
            shoe.cut.gone = (0..cards as u32).filter(|place| !left.contains(place)).collect();
            shoe.throws = deck.throws;
        }
    }

    /// Takes the shoe away, so that the next round begins with a new one.
    pub(super) fn new_shoe(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        if self.lasting().is_none() {
            return Err(refuse(&System::NoShoe));
        }
        if self.live.is_some() {
            return Err(refuse(&System::ShoeLater));
        }
        if self.state.shoe.take().is_none() {
            return Err(refuse(&System::ShoeIsNew));
        }
        self.give_up_cut(step);
        self.tell(Event::NewShoe, &mut step.told);
        Ok(())
    }

    /// Gives up a cut of a shoe that is taken away, for which words were awaited when its round was voided. That counts
    /// like every shuffle that is given up, and nobody is left out for it.
    fn give_up_cut(&mut self, step: &mut Step<'_, '_>) {
        let shuffles = &mut self.state.shuffles;
        if shuffles.sealing.take_if(|sealing| sealing.shoe.is_some()).is_none() {
            return;
        }
        shuffles.aborted += 1;
        let (shuffle, aborted) = (shuffles.count, shuffles.aborted);
        self.tell(Event::ShuffleAborted { shuffle, missing: Vec::new(), aborted }, &mut step.told);
    }

    /// The event from which on nobody reads the log, because it gives away what is still to be dealt.
    pub(super) fn shoe_since(&self) -> Option<u64> {
        self.state.shoe.as_ref().map(|shoe| shoe.since)
    }

    /// The shoe as everybody sees it.
    pub(crate) fn shoe_view(&self) -> Option<ShoeView> {
        let lasting = self.lasting()?;
        let whole = self.composition();
        let deck = self.deck.as_ref().filter(|_| self.live.is_some());
        let left = match (deck.map(|deck| &deck.source), &self.state.shoe) {
            (Some(Source::Sealed(deck)), _) => deck.count_left(),
            (_, Some(shoe)) => whole.len() - shoe.cut.gone.len(),
            (_, None) => whole.len(),
        };
        Some(ShoeView {
            decks: whole.deck_count(),
            left: left as u32,
            behind: lasting.behind_in(whole) as u32,
            is_cut_card_out: self.state.shoe.as_ref().is_some_and(|shoe| shoe.is_out),
        })
    }
}

impl SealedDeck {
    /// Takes cards off unseen.
    pub(super) fn burn(&mut self, cards: u8) {
        for _ in 0..cards {
            self.deal();
        }
    }
}
