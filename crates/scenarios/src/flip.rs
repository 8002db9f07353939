//! Breaks the rules of a book one value at a time, to see whether a worked case of the book notices.

mod file;
mod notes;
mod values;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use books::{BookId, Problem, Shelf};

use crate::format::Scenario;
use crate::tables::Tables;

pub use file::{Breakable, FileKind};
pub use notes::{Note, Notes};
pub use values::Place;

/// How many flips of a value are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// The first that can be read.
    One,
    /// All.
    All,
}

/// What became of a flip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The book cannot be read with it.
    Refused,
    /// A case of the book fails: its title.
    Noticed(String),
    /// Every case of the book passes as before.
    Unnoticed,
}

/// One value of a book put otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flip {
    /// The book.
    pub book: String,
    /// The key with its sections; lists count from 1.
    pub key: String,
    /// What stood there.
    pub from: String,
    /// What was put there.
    pub to: String,
    /// What became of it.
    pub fate: Fate,
}

/// Flips the values of some books; only cases with an expectation count, and only those of the book.
///
/// # Errors
/// When a book cannot be read as it is.
pub fn survey(
    shelf: &Shelf,
    ids: &[BookId],
    cases: &[Scenario],
    depth: Depth,
    is_meant: impl Fn(&str) -> bool,
) -> Result<Vec<Flip>, Problem> {
    let books: Vec<Breakable<'_>> =
        ids.iter().map(|id| Breakable::book(shelf, id)).collect::<Result<_, _>>()?;
    let mut work = Vec::new();
    let mut filed = Tables::new(shelf.clone());
    for book in &books {
        let name = book.id().to_string();
        // A case that fails by the filed rules notices nothing.
        let own: Vec<&Scenario> = cases
            .iter()
            .filter(|case| case.book == name && case.has_expectation())
            .filter(|case| crate::run(case, "", &mut filed).pass)
            .collect();
        let places = book.places().into_iter().filter(|place| is_meant(&place.key));
        work.extend(places.map(|place| (book, place, own.clone())));
    }
    let found = side_by_side(&work, |(book, place, own)| try_flips(book, place, own, depth));
    Ok(found.into_iter().flatten().collect())
}

/// Tries the flips of one value: up to the first that is read, or all. Cases that claim what it cites come first.
fn try_flips(book: &Breakable<'_>, place: &Place, cases: &[&Scenario], depth: Depth) -> Vec<Flip> {
    let cited = book.cited_by(&place.key);
    let (first, rest): (Vec<&Scenario>, Vec<&Scenario>) =
        cases.iter().partition(|case| case.claims().any(|clause| cited.contains(&clause)));
    let mut tried = Vec::new();
    for (to, broken) in book.flips(place) {
        let fate = match book.tables(&broken) {
            None => Fate::Refused,
            Some(mut tables) => {
                let mut ordered = first.iter().chain(&rest);
                let failing = ordered.find(|case| !crate::run(case, "", &mut tables).pass);
                failing.map_or(Fate::Unnoticed, |case| Fate::Noticed(case.title.clone()))
            }
        };
        let is_read = fate != Fate::Refused;
        let (name, key, from) = (book.id().to_string(), place.key.clone(), values::shown(&place.value));
        tried.push(Flip { book: name, key, from, to, fate });
        if is_read && depth == Depth::One {
            break;
        }
    }
    // One flip a value: those that are refused count only where nothing else can be put there.
    if depth == Depth::One && tried.len() > 1 {
        tried.drain(..tried.len() - 1);
    }
    tried
}

/// Does work on all cores and gives what came out in the order of the work.
pub(crate) fn side_by_side<W: Sync, R: Send>(work: &[W], todo: impl Fn(&W) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::with_capacity(work.len()));
    let threads = thread::available_parallelism().map_or(1, usize::from).min(work.len());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(piece) = work.get(place) else { break };
                    let result = todo(piece);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((place, result));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, result)| result).collect()
}
