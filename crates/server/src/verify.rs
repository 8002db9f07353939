//! The whole proof of a room: the store's chain, every table played again from its log, every shuffle against its
//! commitment, and the chips.

use books::Shelf;
use cards::Seed;
use room::{Event, Ledger, Told};
use serde::{Deserialize, Serialize};
use store::{Error, Store, Stream, Witness};
use utoipa::ToSchema;

use crate::journal::Replay;

/// What was found in one stream.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct StreamProof {
    /// Which stream; 0 is the house's own.
    pub stream: u32,
    /// How many entries it has.
    pub entries: u64,
    /// How many events.
    pub events: u64,
    /// How many shuffles were checked against their commitments.
    pub shuffles: u64,
    /// The hash of its last entry, in hexadecimal.
    pub hash: String,
}

/// What was found in the whole log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Proof {
    /// Every stream.
    pub streams: Vec<StreamProof>,
    /// Every fault, as a sentence that names its place.
    pub faults: Vec<String>,
}

/// Checks everything.
///
/// # Errors
/// When the store cannot be read at all.
pub fn verify(
    store: &dyn Store,
    shelf: &Shelf,
    witness: &Witness,
    progress: &mut dyn FnMut(u32, u64),
) -> Result<Proof, Error> {
    let mut proof = Proof::default();
    let report = store.verify(witness, &mut |_| ())?;
    proof.faults.extend(report.faults.iter().map(ToString::to_string));
    let mut ledger = Ledger::default();
    for stream in store.streams()? {
        let mut found = StreamProof {
            stream: stream.0,
            entries: 0,
            events: 0,
            shuffles: 0,
            hash: store.tip(stream)?.hash.to_string(),
        };
        let played = play(store, shelf, stream, &mut found, &mut ledger, progress);
        if let Err(fault) = played {
            proof.faults.push(format!("{stream}: {fault}"));
        }
        proof.streams.push(found);
    }
    if ledger.total() != books::Money::ZERO {
        proof.faults.push(format!("the sum over all accounts is {}, not zero", ledger.total()));
    }
    Ok(proof)
}

fn play(
    store: &dyn Store,
    shelf: &Shelf,
    stream: Stream,
    found: &mut StreamProof,
    ledger: &mut Ledger,
    progress: &mut dyn FnMut(u32, u64),
) -> Result<(), String> {
    let mut replay = Replay::new(shelf, stream.0);
    let mut from = 1;
    loop {
        let entries = store.entries(stream, from, 500).map_err(|error| error.to_string())?;
        if entries.is_empty() {
            return Ok(());
        }
        for logged in &entries {
            let entry = &logged.entry;
            from = entry.last() + 1;
            found.entries += 1;
            found.events += u64::from(entry.count);
            if stream == Stream::HOUSE {
                house(entry, ledger)?;
                continue;
            }
            let told = replay.play(entry).map_err(|fault| fault.to_string())?;
            unposted(ledger, &told)?;
            found.shuffles += shuffles(&told)?;
        }
        progress(stream.0, found.events);
    }
}

/// The house's entries only move chips between the cage and patrons.
fn house(entry: &store::Entry, ledger: &mut Ledger) -> Result<(), String> {
    for transfer in &entry.transfers {
        let account = |name: &str| name.parse::<room::Account>().map_err(|fault| fault.to_string());
        let (from, to) = (account(&transfer.from)?, account(&transfer.to)?);
        let is_cage = |account| matches!(account, room::Account::Cage | room::Account::Patron(_));
        if !is_cage(from) || !is_cage(to) {
            return Err(format!("event {}: the house moves chips of a table", entry.first));
        }
        let moved = room::Transfer { from, to, amount: transfer.amount };
        // Tables are played one after another here, so a wallet may be behind the order in which it was used;
        // the store's own balances say whether it ever ended below zero.
        ledger.force(&moved);
    }
    Ok(())
}

fn unposted(ledger: &mut Ledger, told: &[Told]) -> Result<(), String> {
    for one in told {
        for transfer in &one.transfers {
            let is_patron = |account| matches!(account, room::Account::Patron(_));
            if is_patron(transfer.from) || is_patron(transfer.to) {
                ledger.force(transfer);
            } else {
                ledger.record(transfer).map_err(|fault| format!("event {}: {fault}", one.number))?;
            }
        }
    }
    Ok(())
}

/// Every shuffle's seed hashes to what was published, and what is revealed is what was used.
fn shuffles(told: &[Told]) -> Result<u64, String> {
    let mut count = 0;
    for one in told {
        if let Event::Shuffled { commitment, seed } = &one.event {
            let parsed: Seed =
                seed.parse().map_err(|_| format!("event {}: the seed is not one", one.number))?;
            if parsed.commitment().to_string() != *commitment {
                return Err(format!("event {}: the seed does not hash to its commitment", one.number));
            }
            count += 1;
        }
    }
    Ok(count)
}

/// Plays a table's log from the start, handing on each entry's events with the table after them.
///
/// # Errors
/// When the log cannot be read or does not play.
pub fn walk(
    store: &dyn Store,
    shelf: &Shelf,
    stream: Stream,
    each: &mut dyn FnMut(&store::Entry, &[Told], &room::Table) -> bool,
) -> Result<(), String> {
    let mut replay = Replay::new(shelf, stream.0);
    let mut from = 1;
    loop {
        let entries = store.entries(stream, from, 500).map_err(|error| error.to_string())?;
        if entries.is_empty() {
            return Ok(());
        }
        for logged in &entries {
            from = logged.entry.last() + 1;
            let told = replay.play(&logged.entry).map_err(|fault| fault.to_string())?;
            if let Some(table) = &replay.table
                && !each(&logged.entry, &told, table)
            {
                return Ok(());
            }
        }
    }
}
