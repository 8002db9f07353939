//! The cage: chips against money, and the only way chips come into the room or leave it.

use books::Money;
use room::{Account, PersonId, Time, Transfer};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Hall;
use super::requests::HallError;
use crate::journal::HouseEntry;

/// Somebody with chips in the room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PatronView {
    /// Who.
    pub person: PersonId,
    /// The name.
    pub name: String,
    /// The chips away from the tables.
    pub wallet: Money,
    /// The chips at tables.
    pub on_tables: Money,
    /// Whether it is a guest with play chips.
    pub is_guest: bool,
    /// Whether it is a bot.
    pub is_bot: bool,
}

/// What the cage sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CageView {
    /// Everybody with chips.
    pub patrons: Vec<PatronView>,
    /// The cage's own account, below zero by all chips that are out.
    pub cage: Money,
    /// All chips in drop boxes.
    pub drop: Money,
    /// The sum over all accounts: zero.
    pub total: Money,
}

pub(crate) fn account(text: &str) -> Option<Account> {
    text.parse().ok()
}

impl Hall {
    pub(crate) fn sell_chips(&mut self, person: PersonId, amount: Money, by: Option<PersonId>, at: Time) {
        let transfer = Transfer { from: Account::Cage, to: Account::Patron(person), amount };
        self.ledger.record(&transfer).expect("the cage may always sell");
        self.house(&HouseEntry::ChipsBought { person, amount, by }, &[transfer], at);
    }

    /// Takes chips back that somebody has away from the tables.
    pub(crate) fn take_back_chips(
        &mut self,
        person: PersonId,
        amount: Money,
        by: Option<PersonId>,
        at: Time,
    ) {
        let transfer = Transfer { from: Account::Patron(person), to: Account::Cage, amount };
        match self.ledger.record(&transfer) {
            Ok(()) => self.house(&HouseEntry::ChipsRedeemed { person, amount, by }, &[transfer], at),
            Err(fault) => tracing::error!("chips cannot be taken back: {fault}"),
        }
    }

    pub(crate) fn buy(
        &mut self,
        person: PersonId,
        amount: Money,
        by: PersonId,
        at: Time,
    ) -> Result<Money, HallError> {
        if !self.people.contains_key(&person) {
            return Err(HallError::NotFound(format!("there is nobody with the number {person}")));
        }
        if !amount.is_positive() || amount > Money::dollars(10_000_000) {
            return Err(HallError::Refused(
                "the amount must be above zero and at most $10,000,000".to_owned(),
            ));
        }
        self.sell_chips(person, amount, Some(by), at);
        Ok(self.ledger.balance(Account::Patron(person)))
    }

    pub(crate) fn redeem(
        &mut self,
        person: PersonId,
        amount: Money,
        by: PersonId,
        at: Time,
    ) -> Result<Money, HallError> {
        let holds = self.ledger.balance(Account::Patron(person));
        if !amount.is_positive() || amount > holds {
            return Err(HallError::Refused(format!("the amount must be above zero and at most {holds}")));
        }
        self.take_back_chips(person, amount, Some(by), at);
        Ok(self.ledger.balance(Account::Patron(person)))
    }

    pub(crate) fn cage_view(&self) -> CageView {
        let mut patrons: Vec<PatronView> = self
            .people
            .iter()
            .map(|(person, known)| {
                let stacks =
                    self.table_ids().map(|table| self.ledger.balance(Account::Stack(table, *person)));
                PatronView {
                    person: *person,
                    name: known.name.clone(),
                    wallet: self.ledger.balance(Account::Patron(*person)),
                    on_tables: stacks.sum(),
                    is_guest: known.is_guest,
                    is_bot: known.is_bot,
                }
            })
            .collect();
        patrons.sort_by_key(|patron| patron.person);
        let drops = self.table_ids().map(|table| self.ledger.balance(Account::Drop(table)));
        CageView {
            patrons,
            cage: self.ledger.balance(Account::Cage),
            drop: drops.sum(),
            total: self.ledger.total(),
        }
    }
}
