//! How far a long run over hand histories is, and how quickly it goes, on standard error.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// From how many hands on the rate of a whole run is told.
const HANDS_MANY: usize = 1000;

/// How often a run is told of: on a terminal the line is written over, elsewhere lines add up.
const PAUSE_ON_TERMINAL: Duration = Duration::from_millis(500);
const PAUSE_ELSEWHERE: Duration = Duration::from_secs(5);

/// Counts the files and hands of a run.
pub(crate) struct Progress {
    files: usize,
    file: usize,
    hands: usize,
    begun: Instant,
    told: Instant,
    is_terminal: bool,
    has_line: bool,
}

impl Progress {
    /// A run over so many files that begins now.
    pub(crate) fn new(files: usize) -> Progress {
        let begun = Instant::now();
        let is_terminal = io::stderr().is_terminal();
        Progress { files, file: 0, hands: 0, begun, told: begun, is_terminal, has_line: false }
    }

    /// Goes on to the next file.
    pub(crate) fn begin_file(&mut self) {
        self.file += 1;
    }

    /// Counts a hand, and says how far the run is if that was last said long ago.
    pub(crate) fn add_hand(&mut self) {
        self.hands += 1;
        // The clock is not asked for every hand.
        if !self.hands.is_multiple_of(64) {
            return;
        }
        let pause = if self.is_terminal { PAUSE_ON_TERMINAL } else { PAUSE_ELSEWHERE };
        if self.told.elapsed() < pause {
            return;
        }
        self.told = Instant::now();
        let rate = rate(self.hands, self.begun.elapsed());
        let line = format!("file {} of {}, {} hands, {rate} a second", self.file, self.files, self.hands);
        let mut out = io::stderr().lock();
        // A run is not stopped because nobody can be told how far it is.
        let _ = if self.is_terminal { write!(out, "\r{line}\x1b[K") } else { writeln!(out, "{line}") };
        let _ = out.flush();
        self.has_line = self.is_terminal;
    }

    /// Says how quickly a run of many hands went.
    pub(crate) fn end(&self) {
        let mut out = io::stderr().lock();
        if self.has_line {
            let _ = write!(out, "\r\x1b[K");
        }
        if self.hands >= HANDS_MANY {
            let elapsed = self.begun.elapsed();
            let rate = rate(self.hands, elapsed);
            let _ = writeln!(out, "{} hands in {:.1} s, {rate} a second", self.hands, elapsed.as_secs_f64());
        }
    }
}

/// Whole hands a second.
fn rate(hands: usize, elapsed: Duration) -> u128 {
    hands as u128 * 1000 / elapsed.as_millis().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_in_whole_hands_a_second() {
        assert_eq!(rate(60_000, Duration::from_millis(1200)), 50_000);
        assert_eq!(rate(3, Duration::ZERO), 3000);
    }
}
