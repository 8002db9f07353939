//! A blackjack round in words.

use cards::Card;
use games::bank::{Face, Place};
use games::blackjack::{Choice, Event, Hand, PlayerHand, WagerKind};
use games::round::Round;
use games::{Party, Seat};

use super::scene::{Scene, card, ordinal, start};
use super::settled::Settled;

/// An event of a blackjack round, as a sentence.
pub(super) fn words(event: &Event, scene: &Scene<'_>) -> String {
    match *event {
        Event::Staked { amount } => format!("The bank puts up {amount}."),
        Event::Wagered { who, spot, wager, amount, .. } => {
            let (name, at) = scene.bettor(who, spot);
            let name = start(&name);
            match wager {
                WagerKind::Base => format!("{name} has {amount} down{at}."),
                WagerKind::Split => format!("{name} puts {amount} on the new hand{at}."),
                WagerKind::Double => format!("{name} adds {amount}{at}."),
                WagerKind::Insurance => format!("{name} puts down {amount} of insurance{at}."),
                WagerKind::Buster => format!("{name} has {amount} on Buster{at}."),
                WagerKind::Bonus => format!("{name} has {amount} on the Bonus Bet{at}."),
            }
        }
        Event::Collected { who, amount, .. } => {
            format!("The fee of {amount} is taken from {}.", scene.party(who))
        }
        Event::Dealt { place: Place::Bank, face: Face::Down, .. } => {
            "The bank gets a card face down.".to_owned()
        }
        Event::Dealt { place, card: dealt, .. } => {
            let Some(dealt) = dealt else { return "A card is dealt face down.".to_owned() };
            let whose = start(&holder(place, scene));
            format!("{whose} gets {}{}.", card(dealt), total_after(place, dealt, scene))
        }
        Event::Chose { who, spot, hand, choice } => chose(who, spot, hand, choice, scene),
        Event::Looked { natural: true } => "The dealer looks: the bank has a Natural.".to_owned(),
        Event::Looked { natural: false } => "The dealer looks: the bank has no Natural.".to_owned(),
        Event::Cleared { spot, .. } => format!("Seat {spot}'s Natural has won, and its cards are cleared."),
        Event::Turned { card: turned } => {
            format!("The bank turns up {}{}.", card(turned), total_after(Place::Bank, turned, scene))
        }
        Event::Button { seat, .. } => format!("The action button is at seat {seat}."),
        Event::Settled { who, spot, wager, verdict, amount, due, paid, collected, .. } => {
            let (name, at) = scene.bettor(who, spot);
            let wager = match wager {
                WagerKind::Base => format!("{name}'s {amount}{at}"),
                WagerKind::Split => format!("{name}'s split wager of {amount}{at}"),
                WagerKind::Double => format!("{name}'s double of {amount}{at}"),
                WagerKind::Insurance => format!("{name}'s insurance of {amount}{at}"),
                WagerKind::Buster => format!("{name}'s Buster wager of {amount}{at}"),
                WagerKind::Bonus => format!("{name}'s Bonus Bet of {amount}{at}"),
            };
            Settled { wager, verdict, amount, due, paid, collected }.words()
        }
        Event::Bonus { who, spot, amount, .. } => {
            format!("The house pays a bonus of {amount} to {}.", scene.bettor(who, spot).0)
        }
        Event::Voided { spot, fees_returned } => {
            let what =
                spot.map_or_else(|| "the round".to_owned(), |spot| format!("the hands of spot {spot}"));
            let fees = if fees_returned { ", and fees go back" } else { "" };
            format!("The floor voids {what}{fees}.")
        }
        Event::HoleExposed { card: seen, .. } => {
            format!("The bank's down card was seen and stays open: {}. Insurance is closed.", card(seen))
        }
        Event::Burned { spot, card: drawn, .. } => {
            format!("{} was drawn to a hand of spot {spot} that has to stand, and is put away.", card(drawn))
        }
        Event::Closed { amount } => format!("The bank takes back {amount}."),
    }
}

fn chose(who: Party, spot: Seat, hand: u8, choice: Choice, scene: &Scene<'_>) -> String {
    let (name, at) = scene.bettor(who, spot);
    let whose = start(&name);
    let with = if hands_of(spot, scene).len() > 1 {
        format!(" with the {} hand", ordinal(hand + 1))
    } else {
        String::new()
    };
    match choice {
        Choice::Hit => format!("{whose} hits{with}."),
        Choice::Stand => format!("{whose} stands{with}."),
        Choice::Double(amount) => format!("{whose} doubles for {amount}{with}."),
        Choice::Split => format!("{whose} splits."),
        Choice::Surrender(_) if with.is_empty() => {
            format!("{whose} gives the hand up.")
        }
        Choice::Surrender(number) => format!("{whose} gives the {} hand up.", ordinal(number + 1)),
        Choice::Insure(amount) => format!("{whose} takes insurance for {amount}{at}."),
        Choice::EvenMoney => format!("{whose} takes even money."),
        Choice::Follow(amount) => format!("{whose} follows with {amount}{at}."),
        Choice::Decline => format!("{whose} declines."),
        Choice::Side(amount) => format!("{whose} makes the side wager of {amount}."),
    }
}

fn hands_of<'a>(spot: Seat, scene: &Scene<'a>) -> Vec<&'a PlayerHand> {
    let Some(Round::Blackjack(round)) = scene.round() else { return Vec::new() };
    let place = round.spots().iter().position(|one| one.seat == spot);
    round.hands().iter().filter(|hand| Some(usize::from(hand.spot)) == place).collect()
}

fn holder(place: Place, scene: &Scene<'_>) -> String {
    match place {
        Place::Bank => "the bank".to_owned(),
        Place::Hand { spot, .. } if hands_of(spot, scene).len() < 2 => format!("seat {spot}"),
        Place::Hand { spot, hand } => format!("the {} hand of seat {spot}", ordinal(hand + 1)),
    }
}

/// What a hand came to with a card: ": 19". Nothing while it has one card, or where the card cannot be placed.
fn total_after(place: Place, last: Card, scene: &Scene<'_>) -> String {
    let Some(Round::Blackjack(round)) = scene.round() else { return String::new() };
    let (cards, is_natural) = match place {
        Place::Bank => (round.bank_hand().cards(), false),
        Place::Hand { spot, hand } => match hands_of(spot, scene).get(usize::from(hand)) {
            Some(hand) => (hand.hand.cards(), hand.is_natural),
            None => return String::new(),
        },
    };
    let mut places = cards.iter().enumerate().filter(|(_, card)| **card == last);
    let (Some((at, _)), None) = (places.next(), places.next()) else { return String::new() };
    if at == 0 {
        return String::new();
    }
    if is_natural {
        return ": a Natural".to_owned();
    }
    let mut hand = Hand::default();
    cards[..=at].iter().for_each(|card| hand.push(*card));
    let total = hand.total();
    match (hand.has_joker(), total.is_over(), total.is_soft) {
        (true, ..) => format!(": {}", total.points),
        (_, true, _) => format!(": {}, over", total.points),
        (_, _, true) => format!(": soft {}", total.points),
        _ => format!(": {}", total.points),
    }
}
