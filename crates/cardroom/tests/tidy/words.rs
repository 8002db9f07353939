//! One word for one thing: names that the glossary has struck out do not come back.

use std::collections::BTreeMap;
use std::fs;

use crate::source::{crates, files_in, names, sources};

/// Where a type of these names is declared; a name that says as little gets no further meaning.
const VAGUE: [(&str, &[&str]); 2] = [
    (
        "Told",
        &[
            "cardroom/src/commands/verify.rs",
            "coach/src/poker/",
            "odds/src/money/table.rs",
            "room/src/told.rs",
        ],
    ),
    ("Asked", &["coach/src/lib.rs", "games/src/face/asked.rs", "room/src/asked.rs"]),
];

/// The words of a table of docs/glossary.md, each with what stands in its place.
fn struck_out(glossary: &str, heading: &str) -> Vec<(String, String)> {
    let section =
        glossary.split(heading).nth(1).expect("the heading").split("\n## ").next().expect("a section");
    let mut found = Vec::new();
    for row in section.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| Not this")) {
        let mut cells = row.trim_matches('|').split('|').map(str::trim);
        let (words, but) = (cells.next().expect("words"), cells.next().expect("what stands for them"));
        found.extend(words.split(", ").map(|word| (word.to_owned(), but.to_owned())));
    }
    assert!(found.len() > 3, "the words were not found");
    found
}

/// The parts of a name: `obey_patron` and `ObeyPatron` are obey and patron.
fn parts(name: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for letter in name.chars() {
        if letter == '_' || (letter.is_uppercase() && !parts.last().is_some_and(String::is_empty)) {
            parts.push(String::new());
        }
        if letter != '_' {
            parts.last_mut().expect("one at least").extend(letter.to_lowercase());
        }
    }
    parts
}

fn glossary() -> String {
    fs::read_to_string(crates().join("../docs/glossary.md")).expect("the glossary")
}

#[test]
fn names_do_without_the_words_that_gave_way() {
    let struck = struck_out(&glossary(), "## Never in names");
    let mut found = Vec::new();
    for file in sources() {
        for line in file.lines() {
            for name in names(&line.code) {
                let parts = parts(name);
                let word = struck.iter().find(|(word, _)| parts.contains(word));
                if let Some((word, but)) = word {
                    found.push(format!("{}:{}: {name}: not {word}, but {but}", file.path, line.number));
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn no_folder_is_called_by_what_says_nothing() {
    let struck = struck_out(&glossary(), "## Never of a folder or a file");
    for file in sources().iter().chain(&files_in("tests")) {
        for part in file.path.split('/').map(|part| part.trim_end_matches(".rs")) {
            assert!(!struck.iter().any(|(word, _)| word == part), "{}: \"{part}\" says nothing", file.path);
        }
    }
}

#[test]
fn vague_types_get_no_further_meaning() {
    let mut declared: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for file in sources() {
        for line in file.lines() {
            let code = line.code.trim_start().trim_start_matches("pub ");
            for (name, _) in VAGUE {
                let is_declared = ["struct", "enum", "type"].iter().any(|kind| {
                    let at = code.find(&format!("{kind} {name}"));
                    at.is_some_and(|at| {
                        !code[at + kind.len() + 1 + name.len()..].starts_with(char::is_alphanumeric)
                    })
                });
                if is_declared {
                    declared.entry(name).or_default().push(file.path.clone());
                }
            }
        }
    }
    for (name, here) in declared {
        let known = VAGUE.iter().find(|(vague, _)| *vague == name).map_or(&[][..], |(_, places)| places);
        let new = here.iter().find(|path| !known.iter().any(|place| path.starts_with(place)));
        assert_eq!(new, None, "a further type {name}: say what it holds");
    }
}

#[test]
fn a_word_is_found_in_any_name() {
    assert_eq!(parts("obey_patron"), ["obey", "patron"]);
    assert_eq!(parts("ObeyPatron"), ["obey", "patron"]);
    assert_eq!(parts("disobeyed"), ["disobeyed"]);
}
