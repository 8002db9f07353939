//! The table between rounds, in words: seats, the bank, wagers before the cards, clocks and the floor.

use books::Money;
use games::Seat;
use games::round::SidePart;

use super::scene::{Scene, card, ordinal, start};
use crate::command::Wager;
use crate::correction::{Chips, Correction, Why};
use crate::event::{Event, Net};
use crate::open::Dealer;
use crate::table::Phase;
use crate::why::{WhyLeft, WhyPassed};

/// An event outside the rounds, as a sentence.
pub(super) fn words(event: &Event, scene: &Scene<'_>) -> String {
    let who = |person: u32| start(&scene.person(person));
    match event {
        Event::Opened { .. } => format!("The table opens for {}.", scene.table.book().header().name),
        Event::Sat { name, seat: Some(seat), stack, .. } => format!("{name} takes seat {seat} with {stack}."),
        Event::Sat { name, stack, .. } => format!("{name} stands behind the seats with {stack}."),
        Event::Added { person, amount } => format!("{} brings {amount} more.", who(*person)),
        Event::Left { stack, why, .. } => left(*why, *stack),
        Event::WillLeave { person } => format!("{} leaves after this round.", who(*person)),
        Event::Listed { name, .. } => format!("{name} is on the waiting list."),
        Event::Unlisted { .. } => "Somebody is off the waiting list.".to_owned(),
        Event::SeatOffered { person, .. } => {
            format!("A seat is free: it is offered to {}.", scene.name(*person))
        }
        Event::Moved { person, seat, .. } => format!("{} moves to seat {seat}.", scene.name(*person)),
        Event::SatOut { person } => format!("{} sits out.", who(*person)),
        Event::SatIn { person } => format!("{} plays again.", who(*person)),
        Event::TimeCalled { person, .. } => format!("{} calls time.", who(*person)),
        Event::RelativesNoted { may_play: true, .. } => {
            "The manager lets two relatives play in one game.".to_owned()
        }
        Event::RelativesNoted { .. } => "The floor notes that two people are relatives.".to_owned(),
        Event::CompanyNoted { person, company: Some(company), .. } => {
            format!("The floor notes that {} plays for {company}.", scene.person(*person))
        }
        Event::CompanyNoted { person, .. } => {
            format!("The floor notes that {} plays for no company any more.", scene.person(*person))
        }
        Event::OwesBlind { person, .. } => format!("{} owes a blind.", who(*person)),
        Event::WillPost { person, .. } => format!("{} will post to be dealt in.", who(*person)),
        Event::BankOffered { seat, backer: None, .. } => format!("The bank is offered to seat {seat}."),
        Event::BankOffered { seat, backer: Some(person), .. } => {
            format!("The bank at seat {seat} is offered to {}, who bet there.", scene.person(*person))
        }
        Event::BankTaken { seat, turn, stake, .. } => {
            format!("Seat {seat} takes the bank with {stake}, {} round.", ordinal(*turn))
        }
        Event::ShareOffered { person, amount, .. } => {
            format!("{} offers {amount} for a share in the bank.", who(*person))
        }
        Event::ShareTaken { person, amount, .. } => {
            format!("The bank takes in {amount} of {}.", scene.person(*person))
        }
        Event::BankPassed { seat, why: Some(why), .. } => passed(*seat, *why),
        Event::BankPassed { backer: Some(person), .. } => format!("{} passes the bank.", who(*person)),
        Event::BankPassed { seat, .. } => format!("Seat {seat} passes the bank."),
        Event::NewGame { .. } => "A new game begins: the bank is offered from seat 1.".to_owned(),
        Event::Broken { .. } => "Nobody takes the bank: the game stops until somebody does.".to_owned(),
        Event::WagersOpen => "Wagers, please.".to_owned(),
        Event::WagerPut { person, spot, wager } => put(&who(*person), *spot, wager, scene),
        Event::JointAgreed { person, with, spot, .. } => {
            format!("{} bets as one with {} on spot {spot}.", who(*person), scene.person(*with))
        }
        Event::AskedToSee { person, seat, cards, .. } => {
            let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
            let shown = if cards.is_empty() { "the dealer turns it up".to_owned() } else { cards.join(" ") };
            format!("{} asks to see the hand of seat {seat}: {shown}.", who(*person))
        }
        Event::WagerReturned { person, spot, why, .. } => {
            format!("The wager of {} on spot {spot} goes back: {why}.", scene.person(*person))
        }
        Event::Ready { person } => format!("{} is ready.", who(*person)),
        Event::ButtonPlaced { seat, drawn, .. } => button(*seat, drawn),
        Event::TimeCollected { person, amount, .. } => {
            format!("The half-hour fee of {amount} is taken from {}.", scene.person(*person))
        }
        Event::Shuffled { commitment, .. } => {
            let begins: String = commitment.chars().take(8).collect();
            format!("The cards are shuffled; the commitment begins with {begins}.")
        }
        Event::WordsGiven { person, shuffle, .. } => {
            format!("{} gives words for shuffle {shuffle}.", who(*person))
        }
        Event::Sealed { shoe: Some(shoe), .. } => {
            format!("The shoe of shuffle {} is cut anew.", shoe.sealed)
        }
        Event::Sealed { roots, .. } => {
            let begins: String = roots.first().map_or("", String::as_str).chars().take(8).collect();
            format!("Eight decks are sealed; the first seal begins with {begins}.")
        }
        Event::WordsOpened { person, shuffle, .. } => {
            format!("{} opens the words for shuffle {shuffle}.", who(*person))
        }
        Event::ShuffleAborted { shuffle, missing, .. } if missing.is_empty() => {
            format!("Shuffle {shuffle} is given up: its shoe is taken away.")
        }
        Event::ShuffleAborted { shuffle, missing, .. } => {
            let names: Vec<String> = missing.iter().map(|person| scene.person(*person)).collect();
            format!("Shuffle {shuffle} is given up: words were not opened by {}.", names.join(", "))
        }
        Event::Cut { words, deck, burnt, sealed, .. } => {
            let whose =
                if words.iter().any(|one| one.is_outside) { "The words" } else { "The house's words" };
            let burnt = match burnt {
                0 => String::new(),
                1 => " One card is burnt.".to_owned(),
                many => format!(" {many} cards are burnt."),
            };
            match sealed {
                Some(_) => format!("{whose} cut what is left of the shoe."),
                None => format!("{whose} choose deck {deck} and cut it; the other seven are opened.{burnt}"),
            }
        }
        Event::CutCardOut { left } => {
            format!("The cut card is out, with {left} cards left: the next round begins with a new shoe.")
        }
        Event::NewShoe if scene.table.spec().dealer == Dealer::Entered => {
            "A new shoe lies on the table: its cards are counted from here on.".to_owned()
        }
        Event::NewShoe => "The floor takes the shoe away: the next round begins with a new one.".to_owned(),
        Event::CardsOut => "No card is left to deal: the floor decides.".to_owned(),
        Event::Desk { of } => super::desk::words(of, scene),
        Event::RoundBegan { round, is_late: true, .. } => {
            format!("{} {round}, played before, is entered.", round_word(scene))
        }
        Event::RoundBegan { round, .. } => format!("{} {round} begins.", round_word(scene)),
        Event::TimedOut { person, .. } => format!("The clock chooses for {}.", scene.person(*person)),
        Event::Reminded { person, .. } => {
            format!("{} is reminded to throw a card away.", who(*person))
        }
        Event::Revealed { seeds } if seeds.is_empty() => {
            "The proof of the shuffle goes to the auditor.".to_owned()
        }
        Event::Revealed { .. } => "The shuffle is revealed.".to_owned(),
        Event::RoundEnded { round, nets } => ended(*round, nets, scene),
        Event::PaymentMade { .. } => "The payment is made.".to_owned(),
        Event::TakenBack { first, last, .. } => taken_back(*first, *last),
        Event::Corrected { correction, .. } => corrected(correction, scene),
        Event::ClockSet { runs: true } => "The clock runs at this table from now on.".to_owned(),
        Event::ClockSet { runs: false } => "No clock runs at this table any more.".to_owned(),
        Event::Ruled { words, .. } => {
            let words = words.trim().trim_end_matches('.');
            format!("The floor rules: {words}.")
        }
        Event::ZoneSet { minutes } => {
            let (sign, minutes) = (if *minutes < 0 { '-' } else { '+' }, minutes.unsigned_abs());
            format!("The house's clock is at UTC{sign}{:02}:{:02}.", minutes / 60, minutes % 60)
        }
        Event::HoursOver { .. } => "The hours of the house are over: no hand begins.".to_owned(),
        Event::ClosingSoon { .. } => "The house closes soon: after that no hand begins.".to_owned(),
        Event::LastHand { .. } => "The house closes: this hand is the last.".to_owned(),
        Event::HoursBegin => "The hours of the house begin.".to_owned(),
        Event::TimeUp { phase: Phase::Wagers } => "Nobody has wagered; wagers stay open.".to_owned(),
        Event::TimeUp { .. } => "The table waits.".to_owned(),
        Event::Paused => "The floor stops the table.".to_owned(),
        Event::Resumed => "The table goes on.".to_owned(),
        Event::PlayedOn { version } => format!("The table is played on by version {version} of the program."),
        Event::Closing => "The table closes after this round.".to_owned(),
        Event::Closed => "The table is closed.".to_owned(),
        Event::Round { .. } => String::new(),
    }
}

