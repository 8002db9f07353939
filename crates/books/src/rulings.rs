//! The rulings that a house should confirm, those that narrow filed words or move the most money first.

use std::cmp::Reverse;
use std::fmt::{self, Write as _};
use std::str::FromStr;

use crate::read::{Read, Reader, Value, read_parsed};
use crate::shelf::{Problem, Shelf};
use crate::{ClauseFile, Question};

/// A part of one wager, in hundredths of a percent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Worth(pub u32);

/// Why a text is no part of a wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotWorth;

impl fmt::Display for NotWorth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this is not a part of a wager in percent")
    }
}

impl FromStr for Worth {
    type Err = NotWorth;

    fn from_str(text: &str) -> Result<Worth, NotWorth> {
        let number = text.strip_suffix('%').ok_or(NotWorth)?;
        let (whole, parts) = number.split_once('.').unwrap_or((number, "0"));
        let is_plain =
            |digits: &str| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
        if !is_plain(whole) || !is_plain(parts) || parts.len() > 2 {
            return Err(NotWorth);
        }
        let whole: u32 = whole.parse().map_err(|_| NotWorth)?;
        let parts: u32 = format!("{parts:0<2}").parse().map_err(|_| NotWorth)?;
        if whole > 100 { Err(NotWorth) } else { Ok(Worth(whole * 100 + parts)) }
    }
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 100, self.0 % 100) {
            (whole, 0) => write!(f, "{whole}%"),
            (whole, parts) if parts % 10 == 0 => write!(f, "{whole}.{}%", parts / 10),
            (whole, parts) => write!(f, "{whole}.{parts:02}%"),
        }
    }
}

impl Read for Worth {
    fn expected() -> String {
        "a part of a wager such as \"1.6%\"".to_owned()
    }

    fn read(value: Value<'_>, reader: &mut Reader<'_>) -> Option<Worth> {
        read_parsed(value, &Self::expected(), reader)
    }
}

/// A ruling that its house should confirm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToConfirm {
    /// Its file below the house's clauses, without the ending.
    pub file: String,
    /// The game of that file in full.
    pub game: String,
    /// The ruling with its reasons.
    pub question: Question,
}

impl ToConfirm {
    /// How far up it stands: what moves most of a wager, then what narrows filed words, then the rest.
    fn rank(&self) -> (Reverse<Worth>, Reverse<bool>) {
        let narrows = self.question.narrows.unwrap_or_default();
        (Reverse(self.question.worth.unwrap_or_default()), Reverse(narrows))
    }
}

/// The rulings of a house that it should confirm, in the order of what hangs on them.
///
/// # Errors
/// When a clause file of the house has faults.
pub fn to_confirm(shelf: &Shelf, house: &str) -> Result<Vec<ToConfirm>, Problem> {
    let mut found = Vec::new();
    for (path, source) in shelf.clause_files_of(house) {
        let file = ClauseFile::read(source)?;
        let name = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".toml");
        for question in file.question.into_iter().flatten().filter(Question::is_to_confirm) {
            found.push(ToConfirm { file: name.to_owned(), game: file.game.clone(), question });
        }
    }
    found.sort_by_key(ToConfirm::rank);
    Ok(found)
}

/// The rulings of a house as a page of text: what to confirm, how it is ruled, and why.
#[must_use]
pub fn page(house: &str, rulings: &[ToConfirm]) -> String {
    let mut text = format!("## {house}\n");
    for ruling in rulings {
        let question = &ruling.question;
        let mut marks = Vec::new();
        if let Some(worth) = question.worth {
            marks.push(format!("worth up to {worth} of a wager"));
        }
        if question.narrows == Some(true) {
            marks.push("narrows filed words".to_owned());
        }
        let marks = if marks.is_empty() { String::new() } else { format!(" ({})", marks.join(", ")) };
        let _ = write!(
            text,
            "\n### {}: {}{marks}\n\n`{}/{}`\n\n",
            ruling.game, question.about, ruling.file, question.id
        );
        let mut line = |word: &str, says: &str| {
            let _ = writeln!(text, "- {word}: {says}");
        };
        line("Unclear", &question.problem);
        line("Ruled", &question.ruling);
        line("Because", &question.why);
        if let Some(confirm) = &question.confirm {
            line("To confirm", confirm);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_wager_are_read_and_written() {
        for (text, worth) in [("10%", 1000), ("1.6%", 160), ("0.03%", 3), ("100%", 10_000)] {
            assert_eq!(text.parse(), Ok(Worth(worth)));
            assert_eq!(Worth(worth).to_string(), text);
        }
        for text in ["10", "", "%", "1.666%", "-1%", "101%", "1,6%", ".5%", "1.%"] {
            assert_eq!(text.parse::<Worth>(), Err(NotWorth), "{text}");
        }
    }
}
