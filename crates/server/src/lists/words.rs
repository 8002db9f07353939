//! The words in which lists, calls and held seats are written.

use room::TableId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What somebody waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "want", rename_all = "kebab-case")]
pub enum Want {
    /// A seat at any table of a list.
    Game {
        /// The number of the list.
        list: u32,
    },
    /// A seat at another table than one's own.
    Table {
        /// Which.
        table: TableId,
    },
    /// Another seat at one's own table.
    Seat {
        /// The table.
        table: TableId,
        /// Which seat; any other if left out.
        #[serde(default)]
        seat: Option<u8>,
    },
}

/// Why a seat is held for somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HoldWhy {
    /// They were called up from a list.
    Called,
    /// They move within the table, as they asked.
    SeatChange,
    /// They come from another table, as they asked.
    TableChange,
    /// They come from the table that feeds this one, because they must.
    MustMove,
    /// The floor has locked it up for them.
    LockedUp,
}

/// How the holding of a seat ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HoldEnd {
    /// They sit there.
    Taken,
    /// The floor or they themselves gave it up, or the table is closed.
    Released,
    /// Its time ran out.
    RanOut,
}

/// What the house's log says of lists, calls and held seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "list", rename_all = "kebab-case")]
pub enum ListSaid {
    /// A list for a game and its stakes is opened.
    Opened {
        /// Its number, from 1 on.
        number: u32,
        /// The book.
        book: String,
        /// The name of the game.
        game: String,
        /// The stakes, in words.
        stakes: String,
        /// Who of the floor.
        by: u32,
    },
    /// A list is closed, with all who waited.
    Closed {
        /// Which.
        number: u32,
        /// Who of the floor.
        by: u32,
    },
    /// A table is of a list from now on, or of none.
    TableSet {
        /// Which table.
        table: TableId,
        /// The list.
        number: Option<u32>,
        /// The main game of which it is the must-move game: whoever has sat longest here moves there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        feeds: Option<TableId>,
        /// Who of the floor.
        by: u32,
    },
    /// Somebody waits.
    Joined {
        /// The number of this entry, by which the place is known.
        place: u64,
        /// What for.
        wants: Want,
        /// Who, if they have an account.
        person: Option<u32>,
        /// What stands on the wall for them.
        shown: String,
        /// Who wrote it: themselves, or somebody of the staff.
        by: u32,
    },
    /// Somebody waits no more.
    Left {
        /// Which place.
        place: u64,
        /// Who said so.
        by: u32,
    },
    /// A seat is held for somebody, until a time.
    Held {
        /// The number of this entry.
        hold: u64,
        /// Why.
        why: HoldWhy,
        /// At which table.
        table: TableId,
        /// Which seat.
        seat: u8,
        /// The place on a list that it is for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        place: Option<u64>,
        /// For whom, if they have an account.
        person: Option<u32>,
        /// What stands on the wall for them.
        shown: String,
        /// Until when, in milliseconds since 1970.
        until_ms: i64,
        /// Who of the floor; nobody for a must-move.
        by: Option<u32>,
    },
    /// A seat is held no more.
    HoldEnded {
        /// Which.
        hold: u64,
        /// How.
        end: HoldEnd,
        /// Who gave it up, if somebody did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<u32>,
    },
}
