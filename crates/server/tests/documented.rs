//! What docs/api.md says is so: its player plays against a live room, and it names every path.

mod house;

use std::fs;
use std::process::Command;

use client::Patron;
use house::{Folder, House, quiet};
use room::Pace;
use serde_json::{Value, json};

const DOCUMENT: &str = include_str!("../../../docs/api.md");
const LOG: &str = include_str!("../../../docs/log.md");

fn player() -> &'static str {
    DOCUMENT
        .split("```python\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .expect("a player in Python")
}

#[test]
fn the_player_has_forty_lines() {
    let lines = player().lines().filter(|line| !line.trim().is_empty()).count();
    assert!(lines <= 40, "it has {lines}");
}

#[test]
fn every_path_is_documented() {
    let description = server::openapi();
    let paths: Vec<&String> = description["paths"].as_object().unwrap().keys().collect();
    assert!(paths.len() >= 25, "{paths:?}");
    for path in paths {
        let written = path
            .replace("{house}/{game}", "HOUSE/GAME")
            .replace("{table}", "N")
            .replace("{round}", "R")
            .replace("{hash}", "HASH")
            .replace("{exchange}", "N")
            .replace("{asked}", "N")
            .replace("{number}", "B")
            .replace("{kind}", "KIND")
            .replace("{company}", "C")
            .replace("{person}", "P");
        assert!(DOCUMENT.contains(&written), "docs/api.md does not name {written}");
    }
}

/// The words of all kinds of something, from their declaration.
fn kinds(source: &str, name: &str) -> Vec<String> {
    let (_, body) = source.split_once(&format!("pub enum {name} {{")).expect("it is declared there");
    let (body, _) = body.split_once("\n}\n").expect("the declaration ends");
    let names = body.lines().filter_map(|line| line.strip_prefix("    ")).filter_map(|line| {
        let name: String = line.chars().take_while(char::is_ascii_alphanumeric).collect();
        name.starts_with(|letter: char| letter.is_ascii_uppercase()).then_some(name)
    });
    let kebab = |name: String| {
        let mut word = String::new();
        for letter in name.chars() {
            if letter.is_ascii_uppercase() && !word.is_empty() {
                word.push('-');
            }
            word.push(letter.to_ascii_lowercase());
        }
        word
    };
    names.map(kebab).collect()
}

#[test]
fn every_command_is_documented() {
    let commands = kinds(include_str!("../../room/src/command.rs"), "Command");
    assert!(commands.len() >= 32 && commands.contains(&"take-leave".to_owned()), "{commands:?}");
    let missing: Vec<&String> =
        commands.iter().filter(|command| !DOCUMENT.contains(&format!("`{command}`"))).collect();
    assert!(missing.is_empty(), "docs/api.md does not name the commands {missing:?}");
}

/// What docs/log.md says of a kind of entry or event: the row of its table.
fn row_of(kind: &str) -> Option<&'static str> {
    LOG.lines().find(|line| {
        let first = line.split('|').nth(1).unwrap_or_default();
        first.split(',').any(|word| word.trim() == format!("`{kind}`"))
    })
}

#[test]
fn every_kind_of_entry_and_event_is_in_the_description_of_the_log() {
    let journal = include_str!("../src/journal.rs");
    let declared = [
        (include_str!("../src/house_entry.rs"), "HouseEntry"),
        (journal, "TableEntry"),
        (include_str!("../src/library.rs"), "LibraryEntry"),
        (include_str!("../../room/src/event.rs"), "Event"),
        (include_str!("../../room/src/desk.rs"), "AtDesk"),
    ];
    for (source, name) in declared {
        let kinds = kinds(source, name);
        assert!(!kinds.is_empty(), "{name}");
        let missing: Vec<&String> = kinds.iter().filter(|kind| row_of(kind).is_none()).collect();
        assert!(missing.is_empty(), "docs/log.md has no row for these kinds of {name}: {missing:?}");
    }
    assert!(row_of("nothing-of-the-kind").is_none());
}

/// The part of docs/log.md about what happens in the rounds of a family.
fn rounds_of(family: &str) -> &'static str {
    let (_, part) = LOG.split_once(&format!("(`\"family\":\"{family}\"`)")).unwrap_or_default();
    part.split("\n##").next().unwrap_or_default()
}

#[test]
fn every_event_of_every_family_is_in_the_description_of_the_log_with_its_fields() {
    let document = server::openapi();
    let families = [
        ("blackjack", "BlackjackEvent"),
        ("double-hand", "DoubleHandEvent"),
        ("three-card", "ThreeCardEvent"),
        ("poker", "PokerEvent"),
        ("pan", "PanEvent"),
    ];
    let schemas = &document["components"]["schemas"];
    let known = schemas["RoundEvent"]["oneOf"].as_array().unwrap().len();
    assert_eq!(known, families.len(), "a family is missing here");
    for (family, name) in families {
        let events = schemas[name]["oneOf"].as_array().unwrap();
        let rows = rounds_of(family);
        for event in events {
            let fields = event["properties"].as_object().unwrap();
            let kind = fields["event"]["enum"][0].as_str().unwrap();
            let row = rows.lines().find(|line| line.starts_with(&format!("| `{kind}` |")));
            let row = row.unwrap_or_else(|| panic!("docs/log.md has no row for {kind} of {family}"));
            let named = row.split('|').nth(2).unwrap();
            let missing: Vec<&String> = fields
                .keys()
                .filter(|field| !["event", "clause"].contains(&field.as_str()))
                .filter(|field| !named.contains(&format!("`{field}`")))
                .collect();
            assert!(missing.is_empty(), "docs/log.md does not name {missing:?} of {kind} of {family}");
        }
        let count = rows.lines().filter(|line| line.starts_with("| `") && !line.contains("`event`")).count();
        assert_eq!(count, events.len(), "docs/log.md has rows of {family} that are no events");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_player_plays() {
    let folder = Folder::new();
    let mut config = quiet(&folder);
    config.hall.bot_ms = (1, 5);
    let house = House::open(config).await;
    let floor = house.staff("floor").await;
    for book in ["mortimers/no-bust-6", "marina/pure-21-5"] {
        let spec = room::Spec { pace: Pace { between_ms: 50, ..house::slow() }, ..house.quick(book) };
        let mut opening = json!(spec);
        opening["bots"] = json!(3);
        let opened: Value = floor.post("/api/tables", &opening).await.unwrap();
        let table = opened["table"].to_string();
        let program = folder.path().join("player.py");
        fs::write(&program, player()).unwrap();
        let mut python = Command::new("python3");
        python.arg(&program).args([house.site.0.to_string(), table.clone(), "5".to_owned()]);
        let output = tokio::task::spawn_blocking(move || python.output()).await.unwrap();
        let output = output.expect("python3 is there to run the documented player");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
        for expected in ["sit applied", "put-wager applied", "choose applied", "leave applied"] {
            assert!(said.contains(expected), "{book}: no \"{expected}\" in {said}");
        }
        assert!(!said.contains("refused"), "{book}: {said}");
        let rounds: Value = Patron::guest(house.site, "Reader")
            .await
            .unwrap()
            .get(&format!("/api/tables/{table}/rounds"))
            .await
            .unwrap();
        assert!(rounds.as_array().unwrap().len() >= 5, "{book}: {rounds}");
    }
    house.close().await;
}
