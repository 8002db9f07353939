//! What double-hand poker pays.

use books::Outcome;
use books::double_hand::DoubleHandRules;
use books::rates::Schedule;
use books::structure::Stakes;

use super::{row, table};
use crate::content::PayTable;

pub(super) fn tables(
    rules: &DoubleHandRules,
    _schedule: &Schedule,
    _stakes: Option<&Stakes>,
) -> Vec<PayTable> {
    let results = &rules.results;
    let copy = match *results.front_copy {
        Outcome::Player => "counts for the player",
        Outcome::Bank => "counts for the bank",
        Outcome::Push => "counts for nobody",
    };
    let rows = vec![
        row("Both hands higher than the bank's", *results.pays),
        row("One hand higher", results.one_higher.value.word()),
        row("A front or back equal to the bank's", copy),
    ];
    vec![table("Wins pay", rows)]
}
