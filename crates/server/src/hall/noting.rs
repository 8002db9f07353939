//! The hall notes where every stream ends: into the house's own log, and signed for whoever asks, as often as much was
//! written or some time has passed, when the room opens and when it closes.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use room::Time;
use store::{Batch, Stream, Witness};

use super::{Hall, HallFault};
use crate::journal::HouseEntry;
use crate::tips::{NotedTip, Signer, note_file, replace};

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
}

impl Notes {
    /// The notes of the room in a folder; they are written there, and to a further file if one is named.
    pub(crate) fn open(folder: &Path, further: Option<&Path>) -> io::Result<Notes> {
        let files = [note_file(folder)].into_iter().chain(further.map(Path::to_owned)).collect();
        Ok(Notes {
            signer: Signer::open(folder)?,
            files,
            newest: Arc::new(RwLock::new(Arc::from(""))),
            tips: Witness::new(),
            changed: BTreeSet::new(),
            entries: 0,
            noted: Time(0),
        })
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
    /// Notes all tips of a room that opens.
    pub(super) fn begin_notes(&mut self) -> Result<(), HallFault> {
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

    /// Notes the tips when much was written since, or the last time was long ago; at the end in any case.
    pub(super) fn note_tips_if_due(&mut self, is_end: bool) {
        let now = self.now();
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
        let Some(notes) = &mut self.notes else { return Ok(()) };
        let mut tips = Vec::new();
        for stream in std::mem::take(&mut notes.changed) {
            let tip = self.store.tip(stream).map_err(Fault::Store)?;
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
            if let Err(error) = replace(path, &text, false) {
                failed = Err(Fault::File(path.clone(), error));
            }
        }
        if is_first { failed } else { failed.inspect_err(|_| notes.entries = 1) }
    }
}

/// Why the tips cannot be noted.
enum Fault {
    Store(store::Error),
    File(PathBuf, io::Error),
}
