//! A bot at double-hand poker: any pile will do, and every hand is set the house way.

use books::double_hand::DoubleHandRules;
use cards::Draws;
use games::Party;
use games::double_hand::Choice;
use games::round::Choice as Any;

use super::Turn;

/// What the bot chooses among what it is offered; nothing when it may only change its wager or stake.
pub(super) fn choose(
    turn: &Turn<'_>,
    _rules: &DoubleHandRules,
    draws: &mut Draws,
) -> Option<(Party, Choice)> {
    let choices = turn.offers.iter().filter_map(|offer| match offer.choice {
        Any::DoubleHand(choice) => Some((offer.who, choice)),
        _ => None,
    });
    let piles: Vec<(Party, Choice)> =
        choices.clone().filter(|(_, choice)| matches!(choice, Choice::Pile(_))).collect();
    if !piles.is_empty() {
        return Some(piles[draws.below(piles.len() as u32) as usize]);
    }
    // A bank that has set its hand confirms it; setting it again would go on for ever.
    let find = |wanted: Choice| choices.clone().find(|(_, choice)| *choice == wanted);
    find(Choice::Confirm).or_else(|| find(Choice::HouseWay))
}
