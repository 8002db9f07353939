//! The command line of Cardroom: thin, one job a command, for people by default and as JSON with `--json`.

mod commands;
mod failure;
mod log_lines;
mod wrap;

use std::path::PathBuf;
use std::process::ExitCode;

use books::Shelf;
use clap::{Parser, Subcommand};
use mimalloc::MiMalloc;
use store::Database;

use crate::failure::Failure;

/// A table is copied for every command, and what it brought is freed by the thread that writes it down: much of what a
/// room does is allocating, and this one is quicker at it than the system's (`bench/README.md`).
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

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
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Open the room with its page (what happens without a command)
    Serve(commands::serve::Serve),
    /// List every book with its family, approval number and seats
    Books(commands::books::Books),
    /// Print a book's rules in plain words, with clauses
    Show(commands::show::Show),
    /// Begin a book of your own as a copy of another
    New(commands::new::New),
    /// Find faults in books and rates
    Check(commands::check::Check),
    /// Print the collection schedules of a book
    Rates(commands::rates::Rates),
    /// Say what is collected from whom, and when
    Fee(commands::fee::Fee),
    /// Make the notice that a table must post
    Sign(commands::sign::Sign),
    /// List the rulings that each house should confirm
    Rulings(commands::rulings::Rulings),
    /// Play worked cases and compare them with what they expect
    Run(commands::run::Run),
    /// Play hand-history files through the engine and compare the stacks
    Replay(commands::replay::Replay),
    /// Count the clauses that worked cases prove, book by book
    Conformance(commands::conformance::Conformance),
    /// Work out what each poker hand would get of the pot
    Equity(commands::poker::equity::Equity),
    /// Work out what a book against a bank is worth to a player, exactly
    Odds(commands::odds::Odds),
    /// Count how often each kind of hand comes, exactly
    Frequencies(commands::frequencies::Frequencies),
    /// Work out what a bank's money comes to: banker, seats and house, fees and short stakes
    Bank(commands::bank::Bank),
    /// Play whole tables of a book, many times, and compare with the exact values
    Sim(commands::sim::Sim),
    /// Let bots play a table of a book, and report how they play
    Bots(commands::bots::Bots),
    /// Set a double-hand hand the house way, and name the row that decides
    Set(commands::double_hand::set::Set),
    /// Give an account a new password, on the machine itself
    Password(commands::password::Password),
    /// Copy a room, also while it is open
    Backup(commands::backup::Backup),
    /// Move a closed room from a file to a database, or back
    Copy(commands::copy::Copy),
    /// Move old months of a closed room into an archive
    Archive(commands::archive::Archive),
    /// List how the bank went round: offered, taken, declined, passed over
    Rotation(commands::rotation::Rotation),
    /// Report what a room's log comes to: counts, collections, hands, rotation, rulings
    Report(commands::report::Report),
    /// Check a room's log end to end: hashes, shuffles, rules and money
    Verify(commands::verify::Verify),
}

/// What every command works with.
pub(crate) struct Context {
    /// The books at hand.
    pub(crate) shelf: Shelf,
    /// The folder of somebody's own books.
    pub(crate) own: Option<PathBuf>,
    /// Whether to print for programs.
    pub(crate) json: bool,
}

/// Refuses a database's password on the command line, before anything else says what stands there: everybody on the
/// machine reads it.
fn refuse_passwords(words: impl Iterator<Item = String>) -> Result<(), Failure> {
    for word in words {
        let value = word
            .strip_prefix("--")
            .and_then(|option| option.split_once('='))
            .map(|(_, value)| value.to_owned());
        if Database::has_password(value.as_deref().unwrap_or(&word)) {
            return Err(Failure::Told(
                "everybody on this machine reads the command line: leave the database's password out of its address, and \
                 give it in the environment (PGPASSWORD) or in a file that only you read (PGPASSFILE or ~/.pgpass, a line \
                 HOST:PORT:DATABASE:USER:PASSWORD)"
                    .to_owned(),
            ));
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    let words = std::env::args_os().filter_map(|word| word.into_string().ok());
    if let Err(failure) = refuse_passwords(words) {
        eprintln!("cardroom: {failure}");
        return ExitCode::FAILURE;
    }
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
    // The folder that `new` writes into may not be there yet.
    let is_new = matches!(cli.command, Some(Command::New(_)));
    if let Some(folder) = cli.books.as_ref().filter(|folder| !is_new || folder.exists()) {
        shelf.add_folder(folder)?;
    }
    let context = Context { shelf, own: cli.books.clone(), json: cli.json };
    let default = Command::Serve(commands::serve::Serve::default());
    match cli.command.as_ref().unwrap_or(&default) {
        Command::Serve(command) => command.run(context),
        Command::Books(command) => command.run(&context),
        Command::Show(command) => command.run(&context),
        Command::New(command) => command.run(&context),
        Command::Check(command) => command.run(&context),
        Command::Rates(command) => command.run(&context),
        Command::Fee(command) => command.run(&context),
        Command::Sign(command) => command.run(&context),
        Command::Rulings(command) => command.run(&context),
        Command::Run(command) => command.run(&context),
        Command::Replay(command) => command.run(&context),
        Command::Conformance(command) => command.run(&context),
        Command::Equity(command) => command.run(&context),
        Command::Odds(command) => command.run(&context),
        Command::Frequencies(command) => command.run(&context),
        Command::Bank(command) => command.run(&context),
        Command::Sim(command) => command.run(&context),
        Command::Bots(command) => command.run(&context),
        Command::Set(command) => command.run(&context),
        Command::Password(command) => command.run(&context),
        Command::Backup(command) => command.run(&context),
        Command::Copy(command) => command.run(&context),
        Command::Archive(command) => command.run(&context),
        Command::Rotation(command) => command.run(&context),
        Command::Report(command) => command.run(&context),
        Command::Verify(command) => command.run(&context),
    }
}
