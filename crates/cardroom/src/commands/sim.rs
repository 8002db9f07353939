//! `cardroom sim`: whole tables of a book, played through the engine again and again.

mod banked;
mod blackjack;
pub(super) mod clock;
mod double_hand;
mod pan;
mod poker;
mod three_card;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use books::{Book, Money, Rules};
use clap::Args;
use games::{About, SetupFault, Wrong};
use odds::pan::Kinds;
use serde_json::Value;

use crate::Context;
use crate::failure::Failure;

/// What each player wagers unless told otherwise.
const WAGER: Money = Money::dollars(10);

/// How often what was played is kept.
const PAUSE_OF_KEEPING: Duration = Duration::from_secs(20);

/// Plays whole tables through the engine: every wager against a bank beside its exact value, or every seat of Pan.
#[derive(Args)]
#[command(
    after_help = "Everybody plays the chart that cardroom odds prints; every round begins with a full fresh shoe. The \
                  same seed gives the same result, whatever the number of threads. Ctrl-C keeps what was played, and \
                  --resume goes on from there. In Pan bots play each \
                  number of players, and whoever won a hand is first in the next. In Three Card Poker every other \
                  player looks at the card that the bank shows, and those who do not make the bonus wagers; in \
                  double-hand everybody sets the house way.\n\n\
                  Examples:\n  \
                  cardroom sim marina/no-bust-buster --rounds 100000 --side '$10'\n  \
                  cardroom sim mortimers/no-bust-6 --rounds 100000 --seats '$10,$25,$50' --insure --schedule 2\n  \
                  cardroom sim mortimers/pure-21-5 --rounds 100000 --stake '$50' --seed 7 --json\n  \
                  cardroom sim pinnacle/three-card-6-card-bonus --rounds 100000\n  \
                  cardroom sim players-club/pan --rounds 100000 --players 2,8 --tops 0,1,2 --play mixed"
)]
pub(crate) struct Sim {
    /// The book, such as marina/pure-21-5
    #[arg(value_name = "BOOK", required_unless_present = "resume", conflicts_with = "resume")]
    book: Option<String>,
    /// How many rounds to play in all; in Pan, hands at each table
    #[arg(
        long,
        value_name = "NUMBER",
        required_unless_present = "resume",
        value_parser = read_rounds
    )]
    rounds: Option<u64>,
    /// The opening wager of each player; seven players with $10 if left out
    #[arg(long, value_name = "AMOUNTS", value_delimiter = ',', conflicts_with = "resume")]
    seats: Vec<Money>,
    /// What each player has on the book's side bet; one amount stands for all
    #[arg(long, value_name = "AMOUNTS", value_delimiter = ',', conflicts_with = "resume")]
    side: Vec<Money>,
    /// Insure whenever it is asked about
    #[arg(long, conflicts_with = "resume")]
    insure: bool,
    /// How many decks the shoe holds; as many as the book says are usual if left out
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u8).range(1..=8), conflicts_with = "resume")]
    decks: Option<u8>,
    /// Take the fees of this schedule, by its number or name
    #[arg(long, value_name = "N", conflicts_with = "resume")]
    schedule: Option<String>,
    /// The bank's money in action; a bank that can always pay if left out
    #[arg(long, value_name = "AMOUNT", conflicts_with = "resume")]
    stake: Option<Money>,
    /// Double-hand: this side sets every hand as well as can be, the other the house way
    #[arg(long, value_name = "SIDE", value_enum, conflicts_with = "resume")]
    best: Option<banked::Best>,
    /// Pan: how many play; one table for each number, and every number the book allows if left out
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', conflicts_with = "resume")]
    players: Vec<u8>,
    /// Pan: how many chips a top is; the usual number if left out
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', conflicts_with = "resume")]
    tops: Vec<u8>,
    /// Pan: how the bots play: good, simple, or mixed, every other one simply
    #[arg(long, value_name = "WAY", conflicts_with = "resume")]
    play: Option<Kinds>,
    /// Pan: how many seconds a turn takes, which spreads the fee by time over hands
    #[arg(long, value_name = "NUMBER", default_value_t = 10)]
    turn_seconds: u16,
    /// Pan: how many seconds the shuffle, the deal and the declarations take
    #[arg(long, value_name = "NUMBER", default_value_t = 60)]
    deal_seconds: u16,
    /// The seed of the shuffles
    #[arg(long, value_name = "NUMBER", default_value_t = 0, conflicts_with = "resume")]
    seed: u64,
    /// How many cores to use; all if left out
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Keep what was played in this file, now and then and at the end
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    save: Option<PathBuf>,
    /// Go on with what is kept in this file
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
}

impl Sim {
    pub(crate) fn run(&self, context: &Context) -> Result<(), Failure> {
        self.try_place()?;
        let is_stopped = stopped_by_hand();
        let kept = match &self.resume {
            Some(file) => {
                Some((file.as_path(), std::fs::read_to_string(file).map_err(|error| told(file, &error))?))
            }
            None => None,
        };
        let kept = kept.as_ref().map(|(file, text)| (*file, text.as_str()));
        let name = match kept {
            Some((file, text)) => book_of(text).ok_or_else(|| told(file, &NOT_KEPT))?,
            None => self.book.clone().unwrap_or_default(),
        };
        let book = context.shelf.book(&context.shelf.find(&name)?)?;
        Order { sim: self, context, book: &book, kept, is_stopped: &is_stopped }.simulate()
    }

