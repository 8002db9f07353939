//! Where the cards come from: a committed shuffle, or a human dealer who enters them.

use cards::{Card, Deck as Composition, Draws, Seed};
use games::bank::Face;
use games::poker::Irregularity;
use games::round::{Game, Refusal, Report, Round, Slot, Waits};
use games::{blackjack, double_hand, three_card};

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
        match &self.game {
            Game::Blackjack(game) => {
                let deck = &game.rules.deck;
                let one = Composition::with_jokers(deck.jokers.value);
                one.decks(deck.decks.usual).unwrap_or(one)
            }
            Game::DoubleHand(game) => Composition::with_jokers(game.rules.deck.jokers.value),
            Game::ThreeCard(game) => Composition::with_jokers(game.rules.deck.jokers.value),
            Game::Poker(table) => Composition::with_jokers(table.rules().deck.jokers.value),
        }
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
            Waits::Shuffle(back) => {
                let mut cards: Vec<Card> =
                    self.deck.as_ref().map(|deck| deck.stub.clone()).unwrap_or_default();
                cards.extend(back.iter());
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
        let is_dealt_again = match &live.round {
            Round::DoubleHand(_) | Round::ThreeCard(_) => step.told.iter().any(|one| {
                use games::round::Event as Of;
                let Event::Round { of } = &one.event else { return false };
                matches!(
                    of,
                    Of::DoubleHand(double_hand::Event::Misdealt { .. })
                        | Of::ThreeCard(three_card::Event::Misdealt { .. })
                )
            }),
            Round::Poker(hand) => hand.seen().is_empty() && !live.round.is_over(),
            Round::Blackjack(_) => false,
        };
        if is_dealt_again {
            let cards = self.composition().cards().collect();
            return self.shuffle_cards(cards, step);
        }
        let named = match report {
            Report::Poker(
                Irregularity::Boxed(card)
                | Irregularity::LargeFlop(card)
                | Irregularity::EarlyTurn(card)
                | Irregularity::EarlyRiver(card)
                | Irregularity::ExtraCard { card: Some(card), .. },
            ) => card,
            _ => return,
        };
        deck.stub.retain(|card| *card != named);
    }

    /// What the house dealer and the dice do in double-hand poker.
    fn dealers_choice(&mut self, step: &mut Step<'_, '_>) -> Result<bool, Refusal> {
        use double_hand::Choice as C;
        use games::round::Choice;
        let Some(live) = &self.live else { return Ok(false) };
        let Round::DoubleHand(round) = &live.round else { return Ok(false) };
        let mut list = Vec::new();
        round.allowed(&mut list);
        let mine = list.iter().find(|allowed| {
            allowed.who == double_hand::DEALER && matches!(allowed.choice, C::NoMoreBets | C::Open)
        });
        if let Some(allowed) = mine {
            let (who, choice) = (allowed.who, Choice::DoubleHand(allowed.choice));
            self.act(|round| round.choose(who, choice), step)?;
            return Ok(true);
        }
        if list.iter().any(|allowed| matches!(allowed.choice, C::Dice(_))) {
            let dice = round.rules().deal.dice.value;
            let deck = self.deck.as_mut().ok_or_else(|| refuse(&System::NoDice))?;
            let sum: u8 = (0..dice).map(|_| deck.draws.below(6) as u8 + 1).sum();
            let choice = Choice::DoubleHand(C::Dice(sum));
            self.act(|round| round.choose(games::Party::BANK, choice), step)?;
            return Ok(true);
        }
        Ok(false)
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
                }
            }
            Waits::Look => "Look at the bank's down card: does it make a Natural?".to_owned(),
            Waits::Shuffle(_) => "Shuffle the discards into the deck.".to_owned(),
            Waits::Choices => dealers_step(&live.round).unwrap_or_else(|| {
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

/// What the house dealer and the dice do next in double-hand poker; nothing where players' words come first.
fn dealers_step(round: &Round) -> Option<String> {
    use double_hand::Choice as C;
    let Round::DoubleHand(round) = round else { return None };
    let mut list = Vec::new();
    round.allowed(&mut list);
    let bank = round.setup().bank;
    let hand = || match round.hand_to_enter() {
        Some(seat) if seat != bank => format!("the hand of seat {seat}"),
        _ => "the bank's hand".to_owned(),
    };
    let of = |choice| match choice {
        C::NoMoreBets => Some("Call betting closed.".to_owned()),
        C::Dice(_) => Some("Open the dice and enter their sum.".to_owned()),
        C::Turn(_) => Some(format!("Turn up {} and enter its seven cards.", hand())),
        C::Show { .. } => Some(format!("Turn up {} and enter it as it was set.", hand())),
        C::Open => Some("Open the next hand.".to_owned()),
        _ => None,
    };
    list.iter().find_map(|allowed| of(allowed.choice))
}

/// Whether cards of a round that is over stay secret. In blackjack every card lies open but a down card that nobody
/// had to turn, and each round is a shuffle of its own, so that the cards that were never dealt tell nothing; in the
/// other games there are hands that were folded, mucked or never opened.
pub(crate) fn keeps_secrets(round: &Round) -> bool {
    match round {
        Round::Blackjack(round) => round.has_down_card(),
        Round::DoubleHand(..) | Round::ThreeCard(..) | Round::Poker(..) => true,
    }
}

/// Whether a blackjack round's hand for a purse was a Natural, which some books count over rounds.
pub(crate) fn held_natural(round: &blackjack::Blackjack, purse: u8) -> bool {
    round.spots().iter().enumerate().any(|(place, spot)| {
        let owner = round.setup().bets[usize::from(spot.first_bet)].purse;
        owner == purse && round.hands().iter().any(|hand| usize::from(hand.spot) == place && hand.is_natural)
    })
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
