//! What many rounds come to, kept as sums of powers: so much memory and no more, however many rounds there are.
//!
//! Powers are taken about nothing. What a hand brings on average is small beside its deviation, so that nothing is lost.

use super::number::Number;

/// Less than this share of a square is rounding.
const ROUNDING: f64 = 1e-11;

/// Sums of the first four powers of a number.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Powers {
    count: f64,
    sums: [f64; 4],
}

impl Powers {
    #[inline]
    pub(super) fn take(&mut self, number: f64) {
        let square = number * number;
        self.count += 1.0;
        self.sums[0] += number;
        self.sums[1] += square;
        self.sums[2] += square * number;
        self.sums[3] += square * square;
    }

    pub(super) fn add(&mut self, other: &Powers) {
        self.count += other.count;
        self.sums.iter_mut().zip(other.sums).for_each(|(own, more)| *own += more);
    }

    /// Whether nothing was taken yet.
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0.0
    }

    /// The average of one power, counted from 1.
    fn power(&self, power: usize) -> f64 {
        self.sums[power - 1] / self.count.max(1.0)
    }

    pub(super) fn mean(&self) -> f64 {
        self.power(1)
    }

    pub(super) fn variance(&self) -> f64 {
        let square = self.power(2);
        let found = square - self.mean().powi(2);
        if found > ROUNDING * square { found } else { 0.0 }
    }

    /// The variance; where what is known is more than chance could have hidden, that. A wager at long odds that never won
    /// is missing from what was seen, while a few percent more or less are chance.
    fn at_least(&self, known: f64) -> f64 {
        let seen = self.variance();
        let error = ((self.fourth() - seen * seen).max(0.0) / self.count.max(1.0)).sqrt();
        if known > 1.02 * seen + 4.0 * error { known } else { seen }
    }

    /// The mean with its standard error; where every round was alike, one round of this size more might change it.
    pub(super) fn average(&self, one: f64) -> Number {
        let error = (self.variance() / self.count.max(1.0)).sqrt();
        Number::simulated(self.mean(), if error > 0.0 { error } else { one / self.count.max(1.0) })
    }

    /// The standard deviation and its standard error, by the spread of squares.
    pub(super) fn deviation(&self, one: f64) -> Number {
        let square = self.variance();
        if square <= 0.0 {
            return Number::simulated(0.0, one / self.count.max(1.0).sqrt());
        }
        let spread = (self.fourth() - square * square).max(0.0) / self.count;
        Number::simulated(square.sqrt(), spread.sqrt() / (2.0 * square.sqrt()))
    }

    /// The fourth power of what a round lies off the mean.
    fn fourth(&self) -> f64 {
        let mean = self.mean();
        self.power(4) - 4.0 * mean * self.power(3) + 6.0 * mean.powi(2) * self.power(2) - 3.0 * mean.powi(4)
    }
}

/// How two numbers go together: sums of their products, beside the powers of each.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Products {
    count: f64,
    /// One times other: 1 and 1, 2 and 1, 1 and 2, 3 and 1, 2 and 2, 1 and 3.
    sums: [f64; 6],
}

impl Products {
    #[inline]
    pub(super) fn take(&mut self, one: f64, other: f64) {
        let both = one * other;
        self.count += 1.0;
        let powers = [both, both * one, both * other, both * one * one, both * both, both * other * other];
        self.sums.iter_mut().zip(powers).for_each(|(sum, more)| *sum += more);
    }

    pub(super) fn add(&mut self, more: &Products) {
        self.count += more.count;
        self.sums.iter_mut().zip(more.sums).for_each(|(own, more)| *own += more);
    }

