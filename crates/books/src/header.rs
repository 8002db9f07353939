//! What every book begins with, whatever its family.

use crate::read::Rule;
use crate::{choice, section};

macro_rules! family {
    ($($(#[doc = $words:literal])* $Family:ident = $word:literal: $folder:ident ($Rules:ident);)+) => {
        choice! {
            /// A kind of game that one engine plays.
            pub enum Family { $($(#[doc = $words])* $Family = $word,)+ }
        }
    };
}

crate::families!(family);

section! {
    /// The `[book]` section: which game this is and where its clauses and fees stand.
    pub struct Header {
        /// The name for people.
        pub name: String,
        /// The engine that plays it.
        pub family: Family,
        /// The state's approval number, empty if the filing shows none.
        pub approval: String,
        /// The clause file of the house that restates this game's filing, empty if there is none.
        pub clauses: String,
        /// The file of collection schedules in the house's `rates` folder, empty if there are none.
        pub rates: String,
        /// How many seats the table has, the bank's among them.
        pub seats: Rule<u8>,
    }
}

section! {
    /// A smallest, a largest and a usual number.
    pub struct Range {
        /// The smallest number allowed.
        pub least: u8,
        /// The largest number allowed.
        pub most: u8,
        /// What a table has unless the house says otherwise.
        pub usual: u8,
    }
}
