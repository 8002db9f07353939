//! The hall notes where every stream ends: into the house's own log, and signed for whoever asks, as often as much was
//! written or some time has passed, when the room opens and when it closes.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use room::Time;
use store::{Batch, Reader, Stream, Witness};

use super::{Hall, HallFault};
use crate::journal::HouseEntry;
use crate::kept::KeptKey;
use crate::tips::{NotedTip, Signer, replace};
use crate::witnesses::{self, BesideLog, Unheld};

/// After so long the tips are noted, if anything was written.
const EVERY_MS: i64 = 600_000;

/// After so many entries the tips are noted, however short the time.
const EVERY_ENTRIES: usize = 10_000;

/// The newest note, for whoever asks.
pub(crate) type NewestNote = Arc<RwLock<Arc<str>>>;

/// What is noted, and where it goes.
pub(crate) struct Notes {
    signer: Signer,
    files: Vec<PathBuf>,
    newest: NewestNote,
    tips: Witness,
    changed: BTreeSet<Stream>,
    entries: usize,
    noted: Time,
    /// What stands in the files.
    text: String,
    /// Notes that the log does not hold, to be passed over.
    unheld: Vec<Unheld>,
    /// What lay beside the log when the room was opened.
    found: BesideLog,
}

impl Notes {
    /// The notes of the room in a folder; they are written there, and to a further file if one is named.
    pub(crate) fn open(folder: &Path, further: Option<&Path>, unheld: Vec<Unheld>) -> io::Result<Notes> {
        let files = witnesses::files(folder, further);
        let found = BesideLog::look(folder, &files)?;
        Ok(Notes {
            signer: Signer::open(folder)?,
            files,
            newest: Arc::new(RwLock::new(Arc::from(""))),
            tips: Witness::new(),
            changed: BTreeSet::new(),
            entries: 0,
            noted: Time(0),
            text: String::new(),
            unheld,
            found,
        })
    }

    /// The key that marks what is kept beside the log.
    pub(crate) fn kept_key(&self) -> KeptKey {
        self.signer.kept_key()
    }

    /// Where the newest note is to be found.
    pub(crate) fn newest(&self) -> NewestNote {
        Arc::clone(&self.newest)
    }

    /// Takes note of what was written.
    pub(crate) fn written(&mut self, batch: &Batch) {
        self.entries += batch.entries.len();
        self.changed.extend(batch.entries.iter().map(|entry| entry.stream));
    }
}

impl Hall {
    /// Refuses a node that has another key than the one with which the room's notes are signed: what it keeps beside the
    /// log would be nobody's.
    pub(super) fn check_key(&self) -> Result<(), HallFault> {
        let (Some(notes), Some(signed)) = (&self.notes, &self.standing.signed_by) else { return Ok(()) };
        if self.node.is_none() || notes.signer.key() == *signed {
            return Ok(());
        }
        Err(HallFault::Note(
            "is signed with another key: all nodes of a room have the same, so copy tips.key from the folder of one that \
             runs into this one's"
                .to_owned(),
        ))
    }

    /// What is missing beside a log that tells of notes of tips, and what a node has told when it came in, in sentences.
    pub(super) fn news_of_notes(&self) -> Vec<String> {
        let mut news = self.node.as_ref().map(|node| node.news.clone()).unwrap_or_default();
        if let (Some(notes), Some(key)) = (&self.notes, &self.standing.signed_by) {
            news.extend(notes.found.news(key));
        }
        for what in &news {
            tracing::warn!("{what}");
        }
        news
    }

    /// Notes all tips of a room that opens.
    pub(super) fn begin_notes(&mut self) -> Result<(), HallFault> {
        self.pass_over_notes()?;
        let streams = self.store.streams()?;
        if let Some(notes) = &mut self.notes {
            notes.changed.extend(streams);
        }
        self.note_tips(true).map_err(|fault| match fault {
            Fault::Store(error) => HallFault::Store(error),
            Fault::File(path, error) => {
                HallFault::Note(format!("{} cannot be written ({error})", path.display()))
            }
        })
    }

