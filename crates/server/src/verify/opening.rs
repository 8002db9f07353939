//! What the opening of a table says of its rules and its shuffles, held against the texts that it names.

use crate::journal::{Books, TableEntry, fingerprint, is_newer};

/// Checks an opening; every other entry is none.
pub(super) fn check(books: Books<'_>, body: &TableEntry) -> Result<(), String> {
    let TableEntry::Open { spec, rules, files, shuffle, version, .. } = body else { return Ok(()) };
    if let Some(name) = shuffle.as_ref().filter(|name| *name != seal::VERSION && !is_newer(version)) {
        return Err(format!("event 1: nobody knows how \"{name}\" shuffles"));
    }
    // A text that is missing is told by whoever plays the table.
    let kept = if files.is_empty() { None } else { books.library.shelf(files).ok() };
    match kept.is_none_or(|kept| fingerprint(&kept, &spec.book) == *rules) {
        true => Ok(()),
        false => Err("event 1: the texts of the table are not the rules that its opening names".to_owned()),
    }
}
