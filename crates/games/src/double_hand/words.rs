//! Choices and reports as people write them: "set Kh Qd", "house way", "exposed 9d".

use std::fmt;
use std::str::FromStr;

use books::Money;
use cards::{Card, CardSet, parse_cards};

use super::event::{Choice, Report};
use crate::seat::Seat;

/// A text that is no choice or report of this game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAChoice(String);

impl fmt::Display for NotAChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "\"{}\" is no choice of double-hand poker; it knows \"pile 3\", \"change $20\", \"stake $200\", \
             \"no more bets\", \"dice 9\", \"look\", \"set Kh Qd\", \"house way\", \"confirm\", \"open\", for \
             cards dealt unseen \"is set\", \"turn As Kd ...\" and \"open front Kh Qd back 9h ...\", and, to be \
             refused, \"surrender\", \"money covers $60\" and \"side bet $20\"",
            self.0
        )
    }
}

impl std::error::Error for NotAChoice {}

impl FromStr for Choice {
    type Err = NotAChoice;

    fn from_str(text: &str) -> Result<Choice, NotAChoice> {
        let refused = || NotAChoice(text.to_owned());
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let number = || rest.parse::<u8>().map_err(|_| refused());
        let money = || rest.parse::<Money>().map_err(|_| refused());
        let amount_after = |word: &str| {
            let amount = rest.strip_prefix(word).and_then(|amount| amount.trim_start().parse().ok());
            amount.ok_or_else(refused)
        };
        match (word, rest) {
            ("pile", _) => Ok(Choice::Pile(number()?)),
            ("change", _) => Ok(Choice::Change(money()?)),
            ("stake", _) => Ok(Choice::Stake(money()?)),
            ("no", "more bets") => Ok(Choice::NoMoreBets),
            ("dice", _) => Ok(Choice::Dice(number()?)),
            ("look", "") => Ok(Choice::Look),
            ("set", _) => read_cards(rest).map(Choice::Set).ok_or_else(refused),
            ("is", "set") => Ok(Choice::SetUnseen),
            ("turn", _) => read_cards(rest).map(Choice::Turn).ok_or_else(refused),
            ("open", _) if rest.starts_with("front ") => {
                let (front, back) = rest["front ".len()..].split_once(" back ").ok_or_else(refused)?;
                let (front, back) = read_cards(front).zip(read_cards(back)).ok_or_else(refused)?;
                Ok(Choice::Show { front, back })
            }
            ("house", "way") => Ok(Choice::HouseWay),
            ("confirm", "") => Ok(Choice::Confirm),
            ("open", "") => Ok(Choice::Open),
            ("surrender", "") => Ok(Choice::Surrender),
            ("money", _) => amount_after("covers").map(Choice::CallBet),
            ("side", _) => amount_after("bet").map(Choice::SideBet),
            _ => Err(refused()),
        }
    }
}

/// Different cards, at least one.
fn read_cards(text: &str) -> Option<CardSet> {
    let cards = parse_cards(text).ok()?;
    let set: CardSet = cards.iter().copied().collect();
    (!cards.is_empty() && set.len() == cards.len()).then_some(set)
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Pile(pile) => write!(f, "pile {pile}"),
            Choice::Change(amount) => write!(f, "change {amount}"),
            Choice::Stake(amount) => write!(f, "stake {amount}"),
            Choice::NoMoreBets => f.write_str("no more bets"),
            Choice::Dice(sum) => write!(f, "dice {sum}"),
            Choice::Look => f.write_str("look"),
            Choice::Set(front) => write!(f, "set {front}"),
            Choice::SetUnseen => f.write_str("is set"),
            Choice::Turn(cards) => write!(f, "turn {cards}"),
            Choice::Show { front, back } => write!(f, "open front {front} back {back}"),
            Choice::HouseWay => f.write_str("house way"),
            Choice::Confirm => f.write_str("confirm"),
            Choice::Open => f.write_str("open"),
            Choice::Surrender => f.write_str("surrender"),
            Choice::CallBet(amount) => write!(f, "money covers {amount}"),
            Choice::SideBet(amount) => write!(f, "side bet {amount}"),
        }
    }
}

