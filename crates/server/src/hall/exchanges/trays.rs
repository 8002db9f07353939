//! Chips for change at tables, where nothing that the cage is answered hangs on what lies there: what one person brings adds up
//! to sums of their own, and what comes back waits for whoever gives it at the table.

use books::Money;
use room::{PersonId, TableId, Time};
use serde::{Deserialize, Serialize};

use super::{Exchange, Exchanges, MOST};
use crate::hall::requests::HallError;
use crate::hall::{Hall, Standing};
use crate::journal::{Approved, HouseEntry};

/// What lies at a table by the word of one person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Carried {
    by: PersonId,
    sum: Money,
}

impl Exchanges {
    /// Whether by the rules of the log the cage is told nothing of what lies at a table.
    pub(super) fn are_trays_blind(&self) -> bool {
        self.rules.is_some_and(|rules| rules.blind_trays)
    }

    /// Notes what somebody has brought to a table with nobody's approval.
    pub(super) fn carry(&mut self, table: TableId, by: PersonId, amount: Money) {
        if self.are_trays_blind() {
            self.carried.entry(table).or_insert(Carried { by, sum: Money::ZERO }).sum += amount;
        }
    }

    /// Nothing lies at a table any more.
    pub(in crate::hall) fn forget_carried(&mut self, table: TableId) {
        self.carried.remove(&table);
    }

    /// Whether what is to be brought to a table needs a second person: what lies there by somebody else's word alone needs one
    /// whatever the amount is, so that no amount tells how much that is.
    pub(super) fn is_carried_large(&self, wanted: &Exchange, own: Money, from: Money) -> bool {
        let carried = wanted.table.and_then(|table| self.carried.get(&table));
        let is_others = carried.is_some_and(|one| one.by != wanted.by);
        let sum = carried.map_or(Money::ZERO, |one| one.sum);
        is_others || sum.max(own) + wanted.amount >= from
    }
}

impl Standing {
    /// Where the last chips for change have left a table, nothing lies there by anybody's word.
    pub(in crate::hall) fn note_emptied(&mut self, entry: &HouseEntry) {
        if let HouseEntry::TableCredited { table, .. } = entry
            && self.day.held_at(*table).is_zero()
        {
            self.exchanges.forget_carried(*table);
        }
    }
}

impl Hall {
    /// Asks for chips for change at a table. The answer is the same whatever lies there.
    pub(in crate::hall) fn ask_back(
        &mut self,
        table: TableId,
        amount: Money,
        with: PersonId,
        by: PersonId,
        at: Time,
    ) -> Result<(), HallError> {
        if !amount.is_positive() || amount > MOST {
            return Err(HallError::Refused(format!("the amount must be above zero and at most {MOST}")));
        }
        if by == with {
            return Err(HallError::Refused("somebody else gives the chips at the table".to_owned()));
        }
        let wanted =
            Exchange { person: with, amount, is_sale: false, by, table: Some(table), is_fund: false };
        self.ask_second(wanted, at).map(drop)
    }

    /// Brings the chips to a table that a second person has approved.
    pub(super) fn fill(
        &mut self,
        table: TableId,
        wanted: &Exchange,
        approved: Option<Approved>,
        at: Time,
    ) -> Result<(), HallError> {
        if self.standing.closed.contains_key(&table) {
            return Err(HallError::Refused(format!("table {table} is closed")));
        }
        let Exchange { person: with, amount, by, .. } = *wanted;
        let said = HouseEntry::TableFilled { table, amount, by, with, approved };
        if let Some(what) = self.standing.day_fault(&said) {
            return Err(HallError::Refused(what));
        }
        self.write_day(&said, at)
    }

    /// Takes chips for change back from a table, by the word of whoever gives them there. Where the ledger has not so many, it
    /// is declined, so that it stands in the log that somebody has found that out.
    pub(super) fn take_back(
        &mut self,
        table: TableId,
        wanted: &Exchange,
        exchange: u64,
        second: PersonId,
        at: Time,
    ) -> Result<(), HallError> {
        let Exchange { person: with, amount, by, .. } = *wanted;
        if amount > self.standing.day.held_at(table) {
            self.house(&HouseEntry::ExchangeDeclined { exchange, by: second }, &[], at);
            return Err(HallError::Refused(format!(
                "by the ledger so many chips for change do not lie at table {table}, so that it is declined: two people \
                 count what lies there"
            )));
        }
        let approved = Some(Approved { exchange, by: second });
        let said = HouseEntry::TableCredited { table, amount, by, with, approved };
        if let Some(what) = self.standing.day_fault(&said) {
            return Err(HallError::Refused(what));
        }
        self.write_day(&said, at)
    }
}
