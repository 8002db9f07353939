//! A refusal without a clause comes from the list of system refusals, and from nowhere else.

mod grounded;

use std::fs;
use std::path::{Path, PathBuf};

use books::Clause;
use room::{Refusal, System};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn refusals_are_made_by_the_list_or_by_a_clause() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut found = Vec::new();
    for folder in ["room/src", "server/src"] {
        sources(&crates.join(folder), &mut found);
    }
    assert!(found.len() > 60, "only {} files", found.len());
    for path in found.iter().filter(|path| !path.ends_with("room/src/system.rs")) {
        let text = fs::read_to_string(path).unwrap();
        let plain: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for (place, _) in plain.match_indices("Refusal {") {
            let before = plain[..place].trim_end_matches("room::").trim_end();
            let is_type = before.ends_with("->") || before.ends_with("for") || before.ends_with("impl");
            assert!(is_type, "{}: a refusal is made by hand; name it in room/src/system.rs", path.display());
        }
        for (place, _) in plain.match_indices("refuse_by(") {
            let call: String = plain[place..].chars().take_while(|letter| *letter != ';').collect();
            let call = call.split("refuse_by(").nth(1).unwrap_or_default();
            assert!(
                !call.contains("Clause::NONE"),
                "{}: a refusal by no clause; name it in room/src/system.rs: {call}",
                path.display()
            );
        }
    }
}

#[test]
fn the_list_names_its_own_and_nothing_else() {
    let known = System::OnlyToBring { wallet: books::Money::dollars(5) };
    assert_eq!(known.to_string(), "you have only $5 to bring");
    assert!(System::names(&known.to_string()));
    assert!(!System::names("you have only to bring"));
    assert!(!System::names("because I say so"));
    let plain = Refusal { clause: Clause::NONE, what: "because I say so".to_owned(), code: "because" };
    assert!(!grounded::is_grounded(&plain));
    let mut seen = std::collections::BTreeSet::new();
    for sentence in System::SENTENCES {
        assert!(seen.insert(sentence), "\"{sentence}\" is named twice");
    }
}
