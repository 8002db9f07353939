//! The rulings that houses should confirm, kept as a page.
//!
//! `UPDATE=1 cargo test -p books --test rulings` writes docs/rulings.md anew.

use std::fs;
use std::path::Path;

use books::read::Source;
use books::rulings::{page, to_confirm};
use books::{ClauseFile, Shelf};

const HEAD: &str = "# Rulings to confirm

Where a filing is silent or contradicts itself, the program follows a ruling, which a house may set otherwise. Those below should be confirmed by each house before it relies on them: first those that move the most of a wager, then those that take less than the filed words could mean, then the others that touch money or what is offered. The clause files hold them all, with the smaller ones (`cardroom show BOOK` names them beside each rule). This page is made from them: `UPDATE=1 cargo test -p books --test rulings`, and `cardroom rulings` prints it for houses of your own too.
";

fn pages() -> String {
    let shelf = Shelf::filed();
    let mut text = HEAD.to_owned();
    for house in shelf.houses() {
        let rulings = to_confirm(&shelf, house).unwrap_or_else(|problem| panic!("{problem}"));
        text.push('\n');
        text.push_str(&page(&shelf.house(house).unwrap().name, &rulings));
    }
    text
}

#[test]
fn the_page_of_rulings_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rulings.md");
    let found = pages();
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &found).expect("the folder of docs can be written to");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == kept,
        "docs/rulings.md is out of date; UPDATE=1 cargo test -p books --test rulings writes it"
    );
}

#[test]
fn every_house_has_rulings_to_confirm_and_the_dearest_come_first() {
    let shelf = Shelf::filed();
    let first = |house: &str| {
        let rulings = to_confirm(&shelf, house).unwrap();
        let ranks: Vec<_> = rulings
            .iter()
            .map(|ruling| (ruling.question.worth.unwrap_or_default(), ruling.question.narrows == Some(true)))
            .collect();
        assert!(ranks.is_sorted_by(|above, below| above >= below), "{house}: {ranks:?}");
        let first = rulings.first().unwrap_or_else(|| panic!("{house} has nothing to confirm"));
        format!("{}/{}", first.file, first.question.id)
    };
    for house in shelf.houses() {
        first(house);
    }
    assert_eq!(first("players-club"), "no-bust-5/ruling-surrender-amount-and");
    assert_eq!(first("mortimers"), "no-bust-2003/ruling-rules-3-vs");
}

const QUESTION: &str =
    "house = \"H\"\ngame = \"G\"\ngega = \"\"\nfamily = \"poker\"\nfiling = \"none\"\nclause = []\n
[[question]]\nid = \"ruling-a\"\nabout = \"a\"\nproblem = \"b\"\nruling = \"c\"\nwhy = \"d\"\n";

fn read(lines: &str) -> Result<ClauseFile, String> {
    ClauseFile::read(&Source::new("g.toml", format!("{QUESTION}{lines}")))
        .map_err(|faults| faults.to_string())
}

#[test]
fn a_ruling_is_marked_for_the_house_and_a_wrong_mark_is_told() {
    let question = |lines: &str| read(lines).unwrap().question.unwrap().remove(0);
    assert!(!question("").is_to_confirm());
    assert!(question("confirm = \"e\"\nnarrows = true\nworth = \"1.6%\"").is_to_confirm());
    let fault = read("confirm = \"e\"\nworth = \"much\"").unwrap_err();
    assert!(fault.contains("this is not a part of a wager in percent"), "{fault}");
    assert!(fault.contains("expected a part of a wager such as \"1.6%\""), "{fault}");
    let fault = read("confirmed = true").unwrap_err();
    assert!(fault.contains("confirm"), "{fault}");
}
