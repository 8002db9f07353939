//! Books in plain words: the sentences are kept in `tests/words`, so that a change of a rule shows as text.
//!
//! `UPDATE=1 cargo test -p books --test words` writes them anew; read the difference before keeping it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use books::{Book, Shelf};

/// Every filed book that has words.
fn books() -> Vec<Book> {
    let shelf = Shelf::filed();
    let books = shelf.ids().map(|id| shelf.book(&id).unwrap_or_else(|problem| panic!("{id}\n{problem}")));
    books.filter(|book| !book.sentences().is_empty()).collect()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/words")
}

fn text(book: &Book) -> String {
    let mut text = format!("{}\n", book.header().name);
    for heading in book.sentences() {
        write!(text, "\n{}\n", heading.title).expect("a text grows");
        for sentence in heading.sentences {
            let clauses: Vec<&str> =
                sentence.clauses.iter().map(|clause| book.clause_name(*clause)).collect();
            write!(text, "  {}\n      [{}]\n", sentence.text, clauses.join(", ")).expect("a text grows");
        }
    }
    text
}

#[test]
fn books_read_as_they_did() {
    let update = std::env::var_os("UPDATE").is_some();
    let mut changed = Vec::new();
    for book in books() {
        let path = folder().join(format!("{}-{}.txt", book.id.house, book.id.game));
        let (found, kept) = (text(&book), fs::read_to_string(&path).unwrap_or_default());
        if update {
            fs::write(&path, found).expect("the folder of words can be written to");
        } else if found != kept {
            let line = found.lines().zip(kept.lines()).find(|(found, kept)| found != kept);
            changed.push(format!("{}: {line:?}", path.display()));
        }
    }
    assert!(changed.is_empty(), "these books read otherwise than before:\n{}", changed.join("\n"));
}

#[test]
fn every_sentence_rests_on_a_clause_and_every_cited_clause_is_said() {
    for book in books() {
        let headings = book.sentences();
        let sentences = headings.iter().flat_map(|heading| &heading.sentences);
        let mut said = BTreeSet::new();
        for sentence in sentences {
            assert!(!sentence.clauses.is_empty(), "{}: \"{}\" cites nothing", book.id, sentence.text);
            said.extend(sentence.clauses.iter().copied());
        }
        for citation in &book.citations {
            if let Some(clause) = citation.clauses.iter().find(|clause| !said.contains(*clause)) {
                let name = book.clause_name(*clause);
                panic!("{}: {} cites \"{name}\", which no sentence does", book.id, citation.key);
            }
        }
    }
}
