//! What the coach says.

use books::Money;
use cards::Card;
use games::round::Choice;
use games::{Party, Seat};
use serde::{Deserialize, Serialize};

/// What is advised to somebody at a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Advice {
    /// The number of the last event in the view that it rests on.
    pub number: u64,
    /// The round of the table.
    pub round: u64,
    /// Each hand about which the asker is asked something.
    pub hands: Vec<HandAdvice>,
    /// Why there is nothing to advise; empty if there is something.
    pub words: String,
}

/// What is advised about one hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HandAdvice {
    /// As whom the asker chooses.
    pub who: Party,
    /// Where the hand lies.
    pub seat: Seat,
    /// Which hand of that seat it is, from nothing; only a split makes more than one.
    #[serde(default)]
    pub hand: u8,
    /// Its cards.
    pub cards: Vec<Card>,
    /// What values are counted in: all that lies on the hand when it is asked about, an ante or a pot, in cents.
    pub unit: Money,
    /// The word for that.
    pub unit_name: String,
    /// Everything that may be chosen, the best first, what has no value last.
    pub choices: Vec<Rated>,
    /// Why, in sentences: odds and outs.
    pub why: Vec<String>,
    /// What the values rest on, in a sentence.
    pub basis: String,
    /// Whether every deal was counted.
    pub is_exact: bool,
}

/// One choice with what it is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Rated {
    /// The choice as a command takes it; nothing where it is to do nothing.
    pub choice: Option<Choice>,
    /// What it is called.
    pub name: String,
    /// What it is worth at the moment it is made, in units; nothing where that hangs on what others do.
    pub value: Option<f64>,
    /// The standard error of the value; zero where it is exact.
    pub error: f64,
    /// Whether it is the one to make.
    pub is_best: bool,
    /// What there is to say about it; empty if nothing.
    pub note: String,
}

impl Rated {
    pub(crate) fn new(
        choice: impl Into<Option<Choice>>,
        name: impl Into<String>,
        value: Option<f64>,
    ) -> Rated {
        Rated {
            choice: choice.into(),
            name: name.into(),
            value,
            error: 0.0,
            is_best: false,
            note: String::new(),
        }
    }

    pub(crate) fn noted(self, note: impl Into<String>) -> Rated {
        Rated { note: note.into(), ..self }
    }
}

impl HandAdvice {
    /// The choice to make.
    #[must_use]
    pub fn best(&self) -> Option<&Rated> {
        self.choices.iter().find(|rated| rated.is_best)
    }
}

/// Puts the best first and marks it; of equal ones the first stays first.
pub(crate) fn sort(choices: &mut [Rated]) {
    let worth = |rated: &Rated| rated.value.unwrap_or(f64::NEG_INFINITY);
    choices.sort_by(|one, other| worth(other).total_cmp(&worth(one)));
    if let Some(first) = choices.first_mut().filter(|first| first.value.is_some()) {
        first.is_best = true;
    }
}

/// A share of one, in percent with one digit.
pub(crate) fn percent(part: f64) -> String {
    format!("{:.1}%", 100.0 * part)
}

/// A name within a sentence; cards keep their letters.
fn uncapitalized(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
}

/// How much better the best is than the next, as a sentence.
pub(crate) fn lead(choices: &[Rated], unit_name: &str) -> Option<String> {
    let [best, next, ..] = choices else { return None };
    let by = best.value? - next.value?;
    let is_close = by < 2.0 * best.error.max(next.error);
    let (best, next) = (&best.name, uncapitalized(&next.name));
    Some(if is_close {
        format!("{best} and {next} are too close for these deals to tell apart.")
    } else if by.abs() < 5e-7 {
        format!("{best} and {next} are worth the same.")
    } else if by < 0.0005 {
        format!("{best} is better than {next} by less than 0.1% of the {unit_name}.")
    } else {
        format!("{best} is better than {next} by {} of the {unit_name}.", percent(by))
    })
}
