//! Our own hands written as histories.

use std::fmt::{self, Write as _};

use books::Money;
use books::poker::{HoleUse, LowScale, Structure, Wins};
use cards::Card;
use games::Seat;
use games::poker::{Choice, Event, Hand, Place, PostKind, Setup, Table};

use crate::action::names;
use crate::chips::{write_chips, write_list};
use crate::game::Variant;
use crate::replay::opener;

/// Why a hand cannot be written in the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotWritable {
    /// The format has no code for the game.
    NoCode,
    /// The hand is not over.
    Unfinished,
    /// Something happened that the format has no notation for: an irregularity or a second deck.
    NoNotation,
}

impl fmt::Display for NotWritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotWritable::NoCode => "the format has no code for this game",
            NotWritable::Unfinished => "the hand is not over",
            NotWritable::NoNotation => "the format has no notation for something in this hand",
        })
    }
}

impl std::error::Error for NotWritable {}

/// The code of the game played at a table, if the format has one.
fn variant(table: &Table) -> Option<Variant> {
    let rules = table.rules();
    let scale = rules.hands.low_scale.as_ref().map(|scale| scale.value);
    let kept: u8 =
        rules.private_cards() - rules.streets.iter().map(|street| street.discard.value).sum::<u8>();
    match (table.stakes().structure, rules.hands.uses.value, table.ranking().wins, kept) {
        (Structure::NoLimit, HoleUse::Any, Wins::High, 2) if rules.discard.is_none() => {
            Some(Variant::NoLimitHoldem)
        }
        (Structure::Limit, HoleUse::Any, Wins::High, 2) if rules.discard.is_none() => {
            Some(Variant::LimitHoldem)
        }
        (Structure::PotLimit, HoleUse::ExactlyTwo, Wins::High, 4) => Some(Variant::PotLimitOmaha),
        (Structure::Limit, HoleUse::ExactlyTwo, Wins::HighLow, 4) if table.ranking().qualifier == Some(8) => {
            Some(Variant::LimitOmahaEight)
        }
        (Structure::NoLimit, HoleUse::AllFive, Wins::Low, 5) if scale == Some(LowScale::DeuceToSeven) => {
            Some(Variant::NoLimitDeuceToSeven)
        }
        _ => None,
    }
}

