//! What `cardroom odds` prints of Three Card Poker.

use std::io::{self, Write};
use std::path::Path;

use books::Book;
use books::three_card::ThreeCardRules;
use odds::Wager;
use odds::three_card::{Analysis, Base, Bonus, Part, Row};
use serde_json::{Value, json};

use super::Query;
use super::printed::{warnings, write_printed};
use crate::failure::Failure;

/// How the values are played for.
const STRATEGY: &str = "best play by the own three cards: ante-play sees no card of the bank, ante-play-exposed sees the \
                        one that is turned up before the first decision; bonus wagers stand beside ante-play";

pub(super) fn tell(query: &Query<'_>, rules: &ThreeCardRules) -> Result<(), Failure> {
    query.without_way()?;
    query.only_whole()?;
    tell_book(query.context.json, query.book, rules, query.odds.page()?)
}

fn tell_book(is_json: bool, book: &Book, rules: &ThreeCardRules, page: Option<&Path>) -> Result<(), Failure> {
    let analysis = Analysis::of(rules);
    if let Some(file) = page {
        let mut printed = Vec::new();
        print(&mut printed, book, &analysis)?;
        return write_printed(file, book, &printed);
    }
    let mut out = io::stdout().lock();
    if is_json {
        writeln!(out, "{}", to_json(book, &analysis))?;
    } else {
        print(&mut out, book, &analysis)?;
    }
    Ok(())
}

fn print(out: &mut impl Write, book: &Book, analysis: &Analysis) -> io::Result<()> {
    writeln!(out, "{}, from the player's side without fees", book.header().name)?;
    writeln!(out, "{:<17}  {:>11}  {:>9}  {:>9}", "wager", "value", "paid", "deviation")?;
    let list = analysis.wagers();
    for Wager { name, value, hit, deviation } in &list {
        let (value, hit) = (100.0 * value, 100.0 * hit);
        writeln!(out, "{name:<17}  {value:>10.5}%  {hit:>8.4}%  {deviation:>9.4}")?;
    }
    for (name, base) in [("ante-play", &analysis.blind), ("ante-play-exposed", &analysis.exposed)] {
        writeln!(out, "\n{name}")?;
        for (part, deals) in Part::ALL.into_iter().zip(base.parts) {
            writeln!(out, "{:<24} {:>9.5}%", part.name(), 100.0 * deals as f64 / base.deals as f64)?;
        }
    }
    for (name, bonus) in [("pair-plus", &analysis.pair_plus), ("six-card-bonus", &analysis.six_card)] {
        writeln!(out, "\n{name}, hits in {} deals", bonus.deals)?;
        for hit in &bonus.hits {
            let percent = 100.0 * hit.deals as f64 / bonus.deals as f64;
            writeln!(
                out,
                "{:<18} {:>10}  {:>12}  {percent:>9.6}%",
                hit.hand,
                hit.pays.to_string(),
                hit.deals
            )?;
        }
    }
    writeln!(out, "\nBy ranks alone, play")?;
    for row in &analysis.chart {
        writeln!(out, "{:<22} {:<28} {:>+10.5}%", shown(row), play(row), 100.0 * row.value)?;
    }
    for warning in warnings(&list) {
        writeln!(out, "Warning: {warning}")?;
    }
    writeln!(out, "Strategy: {STRATEGY}.")
}

fn shown(row: &Row) -> String {
    row.shown
        .map_or_else(|| "without a sight of it".to_owned(), |rank| format!("against the {}", rank.name()))
}

fn play(row: &Row) -> String {
    match row.lowest {
        _ if row.is_always => "always".to_owned(),
        Some(lowest) => format!("{lowest:#} or better"),
        None => "never".to_owned(),
    }
}

fn to_json(book: &Book, analysis: &Analysis) -> Value {
    let wager = |wager: &Wager| json!({ "name": wager.name, "value": wager.value, "hit": wager.hit, "deviation": wager.deviation });
    let parts = |base: &Base| {
        let part = |(part, deals): (Part, u64)| json!({ "name": part.name(), "deals": deals });
        let parts: Vec<Value> = Part::ALL.into_iter().zip(base.parts).map(part).collect();
        json!({ "deals": base.deals, "net": base.net, "unit": base.unit, "parts": parts })
    };
    let hits = |bonus: &Bonus| {
        let hits: Vec<Value> = bonus
            .hits
            .iter()
            .map(|hit| json!({ "hand": hit.hand, "pays": hit.pays.to_string(), "deals": hit.deals }))
            .collect();
        json!({ "deals": bonus.deals, "stays": bonus.stays, "hits": hits })
    };
    let chart: Vec<Value> = analysis
        .chart
        .iter()
        .map(|row| json!({ "shown": row.shown.map(|rank| rank.to_string()), "play": play(row), "value": row.value }))
        .collect();
    json!({
        "book": book.id.to_string(),
        "decks": 1,
        "strategy": STRATEGY,
        "value": analysis.exposed.value(),
        "wagers": analysis.wagers().iter().map(wager).collect::<Vec<_>>(),
        "ante_play": parts(&analysis.blind),
        "ante_play_exposed": parts(&analysis.exposed),
        "pair_plus": hits(&analysis.pair_plus),
        "six_card_bonus": hits(&analysis.six_card),
        "chart": chart,
    })
}
