//! Bots at poker: pots entered and raised, bets and calls, and with which hands a pot is entered that nobody has.

use books::Rules;
use books::poker::PokerRules;
use cards::Card;
use games::poker::Choice;
use games::round::{Choice as Any, RoundStage};
use room::bots::{Moved, rating};

use super::tally::{Cost, Hands, Tally, is_same};

/// Folding, checking and calling are weighed; what a bet is worth hangs on who folds.
pub(super) const COST: Option<Cost> = Some(Cost {
    basis: "estimated: every fifth fold, check and call beside the best of the three, against unknown hands that stay to \
            the end, as the coach reckons",
    every: 5,
    deals: 1_000,
    counts: |choice| matches!(choice, Any::Poker(Choice::Fold | Choice::Check | Choice::Call)),
    is_made: is_same,
    is_aside: |_| false,
});

pub(super) fn note(rules: &PokerRules, moved: &Moved, choice: &Any, tally: &mut Tally, hands: &mut Hands) {
    let Any::Poker(choice) = choice else { return };
    let Some(round) = &moved.view.round else { return };
    let (enters, raises, calls) = match choice {
        Choice::Fold | Choice::Check => (false, false, false),
        Choice::Call => (true, false, true),
        Choice::Bet(_) | Choice::Raise(_) => (true, true, false),
        Choice::Discard(_) | Choice::Draw(_) | Choice::Show | Choice::Muck => return,
    };
    tally.acts(moved.person, raises, calls);
    let first = rules.streets.first().map(|street| RoundStage::from(street.name.value));
    if first != Some(round.stage) {
        return;
    }
    let is_first_in = !hands.is_opened;
    hands.is_opened |= enters;
    hands.is_raised |= raises && !is_first_in;
    hands.put(moved.person, enters, raises);
    if !is_first_in {
        return;
    }
    let own = round.seats.iter().find(|one| Some(one.seat) == moved.view.you);
    let cards: Vec<Card> = own
        .and_then(|own| own.hands.first())
        .into_iter()
        .flat_map(|hand| &hand.cards)
        .copied()
        .flatten()
        .collect();
    // Who may check for nothing enters with anything.
    let may_check = round.offers.iter().any(|offer| offer.choice == Any::Poker(Choice::Check));
    if let Some(rated) = rating(&Rules::Poker(Box::new(rules.clone())), &cards).filter(|_| !may_check) {
        tally.first_in(rated, enters);
    }
}
