//! How rounds come about: what a room sees to before the first card.

use books::bank::RotationRules;
use books::{Clause, Rule};

/// How the rounds of a game come about.
#[derive(Clone, Copy, Debug)]
pub enum Begins<'a> {
    /// Somebody takes the bank, and the others wager against it.
    Bank(Banking<'a>),
    /// A button goes round, and blinds are posted.
    Blinds,
    /// Everybody puts up tops.
    Tops,
}

/// What a book says about its bank.
#[derive(Clone, Copy, Debug)]
pub struct Banking<'a> {
    /// Who is offered the bank, and for how long.
    pub rotation: &'a RotationRules,
    /// The clause by which the stake covers the wagers.
    pub coverage: Clause,
    /// Whether others may put money into the bank.
    pub shared: Option<Rule<bool>>,
    /// Whether only the company of whoever banks may do so.
    pub shared_by_company: Option<Rule<bool>>,
    /// The clause by which only those may bank who had a wager in the last round.
    pub wagered_last_round: Option<Clause>,
}
