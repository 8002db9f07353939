//! `cardroom new`: a house, a book and its rates to begin with, copied from a book that is most like them.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use books::rates::RatesFile;
use books::read::{Faults, Reading, Severity, Source};
use books::report::Checker;
use books::{Book, BookId, Shelf};
use clap::Args;
use serde_json::json;
use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, Value, value};

use super::check::today;
use crate::Context;
use crate::failure::Failure;

/// Begins a book of your own: writes a house, a book and its rates, ready to change.
#[derive(Args)]
#[command(
    after_help = "The files cite nothing and have no approval: both are for you to add. Nothing is ever overwritten;\n\
                  a house that is there already gets the game on its list.\n\n\
                        Example:\n  cardroom new corner/blackjack --like mortimers/no-bust-6 --books my-books"
)]
pub(crate) struct New {
    /// The new book, such as corner/blackjack
    #[arg(value_name = "HOUSE/GAME")]
    name: String,
    /// The book to begin with, such as mortimers/no-bust-6
    #[arg(long, value_name = "BOOK")]
    like: String,
}

impl New {
    pub(crate) fn run(&self, context: &Context) -> Result<(), Failure> {
        let id = read_name(&self.name)?;
        let Some(folder) = &context.own else {
            return Err(Failure::Told("say where to write it: add --books DIR".to_owned()));
        };
        if Shelf::filed().ids().any(|filed| filed.house == id.house) {
            return Err(Failure::Told(format!(
                "{} is a house that comes with the program; give yours another name",
                id.house
            )));
        }
        let like = context.shelf.book(&context.shelf.find(&self.like)?)?;
        let house = folder.join(&id.house);
        let mut files = vec![(house.join(format!("{}.toml", id.game)), String::new())];
        let rates = rates_text(&context.shelf, &like, &id)?;
        let left_out = left_out(&context.shelf, &like, &id, rates.as_deref())?;
        files[0].1 = book_text(&context.shelf, &like, &id, rates.is_some())?;
        if let Some(rates) = rates {
            files.push((house.join("rates").join(format!("{}.toml", id.game)), rates));
        }
        for (path, _) in &files {
            if path.exists() {
                return Err(Failure::Told(format!(
                    "{} is there already; choose another name, nothing was written",
                    path.display()
                )));
            }
        }
        let path = house.join("house.toml");
        let has_house = path.exists();
        let text = if has_house { with_game(&path, &id.game)? } else { house_text(&id) };
        files.push((path.clone(), text));
        refuse_errors(&context.shelf, folder, &files, &id)?;
        for (path, text) in files.iter().filter(|(file, _)| !has_house || *file != path) {
            write(path, text)?;
        }
        if has_house {
            let text = files.last().map_or("", |(_, text)| text.as_str());
            fs::write(&path, text).map_err(|error| cannot_write(&path, &error))?;
        }
        let is_closed = is_closed(&files[0].1);
        let mut out = io::stdout().lock();
        if context.json {
            let files: Vec<String> = files.iter().map(|(path, _)| path.display().to_string()).collect();
            writeln!(
                out,
                "{}",
                json!({
                    "book": id.to_string(),
                    "like": like.id.to_string(),
                    "files": files,
                    "left_out": left_out,
                    "is_closed": is_closed,
                })
            )?;
            return Ok(());
        }
        for (path, _) in &files {
            writeln!(out, "{}", path.display())?;
        }
        if has_house {
            writeln!(out, "\"{}\" was added to the games of {}", id.game, path.display())?;
        }
        if !left_out.is_empty() {
            writeln!(
                out,
                "{} of the schedules of {} are left out, because they stand only with what its filing says of them: {}",
                left_out.len(),
                like.id,
                left_out.join(", ")
            )?;
        }
        if is_closed {
            writeln!(
                out,
                "the game is kept closed, as {} keeps it: set table.offered = true to open it",
                like.id
            )?;
        }
        writeln!(out, "then: cardroom check {id} --books {}", folder.display())?;
        Ok(())
    }
}

