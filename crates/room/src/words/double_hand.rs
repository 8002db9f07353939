//! A double-hand round in words.

use games::Seat;
use games::double_hand::{Event, Place, SetBy};
use games::round::Round;

use super::scene::{Scene, card, cards, known, start, worth};
use super::settled::Settled;

/// An event of a double-hand round, as a sentence.
pub(super) fn words(event: &Event, scene: &Scene<'_>) -> String {
    match *event {
        Event::Staked { amount } => format!("The bank's stake is {amount}."),
        Event::Wagered { who, spot, amount, .. } => {
            let (name, at) = scene.bettor(who, spot);
            format!("{} has {amount} down{at}.", start(&name))
        }
        Event::Collected { who, amount, .. } => {
            format!("The fee of {amount} is taken from {}.", scene.party(who))
        }
        Event::FeeReturned { who, amount, .. } => {
            format!("{amount} of the fee goes back to {}.", scene.party(who))
        }
        Event::Dealt { place: Place::Pile(pile) | Place::Replacement(pile), card: dealt } => match dealt {
            Some(dealt) => format!("Pile {pile} gets {}.", card(dealt)),
            None => format!("Pile {pile} gets a card face down."),
        },
        Event::Spoiled { card: spoiled, pile, .. } => {
            format!("{} was seen in pile {pile} and is replaced.", card(spoiled))
        }
        Event::Misdealt { .. } => "The deal is void, and all is dealt again.".to_owned(),
        Event::PileChosen { pile } => format!("The bank marks pile {pile}."),
        Event::BettingClosed => "No more wagers.".to_owned(),
        Event::Rolled { sum, seat, .. } => {
            format!("The dice show {sum}: the marked pile and the action button go to seat {seat}.")
        }
        Event::Looked { who, spot } => {
            format!("{} looks at the hand of spot {spot}.", start(&scene.party(who)))
        }
        Event::Set { seat, front, by, .. } => {
            let holder = holder(seat, scene);
            match by {
                SetBy::Own => format!("{} sets {} in front.", start(&holder), cards(front.iter())),
                SetBy::HouseWay => format!(
                    "{}'s hand is set the house way, with {} in front.",
                    start(&holder),
                    cards(front.iter())
                ),
            }
        }
        Event::SetUnseen { seat, by: SetBy::Own, .. } => format!("Seat {seat} has set the hand."),
        Event::SetUnseen { seat, .. } => format!("Seat {seat}'s hand is to be set the house way."),
        Event::Turned { seat, cards: turned } => {
            format!("{}'s hand is turned up: {}.", start(&holder(seat, scene)), cards(turned.iter()))
        }
        Event::BankOpened => opened("The bank turns up", bank(scene), scene),
        Event::Confirmed => confirmed(scene),
        Event::Opened { spot } => opened(&format!("Seat {spot} shows"), Some(spot), scene),
        Event::Settled { who, spot, verdict, amount, due, paid, collected, .. } => {
            let (name, at) = scene.bettor(who, spot);
            let wager = format!("{name}'s {amount}{at}");
            Settled { wager, verdict, amount, due, paid, collected }.words()
        }
        Event::Fouled { seat, .. } => format!("{}'s hand is foul.", start(&holder(seat, scene))),
        Event::Undone { .. } => "What was settled in this deal is undone.".to_owned(),
        Event::Ruled { .. } => "The floor has ruled, and nothing moves.".to_owned(),
        Event::Closed { amount } => format!("The bank takes back {amount}."),
    }
}

fn bank(scene: &Scene<'_>) -> Option<Seat> {
    match scene.round() {
        Some(Round::DoubleHand(round)) => Some(round.setup().bank),
        _ => None,
    }
}

fn holder(seat: Seat, scene: &Scene<'_>) -> String {
    if bank(scene) == Some(seat) { "the bank".to_owned() } else { format!("seat {seat}") }
}

/// A hand that is turned up: as it is set, or all its cards.
fn opened(what: &str, seat: Option<Seat>, scene: &Scene<'_>) -> String {
    let hands = seat.map_or_else(Vec::new, |seat| scene.open_hands(seat));
    match hands.as_slice() {
        [front, back] => format!(
            "{what} {} in front, {}, and {} behind, {}.",
            known(front),
            worth(front),
            known(back),
            worth(back)
        ),
        [whole] => format!("{what} {}.", known(whole)),
        _ => format!("{what} the hand."),
    }
}

fn confirmed(scene: &Scene<'_>) -> String {
    let hands = bank(scene).map_or_else(Vec::new, |seat| scene.open_hands(seat));
    match hands.as_slice() {
        [front, back] => format!("The bank confirms {} in front and {} behind.", worth(front), worth(back)),
        _ => "The bank confirms its hands.".to_owned(),
    }
}
