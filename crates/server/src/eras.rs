//! Which version of the program has written what, as the house's own log testifies: every opening of the room says its
//! version there, and where the tables ended is noted after it. What a table's log says of versions is held against that.

use std::collections::BTreeMap;

use room::TableId;

use crate::journal::{HouseEntry, parts_of_version};

/// The first version that sealed decks, kept the books in the log and said when it opened a room.
const SEALING: [u64; 3] = [0, 2, 0];

/// Whether a version came before those that seal decks, keep books and say when they open a room.
pub(crate) fn is_before_seals(version: &str) -> bool {
    parts_of_version(version).as_slice() < SEALING.as_slice()
}

/// The openings of a room.
#[derive(Default)]
pub(crate) struct Eras {
    /// The versions that opened it, in their order; those in a row once.
    versions: Vec<String>,
    /// Of each table, where it ended at the first and the last note that was made of it under each of them.
    noted: BTreeMap<TableId, BTreeMap<usize, (u64, u64)>>,
    /// Whether the room is open as far as the log was read; nothing before it was first opened.
    is_open: Option<bool>,
    /// Whether some of the house's entries could not be read, so that nothing is known of any opening.
    has_gaps: bool,
}

impl Eras {
    /// Takes note that entries of the house could not be read.
    pub(crate) fn pass_over(&mut self) {
        self.has_gaps = true;
    }

    /// The version that has the room open as far as the log was read.
    pub(crate) fn version(&self) -> Option<&str> {
        self.versions.last().map(String::as_str).filter(|_| !self.has_gaps)
    }

    /// Takes an entry of the house; says what it cannot be.
    pub(crate) fn take(&mut self, said: &HouseEntry) -> Result<(), String> {
        match said {
            HouseEntry::RoomOpened { version, .. } => self.open(version),
            HouseEntry::RoomClosed => match self.is_open.replace(false) {
                Some(true) => Ok(()),
                _ if self.has_gaps => Ok(()),
                _ => Err("the room is closed, and was not open".to_owned()),
            },
            HouseEntry::TableOpened { table, .. } => {
                self.note(*table, 0);
                self.check_open()
            }
            HouseEntry::TipsNoted { tips, .. } => {
                for tip in tips {
                    self.note(tip.stream, tip.number);
                }
                Ok(())
            }
            // Archives are made while the room is closed, and what is found while it opens is told just before.
            HouseEntry::Archived { .. }
            | HouseEntry::TableClosed { .. }
            | HouseEntry::TableTakenUp { .. } => Ok(()),
            _ => self.check_open(),
        }
    }

    fn open(&mut self, version: &str) -> Result<(), String> {
        let last = self.versions.last();
        let is_older = last.is_some_and(|last| parts_of_version(last) > parts_of_version(version));
        let said = match last {
            Some(last) if is_older && !self.has_gaps => {
                Err(format!("version {version} opens the room after version {last}, which is newer"))
            }
            _ if is_before_seals(version) => {
                Err(format!("version {version} never said when it opened a room"))
            }
            _ => Ok(()),
        };
        if last.is_none_or(|last| last != version) {
            self.versions.push(version.to_owned());
        }
        self.is_open = Some(true);
        said
    }

    fn check_open(&self) -> Result<(), String> {
        match self.is_open {
            Some(false) if !self.has_gaps => Err("it was written while the room was closed".to_owned()),
            _ => Ok(()),
        }
    }

    fn note(&mut self, table: TableId, number: u64) {
        let Some(era) = self.versions.len().checked_sub(1) else { return };
        let noted = self.noted.entry(table).or_default().entry(era).or_insert((number, number));
        *noted = (noted.0.min(number), noted.1.max(number));
    }

    /// The first and the last of the versions by which a table's entry can have been written; no first one where the log
    /// does not say who had the room open then.
    fn around(&self, table: TableId, first: u64) -> (Option<usize>, usize) {
        let noted = self.noted.get(&table);
        let mut eras = noted.iter().flat_map(|noted| noted.iter());
        let after = eras.clone().rev().find(|(_, (least, _))| *least < first).map(|(era, _)| *era);
        let before = eras.find(|(_, (_, most))| *most >= first).map(|(era, _)| *era);
        (after, before.unwrap_or(self.versions.len().saturating_sub(1)))
    }

    /// Whether an entry of a table was written after the room said by which version it was opened.
    pub(crate) fn is_told(&self, table: TableId, first: u64) -> bool {
        !self.has_gaps && self.around(table, first).0.is_some()
    }

    /// Whether the version that a table's log names for an entry had the room open then.
    pub(crate) fn check(&self, table: TableId, first: u64, version: &str) -> Result<(), String> {
        let Some(oldest) = self.versions.first().filter(|_| !self.has_gaps) else { return Ok(()) };
        let (after, before) = self.around(table, first);
        let is_among = self.versions[after.unwrap_or(0)..=before].iter().any(|one| one == version);
        let is_earlier = after.is_none() && parts_of_version(version) <= parts_of_version(oldest);
        if is_among || is_earlier {
            return Ok(());
        }
        let opened = &self.versions[after.unwrap_or(before)];
        Err(format!(
            "event {first}: version {version} is said to have played it, and by the house's log version {opened} had the \
             room open"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tips::NotedTip;

    fn opened(version: &str) -> HouseEntry {
        HouseEntry::RoomOpened {
            version: version.to_owned(),
            says_roles: false,
            second_person_from: None,
            duties_apart: false,
            desk_rules: None,
        }
    }

    fn noted(stream: u32, number: u64) -> HouseEntry {
        let tips = vec![NotedTip { stream, number, hash: String::new() }];
        HouseEntry::TipsNoted { key: String::new(), tips }
    }

    #[test]
    fn a_version_is_known_by_the_notes_around_it() {
        let mut eras = Eras::default();
        assert_eq!(eras.check(3, 1, "0.1.0"), Ok(()), "nothing is told");
        for said in
            [opened("0.2.0"), noted(3, 20), opened("0.2.0"), noted(3, 30), opened("0.3.0"), noted(3, 41)]
        {
            eras.take(&said).unwrap();
        }
        // Before the first note anything earlier is as good; later it is what had the room open.
        for (first, version, is_so) in [
            (5, "0.1.0", true),
            (5, "0.2.0", true),
            (5, "0.3.0", false),
            (21, "0.1.0", false),
            (21, "0.2.0", true),
            (35, "0.3.0", true),
            (35, "0.2.0", true),
            (42, "0.2.0", false),
            (42, "0.3.0", true),
        ] {
            assert_eq!(eras.check(3, first, version).is_ok(), is_so, "{first} by {version}");
        }
        assert!(!eras.is_told(3, 20) && eras.is_told(3, 21));
        assert!(eras.take(&opened("0.2.0")).unwrap_err().contains("which is newer"));
    }

    #[test]
    fn a_room_is_closed_after_it_was_opened() {
        let mut eras = Eras::default();
        let added = HouseEntry::TableSetAside { table: 1, why: String::new() };
        eras.take(&added).unwrap();
        assert!(eras.take(&HouseEntry::RoomClosed).is_err(), "it was never opened");
        eras.take(&opened("0.2.0")).unwrap();
        eras.take(&opened("0.2.0")).unwrap();
        eras.take(&HouseEntry::RoomClosed).unwrap();
        eras.take(&noted(1, 3)).unwrap();
        assert!(eras.take(&added).unwrap_err().contains("while the room was closed"));
        assert!(eras.take(&HouseEntry::RoomClosed).is_err(), "it is closed already");
        assert!(eras.take(&opened("0.1.9")).is_err(), "that version said nothing");
    }
}
