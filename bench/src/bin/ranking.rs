//! Our ranking and the peers' on the same hands.
//!
//! Peers get every advantage that their public interface allows: cards and sets are built beforehand, and tables
//! are read without bounds checks where their own would be in the way.

use std::hint::black_box;

use aya_poker::base as aya;
use bench::{Agreement, Contest};
use cards::{
    AceToFiveRank, Card, Deck, DeuceToSevenRank, Draws, Hand, HighRank, Rank, Seed, ThreeCardRank, Wheel,
    omaha_eight_or_better, omaha_high,
};
use poker_equity::variants::PokerVariant as _;

const HANDS: usize = 1 << 20;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let wants = |name: &str| wanted.is_empty() || wanted.iter().any(|wanted| wanted == name);
    if wants("agree") {
        agree();
    }
    if wants("seven") {
        seven();
    }
    if wants("all-five") {
        all_of_five();
    }
    if wants("all-seven") {
        all_of_seven();
    }
    if wants("joker") {
        joker();
    }
    if wants("low") {
        low();
    }
    if wants("three") {
        three();
    }
    if wants("omaha") {
        omaha();
    }
}

/// Random hands from a fixed seed.
fn deal<const N: usize>(deck: Deck, hands: usize) -> Vec<[Card; N]> {
    let mut cards: Vec<Card> = deck.cards().collect();
    let mut draws: Draws = Seed::from_bytes([1; 32]).draws();
    (0..hands)
        .map(|_| {
            for place in 0..N {
                let chosen = place + draws.below((cards.len() - place) as u32) as usize;
                cards.swap(place, chosen);
            }
            cards[..N].try_into().expect("a deck has more cards than a hand")
        })
        .collect()
}

fn aya_card(card: Card) -> aya::Card {
    card.to_string().parse().expect("the notations agree")
}

fn aya_hand(cards: &[Card]) -> aya::Hand {
    let mut hand = aya::Hand::new();
    for &card in cards {
        hand.insert_unchecked(&aya_card(card));
    }
    hand
}

fn pokers_card(index: u8) -> pokers::Hand {
    // SAFETY: a card's index is below 52, and the peer's table has 52 cards.
    unsafe { *pokers::CARDS.get_unchecked(index as usize) }
}

fn pokers_hand(cards: &[Card]) -> pokers::Hand {
    cards.iter().fold(pokers::Hand::default(), |hand, card| hand + pokers_card(card.index()))
}

fn poker_card(card: Card) -> poker::Card {
    card.to_string().parse().expect("the notations agree")
}

fn equity_card(card: Card) -> poker_equity::cards::Card {
    let text = card.to_string();
    let mut letters = text.chars();
    let mut letter = || letters.next().expect("two letters");
    let rank = poker_equity::cards::Rank::from_char(letter()).expect("the notations agree");
    let suit = poker_equity::cards::Suit::from_char(letter()).expect("the notations agree");
    poker_equity::cards::Card::new(suit, rank)
}

