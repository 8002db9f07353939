//! Kill pots as a setting: what the example book says of them, and what people are told about settings that make
//! no sense.

use std::path::Path;

use books::read::Source;
use books::{BookId, Shelf};

const EXAMPLE: &str = "corner/holdem.toml";

fn shelf() -> Shelf {
    let mut shelf = Shelf::filed();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/kill-pots");
    shelf.add_folder(&folder).unwrap();
    shelf
}

/// What is told about the example with one passage changed; nothing if it is accepted.
fn told(shelf: &Shelf, passage: &str, instead: &str) -> Option<String> {
    let text = &shelf.file(EXAMPLE).expect("the example").text;
    assert_eq!(text.matches(passage).count(), 1, "{passage}");
    let source = Source::new(EXAMPLE, text.replace(passage, instead));
    shelf.read_book(&BookId::new("corner", "holdem"), &source).err().map(|problem| problem.to_string())
}

#[test]
fn sensible_kills_are_accepted() {
    let shelf = shelf();
    assert_eq!(told(&shelf, "\"half\"", "\"full\""), None);
    assert_eq!(told(&shelf, "\"last\"", "\"in turn\""), None);
    let large = "\"winner of a large pot\"\nlarge_pot = 10";
    assert_eq!(told(&shelf, "\"winner of two pots in a row\"", large), None);
}

#[test]
fn every_nonsense_kill_is_refused_with_what_was_expected() {
    let shelf = shelf();
    let two = "\"winner of two pots in a row\"";
    let kill = shelf.file(EXAMPLE).unwrap().text.clone();
    let section = &kill[kill.find("[kill]").unwrap()..kill.find("[[structures]]").unwrap()];
    let cases = [
        (
            "kill_pots          = true",
            "kill_pots = false",
            "a section [kill] stands in a book without kill pots",
        ),
        (section, "", "nothing says how kill pots are played"),
        (two, "\"winner of a large pot\"", "nothing says how large a large pot is"),
        (two, "\"winner of a large pot\"\nlarge_pot = 1", "nearly every pot is as large as that"),
        (two, "\"winner of two pots in a row\"\nlarge_pot = 9", "of no account when two in a row are won"),
        ("\"half\"", "\"double\"", "double"),
        (
            "collection = \"pot, by players\"",
            "collection = \"pot, by players\"\nlimits = [{ low = \"$3\", high = \"$6\" }]",
            "a half kill of $3/$6 is not a whole number of chips",
        ),
    ];
    for (passage, instead, what) in cases {
        let told = told(&shelf, passage, instead).unwrap_or_else(|| panic!("{instead} is accepted"));
        assert!(told.contains(what) && told.contains("expected"), "{instead}:\n{told}");
    }
}

#[test]
fn no_filed_book_plays_kill_pots() {
    for id in Shelf::filed().ids() {
        let book = Shelf::filed().book(&id).unwrap();
        if let books::Rules::Poker(rules) = &book.rules {
            assert!(!rules.posts.kill_pots.value && rules.kill.is_none(), "{id}");
        }
    }
}
