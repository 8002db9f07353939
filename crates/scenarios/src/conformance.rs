//! Counts which clauses of each book are proven: a worked case fails once a rule that cites the clause is broken.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use books::{BookId, ClauseEntry, ClauseKind, Problem, Shelf};
use serde::Serialize;

use crate::Scenario;
use crate::flip::{Breakable, Place, side_by_side};
use crate::report::Report;

/// How a clause stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// Nothing proves it, and no reason is known.
    Open,
    /// About things, or beyond what a table can show; the list of reasons says what.
    Things,
    /// About how people behave.
    People,
    /// About what is shown.
    Notice,
    /// Says what a word means.
    Word,
    /// About the law.
    Law,
    /// No case plays it: all that is shown is that a book which says otherwise is refused.
    Refused,
    /// A case claims it, but does not fail when a rule that cites it is broken.
    Unmoved,
    /// A case shows it, but no key of the book, its rates or its house cites it.
    Uncited,
    /// A case plays it, and every other value that was put in the keys that cite it is refused by the check, so that no
    /// case can be played with it broken. It is counted apart from what is proven.
    Fixed,
    /// A case that claims it fails once a rule that cites it is broken.
    Proven,
}

impl Standing {
    /// All, best first.
    pub const ALL: [Standing; 11] = [
        Standing::Proven,
        Standing::Fixed,
        Standing::Uncited,
        Standing::Refused,
        Standing::Unmoved,
        Standing::People,
        Standing::Notice,
        Standing::Word,
        Standing::Law,
        Standing::Things,
        Standing::Open,
    ];

    /// Its word, as heads of columns have it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Standing::Open => "open",
            Standing::Things => "things",
            Standing::People => "people",
            Standing::Notice => "notices",
            Standing::Word => "words",
            Standing::Law => "law",
            Standing::Refused => "refused",
            Standing::Unmoved => "unmoved",
            Standing::Uncited => "uncited",
            Standing::Fixed => "fixed",
            Standing::Proven => "proven",
        }
    }
}

/// A clause that is not proven.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unproven {
    /// Its name.
    pub clause: String,
    /// What it is about.
    pub kind: &'static str,
    /// How it stands.
    pub standing: Standing,
    /// Whether a key of the book, its rates or its house cites it.
    pub is_cited: bool,
    /// Why it is not proven, if that is known.
    pub reason: String,
}

/// How far one book is proven.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BookConformance {
    /// The book.
    pub book: String,
    /// How many clauses are proven.
    pub proven: usize,
    /// How many clauses the book has.
    pub total: usize,
    /// The others.
    pub unproven: Vec<Unproven>,
}

impl BookConformance {
    /// How many clauses stand so.
    #[must_use]
    pub fn count(&self, standing: Standing) -> usize {
        match standing {
            Standing::Proven => self.proven,
            standing => self.unproven.iter().filter(|clause| clause.standing == standing).count(),
        }
    }
}

/// How far all books are proven.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conformance {
    /// Book by book.
    pub books: Vec<BookConformance>,
}

