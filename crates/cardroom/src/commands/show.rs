//! `cardroom show`: the rules of a book in plain words.

use std::io::{self, Write};

use books::{Book, Clause};
use clap::Args;
use serde_json::{Value, json};

use super::books::book_json;
use crate::Context;
use crate::failure::Failure;
use crate::wrap::wrap;

/// Prints a book's rules in plain words, each with the clauses it rests on.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  cardroom show mortimers/no-bust-6\n  cardroom show marina/holdem --clauses"
)]
pub(crate) struct Show {
    /// The book, such as mortimers/no-bust-6
    #[arg(value_name = "BOOK")]
    book: String,
    /// Also print where the filing says each clause, and what it says
    #[arg(long)]
    clauses: bool,
}

impl Show {
    pub(crate) fn run(&self, context: &Context) -> Result<(), Failure> {
        let id = context.shelf.find(&self.book)?;
        let book = context.shelf.book(&id)?;
        let mut out = io::BufWriter::new(io::stdout().lock());
        if context.json {
            serde_json::to_writer_pretty(&mut out, &book_and_rules(&book)).map_err(io::Error::from)?;
            writeln!(out)?;
        } else {
            self.tell(&mut out, &book, &house_name(context, &book))?;
        }
        out.flush()?;
        Ok(())
    }

    fn tell(&self, out: &mut impl Write, book: &Book, house: &str) -> io::Result<()> {
        let header = book.header();
        writeln!(out, "{}, as {house} plays it", header.name)?;
        let approval = if header.approval.is_empty() {
            String::new()
        } else {
            format!(" · approval {}", header.approval)
        };
        writeln!(out, "{} · {} family{approval}", book.id, header.family)?;
        for heading in book.sentences() {
            writeln!(out, "\n{}", heading.title)?;
            for sentence in &heading.sentences {
                writeln!(out, "{}", wrap(&sentence.text, "  - "))?;
                if self.clauses {
                    for clause in &sentence.clauses {
                        if let Some(entry) = book.clauses.entry(*clause) {
                            writeln!(out, "{}", wrap(&format!("{entry}: {}", entry.says), "      "))?;
                        }
                    }
                } else if !sentence.clauses.is_empty() {
                    let names: Vec<&str> =
                        sentence.clauses.iter().map(|clause| book.clause_name(*clause)).collect();
                    writeln!(out, "{}", wrap(&format!("[{}]", names.join(", ")), "    "))?;
                }
            }
        }
        Ok(())
    }
}

/// The name of a book's house for people.
pub(crate) fn house_name(context: &Context, book: &Book) -> String {
    context
        .shelf
        .house(&book.id.house)
        .map_or_else(|_| book.id.house.clone(), |house| house.name.value.clone())
}

fn book_and_rules(book: &Book) -> Value {
    let mut value = book_json(book);
    let rules: Vec<Value> = book
        .sentences()
        .iter()
        .map(|heading| {
            let sentences: Vec<Value> = heading
                .sentences
                .iter()
                .map(|sentence| {
                    let clauses: Vec<Value> =
                        sentence.clauses.iter().filter_map(|clause| clause_json(book, *clause)).collect();
                    json!({ "says": sentence.text, "clauses": clauses })
                })
                .collect();
            json!({ "title": heading.title, "sentences": sentences })
        })
        .collect();
    if let Value::Object(object) = &mut value {
        object.insert("rules".to_owned(), Value::Array(rules));
    }
    value
}

fn clause_json(book: &Book, clause: Clause) -> Option<Value> {
    let entry = book.clauses.entry(clause)?;
    Some(json!({ "clause": entry.name, "at": entry.at, "kind": entry.kind.word(), "says": entry.says }))
}
