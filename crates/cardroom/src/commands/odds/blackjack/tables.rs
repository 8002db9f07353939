//! What each rule of a book is worth, and what each deviation from the chart costs.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use books::Book;
use books::blackjack::BlackjackRules;
use odds::blackjack::{Analysis, Cell, Deviation, Shoe, Valued, Variation, values_of, variations};
use serde_json::{Value, json};

use super::print::name;
use crate::Context;

/// A rule set otherwise, with what the base wager and insurance are worth then.
pub(super) struct Worth {
    pub(super) variation: Variation,
    pub(super) value: f64,
    pub(super) insurance: Option<f64>,
    /// The rulings that the rule as filed rests on, if the filing leaves it open.
    pub(super) ruling: Option<String>,
}

/// What every rule of a book is worth.
pub(super) fn rules(context: &Context, book: &Book, rules: &BlackjackRules, decks: u8) -> Vec<Worth> {
    let list = variations(rules);
    let line = Line::new(context, list.len(), "variations");
    let values = values_of(&list, decks, &|done| line.tell(done));
    drop(line);
    let path = format!("{}/{}.toml", book.id.house, book.id.game);
    let source = context.shelf.file(&path).and_then(|source| source.text.parse::<toml::Table>().ok());
    let ruling = |key: &str| ruling(source.as_ref()?, key);
    let worth = |(variation, valued): (Variation, Option<Valued>)| {
        let ruling = ruling(variation.key);
        let Valued { value, insurance } = valued?;
        Some(Worth { variation, value, insurance, ruling })
    };
    list.into_iter().zip(values).filter_map(worth).collect()
}

/// How far some work is, on a terminal.
pub(super) struct Line {
    all: usize,
    what: &'static str,
    shows: bool,
    out: Mutex<io::Stderr>,
}

impl Worth {
    /// What insurance is worth to the player where it favours them.
    pub(super) fn insurance_favours(&self) -> Option<f64> {
        self.insurance.filter(|value| *value > 0.0)
    }
}

impl Line {
    pub(super) fn new(context: &Context, all: usize, what: &'static str) -> Line {
        let line = Line {
            all,
            what,
            shows: io::stderr().is_terminal() && !context.json,
            out: Mutex::new(io::stderr()),
        };
        line.tell(0);
        line
    }

