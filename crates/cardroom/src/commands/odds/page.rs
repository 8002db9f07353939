//! A book's page in docs/odds: numbers, chart, what each rule is worth, and how it was made.

use std::fmt::Write as _;
use std::path::Path;

use books::Book;
use books::blackjack::BlackjackRules;
use odds::blackjack::{Analysis, Shoe, up_name, wagers};

use super::draw::draw;
use super::print::{name, warnings};
use super::tables::{self, Worth, cell_name};
use crate::Context;
use crate::failure::Failure;

/// How many deviations a page lists.
const DEVIATIONS: usize = 40;

/// Writes the page and its chart.
pub(super) fn write(
    context: &Context,
    file: &Path,
    book: &Book,
    rules: &BlackjackRules,
) -> Result<(), Failure> {
    let title = &book.header().name;
    let usual = rules.deck.decks.usual;
    let picture = file.with_extension("svg");
    let analysis = Analysis::<f64>::of(rules, &Shoe::fresh(rules, usual));
    draw(&picture, &format!("{title}, {usual} decks"), &analysis)?;
    let mut text = format!(
        "# {title} ({0})\n\nExact values from the player's side, in opening wagers, without fees; what is played and \
         how it is worked out stands in [README.md](README.md). Written by `cardroom odds {0} --page \
         docs/odds/{1}`; the same numbers come from `cardroom odds {0}`, with `--decks`, `--rules` and \
         `--deviations`.\n",
        book.id,
        file.file_name().unwrap_or_default().to_string_lossy(),
    );
    of_wagers(&mut text, rules, usual, &analysis);
    let _ = write!(
        text,
        "\n## By number of decks\n\n| Decks | Best play | Chart | Lost by the chart |\n|---|---|---|---|\n"
    );
    for (decks, value, chart) in tables::by_decks(rules) {
        let (best, chart, lost) = (100.0 * value, 100.0 * chart, 100.0 * (value - chart));
        let _ = writeln!(text, "| {decks} | {best:.6}% | {chart:.6}% | {lost:.6}% |");
    }
    let _ = write!(
        text,
        "\n## By up card, {usual} decks\n\n| Up card | Chance | Best play | Chart |\n|---|---|---|---|\n"
    );
    for up in analysis.up_cards() {
        let [chance, value, chart] = [up.chance, up.value, up.chart_value].map(|part| 100.0 * part);
        let _ = writeln!(text, "| {} | {chance:.4}% | {value:+.5}% | {chart:+.5}% |", up_name(up.card));
    }
    let picture = picture.file_name().unwrap_or_default().to_string_lossy();
    let _ = write!(text, "\n## Chart\n\n![The chart]({picture})\n");
    of_deviations(&mut text, &analysis);
    of_rules(&mut text, usual, analysis.value(), &tables::rules(context, book, rules, usual));
    of_bank(&mut text, usual, &analysis);
    std::fs::write(file, text).map_err(|error| Failure::Told(format!("{}: {error}", file.display())))
}

fn of_wagers(text: &mut String, rules: &BlackjackRules, usual: u8, analysis: &Analysis<f64>) {
    let list = wagers(rules, analysis);
    let _ = write!(
        text,
        "\n## Wagers, {usual} decks\n\n| Wager | Value | Paid | Deviation |\n|---|---|---|---|\n"
    );
    for wager in &list {
        let (value, hit) = (100.0 * wager.value, 100.0 * wager.hit);
        let _ = writeln!(text, "| {} | {value:.6}% | {hit:.5}% | {:.5} |", wager.name, wager.deviation);
    }
    let chart = 100.0 * analysis.chart_value();
    let _ = writeln!(text, "| base, by the chart | {chart:.6}% | | |");
    for warning in warnings(&list) {
        let _ = write!(text, "\nWarning: {warning}\n");
    }
}

fn of_deviations(text: &mut String, analysis: &Analysis<f64>) {
    let list = tables::deviations(analysis);
    let _ = write!(
        text,
        "\n## Leaving the chart\n\nThe {DEVIATIONS} cheapest single deviations of {}, each with what it costs of the \
         opening wager over all rounds; `--deviations` prints all.\n\n| Hand | Up card | Chart | Instead | Cost \
         |\n|---|---|---|---|---|\n",
        list.len()
    );
    for one in list.iter().take(DEVIATIONS) {
        let (cell, up, cost) = (cell_name(one.cell), up_name(one.up), 100.0 * one.cost);
        let _ =
            writeln!(text, "| {cell} | {up} | {} | {} | {cost:.7}% |", name(one.chart), name(one.instead));
    }
}

fn of_rules(text: &mut String, usual: u8, value: f64, list: &[Worth]) {
    let _ = write!(
        text,
        "\n## What each rule is worth, {usual} decks\n\nOne rule at a time set otherwise, also where a filing forbids \
         it, with the best play for it. A rule that rests on a ruling names it: the other lines of that rule are other \
         readings of what is filed.\n\n| Rule | Filed | Tried | Value | Change | Ruling |\n|---|---|---|---|---|---|\n"
    );
    for Worth { variation, value: with, ruling } in list {
        let (with_value, change) = (100.0 * with, 100.0 * (with - value));
        let mark = if *with > 0.0 { " (no edge)" } else { "" };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {with_value:.5}%{mark} | {change:+.5}% | {} |",
            variation.key,
            variation.filed,
            variation.tried,
            ruling.as_deref().unwrap_or("")
        );
    }
}

fn of_bank(text: &mut String, usual: u8, analysis: &Analysis<f64>) {
    let _ =
        write!(text, "\n## The bank's hand, {usual} decks\n\n| Total | Cards | Chance |\n|---|---|---|\n");
    for hand in analysis.bank_hands().iter().filter(|hand| hand.chance >= 1e-9) {
        let _ = writeln!(text, "| {} | {} | {:.7}% |", hand.total, hand.cards, 100.0 * hand.chance);
    }
}
