//! Compares what came out of a case with what it expects.

use std::fmt::Debug;

use books::Money;

use crate::format::{Expect, Scenario, Shoe};
use crate::report::{Report, SettledLine};

/// Adds every difference to the report.
pub(crate) fn compare(scenario: &Scenario, report: &mut Report) {
    let Some(expect) = &scenario.expect else {
        // A case that expects nothing still expects a table.
        let unopened = report.refused.iter().filter(|line| line.step == "book" || line.step == "setup");
        let mut differences: Vec<String> =
            unopened.map(|line| format!("the {} was refused: {}", line.step, line.reason)).collect();
        report.differences.append(&mut differences);
        return;
    };
    let mut differences = Vec::new();
    compare_money(expect, report, &mut differences);
    let settled = report.settled.iter().map(|line| (settled_words(line), line.clause.as_str()));
    compare_cited("settled", expect.settled.as_ref(), settled.collect(), &mut differences);
    compare_list("dealt", expect.dealt.as_ref(), &report.dealt, &mut differences);
    compare_list("events", expect.events.as_ref(), &report.events, &mut differences);
    compare_list("allowed", expect.allowed.as_ref(), &report.allowed, &mut differences);
    for (name, total) in expect.totals.iter().flat_map(|totals| &totals.0) {
        let found = report.totals.get(name).map_or("no hand", String::as_str);
        compare_value(&format!("the total of {name}"), total, &found.to_owned(), &mut differences);
    }
    compare_hands(expect, report, &mut differences);
    compare_pots(expect, report, &mut differences);
    compare_refusals(expect, report, &mut differences);
    report.differences.append(&mut differences);
}

/// Cards are compared in any order, and fronts by their ranks where no suits are given.
fn compare_hands(expect: &Expect, report: &Report, differences: &mut Vec<String>) {
    for (name, front) in expect.fronts.iter().flat_map(|fronts| &fronts.0) {
        let (cards, clause) = front.split_once(" by ").unwrap_or((front, ""));
        let Some((found, found_clause)) = report.fronts.get(name) else {
            differences.push(format!("the front of {name} is expected, but that hand was not set"));
            continue;
        };
        let found = if cards::parse_cards(cards).is_ok() { found.clone() } else { ranks(found) };
        compare_value(&format!("the front of {name}"), &sorted(cards), &sorted(&found), differences);
        if !clause.is_empty() {
            let what = format!("the clause of the setting of {name}");
            compare_value(&what, &clause.to_owned(), found_clause, differences);
        }
    }
    for (name, row) in expect.rows.iter().flat_map(|rows| &rows.0) {
        let found = report.rows.get(name).cloned().unwrap_or_default();
        compare_value(&format!("the house way's row for {name}"), row, &found, differences);
    }
    for (name, hand) in expect.hands.iter().flat_map(|hands| &hands.0) {
        let cards: Vec<String> = hand.0.iter().flatten().map(ToString::to_string).collect();
        let found = report.hands.get(name).map_or("", String::as_str);
        compare_value(&format!("the hand of {name}"), &sorted(&cards.join(" ")), &sorted(found), differences);
    }
}

/// The ranks of some cards, where suits do not matter.
fn ranks(cards: &str) -> String {
    let cards = cards.split_whitespace().filter_map(|word| word.parse::<cards::Card>().ok());
    let words: Vec<String> =
        cards.map(|card| card.rank().map_or_else(|| card.to_string(), |rank| rank.to_string())).collect();
    words.join(" ")
}

fn sorted(cards: &str) -> Vec<String> {
    let text = |word: &str| word.parse::<cards::Card>().map_or(word.to_owned(), |card| card.to_string());
    let mut words: Vec<String> = cards.split_whitespace().map(text).collect();
    words.sort();
    words
}

fn compare_pots(expect: &Expect, report: &Report, differences: &mut Vec<String>) {
    let posts = report.posts.iter().map(|(line, clause)| (line.clone(), clause.as_str()));
    compare_cited("posts", expect.posts.as_ref(), posts.collect(), differences);
    compare_list("shows", expect.shows.as_ref(), &report.shows, differences);
    compare_list("pots", expect.pots.as_ref(), &report.pots, differences);
    let names = |shoe: &Shoe| -> Vec<String> {
        shoe.0.iter().map(|card| card.map_or_else(|| "??".to_owned(), |card| card.to_string())).collect()
    };
    compare_list("board", expect.board.as_ref().map(names).as_ref(), &report.board, differences);
    for (name, cards) in expect.holds.iter().flat_map(|holds| &holds.0) {
        let found = report.holds.get(name).map_or(&[][..], Vec::as_slice);
        compare_list(&format!("the cards of {name}"), Some(&names(cards)), found, differences);
    }
}

