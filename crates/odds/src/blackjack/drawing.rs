//! The chart as a picture to print: hard totals, soft totals and pairs by up card, in colours and letters.

use std::fmt::Write as _;

use cards::{Card, Rank, Suit};
use games::blackjack::Total;

use super::analysis::Analysis;
use super::chart::Chart;
use super::hands::Action;

/// One row of the chart.
struct Row {
    name: String,
    cells: Vec<(&'static str, String)>,
}

/// How a card of a kind is called in a chart.
#[must_use]
pub fn up_name(card: Card) -> String {
    match card.rank() {
        None => "Joker".to_owned(),
        Some(_) if card.is_ten_value() => "10".to_owned(),
        Some(rank) => rank.symbol().to_string(),
    }
}

fn letter(action: Action) -> char {
    match action {
        Action::Stand => 'S',
        Action::Hit => 'H',
        Action::Double => 'D',
        Action::Split => 'P',
        Action::Surrender => 'R',
    }
}

fn color(action: Action) -> &'static str {
    match action {
        Action::Stand => "#f7e08a",
        Action::Hit => "#f2f2f2",
        Action::Double => "#9fd3f5",
        Action::Split => "#a8e0a0",
        Action::Surrender => "#f5b0a8",
    }
}

/// The letters of a cell: what to do with two cards and, if it is not what one would expect, otherwise.
fn letters(first: Action, later: Action) -> String {
    let mut text = letter(first).to_string();
    let is_expected =
        first == later || (later == Action::Hit && matches!(first, Action::Double | Action::Surrender));
    if !is_expected {
        text.push(letter(later).to_ascii_lowercase());
    }
    text
}

fn rows(chart: &Chart, ups: &[Card]) -> Vec<(&'static str, Vec<Row>)> {
    let by_total = |total: Total| {
        let cells = ups.iter().map(|up| match chart.cell(total, *up) {
            Some((first, later)) => (color(first), letters(first, later)),
            None => ("#ffffff", String::new()),
        });
        cells.collect::<Vec<_>>()
    };
    let hard = (5..=20)
        .rev()
        .map(|points| Row { name: points.to_string(), cells: by_total(Total { points, is_soft: false }) });
    let soft = (13..=21).rev().map(|points| Row {
        name: format!("A {}", points - 11),
        cells: by_total(Total { points, is_soft: true }),
    });
    let ranks = Rank::ALL.iter().rev().filter(|rank| !rank.is_ten_value() || **rank == Rank::Ten);
    let pairs = ranks.map(|rank| {
        let card = Card::new(*rank, Suit::Clubs);
        let two = games::blackjack::Count::of(&[card, card]).total();
        let cells = ups.iter().zip(by_total(two)).map(|(up, cell)| match chart.splits(card, *up) {
            Some(true) => (color(Action::Split), letter(Action::Split).to_string()),
            _ => cell,
        });
        Row { name: format!("{0} {0}", up_name(card)), cells: cells.collect() }
    });
    vec![("Hard", hard.collect()), ("Soft", soft.collect()), ("Pairs", pairs.collect())]
}

/// The chart of an analysis as an SVG picture.
#[must_use]
pub fn svg(title: &str, analysis: &Analysis<f64>) -> String {
    let mut ups: Vec<Card> = analysis.up_cards().iter().map(|up| up.card).collect();
    ups.retain(|up| !up.is_joker());
    let (wide, high, left, top) = (46, 22, 70, 70);
    let parts = rows(&analysis.chart(), &ups);
    let lines: usize = parts.iter().map(|(_, rows)| rows.len() + 2).sum();
    let (width, height) = (left + wide * ups.len() + 20, top + high * lines + 60);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n<text x=\"10\" y=\"28\" font-size=\"17\">{}</text>\n\
         <text x=\"10\" y=\"50\">by total and up card: {:.4}% of the opening wager</text>\n",
        escaped(title),
        100.0 * analysis.chart_value(),
    );
    let mut y = top;
    for (name, rows) in parts {
        let _ = writeln!(text, "<text x=\"10\" y=\"{}\" font-weight=\"bold\">{name}</text>", y + 16);
        for (place, up) in ups.iter().enumerate() {
            let x = left + wide * place + wide / 2;
            let _ = writeln!(
                text,
                "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\" font-weight=\"bold\">{}</text>",
                y + 16,
                up_name(*up)
            );
        }
        y += high;
        for row in rows {
            let _ = writeln!(text, "<text x=\"10\" y=\"{}\">{}</text>", y + 16, row.name);
            for (place, (fill, letters)) in row.cells.iter().enumerate() {
                let x = left + wide * place;
                let _ = writeln!(
                    text,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\" fill=\"{fill}\" stroke=\"#888888\"/>\
                     <text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{letters}</text>",
                    x + wide / 2,
                    y + 16
                );
            }
            y += high;
        }
        y += high;
    }
    let _ = writeln!(
        text,
        "<text x=\"10\" y=\"{}\">S stand, H hit, D double, P split, R surrender; where D or R is not open, hit.</text>\n\
         <text x=\"10\" y=\"{}\">A small letter says what to do instead with more than two cards or where it is not \
         open.</text>\n</svg>",
        y + 10,
        y + 30
    );
    text
}

/// The chart as a page of its own.
#[must_use]
pub fn html(title: &str, analysis: &Analysis<f64>) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{}</title></head>\n<body>\n{}</body>\
         </html>\n",
        escaped(title),
        svg(title, analysis)
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
