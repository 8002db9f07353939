//! Sets a hand the house way: the first row of the book's chart that fits the seven cards decides.
//!
//! All work is done on one word with a bit for each card, four neighbouring bits for each rank and the joker
//! above the aces, so that a higher bit is a higher card and a whole chart is a handful of instructions.

use books::double_hand::{self as book, Front, Least, Shape};
use cards::{CardSet, Hand, HighRank, Rank, Wheel};

use super::set::Setting;

/// A chart made ready: which row decides, for every shape, rank and presence of a straight or flush.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HouseWay {
    wheel: Wheel,
    rows: Vec<Row>,
    deciding: [[[u8; 2]; 13]; 9],
    /// Whether a straight or flush matters to a shape at all.
    asks_complete: [bool; 9],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Row {
    front: Front,
    at_least: Option<Least>,
    otherwise: Front,
}

/// A hand set the house way, with the row that decided it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decided {
    /// The setting.
    pub setting: Setting,
    /// The place of the row in the chart, from 0.
    pub row: usize,
}

impl HouseWay {
    /// Makes a book's chart ready.
    ///
    /// # Panics
    /// If the chart leaves a hand undecided, which no book does that was read and checked.
    #[must_use]
    pub fn new(chart: &book::HouseWay, wheel: Wheel) -> HouseWay {
        let rows = chart.rows.iter().map(|row| Row {
            front: row.front.value,
            at_least: row.at_least.as_ref().map(|least| least.value),
            otherwise: row.otherwise.as_ref().map_or(row.front.value, |front| front.value),
        });
        let mut way = HouseWay {
            wheel,
            rows: rows.collect(),
            deciding: [[[u8::MAX; 2]; 13]; 9],
            asks_complete: [false; 9],
        };
        for shape in Shape::ALL.iter().copied() {
            for rank in Rank::ALL {
                let deciding = [false, true].map(|complete| {
                    let row = chart.rows.iter().position(|row| {
                        row.is_for(shape, rank, complete) && row.front.value != Front::RowsBelow
                    });
                    row.map_or(u8::MAX, |row| u8::try_from(row).expect("a chart has few rows"))
                });
                way.asks_complete[shape as usize] |= deciding[0] != deciding[1];
                way.deciding[shape as usize][rank as usize] = deciding;
            }
        }
        way
    }

    /// Sets seven different cards.
    ///
    /// # Panics
    /// If there are not seven cards.
    #[inline]
    #[must_use]
    pub fn set(&self, cards: CardSet) -> Decided {
        assert_eq!(cards.len(), 7, "a hand has seven cards");
        let seven = Seven::new(cards);
        let shape = seven.shape();
        let rank = seven.greatest_rank(shape);
        let complete = self.asks_complete[shape as usize] && has_complete(cards.bits());
        let place = usize::from(self.deciding[shape as usize][rank][usize::from(complete)]);
        let row = self.rows[place];
        let mut front = self.front(&seven, row.front);
        if let Some(least) = row.at_least
            && !is_at_least(front, least)
        {
            front = self.front(&seven, row.otherwise);
        }
        let front = CardSet::from_bits(front).unwrap_or_default();
        let setting = Setting::of(cards, front).expect("every row of a checked chart finds two cards");
        Decided { setting, row: place }
    }

    fn front(&self, seven: &Seven, front: Front) -> u64 {
        match front {
            Front::SecondAndThird => highest_two(without_highest(seven.cards)),
            Front::BestOthers => seven.best_others(),
            Front::LowPair => seven.lowest(seven.pairs_only()),
            Front::HighPair => seven.highest(seven.pairs_only()),
            Front::AceAndNext => {
                let next = highest_bit(seven.others());
                self.best_of_group(seven, seven.highest(seven.three), next)
            }
            Front::TwoOfHighThree => self.best_of_group(seven, seven.highest(seven.three), 0),
            Front::TwoOfFour | Front::TwoAces => self.best_of_group(seven, seven.highest(seven.four), 0),
            Front::BestLeavingComplete => self.leaving_complete(seven.cards, false),
            Front::PairLeavingComplete => self.leaving_complete(seven.cards, true),
            Front::RowsBelow => 0,
        }
    }

