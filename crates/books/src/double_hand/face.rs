//! The face that the rules of double-hand poker show to whoever reads any book.

use super::rules::{DoubleHandRules, Eligible};
use super::{check, words};
use crate::face::{Banked, RulesFace};
use crate::header::Header;
use crate::rates::{Schedule, Taken};
use crate::read::{Citation, Reader, Rule};
use crate::words::Heading;

impl RulesFace for DoubleHandRules {
    fn header(&self) -> &Header {
        &self.book
    }

    fn unfit_rates(&self, schedules: &[&Schedule]) -> Option<(&'static str, &'static str)> {
        let is_late = schedules.iter().any(|one| one.taken.value != Taken::BeforeDeal);
        is_late.then_some(("collection.when", "fees are taken at another moment"))
    }

    fn check(&self, reader: &mut Reader<'_>) {
        check::check(self, reader);
    }

    fn sentences(&self, citations: &[Citation]) -> Vec<Heading> {
        words::sentences(self, citations)
    }

    fn banked(&self) -> Option<Banked<'_>> {
        let Eligible::WageredLastRound = self.offers.eligible.value;
        Some(Banked {
            rotation: &self.rotation,
            uncovered_returned: self.settlement.uncovered_returned,
            wagered_last_round: Some(self.offers.eligible.clause),
            house_may_bank: None,
        })
    }

    fn jackpot(&self) -> Option<Rule<bool>> {
        Some(self.collection.jackpot)
    }

    fn joins_wagers(&self) -> bool {
        true
    }

    fn backers_most(&self) -> Option<usize> {
        Some(self.table.backers.limit().map_or(usize::MAX, usize::from))
    }

    fn cuts_above_limit(&self) -> bool {
        true
    }
}
