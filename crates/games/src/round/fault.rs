//! What can be wrong with what stands on the table.

use std::fmt;

use books::Clause;

use super::Refusal;
use crate::bank::{self, About};

/// Something on the table that the book does not allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Whom or what it is about; nothing where the sentence says it.
    pub about: Option<About>,
    /// What is wrong, as a sentence without a full stop.
    pub what: String,
    /// The clause that forbids it.
    pub clause: Clause,
    /// A name for programs that stays the same.
    pub code: &'static str,
}

impl Fault {
    pub(crate) fn of_bank(faults: Vec<bank::SetupFault>) -> Vec<Fault> {
        let fault = |fault: bank::SetupFault| Fault {
            about: Some(fault.about),
            what: fault.what.to_string(),
            clause: fault.clause,
            code: fault.what.code(),
        };
        faults.into_iter().map(fault).collect()
    }

    /// Whether it is about the owner of the purse at a place.
    #[must_use]
    pub fn is_about_purse(&self, place: usize) -> bool {
        self.about.as_ref().is_some_and(|about| about.is_purse(place))
    }

    /// The same as a refusal that says whom it is about.
    #[must_use]
    pub fn refusal_by_name(&self) -> Refusal {
        Refusal { what: self.to_string(), ..self.refusal() }
    }

    /// The same as a refusal of what was asked.
    #[must_use]
    pub fn refusal(&self) -> Refusal {
        Refusal { clause: self.clause, what: self.what.clone(), code: self.code }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.about {
            Some(about) => write!(f, "{about}: {}", self.what),
            None => f.write_str(&self.what),
        }
    }
}
