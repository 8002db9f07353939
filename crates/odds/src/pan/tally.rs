//! What hands have come to: whole chips and turns, so that sums are the same in whatever order they are made.

use games::pan::PLAYERS_MAX;

use crate::sim::blocks::Sum;

/// Sums of one measure, and of its squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mean {
    /// How often it was measured.
    pub count: i128,
    /// What all came to.
    pub sum: i128,
    /// What the squares came to.
    pub squares: i128,
}

impl Mean {
    /// Measures once more.
    pub fn measure(&mut self, what: i64) {
        let what = i128::from(what);
        self.count += 1;
        self.sum += what;
        self.squares += what * what;
    }

    /// The average; nothing if it was never measured.
    #[must_use]
    pub fn value(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }

    /// The standard error of the average; nothing before it was measured twice.
    #[must_use]
    pub fn error(&self) -> Option<f64> {
        let (value, count) = (self.value()?, self.count as f64);
        let variance = (self.squares as f64 - value * value * count) / (count - 1.0);
        (self.count > 1).then(|| (variance.max(0.0) / count).sqrt())
    }
}

/// What is measured of hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Turns of all players in a hand in which somebody went out.
    Turns,
    /// Turns of whoever went out.
    TurnsOfWinner,
    /// Turns in any hand.
    AllTurns,
    /// Chips paid at once for conditions in a hand.
    Conditions,
    /// Chips paid for conditions again at going out.
    Again,
    /// Chips paid for going out.
    GoingOut,
    /// Chips of the tops.
    Tops,
    /// What those who play well win beyond those who play simply, in chips times the scale of the plan.
    Margin,
    /// What the player so many places after the first one wins, in chips.
    Worth(usize),
    /// Whether that player declares in.
    Declares(usize),
}

const SINGLE: usize = 8;
const COUNT: usize = SINGLE + 2 * PLAYERS_MAX;

impl Measure {
    fn place(self) -> usize {
        match self {
            Measure::Turns => 0,
            Measure::TurnsOfWinner => 1,
            Measure::AllTurns => 2,
            Measure::Conditions => 3,
            Measure::Again => 4,
            Measure::GoingOut => 5,
            Measure::Tops => 6,
            Measure::Margin => 7,
            Measure::Worth(place) => SINGLE + place,
            Measure::Declares(place) => SINGLE + PLAYERS_MAX + place,
        }
    }
}

/// What hands of one table have come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many were played.
    pub hands: u64,
    /// In how many somebody went out.
    pub went_out: u64,
    /// In how many everybody else declared out.
    pub last_in: u64,
    /// How many were void.
    pub void: u64,
    pub(super) means: [Mean; COUNT],
}

impl Tally {
    /// One measure.
    #[must_use]
    pub fn of(&self, measure: Measure) -> &Mean {
        &self.means[measure.place()]
    }

    pub(super) fn of_mut(&mut self, measure: Measure) -> &mut Mean {
        &mut self.means[measure.place()]
    }
}

impl Sum for Tally {
    fn rounds(&self) -> u64 {
        self.hands
    }

    fn add(&mut self, other: &Tally) {
        self.hands += other.hands;
        self.went_out += other.went_out;
        self.last_in += other.last_in;
        self.void += other.void;
        for (own, other) in self.means.iter_mut().zip(&other.means) {
            own.count += other.count;
            own.sum += other.sum;
            own.squares += other.squares;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_is_that_of_a_sample() {
        let mut mean = Mean::default();
        assert_eq!((mean.value(), mean.error()), (None, None));
        for what in [1, 2, 3, 4] {
            mean.measure(what);
        }
        // The squares of the distances from 2.5 are 5 in all; a third of it over four is the square of the error.
        assert_eq!(mean.value(), Some(2.5));
        assert!((mean.error().unwrap() - (5.0_f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
    }
}
