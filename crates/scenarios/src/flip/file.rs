//! A file of rules whose values can be broken: a book, the rates it names, or its house.

use std::sync::LazyLock;

use books::read::{Citation, Severity, Source};
use books::{Book, BookId, Problem, Shelf};
use serde::Deserialize;
use toml::{Table, Value};

use super::values::{self, Place};
use crate::format::Scenario;
use crate::tables::Tables;

/// Which of the files that a book plays by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// The book itself.
    Book,
    /// Its collection schedules.
    Rates,
    /// Its house.
    House,
}

/// Values of some books that are put otherwise together.
#[derive(Deserialize)]
struct Joint {
    books: Vec<String>,
    set: Table,
}

#[derive(Deserialize)]
struct Joints {
    joint: Vec<Joint>,
}

static JOINTS: LazyLock<Joints> = LazyLock::new(|| {
    toml::from_str(include_str!("../../joint.toml")).expect("joint.toml is a list of values put otherwise")
});

/// A file whose values can be broken.
pub struct Breakable<'s> {
    shelf: &'s Shelf,
    ids: Vec<BookId>,
    kind: FileKind,
    path: String,
    name: String,
    whole: Table,
    cites: Vec<(String, Vec<String>)>,
}

impl<'s> Breakable<'s> {
    /// A book on the shelf.
    ///
    /// # Errors
    /// When it cannot be read as it is.
    pub fn book(shelf: &'s Shelf, id: &BookId) -> Result<Breakable<'s>, Problem> {
        let book = shelf.book(id)?;
        let path = format!("{}/{}.toml", id.house, id.game);
        Breakable::new(shelf, &book, FileKind::Book, path, &book.citations)
    }

    /// The files that a book plays by: itself, its rates if it has any, and its house.
    ///
    /// # Errors
    /// When one of them cannot be read as it is.
    pub fn all(shelf: &'s Shelf, id: &BookId) -> Result<Vec<Breakable<'s>>, Problem> {
        let book = shelf.book(id)?;
        let mut files = vec![Breakable::book(shelf, id)?];
        if let Some(rates) = shelf.rates(&book)? {
            let path = format!("{}/rates/{}.toml", id.house, book.header().rates);
            files.push(Breakable::new(shelf, &book, FileKind::Rates, path, &rates.citations)?);
        }
        let path = format!("{}/house.toml", id.house);
        if let Some(source) = shelf.file(&path) {
            let clauses = shelf.clauses(&id.house, None)?;
            let citations = shelf.read_house(&id.house, source)?.citations;
            let mut house = Breakable::new(shelf, &book, FileKind::House, path, &[])?;
            house.cites = named(&citations, |clause| clauses.name(clause));
            files.push(house);
        }
        Ok(files)
    }

    fn new(
        shelf: &'s Shelf,
        book: &Book,
        kind: FileKind,
        path: String,
        citations: &[Citation],
    ) -> Result<Breakable<'s>, Problem> {
        let source = shelf.file(&path).ok_or_else(|| Problem::Missing(format!("there is no file {path}")))?;
        let whole: Table =
            source.text.parse().map_err(|error| Problem::Unreadable(format!("{}: {error}", source.name)))?;
        let cites = named(citations, |clause| book.clause_name(clause));
        let (ids, name) = (vec![book.id.clone()], source.name.clone());
        Ok(Breakable { shelf, ids, kind, path, name, whole, cites })
    }

    /// Every file that some books play by, once, with all the books that play by it: books, rates and houses.
    ///
    /// # Errors
    /// When one of them cannot be read as it is.
    pub fn every(shelf: &'s Shelf) -> Result<Vec<Breakable<'s>>, Problem> {
        let mut files: Vec<Breakable<'s>> = Vec::new();
        for id in shelf.ids() {
            for file in Breakable::all(shelf, &id)? {
                match files.iter_mut().find(|known| known.path == file.path) {
                    None => files.push(file),
                    Some(known) => {
                        known.ids.extend(file.ids);
                        known.cites.extend(file.cites);
                    }
                }
            }
        }
        files.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(files)
    }

    /// Its name, which is that of the book for a book, and otherwise such as "marina/rates/holdem" or "marina/house".
    #[must_use]
    pub fn handle(&self) -> &str {
        self.path.trim_end_matches(".toml")
    }

    /// Whether a case may notice something of the file: it is played by it, in a house's case on a table with a clock.
    #[must_use]
    pub fn is_played_by(&self, case: &Scenario) -> bool {
        let is_own = self.ids.iter().any(|id| id.to_string() == case.book);
        is_own && (self.kind != FileKind::House || case.timeline.is_some())
    }

    /// All values that decide something, and the entries of lists.
    #[must_use]
    pub fn places(&self) -> Vec<Place> {
        values::places(&self.whole)
    }

    /// The clauses that a key cites, and those of the sections and lists around it.
    ///
    /// A figure in the row of a schedule rests on what the row cites, and on what its table says about who pays it.
    #[must_use]
    pub fn cited_by(&self, key: &str) -> Vec<&str> {
        let around = self.cites.iter().filter(|(citing, _)| is_within(key, citing));
        let mut clauses: Vec<&str> = around.flat_map(|(_, clauses)| clauses).map(String::as_str).collect();
        let parts: Vec<&str> = key.split('.').collect();
        if let (FileKind::Rates, ["table", table, "schedule", row, figure, ..]) = (self.kind, &parts[..]) {
            let payer = match (*figure, parts.last()) {
                ("bands", _) => "pot_fee",
                ("tiers", _) | ("wager_tiers", Some(&"bank_fee")) => "bank_fee",
                ("wager_tiers", _) => "player_fee",
                (other, _) => other,
            };
            let of_row = format!("table.{table}.schedule.{row}");
            let of_payer = format!("table.{table}.who_pays.{payer}");
            let more =
                self.cites.iter().filter(|(citing, _)| is_within(citing, &of_row) || *citing == of_payer);
            clauses.extend(more.flat_map(|(_, clauses)| clauses).map(String::as_str));
        }
        clauses
    }

    /// Whether a schedule's case can notice anything at a key: rows of other schedules do not concern it.
    #[must_use]
    pub fn concerns(&self, key: &str, schedule: Option<&str>) -> bool {
        let parts: Vec<&str> = key.split('.').collect();
        let (FileKind::Rates, ["table", table, "schedule", row, ..]) = (self.kind, &parts[..]) else {
            return true;
        };
        let word =
            |field: &str| match values::get(&self.whole, &format!("table.{table}.schedule.{row}.{field}")) {
                Some(Value::String(text)) => Some(text.clone()),
                Some(Value::Integer(number)) => Some(number.to_string()),
                _ => None,
            };
        word("handle").or_else(|| word("option")).as_deref() == schedule
    }

    /// The file with other values in a place, each with what was put there.
    #[must_use]
    pub fn flips(&self, place: &Place) -> Vec<(String, Table)> {
        if place.is_entry {
            let table = values::without(&self.whole, &place.key);
            return table.map(|table| ("nothing".to_owned(), table)).into_iter().collect();
        }
        let words = match &place.value {
            Value::String(_) => self.words_for(&place.key),
            _ => Vec::new(),
        };
        let mut others = values::others(&place.value, &words);
        if others.is_empty() && place.value.is_str() {
            others = values::strangers(&self.whole, place);
        }
        let others = others.into_iter();
        others
            .filter_map(|other| {
                let to = values::shown(&other);
                Some((to, values::with(&self.whole, &place.key, other)?))
            })
            .collect()
    }

    /// The book with several values put otherwise at once, where one of them alone would contradict the others; only
    /// those breaks that change the place.
    #[must_use]
    pub fn joint_breaks(&self, place: &Place) -> Vec<Table> {
        let is_meant = |joint: &&Joint| {
            let is_of_book = joint.books.iter().any(|book| book == self.handle());
            is_of_book && joint.set.contains_key(&place.key)
        };
        let broken = |joint: &Joint| {
            joint
                .set
                .iter()
                .try_fold(self.whole.clone(), |table, (key, value)| values::with(&table, key, value.clone()))
        };
        JOINTS.joint.iter().filter(is_meant).filter_map(broken).collect()
    }

    /// Tables that play by the broken file; nothing if it is refused.
    #[must_use]
    pub fn tables(&self, broken: &Table) -> Option<Tables> {
        let shelf = self.shelf_with(broken);
        self.read(&shelf).is_ok().then(|| Tables::new(shelf))
    }

    fn shelf_with(&self, broken: &Table) -> Shelf {
        let source = Source::new(format!("{} broken", self.name), broken.to_string());
        self.shelf.with_file(&self.path, source)
    }

    fn read(&self, shelf: &Shelf) -> Result<(), Problem> {
        match self.kind {
            FileKind::Book | FileKind::Rates => {
                self.ids.iter().try_for_each(|id| shelf.rates(&shelf.book(id)?).map(|_| ()))
            }
            FileKind::House => self.ids.iter().try_for_each(|id| shelf.house(&id.house).map(|_| ())),
        }
    }

    /// The words that may stand at a key: a nonsense word makes the reader name them.
    fn words_for(&self, key: &str) -> Vec<String> {
        let Some(nonsense) = values::with(&self.whole, key, Value::String("?".to_owned())) else {
            return Vec::new();
        };
        let Err(Problem::Faulty(faults)) = self.read(&self.shelf_with(&nonsense)) else { return Vec::new() };
        let errors = faults.iter().filter(|fault| fault.severity == Severity::Error);
        let texts = errors.flat_map(|fault| [Some(&fault.label), fault.help.as_ref()]).flatten();
        texts.flat_map(|text| text.split('"').skip(1).step_by(2)).map(str::to_owned).collect()
    }
}

fn is_within(key: &str, section: &str) -> bool {
    key.strip_prefix(section).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

fn named<'c>(citations: &[Citation], name: impl Fn(books::Clause) -> &'c str) -> Vec<(String, Vec<String>)> {
    let named = |citation: &Citation| {
        let clauses = citation.clauses.iter().map(|clause| name(*clause).to_owned()).collect();
        (citation.key.clone(), clauses)
    };
    citations.iter().map(named).collect()
}
