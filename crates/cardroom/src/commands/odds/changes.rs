//! A book with some of its values set otherwise.

use books::read::{Severity, Source};
use books::{Book, BookId, Problem};

use crate::Context;
use crate::failure::Failure;

/// The changes as they count: of a key that is given twice, the last one.
fn last_of_each(list: &[String]) -> impl Iterator<Item = &String> {
    let key = |change: &String| change.split('=').next().unwrap_or_default().trim().to_owned();
    let is_last = move |place: usize| !list[place + 1..].iter().any(|later| key(later) == key(&list[place]));
    list.iter().enumerate().filter(move |(place, _)| is_last(*place)).map(|(_, change)| change)
}

/// What is tried instead of what a book says, in words.
pub(super) fn in_words(with: &[String], without: &[String]) -> Vec<String> {
    let with = last_of_each(with).map(|change| match change.split_once('=') {
        Some((key, value)) => format!("{} = {}", key.trim(), value.trim()),
        None => change.clone(),
    });
    with.chain(last_of_each(without).map(|key| format!("{key} left out"))).collect()
}

/// The options that try it, as they are written in a command.
pub(super) fn as_options(with: &[String], without: &[String]) -> String {
    let with = last_of_each(with).map(|change| format!(" --with '{change}'"));
    with.chain(last_of_each(without).map(|key| format!(" --without {key}"))).collect()
}

/// The book with some of its values set otherwise.
pub(super) fn changed(
    context: &Context,
    id: &BookId,
    with: &[String],
    without: &[String],
) -> Result<Book, Failure> {
    let path = format!("{}/{}.toml", id.house, id.game);
    let source = context.shelf.file(&path).ok_or_else(|| Failure::Told(format!("there is no book {id}")))?;
    let told = |what: String| Failure::Told(format!("{id}: {what}"));
    let mut table: toml::Table = source.text.parse().map_err(|error| told(format!("{error}")))?;
    let no_section = |key: &str| told(format!("there is no section for \"{key}\""));
    for change in with {
        let (key, text) = change
            .split_once('=')
            .ok_or_else(|| told(format!("\"{change}\" is not of the form KEY=VALUE")))?;
        // What is no value of its own, such as 3 to 2, is a text.
        let read = format!("value = {text}").parse::<toml::Table>().ok();
        let value = read.and_then(|mut read| read.remove("value"));
        let value = value.unwrap_or_else(|| toml::Value::String(text.trim().to_owned()));
        let (section, key) = place(&mut table, key.trim()).ok_or_else(|| no_section(key))?;
        section.insert(key.to_owned(), value);
    }
    follow(&mut table, with);
    let read = |table: &toml::Table| {
        let source = Source::new(format!("{} with changes", source.name), table.to_string());
        context.shelf.read_book(id, &source)
    };
    let whole = table.clone();
    for path in last_of_each(without) {
        let (section, key) = place(&mut table, path).ok_or_else(|| no_section(path))?;
        if section.remove(key).is_none() {
            return Err(told(format!("there is no \"{path}\" to leave out")));
        }
        if let Some(toml::Value::Table(cited)) = section.get_mut("cite") {
            cited.remove(key);
        }
    }
    allow(&mut table, with);
    let problem = match read(&table) {
        Ok(book) => return Ok(book),
        Err(problem) => problem,
    };
    // Without a key that it needs, the book is none; the rest of it is sound.
    for path in without {
        let mut with_it = table.clone();
        let mut whole = whole.clone();
        let kept = place(&mut whole, path).and_then(|(section, key)| section.remove(key));
        if let (Some((section, key)), Some(kept)) = (place(&mut with_it, path), kept) {
            section.insert(key.to_owned(), kept);
        }
        if read(&with_it).is_ok() {
            let key = if path.contains('.') { path.clone() } else { format!("{path}.KEY") };
            return Err(told(format!(
                "a book needs \"{path}\", so it cannot be left out; give another value with --with {key}=VALUE"
            )));
        }
    }
    Err(told(in_a_sentence(&problem)))
}

/// What is wrong with a changed book, without places in a file that nobody has.
fn in_a_sentence(problem: &Problem) -> String {
    let Problem::Faulty(faults) = problem else { return problem.to_string() };
    let said = faults.iter().filter(|fault| fault.severity == Severity::Error).map(|fault| {
        let text = &faults.source().text;
        let from = text[..fault.span.start.min(text.len())].rfind('\n').map_or(0, |end| end + 1);
        let line = text[from..].lines().next().unwrap_or_default().trim();
        format!("{line}: {} ({})", fault.what, fault.label)
    });
    said.collect::<Vec<_>>().join("; ")
}

