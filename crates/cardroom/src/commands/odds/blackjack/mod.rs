//! What `cardroom odds` prints of blackjack.

mod draw;
mod page;
mod print;
mod tables;

use std::io::{self, Write};

use books::Book;
use books::Rules;
use books::blackjack::BlackjackRules;
use cards::parse_cards;
use odds::blackjack::{Analysis, Shoe, wagers};
use serde_json::{Value, json};

use super::{Query, changes, in_decks, spaced};
use crate::failure::Failure;

/// How the values are played for.
const STRATEGY: &str = "best play by the ranks of the own hand and the up card; hands of a split pair are played as \
                        opening hands of the same cards would be, and pairs are split again whenever the book allows";

pub(super) fn tell(query: &Query<'_>, rules: &BlackjackRules) -> Result<(), Failure> {
    query.without_way()?;
    let Query { odds, context, filed, book } = *query;
    let id = &book.id;
    let decks = odds.decks.unwrap_or(rules.deck.decks.usual);
    if let Some(file) = odds.page()?
        && context.json
    {
        return Err(Failure::Told(format!(
            "{}: a page is Markdown; ask for --json without --page",
            file.display()
        )));
    }
    let changes = changes::in_words(&odds.with, &odds.without);
    let analysis = Analysis::<f64>::try_of(rules, &Shoe::fresh(rules, decks))
        .map_err(|error| Failure::Told(format!("{id}: {error}")))?;
    if let Some(file) = &odds.chart {
        draw::draw(file, &title(book, &changes, decks), &analysis)?;
    }
    if let Some(file) = &odds.page {
        let options = changes::as_options(&odds.with, &odds.without);
        let decks_told = odds.decks.map(|decks| format!(" --decks {decks}"));
        let command = format!("cardroom odds {id}{options}{}", decks_told.unwrap_or_default());
        let sheet = page::Sheet { context, book, rules, decks, changes: &changes, command, analysis };
        return sheet.write(file, as_filed(filed, decks, &changes));
    }
    let mut out = io::stdout().lock();
    if let (Some(hand), Some(up)) = (&odds.hand, odds.up) {
        let cards =
            parse_cards(&spaced(hand)).map_err(|error| Failure::Told(format!("\"{hand}\": {error}")))?;
        if !context.json {
            tell_tried(&mut out, book, &changes, decks)?;
        }
        return print::tell_hand(&mut out, context.json, book, rules, &analysis, (&cards, up), &changes);
    }
    if odds.csv {
        return Ok(print::write_csv(&mut out, &analysis, &changes)?);
    }
    let filed_value = as_filed(filed, decks, &changes);
    let mut head = json!({ "book": id.to_string(), "decks": decks, "value": analysis.value() });
    tell_changes(&mut head, &changes, filed_value);
    if odds.rules {
        let list = tables::rules(context, book, rules, decks);
        if context.json {
            let mut all = head;
            all["rules"] = tables::rules_to_json(analysis.value(), &list, filed_value.is_some());
            return Ok(writeln!(out, "{all}")?);
        }
        return Ok(tables::tell_rules(&mut out, analysis.value(), filed_value, &changes, &list)?);
    }
    if odds.deviations {
        let list = tables::deviations(context, &analysis);
        if context.json {
            let mut all = head;
            all["deviations"] = tables::deviations_to_json(&analysis, &list);
            return Ok(writeln!(out, "{all}")?);
        }
        tell_tried(&mut out, book, &changes, decks)?;
        return Ok(tables::tell_deviations(&mut out, &analysis, &list)?);
    }
    let mut list = wagers(rules, &analysis);
    let insurance = list.iter().find(|wager| wager.name == "insurance").map(|wager| wager.value);
    if let Some(wanted) = &odds.wager {
        let names: Vec<String> = list.iter().map(|wager| wager.name.clone()).collect();
        let wanted_low = wanted.trim().to_lowercase();
        list.retain(|wager| wager.name.to_lowercase().starts_with(&wanted_low));
        if list.is_empty() || wanted_low.is_empty() {
            return Err(Failure::Told(format!(
                "{id} has no wager \"{wanted}\"; it has {}",
                names.join("; ")
            )));
        }
    }
    if context.json {
        let mut all = print::to_json(book, decks, &analysis, insurance, &list);
        tell_changes(&mut all, &changes, filed_value);
        writeln!(out, "{all}")?;
    } else {
        print::tell(&mut out, &title(book, &changes, decks), rules, decks, &analysis, &list)?;
        if let Some(filed) = filed_value.filter(|_| list.iter().any(|wager| wager.name == "base")) {
            tell_change(&mut out, filed, analysis.value())?;
        }
    }
    Ok(())
}

/// What the base wager is worth as filed, where a change is tried.
fn as_filed(filed: &Book, decks: u8, changes: &[String]) -> Option<f64> {
    let Rules::Blackjack(rules) = &filed.rules else { return None };
    let is_changed = !changes.is_empty();
    is_changed.then(|| Analysis::<f64>::of(rules, &Shoe::fresh(rules, decks)).value())
}

/// What a sheet or a page is about.
fn title(book: &Book, changes: &[String], decks: u8) -> String {
    let changed =
        if changes.is_empty() { String::new() } else { format!(", tried with {}", changes.join(", ")) };
    format!("{}{changed}, {}", book.header().name, in_decks(decks))
}

/// Says of which book the rest is, where it is not the filed one.
fn tell_tried(out: &mut impl Write, book: &Book, changes: &[String], decks: u8) -> io::Result<()> {
    if changes.is_empty() {
        return Ok(());
    }
    writeln!(out, "{}:", title(book, changes, decks))
}

/// Adds what was tried, and what the filed book is worth, to what programs read.
fn tell_changes(all: &mut Value, changes: &[String], filed: Option<f64>) {
    if let Some(filed) = filed {
        all["changes"] = json!(changes);
        all["filed_value"] = json!(filed);
    }
}

fn tell_change(out: &mut impl Write, filed: f64, value: f64) -> io::Result<()> {
    let (filed, change) = (100.0 * filed, 100.0 * (value - filed));
    let does = if change < 0.0 { "takes" } else { "adds" };
    let change = change.abs();
    writeln!(out, "As filed the base wager is worth {filed:.5}%; the change {does} {change:.5}%.")
}
