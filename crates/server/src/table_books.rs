//! The books that a table plays by, as its log holds them: whatever is shown of a table's rules is made from these.

use std::sync::Arc;

use books::{Book, Shelf};
use room::{Spec, TableId, Time};
use store::Stream;

use crate::hall::HallError;
use crate::journal::{TableEntry, opened_with};
use crate::library::Files;
use crate::records::Records;

/// What a table was opened with.
pub(crate) struct TableBooks {
    /// Its books.
    pub(crate) shelf: Arc<Shelf>,
    /// The book of its game.
    pub(crate) book: Book,
    /// What was opened.
    pub(crate) spec: Spec,
    /// When.
    pub(crate) opened: Time,
    /// The fingerprint of the book, its rates and its clauses.
    pub(crate) rules: String,
    /// Its texts in the library; none in logs of version 0.1.0.
    pub(crate) files: Files,
}

impl Records {
    /// The books of a table.
    ///
    /// # Errors
    /// When there is no such table, or its books cannot be read.
    pub(crate) fn books_of(&self, table: TableId) -> Result<TableBooks, HallError> {
        let store = self.store()?;
        let missing = || HallError::NotFound(format!("there is no table {table}"));
        let stream = Stream(table);
        let opening = if stream.is_table() { store.entries(stream, 1, 1)?.into_iter().next() } else { None };
        let opening = opening.ok_or_else(missing)?.entry;
        let library = self.library(&*store)?;
        let broken = |what: String| HallError::Store(format!("the books of table {table}: {what}"));
        let body = serde_json::from_str(&opening.body).map_err(|error| broken(error.to_string()))?;
        let TableEntry::Open { spec, rules, files, .. } = body else { return Err(missing()) };
        let shelf = opened_with(self.shelf(), &library, &spec.book, &rules, &files)
            .map_err(|fault| broken(fault.to_string()))?;
        let id = shelf.find(&spec.book).map_err(|problem| broken(problem.to_string()))?;
        // A table that was opened despite errors of its book plays what reads of it.
        let book = shelf.book(&id).or_else(|_| shelf.despite_faults().book(&id));
        let book = book.map_err(|problem| broken(problem.to_string()))?;
        Ok(TableBooks { shelf, book, spec: *spec, opened: Time(opening.at_ms), rules, files })
    }
}
