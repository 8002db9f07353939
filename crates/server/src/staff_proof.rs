//! What the staff did, held against the roles that they had when they did it, as the house's own log gives them.

use std::collections::BTreeMap;

use room::{By, PersonId};

use crate::Role;
use crate::duties;
use crate::hall::Said;
use crate::journal::HouseEntry;

/// The roles that people had, and from when on. A table's log is read after the house's, so that what happened at a table
/// is held against the roles of its time; times of one room never go back.
#[derive(Default)]
pub(crate) struct StaffProof {
    /// Since when the log says all roles.
    whole_since: Option<i64>,
    had: BTreeMap<PersonId, Vec<(i64, Vec<Role>)>>,
}

impl StaffProof {
    /// Takes an entry of the house; `said` are the roles after it.
    pub(crate) fn take(&mut self, entry: &HouseEntry, at_ms: i64, said: &Said) {
        if !said.is_whole() {
            return;
        }
        if self.whole_since.is_none() {
            self.whole_since = Some(at_ms);
            for (person, roles) in said.everybody() {
                self.had.entry(person).or_default().push((at_ms, roles.to_vec()));
            }
        }
        let (HouseEntry::PersonAdded { person, roles, .. }
        | HouseEntry::RolesChanged { person, after: roles, .. }) = entry
        else {
            return;
        };
        self.had.entry(*person).or_default().push((at_ms, roles.clone()));
    }

    /// Whether somebody had one of these roles at a time; both before and after a change in that very moment.
    fn had(&self, person: PersonId, roles: &[Role], at_ms: i64) -> bool {
        let had = self.had.get(&person).map_or(&[][..], Vec::as_slice);
        let last = had.iter().rposition(|(since, _)| *since < at_ms).unwrap_or(0);
        let then = had.iter().skip(last).take_while(|(since, _)| *since <= at_ms);
        then.flat_map(|(_, own)| own).any(|role| roles.contains(role))
    }

    /// What somebody of the staff cannot have done at a table.
    pub(crate) fn fault_at_table(&self, by: By, at_ms: i64) -> Option<String> {
        let (person, roles) = duties::at_a_table(by)?;
        let is_known = self.whole_since.is_some_and(|since| at_ms >= since);
        let is_fault = is_known && !self.had(person, roles, at_ms);
        is_fault.then(|| missing(person, roles))
    }
}

/// That an act needs a role which whoever did it did not have.
pub(crate) fn missing(person: PersonId, roles: &[Role]) -> String {
    format!("person {person} did what needs the role of {}, and did not have it", duties::in_words(roles))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_count_from_when_they_are_given_until_they_are_taken() {
        let mut said = Said::default();
        let mut proof = StaffProof::default();
        let changed = |before: &[Role], after: &[Role]| HouseEntry::RolesChanged {
            person: 7,
            name: "Ann".to_owned(),
            before: before.to_vec(),
            after: after.to_vec(),
            by: Some(1),
        };
        let opened = HouseEntry::RoomOpened {
            version: "0.2.0".to_owned(),
            says_roles: true,
            second_person_from: None,
            duties_apart: true,
            desk_rules: None,
        };
        let (patron, dealer) = ([Role::Patron], [Role::Patron, Role::Dealer]);
        let entries = [(100, opened), (200, changed(&patron, &dealer)), (300, changed(&dealer, &patron))];
        for (at_ms, entry) in entries {
            said.take(&entry);
            proof.take(&entry, at_ms, &said);
        }
        let is_fault = |by: By, at_ms: i64| proof.fault_at_table(by, at_ms).is_some();
        for (at_ms, expected) in
            [(99, false), (100, true), (199, true), (200, false), (300, false), (301, true)]
        {
            assert_eq!(is_fault(By::Dealer(7), at_ms), expected, "{at_ms}");
        }
        assert!(is_fault(By::Floor(7), 250), "a dealer is not the floor");
        assert!(!is_fault(By::Patron(9), 250) && !is_fault(By::Clock, 250));
    }
}
