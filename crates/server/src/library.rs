//! The texts that a room's tables play by, kept in its log.
//!
//! A stream of its own holds each text once, under the hash of its content; the opening of a table names its files
//! with their hashes. So a table is played, shown and proven by the books it was opened with, whatever lies on disk
//! now, and a text that was changed in the log is found like any other entry.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};

use books::{BookId, Shelf, versions};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store::{Entry, Error, Reader, Stream};

use crate::journal::fingerprint;
use crate::pages::Pages;

/// The files of a table: the hash of each text, in hexadecimal, by its path.
pub type Files = BTreeMap<String, String>;

/// What an entry of the library's stream holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "library", rename_all = "kebab-case")]
pub enum LibraryEntry {
    /// A text is kept from now on.
    Kept {
        /// The path it was first seen under.
        path: String,
        /// SHA-256 of the text in UTF-8, in hexadecimal.
        hash: String,
        /// The whole text.
        text: String,
    },
}

/// All texts of a room's log.
#[derive(Debug, Default)]
pub struct Library {
    texts: HashMap<String, String>,
    /// Where each text lay when it was first kept, with its hash.
    paths: BTreeSet<(String, String)>,
    number: u64,
    shelves: Mutex<HashMap<Files, Arc<Shelf>>>,
}

impl Library {
    /// Reads every text that the log holds.
    ///
    /// # Errors
    /// When the store cannot be read; an entry that is damaged or a text that is not what its hash says is left out, so
    /// that only what is played by it suffers.
    pub fn read(store: &dyn Reader) -> Result<Library, Error> {
        // Asked first: what is written while the rest is read is not taken for read.
        let number = store.tip(Stream::LIBRARY)?.number;
        let mut library = Library { number, ..Library::default() };
        let mut pages = Pages::of(store, Stream::LIBRARY);
        while let Some(page) = pages.next()? {
            for logged in &page.entries {
                if let Ok(LibraryEntry::Kept { path, hash, text }) = serde_json::from_str(&logged.entry.body)
                    && hash_of(&text) == hash
                {
                    library.paths.insert((path, hash.clone()));
                    library.texts.insert(hash, text);
                }
            }
        }
        Ok(library)
    }

    /// Every text by its path and its hash.
    pub(crate) fn files(&self) -> impl Iterator<Item = (String, String)> + '_ {
        self.paths.iter().cloned()
    }

    /// The text of a hash.
    pub(crate) fn text(&self, hash: &str) -> Option<&str> {
        self.texts.get(hash).map(String::as_str)
    }

    /// The number of the last text.
    #[must_use]
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// Checks one entry of the library's stream.
    ///
    /// # Errors
    /// When it cannot be read, or its text is not what its hash says.
    pub fn check(entry: &Entry) -> Result<(), String> {
        let LibraryEntry::Kept { path, hash, text } = serde_json::from_str(&entry.body)
            .map_err(|error| format!("event {}: the entry cannot be read: {error}", entry.first))?;
        let same = hash_of(&text) == hash;
        same.then_some(()).ok_or_else(|| format!("event {}: {path} does not hash to its name", entry.first))
    }

    /// The files that a table of this book plays by, and the entries that keep those not yet in the log.
    pub fn keep(&mut self, shelf: &Shelf, book: &BookId, at_ms: i64) -> (Files, Vec<Entry>) {
        let (mut files, mut entries) = (Files::new(), Vec::new());
        for (path, text) in shelf.texts_of(book) {
            let (hash, kept) = self.keep_text(&path, text, at_ms);
            entries.extend(kept);
            files.insert(path, hash);
        }
        (files, entries)
    }

    /// The hash of a text, and the entry that keeps it if it is not yet in the log.
    pub(crate) fn keep_text(&mut self, path: &str, text: &str, at_ms: i64) -> (String, Option<Entry>) {
        let hash = hash_of(text);
        if self.texts.contains_key(&hash) {
            return (hash, None);
        }
        self.number += 1;
        let kept = LibraryEntry::Kept { path: path.to_owned(), hash: hash.clone(), text: text.to_owned() };
        let entry = Entry {
            stream: Stream::LIBRARY,
            first: self.number,
            count: 1,
            at_ms,
            by: "house".to_owned(),
            id: None,
            body: serde_json::to_string(&kept).expect("an entry is plain data"),
            transfers: Vec::new(),
        };
        self.paths.insert((path.to_owned(), hash.clone()));
        self.texts.insert(hash.clone(), text.to_owned());
        (hash, Some(entry))
    }

    /// The books of a table as they were when it was opened.
    ///
    /// # Errors
    /// When the log lacks one of them.
    pub fn shelf(&self, files: &Files) -> Result<Arc<Shelf>, String> {
        let mut shelves = self.shelves.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(shelf) = shelves.get(files) {
            return Ok(Arc::clone(shelf));
        }
        let text = |(path, hash): (&String, &String)| match self.texts.get(hash) {
            Some(text) => Ok((path.clone(), text.clone())),
            None => Err(path.clone()),
        };
        let texts: BTreeMap<String, String> = files.iter().map(text).collect::<Result<_, _>>()?;
        let shelf = Arc::new(Shelf::of_texts(texts));
        shelves.insert(files.clone(), Arc::clone(&shelf));
        Ok(shelf)
    }

    /// The books of a table whose log names no files, as version 0.1.0 wrote it: those at hand if they are the same,
    /// or what an earlier version had filed.
    #[must_use]
    pub fn shelf_of(&self, at_hand: &Arc<Shelf>, book: &str, rules: &str) -> Option<Arc<Shelf>> {
        if fingerprint(at_hand, book) == rules {
            return Some(Arc::clone(at_hand));
        }
        let mut shelves = self.shelves.lock().unwrap_or_else(PoisonError::into_inner);
        versions::versions().find_map(|version| {
            // What is kept under the name of a version alone cannot be taken for the files of a table.
            let name = Files::from([(version.to_owned(), String::new())]);
            if !shelves.contains_key(&name) {
                shelves.insert(name.clone(), Arc::new(versions::filed_by(version)?));
            }
            let shelf = shelves.get(&name)?;
            (fingerprint(shelf, book) == rules).then(|| Arc::clone(shelf))
        })
    }
}

/// SHA-256 of a text, in hexadecimal.
pub(crate) fn hash_of(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().fold(String::with_capacity(64), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_kept_once_and_gives_the_same_book() {
        let shelf = Shelf::filed();
        let mut library = Library::default();
        let id = BookId::new("marina", "holdem");
        let (files, entries) = library.keep(&shelf, &id, 0);
        assert!(entries.len() > 5 && entries.len() <= files.len());
        entries.iter().for_each(|entry| Library::check(entry).unwrap());
        let (again, none) = library.keep(&shelf, &id, 0);
        assert_eq!((&again, none.len()), (&files, 0));
        let kept = library.shelf(&files).unwrap();
        assert_eq!(kept.book(&id).unwrap().rules, shelf.book(&id).unwrap().rules);
        assert_eq!(fingerprint(&kept, "marina/holdem"), fingerprint(&shelf, "marina/holdem"));
    }

    #[test]
    fn a_changed_text_is_found() {
        let mut library = Library::default();
        let (_, mut entries) = library.keep(&Shelf::filed(), &BookId::new("marina", "holdem"), 0);
        entries[0].body = entries[0].body.replacen("\"text\":\"", "\"text\":\"#", 1);
        assert!(Library::check(&entries[0]).is_err());
    }
}
