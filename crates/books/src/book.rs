//! A book: one game as one house plays it.

use std::fmt;
use std::sync::Arc;

use toml::de::DeTable;

use crate::header::{Family, Header};
use crate::rates::{RatesFile, Schedule};
use crate::read::{Citation, Fault, Faults, Read, Reader, Reading, Section, Source, Value, read_source};
use crate::rules::Rules;
use crate::{Clause, ClauseIndex};

/// The name of a book: its house and its game, as in "mortimers/no-bust-6".
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BookId {
    /// The folder of the house.
    pub house: String,
    /// The file of the game, without its ending.
    pub game: String,
}

impl BookId {
    /// The id of a house's game.
    pub fn new(house: impl Into<String>, game: impl Into<String>) -> BookId {
        BookId { house: house.into(), game: game.into() }
    }
}

impl fmt::Display for BookId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}/{}", self.house, self.game))
    }
}

/// One game as one house plays it: rules, clauses and what cites what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// Its name.
    pub id: BookId,
    /// Its rules.
    pub rules: Rules,
    /// The clauses it may cite.
    pub clauses: Arc<ClauseIndex>,
    /// What each key cites.
    pub citations: Vec<Citation>,
    /// Faults that did not stop it from loading.
    pub remarks: Vec<Fault>,
}

impl Book {
    /// Reads a book whose clauses are known.
    ///
    /// # Errors
    /// All faults of the file.
    pub fn read(id: BookId, source: &Source, clauses: ClauseIndex) -> Result<Book, Faults> {
        let Reading { value: rules, citations, remarks } = Rules::read(family(source)?, source, &clauses)?;
        Ok(Book { id, rules, clauses: Arc::new(clauses), citations, remarks })
    }

    /// Which clause file of the house a book says it restates, as far as the file can be made out.
    #[must_use]
    pub fn clause_file(source: &Source) -> Option<String> {
        peek(source, "clauses")
    }

    /// What the book begins with.
    #[must_use]
    pub fn header(&self) -> &Header {
        self.rules.header()
    }

    /// Where the book and its rates contradict each other: the key of the book, and what its schedules say.
    #[must_use]
    pub fn unfit_rates(&self, rates: &RatesFile) -> Option<(&'static str, &'static str)> {
        let schedules: Vec<&Schedule> = rates.schedules(&self.id.game).collect();
        self.rules.face().unfit_rates(&schedules)
    }

    /// The name of a clause as this book cites it.
    #[must_use]
    pub fn clause_name(&self, clause: Clause) -> &str {
        self.clauses.name(clause)
    }
}

/// A text of the `[book]` section, before anything is known about the file.
fn peek(source: &Source, key: &str) -> Option<String> {
    let (document, _) = DeTable::parse_recoverable(&source.text);
    let book = document.get_ref().get("book")?.get_ref().as_table()?.get(key)?;
    book.get_ref().as_str().map(str::to_owned)
}

/// The family a file says it belongs to; without one nothing else in it can be understood.
fn family(source: &Source) -> Result<Family, Faults> {
    Ok(read_source::<AnyBook>(source, &ClauseIndex::default(), |_, _| ())?.value.family)
}

struct AnyBook {
    family: Family,
}

impl Read for AnyBook {
    fn expected() -> String {
        "a table with name, family, approval, clauses, rates, seats".to_owned()
    }

    fn read(value: Value<'_>, reader: &mut Reader<'_>) -> Option<AnyBook> {
        let mut file = Section::open(value, "a book", reader)?;
        let header = file.required("book", &Self::expected(), reader)?;
        let family = header.get_ref().as_table().and_then(|table| table.get("family"));
        match family {
            Some(family) => reader
                .within("book.family", family.span(), |reader| Family::read(family, reader))
                .map(|family| AnyBook { family }),
            None => {
                let fault = Fault::error(header.span(), "[book] has no key \"family\"", "missing here");
                reader.fault(fault.with_help(format!("add family = ..., {}", Family::expected())));
                None
            }
        }
    }
}