/// Counts the clauses of every book on the shelf, and of every file of house rules; `is_meant` narrows down the books.
///
/// # Errors
/// When a book on the shelf cannot be read.
pub fn conformance(
    shelf: &Shelf,
    cases: &[(Scenario, Report)],
    is_meant: impl Fn(&str) -> bool,
) -> Result<Conformance, Problem> {
    let mut books = Vec::new();
    let passing: Vec<&Scenario> = cases
        .iter()
        .filter(|(case, report)| report.pass && case.has_expectation())
        .map(|(case, _)| case)
        .collect();
    let mut houses: BTreeSet<&str> = BTreeSet::new();
    let house_files: Vec<(&str, &str)> =
        shelf.house_files().filter(|(house, file)| is_meant(&format!("{house}/{file}"))).collect();
    houses.extend(house_files.iter().map(|(house, _)| *house));
    let is_asked = |id: &BookId| is_meant(&id.to_string()) || houses.contains(id.house.as_str());
    let ids: Vec<BookId> = shelf.ids().filter(is_asked).collect();
    let found = tried(shelf, &ids, &passing, &is_meant)?;
    for id in ids.iter().filter(|id| is_meant(&id.to_string())) {
        let own = shelf.book(id)?;
        let entries = own.clauses.iter().map(|(_, entry)| entry).filter(|entry| !entry.name.contains('/'));
        let name = id.to_string();
        books.push(count(&name, entries, |clause| found.get(&(id.clone(), clause.to_owned())).copied()));
    }
    for (house, file) in house_files {
        let index = shelf.clauses(house, None)?;
        let prefix = format!("{file}/");
        let entries = index.iter().map(|(_, entry)| entry).filter(|entry| entry.name.starts_with(&prefix));
        let of_house = |clause: &str| {
            let best = found.iter().filter(|((id, name), _)| id.house == house && name == clause);
            best.map(|(_, found)| *found).reduce(|one, other| Found {
                claimed: one.claimed.max(other.claimed),
                is_cited: one.is_cited || other.is_cited,
            })
        };
        books.push(count(&format!("{house}/{file}"), entries, of_house));
    }
    books.sort_by(|one, other| one.book.cmp(&other.book));
    Ok(Conformance { books })
}

/// What breaking the rules of one book told about a clause.
#[derive(Clone, Copy, Debug)]
struct Found {
    /// How it stands by the cases that claim it, if any do.
    claimed: Option<Standing>,
    is_cited: bool,
}

