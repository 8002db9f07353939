//! Which of the chips that move at a table belong to the round that is on.

use books::Money;
use room::{Account, Event};
use store::Transfer;

/// What an event moves of a round, by account: who paid less than nothing, who got more. What is brought to the table or
/// taken away from it, collected by time or put right by the floor is no part of a round.
pub(crate) fn of_round<'a>(
    event: &Event,
    moved: impl Iterator<Item = &'a Transfer>,
) -> impl Iterator<Item = (Account, Money)> {
    let is_own = !matches!(event, Event::TimeCollected { .. } | Event::Corrected { .. });
    let is_wallet = |one: Account| matches!(one, Account::Patron(_) | Account::Play(_));
    moved.filter(move |_| is_own).flat_map(move |one| {
        let ends = one.from.parse().ok().zip(one.to.parse().ok());
        let ends = ends.filter(|(from, to)| !is_wallet(*from) && !is_wallet(*to));
        ends.into_iter().flat_map(|(from, to)| [(from, Money::ZERO - one.amount), (to, one.amount)])
    })
}
