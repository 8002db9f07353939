//! Who plays a hand, who posts what, and which fees are due: everything before the first card.

use std::fmt;

use books::poker::{MakeUp, Position, TwoPlayers};
use books::{Clause, Money, Rule};
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantNames};

use super::event::PostKind;
use super::places::PLAYERS_MAX;
use super::table::Table;
use crate::seat::Seat;

/// A player who is dealt in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// Where.
    pub seat: Seat,
    /// The money on the table, posts included.
    pub stack: Money,
}

/// What one player posts; a short stack posts what it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Posting {
    /// Who.
    pub seat: Seat,
    /// What.
    pub post: PostKind,
    /// How much.
    pub amount: Money,
}

/// The fees of one hand, by the row of the schedule and the players dealt in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fees {
    /// The fee of the hand.
    pub hand: Rule<Money>,
    /// Modified fee (a).
    pub modified_a: Rule<Money>,
    /// Modified fee (b).
    pub modified_b: Rule<Money>,
    /// The fee of a half hour that is due from this pot.
    pub time: Rule<Money>,
    /// The jackpot fee, if a jackpot is on.
    pub jackpot: Rule<Money>,
}

impl Fees {
    /// No fee at all.
    pub const NONE: Fees = {
        let nothing = Rule { value: Money::ZERO, clause: Clause::NONE };
        Fees { hand: nothing, modified_a: nothing, modified_b: nothing, time: nothing, jackpot: nothing }
    };
}

/// A hand before its first card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The players dealt in, in any order.
    pub players: Vec<Player>,
    /// The seat of the button; it must be one of theirs.
    pub button: Seat,
    /// What is posted, in order; [`Table::postings`] gives what the book asks for.
    pub postings: Vec<Posting>,
    /// Who acts first in the first round; nothing for the book's rule.
    pub first_to_act: Option<Seat>,
    /// The fees of the hand.
    pub fees: Fees,
    /// Whether players choose to show or throw in their hands; otherwise every known hand is shown.
    pub asks_to_show: bool,
}

/// What is wrong with a setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum SetupFault {
    /// The number of players is not one the book allows.
    Players {
        /// How many there are.
        count: usize,
        /// The clause that sets the number.
        clause: Clause,
    },
    /// Two players have one seat.
    SeatTwice(Seat),
    /// A player has no money.
    NoMoney(Seat),
    /// The button is at nobody's seat.
    ButtonNowhere(Seat),
    /// Somebody posts who is not dealt in, or posts nothing.
    PostNowhere(Seat),
    /// The first to act is not dealt in.
    FirstNowhere(Seat),
    /// A kill is posted where there are no kill pots.
    NoKillPots(Clause),
    /// More than one player posts a kill.
    KilledTwice(Seat),
}

impl SetupFault {
    /// The clause that forbids it; [`Clause::NONE`] if it is not a matter of the filing.
    #[must_use]
    pub fn clause(&self) -> Clause {
        match *self {
            SetupFault::Players { clause, .. } | SetupFault::NoKillPots(clause) => clause,
            _ => Clause::NONE,
        }
    }
}

impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupFault::Players { count, .. } => write!(f, "this game is not played by {count} players"),
            SetupFault::SeatTwice(seat) => write!(f, "two players sit in seat {seat}"),
            SetupFault::NoMoney(seat) => write!(f, "the player in seat {seat} has no money"),
            SetupFault::ButtonNowhere(seat) => {
                write!(f, "the button is at seat {seat}, where nobody is dealt in")
            }
            SetupFault::PostNowhere(seat) => {
                write!(f, "seat {seat} posts, but is not dealt in or has no amount")
            }
            SetupFault::FirstNowhere(seat) => write!(f, "seat {seat} acts first, but is not dealt in"),
            SetupFault::NoKillPots(_) => f.write_str("this table plays no kill pots"),
            SetupFault::KilledTwice(seat) => {
                write!(f, "seat {seat} posts a second kill, but a pot is killed once")
            }
        }
    }
}

impl std::error::Error for SetupFault {}

impl Setup {
    /// A hand with the posts the book asks for, without newcomers and without a fee.
    #[must_use]
    pub fn new(table: &Table, players: Vec<Player>, button: Seat) -> Setup {
        let postings = table.postings(&players, button, &[]);
        Setup { players, button, postings, first_to_act: None, fees: Fees::NONE, asks_to_show: false }
    }

