//! The bytes under every hash, in one place: docs/log.md describes them for people who check a log by themselves.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use crate::{Hash, Stream};

/// The version of the hashed bytes, which every hash covers; docs/log.md describes it.
pub const LOG_VERSION: &str = "cardroom-log-1";

/// The fields of an entry as they are hashed.
///
/// They are plain bytes and numbers, because a damaged log may hold what is no text and no count.
pub(crate) struct Fields<'a> {
    pub(crate) stream: i64,
    pub(crate) first: i64,
    pub(crate) count: i64,
    pub(crate) at_ms: i64,
    pub(crate) by: &'a [u8],
    pub(crate) id: Option<&'a [u8]>,
    pub(crate) body: &'a [u8],
}

/// The fields of a transfer as they are hashed with its entry.
pub(crate) struct TransferFields<'a> {
    pub(crate) event: i64,
    pub(crate) from: &'a [u8],
    pub(crate) to: &'a [u8],
    pub(crate) cents: i64,
}

impl Fields<'_> {
    /// The hash of the entry with its transfers, after the entry whose hash is `previous`.
    pub(crate) fn hash<'t>(
        &self,
        previous: &Hash,
        transfers: impl ExactSizeIterator<Item = TransferFields<'t>>,
    ) -> Hash {
        let mut bytes = Bytes(Sha256::new().chain_update(LOG_VERSION).chain_update(previous.bytes()));
        bytes.number(self.stream);
        bytes.number(self.first);
        bytes.number(self.count);
        bytes.number(self.at_ms);
        bytes.text(self.by);
        match self.id {
            Some(id) => bytes.text(id),
            None => bytes.number(-1),
        }
        bytes.text(self.body);
        bytes.number(transfers.len() as i64);
        for transfer in transfers {
            bytes.number(transfer.event);
            bytes.text(transfer.from);
            bytes.text(transfer.to);
            bytes.number(transfer.cents);
        }
        bytes.finish()
    }
}

/// The seal of a checkpoint: it binds the checkpoint to the entry that it was made after, whose hash is `entry`.
pub(crate) fn seal(entry: &Hash, stream: Stream, number: u64, body: &[u8]) -> Hash {
    let mut bytes = Bytes(Sha256::new().chain_update("cardroom-checkpoint-1").chain_update(entry.bytes()));
    bytes.number(i64::from(stream.0));
    bytes.number(number.cast_signed());
    bytes.text(body);
    bytes.finish()
}

/// The seal of what all accounts held after the entry of this sequence, whose hash is `entry`; those that held nothing
/// are left out.
pub(crate) fn balances_seal(entry: &Hash, sequence: i64, accounts: &BTreeMap<Vec<u8>, i128>) -> Hash {
    let mut bytes = Bytes(Sha256::new().chain_update("cardroom-balances-1").chain_update(entry.bytes()));
    bytes.number(sequence);
    bytes.number(accounts.len() as i64);
    for (account, cents) in accounts {
        bytes.text(account);
        bytes.0.update(cents.to_be_bytes());
    }
    bytes.finish()
}

/// The seal of what some entries moved: what every account received less what it paid, if that is not nothing.
pub(crate) fn moved_seal(accounts: &BTreeMap<Vec<u8>, i128>) -> Hash {
    let mut bytes = Bytes(Sha256::new().chain_update("cardroom-moved-1"));
    bytes.number(accounts.len() as i64);
    for (account, cents) in accounts {
        bytes.text(account);
        bytes.0.update(cents.to_be_bytes());
    }
    bytes.finish()
}

/// Numbers take eight bytes, highest first, and texts follow their length in bytes, so that no two different
/// entries give the same bytes.
struct Bytes(Sha256);

impl Bytes {
    fn number(&mut self, number: i64) {
        self.0.update(number.to_be_bytes());
    }

    fn text(&mut self, text: &[u8]) {
        self.number(text.len() as i64);
        self.0.update(text);
    }

    fn finish(self) -> Hash {
        Hash::from_bytes(self.0.finalize().into())
    }
}
