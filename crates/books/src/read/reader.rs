//! Walks a TOML file into typed values and goes on after each fault, so that people see all of them at once.

use std::collections::BTreeMap;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::fault::{Fault, Faults, Severity};
use super::source::Source;
use crate::{Clause, ClauseIndex};

/// A value of a file, with its place.
pub type Value<'a> = &'a Spanned<DeValue<'a>>;

/// The clauses that one key of a file cites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Citation {
    /// The key with its sections, such as "split.most".
    pub key: String,
    /// The clauses, most important first.
    pub clauses: Vec<Clause>,
}

/// What reading a file collects besides the values: faults, places and citations.
pub struct Reader<'a> {
    clauses: &'a ClauseIndex,
    faults: Vec<Fault>,
    path: Vec<String>,
    places: BTreeMap<String, Range<usize>>,
    citations: Vec<Citation>,
}

/// A value together with what its file cites for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading<T> {
    /// The typed value.
    pub value: T,
    /// What the keys cite.
    pub citations: Vec<Citation>,
    /// Faults that do not stop the file from loading.
    pub remarks: Vec<Fault>,
}

/// A value that a person can write in a file of rules.
pub trait Read: Sized {
    /// What a person should write, such as "a whole number".
    fn expected() -> String;

    /// The typed value, or nothing after a fault was noted.
    fn read(value: Value<'_>, reader: &mut Reader<'_>) -> Option<Self>;

    /// The value of a section's key; a missing key is a fault unless the type says otherwise.
    fn field(section: &mut Section<'_>, key: &'static str, reader: &mut Reader<'_>) -> Option<Self> {
        let value = section.required(key, &Self::expected(), reader)?;
        reader.within(key, value.span(), |reader| Self::read(value, reader))
    }
}

