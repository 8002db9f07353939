//! The face that the rules of Three Card Poker show to whoever reads any book.

use super::rules::ThreeCardRules;
use super::{check, words};
use crate::Money;
use crate::face::{Banked, RulesFace};
use crate::header::Header;
use crate::rates::{Schedule, Taken};
use crate::read::{Citation, Reader, Rule};
use crate::words::Heading;

impl RulesFace for ThreeCardRules {
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
        Some(Banked {
            rotation: &self.rotation,
            uncovered_returned: self.settlement.uncovered_returned,
            wagered_last_round: None,
            house_may_bank: Some(self.offers.house_may_bank),
        })
    }

    fn players_pay(&self) -> Option<Rule<bool>> {
        Some(self.collection.players_pay)
    }

    fn has_side_bet(&self) -> bool {
        true
    }

    fn backers_most(&self) -> Option<usize> {
        self.table.backline.value.then_some(usize::MAX)
    }

    fn wager_unit(&self) -> Money {
        self.wagers.unit.value
    }
}
