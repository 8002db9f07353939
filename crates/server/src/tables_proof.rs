//! What the house's log says of its tables (opened, set aside, taken up, closed, their chips given back), held against
//! the tables' own logs.

use std::collections::BTreeMap;

use room::{ChipKind, Event, Ledger, TableId, Transfer};
use store::{Entry, Error, Reader, Stream};

use crate::given_back::{self, RoundMoves};
use crate::journal::{Given, HouseEntry, TableEntry};

/// What the house's log has said of the tables, and what their own logs have said since.
#[derive(Default)]
pub(crate) struct TablesProof {
    tables: BTreeMap<TableId, TableHistory>,
    /// Whether some of the house's entries could not be read, so that nothing can be missing in it.
    has_gaps: bool,
    /// What the house's log lacks, unless it was written to meanwhile.
    missing: Vec<String>,
}

/// What is told of one table.
#[derive(Default)]
struct TableHistory {
    book: Option<String>,
    /// The house's entries that close it.
    closed: Option<u64>,
    /// From when until when it was set aside.
    aside: Vec<(i64, Option<i64>)>,
    given_back: Option<GivenBack>,
    /// Whether its own log was read, and closes it.
    is_read: bool,
    has_ended: bool,
    /// Whether a fault has said already that it goes on.
    is_misplayed: bool,
    round: RoundMoves,
}

/// Chips that were given back.
struct GivenBack {
    first: u64,
    at_ms: i64,
    given: Vec<Given>,
    moves: Vec<store::Transfer>,
}

impl TablesProof {
    /// Takes note that some of the house's entries could not be read.
    pub(crate) fn pass_over(&mut self) {
        self.has_gaps = true;
    }

    fn of(&mut self, table: TableId) -> &mut TableHistory {
        self.tables.entry(table).or_default()
    }

    /// Takes an entry of the house; `is_told` says whether the room has said by then which version opened it.
    pub(crate) fn take(
        &mut self,
        said: &HouseEntry,
        entry: &Entry,
        is_told: bool,
        fault: &mut dyn FnMut(String),
    ) {
        match said {
            HouseEntry::TableOpened { table, book, .. } => {
                if self.of(*table).book.replace(book.clone()).is_some() {
                    fault(format!("table {table} is opened once more"));
                }
            }
            HouseEntry::TableClosed { table, book } => {
                let told = self.of(*table);
                if told.book.as_ref().is_some_and(|opened| opened != book) {
                    fault(format!("table {table} is closed as one of another book"));
                }
                told.closed = Some(entry.first);
            }
            HouseEntry::TableSetAside { table, .. } => {
                // The first versions went by the machine's clock.
                let from = if is_told { entry.at_ms } else { i64::MAX };
                self.of(*table).aside.push((from, None));
            }
            HouseEntry::TableTakenUp { table } => {
                let mut was_aside = self.has_gaps;
                for (_, to) in self.of(*table).aside.iter_mut().filter(|(_, to)| to.is_none()) {
                    (*to, was_aside) = (Some(entry.at_ms), true);
                }
                if !was_aside {
                    fault(format!("table {table} is taken up, and was not set aside"));
                }
            }
            HouseEntry::ChipsGivenBack { table, given, .. } => {
                let (first, at_ms, given) = (entry.first, entry.at_ms, given.clone());
                let back = GivenBack { first, at_ms, given, moves: entry.transfers.clone() };
                if self.of(*table).given_back.replace(back).is_some() {
                    fault(format!("the chips of table {table} are given back once more"));
                }
            }
            HouseEntry::PersonAdded { .. }
            | HouseEntry::ChipsBought { .. }
            | HouseEntry::ChipsRedeemed { .. }
            | HouseEntry::ExchangeAsked { .. }
            | HouseEntry::ExchangeDeclined { .. }
            | HouseEntry::CorrectionAsked { .. }
            | HouseEntry::CorrectionSettled { .. }
            | HouseEntry::PlayChipsGiven { .. }
            | HouseEntry::PlayChipsTaken { .. }
            | HouseEntry::KindsParted { .. }
            | HouseEntry::Silenced { .. }
            | HouseEntry::StaffActed { .. }
            | HouseEntry::ActedFor { .. }
            | HouseEntry::RoomOpened { .. }
            | HouseEntry::RoomClosed
            | HouseEntry::TipsNoted { .. }
            | HouseEntry::NotePassedOver { .. }
            | HouseEntry::RolesChanged { .. }
            | HouseEntry::RolesRefused { .. }
            | HouseEntry::PasswordSet { .. }
            | HouseEntry::ShiftOpened { .. }
            | HouseEntry::ShiftClosed { .. }
            | HouseEntry::BoxPulled { .. }
            | HouseEntry::BoxCounted { .. }
            | HouseEntry::CageCounted { .. }
            | HouseEntry::CageTried { .. }
            | HouseEntry::TrayCounted { .. }
            | HouseEntry::TableFilled { .. }
            | HouseEntry::TableCredited { .. }
            | HouseEntry::Law(_)
            | HouseEntry::Company(_)
            | HouseEntry::BackedUp { .. }
            | HouseEntry::Patron(_)
            | HouseEntry::List(_)
            | HouseEntry::Jackpot(_)
            | HouseEntry::LineUp(_)
            | HouseEntry::Archived { .. } => {}
        }
    }

