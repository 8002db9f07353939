//! How often hands come, beside what is published.

use odds::frequencies::{Ranking, Table, count};

fn agree(table: &Table, published: &[(&str, u64)]) {
    for (name, hands) in published {
        assert_eq!(table.of(name).unwrap_or(0), *hands, "{}, {} cards: {name}", table.ranking, table.cards);
    }
    assert_eq!(table.classes.iter().map(|(_, count)| count).sum::<u64>(), table.hands);
}

/// Five cards of 52, as every book prints them, and best of six and seven: B. Alspach, "Pai Gow Poker Computations",
/// tables 1 and 2 (people.math.sfu.ca/~alspach/comp38), which counts royal flushes among straight flushes.
#[test]
fn high_hands_come_as_published() {
    let five = count(Ranking::High, 5).unwrap();
    agree(
        &five,
        &[
            ("royal flush", 4),
            ("straight flush", 36),
            ("four of a kind", 624),
            ("full house", 3_744),
            ("flush", 5_108),
            ("straight", 10_200),
            ("three of a kind", 54_912),
            ("two pair", 123_552),
            ("pair", 1_098_240),
            ("high card", 1_302_540),
        ],
    );
    let six = count(Ranking::High, 6).unwrap();
    agree(
        &six,
        &[
            ("royal flush", 188),
            ("straight flush", 1_844 - 188),
            ("four of a kind", 14_664),
            ("full house", 165_984),
            ("flush", 205_792),
            ("straight", 361_620),
            ("three of a kind", 732_160),
            ("two pair", 2_532_816),
            ("pair", 9_730_740),
            ("high card", 6_612_900),
        ],
    );
    let seven = count(Ranking::High, 7).unwrap();
    agree(
        &seven,
        &[
            ("royal flush", 4_324),
            ("straight flush", 41_584 - 4_324),
            ("four of a kind", 224_848),
            ("full house", 3_473_184),
            ("flush", 4_047_644),
            ("straight", 6_180_020),
            ("three of a kind", 6_461_620),
            ("two pair", 31_433_400),
            ("pair", 58_627_800),
            ("high card", 23_294_460),
        ],
    );
    assert_eq!((five.hands, six.hands, seven.hands), (2_598_960, 20_358_520, 133_784_560));
}

/// Seven cards of 53 with a joker as an ace or to complete a straight or flush: the table of the seven-card side bet that
/// M. Shackleford prints (wizardofodds.com, "Pai Gow Mania"), which takes all lower hands together.
#[test]
fn hands_with_a_joker_come_as_published() {
    let seven = count(Ranking::Joker, 7).unwrap();
    agree(
        &seven,
        &[
            ("five aces", 1_128),
            ("royal flush", 26_132),
            ("straight flush", 184_832),
            ("four of a kind", 307_472),
            ("full house", 4_188_528),
            ("flush", 6_172_088),
        ],
    );
    // That table pays three of a kind above a straight, so hands with both stand there.
    let middle = ["straight", "three of a kind"].map(|name| seven.of(name).unwrap());
    assert_eq!(middle.iter().sum::<u64>(), 7_672_500 + 11_034_204);
    let lower = ["two pair", "pair", "high card"].map(|name| seven.of(name).unwrap());
    assert_eq!(lower.iter().sum::<u64>(), 124_556_196);
    assert_eq!(seven.hands, 154_143_080);
}

/// Three cards: J. Grochowski, Casino City Times, 8 July 2021. Lows of five cards: 1,024 ways to suit each five ranks, of
/// which deuce-to-seven loses straights and flushes.
#[test]
fn small_hands_come_as_published() {
    let three = count(Ranking::ThreeCard, 3).unwrap();
    agree(
        &three,
        &[
            ("mini royal", 4),
            ("straight flush", 44),
            ("three of a kind", 52),
            ("straight", 720),
            ("flush", 1_096),
            ("pair", 3_744),
            ("high card", 16_440),
        ],
    );
    let low = count(Ranking::AceToFive, 5).unwrap();
    agree(
        &low,
        &[("five low", 1_024), ("six low", 5 * 1_024), ("seven low", 15 * 1_024), ("eight low", 35 * 1_024)],
    );
    agree(&low, &[("pair", 1_098_240), ("four of a kind", 624)]);
    let deuce = count(Ranking::DeuceToSeven, 5).unwrap();
    agree(&deuce, &[("seven low", 4 * 1_020), ("eight low", 14 * 1_020), ("pair", 1_098_240)]);
    assert_eq!(count(Ranking::ThreeCard, 4), None);
}

/// Five cards hold a low of eight or better if they are five of eight ranks.
#[test]
fn lows_of_eight_or_better_come_as_ranks_can_be_chosen() {
    let table = count(Ranking::EightOrBetter, 5).unwrap();
    let with_low: u64 =
        table.classes.iter().filter(|(name, _)| name != "no low").map(|(_, count)| count).sum();
    assert_eq!(with_low, 56 * 1_024, "five of eight ranks, each in four suits");
    assert_eq!(table.hands, 2_598_960);
}

/// How many ways there are to choose so many of so many.
fn ways(from: u64, count: u64) -> u64 {
    (0..count).fold(1, |ways, step| ways * (from - step) / (step + 1))
}

/// Hands and boards that make a straight flush in Omaha, by the cards of its suit alone: a board of five has room for one
/// suit of three.
fn omaha_straight_flushes() -> u64 {
    let lowest = (0..10).map(|low| if low == 0 { 0b1_0000_0000_1111_u16 } else { 0b1_1111 << (low - 1) });
    let flushes: Vec<u16> = lowest.collect();
    let mut all = 0;
    for hand in (0_u16..1 << 13).filter(|hand| (2..=4).contains(&hand.count_ones())) {
        for board in (0_u16..1 << 13).filter(|board| (3..=5).contains(&board.count_ones())) {
            let makes = |flush: &u16| (flush & hand).count_ones() >= 2 && (flush & board).count_ones() >= 3;
            if hand & board == 0 && flushes.iter().any(makes) {
                let (others, more) = (u64::from(4 - hand.count_ones()), u64::from(5 - board.count_ones()));
                all += ways(39, others) * ways(39 - others, more);
            }
        }
    }
    4 * all
}

/// B. Alspach, "Enumerating Omaha Hands" (Poker Digest 5, no. 14 and 15, 2002) has 463,563,500,400 hands with their
/// boards, as here. His 411,293,904 straight flushes are 144 more than there are.
#[test]
#[ignore = "counts every hand with every board of Omaha: half a minute of a core"]
fn omaha_hands_come_as_their_suits_can_be_chosen() {
    let table = count(Ranking::Omaha, 9).unwrap();
    assert_eq!(table.hands, 463_563_500_400);
    assert_eq!(table.classes.iter().map(|(_, count)| count).sum::<u64>(), table.hands);
    // Two of the five cards in the hand with any two others, three on the board with any two others.
    assert_eq!(table.of("royal flush"), Some(4 * ways(5, 2) * ways(47, 2) * ways(45, 2)));
    let found = table.of("royal flush").unwrap() + table.of("straight flush").unwrap();
    assert_eq!((found, omaha_straight_flushes()), (411_293_760, 411_293_760));
    let low = count(Ranking::OmahaLow, 9).unwrap();
    assert_eq!(low.hands, table.hands);
}
