//! A book with some of its values set otherwise.

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
    for path in without {
        let (section, key) = place(&mut table, path).ok_or_else(|| no_section(path))?;
        if section.remove(key).is_none() {
            return Err(told(format!("there is no \"{path}\" to leave out")));
        }
        if let Some(toml::Value::Table(cited)) = section.get_mut("cite") {
            cited.remove(key);
        }
    }
    let source = Source::new(format!("{} with changes", source.name), table.to_string());
    Ok(context.shelf.read_book(id, &source)?)
}

/// The section of a key such as natural.pays, and the key's own name.
fn place<'a, 'b>(table: &'a mut toml::Table, path: &'b str) -> Option<(&'a mut toml::Table, &'b str)> {
    let Some((section, rest)) = path.split_once('.') else { return Some((table, path)) };
    place(table.get_mut(section)?.as_table_mut()?, rest)
}
