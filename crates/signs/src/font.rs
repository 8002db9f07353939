//! The type of the notices, and how wide a text in it is.

use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};

/// A face of the type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Face {
    /// For sentences and the names of rows.
    Regular,
    /// For amounts and headings.
    Bold,
    /// For the name of the game.
    Display,
}

impl Face {
    /// Every face.
    pub(crate) const ALL: [Face; 3] = [Face::Regular, Face::Bold, Face::Display];

    /// The font file.
    pub(crate) fn bytes(self) -> &'static [u8] {
        match self {
            Face::Regular => include_bytes!("../fonts/Inter-Regular.otf"),
            Face::Bold => include_bytes!("../fonts/Inter-Bold.otf"),
            Face::Display => include_bytes!("../fonts/InterDisplay-ExtraBold.otf"),
        }
    }

    /// The weight by which CSS names it.
    pub(crate) fn weight(self) -> u16 {
        match self {
            Face::Regular => 400,
            Face::Bold => 700,
            Face::Display => 800,
        }
    }

    fn font(self) -> FontRef<'static> {
        FontRef::new(self.bytes()).expect("the fonts of this crate are sound")
    }

    /// The width of a text in points.
    #[must_use]
    pub fn width(self, text: &str, size: f32) -> f32 {
        self.glyphs(text).iter().map(|glyph| glyph.advance * size).sum()
    }

    /// The glyphs of a text, without kerning, so that every format sets it alike.
    pub(crate) fn glyphs(self, text: &str) -> Vec<Glyph> {
        let font = self.font();
        let (map, metrics) = (font.charmap(), font.glyph_metrics(Size::new(1.0), LocationRef::default()));
        text.char_indices()
            .map(|(at, letter)| {
                let id = map.map(letter).unwrap_or_default();
                Glyph {
                    id: id.to_u32(),
                    advance: metrics.advance_width(id).unwrap_or(0.5),
                    at,
                    length: letter.len_utf8(),
                }
            })
            .collect()
    }
}

/// One glyph of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Glyph {
    /// Its number in the font.
    pub(crate) id: u32,
    /// How far it moves, in ems.
    pub(crate) advance: f32,
    /// The first byte of its letter.
    pub(crate) at: usize,
    /// How many bytes its letter has.
    pub(crate) length: usize,
}

/// Breaks a text into lines that are no wider than that.
pub(crate) fn lines(text: &str, face: Face, size: f32, width: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if face.width(&format!("{line} {word}"), size) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_that_books_use_is_in_every_face() {
        let letters: String =
            (' '..='~').chain("\u{a0}\u{b7}\u{2013}\u{2014}\u{2019}\u{e9}\u{f1}".chars()).collect();
        for face in Face::ALL {
            let missing: Vec<char> =
                letters.chars().filter(|letter| face.glyphs(&letter.to_string())[0].id == 0).collect();
            assert!(missing.is_empty(), "{face:?} has no {missing:?}");
        }
    }

    #[test]
    fn lines_are_no_wider_than_asked() {
        let text = "Any player may take the position when it is offered, and nobody has to.";
        for line in lines(text, Face::Regular, 20.0, 200.0) {
            assert!(Face::Regular.width(&line, 20.0) <= 200.0, "{line}");
        }
    }
}
