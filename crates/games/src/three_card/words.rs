//! Choices as people write them: "play" and "fold".

use std::fmt;
use std::str::FromStr;

use books::Money;

use super::event::{Choice, Report, WagerKind};
use crate::seat::Seat;

/// A text that is no choice of this game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAChoice(String);

impl fmt::Display for NotAChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "\"{}\" is no choice of Three Card Poker; it knows \"play\", \"play $20\", \"fold\", and, to be refused \
             after the deal, \"ante $20\", \"pair plus $5\" and \"six card $5\"",
            self.0
        )
    }
}

impl std::error::Error for NotAChoice {}

impl FromStr for Choice {
    type Err = NotAChoice;

    fn from_str(text: &str) -> Result<Choice, NotAChoice> {
        match text {
            "play" => Ok(Choice::Play),
            "fold" => Ok(Choice::Fold),
            _ => {
                let (area, amount) = text.rsplit_once(' ').unwrap_or((text, ""));
                let wager = match area {
                    "play" => Some(WagerKind::Play),
                    "ante" => Some(WagerKind::Ante),
                    "pair plus" => Some(WagerKind::PairPlus),
                    "six card" => Some(WagerKind::SixCard),
                    _ => None,
                };
                let put = wager.zip(amount.parse::<Money>().ok());
                put.map(|(wager, amount)| Choice::Put { wager, amount })
                    .ok_or_else(|| NotAChoice(text.to_owned()))
            }
        }
    }
}

impl FromStr for Report {
    type Err = NotAChoice;

    fn from_str(text: &str) -> Result<Report, NotAChoice> {
        match text {
            "wrong bank stack" => Ok(Report::WrongBankStack),
            "bad deck" => Ok(Report::BadDeck),
            _ => match text.strip_prefix("wrong stack ").map(str::parse::<u8>) {
                Some(Ok(seat @ 1..)) => Ok(Report::WrongStack(Seat::new(seat))),
                _ => Err(NotAChoice(text.to_owned())),
            },
        }
    }
}

impl WagerKind {
    /// Its name, as choices write it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            WagerKind::Ante => "ante",
            WagerKind::Play => "play",
            WagerKind::PairPlus => "pair plus",
            WagerKind::SixCard => "six card",
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Play => f.write_str("play"),
            Choice::Fold => f.write_str("fold"),
            Choice::Put { wager, amount } => write!(f, "{} {amount}", wager.word()),
        }
    }
}