fn agree() {
    println!("Order");
    let hands = deal::<7>(Deck::standard(), HANDS);
    let mut to_pokers = Agreement::default();
    let mut to_aya = Agreement::default();
    for hand in &hands {
        let ours = i64::from(HighRank::of(hand).value());
        to_pokers.note(ours, i64::from(pokers_hand(hand).evaluate()));
        to_aya.note(ours, i64::from(aya_poker::poker_rank(&aya_hand(hand)).0));
    }
    to_pokers.check("pokers, 7 cards");
    to_aya.check("aya_poker, 7 cards");

    let mut low = Agreement::default();
    let mut deuce = Agreement::default();
    for hand in deal::<5>(Deck::standard(), HANDS) {
        let aya = aya_hand(&hand);
        low.note(index_of(AceToFiveRank::of(&hand)), i64::from(aya_poker::ace_five_rank(&aya).0));
        // The peer takes A-2-3-4-5 for a straight, which it is not where the ace is always high.
        let rank = DeuceToSevenRank::of(&hand);
        if rank.ranks() != [Rank::Ace, Rank::Five, Rank::Four, Rank::Three, Rank::Two] {
            deuce.note(index_of(rank), i64::from(aya_poker::deuce_seven_rank(&aya).0));
        }
    }
    low.check("aya_poker, ace-to-five");
    deuce.check("aya_poker, deuce-to-seven but for A-2-3-4-5,");

    let mut omaha = Agreement::default();
    let mut equity_omaha = Agreement::default();
    for hand in deal::<9>(Deck::standard(), HANDS / 8) {
        let (hole, board) = split(&hand);
        let ours = i64::from(omaha_high(hole, board).value());
        omaha.note(ours, i64::from(aya_poker::omaha_rank(&aya_hand(hole), &aya_hand(board)).0));
        // Their lower score is the better hand.
        equity_omaha.note(ours, -i64::from(poker_equity::variants::Omaha.score(&hand.map(equity_card))));
    }
    omaha.check("aya_poker, Omaha");
    equity_omaha.check("poker-equity, Omaha");

    let evaluator = poker::Evaluator::new();
    let mut hands = deal::<3>(Deck::standard(), HANDS / 8);
    hands.sort_by_key(ThreeCardRank::of);
    let theirs =
        |hand: &[Card; 3]| evaluator.evaluate_three(hand.map(poker_card)).expect("three different cards");
    for pair in hands.windows(2) {
        let ours = ThreeCardRank::of(&pair[0]).cmp(&ThreeCardRank::of(&pair[1]));
        assert_eq!(theirs(&pair[0]).cmp(&theirs(&pair[1])), ours, "{pair:?}");
    }
    println!("  poker, 3 cards, agrees on the order of {} hands", hands.len());
}

/// A number in the order of a rank that keeps its own number to itself.
fn index_of(rank: impl Ord + std::hash::Hash + Copy) -> i64 {
    struct Number(i64);
    impl std::hash::Hasher for Number {
        fn finish(&self) -> u64 {
            self.0 as u64
        }
        fn write(&mut self, bytes: &[u8]) {
            self.0 = bytes.iter().rev().fold(0, |number, &byte| number << 8 | i64::from(byte));
        }
    }
    let mut number = Number(0);
    rank.hash(&mut number);
    number.0
}

fn split(cards: &[Card; 9]) -> (&[Card; 4], &[Card; 5]) {
    let (hole, board) = cards.split_at(4);
    (hole.try_into().expect("four cards"), board.try_into().expect("five cards"))
}

fn seven() {
    let hands = deal::<7>(Deck::standard(), HANDS);
    let bytes: Vec<[u8; 7]> = hands.iter().map(|hand| hand.map(Card::index)).collect();
    let aya_cards: Vec<aya::Card> = Card::all().map(aya_card).collect();
    Contest::new("Random 7 cards, from card bytes", HANDS as u64)
        .enter("cards", || hands.iter().map(|hand| u64::from(HighRank::of(hand).value())).sum())
        .enter("pokers", || {
            let hand = |cards: &[u8; 7]| {
                cards.iter().fold(pokers::Hand::default(), |hand, &card| hand + pokers_card(card))
            };
            bytes.iter().map(|cards| u64::from(hand(cards).evaluate())).sum()
        })
        .enter("aya_poker", || {
            let rank = |cards: &[u8; 7]| {
                let mut hand = aya::Hand::new();
                for &card in cards {
                    hand.insert_unchecked(&aya_cards[card as usize]);
                }
                aya_poker::poker_rank(&hand).0
            };
            bytes.iter().map(|cards| u64::from(rank(cards))).sum()
        })
        .run();

    let ours: Vec<Hand> = hands.iter().map(|hand| hand.iter().copied().collect()).collect();
    let pokers: Vec<pokers::Hand> = hands.iter().map(|hand| pokers_hand(hand)).collect();
    let aya: Vec<aya::Hand> = hands.iter().map(|hand| aya_hand(hand)).collect();
    Contest::new("Random 7 cards, prebuilt sets", HANDS as u64)
        .enter("cards", || ours.iter().map(|hand| u64::from(hand.best_of::<7>().value())).sum())
        .enter("pokers", || pokers.iter().map(|hand| u64::from(hand.evaluate())).sum())
        .enter("aya_poker", || aya.iter().map(|hand| u64::from(aya_poker::poker_rank(hand).0)).sum())
        .run();

    // A million sets are more than the cache holds, so that contest is one of memory; this one is of ranking alone.
    Contest::new("Random 7 cards, prebuilt sets that stay in the cache", HANDS as u64)
        .enter("cards", || again_and_again(&ours, |hand| hand.best_of::<7>().value()))
        .enter("pokers", || again_and_again(&pokers, pokers::Hand::evaluate))
        .enter("aya_poker", || again_and_again(&aya, |hand| aya_poker::poker_rank(hand).0))
        .run();

    let poker: Vec<[poker::Card; 7]> = hands[..HANDS / 64].iter().map(|hand| hand.map(poker_card)).collect();
    let evaluator = poker::Evaluator::new();
    Contest::new("Random 7 cards, fewer hands", poker.len() as u64)
        .enter("cards", || {
            hands[..poker.len()].iter().map(|hand| u64::from(HighRank::of(hand).value())).sum()
        })
        .enter("poker", || poker.iter().map(|hand| evaluator.evaluate_five(hand).is_ok() as u64).sum())
        .run();
}

