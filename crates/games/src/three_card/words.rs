//! Choices as people write them: "play" and "fold".

use std::fmt;
use std::str::FromStr;

use super::event::Choice;

/// A text that is no choice of this game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAChoice(String);

impl fmt::Display for NotAChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is no choice of Three Card Poker; it knows \"play\" and \"fold\"", self.0)
    }
}

impl std::error::Error for NotAChoice {}

impl FromStr for Choice {
    type Err = NotAChoice;

    fn from_str(text: &str) -> Result<Choice, NotAChoice> {
        match text {
            "play" => Ok(Choice::Play),
            "fold" => Ok(Choice::Fold),
            _ => Err(NotAChoice(text.to_owned())),
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Choice::Play => "play",
            Choice::Fold => "fold",
        })
    }
}
