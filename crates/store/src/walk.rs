//! The walk along the whole log that finds every fault of its numbers, hashes and transfers.

use std::collections::HashMap;

use money::Money;

use crate::chain::{Fields, TransferFields};
use crate::{Archived, BelowZero, Fault, Hash, Report, Stream, Tip, Witness};

/// A transfer as it was found, which may be damaged.
pub(crate) struct Found {
    pub(crate) sequence: i64,
    pub(crate) place: i64,
    pub(crate) event: i64,
    pub(crate) from: Vec<u8>,
    pub(crate) to: Vec<u8>,
    pub(crate) cents: i64,
}

impl Found {
    fn fields(&self) -> TransferFields<'_> {
        TransferFields { event: self.event, from: &self.from, to: &self.to, cents: self.cents }
    }
}

/// A walk along all streams at once, entry by entry in the order in which they came.
///
/// After a fault it goes on from what was found, so that one changed entry does not condemn all later ones.
pub(crate) struct Walk {
    report: Report,
    /// The sequence of the last entry.
    sequence: i64,
    /// What somebody noted elsewhere and the walk has not come to.
    noted: Witness,
    /// What lies in archives.
    archived: Vec<Archived>,
    /// How many entries of those the walk has not passed by.
    absent: i64,
    /// What the accounts hold; nothing where a part of what moved lies in archives, in an order of its own.
    held: Option<HashMap<Vec<u8>, i64>>,
}

impl Walk {
    pub(crate) fn new(witness: &Witness, archived: Vec<Archived>) -> Walk {
        let noted = witness.iter().filter(|(_, tip)| tip.number > 0);
        let noted = noted.map(|(stream, tip)| (*stream, *tip)).collect();
        let absent = archived.iter().map(|part| part.entries).sum::<u64>().cast_signed();
        let held = archived.is_empty().then(HashMap::new);
        Walk { report: Report::default(), sequence: 0, noted, archived, absent, held }
    }

    /// How many entries have been checked.
    pub(crate) fn entries(&self) -> u64 {
        self.report.entries
    }

    /// Takes the next entry, the hash that is stored with it, and its transfers.
    pub(crate) fn entry(&mut self, sequence: i64, fields: &Fields<'_>, hash: &[u8], transfers: &[Found]) {
        let expected = self.sequence.saturating_add(1);
        let missing = sequence.saturating_sub(expected);
        if (0..=self.absent).contains(&missing) {
            self.absent -= missing;
        } else {
            self.fault(Fault::Sequence { expected, found: sequence });
        }
        self.sequence = sequence;
        self.report.entries += 1;
        self.report.transfers += transfers.len() as u64;
        let Ok(stream) = u32::try_from(fields.stream).map(Stream) else {
            self.fault(Fault::StreamNumber { sequence, found: fields.stream });
            return;
        };
        let tip = self.report.tips.get(&stream).copied().unwrap_or_default();
        let tip = self.after_archive(stream, tip, fields.first);
        let count = self.numbers(stream, tip, fields);
        for (place, transfer) in (1..).zip(transfers) {
            self.transfer(stream, fields, place, transfer);
        }
        self.move_chips(stream, fields.first, transfers);
        let hash = self.link(stream, tip, fields, hash, transfers);
        // A number beyond all counting is a fault already; the walk goes on as if nothing came after it.
        let last = fields.first.saturating_add(i64::from(count) - 1).max(0).unsigned_abs();
        self.report.tips.insert(stream, Tip { number: last, hash });
        self.report.events += u64::from(count);
        self.compare_with_note(stream, Tip { number: last, hash });
    }

    /// Where a stream goes on after what lies in an archive: after the last of it, if it followed what is here.
    fn after_archive(&mut self, stream: Stream, mut tip: Tip, first: i64) -> Tip {
        for part in self.archived.iter().filter(|part| part.stream == stream) {
            let follows = part.first == tip.number + 1 && part.before == tip.hash;
            if follows && u64::try_from(first).is_ok_and(|first| first > part.last) {
                tip = Tip { number: part.last, hash: part.hash };
                let noted = self.noted.get(&stream).copied();
                // What was noted of an entry in the archive is held against it when both are read together.
                if let Some(noted) = noted.filter(|noted| (part.first..=part.last).contains(&noted.number)) {
                    self.noted.remove(&stream);
                    if noted.number == tip.number && noted.hash != tip.hash {
                        let fault = Fault::Witness { stream, expected: noted, found: Some(tip.hash) };
                        self.report.faults.push(fault);
                    }
                }
            }
        }
        tip
    }

