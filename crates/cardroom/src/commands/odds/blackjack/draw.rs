//! The chart as a file to print.

use std::path::Path;

use odds::blackjack::{Analysis, Mark, html, sheet, svg};
use signs::{Color, Face, Format, Item, Page};

use crate::failure::Failure;

/// Draws the chart into a file whose ending says how.
pub(super) fn draw(file: &Path, title: &str, analysis: &Analysis<f64>) -> Result<(), Failure> {
    let told = |what: String| Failure::Told(format!("{}: {what}", file.display()));
    let format = Format::of(file).map_err(|error| told(error.to_string()))?;
    let bytes = match format {
        Format::Svg => svg(title, analysis).into_bytes(),
        Format::Html => html(title, analysis).into_bytes(),
        Format::Pdf => signs::pdf(&page(title, analysis), title),
    };
    std::fs::write(file, bytes).map_err(|error| told(error.to_string()))
}

const INK: Color = Color(0x16, 0x1b, 0x20);
const BORDER: Color = Color(0x88, 0x88, 0x88);

/// A sheet of Letter paper and its margin, in points; A4 is less wide by less than a margin.
const PAPER: (f32, f32) = (612.0, 792.0);
const MARGIN: f32 = 36.0;

/// The chart's sheet as a page of boxes and text, as large as the paper lets it be; the border of a cell is a box
/// behind it.
fn page(title: &str, analysis: &Analysis<f64>) -> Page {
    let sheet = sheet(title, analysis);
    let (wide, high) = (PAPER.0 - 2.0 * MARGIN, PAPER.1 - 2.0 * MARGIN);
    let scale = (wide / sheet.width).min(high / sheet.height).min(1.0);
    let left = (PAPER.0 - scale * sheet.width) / 2.0;
    let at = |(x, y): (f32, f32)| (left + scale * x, MARGIN + scale * y);
    let mut items = Vec::new();
    for mark in sheet.marks {
        match mark {
            Mark::Cell { at: corner, size: (width, height), fill } => {
                let ((x, y), width, height) = (at(corner), scale * width, scale * height);
                items.push(Item::Box { x, y, width, height, color: BORDER });
                let (x, y, width, height) = (x + 0.5, y + 0.5, width - 1.0, height - 1.0);
                items.push(Item::Box { x, y, width, height, color: color(fill) });
            }
            Mark::Text { at: start, is_centred, size, is_bold, text } => {
                let face = if is_bold { Face::Bold } else { Face::Regular };
                let ((x, y), size) = (at(start), scale * size);
                let x = if is_centred { x - face.width(&text, size) / 2.0 } else { x };
                items.push(Item::Text { x, y, size, face, color: INK, text });
            }
        }
    }
    Page { width: PAPER.0, height: PAPER.1, type_size: scale * 13.0, is_whole: true, items }
}

/// A colour written as `#rrggbb`.
fn color(text: &str) -> Color {
    let part = |at: usize| text.get(at..at + 2).and_then(|part| u8::from_str_radix(part, 16).ok());
    Color(part(1).unwrap_or(255), part(3).unwrap_or(255), part(5).unwrap_or(255))
}

#[cfg(test)]
mod tests {
    use super::*;
    use books::{BookId, Rules, Shelf};
    use odds::blackjack::Shoe;

    #[test]
    fn the_chart_stands_within_the_margins_of_one_sheet() {
        let book = Shelf::filed().book(&BookId::new("players-club", "no-bust-5")).unwrap();
        let Rules::Blackjack(rules) = &book.rules else { panic!("a blackjack book") };
        let analysis = Analysis::<f64>::of(rules, &Shoe::fresh(rules, 1));
        let long = "A game whose name is so long that it does not stand in one line of any sheet";
        let page = page(&format!("{long}: {}", book.header().name), &analysis);
        assert_eq!((page.width, page.height), PAPER);
        let is_within = |left: f32, top: f32, right: f32, bottom: f32| {
            left >= MARGIN && top >= MARGIN && right <= PAPER.0 - MARGIN && bottom <= PAPER.1 - MARGIN
        };
        for item in &page.items {
            let is_within = match item {
                Item::Box { x, y, width, height, .. } => is_within(*x, *y, x + width, y + height),
                Item::Text { x, y, size, face, text, .. } => {
                    assert!(*size >= 6.0, "{text} is too small to read: {size}");
                    is_within(*x, y - size, x + face.width(text, *size), *y)
                }
            };
            assert!(is_within, "{item:?}");
        }
    }
}