/// Writes a finished hand. The format has no notation for fees: what a hand paid stands in a field of our own,
/// `_drop`, and is missing from the stacks at the end.
///
/// # Errors
/// When the format cannot hold the hand.
pub fn write(hand: &Hand, setup: &Setup, events: &[Event]) -> Result<String, NotWritable> {
    let table = hand.table();
    let variant = variant(table).ok_or(NotWritable::NoCode)?;
    if !hand.is_over() {
        return Err(NotWritable::Unfinished);
    }
    let seats = hand.seats();
    let player = |seat: Seat| seats.iter().position(|other| *other == seat).map_or(0, |place| place + 1);
    let actions = actions(hand, events, &player)?;
    let mut text = String::new();
    let mut line = |key: &str, value: &str| {
        let _ = writeln!(text, "{key} = {value}");
    };
    line("variant", &format!("'{}'", variant.code()));
    line("ante_trimming_status", "true");
    let (antes, blinds) = posts(hand, setup)?;
    line("antes", &write_list(&antes));
    line("blinds_or_straddles", &write_list(&blinds));
    let stakes = table.stakes();
    match stakes.structure {
        Structure::Limit => {
            line("small_bet", &write_chips(stakes.low));
            line("big_bet", &write_chips(stakes.high));
        }
        _ => line("min_bet", &write_chips(stakes.big_blind)),
    }
    let stack =
        |seat: &Seat| setup.players.iter().find(|one| one.seat == *seat).map_or(Money::ZERO, |one| one.stack);
    line("starting_stacks", &write_list(&seats.iter().map(stack).collect::<Vec<_>>()));
    line("actions", &format!("[{}]", actions.join(", ")));
    line("seats", &format!("[{}]", seats.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")));
    line("finishing_stacks", &write_list(hand.stacks()));
    let taken = hand.drop() + hand.jackpot();
    if taken.is_positive() {
        line("_drop", &write_chips(taken));
    }
    Ok(text)
}

/// Antes and blinds by player; between two players the format lists the button first.
///
/// The reader takes the largest blind, and the last of equal ones, for that after which the betting opens. Posts
/// that must not count for this are negative: those of newcomers, and those of all but the player before the first
/// to act where that is not enough, as between two players with equal blinds.
fn posts(hand: &Hand, setup: &Setup) -> Result<(Vec<Money>, Vec<Money>), NotWritable> {
    let seats = hand.seats();
    let mut antes = vec![Money::ZERO; seats.len()];
    let mut blinds = vec![Money::ZERO; seats.len()];
    for posting in &setup.postings {
        let place = seats.iter().position(|seat| *seat == posting.seat).unwrap_or(0);
        match posting.post {
            PostKind::Ante => antes[place] += posting.amount,
            PostKind::Dead | PostKind::Kill => return Err(NotWritable::NoNotation),
            PostKind::Entry | PostKind::Straddle => blinds[place] -= posting.amount,
            PostKind::ButtonBlind | PostKind::SmallBlind | PostKind::BigBlind => {
                blinds[place] += posting.amount;
            }
        }
    }
    let stack = |seat: &Seat| setup.players.iter().find(|one| one.seat == *seat).map(|one| one.stack);
    let stacks: Vec<Money> = seats.iter().filter_map(stack).collect();
    let first = seats.iter().position(|seat| *seat == hand.first_to_act()).unwrap_or(0);
    if opener(&blinds, &stacks) != first {
        let before = (first + seats.len() - 1) % seats.len();
        for (place, blind) in blinds.iter_mut().enumerate() {
            let amount = if *blind < Money::ZERO { -*blind } else { *blind };
            *blind = if place == before { amount } else { -amount };
        }
        if opener(&blinds, &stacks) != first {
            return Err(NotWritable::NoNotation);
        }
    }
    if seats.len() == 2 {
        antes.reverse();
        blinds.reverse();
    }
    Ok((antes, blinds))
}

fn actions(
    hand: &Hand,
    events: &[Event],
    player: &impl Fn(Seat) -> usize,
) -> Result<Vec<String>, NotWritable> {
    let seats = hand.seats();
    let mut actions: Vec<String> = Vec::new();
    let mut private: Vec<Vec<Option<Card>>> = vec![Vec::new(); seats.len()];
    let mut board = String::new();
    let mut is_dealing = true;
    let mut drawn: Vec<String> = Vec::new();
    for event in events {
        match *event {
            Event::Dealt { place: Place::Private(seat), card } => {
                let at = player(seat) - 1;
                private[at].push(card);
                if !is_dealing {
                    let name = names(&[card]);
                    match drawn.iter_mut().find(|text| text.starts_with(&format!("'d dh p{} ", at + 1))) {
                        Some(text) => text.insert_str(text.len() - 1, &name),
                        None => drawn.push(format!("'d dh p{} {name}'", at + 1)),
                    }
                }
            }
            Event::Opened { .. } => {
                if is_dealing {
                    let dealt = private.iter().enumerate();
                    actions.extend(dealt.map(|(at, cards)| format!("'d dh p{} {}'", at + 1, names(cards))));
                    is_dealing = false;
                }
                if !board.is_empty() {
                    actions.push(format!("'d db {}'", std::mem::take(&mut board)));
                }
                actions.append(&mut drawn);
            }
            Event::Dealt { place: Place::Board, card } => board.push_str(&names(&[card])),
            Event::Chose { seat, choice, .. } => {
                let who = format!("p{}", player(seat));
                let action = match choice {
                    Choice::Fold => format!("'{who} f'"),
                    Choice::Check | Choice::Call => format!("'{who} cc'"),
                    Choice::Bet(to) | Choice::Raise(to) => format!("'{who} cbr {}'", write_chips(to)),
                    Choice::Draw(which) => {
                        let cards = &mut private[player(seat) - 1];
                        let (thrown, kept): (Vec<_>, Vec<_>) =
                            cards.iter().copied().enumerate().partition(|(at, _)| which.contains(*at as u8));
                        *cards = kept.into_iter().map(|(_, card)| card).collect();
                        let thrown: Vec<_> = thrown.into_iter().map(|(_, card)| card).collect();
                        format!("'{who} sd {}'", names(&thrown)).replace(" '", "'")
                    }
                    Choice::Show | Choice::Muck => continue,
                    Choice::Discard(_) => return Err(NotWritable::NoNotation),
                };
                actions.push(action);
            }
            Event::Showed { seat } => {
                let at = player(seat) - 1;
                actions.push(format!("'p{} sm {}'", at + 1, names(&private[at])));
            }
            Event::Mucked { seat } => actions.push(format!("'p{} sm'", player(seat))),
            Event::Reported { .. } | Event::Died { .. } | Event::Voided { .. } | Event::Shuffled { .. } => {
                return Err(NotWritable::NoNotation);
            }
            Event::Posted { .. }
            | Event::Collected { .. }
            | Event::Began { .. }
            | Event::Dealt { place: Place::Burn, .. }
            | Event::Returned { .. }
            | Event::Closed
            | Event::Asked { .. }
            | Event::Showdown { .. }
            | Event::Turned { .. }
            | Event::Awarded { .. }
            | Event::Ended => {}
        }
    }
    Ok(actions)
}
