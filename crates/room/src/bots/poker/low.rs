//! Lowball with one draw: what to keep, what a hand is good for before the draw, and what it is worth after.

use books::poker::{LowScale, PokerRules};
use cards::{AceToFiveRank, Card, Category, DeuceToSevenRank, Rank};
use games::poker::Which;

/// The highest card worth keeping.
const KEPT_MOST: u8 = 8;
/// A hand no higher than this stands pat against anybody.
const PAT_MOST: u8 = 9;
/// A hand of this stands pat against few.
const PAT_AGAINST_FEW: u8 = 10;

/// Who else is in when cards are exchanged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Others {
    /// How many.
    pub(super) rivals: usize,
    /// Whether nobody draws afterwards, so that nobody can break a better hand because this one stood pat.
    pub(super) is_last: bool,
}

impl Others {
    /// Whether a ten with such a second card is more often ahead of these than behind once all have drawn: about four
    /// in seven draws of one card to a good hand do not come to a ten, so it beats one of them and, a smooth one, two.
    fn are_few_for(self, second: u8) -> bool {
        let most = if second <= KEPT_MOST { 2 } else { 1 };
        self.rivals <= most + usize::from(self.is_last && second <= KEPT_MOST)
    }
}

fn is_deuce_to_seven(rules: &PokerRules) -> bool {
    rules.hands.low_scale.as_ref().is_some_and(|scale| scale.value == LowScale::DeuceToSeven)
}

/// What a rank counts in a low: an ace is the lowest card or the highest.
fn number(rules: &PokerRules, rank: Rank) -> u8 {
    if rank == Rank::Ace && !is_deuce_to_seven(rules) { 1 } else { rank.number() }
}

/// The highest card of a finished low; nothing if it has a pair, or a straight or flush that counts.
fn made(rules: &PokerRules, cards: &[Card]) -> Option<u8> {
    made_of_two(rules, cards).map(|(highest, _)| highest)
}

/// The same with the second highest card.
fn made_of_two(rules: &PokerRules, cards: &[Card]) -> Option<(u8, u8)> {
    let five: &[Card; 5] = cards.try_into().ok()?;
    if five.iter().any(|card| card.is_joker()) {
        return None;
    }
    let (category, ranks) = if is_deuce_to_seven(rules) {
        let rank = DeuceToSevenRank::of(five);
        (rank.category(), rank.ranks())
    } else {
        let rank = AceToFiveRank::of(five);
        (rank.category(), rank.ranks())
    };
    (category == Category::HighCard).then(|| (number(rules, ranks[0]), number(rules, ranks[1])))
}

/// The places of the cards to draw to, lowest first: different ranks, none too high.
fn kept(rules: &PokerRules, cards: &[Card]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..cards.len()).collect();
    let count = |place: usize| cards[place].rank().map_or(0, |rank| number(rules, rank));
    places.sort_by_key(|place| count(*place));
    places.dedup_by_key(|place| count(*place));
    places.retain(|place| count(*place) <= KEPT_MOST);
    places.truncate(4);
    places
}

/// The cards to exchange, at most so many; none to stand pat.
pub(super) fn draw(rules: &PokerRules, cards: &[Card], others: Others, most: u8) -> Which {
    let stands = |(highest, second): (u8, u8)| {
        highest <= PAT_MOST || (highest == PAT_AGAINST_FEW && others.are_few_for(second))
    };
    if made_of_two(rules, cards).is_some_and(stands) {
        return Which::NONE;
    }
    let kept = kept(rules, cards);
    let thrown = (0..cards.len()).filter(|place| !kept.contains(place));
    thrown.take(usize::from(most)).fold(Which::NONE, |which, place| which.and(place as u8))
}

/// The part of all hands before the draw that are worse than this one.
pub(super) fn start(rules: &PokerRules, cards: &[Card]) -> f64 {
    if let Some(highest) = made(rules, cards).filter(|highest| *highest <= PAT_MOST) {
        return if highest <= KEPT_MOST { 0.98 } else { 0.94 };
    }
    let is_ten = made(rules, cards) == Some(PAT_AGAINST_FEW);
    let kept = kept(rules, cards);
    let highest = kept.last().and_then(|place| cards[*place].rank()).map_or(0, |rank| number(rules, rank));
    match (kept.len(), highest) {
        (4.., ..=7) => 0.87,
        (4.., _) if is_ten => 0.86,
        _ if is_ten => 0.84,
        (4.., _) => 0.78,
        (3, ..=6) => 0.58,
        (3, _) => 0.5,
        (2, _) => 0.25,
        _ => 0.1,
    }
}

