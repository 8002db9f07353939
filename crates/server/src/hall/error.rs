//! Why the hall does not do what it is asked.

use std::fmt;

/// Why the hall does not do something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum HallError {
    /// There is no such thing.
    NotFound(String),
    /// It may not be.
    Refused(String),
    /// It cannot be done now.
    Later(String),
    /// The store does not work.
    Store(String),
}

impl fmt::Display for HallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HallError::NotFound(what)
            | HallError::Refused(what)
            | HallError::Later(what)
            | HallError::Store(what) => f.write_str(what),
        }
    }
}

impl From<store::Error> for HallError {
    fn from(error: store::Error) -> HallError {
        HallError::Store(error.to_string())
    }
}

/// Why somebody does not see a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unseen {
    /// There is none.
    NoTable,
    /// It is one of the house, and they have no account.
    NoAccount,
}