fn read_name(name: &str) -> Result<BookId, Failure> {
    let fits = |part: &str| {
        !part.is_empty()
            && part
                .chars()
                .all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-')
    };
    match name.split_once('/') {
        Some((house, game)) if fits(house) && fits(game) => {
            if ["law", "clauses", "scenarios"].contains(&house) || game == "house" {
                return Err(Failure::Told(format!(
                    "\"{name}\" is a name that the folder needs itself; choose another"
                )));
            }
            Ok(BookId::new(house, game))
        }
        _ => Err(Failure::Told(format!(
            "\"{name}\" is no name for a book; write HOUSE/GAME in small letters, digits and hyphens, such as corner/blackjack"
        ))),
    }
}

fn document(shelf: &Shelf, path: &str) -> Result<DocumentMut, Failure> {
    let source = shelf.file(path).ok_or_else(|| Failure::Told(format!("there is no file {path}")))?;
    source.text.parse().map_err(|error| Failure::Told(format!("{path}: {error}")))
}

fn book_text(shelf: &Shelf, like: &Book, id: &BookId, has_rates: bool) -> Result<String, Failure> {
    let mut document = document(shelf, &format!("{}/{}.toml", like.id.house, like.id.game))?;
    drop_cites(document.as_table_mut());
    let head = format!("# Begun as a copy of {}. It cites no clauses and has no approval yet.\n\n", like.id);
    if let Some(book) = document.get_mut("book").and_then(Item::as_table_mut) {
        for key in ["approval", "clauses"] {
            put(book, key, "");
        }
        put(book, "rates", if has_rates { &id.game } else { "" });
        book.decor_mut().set_prefix(head);
    }
    Ok(document.to_string())
}

/// Changes a text and keeps how the line is set.
fn put(table: &mut Table, key: &str, text: &str) {
    let decor = table.get(key).and_then(Item::as_value).map(|old| old.decor().clone());
    let mut item = value(text);
    if let (Some(decor), Some(new)) = (decor, item.as_value_mut()) {
        *new.decor_mut() = decor;
    }
    table.insert(key, item);
}

/// The schedules that were filed without an oddity, as one file; nothing if there are none.
fn rates_text(shelf: &Shelf, like: &Book, id: &BookId) -> Result<Option<String>, Failure> {
    let rates = &like.header().rates;
    if rates.is_empty() {
        return Ok(None);
    }
    let path = format!("{}/rates/{rates}.toml", like.id.house);
    let document = document(shelf, &path)?;
    let tables = document.get("table").and_then(Item::as_array_of_tables);
    let mut kept = String::new();
    for table in tables.into_iter().flatten() {
        let serves = |item: Option<&Item>| {
            let games = item.and_then(Item::as_array);
            games.is_some_and(|games| games.iter().any(|game| game.as_str() == Some(&like.id.game)))
        };
        if !serves(table.get("games")) {
            continue;
        }
        let mut table = table.clone();
        drop_cites(&mut table);
        table.remove("filed");
        table.remove("remark");
        table.insert("games", value(Array::from_iter([id.game.as_str()])));
        // Caps stand in a game's own filing; the law's own is checked in any case.
        table.remove("cap");
        let Some(schedules) = table.get("schedule").and_then(Item::as_array_of_tables).cloned() else {
            continue;
        };
        let mut clean = schedules.clone();
        clean.clear();
        for group in by_limit(&table, schedules) {
            // Numbers of players may stand in schedules of their own, so those of one limit are tried together.
            let mut all = clean.clone();
            all.extend(group.iter().cloned());
            if reads(&with(&table, all.clone())) {
                clean = all;
                continue;
            }
            for schedule in group {
                let mut one_more = clean.clone();
                one_more.push(schedule);
                if reads(&with(&table, one_more.clone())) {
                    clean = one_more;
                }
            }
        }
        if !clean.is_empty() {
            let text = with(&table, clean);
            if reads(&format!("{kept}{text}")) {
                kept.push_str(&text);
            }
        }
    }
    let head = format!("# The price list of {id}, begun as a copy of that of {}.\n\n", like.id);
    Ok((!kept.is_empty()).then(|| format!("{head}{}", kept.trim_start())))
}

