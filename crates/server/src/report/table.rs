//! The table of a report, and how it is written.

use std::fmt::Write;

use books::law::Date;
use books::{Money, Zone};
use serde::{Deserialize, Serialize};
use signs::{Sheet, SheetColumn};
use utoipa::ToSchema;

const DAY_MS: i64 = 86_400_000;

/// What stands in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = ReportCellKind)]
pub enum CellKind {
    /// Words.
    Text,
    /// Whole numbers.
    Count,
    /// Money in cents.
    Money,
    /// A moment in milliseconds since 1970.
    Moment,
}

/// A column of a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportColumn)]
pub struct Column {
    /// Its name.
    pub title: String,
    /// What stands in it.
    pub kind: CellKind,
}

/// What stands in one place of a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
#[schema(as = ReportCell)]
pub enum Cell {
    /// A number, cents or a moment, as its column says.
    Number(i64),
    /// Words.
    Text(String),
}

impl From<Money> for Cell {
    fn from(amount: Money) -> Cell {
        Cell::Number(amount.in_cents())
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::Text(text)
    }
}

impl From<u32> for Cell {
    fn from(number: u32) -> Cell {
        Cell::Number(i64::from(number))
    }
}

impl From<u64> for Cell {
    fn from(number: u64) -> Cell {
        Cell::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<i64> for Cell {
    fn from(number: i64) -> Cell {
        Cell::Number(number)
    }
}

/// What some rows come to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportSum)]
pub struct Sum {
    /// Of what.
    pub name: String,
    /// How much.
    pub amount: Money,
}

/// A report: a table with what it comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = HouseReport)]
pub struct Report {
    /// What it is.
    pub title: String,
    /// What a reader should know.
    pub notes: Vec<String>,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows; nothing where there is nothing to say.
    pub rows: Vec<Vec<Option<Cell>>>,
    /// What they come to.
    pub sums: Vec<Sum>,
    /// Who signs it on paper.
    pub signatures: Vec<String>,
}

impl Report {
    /// A report without rows.
    pub(super) fn new(title: &str, columns: &[(&str, CellKind)]) -> Report {
        let column = |(title, kind): &(&str, CellKind)| Column { title: (*title).to_owned(), kind: *kind };
        let columns = columns.iter().map(column).collect();
        Report { title: title.to_owned(), columns, ..Report::default() }
    }

    pub(super) fn sum(&mut self, name: &str, amount: Money) {
        self.sums.push(Sum { name: name.to_owned(), amount });
    }

    /// The rows as words, for people.
    #[must_use]
    pub fn words(&self) -> Vec<Vec<String>> {
        let row = |row: &Vec<Option<Cell>>| {
            let cells = row.iter().zip(&self.columns);
            cells.map(|(cell, column)| words_of(cell.as_ref(), column.kind, true)).collect()
        };
        self.rows.iter().map(row).collect()
    }

    /// The report with commas: a line of titles, then a line for each row; amounts in dollars.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut text = String::new();
        let titles: Vec<String> = self.columns.iter().map(|column| quoted(&column.title)).collect();
        let _ = writeln!(text, "{}", titles.join(","));
        for row in &self.rows {
            let cells = row.iter().zip(&self.columns);
            let cells: Vec<String> =
                cells.map(|(cell, column)| quoted(&words_of(cell.as_ref(), column.kind, false))).collect();
            let _ = writeln!(text, "{}", cells.join(","));
        }
        text
    }

    /// The report for printing.
    #[must_use]
    pub fn pdf(&self) -> Vec<u8> {
        let column = |column: &Column| SheetColumn {
            title: column.title.clone(),
            is_number: matches!(column.kind, CellKind::Count | CellKind::Money),
        };
        let sheet = Sheet {
            title: self.title.clone(),
            notes: self.notes.clone(),
            columns: self.columns.iter().map(column).collect(),
            rows: self.words(),
            sums: self.sums.iter().map(|sum| (sum.name.clone(), sum.amount.to_string())).collect(),
            signatures: self.signatures.clone(),
        };
        sheet.pdf()
    }
}

fn words_of(cell: Option<&Cell>, kind: CellKind, is_for_people: bool) -> String {
    match (cell, kind) {
        (None, _) => String::new(),
        (Some(Cell::Text(text)), _) => text.clone(),
        (Some(Cell::Number(cents)), CellKind::Money) if is_for_people => Money::cents(*cents).to_string(),
        (Some(Cell::Number(cents)), CellKind::Money) => {
            let sign = if *cents < 0 { "-" } else { "" };
            format!("{sign}{}.{:02}", cents.unsigned_abs() / 100, cents.unsigned_abs() % 100)
        }
        (Some(Cell::Number(at_ms)), CellKind::Moment) => moment(*at_ms),
        (Some(Cell::Number(number)), CellKind::Count | CellKind::Text) => number.to_string(),
    }
}

/// A moment as clocks in California show it.
#[must_use]
pub(super) fn moment(at_ms: i64) -> String {
    let minutes = Zone::california().map_or(0, |zone| zone.minutes_at(at_ms));
    let second = (at_ms + i64::from(minutes) * 60_000).rem_euclid(DAY_MS) / 1_000;
    format!("{} {:02}:{:02}:{:02}", Date::at(at_ms), second / 3_600, second / 60 % 60, second % 60)
}

/// A cell as a file with commas has it. What a spreadsheet would take for a formula is words.
fn quoted(text: &str) -> String {
    let is_number = text.parse::<f64>().is_ok();
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t']) && !is_number;
    let text = if is_formula { format!("'{text}") } else { text.to_owned() };
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_with_commas_has_dollars_and_no_formulas() {
        let columns =
            [("What, then", CellKind::Text), ("Amount", CellKind::Money), ("When", CellKind::Moment)];
        let mut report = Report::new("Test", &columns);
        let at = 1_783_000_000_000_i64;
        let row = |text: &str, cents: i64| {
            vec![Some(text.into()), Some(Money::cents(cents).into()), Some(at.into())]
        };
        report.rows = vec![row("a \"word\"", -1_205), row("=1+1", 5), vec![None, None, None]];
        assert_eq!(
            report.csv(),
            "\"What, then\",Amount,When\n\"a \"\"word\"\"\",-12.05,2026-07-02 06:46:40\n'=1+1,0.05,2026-07-02 06:46:40\n,,\n"
        );
        assert_eq!(report.words()[0][1], "-$12.05");
        assert!(report.pdf().starts_with(b"%PDF"));
    }
}
