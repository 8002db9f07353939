//! Where the cards come from: a committed shuffle, or a human dealer who enters them.

use cards::{Card, Deck as Composition, Draws, Seed};
use games::bank::Face;
use games::round::{Refusal, Report, Round, Slot, Waits};

use super::{Step, Table, refuse};
use crate::event::Event;
use crate::system::System;

/// The shuffled cards of the round and what they were shuffled from.
#[derive(Clone, Debug)]
pub(crate) struct Deck {
    /// The cards still to come, the next one last.
    stub: Vec<Card>,
    /// What follows the shuffle in the same random stream: the dice.
    draws: Draws,
    /// The seeds in use, in hexadecimal, to be revealed at the end.
    pub(crate) seeds: Vec<String>,
    /// Their commitments.
    pub(crate) commitments: Vec<String>,
}

impl PartialEq for Deck {
    /// The cards to come and the seeds say everything: the dice follow from them and from the events.
    fn eq(&self, other: &Deck) -> bool {
        (&self.stub, &self.seeds) == (&other.stub, &other.seeds)
    }
}

impl Table {
    /// The cards of one whole deck or shoe of this game.
    pub(crate) fn composition(&self) -> Composition {
        self.game.deck()
    }

    /// The cards of one whole deck or shoe before the shuffle.
    #[must_use]
    pub fn deck_in_order(&self) -> Vec<Card> {
        self.composition().cards().collect()
    }

    /// Shuffles for a new round and publishes the commitment.
    pub(super) fn shuffle_deck(&mut self, step: &mut Step<'_, '_>) {
        self.deck = None;
        if !self.is_entered() {
            let cards = self.composition().cards().collect();
            self.shuffle_cards(cards, step);
        }
    }

    fn shuffle_cards(&mut self, mut cards: Vec<Card>, step: &mut Step<'_, '_>) {
        let seed = Seed::from_bytes((step.input.seeds)());
        let commitment = seed.commitment().to_string();
        let mut draws = seed.draws();
        draws.shuffle(&mut cards);
        cards.reverse();
        let (mut seeds, mut commitments) = match self.deck.take() {
            Some(deck) => (deck.seeds, deck.commitments),
            None => (Vec::new(), Vec::new()),
        };
        seeds.push(seed.reveal());
        commitments.push(commitment.clone());
        self.deck = Some(Deck { stub: cards, draws, seeds, commitments });
        let full = Event::Shuffled { commitment: commitment.clone(), seed: seed.reveal() };
        let public = Event::Shuffled { commitment, seed: String::new() };
        let seen = crate::event::Seen { rail: Some(public), others: Vec::new() };
        self.push(full, Vec::new(), Some(seen), &mut step.told);
    }

    /// Writes the seeds of shuffles into the log when they are over. Where a card was dealt that not everybody has
    /// seen, only the log holds them: whoever has a seed has every hand.
    pub(super) fn reveal(&mut self, seeds: Vec<String>, is_secret: bool, step: &mut Step<'_, '_>) {
        let public = Event::Revealed { seeds: Vec::new() };
        let seen = is_secret.then(|| crate::event::Seen { rail: Some(public), others: Vec::new() });
        self.push(Event::Revealed { seeds }, Vec::new(), seen, &mut step.told);
    }

    /// Gives the round what a dealer gives it: cards, dice, calls. Says whether anything was given.
    pub(super) fn deal_on(&mut self, step: &mut Step<'_, '_>) -> Result<bool, Refusal> {
        if self.is_entered() {
            return Ok(false);
        }
        let Some(live) = &self.live else { return Ok(false) };
        match live.round.waits() {
            Waits::Card { .. } => {
                let deck = self.deck.as_mut().ok_or_else(|| refuse(&System::NoDeck))?;
                let card = deck.stub.pop().ok_or_else(|| refuse(&System::DeckOut))?;
                self.act(|round| round.card(Some(card)), step)?;
                Ok(true)
            }
            Waits::Shuffle(_) => {
                let mut cards: Vec<Card> =
                    self.deck.as_ref().map(|deck| deck.stub.clone()).unwrap_or_default();
                cards.extend(live.round.shuffled_back());
                cards.sort_unstable_by_key(|card| card.index());
                self.shuffle_cards(cards, step);
                self.act(Round::shuffle, step)?;
                Ok(true)
            }
            Waits::Choices => self.dealers_choice(step),
            Waits::Look | Waits::Over => Ok(false),
        }
    }

