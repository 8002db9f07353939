//! A table on as many pages as it needs, for printing: what it is, its columns and rows, what they sum up to, and lines to
//! sign on.

use crate::font::{Face, lines};
use crate::layout::{Color, FELT, HAIR, INK, Item, MUTED, PALE, Page};

/// A page of letter paper, lying, in points.
const WIDTH: f32 = 792.0;
const HEIGHT: f32 = 612.0;
const MARGIN: f32 = 36.0;
const TYPE: f32 = 8.5;
const LINE: f32 = 11.5;
/// Between two columns.
const GAP: f32 = 8.0;

/// A column of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetColumn {
    /// Its name.
    pub title: String,
    /// Whether it stands to the right, as numbers do.
    pub is_number: bool,
}

/// A table for printing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// What it is.
    pub title: String,
    /// Sentences below the title.
    pub notes: Vec<String>,
    /// The columns.
    pub columns: Vec<SheetColumn>,
    /// The rows, each as long as there are columns.
    pub rows: Vec<Vec<String>>,
    /// What the rows come to, each with its name.
    pub sums: Vec<(String, String)>,
    /// Who signs at the end.
    pub signatures: Vec<String>,
}

/// What is drawn so far, and where the next line goes.
struct Drawing<'a> {
    sheet: &'a Sheet,
    widths: Vec<f32>,
    pages: Vec<Page>,
    items: Vec<Item>,
    y: f32,
}

impl Sheet {
    /// The sheet as the bytes of a PDF file.
    #[must_use]
    pub fn pdf(&self) -> Vec<u8> {
        crate::pdf_of_pages(&self.pages(), &self.title)
    }

    /// The sheet on its pages.
    #[must_use]
    pub fn pages(&self) -> Vec<Page> {
        let mut drawing =
            Drawing { sheet: self, widths: self.widths(), pages: Vec::new(), items: Vec::new(), y: 0.0 };
        drawing.head();
        for (place, row) in self.rows.iter().enumerate() {
            drawing.row(row, place % 2 == 1);
        }
        drawing.foot();
        drawing.turn();
        drawing.pages
    }

    /// How wide the columns are: as wide as what stands in them, the widest of them less where the page is too narrow.
    fn widths(&self) -> Vec<f32> {
        let most = |place: usize| {
            let cells =
                self.rows.iter().filter_map(|row| row.get(place)).map(|cell| Face::Regular.width(cell, TYPE));
            let title = Face::Bold.width(&self.columns[place].title, TYPE);
            cells.fold(title, f32::max).ceil()
        };
        let mut widths: Vec<f32> = (0..self.columns.len()).map(most).collect();
        let room = WIDTH - 2.0 * MARGIN - GAP * self.columns.len().saturating_sub(1) as f32;
        // The widest gives way first, so that short columns stay whole.
        while widths.iter().sum::<f32>() > room {
            let Some(widest) = widths.iter_mut().max_by(|one, other| one.total_cmp(other)) else { break };
            *widest -= 1.0;
        }
        widths
    }
}