/// Breaks what cites the clauses of some books.
fn tried(
    shelf: &Shelf,
    ids: &[BookId],
    cases: &[&Scenario],
    is_meant: impl Fn(&str) -> bool,
) -> Result<BTreeMap<(BookId, String), Found>, Problem> {
    let mut all = Vec::new();
    for id in ids {
        let files = Breakable::all(shelf, id)?;
        let places: Vec<Vec<Place>> = files.iter().map(Breakable::places).collect();
        all.push((id, files, places));
    }
    let mut work = Vec::new();
    for (id, files, places) in &all {
        let name = id.to_string();
        let book = shelf.book(id)?;
        for (_, entry) in book.clauses.iter().filter(|(_, entry)| entry.kind != ClauseKind::Ruling) {
            let file = entry.name.split_once('/').map_or(id.game.as_str(), |(file, _)| file);
            if !is_meant(&name) && !is_meant(&format!("{}/{file}", id.house)) {
                continue;
            }
            let clause = entry.name.as_str();
            let claiming: Vec<&Scenario> = cases
                .iter()
                .copied()
                .filter(|case| case.book == name && case.claims().any(|claim| claim == clause))
                .collect();
            let mut citing: Vec<(&Breakable<'_>, &Place)> = Vec::new();
            for (file, places) in files.iter().zip(places) {
                let cites = |place: &&Place| file.cited_by(&place.key).contains(&clause);
                citing.extend(places.iter().filter(cites).map(|place| (file, place)));
            }
            work.push(((*id).clone(), clause.to_owned(), claiming, citing));
        }
    }
    let found = side_by_side(&work, |(id, clause, claiming, citing)| {
        let claimed = (!claiming.is_empty()).then(|| standing(claiming, citing));
        ((id.clone(), clause.clone()), Found { claimed, is_cited: !citing.is_empty() })
    });
    Ok(found.into_iter().collect())
}

/// How a clause stands by the cases that claim it.
fn standing(claiming: &[&Scenario], citing: &[(&Breakable<'_>, &Place)]) -> Standing {
    if citing.is_empty() {
        return Standing::Uncited;
    }
    let mut shown = Standing::Unmoved;
    let (mut is_read, mut is_refused) = (false, false);
    for (file, place) in citing {
        let schedule = |case: &Scenario| case.schedule.as_ref().map(|handle| handle.0.clone());
        let concerned: Vec<&&Scenario> =
            claiming.iter().filter(|case| file.concerns(&place.key, schedule(case).as_deref())).collect();
        if concerned.is_empty() {
            continue;
        }
        let is_played = concerned.iter().any(|case| !expects_refused_book(case));
        if shown != Standing::Fixed {
            shown = if is_played { Standing::Fixed } else { Standing::Refused };
        }
        let single = file.flips(place).into_iter().map(|(_, broken)| broken);
        for broken in single.chain(file.joint_breaks(place)) {
            let Some(mut tables) = file.tables(&broken) else {
                is_refused = true;
                continue;
            };
            is_read = true;
            if concerned.iter().any(|case| !crate::run(case, "", &mut tables).pass) {
                return Standing::Proven;
            }
        }
    }
    // Fixed is only what was put otherwise and refused each time: where nothing could be tried, nothing holds it.
    if is_read || !is_refused { Standing::Unmoved } else { shown }
}

/// Whether all that a case shows is that a book with some of its values put otherwise is refused.
fn expects_refused_book(case: &Scenario) -> bool {
    let is_changed = case.rules.is_some() || case.rates.is_some();
    is_changed && case.expect.as_ref().is_some_and(|expect| expect.because.is_some())
}

fn count<'a>(
    book: &str,
    entries: impl Iterator<Item = &'a ClauseEntry>,
    found: impl Fn(&str) -> Option<Found>,
) -> BookConformance {
    let mut line = BookConformance { book: book.to_owned(), proven: 0, total: 0, unproven: Vec::new() };
    for entry in entries.filter(|entry| entry.kind != ClauseKind::Ruling) {
        line.total += 1;
        let found = found(&entry.name);
        let is_cited = found.is_some_and(|found| found.is_cited);
        let own = own_reason(book, &entry.name);
        let claimed = found.and_then(|found| found.claimed);
        // What only a refused book shows is about things where the list of reasons says so.
        let claimed = claimed.filter(|standing| own.is_none() || *standing != Standing::Refused);
        let standing = claimed.unwrap_or_else(|| unclaimed(entry.kind, own));
        if standing == Standing::Proven {
            line.proven += 1;
            continue;
        }
        let reason = own.unwrap_or_else(|| reason(standing)).to_owned();
        let (clause, kind) = (entry.name.clone(), entry.kind.word());
        line.unproven.push(Unproven { clause, kind, standing, is_cited, reason });
    }
    line
}

/// How a clause stands that no case claims.
fn unclaimed(kind: ClauseKind, own: Option<&str>) -> Standing {
    match kind {
        ClauseKind::Conduct => Standing::People,
        ClauseKind::Notice => Standing::Notice,
        ClauseKind::Definition => Standing::Word,
        ClauseKind::Legal => Standing::Law,
        _ if own.is_some() => Standing::Things,
        _ => Standing::Open,
    }
}

/// Reasons that belong to single clauses, book by book.
static REASONS: LazyLock<toml::Table> = LazyLock::new(|| {
    include_str!("../../../clauses/unproven.toml")
        .parse()
        .expect("clauses/unproven.toml is a table of tables")
});

fn own_reason(book: &str, clause: &str) -> Option<&'static str> {
    REASONS.get(book).and_then(|clauses| clauses.get(clause)).and_then(toml::Value::as_str)
}

/// Why clauses that stand so are not proven, where nothing is said about one of them.
fn reason(standing: Standing) -> &'static str {
    match standing {
        Standing::People => "about how people behave: software reminds and records",
        Standing::Notice => "about what is shown: the posted notice carries it",
        Standing::Word => "says what a word means: the clauses that use the word are proven",
        Standing::Law => "about the law: the rotation and the checks of schedules keep it",
        Standing::Fixed => {
            "a case plays it; every other value that was put in the keys that cite it is refused"
        }
        Standing::Refused => "no case plays it; a book that says otherwise is refused",
        Standing::Uncited => "a case shows it; no key cites it",
        Standing::Unmoved => "a case claims it, but passes whatever is put in the keys that cite it",
        Standing::Proven | Standing::Things | Standing::Open => "",
    }
}
