//! Bots at double-hand poker: what the house way gives away to the best setting.

use books::double_hand::DoubleHandRules;
use games::round::Choice as Any;
use room::bots::Moved;

use super::tally::{Cost, Hands, Tally, is_same};

/// The house way is rated among the settings that it may be.
pub(super) const COST: Option<Cost> = Some(Cost {
    basis: "sampled: every fifth hand, its settings against 5,000 random hands of the other side that are set the house \
            way",
    every: 5,
    deals: 1_000,
    counts: |_| true,
    is_made: |rated, choice| is_same(rated, choice) || rated.note.starts_with("the house way"),
    is_aside: |_| false,
});

pub(super) fn note(_: &DoubleHandRules, _: &Moved, _: &Any, _: &mut Tally, _: &mut Hands) {}
