//! A three-card round in words.

use books::Money;
use games::Seat;
use games::bank::Place;
use games::round::Round;
use games::three_card::{Choice, Event, WagerKind};

use super::scene::{Scene, card, known, start, worth};
use super::settled::Settled;

/// An event of a three-card round, as a sentence.
pub(super) fn words(event: &Event, scene: &Scene<'_>) -> String {
    match *event {
        Event::Staked { amount } => format!("The bank puts up {amount}."),
        Event::Wagered { who, seat, wager, amount } => {
            let whose = start(&scene.bettor(who, seat).0);
            match wager {
                WagerKind::Ante => format!("{whose} antes {amount}."),
                WagerKind::Play => format!("{whose} puts down the play wager of {amount}."),
                WagerKind::PairPlus => format!("{whose} has {amount} on Pair Plus."),
                WagerKind::SixCard => format!("{whose} has {amount} on the 6 Card Bonus."),
            }
        }
        Event::Collected { who, amount, .. } if amount < Money::ZERO => {
            format!("The fee of {} goes back to {}.", -amount, scene.party(who))
        }
        Event::Collected { who, amount, .. } => {
            format!("The fee of {amount} is taken from {}.", scene.party(who))
        }
        Event::Dealt { place, card: dealt, .. } => match dealt {
            Some(dealt) => format!("{} gets {}.", start(&holder(place)), card(dealt)),
            None => format!("{} gets a card face down.", start(&holder(place))),
        },
        Event::Turned { place, card: turned } => {
            format!("{} turns up {}.", start(&holder(place)), card(turned))
        }
        Event::Misdealt { .. } => "The deal is void, and all is dealt again.".to_owned(),
        Event::Button { card: shown, seat, .. } => {
            format!("The bank shows {}: the action button is at seat {seat}.", card(shown))
        }
        Event::Chose { who, seat, choice } => {
            let whose = start(&scene.bettor(who, seat).0);
            match choice {
                Choice::Play => format!("{whose} plays."),
                Choice::Fold => format!("{whose} folds."),
                Choice::Put { wager, amount } => format!("{whose} puts {amount} on {}.", wager.word()),
            }
        }
        Event::Revealed { qualifies, .. } => revealed(qualifies, scene),
        Event::Settled { who, seat, wager, verdict, amount, due, paid, collected, .. } => {
            let name = scene.bettor(who, seat).0;
            let wager = match (wager, shown(seat, scene)) {
                (WagerKind::Ante, Some(shown)) => format!("{shown}: the ante of {amount}"),
                (WagerKind::Ante, None) => format!("{name}'s ante of {amount}"),
                (WagerKind::Play, _) => format!("{name}'s play wager of {amount}"),
                (WagerKind::PairPlus, _) => format!("{name}'s Pair Plus of {amount}"),
                (WagerKind::SixCard, _) => format!("{name}'s 6 Card Bonus of {amount}"),
            };
            Settled { wager, verdict, amount, due, paid, collected }.words()
        }
        Event::Closed { amount } => format!("The bank takes back {amount}."),
    }
}

fn holder(place: Place) -> String {
    match place {
        Place::Bank => "the bank".to_owned(),
        Place::Hand { spot, .. } => format!("seat {spot}"),
    }
}

/// A hand that is turned up when its seat is settled: "seat 3 shows Q♠ J♦ 10♥, a queen-high straight".
fn shown(seat: Seat, scene: &Scene<'_>) -> Option<String> {
    let hands = scene.open_hands(seat);
    hands.first().map(|hand| format!("seat {seat} shows {}, {}", known(hand), worth(hand)))
}

fn revealed(qualifies: bool, scene: &Scene<'_>) -> String {
    let ends = if qualifies { "qualifies" } else { "does not qualify" };
    let bank = match scene.round() {
        Some(Round::ThreeCard(round)) => scene.open_hands(round.setup().bank),
        _ => Vec::new(),
    };
    match bank.first() {
        Some(hand) => {
            format!("The bank turns up {}, {}: it {ends}.", known(hand), worth(hand))
        }
        None => format!("The bank's hand {ends}."),
    }
}
