//! Why a command ends with a non-zero status.

use std::fmt;
use std::io;

use books::Problem;

/// Why a command ends with a non-zero status.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Something to tell: what, where and what to do.
    Told(String),
    /// The output has already told it.
    Shown,
}

impl Failure {
    /// Whether nothing is left to print.
    pub(crate) fn is_told(&self) -> bool {
        matches!(self, Failure::Shown)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Told(text) => f.write_str(text),
            Failure::Shown => Ok(()),
        }
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Failure {
        Failure::Told(problem.to_string())
    }
}

impl From<io::Error> for Failure {
    /// A reader that has seen enough, such as `head`, is no fault of ours.
    fn from(error: io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Failure::Shown
        } else {
            Failure::Told(error.to_string())
        }
    }
}