    /// Keeps the notes that the log does not hold under other names, once the house's log tells of them.
    fn pass_over_notes(&mut self) -> Result<(), HallFault> {
        let unheld = self.notes.as_mut().map(|notes| std::mem::take(&mut notes.unheld)).unwrap_or_default();
        for note in &unheld {
            self.house(&note.entry(), &[], self.now());
        }
        self.commit();
        let kept = unheld.iter().try_for_each(Unheld::keep);
        kept.map_err(|error| HallFault::Note(format!("cannot be kept under another name ({error})")))
    }

    /// Notes the tips when much was written since, or the last time was long ago; at the end in any case.
    pub(super) fn note_tips_if_due(&mut self, is_end: bool) {
        let now = self.now();
        if !is_end && !self.is_on_duty() {
            return;
        }
        let is_due = self.notes.as_ref().is_some_and(|notes| {
            notes.entries >= EVERY_ENTRIES
                || (notes.entries > 0 && (is_end || now.0 - notes.noted.0 >= EVERY_MS))
        });
        if !is_due {
            return;
        }
        match self.note_tips(false) {
            Ok(()) => {}
            Err(Fault::Store(error)) => tracing::error!("the tips cannot be noted: {error}"),
            Err(Fault::File(path, error)) => {
                tracing::error!("the tips cannot be noted in {}: {error}", path.display());
            }
        }
    }

    fn note_tips(&mut self, is_first: bool) -> Result<(), Fault> {
        // Only what is on disk is noted.
        self.commit();
        let now = self.now();
        let written = match self.node.is_some() {
            true => self.store.tips().map_err(Fault::Store)?,
            false => Witness::new(),
        };
        let Some(notes) = &mut self.notes else { return Ok(()) };
        // Other nodes have written, too.
        notes
            .changed
            .extend(written.iter().filter(|(of, tip)| notes.tips.get(of) != Some(tip)).map(|(of, _)| *of));
        let mut tips = Vec::new();
        for stream in std::mem::take(&mut notes.changed) {
            let tip = match written.get(&stream) {
                Some(tip) => *tip,
                None => self.store.tip(stream).map_err(Fault::Store)?,
            };
            notes.tips.insert(stream, tip);
            tips.push(NotedTip::of(stream, tip));
        }
        let key = notes.signer.key();
        self.house(&HouseEntry::TipsNoted { key, tips }, &[], now);
        self.commit();
        let house = self.store.tip(Stream::HOUSE).map_err(Fault::Store)?;
        let Some(notes) = &mut self.notes else { return Ok(()) };
        notes.tips.insert(Stream::HOUSE, house);
        (notes.entries, notes.noted) = (0, now);
        let text = notes.signer.sign(now.0, &notes.tips);
        *notes.newest.write().unwrap_or_else(PoisonError::into_inner) = Arc::from(text.as_str());
        let mut failed = Ok(());
        for path in &notes.files {
            let replaced = match is_held(self.store.as_ref(), path, &notes.text) {
                true => replace(path, &text, false),
                false => {
                    Err(io::Error::other("it notes what this log does not hold, and is not written over"))
                }
            };
            if let Err(error) = replaced {
                failed = Err(Fault::File(path.clone(), error));
            }
        }
        notes.text = text;
        if is_first { failed } else { failed.inspect_err(|_| notes.entries = 1) }
    }
}

/// Whether the log holds what a file notes: what this room wrote there last, or whatever stands there now.
fn is_held(store: &dyn Reader, path: &Path, own: &str) -> bool {
    if fs::read_to_string(path).is_ok_and(|text| text == own) {
        return true;
    }
    witnesses::unheld(store, &[path.to_owned()]).is_ok_and(|unheld| unheld.is_empty())
}

/// Why the tips cannot be noted.
enum Fault {
    Store(store::Error),
    File(PathBuf, io::Error),
}
