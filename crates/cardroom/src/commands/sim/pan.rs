//! `cardroom sim` for Pan: tables of every size, what a seat is worth by its place, how long a hand takes, what is paid.

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

use books::Book;
use books::pan::PanRules;
use odds::pan::{BLOCK, Kinds, Mean, Measure, Part, Plan, State, Table, Tally, run};
use serde_json::{Value, json};

use super::clock::Clock;
use super::{Order, PAUSE_OF_KEEPING, Sim, keep, told};
use crate::Context;
use crate::failure::Failure;

pub(super) fn simulate(order: &Order<'_>, rules: &PanRules) -> Result<(), Failure> {
    let kept = match order.kept {
        Some((file, text)) => Some(text.parse::<State>().map_err(|error| told(file, &error))?),
        None => None,
    };
    order.sim.run_pan(order.context, kept, order.book, rules, order.is_stopped)
}

impl Sim {
    /// A run of which nothing was played yet.
    fn begin_pan(&self, book: &Book, rules: &PanRules) -> Result<State, Failure> {
        self.refuse_best(book)?;
        if !self.seats.is_empty()
            || !self.side.is_empty()
            || self.insure
            || self.decks.is_some()
            || self.schedule.is_some()
            || self.stake.is_some()
        {
            let what = "wagers, decks, a stake and fees by the round belong to blackjack; take --players, --tops and --play";
            return Err(Failure::Told(format!("{}: {what}", book.id)));
        }
        let all: Vec<u8> = (rules.table.players_least.value..=rules.book.seats.value).collect();
        let players = if self.players.is_empty() { &all } else { &self.players };
        let usual = vec![rules.tops.chips.usual];
        let tops = if self.tops.is_empty() { &usual } else { &self.tops };
        let kinds = self.play.unwrap_or(Kinds::Good);
        let mut parts = Vec::new();
        for players in players.iter().copied() {
            for tops in tops.iter().copied() {
                let table = Table { players, tops, kinds };
                parts.push(Part { table, first: Tally::default(), whole: Tally::default() });
            }
        }
        Ok(State {
            book: book.id.to_string(),
            seed: self.seed,
            hands: self.rounds.unwrap_or_default(),
            parts,
        })
    }

    /// Simulates Pan, from the beginning or from what was kept.
    fn run_pan(
        &self,
        context: &Context,
        kept: Option<State>,
        book: &Book,
        rules: &PanRules,
        is_stopped: &AtomicBool,
    ) -> Result<(), Failure> {
        let mut state = match kept {
            Some(state) => state,
            None => self.begin_pan(book, rules)?,
        };
        state.hands = self.rounds.unwrap_or(state.hands);
        let mut plans = Vec::new();
        for part in &state.parts {
            let plan = Plan::new(rules, part.table, state.seed);
            plans.push(plan.map_err(|what| Failure::Told(format!("{}: {what}", book.id)))?);
        }
        if let Some(file) = &self.resume {
            check(file, &state, &plans)?;
        }
        let done = self.play_pan(&mut state, &plans, is_stopped)?;
        let is_stopped = done.iter().any(|tally| tally.hands < state.hands);
        let mut out = io::stdout().lock();
        let pace = Pace::of(self, rules);
        if context.json {
            writeln!(out, "{}", to_json(&state, &plans, &done, &pace))?;
        } else {
            tell(&mut out, book, &state, &plans, &done, &pace)?;
        }
        if is_stopped || self.save.is_some() || self.resume.is_some() {
            let file = self.file(&state.book);
            keep(&file, &state.to_text())?;
            if is_stopped {
                let played: u64 = done.iter().map(|tally| tally.hands).sum();
                let wanted = state.hands * state.parts.len() as u64;
                let file = file.display();
                eprintln!(
                    "Stopped after {played} of {wanted} rounds. Go on with: cardroom sim --resume {file}"
                );
            }
        }
        Ok(())
    }