    /// Looks for everything that is wrong.
    ///
    /// # Errors
    /// All faults at once.
    pub fn check(&self, table: &Table) -> Result<(), Vec<SetupFault>> {
        let mut faults = Vec::new();
        let rules = table.rules();
        let range = &rules.table.players;
        let count = self.players.len();
        if count < usize::from(range.least) || count > usize::from(range.most) || count > PLAYERS_MAX {
            faults.push(SetupFault::Players { count, clause: range.clause });
        }
        let is_in = |seat: Seat| self.players.iter().any(|player| player.seat == seat);
        for (place, player) in self.players.iter().enumerate() {
            if self.players[..place].iter().any(|other| other.seat == player.seat) {
                faults.push(SetupFault::SeatTwice(player.seat));
            }
            if !player.stack.is_positive() {
                faults.push(SetupFault::NoMoney(player.seat));
            }
        }
        if !is_in(self.button) {
            faults.push(SetupFault::ButtonNowhere(self.button));
        }
        for posting in &self.postings {
            if !is_in(posting.seat) || !posting.amount.is_positive() {
                faults.push(SetupFault::PostNowhere(posting.seat));
            }
        }
        let mut kills = self.postings.iter().filter(|posting| posting.post == PostKind::Kill);
        if kills.next().is_some() && table.killed().is_none() {
            faults.push(SetupFault::NoKillPots(rules.posts.kill_pots.clause));
        }
        faults.extend(kills.map(|second| SetupFault::KilledTwice(second.seat)));
        faults.extend(self.first_to_act.filter(|seat| !is_in(*seat)).map(SetupFault::FirstNowhere));
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }
}

impl Table {
    /// What the book asks the players to post: the blinds, and what `entering` seats post to be dealt in.
    #[must_use]
    pub fn postings(&self, players: &[Player], button: Seat, entering: &[(Seat, MakeUp)]) -> Vec<Posting> {
        let mut seats: Vec<Seat> = players.iter().map(|player| player.seat).collect();
        seats.sort_unstable();
        let after = seats.iter().filter(|seat| **seat > button).count();
        seats.rotate_right(after);
        let mut postings = Vec::with_capacity(4);
        for post in self.stakes().posts() {
            let seat = seats[self.place_of(post.position, seats.len())];
            let kind = match post.position {
                Position::Button => PostKind::ButtonBlind,
                Position::SmallBlind => PostKind::SmallBlind,
                Position::BigBlind => PostKind::BigBlind,
            };
            postings.push(Posting { seat, post: kind, amount: post.amount });
        }
        let big_blind = self.stakes().big_blind;
        for (seat, make_up) in entering.iter().filter(|(seat, _)| seats.contains(seat)) {
            let own = postings.iter().filter(|posting: &&Posting| posting.seat == *seat);
            let posted: Money = own.map(|posting| posting.amount).sum();
            let posts = &self.rules().posts;
            let (post, amount) = match (make_up, &posts.straddle_times) {
                (MakeUp::Straddle, Some(times)) => (PostKind::Straddle, big_blind.times(times.value.into())),
                _ => (PostKind::Entry, big_blind),
            };
            // Who comes in on a blind owes only what the blind leaves.
            if posted < big_blind {
                postings.push(Posting { seat: *seat, post, amount: amount - posted });
            }
        }
        postings
    }

    /// What a seat posts that straddles by choice.
    ///
    /// # Errors
    /// The clause that lets nobody straddle.
    pub fn straddle(&self, seat: Seat) -> Result<Posting, Clause> {
        let posts = &self.rules().posts;
        match &posts.straddle_times {
            Some(times) if posts.straddle_by_choice.value => {
                let amount = self.stakes().big_blind.times(times.value.into());
                Ok(Posting { seat, post: PostKind::Straddle, amount })
            }
            _ => Err(posts.straddle_by_choice.clause),
        }
    }

    /// The place, counted from the left of the button, of a position among so many players.
    #[must_use]
    pub fn place_of(&self, position: Position, players: usize) -> usize {
        let button = players - 1;
        if players == 2 {
            let button_is_small = self.rules().blinds.two_players.value == TwoPlayers::ButtonIsSmallBlind;
            return match position {
                Position::Button => button,
                Position::SmallBlind => usize::from(button_is_small),
                Position::BigBlind => usize::from(!button_is_small),
            };
        }
        match position {
            Position::Button => button,
            Position::SmallBlind => 0,
            Position::BigBlind => usize::from(self.stakes().has_small_blind()),
        }
    }
}
