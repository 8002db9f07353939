//! How the bank went round: to whom it was offered, who took it, who declined aloud and who was passed over, as the log
//! has it.

use std::collections::BTreeMap;

use books::{Clause, Money};
use games::Seat;
use room::{Command, Event, PersonId, WhyPassed};
use serde::Serialize;
use store::{Entry, Error, Reader, Stream};

use crate::journal::TableEntry;
use crate::pages::Pages;

/// What came of an offer of the bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// They took it.
    Took,
    /// They declined, aloud or by their own device.
    Declined,
    /// The dealer went on without a word of theirs.
    PassedOver,
    /// They were away from their seat.
    Absent,
    /// Their time ran out.
    TimeUp,
    /// The offer ended in another way: they left, sat out, or the table stopped.
    Ended,
    /// It is still open.
    Open,
}

impl Answer {
    /// The answer in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Answer::Took => "took",
            Answer::Declined => "declined",
            Answer::PassedOver => "passed over",
            Answer::Absent => "absent",
            Answer::TimeUp => "time up",
            Answer::Ended => "offer ended",
            Answer::Open => "still open",
        }
    }
}

/// The bank was offered once, or taken where it was not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// The number of the event.
    pub number: u64,
    /// The rounds that were over before.
    pub rounds: u64,
    /// At which seat.
    pub seat: Seat,
    /// To whom.
    pub person: Option<PersonId>,
    /// Their name at the table.
    pub name: String,
    /// What came of it.
    pub answer: Answer,
    /// The event with which it was answered, which may be taken back.
    #[serde(skip)]
    answered: u64,
    /// Which of their rounds in a row it was, where they took it; 0 otherwise.
    pub turn: u8,
    /// The money in action, where they took it.
    pub stake: Money,
    /// The clause that the offer rests on; none where the bank was taken without one.
    pub clause: Clause,
}

/// How often each came of the offers to one person.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Share {
    /// Their name at the table.
    pub name: String,
    /// How often the bank was offered to them.
    pub offered: u64,
    /// The answers, each with how often it was given.
    pub answers: BTreeMap<Answer, u64>,
    /// The most rounds that they banked in a row.
    pub most_in_a_row: u8,
}

/// How the bank went round at one table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rotation {
    /// Which table.
    pub table: u32,
    /// Its book.
    pub book: String,
    /// Whether a human dealer leads it.
    pub by_hand: bool,
    /// Every offer, in order.
    pub offers: Vec<Offer>,
    /// What they come to, by person.
    pub people: BTreeMap<PersonId, Share>,
}

/// How the bank went round at every table of a room, or at one of them, at the moments that
/// are wanted.
///
/// # Errors
/// When the store cannot be read, or an entry is no table's.
pub fn rotation(
    store: &dyn Reader,
    table: Option<u32>,
    is_wanted: impl Fn(i64) -> bool,
) -> Result<Vec<Rotation>, Error> {
    let mut list = Vec::new();
    for stream in store.streams()? {
        if !stream.is_table() || table.is_some_and(|table| stream != Stream(table)) {
            continue;
        }
        let mut going = Going::default();
        let mut pages = Pages::of(store, stream);
        while let Some(page) = pages.next()? {
            for logged in &page.entries {
                going.take(&logged.entry);
            }
        }
        let rotation = going.done(stream.0, &is_wanted);
        if !rotation.offers.is_empty() || table.is_some() {
            list.push(rotation);
        }
    }
    Ok(list)
}

/// What is known of a table while its entries are read.
#[derive(Default)]
struct Going {
    book: String,
    by_hand: bool,
    rounds: u64,
    names: BTreeMap<PersonId, String>,
    seats: BTreeMap<Seat, PersonId>,
    offers: Vec<Offer>,
}

impl Going {
    fn take(&mut self, entry: &Entry) {
        let Ok(body) = serde_json::from_str::<TableEntry>(&entry.body) else { return };
        let (command, events) = match body {
            TableEntry::Open { spec, events, .. } => {
                (self.book, self.by_hand) = (spec.book.clone(), spec.by_hand);
                (None, events)
            }
            TableEntry::Resumed { events, .. } => (None, events),
            TableEntry::Command { command, events, .. } => (Some(command), events),
        };
        for (number, event) in (entry.first..).zip(&events) {
            self.hear(entry.at_ms, number, event, command.as_ref());
        }
    }

