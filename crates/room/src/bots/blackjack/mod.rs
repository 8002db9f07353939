//! A bot at blackjack: it plays the exact chart of its book. At a book that has none, one of somebody's own, it takes
//! of what it is offered what is worth most by the book's own rules.

mod bank;
mod chart;
mod worth;

use books::blackjack::BlackjackRules;
use cards::{Card, Draws};
use games::blackjack::{Choice, Count};
use games::round::{Choice as Any, HandEnd, HandView, Offer, View};
use games::{Party, Seat};
use odds::blackjack::filed_chart;

use super::Turn;
use bank::Chances;
use worth::Worth;

/// What the bot chooses among what it is offered; nothing when it is not asked and has nothing to give up.
pub(super) fn choose(turn: &Turn<'_>, rules: &BlackjackRules, _draws: &mut Draws) -> Option<(Party, Choice)> {
    answer(turn.round, turn.seat, rules, turn.offers)
}

/// What is chosen by whoever sits in a seat.
fn answer(round: &View, seat: Seat, rules: &BlackjackRules, offers: &[Offer]) -> Option<(Party, Choice)> {
    let Some(own) = round.seats.iter().find(|one| one.seat == seat && !one.hands.is_empty()) else {
        // Who has money on another's spot only is asked whether to follow, and does not.
        let decline = offers.iter().find(|offer| offer.choice == Any::Blackjack(Choice::Decline))?;
        return Some((decline.who, Choice::Decline));
    };
    let hands = &own.hands;
    let bank_hand = round.bank.as_ref()?.hands.first()?;
    let up = bank_hand.cards.iter().copied().flatten().next()?;
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
