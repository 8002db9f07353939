//! A book with some of its values set otherwise.

use std::path::Path;

use books::read::Source;
use books::{Book, BookId};

use crate::Context;
use crate::failure::Failure;

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
        let value = value.unwrap_or_else(|| toml::Value::String(text.to_owned()));
        let (section, key) = place(&mut table, key).ok_or_else(|| no_section(key))?;
        section.insert(key.to_owned(), value);
    }
    follow(&mut table, with);
    // What a filing bars from play may still be tried on paper.
    table.remove("barred");
    let read = |table: &toml::Table| {
        let source = Source::new(format!("{} with changes", source.name), table.to_string());
        context.shelf.read_book(id, &source)
    };
    let whole = (!without.is_empty()).then(|| read(&table)).transpose()?;
    for path in without {
        let (section, key) = place(&mut table, path).ok_or_else(|| no_section(path))?;
        if section.remove(key).is_none() {
            return Err(told(format!("there is no \"{path}\" to leave out")));
        }
        if let Some(toml::Value::Table(cited)) = section.get_mut("cite") {
            cited.remove(key);
        }
        // Without a key that it needs, the book is none; the rest of it is sound.
        if whole.is_some() && read(&table).is_err() {
            let key = if path.contains('.') { path.clone() } else { format!("{path}.KEY") };
            return Err(told(format!(
                "a book needs \"{path}\", so it cannot be left out; give another value with --with {key}=VALUE"
            )));
        }
    }
    Ok(read(&table)?)
}

/// The book with another house way in place of its own, as a file has it.
pub(super) fn with_way(context: &Context, id: &BookId, file: &Path) -> Result<Book, Failure> {
    let told = |what: String| Failure::Told(format!("{}: {what}", file.display()));
    let text = std::fs::read_to_string(file).map_err(|error| told(error.to_string()))?;
    let mut way: toml::Table = text.parse().map_err(|error| told(format!("{error}")))?;
    let way = way.remove("house_way").ok_or_else(|| told("there is no section [house_way]".to_owned()))?;
    let path = format!("{}/{}.toml", id.house, id.game);
    let source = context.shelf.file(&path).ok_or_else(|| Failure::Told(format!("there is no book {id}")))?;
    let mut table: toml::Table = source.text.parse().map_err(|error| told(format!("{error}")))?;
    table.insert("house_way".to_owned(), way);
    let source = Source::new(format!("{} with {}", source.name, file.display()), table.to_string());
    Ok(context.shelf.read_book(id, &source)?)
}

/// Sets what goes with another time to give up, where it is not told: no total where there is none, the highest where
/// there was none, and over hands only where any time will do.
fn follow(table: &mut toml::Table, with: &[String]) {
    let is_told = |key: &str| with.iter().any(|change| change.split('=').next() == Some(key));
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
