//! Jackpots and the line-up of dealers in the hall: what is written of them, and what the staff see.

use books::Money;
use room::{ChipKind, PersonId, Phase, TableId, Time};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Hall;
use super::requests::HallError;
use crate::Role;
use crate::jackpots::{self, APPROVERS, CLAIMERS, JackpotBook, JackpotSaid};
use crate::journal::HouseEntry;

/// Something that is done about a jackpot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub(crate) enum JackpotAct {
    /// By the dealer or the floor: claim a hit for somebody at a table.
    Claim {
        /// Which table.
        table: TableId,
        /// Which of its rounds.
        round: u64,
        /// The name of who has hit it.
        name: String,
        /// How much they are to be paid, in cents.
        amount: i64,
        /// The hand, and whatever else belongs to it.
        words: String,
    },
    /// By the floor or an owner: approve it; it is paid at once unless it is large and this is the first of two.
    Approve {
        /// Which claim.
        claim: u64,
    },
    /// By the floor or an owner: it is not paid.
    Decline {
        /// Which claim.
        claim: u64,
        /// Why.
        words: String,
    },
}

impl JackpotAct {
    /// Who may do it.
    pub(crate) fn roles(&self) -> &'static [Role] {
        match self {
            JackpotAct::Claim { .. } => &CLAIMERS,
            JackpotAct::Approve { .. } | JackpotAct::Decline { .. } => &APPROVERS,
        }
    }
}

/// A hit that waits to be approved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct ClaimView {
    /// Its number.
    pub claim: u64,
    /// At which table.
    pub table: TableId,
    /// In which round.
    pub round: u64,
    /// Who has hit it.
    pub name: String,
    /// How much.
    pub amount: Money,
    /// What was said of it.
    pub words: String,
    /// Who claims it for them.
    pub by: String,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// Whether two have to approve it.
    pub needs_two: bool,
    /// Who has approved it so far.
    pub approved_by: Option<String>,
}

/// The fund and the hits that wait.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct JackpotsView {
    /// What the fund holds.
    pub fund: Money,
    /// What of it nobody has claimed.
    pub unclaimed: Money,
    /// What lies in jackpot boxes at tables, and is no part of it before it is counted.
    pub in_boxes: Money,
    /// The hits that wait.
    pub claims: Vec<ClaimView>,
}

impl Hall {
    /// Does what is wanted of a jackpot, or says why not.
    pub(super) fn jackpot_act(&mut self, act: JackpotAct, by: PersonId, at: Time) -> Result<(), HallError> {
        self.must_be(by, act.roles())?;
        let said = match act {
            JackpotAct::Claim { table, round, name, amount, words } => {
                self.claimed(table, round, &name, Money::cents(amount), &words, by)?
            }
            JackpotAct::Approve { claim } => {
                let nobody = || HallError::NotFound(format!("nobody has claimed a hit {claim}"));
                let own = self.standing.jackpots.claims.get(&claim).ok_or_else(nobody)?;
                let large_from = self.standing.exchanges.large_from();
                let is_first = JackpotBook::needs_two(own.amount, large_from) && own.approved.is_none();
                self.must_be_served(own.person)?;
                match is_first {
                    true => JackpotSaid::Approved { claim, by },
                    false => JackpotSaid::Paid { claim, person: own.person, amount: own.amount, by },
                }
            }
            JackpotAct::Decline { claim, words } => {
                if !self.standing.jackpots.claims.contains_key(&claim) {
                    return Err(HallError::NotFound(format!("nobody has claimed a hit {claim}")));
                }
                JackpotSaid::Declined { claim, words: words.trim().to_owned(), by }
            }
        };
        let entry = HouseEntry::Jackpot(said);
        if let Some(what) = self.standing.jackpot_fault(&entry, self.house_number + 1) {
            return Err(HallError::Refused(what));
        }
        let moves = jackpots::moves(&entry);
        for transfer in &moves {
            self.ledger.record(transfer).map_err(|fault| HallError::Refused(fault.to_string()))?;
        }
        self.house(&entry, &moves, at);
        Ok(())
    }

    /// A hit is claimed where the schedule takes jackpot money, for somebody who was there, in a round that is over.
    fn claimed(
        &self,
        table: TableId,
        round: u64,
        name: &str,
        amount: Money,
        words: &str,
        by: PersonId,
    ) -> Result<JackpotSaid, HallError> {
        self.check_house_table(table)?;
        let refused = |what: String| Err(HallError::Refused(what));
        let Some(own) = self.seen_at(table).map(|place| &place.table) else {
            return refused(format!("table {table} is closed"));
        };
        if !own.fills_jackpot() {
            return refused(format!("the schedule of table {table} takes no jackpot money"));
        }
        let is_on = own.phase() == Phase::Playing && own.rounds() == round;
        if round == 0 || round > own.rounds() || is_on {
            return refused(format!("round {round} of table {table} is not over"));
        }
        let person = self.named(name)?;
        let was_there = own.people().iter().any(|one| one.person == person) || own.knows(person);
        if !was_there {
            return refused(format!("{} is not at table {table}", name.trim()));
        }
        let claim = self.house_number + 1;
        Ok(JackpotSaid::Claimed { claim, table, round, person, amount, words: words.trim().to_owned(), by })
    }

    /// The fund and the hits that wait.
    pub(super) fn jackpots_view(&self) -> JackpotsView {
        let book = &self.standing.jackpots;
        let large_from = self.standing.exchanges.large_from();
        let claims = book.claims.iter().map(|(claim, own)| ClaimView {
            claim: *claim,
            table: own.table,
            round: own.round,
            name: self.name_of(own.person),
            amount: own.amount,
            words: own.words.clone(),
            by: self.name_of(own.by),
            at_ms: own.at_ms,
            needs_two: JackpotBook::needs_two(own.amount, large_from),
            approved_by: own.approved.map(|by| self.name_of(by)),
        });
        let houses = self.table_ids().filter(|table| self.kind_at(*table) == ChipKind::House);
        JackpotsView {
            fund: self.ledger.balance(room::Account::JackpotFund),
            unclaimed: book.unclaimed(),
            in_boxes: houses.map(|table| self.ledger.balance(room::Account::Jackpot(table))).sum(),
            claims: claims.collect(),
        }
    }
}