fn compare_money(expect: &Expect, report: &Report, differences: &mut Vec<String>) {
    for (name, net) in expect.net.iter().flat_map(|net| &net.0) {
        match report.net.get(name) {
            Some(found) => {
                compare_value(&format!("the net of {name}"), &net.0, &Money::cents(*found), differences);
            }
            None => differences.push(format!("the net of {name} is expected, but nobody of that name plays")),
        }
    }
    if let Some(drop) = expect.drop {
        compare_value("the drop", &drop, &Money::cents(report.drop), differences);
    }
    if let Some(used) = expect.used {
        compare_value("the stake that acted", &used, &Money::cents(report.bank.used), differences);
    }
    if let Some(button) = expect.button {
        compare_value("the button", &Some(button), &report.bank.button, differences);
    }
    let collections = report.collections.iter().map(|line| {
        (format!("{} {} {}", line.from, Money::cents(line.amount), line.at), line.clause.as_str())
    });
    compare_cited("collections", expect.collections.as_ref(), collections.collect(), differences);
}

/// Refusals before the first choice; those of steps are expected beside the step.
fn compare_refusals(expect: &Expect, report: &Report, differences: &mut Vec<String>) {
    if let Some(words) = &expect.because {
        match report.refused.iter().find(|line| line.step == "book").map(|line| &line.reason) {
            Some(reason) if reason.contains(words.as_str()) => {}
            Some(reason) => differences.push(format!("refused because {reason}, expected \"{words}\"")),
            None => differences.push(format!("the table was not refused, expected \"{words}\"")),
        }
        return;
    }
    let before = |step: &str| step == "setup" || step == "book" || step.starts_with("card ");
    let found: Vec<String> =
        report.refused.iter().filter(|line| before(&line.step)).map(|line| line.clause.clone()).collect();
    if let Some(refused) = &expect.refused {
        compare_list("refused", Some(refused), &found, differences);
    } else {
        for line in report.refused.iter().filter(|line| before(&line.step)) {
            differences.push(format!("{} was refused: {} ({})", line.step, line.reason, line.clause));
        }
    }
}

/// A settled wager in words: "3 base won $20", "3/Ann hand 2 split lost $10, $10 returned".
pub(crate) fn settled_words(line: &SettledLine) -> String {
    let hand = if line.hand == 1 { String::new() } else { format!(" hand {}", line.hand) };
    let covered = Money::cents(line.covered);
    let returned = Money::cents(line.returned);
    let (spot, wager, result) = (&line.spot, &line.wager, &line.result);
    match result.as_str() {
        "push" => format!("{spot}{hand} {wager} push"),
        "returned" => format!("{spot}{hand} {wager} returned {returned}"),
        _ if returned.is_positive() => {
            format!("{spot}{hand} {wager} {result} {covered}, {returned} returned")
        }
        _ => format!("{spot}{hand} {wager} {result} {covered}"),
    }
}

fn compare_value<T: PartialEq + Debug>(what: &str, expected: &T, found: &T, differences: &mut Vec<String>) {
    if expected != found {
        differences.push(format!("{what} is {found:?}, expected {expected:?}"));
    }
}

/// Compares lines whose clause is looked at only where the case names it after "by".
fn compare_cited(
    what: &str,
    expected: Option<&Vec<String>>,
    found: Vec<(String, &str)>,
    differences: &mut Vec<String>,
) {
    let names_clause = |place: usize| {
        expected.and_then(|lines| lines.get(place)).is_some_and(|line: &String| line.contains(" by "))
    };
    let found: Vec<String> = found
        .into_iter()
        .enumerate()
        .map(|(place, (line, clause))| if names_clause(place) { format!("{line} by {clause}") } else { line })
        .collect();
    compare_list(what, expected, &found, differences);
}

fn compare_list(what: &str, expected: Option<&Vec<String>>, found: &[String], differences: &mut Vec<String>) {
    let Some(expected) = expected else { return };
    if expected != found {
        differences.push(format!(
            "{what}: found [{}], expected [{}]",
            found.join(" | "),
            expected.join(" | ")
        ));
    }
}
