//! New passwords that were set on the machine itself: the log says whose and when, never which.

use room::Time;

use super::Hall;
use crate::journal::HouseEntry;
use crate::password::SET;

/// How often an open room looks for them.
const EVERY_MS: i64 = 30_000;

impl Hall {
    /// Looks for new passwords now and then.
    pub(super) fn look_for_passwords(&mut self, now: Time) {
        if now.0 - self.looked.0 < EVERY_MS {
            return;
        }
        self.looked = now;
        if let Err(error) = self.note_passwords(now).and_then(|()| self.note_outside(now)) {
            tracing::warn!("the accounts cannot be looked through: {error}");
        }
    }

    /// Notes every new password in the house's log, and takes its mark away in the same transaction.
    pub(super) fn note_passwords(&mut self, now: Time) -> Result<(), store::Error> {
        if self.store.people_marked(SET)?.is_empty() {
            return Ok(());
        }
        // From here on nobody else writes, so that no password set meanwhile is lost.
        self.hold()?;
        for mut person in self.store.people_marked(SET)? {
            let (marks, roles): (Vec<String>, Vec<String>) =
                std::mem::take(&mut person.roles).into_iter().partition(|role| role.starts_with(SET));
            for mark in &marks {
                let set_ms = mark.trim_start_matches(SET).parse().unwrap_or(now.0);
                let (person, name) = (person.id, person.name.clone());
                self.house(&HouseEntry::PasswordSet { person, name, set_ms }, &[], now);
            }
            person.roles = roles;
            self.store.change_person(&person)?;
        }
        self.commit();
        Ok(())
    }
}
