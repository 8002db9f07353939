//! Where everything stands on the page: a band with the game, the fees, the pays, the notices, and the help line.

use crate::content::{PayTable, Sign};
use crate::font::{Face, lines};

/// The page is 11 by 17 inches, in points: type that is read from two metres needs the room.
const WIDTH: f32 = 792.0;
const HEIGHT: f32 = 1224.0;
const MARGIN: f32 = 54.0;
const GUTTER: f32 = 40.0;
/// Between the head and the first heading.
const SPACE: f32 = 30.0;
/// What the foot takes, with the space above it.
const FOOT: f32 = 168.0;

/// The smallest type on a notice, in points; its capitals are 4.6 mm high, three times what an eye that sees
/// normally needs at two metres.
pub const LEAST_TYPE: f32 = 18.0;
const MOST_TYPE: f32 = 30.0;

/// A colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Color(pub u8, pub u8, pub u8);

pub(crate) const INK: Color = Color(0x16, 0x1b, 0x20);
pub(crate) const MUTED: Color = Color(0x55, 0x5f, 0x69);
pub(crate) const FELT: Color = Color(0x0c, 0x4a, 0x34);
pub(crate) const PALE: Color = Color(0xe9, 0xf1, 0xec);
pub(crate) const HAIR: Color = Color(0xc9, 0xd2, 0xcd);
pub(crate) const WHITE: Color = Color(0xff, 0xff, 0xff);
pub(crate) const MINT: Color = Color(0xb9, 0xdc, 0xc9);

/// Something drawn on the page, in points from its upper left corner.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A filled rectangle.
    Box {
        /// Left edge.
        x: f32,
        /// Upper edge.
        y: f32,
        /// Width.
        width: f32,
        /// Height.
        height: f32,
        /// Fill.
        color: Color,
    },
    /// A line of text on its baseline.
    Text {
        /// Left end.
        x: f32,
        /// Baseline.
        y: f32,
        /// Size of the type.
        size: f32,
        /// Face of the type.
        face: Face,
        /// Colour.
        color: Color,
        /// The text.
        text: String,
    },
}

/// A notice on its page.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// Width in points.
    pub width: f32,
    /// Height in points.
    pub height: f32,
    /// Size of the type in tables and sentences.
    pub type_size: f32,
    /// Whether everything stands clear of the foot, as it does on every filed notice.
    pub is_whole: bool,
    /// What is drawn, from back to front.
    pub items: Vec<Item>,
}

impl Page {
    /// Each text with the place where it ends on the right.
    pub fn right_edges(&self) -> impl Iterator<Item = (&str, f32)> {
        self.items.iter().filter_map(|item| match item {
            Item::Text { x, size, face, text, .. } => Some((text.as_str(), x + face.width(text, *size))),
            Item::Box { .. } => None,
        })
    }
}

/// Lays a notice out with the largest type that leaves everything on the page.
pub(crate) fn lay_out(sign: &Sign) -> Page {
    let bottom = HEIGHT - FOOT;
    let mut tried = None;
    for title in [76.0, 52.0] {
        let head = Sheet::head(sign, title);
        let mut size = MOST_TYPE;
        while size >= LEAST_TYPE {
            let mut sheet = Sheet { y: head.y + SPACE, size, gap: 0.0, items: Vec::new() };
            sheet.body(sign);
            tried = Some((head.clone(), size, bottom - sheet.y));
            if sheet.y <= bottom {
                return finish(sign, head, size, bottom - sheet.y);
            }
            size -= 0.5;
        }
    }
    let (head, size, left) = tried.expect("some size was tried");
    finish(sign, head, size, left)
}

/// Room that is left over goes between the parts, as long as they still belong together.
fn finish(sign: &Sign, head: Sheet, size: f32, left: f32) -> Page {
    let gap = (left / 4.0).clamp(0.0, 36.0);
    let mut sheet = Sheet { y: head.y + SPACE + gap / 2.0, size, gap, items: head.items };
    sheet.body(sign);
    let is_whole = sheet.y <= HEIGHT - FOOT + 0.5;
    sheet.foot(sign);
    Page { width: WIDTH, height: HEIGHT, type_size: size, is_whole, items: sheet.items }
}

/// A page that fills from the top.
#[derive(Clone)]
struct Sheet {
    y: f32,
    size: f32,
    gap: f32,
    items: Vec<Item>,
}

impl Sheet {
    fn text(&mut self, x: f32, y: f32, size: f32, face: Face, color: Color, text: &str) {
        self.items.push(Item::Text { x, y, size, face, color, text: text.to_owned() });
    }

    fn text_right(&mut self, right: f32, y: f32, size: f32, face: Face, color: Color, text: &str) {
        self.text(right - face.width(text, size), y, size, face, color, text);
    }

