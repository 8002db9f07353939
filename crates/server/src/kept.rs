//! States that are kept beside the log, each marked with a key of the room. A state only saves time: one without the
//! room's mark decides nothing, and the log is played instead.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use serde::Deserialize;
use sha2::{Digest, Sha256};
use store::{Archived, Checkpoint, Hash, Reader, Stream};

use crate::journal::HouseEntry;
use crate::pages::Pages;
use crate::tips::Signer;

/// The key with which a room marks what it keeps. It follows from the key that signs its notes of tips.
#[derive(Clone)]
pub struct KeptKey([u8; 32]);

impl KeptKey {
    pub(crate) fn of(secret: &[u8; 32]) -> KeptKey {
        KeptKey(Sha256::new().chain_update("cardroom-kept-key-1").chain_update(secret).finalize().into())
    }

    /// The key of the room in a folder; made when there is none.
    ///
    /// # Errors
    /// When it cannot be read or written.
    pub fn open(folder: &Path) -> io::Result<KeptKey> {
        Ok(Signer::open(folder)?.kept_key())
    }

    /// A state with the room's mark, which binds it to the entry that it was made after, whose hash is `entry`.
    #[must_use]
    pub fn mark(&self, kept: &Checkpoint, entry: &Hash) -> Checkpoint {
        let mark = self.mark_of(kept, entry, &kept.body);
        let mut body = kept.body.strip_suffix('}').unwrap_or(&kept.body).to_owned();
        let _ = write!(body, ",\"mark\":\"{mark}\"}}");
        Checkpoint { body, ..*kept }
    }

    /// HMAC with SHA-256 over what docs/log.md says.
    fn mark_of(&self, kept: &Checkpoint, entry: &Hash, text: &str) -> String {
        let padded = |with: u8| {
            let mut block = [with; 64];
            block.iter_mut().zip(self.0).for_each(|(byte, key)| *byte ^= key);
            Sha256::new().chain_update(block)
        };
        let inner = padded(0x36)
            .chain_update("cardroom-kept-1")
            .chain_update(entry.bytes())
            .chain_update(kept.stream.0.to_be_bytes())
            .chain_update(kept.number.to_be_bytes())
            .chain_update(text);
        seal::hex(&padded(0x5c).chain_update(inner.finalize()).finalize())
    }

    /// Whether the room has marked a state, or the house's log says what is kept there, because an archive ends there.
    fn knows(&self, store: &dyn Reader, kept: &Checkpoint) -> bool {
        let Ok(Some(entry)) = store.ending_at(kept.stream, kept.number) else { return false };
        let marked = kept.body.rsplit_once(",\"mark\":\"");
        let is_marked = marked.is_some_and(|(text, mark)| {
            mark.strip_suffix("\"}") == Some(&self.mark_of(kept, &entry, &format!("{text}}}")))
        });
        is_marked || is_noted(store, kept, &entry).unwrap_or(false)
    }
}

/// Whether the house's log has the seal of a state that is kept where an archive ends.
fn is_noted(store: &dyn Reader, kept: &Checkpoint, entry: &Hash) -> Result<bool, store::Error> {
    if store.archived_until(kept.stream)? != kept.number {
        return Ok(false);
    }
    let seal = kept.seal(entry);
    let is_it = |part: &Archived| (part.stream, part.last, part.state) == (kept.stream, kept.number, seal);
    let mut pages = Pages::of(store, Stream::HOUSE);
    while let Some(page) = pages.next()? {
        let said = page.entries.iter().filter_map(|logged| serde_json::from_str(&logged.entry.body).ok());
        let mut parts = said.filter_map(|said| match said {
            HouseEntry::Archived { parts, .. } => Some(parts),
            _ => None,
        });
        if parts.any(|parts| parts.iter().any(is_it)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The newest state of a stream up to an event that the room has marked; any that fits its seal where nobody has a key.
pub(crate) fn newest(
    store: &dyn Reader,
    stream: Stream,
    until: u64,
    key: Option<&KeptKey>,
) -> Option<Checkpoint> {
    let is_own = |kept: &Checkpoint| key.is_none_or(|key| key.knows(store, kept));
    match store.checkpoint_until(stream, until) {
        Ok(None) => return None,
        Ok(Some(kept)) if is_own(&kept) => return Some(kept),
        _ => {}
    }
    let numbers = store.checkpoints(stream).ok()?;
    numbers.into_iter().rev().filter(|number| *number <= until).find_map(|number| {
        let kept = store.checkpoint_until(stream, number).ok()??;
        (kept.number == number && is_own(&kept)).then_some(kept)
    })
}

/// The numbers after which states of a stream are kept that the room has marked, in order.
pub(crate) fn marked(
    store: &dyn Reader,
    stream: Stream,
    key: Option<&KeptKey>,
) -> Result<Vec<u64>, store::Error> {
    let is_own = |number: &u64| {
        let kept = store.checkpoint_until(stream, *number).ok().flatten();
        kept.is_some_and(|kept| kept.number == *number && key.is_none_or(|key| key.knows(store, &kept)))
    };
    Ok(store.checkpoints(stream)?.into_iter().filter(is_own).collect())
}

/// The text of a table's state, with the version that has played it so far.
pub(crate) fn text_of(state: &room::Checkpoint, version: &str) -> String {
    let mut text = serde_json::to_string(state).expect("a state is plain data");
    text.pop();
    let _ = write!(text, ",\"played_by\":\"{version}\"}}");
    text
}

/// The version that has played a table up to a state, if the state says so.
pub(crate) fn played_by(text: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Played {
        played_by: Option<String>,
    }

    serde_json::from_str::<Played>(text).ok()?.played_by
}
