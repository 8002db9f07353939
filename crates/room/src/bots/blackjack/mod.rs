//! A bot at blackjack: it plays the exact chart of its book, and the hands whose very cards make another choice better.
//! At a book that has none, one of somebody's own, it takes of what it is offered what is worth most by the book's own
//! rules.

mod bank;
mod chart;
mod exceptions;
mod worth;

use books::blackjack::BlackjackRules;
use cards::{Card, Draws};
use games::blackjack::{Choice, Count};
use games::round::{Choice as Any, HandEnd, HandView, Offer, SeatView, View};
use games::{Party, Seat};
use odds::blackjack::filed_chart;

use super::Turn;
use bank::Chances;
use worth::Worth;

/// A loose bot insures one time in so many that it is asked.
const INSURES_ONE_IN: u32 = 8;
/// A loose bot errs one time in so many where two ways are nearly as good, and this is how near, in wagers: what its
/// play loses stays below a hundredth of a thousandth of its action.
const ERRS_ONE_IN: u32 = 64;
const CLOSE: f64 = 0.004;
/// Of so many doubles and splits that lose on average, a loose backer leaves one alone.
const DECLINES_ONE_IN: u32 = 4;

/// What the bot chooses among what it is offered; nothing when it is not asked and has nothing to give up.
pub(super) fn choose(turn: &Turn<'_>, rules: &BlackjackRules, draws: &mut Draws) -> Option<(Party, Choice)> {
    if let Some(followed) = follow(turn, rules, draws) {
        return Some(followed);
    }
    let insurance =
        turn.offers.iter().find(|offer| matches!(offer.choice, Any::Blackjack(Choice::Insure(_))));
    if let Some(offer) = insurance
        && turn.style.is_loose
        && offer.most.is_positive()
        && draws.below(INSURES_ONE_IN) == 0
    {
        return Some((offer.who, Choice::Insure(offer.most)));
    }
    let (who, best) = answer(turn.round, turn.seat, rules, turn.offers)?;
    let errs = turn.style.is_loose && draws.below(ERRS_ONE_IN) == 0;
    Some((who, if errs { nearly_as_good(turn, rules, best).unwrap_or(best) } else { best }))
}

/// Whether somebody with money on another's spot follows the double or split there, which the offers ask first.
fn follow(turn: &Turn<'_>, rules: &BlackjackRules, draws: &mut Draws) -> Option<(Party, Choice)> {
    let offer = turn.offers.iter().find(|offer| matches!(offer.choice, Any::Blackjack(Choice::Follow(_))))?;
    let is_backed = |one: &&SeatView| {
        one.seat != turn.seat && one.wagers.iter().any(|wager| Some(wager.purse) == turn.purse)
    };
    let spot = turn.round.seats.iter().find(is_backed);
    let bears = offer.most.times(2) <= turn.me.stack;
    let follows = bears
        && match spot.and_then(|spot| worth_of_following(turn.round, spot, rules)) {
            Some(worth) if worth >= 0.0 => true,
            _ => turn.style.is_loose && draws.below(DECLINES_ONE_IN) > 0,
        };
    Some((offer.who, if follows { Choice::Follow(offer.most) } else { Choice::Decline }))
}

/// What the chips that follow bring, in wagers: those of a doubled hand, or of one of two hands that were one.
fn worth_of_following(round: &View, spot: &SeatView, rules: &BlackjackRules) -> Option<f64> {
    let up = up_card(round)?;
    let mut worth = Worth::new(rules, Chances::under(rules, up));
    // A hand that is doubled or split and has not got its card yet is the one that is asked about.
    let open = spot.hands.iter().find(|hand| hand.end == HandEnd::Open);
    let hand = open.or_else(|| spot.hands.last())?;
    let cards: Vec<Card> = hand.cards.iter().copied().collect::<Option<_>>()?;
    match cards[..] {
        [only] => Some(worth.split(only) / 2.0),
        _ => Some(worth.double(Count::of(&cards)) / 2.0),
    }
}

/// The other of hitting and standing, where it is offered and nearly as good: what people get wrong.
fn nearly_as_good(turn: &Turn<'_>, rules: &BlackjackRules, best: Choice) -> Option<Choice> {
    let other = match best {
        Choice::Hit => Choice::Stand,
        Choice::Stand => Choice::Hit,
        _ => return None,
    };
    turn.offers.iter().find(|offer| offer.choice == Any::Blackjack(other))?;
    let own = turn.round.seats.iter().find(|one| one.seat == turn.seat)?;
    let hand = own.hands.iter().find(|hand| hand.end == HandEnd::Open)?;
    let cards: Vec<Card> = hand.cards.iter().copied().collect::<Option<_>>()?;
    let mut worth = Worth::new(rules, Chances::under(rules, up_card(turn.round)?));
    let count = Count::of(&cards);
    ((worth.hit(count) - worth.stand(count)).abs() < CLOSE).then_some(other)
}

fn up_card(round: &View) -> Option<Card> {
    round.bank.as_ref()?.hands.first()?.cards.iter().copied().flatten().next()
}

/// The best choice of whoever sits in a seat.
fn answer(round: &View, seat: Seat, rules: &BlackjackRules, offers: &[Offer]) -> Option<(Party, Choice)> {
    let Some(own) = round.seats.iter().find(|one| one.seat == seat && !one.hands.is_empty()) else {
        // Who has money on another's spot only has nothing else to say.
        let decline = offers.iter().find(|offer| offer.choice == Any::Blackjack(Choice::Decline))?;
        return Some((decline.who, Choice::Decline));
    };
    let hands = &own.hands;
    let up = up_card(round)?;
    if let Some(exact) = filed_chart(rules) {
        return chart::choose(exact, own, up, offers);
    }
    let mut worth = Worth::new(rules, Chances::under(rules, up));
    let current = hands.iter().position(|hand| hand.end == HandEnd::Open);
    let mut best: Option<(f64, Party, Choice)> = None;
    for offer in offers {
        let Any::Blackjack(choice) = offer.choice else { continue };
        let hand = match choice {
            Choice::Surrender(number) => Some(usize::from(number)),
            _ => current,
        };
        let rated = rate(choice, offer, hand.and_then(|place| hands.get(place)), &mut worth);
        let Some((value, choice)) = rated else { continue };
        if best.is_none_or(|(most, ..)| value > most) {
            best = Some((value, offer.who, choice));
        }
    }
    best.map(|(_, who, choice)| (who, choice))
}

/// What an offered choice is worth in opening wagers, with its amount filled in; nothing if it is out of question.
fn rate(choice: Choice, offer: &Offer, hand: Option<&HandView>, worth: &mut Worth) -> Option<(f64, Choice)> {
    // Insurance, even money, following and side wagers are left alone.
    if choice == Choice::Decline {
        return Some((worth.surrender(), choice));
    }
    let hand = hand?;
    let cards: Vec<Card> = hand.cards.iter().copied().flatten().collect();
    let count = Count::of(&cards);
    match choice {
        Choice::Hit => Some((worth.hit(count), choice)),
        Choice::Stand => Some((worth.stand(count), choice)),
        Choice::Double(_) => Some((worth.double(count), Choice::Double(offer.most))),
        Choice::Split => Some((worth.split(cards.first().copied()?), choice)),
        Choice::Surrender(_) if hand.end == HandEnd::Open => Some((worth.surrender(), choice)),
        // A hand that is played out is given up only when keeping it is worse, and then before anything else.
        Choice::Surrender(_) => (worth.stand(count) < worth.surrender()).then_some((f64::MAX, choice)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