/// Takes away what binds a house but not somebody who tries things on paper: what is barred from play, what the house
/// may choose among, and whether insurance may be offered at all.
fn allow(table: &mut toml::Table, with: &[String]) {
    table.remove("barred");
    for path in ["natural.may_pay", "insurance.only_where_natural_pays", "special.bank_888_may"] {
        let Some((section, key)) = place(table, path) else { continue };
        section.remove(key);
        if let Some(toml::Value::Table(cited)) = section.get_mut("cite") {
            cited.remove(key);
        }
    }
    let is_told = |key: &str| is_told(with, key);
    if is_told("insurance.offered") {
        set(table, "insurance.may_be_offered", true);
    }
    // A limit below every soft total binds nobody, which a book says by none at all.
    let soft = number(table, "player.must_hit_soft");
    if (is_told("player.must_hit_hard") || is_told("player.must_hit_soft"))
        && soft.is_some_and(|soft| (1..12).contains(&soft))
    {
        set(table, "player.must_hit_soft", 0);
    }
    if is_told("deal.bank_second_card")
        && !is_told("deal.check")
        && text(table, "deal.bank_second_card") != "face down"
    {
        set(table, "deal.check", "never");
    }
    if is_told("natural.hand") && text(table, "natural.hand") == "two jokers" {
        for key in ["insurance.offered", "insurance.even_money", "natural.after_split"] {
            if !is_told(key) {
                set(table, key, false);
            }
        }
    }
    if is_told("deck.jokers") {
        let has_jokers = number(table, "deck.jokers").is_some_and(|jokers| jokers > 0);
        set(table, "values.joker_makes", if has_jokers { 21 } else { 0 });
        let number = number(table, "settlement.joker_number").unwrap_or(0);
        set(table, "settlement.joker_number", if has_jokers { number.max(1) } else { 0 });
        for key in ["deal.joker_up_freezes", "player.joker_hand_stands"] {
            if !has_jokers && !is_told(key) {
                set(table, key, false);
            }
        }
    }
}

fn is_told(with: &[String], key: &str) -> bool {
    with.iter().any(|change| change.split('=').next().map(str::trim) == Some(key))
}

fn set(table: &mut toml::Table, path: &str, value: impl Into<toml::Value>) {
    if let Some((section, key)) = place(table, path) {
        section.insert(key.to_owned(), value.into());
    }
}

fn number(table: &mut toml::Table, path: &str) -> Option<i64> {
    let (section, key) = place(table, path)?;
    section.get(key)?.as_integer()
}

fn text(table: &mut toml::Table, path: &str) -> String {
    let found = place(table, path).and_then(|(section, key)| section.get(key)?.as_str().map(str::to_owned));
    found.unwrap_or_default()
}

/// Sets what goes with another time to give up, where it is not told: no total where there is none, the highest where
/// there was none, and over hands only where any time will do.
fn follow(table: &mut toml::Table, with: &[String]) {
    let is_told = |key: &str| is_told(with, key);
    let highest = table.get("values").and_then(|values| values.get("highest")).cloned();
    let Some(section) = table.get_mut("surrender").and_then(toml::Value::as_table_mut) else { return };
    let Some(when) = section.get("when").and_then(toml::Value::as_str).map(str::to_owned) else { return };
    if !is_told("surrender.when") {
        return;
    }
    let nothing = toml::Value::Integer(0);
    if !is_told("surrender.up_to") {
        if when == "never" {
            section.insert("up_to".to_owned(), nothing);
        } else if let (true, Some(highest)) = (section.get("up_to") == Some(&nothing), highest) {
            section.insert("up_to".to_owned(), highest);
        }
    }
    if when != "any time" && !is_told("surrender.over_hands") && section.contains_key("over_hands") {
        section.insert("over_hands".to_owned(), toml::Value::Boolean(false));
    }
}

/// The section of a key such as natural.pays, and the key's own name.
fn place<'a, 'b>(table: &'a mut toml::Table, path: &'b str) -> Option<(&'a mut toml::Table, &'b str)> {
    let Some((section, rest)) = path.split_once('.') else { return Some((table, path)) };
    place(table.get_mut(section)?.as_table_mut()?, rest)
}
