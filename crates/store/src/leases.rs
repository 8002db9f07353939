//! Leases: who may write to a room or to one of its streams.

use std::fmt;

use crate::{Error, Stream};

/// What a lease is of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Scope {
    /// The whole room, for a single program that runs it.
    Room,
    /// One stream of it.
    Stream(Stream),
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scope::Room => f.write_str("the room"),
            Scope::Stream(stream) => stream.fmt(f),
        }
    }
}

/// The right to write, which one program has at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lease {
    /// What it is of.
    pub scope: Scope,
    /// How often it changed hands: whoever takes it raises this first, so that nothing is written under an older one.
    pub epoch: u64,
    /// Who has it.
    pub node: u64,
}

/// Taking, keeping and giving up leases.
///
/// A room in a file has one lease for all of it, the file's lock: who has the file open for writing holds everything.
pub trait Leases {
    /// Takes a lease, or says again that it is held; refused with [`Error::Taken`] while somebody else who lives has it,
    /// or part of what it is of.
    fn take(&mut self, scope: Scope) -> Result<Lease, Error>;

    /// Asks whether everything that was taken is still held; [`Error::Lost`] names what is not.
    fn renew(&mut self) -> Result<(), Error>;

    /// Gives a lease up, so that somebody else can take it at once, and says whether it was held by itself: a file's lock
    /// is given up as a whole.
    fn give_up(&mut self, scope: Scope) -> Result<bool, Error>;

    /// Who holds a lease. Who has another program's file open, nobody can know.
    fn holder(&self, scope: Scope) -> Result<Option<Lease>, Error>;
}