/// The sum over the first hands, taken so often that as many are ranked as there are.
#[inline(always)]
fn again_and_again<H>(hands: &[H], rank: impl Fn(&H) -> u16) -> u64 {
    const TIMES: usize = 16;
    let few = &hands[..hands.len() / TIMES];
    (0..TIMES).map(|_| black_box(few).iter().map(|hand| u64::from(rank(hand))).sum::<u64>()).sum()
}

/// A set to which cards are added one by one.
trait Adding: Copy {
    fn empty() -> Self;
    fn add(self, card: u8) -> Self;
    fn five(self) -> u16;
    fn seven(self) -> u16;
}

impl Adding for Hand {
    fn empty() -> Hand {
        Hand::EMPTY
    }
    #[inline(always)]
    fn add(self, card: u8) -> Hand {
        self.with(Card::from_index(card).expect("a card below 52"))
    }
    #[inline(always)]
    fn five(self) -> u16 {
        self.best_of::<5>().value()
    }
    #[inline(always)]
    fn seven(self) -> u16 {
        self.best_of::<7>().value()
    }
}

impl Adding for pokers::Hand {
    fn empty() -> pokers::Hand {
        pokers::Hand::default()
    }
    #[inline(always)]
    fn add(self, card: u8) -> pokers::Hand {
        self + pokers_card(card)
    }
    #[inline(always)]
    fn five(self) -> u16 {
        self.evaluate()
    }
    #[inline(always)]
    fn seven(self) -> u16 {
        self.evaluate()
    }
}

impl Adding for aya::Hand {
    fn empty() -> aya::Hand {
        aya::Hand::new()
    }
    #[inline(always)]
    fn add(mut self, card: u8) -> aya::Hand {
        self.insert_unchecked(&aya::CARDS[card as usize]);
        self
    }
    #[inline(always)]
    fn five(self) -> u16 {
        aya_poker::poker_rank(&self).0
    }
    #[inline(always)]
    fn seven(self) -> u16 {
        aya_poker::poker_rank(&self).0
    }
}

#[inline(always)]
fn last_two<S: Adding>(hand: S, below: u8, rank: impl Fn(S) -> u16) -> u64 {
    let mut sum = 0;
    for a in 0..below {
        let hand = hand.add(a);
        for b in 0..a {
            sum += u64::from(rank(hand.add(b)));
        }
    }
    sum
}

fn all_five<S: Adding>() -> u64 {
    let mut sum = 0;
    for a in 0..52 {
        let hand = S::empty().add(a);
        for b in 0..a {
            let hand = hand.add(b);
            for c in 0..b {
                sum += last_two(hand.add(c), c, S::five);
            }
        }
    }
    sum
}

fn all_seven<S: Adding>() -> u64 {
    let mut sum = 0;
    for a in 0..52 {
        let hand = S::empty().add(a);
        for b in 0..a {
            let hand = hand.add(b);
            for c in 0..b {
                let hand = hand.add(c);
                for d in 0..c {
                    let hand = hand.add(d);
                    for e in 0..d {
                        sum += last_two(hand.add(e), e, S::seven);
                    }
                }
            }
        }
    }
    sum
}

fn all_of_five() {
    Contest::new("All C(52,5) in sequence", 2_598_960)
        .enter("cards", all_five::<Hand>)
        .enter("pokers", all_five::<pokers::Hand>)
        .enter("aya_poker", all_five::<aya::Hand>)
        .run();
}

