//! `cardroom new`: every filed book can be begun anew, and nothing of anybody's is overwritten.

use std::fs;

use serde_json::Value;

use super::{printed, refused};

fn books() -> Vec<String> {
    let houses: Value = serde_json::from_str(&printed(&["books", "--json"])).unwrap();
    let books = houses.as_array().unwrap().iter().flat_map(|house| house["books"].as_array().unwrap());
    books.map(|book| book["book"].as_str().unwrap().to_owned()).collect()
}

/// The names of the schedules of a book.
fn schedules(book: &str, own: &str) -> Vec<String> {
    let rates: Value = serde_json::from_str(&printed(&["rates", book, "--books", own, "--json"])).unwrap();
    rates.as_array().unwrap().iter().map(|row| row["schedule"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn schedules_that_a_copy_leaves_out_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().to_str().unwrap();
    let said = printed(&["new", "corner/lowball", "--like", "marina/lowball", "--books", own]);
    assert!(said.contains(" of the schedules of marina/lowball are left out"), "{said}");
    let said = printed(&["new", "corner/holdem", "--like", "players-club/holdem", "--books", own]);
    assert!(said.contains("no-limit"), "{said}");
    let said = printed(&["new", "corner/omaha-8", "--like", "players-club/omaha-8", "--books", own]);
    assert!(said.contains("the game is kept closed"), "{said}");
    let said = printed(&["new", "corner/blackjack", "--like", "mortimers/no-bust-6", "--books", own]);
    assert!(!said.contains("left out") && !said.contains("kept closed"), "{said}");
}

#[test]
fn a_copy_of_any_book_cites_nothing_and_has_no_errors() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("own");
    let own = own.to_str().unwrap();
    for (place, like) in books().into_iter().enumerate() {
        let name = format!("house-{place}/game");
        let said = printed(&["new", &name, "--like", &like, "--books", own, "--json"]);
        let said: Value = serde_json::from_str(&said).unwrap();
        let files: Vec<&str> = said["files"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert_eq!(files.len(), 3, "{like}: {files:?}");
        let left_out: Vec<&str> =
            said["left_out"].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect();
        let (filed, copied) = (schedules(&like, own), schedules(&name, own));
        for handle in &left_out {
            assert!(filed.iter().any(|one| one == handle), "{like} has no {handle}");
            assert!(copied.iter().all(|one| one != handle), "{like}: {handle} was copied");
        }
        // Those whose charges stand only with what the filing says of them.
        let expected = match like.as_str() {
            "marina/lowball" => Some(3),
            "mortimers/no-bust-6-buster" => Some(0),
            "marina/holdem" => Some(15),
            "mortimers/holdem" => Some(10),
            "mortimers/no-bust-6" => Some(0),
            _ => None,
        };
        assert!(expected.is_none_or(|count| count == left_out.len()), "{like}: {left_out:?}");
        for file in files {
            let text = fs::read_to_string(file).unwrap();
            assert!(!text.contains("cite") || text.contains("cites no clauses"), "{file}:\n{text}");
            assert!(!text.contains("GEGA-"), "{file}:\n{text}");
        }
        let found = printed(&["check", &name, "--books", own, "--json"]);
        let found: Vec<Value> = serde_json::from_str(&found).unwrap();
        assert!(found.iter().all(|one| one["severity"] != "error"), "{like}: {found:?}");
        // What was begun can be read and priced like any other book.
        assert!(printed(&["show", &name, "--books", own]).contains("House "), "{like}");
        printed(&["rates", &name, "--books", own]);
    }
}

#[test]
fn nothing_is_overwritten_and_wrong_names_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().to_str().unwrap();
    printed(&["new", "corner/blackjack", "--like", "mortimers/no-bust-6", "--books", own]);
    let before = fs::read_to_string(folder.path().join("corner/house.toml")).unwrap();
    let again = ["new", "corner/blackjack", "--like", "marina/pure-21-5", "--books", own];
    assert!(
        refused(&again)
            .ends_with("blackjack.toml is there already; choose another name, nothing was written\n")
    );
    let second = printed(&["new", "corner/holdem", "--like", "marina/holdem", "--books", own]);
    assert!(second.contains("\"holdem\" was added to the games of"), "{second}");
    let after = fs::read_to_string(folder.path().join("corner/house.toml")).unwrap();
    assert_eq!(after, before.replace("[\"blackjack\"]", "[\"blackjack\", \"holdem\"]"));
    let found: Vec<Value> =
        serde_json::from_str(&printed(&["check", "corner", "--books", own, "--json"])).unwrap();
    assert!(found.iter().all(|one| one["severity"] != "error"), "{found:?}");
    printed(&["rulings", "corner", "--books", own]);
    for (words, told) in [
        (
            &["new", "corner", "--like", "marina/holdem", "--books", own][..],
            "\"corner\" is no name for a book; write HOUSE/GAME",
        ),
        (
            &["new", "Corner/One", "--like", "marina/holdem", "--books", own],
            "\"Corner/One\" is no name for a book",
        ),
        (&["new", "corner/../x", "--like", "marina/holdem", "--books", own], "is no name for a book"),
        (
            &["new", "corner/house", "--like", "marina/holdem", "--books", own],
            "is a name that the folder needs itself",
        ),
        (
            &["new", "marina/mine", "--like", "marina/holdem", "--books", own],
            "marina is a house that comes with the program",
        ),
        (&["new", "corner/two", "--like", "marina/holdm", "--books", own], "did you mean marina/holdem?"),
        (&["new", "corner/two", "--like", "marina/holdem"], "say where to write it: add --books DIR"),
    ] {
        let said = refused(words);
        assert!(said.contains(told), "{words:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}
