//! Says what a table tells in the words in which a case asks for it.

use books::Book;
use room::{Event, PersonId, Table, WhyLeft};

/// Something the table told, and the clause it rests on.
pub(super) struct Sentence {
    /// In words.
    pub(super) words: String,
    /// The name of the clause; empty without one.
    pub(super) clause: String,
}

/// All of them in one line.
pub(super) fn list(told: &[Sentence]) -> String {
    let one = |sentence: &Sentence| match sentence.clause.as_str() {
        "" => sentence.words.clone(),
        clause => format!("{} by {clause}", sentence.words),
    };
    told.iter().map(one).collect::<Vec<String>>().join(" | ")
}

/// An event as a sentence, if a case may ask for it.
pub(super) fn sentence(
    event: &Event,
    name: &dyn Fn(PersonId) -> String,
    table: &Table,
    book: &Book,
) -> Option<Sentence> {
    let words = match event {
        Event::Left { person, stack, why, .. } => {
            let why = match why {
                WhyLeft::Asked => "left",
                WhyLeft::AwayTooLong | WhyLeft::NoChips => "lost the seat",
                WhyLeft::TableClosed => "left the closed table",
            };
            format!("{} {why} with {stack}", name(*person))
        }
        Event::Listed { person, .. } => format!("{} is listed", name(*person)),
        Event::SeatOffered { person, .. } => format!("seat offered to {}", name(*person)),
        Event::Moved { person, seat, .. } => format!("{} moved to {seat}", name(*person)),
        Event::TimeCalled { person, .. } => format!("{} has called time", name(*person)),
        Event::CompanyNoted { person, company: Some(company), .. } => {
            format!("{} plays for {company}", name(*person))
        }
        Event::CompanyNoted { person, .. } => format!("{} plays for no company", name(*person)),
        Event::OwesBlind { person, .. } => format!("{} owes a blind", name(*person)),
        Event::WillPost { person, .. } => format!("{} will post", name(*person)),
        Event::BankOffered { seat, .. } => format!("bank offered to {seat}"),
        Event::NewGame { .. } => "new game".to_owned(),
        Event::WagerReturned { person, spot, .. } => format!("wager of {} on {spot} returned", name(*person)),
        Event::JointAgreed { person, with, spot, .. } => {
            format!("{} bets as one with {} on {spot}", name(*person), name(*with))
        }
        Event::AskedToSee { person, seat, .. } => format!("{} asks to see {seat}", name(*person)),
        Event::SatOut { person } => format!("{} sits out", name(*person)),
        Event::BankTaken { person, turn, .. } => format!("{} has turn {turn} of the bank", name(*person)),
        Event::ShareTaken { person, amount, .. } => format!("{} has {amount} in the bank", name(*person)),
        Event::HoursOver { .. } => "hours are over".to_owned(),
        Event::ClosingSoon { .. } => "closing is announced".to_owned(),
        Event::LastHand { .. } => "last hand is announced".to_owned(),
        Event::HoursBegin => "hours begin".to_owned(),
        Event::Broken { .. } => "game broken".to_owned(),
        Event::ButtonPlaced { seat, .. } => format!("button at {seat}"),
        Event::TimeCollected { person, amount, .. } => format!("{} paid {amount}", name(*person)),
        Event::Reminded { person, .. } => format!("{} is reminded", name(*person)),
        Event::TimedOut { person, .. } => format!("time is up for {}", name(*person)),
        Event::RoundBegan { people, .. } => {
            let seat_of = |person: &PersonId| {
                let seated = table.people().iter().find(|seated| seated.person == *person)?;
                seated.seat.map(|seat| seat.to_string())
            };
            let seats: Vec<String> = people.iter().filter_map(seat_of).collect();
            format!("dealt in {}", seats.join(" "))
        }
        Event::Round { of } => crate::play::poker::said(of)?,
        _ => return None,
    };
    Some(Sentence { words, clause: book.clause_name(event.clause()).to_owned() })
}
