//! A rates file as people write it, before its rows are made into schedules.

use super::words::{
    Band, Blinds, Counted, Fee, Handle, Limit, Oddity, PayerWord, Per, Structure, TableAction, Taken, Tier,
    WagerTier,
};
use crate::Money;
use crate::read::Rule;
use crate::section;

section! {
    /// Something odd that was filed so, and how it is taken; without a remark the checks refuse it.
    pub struct Remark {
        /// What is odd.
        pub on: Rule<Oddity>,
        /// A word to the reader, as a sentence without a full stop.
        pub says: String,
    }
}

section! {
    /// The most rates that the rules of some games allow at one table limit.
    pub struct Cap {
        /// The games whose rules say so.
        pub games: Vec<String>,
        /// The number of rates.
        pub most: Rule<u8>,
    }
}

section! {
    /// Out of whose money each kind of fee comes; a kind that is left out is not taken.
    pub struct WhoPays {
        /// The fee of the bank.
        pub bank_fee: Option<Rule<PayerWord>>,
        /// The fee on a wager.
        pub player_fee: Option<Rule<PayerWord>>,
        /// The fee on a bonus wager.
        pub bonus_fee: Option<Rule<PayerWord>>,
        /// The fee of a poker hand.
        pub pot_fee: Option<Rule<PayerWord>>,
        /// Modified fee (a): the hand ended early, with action.
        pub modified_a: Option<Rule<PayerWord>>,
        /// Modified fee (b): a bet was made late in the hand.
        pub modified_b: Option<Rule<PayerWord>>,
        /// The jackpot fee.
        pub jackpot: Option<Rule<PayerWord>>,
        /// The blind that goes into the drop.
        pub blind_drop: Option<Rule<PayerWord>>,
        /// The fee by time.
        pub half_hour: Option<Rule<PayerWord>>,
    }
}

section! {
    /// One schedule as written.
    pub struct ScheduleRow {
        /// The number as filed.
        pub option: Option<u16>,
        /// The name to choose it by, where the number is missing or stands twice.
        pub handle: Option<Handle>,
        /// Whether a table may use it; it may unless this says no.
        pub offered: Option<Rule<bool>>,
        /// The least and the largest wager, or the two bets of a poker limit.
        pub limit: Option<Rule<Limit>>,
        /// The highest limit, where a row serves all limits from one to another.
        pub limit_to: Option<Limit>,
        /// The blinds as filed.
        pub blinds: Option<Rule<Blinds>>,
        /// The blinds by our ruling, where none are filed.
        pub blinds_ruled: Option<Rule<Blinds>>,
        /// The value of one chip, where it names the game.
        pub chip: Option<Rule<Money>>,
        /// The bank's fee by table action.
        pub tiers: Option<Rule<Vec<Tier>>>,
        /// The bank's fee, where it is one amount.
        pub bank_fee: Option<Rule<Fee>>,
        /// The fee on each wager.
        pub player_fee: Option<Rule<Fee>>,
        /// The fee on each wager by its size.
        pub wager_tiers: Option<Rule<Vec<WagerTier>>>,
        /// The fee on each bonus wager.
        pub bonus_fee: Option<Rule<Fee>>,
        /// The pot's fee by number of players.
        pub bands: Option<Rule<Vec<Band>>>,
        /// Modified fee (a).
        pub modified_a: Option<Rule<Fee>>,
        /// Modified fee (b).
        pub modified_b: Option<Rule<Fee>>,
        /// The jackpot fee; none where the filing has no such column or says it does not apply.
        pub jackpot: Option<Rule<Fee>>,
        /// The blind that goes into the drop.
        pub blind_drop: Option<Rule<Fee>>,
        /// The fee for each half hour.
        pub half_hour: Option<Rule<Fee>>,
        /// What is odd about it.
        pub remark: Option<Vec<Remark>>,
    }
}

section! {
    /// A table of schedules as written.
    pub struct TableRows {
        /// What the filing calls the table.
        pub title: String,
        /// Where it is filed; a file without this has not been approved by anybody.
        pub filed: Option<String>,
        /// The books it serves, by their ids in the house.
        pub games: Vec<String>,
        /// How often the main fee is taken.
        pub per: Per,
        /// The moment of the main fee.
        pub taken: Rule<Taken>,
        /// What counts as table action.
        pub action: Option<Rule<TableAction>>,
        /// How bets are bounded, in poker.
        pub structure: Option<Structure>,
        /// Which players are counted, in poker.
        pub players_counted: Option<Rule<Counted>>,
        /// The most players that can be dealt in, where the filing says so.
        pub players_most: Option<Rule<u8>>,
        /// The most rates by the games' own rules.
        pub cap: Option<Vec<Cap>>,
        /// Out of whose money the fees come.
        pub who_pays: WhoPays,
        /// What is odd about the whole table.
        pub remark: Option<Vec<Remark>>,
        /// The schedules.
        pub schedule: Vec<ScheduleRow>,
    }
}

section! {
    /// A rates file as written.
    pub struct FileRows {
        /// The tables.
        pub table: Vec<TableRows>,
    }
}
