//! The cards of a shoe, and which of them count alike.

use arrayvec::ArrayVec;
use books::blackjack::{BlackjackRules, Pairs};
use cards::{Card, Rank};
use games::blackjack::{Count, Terms};

/// The most kinds of cards a game can tell apart: every rank, and the joker.
pub(super) const KINDS_MAX: usize = 14;

/// How many of each kind.
pub(super) type Counts = [u8; KINDS_MAX];

/// How many copies of each card a shoe holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shoe([u16; Card::FACES]);

impl Shoe {
    /// A fresh shoe of so many decks of a book.
    #[must_use]
    pub fn fresh(rules: &BlackjackRules, decks: u8) -> Shoe {
        let mut shoe = Shoe([u16::from(decks); Card::FACES]);
        shoe.0[usize::from(Card::JOKER.index())] = u16::from(decks) * u16::from(rules.deck.jokers.value);
        shoe
    }

    /// A shoe of these cards and no others.
    #[must_use]
    pub fn of(cards: &[Card]) -> Shoe {
        let mut shoe = Shoe([0; Card::FACES]);
        cards.iter().for_each(|card| shoe.0[usize::from(card.index())] += 1);
        shoe
    }

    /// How many cards it holds.
    #[must_use]
    pub fn cards(&self) -> u32 {
        Card::all().chain([Card::JOKER]).map(|card| u32::from(self.copies(card))).sum()
    }

    /// How many copies of a card it holds.
    #[must_use]
    pub fn copies(&self, card: Card) -> u16 {
        self.0[usize::from(card.index())]
    }

    /// Every card it can hold, once.
    pub(super) fn faces() -> impl Iterator<Item = Card> {
        Card::all().chain([Card::JOKER])
    }
}

/// Cards that the rules cannot tell apart, but for their suits.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    /// One of them, for all.
    pub(super) card: Card,
    /// All of them that the shoe holds, with how many copies.
    pub(super) faces: ArrayVec<(Card, u16), 16>,
    /// How many cards of the kind the shoe holds.
    pub(super) cards: u16,
}

/// The kinds of cards of a shoe.
#[derive(Clone, Debug)]
pub(super) struct Kinds(pub(super) ArrayVec<Kind, KINDS_MAX>);

impl Kinds {
    pub(super) fn of(shoe: &Shoe, terms: &Terms) -> Kinds {
        let mut kinds: ArrayVec<(Kind, Count, Option<Rank>), KINDS_MAX> = ArrayVec::new();
        for card in Shoe::faces().filter(|card| shoe.copies(*card) > 0) {
            let by_rank = (terms.split_pairs.value == Pairs::SameRank).then(|| card.rank()).flatten();
            let key = (Count::of(&[card]), by_rank);
            let copies = shoe.copies(card);
            match kinds.iter_mut().find(|(_, count, rank)| (*count, *rank) == key) {
                Some((kind, ..)) => {
                    kind.faces.push((card, copies));
                    kind.cards += copies;
                }
                None => {
                    let mut faces = ArrayVec::new();
                    faces.push((card, copies));
                    kinds.push((Kind { card, faces, cards: copies }, key.0, key.1));
                }
            }
        }
        Kinds(kinds.into_iter().map(|(kind, ..)| kind).collect())
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn place_of(&self, card: Card) -> Option<usize> {
        self.0.iter().position(|kind| kind.faces.iter().any(|(face, _)| *face == card))
    }

    /// How a card is called: ten-value cards alike, unless the game tells their ranks apart.
    pub(super) fn name(&self, card: Card) -> String {
        let tens = self.0.iter().filter(|kind| kind.card.is_ten_value()).count();
        match card.rank() {
            None => "Joker".to_owned(),
            Some(Rank::Ten) => "10".to_owned(),
            Some(_) if card.is_ten_value() && tens < 2 => "10".to_owned(),
            Some(rank) => rank.symbol().to_string(),
        }
    }

    /// How many copies of a card the shoe holds.
    pub(super) fn copies(&self, card: Card) -> u16 {
        let mut faces = self.0.iter().flat_map(|kind| &kind.faces);
        faces.find(|(face, _)| *face == card).map_or(0, |(_, copies)| *copies)
    }

    pub(super) fn cards(&self) -> u16 {
        self.0.iter().map(|kind| kind.cards).sum()
    }
}
