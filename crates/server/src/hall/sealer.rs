//! A thread that seals the decks of coming shuffles while rounds are played, so that nobody at a table waits for it. The
//! hall seals what is not ready in time.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Weak};

use room::{SealedAhead, TableId, ToSeal};

use super::{Hall, random_seed};

/// What is to be sealed, as long as anybody wants it.
struct Wanted {
    table: TableId,
    to_seal: ToSeal,
    wants: Weak<()>,
}

/// The thread, as the hall has it.
pub(super) struct Sealer {
    wanted: Sender<Wanted>,
    sealed: Receiver<(TableId, SealedAhead)>,
}

impl Sealer {
    /// Begins the thread, which ends with the hall; without one the hall seals everything.
    pub(super) fn begin() -> Option<Sealer> {
        let (wanted, all) = channel::<Wanted>();
        let (done, sealed) = channel();
        let seal = move || {
            for Wanted { table, to_seal, wants } in all {
                // The hall may have been faster.
                if wants.strong_count() > 0 && done.send((table, to_seal.seal(&mut random_seed))).is_err() {
                    break;
                }
            }
        };
        let thread = std::thread::Builder::new().name("sealer".to_owned()).spawn(seal);
        thread.inspect_err(|error| tracing::warn!("no decks are sealed ahead: {error}")).ok()?;
        Some(Sealer { wanted, sealed })
    }
}

impl Hall {
    /// Lets the decks be sealed ahead that a table needs next.
    pub(super) fn seal_ahead(&mut self, table: TableId) {
        let (Some(sealer), Some(place)) = (&self.sealer, self.tables.get_mut(&table)) else { return };
        let Some(to_seal) = place.table.to_seal() else { return };
        let wants = Arc::new(());
        let wanted = Wanted { table, to_seal, wants: Arc::downgrade(&wants) };
        place.wants_decks = sealer.wanted.send(wanted).is_ok().then_some(wants);
    }

    /// Gives tables the decks that were sealed for them. What has come too late is never asked for.
    pub(super) fn take_sealed(&mut self) {
        let Some(sealer) = &self.sealer else { return };
        for (table, ahead) in sealer.sealed.try_iter() {
            if let Some(place) = self.tables.get_mut(&table) {
                place.table.take_sealed_ahead(ahead);
            }
        }
    }
}
