//! What the house noted in its own log about the other streams: where they ended, and which of their entries were moved
//! into archives. The log is held against both.

use std::collections::BTreeMap;
use std::ops::Range;

use store::{Archive, Archived, Entry, Hash, Stream};

use crate::journal::HouseEntry;
use crate::tips::NotedTip;
use crate::verify::AbsentArchive;

/// The notes of the house, as its log is read.
pub(crate) struct Noted {
    tips: BTreeMap<u32, BTreeMap<u64, String>>,
    /// The archives that are not read with the room.
    absent: Vec<Archive>,
    /// Those that are.
    at_hand: Vec<Archive>,
    /// The names of those that the house has told of.
    told: Vec<String>,
    /// The hashes of the house's own entries since the last note of them.
    house: BTreeMap<u64, String>,
    faults: Vec<String>,
}

impl Noted {
    /// Nothing was noted yet; of these archives the first are not at hand, and the others are.
    pub(crate) fn new(absent: Vec<Archive>, at_hand: Vec<Archive>) -> Noted {
        let (tips, house) = (BTreeMap::new(), BTreeMap::new());
        Noted { tips, absent, at_hand, told: Vec::new(), house, faults: Vec::new() }
    }

    /// Takes what an entry of the house says.
    pub(crate) fn take(&mut self, entry: &Entry, hash: &Hash) {
        self.house.insert(entry.last(), hash.to_string());
        match serde_json::from_str(&entry.body) {
            Ok(HouseEntry::TipsNoted { tips, .. }) => {
                for tip in tips {
                    match Stream(tip.stream) {
                        Stream::HOUSE => self.compare_own(entry, &tip),
                        _ => self.note(tip.stream, tip.number, tip.hash),
                    }
                }
            }
            Ok(HouseEntry::Archived { name, parts, moved, .. }) => {
                if !store::is_archive_name(&name) {
                    self.faults.push(format!(
                        "stream 0, event {}: the house has noted an archive {name:?}, which is a path and no name",
                        entry.first
                    ));
                }
                let is_it = |archive: &&Archive| archive.name == name;
                match self.absent.iter().chain(&self.at_hand).find(is_it) {
                    Some(archive) if archive.parts == parts && archive.moved == moved => {}
                    Some(_) => self.faults.push(format!(
                        "stream 0, event {}: the house has noted something else of the archive {name}",
                        entry.first
                    )),
                    None => self.faults.push(format!(
                        "stream 0, event {}: the house has noted the archive {name}, and the room knows of none",
                        entry.first
                    )),
                }
                // Where it is read with the room, each part must end there as it was noted.
                if self.at_hand.iter().any(|archive| archive.name == name) {
                    for Archived { stream, last, hash, .. } in &parts {
                        self.note(stream.0, *last, hash.to_string());
                    }
                }
                self.told.push(name);
            }
            _ => {}
        }
    }

    /// What the house noted of its own log came before the note.
    fn compare_own(&mut self, entry: &Entry, tip: &NotedTip) {
        self.house = self.house.split_off(&tip.number);
        if self.house.get(&tip.number).is_some_and(|hash| *hash != tip.hash) {
            self.faults.push(format!(
                "stream 0, event {}: the house noted the hash {} of its own event {}, so that its log was rewritten since",
                entry.first, tip.hash, tip.number
            ));
        }
    }

    /// What lies in an archive that is not at hand is held against the note when it is.
    fn note(&mut self, stream: u32, number: u64, hash: String) {
        let is_absent =
            |part: &Archived| part.stream.0 == stream && (part.first..=part.last).contains(&number);
        if !self.absent.iter().flat_map(|archive| &archive.parts).any(is_absent) {
            self.tips.entry(stream).or_default().insert(number, hash);
        }
    }

    /// An entry that was noted must be there as it was.
    pub(crate) fn compare(&mut self, entry: &Entry, hash: &Hash) -> Result<(), String> {
        let of_stream = self.tips.get_mut(&entry.stream.0);
        match of_stream.and_then(|noted| noted.remove(&entry.last())) {
            Some(noted) if noted != hash.to_string() => Err(format!(
                "event {}: the house noted the hash {noted} here, so that the log was rewritten since",
                entry.last()
            )),
            _ => Ok(()),
        }
    }

    /// Forgets what was noted of events whose entries are damaged: they are there, and the store has found them.
    pub(crate) fn forget(&mut self, stream: Stream, events: &Range<u64>) {
        if let Some(noted) = self.tips.get_mut(&stream.0) {
            noted.retain(|number, _| !events.contains(number));
        }
    }

    /// The archives that are not at hand.
    pub(crate) fn absent(&self) -> Vec<AbsentArchive> {
        let absent =
            |archive: &Archive| AbsentArchive { name: archive.name.clone(), entries: archive.entries() };
        self.absent.iter().map(absent).collect()
    }

    /// What was noted and is not there, and what is gone although nobody noted it.
    pub(crate) fn missing(self) -> impl Iterator<Item = String> {
        let tips = self.tips.into_iter().filter_map(|(stream, noted)| {
            let (number, _) = noted.last_key_value()?;
            Some(format!("{}: the house noted event {number}, which is missing", Stream(stream)))
        });
        let told = self.told;
        let known = self.absent.into_iter().chain(self.at_hand);
        let untold = known.filter(move |archive| !told.contains(&archive.name));
        let untold =
            untold.map(|archive| format!("the house has noted nothing of the archive {}", archive.name));
        self.faults.into_iter().chain(tips).chain(untold)
    }
}
