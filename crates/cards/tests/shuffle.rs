//! The shuffle is the documented one, and it is fair.

use cards::{Card, Deck, Seed};
use sha2::{Digest, Sha256};

/// One vector of docs/shuffle.md: each line's label with what follows it.
fn vectors() -> Vec<Vec<(&'static str, &'static str)>> {
    let document = include_str!("../../../docs/shuffle.md");
    let block = document.split("```text\n").last().and_then(|rest| rest.split("```").next()).unwrap();
    block.trim().split("\n\n").map(|vector| vector.lines().map(|line| line.split_at(12)).collect()).collect()
}

fn join(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_documented_vectors_hold() {
    let vectors = vectors();
    assert_eq!(vectors.len(), 4);
    for vector in vectors {
        let line = |label: &str| {
            vector.iter().find(|(name, _)| name.trim() == label).map(|(_, text)| text.trim()).unwrap()
        };
        let deck = match line("deck").split(" (").next().unwrap() {
            "one deck" => Deck::standard(),
            "double hand" => Deck::with_jokers(1),
            "six decks with a joker each" => Deck::with_jokers(1).decks(6).unwrap(),
            "pan" => Deck::pan(),
            other => panic!("unknown deck {other}"),
        };
        let seed: Seed = line("seed").parse().unwrap();
        assert_eq!(seed.commitment().to_string(), line("commitment"));
        let cards = seed.shuffled(deck);
        assert_eq!(join(&cards[..10]), line("first ten"));
        assert_eq!(join(&cards[cards.len() - 5..]), line("last five"));
        let order: String = Sha256::digest(join(&cards)).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(order, line("whole order"));
    }
}

const CARDS: usize = 52;

/// How far the table of (place, card) is from even, in standard deviations of a fair shuffle.
///
/// Rows and columns of the table have fixed sums, so with the usual statistic scaled by 51/52 a fair
/// shuffle gives chi-square with 51 x 51 degrees of freedom: mean 2601, deviation sqrt(2 x 2601).
fn deviations_from_even(shuffles: u64, mut shuffle: impl FnMut(u64, &mut [u8; CARDS])) -> f64 {
    let mut seen = vec![[0u32; CARDS]; CARDS];
    for number in 0..shuffles {
        let mut cards: [u8; CARDS] = std::array::from_fn(|card| card as u8);
        shuffle(number, &mut cards);
        for (place, &card) in cards.iter().enumerate() {
            seen[place][card as usize] += 1;
        }
    }
    let expected = shuffles as f64 / CARDS as f64;
    let squares: f64 =
        seen.iter().flatten().map(|&seen| (f64::from(seen) - expected).powi(2) / expected).sum();
    let freedom = 51.0 * 51.0;
    (squares * 51.0 / 52.0 - freedom) / f64::sqrt(2.0 * freedom)
}

fn seed(number: u64) -> Seed {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    Seed::from_bytes(bytes)
}

#[test]
fn every_card_is_equally_likely_in_every_place() {
    let deviations = deviations_from_even(1_000_000, |number, cards| seed(number).draws().shuffle(cards));
    // Too even would be as suspicious as too uneven.
    assert!(deviations.abs() < 4.0, "{deviations} standard deviations from a fair shuffle");
}

#[test]
fn two_well_known_mistakes_are_seen() {
    let never_in_place = deviations_from_even(20_000, |number, cards| {
        let mut draws = seed(number).draws();
        for last in (1..CARDS).rev() {
            cards.swap(last, draws.below(last as u32) as usize);
        }
    });
    assert!(never_in_place > 20.0, "{never_in_place}");

    let any_with_any = deviations_from_even(20_000, |number, cards| {
        let mut draws = seed(number).draws();
        for place in 0..CARDS {
            cards.swap(place, draws.below(CARDS as u32) as usize);
        }
    });
    assert!(any_with_any > 20.0, "{any_with_any}");
}
