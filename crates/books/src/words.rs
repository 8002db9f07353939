//! A book's rules as plain sentences, in the order of a round, each with the clauses it rests on.

use crate::Clause;
use crate::book::Book;
use crate::header::Header;
use crate::read::{Citation, Rule};

/// A part of a round with what a book says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// What the sentences are about.
    pub title: String,
    /// The rules, one after the other.
    pub sentences: Vec<Sentence>,
}

/// A rule in plain words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The rule as a person would say it.
    pub text: String,
    /// The clauses it rests on, most important first.
    pub clauses: Vec<Clause>,
}

impl Book {
    /// The rules in plain words.
    #[must_use]
    pub fn sentences(&self) -> Vec<Heading> {
        self.rules.face().sentences(&self.citations)
    }
}

/// Collects sentences and finds the clauses of the keys that each of them puts into words.
pub(crate) struct Words<'a> {
    citations: &'a [Citation],
    headings: Vec<Heading>,
}

impl<'a> Words<'a> {
    pub(crate) fn new(citations: &'a [Citation]) -> Words<'a> {
        Words { citations, headings: Vec::new() }
    }

    /// Begins a new part of the round.
    pub(crate) fn heading(&mut self, title: &str) {
        self.headings.push(Heading { title: title.to_owned(), sentences: Vec::new() });
    }

    /// Adds a sentence that puts these keys of the book into words.
    pub(crate) fn say(&mut self, text: impl Into<String>, keys: &[&str]) {
        let mut clauses = Vec::new();
        for key in keys {
            let cited = self.citations.iter().filter(|citation| citation.key == *key);
            for clause in cited.flat_map(|citation| &citation.clauses) {
                if !clauses.contains(clause) {
                    clauses.push(*clause);
                }
            }
        }
        let heading = self.headings.last_mut().expect("a heading comes before its sentences");
        heading.sentences.push(Sentence { text: text.into(), clauses });
    }

    /// Adds the sentence for what one rule says.
    pub(crate) fn either(&mut self, key: &str, rule: Rule<bool>, yes: &str, no: &str) {
        self.say(if rule.value { yes } else { no }, &[key]);
    }

    /// Adds a sentence about something the book leaves out, if it cites a clause for that.
    pub(crate) fn say_if_cited(&mut self, text: &str, key: &str) {
        if self.citations.iter().any(|citation| citation.key == key) {
            self.say(text, &[key]);
        }
    }

    /// Adds the sentence for what one rule says, if the book has it.
    pub(crate) fn either_if(&mut self, key: &str, rule: Option<Rule<bool>>, yes: &str, no: &str) {
        if let Some(rule) = rule {
            self.either(key, rule, yes, no);
        }
    }

    /// Says what the game is called, where that rests on a clause.
    /// Says whether others may put money into the bank, in the games that know of it.
    pub(crate) fn shared_bank(&mut self, shared: Option<Rule<bool>>) {
        self.either_if(
            "bank.shared",
            shared,
            "Others may put money into the bank's stake. It acts as one; what it wins, loses and pays in fees is \
             divided by what each put up, and cents left over go one each to the first, the banker before the \
             others.",
            "Nobody but the banker may put money into the bank's stake.",
        );
    }

    pub(crate) fn name(&mut self, header: &Header) {
        if self.citations.iter().any(|citation| citation.key == "book.name") {
            let approval = &header.approval;
            let filed = if approval.is_empty() { String::new() } else { format!(" (approval {approval})") };
            self.say(format!("The game is called {}{filed}.", header.name), &["book.name"]);
        }
    }

    /// The headings that have something to say.
    pub(crate) fn finish(mut self) -> Vec<Heading> {
        self.headings.retain(|heading| !heading.sentences.is_empty());
        self.headings
    }
}

/// A small number as people say it.
pub(crate) fn count(number: impl Into<u64>) -> String {
    const WORDS: [&str; 11] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let number = number.into();
    usize::try_from(number)
        .ok()
        .and_then(|place| WORDS.get(place))
        .map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// A number of things: "one card", "three cards".
pub(crate) fn some(number: impl Into<u64>, one: &str, more: &str) -> String {
    let number = number.into();
    format!("{} {}", count(number), if number == 1 { one } else { more })
}

/// A multiple: "twice", "ten times".
pub(crate) fn times(number: u8) -> String {
    match number {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        more => format!("{} times", count(more)),
    }
}

/// The place of something in a row: "first", "second".
pub(crate) fn ordinal(number: u8) -> String {
    const WORDS: [&str; 7] = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh"];
    let place = usize::from(number).checked_sub(1);
    place
        .and_then(|place| WORDS.get(place))
        .map_or_else(|| format!("number {number}"), |word| (*word).to_owned())
}

/// Several things in a row: "a", "a and b", "a, b and c".
pub(crate) fn list(things: &[String], last: &str) -> String {
    match things {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// The text with a capital first letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
