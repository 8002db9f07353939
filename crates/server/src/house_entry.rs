//! What the house writes into its own stream.

use books::Money;
use room::{By, Command, Correction, TableId};
use serde::{Deserialize, Serialize};
use store::{Archived, Hash};
use utoipa::ToSchema;

use crate::api::Role;
use crate::company::CompanyEntry;
use crate::day::{BoxKind, CageMoment, DeskRules, Drawer, Settled, TraySettled};
use crate::jackpots::JackpotSaid;
use crate::law::LawEntry;
use crate::line_up::LineUpSaid;
use crate::lists::ListSaid;
use crate::patrons::PatronSaid;
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

/// That a second person has approved a large sale or redemption, or what else of the cage was asked for.
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
    /// Something about the patrons of the house.
    Patron(PatronSaid),
    /// Something about lists, calls and held seats.
    List(ListSaid),
    /// Something about jackpots.
    Jackpot(JackpotSaid),
    /// Something about the line-up of dealers.
    LineUp(LineUpSaid),
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
    /// Somebody at the cage asks for a large sale or redemption, or for much to be brought to a table; or an owner for much to
    /// be set apart for promotions. No chips move before a second person has approved it.
    ExchangeAsked {
        /// The number of this entry, by which it is known.
        exchange: u64,
        /// For whom.
        person: u32,
        /// How much.
        amount: Money,
        /// Whether chips are sold; else they are taken back.
        is_sale: bool,
        /// Who serves at the cage; which owner asks.
        by: u32,
        /// The table to which chips are to be brought for change, where `person` receives them; nobody buys them then.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        table: Option<TableId>,
        /// Whether chips are to be set apart for promotions, or given back, where `person` of the cage gives or takes them.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        is_fund: bool,
    },
    /// A large sale or redemption is not made.
    ExchangeDeclined {
        /// The number of the entry in which it was asked for.
        exchange: u64,
        /// Who has said so.
        by: u32,
    },
    /// The floor asks for a correction that needs a second person. No chips move before one has approved it.
    CorrectionAsked {
        /// The number of this entry, by which it is known.
        asked: u64,
        /// At which table.
        table: TableId,
        /// What.
        correction: Box<Correction>,
        /// Who of the floor.
        by: u32,
    },
    /// A second person has approved a correction, or it is not made.
    CorrectionSettled {
        /// The number of the entry in which it was asked for.
        asked: u64,
        /// Whether it was approved.
        is_approved: bool,
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
        /// SHA-256 of the word in the link of a private table, in hexadecimal; nothing for all others.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        link: Option<String>,
        /// Whether people may talk there; what they say is not kept.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        has_chat: bool,
    },
    /// Somebody may say nothing more in the chat of a table, or may again.
    Silenced {
        /// At which table.
        table: TableId,
        /// Who.
        person: u32,
        /// Who of the floor has said so.
        by: u32,
        /// Whether they are silenced from now on.
        is_silenced: bool,
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
        /// Whether from here on no account gets roles that are kept apart; earlier programs gave any.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        duties_apart: bool,
        /// By which rules amounts of a gaming day add up and counts are taken from here on; nothing in earlier logs, where
        /// those of a patron and a day (UTC) added up, and nobody counted what lies at tables for change.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        desk_rules: Option<DeskRules>,
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
    /// A shift begins.
    ShiftOpened {
        /// Its number, from 1 on.
        shift: u32,
        /// What the house calls it, such as "Swing".
        name: String,
        /// Who opened it.
        by: u32,
    },
    /// A shift is over: no box of it holds anything at a table.
    ShiftClosed {
        /// Its number.
        shift: u32,
        /// Who closed it.
        by: u32,
    },
    /// A locked box was pulled off a table; the next one is in force from here on. What the round that was on had
    /// collected is dropped when it is over, and so lies in the next one.
    BoxPulled {
        /// At which table.
        table: TableId,
        /// Whether collections or jackpot money lies in it.
        kind: BoxKind,
        /// Its number at that table, from 1 on.
        number: u32,
        /// The shift to which it belongs.
        shift: u32,
        /// The last event of the table before it was pulled.
        event: u64,
        /// What the ledger has in it.
        amount: Money,
        /// Whether the next box is the coming shift's already.
        for_next: bool,
        /// Who pulled it.
        by: u32,
    },
    /// Somebody has counted a box that was pulled. Once two people have counted the same, it is settled.
    BoxCounted {
        /// At which table it was.
        table: TableId,
        /// Its number there.
        number: u32,
        /// What was found in it.
        counted: Money,
        /// Who counted.
        by: u32,
        /// Their words, without which no difference is settled.
        note: String,
        /// Whose count it agrees with, and what the ledger had; nothing while a second person has to count.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        settled: Option<Settled>,
    },
    /// The cage's chips and money were counted.
    CageCounted {
        /// Whether the cage opens or closes.
        moment: CageMoment,
        /// What was found.
        found: Drawer,
        /// What there should be, by the last count and all that was exchanged since; nothing at the first count.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        expected: Option<Drawer>,
        /// Who counted.
        by: u32,
        /// Their words, without which no difference is taken.
        note: String,
    },
    /// The cage was counted, and something else was found than should be there, with no word of why. Whoever counted is
    /// told so after this, and counts once more.
    CageTried {
        /// Whether the cage opens or closes.
        moment: CageMoment,
        /// What was found.
        found: Drawer,
        /// Who counted.
        by: u32,
    },
    /// Somebody has counted the house's chips that lie at a table for change. Once two people have counted the same, it is
    /// settled.
    TrayCounted {
        /// At which table.
        table: TableId,
        /// What was found.
        counted: Money,
        /// Who counted.
        by: u32,
        /// Their words, without which no difference is settled.
        note: String,
        /// Whose count it agrees with, and what the ledger had; nothing while somebody has to count again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        settled: Option<TraySettled>,
    },
    /// The cage brought chips of the house to a table, for change.
    TableFilled {
        /// Which table.
        table: TableId,
        /// How much.
        amount: Money,
        /// Who served at the cage.
        by: u32,
        /// Who received them at the table.
        with: u32,
        /// The second person, where it is large.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        approved: Option<Approved>,
    },
    /// Law packs that count, notices that hang, or a rule that the floor overrides.
    Law(LawEntry),
    /// Third-party providers and their people.
    Company(CompanyEntry),
    /// Chips of the house that lay at a table for change came back to the cage.
    TableCredited {
        /// Which table.
        table: TableId,
        /// How much.
        amount: Money,
        /// Who served at the cage.
        by: u32,
        /// Who gave them at the table.
        with: u32,
        /// That whoever gave them has agreed to it; nothing in earlier logs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        approved: Option<Approved>,
    },
}
