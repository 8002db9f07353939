//! `cardroom sim` for blackjack: every wager beside its exact value.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

use books::blackjack::BlackjackRules;
use books::{Book, Money};
use odds::blackjack::{Analysis, Shoe};
use odds::sim::{BLOCK, Exact, Found, Plan, State, Table, Tally, compare, run};
use serde_json::{Value, json};

use super::super::odds::in_decks;
use super::clock::Clock;
use super::{Order, PAUSE_OF_KEEPING, Sim, WAGER, in_a_sentence, keep, told};
use crate::Context;
use crate::failure::Failure;

/// How many play against the bank unless told otherwise.
const PLAYERS: u8 = 7;

pub(super) fn simulate(order: &Order<'_>, rules: &BlackjackRules) -> Result<(), Failure> {
    let state = match order.kept {
        Some((file, text)) => text.parse::<State>().map_err(|error| told(file, &error))?,
        None => order.sim.begin(order.book, rules)?,
    };
    order.sim.run_shoes(order.context, order.book, rules, state, order.is_stopped)
}

impl Sim {
    fn run_shoes(
        &self,
        context: &Context,
        book: &Book,
        rules: &BlackjackRules,
        mut state: State,
        is_stopped: &AtomicBool,
    ) -> Result<(), Failure> {
        state.rounds = self.rounds.unwrap_or(state.rounds);
        let id = &book.id;
        let schedule =
            state.schedule.as_ref().map(|handle| context.shelf.schedule(book, handle)).transpose()?;
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
        let result = self.play(&plan, &mut state, is_stopped)?;
        let is_stopped = result.rounds < state.rounds;
        let exact = Exact::of(rules, state.decks, &analysis);
        let list = compare(&result, &exact);
        let mut out = io::stdout().lock();
        if context.json {
            writeln!(out, "{}", to_json(&state, &result, &list))?;
        } else {
            tell(&mut out, book, &state, &result, &list)?;
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
    fn begin(&self, book: &Book, rules: &BlackjackRules) -> Result<State, Failure> {
        self.refuse_best(book)?;
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
