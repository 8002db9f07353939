//! Bots: each is a pure function from what a person may see of a table to what that person does.
//!
//! A bot gets the view that anybody in its seat gets and answers with the commands that anybody gives, so the
//! function that fills seats inside the server also drives a program outside, and neither can cheat.
//! `between` is what a bot does between rounds; each family has its own module for the rounds themselves.

mod between;
mod blackjack;
mod double_hand;
mod pan;
mod poker;
mod three_card;

use books::{Odds, Outcome, Rules};
use cards::Draws;
use games::round::{Choice, Offer, View};
use games::{Party, Seat};

use crate::PersonId;
use crate::command::Command;
use crate::table::default_choice;
use crate::view::{SeatInfo, TableView};

/// What a bot does now, given its own view of the table and the rules of the table's book; nothing when nothing
/// is asked of it.
///
/// The draws decide what a person would decide by mood: how much to wager, whether to bluff.
#[must_use]
pub fn command(view: &TableView, own: PersonId, rules: &Rules, draws: &mut Draws) -> Option<Command> {
    let me = view.people.iter().find(|person| person.person == own)?;
    if me.is_leaving {
        return None;
    }
    if let Some(round) = view.round.as_ref().filter(|round| !round.offers.is_empty())
        && let Some((who, choice)) = choose(me, round, rules, draws)
    {
        return Some(Command::Choose { who: Some(who), choice });
    }
    between::command(view, me, rules, draws)
}

/// What a bot sees when it is asked to choose.
struct Turn<'a> {
    me: &'a SeatInfo,
    seat: Seat,
    round: &'a View,
    /// What it is offered; never what only the house dealer chooses.
    offers: &'a [Offer],
}

fn choose(me: &SeatInfo, round: &View, rules: &Rules, draws: &mut Draws) -> Option<(Party, Choice)> {
    let offers: Vec<Offer> =
        round.offers.iter().filter(|offer| offer.who != Party::DEALER).copied().collect();
    // Who stands behind the seats plays a spot where nobody sits as the clock would.
    let Some(seat) = me.seat else { return default_choice(&offers) };
    choose_in(&Turn { me, seat, round, offers: &offers }, rules, draws)
}

macro_rules! choose_in {
    ($($(#[doc = $words:literal])* $Family:ident: $folder:ident ($Game:ident, $Round:ident, $Report:ident);)+) => {
        fn choose_in(turn: &Turn<'_>, rules: &Rules, draws: &mut Draws) -> Option<(Party, Choice)> {
            match rules {
                $(Rules::$Family(rules) => {
                    let (who, choice) = $folder::choose(turn, rules, draws)?;
                    Some((who, Choice::$Family(choice)))
                })+
            }
        }
    };
}

games::families!(choose_in);

/// What a wager of one brings.
fn worth_of(outcome: Outcome, pays: Odds) -> f64 {
    match outcome {
        Outcome::Player => f64::from(pays.pays) / f64::from(pays.on),
        Outcome::Bank => -1.0,
        Outcome::Push => 0.0,
    }
}
