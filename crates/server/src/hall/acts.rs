//! What the floor does at a table stands in the house's own log as well, so that the auditor finds all of it in one
//! place: who did what, when, at which table and for whom.

use room::{By, Command, TableId, Time};

use super::Hall;
use crate::journal::HouseEntry;

impl Hall {
    /// Notes what only the house may do: everything that the floor does, and what a dealer reports. What a dealer enters
    /// for the people at a table is how the table is played, and stands in its log alone.
    pub(super) fn note_act(&mut self, table: TableId, by: By, command: &Command, event: u64, now: Time) {
        let is_noted = match by {
            By::Floor(_) => true,
            By::Dealer(_) => matches!(command, Command::Report { .. }),
            By::Patron(_) | By::Clock => false,
        };
        if !is_noted {
            return;
        }
        let person = match command {
            Command::For { person, .. } | Command::Company { person, .. } => Some(*person),
            _ => None,
        };
        let command = Box::new(command.clone());
        self.house(&HouseEntry::StaffActed { table, by, command, person, event }, &[], now);
    }
}
