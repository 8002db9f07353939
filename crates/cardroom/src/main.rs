//! The command line of Cardroom.

fn main() {}
