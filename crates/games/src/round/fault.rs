//! What can be wrong with what stands on the table.

use std::fmt;

use books::Clause;

use crate::{bank, poker};

/// Something on the table that the book does not allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong, as a sentence without a full stop.
    pub what: String,
    /// The clause that forbids it.
    pub clause: Clause,
}

impl Fault {
    pub(crate) fn of_bank(faults: Vec<bank::SetupFault>) -> Vec<Fault> {
        faults.into_iter().map(|fault| Fault { what: fault.to_string(), clause: fault.clause }).collect()
    }

    pub(crate) fn of_poker(faults: Vec<poker::SetupFault>) -> Vec<Fault> {
        faults.into_iter().map(|fault| Fault { what: fault.to_string(), clause: fault.clause() }).collect()
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}
