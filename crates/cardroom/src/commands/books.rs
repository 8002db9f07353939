//! `cardroom books`: every book, house by house.

use std::io::{self, Write};

use books::house::{Hours, Weekday};
use books::{Book, House, Shelf};
use clap::Args;
use serde_json::{Value, json};

use crate::Context;
use crate::failure::Failure;

/// Lists every book with its family, approval number and seats, house by house.
#[derive(Args)]
#[command(after_help = "Examples:\n  cardroom books\n  cardroom books marina\n  cardroom books --json")]
pub(crate) struct Books {
    /// Only this house
    #[arg(value_name = "HOUSE")]
    house: Option<String>,
}

impl Books {
    pub(crate) fn run(&self, context: &Context) -> Result<(), Failure> {
        let shelf = &context.shelf;
        let mut houses: Vec<String> = shelf.ids().map(|id| id.house).collect();
        houses.dedup();
        if let Some(name) = &self.house {
            if !houses.contains(name) {
                shelf.house(name)?;
            }
            houses.retain(|house| house == name);
        }
        let mut out = io::stdout().lock();
        let mut list = Vec::new();
        for name in houses {
            let (house, books) = read(shelf, &name)?;
            if context.json {
                list.push(house_json(&name, house.as_ref(), &books));
            } else {
                tell(&mut out, &name, house.as_ref(), &books)?;
            }
        }
        if context.json {
            serde_json::to_writer_pretty(&mut out, &list).map_err(io::Error::from)?;
            writeln!(out)?;
        }
        Ok(())
    }
}

/// A house and its books, in the order in which the house names them.
fn read(shelf: &Shelf, name: &str) -> Result<(Option<House>, Vec<Book>), Failure> {
    let has_file = shelf.houses().any(|house| house == name);
    let house = if has_file { Some(shelf.house(name)?) } else { None };
    let mut ids: Vec<_> = shelf.ids().filter(|id| id.house == name).collect();
    if let Some(house) = &house {
        ids.sort_by_key(|id| house.games.iter().position(|game| *game == id.game));
    }
    let books = ids.iter().map(|id| shelf.book(id)).collect::<Result<Vec<_>, _>>()?;
    Ok((house, books))
}

fn house_json(name: &str, house: Option<&House>, books: &[Book]) -> Value {
    let hours = house.and_then(|house| house.hours.as_ref()).map(|hours| {
        let line = |hours: &Hours| {
            json!({
                "games": hours.games,
                "schedule": hours.schedule,
                "first_day": hours.first.map(Weekday::word),
                "last_day": hours.last.map(Weekday::word),
                "opens": hours.opens.to_string(),
                "closes": hours.closes.to_string(),
            })
        };
        hours.iter().map(line).collect::<Vec<_>>()
    });
    json!({
        "house": name,
        "name": house.map_or(name, |house| house.name.as_str()),
        "place": house.and_then(|house| house.place.as_ref()).map(|place| place.as_str()),
        "manager": house.and_then(|house| house.manager.as_ref()).map(|manager| manager.as_str()),
        "hours": hours,
        "books": books.iter().map(book_json).collect::<Vec<_>>(),
    })
}

/// A book's own facts, as every command shows them to programs.
pub(crate) fn book_json(book: &Book) -> Value {
    let header = book.header();
    let approval = (!header.approval.is_empty()).then_some(&header.approval);
    json!({
        "book": book.id.to_string(),
        "name": header.name,
        "family": header.family.word(),
        "approval": approval,
        "seats": header.seats.value,
    })
}

fn tell(out: &mut impl Write, name: &str, house: Option<&House>, books: &[Book]) -> io::Result<()> {
    writeln!(out, "{}", house.map_or(name, |house| house.name.as_str()))?;
    if let Some(place) = house.and_then(|house| house.place.as_ref()) {
        writeln!(out, "{}", place.as_str())?;
    }
    for book in books {
        let header = book.header();
        let approval = if header.approval.is_empty() { "no number filed" } else { &header.approval };
        writeln!(
            out,
            "  {:<36} {:<46} {:<12} {:<16} {:>2} seats",
            book.id.to_string(),
            header.name,
            header.family,
            approval,
            header.seats.value
        )?;
    }
    for hours in house.into_iter().flat_map(|house| house.hours.iter().flatten()) {
        let schedule = hours.schedule.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
        writeln!(out, "  {}{schedule}: {}", hours.games.join(", "), hours.sentence())?;
    }
    writeln!(out)
}