impl Drawing<'_> {
    fn text(&mut self, x: f32, size: f32, face: Face, color: Color, text: &str) {
        self.items.push(Item::Text { x, y: self.y, size, face, color, text: text.to_owned() });
    }

    fn head(&mut self) {
        self.y = MARGIN + 16.0;
        self.text(MARGIN, 18.0, Face::Display, FELT, &self.sheet.title);
        if self.pages.is_empty() {
            for note in &self.sheet.notes {
                for line in lines(note, Face::Regular, TYPE, WIDTH - 2.0 * MARGIN) {
                    self.y += LINE;
                    self.text(MARGIN, TYPE, Face::Regular, MUTED, &line);
                }
            }
        }
        self.y += 2.0 * LINE;
        let mut x = MARGIN;
        for (column, width) in self.sheet.columns.iter().zip(self.widths.clone()) {
            let own = Face::Bold.width(&column.title, TYPE);
            let at = if column.is_number { x + width - own } else { x };
            self.text(at, TYPE, Face::Bold, INK, &column.title);
            x += width + GAP;
        }
        self.items.push(Item::Box {
            x: MARGIN,
            y: self.y + 3.0,
            width: WIDTH - 2.0 * MARGIN,
            height: 0.8,
            color: INK,
        });
    }

    fn row(&mut self, row: &[String], is_shaded: bool) {
        let cells: Vec<Vec<String>> = row
            .iter()
            .zip(&self.widths)
            .map(|(cell, width)| lines(cell, Face::Regular, TYPE, *width + 0.5))
            .collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(1).max(1) as f32 * LINE;
        self.make_room(height + 3.0);
        if is_shaded {
            let (x, y, width) = (MARGIN - 3.0, self.y + 4.0, WIDTH - 2.0 * MARGIN + 6.0);
            self.items.push(Item::Box { x, y, width, height: height + 1.0, color: PALE });
        }
        let top = self.y;
        let mut x = MARGIN;
        for (place, cell) in cells.iter().enumerate() {
            let width = self.widths[place];
            for (down, line) in cell.iter().enumerate() {
                self.y = top + (down + 1) as f32 * LINE;
                let is_number = self.sheet.columns[place].is_number;
                let at = if is_number { x + width - Face::Regular.width(line, TYPE) } else { x };
                self.text(at, TYPE, Face::Regular, INK, line);
            }
            x += width + GAP;
        }
        self.y = top + height + 1.0;
    }

    fn foot(&mut self) {
        let (sums, signatures) = (&self.sheet.sums, &self.sheet.signatures);
        self.make_room(sums.len() as f32 * LINE + LINE);
        self.y += LINE;
        for (name, value) in sums {
            self.make_room(LINE);
            self.y += LINE;
            self.text(MARGIN, TYPE, Face::Bold, INK, name);
            let at = MARGIN + 320.0 - Face::Bold.width(value, TYPE);
            self.text(at, TYPE, Face::Bold, INK, value);
        }
        for name in signatures {
            self.make_room(3.0 * LINE);
            self.y += 3.0 * LINE;
            self.items.push(Item::Box { x: MARGIN, y: self.y - LINE, width: 260.0, height: 0.6, color: INK });
            self.text(MARGIN, TYPE, Face::Regular, MUTED, name);
        }
    }

    /// Begins a page where the rest of this one is too small.
    fn make_room(&mut self, height: f32) {
        if self.y + height > HEIGHT - MARGIN - LINE {
            self.turn();
            self.head();
        }
    }

    fn turn(&mut self) {
        let number = format!("Page {}", self.pages.len() + 1);
        self.y = HEIGHT - MARGIN + 8.0;
        self.items.push(Item::Box {
            x: MARGIN,
            y: HEIGHT - MARGIN - 4.0,
            width: WIDTH - 2.0 * MARGIN,
            height: 0.5,
            color: HAIR,
        });
        self.text(WIDTH - MARGIN - Face::Regular.width(&number, TYPE), TYPE, Face::Regular, MUTED, &number);
        let items = std::mem::take(&mut self.items);
        self.pages.push(Page { width: WIDTH, height: HEIGHT, type_size: TYPE, is_whole: true, items });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(rows: usize) -> Sheet {
        let column = |title: &str, is_number| SheetColumn { title: title.to_owned(), is_number };
        let row =
            |number: usize| vec![format!("Table {number}"), "$1,234.50".to_owned(), "a word ".repeat(40)];
        Sheet {
            title: "Drop counts".to_owned(),
            notes: vec!["All of it.".to_owned()],
            columns: vec![column("Table", false), column("Counted", true), column("Note", false)],
            rows: (0..rows).map(row).collect(),
            sums: vec![("Counted".to_owned(), "$10".to_owned())],
            signatures: vec!["Counted by".to_owned()],
        }
    }

    #[test]
    fn every_row_stands_on_some_page_and_nothing_beyond_the_edge() {
        let pages = sheet(60).pages();
        assert!(pages.len() > 2, "{}", pages.len());
        let texts: Vec<&str> =
            pages.iter().flat_map(|page| page.right_edges().map(|(text, _)| text)).collect();
        for row in 0..60 {
            assert!(texts.contains(&format!("Table {row}").as_str()), "row {row}");
        }
        for page in &pages {
            for (text, edge) in page.right_edges() {
                assert!(edge <= WIDTH - MARGIN + 1.0, "{text} ends at {edge}");
            }
            for item in &page.items {
                let (Item::Text { y, .. } | Item::Box { y, .. }) = item;
                assert!(*y <= HEIGHT - 20.0, "{item:?}");
            }
        }
        assert!(texts.contains(&"Counted by"));
        assert!(sheet(0).pdf().starts_with(b"%PDF"));
    }
}
