//! A poker book as cases play it: the stakes are those of the case.

use books::poker::PokerRules;
use books::rates::Schedule;

/// A poker book and one of its schedules.
#[derive(Clone, Debug)]
pub struct CaseGame {
    /// The rules.
    pub rules: PokerRules,
    /// The schedule, if fees are taken.
    pub schedule: Option<Schedule>,
}

/// Whether a case may say that a human deals, with cards unseen.
pub(crate) const DEALS_UNSEEN: bool = false;

/// Makes a book ready for cases.
pub(crate) fn ready(rules: &PokerRules, schedule: Option<Schedule>) -> CaseGame {
    CaseGame { rules: rules.clone(), schedule }
}
