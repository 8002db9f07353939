//! Where a dealt card goes and which way up it lies.

use serde::{Deserialize, Serialize};

use crate::seat::Seat;

/// Where a card goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = SpotPlace))]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// A hand at a spot; the hands of a spot count from 0.
    Hand {
        /// The spot.
        spot: Seat,
        /// Which of the spot's hands.
        hand: u8,
    },
    /// The bank's hand.
    Bank,
}

/// Which way up a card lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Face {
    /// Everybody sees it.
    Up,
    /// Only those who may know it see it.
    Down,
}
