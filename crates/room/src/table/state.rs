//! What a table remembers from round to round: its people, its waiting list, its bank and where it stands.

use books::Money;
use cards::Card;
use games::Seat;
use games::bank::Rotation;
use games::poker::PastPots;
use serde::{Deserialize, Serialize};

use super::hours::Announced;
use super::{Agreed, Company, Offered, Shoe, Shuffles};
use crate::PersonId;
use crate::command::Wager;
use crate::desk::{ConsentAwaited, CorrectedRound, Counted, Dispute, SignedIn};
use crate::event::Net;
use crate::time::Time;

/// Where a table stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Not enough people take part.
    #[default]
    Idle,
    /// The last round is looked at.
    Resting,
    /// The bank is offered to a seat.
    Offering,
    /// Everybody has passed the bank.
    Broken,
    /// Wagers are put down.
    Wagers,
    /// A round is on.
    Playing,
    /// The floor has stopped the table.
    Paused,
    /// The table is closed.
    Closed,
}

/// What somebody owes before cards are dealt to them in poker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Owes {
    /// A newcomer waits for the big blind or posts.
    Entry,
    /// A blind went past.
    Blind,
    /// Somebody has moved away from the big blind and sits out so many hands, or posts.
    Moved(u8),
    /// Somebody has paid all blinds, moved, and lets them go by: nothing is owed once they have.
    Passing,
}

/// Somebody with chips at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seated {
    /// Who.
    pub person: PersonId,
    /// The name at the table.
    pub name: String,
    /// The seat; nothing for somebody who stands behind the seats.
    pub seat: Option<Seat>,
    /// The chips.
    pub stack: Money,
    /// Since when the person takes no part.
    pub out_since: Option<Time>,
    /// Whether no more wagers are coming for this round.
    pub is_ready: bool,
    /// Whether the person leaves when the round is over.
    pub is_leaving: bool,
    /// Whether a bot sits there.
    pub is_bot: bool,
    /// How often in a row the clock has chosen for the person.
    #[serde(default)]
    pub(crate) silences: u8,
    pub(crate) owes: Option<Owes>,
    pub(crate) posts: bool,
    pub(crate) short_buys: u8,
    pub(crate) streak: u8,
    pub(crate) since: Time,
    /// Whether the absence is for a meal or funds.
    #[serde(default)]
    pub(crate) is_on_leave: bool,
    /// When the last such leave began.
    #[serde(default)]
    pub(crate) last_leave: Option<Time>,
    /// The other absences of the last hour.
    #[serde(default, rename = "strolls")]
    pub(crate) breaks: Vec<(Time, Time)>,
    /// The half hour of the clock for which the seat was charged last.
    #[serde(default)]
    pub(crate) charged: Option<Time>,
    /// When the seat was to pay by time next, where the person left it and sits down again soon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) due_again: Option<Time>,
    /// How many wager clocks in a row have run out without a word or a wager of the person.
    #[serde(default)]
    pub(crate) quiet_wagers: u8,
    /// Whether the person could not pay something in full, in Pan, and has not been dealt in since.
    #[serde(default)]
    pub(crate) was_short: bool,
    /// Whether somebody who sits out or leaves still plays the hand of the round that is on.
    #[serde(default)]
    pub(crate) plays_on: bool,
}

/// Somebody on the waiting list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Waiting {
    pub(crate) person: PersonId,
    pub(crate) name: String,
    pub(crate) offered_until: Option<Time>,
}

/// The bank of the coming or current round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Held {
    pub(crate) person: PersonId,
    pub(crate) seat: Seat,
    pub(crate) turn: u8,
    pub(crate) stake: Money,
}

/// What somebody has put on a spot for the coming round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Put {
    pub(crate) person: PersonId,
    pub(crate) spot: Seat,
    pub(crate) wager: Wager,
    /// Whether it came first to a spot without a player, so that its owner is the spot's player for the round.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) holds: bool,
}

/// What somebody had on a spot in the last round, or as its bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Bettor {
    pub(crate) spot: Seat,
    pub(crate) person: PersonId,
    pub(crate) amount: Money,
    /// Whether they have left the table since: nobody who comes back has a claim from before.
    #[serde(default)]
    pub(crate) is_gone: bool,
}

/// The last poker hand, as far as the next one depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LastHand {
    pub(crate) button: Seat,
    pub(crate) big_blind: Seat,
    #[serde(default)]
    pub(crate) small_blind: Option<Seat>,
    pub(crate) players: usize,
}

/// Somebody who left with chips and may come back for a while only with as many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Gone {
    pub(crate) person: PersonId,
    pub(crate) stack: Money,
    pub(crate) at: Time,
}

/// Somebody who has left a seat that pays by time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LeftOwing {
    pub(crate) person: PersonId,
    pub(crate) at: Time,
    /// When the seat was to pay next.
    pub(crate) due: Time,
}

