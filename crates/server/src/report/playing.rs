//! Sessions at tables of the house, filled in from the log: the playing books of third-party providers' players, and anybody's
//! own play for their own eyes.

use std::collections::BTreeMap;

use books::{Money, Shelf};
use room::{Correction, Event};
use store::{Error, Reader};

use super::house::House;
use super::play::tables;
use super::table::{CellKind, Report};
use super::{Cell, Span};
use crate::law::{Badge, Watch};

/// One session at a table.
struct Session {
    person: u32,
    /// The badge that was worn in it, if one was.
    badge: Option<Badge>,
    table: u32,
    book: String,
    from_ms: i64,
    until_ms: Option<i64>,
    rounds: u64,
    banked: u64,
    brought: Money,
    taken: Money,
    /// What the rounds came to, by their nets and with what was corrected of them since.
    net: Money,
    /// The first and the last round.
    span: Option<(u64, u64)>,
}

/// Who is at a table, and what they brought, whether they play for a provider or not.
#[derive(Default)]
struct AtTable {
    people: BTreeMap<u32, Here>,
    banker: Option<u32>,
    /// The round that began last: who banked it, and who was in it.
    began: (Option<u32>, Vec<u32>),
}

/// Somebody at a table.
struct Here {
    from_ms: i64,
    brought: Money,
    rounds: u64,
    banked: u64,
    net: Money,
    /// The first and the last round.
    span: Option<(u64, u64)>,
    badge: Option<Badge>,
}

/// The sessions of providers' players that began in a span.
pub(super) fn playing_books(store: &dyn Reader, span: &Span) -> Result<Report, Error> {
    let (house, mut sessions) = sessions(store, span)?;
    sessions.retain(|session| session.badge.is_some());
    Ok(written(&sessions, &house))
}

/// The sessions of one person that began in a span, for their own eyes.
///
/// # Errors
/// When the store cannot be read.
pub fn own_play(store: &dyn Reader, person: u32, span: &Span) -> Result<Report, Error> {
    let (_, mut sessions) = sessions(store, span)?;
    sessions.retain(|session| session.person == person);
    let columns = [
        ("From", CellKind::Moment),
        ("To", CellKind::Moment),
        ("Table", CellKind::Count),
        ("Game", CellKind::Text),
        ("Hands", CellKind::Count),
        ("Banked", CellKind::Count),
        ("Brought", CellKind::Money),
        ("Taken away", CellKind::Money),
        ("Won or lost", CellKind::Money),
    ];
    let mut report = Report::new("Your play", &columns);
    report.notes.push("Your sessions at tables of the house; play chips are left out.".to_owned());
    for one in &sessions {
        let mut row = vec![Some(one.from_ms.into()), one.until_ms.map(Into::into)];
        row.extend([Some(one.table.into()), Some(one.book.as_str().into())]);
        row.extend(one.amounts());
        report.rows.push(row);
    }
    report.sum("Won or lost", sessions.iter().map(|one| one.net).sum());
    Ok(report)
}

/// The sessions that began in a span, with the names of the house.
fn sessions(store: &dyn Reader, span: &Span) -> Result<(House, Vec<Session>), Error> {
    let house = House::read(store, &mut |_, _, _| ())?;
    let watch = Watch::of_house(store, &Shelf::filed())?;
    let mut sessions: Vec<Session> = Vec::new();
    let mut places: BTreeMap<u32, (String, AtTable)> = BTreeMap::new();
    let whole = Span { table: span.table, ..Span::default() };
    tables(store, &whole, &mut |opened, entry, body| {
        let (_, place) =
            places.entry(opened.table).or_insert_with(|| (opened.book.clone(), AtTable::default()));
        if body.unbegun().is_some() {
            place.take_back_beginning();
        }
        for event in body.events() {
            if let Event::Corrected { correction, .. } = event {
                place.correct(correction, opened.table, &mut sessions);
            }
            let badge = |person: u32| watch.badge(person, entry.at_ms).cloned();
            if let Some((person, here, taken)) = place.hear(event, entry.at_ms, &badge) {
                let ended = (Some(entry.at_ms), taken);
                sessions.push(Session::of(person, here, opened.table, &opened.book, ended));
            }
        }
    })?;
    for (table, (book, place)) in places {
        for (person, here) in place.people {
            sessions.push(Session::of(person, here, table, &book, (None, Money::ZERO)));
        }
    }
    sessions.retain(|session| {
        let shift = house.shift_at(session.from_ms).map(|shift| shift.number);
        span.holds(session.from_ms) && (span.shift.is_none() || span.shift == shift)
    });
    sessions.sort_by_key(|session| (session.from_ms, session.table));
    Ok((house, sessions))
}

