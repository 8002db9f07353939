//! The house way: every example of the filed chart, no foul hand, and agreement with a slow second reading.

use std::path::Path;

use books::double_hand::DoubleHandRules;
use books::read::Source;
use books::{BookId, ClauseFile, Rules, Shelf};
use cards::{Card, CardSet, Category, HighRank, Rank, Wheel, parse_cards};
use games::double_hand::{HouseWay, Setting, wheel};

fn rules(house: &str) -> DoubleHandRules {
    let book = Shelf::filed().book(&BookId::new(house, "double-hand")).unwrap();
    match book.rules {
        Rules::DoubleHand(rules) => *rules,
        other => panic!("{other:?}"),
    }
}

fn way(rules: &DoubleHandRules) -> HouseWay {
    HouseWay::new(&rules.house_way, wheel(&rules.values))
}

fn set_of(text: &str) -> CardSet {
    parse_cards(text.trim()).unwrap_or_else(|error| panic!("{text}: {error}")).into_iter().collect()
}

/// Ranks in order, the joker told apart from an ace.
fn ranks(cards: CardSet) -> Vec<u8> {
    let mut ranks: Vec<u8> = cards.iter().map(|card| card.rank().map_or(15, Rank::number)).collect();
    ranks.sort_unstable();
    ranks
}

#[test]
fn every_example_of_the_chart_comes_out_as_the_clause_file_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../clauses/mortimers/double-hand.toml");
    let file = ClauseFile::read(&Source::open(&path).unwrap()).unwrap();
    let (mortimers, marina) = (rules("mortimers"), rules("marina"));
    let mut examples = 0;
    for clause in &file.clause {
        for example in clause.example.iter().flatten() {
            let worked = example.strip_prefix("7 cards: ").and_then(|text| text.split_once(" -> front "));
            let Some((cards, rest)) = worked else { continue };
            let (front, back) = rest.split_once("; back ").unwrap();
            for rules in [&mortimers, &marina] {
                let decided = way(rules).set(set_of(cards));
                assert_eq!(ranks(decided.setting.front()), ranks(set_of(front)), "{}: {example}", clause.id);
                assert_eq!(ranks(decided.setting.back()), ranks(set_of(back)), "{}: {example}", clause.id);
            }
            examples += 1;
        }
    }
    assert_eq!(examples, 55, "the chart has so many worked examples; correct this with the clause file");
}

#[test]
fn the_row_that_decided_is_the_one_whose_clause_has_the_example() {
    let book = Shelf::filed().book(&BookId::new("mortimers", "double-hand")).unwrap();
    let rules = rules("mortimers");
    for (cards, clause) in [
        ("Kh Qd As Th 7s 2c 8s", "way-no-pair"),
        ("Ad 5c Tc Td 6h 6s 3c", "way-two-pair-jack-ten-nine"),
        ("3s 3h 6d 6c 5h 4s 2d", "way-two-pair-eight-seven-six"),
        ("9d 9c 9s 8h 7d 6c 5s", "way-straight-flush-trips"),
        ("Ac Ad Ah As Joker 8d 3s", "way-five-aces"),
        ("4s 4d 4c Kh Kd 9s 9c", "way-full-house"),
    ] {
        let row = way(&rules).set(set_of(cards)).row;
        assert_eq!(book.clause_name(rules.house_way.rows[row].front.clause), clause, "{cards}");
    }
}

/// A random generator that needs no crate: splitmix64.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn hand(&mut self, with_joker: bool) -> [Card; 7] {
        let mut seen = CardSet::EMPTY.with(Card::JOKER);
        let mut hand = [Card::JOKER; 7];
        for place in &mut hand[usize::from(with_joker)..] {
            loop {
                let card = Card::from_index((self.next() % 52) as u8).unwrap();
                if seen.insert(card) {
                    *place = card;
                    break;
                }
            }
        }
        hand
    }
}

#[test]
fn no_random_hand_is_set_foul_and_the_order_of_cards_does_not_matter() {
    let way = way(&rules("mortimers"));
    let mut chance = Chance(5);
    for round in 0..300_000 {
        let mut hand = chance.hand(round % 4 == 0);
        let decided = way.set(hand.into_iter().collect());
        assert!(!decided.setting.is_foul(Wheel::Lowest), "{hand:?}: {}", decided.setting);
        for last in (1..7).rev() {
            hand.swap(last, (chance.next() % (last as u64 + 1)) as usize);
        }
        assert_eq!(way.set(hand.into_iter().collect()), decided);
    }
}

#[test]
fn a_slow_second_reading_of_the_chart_agrees() {
    let way = way(&rules("mortimers"));
    let mut chance = Chance(11);
    for round in 0..60_000 {
        let hand = chance.hand(round % 3 == 0);
        let decided = way.set(hand.into_iter().collect()).setting;
        let slow = second_reading(&hand);
        assert_eq!(decided.front_rank(), slow.front_rank(), "{hand:?}: {decided} or {slow}");
        assert_eq!(back(&decided), back(&slow), "{hand:?}: {decided} or {slow}");
    }
}

