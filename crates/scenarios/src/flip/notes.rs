//! The reviewed list of values that no case of their book can notice, each with its reason.

use books::read::{Faults, Source, read_source};
use books::{ClauseIndex, section};

use super::Flip;

section! {
    /// Why nobody notices when some values are put otherwise.
    pub struct Note {
        /// The keys; `*` stands for any number of a list, or at the end for everything below.
        pub keys: Vec<String>,
        /// The books; all if left out.
        pub books: Option<Vec<String>>,
        /// What is put there; anything if left out.
        pub to: Option<Vec<String>>,
        /// The reason.
        pub why: String,
    }
}

section! {
    /// The reviewed list.
    pub struct Notes {
        /// Its entries.
        pub note: Vec<Note>,
    }
}

impl Notes {
    /// Reads a list of notes.
    ///
    /// # Errors
    /// All faults of the file.
    pub fn read(source: &Source) -> Result<Notes, Faults> {
        read_source(source, &ClauseIndex::default(), |_, _| ()).map(|reading| reading.value)
    }
}

impl Note {
    /// Whether the note is about a flip.
    #[must_use]
    pub fn covers(&self, flip: &Flip) -> bool {
        let is_of_book = self.books.as_ref().is_none_or(|books| books.contains(&flip.book));
        let is_meant = self.to.as_ref().is_none_or(|to| to.iter().any(|to| to == flip.to.trim_matches('"')));
        is_of_book && is_meant && self.keys.iter().any(|key| is_alike(key, &flip.key))
    }
}

fn is_alike(pattern: &str, key: &str) -> bool {
    let (mut patterns, mut parts) = (pattern.split('.').peekable(), key.split('.'));
    while let Some(wanted) = patterns.next() {
        let Some(part) = parts.next() else { return false };
        if wanted == "*" && patterns.peek().is_none() {
            return true;
        }
        if wanted != "*" && wanted != part {
            return false;
        }
    }
    parts.next().is_none()
}
