//! Whether a peer puts the same hands into the same order.

use std::collections::BTreeMap;

/// Checks that two rankings put the same hands into the same order.
#[derive(Default)]
pub struct Agreement(BTreeMap<i64, i64>);

impl Agreement {
    /// Notes what both gave to a hand.
    ///
    /// # Panics
    ///
    /// If one value of ours goes with two of theirs.
    pub fn note(&mut self, ours: i64, theirs: i64) {
        let first = *self.0.entry(ours).or_insert(theirs);
        assert_eq!(first, theirs, "our value {ours} stands for two of theirs");
    }

    /// Checks that the greater value of ours always goes with the greater value of theirs.
    ///
    /// # Panics
    ///
    /// If it does not.
    pub fn check(self, name: &str) {
        let values: Vec<i64> = self.0.into_values().collect();
        assert!(values.windows(2).all(|pair| pair[0] < pair[1]), "{name} has another order");
        println!("  {name} agrees on the order of {} different hands", values.len());
    }
}
