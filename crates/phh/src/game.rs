//! Which of our games a history's code stands for.

use std::sync::Arc;

use books::poker::{PokerRules, Stakes, Structure};
use books::{BookId, Money, Problem, Rules, Shelf};
use games::poker::Table;

use crate::action::Action;
use crate::history::History;

/// A game of the format that the engine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// No-limit hold'em.
    NoLimitHoldem,
    /// Limit hold'em.
    LimitHoldem,
    /// Pot-limit Omaha.
    PotLimitOmaha,
    /// Limit Omaha, eight or better.
    LimitOmahaEight,
    /// No-limit deuce-to-seven, single draw.
    NoLimitDeuceToSeven,
}

impl Variant {
    /// The game of a code, if the engine plays it.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Variant> {
        Some(match code {
            "NT" => Variant::NoLimitHoldem,
            "FT" => Variant::LimitHoldem,
            "PO" => Variant::PotLimitOmaha,
            "FO/8" => Variant::LimitOmahaEight,
            "N2L1D" => Variant::NoLimitDeuceToSeven,
            _ => return None,
        })
    }

    /// The code of the format.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Variant::NoLimitHoldem => "NT",
            Variant::LimitHoldem => "FT",
            Variant::PotLimitOmaha => "PO",
            Variant::LimitOmahaEight => "FO/8",
            Variant::NoLimitDeuceToSeven => "N2L1D",
        }
    }

    fn structure(self) -> Structure {
        match self {
            Variant::NoLimitHoldem | Variant::NoLimitDeuceToSeven => Structure::NoLimit,
            Variant::LimitHoldem | Variant::LimitOmahaEight => Structure::Limit,
            Variant::PotLimitOmaha => Structure::PotLimit,
        }
    }
}

/// The rules that histories are replayed under: cards and showdown of the filed games, with the betting of the
/// one house that files every structure, since no house files the tournaments the histories come from.
#[derive(Clone, Debug)]
pub struct Games {
    holdem: PokerRules,
    omaha: PokerRules,
    omaha_eight: PokerRules,
    deuce_to_seven: PokerRules,
}

impl Games {
    /// The games of the filed books.
    ///
    /// # Errors
    /// When a book has faults.
    pub fn filed(shelf: &Shelf) -> Result<Games, Problem> {
        let holdem = rules(shelf, "mortimers", "holdem")?;
        let with_betting = |mut game: PokerRules| {
            game.structures = holdem.structures.clone();
            game.betting = holdem.betting.clone();
            game.blinds = holdem.blinds.clone();
            game
        };
        Ok(Games {
            omaha: with_betting(rules(shelf, "players-club", "omaha")?),
            omaha_eight: with_betting(rules(shelf, "players-club", "omaha-8")?),
            deuce_to_seven: with_betting(rules(shelf, "players-club", "lowball-deuce-to-seven")?),
            holdem,
        })
    }

    /// The table of a history, or what is missing for one.
    ///
    /// # Errors
    /// One sentence on what is missing.
    pub fn table(&self, variant: Variant, history: &History) -> Result<Arc<Table>, String> {
        let rules = match variant {
            Variant::NoLimitHoldem | Variant::LimitHoldem => &self.holdem,
            Variant::PotLimitOmaha => &self.omaha,
            Variant::LimitOmahaEight => &self.omaha_eight,
            Variant::NoLimitDeuceToSeven => &self.deuce_to_seven,
        };
        let structure = variant.structure();
        let (low, high) = match structure {
            Structure::Limit => history.bets.ok_or("a limit game needs \"small_bet\" and \"big_bet\"")?,
            _ => history.min_bet.map(|bet| (bet, bet)).ok_or("this game needs \"min_bet\"")?,
        };
        if high < low {
            return Err("\"big_bet\" is less than \"small_bet\"".to_owned());
        }
        let stakes = Stakes {
            structure,
            low,
            high,
            button_blind: Money::ZERO,
            small_blind: low.half(),
            big_blind: low,
            blind_is_dropped: false,
            chip: smallest_chip(history),
        };
        Ok(Arc::new(Table::new(rules, stakes)))
    }
}

/// The largest part of a chip, or a whole one, that all amounts of a history consist of.
fn smallest_chip(history: &History) -> Money {
    let raises = history.actions.iter().filter_map(|action| match action {
        Action::RaiseTo(_, to) => Some(*to),
        _ => None,
    });
    let bets = history.bets.map(|(small, big)| [small, big]);
    let stacks = history.starting_stacks.iter().chain(history.finishing_stacks.iter().flatten());
    let amounts = stacks
        .flatten()
        .chain(&history.antes)
        .chain(&history.blinds)
        .chain(&history.min_bet)
        .chain(bets.iter().flatten())
        .copied()
        .chain(raises);
    let parts = amounts.map(|amount| amount.in_cents() % CHIP).filter(|part| *part != 0);
    Money::cents(parts.fold(CHIP, common_measure))
}

/// A whole chip in cents.
const CHIP: i64 = 100;

/// The largest number that both numbers are multiples of.
fn common_measure(one: i64, other: i64) -> i64 {
    if other == 0 { one.abs() } else { common_measure(other, one % other) }
}

fn rules(shelf: &Shelf, house: &str, game: &str) -> Result<PokerRules, Problem> {
    match shelf.book(&BookId::new(house, game))?.rules {
        Rules::Poker(rules) => Ok(*rules),
        _ => Err(Problem::Unreadable(format!("{house}/{game} is not a poker book"))),
    }
}
