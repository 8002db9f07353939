//! A run as it is kept between two sittings.

use std::str::FromStr;

use books::Money;
use serde_json::{Map, Value, json};

use super::run::BLOCK;
use super::tally::{Stream, Tally};

/// What a run is about, and how far it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The book.
    pub book: String,
    /// How many decks a fresh shoe holds.
    pub decks: u8,
    /// The opening wagers.
    pub wagers: Vec<Money>,
    /// The side wagers.
    pub sides: Vec<Money>,
    /// Whether players insure.
    pub insures: bool,
    /// The schedule of fees.
    pub schedule: Option<String>,
    /// The bank's money in action; nothing for a bank that can always pay.
    pub stake: Option<Money>,
    /// The seed.
    pub seed: u64,
    /// How many rounds are wanted in all.
    pub rounds: u64,
    /// What the first block came to: played again it must come to the same, or the rules have changed since.
    pub first: Tally,
    /// All whole blocks that were played.
    pub whole: Tally,
}

impl State {
    /// The state as text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let cents = |list: &[Money]| list.iter().map(|amount| amount.in_cents()).collect::<Vec<_>>();
        let mut value = json!({
            "book": self.book,
            "decks": self.decks,
            "wagers": cents(&self.wagers),
            "sides": cents(&self.sides),
            "insures": self.insures,
            "schedule": self.schedule,
            "stake": self.stake.map(Money::in_cents),
            "seed": self.seed,
            "rounds": self.rounds,
            "first": tally_json(&self.first),
            "whole": tally_json(&self.whole),
        });
        let sum = check_sum(&value);
        value["check"] = json!(sum);
        format!("{value:#}\n")
    }

    /// Whether the first block came to the same when it was played again.
    #[must_use]
    pub fn agrees_with(&self, first: &Tally) -> bool {
        self.whole.rounds == 0 || self.first == *first
    }
}

/// A number that changes with anything that is kept, in whatever order its parts are written.
fn check_sum(value: &Value) -> String {
    fn parts(value: &Value, path: &str, list: &mut Vec<String>) {
        match value {
            Value::Object(map) => {
                map.iter().for_each(|(key, part)| parts(part, &format!("{path}/{key}"), list));
            }
            Value::Array(all) => {
                list.push(format!("{path} {}", all.len()));
                all.iter().zip(0..).for_each(|(part, place)| parts(part, &format!("{path}/{place}"), list));
            }
            other => list.push(format!("{path}={other}")),
        }
    }
    let mut list = Vec::new();
    parts(value, "", &mut list);
    list.sort_unstable();
    let mix = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let sum = list.iter().flat_map(|part| part.bytes().chain([b'\n'])).fold(0xcbf2_9ce4_8422_2325, mix);
    format!("{sum:016x}")
}

fn tally_json(tally: &Tally) -> Value {
    // Sums of squares outgrow what other programs read as a number.
    let sums = Stream::ALL.map(|stream| {
        let parts = tally.of(stream).parts().map(|(name, part)| (name.to_owned(), json!(part.to_string())));
        (stream.name().to_owned(), Value::Object(Map::from_iter(parts)))
    });
    json!({
        "rounds": tally.rounds,
        "hands": tally.hands,
        "short": tally.short,
        "bank_fees": tally.bank_fees.to_string(),
        "player_fees": tally.player_fees.to_string(),
        "bonuses": tally.bonuses.to_string(),
        "sums": Map::from_iter(sums),
    })
}

fn tally_of(value: &Value) -> Option<Tally> {
    let big = |value: &Value| value.as_str().and_then(|text| text.parse::<i128>().ok());
    let mut tally = Tally {
        rounds: value["rounds"].as_u64()?,
        hands: value["hands"].as_u64()?,
        short: value["short"].as_u64()?,
        bank_fees: big(&value["bank_fees"])?,
        player_fees: big(&value["player_fees"])?,
        bonuses: big(&value["bonuses"])?,
        ..Tally::default()
    };
    for stream in Stream::ALL {
        let sums = &mut tally.streams[stream as usize];
        for (name, _) in sums.parts() {
            *sums.part_mut(name)? = big(&value["sums"][stream.name()][name])?;
        }
    }
    tally.rounds.is_multiple_of(BLOCK).then_some(tally)
}

fn state_of(value: &Value) -> Option<State> {
    let money = |value: &Value| value.as_i64().map(Money::cents);
    let list = |value: &Value| value.as_array()?.iter().map(money).collect::<Option<Vec<_>>>();
    let (wagers, sides) = (list(&value["wagers"])?, list(&value["sides"])?);
    if wagers.is_empty() || wagers.len() != sides.len() {
        return None;
    }
    Some(State {
        book: value["book"].as_str()?.to_owned(),
        decks: u8::try_from(value["decks"].as_u64()?).ok()?,
        wagers,
        sides,
        insures: value["insures"].as_bool()?,
        schedule: value["schedule"].as_str().map(str::to_owned),
        stake: money(&value["stake"]),
        seed: value["seed"].as_u64()?,
        rounds: value["rounds"].as_u64()?,
        first: tally_of(&value["first"])?,
        whole: tally_of(&value["whole"])?,
    })
}

impl FromStr for State {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<State, &'static str> {
        let not_kept = "this is not a simulation that was kept";
        let mut value: Value = serde_json::from_str(text).map_err(|_| not_kept)?;
        let kept = value.as_object_mut().and_then(|all| all.remove("check"));
        let changed = "this was changed after it was kept, or kept by an earlier version; play it anew";
        match kept.as_ref().and_then(Value::as_str) {
            Some(kept) if kept == check_sum(&value) => state_of(&value).ok_or(not_kept),
            None if state_of(&value).is_none() => Err(not_kept),
            _ => Err(changed),
        }
    }
}
