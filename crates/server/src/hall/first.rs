//! The first opening of a room: its accounts, its tables and their bots, all of them or none.

use room::Spec;
use store::NewPerson;

use super::{Hall, HallFault, now};

/// What a room still lacks when it opens; nothing for one that was open before.
#[derive(Default)]
pub(crate) struct First {
    /// The accounts to make.
    pub(crate) accounts: Vec<NewPerson>,
    /// The practice tables to open.
    pub(crate) tables: Vec<Spec>,
}

impl Hall {
    /// Makes what the room still lacks. A start that is interrupted leaves nothing of it behind, so that the next one
    /// makes all of it.
    pub(super) fn begin(&mut self, first: &First) -> Result<(), HallFault> {
        if first.accounts.is_empty() && first.tables.is_empty() {
            return Ok(());
        }
        self.store.hold()?;
        for account in &first.accounts {
            self.add_person(account, "patron", books::Money::ZERO)?;
        }
        for spec in &first.tables {
            let book = spec.book.clone();
            let table = self
                .open_table(spec.clone(), None, now())
                .map_err(|fault| HallFault::Table(format!("{book}: {fault}")))?;
            self.seat_bots(table, self.config.bots);
        }
        self.commit();
        Ok(self.store.keep()?)
    }
}