    /// Plays one table after the other until all hands are done or somebody stops it.
    fn play_pan(
        &self,
        state: &mut State,
        plans: &[Plan],
        is_stopped: &AtomicBool,
    ) -> Result<Vec<Tally>, Failure> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.map_or(cores, usize::from);
        let before: u64 = state.parts.iter().map(|part| part.whole.hands).sum();
        let mut clock = Clock::new(before, state.hands * state.parts.len() as u64);
        let speed = |rate: f64| format!("{rate:.0} hands a second");
        let keeps = self.save.is_some() || self.resume.is_some();
        let (mut kept, mut fault, mut done) = (Instant::now(), None, Vec::new());
        for (place, plan) in plans.iter().enumerate() {
            let from = state.parts[place].whole.clone();
            let progress = run(plan, from, state.hands, threads, |whole| {
                let part = &mut state.parts[place];
                if part.first.hands == 0 && whole.hands == BLOCK {
                    part.first = whole.clone();
                }
                part.whole = whole.clone();
                clock.tell(state.parts.iter().map(|part| part.whole.hands).sum(), speed);
                if keeps && kept.elapsed() >= PAUSE_OF_KEEPING {
                    kept = Instant::now();
                    fault = keep(&self.file(&state.book), &state.to_text()).err();
                }
                fault.is_none() && !is_stopped.load(Ordering::Relaxed)
            });
            done.push(progress.all);
            if is_stopped.load(Ordering::Relaxed) || fault.is_some() {
                break;
            }
        }
        clock.end(done.iter().map(|tally| tally.hands).sum(), speed);
        done.resize(plans.len(), Tally::default());
        fault.map_or(Ok(done), Err)
    }
}

/// Plays the first block of each table once more: the rules must not have changed since it was kept.
fn check(file: &Path, state: &State, plans: &[Plan]) -> Result<(), Failure> {
    for (part, plan) in state.parts.iter().zip(plans) {
        let played = part.whole.hands;
        if state.hands < played {
            let what = format!("{played} rounds were played already, more than {}", state.hands);
            return Err(told(file, &what));
        }
        if played > 0 && run(plan, Tally::default(), BLOCK, 1, |_| true).whole != part.first {
            let what = "the same cards come to something else now, because the rules have changed";
            return Err(told(file, &what));
        }
    }
    Ok(())
}

/// How quickly a table plays, which says how many hands share a fee by time.
struct Pace {
    turn_seconds: f64,
    deal_seconds: f64,
    fee_cents: f64,
    half_hour_seconds: f64,
    chip_cents: i64,
}

impl Pace {
    fn of(sim: &Sim, rules: &PanRules) -> Pace {
        Pace {
            turn_seconds: f64::from(sim.turn_seconds),
            deal_seconds: f64::from(sim.deal_seconds),
            fee_cents: rules.time.fee.value.in_cents() as f64,
            half_hour_seconds: f64::from(rules.time.fee_minutes.value) * 60.0,
            chip_cents: rules.table.chip.value.in_cents(),
        }
    }

    /// What the fee comes to for each player and hand, in chips, with its error.
    fn fee(&self, tally: &Tally) -> Option<(f64, f64)> {
        let turns = tally.of(Measure::AllTurns);
        let chips = self.fee_cents / self.chip_cents as f64 / self.half_hour_seconds;
        let seconds = self.deal_seconds + turns.value()? * self.turn_seconds;
        Some((chips * seconds, chips * self.turn_seconds * turns.error()?))
    }
}

fn of_mean(mean: &Mean, scale: f64) -> Option<(f64, f64)> {
    Some((mean.value()? / scale, mean.error()? / scale))
}

/// An average with its error, or a line where there is none.
fn words(found: Option<(f64, f64)>) -> String {
    found.map_or_else(|| "-".to_owned(), |(value, error)| format!("{value:.3} ({error:.3})"))
}

const SINGLE: [(&str, Measure); 6] = [
    ("turns", Measure::Turns),
    ("of winner", Measure::TurnsOfWinner),
    ("conditions", Measure::Conditions),
    ("again", Measure::Again),
    ("going out", Measure::GoingOut),
    ("tops", Measure::Tops),
];

