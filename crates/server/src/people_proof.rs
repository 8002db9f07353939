//! What the log says of people, held against the house's `person-added`: what they are called, who of them is a bot, and
//! by whom an entry was sent.

use std::collections::BTreeMap;

use books::Money;
use room::{Account, PersonId};
use store::{Entry, Person, Report};

use crate::hall::{sender, subject_of};
use crate::journal::{HouseEntry, PersonKind, TableEntry};

/// By whom the house's own entries are sent, and those that open a table or take it over.
const HOUSE: &str = "house";

/// Everybody of whom the house's log has told.
#[derive(Default)]
pub(crate) struct PeopleProof {
    known: BTreeMap<PersonId, (String, PersonKind)>,
}

impl PeopleProof {
    /// Takes an entry of the house; says what of it cannot be.
    pub(crate) fn house(&mut self, said: &HouseEntry, entry: &Entry) -> Vec<String> {
        let mut faults: Vec<String> = sent_by(entry, HOUSE).err().into_iter().collect();
        if let HouseEntry::PersonAdded { person, name, kind, .. } = said
            && self.known.insert(*person, (name.clone(), *kind)).is_some()
        {
            faults.push(format!("person {person} is added once more"));
        }
        if let HouseEntry::RolesChanged { person, name, .. }
        | HouseEntry::RolesRefused { person, name, .. }
        | HouseEntry::PasswordSet { person, name, .. } = said
        {
            faults.extend(self.called(*person, name).err());
        }
        faults
    }

    /// Holds an entry of a table against what is known of whoever it is about.
    pub(crate) fn table(&self, entry: &Entry, body: &TableEntry) -> Result<(), String> {
        let (by, command, name, is_bot) = match body {
            TableEntry::Open { .. } | TableEntry::Resumed { .. } => return sent_by(entry, HOUSE),
            TableEntry::Command { by, command, name, is_bot, .. } => (*by, command, name, *is_bot),
        };
        sent_by(entry, &sender(by))?;
        let Some(person) = subject_of(by, command) else {
            let is_nobody = name.is_empty() && !is_bot;
            return is_nobody.then_some(()).ok_or_else(|| "the clock has no name and is no bot".to_owned());
        };
        // Somebody who came since the house's log was read is not known here.
        let Some((_, kind)) = self.known.get(&person) else { return Ok(()) };
        match (*kind == PersonKind::Bot, is_bot) {
            (true, true) => Ok(()),
            (false, false) => self.called(person, name),
            (true, false) => Err(format!("person {person} is a bot, and is taken for none")),
            (false, true) => Err(format!("person {person} is no bot, and is taken for one")),
        }
    }

    /// Whether somebody was added.
    pub(crate) fn knows(&self, person: PersonId) -> bool {
        self.known.contains_key(&person)
    }

    /// Whether an account has the name with which it was added.
    pub(crate) fn account(&self, account: &Person) -> Result<(), String> {
        self.called(account.id, &account.name)
    }

    /// Whether somebody is called so; what bots are called at a table is shorter than what they are known by.
    fn called(&self, person: PersonId, name: &str) -> Result<(), String> {
        match self.known.get(&person) {
            Some((known, kind)) if *kind != PersonKind::Bot && known != name => {
                Err(format!("person {person} is called {name}, and was added as {known}"))
            }
            _ => Ok(()),
        }
    }
}

fn sent_by(entry: &Entry, sender: &str) -> Result<(), String> {
    match entry.by == sender {
        true => Ok(()),
        false => Err(format!("it was sent by {}, and is {sender}'s", entry.by)),
    }
}

/// The accounts that held less than nothing and never may, by the order in which the entries came: chips were moved that
/// were not there yet.
pub(crate) fn overdrawn(report: &Report) -> Vec<String> {
    let is_fault = |name: &str| name.parse::<Account>().is_ok_and(|account| !account.may_owe());
    let found = report.below_zero.iter().filter(|(account, _)| is_fault(account));
    let told = found.map(|(account, first)| {
        let owes = Money::ZERO - first.holds;
        format!("{}: event {}: {account} pays {owes} more than it holds", first.stream, first.entry)
    });
    told.collect()
}

#[cfg(test)]
mod tests {
    use room::{By, Command};
    use store::Stream;

    use super::*;

    fn entry(by: &str) -> Entry {
        let (by, body) = (by.to_owned(), String::new());
        Entry { stream: Stream(3), first: 9, count: 1, at_ms: 0, by, id: None, body, transfers: Vec::new() }
    }

    fn added(person: PersonId, name: &str, kind: PersonKind) -> HouseEntry {
        HouseEntry::PersonAdded { person, name: name.to_owned(), kind, roles: Vec::new() }
    }

    fn ready(by: By, name: &str, is_bot: bool) -> TableEntry {
        let (name, wallet, events) = (name.to_owned(), Money::ZERO, Vec::new());
        TableEntry::Command { by, command: Command::Ready, name, wallet, is_bot, events }
    }

    #[test]
    fn people_stay_who_they_were_when_they_were_added() {
        let mut proof = PeopleProof::default();
        for (person, name, kind) in [(7, "Ann", PersonKind::Patron), (8, "Grace (bot 1-1)", PersonKind::Bot)]
        {
            assert_eq!(proof.house(&added(person, name, kind), &entry("house")), Vec::<String>::new());
        }
        assert_eq!(proof.house(&added(7, "Ann", PersonKind::Patron), &entry("house")).len(), 1);
        assert_eq!(proof.house(&HouseEntry::RoomClosed, &entry("person:7")).len(), 1);
        let renamed = HouseEntry::PasswordSet { person: 7, name: "Eve".to_owned(), set_ms: 0, by: None };
        assert_eq!(proof.house(&renamed, &entry("house")).len(), 1);

        let is_right = |sent: &str, body: &TableEntry| proof.table(&entry(sent), body).is_ok();
        assert!(is_right("person:7", &ready(By::Patron(7), "Ann", false)));
        assert!(is_right("person:8", &ready(By::Patron(8), "Grace", true)));
        assert!(is_right("clock", &ready(By::Clock, "", false)));
        assert!(is_right("person:9", &ready(By::Patron(9), "Who came since", false)));
        for (sent, body) in [
            ("person:8", ready(By::Patron(7), "Ann", false)),
            ("clock", ready(By::Patron(7), "Ann", false)),
            ("person:7", ready(By::Patron(7), "Eve", false)),
            ("person:7", ready(By::Patron(7), "Ann", true)),
            ("person:8", ready(By::Patron(8), "Grace", false)),
            ("clock", ready(By::Clock, "Ann", false)),
        ] {
            assert!(!is_right(sent, &body), "{sent} {body:?}");
        }
    }
}
