//! A correction by the floor: chips that went to the wrong place are moved once more, and why.

use books::Money;
use serde::{Deserialize, Serialize};

use crate::PersonId;

/// Where chips lie that a correction moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Chips {
    /// Before somebody at the table; who has left is given them away from it.
    Person(PersonId),
    /// In the table's drop box.
    Drop,
    /// In the jackpot's box of the table.
    Jackpot,
    /// In the house's promotion money at the table.
    Promotion,
}

/// What a correction rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// What was written down is not what happened; that can be put right at any time.
    Record,
    /// The floor rules that the chips belong to somebody else, as far as the book still allows it.
    Ruling,
}

/// A correction of a round that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Correction {
    /// Which round of the table.
    pub round: u64,
    /// Where the chips lie.
    pub from: Chips,
    /// Where they go.
    pub to: Chips,
    /// How much.
    pub amount: Money,
    /// What it rests on.
    pub why: Why,
    /// The name of the clause; a ruling needs one.
    #[serde(default)]
    pub clause: String,
    /// The reason, in words.
    pub reason: String,
    /// The second person who has approved it, where one is needed; the room fills it in.
    #[serde(default)]
    pub approved: Option<PersonId>,
    /// The dispute that it settles.
    #[serde(default)]
    pub dispute: Option<u64>,
}

impl Correction {
    /// What it brings to whom, and takes from whom; boxes are nobody's.
    pub fn changes(&self) -> impl Iterator<Item = (PersonId, Money)> + use<> {
        [(self.from, -self.amount), (self.to, self.amount)].into_iter().filter_map(|(chips, change)| {
            match chips {
                Chips::Person(person) => Some((person, change)),
                Chips::Drop | Chips::Jackpot | Chips::Promotion => None,
            }
        })
    }
}
