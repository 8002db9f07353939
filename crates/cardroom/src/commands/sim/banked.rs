//! `cardroom sim` for Three Card Poker and double-hand: every wager beside its exact value.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use books::{Book, Rules};
use odds::banked::{Found, Plan, compare, run};
use odds::{double_hand, three_card};
use serde_json::{Value, json};

use super::clock::Clock;
use super::{Sim, WAGER, in_a_sentence};
use crate::Context;
use crate::failure::Failure;

/// How many play unless told otherwise.
const PLAYERS: u8 = 6;

/// Whether a book is simulated here.
pub(super) fn is_banked(book: &Book) -> bool {
    matches!(book.rules, Rules::ThreeCard(_) | Rules::DoubleHand(_))
}

impl Sim {
    pub(super) fn run_banked(
        &self,
        context: &Context,
        book: &Book,
        is_stopped: &AtomicBool,
    ) -> Result<(), Failure> {
        let told = |what: String| Failure::Told(format!("{}: {what}", book.id));
        let (players, wager) = match &self.seats[..] {
            [] => (PLAYERS, WAGER),
            [first, rest @ ..] if rest.iter().all(|wager| wager == first) => {
                (u8::try_from(self.seats.len()).unwrap_or(u8::MAX), *first)
            }
            _ => return Err(told("everybody wagers the same here; give --seats equal amounts".to_owned())),
        };
        let is_of_others = self.insure
            || !self.side.is_empty()
            || self.decks.is_some()
            || self.schedule.is_some()
            || self.stake.is_some()
            || self.save.is_some()
            || !self.players.is_empty()
            || !self.tops.is_empty()
            || self.play.is_some();
        if is_of_others {
            let what = "only --rounds, --seats, --seed and --threads go with this game";
            return Err(told(what.to_owned()));
        }
        if players >= book.header().seats.value {
            let most = book.header().seats.value - 1;
            return Err(told(format!("{players} players; the table has a place for {most} beside the bank")));
        }
        let faults = |faults: Vec<games::SetupFault>| told(in_a_sentence(&faults, usize::from(players)));
        let plan = if let Rules::ThreeCard(rules) = &book.rules {
            let analysis = three_card::Analysis::of(rules);
            three_card::plan(rules, &analysis, players, wager, self.seed).map_err(faults)?
        } else if let Rules::DoubleHand(rules) = &book.rules {
            let found = double_hand::Analysis::of(rules).map_err(|error| told(error.to_string()))?;
            double_hand::plan(rules, found.value(), players, wager, self.seed).map_err(faults)?
        } else {
            return Err(super::not_simulated(book));
        };
        self.play_banked(context, book, &plan, players, is_stopped)
    }

    fn play_banked(
        &self,
        context: &Context,
        book: &Book,
        plan: &Plan,
        players: u8,
        is_stopped: &AtomicBool,
    ) -> Result<(), Failure> {
        let rounds = self.rounds.unwrap_or_default();
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let mut clock = Clock::new(0, rounds);
        let speed = |rate: f64| format!("{rate:.0} rounds a second");
        let tally = run(plan, rounds, self.threads.map_or(cores, usize::from), |done| {
            clock.tell(done, speed);
            !is_stopped.load(Ordering::Relaxed)
        });
        clock.end(tally.rounds, speed);
        let list = compare(plan, &tally);
        let mut out = io::stdout().lock();
        if context.json {
            let wager = |found: &Found| -> Value {
                json!({
                    "name": found.name, "made": found.wagers as i64, "value": found.value,
                    "deviation": found.deviation, "error": found.error, "exact": found.exact,
                    "distance": found.distance(),
                })
            };
            let wagers: Vec<Value> = list.iter().map(wager).collect();
            let (id, seed) = (book.id.to_string(), self.seed);
            let all = json!({
                "book": id, "seed": seed, "rounds": tally.rounds, "players": players, "wagers": wagers,
            });
            writeln!(out, "{all}")?;
            return Ok(());
        }
        let (name, rounds, seed) = (&book.header().name, tally.rounds, self.seed);
        writeln!(
            out,
            "{name}, {players} players, {rounds} rounds, seed {seed}; values are the players', in wagers"
        )?;
        writeln!(
            out,
            "{:<18} {:>14} {:>12} {:>10} {:>10} {:>12} {:>9}",
            "wager", "made", "value", "deviation", "error", "exact", "distance"
        )?;
        for found in &list {
            let percent = |value: f64| format!("{:.5}%", 100.0 * value);
            writeln!(
                out,
                "{:<18} {:>14} {:>12} {:>10.4} {:>10} {:>12} {:>+9.2}",
                found.name,
                found.wagers,
                percent(found.value),
                found.deviation,
                percent(found.error),
                percent(found.exact),
                found.distance()
            )?;
        }
        Ok(())
    }
}
