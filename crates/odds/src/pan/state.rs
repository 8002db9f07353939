//! A run as it is kept between two sittings.

use std::str::FromStr;

use serde_json::{Value, json};

use super::plan::{BLOCK, Table};
use super::tally::{Mean, Tally};

/// One table of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Which.
    pub table: Table,
    /// What the first block came to: played again it must come to the same, or the rules have changed since.
    pub first: Tally,
    /// All whole blocks that were played.
    pub whole: Tally,
}

/// What a run is about, and how far it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The book.
    pub book: String,
    /// The seed.
    pub seed: u64,
    /// How many hands are wanted at each table in all.
    pub hands: u64,
    /// The tables.
    pub parts: Vec<Part>,
}

impl State {
    /// The state as text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let parts: Vec<Value> = self
            .parts
            .iter()
            .map(|part| {
                json!({
                    "players": part.table.players,
                    "tops": part.table.tops,
                    "kinds": part.table.kinds.to_string(),
                    "first": tally_json(&part.first),
                    "whole": tally_json(&part.whole),
                })
            })
            .collect();
        let value = json!({ "book": self.book, "seed": self.seed, "hands": self.hands, "tables": parts });
        format!("{value:#}\n")
    }
}

fn tally_json(tally: &Tally) -> Value {
    // Sums of squares outgrow what other programs read as a number.
    let text = |mean: &Mean| [mean.count, mean.sum, mean.squares].map(|part| part.to_string());
    json!({
        "hands": tally.hands,
        "went_out": tally.went_out,
        "last_in": tally.last_in,
        "void": tally.void,
        "sums": tally.means.iter().map(text).collect::<Vec<_>>(),
    })
}

fn tally_of(value: &Value) -> Option<Tally> {
    let number = |name: &str| value[name].as_u64();
    let mut tally = Tally {
        hands: number("hands")?,
        went_out: number("went_out")?,
        last_in: number("last_in")?,
        void: number("void")?,
        ..Tally::default()
    };
    let sums = value["sums"].as_array().filter(|sums| sums.len() == tally.means.len())?;
    for (mean, kept) in tally.means.iter_mut().zip(sums) {
        let part = |place: usize| kept[place].as_str()?.parse().ok();
        *mean = Mean { count: part(0)?, sum: part(1)?, squares: part(2)? };
    }
    tally.hands.is_multiple_of(BLOCK).then_some(tally)
}

fn part_of(value: &Value) -> Option<Part> {
    let small = |name: &str| u8::try_from(value[name].as_u64()?).ok();
    let kinds = value["kinds"].as_str()?.parse().ok()?;
    Some(Part {
        table: Table { players: small("players")?, tops: small("tops")?, kinds },
        first: tally_of(&value["first"])?,
        whole: tally_of(&value["whole"])?,
    })
}

fn state_of(value: &Value) -> Option<State> {
    Some(State {
        book: value["book"].as_str()?.to_owned(),
        seed: value["seed"].as_u64()?,
        hands: value["hands"].as_u64()?,
        parts: value["tables"].as_array()?.iter().map(part_of).collect::<Option<Vec<_>>>()?,
    })
}

impl FromStr for State {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<State, &'static str> {
        let value: Option<Value> = serde_json::from_str(text).ok();
        value.as_ref().and_then(state_of).ok_or("this is not a simulation that was kept")
    }
}