    /// Two cards of a group, or one of it beside a given card. All choices give equal fronts, so the back
    /// decides: it can differ only if the joker, which may complete a straight or flush, is in the group.
    fn best_of_group(&self, seven: &Seven, group: u64, beside: u64) -> u64 {
        let natural = group & !JOKER;
        let first = lowest_bit(natural);
        let second = if beside == 0 { lowest_bit(natural & !first) } else { beside };
        if group == natural {
            return first | second;
        }
        let mut best = (first | second, self.back_rank(seven.cards & !(first | second)));
        for one in bits(group) {
            let more = if beside == 0 { group & !one & (one.wrapping_neg() ^ one) } else { beside };
            for other in bits(more) {
                let back = self.back_rank(seven.cards & !(one | other));
                if back > best.1 {
                    best = (one | other, back);
                }
            }
        }
        best.0
    }

    /// The best front that leaves a straight or flush; of equal fronts the one with the best back.
    fn leaving_complete(&self, cards: u64, pair_only: bool) -> u64 {
        let mut best = (0, 0);
        for one in bits(cards) {
            for other in bits(cards & !one & (one.wrapping_neg() ^ one)) {
                let front = one | other;
                let value = front_value(front);
                if value < best.1 || (pair_only && value < PAIR) || !has_complete(cards & !front) {
                    continue;
                }
                if value > best.1 || self.back_rank(cards & !front) > self.back_rank(cards & !best.0) {
                    best = (front, value);
                }
            }
        }
        best.0
    }

    fn back_rank(&self, back: u64) -> HighRank {
        let back = CardSet::from_bits(back).unwrap_or_default();
        Hand::from(back).best_with_bug(self.wheel).expect("the back has five cards")
    }
}

const JOKER: u64 = 1 << 52;
const LOWEST_OF_RANK: u64 = 0x0001_1111_1111_1111;
const HIGHEST_OF_RANK: u64 = LOWEST_OF_RANK << 3;
const ACE: u32 = 12;

/// Seven cards with their groups: for each of the words, a bit stands in the ranks held so often.
struct Seven {
    cards: u64,
    four: u64,
    three: u64,
    two: u64,
    has_five: bool,
}

impl Seven {
    #[inline]
    fn new(cards: CardSet) -> Seven {
        let cards = cards.bits();
        let natural = cards & !JOKER;
        let pairs = natural - ((natural >> 1) & 0x5_5555_5555_5555);
        let counts =
            (pairs & 0x3_3333_3333_3333) + ((pairs >> 2) & 0x3_3333_3333_3333) + ((cards >> 52) << (4 * ACE));
        let at_least = |times: u64| (counts + LOWEST_OF_RANK * (8 - times)) & HIGHEST_OF_RANK;
        let (two, three, four) = (at_least(2), at_least(3), at_least(4));
        Seven { cards, four, three, two, has_five: at_least(5) != 0 }
    }

    #[inline]
    fn shape(&self) -> Shape {
        if self.has_five {
            return Shape::FiveAces;
        }
        if self.four != 0 {
            return Shape::FourOfAKind;
        }
        match (self.three.count_ones(), self.two.count_ones()) {
            (0, 0) => Shape::NoPair,
            (0, 1) => Shape::OnePair,
            (0, 2) => Shape::TwoPair,
            (0, _) => Shape::ThreePair,
            (1, 1) => Shape::ThreeOfAKind,
            (1, _) => Shape::FullHouse,
            (_, _) => Shape::TwoThrees,
        }
    }

    /// The rank of the greatest group, from 0 for the two; of the highest card without any group.
    #[inline]
    fn greatest_rank(&self, shape: Shape) -> usize {
        let ranks = match shape {
            Shape::FiveAces | Shape::FourOfAKind => self.four,
            Shape::TwoThrees | Shape::FullHouse | Shape::ThreeOfAKind => self.three,
            Shape::ThreePair | Shape::TwoPair | Shape::OnePair => self.two,
            Shape::NoPair => self.cards,
        };
        (highest_rank(ranks) as usize).min(ACE as usize)
    }

