//! A book's page in docs/odds: numbers, chart, what each rule is worth, and how it was made.

use std::fmt::Write as _;
use std::path::Path;

use books::Book;
use books::blackjack::BlackjackRules;
use odds::blackjack::{Analysis, LastHands, last_hands, last_hands_are, wagers};

use super::super::in_decks;
use super::super::printed::warnings;
use super::draw::draw;
use super::print::{amounts, gain_by_less, name, range_in_words};
use super::tables::{self, Worth, cell_name};
use super::{STRATEGY, title};
use crate::Context;
use crate::failure::Failure;

/// How many deviations a page lists.
const DEVIATIONS: usize = 40;

/// What a page is about.
pub(super) struct Sheet<'a> {
    pub(super) context: &'a Context,
    pub(super) book: &'a Book,
    pub(super) rules: &'a BlackjackRules,
    pub(super) decks: u8,
    /// What is tried instead of what the book says.
    pub(super) changes: &'a [String],
    /// The command that works the same out again.
    pub(super) command: String,
    pub(super) analysis: Analysis<f64>,
}

impl Sheet<'_> {
    /// Writes the page and its chart.
    pub(super) fn write(&self, file: &Path, filed: Option<f64>) -> Result<(), Failure> {
        let Sheet { context, book, rules, decks, changes, command, analysis } = self;
        let (rules, decks) = (*rules, *decks);
        let picture = file.with_extension("svg");
        draw(&picture, &title(book, changes, decks), analysis)?;
        let mut text = head(book, command, changes, file, has_guide(file));
        if let Some(filed) = filed {
            let (filed, now) = (100.0 * filed, 100.0 * analysis.value());
            let changes = changes.join(", ");
            let _ = write!(
                text,
                "\nNot the book as filed: tried with {changes}. As filed the base wager is worth {filed:.6}%, so \
                 tried {now:.6}%.\n"
            );
        }
        of_wagers(&mut text, rules, decks, analysis);
        of_decks(&mut text, rules, &tables::by_decks(context, rules));
        let in_words = in_decks(decks);
        let _ = write!(
            text,
            "\n## By up card, {in_words}\n\n| Up card | Chance | Best play | Chart |\n|---|---|---|---|\n"
        );
        for up in analysis.up_cards() {
            let [chance, value, chart] = [up.chance, up.value, up.chart_value].map(|part| 100.0 * part);
            let name = analysis.card_name(up.card);
            let _ = writeln!(text, "| {name} | {chance:.4}% | {value:+.5}% | {chart:+.5}% |");
        }
        let picture = picture.file_name().unwrap_or_default().to_string_lossy();
        let _ = write!(text, "\n## Chart\n\n![The chart]({picture})\n");
        of_last_hands(&mut text, analysis);
        of_deviations(&mut text, context, analysis);
        let list = tables::rules(context, book, rules, decks);
        of_rules(&mut text, decks, analysis.value(), filed.is_some(), &list);
        of_bank(&mut text, decks, analysis);
        std::fs::write(file, text).map_err(|error| Failure::Told(format!("{}: {error}", file.display())))
    }
}

/// Which hands that take no more cards are given up.
fn of_last_hands(text: &mut String, analysis: &Analysis<f64>) {
    let list = last_hands(analysis);
    if list.is_empty() {
        return;
    }
    let _ = write!(
        text,
        "\nA hand that takes no more cards, because it {}, is given up with these totals, and kept with all \
         others:\n\n| Total | Up cards |\n|---|---|\n",
        last_hands_are(analysis)
    );
    for LastHands { totals, ups } in list {
        let ups: Vec<String> = ups.iter().map(|up| analysis.card_name(*up)).collect();
        let _ = writeln!(text, "| {totals} | {} |", ups.join(", "));
    }
}

/// What a guide to the pages begins with.
const GUIDE: &str = "# Exact odds of the banked books";

/// Whether the guide to the pages stands beside a page.
fn has_guide(file: &Path) -> bool {
    std::fs::read_to_string(file.with_file_name("README.md")).is_ok_and(|text| text.starts_with(GUIDE))
}

/// What a page begins with.
fn head(book: &Book, command: &str, changes: &[String], file: &Path, has_guide: bool) -> String {
    let (name, id, file) = (&book.header().name, &book.id, file.display());
    let changed =
        if changes.is_empty() { String::new() } else { format!(", tried with {}", changes.join(", ")) };
    let guide = if has_guide {
        "what is played and how it is worked out stands in [README.md](README.md)".to_owned()
    } else {
        format!("one player against a full fresh shoe and a bank that can pay; {STRATEGY}")
    };
    format!(
        "# {name} ({id}){changed}\n\nExact values from the player's side, in opening wagers, without fees; {guide}. Written by \
         `{command} --page {file}`; the same numbers come from `{command}`, with `--decks`, `--rules` and \
         `--deviations`.\n",
    )
}

/// What other numbers of decks come to, with a word where the book does not allow them or the bank has no edge.
fn of_decks(text: &mut String, rules: &BlackjackRules, list: &[(u8, f64, f64)]) {
    let _ = write!(
        text,
        "\n## By number of decks\n\n| Decks | Best play | Chart | Lost by the chart |\n|---|---|---|---|\n"
    );
    let range = &rules.deck.decks;
    let is_allowed = |decks: &u8| (range.least..=range.most).contains(decks);
    for (decks, value, chart) in list {
        let (best, chart, lost) = (100.0 * value, 100.0 * chart, 100.0 * (value - chart));
        let allowed = if is_allowed(decks) { "" } else { " (not allowed)" };
        let mark = if *value > 0.0 { " (no edge)" } else { "" };
        let _ = writeln!(text, "| {decks}{allowed} | {best:.6}%{mark} | {chart:.6}% | {lost:.6}% |");
    }
    if list.iter().any(|(decks, ..)| !is_allowed(decks)) {
        let allowed = range_in_words(range.least, range.most);
        let _ = write!(text, "\nNote: the book allows {allowed}; what is beyond is for comparison.\n");
    }
    for (decks, value, _) in list.iter().filter(|(_, value, _)| *value > 0.0) {
        let (decks, value) = (in_decks(*decks), 100.0 * value);
        let _ = write!(text, "\nWarning: with {decks} the base wager favours the player by {value:.5}%.\n");
    }
}

