//! How often each amount came, in so much memory and no more: where there are too many different amounts, neighbours are
//! counted as the largest of them.

use std::collections::BTreeMap;

use super::number::Number;

/// How many different amounts are told apart.
const MOST: usize = 1 << 15;

/// Counts of amounts in cents, rounded up to a multiple of a width.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    width: i64,
    all: u64,
    counts: BTreeMap<i64, u64>,
}

impl Default for Counts {
    fn default() -> Counts {
        Counts { width: 1, all: 0, counts: BTreeMap::new() }
    }
}

fn rounded(amount: i64, width: i64) -> i64 {
    amount + (width - amount % width) % width
}

impl Counts {
    pub(super) fn take(&mut self, amount: i64) {
        self.put(amount, 1);
        self.narrow();
    }

    pub(super) fn add(&mut self, other: &Counts) {
        if other.width > self.width {
            self.widen(other.width);
        }
        other.counts.iter().for_each(|(amount, count)| self.put(*amount, *count));
        self.narrow();
    }

    fn put(&mut self, amount: i64, count: u64) {
        *self.counts.entry(rounded(amount, self.width)).or_insert(0) += count;
        self.all += count;
    }

    fn narrow(&mut self) {
        while self.counts.len() > MOST {
            self.widen(2 * self.width);
        }
    }

    fn widen(&mut self, width: i64) {
        self.width = width;
        for (amount, count) in std::mem::take(&mut self.counts) {
            *self.counts.entry(rounded(amount, width)).or_insert(0) += count;
        }
    }

    /// The largest amount.
    pub(super) fn most(&self) -> i64 {
        self.counts.last_key_value().map_or(0, |(amount, _)| *amount)
    }

    /// The least amount that no more than a share of all lies above, with its standard error.
    pub(super) fn quantile(&self, risk: f64) -> Number {
        // From the largest down: each amount, and how many are at least that.
        let mut steps = Vec::with_capacity(self.counts.len());
        let mut above = 0;
        for (amount, count) in self.counts.iter().rev() {
            above += count;
            steps.push((*amount as f64, above as f64));
        }
        let at = |place: f64| {
            let found = steps.partition_point(|(_, down_to)| *down_to <= place);
            steps[found.min(steps.len() - 1)].0
        };
        quantile(at, self.all as f64, risk)
    }
}

/// The least amount that no more than a share of a list lies above, with its standard error by the ranks that chance
/// would give it. `at` tells the amount of a place, counted from the largest down.
///
/// Where the ranks that are one error apart have the same amount, those further off tell how far it might be.
pub(super) fn quantile(at: impl Fn(f64) -> f64, count: f64, risk: f64) -> Number {
    let at = |place: f64| at(place.clamp(0.0, count - 1.0));
    let place = (count * risk).floor();
    let spread = (count * risk * (1.0 - risk)).sqrt().max(1.0);
    let apart = |errors: f64| (at(place - errors * spread) - at(place + errors * spread)) / (2.0 * errors);
    let error = (1..=5).map(|errors| apart(f64::from(errors))).find(|error| *error > 0.0);
    // An amount that stands so surely is known to a cent.
    Number::simulated(at(place), error.unwrap_or(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quantile_leaves_no_more_than_the_risk_above() {
        let mut counts = Counts::default();
        (1..=1000).for_each(|amount| counts.take(amount));
        for risk in [0.5, 0.1, 0.01, 0.001, 0.0001] {
            let found = counts.quantile(risk);
            let above = 1000.0 - found.value;
            assert!(above <= 1000.0 * risk && found.spread() > 0.0, "{risk}: {found:?}");
            assert!(above + 1.0 > 1000.0 * risk, "{risk}: less would do");
        }
    }

    #[test]
    fn memory_is_bounded_and_amounts_are_rounded_up() {
        let mut counts = Counts::default();
        for amount in 0..300_000 {
            counts.take(amount * 7 % 300_007);
        }
        let mut twice = counts.clone();
        twice.add(&counts);
        assert!(counts.counts.len() <= MOST && twice.counts.len() <= MOST);
        assert_eq!((counts.all, twice.all), (300_000, 600_000));
        for risk in [0.3, 0.01] {
            let (found, exact) = (twice.quantile(risk).value, 300_007.0 * (1.0 - risk));
            assert!((exact - 20.0..exact + 40.0).contains(&found), "{risk}: {found} {exact}");
        }
    }

    #[test]
    fn an_amount_that_always_comes_is_not_without_error() {
        let mut counts = Counts::default();
        (0..1000).for_each(|_| counts.take(600));
        assert!(counts.quantile(0.01).value == 600.0 && counts.quantile(0.01).spread() > 0.0);
    }
}
