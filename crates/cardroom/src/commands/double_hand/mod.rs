//! Commands that only double-hand books know.

pub(crate) mod set;
