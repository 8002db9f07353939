//! Rules of the rotating player-dealer that the banked families share.

use crate::read::Rule;
use crate::{choice, section};

choice! {
    /// Where the deal and the turns begin.
    pub enum First {
        /// At the house dealer's left, in seat 1.
        Seat1 = "seat 1",
        /// At the first seat clockwise of the bank.
        LeftOfBank = "left of the bank",
    }
}

choice! {
    /// Which way paying and collecting goes.
    pub enum Direction {
        /// To rising seat numbers.
        Clockwise = "clockwise",
        /// To falling seat numbers.
        CounterClockwise = "counter-clockwise",
    }
}

choice! {
    /// What the cards count for the action button.
    pub enum FaceNumbers {
        /// Jack, queen and king count 10.
        Ten = "10",
        /// Jack 11, queen 12 and king 13.
        ElevenToThirteen = "11, 12, 13",
    }
}

choice! {
    /// What counts against the bank's stake.
    pub enum Coverage {
        /// Every dollar paid and every dollar collected.
        PaidAndCollected = "paid and collected",
        /// What the bank has won or lost on balance.
        Net = "net",
    }
}

section! {
    /// The rotating position of the player-dealer.
    pub struct RotationRules {
        /// The most rounds one person may bank in a row.
        pub rounds: Rule<u8>,
        /// Whether play stops when nobody else takes the position in between.
        pub broken_without_another: Rule<bool>,
    }
}
