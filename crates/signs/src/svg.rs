//! The notice as a drawing with its type inside.

use std::fmt::Write as _;

use crate::content::Sign;
use crate::font::Face;
use crate::layout::{Color, Item, Page};

/// The drawing; every text stays text, so that it can be searched and read aloud.
pub(crate) fn write(page: &Page, sign: &Sign) -> String {
    let mut svg = String::new();
    let (width, height) = (page.width, page.height);
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}in\" height=\"{}in\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\">",
        width / 72.0,
        height / 72.0,
        escape(&format!("{}: {}", sign.house, sign.game))
    );
    let _ = writeln!(svg, "<title>{}</title>", escape(&format!("{}: {}", sign.house, sign.game)));
    let _ = writeln!(
        svg,
        "<style>{}\ntext {{ font-family: Notice, sans-serif; font-kerning: none; white-space: pre; }}</style>",
        faces()
    );
    let _ = writeln!(svg, "<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>");
    for item in &page.items {
        match item {
            Item::Box { x, y, width, height, color } => {
                let _ = writeln!(
                    svg,
                    "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{}\"/>",
                    hex(*color)
                );
            }
            Item::Text { x, y, size, face, color, text } => {
                let _ = writeln!(
                    svg,
                    "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.1}\" font-weight=\"{}\" fill=\"{}\">{}</text>",
                    face.weight(),
                    hex(*color),
                    escape(text)
                );
            }
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// The CSS that brings the type along.
pub(crate) fn faces() -> String {
    let rule = |face: Face| {
        format!(
            "@font-face {{ font-family: Notice; font-weight: {}; src: url(data:font/otf;base64,{}) format(\"opentype\"); }}",
            face.weight(),
            base64(face.bytes())
        )
    };
    Face::ALL.map(rule).join("\n")
}

pub(crate) fn hex(color: Color) -> String {
    format!("#{:02x}{:02x}{:02x}", color.0, color.1, color.2)
}

/// Text as XML and HTML want it.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let word =
            three.iter().fold(0_u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        for place in 0..4 {
            if place <= three.len() {
                let letter = (word >> (18 - 6 * place)) & 63;
                text.push(char::from(LETTERS[letter as usize]));
            } else {
                text.push('=');
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_standard() {
        for (plain, coded) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(plain.as_bytes()), coded);
        }
    }
}
