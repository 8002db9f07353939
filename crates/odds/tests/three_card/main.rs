//! Three Card Poker: published counts and edges, and whole tables through the engine.

use std::sync::OnceLock;

use books::three_card::ThreeCardRules;
use books::{BookId, Money, Odds, Rules, Shelf};
use cards::{Rank, ThreeCardCategory};
use odds::banked::{Found, compare, run};
use odds::three_card::{Analysis, Bonus, Moments, plan};

fn filed() -> ThreeCardRules {
    let book = Shelf::filed().book(&BookId::new("pinnacle", "three-card-6-card-bonus")).unwrap();
    let Rules::ThreeCard(rules) = book.rules else { panic!("a three-card book") };
    *rules
}

/// The book as it is filed, worked out once.
fn whole() -> &'static Analysis {
    static WHOLE: OnceLock<Analysis> = OnceLock::new();
    WHOLE.get_or_init(|| Analysis::of(&filed()))
}

fn to_one(pays: u32) -> Odds {
    Odds { pays, on: 1 }
}

/// The edge of a wager in percent, as people print it.
fn edge(value: f64) -> String {
    format!("{:.2}", -100.0 * value)
}

fn deals(bonus: &Bonus, hand: &str) -> u64 {
    bonus.hits.iter().find(|hit| hit.hand == hand).unwrap().deals
}

/// Hands of three cards: J. Grochowski, "Three Card Poker and Pair Plus", Casino City Times, 8 July 2021: 48 straight
/// flushes, of which 4 are mini royals, 52 threes of a kind, 720 straights, 1,096 flushes and 3,744 pairs of 22,100.
#[test]
fn hands_come_as_often_as_published() {
    let pairs = &whole().pair_plus;
    let each = pairs.deals / 22_100;
    assert_eq!(each, 18_424, "hands of the bank");
    let counts = [
        ("mini royal flush", 4),
        ("straight flush", 44),
        ("three of a kind", 52),
        ("straight", 720),
        ("flush", 1_096),
        ("pair", 3_744),
    ];
    for (hand, count) in counts {
        assert_eq!(deals(pairs, hand), count * each, "{hand}");
    }
}

/// Best five of six cards: B. Alspach, "Pai Gow Poker Computations", table 2 (simon fraser university, comp38): of
/// 20,358,520 hands 1,844 straight flushes, 14,664 fours, 165,984 full houses, 205,792 flushes, 361,620 straights and
/// 732,160 threes of a kind. Each six cards are dealt in 20 ways.
#[test]
fn six_cards_come_as_often_as_published() {
    let six = &whole().six_card;
    assert_eq!(six.deals, 20 * 20_358_520);
    let all_straight_flushes = deals(six, "royal flush") + deals(six, "straight flush");
    assert_eq!((deals(six, "royal flush"), all_straight_flushes), (20 * 188, 20 * 1_844));
    let counts = [
        ("four of a kind", 14_664),
        ("full house", 165_984),
        ("flush", 205_792),
        ("straight", 361_620),
        ("three of a kind", 732_160),
    ];
    for (hand, count) in counts {
        assert_eq!(deals(six, hand), 20 * count, "{hand}");
    }
}

/// Pair Plus: the same column prints 2.32 and 7.28 percent for flushes at 4 and 3 to 1, and "Mini-Royal Payoffs"
/// (tunicatravel.com) 7.10 percent with mini royals at 50. The 6 Card Bonus at 1000-200-50-25-20-10-5 comes to 2,081,616
/// of 20,358,520 by Alspach's counts, 10.2248 percent; table-games-online.com prints 10.23.
#[test]
fn classic_pay_tables_have_the_published_edges() {
    let of = |bonus: &Bonus, pays: &[u32]| {
        let mut bonus = bonus.clone();
        bonus.hits.iter_mut().zip(pays).for_each(|(hit, pays)| hit.pays = to_one(*pays));
        edge(bonus.value())
    };
    let Analysis { pair_plus, six_card, .. } = whole();
    assert_eq!(of(pair_plus, &[40, 40, 30, 6, 4, 1]), "2.32");
    assert_eq!(of(pair_plus, &[40, 40, 30, 6, 3, 1]), "7.28");
    assert_eq!(of(pair_plus, &[50, 40, 30, 6, 3, 1]), "7.10");
    assert_eq!(of(six_card, &[1000, 200, 50, 25, 20, 10, 5]), "10.22");
}

