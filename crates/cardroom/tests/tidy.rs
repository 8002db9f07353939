//! The source is tidy: files are short and say what they are, and a family of games stands in its own folders.
//!
//! A family's own folders are every folder and file that bears its name (`games/src/poker/`,
//! `room/src/bots/poker/`, `signs/src/pays/pan.rs`), and those that are one family's by their nature: poker
//! equities and hand histories. Outside them a place names a family when it writes a variant such as
//! `Rules::Poker`, or is a line of a table of families. Tests beside the code do not count.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Each family as enums name it, and as its folders are called.
const FAMILIES: [(&str, &str); 5] = [
    ("Blackjack", "blackjack"),
    ("DoubleHand", "double_hand"),
    ("ThreeCard", "three_card"),
    ("Poker", "poker"),
    ("Pan", "pan"),
];

/// Folders that are one family's without bearing its name.
const ALSO_OWN: [(&str, &str); 2] = [("odds/src/equity/", "poker"), ("phh/src/", "poker")];

/// The most places outside the families' own folders that name one.
const PLACES_MOST: usize = 40;

/// The most lines of a file, tests beside its code not counted.
const LINES_MOST: usize = 500;

struct File {
    /// Below `crates`, such as "games/src/seat.rs".
    path: String,
    text: String,
}

impl File {
    /// The lines before the tests beside the code.
    fn lines(&self) -> impl Iterator<Item = &str> {
        self.text.lines().take_while(|line| line.trim() != "#[cfg(test)]")
    }

    fn belongs_to(&self, folder: &str) -> bool {
        let bears = |part: &str| part.trim_end_matches(".rs") == folder;
        self.path.split('/').any(bears)
            || ALSO_OWN.iter().any(|(own, of)| *of == folder && self.path.starts_with(own))
    }

    fn is_test(&self) -> bool {
        self.path.ends_with("/tests.rs")
    }
}

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn collect(folder: &Path, files: &mut Vec<File>) {
    let entries = fs::read_dir(folder).expect("a folder of the project");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).expect("source is text");
            let below =
                path.strip_prefix(crates()).expect("below crates").to_string_lossy().replace('\\', "/");
            files.push(File { path: below, text });
        }
    }
}

fn sources() -> Vec<File> {
    let mut files = Vec::new();
    for entry in fs::read_dir(crates()).expect("the crates") {
        let source = entry.expect("a crate").path().join("src");
        if source.is_dir() {
            collect(&source, &mut files);
        }
    }
    assert!(files.len() > 200, "only {} files were found", files.len());
    files
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with("//")
}

/// How often a line writes a family as a variant of an enum.
fn variants(line: &str, family: &str) -> usize {
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let written = format!("::{family}");
    let starts = line.match_indices(&written).map(|(start, _)| start);
    starts
        .filter(|start| {
            let (before, after) = (&line[..*start], &line[start + written.len()..]);
            let owner = before.rsplit(|letter| !is_name(letter)).next().unwrap_or("");
            owner.starts_with(char::is_uppercase) && !after.starts_with(is_name)
        })
        .count()
}

/// Whether a line belongs to a table of families.
fn is_row(line: &str, family: &str, folder: &str) -> bool {
    let Some(rest) = line.trim_start().strip_prefix(family) else { return false };
    let is_named = rest.starts_with(':') || rest.starts_with(" = ");
    is_named && rest.contains(&format!(": {folder} ("))
}

#[test]
fn families_are_named_in_their_own_folders() {
    let mut places = 0;
    let mut list = String::new();
    for file in sources().iter().filter(|file| !file.is_test()) {
        let mut here = 0;
        for (family, folder) in FAMILIES {
            if file.belongs_to(folder) {
                continue;
            }
            for line in file.lines().filter(|line| !is_comment(line)) {
                here += variants(line, family) + usize::from(is_row(line, family, folder));
            }
        }
        if here > 0 {
            writeln!(list, "{here:4} {}", file.path).expect("writing to a string");
        }
        places += here;
    }
    assert!(places <= PLACES_MOST, "{places} places name a family, and {PLACES_MOST} may:\n{list}");
    assert!(places >= 2 * FAMILIES.len() - 1, "the tables of families were not found:\n{list}");
}

/// The arms of a match stand one below the other: whether one of those around a line catches the rest.
fn has_wildcard(lines: &[&str], place: usize) -> bool {
    let depth = |line: &str| line.len() - line.trim_start().len();
    let own = depth(lines[place]);
    let is_within = |line: &&&str| line.trim().is_empty() || depth(line) >= own;
    let is_rest = |line: &&str| depth(line) == own && line.trim_start().starts_with("_ =>");
    let before = lines[..place].iter().rev().take_while(is_within);
    let after = lines[place..].iter().take_while(is_within);
    before.chain(after).any(is_rest)
}

#[test]
fn no_match_over_families_catches_the_rest() {
    let mut found = Vec::new();
    for file in sources().iter().filter(|file| !file.is_test()) {
        let lines: Vec<&str> = file.lines().collect();
        for (place, line) in lines.iter().enumerate() {
            let is_arm = line.contains("=>") || line.trim_start().starts_with('|');
            let is_named = |(family, folder): &(&str, &str)| {
                !file.belongs_to(folder) && variants(line.split("=>").next().unwrap_or(""), family) > 0
            };
            if is_arm && !is_comment(line) && FAMILIES.iter().any(is_named) && has_wildcard(&lines, place) {
                found.push(format!("{}:{}: {}", file.path, place + 1, line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "a new family would be swallowed here:\n{}", found.join("\n"));
}

/// Where a family decides what its events cite, who sees them and how they are said, none may be forgotten.
#[test]
fn no_match_over_events_catches_the_rest() {
    let mut found = Vec::new();
    for file in sources() {
        let of_family = FAMILIES.iter().any(|(_, folder)| file.belongs_to(folder));
        let decides = ["face.rs", "view.rs", "round_view.rs"].iter().any(|name| file.path.ends_with(name));
        let is_said = file.path.starts_with("room/src/words/");
        if !of_family || !(decides || is_said) {
            continue;
        }
        let lines: Vec<&str> = file.lines().collect();
        for (place, line) in lines.iter().enumerate() {
            let is_arm = line.trim_start().trim_start_matches("| ").starts_with("Event::");
            if is_arm && !line.contains("if ") && has_wildcard(&lines, place) {
                found.push(format!("{}:{}: {}", file.path, place + 1, line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "a new event would be swallowed here:\n{}", found.join("\n"));
}

#[test]
fn files_are_short_and_say_what_they_are() {
    let mut found = Vec::new();
    for file in sources() {
        if !file.text.starts_with("//! ") {
            found.push(format!("{} does not begin with a line that says what it is", file.path));
        }
        let lines = file.lines().count();
        if lines > LINES_MOST {
            found.push(format!("{} has {lines} lines, and {LINES_MOST} is the most", file.path));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