fn passed(seat: Seat, why: WhyPassed) -> String {
    match why {
        WhyPassed::Declined => format!("Seat {seat} declines the bank."),
        WhyPassed::PassedOver => format!("Seat {seat} is passed over with the bank."),
        WhyPassed::Absent => format!("Seat {seat} is away: the bank goes on."),
        WhyPassed::TimeUp => format!("Seat {seat} says nothing in time: the bank goes on."),
    }
}

fn taken_back(first: u64, last: u64) -> String {
    match first == last {
        true => format!("A mistake: event {first} is taken back."),
        false => format!("A mistake: events {first} to {last} are taken back."),
    }
}

fn corrected(correction: &Correction, scene: &Scene<'_>) -> String {
    let place = |chips: Chips| match chips {
        Chips::Person(person) => scene.person(person),
        Chips::Drop => "the drop".to_owned(),
        Chips::Jackpot => "the jackpot".to_owned(),
        Chips::Promotion => "the promotion money".to_owned(),
    };
    let Correction { round, from, to, amount, why, reason, approved, .. } = correction;
    let (from, to, reason) = (place(*from), place(*to), reason.trim().trim_end_matches('.'));
    let rests = match why {
        Why::Record => "The record is corrected",
        Why::Ruling => "The floor rules",
    };
    let round_word = round_word(scene).to_lowercase();
    let second = approved.map_or_else(String::new, |person| format!(" Approved by person {person}."));
    format!("{rests}, {round_word} {round}: {amount} goes from {from} to {to}. Reason: {reason}.{second}")
}

