//! Breaks the rules of books, rates and houses one value at a time, to see whether a worked case notices.

mod file;
mod notes;
mod values;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use books::Shelf;

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
    /// The file cannot be read with it.
    Refused,
    /// A case of the book fails: its title.
    Noticed(String),
    /// No case notices, but another transcription of the filing says otherwise: where.
    Unlike(String),
    /// Every case of the book passes as before.
    Unnoticed,
    /// The file can be read with it, and a case cannot be played: its title.
    Unplayable(String),
    /// Nothing else is known that could stand there.
    Untried,
}

/// One value of a file put otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flip {
    /// The book, or the file of rates or of a house, such as "marina/rates/holdem" and "marina/house".
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

/// Flips the values of some files; only cases with an expectation count, and only those that are played by the file.
///
/// Where no case notices, `unlike` may say where the file on a shelf differs from what was filed.
#[must_use]
pub fn survey(
    shelf: &Shelf,
    files: &[Breakable<'_>],
    cases: &[Scenario],
    depth: Depth,
    is_meant: impl Fn(&str) -> bool,
    unlike: impl Fn(&str, &Shelf) -> Option<String> + Sync,
) -> Vec<Flip> {
    let mut filed = Tables::new(shelf.clone());
    // A case that fails by the filed rules notices nothing.
    let passing: Vec<&Scenario> =
        cases.iter().filter(|case| case.has_expectation() && crate::run(case, "", &mut filed).pass).collect();
    let mut work = Vec::new();
    for file in files {
        let own: Vec<&Scenario> = passing.iter().copied().filter(|case| file.is_played_by(case)).collect();
        let places = file.places().into_iter().filter(|place| is_meant(&place.key));
        work.extend(places.map(|place| (file, place, own.clone())));
    }
    let found = side_by_side(&work, |(file, place, own)| try_flips(file, place, own, depth, &unlike));
    found.into_iter().flatten().collect()
}

/// Tries the flips of one value: up to the first that is read, or all. Cases that claim what it cites come first.
fn try_flips(
    file: &Breakable<'_>,
    place: &Place,
    cases: &[&Scenario],
    depth: Depth,
    unlike: &impl Fn(&str, &Shelf) -> Option<String>,
) -> Vec<Flip> {
    let cited = file.cited_by(&place.key);
    let schedule = |case: &Scenario| case.schedule.as_ref().map(|handle| handle.0.clone());
    let concerned = cases.iter().filter(|case| file.concerns(&place.key, schedule(case).as_deref()));
    let (first, rest): (Vec<&Scenario>, Vec<&Scenario>) =
        concerned.partition(|case| case.claims().any(|clause| cited.contains(&clause)));
    let (name, from) = (file.handle().to_owned(), values::shown(&place.value));
    let flip = |to: String, fate: Fate| Flip {
        book: name.clone(),
        key: place.key.clone(),
        from: from.clone(),
        to,
        fate,
    };
    let mut tried = Vec::new();
    for (to, broken) in file.flips(place) {
        let fate = match file.tables(&broken) {
            None => Fate::Refused,
            Some(mut tables) => {
                let mut ordered = first.iter().chain(&rest);
                let noticed = ordered.find_map(|case| fate_of(case, &mut tables));
                noticed
                    .or_else(|| unlike(file.handle(), tables.shelf()).map(Fate::Unlike))
                    .unwrap_or(Fate::Unnoticed)
            }
        };
        let is_read = fate != Fate::Refused;
        tried.push(flip(to, fate));
        if is_read && depth == Depth::One {
            break;
        }
    }
    if tried.is_empty() {
        tried.push(flip("nothing else".to_owned(), Fate::Untried));
    }
    // One flip a value: those that are refused count only where nothing else can be put there.
    if depth == Depth::One && tried.len() > 1 {
        tried.drain(..tried.len() - 1);
    }
    tried
}

/// What a case says of broken rules; nothing if it passes by them.
fn fate_of(case: &Scenario, tables: &mut Tables) -> Option<Fate> {
    match catch_unwind(AssertUnwindSafe(|| crate::run(case, "", tables).pass)) {
        Ok(true) => None,
        Ok(false) => Some(Fate::Noticed(case.title.clone())),
        Err(_) => Some(Fate::Unplayable(case.title.clone())),
    }
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