    fn hear(&mut self, at_ms: i64, number: u64, event: &Event, command: Option<&Command>) {
        if let Event::Sat { person, name, seat, .. } = event {
            self.names.insert(*person, name.clone());
            self.seats.extend(seat.map(|seat| (seat, *person)));
        } else if let Event::Moved { person, seat, .. } = event {
            self.seats.retain(|_, other| other != person);
            self.seats.insert(*seat, *person);
        } else if let Event::Left { person, .. } = event {
            self.seats.retain(|_, other| other != person);
        } else if let Event::RoundEnded { round, .. } = event {
            self.rounds = *round;
        } else if let Event::BankOffered { seat, backer, clause } = event {
            self.end_open();
            let person = backer.or_else(|| self.seats.get(seat).copied());
            self.offer(at_ms, number, *seat, person, *clause);
        } else if let Event::TakenBack { first, .. } = event {
            self.take_back(*first);
        } else if let Event::BankTaken { person, seat, turn, stake, .. } = event {
            if !self.is_open_at(*seat) {
                self.offer(at_ms, number, *seat, Some(*person), Clause::NONE);
            }
            if let Some(last) = self.offers.last_mut() {
                (last.answer, last.answered) = (Answer::Took, number);
                (last.turn, last.stake) = (*turn, *stake);
            }
        } else if let Event::BankPassed { seat, why, .. } = event
            && self.is_open_at(*seat)
            && let Some(last) = self.offers.last_mut()
        {
            last.answer = why.map_or_else(|| of_command(command), of_why);
            last.answered = number;
        }
    }

    fn offer(&mut self, at_ms: i64, number: u64, seat: Seat, person: Option<PersonId>, clause: Clause) {
        let name = person.and_then(|person| self.names.get(&person)).cloned().unwrap_or_default();
        let (rounds, answer, turn, stake) = (self.rounds, Answer::Open, 0, Money::ZERO);
        self.offers.push(Offer {
            at_ms,
            number,
            rounds,
            seat,
            person,
            name,
            answer,
            answered: 0,
            turn,
            stake,
            clause,
        });
    }

    /// What was mistyped was neither offered nor answered.
    fn take_back(&mut self, first: u64) {
        self.offers.retain(|offer| offer.number < first);
        if let Some(last) = self.offers.last_mut().filter(|last| last.answered >= first) {
            (last.answer, last.answered) = (Answer::Open, 0);
            (last.turn, last.stake) = (0, Money::ZERO);
        }
    }

    fn is_open_at(&self, seat: Seat) -> bool {
        self.offers.last().is_some_and(|last| last.answer == Answer::Open && last.seat == seat)
    }

    fn end_open(&mut self) {
        if let Some(last) = self.offers.last_mut().filter(|last| last.answer == Answer::Open) {
            last.answer = Answer::Ended;
        }
    }

    fn done(self, table: u32, is_wanted: &impl Fn(i64) -> bool) -> Rotation {
        let Going { book, by_hand, mut offers, .. } = self;
        offers.retain(|offer| is_wanted(offer.at_ms));
        let mut people: BTreeMap<PersonId, Share> = BTreeMap::new();
        for offer in &offers {
            let Some(person) = offer.person else { continue };
            let share = people.entry(person).or_default();
            share.name.clone_from(&offer.name);
            share.offered += 1;
            *share.answers.entry(offer.answer).or_default() += 1;
            share.most_in_a_row = share.most_in_a_row.max(offer.turn);
        }
        Rotation { table, book, by_hand, offers, people }
    }
}

fn of_why(why: WhyPassed) -> Answer {
    match why {
        WhyPassed::Declined => Answer::Declined,
        WhyPassed::PassedOver => Answer::PassedOver,
        WhyPassed::Absent => Answer::Absent,
        WhyPassed::TimeUp => Answer::TimeUp,
    }
}

/// Where the event does not say why the bank went by, the command does.
fn of_command(command: Option<&Command>) -> Answer {
    match command {
        Some(Command::PassBank) => Answer::Declined,
        Some(Command::For { command, .. }) => of_command(Some(command)),
        Some(Command::Tick) => Answer::TimeUp,
        _ => Answer::Ended,
    }
}