fn left(why: WhyLeft, stack: Money) -> String {
    match why {
        WhyLeft::Asked => format!("A player leaves the table with {stack}."),
        WhyLeft::AwayTooLong => format!("A player was away too long and leaves the table with {stack}."),
        WhyLeft::NoChips => "A player without chips leaves the table.".to_owned(),
        WhyLeft::TableClosed => format!("The table closes: a player leaves with {stack}."),
    }
}

fn put(who: &str, spot: Seat, wager: &Wager, scene: &Scene<'_>) -> String {
    let at = if who == format!("Seat {spot}") { String::new() } else { format!(" on spot {spot}") };
    if !wager.total().is_positive() {
        return format!("{who} takes the wager{at} back.");
    }
    let sides = scene.table.sides();
    let name = |part: SidePart| {
        let side = sides.iter().find(|side| side.part == part);
        side.map_or("the side", |side| side.name.as_str()).to_owned()
    };
    let mut parts = vec![format!("{who} wagers {}{at}", wager.base)];
    for part in SidePart::ALL {
        let amount = wager.part(*part);
        if amount.is_positive() {
            parts.push(format!("{amount} on {}", name(*part)));
        }
    }
    let joint = if wager.joint.is_some() { ", as one bet with those who agree" } else { "" };
    format!("{}{joint}.", listed(&parts))
}

fn button(seat: Seat, drawn: &[(Seat, cards::Card)]) -> String {
    if drawn.is_empty() {
        return format!("The button is at seat {seat}.");
    }
    let draws: Vec<String> =
        drawn.iter().map(|(seat, one)| format!("seat {seat} draws {}", card(*one))).collect();
    format!("{}: the button goes to seat {seat}.", start(&listed(&draws)))
}

fn ended(round: u64, nets: &[Net], scene: &Scene<'_>) -> String {
    let moved = nets.iter().filter(|net| !net.net.is_zero());
    let results: Vec<String> = moved.map(|net| result(net, scene)).collect();
    let word = round_word(scene);
    match results.is_empty() {
        true => format!("{word} {round} is over, and nobody wins or loses."),
        false => format!("{word} {round} is over: {}.", listed(&results)),
    }
}

/// A deal of poker is a hand, and that of a banked game a round.
fn round_word(scene: &Scene<'_>) -> &'static str {
    if scene.table.game.has_bank() { "Round" } else { "Hand" }
}

/// "seat 3 wins $40", without a full stop.
pub(super) fn result(net: &Net, scene: &Scene<'_>) -> String {
    let who = scene.person(net.person);
    match net.net {
        net if net.is_positive() => format!("{who} wins {net}"),
        net if net.is_zero() => format!("{who} ends even"),
        net => format!("{who} loses {}", -net),
    }
}

/// "this, that and the other".
fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
