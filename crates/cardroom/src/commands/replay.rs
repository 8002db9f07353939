//! `cardroom replay`: plays poker hand histories through the engine and compares the stacks.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use phh::{Games, History, Outcome, Played};
use serde_json::json;

use super::files::files;
use crate::Context;
use crate::failure::Failure;

/// Plays hand-history files through the engine and compares the final stacks where a file gives them.
#[derive(Args)]
#[command(
    after_help = "Hands of games that no engine plays are counted as such. With --json, stacks are in cents of a \
                  chip.\n\nExamples:\n  cardroom replay session.phhs\n  cardroom replay hands --json"
)]
pub(crate) struct Replay {
    /// Hand-history files, .phh with one hand or .phhs with many, or folders of them
    #[arg(required = true, value_name = "FILE")]
    paths: Vec<PathBuf>,
}

impl Replay {
    pub(crate) fn run(&self, context: &Context) -> Result<(), Failure> {
        let games = Games::filed(&context.shelf)?;
        let mut out = BufWriter::new(io::stdout().lock());
        let mut counts: BTreeMap<(String, &'static str), usize> = BTreeMap::new();
        let mut is_wrong = false;
        let mut histories = Vec::new();
        for path in &self.paths {
            histories.extend(below(path)?);
        }
        for path in &histories {
            for history in read(path)? {
                let played = phh::replay(&games, &history);
                *counts.entry((history.variant.clone(), played.outcome.word())).or_default() += 1;
                let is_bad = matches!(played.outcome, Outcome::Differs | Outcome::Refused);
                is_wrong |= is_bad;
                if context.json {
                    tell_json(&mut out, path, &history, &played)?;
                } else if is_bad {
                    let hand = if history.name.is_empty() {
                        String::new()
                    } else {
                        format!(" hand {}", history.name)
                    };
                    writeln!(out, "{}{hand}: {}: {}", path.display(), played.outcome, played.reason)?;
                }
            }
        }
        if !context.json {
            writeln!(out, "{:<8} {:<12} {:>8}", "game", "outcome", "hands")?;
            for ((variant, outcome), count) in &counts {
                writeln!(out, "{variant:<8} {outcome:<12} {count:>8}")?;
            }
        }
        out.flush()?;
        if is_wrong { Err(Failure::Shown) } else { Ok(()) }
    }
}

/// The file itself, or every history below a folder.
fn below(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    let found = files(path, &["phh", "phhs"])?;
    if found.is_empty() {
        let name = path.display();
        return Err(Failure::Told(format!("{name}: has no .phh or .phhs file in it; name another folder")));
    }
    Ok(found)
}

fn read(path: &Path) -> Result<Vec<History>, Failure> {
    let name = path.display();
    let text = fs::read_to_string(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Failure::Told(format!("{name}: there is no such file; check the path")),
        io::ErrorKind::InvalidData => Failure::Told(format!("{name}: is not UTF-8 text, so no hand history")),
        _ => Failure::Told(format!("{name}: cannot be read ({error})")),
    })?;
    phh::read(&text).map_err(|fault| Failure::Told(format!("{name}: {fault}")))
}

fn tell_json(out: &mut impl Write, path: &Path, history: &History, played: &Played) -> io::Result<()> {
    let stacks: Vec<i64> = played.stacks.iter().map(|stack| stack.in_cents()).collect();
    let line = json!({
        "file": path.display().to_string(),
        "hand": history.name,
        "variant": history.variant,
        "outcome": played.outcome.word(),
        "reason": played.reason,
        "stacks": stacks,
    });
    serde_json::to_writer(&mut *out, &line).map_err(io::Error::from)?;
    writeln!(out)
}
