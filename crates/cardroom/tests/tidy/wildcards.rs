//! Nothing new is swallowed: where a match is over families, events, reports or kinds of fees, it lists them all.
//! A guard makes an arm for everything no better: it takes what is new before the arms that would name it.

use crate::source::{FAMILIES, File, Line, names, sources};

/// The enums over which no arm catches the rest.
const GUARDED: [&str; 10] = [
    "Rules",
    "Game",
    "Round",
    "Setup",
    "Begins",
    "Event",
    "Irregularity",
    "Report",
    "Fees",
    "CollectionKind",
];

/// Where an arm may catch the rest of events or rounds all the same, and why.
const MEANT: [(&str, &str); 15] = [
    ("games/src/blackjack/take.rs", "after every other event the phase is looked for anew"),
    ("games/src/round/ask.rs", "what belongs to another family is refused; the table lists them all"),
    ("room/src/words/mod.rs", "hands the rest on to a match that lists them all"),
    ("coach/src/review.rs", "asks for what happens in a round; each family lists what of it is a choice"),
    ("server/src/button_draw.rs", "asks for one kind of event"),
    ("server/src/records/corrected.rs", "asks for one kind of event"),
    (
        "server/src/records/poker.rs",
        "asks for cards that are dealt and turned up, to show those that were shown",
    ),
    ("odds/src/", "sums of what is wagered and paid, which are checked against exact values"),
    ("phh/src/compare.rs", "asks for one kind of event"),
    ("phh/src/game.rs", "asks for a poker book, and refuses any other in words"),
    ("room/src/words/double_hand.rs", "asks for a round of its own family"),
    ("room/src/words/three_card.rs", "asks for a round of its own family"),
    ("scenarios/src/play/poker/at_table.rs", "the words of a case; what it does not name it cannot expect"),
    ("scenarios/src/timeline/told.rs", "the words of a case; what it does not name it cannot expect"),
    ("scenarios/src/rotation.rs", "a step of double-hand alone; at any other book the case fails"),
];

/// The enum that an arm names first, if it is a guarded one.
fn guarded(code: &str) -> Option<&'static str> {
    let arm = code.split("=>").next().unwrap_or("").split(" if ").next().unwrap_or("");
    let is_arm = code.contains("=>") || code.trim_start().starts_with('|');
    let starts = |name: &str| name.starts_with(char::is_uppercase);
    let of = |name: &str| GUARDED.iter().copied().find(|guarded| *guarded == name && is_variant(arm, name));
    is_arm.then(|| names(arm).filter(|name| starts(name)).find_map(of)).flatten()
}

/// Whether a pattern writes a variant of an enum.
fn is_variant(arm: &str, name: &str) -> bool {
    let written = format!("{name}::");
    arm.match_indices(&written).any(|(at, _)| {
        let is_apart = !arm[..at].ends_with(|letter: char| letter.is_alphanumeric() || letter == '_');
        is_apart && arm[at + written.len()..].starts_with(char::is_uppercase)
    })
}

/// Whether a line is an arm that catches the rest, guarded or not, of one thing or of several at once.
fn is_rest(code: &str) -> bool {
    let Some((arm, _)) = code.split_once("=>") else { return false };
    let pattern = arm.split(" if ").next().unwrap_or("").trim();
    // A tuple catches everything if each of its parts does.
    let is_one = |letter: char| letter.is_ascii_lowercase() || matches!(letter, '_' | '(' | ')' | ',' | ' ');
    let is_named = pattern.contains(|letter: char| letter.is_ascii_lowercase() || letter == '_');
    is_named && pattern.chars().all(is_one) && !matches!(pattern, "true" | "false")
}

/// The enums whose variants are not asked for one by one, whoever asks.
const TOLD: [&str; 5] = ["Event", "Irregularity", "Report", "Fees", "CollectionKind"];

/// Whether a line takes one variant of something that is told, and leaves at every other.
fn leaves_at_others(code: &str) -> bool {
    let told = code.split_once("let ").filter(|(before, _)| !before.trim_end().ends_with("if"));
    let Some((pattern, rest)) = told.and_then(|(_, rest)| rest.split_once(" = ")) else { return false };
    let is_else = rest.contains(" else {") || rest.trim_end().ends_with(" else");
    is_else && TOLD.iter().any(|name| is_variant(pattern, name))
}

