//! What nodes say to each other, by number. Two whose numbers are neighbours serve one room together, so that its nodes
//! can be exchanged one by one: whatever the lower number does not know, neither of them says to the other.
//!
//! ```
//! use nodes::{Protocol, Saying};
//!
//! let (old, new) = (Protocol::new(1), Protocol::new(2));
//! assert_eq!(old.with(new), Some(old));
//! assert!(new.says(Saying::Version) && !old.says(Saying::Version));
//! assert_eq!(old.with(Protocol::new(3)), None);
//! ```

use std::fmt;

/// A number of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Protocol(u32);

/// Something that nodes say, in requests that they pass on or in rows that all of them read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saying {
    /// A passed-on request says for which client it is; the answer says if the table has gone from there.
    Client,
    /// A passed-on request says under which number the first node knows it, and the messages of the second one name it.
    Request,
    /// A node's row says which version of the program it is, and a table's lease which version ran it last: an older
    /// one leaves such a table alone.
    Version,
    /// What was said at a table is left beside its lease for whoever takes it, as long as it is on its way.
    Talk,
}

impl Saying {
    /// All of them.
    pub const ALL: [Saying; 4] = [Saying::Client, Saying::Request, Saying::Version, Saying::Talk];

    /// The first number that says it.
    #[must_use]
    pub fn since(self) -> Protocol {
        match self {
            Saying::Client => Protocol(1),
            Saying::Request | Saying::Version | Saying::Talk => Protocol(2),
        }
    }
}

impl Protocol {
    /// The one that this version of the program speaks.
    pub const NEWEST: Protocol = Protocol(2);

    /// The protocol of a number.
    #[must_use]
    pub const fn new(number: u32) -> Protocol {
        Protocol(number)
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0
    }

    /// What two nodes speak with each other: the lower of two neighbours, or nothing if they are further apart.
    #[must_use]
    pub fn with(self, other: Protocol) -> Option<Protocol> {
        (self.0.abs_diff(other.0) <= 1).then(|| self.min(other))
    }

    /// Whether something is said in it.
    #[must_use]
    pub fn says(self, what: Saying) -> bool {
        what.since() <= self
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_speak_the_lower_one_and_others_nothing() {
        let pairs = |own: u32, other: u32| Protocol(own).with(Protocol(other)).map(Protocol::number);
        assert_eq!(
            [pairs(1, 1), pairs(1, 2), pairs(2, 1), pairs(2, 3)],
            [Some(1), Some(1), Some(1), Some(2)]
        );
        assert_eq!([pairs(1, 3), pairs(3, 1), pairs(0, 2)], [None; 3]);
    }

    #[test]
    fn every_number_says_something_that_the_one_before_does_not() {
        for number in 1..=Protocol::NEWEST.number() {
            assert!(Saying::ALL.iter().any(|what| what.since().number() == number), "{number}");
        }
        assert!(Saying::ALL.iter().all(|what| Protocol::NEWEST.says(*what)));
    }
}
