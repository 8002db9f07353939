//! The cards that texts name: as two letters in data, with suits as signs in sentences.

use std::borrow::Cow;
use std::collections::BTreeSet;

use books::Book;
use serde_json::Value;

/// A card as a message names it.
pub(crate) type Face = String;

/// Whether a word names a card.
fn is_card(word: &str) -> bool {
    let letters = word.as_bytes();
    word == "Joker"
        || (letters.len() == 2 && b"23456789TJQKA".contains(&letters[0]) && b"cdhs".contains(&letters[1]))
}

/// A text with its cards written as data write them; most texts are so already.
fn plain(text: &str) -> Cow<'_, str> {
    if text.is_ascii() && !text.contains("joker") {
        return Cow::Borrowed(text);
    }
    let signs = [("10", "T"), ("♠", "s"), ("♥", "h"), ("♦", "d"), ("♣", "c"), ("the joker", "Joker")];
    Cow::Owned(signs.iter().fold(text.to_owned(), |text, (sign, letter)| text.replace(sign, letter)))
}

/// The words of a book's clauses, which speak of cards and are the same for everybody.
#[derive(Clone, Debug, Default)]
pub(crate) struct Filed(BTreeSet<String>);

impl Filed {
    pub(crate) fn of(book: &Book) -> Filed {
        let texts = |entry: &books::ClauseEntry| [entry.name.clone(), entry.at.clone(), entry.says.clone()];
        Filed(book.clauses.iter().flat_map(|(_, entry)| texts(entry)).collect())
    }

    /// Every card that a value names, in any string however deep, unless it is said by a clause of the book.
    pub(crate) fn cards(&self, value: &Value) -> Vec<Face> {
        let mut found = Vec::new();
        self.collect(value, &mut found);
        found
    }

    fn collect(&self, value: &Value, found: &mut Vec<Face>) {
        match value {
            Value::String(text) => {
                let text = plain(text);
                let words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| is_card(word));
                found.extend(words.map(str::to_owned));
            }
            Value::Array(list) => list.iter().for_each(|one| self.collect(one, found)),
            Value::Object(fields) => {
                let is_filed = |name: &str, one: &Value| name == "clause" && self.says(one);
                fields
                    .iter()
                    .filter(|(name, one)| !is_filed(name, one))
                    .for_each(|(_, one)| self.collect(one, found));
            }
            _ => {}
        }
    }

    /// Whether every text of a value stands in the book's clauses.
    fn says(&self, value: &Value) -> bool {
        match value {
            Value::String(text) => self.0.contains(text),
            Value::Array(list) => list.iter().all(|one| self.says(one)),
            Value::Object(fields) => fields.values().all(|one| self.says(one)),
            _ => true,
        }
    }
}

/// Every card that a hand history names, where cards stand one after the other without a space.
pub(crate) fn cards_in_phh(text: &str) -> Vec<Face> {
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '?');
    let pairs = |word: &str| -> Option<Vec<Face>> {
        let pairs = word.as_bytes().chunks(2).map(|pair| String::from_utf8_lossy(pair).into_owned());
        let pairs: Vec<Face> = pairs.collect();
        pairs.iter().all(|pair| is_card(pair) || pair == "??").then_some(pairs)
    };
    words.filter_map(pairs).flatten().filter(|pair| pair != "??").collect()
}
