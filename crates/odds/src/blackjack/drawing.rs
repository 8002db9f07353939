//! The chart as a picture to print: hard totals, soft totals and pairs by up card, in colours and letters.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use cards::{Card, Rank, Suit};
use games::blackjack::Total;

use super::analysis::Analysis;
use super::chart::Advice;
use super::hands::Action;

/// One row of the chart.
struct Row {
    name: String,
    cells: Vec<(&'static str, String)>,
}

/// The letter of an action.
pub(super) fn letter(action: Action) -> char {
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
fn letters(cell: &Advice) -> String {
    let is_expected = |wanted: Action, instead: Action| {
        wanted == instead || (instead == Action::Hit && matches!(wanted, Action::Double | Action::Surrender))
    };
    let is_plain = matches!(cell.more, Action::Hit | Action::Stand) || cell.plain == Action::Hit;
    let mut text = letter(cell.two).to_string();
    if !is_plain || !is_expected(cell.two, cell.more) {
        text.push(letter(cell.more).to_ascii_lowercase());
    }
    if !is_plain {
        text.push(letter(cell.plain).to_ascii_lowercase());
    }
    text
}

fn rows(analysis: &Analysis<f64>, ups: &[Card]) -> Vec<(&'static str, Vec<Row>)> {
    let chart = &analysis.chart();
    let by_total = |total: Total| {
        let cells = ups.iter().map(|up| match chart.cell(total, *up) {
            Some(cell) => (color(cell.two), letters(&cell)),
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
    let mut named = BTreeSet::new();
    let ranks = Rank::ALL.iter().rev().map(|rank| Card::new(*rank, Suit::Clubs));
    let ranks = ranks.filter(|card| !card.is_ten_value() || named.insert(analysis.card_name(*card)));
    let pairs = ranks.map(|card| {
        let two = games::blackjack::Count::of(&[card, card]).total();
        let cells = ups.iter().zip(by_total(two)).map(|(up, cell)| match chart.splits(card, *up) {
            Some(true) => (color(Action::Split), letter(Action::Split).to_string()),
            _ => cell,
        });
        Row { name: format!("{0} {0}", analysis.card_name(card)), cells: cells.collect() }
    });
    let mut parts = vec![("Hard", hard.collect()), ("Soft", soft.collect()), ("Pairs", pairs.collect())];
    let last = last_hands(analysis);
    if !last.is_empty() {
        let row = |hands: LastHands| {
            let cells = ups.iter().map(|up| {
                let action = if hands.ups.contains(up) { Action::Surrender } else { Action::Stand };
                (color(action), letter(action).to_string())
            });
            Row { name: hands.totals.clone(), cells: cells.collect() }
        };
        parts.push((LAST, last.into_iter().map(row).collect()));
    }
    parts
}

/// What the part about hands that take no more cards is called.
const LAST: &str = "Last";

/// Hands that take no more cards and are given up against some up cards: doubled ones, split aces with their card,
/// and where the book allows it those that are over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastHands {
    /// Their totals, such as `6-16` or `A 2-A 5`.
    pub totals: String,
    /// The up cards against which they are given up.
    pub ups: Vec<Card>,
}

/// Which hands that take no more cards the chart gives up, totals that are alike taken together, the highest first.
#[must_use]
pub fn last_hands(analysis: &Analysis<f64>) -> Vec<LastHands> {
    let chart = analysis.chart();
    let mut list = Vec::new();
    if !chart.gives_up_any_time() {
        return list;
    }
    for is_soft in [false, true] {
        let name = |points: u8| if is_soft { soft_name(points) } else { points.to_string() };
        let mut runs: Vec<(u8, u8, Vec<Card>)> = Vec::new();
        for total in analysis.last_totals().into_iter().filter(|total| total.is_soft == is_soft).rev() {
            let ups = analysis.up_cards().iter().map(|up| up.card);
            let is_given_up = |up: &Card| chart.cell(total, *up).is_some_and(|cell| cell.gives_up);
            let ups: Vec<Card> = ups.filter(is_given_up).collect();
            match runs.last_mut() {
                Some((low, _, known)) if *low == total.points + 1 && *known == ups => *low = total.points,
                _ => runs.push((total.points, total.points, ups)),
            }
        }
        for (low, high, ups) in runs.into_iter().filter(|(_, _, ups)| !ups.is_empty()) {
            let totals = if low == high { name(low) } else { format!("{}-{}", name(low), name(high)) };
            list.push(LastHands { totals, ups });
        }
    }
    list
}

fn soft_name(points: u8) -> String {
    if points == 12 { "A A".to_owned() } else { format!("A {}", points - 11) }
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

/// How wide letters are at most on average, by the size of the type; a browser's own type may be a wide one.
const WIDE_BOLD: f32 = 0.7;
const WIDE: f32 = 0.62;

/// A text in lines that are no wider than told.
fn lines(text: &str, width: f32, letter: f32) -> Vec<String> {
    let most = ((width / letter) as usize).max(8);
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let letters: Vec<char> = word.chars().collect();
        for (place, part) in letters.chunks(most).enumerate() {
            let part: String = part.iter().collect();
            match lines.last_mut().filter(|_| place == 0) {
                Some(line) if line.chars().count() + 1 + part.chars().count() <= most => {
                    line.push(' ');
                    line.push_str(&part);
                }
                _ => lines.push(part),
            }
        }
    }
    lines
}

const TITLE: f32 = 17.0;
const NOTE: f32 = 12.0;

/// What hands are that take no more cards and may still be given up, as a sentence goes on after "it".
#[must_use]
pub fn last_hands_are(analysis: &Analysis<f64>) -> &'static str {
    match analysis.chart().over_hands_are_given_up() {
        true => "is doubled, is a split ace with its card, or is over",
        false => "is doubled or is a split ace with its card",
    }
}

/// The chart of an analysis laid out on one sheet.
#[must_use]
pub fn sheet(title: &str, analysis: &Analysis<f64>) -> Sheet {
    let mut ups: Vec<Card> = analysis.up_cards().iter().map(|up| up.card).collect();
    ups.retain(|up| !up.is_joker());
    let (wide, high) = CELL;
    let parts = rows(analysis, &ups);
    let width = LEFT + wide * ups.len() as f32 + 20.0;
    let mut sheet = Sheet { width, height: 0.0, marks: Vec::new() };
    let mut y = 28.0;
    for line in lines(title, width - 20.0, TITLE * WIDE_BOLD) {
        sheet.text((10.0, y), TITLE, true, line);
        y += 22.0;
    }
    let value = 100.0 * analysis.chart_value();
    sheet.text((10.0, y), TYPE, false, format!("by total and up card: {value:.4}% of the opening wager"));
    y += TOP - 50.0;
    let names: Vec<&str> = parts.iter().map(|(name, _)| *name).collect();
    let has_third =
        parts.iter().flat_map(|(_, rows)| rows).flat_map(|row| &row.cells).any(|(_, said)| said.len() > 2);
    let has_last = names.contains(&LAST);
    for (name, rows) in parts {
        sheet.text((10.0, y + 16.0), TYPE, true, name);
        for (place, up) in ups.iter().enumerate() {
            let up = analysis.card_name(*up);
            sheet.centred((LEFT + wide * (place as f32 + 0.5), y + 16.0), true, up);
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
    let mut notes = vec![
        "S stand, H hit, D double, P split, R surrender; where D or R is not open, hit.".to_owned(),
        "A small letter says what to do instead with more than two cards or where it is not open.".to_owned(),
    ];
    if has_third {
        notes.push("A second small letter says what to do where neither is open.".to_owned());
    }
    if has_last {
        let why = last_hands_are(analysis);
        notes.push(format!(
            "{LAST}: a hand that takes no more cards, because it {why}; S keeps it, R gives it up. Totals that are \
             not listed are kept."
        ));
    }
    for line in notes.iter().flat_map(|note| lines(note, width - 20.0, NOTE * WIDE)) {
        y += 16.0;
        sheet.text((10.0, y - 6.0), NOTE, false, line);
    }
    sheet.height = y + 10.0;
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
