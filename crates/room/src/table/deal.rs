//! Where the cards come from: a committed shuffle, or a human dealer who enters them.

use cards::{Card, Deck as Composition, Seed};
use games::round::{Refusal, Report, Round, Waits};

use super::deck::{Deck, SealedDeck, Source};
use super::openings::Dealt;
use super::sealing::CutDeck;
use super::{Step, Table, refuse};
use crate::event::Event;
use crate::system::System;
use crate::told::{Seen, Shown};

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

    /// Takes the deck of the last round away. The next one is sealed and cut when its first card is due; where the log
    /// began with version 0.1.0 it is shuffled at once, and the commitment published.
    pub(super) fn shuffle_deck(&mut self, step: &mut Step<'_, '_>) {
        self.deck = None;
        if !self.is_entered() && !self.state.seals {
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
        let before = self.deck.take().map(|deck| (deck.source, deck.commitments));
        let (mut seeds, mut commitments) = match before {
            Some((Source::Committed { seeds, .. }, commitments)) => (seeds, commitments),
            _ => (Vec::new(), Vec::new()),
        };
        seeds.push(seed.reveal());
        commitments.push(commitment.clone());
        let source = Source::Committed { stub: cards, draws: Box::new(draws), seeds };
        let dealt = Vec::new();
        self.deck =
            Some(Deck { source, commitments, dealt, has_copies: false, is_spent: false, is_out: false });
        let full = Event::Shuffled { commitment: commitment.clone(), seed: seed.reveal() };
        let public = Event::Shuffled { commitment, seed: String::new() };
        let seen = Seen::of(Some(public), Vec::new());
        self.push(full, Vec::new(), Some(seen), &mut step.told);
    }

    /// Takes a deck that was sealed and cut; of a deck that is shuffled again only some cards are there.
    fn take_cut(&mut self, cut: CutDeck, only: Option<Vec<Card>>) {
        let CutDeck { sealed, cut, shuffle, burnt, sealing } = cut;
        let (mut commitments, mut dealt) = match self.deck.take() {
            Some(deck) => (deck.commitments, deck.dealt),
            None => (Vec::new(), Vec::new()),
        };
        if only.is_none() {
            dealt.clear();
        }
        commitments.extend(sealing.roots.get(usize::from(cut.deck) - 1).cloned());
        if only.is_none() {
            self.keep_shoe(sealing, shuffle, cut.deck);
        }
        let mut faces = self.deck_in_order();
        faces.sort_unstable();
        let has_copies = faces.windows(2).any(|pair| pair[0] == pair[1]);
        let mut sealed = SealedDeck::new(sealed, cut, shuffle, only);
        sealed.burn(burnt);
        sealed.throws = self.shoe_in_use().map_or(0, |shoe| shoe.throws);
        let source = Source::Sealed(sealed);
        self.deck = Some(Deck { source, commitments, dealt, has_copies, is_spent: false, is_out: false });
    }

    /// Takes away what lies on the table for people to look at after a round.
    pub(super) fn clear_away(&mut self) {
        self.shown = None;
        self.deck = None;
    }

    /// Writes the seeds of committed shuffles into the log when they are over. Whoever has a seed has every hand, so
    /// only the auditor reads them.
    pub(super) fn reveal_committed(&mut self, step: &mut Step<'_, '_>) {
        let is_committed = |deck: &mut Deck| matches!(deck.source, Source::Committed { .. });
        let Some(deck) = self.deck.take_if(is_committed) else { return };
        if let Source::Committed { seeds, .. } = deck.source {
            let seen = Seen::of(Some(Event::Revealed { seeds: Vec::new() }), Vec::new());
            self.push(Event::Revealed { seeds }, Vec::new(), Some(seen), &mut step.told);
        }
    }

    /// Gives the round what a dealer gives it: cards, dice, calls. Says whether anything was given.
    pub(super) fn deal_on(&mut self, step: &mut Step<'_, '_>) -> Result<bool, Refusal> {
        if self.is_entered() {
            return Ok(false);
        }
        let Some(live) = &self.live else { return Ok(false) };
        let waits = live.round.waits();
        let has_deck = self.deck.as_ref().is_some_and(|deck| !deck.is_spent);
        if self.state.seals && !has_deck && waits != Waits::Over {
            let Some(cut) = self.cut(self.burns(), step) else { return Ok(false) };
            self.take_cut(cut, None);
            return Ok(true);
        }
        match waits {
            Waits::Card { slot, .. } => {
                let deck = self.deck.as_mut().ok_or_else(|| refuse(&System::NoDeck))?;
                let card = match &mut deck.source {
                    Source::Committed { stub, .. } => stub.pop().ok_or_else(|| refuse(&System::DeckOut))?,
                    Source::Sealed(sealed) => {
                        let Some((card, place, nth)) = sealed.deal() else {
                            return Ok(self.shuffle_discards(step));
                        };
                        deck.dealt.push(Dealt::new(sealed, place, nth, card, slot));
                        card
                    }
                };
                self.act(|round| round.card(Some(card)), step)?;
                self.look_for_cut_card(step);
                Ok(true)
            }
            Waits::Shuffle(_) => {
                let mut cards = match self.deck.as_ref().map(|deck| &deck.source) {
                    Some(Source::Committed { stub, .. }) => stub.clone(),
                    Some(Source::Sealed(sealed)) => sealed.cards_left(),
                    None => Vec::new(),
                };
                cards.extend(live.round.shuffled_back());
                if self.state.seals {
                    let Some(cut) = self.cut(0, step) else { return Ok(false) };
                    self.take_cut(cut, Some(cards));
                } else {
                    cards.sort_unstable_by_key(|card| card.index());
                    self.shuffle_cards(cards, step);
                }
                self.act(Round::shuffle, step)?;
                Ok(true)
            }
            Waits::Choices => self.dealers_choice(step),
            Waits::Look | Waits::Over => Ok(false),
        }
    }

    /// In the middle of a round no card is left: whatever does not lie on the table is sealed and cut anew. If
    /// everything does, nothing can be dealt until the floor has decided. Says whether there are cards again.
    fn shuffle_discards(&mut self, step: &mut Step<'_, '_>) -> bool {
        let mut cards = self.deck_in_order();
        let Some(deck) = &mut self.deck else { return false };
        for card in deck.dealt_cards() {
            if let Some(place) = cards.iter().position(|one| *one == card) {
                cards.swap_remove(place);
            }
        }
        if cards.is_empty() {
            if !std::mem::replace(&mut deck.is_out, true) {
                self.tell(Event::CardsOut, &mut step.told);
            }
            return false;
        }
        self.give_up_shoe();
        let Some(cut) = self.cut(0, step) else { return false };
        self.take_cut(cut, Some(cards));
        true
    }

    /// After a report the shuffler's deck is again what the round takes it for: whole and shuffled anew if all is
    /// dealt again, and without a card that was named as it came off too early.
    pub(super) fn mend_deck(&mut self, report: Report, step: &mut Step<'_, '_>) {
        let (Some(live), Some(deck)) = (&self.live, &mut self.deck) else { return };
        let of_round = |event: &Event| if let Event::Round { of } = event { Some(*of) } else { None };
        let since = step.told.iter().filter_map(|one| of_round(&one.event));
        let since: Vec<games::round::Event> = since.collect();
        if live.round.is_dealt_again(&since) {
            deck.is_spent = true;
            self.give_up_shoe();
            if !self.state.seals {
                let cards = self.composition().cards().collect();
                self.shuffle_cards(cards, step);
            }
            return;
        }
        let Some(named) = report.card_named() else { return };
        match &mut deck.source {
            Source::Committed { stub, .. } => stub.retain(|card| *card != named),
            Source::Sealed(sealed) => {
                let passed = sealed.pass_over(named);
                if self.passed.is_none() {
                    let open = |(place, nth)| sealed.show(place, nth);
                    step.show(passed.into_iter().map(open).collect());
                }
            }
        }
    }

    /// What the house dealer and the dice do.
    fn dealers_choice(&mut self, step: &mut Step<'_, '_>) -> Result<bool, Refusal> {
        let (Some(live), Some(deck)) = (&self.live, &mut self.deck) else { return Ok(false) };
        let (shows, mut shown) = (self.passed.is_none(), Vec::new());
        let mut is_out = false;
        let mut roll = |dice: u8| match &mut deck.source {
            Source::Committed { draws, .. } => (0..dice).map(|_| draws.below(6) as u8 + 1).sum(),
            Source::Sealed(sealed) => {
                let thrown = sealed.throw(dice);
                is_out |= thrown.is_none();
                thrown.map_or(0, |(sum, throw)| {
                    shown.extend(shows.then(|| sealed.show_throw(throw)));
                    sum
                })
            }
        };
        let choice = live.round.dealers_choice(&mut roll);
        if is_out {
            return Err(refuse(&System::NoDice));
        }
        let Some((who, choice)) = choice else { return Ok(false) };
        self.act(|round| round.choose(who, choice), step)?;
        step.show(shown);
        Ok(true)
    }

    pub(super) fn enter_card(&mut self, card: Option<Card>, step: &mut Step<'_, '_>) -> Result<(), Refusal> {
        self.check_entered()?;
        self.act(|round| round.card(card), step)?;
        self.count_entered(card.as_slice(), step);
        Ok(())
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
        self.act(|round| round.turn_up(seat, cards), step)?;
        self.count_entered(cards, step);
        // Whoever turns a hand up on the felt has shown it.
        let shown = self.live.as_ref().filter(|_| self.spec.by_hand).and_then(|live| live.round.shows(seat));
        match shown {
            Some((who, choice)) => self.act(|round| round.choose(who, choice), step),
            None => Ok(()),
        }
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
        if self.pays_between() {
            return Err(refuse(&System::PayFirst));
        }
        Ok(())
    }
}

