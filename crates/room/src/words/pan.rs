//! A hand of Pan in words.

use games::bank::Face;
use games::pan::{Event, Victory};

use super::scene::{Scene, card};

fn cards(group: &[cards::Card]) -> String {
    let words: Vec<String> = group.iter().map(|one| card(*one)).collect();
    words.join(" ")
}

/// An event of a hand of Pan, as a sentence.
pub(super) fn words(event: &Event, _scene: &Scene<'_>) -> String {
    match *event {
        Event::Topped { seat, amount, .. } => format!("Seat {seat} puts up the top of {amount}."),
        Event::Dealt { seat, card: Some(dealt), face: Face::Up } => {
            format!("Seat {seat} gets {} face up.", card(dealt))
        }
        Event::Dealt { seat, card: Some(dealt), .. } => format!("Seat {seat} gets {}.", card(dealt)),
        Event::Dealt { seat, card: None, .. } => format!("Seat {seat} gets a card face down."),
        Event::First { seat, .. } => format!("Seat {seat} has the lowest card and is first."),
        Event::Declared { seat, plays: true } => format!("Seat {seat} is in."),
        Event::Declared { seat, plays: false } => format!("Seat {seat} is out."),
        Event::Opened { card: opened, .. } => format!("{} begins the discard pile.", card(opened)),
        Event::Draws { seat } => format!("Seat {seat} draws from the stock."),
        Event::Drew { seat, card: drawn } => format!("Seat {seat} draws {}.", card(drawn)),
        Event::Took { seat, card: taken } => {
            format!("Seat {seat} takes {} from the discard pile.", card(taken))
        }
        Event::Forced { seat, by, card: forced, .. } => {
            format!("Seat {by} forces {} on seat {seat}.", card(forced))
        }
        Event::Melded { seat, cards: meld, borrowed, .. } if borrowed.is_empty() => {
            format!("Seat {seat} melds {}.", cards(&meld))
        }
        Event::Melded { seat, cards: meld, borrowed, from } => {
            format!("Seat {seat} melds {} with {} from meld {}.", cards(&meld), cards(&borrowed), from + 1)
        }
        Event::Added { seat, meld, cards: added } => {
            format!("Seat {seat} adds {} to meld {}.", cards(&added), meld + 1)
        }
        Event::Divided { seat, meld, cards: parted } => {
            format!("Seat {seat} divides meld {}: {} lie apart.", meld + 1, cards(&parted))
        }
        Event::Discarded { seat, card: gone, drawn: true } => {
            format!("Seat {seat} does not use {}.", card(gone))
        }
        Event::Discarded { seat, card: gone, drawn: false } => {
            format!("Seat {seat} discards {}.", card(gone))
        }
        Event::Kept { seat } => format!("Seat {seat} keeps the card."),
        Event::Passed { seat } => format!("Seat {seat} does not draw again."),
        Event::Paid { from, to, pay, again, due, paid, .. } => {
            let again = if again { " again" } else { "" };
            let short = if paid < due { format!(", short of {due}") } else { String::new() };
            format!("Seat {from} pays seat {to} {paid} for {}{again}{short}.", article(pay.words()))
        }
        Event::Shuffled { .. } => "The discards are shuffled into a new stock.".to_owned(),
        Event::Fouled { seat, .. } => format!("The hand of seat {seat} is foul."),
        Event::GaveBack { from, to, due, amount, .. } if amount < due => {
            format!("Seat {from} gives {amount} of {due} back to seat {to}.")
        }
        Event::GaveBack { from, to, amount, .. } => format!("Seat {from} gives {amount} back to seat {to}."),
        Event::FreshHand { seat, .. } => format!("Seat {seat} gets a fresh hand."),
        Event::DrawnOutOfTurn { card: drawn, .. } => {
            format!("{} was drawn out of turn and goes under the top discard.", card(drawn))
        }
        Event::Bought { seat, amount, .. } => format!("Seat {seat} has {amount} more in chips."),
        Event::Won { seat, how, tops, .. } => {
            let takes =
                if tops.is_positive() { format!(" and takes the tops of {tops}") } else { String::new() };
            match how {
                Victory::WentOut => format!("Seat {seat} goes out{takes}."),
                Victory::LastIn => format!("Seat {seat} is the last one in{takes}."),
                Victory::LastSound => format!("Seat {seat} has the last sound hand{takes}."),
            }
        }
        Event::Voided { .. } => "The hand is void, and the tops go back.".to_owned(),
    }
}

fn article(what: &str) -> String {
    match what {
        "going out" => what.to_owned(),
        _ if what.starts_with("more") => what.to_owned(),
        _ => format!("a {what}"),
    }
}
