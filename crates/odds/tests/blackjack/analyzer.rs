//! Whole games against a published analyzer, to every digit that a double has to spare.
//!
//! `analyzer.csv` holds what E. Farmer's blackjack engine, version 5.5 (possibly-wrong/blackjack on GitHub, commit
//! 0159863, `BJPlayer::getValue`), gives for plain blackjack with CDZ- play, the same class as ours, in each variation:
//! decks, soft 17, doubling after a split, the most hands, surrender, and the pay of a Natural. The values come from
//! running that program; its author prints no such table. A Natural is never settled for even money there.

use std::path::Path;

use books::Odds;
use books::blackjack::{BlackjackRules, SurrenderWhen, Times};
use odds::blackjack::{Analysis, Shoe};

struct Row {
    name: String,
    decks: u8,
    rules: BlackjackRules,
    value: f64,
}

fn rows() -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/blackjack/analyzer.csv");
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().skip(1).map(row).collect()
}

fn row(line: &str) -> Row {
    let cells: Vec<&str> = line.split(',').collect();
    let [decks, soft, after_split, hands, surrender, natural, value] = cells[..] else {
        panic!("seven cells: {line}")
    };
    let mut rules = crate::plain();
    rules.bank.hits_soft.value = if soft == "H17" { 17 } else { 16 };
    rules.double.after_split.value = after_split == "DAS";
    rules.split.times.value = Times::most(hands.parse::<u8>().unwrap() - 1);
    if surrender == "late surrender" {
        rules.surrender.when.value = SurrenderWhen::FirstDecision;
        rules.surrender.up_to.value = 21;
    }
    let (pays, on) = natural.split_once(" to ").unwrap();
    rules.natural.pays.value = Odds { pays: pays.parse().unwrap(), on: on.parse().unwrap() };
    rules.insurance.even_money.value = false;
    Row { name: line.to_owned(), decks: decks.parse().unwrap(), rules, value: value.parse().unwrap() }
}

fn check(row: &Row) {
    let value = Analysis::<f64>::of(&row.rules, &Shoe::fresh(&row.rules, row.decks)).value();
    assert!((value - row.value).abs() < 1e-11, "{}: {value:.13}", row.name);
}

#[test]
fn variations_of_plain_blackjack() {
    let rows = rows();
    assert_eq!(rows.len(), 160);
    rows.iter().for_each(check);
}
