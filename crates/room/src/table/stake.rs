//! What bounds a stake: the clause that says how little, and the one that says what must be left.

use books::Clause;

use super::Table;

impl Table {
    /// The clause that bounds a stake: below, the table's least wager; above, the banker's fee, which must be left.
    pub(super) fn stake_clause(&self, is_too_small: bool) -> Clause {
        let coverage = self.game.banking().map_or(Clause::NONE, |banking| banking.coverage);
        let schedule = self.schedule.as_ref();
        let bound = if is_too_small {
            schedule.and_then(|schedule| schedule.limit.as_ref()).map(|limit| limit.clause)
        } else {
            schedule.map(|schedule| schedule.clause())
        };
        bound.unwrap_or(Clause::NONE).or(coverage)
    }
}
