//! A family of games is named in its own folders, and elsewhere in few places.
//!
//! A family's own folders are every folder and file that bears its name (`games/src/poker/`,
//! `room/src/bots/poker/`, `signs/src/pays/pan.rs`), and those that are one family's by their nature: poker equities
//! and hand histories. Outside them every line of code counts that names a family in any way: a variant
//! (`Rules::Poker`), a type (`PokerRules`), a function or a value (`poker_rules()`, `of_pan`), a path or an alias
//! (`games::poker::Choice as Bet`), or the word of a book as a string (`"poker"`). Two things do not: `mod poker;`,
//! without which there would be no folder, and a `use` of all families at once for the table of families.

use std::fmt::Write as _;

use crate::source::{FAMILIES, File, Line, names, sources};

/// The most places outside the families' own folders that name one.
const PLACES_MOST: usize = 40;

/// Names that only sound like a family: the ranking of any three cards, and a rule about hands of three cards.
const ALIKE: [(&str, &[&str]); 3] = [
    ("cards/src/ranking", &["three_card", "ThreeCardRank", "ThreeCardCategory"]),
    ("odds/src/frequencies/", &["ThreeCard", "three-card", "ThreeCardRank", "ThreeCardCategory"]),
    ("/blackjack/", &["ThreeCardSpecial"]),
];

/// Whether a name bears a family's: as a part of a name in capitals, or between underscores.
fn bears(name: &str, family: &str, folder: &str) -> bool {
    let is_part =
        |(at, _): (usize, &str)| !name[at + family.len()..].starts_with(|letter: char| letter.is_lowercase());
    name.match_indices(family).any(is_part)
        || format!("_{}_", name.to_lowercase()).contains(&format!("_{folder}_"))
}

fn is_alike(path: &str, name: &str) -> bool {
    ALIKE.iter().any(|(place, alike)| path.contains(place) && alike.contains(&name))
}

fn is_mod(code: &str) -> bool {
    let code = code.trim();
    let from = code.find("mod ").unwrap_or(code.len());
    let before = &code[..from];
    (before.is_empty() || before.starts_with("pub")) && code.ends_with(';') && !code.contains("::")
}

/// The families that a line names outside their folders.
fn named<'a>(file: &File, line: &Line) -> Vec<&'a str> {
    let names: Vec<&str> = names(&line.code).filter(|name| !is_alike(&file.path, name)).collect();
    let is_named = |(family, folder, word): &(&str, &str, &str)| {
        names.iter().any(|name| bears(name, family, folder))
            || line.strings.iter().any(|string| string == word && !is_alike(&file.path, word))
    };
    if is_mod(&line.code) {
        return Vec::new();
    }
    let all: Vec<&(&str, &str, &str)> = FAMILIES.iter().filter(|family| is_named(family)).collect();
    if all.len() == FAMILIES.len() && line.code.trim_start().starts_with("use ") {
        return Vec::new();
    }
    all.into_iter().map(|(_, folder, _)| *folder).filter(|folder| !file.belongs_to(folder)).collect()
}

#[test]
fn families_are_named_in_their_own_folders() {
    let mut places = 0;
    let mut list = String::new();
    for file in sources().iter().filter(|file| !file.is_test()) {
        for line in file.lines() {
            let here = named(file, &line);
            places += here.len();
            if !here.is_empty() {
                writeln!(list, "{}:{}: {}", file.path, line.number, line.code.trim())
                    .expect("writing to a string");
            }
        }
    }
    assert!(places <= PLACES_MOST, "{places} places name a family, and {PLACES_MOST} may:\n{list}");
    assert!(places >= 2 * FAMILIES.len(), "the tables of families were not found:\n{list}");
}

#[test]
fn every_way_to_name_a_family_counts() {
    let count = |text: &str| {
        let file = File { path: "room/src/open.rs".to_owned(), text: text.to_owned() };
        file.lines().iter().map(|line| named(&file, line).len()).sum::<usize>()
    };
    for text in [
        "let Rules::Poker(rules) = rules else { return };",
        "let rules = self.poker_rules()?;",
        "self.begin_pan_hand(step)",
        "use games::poker::{Choice as Bet};",
        "let setup = games::blackjack::Setup::default();",
        "fn of(rules: &DoubleHandRules) {}",
        "if family == \"three-card\" {}",
        "#[cfg(test)]\nfn only() {}\nlet hand = poker::hand_of(round);",
        "pub use pan::PanSection;",
        "const POKER_SEATS: u8 = 9;",
    ] {
        assert_eq!(count(text), 1, "{text}");
    }
    for text in [
        "// poker is counted nowhere\nlet span = expand(panel);",
        "let told = \"no poker game has that\";",
        "pub(crate) mod poker;",
        "use crate::{blackjack, double_hand, pan, poker, three_card};",
        "#[cfg(test)]\nmod tests { use games::poker; }",
    ] {
        assert_eq!(count(text), 0, "{text}");
    }
    let own = File { path: "room/src/table/poker/blinds.rs".to_owned(), text: String::new() };
    assert!(own.belongs_to("poker") && !own.belongs_to("pan"));
}
