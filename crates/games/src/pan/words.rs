//! Choices and reports as people write them: "draw", "meld 5h 5d 5c", "add 4c to 1", "discard Kc".

use std::fmt;
use std::str::FromStr;

use cards::Card;

use super::event::{Choice, Report};
use super::group::Group;
use super::meld::Pay;
use crate::seat::Seat;

/// A text that is no choice or report of this game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAChoice(String);

impl fmt::Display for NotAChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "\"{}\" is no choice of Pan; it knows \"in\", \"out\", \"draw\", \"take\", \"pass\", \"force\", \
             \"meld 5h 5d 5c\", \"meld 6h 6c 6d borrowing 6h from 1\", \"add 4c to 1\", \"split 4d 5d 6d from 1\", \
             \"decline\", \"keep\" and \"discard Kc\"",
            self.0
        )
    }
}

impl std::error::Error for NotAChoice {}

fn group(text: &str) -> Option<Group> {
    let mut group = Group::NONE;
    for word in text.split_whitespace() {
        if !group.push(word.parse().ok()?) {
            return None;
        }
    }
    (!group.is_empty()).then_some(group)
}

/// A meld by its number from 1, as a place from 0.
fn number(text: &str) -> Option<u8> {
    text.trim().parse::<u8>().ok()?.checked_sub(1)
}

fn read(text: &str) -> Option<Choice> {
    let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
    Some(match (verb, rest) {
        ("in", "") => Choice::In,
        ("out", "") => Choice::Out,
        ("draw", "") => Choice::Draw,
        ("take", "") => Choice::Take,
        ("pass", "") => Choice::Pass,
        ("force", "") => Choice::Force,
        ("decline", "") => Choice::Decline,
        ("keep", "") => Choice::Keep,
        ("discard", card) => Choice::Discard(card.parse().ok()?),
        ("meld", rest) => match rest.split_once(" borrowing ") {
            Some((cards, loan)) => {
                let (borrowed, from) = loan.split_once(" from ")?;
                Choice::Meld { cards: group(cards)?, borrowed: group(borrowed)?, from: number(from)? }
            }
            None => Choice::meld(group(rest)?),
        },
        ("add", rest) => {
            let (cards, to) = rest.split_once(" to ")?;
            Choice::Add { cards: group(cards)?, to: number(to)? }
        }
        ("split", rest) => {
            let (cards, meld) = rest.split_once(" from ")?;
            Choice::Split { cards: group(cards)?, meld: number(meld)? }
        }
        _ => return None,
    })
}

impl FromStr for Choice {
    type Err = NotAChoice;

    fn from_str(text: &str) -> Result<Choice, NotAChoice> {
        read(text).ok_or_else(|| NotAChoice(text.to_owned()))
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::In => f.write_str("in"),
            Choice::Out => f.write_str("out"),
            Choice::Draw => f.write_str("draw"),
            Choice::Take => f.write_str("take"),
            Choice::Pass => f.write_str("pass"),
            Choice::Force => f.write_str("force"),
            Choice::Decline => f.write_str("decline"),
            Choice::Keep => f.write_str("keep"),
            Choice::Discard(card) => write!(f, "discard {card}"),
            Choice::Meld { cards, borrowed, .. } if borrowed.is_empty() => write!(f, "meld {cards}"),
            Choice::Meld { cards, borrowed, from } => {
                write!(f, "meld {cards} borrowing {borrowed} from {}", from + 1)
            }
            Choice::Add { cards, to } => write!(f, "add {cards} to {}", to + 1),
            Choice::Split { meld, cards } => write!(f, "split {cards} from {}", meld + 1),
        }
    }
}

fn read_report(text: &str) -> Option<Report> {
    let seat = |text: &str| text.parse::<u8>().ok().and_then(|number| Seat::try_from(number).ok());
    if text == "void" {
        return Some(Report::Void);
    }
    if text == "drawn out of turn" {
        return Some(Report::DrawnOutOfTurn { card: None });
    }
    if let Some(card) = text.strip_prefix("drawn out of turn ") {
        return Some(Report::DrawnOutOfTurn { card: Some(card.parse::<Card>().ok()?) });
    }
    if let Some(number) = text.strip_prefix("wrong count ") {
        return Some(Report::WrongCount(seat(number)?));
    }
    if let Some(number) = text.strip_prefix("foul meld ") {
        return Some(Report::FoulMeld(seat(number)?));
    }
    text.strip_prefix("card kept ").and_then(seat).map(Report::CardKept)
}

impl FromStr for Report {
    type Err = NotAChoice;

    fn from_str(text: &str) -> Result<Report, NotAChoice> {
        read_report(text).ok_or_else(|| NotAChoice(text.to_owned()))
    }
}

impl Pay {
    /// What is paid for, as a person says it.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Pay::ValleMixed => "valle square",
            Pay::ValleOneSuit => "valle square in one suit",
            Pay::OtherOneSuit => "square in one suit",
            Pay::LowRope => "low rope",
            Pay::HighRope => "high rope",
            Pay::MoreValleMixed => "more of a valle square",
            Pay::MoreValleOneSuit => "more of a valle square in one suit",
            Pay::MoreOtherOneSuit => "more of a square in one suit",
            Pay::LongerRope => "longer rope",
            Pay::GoingOut => "going out",
        }
    }
}