/// Reads a whole file, then lets `check` look for contradictions between its values.
///
/// # Errors
/// All faults of the file when at least one of them is an error.
pub fn read_source<T: Read>(
    source: &Source,
    clauses: &ClauseIndex,
    check: impl FnOnce(&T, &mut Reader<'_>),
) -> Result<Reading<T>, Faults> {
    let (document, syntax) = DeTable::parse_recoverable(&source.text);
    let mut reader = Reader {
        clauses,
        faults: syntax.iter().map(|error| syntax_fault(error, source)).collect(),
        path: Vec::new(),
        places: BTreeMap::new(),
        citations: Vec::new(),
    };
    let mut value = None;
    if reader.faults.is_empty() {
        let span = document.span();
        let whole = Spanned::new(span, DeValue::Table(document.into_inner()));
        value = T::read(&whole, &mut reader);
        if let Some(value) = &value
            && !reader.is_refused()
        {
            let before = reader.faults.len();
            check(value, &mut reader);
            if source.is_kept {
                reader.faults.truncate(before);
            }
        }
    }
    let refused = reader.is_refused();
    match value {
        Some(value) if !refused => Ok(Reading { value, citations: reader.citations, remarks: reader.faults }),
        _ => Err(Faults::new(source.clone(), reader.faults)),
    }
}

fn syntax_fault(error: &toml::de::Error, source: &Source) -> Fault {
    let span = error.span().unwrap_or(0..source.text.len().min(1));
    Fault::error(span, "this is not TOML", error.message().trim())
}

impl<'a> Reader<'a> {
    /// The clauses that keys may cite.
    #[must_use]
    pub fn clauses(&self) -> &'a ClauseIndex {
        self.clauses
    }

    /// Notes a fault and goes on.
    pub fn fault(&mut self, fault: Fault) {
        self.faults.push(fault);
    }

    /// Notes a fault of the value at `key`, a path such as "split.most" in the section being read.
    pub fn fault_at(
        &mut self,
        key: &str,
        severity: Severity,
        what: impl Into<String>,
        label: impl Into<String>,
    ) {
        let span = self.place(key);
        self.faults.push(Fault { severity, ..Fault::error(span, what, label) });
    }

    /// Notes that a value should have been something else.
    pub fn expected(&mut self, value: Value<'_>, expected: &str) {
        let found = match value.get_ref() {
            DeValue::Table(_) => "a table".to_owned(),
            DeValue::Array(_) => "an array".to_owned(),
            DeValue::String(text) => format!("the text \"{text}\""),
            DeValue::Integer(number) => format!("the number {}", number.as_str()),
            DeValue::Float(number) => format!("the number {}", number.as_str()),
            DeValue::Boolean(truth) => truth.to_string(),
            DeValue::Datetime(date) => format!("the date {date}"),
        };
        let what = format!("{} is {found}", self.key());
        self.fault(Fault::error(value.span(), what, format!("expected {expected}")));
    }

    /// The key of the value being read with its sections, such as "split.most".
    #[must_use]
    pub fn key(&self) -> String {
        if self.path.is_empty() { "the file".to_owned() } else { self.path.join(".") }
    }

    /// The clause whose id a value is; an unknown one is a fault.
    pub fn clause(&mut self, value: Value<'_>) -> Option<Clause> {
        let DeValue::String(id) = value.get_ref() else {
            self.expected(value, "the id of a clause");
            return None;
        };
        let clause = self.clauses.find(id);
        if clause.is_none() {
            let what = format!("there is no clause \"{id}\" in this house's clause files");
            let mut fault = Fault::error(value.span(), what, "unknown clause");
            fault.help = self.clauses.nearest(id).map(|near| format!("did you mean \"{near}\"?"));
            self.fault(fault);
        }
        clause
    }

    /// The bytes of the value at `key`, a path below the section being read; the section itself if the
    /// key was left out.
    #[must_use]
    pub fn place(&self, key: &str) -> Range<usize> {
        let mut path = self.path.join(".");
        if !path.is_empty() && !key.is_empty() {
            path.push('.');
        }
        path.push_str(key);
        loop {
            if let Some(span) = self.places.get(&path) {
                return span.clone();
            }
            match path.rfind('.') {
                Some(end) => path.truncate(end),
                None => return 0..1,
            }
        }
    }

    /// Reads something one key deeper.
    pub fn within<T>(&mut self, key: &str, span: Range<usize>, read: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(key.to_owned());
        self.places.insert(self.path.join("."), span);
        let value = read(self);
        self.path.pop();
        value
    }

    fn is_refused(&self) -> bool {
        self.faults.iter().any(|fault| fault.severity == Severity::Error)
    }

    fn cite(&mut self, key: &str, clauses: Vec<Clause>) {
        let path =
            if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path.join(".")) };
        self.citations.push(Citation { key: path, clauses });
    }
}

/// One table of a file while its keys are read.
pub struct Section<'a> {
    table: &'a DeTable<'a>,
    span: Range<usize>,
    known: Vec<&'static str>,
    cites: BTreeMap<String, Vec<Clause>>,
}