/// The schedules that a table of the copied book may use and one of the copy may not.
fn left_out(shelf: &Shelf, like: &Book, id: &BookId, rates: Option<&str>) -> Result<Vec<String>, Failure> {
    let Some(filed) = shelf.rates(like)? else { return Ok(Vec::new()) };
    let copied = rates.and_then(|text| read_rates(text).ok());
    let is_copied =
        |handle: &str| copied.as_ref().is_some_and(|copied| copied.value.find(&id.game, handle).is_some());
    let offered = filed.value.schedules(&like.id.game).filter(|schedule| schedule.offered.value);
    let handles = offered.map(|schedule| schedule.handle.as_str().to_owned());
    Ok(handles.filter(|handle| !is_copied(handle)).collect())
}

/// Whether the text of a book keeps the game closed.
fn is_closed(text: &str) -> bool {
    let document: Option<DocumentMut> = text.parse().ok();
    let table = document.as_ref().and_then(|document| document.get("table"));
    table.and_then(|table| table.get("offered")).and_then(Item::as_bool) == Some(false)
}

/// The schedules that a table may use, without remarks, those of one limit and its blinds together.
fn by_limit(table: &Table, schedules: ArrayOfTables) -> Vec<Vec<Table>> {
    let mut groups: Vec<(String, Vec<Table>)> = Vec::new();
    for mut schedule in schedules {
        if schedule.get("offered").and_then(Item::as_bool) == Some(false) {
            continue;
        }
        schedule.remove("remark");
        set_blinds(table, &mut schedule);
        close_gaps(&mut schedule);
        let text = |key: &str| schedule.get(key).map(ToString::to_string).unwrap_or_default();
        let limit = format!("{} {}", text("limit"), text("blinds"));
        match groups.iter_mut().find(|(other, _)| *other == limit) {
            Some((_, group)) => group.push(schedule),
            None => groups.push((limit, vec![schedule])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// A file with one table and these schedules.
fn with(table: &Table, schedules: ArrayOfTables) -> String {
    let mut table = table.clone();
    table.insert("schedule", Item::ArrayOfTables(schedules));
    table.set_position(None);
    table.decor_mut().set_prefix("\n");
    let mut tables = ArrayOfTables::new();
    tables.push(table);
    let mut document = DocumentMut::new();
    document.insert("table", Item::ArrayOfTables(tables));
    document.to_string()
}

fn read_rates(text: &str) -> Result<Reading<RatesFile>, Faults> {
    RatesFile::read(&Source::new("rates", text.to_owned()), &books::ClauseIndex::default())
}

fn reads(text: &str) -> bool {
    read_rates(text).is_ok()
}

/// Gives a poker limit without filed blinds the usual ones, so that its table can open.
fn set_blinds(table: &Table, schedule: &mut Table) {
    let money = |item: Option<&Value>| item.and_then(Value::as_str)?.parse::<books::Money>().ok();
    let is_limit = table.get("structure").and_then(Item::as_str) == Some("limit");
    if !is_limit || schedule.contains_key("blinds") {
        return;
    }
    let limit = schedule.get("limit").and_then(Item::as_inline_table);
    let Some(big) = limit.and_then(|limit| money(limit.get("min"))) else { return };
    let small = books::Money::cents((big.in_cents() + 199) / 200 * 100);
    let mut blinds = InlineTable::new();
    blinds.insert("small", small.to_string().into());
    blinds.insert("big", big.to_string().into());
    schedule.insert("blinds", value(blinds));
    schedule.remove("blinds_ruled");
    schedule.remove("limit_to");
}

/// Lets each tier run until the next begins and leaves the last one open, as a gap is charged.
fn close_gaps(schedule: &mut Table) {
    let Some(tiers) = schedule.get_mut("tiers").and_then(Item::as_array_mut) else { return };
    let money = |tier: &Value| tier.as_inline_table()?.get("from")?.as_str()?.parse::<books::Money>().ok();
    let next: Vec<Option<books::Money>> = tiers.iter().skip(1).map(money).collect();
    for (place, tier) in tiers.iter_mut().enumerate() {
        let Some(tier) = tier.as_inline_table_mut() else { continue };
        match next.get(place) {
            Some(Some(next)) => {
                let to = (*next - books::Money::dollars(1)).to_string();
                if let Some(value) = tier.get_mut("to") {
                    let decor = value.decor().clone();
                    *value = to.into();
                    *value.decor_mut() = decor;
                }
            }
            Some(None) => {}
            None => drop(tier.remove("to")),
        }
    }
}

fn drop_cites(table: &mut Table) {
    table.remove("cite");
    for (_, item) in table.iter_mut() {
        match item {
            Item::Table(table) => drop_cites(table),
            Item::ArrayOfTables(tables) => tables.iter_mut().for_each(drop_cites),
            Item::Value(value) => drop_in_value(value),
            Item::None => {}
        }
    }
}

fn drop_in_value(value: &mut Value) {
    match value {
        Value::InlineTable(table) => {
            table.remove("cite");
            table.iter_mut().for_each(|(_, value)| drop_in_value(value));
        }
        Value::Array(items) => items.iter_mut().for_each(drop_in_value),
        _ => {}
    }
}

fn house_text(id: &BookId) -> String {
    let words: Vec<String> = id
        .house
        .split('-')
        .map(|word| {
            let mut letters = word.chars();
            letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
        })
        .collect();
    format!("# A house of your own.\n\nname  = \"{}\"\ngames = [\"{}\"]\n", words.join(" "), id.game)
}

/// The text of a house that has one more game; nothing else of it changes.
fn with_game(path: &Path, game: &str) -> Result<String, Failure> {
    let told = |what: String| Failure::Told(format!("{}: {what}; nothing was written", path.display()));
    let text = fs::read_to_string(path).map_err(|error| told(format!("cannot be read ({error})")))?;
    let mut document: DocumentMut = text.parse().map_err(|error| told(format!("{error}")))?;
    let games = document.entry("games").or_insert_with(|| value(Array::new()));
    let Some(games) = games.as_array_mut() else { return Err(told("games is no list".to_owned())) };
    if games.iter().all(|one| one.as_str() != Some(game)) {
        games.push(game);
    }
    Ok(document.to_string())
}

/// Checks the files before any of them is written.
fn refuse_errors(
    shelf: &Shelf,
    folder: &Path,
    files: &[(PathBuf, String)],
    id: &BookId,
) -> Result<(), Failure> {
    let mut shelf = shelf.clone();
    let mut names = Vec::new();
    for (path, text) in files {
        let name = path.strip_prefix(folder).unwrap_or(path).to_string_lossy().replace('\\', "/");
        shelf = shelf.with_file(&name, Source::new(path.display().to_string(), text.clone()));
        names.push(name);
    }
    let mut checker = Checker::new(&shelf).on(today());
    checker.check_book_named(id);
    for name in names.iter().filter(|name| name.contains("/rates/")) {
        if let Some(source) = shelf.file(name) {
            checker.check_rates(&id.house, source);
        }
    }
    match checker.finish().into_iter().find(|found| found.severity == Severity::Error) {
        Some(found) => Err(Failure::Told(format!(
            "a copy without citations would have an error ({}: {}); nothing was written",
            found.file, found.what
        ))),
        None => Ok(()),
    }
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::Told(format!("{}: cannot be written ({error})", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let told = |error: io::Error| cannot_write(path, &error);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(told)?;
    }
    let mut file = OpenOptions::new().write(true).create_new(true).open(path).map_err(told)?;
    file.write_all(text.as_bytes()).map_err(told)
}
