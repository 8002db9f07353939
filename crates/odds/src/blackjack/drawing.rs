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

/// Something drawn on a sheet, in points from its upper left corner.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// A cell with a border.
    Cell {
        /// Left and upper edge.
        at: (f32, f32),
        /// Width and height.
        size: (f32, f32),
        /// Its colour, such as `#ffffff`.
        fill: &'static str,
    },
    /// A line of text.
    Text {
        /// Where its baseline begins, or its middle.
        at: (f32, f32),
        /// Whether that is its middle.
        is_centred: bool,
        /// Size of the type.
        size: f32,
        /// Whether it is bold.
        is_bold: bool,
        /// What it says.
        text: String,
    },
}

/// The chart laid out on one sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// Width in points.
    pub width: f32,
    /// Height in points.
    pub height: f32,
    /// What is drawn, from back to front.
    pub marks: Vec<Mark>,
}

impl Sheet {
    fn text(&mut self, at: (f32, f32), size: f32, is_bold: bool, text: impl Into<String>) {
        self.marks.push(Mark::Text { at, is_centred: false, size, is_bold, text: text.into() });
    }

    fn centred(&mut self, at: (f32, f32), is_bold: bool, text: impl Into<String>) {
        self.marks.push(Mark::Text { at, is_centred: true, size: TYPE, is_bold, text: text.into() });
    }
}

const TYPE: f32 = 13.0;
const CELL: (f32, f32) = (46.0, 22.0);
const LEFT: f32 = 70.0;
const TOP: f32 = 70.0;

/// The chart of an analysis laid out on one sheet.
#[must_use]
pub fn sheet(title: &str, analysis: &Analysis<f64>) -> Sheet {
    let mut ups: Vec<Card> = analysis.up_cards().iter().map(|up| up.card).collect();
    ups.retain(|up| !up.is_joker());
    let (wide, high) = CELL;
    let parts = rows(&analysis.chart(), &ups);
    let lines: usize = parts.iter().map(|(_, rows)| rows.len() + 2).sum();
    let mut sheet = Sheet {
        width: LEFT + wide * ups.len() as f32 + 20.0,
        height: TOP + high * lines as f32 + 60.0,
        marks: Vec::new(),
    };
    sheet.text((10.0, 28.0), 17.0, true, title);
    let value = 100.0 * analysis.chart_value();
    sheet.text((10.0, 50.0), TYPE, false, format!("by total and up card: {value:.4}% of the opening wager"));
    let mut y = TOP;
    for (name, rows) in parts {
        sheet.text((10.0, y + 16.0), TYPE, true, name);
        for (place, up) in ups.iter().enumerate() {
            sheet.centred((LEFT + wide * (place as f32 + 0.5), y + 16.0), true, up_name(*up));
        }
        y += high;
        for row in rows {
            sheet.text((10.0, y + 16.0), TYPE, false, row.name);
            for (place, (fill, letters)) in row.cells.into_iter().enumerate() {
                let x = LEFT + wide * place as f32;
                sheet.marks.push(Mark::Cell { at: (x, y), size: CELL, fill });
                sheet.centred((x + wide / 2.0, y + 16.0), false, letters);
            }
            y += high;
        }
        y += high;
    }
    let notes = [
        "S stand, H hit, D double, P split, R surrender; where D or R is not open, hit.",
        "A small letter says what to do instead with more than two cards or where it is not open.",
    ];
    for note in notes {
        y += 18.0;
        sheet.text((10.0, y - 6.0), 11.0, false, note);
    }
    sheet
}

/// The chart of an analysis as an SVG picture.
#[must_use]
pub fn svg(title: &str, analysis: &Analysis<f64>) -> String {
    let Sheet { width, height, marks } = sheet(title, analysis);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
    );
    for mark in marks {
        let _ = match mark {
            Mark::Cell { at: (x, y), size: (width, height), fill } => writeln!(
                text,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\" \
                 stroke=\"#888888\"/>"
            ),
            Mark::Text { at: (x, y), is_centred, size, is_bold, text: said } => {
                let anchor = if is_centred { " text-anchor=\"middle\"" } else { "" };
                let weight = if is_bold { " font-weight=\"bold\"" } else { "" };
                let said = escaped(&said);
                writeln!(text, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{anchor}{weight}>{said}</text>")
            }
        };
    }
    text.push_str("</svg>\n");
    text
}

/// How the page is shown and printed: on one sheet of paper, Letter or A4.
const STYLE: &str = "body { margin: 0; }
svg { display: block; margin: 0 auto; max-width: 100%; height: auto; }
@page { margin: 0.5in; }
@media print { svg { width: 7.2in; height: 9.9in; } }
";

/// The chart as a page of its own.
#[must_use]
pub fn html(title: &str, analysis: &Analysis<f64>) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{}</title>\n<style>\n{STYLE}</style>\
         </head>\n<body>\n{}</body></html>\n",
        escaped(title),
        svg(title, analysis)
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