/// The part of the pot that a hand is worth after the draw, against so many others.
pub(super) fn share(rules: &PokerRules, cards: &[Card], rivals: usize) -> f64 {
    let best = if is_deuce_to_seven(rules) { 7 } else { 6 };
    let against_one = match made(rules, cards).map(|highest| highest.saturating_sub(best)) {
        Some(0) => 0.96,
        Some(1) => 0.90,
        Some(2) => 0.80,
        Some(3) => 0.68,
        Some(4) => 0.55,
        Some(5) => 0.42,
        Some(_) => 0.32,
        None => 0.12,
    };
    f64::powi(against_one, rivals.min(super::equity::RIVALS_MAX) as i32)
}

#[cfg(test)]
mod tests {
    use books::{Rules, Shelf};

    use super::*;

    fn drawn(book: &str, text: &str) -> String {
        drawn_against(book, text, 3, false)
    }

    fn drawn_against(book: &str, text: &str, rivals: usize, is_last: bool) -> String {
        let shelf = Shelf::filed();
        let book = shelf.book(&shelf.find(book).unwrap()).unwrap();
        let Rules::Poker(rules) = &book.rules else { panic!("a poker book") };
        let cards = cards::parse_cards(text).unwrap();
        let which = draw(rules, &cards, Others { rivals, is_last }, 5);
        let thrown = (0..cards.len()).filter(|place| which.contains(*place as u8));
        thrown.map(|place| cards[place].to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn pairs_and_high_cards_are_thrown_and_good_hands_stand() {
        let low = "players-club/lowball-ace-to-five";
        assert_eq!(drawn(low, "As 2d 3c 4h 5s"), "");
        assert_eq!(drawn(low, "As 2d 3c 4h 9s"), "");
        assert_eq!(drawn(low, "As 2d 3c 4h Ks"), "Ks");
        assert_eq!(drawn(low, "As Ad 3c 4h Ks"), "Ad Ks");
        assert_eq!(drawn(low, "8s 8d 8c Kh Ks"), "8d 8c Kh Ks");
    }

    #[test]
    fn in_deuce_to_seven_aces_are_high_and_straights_and_flushes_no_good() {
        let low = "players-club/lowball-deuce-to-seven";
        assert_eq!(drawn(low, "7s 5d 4c 3h 2s"), "");
        assert_eq!(drawn(low, "As 5d 4c 3h 2s"), "As");
        assert_eq!(drawn(low, "6s 5d 4c 3h 2s"), "6s");
        assert_eq!(drawn(low, "7s 5s 4s 3s 2s"), "7s");
    }

    #[test]
    fn a_pat_ten_is_broken_against_many_only() {
        for low in ["marina/lowball", "players-club/lowball-ace-to-five"] {
            let drawn = |text, rivals, is_last| drawn_against(low, text, rivals, is_last);
            let (smooth, rough) = ("As 2d 3c 7h Ts", "As 2d 3c 9h Ts");
            assert_eq!((drawn(smooth, 1, false), drawn(rough, 1, false)), (String::new(), String::new()));
            assert_eq!(
                (drawn(smooth, 2, false), drawn(rough, 2, false)),
                (String::new(), "9h Ts".to_owned())
            );
            assert_eq!((drawn(smooth, 3, false), drawn(smooth, 3, true)), ("Ts".to_owned(), String::new()));
            assert_eq!(drawn(smooth, 4, true), "Ts");
        }
    }

    #[test]
    fn better_draws_are_better_starts() {
        let shelf = Shelf::filed();
        let book = shelf.book(&shelf.find("marina/lowball").unwrap()).unwrap();
        let Rules::Poker(rules) = &book.rules else { panic!("a poker book") };
        let starts = [
            "As 2d 3c 4h 5s",
            "As 2d 3c 4h 9s",
            "As 2d 3c 4h Ks",
            "2s 3d 4c 8h Ts",
            "2s 3d 4c 8h Ks",
            "As 2d 3c Kh Ks",
            "As 7d 8c Kh Ks",
            "As 2d Kc Kh Qs",
            "Ts Td Jc Kh Ks",
        ];
        let worths: Vec<f64> =
            starts.iter().map(|text| start(rules, &cards::parse_cards(text).unwrap())).collect();
        assert!(worths.windows(2).all(|pair| pair[0] > pair[1]), "{worths:?}");
    }
}
