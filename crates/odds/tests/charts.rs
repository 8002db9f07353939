//! The charts that are kept as text are those that the analysis finds.
//!
//! `UPDATE=1 cargo test -p odds --test charts` writes them anew; read the difference before keeping it.

use std::path::Path;
use std::{env, fs};

use books::{Rules, Shelf};
use odds::blackjack::{Analysis, Chart, Shoe, filed_chart};

#[test]
fn every_filed_book_has_its_chart() {
    let shelf = Shelf::filed();
    let mut count = 0;
    for id in shelf.ids() {
        let book = shelf.book(&id).unwrap();
        let Rules::Blackjack(rules) = &book.rules else { continue };
        let decks = rules.deck.decks.usual;
        let found = Analysis::<f64>::of(rules, &Shoe::fresh(rules, decks)).chart().to_text();
        let name = format!("charts/{}-{}.txt", id.house, id.game);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        if env::var_os("UPDATE").is_some() {
            fs::write(&path, &found).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(found, kept, "{id}");
        let read = Chart::read(rules, decks, &kept).unwrap();
        assert_eq!(read.to_text(), kept, "{id}");
        if env::var_os("UPDATE").is_none() {
            assert_eq!(filed_chart(rules).unwrap().to_text(), kept, "{id}");
        }
        count += 1;
    }
    assert_eq!(count, 9);
}

#[test]
fn a_book_that_plays_otherwise_has_no_kept_chart() {
    let shelf = Shelf::filed();
    let book = shelf.book(&shelf.find("mortimers/no-bust-6").unwrap()).unwrap();
    let Rules::Blackjack(rules) = &book.rules else { panic!("a blackjack book") };
    let mut rules = (**rules).clone();
    rules.bank.hits_soft.value += 1;
    assert!(filed_chart(&rules).is_none());
}

#[test]
fn what_is_no_chart_is_not_read() {
    let shelf = Shelf::filed();
    let book = shelf.book(&shelf.find("mortimers/no-bust-6").unwrap()).unwrap();
    let Rules::Blackjack(rules) = &book.rules else { panic!("a blackjack book") };
    for text in ["", "A hard S S -", "2 hard HHH HHH ---\n2 soft HHH HHH ---\n2 pairs - -"] {
        assert!(Chart::read(rules, 6, text).is_none(), "{text}");
    }
}
