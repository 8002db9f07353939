//! Bots at Panguingue: hands that they go in with. No best play is known to weigh them by.

use books::pan::PanRules;
use games::pan::Choice;
use games::round::Choice as Any;
use room::bots::Moved;

use super::tally::{Cost, Hands, Tally};

/// Nothing says what a choice is worth.
pub(super) const COST: Option<Cost> = None;

pub(super) fn note(_: &PanRules, moved: &Moved, choice: &Any, tally: &mut Tally, _: &mut Hands) {
    match choice {
        Any::Pan(Choice::In) => tally.enter(moved.person, true),
        Any::Pan(Choice::Out) => tally.enter(moved.person, false),
        _ => {}
    }
}
