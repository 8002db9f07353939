//! The notes of tips that a room finds when it opens: a log that no longer holds what they note is not opened without a
//! word, and no note is replaced that nobody has read.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use books::law::Date;
use store::{Archived, Error, Store, Stream};

use crate::journal::HouseEntry;
use crate::tips::{Note, key_file, note_file};

/// A room's log, in its folder.
const LOG: &str = "room.sqlite3";

/// What a note says that a log does not hold, in a sentence; nothing if it holds everything.
///
/// # Errors
/// When the store cannot be read.
pub fn missing(store: &dyn Store, note: &Note) -> Result<Option<String>, Error> {
    let absent = store.archives()?;
    for (stream, tip) in note.tips.iter().filter(|(_, tip)| tip.number > 0) {
        // What lies in an archive that is not at hand is held against the house's entry of it.
        let is_absent =
            |part: &Archived| part.stream == *stream && (part.first..=part.last).contains(&tip.number);
        if absent.iter().flat_map(|archive| &archive.parts).any(is_absent) {
            continue;
        }
        let of = if *stream == Stream::HOUSE { "the house's log".to_owned() } else { stream.to_string() };
        let what = match store.entries(*stream, tip.number, 1) {
            // A damaged entry is there, and is found as such.
            Err(Error::Damaged(_)) => continue,
            found => match found?.first() {
                None => format!("{of} is cut off before event {}", tip.number),
                Some(logged) if logged.entry.last() == tip.number && logged.hash == tip.hash => continue,
                Some(_) => format!("{of} was rewritten before event {}", tip.number),
            },
        };
        return Ok(Some(format!("{what}, which the note of {} has", Date::at(note.at_ms))));
    }
    Ok(None)
}

/// A note that the log does not agree with.
pub(crate) struct Unheld {
    path: PathBuf,
    what: String,
}

impl Unheld {
    /// Why the room is not opened, and how it can be.
    pub(crate) fn refusal(&self) -> String {
        format!(
            "{}: {}; look for what is missing (`cardroom verify`, docs/keeping.md), or go on with `cardroom serve \
             --despite-tips`, which keeps the note under another name and says so in the house's log",
            self.path.display(),
            self.what
        )
    }

    /// What the house's log says of it.
    pub(crate) fn entry(&self) -> HouseEntry {
        let (file, kept) = (name(&self.path), name(&self.kept()));
        HouseEntry::NotePassedOver { file, kept, why: self.what.clone() }
    }

    /// Where the note is kept.
    fn kept(&self) -> PathBuf {
        let beside = |count: u32| {
            let mut name = self.path.as_os_str().to_owned();
            name.push(format!(".kept-{count}"));
            PathBuf::from(name)
        };
        (1..).map(beside).find(|path| !path.exists()).unwrap_or_else(|| beside(0))
    }

    /// Moves the note there.
    pub(crate) fn keep(&self) -> io::Result<()> {
        match fs::rename(&self.path, self.kept()) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The files that a room's notes go to.
pub(crate) fn files(folder: &Path, further: Option<&Path>) -> Vec<PathBuf> {
    [note_file(folder)].into_iter().chain(further.map(Path::to_owned)).collect()
}

/// Notes without a log: the room that they were made of is gone.
pub(crate) fn without_log(folder: &Path, further: Option<&Path>) -> Vec<Unheld> {
    if folder.join(LOG).exists() {
        return Vec::new();
    }
    let what = format!("the room that it belongs to is gone: there is no {LOG} in {}", folder.display());
    let left = files(folder, further).into_iter().filter(|path| path.exists());
    let mut left: Vec<Unheld> = left.map(|path| Unheld { path, what: what.clone() }).collect();
    let key = key_file(folder);
    if left.is_empty() && key.exists() {
        left.push(Unheld { path: key, what });
    }
    left
}

/// The notes in these files that a log does not agree with.
///
/// # Errors
/// When the store cannot be read.
pub(crate) fn unheld(store: &dyn Store, files: &[PathBuf]) -> Result<Vec<Unheld>, Error> {
    let mut all = Vec::new();
    for path in files {
        let what = match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => Some(format!("cannot be read ({error}), so that nobody knows what it notes")),
            Ok(text) => match Note::read(&text) {
                Ok(note) => missing(store, &note)?,
                Err(what) => Some(format!("{what}, and is not written over")),
            },
        };
        all.extend(what.map(|what| Unheld { path: path.clone(), what }));
    }
    Ok(all)
}
