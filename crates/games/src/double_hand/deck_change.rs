//! Who may ask for another deck between two rounds.

use books::double_hand::{DeckChange, DeckRules};

use crate::bank::{Bank, Person};
use crate::refusal::{Reason, Refusal};

/// Whether a player with a wager may ask for another deck after the last round, by whether its banker goes on.
///
/// # Errors
/// When only the banker may ask and this is another person; the refusal cites its clause.
pub fn may_ask_for_deck(
    rules: &DeckRules,
    last: Option<Bank>,
    bank_goes_on: bool,
    person: Person,
) -> Result<(), Refusal> {
    let rule = if bank_goes_on { rules.change_within_turn } else { rules.change_of_bank };
    let is_banker = last.is_some_and(|bank| bank.person == person);
    match rule.value {
        DeckChange::Bank if !is_banker => Err(Refusal::new(Reason::NotYourTurn, rule.clause)),
        DeckChange::Bank | DeckChange::AnyActive => Ok(()),
    }
}