    /// Only double-hand has a side that may set its hands otherwise.
    fn refuse_best(&self, book: &Book) -> Result<(), Failure> {
        if self.best.is_some() {
            return Err(Failure::Told(format!("{}: --best belongs to double-hand", book.id)));
        }
        Ok(())
    }

    /// Where a run is kept: where it was told, or under a name that no other run has.
    fn file(&self, book: &str) -> PathBuf {
        let given = self.resume.clone().or_else(|| self.save.clone());
        given.unwrap_or_else(|| free_name(&format!("sim-{}", book.replace('/', "-"))))
    }

    /// Finds out before anything is played whether the run can be kept where it should be, and that nothing else is
    /// kept there.
    fn try_place(&self) -> Result<(), Failure> {
        let Some(file) = &self.save else { return Ok(()) };
        if file.exists() {
            let what = "something is kept there already; go on with it by --resume, or give another name";
            return Err(told(file, &what));
        }
        let beside = file.with_extension("part");
        std::fs::write(&beside, "").map_err(|error| told(file, &error))?;
        std::fs::remove_file(&beside).map_err(|error| told(&beside, &error))
    }
}

/// The first file name of this beginning that is free.
fn free_name(begins: &str) -> PathBuf {
    let named = |number: u32| match number {
        1 => PathBuf::from(format!("{begins}.json")),
        number => PathBuf::from(format!("{begins}-{number}.json")),
    };
    (1..).map(named).find(|file| !file.exists()).unwrap_or_else(|| named(1))
}

/// A number of rounds as people write it: 100000, 100,000, 100_000 or 1e5.
pub(super) fn read_rounds(text: &str) -> Result<u64, String> {
    let plain: String = text.chars().filter(|sign| !matches!(sign, ',' | '_' | ' ')).collect();
    let rounds = match plain.split_once(['e', 'E']) {
        Some((digits, zeros)) => {
            let power = zeros.parse::<u32>().ok().and_then(|zeros| 10_u64.checked_pow(zeros));
            digits.parse::<u64>().ok().zip(power).and_then(|(digits, power)| digits.checked_mul(power))
        }
        None => plain.parse::<u64>().ok(),
    };
    let is_possible = |rounds: &u64| (2..=1_000_000_000_000).contains(rounds);
    rounds
        .filter(is_possible)
        .ok_or_else(|| "give a whole number from 2 to 1000000000000, such as 100000 or 1e5".to_owned())
}

fn told(file: &Path, what: &dyn std::fmt::Display) -> Failure {
    Failure::Told(format!("{}: {what}", file.display()))
}

/// What is wrong with a file that is no kept run.
const NOT_KEPT: &str = "this is not a simulation that was kept";

/// The book of a run that was kept.
fn book_of(text: &str) -> Option<String> {
    let value: Value = serde_json::from_str(text).ok()?;
    Some(value.get("book")?.as_str()?.to_owned())
}

/// What is to be played, of which book, and what of it was kept.
struct Order<'a> {
    sim: &'a Sim,
    context: &'a Context,
    book: &'a Book,
    kept: Option<(&'a Path, &'a str)>,
    is_stopped: &'a AtomicBool,
}

macro_rules! simulate {
    ($($(#[doc = $words:literal])* $Family:ident = $word:literal: $folder:ident ($Rules:ident);)+) => {
        impl Order<'_> {
            fn simulate(&self) -> Result<(), Failure> {
                match &self.book.rules { $(Rules::$Family(rules) => $folder::simulate(self, rules),)+ }
            }
        }
    };
}

books::families!(simulate);

/// What the game finds with a table, each thing once with the players it is about.
pub(super) fn in_a_sentence(faults: &[SetupFault], players: usize) -> String {
    let mut things: Vec<(Wrong, Vec<&About>)> = Vec::new();
    for fault in faults {
        match things.iter_mut().find(|(what, _)| *what == fault.what) {
            Some((_, who)) => who.push(&fault.about),
            None => things.push((fault.what, vec![&fault.about])),
        }
    }
    let is_player = |who: &&About| (0..players).any(|place| who.is_purse(place));
    let said = |(what, who): (Wrong, Vec<&About>)| {
        let names: Vec<String> = who.iter().map(ToString::to_string).collect();
        if !who.iter().all(is_player) {
            return format!("{}: {what}", names.join(", "));
        }
        match &names[..] {
            all if all.len() == players => what.to_string(),
            [one] => format!("player {one}: {what}"),
            [some @ .., last] => format!("players {} and {last}: {what}", some.join(", ")),
            [] => what.to_string(),
        }
    };
    things.into_iter().map(said).collect::<Vec<_>>().join("; ")
}

/// Writes a run beside its file first, so that a file is never left half written.
fn keep(file: &Path, text: &str) -> Result<(), Failure> {
    let beside = file.with_extension("part");
    std::fs::write(&beside, text).map_err(|error| told(&beside, &error))?;
    std::fs::rename(&beside, file).map_err(|error| told(file, &error))
}

/// Becomes true when somebody presses Ctrl-C or the system asks to stop.
pub(super) fn stopped_by_hand() -> Arc<AtomicBool> {
    let is_stopped = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&is_stopped);
    thread::spawn(move || {
        // Without a way to hear of it, Ctrl-C ends the run as it ends any program.
        if let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() {
            runtime.block_on(async { super::serve::stop().await });
            told.store(true, Ordering::Relaxed);
        }
    });
    is_stopped
}
