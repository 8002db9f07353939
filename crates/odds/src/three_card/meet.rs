//! Every hand of the bank that one hand of the player can meet.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use books::blackjack::Outcome;
use books::three_card::ThreeCardRules;
use cards::{Card, Category, Hand, ThreeCardRank};
use games::three_card::{WagerKind, bank_qualifies, bonus_due, compare};

/// How many kinds of five-card hands there are.
const KINDS: usize = Category::ALL.len();

/// How the player's hand can stand against the bank's: the bank does not qualify, or the player's is lower, equal, higher.
pub(super) const STANDS: [Option<Ordering>; 4] =
    [None, Some(Ordering::Less), Some(Ordering::Equal), Some(Ordering::Greater)];

/// One hand of the player, standing for all that differ from it by a change of suits.
pub(super) struct Mine {
    pub(super) cards: [Card; 3],
    /// How many hands it stands for.
    pub(super) weight: u64,
}

/// The cards of each suit, in an order that does not hang on their names, and where each suit stands in it.
pub(super) fn suits_of(cards: &[Card; 3]) -> ([u16; 4], [u8; 4]) {
    let mut suits: [(u16, u8); 4] = std::array::from_fn(|suit| (0, suit as u8));
    for card in cards {
        suits[usize::from(card.index() % 4)].0 |= 1 << (card.index() / 4);
    }
    suits.sort_unstable();
    let mut places = [0; 4];
    for (place, (_, suit)) in suits.iter().enumerate() {
        places[usize::from(*suit)] = place as u8;
    }
    (suits.map(|(ranks, _)| ranks), places)
}

/// Every hand of the player up to a change of suits; of those alike, the one whose suits stand in order.
pub(super) fn hands() -> Vec<Mine> {
    let mut found: BTreeMap<[u16; 4], Mine> = BTreeMap::new();
    for cards in triples(&Card::all().collect::<Vec<_>>()) {
        let (suits, places) = suits_of(&cards);
        let moved = |card: Card| {
            let index = card.index() / 4 * 4 + places[usize::from(card.index() % 4)];
            Card::from_index(index).expect("a change of suits gives a card")
        };
        found.entry(suits).or_insert_with(|| Mine { cards: cards.map(moved), weight: 0 }).weight += 1;
    }
    found.into_values().collect()
}

fn triples(cards: &[Card]) -> impl Iterator<Item = [Card; 3]> + '_ {
    (0..cards.len()).flat_map(move |third| {
        (0..third)
            .flat_map(move |second| (0..second).map(move |first| [cards[first], cards[second], cards[third]]))
    })
}

/// What one hand of the player meets.
pub(super) struct Met {
    /// By the card that the bank shows, how often the player's hand stands so against the bank's.
    pub(super) shown: [[u32; 4]; 52],
    /// How often the 6 Card Bonus is paid, by the kind of hand, and stays.
    pub(super) six_paid: [u64; KINDS],
    pub(super) six_stays: u64,
    /// How often Pair Plus is paid and stays.
    pub(super) pair_paid: u64,
    pub(super) pair_stays: u64,
    /// How many hands of the bank there are.
    pub(super) all: u64,
}

/// Meets every hand of the bank.
pub(super) fn meet(rules: &ThreeCardRules, mine: [Card; 3]) -> Met {
    let others: Vec<Card> = Card::all().filter(|card| !mine.contains(card)).collect();
    let mut met =
        Met { shown: [[0; 4]; 52], six_paid: [0; KINDS], six_stays: 0, pair_paid: 0, pair_stays: 0, all: 0 };
    let own: Hand = mine.into_iter().collect();
    for bank in triples(&others) {
        let qualifies = bank_qualifies(&rules.bank, &bank);
        let stands = match qualifies.then(|| compare(&mine, &bank)) {
            None => 0,
            Some(order) => (order as i8 + 2) as usize,
        };
        for card in bank {
            met.shown[usize::from(card.index())][stands] += 1;
        }
        let due = |kind| bonus_due(rules, kind, qualifies, || &mine[..], || &bank[..]).outcome;
        match due(WagerKind::SixCard) {
            Outcome::Player => {
                let six = bank.into_iter().fold(own, Hand::with);
                met.six_paid[six.best_of::<6>().category() as usize] += 1;
            }
            Outcome::Push => met.six_stays += 1,
            Outcome::Bank => {}
        }
        match due(WagerKind::PairPlus) {
            Outcome::Player => met.pair_paid += 1,
            Outcome::Push => met.pair_stays += 1,
            Outcome::Bank => {}
        }
        met.all += 1;
    }
    met
}

/// What a hand of the player is worth.
pub(super) fn rank(cards: &[Card; 3]) -> ThreeCardRank {
    ThreeCardRank::of(cards)
}
