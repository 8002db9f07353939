//! Rounds of the filed games as pure state machines.
