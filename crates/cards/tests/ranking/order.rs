//! Whether two rankings put the same hands into the same order.

use std::collections::BTreeMap;
use std::fmt::Debug;

/// Pairs of values that two rankings gave to the same hands.
pub(crate) struct Agreement<Fast, Slow>(BTreeMap<Fast, Slow>);

impl<Fast: Ord + Copy + Debug, Slow: Ord + Copy + Debug> Agreement<Fast, Slow> {
    pub(crate) fn new() -> Self {
        Agreement(BTreeMap::new())
    }

    /// Notes what both gave to a hand, and refuses a value that once went with another.
    pub(crate) fn note(&mut self, fast: Fast, slow: Slow, hand: impl Debug) {
        let first = *self.0.entry(fast).or_insert(slow);
        assert_eq!(first, slow, "{fast:?} stands for two hands, here {hand:?}");
    }

    /// Checks that the greater value of one goes with the greater value of the other, and gives their number.
    pub(crate) fn classes(self) -> usize {
        let mut last: Option<(Fast, Slow)> = None;
        for (fast, slow) in &self.0 {
            if let Some((below, slow_below)) = last {
                assert!(slow_below < *slow, "{below:?} and {fast:?} are in the wrong order");
            }
            last = Some((*fast, *slow));
        }
        self.0.len()
    }
}
