//! Bots at Three Card Poker: hands that are played and folded.

use books::three_card::ThreeCardRules;
use games::round::Choice as Any;
use games::three_card::Choice;
use room::bots::Moved;

use super::tally::{Cost, Hands, Tally, is_same};

/// Playing and folding are worth what every hand of the bank says.
pub(super) const COST: Option<Cost> = Some(Cost {
    basis: "exact, against every hand that the bank may hold",
    every: 1,
    deals: 0,
    counts: |_| true,
    is_made: is_same,
    is_aside: |_| false,
});

pub(super) fn note(_: &ThreeCardRules, moved: &Moved, choice: &Any, tally: &mut Tally, _: &mut Hands) {
    let Any::ThreeCard(choice) = choice else { return };
    match choice {
        Choice::Play => tally.enter(moved.person, true),
        Choice::Fold => tally.enter(moved.person, false),
        Choice::Put { .. } => {}
    }
}
