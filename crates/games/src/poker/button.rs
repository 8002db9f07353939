//! Where the button is in a new game, and where it goes after a hand.

use books::poker::{ButtonRules, ButtonTie};
use books::{Clause, Rule};
use cards::{Card, Suit};

use crate::seat::Seat;

/// A hand that has been played, as far as the next button depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastHand {
    /// Who had the button.
    pub button: Seat,
    /// Who had the big blind.
    pub big_blind: Seat,
    /// How many players were dealt in.
    pub players: usize,
}

/// Who takes the button of a new game, by one card for each seat in the order they were dealt or plucked.
#[must_use]
pub fn first_button(rules: &ButtonRules, drawn: &[(Seat, Card)]) -> Option<Rule<Seat>> {
    let highest = drawn.iter().filter_map(|(_, card)| card.rank()).max()?;
    let mut tied = drawn.iter().filter(|(_, card)| card.rank() == Some(highest));
    let is_tie = tied.clone().count() > 1;
    let (seat, _) = match rules.tie.value {
        ButtonTie::FirstDealt => tied.next()?,
        ButtonTie::SuitRank => tied.min_by_key(|(_, card)| card.suit().map(suit_order))?,
    };
    let clause = if is_tie { rules.tie.clause } else { rules.first.clause };
    Some(Rule { value: *seat, clause })
}

fn suit_order(suit: Suit) -> u8 {
    match suit {
        Suit::Spades => 0,
        Suit::Hearts => 1,
        Suit::Diamonds => 2,
        Suit::Clubs => 3,
    }
}

/// Who takes the button after a hand, among those who play the next one.
#[must_use]
pub fn next_button(rules: &ButtonRules, last: &LastHand, players: &[Seat]) -> Option<Rule<Seat>> {
    let spares = &rules.spares_second_blind;
    if spares.value && players.len() == 2 && last.players > 2 && players.contains(&last.big_blind) {
        return Some(Rule { value: last.big_blind, clause: spares.clause });
    }
    let after = |seat: &&Seat| **seat > last.button;
    let next = players.iter().filter(after).min().or(players.iter().min())?;
    Some(Rule { value: *next, clause: rules.moves.clause })
}

/// What a seat that is not yet dealt in may do to get a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComingIn {
    /// Whether the seat has the big blind, so that it comes in without a further post.
    pub has_big_blind: bool,
    /// Whether it may post at once instead of waiting; never between the button and the big blind.
    pub may_post: bool,
    /// The clause it rests on.
    pub clause: Clause,
}

/// Whether a newcomer may wait or post, given the seats that would be dealt in with him.
#[must_use]
pub fn coming_in(table: &super::Table, button: Seat, players: &[Seat], seat: Seat) -> ComingIn {
    let mut order: Vec<Seat> = players.to_vec();
    order.sort_unstable();
    order.dedup();
    let after = order.iter().filter(|other| **other > button).count();
    order.rotate_right(after);
    let big_blind = table.place_of(books::poker::Position::BigBlind, order.len().max(2));
    let place = order.iter().position(|other| *other == seat);
    let clause = table.rules().posts.newcomer.clause;
    match place {
        Some(place) => ComingIn { has_big_blind: place == big_blind, may_post: place > big_blind, clause },
        None => ComingIn { has_big_blind: false, may_post: false, clause },
    }
}
