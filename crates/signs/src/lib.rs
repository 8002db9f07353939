//! The notice that a table must post: game, limits, fees, pays and the lines the law asks for, on one page.
//!
//! A [`Sign`] is what the notice says. It is laid out once, and written as SVG or PDF from that layout; the
//! HTML has the same content as headings and tables, for screens and screen readers. A [`Sheet`] is a table over as many
//! pages as it needs, such as a count sheet.

mod content;
mod font;
mod html;
mod layout;
mod pays;
mod pdf;
mod sheet;
mod svg;
mod text;

pub use content::{PayTable, Sign};
pub use font::Face;
pub use layout::{Color, Item, LEAST_TYPE, Page};
pub use pdf::write as pdf;
pub use pdf::write_all as pdf_of_pages;
pub use sheet::{Sheet, SheetColumn};

use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// A kind of file that a notice can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// A drawing for any browser or printer, with its type inside.
    Svg,
    /// A page for screens and screen readers.
    Html,
    /// A page for printing.
    Pdf,
}

impl Format {
    /// The format that the ending of a file's name asks for.
    ///
    /// # Errors
    /// When the ending is none of `.svg`, `.html` and `.pdf`.
    pub fn of(path: &Path) -> Result<Format, UnknownFormat> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().into_owned());
        ending.unwrap_or_default().parse()
    }
}

/// An ending of a file that no notice can be written as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownFormat(String);

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found =
            if self.0.is_empty() { "has no ending".to_owned() } else { format!("ends in .{}", self.0) };
        write!(f, "the file {found}; end it in .svg, .html or .pdf")
    }
}

impl std::error::Error for UnknownFormat {}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Format, UnknownFormat> {
        match text.to_ascii_lowercase().as_str() {
            "svg" => Ok(Format::Svg),
            "html" | "htm" => Ok(Format::Html),
            "pdf" => Ok(Format::Pdf),
            _ => Err(UnknownFormat(text.to_owned())),
        }
    }
}

impl Sign {
    /// The notice as the bytes of a file.
    #[must_use]
    pub fn write(&self, format: Format) -> Vec<u8> {
        match format {
            Format::Svg => svg::write(&self.page(), self).into_bytes(),
            Format::Html => html::write(self).into_bytes(),
            Format::Pdf => pdf(&self.page(), &format!("{}: {}", self.house, self.game)),
        }
    }

    /// The notice laid out on its page.
    #[must_use]
    pub fn page(&self) -> Page {
        layout::lay_out(self)
    }
}