    /// After a report the shuffler's deck is again what the round takes it for: whole and shuffled anew if all is
    /// dealt again, and without a card that was named as it came off too early.
    pub(super) fn mend_deck(&mut self, report: Report, step: &mut Step<'_, '_>) {
        let (Some(live), Some(deck)) = (&self.live, &mut self.deck) else { return };
        let since = step.told.iter().filter_map(|one| match &one.event {
            Event::Round { of } => Some(*of),
            _ => None,
        });
        let since: Vec<games::round::Event> = since.collect();
        if live.round.is_dealt_again(&since) {
            let cards = self.composition().cards().collect();
            return self.shuffle_cards(cards, step);
        }
        let Some(named) = report.card_named() else { return };
        deck.stub.retain(|card| *card != named);
    }

    /// What the house dealer and the dice do.
    fn dealers_choice(&mut self, step: &mut Step<'_, '_>) -> Result<bool, Refusal> {
        let (Some(live), Some(deck)) = (&self.live, &mut self.deck) else { return Ok(false) };
        let mut roll = |dice: u8| (0..dice).map(|_| deck.draws.below(6) as u8 + 1).sum();
        let Some((who, choice)) = live.round.dealers_choice(&mut roll) else { return Ok(false) };
        self.act(|round| round.choose(who, choice), step)?;
        Ok(true)
    }

    pub(super) fn enter_card(&mut self, card: Option<Card>, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        self.check_entered()?;
        self.act(|round| round.card(card), step)
    }

    pub(super) fn enter_unseen(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        self.check_entered()?;
        self.act(Round::deal_unseen, step)
    }

    pub(super) fn enter_hand(
        &mut self,
        seat: games::Seat,
        cards: &[Card],
        step: &mut Step<'_, '_>,
    ) -> Result<(), Refusal> {
        self.check_entered()?;
        self.act(|round| round.turn_up(seat, cards), step)
    }

    pub(super) fn enter_look(&mut self, natural: bool, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        self.check_entered()?;
        self.act(|round| round.look(natural), step)
    }

    pub(super) fn enter_shuffle(&mut self, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        self.check_entered()?;
        self.act(Round::shuffle, step)
    }

    fn check_entered(&self) -> Result<(), Refusal> {
        if !self.is_entered() {
            return Err(refuse(&System::DealtByShuffler));
        }
        if self.live.is_none() {
            return Err(refuse(&System::BeginFirst));
        }
        Ok(())
    }

    /// What the dealer does next, in one sentence, at a table with entered cards.
    pub(crate) fn next_step(&self) -> String {
        let Some(live) = &self.live else { return String::new() };
        match live.round.waits() {
            Waits::Card { slot, face } => {
                let way = if face == Face::Down { "face down" } else { "face up" };
                match slot {
                    Slot::Spot { seat, hand: 0 } => format!("Deal a card {way} to seat {seat}."),
                    Slot::Spot { seat, hand } => {
                        format!("Deal a card {way} to hand {} of seat {seat}.", hand + 1)
                    }
                    Slot::Bank => format!("Deal a card {way} to the bank."),
                    Slot::Pile { pile } => format!("Deal a card {way} to pile {pile}."),
                    Slot::Board => "Turn a card of the board.".to_owned(),
                    Slot::Burn => "Burn a card.".to_owned(),
                    Slot::Drawn { seat } => format!("Turn the top card of the stock for seat {seat}."),
                    Slot::Discards => "Turn a card to begin the discard pile.".to_owned(),
                }
            }
            Waits::Look => "Look at the bank's down card: does it make a Natural?".to_owned(),
            Waits::Shuffle(_) => "Shuffle the discards into the deck.".to_owned(),
            Waits::Choices => live.round.dealers_step().unwrap_or_else(|| {
                let names: Vec<String> = self.awaited_names();
                format!(
                    "Wait for {}.",
                    if names.is_empty() { "the players".to_owned() } else { names.join(", ") }
                )
            }),
            Waits::Over => "The round is over.".to_owned(),
        }
    }
}

impl Table {
    /// Shuffles a deck just to draw one card for each seat.
    pub(super) fn draw_cards(
        &mut self,
        cards: Vec<Card>,
        seats: &[games::Seat],
        step: &mut Step<'_, '_>,
    ) -> Vec<(games::Seat, Card)> {
        self.deck = None;
        self.shuffle_cards(cards, step);
        let Some(deck) = self.deck.take() else { return Vec::new() };
        let drawn = seats.iter().copied().zip(deck.stub.iter().rev().copied()).collect();
        // The draw is over as soon as the cards lie open, so its seed is revealed at once.
        self.reveal(deck.seeds, false, step);
        drawn
    }
}