/// The arms of a match stand one below the other: whether one of those around a line catches the rest.
fn has_wildcard(lines: &[Line], place: usize) -> bool {
    let depth = |line: &Line| line.code.len() - line.code.trim_start().len();
    let own = depth(&lines[place]);
    let is_within = |line: &&Line| line.code.trim().is_empty() || depth(line) >= own;
    let catches = |line: &Line| depth(line) == own && is_rest(&line.code);
    let before = lines[..place].iter().rev().take_while(is_within);
    let after = lines[place..].iter().take_while(is_within);
    before.chain(after).any(catches)
}

/// Whether a line asks for one variant and passes over the others, outside the folder of the family it names.
fn is_one_of_many(file: &File, code: &str) -> bool {
    let asks = code.contains("matches!(") || (code.contains("let ") && code.contains(" = "));
    let is_named = |(family, folder, _): &(&str, &str, &str)| {
        ["Rules", "Game", "Round"].iter().any(|of| code.contains(&format!("{of}::{family}(")))
            && !file.belongs_to(folder)
    };
    asks && FAMILIES.iter().any(is_named)
}

fn found_in(file: &File) -> Vec<String> {
    let lines = file.lines();
    let mut found = Vec::new();
    for (place, line) in lines.iter().enumerate() {
        let is_swallowed = guarded(&line.code).is_some() && has_wildcard(&lines, place);
        if is_swallowed || is_one_of_many(file, &line.code) || leaves_at_others(&line.code) {
            found.push(format!("{}:{}: {}", file.path, line.number, line.code.trim()));
        }
    }
    found
}

#[test]
fn no_match_over_what_grows_catches_the_rest() {
    let mut found = Vec::new();
    for file in sources().iter().filter(|file| !file.is_test()) {
        if !MEANT.iter().any(|(path, _)| file.path.starts_with(path)) {
            found.extend(found_in(file));
        }
    }
    assert!(found.is_empty(), "something new would be swallowed here:\n{}", found.join("\n"));
}

#[test]
fn what_is_meant_is_still_there() {
    let files = sources();
    for (path, why) in MEANT {
        let mut here = files.iter().filter(|file| file.path.starts_with(path));
        assert!(
            here.any(|file| !found_in(file).is_empty()),
            "{path} swallows nothing any more ({why}); strike it out"
        );
    }
}

#[test]
fn planted_wildcards_are_found() {
    let count = |text: &str| {
        found_in(&File { path: "server/src/journal.rs".to_owned(), text: text.to_owned() }).len()
    };
    for text in [
        "match event {\n    Event::Sealed { .. } => 1,\n    _ => 0,\n}",
        "match what {\n    Irregularity::Boxed(card)\n    | Irregularity::LargeFlop(card) => 1,\n    rest => 0,\n}",
        "match &one.fees {\n    Fees::Pot { .. } => {\n        1\n    }\n    _ => 0,\n}",
        "let Rules::Poker(rules) = &book.rules else { return };",
        "if matches!(book.rules, Rules::Pan(_)) {}",
        "match report {\n    _ if is_early => 1,\n    Report::BadDeck => 0,\n}",
        "match report {\n    other if other.is_late() => 1,\n    Report::BadDeck => 0,\n}",
        "match (event, seat) {\n    (Event::Over, Some(_)) => 1,\n    (_, _) => 0,\n}",
        "match (event, seat) {\n    (Event::Over, Some(_)) => 1,\n    (event, _) if event.is_last() => 0,\n}",
        "let Event::Chose { who, .. } = event else { return None };",
        "let Some(Report::WrongStack(seat)) = report else {",
    ] {
        assert!(count(text) > 0, "{text}");
    }
    for text in [
        "match event {\n    Event::Sealed { .. } => 1,\n    Event::Cut { .. } => 0,\n}",
        "match word {\n    \"Event::Sealed\" => 1,\n    _ => 0,\n}",
        "match (event, seat) {\n    (Event::Over, Some(_)) => 1,\n    (Event::Over, _) => 0,\n}",
        "match is_over {\n    true => Event::Over,\n    false => Event::Cut,\n}",
        "let over = Event::Over; let Some(seat) = seat else { return };",
        "match event {\n    Event::Dealt { card } => match card {\n        Some(_) => 1,\n        _ => 0,\n    },\n    Event::Over => 0,\n}",
    ] {
        assert_eq!(count(text), 0, "{text}");
    }
}