    pub(super) fn tell(&self, done: usize) {
        if self.shows
            && let Ok(mut out) = self.out.lock()
        {
            // Work is not stopped because nobody can be told how far it is.
            let _ = write!(out, "\r{done} of {} {}\x1b[K", self.all, self.what);
            let _ = out.flush();
        }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if self.shows {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// The rulings that a key cites.
fn ruling(source: &toml::Table, key: &str) -> Option<String> {
    let (section, key) = key.split_once('.')?;
    let cited = source.get(section)?.get("cite")?.get(key)?;
    let names: Vec<&str> = match cited {
        toml::Value::String(name) => vec![name],
        toml::Value::Array(names) => names.iter().filter_map(toml::Value::as_str).collect(),
        _ => Vec::new(),
    };
    let rulings: Vec<&str> = names.into_iter().filter(|name| name.contains("ruling-")).collect();
    (!rulings.is_empty()).then(|| rulings.join(", "))
}

pub(super) fn tell_rules(
    out: &mut impl Write,
    value: f64,
    filed: Option<f64>,
    changes: &[String],
    list: &[Worth],
) -> io::Result<()> {
    let (begins, now) = ("What each rule is worth to the player: the base wager", 100.0 * value);
    match filed.map(|filed| 100.0 * filed) {
        None => writeln!(out, "{begins} as filed is worth {now:.5}%.")?,
        Some(filed) => writeln!(
            out,
            "{begins} as filed is worth {filed:.5}%; with {} it is worth {now:.5}%, from which the lines go on.",
            changes.join(", ")
        )?,
    }
    let width = list.iter().map(|worth| worth.variation.key.len()).max().unwrap_or(0);
    for Worth { variation, value: with, ruling, .. } in list {
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
    let insured: Vec<(&Worth, f64)> =
        list.iter().filter_map(|worth| Some((worth, worth.insurance_favours()?))).collect();
    if !insured.is_empty() {
        writeln!(out, "Warning: insurance favours the player with")?;
    }
    for (Worth { variation, .. }, by) in insured {
        writeln!(out, "  {} = {}, by {:.5}%", variation.key, variation.tried, 100.0 * by)?;
    }
    Ok(())
}

pub(super) fn rules_to_json(value: f64, list: &[Worth], is_changed: bool) -> Value {
    // What a changed book says is not what is filed.
    let from = if is_changed { "from" } else { "filed" };
    let row = |worth: &Worth| {
        let Variation { key, filed, tried, .. } = &worth.variation;
        json!({
            "rule": key, from: filed, "tried": tried, "value": worth.value, "change": worth.value - value,
            "ruling": worth.ruling, "bank_has_edge": worth.value < 0.0,
            "insurance": worth.insurance,
        })
    };
    Value::Array(list.iter().map(row).collect())
}

/// Every deviation from the chart, the cheapest first.
pub(super) fn deviations(context: &Context, analysis: &Analysis<f64>) -> Vec<Deviation<f64>> {
    let ups = 0..analysis.up_cards().len();
    let line = &Line::new(context, ups.len(), "up cards");
    let done = &AtomicUsize::new(0);
    let mut list: Vec<Deviation<f64>> = std::thread::scope(|scope| {
        let work = |up: usize| {
            move || {
                let list = analysis.deviations(up);
                line.tell(done.fetch_add(1, Ordering::Relaxed) + 1);
                list
            }
        };
        let running: Vec<_> = ups.map(|up| scope.spawn(work(up))).collect();
        running.into_iter().flat_map(|thread| thread.join().expect("an up card is worked out")).collect()
    });
    list.sort_by(|one, other| one.cost.total_cmp(&other.cost));
    list
}

pub(super) fn cell_name(analysis: &Analysis<f64>, cell: Cell) -> String {
    let total = |total: games::blackjack::Total| {
        format!("{} {}", if total.is_soft { "soft" } else { "hard" }, total.points)
    };
    match cell {
        Cell::Two(two) => format!("{}, two cards", total(two)),
        Cell::More(more) => format!("{}, more cards", total(more)),
        Cell::Last(last) => format!("{}, no more cards", total(last)),
        Cell::Pair(card) => format!("{0} {0}", analysis.card_name(card)),
    }
}

pub(super) fn tell_deviations(
    out: &mut impl Write,
    analysis: &Analysis<f64>,
    list: &[Deviation<f64>],
) -> io::Result<()> {
    writeln!(out, "What each single deviation from the chart costs of the opening wager, over all rounds:")?;
    for Deviation { up, cell, chart, instead, cost } in list {
        writeln!(
            out,
            "{:<22} against {:<5}  {:<9} instead of {:<9}  {:>11.7}%",
            cell_name(analysis, *cell),
            analysis.card_name(*up),
            name(*instead),
            name(*chart),
            100.0 * cost
        )?;
    }
    Ok(())
}

pub(super) fn deviations_to_json(analysis: &Analysis<f64>, list: &[Deviation<f64>]) -> Value {
    let row = |one: &Deviation<f64>| {
        json!({
            "hand": cell_name(analysis, one.cell), "up": analysis.card_name(one.up), "chart": name(one.chart),
            "instead": name(one.instead), "cost": one.cost,
        })
    };
    Value::Array(list.iter().map(row).collect())
}

/// The book's value with other numbers of decks.
pub(super) fn by_decks(context: &Context, rules: &BlackjackRules) -> Vec<(u8, f64, f64)> {
    let line = Line::new(context, 5, "numbers of decks");
    let mut done = 0;
    let of = |decks: u8| {
        let analysis = Analysis::<f64>::of(rules, &Shoe::fresh(rules, decks));
        done += 1;
        line.tell(done);
        (decks, analysis.value(), analysis.chart_value())
    };
    [1, 2, 4, 6, 8].map(of).to_vec()
}
