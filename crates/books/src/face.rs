//! The face of a family's rules: what whoever reads any book asks of it.
//!
//! Each family answers in its own folder (`face.rs`); [`Rules::face`](crate::Rules::face) gives it.

use crate::Clause;
use crate::Money;
use crate::bank::RotationRules;
use crate::header::{Header, Range};
use crate::law::{Breach, LawCheck};
use crate::rates::Schedule;
use crate::read::{Citation, Reader, Rule};
use crate::structure::StructureRules;
use crate::words::Heading;

/// The rules of one family, as its book writes them.
pub trait RulesFace {
    /// What the book begins with.
    fn header(&self) -> &Header;

    /// Finds what no single key shows to be wrong.
    fn check(&self, reader: &mut Reader<'_>);

    /// The rules in plain words.
    fn sentences(&self, citations: &[Citation]) -> Vec<Heading>;

    /// What the book says about its bank; nothing where no player holds one.
    fn banked(&self) -> Option<Banked<'_>> {
        None
    }

    /// Whether a jackpot fee is taken, where the book says so.
    fn jackpot(&self) -> Option<Rule<bool>> {
        None
    }

    /// Whether the house pays bonuses out of its own promotion money.
    fn pays_promotions(&self) -> bool {
        false
    }

    /// Where these schedules contradict the book: the key of the book, and what they say.
    fn unfit_rates(&self, _schedules: &[&Schedule]) -> Option<(&'static str, &'static str)> {
        None
    }

    /// Whether players pay a fee, where the book says so.
    fn players_pay(&self) -> Option<Rule<bool>> {
        None
    }

    /// Whether the fee is fixed before the hand, where the book says so.
    fn fixed_before_hand(&self) -> Option<Rule<bool>> {
        None
    }

    /// The ways of betting; none where people wager against a bank.
    fn structures(&self) -> &[StructureRules] {
        &[]
    }

    /// Whether everybody puts up tops before the deal.
    fn puts_up_tops(&self) -> bool {
        false
    }

    /// How many decks a shoe may hold; nothing where every round is dealt from one deck.
    fn decks(&self) -> Option<&Rule<Range>> {
        None
    }

    /// Whether there is a wager beside the base wager that is laid before the deal.
    fn has_side_bet(&self) -> bool {
        false
    }

    /// Whether the wager beside the base wager may be no larger than it.
    fn side_not_over_base(&self) -> bool {
        false
    }

    /// The key by which a side bet is offered that its schedules have to price, with its clause.
    fn priced_side_bet(&self) -> Option<(&'static str, Clause)> {
        None
    }

    /// How many may back one spot, where the book lets anybody: so many, or any number.
    fn backers_most(&self) -> Option<usize> {
        None
    }

    /// The step in which wagers grow.
    fn wager_unit(&self) -> Money {
        Money::dollars(1)
    }

    /// Whether wagers of several people may be joined into one.
    fn joins_wagers(&self) -> bool {
        false
    }

    /// Whether what is wagered above the table's limit has no action.
    fn cuts_above_limit(&self) -> bool {
        false
    }

    /// What the book does against a rule of the law that is about this family alone.
    fn breaches(&self, _check: LawCheck) -> Vec<Breach> {
        Vec::new()
    }
}

/// What a book says about its bank.
#[derive(Clone, Copy, Debug)]
pub struct Banked<'a> {
    /// Who is offered the bank, and for how long.
    pub rotation: &'a RotationRules,
    /// Whether wagers beyond the bank's stake go back to their owners.
    pub uncovered_returned: Rule<bool>,
    /// The clause by which only those may bank who had a wager in the last round.
    pub wagered_last_round: Option<Clause>,
    /// Whether the house may bank, where the book says so.
    pub house_may_bank: Option<Rule<bool>>,
}
