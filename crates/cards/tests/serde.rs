//! With the feature `serde`, cards, ranks, suits and commitments travel as the strings they print as.

use std::fmt::{Debug, Display};

use cards::{Card, Commitment, Rank, Seed, Suit};
use serde_json::{from_slice, from_str, to_string};

/// Writes a value as JSON, which must be its printed text in quotes, and reads it back from text and from bytes.
fn round_trips<T>(value: &T)
where
    T: serde::Serialize + serde::de::DeserializeOwned + Display + Debug + PartialEq,
{
    let json = to_string(value).unwrap();
    assert_eq!(json, format!("\"{value}\""));
    assert_eq!(from_str::<T>(&json).unwrap(), *value);
    assert_eq!(from_slice::<T>(json.as_bytes()).unwrap(), *value);
}

#[test]
fn every_value_round_trips_as_the_string_it_prints_as() {
    Card::all().chain([Card::JOKER]).for_each(|card| round_trips(&card));
    Rank::ALL.iter().for_each(round_trips);
    Suit::ALL.iter().for_each(round_trips);
    round_trips(&Seed::from_bytes([5; 32]).commitment());
}

#[test]
fn lists_read_every_notation_and_write_one() {
    let cards: Vec<Card> = from_str(r#"["10h", "tH", "Jk", "\u0041s"]"#).unwrap();
    assert_eq!(to_string(&cards).unwrap(), r#"["Th","Th","Joker","As"]"#);
    assert_eq!(from_str::<Rank>(r#""10""#).unwrap(), Rank::Ten);
}

fn refusal<T: serde::de::DeserializeOwned + Debug>(json: &str) -> String {
    from_str::<T>(json).unwrap_err().to_string()
}

// The column is where the reader stands when it has read the token.
#[test]
fn a_bad_token_is_refused_with_its_text_and_place() {
    assert_eq!(
        refusal::<Vec<Card>>("[\"Th\",\n \"9c\", \"1x\"]"),
        "\"1x\" is not a card such as Th, 10h or Joker at line 2 column 12"
    );
    assert_eq!(
        refusal::<Vec<Rank>>(r#"["K", "11"]"#),
        "\"11\" is not a rank, one of 2 3 4 5 6 7 8 9 T J Q K A at line 1 column 11"
    );
    assert_eq!(refusal::<[Suit; 1]>(r#"["x"]"#), "\"x\" is not a suit, one of c d h s at line 1 column 5");
    assert_eq!(refusal::<[Commitment; 1]>(r#"["ab"]"#), "expected 64 hexadecimal digits at line 1 column 6");
    assert_eq!(
        refusal::<Vec<Card>>("[51]"),
        "invalid type: integer `51`, expected a string at line 1 column 3"
    );
}
