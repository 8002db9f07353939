//! One module a command.

pub(crate) mod cases;
pub(crate) mod conformance;
pub(crate) mod run;