    /// From -1 to 1, with its standard error; nothing if one of them never changes.
    pub(super) fn correlation(&self, one: &Powers, other: &Powers) -> Option<Number> {
        let (a, b) = (one.mean(), other.mean());
        let (va, vb) = (one.variance(), other.variance());
        if va <= 0.0 || vb <= 0.0 {
            return None;
        }
        let [s11, s21, s12, s31, s22, s13] = self.sums.map(|sum| sum / self.count);
        let (x2, x3) = (one.power(2), one.power(3));
        let (y2, y3) = (other.power(2), other.power(3));
        let found = (s11 - a * b) / (va * vb).sqrt();
        let c22 = s22 - 2.0 * b * s21 + b * b * x2 - 2.0 * a * s12 + 4.0 * a * b * s11 + a * a * y2
            - 3.0 * a * a * b * b;
        let c31 = s31 - b * x3 - 3.0 * a * s21 + 3.0 * a * b * x2 + 3.0 * a * a * s11 - 3.0 * a.powi(3) * b;
        let c13 = s13 - a * y3 - 3.0 * b * s12 + 3.0 * a * b * y2 + 3.0 * b * b * s11 - 3.0 * b.powi(3) * a;
        let c22 = c22 / (va * vb);
        let (c31, c13) = (c31 / (va * va * vb).sqrt() / va.sqrt(), c13 / (vb * vb * va).sqrt() / vb.sqrt());
        let (c40, c04) = (one.fourth() / (va * va), other.fourth() / (vb * vb));
        // How much one round moves the answer, to the first order.
        let square = c22 - found * (c31 + c13) + found * found / 4.0 * (c40 + 2.0 * c22 + c04);
        let error = (square.max(0.0) / self.count).sqrt();
        Some(Number::simulated(found, error.max(1.0 / self.count)))
    }
}

/// A number beside another whose mean is known: of what both have in common, chance has no part in the answer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Beside {
    pub(super) own: Powers,
    pub(super) full: Powers,
    both: f64,
}

/// What is known of the other number without playing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) mean: f64,
    /// The square of its deviation, or less: rounds that were played may lack what comes very seldom.
    pub(super) variance: f64,
}

impl Beside {
    #[inline]
    pub(super) fn take(&mut self, own: f64, full: f64) {
        self.own.take(own);
        self.full.take(full);
        self.both += own * full;
    }

    pub(super) fn add(&mut self, other: &Beside) {
        self.own.add(&other.own);
        self.full.add(&other.full);
        self.both += other.both;
    }

    /// The mean of the number. The factor that takes most of chance away is used, and what is known of the other
    /// number's deviation goes before what was seen of it, so that the error is never above that of the plain mean.
    pub(super) fn average(&self, known: Option<Known>, one: f64) -> Number {
        let plain = self.own.average(one);
        let Some(known) = known else { return plain };
        let count = self.own.count.max(1.0);
        let square = self.full.at_least(known.variance);
        let common = self.both / count - self.own.mean() * self.full.mean();
        if square <= 0.0 {
            return plain;
        }
        let factor = common / square;
        let value = self.own.mean() - factor * (self.full.mean() - known.mean);
        let left = self.own.variance() - common * factor;
        let left = if left > ROUNDING * self.own.variance() { left } else { 0.0 };
        let error = (left / count).sqrt();
        Number::simulated(value, if error > 0.0 { error } else { one / count })
    }