    fn fill(&mut self, x: f32, y: f32, width: f32, height: f32, color: Color) {
        self.items.push(Item::Box { x, y, width, height, color });
    }

    /// The band with house, game and limit.
    fn head(sign: &Sign, largest: f32) -> Sheet {
        let mut sheet = Sheet { y: 0.0, size: MOST_TYPE, gap: 0.0, items: Vec::new() };
        let wide = WIDTH - 2.0 * MARGIN;
        let (mut size, mut title) = (largest, Vec::new());
        while size >= 36.0 {
            title = lines(&sign.game, Face::Display, size, wide);
            let fits = title.iter().all(|line| Face::Display.width(line, size) <= wide);
            if fits && title.len() <= if size > 56.0 { 1 } else { 2 } {
                break;
            }
            size -= 2.0;
        }
        let mut limit_size = 40.0;
        while limit_size > 24.0 && Face::Bold.width(&sign.limit, limit_size) > wide {
            limit_size -= 1.0;
        }
        let limits = lines(&sign.limit, Face::Bold, limit_size, wide);
        let line = size * 1.06;
        let height = 48.0
            + 26.0
            + 20.0
            + line * title.len() as f32
            + 8.0
            + limit_size * 1.25 * limits.len() as f32
            + 34.0;
        sheet.fill(0.0, 0.0, WIDTH, height, FELT);
        let mut y = 48.0 + 22.0;
        sheet.text(MARGIN, y, 26.0, Face::Bold, MINT, &sign.house);
        y += 14.0;
        for text in &title {
            y += line;
            sheet.text(MARGIN, y, size, Face::Display, WHITE, text);
        }
        y += 18.0;
        for text in &limits {
            y += limit_size * 1.25;
            sheet.text(MARGIN, y, limit_size, Face::Bold, MINT, text);
        }
        sheet.y = height;
        sheet
    }

    fn body(&mut self, sign: &Sign) {
        let wide = WIDTH - 2.0 * MARGIN;
        self.heading(MARGIN, "Collection");
        self.paragraph(MARGIN, wide, &sign.collection, MUTED);
        self.y += self.size * 0.3;
        let fees: Vec<Block<'_>> =
            sign.fees.iter().map(|group| Block::group(&group.title, &group.rows)).collect();
        self.blocks(&fees, wide);
        self.y += self.size * 0.2 + self.gap;
        let parted: Vec<PayTable> = sign.pays.iter().flat_map(part).collect();
        let pays: Vec<Block<'_>> =
            parted.iter().map(|table| Block::table(&table.title, &table.rows)).collect();
        self.blocks(&pays, wide);
        if let Some(notice) = sign.player_dealer {
            self.y += self.gap;
            self.boxed(notice, wide);
        }
    }

    fn heading(&mut self, x: f32, text: &str) {
        let size = self.size * 1.15;
        self.y += size;
        self.text(x, self.y, size, Face::Display, FELT, text);
        self.y += size * 0.45;
    }

    fn paragraph(&mut self, x: f32, width: f32, text: &str, color: Color) {
        let size = self.size.clamp(LEAST_TYPE, 22.0);
        for line in lines(text, Face::Regular, size, width) {
            self.y += size * 1.3;
            self.text(x, self.y, size, Face::Regular, color, &line);
        }
        self.y += size * 0.4;
    }

    /// Rows of a name and an amount, with hairlines between them.
    fn rows(&mut self, x: f32, width: f32, title: Option<&str>, rows: &[(String, String)]) {
        let size = self.size;
        if let Some(title) = title {
            self.y += size * 1.35;
            let title_size = (size * 0.9).max(LEAST_TYPE);
            self.text(x, self.y, title_size, Face::Bold, INK, title);
            self.y += size * 0.3;
        }
        let room = |amount: &str| width - Face::Bold.width(amount, size) - size * 0.6;
        // The names of one list are of one size, that of the longest.
        let mut name_size = size;
        while name_size > LEAST_TYPE
            && rows.iter().any(|(what, amount)| Face::Regular.width(what, name_size) > room(amount))
        {
            name_size -= 0.5;
        }
        for (what, amount) in rows {
            self.fill(x, self.y + size * 0.12, width, 1.2, HAIR);
            let names = lines(what, Face::Regular, name_size, room(amount));
            self.y += size * 1.3;
            let first = self.y;
            for (place, name) in names.iter().enumerate() {
                if place > 0 {
                    self.y += name_size * 1.2;
                }
                self.text(x, self.y, name_size, Face::Regular, INK, name);
            }
            self.text_right(x + width, first, size, Face::Bold, INK, amount);
            self.y += size * 0.22;
        }
    }

