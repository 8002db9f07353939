//! Breaks the rules of a book one at a time, to see whether the cases that claim to prove them notice.

use std::collections::{BTreeMap, BTreeSet};

use books::read::{Citation, Severity, Source};
use books::{BookId, Problem, Shelf};
use toml::{Table, Value};

use crate::format::Scenario;
use crate::tables::{Tables, set};

/// How a clause fares when the rules that cite it are broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shaken {
    /// No broken rule that loads makes a case fail that proves the clause.
    Never,
    /// Every way to break the rule is refused by the checks before a round is played.
    RefusedByChecks,
    /// A case that proves the clause fails when the rule is broken.
    ByCase,
}

/// For each clause that cases of a book claim to prove and that a key of the book cites: does it hold?
///
/// # Errors
/// When the book cannot be read as it is.
pub fn shake(shelf: &Shelf, id: &BookId, cases: &[Scenario]) -> Result<BTreeMap<String, Shaken>, Problem> {
    let book = shelf.book(id)?;
    let path = format!("{}/{}.toml", id.house, id.game);
    let source = shelf.file(&path).ok_or_else(|| Problem::Missing(format!("there is no book {id}")))?;
    let whole: Table =
        source.text.parse().map_err(|error| Problem::Unreadable(format!("{}: {error}", source.name)))?;
    let claimed: BTreeSet<&str> =
        cases.iter().flat_map(|case| case.proves.iter().flatten()).map(String::as_str).collect();
    let mut shaken: BTreeMap<String, Shaken> = BTreeMap::new();
    for Citation { key, clauses } in &book.citations {
        let names: Vec<&str> = clauses.iter().map(|clause| book.clause_name(*clause)).collect();
        let open: Vec<&str> = names
            .into_iter()
            .filter(|name| claimed.contains(name) && shaken.get(*name) != Some(&Shaken::ByCase))
            .collect();
        if open.is_empty() {
            continue;
        }
        let mut by_key: BTreeMap<&str, Shaken> = BTreeMap::new();
        for mutant in mutants(shelf, id, &whole, key) {
            let broken = Source::new(format!("{} broken at {key}", source.name), mutant.to_string());
            let is_refused = shelf.read_book(id, &broken).is_err();
            let mut tables = Tables::new(shelf.with_file(&path, broken));
            for name in &open {
                let fate = by_key.entry(name).or_insert(Shaken::RefusedByChecks);
                if is_refused || *fate == Shaken::ByCase {
                    continue;
                }
                let mut fails = |case: &Scenario| !crate::run(case, "", &mut tables).pass;
                let mut proving =
                    cases.iter().filter(|case| case.proves.iter().flatten().any(|proven| proven == name));
                *fate = if proving.any(&mut fails) { Shaken::ByCase } else { Shaken::Never };
            }
        }
        // A clause holds if one of the keys that cite it does: the others may bind nobody in this game.
        for (name, fate) in by_key {
            let entry = shaken.entry(name.to_owned()).or_insert(fate);
            *entry = fate.max(*entry);
        }
    }
    Ok(shaken)
}

/// The keys of a book, of those that are meant, that can be changed so that the book still reads, but no case fails
/// whatever is put there.
///
/// # Errors
/// When the book cannot be read as it is.
pub fn unnoticed(
    shelf: &Shelf,
    id: &BookId,
    cases: &[Scenario],
    is_meant: impl Fn(&str) -> bool,
) -> Result<Vec<String>, Problem> {
    let book = shelf.book(id)?;
    let path = format!("{}/{}.toml", id.house, id.game);
    let source = shelf.file(&path).ok_or_else(|| Problem::Missing(format!("there is no book {id}")))?;
    let whole: Table =
        source.text.parse().map_err(|error| Problem::Unreadable(format!("{}: {error}", source.name)))?;
    let mut keys = Vec::new();
    for Citation { key, clauses } in book.citations.iter().filter(|citation| is_meant(&citation.key)) {
        let names: Vec<&str> = clauses.iter().map(|clause| book.clause_name(*clause)).collect();
        let proves =
            |case: &&Scenario| case.proves.iter().flatten().any(|proven| names.contains(&proven.as_str()));
        let mut ordered: Vec<&Scenario> = cases.iter().filter(proves).collect();
        ordered.extend(cases.iter().filter(|case| !proves(case)));
        let mut is_read = false;
        let is_noticed = mutants(shelf, id, &whole, key).into_iter().any(|mutant| {
            let broken = Source::new(format!("{} broken at {key}", source.name), mutant.to_string());
            if shelf.read_book(id, &broken).is_err() {
                return false;
            }
            is_read = true;
            let mut tables = Tables::new(shelf.with_file(&path, broken));
            ordered.iter().any(|case| !crate::run(case, "", &mut tables).pass)
        });
        if is_read && !is_noticed {
            keys.push(key.clone());
        }
    }
    Ok(keys)
}

