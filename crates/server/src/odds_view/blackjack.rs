//! Blackjack: every wager exactly, the chart, each up card and the bank's finished hands.

use std::collections::BTreeMap;

use books::blackjack::BlackjackRules;
use cards::{Card, Rank, Suit};
use games::blackjack::{Count, Total};
use odds::blackjack::{Action, Advice, Analysis, Shoe, wagers};

use super::{OddsTable, Said, WagerOdds, percent};

pub(super) fn said(rules: &BlackjackRules) -> Said {
    let decks = rules.deck.decks.usual;
    // One core: the others are for the tables.
    let Ok(analysis) = Analysis::<f64>::try_on_cores(rules, &Shoe::fresh(rules, decks), 1) else {
        let words = vec!["Players could hold more hands than are worked out.".to_owned()];
        return Said { words, ..Said::default() };
    };
    let list = wagers(rules, &analysis);
    let (value, chart) = (analysis.value(), analysis.chart_value());
    let edge = if value < 0.0 { "costs" } else { "gains" };
    let words = vec![
        format!("The opening wager {edge} a player {} with the best play.", percent(value.abs(), 3)),
        format!("The chart by totals comes within {} of that.", percent(value - chart, 4)),
    ];
    let mut tables = charts(&analysis);
    tables.push(up_cards(&analysis));
    tables.push(bank_hands(&analysis));
    let shoe = if decks == 1 { "one full deck".to_owned() } else { format!("a full shoe of {decks} decks") };
    Said {
        words,
        wagers: list.into_iter().map(WagerOdds::from).collect(),
        tables,
        basis: format!("Exact, for one player against a bank that can pay, from {shoe}, fees left out."),
        has_money: true,
    }
}

fn letter(action: Action) -> &'static str {
    match action {
        Action::Stand => "S",
        Action::Hit => "H",
        Action::Double => "D",
        Action::Split => "P",
        Action::Surrender => "R",
    }
}

/// What to do with two cards, and behind it what to do otherwise, where that is not to hit.
fn letters(cell: &Advice) -> String {
    let is_expected = cell.two == cell.more || (cell.more == Action::Hit && cell.two != Action::Stand);
    match is_expected {
        true => letter(cell.two).to_owned(),
        false => format!("{}{}", letter(cell.two), letter(cell.more).to_lowercase()),
    }
}

fn charts(analysis: &Analysis<f64>) -> Vec<OddsTable> {
    let chart = analysis.chart();
    let ups: Vec<Card> = analysis.up_cards().iter().map(|up| up.card).collect();
    let cell = |total: Total, up: Card| chart.cell(total, up).map_or(String::new(), |cell| letters(&cell));
    let row = |name: String, total: Total| {
        [name].into_iter().chain(ups.iter().map(|up| cell(total, *up))).collect::<Vec<String>>()
    };
    let head: Vec<String> =
        ["".to_owned()].into_iter().chain(ups.iter().map(|up| analysis.card_name(*up))).collect();
    let hard = (5..=20).rev().map(|points| row(points.to_string(), Total { points, is_soft: false }));
    let soft =
        (13..=21).rev().map(|points| row(format!("A {}", points - 11), Total { points, is_soft: true }));
    let mut named = Vec::new();
    let mut pairs = Vec::new();
    for card in Rank::ALL.iter().rev().map(|rank| Card::new(*rank, Suit::Clubs)) {
        let name = analysis.card_name(card);
        if named.contains(&name) {
            continue;
        }
        let total = Count::of(&[card, card]).total();
        let of_up = |up: &Card| match chart.splits(card, *up) {
            Some(true) => letter(Action::Split).to_owned(),
            _ => cell(total, *up),
        };
        pairs.push([format!("{name} {name}")].into_iter().chain(ups.iter().map(of_up)).collect());
        named.push(name);
    }
    let note = "H hit, S stand, D double, P split, R give up; a small letter is for more than two cards, or where the \
                first is not open.";
    let of = |title: &str, rows: Vec<Vec<String>>| OddsTable {
        title: title.to_owned(),
        note: note.to_owned(),
        head: head.clone(),
        rows,
        is_chart: true,
    };
    vec![
        of("Chart: hard totals", hard.collect()),
        of("Chart: soft totals", soft.collect()),
        of("Chart: pairs", pairs),
    ]
}

fn up_cards(analysis: &Analysis<f64>) -> OddsTable {
    let row = |up: &odds::blackjack::UpCard<f64>| {
        vec![analysis.card_name(up.card), percent(up.chance, 2), format!("{:+.3}%", 100.0 * up.value)]
    };
    let rows = analysis.up_cards().iter().map(row).collect();
    OddsTable::new("Up cards of the bank", &["Up card", "Comes", "Worth to a player"], rows)
}

fn bank_hands(analysis: &Analysis<f64>) -> OddsTable {
    let mut totals: BTreeMap<u8, f64> = BTreeMap::new();
    for hand in analysis.bank_hands() {
        *totals.entry(hand.total).or_default() += hand.chance;
    }
    let rows =
        totals.into_iter().map(|(total, chance)| vec![total.to_string(), percent(chance, 4)]).collect();
    OddsTable::new("Finished hands of the bank", &["Total", "Comes"], rows)
        .noted("When the bank always draws out; a Natural counts as 21.")
}
