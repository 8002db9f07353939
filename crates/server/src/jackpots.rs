//! Jackpots: hits that are claimed at a table, approved, and paid out of the fund into which counted jackpot boxes go.
//! Rules alone: what an entry of the house's log may say after those before it, and which chips it moves.

use std::collections::BTreeMap;

use books::Money;
use room::{Account, PersonId, TableId, Transfer};
use serde::{Deserialize, Serialize};

use crate::Role;
use crate::day::BoxKind;
use crate::hall::Standing;
use crate::journal::HouseEntry;

/// How long the words of a claim may be.
const WORDS_MOST: usize = 500;

/// What the house's log says of jackpots.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "jackpot", rename_all = "kebab-case")]
pub enum JackpotSaid {
    /// A hit is claimed at a table. No chips move before it is approved.
    Claimed {
        /// The number of this entry, by which it is known.
        claim: u64,
        /// At which table.
        table: TableId,
        /// In which of its rounds.
        round: u64,
        /// Who has hit it.
        person: u32,
        /// How much they are to be paid.
        amount: Money,
        /// The hand, and whatever else belongs to it.
        words: String,
        /// Which dealer or floor claims it for them.
        by: u32,
    },
    /// The first of two has approved a large one.
    Approved {
        /// Which claim.
        claim: u64,
        /// Who of the floor, or which owner.
        by: u32,
    },
    /// It is paid out of the fund into the wallet of whoever has hit it.
    Paid {
        /// Which claim.
        claim: u64,
        /// Who is paid.
        person: u32,
        /// How much.
        amount: Money,
        /// Who has approved it, as the only or the second one.
        by: u32,
    },
    /// It is not paid.
    Declined {
        /// Which claim.
        claim: u64,
        /// Why.
        words: String,
        /// Who has said so.
        by: u32,
    },
}

/// A hit that waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Claim {
    pub(crate) table: TableId,
    pub(crate) round: u64,
    pub(crate) person: PersonId,
    pub(crate) amount: Money,
    pub(crate) words: String,
    pub(crate) by: PersonId,
    pub(crate) at_ms: i64,
    /// The first who has approved it.
    pub(crate) approved: Option<PersonId>,
}

/// The fund and the hits that wait, as the house's log says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct JackpotBook {
    /// What counted boxes brought, less what was paid.
    pub(crate) fund: Money,
    pub(crate) claims: BTreeMap<u64, Claim>,
}

/// Who claims a hit for somebody.
pub(crate) const CLAIMERS: [Role; 2] = [Role::Dealer, Role::Floor];

/// Who approves it.
pub(crate) const APPROVERS: [Role; 2] = [Role::Floor, Role::Owner];

impl JackpotBook {
    pub(crate) fn is_empty(&self) -> bool {
        *self == JackpotBook::default()
    }

    /// Takes an entry of the house.
    pub(crate) fn take(&mut self, entry: &HouseEntry, at_ms: i64) {
        match entry {
            HouseEntry::BoxCounted { counted, settled: Some(settled), .. }
                if settled.kind == BoxKind::Jackpot =>
            {
                self.fund += *counted;
            }
            HouseEntry::Jackpot(JackpotSaid::Claimed { claim, table, round, person, amount, words, by }) => {
                let (table, round, person, amount, by) = (*table, *round, *person, *amount, *by);
                let words = words.clone();
                self.claims
                    .insert(*claim, Claim { table, round, person, amount, words, by, at_ms, approved: None });
            }
            HouseEntry::Jackpot(JackpotSaid::Approved { claim, by }) => {
                if let Some(claim) = self.claims.get_mut(claim) {
                    claim.approved = Some(*by);
                }
            }
            HouseEntry::Jackpot(JackpotSaid::Paid { claim, amount, .. }) => {
                self.claims.remove(claim);
                self.fund -= *amount;
            }
            HouseEntry::Jackpot(JackpotSaid::Declined { claim, .. }) => drop(self.claims.remove(claim)),
            _ => {}
        }
    }

    /// What a claim may come to: the fund less what is claimed already.
    pub(crate) fn unclaimed(&self) -> Money {
        self.fund - self.claims.values().map(|claim| claim.amount).sum()
    }

    /// Whether a claim waits for its second approval, or needs two.
    pub(crate) fn needs_two(amount: Money, large_from: Option<Money>) -> bool {
        large_from.is_some_and(|from| amount >= from)
    }