fn written(sessions: &[Session], house: &House) -> Report {
    let columns = [
        ("Player", CellKind::Text),
        ("Badge", CellKind::Text),
        ("Company", CellKind::Text),
        ("Licence", CellKind::Text),
        ("Table", CellKind::Count),
        ("Game", CellKind::Text),
        ("From", CellKind::Moment),
        ("To", CellKind::Moment),
        ("Hands", CellKind::Count),
        ("Banked", CellKind::Count),
        ("Brought", CellKind::Money),
        ("Taken away", CellKind::Money),
        ("Won or lost", CellKind::Money),
    ];
    let mut report = Report::new("Playing books", &columns);
    report.notes.push(
        "One line for each session of a provider's player at a table of the house (4 CCR 12270, 12290), as the log has it. \
         A session that is still on has no end."
            .to_owned(),
    );
    let (mut brought, mut taken, mut net) = (Money::ZERO, Money::ZERO, Money::ZERO);
    for one in sessions {
        (brought, taken, net) = (brought + one.brought, taken + one.taken, net + one.net);
        let badge = one.badge.as_ref();
        let mut row = vec![
            Some(house.name(one.person).into()),
            badge.map(|badge| badge.badge.as_str().into()),
            badge.map(|badge| badge.name.as_str().into()),
            badge.map(|badge| badge.licence.as_str().into()),
            Some(one.table.into()),
            Some(one.book.as_str().into()),
            Some(one.from_ms.into()),
            one.until_ms.map(Into::into),
        ];
        row.extend(one.amounts());
        report.rows.push(row);
    }
    report.sum("Brought", brought);
    report.sum("Taken away", taken);
    report.sum("Won or lost", net);
    report.signatures = vec!["Provider".to_owned(), "House".to_owned()];
    report
}

impl Session {
    fn of(person: u32, here: Here, table: u32, book: &str, ended: (Option<i64>, Money)) -> Session {
        let (until_ms, taken) = ended;
        let Here { from_ms, brought, rounds, banked, net, span, badge } = here;
        let book = book.to_owned();
        Session { person, badge, table, book, from_ms, until_ms, rounds, banked, brought, taken, net, span }
    }

    /// Hands, hands banked, chips brought and taken away, and what was won or lost.
    fn amounts(&self) -> [Option<Cell>; 5] {
        [
            Some(self.rounds.into()),
            Some(self.banked.into()),
            Some(self.brought.into()),
            self.until_ms.map(|_| self.taken.into()),
            Some(self.net.into()),
        ]
    }
}

/// Whether a round is one of a session's.
fn holds(span: Option<(u64, u64)>, round: u64) -> bool {
    span.is_some_and(|(first, last)| (first..=last).contains(&round))
}

impl AtTable {
    /// A correction counts in the session in which its round was played, whether that is over or not.
    fn correct(&mut self, correction: &Correction, table: u32, ended: &mut [Session]) {
        let round = correction.round;
        for (person, change) in correction.changes() {
            let is_own = |one: &&mut Session| (one.table, one.person) == (table, person);
            if let Some(here) = self.people.get_mut(&person).filter(|here| holds(here.span, round)) {
                here.net += change;
            } else if let Some(session) =
                ended.iter_mut().filter(is_own).find(|session| holds(session.span, round))
            {
                session.net += change;
            }
        }
    }

    /// The last round did not begin: whoever held its bank holds it again.
    fn take_back_beginning(&mut self) {
        let (banker, people) = std::mem::take(&mut self.began);
        for person in people {
            let Some(here) = self.people.get_mut(&person) else { continue };
            here.rounds = here.rounds.saturating_sub(1);
            here.banked = here.banked.saturating_sub(u64::from(banker == Some(person)));
        }
        self.banker = banker;
    }

    /// Hears an event; gives who has left with how much.
    fn hear(
        &mut self,
        event: &Event,
        at_ms: i64,
        badge: &dyn Fn(u32) -> Option<Badge>,
    ) -> Option<(u32, Here, Money)> {
        if let Event::Sat { person, stack, .. } = event {
            let (from_ms, brought, net) = (at_ms, *stack, Money::ZERO);
            let badge = badge(*person);
            let here = Here { from_ms, brought, rounds: 0, banked: 0, net, span: None, badge };
            self.people.insert(*person, here);
        } else if let Event::Added { person, amount } = event {
            if let Some(here) = self.people.get_mut(person) {
                here.brought += *amount;
            }
        } else if let Event::BankTaken { person, .. } = event {
            self.banker = Some(*person);
        } else if let Event::RoundBegan { round, people, .. } = event {
            let banker = self.banker.take();
            self.began = (banker, people.clone());
            for person in people {
                let Some(here) = self.people.get_mut(person) else { continue };
                here.rounds += 1;
                here.span = Some((here.span.map_or(*round, |(first, _)| first), *round));
                here.banked += u64::from(banker == Some(*person));
                here.badge = badge(*person).or_else(|| here.badge.take());
            }
        } else if let Event::RoundEnded { nets, .. } = event {
            for net in nets {
                if let Some(here) = self.people.get_mut(&net.person) {
                    here.net += net.net;
                }
            }
        } else if let Event::Left { person, stack, .. } = event {
            let here = self.people.remove(person)?;
            return Some((*person, here, *stack));
        }
        None
    }
}
