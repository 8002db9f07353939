//! Words that several families share: who gets a wager, and how often something may be done.

use crate::choice;
use crate::read::{Read, Reader, Value};

choice! {
    /// Who gets a wager.
    pub enum Outcome {
        /// The player wins it.
        Player = "player wins",
        /// The bank wins it.
        Bank = "bank wins",
        /// It stays where it is.
        Push = "push",
    }
}

/// How often something may be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Times(Option<u8>);

impl Times {
    /// Any number of times.
    pub const ANY: Times = Times(None);

    /// At most so many times.
    #[must_use]
    pub const fn most(times: u8) -> Times {
        Times(Some(times))
    }

    /// Whether one more is allowed after so many.
    #[must_use]
    pub fn allows_after(self, done: u8) -> bool {
        self.0.is_none_or(|most| done < most)
    }

    /// The greatest number allowed, if there is one.
    #[must_use]
    pub fn limit(self) -> Option<u8> {
        self.0
    }
}

impl Read for Times {
    fn expected() -> String {
        "a whole number, or \"any number\"".to_owned()
    }

    fn read(value: Value<'_>, reader: &mut Reader<'_>) -> Option<Times> {
        match value.get_ref().as_str() {
            Some("any number") => Some(Times::ANY),
            Some(_) => {
                reader.expected(value, &Self::expected());
                None
            }
            None => u8::read(value, reader).map(Times::most),
        }
    }
}
