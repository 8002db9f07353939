//! How far a long run is, told while it goes on.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// How often a run is told of: on a terminal the line is written over, elsewhere lines add up.
const PAUSE_ON_TERMINAL: Duration = Duration::from_millis(500);
const PAUSE_ELSEWHERE: Duration = Duration::from_secs(30);

/// Says how far a run is, how quickly it goes and how long it will take, on standard error.
pub(crate) struct Clock {
    begun: Instant,
    told: Option<Instant>,
    from: u64,
    to: u64,
    is_terminal: bool,
}

impl Clock {
    pub(crate) fn new(from: u64, to: u64) -> Clock {
        let begun = Instant::now();
        Clock { begun, told: None, from, to, is_terminal: io::stderr().is_terminal() }
    }

    pub(crate) fn tell(&mut self, rounds: u64, speed: impl Fn(f64) -> String) {
        let pause = if self.is_terminal { PAUSE_ON_TERMINAL } else { PAUSE_ELSEWHERE };
        if rounds <= self.from || self.told.is_some_and(|told| told.elapsed() < pause) {
            return;
        }
        self.told = Some(Instant::now());
        let rate = (rounds - self.from) as f64 / self.begun.elapsed().as_secs_f64();
        let left = in_words((self.to - rounds) as f64 / rate.max(1.0));
        let line = format!("{rounds} of {} rounds, {}, {left} left", self.to, speed(rate));
        let mut out = io::stderr().lock();
        // A run is not stopped because nobody can be told how far it is.
        let _ = if self.is_terminal { write!(out, "\r{line}\x1b[K") } else { writeln!(out, "{line}") };
        let _ = out.flush();
    }

    pub(crate) fn end(&self, rounds: u64, speed: impl Fn(f64) -> String) {
        let seconds = self.begun.elapsed().as_secs_f64();
        let rounds = rounds.saturating_sub(self.from);
        let mut out = io::stderr().lock();
        if self.is_terminal {
            let _ = write!(out, "\r\x1b[K");
        }
        let _ = writeln!(out, "{rounds} rounds in {seconds:.1} s, {}", speed(rounds as f64 / seconds));
    }
}

/// A length of time as people say it.
fn in_words(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7200 => format!("{} min", seconds / 60),
        _ => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
    }
}