    /// All cards of the highest of some ranks; the joker goes with the aces.
    #[inline]
    fn highest(&self, ranks: u64) -> u64 {
        self.of_rank(highest_rank(ranks))
    }

    /// All cards of the lowest of some ranks.
    #[inline]
    fn lowest(&self, ranks: u64) -> u64 {
        self.of_rank(ranks.trailing_zeros() / 4)
    }

    #[inline]
    fn of_rank(&self, rank: u32) -> u64 {
        let of_aces = if rank == ACE { JOKER } else { 0 };
        self.cards & (0xf << (4 * rank) | of_aces)
    }

    /// The ranks held exactly twice.
    #[inline]
    fn pairs_only(&self) -> u64 {
        self.two & !self.three
    }

    /// The cards outside those that give the hand its name.
    #[inline]
    fn others(&self) -> u64 {
        let named = if self.four != 0 {
            self.highest(self.four)
        } else if self.three != 0 {
            self.highest(self.three)
        } else {
            let mut ranks = self.two;
            let mut named = 0;
            while ranks != 0 {
                named |= self.lowest(ranks);
                ranks &= ranks - 1;
            }
            named
        };
        self.cards & !named
    }

    /// The best two other cards: a pair beside four of a kind, otherwise the highest two.
    #[inline]
    fn best_others(&self) -> u64 {
        let others = self.others();
        let pair = self.two & !self.four;
        if self.four == 0 || pair == 0 {
            return highest_two(others);
        }
        let group = self.highest(pair);
        lowest_bit(group) | lowest_bit(group & (group - 1))
    }
}

#[inline]
fn highest_rank(ranks: u64) -> u32 {
    (63 - ranks.leading_zeros()) / 4
}

#[inline]
fn highest_bit(cards: u64) -> u64 {
    1 << (63 - cards.leading_zeros())
}

#[inline]
fn lowest_bit(cards: u64) -> u64 {
    cards & cards.wrapping_neg()
}

#[inline]
fn without_highest(cards: u64) -> u64 {
    cards & !highest_bit(cards)
}

#[inline]
fn highest_two(cards: u64) -> u64 {
    highest_bit(cards) | highest_bit(without_highest(cards))
}

/// Each card of a word by itself, lowest first.
fn bits(mut cards: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = lowest_bit(cards);
        cards &= !bit;
        (bit != 0).then_some(bit)
    })
}

const PAIR: u64 = 1 << 8;

/// A number that grows with the worth of a front: pairs above high cards, the joker as an ace.
#[inline]
fn front_value(front: u64) -> u64 {
    let high = u64::from(highest_rank(front).min(ACE));
    let low = u64::from((front.trailing_zeros() / 4).min(ACE));
    let pair = if high == low { PAIR } else { 0 };
    pair + high * 16 + low + 1
}

#[inline]
fn is_at_least(front: u64, least: Least) -> bool {
    if front == 0 || least == Least::Any {
        return front != 0;
    }
    let value = front_value(front);
    let rank = match least {
        Least::Any => return true,
        Least::Pair => return value >= PAIR,
        Least::Queen => Rank::Queen,
        Least::King => Rank::King,
        Least::Ace => Rank::Ace,
    };
    value > rank as u64 * 16
}

/// Whether five of the cards make a straight or a flush, the joker helping.
#[inline]
fn has_complete(cards: u64) -> bool {
    let joker = (cards >> 52) as u32;
    let natural = cards & !JOKER;
    let needed = 5 - joker;
    if (0..4).any(|suit| (natural & LOWEST_OF_RANK << suit).count_ones() >= needed) {
        return true;
    }
    let held = (natural | natural >> 1 | natural >> 2 | natural >> 3) & LOWEST_OF_RANK;
    // The ace stands below the two as well; then each four bits count the ranks of five neighbours.
    let ladder = held << 4 | held >> (4 * ACE);
    let counts = ladder + (ladder >> 4) + (ladder >> 8) + (ladder >> 12) + (ladder >> 16);
    let enough = u64::from(8 - needed) * LOWEST_OF_RANK;
    (counts + enough) & HIGHEST_OF_RANK != 0
}