/// The absences of somebody who has left, as far as they still count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Absences {
    pub(crate) person: PersonId,
    pub(crate) last_leave: Option<Time>,
    #[serde(rename = "strolls")]
    pub(crate) breaks: Vec<(Time, Time)>,
}

/// Two people who are relatives, as the floor has said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Relatives {
    pub(crate) one: PersonId,
    pub(crate) other: PersonId,
    pub(crate) may_play: bool,
}

/// Everything about a table that outlives a round.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct State {
    pub(crate) number: u64,
    pub(crate) people: Vec<Seated>,
    pub(crate) waiting: Vec<Waiting>,
    pub(crate) gone: Vec<Gone>,
    pub(crate) rotation: Option<Rotation>,
    pub(crate) offered: Option<Seat>,
    pub(crate) bank: Option<Held>,
    pub(crate) puts: Vec<Put>,
    pub(crate) phase: Phase,
    pub(crate) deadline: Option<Time>,
    pub(crate) rounds: u64,
    pub(crate) last_hand: Option<LastHand>,
    /// The cards that were drawn for the button of the coming game, by seat, as a human dealer has entered them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) button_drawn: Vec<(Seat, Card)>,
    /// Who won the last pots, where a kill depends on it.
    #[serde(default)]
    pub(crate) past_pots: PastPots,
    pub(crate) half_hour_from: Option<Time>,
    /// Who is first in the next hand of Pan; nothing where the lowest card says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) last_winner: Option<Seat>,
    /// Who sat there then: the first place goes with the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) last_winner_person: Option<PersonId>,
    /// Whether play has been broken off since the last hand of Pan, by the night or by the floor.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) has_rested: bool,
    /// When those were to pay by time next who have left within such a time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) left_owing: Vec<LeftOwing>,
    pub(crate) is_pausing: bool,
    pub(crate) is_closing: bool,
    pub(crate) nets: Vec<Net>,
    #[serde(default)]
    pub(crate) relatives: Vec<Relatives>,
    #[serde(default)]
    pub(crate) companies: Vec<Company>,
    #[serde(default)]
    pub(crate) shares: Vec<Offered>,
    /// Who agrees to bet as one with whom.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) agreed: Vec<Agreed>,
    /// The spots that had a wager or the bank in the last round, where that is asked of the next banker.
    #[serde(default)]
    pub(crate) wagered: Vec<Seat>,
    /// How far the house's local time is from UTC, in minutes; nothing where nobody has said.
    #[serde(default)]
    pub(crate) zone_minutes: Option<i32>,
    /// Until when the house deals no hand, outside of its hours.
    #[serde(default)]
    pub(crate) closed_until: Option<Time>,
    /// When no further hand begins, while the house deals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) closes_at: Option<Time>,
    /// What was said of the closing that comes.
    #[serde(default, skip_serializing_if = "Announced::is_nothing")]
    pub(crate) announced: Announced,
    /// Who had what there, the bank among them.
    #[serde(default)]
    pub(crate) bettors: Vec<Bettor>,
    /// For how long those have been away who have left.
    #[serde(default)]
    pub(crate) absences: Vec<Absences>,
    /// Whether decks are sealed and cut; tables that earlier versions opened shuffle as they did.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) seals: bool,
    /// The words given for the next shuffle, and what was sealed for them.
    #[serde(default, skip_serializing_if = "Shuffles::is_new")]
    pub(crate) shuffles: Shuffles,
    /// The shoe in use, where one lasts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) shoe: Option<Shoe>,
    /// Whether the floor lets the clock choose at a table that a human dealer leads.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) clock_runs: bool,
    /// Who is asked to bank at the offered seat: its player, or somebody who bet on its spot.
    #[serde(default)]
    pub(crate) asked: Option<PersonId>,
    /// Who was asked by the staff to bring chips and has not answered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) consents: Vec<ConsentAwaited>,
    /// What people disagree about, until it is settled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) disputes: Vec<Dispute>,
    /// The house dealer who has signed in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) signed_in: Option<SignedIn>,
    /// Whether rounds are entered that were played without the tablet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_late: bool,
    /// What was entered of the real shoe, once somebody has said that it is new.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) counted: Option<Counted>,
    /// How much the floor has corrected, by round.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) corrected: Vec<CorrectedRound>,
}

/// A table between two rounds, as it is kept beside the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Checkpoint(pub(super) State);

impl Checkpoint {
    /// Whether decks are sealed and cut there.
    #[must_use]
    pub fn seals(&self) -> bool {
        self.0.seals
    }

    /// The events by which rounds before it were corrected, where the table's bounds are kept.
    pub fn corrections(&self) -> impl Iterator<Item = u64> {
        self.0.corrected.iter().flat_map(|one| one.events.iter().copied())
    }

    /// Whether nothing that is proven as a whole goes on past it: no shoe is in use, and no decks wait for words.
    #[must_use]
    pub fn is_between_shoes(&self) -> bool {
        self.0.shoe.is_none() && self.0.shuffles.sealing.is_none()
    }
}
