//! Who gets what of one pot, and the sums over many.

use books::poker::Wins;
use games::poker::Worth;

use super::question::HANDS_MAX;

/// The parts a pot is counted in: halves of it divide evenly among up to ten hands.
pub const PARTS: u64 = 5040;

/// What each hand gets of one pot.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Division {
    /// Parts of the pot.
    pub(super) parts: [u32; HANDS_MAX],
    /// How many hands share the high side; nothing where none wins it.
    high: Winners,
    /// How many hands share the low side.
    low: Winners,
}

/// The best of some hands, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Winners(u16);

impl Winners {
    /// Those with the greatest worth; nobody if all are worth nothing.
    #[inline]
    fn among<T: Ord + Copy>(worths: &[Worth], side: impl Fn(&Worth) -> Option<T>) -> Winners {
        let mut best = None;
        let mut winners = 0;
        for (hand, worth) in worths.iter().enumerate() {
            let value = side(worth);
            if value > best {
                best = value;
                winners = 1 << hand;
            } else if value == best && value.is_some() {
                winners |= 1 << hand;
            }
        }
        Winners(winners)
    }

    fn count(self) -> u32 {
        self.0.count_ones()
    }

    fn contains(self, hand: usize) -> bool {
        self.0 >> hand & 1 == 1
    }
}

impl Division {
    /// Divides a pot among hands by what they are worth.
    #[inline]
    pub(super) fn of(worths: &[Worth], wins: Wins) -> Division {
        let mut division = Division::default();
        if wins != Wins::Low {
            division.high = Winners::among(worths, |worth| worth.high);
        }
        if wins != Wins::High {
            division.low = Winners::among(worths, |worth| worth.low);
        }
        let is_divided = division.high.count() > 0 && division.low.count() > 0;
        let pot = if is_divided { PARTS as u32 / 2 } else { PARTS as u32 };
        for winners in [division.high, division.low] {
            if winners.count() > 0 {
                let part = pot / winners.count();
                for hand in 0..worths.len() {
                    division.parts[hand] += part * u32::from(winners.contains(hand));
                }
            }
        }
        division
    }
}

/// How often a hand wins one side of the pot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Wons {
    pub(super) alone: u64,
    pub(super) shared: u64,
}

/// Sums over many pots, by hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) deals: u64,
    /// Deals in which a low hand wins something.
    pub(super) lows: u64,
    pub(super) parts: [u64; HANDS_MAX],
    /// Squares of the parts, for the error of a sample.
    pub(super) squares: [u128; HANDS_MAX],
    pub(super) whole: [u64; HANDS_MAX],
    pub(super) divided: [u64; HANDS_MAX],
    pub(super) high: [Wons; HANDS_MAX],
    pub(super) low: [Wons; HANDS_MAX],
}

impl Tally {
    /// Adds one pot that comes in so many ways.
    #[inline]
    pub(super) fn add(&mut self, worths: &[Worth], wins: Wins, ways: u64) {
        let division = Division::of(worths, wins);
        self.deals += ways;
        self.lows += ways * u64::from(division.low.count() > 0);
        for hand in 0..worths.len() {
            let parts = u64::from(division.parts[hand]);
            self.parts[hand] += ways * parts;
            self.squares[hand] += u128::from(ways) * u128::from(parts * parts);
            self.whole[hand] += ways * u64::from(parts == PARTS);
            self.divided[hand] += ways * u64::from(parts > 0 && parts < PARTS);
            for (wons, winners) in [(&mut self.high, division.high), (&mut self.low, division.low)] {
                if winners.contains(hand) {
                    let is_alone = winners.count() == 1;
                    wons[hand].alone += ways * u64::from(is_alone);
                    wons[hand].shared += ways * u64::from(!is_alone);
                }
            }
        }
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

    fn parts(hands: &[&str], board: &str) -> Vec<u32> {
        let board = parse_cards(board).unwrap();
        let worth = |hand: &&str| OMAHA_EIGHT.worth(&parse_cards(hand).unwrap(), &board);
        let worths: Vec<Worth> = hands.iter().map(worth).collect();
        Division::of(&worths, Wins::HighLow).parts[..hands.len()].to_vec()
    }

    #[test]
    fn a_shared_low_is_quartered() {
        let board = "3c 4d 8h Ks Kd";
        assert_eq!(parts(&["As 2s Kh 8d", "Ah 2h Qc Jc"], board), [3780, 1260]);
        assert_eq!(parts(&["As 2s Kh 8d", "Qh Jh Qc Jc"], board), [5040, 0]);
        assert_eq!(parts(&["As 2s 9h 9d", "Ah 2h 9s 9c"], board), [2520, 2520]);
    }

    #[test]
    fn without_a_low_the_high_takes_all() {
        assert_eq!(parts(&["As 2s Kh 8d", "Ah 2h Qc Qd"], "Qh Jc 9h Ks 3d"), [0, 5040]);
    }

    #[test]
    fn ten_hands_share_without_a_rest() {
        for hands in 1..=HANDS_MAX as u64 {
            assert_eq!(PARTS / 2 % hands, 0);
        }
    }
}
