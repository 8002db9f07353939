//! Who gets what of one pot, and how often.

use books::poker::Wins;
use games::poker::Worth;

use super::question::HANDS_MAX;

/// The parts a pot is counted in: halves of it divide evenly among up to ten hands.
pub const PARTS: u64 = 5040;

/// Some of the hands that meet, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Winners(u16);

impl Winners {
    /// Those with the greatest value; nobody if nobody has one.
    #[inline]
    pub(super) fn among<T: Ord>(values: impl Iterator<Item = Option<T>>) -> Winners {
        let mut best = None;
        let mut winners = 0;
        for (hand, value) in values.enumerate() {
            if value > best {
                best = value;
                winners = 1 << hand;
            } else if value == best && value.is_some() {
                winners |= 1 << hand;
            }
        }
        Winners(winners)
    }

    pub(super) fn count(self) -> u64 {
        self.0.count_ones().into()
    }

    pub(super) fn contains(self, hand: usize) -> bool {
        self.0 >> hand & 1 == 1
    }
}

/// Who wins a pot, or each half of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Outcome {
    /// Those with the best high hand, where high hands win.
    pub(super) high: Winners,
    /// Those with the best low hand, where low hands win and one qualifies.
    pub(super) low: Winners,
}

impl Outcome {
    /// Judges hands by what they are worth.
    #[inline]
    pub(super) fn of(worths: &[Worth], wins: Wins) -> Outcome {
        let mut outcome = Outcome::default();
        if wins != Wins::Low {
            outcome.high = Winners::among(worths.iter().map(|worth| worth.high));
        }
        if wins != Wins::High {
            outcome.low = Winners::among(worths.iter().map(|worth| worth.low));
        }
        outcome
    }

    /// What one hand gets, in parts of the pot.
    #[inline]
    pub(super) fn parts(self, hand: usize) -> u64 {
        let is_divided = self.high.count() > 0 && self.low.count() > 0;
        let pot = if is_divided { PARTS / 2 } else { PARTS };
        let part = |winners: Winners| if winners.contains(hand) { pot / winners.count() } else { 0 };
        part(self.high) + part(self.low)
    }
}

/// How often each outcome comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tally {
    hands: usize,
    /// By the winners of the high and then of the low side, one bit each.
    ways: Vec<u64>,
}

impl Tally {
    /// No pot of so many hands yet.
    pub(super) fn new(hands: usize, wins: Wins) -> Tally {
        debug_assert!(hands <= HANDS_MAX);
        let bits = if wins == Wins::High { hands } else { 2 * hands };
        Tally { hands, ways: vec![0; 1 << bits] }
    }

    /// Adds a pot that comes in so many ways.
    #[inline]
    pub(super) fn add(&mut self, outcome: Outcome, ways: u64) {
        let place = usize::from(outcome.high.0) | usize::from(outcome.low.0) << self.hands;
        self.ways[place] += ways;
    }

    /// How many hands meet.
    pub(super) fn hands(&self) -> usize {
        self.hands
    }

    /// Every outcome that came, with its number of ways.
    pub(super) fn outcomes(&self) -> impl Iterator<Item = (Outcome, u64)> + '_ {
        let mask = (1 << self.hands) - 1;
        let came = self.ways.iter().enumerate().filter(|(_, ways)| **ways > 0);
        came.map(move |(place, ways)| {
            let (high, low) = ((place & mask) as u16, (place >> self.hands) as u16);
            (Outcome { high: Winners(high), low: Winners(low) }, *ways)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use books::poker::{HoleUse, LowScale};
    use cards::parse_cards;
    use games::poker::Ranking;

    const OMAHA_EIGHT: Ranking = Ranking {
        uses: HoleUse::ExactlyTwo,
        wins: Wins::HighLow,
        scale: Some(LowScale::AceToFive),
        qualifier: Some(8),
    };

    fn parts(hands: [&str; 2], board: &str) -> [u64; 2] {
        let board = parse_cards(board).unwrap();
        let worths = hands.map(|hand| OMAHA_EIGHT.worth(&parse_cards(hand).unwrap(), &board));
        let outcome = Outcome::of(&worths, Wins::HighLow);
        [0, 1].map(|hand| outcome.parts(hand))
    }

    #[test]
    fn a_shared_low_is_quartered() {
        let board = "3c 4d 8h Ks Kd";
        assert_eq!(parts(["As 2s Kh 8d", "Ah 2h Qc Jc"], board), [3780, 1260]);
        assert_eq!(parts(["As 2s Kh 8d", "Qh Jh Qc Jc"], board), [5040, 0]);
        assert_eq!(parts(["As 2s 9h 9d", "Ah 2h 9s 9c"], board), [2520, 2520]);
    }

    #[test]
    fn without_a_low_the_high_takes_all() {
        assert_eq!(parts(["As 2s Kh 8d", "Ah 2h Qc Qd"], "Qh Jc 9h Ks 3d"), [0, 5040]);
    }

    #[test]
    fn ten_hands_share_without_a_rest() {
        for hands in 1..=HANDS_MAX as u64 {
            assert_eq!(PARTS / 2 % hands, 0);
        }
    }
}