    /// Blocks in the two columns that come out shortest; under each other where one is too wide for that.
    fn blocks(&mut self, blocks: &[Block<'_>], wide: f32) {
        let column = (wide - GUTTER) / 2.0;
        let is_narrow = blocks.iter().all(|block| block.fits(self.size, column));
        if blocks.len() < 2 || !is_narrow {
            for block in blocks {
                self.block(block, MARGIN, wide);
            }
            return;
        }
        let lowest = |ends: [f32; 2]| ends[0].max(ends[1]);
        let splits = (1..blocks.len()).map(|split| self.columns(blocks, split, column));
        let best = splits.min_by(|one, other| lowest(one.1).total_cmp(&lowest(other.1)));
        if let Some((items, ends)) = best {
            self.items.extend(items);
            self.y = lowest(ends);
        }
    }

    /// The first blocks in the left column and the rest in the right one, and where both end.
    fn columns(&self, blocks: &[Block<'_>], split: usize, column: f32) -> (Vec<Item>, [f32; 2]) {
        let mut items = Vec::new();
        let mut ends = [self.y; 2];
        for (place, part) in [&blocks[..split], &blocks[split..]].into_iter().enumerate() {
            let mut sheet = Sheet { y: self.y, size: self.size, gap: self.gap, items: Vec::new() };
            for block in part {
                sheet.block(block, MARGIN + place as f32 * (column + GUTTER), column);
            }
            ends[place] = sheet.y;
            items.extend(sheet.items);
        }
        (items, ends)
    }

    fn block(&mut self, block: &Block<'_>, x: f32, width: f32) {
        if block.is_heading {
            self.heading(x, block.title);
            self.rows(x, width, None, block.rows);
        } else {
            self.rows(x, width, Some(block.title), block.rows);
        }
        self.y += self.size * 0.6;
    }

    fn boxed(&mut self, text: &str, wide: f32) {
        let size = (self.size * 0.95).max(LEAST_TYPE);
        let inset = 20.0;
        let lines = lines(text, Face::Bold, size, wide - 2.0 * inset);
        let height = lines.len() as f32 * size * 1.3 + 2.0 * inset - size * 0.2;
        self.y += size * 0.4;
        self.fill(MARGIN, self.y, wide, height, PALE);
        self.fill(MARGIN, self.y, 6.0, height, FELT);
        let mut y = self.y + inset - size * 0.3;
        for line in &lines {
            y += size * 1.3;
            self.text(MARGIN + inset, y, size, Face::Bold, FELT, line);
        }
        self.y += height + size * 0.4;
    }

    /// The band with the age, the help line and the filing.
    fn foot(&mut self, sign: &Sign) {
        let top = HEIGHT - FOOT + 18.0;
        self.fill(0.0, top, WIDTH, HEIGHT - top, INK);
        let right = WIDTH - MARGIN;
        self.text(MARGIN, top + 52.0, 34.0, Face::Display, WHITE, Sign::AGE);
        self.text_right(right, top + 52.0, 34.0, Face::Display, WHITE, Sign::HELP_LINE);
        self.text(
            MARGIN,
            top + 88.0,
            LEAST_TYPE,
            Face::Regular,
            MINT,
            &format!("{} {}", Sign::HELP, Sign::HELP_LINE),
        );
        self.text(MARGIN, top + 120.0, LEAST_TYPE, Face::Regular, HAIR, &sign.filed());
    }
}

/// A title with rows.
struct Block<'a> {
    title: &'a str,
    rows: &'a [(String, String)],
    is_heading: bool,
}

impl<'a> Block<'a> {
    fn group(title: &'a str, rows: &'a [(String, String)]) -> Block<'a> {
        Block { title, rows, is_heading: false }
    }

    fn table(title: &'a str, rows: &'a [(String, String)]) -> Block<'a> {
        Block { title, rows, is_heading: true }
    }

    /// Whether every line of it has room in a column of that width.
    fn fits(&self, size: f32, width: f32) -> bool {
        let title = if self.is_heading {
            Face::Display.width(self.title, size * 1.15)
        } else {
            Face::Bold.width(self.title, size * 0.9)
        };
        let line = |(what, amount): &(String, String)| {
            Face::Regular.width(what, size) + Face::Bold.width(amount, size) + size * 0.6
        };
        title <= width && self.rows.iter().all(|row| line(row) <= width)
    }
}

/// A long table as two halves under one title.
fn part(table: &PayTable) -> Vec<PayTable> {
    if table.rows.len() <= 9 {
        return vec![table.clone()];
    }
    let half = table.rows.len().div_ceil(2);
    let rest = format!("{}, continued", table.title);
    vec![
        PayTable { title: table.title.clone(), rows: table.rows[..half].to_vec() },
        PayTable { title: rest, rows: table.rows[half..].to_vec() },
    ]
}
