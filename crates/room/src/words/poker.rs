//! A hand of poker in words.

use books::Money;
use games::Seat;
use games::poker::{Choice, DeadHand, Event, FeeFrom, FeeKind, Irregularity, Part, Place, PostKind};
use games::round::Round;

use super::scene::{Scene, card, count, known, ordinal, worth};

/// An event of a poker hand, as a sentence.
pub(super) fn words(event: &Event, scene: &Scene<'_>) -> String {
    match *event {
        Event::Posted { seat, post: PostKind::Kill, amount, .. } => killed(seat, amount, scene),
        Event::Posted { seat, post, amount, .. } => posted(seat, post, amount),
        Event::Collected { fee, from, amount, .. } => collected(fee, from, amount),
        Event::Began { street } => began(street, scene),
        Event::Dealt { place, card: dealt } => match (place, dealt) {
            (Place::Private(seat), Some(dealt)) => format!("Seat {seat} gets {}.", card(dealt)),
            (Place::Private(seat), None) => format!("Seat {seat} gets a card."),
            (Place::Board, Some(dealt)) => format!("The board gets {}.", card(dealt)),
            (Place::Board, None) => "The board gets a card.".to_owned(),
            (Place::Burn, _) => "A card is burned.".to_owned(),
        },
        Event::Opened { seat: Some(seat), .. } => format!("Seat {seat} acts first."),
        Event::Opened { seat: None, .. } => "There is nobody left to bet.".to_owned(),
        Event::Chose { seat, choice, adds } => chose(seat, choice, adds),
        Event::Returned { seat, amount, .. } if amount < Money::ZERO => {
            format!("{} of seat {seat}'s blind, which had gone back, is in the pot again.", -amount)
        }
        Event::Returned { seat, amount, .. } => format!("{amount} goes back to seat {seat}."),
        Event::Closed => "The bets go into the pot.".to_owned(),
        Event::Asked { cards, .. } => format!("Everybody is asked to throw away {}.", count(cards)),
        Event::Shuffled { .. } => "The discards are shuffled into the deck.".to_owned(),
        Event::Showdown { seat, .. } => format!("Showdown: seat {seat} is the first to show."),
        Event::Turned { seat, card: turned, .. } => format!("Seat {seat} turns up {}.", card(turned)),
        Event::Showed { seat } => showed(seat, scene),
        Event::Mucked { seat } => format!("Seat {seat} throws the hand in unseen."),
        Event::Died { seat, why, .. } => format!("Seat {seat}'s hand is dead: {}.", reason(why)),
        Event::Reported { what, .. } => reported(what),
        Event::Awarded { pot, part, seat, amount, .. } => awarded(pot, part, seat, amount),
        Event::Voided { .. } => "The hand is void: nobody wins, and bets have gone back.".to_owned(),
        Event::Ended => "The hand is over.".to_owned(),
    }
}

fn posted(seat: Seat, post: PostKind, amount: Money) -> String {
    match post {
        PostKind::ButtonBlind => format!("Seat {seat} posts the button's blind of {amount}."),
        PostKind::SmallBlind => format!("Seat {seat} posts the small blind of {amount}."),
        PostKind::BigBlind => format!("Seat {seat} posts the big blind of {amount}."),
        PostKind::Entry => format!("Seat {seat} posts {amount} to be dealt in."),
        PostKind::Straddle => format!("Seat {seat} posts a straddle of {amount} to be dealt in."),
        PostKind::Kill => format!("Seat {seat} kills the pot with {amount}."),
        PostKind::Ante => format!("Seat {seat} antes {amount}."),
        PostKind::Dead => format!("Seat {seat} puts {amount} of dead money into the pot."),
    }
}

fn killed(seat: Seat, amount: Money, scene: &Scene<'_>) -> String {
    let Some(Round::Poker(hand)) = scene.round() else {
        return format!("Seat {seat} kills the pot with {amount}.");
    };
    let stakes = hand.table().stakes();
    format!("Seat {seat} kills the pot with {amount}: the limits are {}/{}.", stakes.low, stakes.high)
}

fn collected(fee: FeeKind, from: FeeFrom, amount: Money) -> String {
    let from = match from {
        FeeFrom::Pot => "the pot",
        FeeFrom::SmallBlind => "the small blind",
        FeeFrom::Blind => "the blind",
    };
    if amount < Money::ZERO {
        return format!("The fee of {} goes back to where it came from, {from}.", -amount);
    }
    match fee {
        FeeKind::Hand => format!("The fee of {amount} is taken from {from}."),
        FeeKind::EndedEarly => {
            format!("The hand ends early, with action: a fee of {amount} is taken from {from}.")
        }
        FeeKind::LateBet => format!("A late bet brings a further fee of {amount}, taken from {from}."),
        FeeKind::Time => format!("The half-hour fee of {amount} is taken from {from}."),
        FeeKind::Jackpot => format!("The jackpot fee of {amount} is taken from {from}."),
    }
}

fn began(street: u8, scene: &Scene<'_>) -> String {
    let Some(Round::Poker(hand)) = scene.round() else { return "The next street begins.".to_owned() };
    let name = hand.table().streets().get(usize::from(street)).map(|street| street.name.value.to_string());
    name.map_or_else(|| "The next street begins.".to_owned(), |name| format!("The {name} begins."))
}

