//! A bot that plays the printed chart of its book.

use books::Money;
use cards::Card;
use games::Party;
use games::blackjack::play::Situation;
use games::blackjack::{Choice, Count};
use games::round::{Choice as Any, HandEnd, Offer, SeatView, WagerPart};
use odds::blackjack::{Action, Chart};

use super::exceptions;

/// What the chart chooses among what is offered; nothing when the seat is not asked.
pub(super) fn choose(
    chart: &'static Chart,
    own: &SeatView,
    up: Card,
    offers: &[Offer],
) -> Option<(Party, Choice)> {
    let offers = || {
        offers.iter().filter_map(|offer| match offer.choice {
            Any::Blackjack(choice) => Some((offer.who, choice, offer.most)),
            _ => None,
        })
    };
    // A hand that is over and better given up is given up before anything else.
    let is_given_up = |number: u8| {
        let total = cards_of(own, usize::from(number)).map(|cards| Count::of(&cards).total());
        total.is_some_and(|total| total.is_over() && chart.cell(total, up).is_some_and(|cell| cell.gives_up))
    };
    let over =
        offers().find(|(_, choice, _)| matches!(choice, Choice::Surrender(number) if is_given_up(*number)));
    if let Some((who, choice, _)) = over {
        return Some((who, choice));
    }
    if let Some((who, decline, _)) = offers().find(|(_, choice, _)| *choice == Choice::Decline) {
        let even = offers().find(|(who_too, choice, _)| *who_too == who && *choice == Choice::EvenMoney);
        let two = cards_of(own, 0).and_then(|cards| <[Card; 2]>::try_from(cards).ok());
        let is_taken = two.is_some_and(|two| chart.takes_even_money(two, up));
        // Insurance and following are left alone, and so is what any other hand that is played out might give up.
        return Some(even.filter(|_| is_taken).map_or((who, decline), |(who, even, _)| (who, even)));
    }
    let number = own.hands.iter().position(|hand| hand.end == HandEnd::Open)?;
    let cards = cards_of(own, number)?;
    let two = <[Card; 2]>::try_from(&cards[..]).ok();
    let is_doubled =
        own.wagers.iter().any(|wager| wager.on == WagerPart::Double && usize::from(wager.hand) == number);
    let hand = Situation {
        two,
        is_split: own.hands.len() > 1,
        is_doubled,
        is_touched: two.is_none() || is_doubled,
        splits: own.hands.len() as u8 - 1,
        ..Situation::of(Count::of(&cards))
    };
    let offered = |action: Action| {
        offers().find(|(_, choice, _)| match choice {
            Choice::Surrender(place) => action == Action::Surrender && usize::from(*place) == number,
            choice => action_of(*choice) == Some(action),
        })
    };
    let exception = exceptions::of(chart, &cards, up).filter(|action| offered(*action).is_some());
    let wanted = exception.unwrap_or_else(|| chart.choose(&hand, up, |action| offered(action).is_some()));
    offered(wanted).map(|(who, choice, most)| (who, with_amount(choice, most)))
}

fn cards_of(own: &SeatView, number: usize) -> Option<Vec<Card>> {
    own.hands.get(number)?.cards.iter().copied().collect()
}

/// What a choice is called on the chart.
fn action_of(choice: Choice) -> Option<Action> {
    match choice {
        Choice::Hit => Some(Action::Hit),
        Choice::Stand => Some(Action::Stand),
        Choice::Double(_) => Some(Action::Double),
        Choice::Split => Some(Action::Split),
        Choice::Surrender(_) => Some(Action::Surrender),
        Choice::Insure(_) | Choice::EvenMoney | Choice::Follow(_) | Choice::Decline | Choice::Side(_) => None,
    }
}

/// A double is for as much as the table takes.
fn with_amount(choice: Choice, most: Money) -> Choice {
    if matches!(choice, Choice::Double(_)) { Choice::Double(most) } else { choice }
}
