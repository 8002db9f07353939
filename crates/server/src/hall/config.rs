//! How the hall is run.

use std::path::PathBuf;

use books::Money;

use crate::Measures;

/// How the hall is run.
#[derive(Clone, Debug)]
pub struct HallConfig {
    /// How long a bot thinks, in milliseconds, at least and at most.
    pub bot_ms: (i64, i64),
    /// How many bots sit at a practice table.
    pub bots: u8,
    /// The play chips a guest gets.
    pub guest_chips: Money,
    /// From which amount on a sale or redemption needs a second person, the others of the same gaming day counted, and so
    /// does what is brought to tables; nothing if none does.
    pub second_person_from: Option<Money>,
    /// The sum of sales, or of redemptions, on a gaming day from which on whoever serves at the cage does none alone;
    /// nothing if there is none.
    pub alone_most: Option<Money>,
    /// When a gaming day begins, in minutes after midnight in California.
    pub day_begins: u16,
    /// From which sum on the money that somebody brings or gets on a gaming day is marked.
    pub cash_mark: Money,
    /// Whether nobody plays for chips of the house who has not shown who they are.
    pub asks_identity: bool,
    /// How long whoever must move to another table has for it before the floor is told, in milliseconds.
    pub move_ms: i64,
    /// Whether those without an account may watch tables of the house.
    pub open_rail: bool,
    /// How many events of each table are kept in memory for those who come back.
    pub recent: usize,
    /// How long a private table waits for somebody to come back before it closes, in milliseconds.
    pub deserted_ms: i64,
    /// The folder of the law packs, if they are not those inside the program.
    pub law_folder: Option<PathBuf>,
    /// What is counted for those who run the room.
    pub measures: Measures,
}

impl Default for HallConfig {
    fn default() -> HallConfig {
        HallConfig {
            bot_ms: (350, 1_300),
            bots: 3,
            guest_chips: Money::dollars(10_000),
            second_person_from: Some(Money::dollars(10_000)),
            alone_most: Some(Money::dollars(100_000)),
            day_begins: 6 * 60,
            cash_mark: Money::dollars(10_000),
            asks_identity: false,
            move_ms: 300_000,
            open_rail: false,
            recent: 400,
            deserted_ms: 120_000,
            law_folder: None,
            measures: Measures::default(),
        }
    }
}