    /// How much more the number is than the other; known better where the other is.
    pub(super) fn change(&self, known: Option<Known>, one: f64) -> Number {
        if let Some(known) = known {
            return self.average(Some(known), one).plus(-known.mean);
        }
        let count = self.own.count.max(1.0);
        let common = self.both / count - self.own.mean() * self.full.mean();
        let square = self.own.variance() + self.full.variance();
        let left = square - 2.0 * common;
        let left = if left > ROUNDING * square { left } else { 0.0 };
        let error = (left / count).sqrt();
        let value = self.own.mean() - self.full.mean();
        Number::simulated(value, if error > 0.0 { error } else { one / count })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn powers(list: &[f64]) -> Powers {
        let mut powers = Powers::default();
        list.iter().for_each(|one| powers.take(*one));
        powers
    }

    #[test]
    fn means_and_deviations_are_those_of_the_list() {
        let list = [1.0, 2.0, 3.0, 4.0];
        let found = powers(&list);
        assert!((found.mean() - 2.5).abs() < 1e-12 && (found.variance() - 1.25).abs() < 1e-12);
        let fourth = list.iter().map(|one| (one - 2.5_f64).powi(4)).sum::<f64>() / 4.0;
        assert!((found.fourth() - fourth).abs() < 1e-9);
        let other = list.map(|one| 3.0 - 2.0 * one);
        let mut both = Products::default();
        list.iter().zip(other).for_each(|(one, other)| both.take(*one, other));
        let same = both.correlation(&found, &powers(&other)).unwrap();
        assert!((same.value + 1.0).abs() < 1e-9, "{same:?}");
        assert!(both.correlation(&found, &powers(&[1.0; 4])).is_none());
    }

    #[test]
    fn the_error_of_a_correlation_is_that_of_its_pulls() {
        let one = [1.0, -2.0, 0.5, 3.0, -1.0, 2.5, -0.5, 1.5];
        let other = [2.0, -1.0, -0.5, 1.0, -3.0, 1.5, 0.5, -1.0];
        let (a, b) = (powers(&one), powers(&other));
        let mut both = Products::default();
        one.iter().zip(other).for_each(|(one, other)| both.take(*one, other));
        let found = both.correlation(&a, &b).unwrap();
        let scaled = |list: &[f64; 8], powers: &Powers| {
            list.map(|one| (one - powers.mean()) / powers.variance().sqrt())
        };
        let (u, v) = (scaled(&one, &a), scaled(&other, &b));
        let pulls: Vec<f64> =
            u.iter().zip(v).map(|(u, v)| u * v - found.value / 2.0 * (u * u + v * v)).collect();
        let error = (pulls.iter().map(|pull| pull * pull).sum::<f64>() / 8.0 / 8.0).sqrt();
        assert!((found.spread() - error).abs() < 1e-9, "{found:?} {error}");
    }

    #[test]
    fn what_is_known_never_makes_a_mean_worse() {
        // Small wins and losses of the number, and a rare great win of the other that it has no part in.
        let mut beside = Beside::default();
        for round in 0..1_000 {
            let small = if round % 2 == 0 { 1.0 } else { -1.0 };
            beside.take(small, if round == 7 { 1_000.0 } else { small });
        }
        let plain = beside.own.average(1.0);
        let known = Known { mean: 0.3, variance: 1_500.0 };
        let found = beside.average(Some(known), 1.0);
        assert!(found.spread() <= plain.spread() && found.value.abs() < 0.1, "{found:?} {plain:?}");
        // Nothing of the great win was seen, but it is known to come.
        let mut unseen = Beside::default();
        (0..1_000).for_each(|round| {
            let small = if round % 2 == 0 { 1.0 } else { -1.0 };
            unseen.take(small, small);
        });
        let found = unseen.average(Some(Known { mean: 5.0, variance: 25_000.0 }), 1.0);
        assert!(found.value.abs() < 0.01, "{found:?}");
    }

    #[test]
    fn what_chance_hides_of_a_deviation_costs_nothing() {
        // The stake reached in all rounds but ten, and a little less was seen than is known.
        let mut beside = Beside::default();
        for round in 0..1_000 {
            let full = if round % 2 == 0 { 1.0 } else { -1.0 };
            beside.take(if round % 100 == 0 { 0.0 } else { full }, full);
        }
        let found = beside.average(Some(Known { mean: 0.0, variance: 1.015 }), 1.0);
        assert!(found.spread() < 0.2 * beside.own.average(1.0).spread(), "{found:?}");
    }

    #[test]
    fn rounds_that_are_all_alike_leave_a_doubt() {
        let never = powers(&[0.0; 100]);
        assert!(never.average(500.0).spread() > 4.9 && never.deviation(500.0).spread() > 49.0);
    }
}
