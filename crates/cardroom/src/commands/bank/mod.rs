//! `cardroom bank`: what the money of a banked table comes to.

mod print;

use std::io::{self, Write};
use std::str::FromStr;
use std::sync::atomic::Ordering;
use std::thread;

use books::rates::Schedule;
use books::{Book, Money};
use clap::Args;
use odds::Seating;
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
                  number of threads. Memory does not grow with the rounds.\n\n\
                  Players sit in seats 1, 2, 3 and the bank behind the last of them, unless the seats are named: \
                  2:$10,5:$30. With a short stake that decides who is paid. The filings let nobody bank without end, \
                  so an hour and a session of the banker have as many hands as one person may bank, or the share that \
                  --banks gives.\n\n\
                  Examples:\n  \
                  cardroom bank mortimers/no-bust-6 --schedule 2 --seats '$20,$30,$50' --stake '$200'\n  \
                  cardroom bank mortimers/no-bust-2003 --seats '2:$10,5:$30,6:$50' --bank-seat 8 --stake '$70'\n  \
                  cardroom bank mortimers/double-hand --schedule 1 --seats '$20,$20,$100' --risk 5% --hours 2\n  \
                  cardroom bank pinnacle/three-card-6-card-bonus --seats '$20+$5+$5,$50' --schedules"
)]
pub(crate) struct Bank {
    /// The book, such as mortimers/no-bust-6
    #[arg(value_name = "BOOK")]
    book: String,
    /// What each seat wagers; wagers beside the opening one are added as $20+$5, and 2:$20 names the seat
    #[arg(long, value_name = "AMOUNTS", value_delimiter = ',', required = true, allow_hyphen_values = true)]
    seats: Vec<SeatWord>,
    /// The seat of the bank; the first free one behind the last player if left out
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u8).range(1..=12))]
    bank_seat: Option<u8>,
    /// Take the fees of this schedule, by its number or name; no fees if left out
    #[arg(long, value_name = "N")]
    schedule: Option<String>,
    /// Compare all schedules of the book at these wagers and this stake
    #[arg(long)]
    schedules: bool,
    /// The bank's money in action; a bank that can always pay if left out
    #[arg(long, value_name = "AMOUNT", value_parser = read_stake, allow_hyphen_values = true)]
    stake: Option<Money>,
    /// How many hands are dealt in an hour
    #[arg(long, value_name = "NUMBER", default_value_t = Setup::HANDS_PER_HOUR, allow_negative_numbers = true)]
    hands_per_hour: f64,
    /// Which share of all hands the banker banks; as many as one person may if left out
    #[arg(long, value_name = "SHARE", value_parser = read_banks, allow_hyphen_values = true)]
    banks: Option<f64>,
    /// How long a session lasts
    #[arg(long, value_name = "NUMBER", default_value_t = Setup::HOURS, allow_negative_numbers = true)]
    hours: f64,
    /// The risk of running dry in a round, and of ruin in a session, such as 1% or 0.01
    #[arg(long, value_name = "SHARE", default_value = "1%", value_parser = read_share, allow_hyphen_values = true)]
    risk: f64,
    /// How many decks the shoe holds, where the book leaves a choice; as many as it says are usual if left out
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

/// The wagers of a seat as people write them, with the seat before them or without.
#[derive(Clone)]
struct SeatWord {
    seat: Option<u8>,
    wagers: Wagers,
}

impl FromStr for SeatWord {
    type Err = String;

    fn from_str(text: &str) -> Result<SeatWord, String> {
        let (seat, amounts) = match text.split_once(':') {
            Some((seat, amounts)) => {
                let number = seat.trim().parse().ok().filter(|seat| (1..=12).contains(seat));
                let told =
                    || format!("\"{seat}\" is no seat: write its number before the wager, such as 2:$20");
                (Some(number.ok_or_else(told)?), amounts)
            }
            None => (None, text),
        };
        let read = |part: &str| {
            let amount = part.trim().parse::<Money>().map_err(|fault| fault.to_string())?;
            match amount < Money::ZERO {
                true => Err(format!(
                    "a wager of {amount} is less than nothing; give what is put down, such as $20"
                )),
                false => Ok(amount),
            }
        };
        let mut list = amounts.split('+').map(read);
        let base = list.next().unwrap_or_else(|| read(amounts))?;
        let sides = list.collect::<Result<_, _>>()?;
        Ok(SeatWord { seat, wagers: Wagers { base, sides } })
    }
}