    fn refusal(&self, said: &JackpotSaid, number: u64, large_from: Option<Money>) -> Option<String> {
        let is_said = |words: &str| !words.trim().is_empty() && words.chars().count() <= WORDS_MOST;
        let say = || format!("say it in 1 to {WORDS_MOST} letters");
        let (claim, by) = match said {
            JackpotSaid::Claimed { claim, person, amount, words, by, .. } => {
                if *claim != number {
                    return Some("a hit is claimed under another number".to_owned());
                }
                if by == person {
                    return Some(
                        "nobody claims a hit for themselves: the dealer or the floor does".to_owned(),
                    );
                }
                let most = self.unclaimed();
                if !amount.is_positive() || *amount > most {
                    return Some(format!("the fund has {most} that nobody has claimed: claim that at most"));
                }
                return (!is_said(words)).then(say);
            }
            JackpotSaid::Approved { claim, by } | JackpotSaid::Paid { claim, by, .. } => (claim, *by),
            JackpotSaid::Declined { claim, words, .. } => {
                let is_known = self.claims.contains_key(claim);
                return (!is_known)
                    .then(|| format!("nobody has claimed a hit {claim}"))
                    .or_else(|| (!is_said(words)).then(say));
            }
        };
        let Some(own) = self.claims.get(claim) else {
            return Some(format!("nobody has claimed a hit {claim}"));
        };
        if [Some(own.by), Some(own.person), own.approved].contains(&Some(by)) {
            return Some(
                "somebody else approves it than who claims it, is paid or has approved it before".to_owned(),
            );
        }
        let needs_two = JackpotBook::needs_two(own.amount, large_from);
        match said {
            JackpotSaid::Approved { .. } if !needs_two || own.approved.is_some() => {
                Some("it needs no further approval: pay it".to_owned())
            }
            JackpotSaid::Paid { .. } if needs_two && own.approved.is_none() => {
                Some(format!("{} needs two who approve it", own.amount))
            }
            JackpotSaid::Paid { person, amount, .. } if (*person, *amount) != (own.person, own.amount) => {
                Some("something else is paid than was claimed".to_owned())
            }
            JackpotSaid::Paid { amount, .. } if *amount > self.fund => {
                Some(format!("the fund has only {}", self.fund))
            }
            JackpotSaid::Claimed { .. }
            | JackpotSaid::Approved { .. }
            | JackpotSaid::Paid { .. }
            | JackpotSaid::Declined { .. } => None,
        }
    }
}

impl Standing {
    /// What an entry about jackpots, which was not taken yet, cannot be by those before it and by who may write it.
    pub(crate) fn jackpot_fault(&self, entry: &HouseEntry, number: u64) -> Option<String> {
        let HouseEntry::Jackpot(said) = entry else { return None };
        let (by, roles) = match said {
            JackpotSaid::Claimed { by, .. } => (*by, &CLAIMERS),
            JackpotSaid::Approved { by, .. }
            | JackpotSaid::Paid { by, .. }
            | JackpotSaid::Declined { by, .. } => (*by, &APPROVERS),
        };
        if !self.roles.as_ref().is_none_or(|said| said.is_one_of(by, roles)) {
            return Some(format!("person {by} has done what is for others of the staff"));
        }
        if let JackpotSaid::Claimed { table, .. } = said
            && self.practice.contains(table)
        {
            return Some(format!("table {table} is played with play chips, which fill no fund"));
        }
        self.jackpots.refusal(said, number, self.exchanges.large_from())
    }
}

/// The chips that an entry about jackpots moves.
pub(crate) fn moves(said: &HouseEntry) -> Vec<Transfer> {
    match said {
        HouseEntry::Jackpot(JackpotSaid::Paid { person, amount, .. }) => {
            vec![Transfer { from: Account::JackpotFund, to: Account::Patron(*person), amount: *amount }]
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::day::Settled;

    fn book(fund: i64) -> JackpotBook {
        let settled = Some(Settled { with: 2, kind: BoxKind::Jackpot, held: Money::dollars(fund) });
        let (counted, note) = (Money::dollars(fund), String::new());
        let mut book = JackpotBook::default();
        book.take(&HouseEntry::BoxCounted { table: 3, number: 1, counted, by: 1, note, settled }, 0);
        book
    }

    fn claimed(claim: u64, dollars: i64) -> JackpotSaid {
        let (amount, words) = (Money::dollars(dollars), "Aces full beaten".to_owned());
        JackpotSaid::Claimed { claim, table: 3, round: 9, person: 70, amount, words, by: 5 }
    }

    fn paid(dollars: i64, by: u32) -> JackpotSaid {
        JackpotSaid::Paid { claim: 10, person: 70, amount: Money::dollars(dollars), by }
    }

    #[test]
    fn no_more_is_claimed_than_the_fund_holds() {
        let mut book = book(500);
        let large = Some(Money::dollars(10_000));
        assert!(book.refusal(&claimed(10, 501), 10, large).unwrap().contains("$500"));
        assert_eq!(book.refusal(&claimed(10, 300), 10, large), None);
        book.take(&HouseEntry::Jackpot(claimed(10, 300)), 0);
        assert!(book.refusal(&claimed(11, 201), 11, large).is_some(), "what is claimed is not there twice");
        for (by, why) in [(5, "who claims it"), (70, "is paid")] {
            assert!(book.refusal(&paid(300, by), 11, large).is_some(), "{why}");
        }
        assert!(book.refusal(&paid(299, 6), 11, large).is_some());
        assert_eq!(book.refusal(&paid(300, 6), 11, large), None);
        book.take(&HouseEntry::Jackpot(paid(300, 6)), 0);
        assert_eq!((book.fund, book.unclaimed()), (Money::dollars(200), Money::dollars(200)));
    }

    #[test]
    fn a_large_one_needs_two_who_approve_it() {
        let mut book = book(500);
        let large = Some(Money::dollars(300));
        book.take(&HouseEntry::Jackpot(claimed(10, 300)), 0);
        assert!(book.refusal(&paid(300, 6), 11, large).unwrap().contains("two"));
        let first = JackpotSaid::Approved { claim: 10, by: 6 };
        assert_eq!(book.refusal(&first, 11, large), None);
        book.take(&HouseEntry::Jackpot(first.clone()), 0);
        assert!(book.refusal(&first, 12, large).is_some());
        assert!(book.refusal(&paid(300, 6), 12, large).is_some(), "nobody is two people");
        assert_eq!(book.refusal(&paid(300, 7), 12, large), None);
    }
}
