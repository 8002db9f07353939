//! How many cards of the pack would be of use to a hand, and how many of them would be paid for.

use std::cell::RefCell;
use std::rc::Rc;

use cards::{Card, Suit};
use games::pan::Terms;

/// The most faces of a pack without three ranks, and of any other.
const FACES: usize = 52;

/// For every two cards the faces that make a meld of three with them, as bits.
pub(super) struct Ways {
    terms: Terms,
    any: Vec<u64>,
    paid: Vec<u64>,
}

thread_local! {
    static LAST: RefCell<Option<Rc<Ways>>> = const { RefCell::new(None) };
}

fn index(terms: &Terms, card: Card) -> Option<usize> {
    let suit = card.suit()?;
    terms.position(card).map(|position| usize::from(position) * 4 + suit as usize)
}

impl Ways {
    /// The ways of a book; made once for each thread as long as the book is the same.
    pub(super) fn of(terms: &Terms) -> Rc<Ways> {
        LAST.with(|last| {
            let mut last = last.borrow_mut();
            match &*last {
                Some(ways) if ways.terms == *terms => Rc::clone(ways),
                _ => Rc::clone(last.insert(Rc::new(Ways::new(terms)))),
            }
        })
    }

    fn new(terms: &Terms) -> Ways {
        let faces: Vec<Card> = Card::all().filter(|card| terms.position(*card).is_some()).collect();
        let mut any = vec![0_u64; FACES * FACES];
        let mut paid = vec![0_u64; FACES * FACES];
        for one in &faces {
            for two in &faces {
                let (Some(a), Some(b)) = (index(terms, *one), index(terms, *two)) else { continue };
                for third in &faces {
                    let Some(c) = index(terms, *third) else { continue };
                    let meld = [*one, *two, *third];
                    if terms.shape(&meld).is_ok() {
                        any[a * FACES + b] |= 1 << c;
                        if !terms.worth(&meld).is_empty() {
                            paid[a * FACES + b] |= 1 << c;
                        }
                    }
                }
            }
        }
        Ways { terms: *terms, any, paid }
    }

    /// The faces that go with some cards of a hand or with melds that lie there: all of them, and those that pay.
    pub(super) fn useful(&self, hand: &[Card], melds: &[Vec<Card>]) -> (u64, u64) {
        let (mut any, mut paid) = (0, 0);
        let mut places: [usize; 16] = [0; 16];
        let known = hand.iter().filter_map(|card| index(&self.terms, *card)).take(16);
        for (count, place) in known.enumerate() {
            for other in &places[..count] {
                any |= self.any[place * FACES + other];
                paid |= self.paid[place * FACES + other];
            }
            places[count] = place;
        }
        for meld in melds {
            let (more, paying) = self.additions(meld);
            any |= more;
            paid |= paying;
        }
        (any, paid)
    }

    /// The faces that may be added to a meld, and those that pay.
    pub(super) fn additions(&self, meld: &[Card]) -> (u64, u64) {
        let (mut any, mut paid) = (0, 0);
        let Some(first) = meld.first().copied() else { return (0, 0) };
        let is_square = meld.iter().all(|card| card.rank() == first.rank());
        let ranks = meld.iter().filter_map(|card| self.terms.position(*card));
        let (low, high) = ranks.fold((u8::MAX, 0), |(low, high), rank| (low.min(rank), high.max(rank)));
        for card in Card::all().filter(|card| self.terms.position(*card).is_some()) {
            let Some(position) = self.terms.position(card) else { continue };
            let is_near = if is_square {
                card.rank() == first.rank()
            } else {
                card.suit() == first.suit()
                    && (position + 1 == low || position == high + 1 || low == 0 || position == 0)
            };
            if !is_near {
                continue;
            }
            if let (Ok(after), Some(place)) = (self.terms.addition(meld, &[card]), index(&self.terms, card)) {
                any |= 1 << place;
                if !self.terms.gained(meld, &after).is_empty() {
                    paid |= 1 << place;
                }
            }
        }
        (any, paid)
    }

    /// Whether a card is among faces.
    pub(super) fn has(&self, faces: u64, card: Card) -> bool {
        index(&self.terms, card).is_some_and(|place| faces & 1 << place != 0)
    }

    /// How near two cards are: whether they go into one meld with a third.
    pub(super) fn goes_with(&self, one: Card, two: Card) -> u32 {
        match (index(&self.terms, one), index(&self.terms, two)) {
            (Some(a), Some(b)) => {
                let paid = self.paid[a * FACES + b].count_ones();
                self.any[a * FACES + b].count_ones() + paid
            }
            _ => 0,
        }
    }
}

/// Whether a suit pays double.
pub(super) fn is_spade(card: Card) -> bool {
    card.suit() == Some(Suit::Spades)
}
