//! Exact equities, ours and the peers', checked for agreement and measured on the same questions.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bench::Contest;
use books::{BookId, Rules, Shelf};
use cards::{Card, Draws, Seed, parse_cards};
use odds::equity::{Answer, Basis, Game, Method, Question};
use poker_equity::odds::{EquityRequest, run_exact};
use poker_equity::variants::{DeuceSeven, EquityCalculation, Holdem, Omaha, OmahaHiLo, PokerVariant};
use pokers::{HandRange, get_card_mask};

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let wants = |name: &str| wanted.is_empty() || wanted.iter().any(|wanted| wanted == name);
    if wants("agree") {
        agree();
    }
    if wants("holdem") {
        holdem("aces against kings, before the flop", &["AsAh", "KdKc"], "", 1_712_304);
        holdem("aces against kings that share a suit", &["AsAh", "KdKh"], "", 1_712_304);
        holdem("ace-king against queens, before the flop", &["AsKs", "QhQd"], "", 1_712_304);
        holdem("three hands on a flop", &["AsKs", "QhQd", "Tc9c"], "2s7s9d", 903);
    }
    if wants("omaha") {
        others("Omaha", "players-club/omaha", Omaha, &["AsAhKdQd", "9s8s7h6h"], 1_086_008);
        others(
            "Omaha, eight or better",
            "players-club/omaha-8",
            OmahaHiLo,
            &["As2s3dKd", "AhAc9h8c"],
            1_086_008,
        );
    }
    if wants("draw") {
        let hands = ["9c6d4s3h", "7d5d4d2h"];
        others(
            "deuce to seven, one card each",
            "players-club/lowball-deuce-to-seven",
            DeuceSeven,
            &hands,
            44 * 43,
        );
    }
}

fn game(name: &str) -> Game {
    let (house, game) = name.split_once('/').expect("house/game");
    let book = Shelf::filed().book(&BookId::new(house, game)).unwrap_or_else(|problem| panic!("{problem}"));
    let Rules::Poker(rules) = &book.rules else { panic!("{name} is no poker book") };
    Game::of(rules).expect("the filed games have equities")
}

/// Cards written without spaces.
fn read(text: &str) -> Vec<Card> {
    let spaced: Vec<&str> = (0..text.len() / 2).map(|at| &text[2 * at..2 * at + 2]).collect();
    parse_cards(&spaced.join(" ")).expect("cards")
}

fn ours(game: Game, hands: &[&str], board: &str) -> Answer {
    let hands: Vec<Vec<Card>> = hands.iter().map(|hand| read(hand)).collect();
    let answer = Question::new(game, &hands, &read(board), &[]).expect("a question").answer(Method::Exact);
    assert_eq!(answer.basis, Basis::Exact);
    answer
}

fn of_pokers(hands: &[&str], board: &str) -> Vec<f64> {
    let ranges = HandRange::from_strings(hands.iter().map(|hand| (*hand).to_owned()).collect());
    let stop = Arc::new(AtomicBool::new(false));
    let found = pokers::exact_equity(&ranges, get_card_mask(board), 0, 1, stop, |_| {});
    found.expect("pokers answers").equities
}

fn of_poker_equity<V>(variant: V, hands: &[&str], board: &str) -> Vec<f64>
where
    V: PokerVariant + EquityCalculation,
{
    let request = EquityRequest::from_text(variant, hands, board, "").expect("a request").with_threads(1);
    let found = run_exact(&request).expect("poker-equity answers").expect("few enough deals");
    found.equities().iter().map(|player| player.percent() / 100.0).collect()
}

fn check(ours: &Answer, theirs: &[f64], name: &str, hands: &[&str]) {
    for (share, other) in ours.shares.iter().zip(theirs) {
        let apart = (share.equity.value() - other).abs();
        // pokers keeps thirds of a pot only so exactly.
        assert!(apart < 1e-8, "{name} gives {other} for {hands:?}, we {}", share.equity);
    }
}

/// Compares random questions of every game that a peer knows.
fn agree() {
    let mut deal = Deal { cards: Card::all().collect(), draws: Seed::from_bytes([3; 32]).draws() };
    let holdem = game("marina/holdem");
    for count in [2, 2, 2, 2, 3, 3, 4, 6] {
        let hands = deal.hands(count, 2);
        let hands: Vec<&str> = hands.iter().map(String::as_str).collect();
        check(&ours(holdem, &hands, ""), &of_pokers(&hands, ""), "pokers", &hands);
    }
    println!("pokers agrees on 8 random questions of hold'em before the flop");
    for _ in 0..200 {
        let dealt = deal.hands(5, 2);
        let (hands, board) = (&dealt[..3], format!("{}{}", dealt[3], &dealt[4][..2]));
        let hands: Vec<&str> = hands.iter().map(String::as_str).collect();
        let answer = ours(holdem, &hands, &board);
        check(&answer, &of_pokers(&hands, &board), "pokers", &hands);
        check(&answer, &of_poker_equity(Holdem, &hands, &board), "poker-equity", &hands);
    }
    println!("pokers and poker-equity agree on 200 random flops of hold'em");
    for _ in 0..100 {
        let dealt = deal.hands(4, 4);
        let (hands, board) = (&dealt[..3], &dealt[3][..6]);
        let hands: Vec<&str> = hands.iter().map(String::as_str).collect();
        let high = of_poker_equity(Omaha, &hands, board);
        check(&ours(game("players-club/omaha"), &hands, board), &high, "poker-equity", &hands);
        let split = of_poker_equity(OmahaHiLo, &hands, board);
        check(&ours(game("players-club/omaha-8"), &hands, board), &split, "poker-equity", &hands);
    }
    println!("poker-equity agrees on 100 random flops of Omaha, high and eight or better");
    for _ in 0..50 {
        let hands = deal.hands(2, 4);
        let hands: Vec<&str> = hands.iter().map(String::as_str).collect();
        let theirs = of_poker_equity(DeuceSeven, &hands, "");
        check(
            &ours(game("players-club/lowball-deuce-to-seven"), &hands, ""),
            &theirs,
            "poker-equity",
            &hands,
        );
    }
    println!("poker-equity agrees on 50 random draws of deuce to seven");
}

struct Deal {
    cards: Vec<Card>,
    draws: Draws,
}

impl Deal {
    /// So many hands of so many cards each, written without spaces.
    fn hands(&mut self, count: usize, cards: usize) -> Vec<String> {
        self.draws.shuffle(&mut self.cards);
        let hand = |hand: &[Card]| hand.iter().map(ToString::to_string).collect::<String>();
        self.cards.chunks(cards).take(count).map(hand).collect()
    }
}

fn holdem(title: &'static str, hands: &[&str], board: &str, deals: u64) {
    let game = game("marina/holdem");
    Contest::new(title, deals)
        .rounds(15)
        .enter("cardroom", || ours(game, hands, board).shares[0].whole)
        .enter("pokers", || of_pokers(hands, board)[0].to_bits())
        .enter("poker-equity", || of_poker_equity(Holdem, hands, board)[0].to_bits())
        .run();
}

fn others<V>(title: &'static str, book: &str, variant: V, hands: &[&str], deals: u64)
where
    V: PokerVariant + EquityCalculation,
{
    let game = game(book);
    Contest::new(title, deals)
        .rounds(7)
        .enter("cardroom", || ours(game, hands, "").shares[0].whole)
        .enter("poker-equity", || of_poker_equity(variant, hands, "")[0].to_bits())
        .run();
}
