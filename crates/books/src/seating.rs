//! Who may sit at a table and for how much, who may be away, and when a seat pays.

use crate::read::Rule;
use crate::section;

section! {
    /// Who may sit and for how much.
    pub struct SeatingRules {
        /// How many buys below the least a player may make until the next full one.
        pub short_buys: Option<Rule<u8>>,
        /// Whether a move away from the big blind costs a post or a wait.
        pub move_away_costs: Option<Rule<bool>>,
        /// Whether who has just paid all blinds may move and let them pass.
        pub move_after_blinds_free: Option<Rule<bool>>,
        /// Whether seating stays as it is once a newcomer has bought in.
        pub newcomer_fixes_seats: Option<Rule<bool>>,
        /// Whether relatives need the manager's leave to play in one game.
        pub relatives_need_leave: Option<Rule<bool>>,
        /// Whether chips may be taken off the table without cashing in.
        pub chips_leave_table: Option<Rule<bool>>,
        /// Minutes within which a returning player must bring the stack he left with.
        pub return_minutes: Option<Rule<u8>>,
        /// Minutes a player may be away for a meal or funds.
        pub meal_minutes: Option<Rule<u8>>,
        /// Minutes in which a player may take one such leave.
        pub meal_every_minutes: Option<Rule<u8>>,
        /// Minutes in an hour a player may spend in the lobby.
        pub lobby_minutes: Option<Rule<u8>>,
        /// Whether who loses a seat by being away goes on the waiting list.
        pub absent_are_listed: Option<Rule<bool>>,
        /// Minutes after a collection by time in which a newcomer still pays it in full.
        pub late_fee_minutes: Option<Rule<u8>>,
        /// Whether money drawn from pots may pay for food and drink only.
        pub potting_for_food_only: Option<Rule<bool>>,
    }
}