fn all_of_seven() {
    Contest::new("All C(52,7) in sequence", 133_784_560)
        .enter("cards", all_seven::<Hand>)
        .enter("pokers", all_seven::<pokers::Hand>)
        .enter("aya_poker", all_seven::<aya::Hand>)
        .run();
}

fn joker() {
    fn contest<const N: usize>(title: &'static str) {
        let plain = deal::<N>(Deck::standard(), HANDS);
        let joker = deal::<N>(Deck::with_jokers(1), HANDS);
        let bug = |hands: &[[Card; N]], wheel| -> u64 {
            hands.iter().map(|hand| u64::from(HighRank::with_bug(hand, wheel).value())).sum()
        };
        Contest::new(title, HANDS as u64)
            .enter("plain, 52 cards", || plain.iter().map(|hand| u64::from(HighRank::of(hand).value())).sum())
            .enter("bug, 52 cards", || bug(&plain, Wheel::Lowest))
            .enter("bug, 53 cards", || bug(&joker, Wheel::Lowest))
            .enter("bug, 53 cards, second-highest wheel", || bug(&joker, Wheel::SecondHighest))
            .run();
    }
    contest::<5>("5 cards with a joker as a bug, from card bytes");
    contest::<7>("7 cards with a joker as a bug, from card bytes");
}

fn low() {
    let hands = deal::<5>(Deck::standard(), HANDS);
    let aya: Vec<aya::Hand> = hands.iter().map(|hand| aya_hand(hand)).collect();
    Contest::new("Ace-to-five, 5 cards (ours from card bytes, theirs from prebuilt sets)", HANDS as u64)
        .enter("cards", || hands.iter().map(|hand| index_of(AceToFiveRank::of(hand)) as u64).sum())
        .enter("aya_poker", || aya.iter().map(|hand| u64::from(aya_poker::ace_five_rank(hand).0)).sum())
        .run();
    Contest::new("Deuce-to-seven, 5 cards (ours from card bytes, theirs from prebuilt sets)", HANDS as u64)
        .enter("cards", || hands.iter().map(|hand| index_of(DeuceToSevenRank::of(hand)) as u64).sum())
        .enter("aya_poker", || aya.iter().map(|hand| u64::from(aya_poker::deuce_seven_rank(hand).0)).sum())
        .run();
}

fn three() {
    let hands = deal::<3>(Deck::standard(), HANDS);
    let poker: Vec<[poker::Card; 3]> = hands.iter().map(|hand| hand.map(poker_card)).collect();
    let evaluator = poker::Evaluator::new();
    Contest::new("3 cards", HANDS as u64)
        .enter("cards", || hands.iter().map(|hand| index_of(ThreeCardRank::of(hand)) as u64).sum())
        .enter("poker", || {
            poker
                .iter()
                .map(|hand| evaluator.evaluate_three(hand).is_ok_and(|rank| rank.is_pair()) as u64)
                .sum()
        })
        .run();
}

fn omaha() {
    let deals = deal::<9>(Deck::standard(), HANDS / 64);
    let items = deals.len() as u64;
    let aya: Vec<(aya::Hand, aya::Hand)> = deals
        .iter()
        .map(|cards| {
            let (hole, board) = split(cards);
            (aya_hand(hole), aya_hand(board))
        })
        .collect();
    let equity: Vec<[poker_equity::cards::Card; 9]> =
        deals.iter().map(|cards| cards.map(equity_card)).collect();
    Contest::new("Omaha high", items)
        .enter("cards", || {
            deals
                .iter()
                .map(|cards| {
                    let (hole, board) = split(cards);
                    u64::from(omaha_high(hole, board).value())
                })
                .sum()
        })
        .enter("aya_poker", || {
            aya.iter().map(|(hole, board)| u64::from(aya_poker::omaha_rank(hole, board).0)).sum()
        })
        .enter("poker-equity", || {
            let omaha = poker_equity::variants::Omaha;
            equity.iter().map(|cards| u64::from(omaha.score(cards))).sum()
        })
        .run();
    Contest::new("Omaha low", items)
        .enter("cards", || {
            deals
                .iter()
                .map(|cards| {
                    let (hole, board) = split(cards);
                    u64::from(omaha_eight_or_better(hole, board).is_some())
                })
                .sum()
        })
        .enter("aya_poker", || {
            aya.iter().map(|(hole, board)| u64::from(aya_poker::omaha_lo_rank(hole, board).0)).sum()
        })
        .run();
}
