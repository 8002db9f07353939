//! `cardroom sim`: whole tables of a book, played through the engine again and again.

mod banked;
pub(super) mod clock;
mod pan;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use books::{Book, Money, Rules};
use clap::Args;
use games::{About, SetupFault, Wrong};
use odds::blackjack::{Analysis, Shoe};
use odds::pan::Kinds;
use odds::sim::{BLOCK, Exact, Found, Plan, State, Table, Tally, compare, run};
use serde_json::{Value, json};

use clock::Clock;

use super::odds::in_decks;
use crate::Context;
use crate::failure::Failure;

/// How many play against the bank unless told otherwise, and what each wagers.
const PLAYERS: u8 = 7;
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
        let mut state = match &self.resume {
            Some(file) => {
                let text = std::fs::read_to_string(file).map_err(|error| told(file, &error))?;
                if let Ok(state) = text.parse::<odds::pan::State>() {
                    let book = context.shelf.book(&context.shelf.find(&state.book)?)?;
                    return self.run_pan(context, Some(state), &book, &is_stopped);
                }
                text.parse::<State>().map_err(|error| told(file, &error))?
            }
            None => {
                let id = context.shelf.find(self.book.as_deref().unwrap_or_default())?;
                let book = context.shelf.book(&id)?;
                if pan::rules_of(&book).is_some() {
                    return self.run_pan(context, None, &book, &is_stopped);
                }
                if banked::is_banked(&book) {
                    return self.run_banked(context, &book, &is_stopped);
                }
                self.begin(&book)?
            }
        };
        state.rounds = self.rounds.unwrap_or(state.rounds);
        let id = context.shelf.find(&state.book)?;
        let book = context.shelf.book(&id)?;
        let Rules::Blackjack(rules) = &book.rules else { return Err(not_simulated(&book)) };
        let schedule =
            state.schedule.as_ref().map(|handle| context.shelf.schedule(&book, handle)).transpose()?;
        let mut table = Table::of(rules, state.decks);
        table.schedule = schedule;
        table.wagers.clone_from(&state.wagers);
        table.sides.clone_from(&state.sides);
        table.insures = state.insures;
        table.stake = state.stake.unwrap_or(table.stake);
        let analysis = Analysis::<f64>::of(rules, &Shoe::fresh(rules, state.decks));
        let plan = Plan::new(table, &analysis.chart(), state.seed).map_err(|faults| {
            Failure::Told(format!("{id}: {}", in_a_sentence(&faults, state.wagers.len())))
        })?;
        self.check_first(&plan, &mut state)?;
        let result = self.play(&plan, &mut state, &is_stopped)?;
        let is_stopped = result.rounds < state.rounds;
        let exact = Exact::of(rules, state.decks, &analysis);
        let list = compare(&result, &exact);
        let mut out = io::stdout().lock();
        if context.json {
            writeln!(out, "{}", to_json(&state, &result, &list))?;
        } else {
            tell(&mut out, &book, &state, &result, &list)?;
        }
        if is_stopped || self.save.is_some() || self.resume.is_some() {
            let file = self.file(&state.book);
            keep(&file, &state.to_text())?;
            if is_stopped {
                eprintln!(
                    "Stopped after {} of {} rounds. Go on with: cardroom sim --resume {}",
                    result.rounds,
                    state.rounds,
                    file.display()
                );
            }
        }
        Ok(())
    }

    /// A run of which nothing was played yet.
    fn begin(&self, book: &Book) -> Result<State, Failure> {
        let Rules::Blackjack(rules) = &book.rules else { return Err(not_simulated(book)) };
        if !self.players.is_empty() || !self.tops.is_empty() || self.play.is_some() {
            return Err(Failure::Told(format!("{}: --players, --tops and --play belong to Pan", book.id)));
        }
        if self.insure && !rules.insurance.offered.value {
            let what = "this game offers no insurance; leave out --insure";
            return Err(Failure::Told(format!("{}: {what}", book.id)));
        }
        let players = usize::from(PLAYERS.min(rules.book.seats.value.saturating_sub(1)));
        let wagers = if self.seats.is_empty() { vec![WAGER; players] } else { self.seats.clone() };
        let sides = match self.side[..] {
            [] => vec![Money::ZERO; wagers.len()],
            [one] => vec![one; wagers.len()],
            ref sides => sides.to_vec(),
        };
        if sides.len() != wagers.len() {
            let (sides, wagers) = (sides.len(), wagers.len());
            return Err(Failure::Told(format!(
                "{sides} side wagers for {wagers} players; give one for all or one for each"
            )));
        }
        Ok(State {
            book: book.id.to_string(),
            decks: self.decks.unwrap_or(rules.deck.decks.usual),
            wagers,
            sides,
            insures: self.insure,
            schedule: self.schedule.clone(),
            stake: self.stake,
            seed: self.seed,
            rounds: self.rounds.unwrap_or_default(),
            first: Tally::default(),
            whole: Tally::default(),
        })
    }

    /// Plays the first block of a run that goes on once more: the rules must not have changed in between.
    fn check_first(&self, plan: &Plan, state: &mut State) -> Result<(), Failure> {
        let Some(file) = &self.resume else { return Ok(()) };
        if state.rounds < state.whole.rounds {
            let (wanted, played) = (state.rounds, state.whole.rounds);
            return Err(Failure::Told(format!(
                "{}: {played} rounds were played already, more than {wanted}",
                file.display()
            )));
        }
        if state.whole.rounds > 0 {
            let first = run(plan, Tally::default(), BLOCK, 1, |_| true).map_err(|dry| told(file, &dry))?;
            if !state.agrees_with(&first.whole) {
                return Err(told(
                    file,
                    &"the same cards come to something else now, because the rules have changed",
                ));
            }
        }
        Ok(())
    }

    /// Plays until all rounds are done or somebody stops it.
    fn play(&self, plan: &Plan, state: &mut State, is_stopped: &AtomicBool) -> Result<Tally, Failure> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.map_or(cores, usize::from);
        let before = state.whole.clone();
        let mut clock = Clock::new(before.rounds, state.rounds);
        // Rounds a second as hands a second.
        let speed = |tally: &Tally| {
            let hands = tally.hands as f64 / tally.rounds.max(1) as f64 / 1e6;
            move |rate: f64| format!("{:.2} million hands a second", rate * hands)
        };
        let keeps = self.save.is_some() || self.resume.is_some();
        let mut kept = Instant::now();
        let mut fault = None;
        let progress = run(plan, before, state.rounds, threads, |whole| {
            if state.first.rounds == 0 && whole.rounds == BLOCK {
                state.first = whole.clone();
            }
            state.whole = whole.clone();
            clock.tell(whole.rounds, speed(whole));
            if keeps && kept.elapsed() >= PAUSE_OF_KEEPING {
                kept = Instant::now();
                fault = keep(&self.file(&state.book), &state.to_text()).err();
            }
            fault.is_none() && !is_stopped.load(Ordering::Relaxed)
        })
        .map_err(|dry| Failure::Told(format!("{}: {dry}", state.book)))?;
        clock.end(progress.all.rounds, speed(&progress.all));
        if let Some(fault) = fault {
            return Err(fault);
        }
        Ok(progress.all)
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

