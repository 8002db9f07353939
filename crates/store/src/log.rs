//! Writing a room's log.

use crate::{Batch, Error, Hash};

/// What is written to a room's log and ledger.
pub trait Log {
    /// Writes a batch in one transaction, which is on disk when this returns, and gives the hashes of its entries.
    ///
    /// It is fenced: whoever has lost the lease of one of its streams writes nothing ([`Error::Lost`]), which the
    /// transaction itself finds out. A refused batch changes nothing. After a failed write the store refuses every later batch until it is
    /// opened again, because nobody knows how much of the failed one is on disk.
    fn append(&mut self, batch: &Batch) -> Result<Vec<Hash>, Error>;

    /// Holds back everything that is written from now on until [`Log::keep`]: then all of it is on disk, and
    /// before that none of it, whatever becomes of the program.
    fn hold(&mut self) -> Result<(), Error>;

    /// Puts everything on disk that was written since [`Log::hold`].
    fn keep(&mut self) -> Result<(), Error>;

    /// Forgets such an act, because the log has it now.
    fn forget_act(&mut self, number: i64) -> Result<(), Error>;
}
