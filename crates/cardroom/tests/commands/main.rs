//! The commands as people and programs call them. What they print is kept in `tests/expected`.
//!
//! `UPDATE=1 cargo test -p cardroom --test commands` writes it anew; read the difference before keeping it.

mod bank;
mod bots;
mod check;
mod equity;
mod examples;
mod fee;
mod json;
mod new;
mod odds;
mod replay;
mod sim;
mod told;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

/// The root of the project, where the commands are run.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs the command with these words.
fn cardroom(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args(words)
        .current_dir(root())
        .output()
        .expect("the command can be started")
}

/// What a command prints when it succeeds.
fn printed(words: &[&str]) -> String {
    let output = cardroom(words);
    let faults = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cardroom {}: {faults}", words.join(" "));
    String::from_utf8(output.stdout).expect("a command prints UTF-8")
}

/// What a command says when it fails.
fn refused(words: &[&str]) -> String {
    let output = cardroom(words);
    assert!(!output.status.success(), "cardroom {} succeeds", words.join(" "));
    String::from_utf8(output.stderr).expect("a command says UTF-8")
}

/// Compares a text with the one that is kept, line by line.
fn assert_kept(name: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expected").join(name);
    if env::var_os("UPDATE").is_some() {
        fs::write(&path, found).expect("the expected text can be written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    for (line, (found, kept)) in found.lines().zip(kept.lines()).enumerate() {
        assert_eq!(found, kept, "{name}, line {}", line + 1);
    }
    assert_eq!(found.lines().count(), kept.lines().count(), "lines of {name}");
}
