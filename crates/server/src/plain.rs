//! What people write for others to read, as it is shown: one line of characters that are seen, and that stay where they
//! stand.

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// How many marks may stand over and under one letter; more of them would be drawn over other lines.
const MARKS_MOST: usize = 4;

/// How a character is taken.
enum Taken {
    /// It is seen.
    Seen,
    /// It stands between words, or is drawn as if nothing were there.
    Space,
    /// It is drawn over or under the one before it.
    Mark,
    /// It ties or parts two letters, which some scripts and pictures need.
    Joiner,
    /// It is not seen, and turns or hides what stands beside it, or nobody knows how it is drawn.
    Hidden,
}

fn taken(one: char) -> Taken {
    // Letters by their category, of which nothing is drawn.
    let is_blank = matches!(one, '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}');
    if is_blank || one.is_whitespace() || one.is_control() {
        return Taken::Space;
    }
    if matches!(one, '\u{200c}' | '\u{200d}') {
        return Taken::Joiner;
    }
    match one.general_category() {
        GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark => Taken::Mark,
        GeneralCategory::Format
        | GeneralCategory::Surrogate
        | GeneralCategory::PrivateUse
        | GeneralCategory::Unassigned => Taken::Hidden,
        _ => Taken::Seen,
    }
}

/// What somebody wrote, as it is shown; nothing if nothing of it is seen.
pub(crate) fn line(text: &str) -> String {
    let mut line = String::new();
    let mut marks = 0;
    // Joiners and spaces are written once something follows that they stand before.
    let mut waiting = None;
    for one in text.chars() {
        match taken(one) {
            Taken::Seen => {
                line.extend(waiting.take().filter(|_| !line.is_empty()));
                line.push(one);
                marks = 0;
            }
            Taken::Space => waiting = Some(' '),
            Taken::Joiner if waiting.is_none() => waiting = Some(one),
            Taken::Mark if waiting.is_none() && !line.is_empty() && marks < MARKS_MOST => {
                line.push(one);
                marks += 1;
            }
            Taken::Joiner | Taken::Mark | Taken::Hidden => {}
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_seen_or_stands_elsewhere_is_left_out() {
        for (written, shown) in [
            ("  well\n played\t! ", "well played !"),
            ("<b>x</b>", "<b>x</b>"),
            ("a\u{202e}b\u{0}c", "ab c"),
            ("\u{61c}abc", "abc"),
            ("a\u{2028}b", "a b"),
            ("\u{e0041}\u{e0042}", ""),
            ("\u{200b}", ""),
            ("\u{ad}\u{2060}\u{180e}\u{feff}", ""),
            ("\u{2800}\u{3164}\u{115f}", ""),
            ("\u{200d}", ""),
            ("\u{301}\u{301}", ""),
            ("\u{fff9}x\u{fffb}", "x"),
            ("Jo\u{301}e", "Jo\u{301}e"),
            ("\u{1f469}\u{200d}\u{1f680}", "\u{1f469}\u{200d}\u{1f680}"),
            ("\u{2764}\u{fe0f}", "\u{2764}\u{fe0f}"),
        ] {
            assert_eq!(line(written), shown, "{written:?}");
        }
        let tower = format!("e{}", "\u{301}".repeat(150));
        assert_eq!(line(&tower).chars().count(), 1 + MARKS_MOST);
    }
}
