//! What was read from a shelf's files, so that a room with a thousand tables reads each book once.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::ClauseIndex;
use crate::book::{Book, BookId};
use crate::house::House;
use crate::rates::RatesFile;
use crate::read::Reading;
use crate::shelf::Problem;

/// Books, houses and rates that were read without a fault; what has faults is read anew each time.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    clauses: Arc<Mutex<Clauses>>,
    books: Mutex<BTreeMap<BookId, Book>>,
    houses: Mutex<BTreeMap<String, House>>,
    rates: Mutex<BTreeMap<BookId, RatesOf>>,
}

/// The rates of a book, and the clauses by which they were read.
type RatesOf = (Arc<ClauseIndex>, Reading<RatesFile>);

/// The clauses of a house with those of one of its files first.
type Clauses = BTreeMap<(String, Option<String>), ClauseIndex>;

/// A copy of a shelf is made to have other books, so it begins with no book read; its clauses are the same.
impl Clone for Kept {
    fn clone(&self) -> Kept {
        Kept { clauses: Arc::clone(&self.clauses), ..Kept::default() }
    }
}

impl Kept {
    /// The clauses as they were read before, or as they are read now.
    pub(crate) fn clauses(
        &self,
        house: &str,
        own: Option<&str>,
        read: impl FnOnce() -> Result<ClauseIndex, Problem>,
    ) -> Result<ClauseIndex, Problem> {
        kept(&self.clauses, &(house.to_owned(), own.map(str::to_owned)), read)
    }

    /// The book as it was read before, or as it is read now.
    pub(crate) fn book(
        &self,
        id: &BookId,
        read: impl FnOnce() -> Result<Book, Problem>,
    ) -> Result<Book, Problem> {
        kept(&self.books, id, read)
    }

    /// The house as it was read before, or as it is read now.
    pub(crate) fn house(
        &self,
        name: &str,
        read: impl FnOnce() -> Result<House, Problem>,
    ) -> Result<House, Problem> {
        kept(&self.houses, &name.to_owned(), read)
    }

    /// The rates of a book as they were read before for the same clauses, or as they are read now.
    pub(crate) fn rates(
        &self,
        book: &Book,
        read: impl FnOnce() -> Result<Reading<RatesFile>, Problem>,
    ) -> Result<Reading<RatesFile>, Problem> {
        let mut rates = self.rates.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((clauses, known)) = rates.get(&book.id)
            && Arc::ptr_eq(clauses, &book.clauses)
        {
            return Ok(known.clone());
        }
        let known = read()?;
        rates.insert(book.id.clone(), (Arc::clone(&book.clauses), known.clone()));
        Ok(known)
    }
}

fn kept<K: Ord + Clone, V: Clone>(
    known: &Mutex<BTreeMap<K, V>>,
    name: &K,
    read: impl FnOnce() -> Result<V, Problem>,
) -> Result<V, Problem> {
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(value) = known.get(name) {
        return Ok(value.clone());
    }
    let value = read()?;
    known.insert(name.clone(), value.clone());
    Ok(value)
}