impl<'a> Section<'a> {
    /// Opens a table to read its keys.
    pub fn open(value: Value<'a>, expected: &str, reader: &mut Reader<'_>) -> Option<Section<'a>> {
        let DeValue::Table(table) = value.get_ref() else {
            reader.expected(value, expected);
            return None;
        };
        let mut section = Section { table, span: value.span(), known: vec!["cite"], cites: BTreeMap::new() };
        section.read_cites(reader);
        Some(section)
    }

    /// The value of a key, if it is there.
    pub fn optional(&mut self, key: &'static str) -> Option<Value<'a>> {
        self.known.push(key);
        self.table.get(key)
    }

    /// The value of a key; a fault is noted if it is missing.
    pub fn required(
        &mut self,
        key: &'static str,
        expected: &str,
        reader: &mut Reader<'_>,
    ) -> Option<Value<'a>> {
        let value = self.optional(key);
        if value.is_none() {
            let section = reader.path.join(".");
            let place = if section.is_empty() { "the file".to_owned() } else { format!("[{section}]") };
            let (what, help) = match expected.strip_prefix("a table with ") {
                Some(keys) => {
                    let whole = if section.is_empty() { key.to_owned() } else { format!("{section}.{key}") };
                    (
                        format!("{place} has no section \"{key}\""),
                        format!("add [{whole}] with the keys {keys}"),
                    )
                }
                None => (format!("{place} has no key \"{key}\""), format!("add {key} = ..., {expected}")),
            };
            reader.fault(Fault::error(self.span.clone(), what, "missing here").with_help(help));
        }
        value
    }

    /// What the section cites for a key.
    #[must_use]
    pub fn cited(&self, key: &str) -> Clause {
        self.cites.get(key).and_then(|clauses| clauses.first().copied()).unwrap_or(Clause::NONE)
    }

    /// Ends the section: every key that nobody asked for is a fault.
    pub fn close(self, reader: &mut Reader<'_>) {
        for key in self.table.keys() {
            let name: &str = key.get_ref();
            if self.known.contains(&name) {
                continue;
            }
            if let Some(now) = retired(&reader.path, name) {
                let what = format!("\"{name}\" is a key of earlier books and says nothing any more");
                let label = format!("{now} says it");
                reader.fault(Fault { severity: Severity::Note, ..Fault::error(key.span(), what, label) });
                continue;
            }
            let known: Vec<&str> = self.known.iter().copied().filter(|known| *known != "cite").collect();
            let mut fault = Fault::error(key.span(), format!("\"{name}\" is not a key here"), "unknown key");
            fault.help = Some(match nearest(name, &known) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => format!("the keys here are {}", known.join(", ")),
            });
            reader.fault(fault);
        }
        let is_strange = |key: &str| !self.known.contains(&key) && retired(&reader.path, key).is_none();
        let strange: Vec<&String> = self.cites.keys().filter(|key| is_strange(key.as_str())).collect();
        for key in strange {
            let span = reader.place("cite");
            let mut fault =
                Fault::error(span, format!("\"{key}\" is cited but is not a key here"), "unknown key");
            fault.help = nearest(key, &self.known).map(|near| format!("did you mean \"{near}\"?"));
            reader.fault(fault);
        }
    }

    fn read_cites(&mut self, reader: &mut Reader<'_>) {
        let Some(value) = self.table.get("cite") else { return };
        let DeValue::Table(cites) = value.get_ref() else {
            reader.expected(value, "a table from keys of this section to clause ids");
            return;
        };
        reader.within("cite", value.span(), |_| ());
        for (key, value) in cites {
            let mut clauses = Vec::new();
            let ids: Vec<Value<'_>> = match value.get_ref() {
                DeValue::Array(ids) => ids.iter().collect(),
                _ => vec![value],
            };
            for id in ids {
                clauses.extend(reader.clause(id));
            }
            let key: &str = key.get_ref();
            reader.cite(key, clauses.clone());
            self.cites.insert(key.to_owned(), clauses);
        }
    }
}

/// Keys that books once had, and where the same is said now: books kept with an old log still read.
const RETIRED: &[(&str, &str)] = &[("collection.timed_grace_minutes", "seating.late_fee_minutes")];

/// What says the same as a key that books once had.
fn retired(section: &[String], key: &str) -> Option<&'static str> {
    let whole = format!("{}.{key}", section.join("."));
    RETIRED.iter().find(|(old, _)| *old == whole).map(|(_, now)| *now)
}

/// The known word most like a mistyped one, if any is near enough to be meant.
#[must_use]
pub fn nearest<'w>(word: &str, known: &[&'w str]) -> Option<&'w str> {
    known
        .iter()
        .map(|candidate| (strsim::damerau_levenshtein(word, candidate), *candidate))
        .filter(|(distance, candidate)| *distance * 2 <= candidate.len().max(word.len()))
        .min()
        .map(|(_, candidate)| candidate)
}