/// The cards drawn for something, by seat, and their proofs.
type Drawn = (Vec<(games::Seat, Card)>, Vec<Shown>);

impl Table {
    /// Shuffles a deck just to draw one card for each seat; nothing while words are awaited that cut it.
    pub(super) fn draw_cards(
        &mut self,
        cards: Vec<Card>,
        seats: &[games::Seat],
        step: &mut Step<'_, '_>,
    ) -> Option<Drawn> {
        self.deck = None;
        if self.state.seals {
            let CutDeck { sealed, cut, shuffle, .. } = self.cut(0, step)?;
            let mut sealed = SealedDeck::new(sealed, cut, shuffle, None);
            let draw = |seat: &games::Seat| Some((*seat, sealed.deal()?));
            let drawn: Vec<_> = seats.iter().filter_map(draw).collect();
            let open = |place, nth| sealed.show(place, nth);
            let shown = drawn.iter().filter(|_| self.passed.is_none());
            let shown = shown.map(|(_, (_, place, nth))| open(*place, *nth)).collect();
            return Some((drawn.iter().map(|(seat, (card, ..))| (*seat, *card)).collect(), shown));
        }
        self.shuffle_cards(cards, step);
        let drawn = match self.deck.as_ref().map(|deck| &deck.source) {
            Some(Source::Committed { stub, .. }) => seats.iter().copied().zip(stub.iter().rev().copied()),
            _ => return None,
        };
        let drawn = drawn.collect();
        // The draw is over as soon as the cards lie open.
        self.reveal_committed(step);
        Some((drawn, Vec::new()))
    }
}