/// Who sits where, and what they wager by rising seat.
fn seated(words: &[SeatWord], bank: Option<u8>, seats: u8) -> Result<(Seating, Vec<Wagers>), String> {
    let mut words: Vec<&SeatWord> = words.iter().collect();
    let named = words.iter().filter(|word| word.seat.is_some()).count();
    if named != 0 && named != words.len() {
        return Err("name the seat of every wager, as in 2:$10,5:$30, or of none".to_owned());
    }
    words.sort_by_key(|word| word.seat);
    if let Some(two) = words.windows(2).find(|two| named > 0 && two[0].seat == two[1].seat) {
        return Err(format!(
            "seat {} has two players; give each a seat of their own",
            two[0].seat.unwrap_or(0)
        ));
    }
    let players: Vec<u8> = match named {
        0 => (1..=u8::MAX).filter(|seat| Some(*seat) != bank).take(words.len()).collect(),
        _ => words.iter().filter_map(|word| word.seat).collect(),
    };
    if named == 0 && players.len() + 1 > usize::from(seats) {
        return Err(format!(
            "{} players and the bank need {} seats, and the table has {seats}",
            players.len(),
            players.len() + 1
        ));
    }
    if let Some(beyond) = players.iter().copied().chain(bank).find(|seat| *seat > seats) {
        return Err(format!("there is no seat {beyond} at this table, which has {seats} seats"));
    }
    if let Some(bank) = bank.filter(|bank| players.contains(bank)) {
        return Err(format!("seat {bank} is the bank's and has a wager; seat one of them elsewhere"));
    }
    let mut seating = Seating::of_players(players, seats);
    seating.bank = bank.unwrap_or(seating.bank);
    Ok((seating, words.into_iter().map(|word| word.wagers.clone()).collect()))
}

/// The bank's money as people write it.
fn read_stake(text: &str) -> Result<Money, String> {
    let stake = text.parse::<Money>().map_err(|fault| fault.to_string())?;
    match stake < Money::ZERO {
        true => {
            Err(format!("a stake of {stake} is less than nothing; give what the bank puts up, such as $200"))
        }
        false => Ok(stake),
    }
}

/// A share of hands as people write it.
fn read_banks(text: &str) -> Result<f64, String> {
    let (number, whole) = text.strip_suffix('%').map_or((text, 1.0), |number| (number, 100.0));
    let share = number.trim().parse::<f64>().ok().map(|number| number / whole);
    share
        .filter(|share| *share > 0.0 && *share <= 1.0)
        .ok_or_else(|| "give a share of hands above 0 and up to 1, such as 50% or 0.5".to_owned())
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
        let is_stopped = stopped_by_hand();
        let model = Model::of(&book.rules, self.decks).map_err(|fault| told(&fault))?;
        let (seating, wagers) =
            seated(&self.seats, self.bank_seat, model.table_seats()).map_err(|fault| told(&fault))?;
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let setup = Setup {
            decks: self.decks,
            schedule,
            schedules,
            stake: self.stake,
            seating,
            banks: self.banks,
            hands_per_hour: self.hands_per_hour,
            hours: self.hours,
            risk: self.risk,
            rounds: self.rounds,
            seed: self.seed,
            threads: self.threads.map_or(cores, usize::from),
            ..Setup::new(book.rules.clone(), wagers)
        };
        let said = |fault: Fault| match fault {
            Fault::Table(faults) => told(&in_a_sentence(&faults, setup.seats.len())),
            other => told(&other),
        };
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
