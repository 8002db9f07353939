//! What the staff do at a table stands in the house's own log as well, so that the auditor finds all of it in one place:
//! who did what, when, at which table and for whom. What is done on the machine itself is noted there too.

use room::{By, Command, TableId, Time};

use super::Hall;
use crate::journal::HouseEntry;

/// Whether the house notes what somebody does at a table: everything that the floor does, what a dealer reports and takes
/// back, who deals when, rounds that are entered afterwards, and whatever either does for somebody. What a dealer deals and calls is how the table is played, and stands in
/// its log alone.
pub(crate) fn is_noted(by: By, command: &Command) -> bool {
    match by {
        By::Floor(_) => true,
        By::Dealer(_) => {
            matches!(
                command,
                Command::Report { .. }
                    | Command::For { .. }
                    | Command::TakeBack
                    | Command::SignIn
                    | Command::SignOut
                    | Command::EnterLate { .. }
            )
        }
        By::Patron(_) | By::Clock => false,
    }
}

impl Hall {
    /// Notes what only the house may do.
    pub(super) fn note_act(&mut self, table: TableId, by: By, command: &Command, event: u64, now: Time) {
        if !is_noted(by, command) {
            return;
        }
        let noted = match command {
            Command::For { person, command: inner } if names_cards(inner) => {
                HouseEntry::ActedFor { table, by, person: *person, event }
            }
            Command::For { person, .. } | Command::Company { person, .. } => {
                let person = Some(*person);
                HouseEntry::StaffActed { table, by, command: Box::new(command.clone()), person, event }
            }
            _ => {
                let command = Box::new(command.clone());
                HouseEntry::StaffActed { table, by, command, person: None, event }
            }
        };
        self.house(&noted, &[], now);
    }

    /// Notes what was done on the machine itself beside the open room, and forgets it in the same transaction.
    pub(super) fn note_outside(&mut self, now: Time) -> Result<(), store::Error> {
        if self.store.acts()?.is_empty() {
            return Ok(());
        }
        // From here on nobody else writes, so that nothing that comes meanwhile is lost.
        self.hold()?;
        for (number, body) in self.store.acts()? {
            match serde_json::from_str::<HouseEntry>(&body) {
                Ok(entry) => self.house(&entry, &[], now),
                Err(error) => tracing::warn!("what was done on the machine cannot be read: {error}"),
            }
            self.store.forget_act(number)?;
        }
        self.commit();
        Ok(())
    }
}

/// Whether what somebody does in a round may name cards that others do not see.
fn names_cards(command: &Command) -> bool {
    matches!(command, Command::Choose { .. } | Command::OpenWords { .. })
}
