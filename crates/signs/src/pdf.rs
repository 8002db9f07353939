//! The notice as a page for printing, with its type embedded.

use krilla::Document;
use krilla::color::rgb;
use krilla::geom::{PathBuilder, Point, Rect};
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::Fill;
use krilla::text::{Font, GlyphId, KrillaGlyph};

use crate::font::Face;
use crate::layout::{Color, Item, Page};

/// A page of boxes and text as the bytes of a PDF file with that title.
///
/// # Panics
/// If the page has no size.
#[must_use]
pub fn write(page: &Page, title: &str) -> Vec<u8> {
    write_all(std::slice::from_ref(page), title)
}

/// Pages of boxes and text as the bytes of a PDF file with that title.
///
/// # Panics
/// If a page has no size.
#[must_use]
pub fn write_all(pages: &[Page], title: &str) -> Vec<u8> {
    let mut document = Document::new();
    document.set_metadata(Metadata::new().title(title.to_owned()).language("en-US".to_owned()));
    let fonts =
        Face::ALL.map(|face| Font::new(face.bytes().into(), 0).expect("the fonts of this crate are sound"));
    for page in pages {
        draw(&mut document, page, &fonts);
    }
    document.finish().expect("pages of boxes and text are a sound file")
}

fn draw(document: &mut Document, page: &Page, fonts: &[Font; 3]) {
    let settings = PageSettings::from_wh(page.width, page.height).expect("the page has a size");
    let mut sheet = document.start_page_with(settings);
    let mut surface = sheet.surface();
    for item in &page.items {
        match item {
            Item::Box { x, y, width, height, color } => {
                let mut path = PathBuilder::new();
                if let Some(rect) = Rect::from_xywh(*x, *y, *width, *height) {
                    path.push_rect(rect);
                }
                if let Some(path) = path.finish() {
                    surface.set_fill(Some(fill(*color)));
                    surface.draw_path(&path);
                }
            }
            Item::Text { x, y, size, face, color, text } => {
                let font = &fonts[Face::ALL.iter().position(|other| other == face).unwrap_or(0)];
                let glyphs: Vec<KrillaGlyph> = face
                    .glyphs(text)
                    .iter()
                    .map(|glyph| {
                        let bytes = glyph.at..glyph.at + glyph.length;
                        KrillaGlyph::new(GlyphId::new(glyph.id), glyph.advance, 0.0, 0.0, 0.0, bytes, None)
                    })
                    .collect();
                surface.set_fill(Some(fill(*color)));
                surface.draw_glyphs(Point::from_xy(*x, *y), &glyphs, font.clone(), text, *size, false);
            }
        }
    }
    surface.finish();
    sheet.finish();
}

fn fill(color: Color) -> Fill {
    Fill {
        paint: rgb::Color::new(color.0, color.1, color.2).into(),
        opacity: NormalizedF32::ONE,
        ..Fill::default()
    }
}
