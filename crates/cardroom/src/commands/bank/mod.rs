//! `cardroom bank`: what the money of a banked table comes to.

mod print;

use std::io::{self, Write};
use std::str::FromStr;
use std::sync::atomic::Ordering;
use std::thread;

use books::rates::Schedule;
use books::{Book, Money};
use clap::Args;
use odds::money::{Fault, Model, Setup, Wagers};

use super::sim::clock::Clock;
use super::sim::{in_a_sentence, read_rounds, stopped_by_hand};
use crate::Context;
use crate::failure::Failure;

/// Works out what banker, seats and house come to after collection, what fees and a short stake cost, and which money
/// lasts.
#[derive(Args)]
#[command(
    after_help = "Every hand has the same wagers and stake and a full fresh shoe; seats play the chart, set the house \
                  way, or use the card that the bank shows. What is closed is exact, the rest is played through the \
                  engine and says so, with its standard error. The same seed gives the same answer, whatever the \
                  number of threads.\n\n\
                  Examples:\n  \
                  cardroom bank mortimers/no-bust-6 --schedule 2 --seats '$20,$30,$50' --stake '$200'\n  \
                  cardroom bank mortimers/double-hand --schedule 1 --seats '$20,$20,$100' --risk 5% --hours 2\n  \
                  cardroom bank pinnacle/three-card-6-card-bonus --seats '$20+$5+$5,$50' --schedules"
)]
pub(crate) struct Bank {
    /// The book, such as mortimers/no-bust-6
    #[arg(value_name = "BOOK")]
    book: String,
    /// What each seat wagers; wagers beside the opening one are added as $20+$5
    #[arg(long, value_name = "AMOUNTS", value_delimiter = ',', required = true)]
    seats: Vec<SeatWord>,
    /// Take the fees of this schedule, by its number or name; no fees if left out
    #[arg(long, value_name = "N")]
    schedule: Option<String>,
    /// Compare all schedules of the book at these wagers
    #[arg(long)]
    schedules: bool,
    /// The bank's money in action; a bank that can always pay if left out
    #[arg(long, value_name = "AMOUNT")]
    stake: Option<Money>,
    /// How many hands are dealt in an hour
    #[arg(long, value_name = "NUMBER", default_value_t = Setup::HANDS_PER_HOUR)]
    hands_per_hour: f64,
    /// How long a session lasts
    #[arg(long, value_name = "NUMBER", default_value_t = Setup::HOURS)]
    hours: f64,
    /// The risk of running dry in a round, and of ruin in a session, such as 1% or 0.01
    #[arg(long, value_name = "SHARE", default_value = "1%", value_parser = read_share)]
    risk: f64,
    /// How many decks the shoe holds; as many as the book says are usual if left out
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u8).range(1..=8))]
    decks: Option<u8>,
    /// How many rounds to play for what is not closed
    #[arg(long, value_name = "NUMBER", default_value = "100000", value_parser = read_rounds)]
    rounds: u64,
    /// The seed of the shuffles
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,
    /// How many cores to use; all if left out
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// The wagers of a seat as people write them.
#[derive(Clone)]
struct SeatWord(Wagers);

impl FromStr for SeatWord {
    type Err = <Money as FromStr>::Err;

    fn from_str(text: &str) -> Result<SeatWord, Self::Err> {
        let mut amounts = text.split('+').map(|part| part.trim().parse());
        let base = amounts.next().unwrap_or_else(|| text.parse())?;
        Ok(SeatWord(Wagers { base, sides: amounts.collect::<Result<_, _>>()? }))
    }
}

/// A share as people write it: 1% or 0.01.
fn read_share(text: &str) -> Result<f64, String> {
    let (number, whole) = text.strip_suffix('%').map_or((text, 1.0), |number| (number, 100.0));
    let share = number.trim().parse::<f64>().ok().map(|number| number / whole);
    share
        .filter(|share| *share > 0.0 && *share <= 0.5)
        .ok_or_else(|| "give a share above 0 and up to 0.5, such as 1% or 0.01".to_owned())
}

impl Bank {
    pub(crate) fn run(&self, context: &Context) -> Result<(), Failure> {
        let id = context.shelf.find(&self.book)?;
        let book = context.shelf.book(&id)?;
        let told = |what: &dyn std::fmt::Display| Failure::Told(format!("{id}: {what}"));
        let schedule =
            self.schedule.as_ref().map(|handle| context.shelf.schedule(&book, handle)).transpose()?;
        let schedules = if self.schedules { all_schedules(context, &book)? } else { Vec::new() };
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let setup = Setup {
            decks: self.decks,
            schedule,
            schedules,
            stake: self.stake,
            hands_per_hour: self.hands_per_hour,
            hours: self.hours,
            risk: self.risk,
            rounds: self.rounds,
            seed: self.seed,
            threads: self.threads.map_or(cores, usize::from),
            ..Setup::new(book.rules.clone(), self.seats.iter().map(|seat| seat.0.clone()).collect())
        };
        let said = |fault: Fault| match fault {
            Fault::Table(faults) => told(&in_a_sentence(&faults, setup.seats.len())),
            other => told(&other),
        };
        let is_stopped = stopped_by_hand();
        let model = Model::of(&setup.rules, setup.decks).map_err(said)?;
        let mut clock = Clock::new(0, setup.rounds);
        let speed = |rate: f64| format!("{rate:.0} rounds a second");
        let view = model.view(&setup, |rounds| {
            clock.tell(rounds, speed);
            !is_stopped.load(Ordering::Relaxed)
        });
        let view = view.map_err(said)?;
        clock.end(setup.rounds, speed);
        let mut out = io::stdout().lock();
        if context.json {
            let mut value = serde_json::to_value(&view).map_err(io::Error::from)?;
            value["book"] = id.to_string().into();
            writeln!(out, "{value:#}")?;
            return Ok(());
        }
        print::tell(&mut out, &book, &model, &setup, &view)?;
        Ok(())
    }
}

/// Every schedule that is filed for a book.
fn all_schedules(context: &Context, book: &Book) -> Result<Vec<Schedule>, Failure> {
    let Some(rates) = context.shelf.rates(book)? else {
        return Err(Failure::Told(format!("{} has no schedules to compare; leave out --schedules", book.id)));
    };
    Ok(rates.value.schedules(&book.id.game).cloned().collect())
}
