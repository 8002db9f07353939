//! What each rule of a book is worth, and what each deviation from the chart costs.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;

use books::Book;
use books::blackjack::BlackjackRules;
use odds::blackjack::{Analysis, Cell, Deviation, Shoe, Variation, up_name, values_of, variations};
use serde_json::{Value, json};

use super::print::name;
use crate::Context;

/// A rule set otherwise, with what the base wager is worth then.
pub(super) struct Worth {
    pub(super) variation: Variation,
    pub(super) value: f64,
    /// The ruling that the rule as filed rests on, if the filing leaves it open.
    pub(super) ruling: Option<String>,
}

/// What every rule of a book is worth.
pub(super) fn rules(context: &Context, book: &Book, rules: &BlackjackRules, decks: u8) -> Vec<Worth> {
    let list = variations(rules);
    let shows = io::stderr().is_terminal() && !context.json;
    let line = Mutex::new(io::stderr());
    let tell = |done: usize| {
        if shows && let Ok(mut line) = line.lock() {
            // Work is not stopped because nobody can be told how far it is.
            let _ = write!(line, "\r{done} of {} variations\x1b[K", list.len());
            let _ = line.flush();
        }
    };
    let values = values_of(&list, decks, &tell);
    if shows {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
    let path = format!("{}/{}.toml", book.id.house, book.id.game);
    let source = context.shelf.file(&path).and_then(|source| source.text.parse::<toml::Table>().ok());
    let ruling = |key: &str| ruling(source.as_ref()?, key);
    let worth = |(variation, value): (Variation, f64)| {
        let ruling = ruling(variation.key);
        Worth { variation, value, ruling }
    };
    list.into_iter().zip(values).map(worth).collect()
}

/// The first ruling that a key cites.
fn ruling(source: &toml::Table, key: &str) -> Option<String> {
    let (section, key) = key.split_once('.')?;
    let cited = source.get(section)?.get("cite")?.get(key)?;
    let names: Vec<&str> = match cited {
        toml::Value::String(name) => vec![name],
        toml::Value::Array(names) => names.iter().filter_map(toml::Value::as_str).collect(),
        _ => Vec::new(),
    };
    names.into_iter().find(|name| name.contains("ruling-")).map(str::to_owned)
}

pub(super) fn tell_rules(out: &mut impl Write, value: f64, list: &[Worth]) -> io::Result<()> {
    writeln!(
        out,
        "What each rule is worth to the player: the base wager as filed is worth {:.5}%.",
        100.0 * value
    )?;
    let width = list.iter().map(|worth| worth.variation.key.len()).max().unwrap_or(0);
    for Worth { variation, value: with, ruling } in list {
        let Variation { key, filed, tried, .. } = variation;
        let (change, with_value) = (100.0 * (with - value), 100.0 * with);
        write!(out, "{key:<width$}  {change:>+10.5}%  {with_value:>10.5}%  {filed} -> {tried}")?;
        if let Some(ruling) = ruling {
            write!(out, "  ({ruling})")?;
        }
        writeln!(out)?;
    }
    let losing: Vec<&Worth> = list.iter().filter(|worth| worth.value > 0.0).collect();
    if !losing.is_empty() {
        writeln!(out, "Warning: the bank has no edge with")?;
    }
    for Worth { variation, .. } in losing {
        writeln!(out, "  {} = {}", variation.key, variation.tried)?;
    }
    Ok(())
}

pub(super) fn rules_to_json(value: f64, list: &[Worth]) -> Value {
    let row = |worth: &Worth| {
        let Variation { key, filed, tried, .. } = &worth.variation;
        json!({
            "rule": key, "filed": filed, "tried": tried, "value": worth.value, "change": worth.value - value,
            "ruling": worth.ruling, "bank_has_edge": worth.value < 0.0,
        })
    };
    Value::Array(list.iter().map(row).collect())
}

/// Every deviation from the chart, the cheapest first.
pub(super) fn deviations(analysis: &Analysis<f64>) -> Vec<Deviation<f64>> {
    let ups = 0..analysis.up_cards().len();
    let mut list: Vec<Deviation<f64>> = std::thread::scope(|scope| {
        let running: Vec<_> = ups.map(|up| scope.spawn(move || analysis.deviations(up))).collect();
        running.into_iter().flat_map(|thread| thread.join().expect("an up card is worked out")).collect()
    });
    list.sort_by(|one, other| one.cost.total_cmp(&other.cost));
    list
}

pub(super) fn cell_name(cell: Cell) -> String {
    let total = |total: games::blackjack::Total| {
        format!("{} {}", if total.is_soft { "soft" } else { "hard" }, total.points)
    };
    match cell {
        Cell::Two(two) => format!("{}, two cards", total(two)),
        Cell::More(more) => format!("{}, more cards", total(more)),
        Cell::Pair(card) => format!("{0} {0}", up_name(card)),
    }
}

pub(super) fn tell_deviations(out: &mut impl Write, list: &[Deviation<f64>]) -> io::Result<()> {
    writeln!(out, "What each single deviation from the chart costs of the opening wager, over all rounds:")?;
    for Deviation { up, cell, chart, instead, cost } in list {
        writeln!(
            out,
            "{:<20} against {:<5}  {:<9} instead of {:<9}  {:>11.7}%",
            cell_name(*cell),
            up_name(*up),
            name(*instead),
            name(*chart),
            100.0 * cost
        )?;
    }
    Ok(())
}

pub(super) fn deviations_to_json(list: &[Deviation<f64>]) -> Value {
    let row = |one: &Deviation<f64>| {
        json!({
            "hand": cell_name(one.cell), "up": up_name(one.up), "chart": name(one.chart),
            "instead": name(one.instead), "cost": one.cost,
        })
    };
    Value::Array(list.iter().map(row).collect())
}

/// The book's value with other numbers of decks.
pub(super) fn by_decks(rules: &BlackjackRules) -> Vec<(u8, f64, f64)> {
    let of = |decks: u8| {
        let analysis = Analysis::<f64>::of(rules, &Shoe::fresh(rules, decks));
        (decks, analysis.value(), analysis.chart_value())
    };
    [1, 2, 4, 6, 8].map(of).to_vec()
}
