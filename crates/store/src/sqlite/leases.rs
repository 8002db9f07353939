//! The lease of a room in a file: the file's lock, which covers all of it.

use super::{Sqlite, Standing};
use crate::{Error, Lease, Leases, Scope};

impl Leases for Sqlite {
    fn take(&mut self, scope: Scope) -> Result<Lease, Error> {
        self.writable()?;
        Ok(lease(scope))
    }

    fn renew(&mut self) -> Result<(), Error> {
        self.writable().map(drop)
    }

    fn give_up(&mut self, scope: Scope) -> Result<bool, Error> {
        self.writable()?;
        if scope != Scope::Room {
            return Ok(false);
        }
        self.standing = Standing::ReadsOnly;
        self.lock = None;
        Ok(true)
    }

    fn holder(&self, scope: Scope) -> Result<Option<Lease>, Error> {
        Ok((self.standing == Standing::Writes).then(|| lease(scope)))
    }
}

/// The system lets nobody else have the lock, so that nothing is written under an older lease.
fn lease(scope: Scope) -> Lease {
    Lease { scope, epoch: 1, node: 1 }
}
