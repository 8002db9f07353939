//! The notes of tips that a room finds when it opens: a log that no longer holds what they note is not opened without a
//! word, and no note is replaced that nobody has read.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use books::law::Date;
use store::{Archived, Error, Reader, Stream};

use crate::hall::Standing;
use crate::journal::HouseEntry;
use crate::tips::{Note, Signer, key_file, note_file};

/// A room's log, in its folder.
const LOG: &str = "room.sqlite3";

/// What a note says that a log does not hold, in a sentence; nothing if it holds everything.
///
/// # Errors
/// When the store cannot be read.
pub fn missing(store: &dyn Reader, note: &Note) -> Result<Option<String>, Error> {
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

/// What lies beside a log: the key of its room, and its notes.
pub(crate) struct BesideLog {
    key: Option<String>,
    missing: Vec<PathBuf>,
}

impl BesideLog {
    /// Looks for the key in a room's folder, and for notes in these files.
    pub(crate) fn look(folder: &Path, files: &[PathBuf]) -> io::Result<BesideLog> {
        let key = Signer::read(folder)?.map(|signer| signer.key());
        let missing = files.iter().filter(|path| !path.exists()).cloned().collect();
        Ok(BesideLog { key, missing })
    }

    /// What is missing beside a log whose last note was signed with a key, in sentences.
    pub(crate) fn news(&self, signed_by: &str) -> Vec<String> {
        let missing = self.missing.iter().map(|path| {
            format!(
                "{} is missing, although the log tells of notes of tips: unless you know why, compare the log with a note \
                 that was kept elsewhere (`cardroom verify --tips FILE`)",
                path.display()
            )
        });
        let key = match &self.key {
            None => Some(
                "tips.key is missing, with which the room signed its notes of tips and marked its states",
            ),
            Some(key) if key != signed_by => {
                Some("tips.key is not the key that signed the last note of tips in the log")
            }
            Some(_) => None,
        };
        let key = key.map(|what| {
            format!("{what}: unless you know why, look for the folder as it was (docs/keeping.md)")
        });
        missing.chain(key).collect()
    }
}

/// What is missing beside the log of a room in a folder, in sentences.
///
/// # Errors
/// When the store cannot be read.
pub fn missing_beside(store: &dyn Reader, folder: &Path) -> Result<Vec<String>, Error> {
    let (_, _, standing) = Standing::read(store, None)?;
    let Some(key) = standing.signed_by else { return Ok(Vec::new()) };
    match BesideLog::look(folder, &files(folder, None)) {
        Ok(found) => Ok(found.news(&key)),
        Err(error) => Ok(vec![format!(
            "tips.key cannot be read ({error}), so that nobody knows whether it is the room's"
        )]),
    }
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
pub(crate) fn unheld(store: &dyn Reader, files: &[PathBuf]) -> Result<Vec<Unheld>, Error> {
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
