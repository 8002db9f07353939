//! One step of a case: who does what, and whether it must be refused.

use std::fmt;
use std::str::FromStr;

use books::Money;
use games::Seat;
use games::blackjack::{Choice, Report};

/// The hand of "surrender" without a number: the one that is being played.
pub(crate) const IN_PLAY: u8 = u8::MAX;

/// One step of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The text as it was written.
    pub text: String,
    /// What happens.
    pub act: Act,
    /// The clause for which it must be refused, if it must be.
    pub refused: Option<String>,
}

/// What happens in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Somebody chooses.
    Choose {
        /// "3" for the player of spot 3, "3/Ann" for a backer.
        who: String,
        /// What they choose.
        choice: Choice,
    },
    /// Somebody says or does something in the words of another family than blackjack.
    Said,
    /// The dealer says what lies under the up card.
    Look {
        /// Whether it makes a Natural.
        natural: bool,
    },
    /// The floor reports something irregular in a blackjack round.
    Report(Report),
    /// The floor voids a spot or the round.
    Void {
        /// The spot; nothing for the whole round.
        spot: Option<u8>,
        /// Whether dropped fees go back.
        fees_returned: bool,
    },
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Step {
    type Err = String;

    fn from_str(text: &str) -> Result<Step, String> {
        let mut words: Vec<&str> = text.split_whitespace().collect();
        let mut refused = None;
        if let Some(place) = words.iter().position(|word| *word == "refused") {
            let clause: Vec<&str> = words.drain(place..).skip(1).collect();
            refused = Some(clause.join(" "));
        }
        let act = read_act(&words).ok_or_else(|| {
            format!(
                "\"{text}\" is not a step: write \"1 hit\", \"3 double $20\", \"2/Ann follow $25\", \
                 \"dealer looks no natural\", \"floor voids round\", \"3 set Kh Qd\" or \"3 fold\""
            )
        })?;
        Ok(Step { text: words.join(" "), act, refused })
    }
}

fn read_act(words: &[&str]) -> Option<Act> {
    match words {
        ["dealer", "looks", "natural"] => Some(Act::Look { natural: true }),
        ["dealer", "looks", "no", "natural"] => Some(Act::Look { natural: false }),
        ["floor", "voids", rest @ ..] => read_void(rest),
        ["floor", "reports", "hole", "card"] => Some(Act::Report(Report::HoleExposed { card: None })),
        ["floor", "reports", "hole", "card", card] => {
            Some(Act::Report(Report::HoleExposed { card: Some(card.parse().ok()?) }))
        }
        ["floor", "reports", "drawn", "past", spot, card] => {
            let spot = spot.parse().ok().filter(|spot| *spot > 0)?;
            Some(Act::Report(Report::DrawnPast { spot: Seat::new(spot), card: card.parse().ok()? }))
        }
        [_] | [] => None,
        [who, rest @ ..] => Some(match read_choice(rest) {
            Some(choice) => Act::Choose { who: (*who).to_owned(), choice },
            None => Act::Said,
        }),
    }
}

fn read_void(words: &[&str]) -> Option<Act> {
    let (what, fees_returned) = match words {
        [what @ .., "fees", "returned"] => (what, true),
        what => (what, false),
    };
    match what {
        ["round"] => Some(Act::Void { spot: None, fees_returned }),
        ["spot", spot] => Some(Act::Void { spot: Some(spot.parse().ok()?), fees_returned }),
        _ => None,
    }
}

fn read_choice(words: &[&str]) -> Option<Choice> {
    let amount = |text: &str| text.parse::<Money>().ok();
    Some(match words {
        ["hit"] => Choice::Hit,
        ["stand"] => Choice::Stand,
        ["double", with] => Choice::Double(amount(with)?),
        ["split"] => Choice::Split,
        ["surrender"] => Choice::Surrender(IN_PLAY),
        ["surrender", "hand", number] => Choice::Surrender(number.parse::<u8>().ok()?.checked_sub(1)?),
        ["insure", with] => Choice::Insure(amount(with)?),
        ["even", "money"] => Choice::EvenMoney,
        ["follow", with] => Choice::Follow(amount(with)?),
        ["decline"] => Choice::Decline,
        ["side", with] => Choice::Side(amount(with)?),
        _ => return None,
    })
}

/// A choice in the words of a step.
#[must_use]
pub fn choice_words(choice: Choice) -> String {
    match choice {
        Choice::Hit => "hit".to_owned(),
        Choice::Stand => "stand".to_owned(),
        Choice::Double(with) => format!("double {with}"),
        Choice::Split => "split".to_owned(),
        Choice::Surrender(0 | IN_PLAY) => "surrender".to_owned(),
        Choice::Surrender(hand) => format!("surrender hand {}", hand + 1),
        Choice::Insure(with) => format!("insure {with}"),
        Choice::EvenMoney => "even money".to_owned(),
        Choice::Follow(with) => format!("follow {with}"),
        Choice::Decline => "decline".to_owned(),
        Choice::Side(with) => format!("side {with}"),
    }
}

/// Two amounts, such as "$4/$8".
pub(crate) fn read_pair(text: &str) -> Option<(Money, Money)> {
    let (one, other) = text.split_once('/')?;
    Some((one.trim().parse().ok()?, other.trim().parse().ok()?))
}
