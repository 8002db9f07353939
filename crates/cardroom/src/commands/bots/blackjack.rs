//! Bots at blackjack: every choice weighed exactly, and what insurance costs.

use books::blackjack::BlackjackRules;
use games::blackjack::Choice;
use games::round::Choice as Any;
use room::bots::Moved;

use super::tally::{Cost, Hands, Tally, is_same};

/// Every choice of a hand is worth what the analysis says. Insurance is a wager of its own.
pub(super) const COST: Option<Cost> = Some(Cost {
    basis: "exact, by the analysis of a full shoe, the own hand and the up card",
    every: 1,
    deals: 0,
    counts: |_| true,
    is_made: is_same,
    is_aside: |choice| matches!(choice, Any::Blackjack(Choice::Insure(_))),
});

pub(super) fn note(_: &BlackjackRules, moved: &Moved, choice: &Any, tally: &mut Tally, _: &mut Hands) {
    let Any::Blackjack(choice) = choice else { return };
    let offers = moved.view.round.iter().flat_map(|round| &round.offers);
    let mut offered = offers.filter_map(|offer| match offer.choice {
        Any::Blackjack(choice) => Some(choice),
        _ => None,
    });
    match choice {
        Choice::Insure(_) => tally.insured += 1,
        Choice::Follow(_) => tally.followed += 1,
        Choice::Decline => {}
        Choice::Hit
        | Choice::Stand
        | Choice::Double(_)
        | Choice::Split
        | Choice::Surrender(_)
        | Choice::EvenMoney
        | Choice::Side(_) => return,
    }
    if offered.clone().any(|choice| matches!(choice, Choice::Insure(_))) {
        tally.insurance_offers += 1;
    } else if offered.any(|choice| matches!(choice, Choice::Follow(_))) {
        tally.follow_offers += 1;
    }
}
