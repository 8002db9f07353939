//! The command line of Cardroom: thin, one job a command, for people by default and as JSON with `--json`.

mod commands;
mod failure;

use std::path::PathBuf;
use std::process::ExitCode;

use books::Shelf;
use clap::{Parser, Subcommand};

use crate::failure::Failure;

/// Runs a California card room exactly as its filed rules say.
#[derive(Parser)]
#[command(name = "cardroom", version, max_term_width = 100)]
struct Cli {
    /// A folder of books that adds to the filed ones, or replaces those of the same name
    #[arg(long, global = true, value_name = "DIR")]
    books: Option<PathBuf>,
    /// Print for programs, with money in integer cents
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play worked cases and compare them with what they expect
    Run(commands::run::Run),
    /// Count the clauses that worked cases prove, book by book
    Conformance(commands::conformance::Conformance),
}

/// What every command works with.
pub(crate) struct Context {
    /// The books at hand.
    pub(crate) shelf: Shelf,
    /// Whether to print for programs.
    pub(crate) json: bool,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(&cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if !failure.is_told() {
                eprintln!("cardroom: {failure}");
            }
            ExitCode::FAILURE
        }
    }
}

fn run(cli: &Cli) -> Result<(), Failure> {
    let mut shelf = Shelf::filed();
    if let Some(folder) = &cli.books {
        shelf.add_folder(folder)?;
    }
    let context = Context { shelf, json: cli.json };
    match &cli.command {
        Command::Run(command) => command.run(&context),
        Command::Conformance(command) => command.run(&context),
    }
}
