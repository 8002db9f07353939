//! A book's page in docs/odds: numbers, chart, what each rule is worth, and how it was made.

use std::fmt::Write as _;
use std::path::Path;

use books::Book;
use books::blackjack::BlackjackRules;
use odds::blackjack::{Analysis, Shoe, up_name, wagers};

use super::draw::draw;
use super::print::{name, warnings};
use super::tables::{self, Worth, cell_name};
use super::{STRATEGY, in_decks};
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
    draw(&picture, &format!("{title}, {}", in_decks(usual)), &analysis)?;
    let mut text = head(book, file, has_guide(file));
    of_wagers(&mut text, rules, usual, &analysis);
    of_decks(&mut text, rules, &tables::by_decks(rules));
    let decks = in_decks(usual);
    let _ = write!(
        text,
        "\n## By up card, {decks}\n\n| Up card | Chance | Best play | Chart |\n|---|---|---|---|\n"
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

/// Writes what the command prints as a page.
pub(super) fn write_printed(file: &Path, book: &Book, printed: &[u8]) -> Result<(), Failure> {
    let (title, id, name) = (&book.header().name, &book.id, file.display());
    let text = format!(
        "# {title} ({id})\n\nExact values from the player's side, in wagers, without fees; how they are worked out \
         stands in [README.md](README.md). Written by `cardroom odds {id} --page {name}`.\n\n```text\n{}```\n",
        String::from_utf8_lossy(printed)
    );
    std::fs::write(file, text).map_err(|error| Failure::Told(format!("{name}: {error}")))
}

/// What a guide to the pages begins with.
const GUIDE: &str = "# Exact odds of the banked books";

/// Whether the guide to the pages stands beside a page.
fn has_guide(file: &Path) -> bool {
    std::fs::read_to_string(file.with_file_name("README.md")).is_ok_and(|text| text.starts_with(GUIDE))
}

/// What a page begins with.
fn head(book: &Book, file: &Path, has_guide: bool) -> String {
    let (title, id, file) = (&book.header().name, &book.id, file.display());
    let guide = if has_guide {
        "what is played and how it is worked out stands in [README.md](README.md)".to_owned()
    } else {
        format!("one player against a full fresh shoe and a bank that can pay; {STRATEGY}")
    };
    format!(
        "# {title} ({id})\n\nExact values from the player's side, in opening wagers, without fees; {guide}. Written by \
         `cardroom odds {id} --page {file}`; the same numbers come from `cardroom odds {id}`, with `--decks`, \
         `--rules` and `--deviations`.\n",
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
        let (least, most) = (range.least, in_decks(range.most));
        let _ =
            write!(text, "\nNote: the book allows {least} to {most}; what is beyond is for comparison.\n");
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
    let decks = in_decks(usual);
    let _ = write!(
        text,
        "\n## What each rule is worth, {decks}\n\nOne rule at a time set otherwise, also where a filing forbids \
         it, with the best play for it. A rule that rests on a ruling names it: the other lines of that rule are other \
         readings of what is filed.\n\n| Rule | Filed | Tried | Value | Change | Ruling |\n|---|---|---|---|---|---|\n"
    );
    for Worth { variation, value: with, ruling } in list {
        let (with_value, change) = (100.0 * with, 100.0 * (with - value));
        // What only the last bits make is no change.
        let change = if change.abs() < 5e-6 { 0.0 } else { change };
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
        let text = head(&book, Path::new("odds/own.md"), false);
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