/// Every way of setting seven cards.
fn settings(hand: &[Card; 7]) -> Vec<Setting> {
    let all: CardSet = hand.iter().copied().collect();
    let mut list = Vec::new();
    for one in 0..7 {
        for other in 0..one {
            list.push(Setting::of(all, CardSet::EMPTY.with(hand[one]).with(hand[other])).unwrap());
        }
    }
    list
}

/// The chart written as a person would apply it: name the hand, then look through all 21 settings.
fn second_reading(hand: &[Card; 7]) -> Setting {
    let number = |card: Card| card.rank().map_or(14, |rank| usize::from(rank.number()));
    let mut count = [0_usize; 15];
    for card in hand {
        count[number(*card)] += 1;
    }
    let held = |times: usize| (2..15).rev().filter(|rank| count[*rank] == times).collect::<Vec<usize>>();
    let (fours, threes, twos, singles) = (held(4), held(3), held(2), held(1));
    let is_complete = |setting: &Setting| {
        matches!(
            back(setting).category(),
            Category::Straight | Category::Flush | Category::StraightFlush | Category::RoyalFlush
        )
    };
    let all = settings(hand);
    let with_front = |first: usize, second: usize| -> Setting {
        let wanted = |setting: &&Setting| {
            let mut front: Vec<usize> = setting.front().iter().map(number).collect();
            front.sort_unstable_by(|one, other| other.cmp(one));
            front == [first.max(second), first.min(second)]
        };
        *all.iter().filter(wanted).max_by_key(|setting| back(setting)).unwrap()
    };
    let pair_in_front = |rank: usize| with_front(rank, rank);
    if count[14] == 5 {
        return pair_in_front(14);
    }
    if let Some(&four) = fours.first() {
        if let Some(&pair) = threes.first().or(twos.first()) {
            return pair_in_front(pair);
        }
        let stays = match four {
            12..=14 => false,
            9..=11 => singles[0] >= 13,
            6..=8 => singles[0] >= 12,
            _ => true,
        };
        return if stays { with_front(singles[0], singles[1]) } else { pair_in_front(four) };
    }
    if threes.len() == 2 {
        return pair_in_front(threes[0]);
    }
    if (threes.len() == 1 && !twos.is_empty()) || twos.len() == 3 {
        return pair_in_front(twos[0]);
    }
    if twos.len() < 2 && all.iter().any(is_complete) {
        let complete = all.iter().filter(|setting| is_complete(setting));
        return *complete.max_by_key(|setting| (setting.front_rank(), back(setting))).unwrap();
    }
    if let Some(&three) = threes.first() {
        return if three == 14 { with_front(14, singles[0]) } else { with_front(singles[0], singles[1]) };
    }
    if twos.len() == 2 {
        let stays = match twos[0] {
            12..=14 => false,
            9..=11 => singles[0] == 14,
            6..=8 => singles[0] >= 13,
            _ => singles[0] >= 12,
        };
        return if stays { with_front(singles[0], singles[1]) } else { pair_in_front(twos[1]) };
    }
    if twos.len() == 1 { with_front(singles[0], singles[1]) } else { with_front(singles[1], singles[2]) }
}

fn back(setting: &Setting) -> HighRank {
    setting.back_rank(Wheel::Lowest)
}

/// All 154,143,080 hands: `cargo test --release -p games --test double_hand_house_way -- --ignored --nocapture`.
#[test]
#[ignore = "takes seconds in a release build and minutes otherwise"]
fn no_hand_at_all_is_set_foul() {
    let way = way(&rules("mortimers"));
    let started = std::time::Instant::now();
    let (mut hands, mut checksum) = (0_u64, 0_u64);
    every_hand(|cards| {
        checksum = checksum.wrapping_add(way.set(cards).setting.front().bits());
        hands += 1;
    });
    let setting_took = started.elapsed();
    every_hand(|cards| {
        let setting = way.set(cards).setting;
        assert!(!setting.is_foul(Wheel::Lowest), "{setting}");
    });
    println!("{hands} hands set in {setting_took:?}, all in {:?}; checksum {checksum}", started.elapsed());
    assert_eq!(hands, 154_143_080);
}

/// Every set of seven of the 53 cards, by the next number with as many bits.
fn every_hand(mut take: impl FnMut(CardSet)) {
    let mut bits: u64 = 0b111_1111;
    while bits < 1 << 53 {
        take(CardSet::from_bits(bits).unwrap());
        let low = bits & bits.wrapping_neg();
        let ripple = bits + low;
        bits = ripple | ((bits ^ ripple) >> 2 >> low.trailing_zeros());
    }
}
