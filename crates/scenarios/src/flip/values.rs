//! The values of a file of rules, and other values that could stand in their place.

use books::house::TimeOfDay;
use books::{Money, Odds, Zone};
use toml::{Table, Value};

use crate::tables::set;

/// Keys whose values name or point to something, and decide nothing.
const NAMES: &[&str] =
    &["cite", "name", "approval", "clauses", "rates", "title", "filed", "remark", "borrowed_from", "handle"];

/// One value of a file that decides something.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// Its key with its sections; lists count from 1, as in "structures.2.raises".
    pub key: String,
    /// What stands there.
    pub value: Value,
    /// Whether the whole entry of a list is meant, which can only be left out.
    pub is_entry: bool,
}

/// All values of a file that decide something, and the entries of its lists.
pub(super) fn places(table: &Table) -> Vec<Place> {
    let mut found = Vec::new();
    for (key, value) in table.iter().filter(|(key, _)| !NAMES.contains(&key.as_str())) {
        add_places(key, value, &mut found);
    }
    found
}

fn add_places(key: &str, value: &Value, found: &mut Vec<Place>) {
    match value {
        Value::Table(table) => {
            for (inner, value) in table.iter().filter(|(key, _)| !NAMES.contains(&key.as_str())) {
                add_places(&format!("{key}.{inner}"), value, found);
            }
        }
        Value::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                let key = format!("{key}.{}", place + 1);
                found.push(Place { key: key.clone(), value: item.clone(), is_entry: true });
                add_places(&key, item, found);
            }
        }
        value => found.push(Place { key: key.to_owned(), value: value.clone(), is_entry: false }),
    }
}

/// The file with another value in a place; nothing if there is no such place.
pub(super) fn with(table: &Table, key: &str, value: Value) -> Option<Table> {
    let mut changed = table.clone();
    set(&mut changed, key, value)?;
    Some(changed)
}

/// The file without the entry of a list.
pub(super) fn without(table: &Table, key: &str) -> Option<Table> {
    let mut changed = table.clone();
    let (list, place) = key.rsplit_once('.')?;
    let place = place.parse::<usize>().ok()?.checked_sub(1)?;
    let Value::Array(items) = at(&mut changed, list)? else { return None };
    (place < items.len()).then(|| items.remove(place))?;
    Some(changed)
}

/// What stands at a key.
pub(super) fn get<'t>(table: &'t Table, key: &str) -> Option<&'t Value> {
    let mut parts = key.split('.');
    let mut value = table.get(parts.next()?)?;
    for part in parts {
        value = match value {
            Value::Table(inner) => inner.get(part)?,
            Value::Array(items) => items.get(part.parse::<usize>().ok()?.checked_sub(1)?)?,
            _ => return None,
        };
    }
    Some(value)
}

fn at<'t>(table: &'t mut Table, key: &str) -> Option<&'t mut Value> {
    let mut parts = key.split('.');
    let mut value = table.get_mut(parts.next()?)?;
    for part in parts {
        value = match value {
            Value::Table(inner) => inner.get_mut(part)?,
            Value::Array(items) => items.get_mut(part.parse::<usize>().ok()?.checked_sub(1)?)?,
            _ => return None,
        };
    }
    Some(value)
}

/// Other values of the same shape; `words` are those that the reader names for the key.
pub(super) fn others(value: &Value, words: &[String]) -> Vec<Value> {
    let found = match value {
        Value::Boolean(truth) => vec![Value::Boolean(!truth)],
        Value::Integer(number) => [number + 1, number - 1, number * 2 + 3]
            .into_iter()
            .filter(|other| *other >= 0)
            .map(Value::Integer)
            .collect(),
        Value::String(text) => {
            let mut all: Vec<Value> = figures(text).into_iter().map(Value::String).collect();
            all.extend(words.iter().cloned().map(Value::String));
            if text == "any number" {
                all.extend([Value::Integer(3), Value::Integer(1)]);
            }
            all
        }
        Value::Float(_) | Value::Datetime(_) | Value::Array(_) | Value::Table(_) => Vec::new(),
    };
    found.into_iter().filter(|other| other != value).collect()
}

/// Words for a place for which the reader names none: what stands in such places of the file, and a word of no meaning.
pub(super) fn strangers(whole: &Table, place: &Place) -> Vec<Value> {
    let mut found: Vec<Value> = Vec::new();
    for other in places(whole) {
        let is_like = shape(&other.key).eq(shape(&place.key)) && other.value.is_str();
        if is_like && other.value != place.value && !found.contains(&other.value) {
            found.push(other.value);
        }
    }
    found.truncate(3);
    found.push(Value::String("?".to_owned()));
    found
}

/// A key without the numbers of its lists.
fn shape(key: &str) -> impl Iterator<Item = &str> {
    key.split('.').filter(|part| part.parse::<usize>().is_err())
}

/// Other amounts, odds, times of day or zones.
fn figures(text: &str) -> Vec<String> {
    if let Ok(money) = text.parse::<Money>() {
        return vec![
            (money + Money::dollars(1)).to_string(),
            money.half().to_string(),
            (money + money + Money::dollars(1)).to_string(),
        ];
    }
    if let Ok(odds) = text.parse::<Odds>() {
        return vec![
            format!("{} to {}", odds.pays + 1, odds.on),
            format!("{} to {}", odds.pays, odds.on + 1),
        ];
    }
    if let Ok(time) = text.parse::<TimeOfDay>() {
        let other = |hour: u8, minute: u8| TimeOfDay { hour: hour % 24, minute: minute % 60 }.to_string();
        return vec![other(time.hour + 1, time.minute), other(time.hour + 23, time.minute + 30)];
    }
    if text.parse::<Zone>().is_ok() {
        return vec!["America/New_York".to_owned(), "Europe/Madrid".to_owned()];
    }
    Vec::new()
}

/// A value in a few words.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::Table(_) => "the entry".to_owned(),
        value => value.to_string(),
    }
}