    /// Takes a transfer whose entry is not there.
    pub(crate) fn orphan(&mut self, transfer: &Found) {
        let Found { sequence, place, .. } = *transfer;
        self.report.transfers += 1;
        self.fault(Fault::NoEntry { sequence, place });
    }

    /// Takes the news that nothing more can be read.
    pub(crate) fn unreadable(&mut self, what: String) {
        self.fault(Fault::Unreadable { after: self.sequence, what });
    }

    /// Ends the walk: there are no more entries.
    pub(crate) fn end(mut self) -> Report {
        if self.absent > 0 {
            let expected = self.sequence.saturating_add(self.absent);
            self.fault(Fault::Sequence { expected, found: self.sequence });
        }
        for (stream, expected) in std::mem::take(&mut self.noted) {
            self.fault(Fault::Witness { stream, expected, found: None });
        }
        self.report
    }

    fn fault(&mut self, fault: Fault) {
        self.report.faults.push(fault);
    }

    /// Checks where an entry starts and that it holds events, and gives how many.
    fn numbers(&mut self, stream: Stream, tip: Tip, fields: &Fields<'_>) -> u32 {
        let expected = tip.number + 1;
        if u64::try_from(fields.first) != Ok(expected) {
            self.fault(Fault::Number { stream, expected, found: fields.first });
        }
        let count = u32::try_from(fields.count).unwrap_or(0);
        if count == 0 {
            self.fault(Fault::Count { stream, entry: fields.first, found: fields.count });
        }
        count
    }

    fn transfer(&mut self, stream: Stream, fields: &Fields<'_>, expected: u64, transfer: &Found) {
        let entry = fields.first;
        if u64::try_from(transfer.place) != Ok(expected) {
            self.fault(Fault::Place { stream, entry, expected, found: transfer.place });
        }
        if transfer.event < entry || transfer.event >= entry.saturating_add(fields.count) {
            let (count, found) = (fields.count, transfer.event);
            self.fault(Fault::Event { stream, entry, count, found });
        }
        if transfer.cents <= 0 {
            self.fault(Fault::Amount { stream, entry, found: Money::cents(transfer.cents) });
        }
    }

    /// Moves the chips of an entry, and notes which accounts hold less than nothing after it for the first time.
    fn move_chips(&mut self, stream: Stream, first: i64, transfers: &[Found]) {
        let Some(held) = &mut self.held else { return };
        for Found { from, to, cents, .. } in transfers {
            for (account, amount) in [(from, cents.saturating_neg()), (to, *cents)] {
                let holds = held.entry(account.clone()).or_default();
                *holds = holds.saturating_add(amount);
            }
        }
        for Found { from, .. } in transfers {
            let holds = held.get(from).copied().unwrap_or_default();
            if holds < 0 {
                let account = String::from_utf8_lossy(from).into_owned();
                let (entry, holds) = (first.max(0).unsigned_abs(), Money::cents(holds));
                self.report.below_zero.entry(account).or_insert(BelowZero { stream, entry, holds });
            }
        }
    }

    /// Checks the hash of an entry, and gives the one that the next entry of its stream should follow.
    fn link(
        &mut self,
        stream: Stream,
        tip: Tip,
        fields: &Fields<'_>,
        found: &[u8],
        transfers: &[Found],
    ) -> Hash {
        let expected = fields.hash(&tip.hash, transfers.iter().map(Found::fields));
        if found == expected.bytes() {
            return expected;
        }
        let digits = found.iter().map(|byte| format!("{byte:02x}")).collect();
        self.fault(Fault::Chain { stream, entry: fields.first, expected, found: digits });
        found.try_into().map_or(expected, Hash::from_bytes)
    }

    fn compare_with_note(&mut self, stream: Stream, tip: Tip) {
        let noted = self.noted.get(&stream).copied();
        if let Some(expected) = noted.filter(|noted| noted.number == tip.number) {
            self.noted.remove(&stream);
            if expected.hash != tip.hash {
                self.fault(Fault::Witness { stream, expected, found: Some(tip.hash) });
            }
        }
    }
}
