//! The wagers that a table takes beside the base wager, so that a page can draw their spots.

pub use games::face::SideWager;

use crate::table::Table;

impl Table {
    /// The wagers that are taken beside the base wager.
    #[must_use]
    pub fn sides(&self) -> Vec<SideWager> {
        self.game.sides()
    }
}