fn of_wagers(text: &mut String, rules: &BlackjackRules, usual: u8, analysis: &Analysis<f64>) {
    let (list, decks) = (wagers(rules, analysis), in_decks(usual));
    let _ = write!(text, "\n## Wagers, {decks}\n\n| Wager | Value | Paid | Deviation |\n|---|---|---|---|\n");
    for wager in &list {
        let (hit, (value, deviation)) = (100.0 * wager.hit, amounts(wager, 6, 5));
        let _ = writeln!(text, "| {} | {value} | {hit:.5}% | {deviation} |", wager.name);
    }
    let chart = 100.0 * analysis.chart_value();
    let _ = writeln!(text, "| base, by the chart | {chart:.6}% | | |");
    if let Some(gain) = gain_by_less(rules, analysis) {
        let _ = write!(text, "\nNote: {gain}\n");
    }
    for warning in warnings(&list) {
        let _ = write!(text, "\nWarning: {warning}\n");
    }
}

fn of_deviations(text: &mut String, context: &Context, analysis: &Analysis<f64>) {
    let list = tables::deviations(context, analysis);
    let _ = write!(
        text,
        "\n## Leaving the chart\n\nThe {DEVIATIONS} cheapest single deviations of {}, each with what it costs of the \
         opening wager over all rounds; `--deviations` prints all.\n\n| Hand | Up card | Chart | Instead | Cost \
         |\n|---|---|---|---|---|\n",
        list.len()
    );
    for one in list.iter().take(DEVIATIONS) {
        let (cell, up, cost) = (cell_name(analysis, one.cell), analysis.card_name(one.up), 100.0 * one.cost);
        let _ =
            writeln!(text, "| {cell} | {up} | {} | {} | {cost:.7}% |", name(one.chart), name(one.instead));
    }
}

fn of_rules(text: &mut String, usual: u8, value: f64, is_changed: bool, list: &[Worth]) {
    let (decks, from) = (in_decks(usual), if is_changed { "As tried" } else { "Filed" });
    let _ = write!(
        text,
        "\n## What each rule is worth, {decks}\n\nOne rule at a time set otherwise, also where a filing forbids \
         it, with the best play for it. A rule that rests on a ruling names it: the other lines of that rule are other \
         readings of what is filed.\n\n| Rule | {from} | Tried | Value | Change | Ruling |\n|---|---|---|---|---|---|\n"
    );
    for worth in list {
        let Worth { variation, value: with, ruling, .. } = worth;
        let (with_value, change) = (100.0 * with, 100.0 * (with - value));
        // What only the last bits make is no change.
        let change = if change.abs() < 5e-6 { 0.0 } else { change };
        let insured = worth.insurance_favours();
        let insured = insured.map(|by| format!(" (insurance favours the player by {:.5}%)", 100.0 * by));
        let mark = format!("{}{}", if *with > 0.0 { " (no edge)" } else { "" }, insured.unwrap_or_default());
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
    let decks = in_decks(usual);
    let _ = write!(text, "\n## The bank's hand, {decks}\n\n| Total | Cards | Chance |\n|---|---|---|\n");
    for hand in analysis.bank_hands().iter().filter(|hand| hand.chance >= 1e-9) {
        let _ = writeln!(text, "| {} | {} | {:.7}% |", hand.total, hand.cards, 100.0 * hand.chance);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use books::{BookId, Rules, Shelf};

    #[test]
    fn a_page_of_ones_own_stands_alone() {
        let book = Shelf::filed().book(&BookId::new("marina", "pure-21-5")).unwrap();
        let command = "cardroom odds marina/pure-21-5";
        let text = head(&book, command, &[], Path::new("odds/own.md"), false);
        assert!(text.contains("`cardroom odds marina/pure-21-5 --page odds/own.md`"), "{text}");
        assert!(!text.contains("README.md") && text.contains("split pair"), "{text}");
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/odds");
        assert!(has_guide(&folder.join("own.md")) && !has_guide(&folder.join("../own.md")));
    }

    #[test]
    fn rows_say_where_decks_are_not_allowed_and_where_the_bank_has_no_edge() {
        let of = |name: &str| match Shelf::filed().book(&BookId::new("mortimers", name)).unwrap().rules {
            Rules::Blackjack(rules) => *rules,
            _ => panic!("a blackjack book"),
        };
        let mut text = String::new();
        of_decks(&mut text, &of("no-bust-6"), &[(1, 0.001, 0.0), (2, -0.01, -0.01)]);
        assert!(text.contains("| 1 (not allowed) | 0.100000% (no edge) |"), "{text}");
        assert!(text.contains("| 2 | -1.000000% |"), "{text}");
        assert!(text.contains("Note: the book allows 2 to 8 decks;"), "{text}");
        assert!(
            text.contains("Warning: with 1 deck the base wager favours the player by 0.10000%."),
            "{text}"
        );
        text.clear();
        of_decks(&mut text, &of("no-bust-6-buster"), &[(1, -0.01, -0.01)]);
        assert!(text.ends_with("| 1 | -1.000000% | -1.000000% | 0.000000% |\n"), "{text}");
    }
}
