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

/// The chart's sheet as a page of boxes and text; the border of a cell is a box behind it.
fn page(title: &str, analysis: &Analysis<f64>) -> Page {
    let sheet = sheet(title, analysis);
    let mut items = Vec::new();
    for mark in sheet.marks {
        match mark {
            Mark::Cell { at: (x, y), size: (width, height), fill } => {
                items.push(Item::Box { x, y, width, height, color: BORDER });
                let (x, y, width, height) = (x + 0.5, y + 0.5, width - 1.0, height - 1.0);
                items.push(Item::Box { x, y, width, height, color: color(fill) });
            }
            Mark::Text { at: (x, y), is_centred, size, is_bold, text } => {
                let face = if is_bold { Face::Bold } else { Face::Regular };
                let x = if is_centred { x - face.width(&text, size) / 2.0 } else { x };
                items.push(Item::Text { x, y, size, face, color: INK, text });
            }
        }
    }
    Page { width: sheet.width, height: sheet.height, type_size: 13.0, is_whole: true, items }
}

/// A colour written as `#rrggbb`.
fn color(text: &str) -> Color {
    let part = |at: usize| text.get(at..at + 2).and_then(|part| u8::from_str_radix(part, 16).ok());
    Color(part(1).unwrap_or(255), part(3).unwrap_or(255), part(5).unwrap_or(255))
}
