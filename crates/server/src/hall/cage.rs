//! The cage: chips against money, and the only way chips come into the room or leave it.

use books::Money;
use room::{Account, ChipKind, PersonId, TableId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Hall;
use super::exchanges::AskedView;
use super::requests::HallError;
use crate::Role;
use crate::given_back::{self, RoundMoves};
use crate::journal::{Given, HouseEntry};

/// Somebody with chips in the room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PatronView {
    /// Who.
    pub person: PersonId,
    /// The name.
    pub name: String,
    /// The chips away from the tables; nothing for those who count, who would know by all of them what lies in boxes.
    pub wallet: Option<Money>,
    /// The chips at tables; nothing for those who count.
    pub on_tables: Option<Money>,
    /// Whether it is a guest with play chips.
    pub is_guest: bool,
    /// Whether it is a bot.
    pub is_bot: bool,
}

/// Play chips, which nobody buys or redeems and which are never added to those of the house.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PlayView {
    /// All that were given.
    pub out: Money,
    /// The sum over all accounts with play chips: zero.
    pub total: Money,
}

/// What the cage sees: chips of the house alone, but for `play`. What is out, what patrons hold and what lies in boxes is not
/// told to those who count boxes and the cage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CageView {
    /// Everybody with an account; guests and bots hold play chips.
    pub patrons: Vec<PatronView>,
    /// The sum over all accounts with chips of the house: zero.
    pub total: Money,
    /// Play chips.
    pub play: PlayView,
    /// The large sales and redemptions, and what else of the cage a second person has to approve.
    pub asked: Vec<AskedView>,
}

impl CageView {
    /// The same for somebody who counts.
    pub(crate) fn for_who_counts(mut self) -> CageView {
        for one in &mut self.patrons {
            (one.wallet, one.on_tables) = (None, None);
        }
        self
    }
}

pub(crate) fn account(text: &str) -> Option<Account> {
    text.parse().ok()
}

impl Hall {
    /// Guests and bots hold play chips, which are no business of the cage.
    pub(super) fn check_holder(&self, person: PersonId) -> Result<(), HallError> {
        match self.people.get(&person) {
            None => Err(HallError::NotFound(format!("there is nobody with the number {person}"))),
            Some(known) if known.is_bot || known.is_guest => Err(HallError::Refused(
                "guests and bots hold play chips, which the cage neither sells nor redeems".to_owned(),
            )),
            Some(_) => Ok(()),
        }
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
        self.must_be(by, &[Role::Owner])?;
        if self.standing.given_back.contains(&table) {
            return Err(HallError::Refused(format!(
                "the chips of table {table} were given back already, and it is closed"
            )));
        }
        if self.standing.closed.contains_key(&table) {
            return Err(HallError::Refused(format!(
                "table {table} is closed: everybody has left it with their chips"
            )));
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
        self.put_on_disk();
        let round = match given_back::in_the_middle(&self.ledger, table).is_zero() {
            true => RoundMoves::default(),
            false => RoundMoves::read(self.store.as_ref(), table)
                .map_err(|what| HallError::Refused(format!("its log cannot be read: {what}")))?,
        };
        let moves = given_back::moves(&self.ledger, table, self.kind_at(table), &round)
            .map_err(HallError::Refused)?;
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
        let houses = || self.table_ids().filter(|table| self.kind_at(*table) == ChipKind::House);
        let mut patrons: Vec<PatronView> = self
            .people
            .iter()
            .filter(|(_, known)| !known.is_guest && !known.is_bot)
            .map(|(person, known)| {
                let stacks = houses().map(|table| self.ledger.balance(Account::Stack(table, *person)));
                PatronView {
                    person: *person,
                    name: known.name.clone(),
                    wallet: Some(self.ledger.balance(Account::Patron(*person))),
                    on_tables: Some(stacks.sum()),
                    is_guest: known.is_guest,
                    is_bot: known.is_bot,
                }
            })
            .collect();
        patrons.sort_by_key(|patron| patron.person);
        CageView {
            patrons,
            total: self.total_of(ChipKind::House),
            asked: self.asked(),
            play: PlayView {
                out: Money::ZERO - self.ledger.balance(Account::PlayCage),
                total: self.total_of(ChipKind::Play),
            },
        }
    }
}
