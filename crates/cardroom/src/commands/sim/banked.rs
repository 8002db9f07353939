//! `cardroom sim` where everybody wagers the same: every wager beside its exact value.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use books::{Book, Money};
use games::SetupFault;
use odds::banked::{Found, Plan, compare, run};
use serde_json::{Value, json};

use super::clock::Clock;
use super::{NOT_KEPT, Order, Sim, WAGER, in_a_sentence};
use crate::Context;
use crate::failure::Failure;

/// Who sets every hand as well as can be.
#[derive(Clone, Copy, clap::ValueEnum)]
pub(crate) enum Best {
    /// Every player
    Player,
    /// The bank
    Bank,
}

/// How many play unless told otherwise.
const PLAYERS: u8 = 6;

impl Order<'_> {
    pub(super) fn told(&self, what: &dyn Display) -> Failure {
        Failure::Told(format!("{}: {what}", self.book.id))
    }

    pub(super) fn unfit(&self, faults: &[SetupFault], players: u8) -> Failure {
        self.told(&in_a_sentence(faults, usize::from(players)))
    }

    /// Plays a table at which everybody wagers the same, by the plan of its family.
    pub(super) fn play_alike(
        &self,
        plan: impl FnOnce(u8, Money) -> Result<Plan, Failure>,
    ) -> Result<(), Failure> {
        let (sim, book) = (self.sim, self.book);
        if let Some((file, _)) = self.kept {
            return Err(super::told(file, &NOT_KEPT));
        }
        let told = |what: String| self.told(&what);
        let (players, wager) = match &sim.seats[..] {
            [] => (PLAYERS, WAGER),
            [first, rest @ ..] if rest.iter().all(|wager| wager == first) => {
                (u8::try_from(sim.seats.len()).unwrap_or(u8::MAX), *first)
            }
            _ => return Err(told("everybody wagers the same here; give --seats equal amounts".to_owned())),
        };
        let is_of_others = sim.insure
            || !sim.side.is_empty()
            || sim.decks.is_some()
            || sim.schedule.is_some()
            || sim.stake.is_some()
            || sim.save.is_some()
            || !sim.players.is_empty()
            || !sim.tops.is_empty()
            || sim.play.is_some();
        if is_of_others {
            let what =
                "only --rounds, --seats, --seed, --threads and, in double-hand, --best go with this game";
            return Err(told(what.to_owned()));
        }
        if players >= book.header().seats.value {
            let most = book.header().seats.value - 1;
            return Err(told(format!("{players} players; the table has a place for {most} beside the bank")));
        }
        sim.play_banked(self.context, book, &plan(players, wager)?, players, self.is_stopped)
    }
}

impl Sim {
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
