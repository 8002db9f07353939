//! The seams of a store together: what a room is run over, whichever database lies underneath.

use crate::{Leases, Log, Nodes, People, Reader};

/// A room's log, ledger, leases and people in one database.
///
/// One contract holds for all of them (`crates/store/tests/contract`): the same tables, hashes, proofs and refusals.
pub trait Backend: Log + Reader + Leases + Nodes + People + Send {}

impl<T: Log + Reader + Leases + Nodes + People + Send> Backend for T {}
