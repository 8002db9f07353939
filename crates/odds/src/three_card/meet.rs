//! Every hand of the bank that one hand of the player can meet.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use books::Outcome;
use books::three_card::ThreeCardRules;
use cards::{Card, Category, Hand, ThreeCardRank};
use games::three_card::{Due, WagerKind, bank_qualifies, bonus_due};

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

/// One hand of three cards, ready to be met.
pub(super) struct Three {
    hand: Hand,
    /// A bit for each of its cards, and their places in the deck.
    bits: u64,
    pub(super) places: [u8; 3],
    /// Its place among all ranks of three cards.
    pub(super) rank: u16,
    pub(super) qualifies: bool,
}

/// Every hand of three cards, by rising places.
pub(super) fn threes(rules: &ThreeCardRules) -> Vec<Three> {
    let deck: Vec<Card> = Card::all().collect();
    let ranks: Vec<ThreeCardRank> = triples(&deck).map(|cards| rank(&cards)).collect();
    let mut order = ranks.clone();
    order.sort_unstable();
    order.dedup();
    let place = |rank: &ThreeCardRank| order.binary_search(rank).map_or(0, |place| place as u16);
    let three = |(cards, rank): ([Card; 3], &ThreeCardRank)| Three {
        hand: cards.into_iter().collect(),
        bits: cards.iter().map(|card| 1_u64 << card.index()).sum(),
        places: cards.map(Card::index),
        rank: place(rank),
        qualifies: bank_qualifies(&rules.bank, &cards),
    };
    triples(&deck).zip(&ranks).map(three).collect()
}

/// What the 6 Card Bonus comes to by the rank of six cards and whether the bank qualifies; each is asked for once.
pub(super) struct Sixes<'a> {
    rules: &'a ThreeCardRules,
    known: Vec<[Option<Due>; 2]>,
}

impl<'a> Sixes<'a> {
    pub(super) fn new(rules: &'a ThreeCardRules) -> Sixes<'a> {
        Sixes { rules, known: Vec::new() }
    }

    /// What it comes to, and the kind of hand.
    #[inline]
    pub(super) fn due(&mut self, mine: &Three, bank: &Three) -> (Due, Category) {
        let best = mine.hand.with_all(bank.hand).best_of::<6>();
        let at = usize::from(best.value());
        let known = self.known.get(at).and_then(|known| known[usize::from(bank.qualifies)]);
        (known.unwrap_or_else(|| self.ask(at, mine, bank)), best.category())
    }

    #[cold]
    fn ask(&mut self, at: usize, mine: &Three, bank: &Three) -> Due {
        let cards = |three: &Three| {
            three.places.map(|place| Card::from_index(place).expect("a place in the deck is a card's"))
        };
        let (mine, theirs) = (cards(mine), cards(bank));
        let due = bonus_due(self.rules, WagerKind::SixCard, bank.qualifies, || &mine[..], || &theirs[..]);
        if self.known.len() <= at {
            self.known.resize(at + 1, [None; 2]);
        }
        self.known[at][usize::from(bank.qualifies)] = Some(due);
        due
    }
}

/// Meets every hand of the bank.
pub(super) fn meet(rules: &ThreeCardRules, threes: &[Three], sixes: &mut Sixes<'_>, mine: [Card; 3]) -> Met {
    let mut met =
        Met { shown: [[0; 4]; 52], six_paid: [0; KINDS], six_stays: 0, pair_paid: 0, pair_stays: 0, all: 0 };
    let mut places = mine.map(Card::index);
    places.sort_unstable();
    let own = threes.iter().find(|three| three.places == places).expect("a hand is among all hands");
    let mut met_by = [0_u64; 2];
    for bank in threes.iter().filter(|bank| bank.bits & own.bits == 0) {
        let stands = if bank.qualifies { (own.rank.cmp(&bank.rank) as i8 + 2) as usize } else { 0 };
        for place in bank.places {
            met.shown[usize::from(place)][stands] += 1;
        }
        let (due, kind) = sixes.due(own, bank);
        match due.outcome {
            Outcome::Player => met.six_paid[kind as usize] += 1,
            Outcome::Push => met.six_stays += 1,
            Outcome::Bank => {}
        }
        met_by[usize::from(bank.qualifies)] += 1;
    }
    // Pair Plus hangs on the own cards, and on the bank's only by whether they qualify.
    for (qualifies, count) in [false, true].into_iter().zip(met_by) {
        match bonus_due(rules, WagerKind::PairPlus, qualifies, || &mine[..], || &[][..]).outcome {
            Outcome::Player => met.pair_paid += count,
            Outcome::Push => met.pair_stays += count,
            Outcome::Bank => {}
        }
    }
    met.all = met_by.iter().sum();
    met
}

/// What a hand of the player is worth.
pub(super) fn rank(cards: &[Card; 3]) -> ThreeCardRank {
    ThreeCardRank::of(cards)
}