fn tell(
    out: &mut impl Write,
    book: &Book,
    state: &State,
    plans: &[Plan],
    done: &[Tally],
    pace: &Pace,
) -> Result<(), Failure> {
    let kinds = state.parts.first().map_or(Kinds::Good, |part| part.table.kinds);
    let chip = books::Money::cents(pace.chip_cents);
    writeln!(
        out,
        "{}, {kinds} play, {} hands at each table, seed {}",
        book.header().name,
        state.hands,
        state.seed
    )?;
    writeln!(out, "Amounts are chips of {chip}; standard errors stand in brackets.\n")?;
    writeln!(
        out,
        "How hands end, how many turns it takes to go out, and what is paid in a hand by all players together"
    )?;
    write!(out, "{:<8}{:<6}{:>10}{:>10}{:>8}", "players", "tops", "went out", "last in", "void")?;
    for (name, _) in SINGLE {
        write!(out, "{name:>17}")?;
    }
    writeln!(out, "{:>17}", "fee of each")?;
    for (part, tally) in state.parts.iter().zip(done) {
        let share = |count: u64| format!("{:.2}%", 100.0 * count as f64 / tally.hands.max(1) as f64);
        write!(out, "{:<8}{:<6}", part.table.players, part.table.tops)?;
        write!(out, "{:>10}{:>10}{:>8}", share(tally.went_out), share(tally.last_in), share(tally.void))?;
        for (_, measure) in SINGLE {
            write!(out, "{:>17}", words(of_mean(tally.of(measure), 1.0)))?;
        }
        writeln!(out, "{:>17}", words(pace.fee(tally)))?;
    }
    writeln!(
        out,
        "The fee by time is spread over hands of {} seconds and {} seconds a turn; worths are before it.\n",
        pace.deal_seconds, pace.turn_seconds
    )?;
    writeln!(
        out,
        "What a seat is worth in a hand, by its place from the first player, and how often it declares in"
    )?;
    for (part, tally) in state.parts.iter().zip(done) {
        write!(out, "{:<8}{:<6}", part.table.players, part.table.tops)?;
        for place in 0..usize::from(part.table.players) {
            let declares = tally.of(Measure::Declares(place)).value().unwrap_or_default();
            let worth = words(of_mean(tally.of(Measure::Worth(place)), 1.0));
            write!(out, "{worth:>17} {:>3.0}%", 100.0 * declares)?;
        }
        writeln!(out)?;
    }
    if kinds == Kinds::Mixed {
        writeln!(out, "\nWhat the good way wins in a hand beyond the simple one")?;
        for ((part, tally), plan) in state.parts.iter().zip(done).zip(plans) {
            let margin = words(of_mean(tally.of(Measure::Margin), plan.margin_scale()));
            writeln!(out, "{:<8}{:<6}{margin:>17}", part.table.players, part.table.tops)?;
        }
    }
    Ok(())
}

fn to_json(state: &State, plans: &[Plan], done: &[Tally], pace: &Pace) -> Value {
    let found =
        |found: Option<(f64, f64)>| found.map(|(value, error)| json!({ "value": value, "error": error }));
    let tables: Vec<Value> = state
        .parts
        .iter()
        .zip(done)
        .zip(plans)
        .map(|((part, tally), plan)| {
            let mean = |measure: Measure| found(of_mean(tally.of(measure), 1.0));
            let seats: Vec<Value> = (0..usize::from(part.table.players))
                .map(|place| json!({ "worth": mean(Measure::Worth(place)), "declares": mean(Measure::Declares(place)) }))
                .collect();
            json!({
                "players": part.table.players,
                "tops": part.table.tops,
                "kinds": part.table.kinds.to_string(),
                "hands": tally.hands,
                "went_out": tally.went_out,
                "last_in": tally.last_in,
                "void": tally.void,
                "turns": mean(Measure::Turns),
                "turns_of_winner": mean(Measure::TurnsOfWinner),
                "all_turns": mean(Measure::AllTurns),
                "conditions": mean(Measure::Conditions),
                "again": mean(Measure::Again),
                "going_out": mean(Measure::GoingOut),
                "tops_won": mean(Measure::Tops),
                "fee": found(pace.fee(tally)),
                "margin": found(of_mean(tally.of(Measure::Margin), plan.margin_scale())),
                "seats": seats,
            })
        })
        .collect();
    json!({
        "book": state.book,
        "seed": state.seed,
        "wanted": state.hands,
        "chip": pace.chip_cents,
        "turn_seconds": pace.turn_seconds,
        "deal_seconds": pace.deal_seconds,
        "tables": tables,
    })
}
