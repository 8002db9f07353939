//! What happens in hands of poker while a case follows the life of a table.

use books::Money;
use games::poker::{Choice, Event, FeeKind, Which};
use games::round;

use super::tell::post_word;
use super::words::read_plain_report;

/// What somebody chooses in a hand, as a case says it.
pub(crate) fn choice_of(deed: &[&str]) -> Option<round::Choice> {
    let money = |text: &str| text.parse::<Money>().ok();
    let choice = match deed {
        ["calls"] => Choice::Call,
        ["checks"] => Choice::Check,
        ["folds"] => Choice::Fold,
        ["throws", "a", "card", "away"] => Choice::Discard(Which::one(0)),
        ["bets", amount] => Choice::Bet(money(amount)?),
        ["raises", "to", amount] => Choice::Raise(money(amount)?),
        _ => return None,
    };
    Some(round::Choice::Poker(choice))
}

/// Something irregular in a hand, as a case says it.
pub(crate) fn report_of(what: &[&str]) -> Option<round::Report> {
    read_plain_report(what).map(round::Report::Poker)
}

/// Whether a choice shows a hand.
pub(crate) fn is_shown(choice: round::Choice) -> bool {
    choice == round::Choice::Poker(Choice::Show)
}

/// What of a hand a case about a table tells.
pub(crate) fn said(event: &round::Event) -> Option<String> {
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
