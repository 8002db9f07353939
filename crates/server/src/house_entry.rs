//! What the house writes into its own stream.

use books::Money;
use room::{By, Command, TableId};
use serde::{Deserialize, Serialize};
use store::{Archived, Hash};
use utoipa::ToSchema;

use crate::api::Role;
use crate::tips::NotedTip;

/// As what somebody is known to the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PersonKind {
    /// Somebody with an account.
    Patron,
    /// A guest with play chips.
    Guest,
    /// A bot.
    Bot,
}

/// Chips that somebody got back from a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Given {
    /// Who.
    pub person: u32,
    /// How much.
    pub amount: Money,
}

/// A practice table that was open before the kinds of chips were kept apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PracticeTable {
    /// Which.
    pub table: TableId,
    /// Its last event until then; what comes after it moves play chips.
    pub number: u64,
}

/// The chips of a guest or a bot from before the kinds of chips were kept apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayWallet {
    /// Whose.
    pub person: u32,
    /// How much they had away from the tables.
    pub amount: Money,
}

/// That a second person has approved a large sale or redemption.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Approved {
    /// The number of the entry in which it was asked for.
    pub exchange: u64,
    /// Who has approved it.
    pub by: u32,
}

/// What an entry of the house's own stream holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "house", rename_all = "kebab-case")]
pub enum HouseEntry {
    /// Somebody is known from now on.
    PersonAdded {
        /// Who.
        person: u32,
        /// The name.
        name: String,
        /// As what.
        kind: PersonKind,
        /// The roles with which an account of the staff is made; nothing for everybody else, and in earlier logs.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        roles: Vec<Role>,
    },
    /// The cage sells chips.
    ChipsBought {
        /// To whom.
        person: u32,
        /// How much.
        amount: Money,
        /// Who served at the cage; nobody for play chips of logs that did not tell the kinds apart.
        by: Option<u32>,
        /// Who has approved it, if it was a large one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        approved: Option<Approved>,
    },
    /// The cage takes chips back.
    ChipsRedeemed {
        /// From whom.
        person: u32,
        /// How much.
        amount: Money,
        /// Who served at the cage.
        by: Option<u32>,
        /// Who has approved it, if it was a large one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        approved: Option<Approved>,
    },
    /// Somebody at the cage asks for a large sale or redemption. No chips move before a second person has approved it.
    ExchangeAsked {
        /// The number of this entry, by which it is known.
        exchange: u64,
        /// For whom.
        person: u32,
        /// How much.
        amount: Money,
        /// Whether chips are sold; else they are taken back.
        is_sale: bool,
        /// Who serves at the cage.
        by: u32,
    },
    /// A large sale or redemption is not made.
    ExchangeDeclined {
        /// The number of the entry in which it was asked for.
        exchange: u64,
        /// Who has said so.
        by: u32,
    },
    /// Play chips are given to somebody who practises, or to a bot.
    PlayChipsGiven {
        /// To whom.
        person: u32,
        /// How much.
        amount: Money,
    },
    /// Play chips of a bot are taken back that could not sit down.
    PlayChipsTaken {
        /// From whom.
        person: u32,
        /// How much.
        amount: Money,
    },
    /// From here on play chips and chips of the house lie in accounts of their own. What guests and bots had, and what
    /// lay at practice tables, are play chips; the rest are chips of the house.
    KindsParted {
        /// The practice tables that there were.
        practice: Vec<PracticeTable>,
        /// What guests and bots had away from the tables.
        people: Vec<PlayWallet>,
        /// All chips that are play chips from here on, for which the cage owes nothing.
        chips: Money,
    },
    /// A table is opened.
    TableOpened {
        /// Which.
        table: TableId,
        /// What.
        book: String,
        /// By whom; nobody for those that open with the room.
        by: Option<u32>,
        /// Whether it is played with play chips; left out in logs that did not tell the kinds apart.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        is_practice: bool,
        /// The errors of the check despite which the floor opened it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        despite: Vec<String>,
        /// What the floor was told about the opening, such as hours in which no hand begins.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        warnings: Vec<String>,
    },
    /// Somebody of the house did something at a table that nobody may do for themselves. It stands in the table's log
    /// as well, with all that came of it.
    StaffActed {
        /// At which table.
        table: TableId,
        /// Who did it, and in which part.
        by: By,
        /// What they did.
        command: Box<Command>,
        /// For whom, if it was for somebody.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        person: Option<u32>,
        /// The number of the first event that came of it.
        event: u64,
    },
    /// Somebody of the house chose for somebody in a round. What they chose stands in the table's log, which nobody
    /// reads while the round is on: it may name cards that lie face down.
    ActedFor {
        /// At which table.
        table: TableId,
        /// Who did it, and in which part.
        by: By,
        /// For whom.
        person: u32,
        /// The number of the first event that came of it.
        event: u64,
    },
    /// A table is closed for good: everybody has left it.
    TableClosed {
        /// Which.
        table: TableId,
        /// What was played there.
        book: String,
    },
    /// A table is set aside, because something broke there.
    TableSetAside {
        /// Which.
        table: TableId,
        /// What broke.
        why: String,
    },
    /// A table that was set aside is played on, because whoever runs the room has said so.
    TableTakenUp {
        /// Which.
        table: TableId,
    },
    /// The chips of a table that is set aside were given back to those whose they are, and the table is closed for good.
    ChipsGivenBack {
        /// Which.
        table: TableId,
        /// What was played there.
        book: String,
        /// The owner who did it.
        by: u32,
        /// Why, in their words.
        why: String,
        /// What each person got.
        given: Vec<Given>,
    },
    /// The room is opened.
    RoomOpened {
        /// By which version of the program.
        version: String,
        /// Whether the log says all roles from here on; those that an earlier version gave without a word follow.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        says_roles: bool,
        /// From which amount on a sale or redemption needs a second person; nothing if none does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        second_person_from: Option<Money>,
    },
    /// The room is closed in good order; one that was killed or lost its power has no such entry.
    RoomClosed,
    /// Where the streams ended on disk: those that were written to since the last note of this kind.
    TipsNoted {
        /// The key that signs the notes for others, in hexadecimal.
        key: String,
        /// The tips.
        tips: Vec<NotedTip>,
    },
    /// What happened before a time was moved into an archive, by whoever runs the room, while it was closed.
    Archived {
        /// The name of the file.
        name: String,
        /// The time, in milliseconds since 1970.
        before_ms: i64,
        /// What was moved, with the hashes at both ends.
        parts: Vec<Archived>,
        /// The seal of what every account received less what it paid there.
        moved: Hash,
    },
    /// The room was copied on the machine itself.
    BackedUp {
        /// Where to.
        to: String,
        /// When the copy was whole, in milliseconds since 1970.
        done_ms: i64,
    },
    /// The room was opened although the log does not hold what a note of tips says; whoever runs it has said so.
    NotePassedOver {
        /// The name of the note's file.
        file: String,
        /// The name under which it is kept.
        kept: String,
        /// What the log does not hold.
        why: String,
    },
    /// Somebody has other roles from now on.
    RolesChanged {
        /// Who.
        person: u32,
        /// The name.
        name: String,
        /// The roles until now.
        before: Vec<Role>,
        /// The roles from now on.
        after: Vec<Role>,
        /// Which owner gave or took them; nobody for the program itself.
        by: Option<u32>,
    },
    /// Somebody was found with roles that do not follow from this log, and has those of the log again.
    RolesRefused {
        /// Who.
        person: u32,
        /// The name.
        name: String,
        /// The roles that the account had.
        found: Vec<Role>,
        /// The roles that it has.
        kept: Vec<Role>,
    },
    /// An account has got a new password; which one is nobody's business.
    PasswordSet {
        /// Whose.
        person: u32,
        /// The name.
        name: String,
        /// When it was set, in milliseconds since 1970.
        set_ms: i64,
        /// Who set it in the room: themselves, or an owner; nobody for one that was set on the machine itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<u32>,
    },
}
