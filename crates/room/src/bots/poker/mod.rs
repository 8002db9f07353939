//! A bot at poker: it knows how good its hand is, what a call costs against the pot, and bluffs now and then.

mod betting;
mod equity;
mod low;
mod start;

use books::Rules;
use books::poker::{HoleUse, PokerRules};
use cards::{Card, Draws};
use games::poker::{Choice, Which};
use games::round::{Choice as Any, Offer, RoundStage, View};
use games::{Party, Seat};

use super::Turn;
use betting::{Spot, Strength};

/// What the bot chooses among what it is offered.
pub(super) fn choose(turn: &Turn<'_>, rules: &PokerRules, draws: &mut Draws) -> Option<(Party, Choice)> {
    let Turn { me, round, offers, style, .. } = *turn;
    let choices = offers.iter().filter_map(|offer| match offer.choice {
        Any::Poker(choice) => Some((offer, choice)),
        _ => None,
    });
    let own = round.seats.iter().find(|one| Some(one.seat) == me.seat)?;
    // A hand of which a card lies unseen cannot be weighed, nor said by its place which card goes.
    let cards: Vec<Card> =
        own.hands.first()?.cards.iter().copied().collect::<Option<_>>().unwrap_or_default();
    for (offer, choice) in choices.clone() {
        let chosen = match choice {
            // Cards speak: who shows can lose nothing by it.
            Choice::Show => Some(choice),
            Choice::Discard(_) => Some(Choice::Discard(discard(rules, &cards, &round.board, offer, draws))),
            Choice::Draw(_) => Some(Choice::Draw(low::draw(rules, &cards, others_of(turn), offer.cards.1))),
            _ => None,
        };
        if let Some(chosen) = chosen {
            return Some((offer.who, chosen));
        }
    }
    let spot = Spot::of(me, round, own.bet, style, offers);
    let hand = strength(rules, &cards, round, spot.rivals, draws);
    let choice = spot.act(hand, rules.table.smallest_chip.value, draws);
    choices.map(|(offer, _)| offer.who).next().zip(choice)
}

/// Who else is in. Cards are exchanged from the left of the button on, in the order of the seats.
fn others_of(turn: &Turn<'_>) -> low::Others {
    let live: Vec<Seat> = turn.round.seats.iter().filter(|one| one.is_live).map(|one| one.seat).collect();
    low::Others { rivals: live.len().saturating_sub(1).max(1), is_last: live.last() == Some(&turn.seat) }
}

/// The part of all starting hands that a bot takes for worse than this one; nothing in games where hands are not entered
/// and thrown away by their strength.
#[must_use]
pub fn rating(rules: &Rules, cards: &[Card]) -> Option<f64> {
    let Rules::Poker(rules) = rules else { return None };
    Some(rate(rules, cards))
}

fn rate(rules: &PokerRules, cards: &[Card]) -> f64 {
    match rules.hands.uses.value == HoleUse::AllFive {
        true => low::start(rules, cards),
        false => start::start(rules, cards),
    }
}

fn strength(rules: &PokerRules, cards: &[Card], round: &View, rivals: usize, draws: &mut Draws) -> Strength {
    // Where a human deals, a bot's cards lie unseen, and it holds nothing it could know of.
    if cards.is_empty() {
        return Strength::Start(0.0);
    }
    if rules.hands.uses.value == HoleUse::AllFive {
        let has_drawn =
            rules.streets.first().is_some_and(|street| RoundStage::from(street.name.value) != round.stage);
        return match has_drawn {
            true => Strength::Share(low::share(rules, cards, rivals)),
            false => Strength::Start(rate(rules, cards)),
        };
    }
    match round.board.is_empty() {
        true => Strength::Start(rate(rules, cards)),
        false => Strength::Share(equity::share(rules, cards, &round.board, rivals, draws)),
    }
}

/// The cards to throw away: those without which the rest is best.
fn discard(rules: &PokerRules, cards: &[Card], board: &[Card], offer: &Offer, draws: &mut Draws) -> Which {
    let count = offer.cards.0;
    let sets = (0_u8..1 << cards.len()).map(Which::from_bits).filter(|which| which.count() == count);
    let mut best = ((0..count).fold(Which::NONE, Which::and), f64::NEG_INFINITY);
    for which in sets {
        let kept = |place: &usize| !which.contains(*place as u8);
        let rest: Vec<Card> = (0..cards.len()).filter(kept).map(|place| cards[place]).collect();
        let worth = match board.is_empty() {
            true => start::score(rules.hands.wins.value, &rest),
            false => equity::share(rules, &rest, board, 1, draws),
        };
        if worth > best.1 {
            best = (which, worth);
        }
    }
    best.0
}