fn not_simulated(book: &Book) -> Failure {
    let name = &book.header().name;
    let what = format!("{name} is played for a pot; ask for blackjack, three-card, double-hand or Pan");
    Failure::Told(format!("{}: {what}", book.id))
}

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

/// The mean square of all distances, by which many wagers are judged at once.
fn mean_square(list: &[Found]) -> Option<f64> {
    let squares: Vec<f64> =
        list.iter().filter_map(Found::distance).map(|distance| distance.powi(2)).collect();
    (!squares.is_empty()).then(|| squares.iter().sum::<f64>() / squares.len() as f64)
}

fn tell(
    out: &mut impl Write,
    book: &Book,
    state: &State,
    result: &Tally,
    list: &[Found],
) -> Result<(), Failure> {
    let name = &book.header().name;
    let (decks, players, seed) = (in_decks(state.decks), state.wagers.len(), state.seed);
    let who = if players == 1 { "1 player".to_owned() } else { format!("{players} players") };
    writeln!(out, "{name}, {decks}, {who} by the chart, seed {seed}")?;
    writeln!(out, "{} rounds, {} hands; values are the players', in wagers", result.rounds, result.hands)?;
    writeln!(
        out,
        "{:<10} {:>14} {:>12} {:>10} {:>10} {:>12} {:>9}",
        "wager", "made", "value", "deviation", "error", "exact", "distance"
    )?;
    for found in list {
        let percent = |value: f64| format!("{:.5}%", 100.0 * value);
        let exact = found.exact.map_or_else(|| "-".to_owned(), percent);
        let distance = found.distance().map_or_else(|| "-".to_owned(), |distance| format!("{distance:+.2}"));
        writeln!(
            out,
            "{:<10} {:>14} {:>12} {:>10.4} {:>10} {:>12} {:>9}",
            found.stream.name(),
            found.wagers,
            percent(found.value),
            found.deviation,
            percent(found.error),
            exact,
            distance
        )?;
    }
    if result.short > 0 {
        writeln!(
            out,
            "The bank's money did not reach in {} rounds; exact values are those of a bank that can pay.",
            result.short
        )?;
    }
    let a_round = |cents: i128| format!("${:.4}", cents as f64 / 100.0 / result.rounds.max(1) as f64);
    if state.schedule.is_some() {
        let (bank, players) = (a_round(result.bank_fees), a_round(result.player_fees));
        writeln!(out, "Fees a round, not counted above: the bank {bank}, all players {players}.")?;
    }
    if result.bonuses > 0 {
        writeln!(out, "The house paid bonuses of {} a round.", a_round(result.bonuses))?;
    }
    Ok(())
}

fn to_json(state: &State, result: &Tally, list: &[Found]) -> Value {
    let wagers: Vec<Value> = list
        .iter()
        .map(|found| {
            json!({
                "name": found.stream.name(),
                "wagers": found.wagers as u64,
                "value": found.value,
                "deviation": found.deviation,
                "error": found.error,
                "exact": found.exact,
                "distance": found.distance(),
            })
        })
        .collect();
    let cents = |list: &[Money]| list.iter().map(|amount| amount.in_cents()).collect::<Vec<_>>();
    json!({
        "book": state.book,
        "decks": state.decks,
        "seed": state.seed,
        "seats": cents(&state.wagers),
        "sides": cents(&state.sides),
        "insures": state.insures,
        "schedule": state.schedule,
        "stake": state.stake.map(Money::in_cents),
        "wanted": state.rounds,
        "rounds": result.rounds,
        "hands": result.hands,
        "wagers": wagers,
        "mean_square": mean_square(list),
        "short": result.short,
        "fees": { "bank": result.bank_fees as i64, "players": result.player_fees as i64 },
        "bonuses": result.bonuses as i64,
    })
}