/// The book with one rule broken, in every simple way.
fn mutants(shelf: &Shelf, id: &BookId, whole: &Table, key: &str) -> Vec<Table> {
    let Some(value) = get(whole, key) else { return Vec::new() };
    let mut broken: Vec<Table> = variations(value)
        .into_iter()
        .filter(|variation| variation != value)
        .filter_map(|variation| {
            let mut mutant = whole.clone();
            set(&mut mutant, key, variation)?;
            Some(mutant)
        })
        .collect();
    if let Value::String(word) = value {
        for other in words_for(shelf, id, whole, key).into_iter().filter(|other| other != word) {
            let mut mutant = whole.clone();
            if set(&mut mutant, key, Value::String(other)).is_some() {
                broken.push(mutant);
            }
        }
    }
    let mut without = whole.clone();
    if remove(&mut without, key).is_some() {
        broken.push(without);
    }
    broken
}

/// Other values of the same shape.
fn variations(value: &Value) -> Vec<Value> {
    match value {
        Value::Boolean(truth) => vec![Value::Boolean(!truth)],
        Value::Integer(number) => [number + 1, number - 1, number + 3]
            .into_iter()
            .filter(|other| *other >= 0)
            .map(Value::Integer)
            .collect(),
        Value::String(text) if text == "any number" => vec![Value::Integer(3), Value::Integer(1)],
        Value::String(text) => string_variations(text).into_iter().map(Value::String).collect(),
        Value::Array(items) => {
            let mut all = Vec::new();
            for (place, item) in items.iter().enumerate() {
                for variation in variations(item) {
                    let mut items = items.clone();
                    items[place] = variation;
                    all.push(Value::Array(items));
                }
            }
            if items.len() > 1 {
                all.push(Value::Array(items.iter().rev().cloned().collect()));
                all.push(Value::Array(items[..items.len() - 1].to_vec()));
            }
            all
        }
        Value::Table(table) => {
            let mut all = Vec::new();
            for (key, item) in table {
                for variation in variations(item) {
                    let mut table = table.clone();
                    table.insert(key.clone(), variation);
                    all.push(Value::Table(table));
                }
            }
            all
        }
        Value::Float(_) | Value::Datetime(_) => Vec::new(),
    }
}

/// Other amounts, odds or outcomes; other words are asked of the reader.
fn string_variations(text: &str) -> Vec<String> {
    if let Ok(money) = text.parse::<books::Money>() {
        return vec![(money + books::Money::dollars(1)).to_string(), money.half().to_string()];
    }
    if let Ok(odds) = text.parse::<books::Odds>() {
        return vec![
            format!("{} to {}", odds.pays + 1, odds.on),
            format!("{} to {}", odds.pays, odds.on + 1),
        ];
    }
    match text {
        "push" => vec!["bank wins".to_owned(), "player wins".to_owned()],
        "bank wins" => vec!["push".to_owned(), "player wins".to_owned()],
        "player wins" => vec!["push".to_owned(), "bank wins".to_owned()],
        "nearer over hands" => vec!["every over hand".to_owned()],
        "every over hand" => vec!["nearer over hands".to_owned()],
        _ => Vec::new(),
    }
}

/// The words that may stand at a key: a nonsense word makes the reader name them.
fn words_for(shelf: &Shelf, id: &BookId, whole: &Table, key: &str) -> Vec<String> {
    let mut nonsense = whole.clone();
    if set(&mut nonsense, key, Value::String("?".to_owned())).is_none() {
        return Vec::new();
    }
    let Err(Problem::Faulty(faults)) = shelf.read_book(id, &Source::new("nonsense", nonsense.to_string()))
    else {
        return Vec::new();
    };
    let labels = faults.iter().filter(|fault| fault.severity == Severity::Error).map(|fault| &fault.label);
    labels.flat_map(|label| label.split('"').skip(1).step_by(2)).map(str::to_owned).collect()
}

fn get<'a>(table: &'a Table, key: &str) -> Option<&'a Value> {
    match key.split_once('.') {
        None => table.get(key),
        Some((section, rest)) => match table.get(section)? {
            Value::Table(inner) => get(inner, rest),
            Value::Array(items) => {
                let (place, rest) = rest.split_once('.').unwrap_or((rest, ""));
                let item = items.get(place.parse::<usize>().ok()?.checked_sub(1)?)?;
                match item {
                    Value::Table(inner) if !rest.is_empty() => get(inner, rest),
                    item => Some(item),
                }
            }
            _ => None,
        },
    }
}

fn remove(table: &mut Table, key: &str) -> Option<()> {
    match key.split_once('.') {
        None => {
            table.remove(key)?;
            if let Some(Value::Table(cites)) = table.get_mut("cite") {
                cites.remove(key);
            }
            Some(())
        }
        Some((section, rest)) => match table.get_mut(section)? {
            Value::Table(inner) => remove(inner, rest),
            _ => None,
        },
    }
}
