//! How cases are played: one module for each family.

pub(crate) mod blackjack;
mod dealt_at_once;
pub(crate) mod double_hand;
pub(crate) mod pan;
pub(crate) mod poker;
pub(crate) mod three_card;

use books::Money;
use games::{Face, Place, Verdict};

fn place_words(place: Place, face: Face) -> String {
    let place = match place {
        Place::Hand { spot, hand: 0 } => spot.to_string(),
        Place::Hand { spot, hand } => format!("{spot} hand {}", hand + 1),
        Place::Bank => "bank".to_owned(),
    };
    if face == Face::Down { format!("{place} down") } else { place }
}

fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Won => "won",
        Verdict::Lost => "lost",
        Verdict::Push => "push",
        Verdict::Surrendered => "surrendered",
        Verdict::Returned => "returned",
    }
}

/// How much of a wager goes back because it was given up or had no action.
fn returned(verdict: Verdict, amount: Money, collected: Money) -> Money {
    match verdict {
        Verdict::Lost | Verdict::Surrendered => amount - collected,
        Verdict::Returned => amount,
        Verdict::Won | Verdict::Push => Money::ZERO,
    }
}
