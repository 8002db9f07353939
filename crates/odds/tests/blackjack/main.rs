//! Blackjack odds against rounds played through the engine, published figures and the filings' own tables.

mod analyzer;
mod charts;
mod choices;
mod pages;
mod published;
mod rounds;
mod side;
mod slow;
mod tables;
mod tiny;
mod variations;

use std::path::Path;

use books::blackjack::BlackjackRules;
use books::{Rules, Shelf};

/// Every filed blackjack book, by name.
fn filed() -> Vec<(String, BlackjackRules)> {
    let shelf = Shelf::filed();
    let books = shelf.ids().filter_map(|id| match shelf.book(&id).unwrap().rules {
        Rules::Blackjack(rules) => Some((id.to_string(), *rules)),
        _ => None,
    });
    books.collect()
}

fn book(name: &str) -> BlackjackRules {
    filed().into_iter().find(|(id, _)| id == name).unwrap().1
}

/// The plain blackjack of docs/examples.
fn plain() -> BlackjackRules {
    let mut shelf = Shelf::filed();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/plain-blackjack");
    shelf.add_folder(&folder).unwrap();
    match shelf.book(&shelf.find("corner/blackjack").unwrap()).unwrap().rules {
        Rules::Blackjack(rules) => *rules,
        _ => panic!("a blackjack book"),
    }
}