/// Ante and play: 3.37 percent with an ante bonus of 1, 4 and 5 to 1 (J. Grochowski, "The Three Card Poker problem",
/// 28 December 2017), by playing Q-6-4 or better. A player who sees one of the bank's cards gains 3.48 percent with that
/// bonus, by playing A-9-2, K-9-2 or Q-9-2 or better against those and always against less (M. Shackleford, newsletter
/// of 6 September 2003). The bonus itself is no part of this book: it comes to 720 + 4 x 52 + 5 x 48 of 22,100.
#[test]
fn ante_and_play_have_the_published_edges() {
    let analysis = whole();
    let bonus = f64::from(720 + 4 * 52 + 5 * 48) / 22_100.0;
    assert_eq!(edge(analysis.blind.value() + bonus), "3.37");
    assert_eq!(edge(analysis.exposed.value() + bonus), "-3.48");
    let lowest = |place: usize| analysis.chart[place].lowest.unwrap();
    let high = |ranks: [Rank; 3]| (ThreeCardCategory::HighCard, ranks);
    let is = |place: usize| (lowest(place).category(), lowest(place).ranks());
    assert_eq!(is(0), high([Rank::Queen, Rank::Six, Rank::Four]));
    assert_eq!(is(1), high([Rank::Ace, Rank::Nine, Rank::Two]));
    assert_eq!(is(2), high([Rank::King, Rank::Nine, Rank::Two]));
    assert_eq!(is(3), high([Rank::Queen, Rank::Nine, Rank::Two]));
    assert!(analysis.chart[4..].iter().all(|row| row.is_always));
    assert_eq!(analysis.chart[4].shown, Some(Rank::Jack));
    // By ranks alone hardly anything is lost, and nothing without a sight of the bank's card.
    assert!((analysis.chart[0].value - analysis.blind.value()).abs() < 1e-12);
    let by_ranks: f64 = analysis.chart[1..].iter().map(|row| row.value).sum::<f64>() / 13.0;
    assert!((-1e-12..1e-4).contains(&(analysis.exposed.value() - by_ranks)), "{by_ranks}");
}

#[test]
fn rules_of_ties_qualifying_and_folds_are_heard() {
    let before = whole();
    let mut rules = filed();
    rules.results.equal.value = books::Outcome::Bank;
    rules.pair_plus.without_qualifying.value = false;
    rules.six_card.on_fold.value = books::three_card::OnFold::Forfeited;
    let after = Analysis::of(&rules);
    assert!(after.blind.value() < before.blind.value());
    assert!(before.pair_plus.stays == 0 && after.pair_plus.stays > 0);
    assert!(after.pair_plus.hit() < before.pair_plus.hit());
    assert!(after.six_card.value() < before.six_card.value());
}

#[test]
fn whole_tables_come_to_what_is_counted() {
    let rules = filed();
    let table = plan(&rules, whole(), 7, Money::dollars(10), 5).unwrap();
    let tally = run(&table, 60_000, 2, |_| true);
    let list = compare(&table, &tally);
    assert_eq!((tally.rounds, list.len()), (60_000, 4));
    assert_eq!(list.iter().map(|found| found.wagers).sum::<i128>(), 60_000 * (7 + 2 * 4));
    assert!(list.iter().all(|found| found.distance().abs() < 4.5), "{list:?}");
    let square = list.iter().map(Found::distance).map(|distance| distance.powi(2)).sum::<f64>() / 4.0;
    assert!(square < 3.7, "{square}: {list:?}");
    assert_eq!(tally, run(&table, 60_000, 1, |_| true), "whatever the threads");
}

/// Ante, Pair Plus and 6 Card Bonus over every deal and every card that the bank shows; no hand that Pair Plus pays is
/// folded, so it comes to the same as beside an ante that is played blind.
#[test]
fn means_and_deviations_of_a_seat_are_those_of_the_wagers() {
    let found = whole();
    let moments = Moments::of(&filed(), found, true);
    let wagers = [found.exposed.wager("ante"), found.pair_plus.wager("pair"), found.six_card.wager("six")];
    for (place, wager) in wagers.iter().enumerate() {
        let mut amounts = [0.0; 3];
        amounts[place] = 100.0;
        let off = (moments.mean(&amounts) / 100.0 - wager.value).abs();
        assert!(off < 1e-12, "{}: {off}", wager.name);
        let off = (moments.variance(&amounts).sqrt() / 100.0 - wager.deviation).abs();
        assert!(off < 1e-10, "{}: {off}", wager.name);
    }
    // The same cards of the bank are good or bad for both seats, and the 6 Card Bonus shares three of its six cards.
    let [ante, six] = [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
    assert!(moments.covariance(&ante, &ante) > 0.0 && moments.covariance(&six, &six) > 0.0);
    assert!(moments.covariance(&ante, &ante) < moments.variance(&ante));
}
