//! Changing any one value of a book is refused, or changes what people read.
//!
//! Every number, word, amount and yes or no of four books of different families is changed, one at a time, to
//! each of a few other values. Names and clause ids are left alone: they decide nothing.

use books::rates::{PriceList, RateTable, RatesFile};
use books::read::Source;
use books::{BookId, Shelf};
use toml::{Table, Value};

/// The paths of all values that decide something.
fn values(value: &Value, path: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
    match value {
        Value::Table(table) => {
            for (key, value) in table {
                let is_name = [
                    "cite",
                    "name",
                    "approval",
                    "clauses",
                    "rates",
                    "title",
                    "filed",
                    "games",
                    "remark",
                    "borrowed_from",
                    "handle",
                ];
                if !is_name.contains(&key.as_str()) {
                    path.push(key.clone());
                    values(value, path, found);
                    path.pop();
                }
            }
        }
        Value::Array(items) => {
            for (place, value) in items.iter().enumerate() {
                path.push(place.to_string());
                values(value, path, found);
                path.pop();
            }
        }
        _ => found.push(path.clone()),
    }
}

fn at<'v>(value: &'v mut Value, path: &[String]) -> &'v mut Value {
    path.iter().fold(value, |value, key| match value {
        Value::Array(items) => &mut items[key.parse::<usize>().expect("a place in a list")],
        value => value.get_mut(key).expect("a key of the book"),
    })
}

/// The book as a file.
fn written(whole: &Value) -> String {
    whole.as_table().expect("a book is a table").to_string()
}

/// A few other values of the same kind; `words` are the words the key can have.
fn others(value: &Value, words: &[String]) -> Vec<Value> {
    match value {
        Value::Boolean(truth) => vec![Value::Boolean(!truth)],
        Value::Integer(number) => {
            [number - 1, number + 1, number * 2 + 3].iter().map(|number| Value::Integer(*number)).collect()
        }
        Value::String(text) if text.starts_with('$') => {
            ["$0", "$7", "$0.75", "$913"].iter().map(|text| Value::String((*text).to_owned())).collect()
        }
        Value::String(text) if text.split(" to ").all(|part| part.parse::<u32>().is_ok()) => {
            ["7 to 4", "9 to 1"].iter().map(|text| Value::String((*text).to_owned())).collect()
        }
        Value::String(_) => words.iter().map(|word| Value::String(word.clone())).collect(),
        _ => Vec::new(),
    }
    .into_iter()
    .filter(|other| other != value)
    .collect()
}

/// The words that a key takes, read out of what is said about a word that it cannot take.
fn words_of(told: &str) -> Vec<String> {
    let line = told.lines().find(|line| line.contains("expected ") || line.contains("the words are "));
    let text = line.unwrap_or_default();
    let start = text.find("expected ").or_else(|| text.find("the words are ")).unwrap_or(text.len());
    text[start..].split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// What is told about a file that differs in one value: `None` if people see no difference.
fn survivors(text: &str, told: impl Fn(&str) -> Result<String, String>) -> (usize, Vec<String>) {
    let whole = Value::Table(text.parse::<Table>().unwrap());
    let plain = told(&written(&whole)).expect("the filed book reads");
    let mut paths = Vec::new();
    values(&whole, &mut Vec::new(), &mut paths);
    let (mut count, mut survivors) = (0, Vec::new());
    for path in paths {
        let mut probe = whole.clone();
        let old = std::mem::replace(at(&mut probe, &path), Value::String("zzzzzzzzzzzzzzzzzzzz".to_owned()));
        let words = match told(&written(&probe)) {
            Err(told) => words_of(&told),
            Ok(_) => vec!["another".to_owned()],
        };
        for other in others(&old, &words) {
            count += 1;
            let mut changed = whole.clone();
            *at(&mut changed, &path) = other.clone();
            if told(&written(&changed)).is_ok_and(|text| text == plain) {
                survivors.push(format!("{} = {other} instead of {old}", path.join(".")));
            }
        }
    }
    (count, survivors)
}

fn assert_no_survivors(book: &str, least: usize) {
    let shelf = Shelf::filed();
    let (house, game) = book.split_once('/').unwrap();
    let id = BookId::new(house, game);
    let text = &shelf.file(&format!("{book}.toml")).unwrap().text;
    let (count, survivors) = survivors(text, |text| {
        let book = shelf
            .read_book(&id, &Source::new("changed.toml", text))
            .map_err(|problem| problem.to_string())?;
        let sentences: Vec<String> = book
            .sentences()
            .into_iter()
            .flat_map(|heading| heading.sentences)
            .map(|sentence| sentence.text)
            .collect();
        Ok(sentences.join("\n"))
    });
    assert!(count >= least, "{book}: only {count} changes");
    assert!(survivors.is_empty(), "{book}: nobody notices\n{}", survivors.join("\n"));
}

#[test]
fn blackjack() {
    assert_no_survivors("mortimers/no-bust-6", 100);
    assert_no_survivors("marina/pure-21-5", 150);
}

#[test]
fn double_hand() {
    assert_no_survivors("mortimers/double-hand", 150);
}

#[test]
fn three_card() {
    assert_no_survivors("pinnacle/three-card-6-card-bonus", 100);
}

#[test]
fn poker() {
    assert_no_survivors("marina/lowball", 150);
}

#[test]
fn pan() {
    assert_no_survivors("players-club/pan", 100);
}

#[test]
fn schedules() {
    let shelf = Shelf::filed();
    for (house, file, game) in [("marina", "blackjack", "pure-21-5"), ("pinnacle", "holdem", "holdem")] {
        let text = &shelf.file(&format!("{house}/rates/{file}.toml")).unwrap().text;
        let clauses = shelf.clauses(house, None).unwrap();
        let (count, survivors) = survivors(text, |text| {
            let source = Source::new("changed.toml", text);
            let reading = RatesFile::read(&source, &clauses).map_err(|faults| faults.to_string())?;
            let table: Vec<String> = reading.value.tables.iter().flat_map(RateTable::sentences).collect();
            let limits: Vec<String> =
                reading.value.schedules(game).map(|schedule| PriceList::new(schedule).limit).collect();
            let remarks: Vec<&str> = reading.remarks.iter().map(|remark| remark.what.as_str()).collect();
            Ok(format!("{} {table:?} {limits:?} {remarks:?}", reading.value.json(game)))
        });
        assert!(count > 40, "{house}/{file}: only {count} changes");
        assert!(survivors.is_empty(), "{house}/{file}: nobody notices\n{}", survivors.join("\n"));
    }
}
