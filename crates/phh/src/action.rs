//! The actions of a history.

use std::fmt;
use std::str::FromStr;

use books::Money;
use cards::{Card, Rank, Suit};

use crate::chips::{read_chips, write_chips};

/// One action of a history; players count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Private cards are dealt; nothing stands for an unknown one.
    DealPrivate(usize, Vec<Option<Card>>),
    /// Board cards are dealt.
    DealBoard(Vec<Card>),
    /// A player folds.
    Fold(usize),
    /// A player checks or calls.
    CheckOrCall(usize),
    /// A player bets or raises to so much in this round.
    RaiseTo(usize, Money),
    /// A player stands pat or discards.
    Discard(usize, Vec<Option<Card>>),
    /// A player shows these cards, or throws the hand in if there are none.
    Show(usize, Vec<Option<Card>>),
    /// A player posts the bring-in.
    BringIn(usize),
}

impl fmt::Display for Action {
    /// Writes the action as a file has it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cards = |cards: &[Option<Card>]| {
            if cards.is_empty() { String::new() } else { format!(" {}", names(cards)) }
        };
        match self {
            Action::DealPrivate(player, dealt) => write!(f, "d dh p{}{}", player + 1, cards(dealt)),
            Action::DealBoard(dealt) => {
                let dealt: Vec<_> = dealt.iter().copied().map(Some).collect();
                write!(f, "d db{}", cards(&dealt))
            }
            Action::Fold(player) => write!(f, "p{} f", player + 1),
            Action::CheckOrCall(player) => write!(f, "p{} cc", player + 1),
            Action::RaiseTo(player, to) => write!(f, "p{} cbr {}", player + 1, write_chips(*to)),
            Action::Discard(player, thrown) => write!(f, "p{} sd{}", player + 1, cards(thrown)),
            Action::Show(player, shown) => write!(f, "p{} sm{}", player + 1, cards(shown)),
            Action::BringIn(player) => write!(f, "p{} pb", player + 1),
        }
    }
}

/// Cards as a file has them, side by side.
pub(crate) fn names(cards: &[Option<Card>]) -> String {
    cards.iter().map(|card| card.map_or_else(|| "??".to_owned(), |card| card.to_string())).collect()
}

/// A text that is not an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAnAction(pub String);

impl fmt::Display for NotAnAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is not an action, such as \"p2 cbr 300\" or \"d db 2h3s4c\"", self.0)
    }
}

impl std::error::Error for NotAnAction {}

impl FromStr for Action {
    type Err = NotAnAction;

    fn from_str(text: &str) -> Result<Action, NotAnAction> {
        parse(text).ok_or_else(|| NotAnAction(text.to_owned()))
    }
}

fn parse(text: &str) -> Option<Action> {
    let plain = text.split('#').next()?;
    let mut words = plain.split_whitespace();
    let who = words.next()?;
    let what = words.next()?;
    let action = match (who, what) {
        ("d", "dh") => {
            let player = player(words.next()?)?;
            Action::DealPrivate(player, cards(words.next()?)?)
        }
        ("d", "db") => Action::DealBoard(cards(words.next()?)?.into_iter().collect::<Option<_>>()?),
        (_, "f") => Action::Fold(player(who)?),
        (_, "cc") => Action::CheckOrCall(player(who)?),
        (_, "cbr") => Action::RaiseTo(player(who)?, read_chips(words.next()?).ok()?),
        (_, "sd") => Action::Discard(player(who)?, optional_cards(words.next())?),
        (_, "sm") => Action::Show(player(who)?, optional_cards(words.next())?),
        (_, "pb") => Action::BringIn(player(who)?),
        _ => return None,
    };
    words.next().is_none().then_some(action)
}

fn player(text: &str) -> Option<usize> {
    let number: usize = text.strip_prefix('p')?.parse().ok()?;
    number.checked_sub(1)
}

fn optional_cards(text: Option<&str>) -> Option<Vec<Option<Card>>> {
    match text {
        None | Some("-") => Some(Vec::new()),
        Some(text) => cards(text),
    }
}

fn cards(text: &str) -> Option<Vec<Option<Card>>> {
    if !text.is_ascii() || !text.len().is_multiple_of(2) {
        return None;
    }
    let mut cards = Vec::with_capacity(text.len() / 2);
    for at in (0..text.len()).step_by(2) {
        cards.push(match &text[at..at + 2] {
            "??" => None,
            name => Some(card(name)?),
        });
    }
    Some(cards)
}

/// A card as files write it, or in any other way that it may be written.
fn card(name: &str) -> Option<Card> {
    let [rank, suit] = name.as_bytes() else { return None };
    let rank = b"23456789TJQKA".iter().position(|symbol| symbol == rank);
    let suit = b"cdhs".iter().position(|symbol| symbol == suit);
    match (rank, suit) {
        (Some(rank), Some(suit)) => Some(Card::new(Rank::ALL[rank], Suit::ALL[suit])),
        _ => name.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_read_with_comments_and_unknown_cards() {
        assert_eq!("p3 cbr 232600.5  # Dwan".parse(), Ok(Action::RaiseTo(2, Money::cents(23_260_050))));
        assert_eq!("p1 sm -".parse(), Ok(Action::Show(0, vec![])));
        assert_eq!("d dh p2 ????".parse(), Ok(Action::DealPrivate(1, vec![None, None])));
        for text in ["", "p0 f", "p1", "p1 cbr", "p1 cbr 1.005", "d db ??", "d dh p1 A", "p1 f now"] {
            assert!(text.parse::<Action>().is_err(), "{text}");
        }
    }

    #[test]
    fn every_card_is_read_by_its_name() {
        for known in Card::all() {
            let name = known.to_string();
            assert_eq!(card(&name), Some(known));
            assert_eq!(card(&name.to_lowercase()), Some(known));
        }
        assert_eq!(card("1s"), None);
    }

    #[test]
    fn actions_are_written_as_they_are_read() {
        for text in [
            "d dh p2 8sQh",
            "d dh p10 As??",
            "d db AhKhQh",
            "p2 f",
            "p2 cc",
            "p2 cbr 300",
            "p2 cbr 0.50",
            "p2 sd",
            "p2 sd 7h7c",
            "p2 sm",
            "p2 sm 8sQh",
            "p2 pb",
        ] {
            assert_eq!(text.parse::<Action>().map(|action| action.to_string()), Ok(text.to_owned()));
        }
    }
}
