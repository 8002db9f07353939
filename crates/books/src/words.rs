//! A book's rules as plain sentences, in the order of a round, each with the clauses it rests on.

use crate::blackjack;
use crate::book::{Book, Rules};
use crate::clause::Clause;
use crate::read::Citation;

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
    /// The rules in plain words; empty for a family that has none yet.
    #[must_use]
    pub fn sentences(&self) -> Vec<Heading> {
        let Rules::Blackjack(rules) = &self.rules else { return Vec::new() };
        blackjack::sentences(rules, &self.citations)
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

/// Several things in a row: "a", "a and b", "a, b and c".
pub(crate) fn list(things: &[String], last: &str) -> String {
    match things {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}
