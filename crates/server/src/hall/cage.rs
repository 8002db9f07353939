//! The cage: chips against money, and the only way chips come into the room or leave it.

use books::Money;
use room::{Account, PersonId, TableId, Time, Transfer};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Hall;
use super::requests::HallError;
use crate::given_back::{self, RoundMoves};
use crate::journal::{Given, HouseEntry};

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

    /// Gives the chips of a table that is set aside back to those whose they are, as the ledger has them, and closes the
    /// table for good.
    pub(crate) fn give_back(
        &mut self,
        table: TableId,
        by: PersonId,
        why: &str,
    ) -> Result<Vec<Given>, HallError> {
        if !self.table_ids().any(|id| id == table) {
            return Err(HallError::NotFound(format!("there is no table {table}")));
        }
        if !self.all_aside().any(|(id, _)| id == table) {
            return Err(HallError::Refused(format!(
                "table {table} is not set aside: whoever sits there leaves it"
            )));
        }
        let why = why.trim();
        if why.is_empty() || why.len() > 500 {
            return Err(HallError::Refused("say why, in at most 500 letters".to_owned()));
        }
        // What was done there is on disk before it is read.
        self.commit();
        let round = match given_back::in_the_middle(&self.ledger, table).is_zero() {
            true => RoundMoves::default(),
            false => RoundMoves::read(self.store.as_ref(), table)
                .map_err(|what| HallError::Refused(format!("its log cannot be read: {what}")))?,
        };
        let moves = given_back::moves(&self.ledger, table, &round).map_err(HallError::Refused)?;
        let given = given_back::given(&moves);
        if given.iter().any(|one| one.person == by) {
            return Err(HallError::Refused("another owner gives you your own chips back".to_owned()));
        }
        for transfer in &moves {
            self.ledger.record(transfer).expect("the ledger has all of them");
        }
        self.forget_deadline(table);
        let place = self.tables.remove(&table).map(|place| place.table.spec().book.clone());
        let lost = self.lost.remove(&table).map(|lost| lost.book);
        let (book, why) = (place.or(lost).unwrap_or_default(), why.to_owned());
        let said = HouseEntry::ChipsGivenBack { table, book, by, why, given: given.clone() };
        self.house(&said, &moves, self.now());
        Ok(given)
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