    /// Takes an entry of a table's own log; `is_told` says whether the house's log has by then said what it should.
    pub(crate) fn own(&mut self, entry: &Entry, body: &TableEntry, is_told: bool) -> Result<(), String> {
        let (table, first) = (entry.stream.0, entry.first);
        let told = self.tables.entry(table).or_default();
        told.is_read = true;
        told.round.take(entry, body.events());
        let was_ended = told.has_ended;
        told.has_ended |= body.events().iter().any(|event| matches!(event, Event::Closed));
        if let TableEntry::Open { spec, .. } = body {
            match &told.book {
                Some(book) if *book != spec.book => {
                    return Err(format!("event {first}: the house has opened it with the book {book}"));
                }
                Some(_) => {}
                None if self.has_gaps => {}
                None => return Err(format!("event {first}: the house's log does not tell of its opening")),
            }
        }
        if told.has_ended && !was_ended && told.closed.is_none() && is_told {
            self.missing.push(format!(
                "{}: event {first}: the house's log does not tell that it is closed",
                entry.stream
            ));
        }
        let at = entry.at_ms;
        let is_aside = |(from, to): &(i64, Option<i64>)| at > *from && to.is_none_or(|to| at < to);
        let what = match () {
            () if was_ended => "it was closed",
            () if told.aside.iter().any(is_aside) => "the house had set it aside",
            () if told.given_back.as_ref().is_some_and(|back| at > back.at_ms) => {
                "the house had given its chips back"
            }
            () => return Ok(()),
        };
        if std::mem::replace(&mut told.is_misplayed, true) {
            return Ok(());
        }
        Err(format!("event {first}: {what}, and it goes on"))
    }

    /// The end of a table's own log: the chips that the house gave back are those that lie there. What was given is
    /// taken out of the ledger; nothing is compared where entries are missing.
    pub(crate) fn end_of(
        &mut self,
        stream: Stream,
        ledger: &mut Ledger,
        kind: ChipKind,
        is_whole: bool,
    ) -> Result<(), String> {
        let Some(told) = self.tables.get_mut(&stream.0) else { return Ok(()) };
        if !is_whole {
            // What cannot be read may say anything.
            told.has_ended |= told.closed.is_some();
        }
        let Some(back) = &told.given_back else { return Ok(()) };
        let expected = given_back::moves(ledger, stream.0, kind, &told.round);
        let plain = |one: &Transfer| (one.from.to_string(), one.to.to_string(), one.amount);
        let moved = back.moves.iter().map(|one| (one.from.clone(), one.to.clone(), one.amount));
        let is_so = expected.is_ok_and(|expected| {
            moved.eq(expected.iter().map(plain)) && given_back::given(&expected) == back.given
        });
        for one in &back.moves {
            if let (Ok(from), Ok(to)) = (one.from.parse(), one.to.parse()) {
                ledger.force(&Transfer { from, to, amount: one.amount });
            }
        }
        match is_so || !is_whole {
            true => Ok(()),
            false => Err(format!(
                "other chips were given back (event {} of the house's log) than lay at the table",
                back.first
            )),
        }
    }

    /// What the house's log says of tables whose own logs do not; `read` is the last of its events that were read.
    pub(crate) fn unmatched(self, store: &dyn Reader, read: u64) -> Result<Vec<String>, Error> {
        let mut faults = Vec::new();
        // Tables are closed in an open room meanwhile.
        if store.tip(Stream::HOUSE)?.number == read && !self.has_gaps {
            faults.extend(self.missing);
        }
        for (table, told) in self.tables {
            let has_log = told.is_read || store.tip(Stream(table))?.number > 0;
            if !has_log {
                faults.push(format!("stream 0: the house tells of table {table}, which has no log"));
            } else if let Some(event) = told.closed.filter(|_| told.is_read && !told.has_ended) {
                faults.push(format!(
                    "stream 0: event {event}: the house has closed table {table}, whose own log goes on"
                ));
            }
        }
        Ok(faults)
    }
}
