//! What happens in hands of poker while a case follows the life of a table.

use games::poker::{Choice, Event, FeeKind, Irregularity};
use games::round;

use super::tell::post_word;

/// A choice in a hand.
pub(crate) fn chosen(choice: Choice) -> round::Choice {
    round::Choice::Poker(choice)
}

/// A report of something irregular in a hand.
pub(crate) fn reported(what: Irregularity) -> round::Report {
    round::Report::Poker(what)
}

/// Whether a choice shows a hand.
pub(crate) fn is_shown(choice: round::Choice) -> bool {
    choice == chosen(Choice::Show)
}

/// What of a hand a case about a table tells.
pub(crate) fn told(event: &round::Event) -> Option<String> {
    let round::Event::Poker(event) = event else { return None };
    match *event {
        Event::Posted { seat, post, amount, .. } => {
            Some(format!("{seat} posted {} {amount}", post_word(post)))
        }
        Event::Died { seat, .. } => Some(format!("{seat} is dead")),
        Event::Collected { fee: FeeKind::Time, amount, .. } => Some(format!("pot paid {amount}")),
        Event::Collected { fee: FeeKind::Jackpot, amount, .. } => Some(format!("jackpot got {amount}")),
        _ => None,
    }
}