fn chose(seat: Seat, choice: Choice, adds: Money) -> String {
    match choice {
        Choice::Fold => format!("Seat {seat} folds."),
        Choice::Check => format!("Seat {seat} checks."),
        Choice::Call => format!("Seat {seat} calls {adds}."),
        Choice::Bet(to) => format!("Seat {seat} bets {to}."),
        Choice::Raise(to) => format!("Seat {seat} raises to {to}."),
        Choice::Discard(which) => format!("Seat {seat} throws away {}.", count(which.count())),
        Choice::Draw(which) if which.count() == 0 => format!("Seat {seat} stands pat."),
        Choice::Draw(which) => format!("Seat {seat} draws {}.", count(which.count())),
        Choice::Show => format!("Seat {seat} opens the hand."),
        Choice::Muck => format!("Seat {seat} gives the hand up."),
    }
}

fn showed(seat: Seat, scene: &Scene<'_>) -> String {
    match scene.open_hands(seat).first() {
        Some(hand) if hand.worth.is_empty() => format!("Seat {seat} shows {}.", known(hand)),
        Some(hand) => format!("Seat {seat} shows {}: {}.", known(hand), worth(hand)),
        None => format!("Seat {seat} shows the hand."),
    }
}

fn awarded(pot: u8, part: Part, seat: Seat, amount: Money) -> String {
    let which = match pot {
        0 => String::new(),
        1 => " of the side pot".to_owned(),
        pot => format!(" of the {} side pot", ordinal(pot)),
    };
    match part {
        Part::Whole => format!("Seat {seat} wins {amount}{which}."),
        Part::High => format!("Seat {seat} wins {amount}{which} for high."),
        Part::Low => format!("Seat {seat} wins {amount}{which} for low."),
    }
}

fn reason(why: DeadHand) -> &'static str {
    match why {
        DeadHand::NoDiscard => "nothing was thrown away",
        DeadHand::TooManyDiscards => "too many cards were thrown away",
        DeadHand::Joker => "the player acted on a joker",
        DeadHand::WrongCount => "it has a wrong number of cards",
        DeadHand::OffTable => "a card left the table",
        DeadHand::Unprotected => "nobody guarded it",
        DeadHand::LookedBeforePosting => "the player looked before posting what was owed",
        DeadHand::Floor => "the floor ruled so",
    }
}

fn reported(what: Irregularity) -> String {
    match what {
        Irregularity::FirstCardExposed => "The first card of the deal was exposed.".to_owned(),
        Irregularity::Exposed { seat, .. } => format!("A card of seat {seat} was exposed."),
        Irregularity::ExposedByHolder { seat, .. } => format!("Seat {seat} exposed an own card."),
        Irregularity::NotPosted { seat } => format!("Seat {seat} has not put up what was to be posted."),
        Irregularity::PostMade { seat } => format!("Seat {seat} has put up what was missing."),
        Irregularity::ExposedOnDraw { seat, .. } => {
            format!("A card that seat {seat} drew was exposed.")
        }
        Irregularity::ExtraCardsOff(cards) => {
            format!("{} too many came off the deck.", capital(&count(cards)))
        }
        Irregularity::Boxed(boxed) => format!("{} lay face up in the deck.", card(boxed)),
        Irregularity::BoxedTogether(cards) => format!("{} lay face up in the deck.", capital(&count(cards))),
        Irregularity::JokerNext => "A joker was in the deck.".to_owned(),
        Irregularity::JokerInHand { seat, .. } => format!("Seat {seat} was dealt a joker."),
        Irregularity::ExtraCard { seat, .. } => format!("Seat {seat} has a card too many."),
        Irregularity::MissingCard { seat } => format!("Seat {seat} has a card too few."),
        Irregularity::EarlyFlop => "The flop was turned too early.".to_owned(),
        Irregularity::LargeFlop(_) => "The flop has four cards.".to_owned(),
        Irregularity::EarlyTurn(early) => format!("The turn, {}, came too early.", card(early)),
        Irregularity::EarlyRiver(early) => format!("The river, {}, came too early.", card(early)),
        Irregularity::OutOfTurn { seat, .. } => format!("Seat {seat} acted out of turn."),
        Irregularity::ThrownByMistake { seat, .. } => format!("Seat {seat} threw a card away by mistake."),
        Irregularity::SubstantialAction { seat } => format!("Seat {seat} let the action go past."),
        Irregularity::FouledDeck => "The deck is not whole.".to_owned(),
        Irregularity::Dead { seat, why } => format!("Seat {seat}'s hand is called dead: {}.", reason(why)),
        Irregularity::ShownToOne { seat } => {
            format!("Seat {seat} showed cards to somebody, so anybody may look at them.")
        }
        Irregularity::Miscalled { seat } => format!("Seat {seat} called the hand falsely."),
        Irregularity::MiscallRuled { seat, forfeits: true } => {
            format!("Management rules that seat {seat} forfeits the pot for the false call.")
        }
        Irregularity::MiscallRuled { seat, forfeits: false } => {
            format!("Management lets the pot go as if seat {seat} had called nothing.")
        }
    }
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
