//! Bots: each is a pure function from what a person may see of a table to what that person does.
//!
//! A bot gets the view that anybody in its seat gets and answers with the commands that anybody gives, so the
//! function that fills seats inside the server also drives a program outside, and neither can cheat.
//! `between` is what a bot does between rounds, `stack` how it keeps its chips near what it began with; each family has
//! its own module for the rounds themselves. `practice` plays whole tables of bots as the server does.

mod between;
mod blackjack;
mod double_hand;
mod pan;
mod poker;
mod practice;
mod stack;
mod style;
mod three_card;

use books::{Money, Odds, Outcome, Rules};
use cards::Draws;
use games::round::{Choice, Offer, View};
use games::{Party, Seat};

pub use poker::rating;
pub use practice::{Moved, Practice};
pub use stack::{free_name, is_due, may_sit, seats, start};
pub use style::Style;

use crate::PersonId;
use crate::command::Command;
use crate::table::default_choice;
use crate::view::{SeatInfo, TableView};

/// Names that bots sit down under.
pub const NAMES: [&str; 16] = [
    "Ada", "Ben", "Cora", "Dan", "Edith", "Finn", "Grace", "Hugo", "Ida", "Jack", "Kate", "Leo", "Mona",
    "Nico", "Olive", "Paul",
];

/// What a bot keeps to from round to round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Habits {
    /// How it plays.
    pub style: Style,
    /// The chips that it began with and stays near to: it fills up, and goes when it has won too much. One without only
    /// brings more once it has too few to play.
    pub start: Option<Money>,
}

/// What a bot does now, given its own view of the table and the rules of the table's book; nothing when nothing
/// is asked of it.
///
/// The draws decide what a person would decide by mood: how much to wager, whether to bluff.
#[must_use]
pub fn command(view: &TableView, own: PersonId, rules: &Rules, draws: &mut Draws) -> Option<Command> {
    let me = view.people.iter().find(|person| person.person == own)?;
    command_by(view, own, rules, &Habits { style: Style::of(&me.name), start: None }, draws)
}

/// The same for a bot with habits of its own.
#[must_use]
pub fn command_by(
    view: &TableView,
    own: PersonId,
    rules: &Rules,
    habits: &Habits,
    draws: &mut Draws,
) -> Option<Command> {
    let me = view.people.iter().find(|person| person.person == own)?;
    if me.is_leaving {
        return None;
    }
    let purse = view.round_people.iter().position(|one| one.person == own);
    if let Some(round) = view.round.as_ref().filter(|round| !round.offers.is_empty())
        && let Some((who, choice)) = choose(me, purse, round, rules, habits.style, draws)
    {
        return Some(Command::Choose { who: Some(who), choice });
    }
    if let Some(command) = stack::command(view, me, habits.start) {
        return Some(command);
    }
    between::command(view, me, rules, habits, draws)
}

/// What a bot sees when it is asked to choose.
struct Turn<'a> {
    me: &'a SeatInfo,
    seat: Seat,
    /// The place of the own money in the round.
    purse: Option<u8>,
    round: &'a View,
    /// What it is offered; never what only the house dealer chooses.
    offers: &'a [Offer],
    style: Style,
}

fn choose(
    me: &SeatInfo,
    purse: Option<usize>,
    round: &View,
    rules: &Rules,
    style: Style,
    draws: &mut Draws,
) -> Option<(Party, Choice)> {
    let offers: Vec<Offer> =
        round.offers.iter().filter(|offer| offer.who != Party::DEALER).copied().collect();
    // Who stands behind the seats plays a spot where nobody sits as the clock would.
    let Some(seat) = me.seat else { return default_choice(&offers) };
    let purse = purse.and_then(|place| u8::try_from(place).ok());
    choose_in(&Turn { me, seat, purse, round, offers: &offers, style }, rules, draws)
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
