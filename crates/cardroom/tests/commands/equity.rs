//! Equities as they are printed, and what is said when a question makes no sense.

use super::{assert_kept, printed, refused};
use serde_json::Value;

#[test]
fn equities_of_each_kind_of_game_are_printed_as_kept() {
    let mut text = String::new();
    for words in [
        &["equity", "marina/holdem", "AsAh", "KdKh"][..],
        &["equity", "mortimers/holdem", "As Ks", "QhQd", "10c9c", "--board", "2s 7s 9d"],
        &["equity", "players-club/omaha", "AsAhKdQd", "9s8s7h6h"],
        &["equity", "players-club/omaha", "AsAhKdQd", "9s8s7h6h", "--high-low"],
        &[
            "equity",
            "players-club/omaha-8",
            "As 2s 3d Kd",
            "Ah Ac 9h 8c",
            "--no-qualifier",
            "--board",
            "2c7d9s",
        ],
        &["equity", "players-club/pineapple", "AsAhKd", "7d8d9d"],
        &["equity", "players-club/crazy-pineapple", "AsAhKd", "7d8d9d", "--board", "2d5dKs"],
        &["equity", "players-club/lazy-pineapple", "AsAhKd", "7d8d9d"],
        &["equity", "marina/lowball", "8c6d4s2hAc", "7d5c4h3h2s"],
        &["equity", "players-club/lowball-deuce-to-seven", "9c6d4s3h2c", "7d5d4d2h", "--dead", "Kd"],
        &["equity", "marina/holdem", "AsAh", "KdKh", "--samples", "1000", "--seed", "7"],
    ] {
        text.push_str(&format!("$ cardroom {}\n{}\n", words.join(" "), printed(words)));
    }
    assert_kept("equity.txt", &text);
}

#[test]
fn programs_get_counts_and_an_exact_fraction() {
    let text = printed(&["equity", "marina/holdem", "AsAh", "KsKh", "--json"]);
    let found: Value = serde_json::from_str(&text).expect("one object");
    assert_eq!(found["basis"], "exact");
    assert_eq!(found["deals"], 1_712_304);
    let aces = &found["hands"][0];
    assert_eq!(aces["cards"], "As Ah");
    assert_eq!((&aces["whole"], &aces["divided"]), (&1_410_336.into(), &9_308.into()));
    let (above, below) = (&aces["equity"]["numerator"], &aces["equity"]["denominator"]);
    // (1,410,336 + 9,308 / 2) of 1,712,304 boards.
    assert_eq!(above.as_u64().unwrap() * 1_712_304, below.as_u64().unwrap() * 1_414_990);
}

#[test]
fn a_question_that_makes_no_sense_gets_one_sentence() {
    let mut text = String::new();
    for words in [
        &["equity", "marina/holdem", "AsAh"][..],
        &["equity", "marina/holdem", "AsAh", "AsKd"],
        &["equity", "marina/holdem", "AsAh", "KsKdKh"],
        &["equity", "marina/holdem", "AsAh", "KsK"],
        &["equity", "marina/holdem", "AsAh", "KsKd", "--board", "2c 3c"],
        &["equity", "marina/holdem", "AsAh", "KsKd", "--high-low"],
        &["equity", "marina/lowball", "AsAh", "KsKd", "--board", "2c 3c 4c"],
        &["equity", "players-club/pineapple", "AsAhAd", "KsKdKc", "--board", "2c 3c 4c"],
        &["equity", "players-club/crazy-pineapple", "AsAhAd", "KsKd", "--board", "2c 3c 4c"],
        &[
            "equity",
            "pinnacle/holdem",
            "2c2d",
            "3c3d",
            "4c4d",
            "5c5d",
            "6c6d",
            "7c7d",
            "8c8d",
            "9c9d",
            "AsAh",
        ],
        &["equity", "marina/double-hand", "AsAh", "KsKd"],
        &["equity", "marina/hold", "AsAh", "KsKd"],
    ] {
        text.push_str(&format!("$ cardroom {}\n{}\n", words.join(" "), refused(words)));
    }
    assert_kept("equity-refused.txt", &text);
}
