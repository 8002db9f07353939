//! A hand as it stands once its posts are made, kept so that many can be begun from one setup.

use std::sync::Arc;

use super::event::Event;
use super::hand::Hand;
use super::setup::{Setup, SetupFault};
use super::table::Table;
use crate::record::Record;

/// A setup that was checked against its table: hands can be begun from it again and again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    opened: Hand,
    events: Vec<Event>,
}

impl Opening {
    /// Checks a setup against its table and makes the posts.
    ///
    /// # Errors
    /// All faults of the setup.
    pub fn check(table: &Arc<Table>, setup: &Setup) -> Result<Opening, Vec<SetupFault>> {
        let mut events = Vec::new();
        let opened = Hand::new(table, setup, &mut events)?;
        Ok(Opening { opened, events })
    }

    /// Begins a hand, which waits for its first card; the posts are told as if they had just been made.
    #[inline]
    pub fn open(&self, events: &mut impl Record<Event>) -> Hand {
        self.events.iter().for_each(|event| events.record(*event));
        self.opened.clone()
    }
}
