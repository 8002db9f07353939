//! What double-hand poker pays.

use books::double_hand::DoubleHandRules;
use books::poker::Stakes;
use books::rates::Schedule;

use super::{row, table};
use crate::content::PayTable;

pub(super) fn tables(
    rules: &DoubleHandRules,
    _schedule: &Schedule,
    _stakes: Option<&Stakes>,
) -> Vec<PayTable> {
    let results = &rules.results;
    let rows = vec![
        row("Both hands higher than the bank's", *results.pays),
        row("One hand higher", results.one_higher.value.word()),
        row("A hand equal to the bank's", results.front_copy.value.word()),
    ];
    vec![table("Wins pay", rows)]
}
