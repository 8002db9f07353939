//! Commands that only poker books know.

pub(crate) mod equity;