impl FromStr for Report {
    type Err = NotAChoice;

    /// Reads a report but for those about one bet, which need to know who that is.
    fn from_str(text: &str) -> Result<Report, NotAChoice> {
        let refused = || NotAChoice(text.to_owned());
        let (text, recovered) = match text.strip_suffix(" not recovered") {
            Some(text) => (text, false),
            None => (text, true),
        };
        let (text, pile) = match text.split_once(" in pile ") {
            Some((text, pile)) => (text, Some(pile.parse::<u8>().map_err(|_| refused())?)),
            None => (text, None),
        };
        let (words, last) = text.rsplit_once(' ').unwrap_or((text, ""));
        let card = || last.parse::<Card>().map_err(|_| refused());
        let seat = || match last.parse::<u8>() {
            Ok(number @ 1..) => Ok(Seat::new(number)),
            _ => Err(refused()),
        };
        match (words, text) {
            (_, "identical cards") => Ok(Report::IdenticalCards),
            (_, "identical cards fees returned") => Ok(Report::IdenticalCardsRefunded),
            (_, "bank seen") => Ok(Report::BankSeen),
            (_, "bank foul") => Ok(Report::BankFoul),
            ("exposed", _) => {
                card().map(|card| pile.map_or(Report::Exposed(card), |pile| Report::ExposedIn { card, pile }))
            }
            ("boxed", _) => {
                card().map(|card| pile.map_or(Report::Boxed(card), |pile| Report::BoxedIn { card, pile }))
            }
            _ if pile.is_some() => Err(refused()),
            ("left", _) => Ok(Report::Left(last.parse().map_err(|_| refused())?)),
            ("wrong count", _) => Ok(Report::WrongCount(seat()?)),
            ("out of order", _) => Ok(Report::OutOfOrder(seat()?)),
            ("contact", _) => Ok(Report::Contact(seat()?)),
            ("cheating", _) => Ok(Report::Cheating(seat()?)),
            ("house-way error", _) => Ok(Report::HouseWayError { seat: seat()?, recovered }),
            ("misread", _) => Ok(Report::Misread { seat: seat()?, recovered }),
            _ => Err(refused()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_read_what_they_write() {
        for text in [
            "pile 3",
            "change $20",
            "stake $0.50",
            "no more bets",
            "dice 9",
            "look",
            "set Qd Kh",
            "is set",
            "turn 2c Qd Kh",
            "open front Qd Kh back 2c 3c 4c 5c 7d",
            "house way",
            "confirm",
            "open",
            "surrender",
            "money covers $60",
            "side bet $20",
        ] {
            assert_eq!(text.parse::<Choice>().unwrap().to_string(), text);
        }
        for text in
            ["", "pile", "pile x", "set", "set Kh Kh", "no bets", "house", "open 3", "turn", "open front Kh"]
        {
            assert!(text.parse::<Choice>().is_err(), "{text}");
        }
    }

    #[test]
    fn reports_are_read() {
        assert_eq!("exposed 9d".parse(), Ok(Report::Exposed("9d".parse().unwrap())));
        assert_eq!(
            "exposed 9d in pile 3".parse(),
            Ok(Report::ExposedIn { card: "9d".parse().unwrap(), pile: 3 })
        );
        assert_eq!("wrong count 4".parse(), Ok(Report::WrongCount(Seat::new(4))));
        assert_eq!("identical cards".parse(), Ok(Report::IdenticalCards));
        assert_eq!("identical cards fees returned".parse(), Ok(Report::IdenticalCardsRefunded));
        assert!("wrong count 0".parse::<Report>().is_err());
        assert!("exposed".parse::<Report>().is_err());
        assert!("contact 2 in pile 3".parse::<Report>().is_err());
    }
}
