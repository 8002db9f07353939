//! The face that the rules of blackjack show to whoever reads any book.

use super::rules::BlackjackRules;
use super::{check, law, words};
use crate::Clause;
use crate::Money;
use crate::face::{Banked, RulesFace};
use crate::header::{Header, Range};
use crate::law::{Breach, LawCheck};
use crate::read::{Citation, Reader, Rule};
use crate::words::Heading;

impl RulesFace for BlackjackRules {
    fn header(&self) -> &Header {
        &self.book
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
            house_may_bank: None,
        })
    }

    fn decks(&self) -> Option<&Rule<Range>> {
        Some(&self.deck.decks)
    }

    fn has_side_bet(&self) -> bool {
        self.buster.is_some() || self.bonus_bet.is_some()
    }

    fn side_not_over_base(&self) -> bool {
        self.buster.as_ref().is_some_and(|one| one.not_over_base.value)
    }

    fn priced_side_bet(&self) -> Option<(&'static str, Clause)> {
        match (&self.buster, &self.bonus_bet) {
            (Some(buster), _) => buster.offered.value.then_some(("buster.offered", buster.offered.clause)),
            (None, Some(bonus)) => bonus.offered.value.then_some(("bonus_bet.offered", bonus.offered.clause)),
            (None, None) => None,
        }
    }

    fn pays_promotions(&self) -> bool {
        self.bonuses.iter().flatten().any(|bonus| bonus.pays.is_some())
    }

    fn breaches(&self, check: LawCheck) -> Vec<Breach> {
        law::breaches(self, check)
    }

    fn backers_most(&self) -> Option<usize> {
        self.table.backline.value.then_some(usize::MAX)
    }

    fn wager_unit(&self) -> Money {
        self.table.wager_unit.value
    }
}
