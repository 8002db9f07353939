//! `cardroom replay`: plays poker hand histories through the engine and compares the stacks.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use phh::{Games, History, HistoryFault, Outcome};
use serde_json::json;

use super::files::files;
use super::progress::Progress;
use crate::Context;
use crate::failure::Failure;

/// Plays hand-history files through the engine and compares the final stacks where a file gives them.
#[derive(Args)]
#[command(
    after_help = "Hands of games that no engine plays are counted as such, and files that cannot be read as one \
                  refused hand each. Hands agree although the house kept something, if only winners lack it. With \
                  --json, stacks are in cents of a chip, and null where the file does not know the stack before \
                  the hand. The rate of many hands goes to standard error.\n\nExamples:\n  cardroom replay \
                  session.phhs\n  cardroom replay hands --json"
)]
pub(crate) struct Replay {
    /// Hand-history files, .phh with one hand or .phhs with many, or folders of them
    #[arg(required = true, value_name = "FILE")]
    paths: Vec<PathBuf>,
}

impl Replay {
    pub(crate) fn run(&self, context: &Context) -> Result<(), Failure> {
        let games = Games::filed(&context.shelf)?;
        let mut histories = Vec::new();
        for path in &self.paths {
            histories.extend(below(path)?);
        }
        let mut out = BufWriter::new(io::stdout().lock());
        let mut counts = Counts::default();
        let mut progress = Progress::new(histories.len());
        for path in &histories {
            progress.begin_file();
            for history in read(path) {
                let told = Replayed::of(&games, history);
                counts.add(&told);
                progress.add_hand();
                if context.json {
                    told.write_json(path, &mut out)?;
                } else if told.is_wrong() {
                    told.write(path, &mut out)?;
                }
            }
        }
        if !context.json {
            counts.write(&mut out)?;
        }
        out.flush()?;
        progress.end();
        if counts.has_wrong { Err(Failure::Shown) } else { Ok(()) }
    }
}

/// The file itself, or every history below a folder.
fn below(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    let name = path.display();
    if !path.exists() {
        return Err(Failure::Told(format!("{name}: there is no such file; check the path")));
    }
    let found = files(path, &["phh", "phhs"])?;
    if found.is_empty() {
        return Err(Failure::Told(format!("{name}: has no .phh or .phhs file in it; name another folder")));
    }
    Ok(found)
}

/// The hands of a file; one fault if it has none that can be read.
fn read(path: &Path) -> Vec<Result<History, HistoryFault>> {
    let text = fs::read_to_string(path).map_err(|error| {
        let what = match error.kind() {
            io::ErrorKind::InvalidData => "the file is not UTF-8 text, so no hand history".to_owned(),
            _ => format!("the file cannot be read ({error})"),
        };
        HistoryFault { hand: String::new(), what }
    });
    text.and_then(|text| phh::read_each(&text)).unwrap_or_else(|fault| vec![Err(fault)])
}

/// What is told of one hand.
struct Replayed {
    hand: String,
    variant: String,
    outcome: Outcome,
    reason: String,
    /// The stacks at the end in cents of a chip, nothing for unknown ones; empty if the hand was not played out.
    stacks: Vec<Option<i64>>,
    /// What the house kept, in cents of a chip.
    kept: i64,
    gives_stacks: bool,
}

impl Replayed {
    fn of(games: &Games, history: Result<History, HistoryFault>) -> Replayed {
        match history {
            Ok(history) => {
                let played = phh::replay(games, &history);
                let ends = history.finishing_stacks.iter().flatten();
                let gives_stacks =
                    ends.zip(&history.starting_stacks).any(|(end, start)| end.and(*start).is_some());
                Replayed {
                    hand: history.name,
                    variant: history.variant,
                    outcome: played.outcome,
                    reason: played.reason,
                    stacks: played.stacks.iter().map(|stack| stack.map(books::Money::in_cents)).collect(),
                    kept: played.kept.in_cents(),
                    gives_stacks,
                }
            }
            Err(fault) => Replayed {
                hand: fault.hand,
                variant: String::new(),
                outcome: Outcome::Refused,
                reason: fault.what,
                stacks: Vec::new(),
                kept: 0,
                gives_stacks: false,
            },
        }
    }

    fn is_wrong(&self) -> bool {
        matches!(self.outcome, Outcome::Differs | Outcome::Refused)
    }

    fn write(&self, path: &Path, out: &mut impl Write) -> io::Result<()> {
        let hand = if self.hand.is_empty() { String::new() } else { format!(", hand {}", self.hand) };
        writeln!(out, "{}{hand}: {}: {}", path.display(), self.outcome, self.reason)
    }

    fn write_json(&self, path: &Path, out: &mut impl Write) -> io::Result<()> {
        let line = json!({
            "file": path.display().to_string(),
            "hand": self.hand,
            "variant": self.variant,
            "outcome": self.outcome.word(),
            "reason": self.reason,
            "stacks": self.stacks,
        });
        serde_json::to_writer(&mut *out, &line).map_err(io::Error::from)?;
        writeln!(out)
    }
}

/// How many hands of each game came out how.
#[derive(Default)]
struct Counts {
    hands: BTreeMap<(String, &'static str), usize>,
    agreeing: usize,
    /// How many of the agreeing hands give no stacks to compare.
    uncompared: usize,
    /// From how many hands the house kept something, and how much in cents of a chip.
    raked: usize,
    kept: i64,
    has_wrong: bool,
}

impl Counts {
    fn add(&mut self, told: &Replayed) {
        let game = if told.variant.is_empty() { "-" } else { &told.variant };
        *self.hands.entry((game.to_owned(), told.outcome.word())).or_default() += 1;
        if told.outcome == Outcome::Agrees {
            self.agreeing += 1;
            self.uncompared += usize::from(!told.gives_stacks);
        }
        self.raked += usize::from(told.kept > 0);
        self.kept += told.kept;
        self.has_wrong |= told.is_wrong();
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{:<8} {:<12} {:>8}", "game", "outcome", "hands")?;
        for ((game, outcome), count) in &self.hands {
            writeln!(out, "{game:<8} {outcome:<12} {count:>8}")?;
        }
        if self.uncompared > 0 {
            let (uncompared, agreeing) = (self.uncompared, self.agreeing);
            writeln!(
                out,
                "Agreeing hands whose file gives no finishing stacks to compare: {uncompared} of {agreeing}"
            )?;
        }
        if self.raked > 0 {
            let (raked, whole, part) = (self.raked, self.kept / 100, self.kept % 100);
            writeln!(
                out,
                "Agreeing hands of which the house kept something: {raked}, {whole}.{part:02} in all"
            )?;
        }
        Ok(())
    }
}
