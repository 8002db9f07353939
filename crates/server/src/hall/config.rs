//! How the hall is run.

use books::Money;

/// How the hall is run.
#[derive(Clone, Debug)]
pub struct HallConfig {
    /// How long a bot thinks, in milliseconds, at least and at most.
    pub bot_ms: (i64, i64),
    /// How many bots sit at a practice table.
    pub bots: u8,
    /// The play chips a guest gets.
    pub guest_chips: Money,
    /// From which amount on a sale or redemption needs a second person, the others of the same day counted; nothing if
    /// none does.
    pub second_person_from: Option<Money>,
    /// Whether those without an account may watch tables of the house.
    pub open_rail: bool,
    /// How many events of each table are kept in memory for those who come back.
    pub recent: usize,
}

impl Default for HallConfig {
    fn default() -> HallConfig {
        HallConfig {
            bot_ms: (350, 1_300),
            bots: 3,
            guest_chips: Money::dollars(10_000),
            second_person_from: Some(Money::dollars(10_000)),
            open_rail: false,
            recent: 400,
        }
    }
}
