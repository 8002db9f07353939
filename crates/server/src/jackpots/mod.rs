//! Jackpots and promotions: hits that are claimed at a table, approved, and paid out of a fund. Counted jackpot boxes fill
//! one, the players' own; the house fills the other out of the cage, and it also meets what bonuses at tables have cost.
//! Rules alone: what an entry of the house's log may say after those before it, and which chips it moves.

mod proof;
mod words;

pub(crate) use proof::HitsProof;
pub use words::{Fund, JackpotSaid};

use std::collections::BTreeMap;

use books::Money;
use room::{Account, PersonId, TableId, Transfer};
use serde::{Deserialize, Serialize};

use crate::Role;
use crate::day::BoxKind;
use crate::day_sums::DaySums;
use crate::hall::Standing;
use crate::journal::HouseEntry;

/// How long the words of a claim may be.
const WORDS_MOST: usize = 500;

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
    #[serde(default)]
    pub(crate) of: Fund,
    /// Whether the chips are to be put in front of them, and whether they have said so themselves.
    #[serde(default)]
    pub(crate) onto_table: bool,
    #[serde(default)]
    pub(crate) is_chosen: bool,
}

/// The funds and the hits that wait, as the house's log says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct JackpotBook {
    /// What counted boxes brought, less what was paid.
    pub(crate) fund: Money,
    /// What the house has set apart for promotions, less what was paid and met.
    #[serde(default)]
    pub(crate) promotion: Money,
    pub(crate) claims: BTreeMap<u64, Claim>,
    /// What one person's word has paid to each on the gaming day that is on.
    #[serde(default, skip_serializing_if = "DaySums::is_empty")]
    paid_alone: DaySums,
    /// What each has approved as the only one on that day.
    #[serde(default, skip_serializing_if = "DaySums::is_empty")]
    approved_alone: DaySums,
}

/// When a hit needs two who approve it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Large {
    /// From which amount on, with what one person's word has paid to the same person on the day.
    from: Option<Money>,
    /// From which sum on whoever approves has approved enough alone on the day.
    alone_most: Option<Money>,
    /// The gaming day; nothing where each hit stands for itself.
    day: Option<i64>,
}

/// Who claims a hit for somebody.
pub(crate) const CLAIMERS: [Role; 2] = [Role::Dealer, Role::Floor];

/// Who approves it.
pub(crate) const APPROVERS: [Role; 2] = [Role::Floor, Role::Owner];

/// Who sets the house's chips apart for promotions.
pub(crate) const FUNDERS: [Role; 1] = [Role::Owner];

impl JackpotBook {
    pub(crate) fn is_empty(&self) -> bool {
        *self == JackpotBook::default()
    }

    pub(crate) fn change_day(&mut self, before: i64, today: i64) {
        self.paid_alone.change_day(before, today);
        self.approved_alone.change_day(before, today);
    }

    /// Takes an entry of the house; the gaming day is told where hits of one add up.
    pub(crate) fn take(&mut self, entry: &HouseEntry, at_ms: i64, day: Option<i64>) {
        match entry {
            HouseEntry::BoxCounted { counted, settled: Some(settled), .. }
                if settled.kind == BoxKind::Jackpot =>
            {
                self.fund += *counted;
            }
            HouseEntry::Jackpot(said) => self.hear(said, at_ms, day),
            _ => {}
        }
    }

    fn hear(&mut self, said: &JackpotSaid, at_ms: i64, day: Option<i64>) {
        match said {
            JackpotSaid::Claimed { claim, table, round, person, amount, words, by, of, onto_table } => {
                let (table, round, person, amount, by) = (*table, *round, *person, *amount, *by);
                let (words, of, onto_table) = (words.clone(), *of, *onto_table);
                let own = Claim {
                    table,
                    round,
                    person,
                    amount,
                    words,
                    by,
                    at_ms,
                    approved: None,
                    of,
                    onto_table,
                    is_chosen: false,
                };
                self.claims.insert(*claim, own);
            }
            JackpotSaid::Chosen { claim, onto_table, .. } => {
                if let Some(own) = self.claims.get_mut(claim) {
                    (own.onto_table, own.is_chosen) = (*onto_table, true);
                }
            }
            JackpotSaid::Approved { claim, by } => {
                if let Some(claim) = self.claims.get_mut(claim) {
                    claim.approved = Some(*by);
                }
            }
            JackpotSaid::Paid { claim, amount, of, person, by, .. } => {
                let own = self.claims.remove(claim);
                if let Some(day) = day.filter(|_| own.is_some_and(|own| own.approved.is_none())) {
                    self.paid_alone.add(day, *person, *amount);
                    self.approved_alone.add(day, *by, *amount);
                }
                *self.fund_mut(*of) -= *amount;
            }
            JackpotSaid::Declined { claim, .. } => drop(self.claims.remove(claim)),
            JackpotSaid::Funded { amount, is_back: false, .. } => self.promotion += *amount,
            JackpotSaid::Funded { amount, is_back: true, .. } | JackpotSaid::BonusesMet { amount, .. } => {
                self.promotion -= *amount;
            }
        }
    }

    fn fund_mut(&mut self, of: Fund) -> &mut Money {
        match of {
            Fund::Jackpot => &mut self.fund,
            Fund::Promotion => &mut self.promotion,
        }
    }

    /// What a fund holds.
    pub(crate) fn holds(&self, of: Fund) -> Money {
        match of {
            Fund::Jackpot => self.fund,
            Fund::Promotion => self.promotion,
        }
    }

    /// What a claim may come to: the fund less what is claimed of it already.
    pub(crate) fn unclaimed(&self, of: Fund) -> Money {
        self.holds(of) - self.claims.values().filter(|claim| claim.of == of).map(|claim| claim.amount).sum()
    }

    /// Whether a claim needs two who approve it, the first of whom is this person: a large one, and one that is large with
    /// what was paid on the same day by one person's word to the same person, or with what this one has approved alone.
    pub(crate) fn needs_two(&self, own: &Claim, by: Option<PersonId>, large: Large) -> bool {
        let Large { from, alone_most, day } = large;
        let paid = day.map_or(Money::ZERO, |day| self.paid_alone.of(day, own.person));
        let alone = day.zip(by).map_or(Money::ZERO, |(day, by)| self.approved_alone.of(day, by));
        let comes_to =
            |before: Money, most: Option<Money>| most.is_some_and(|most| own.amount >= most - before);
        comes_to(paid, from) || (from.is_some() && comes_to(alone, alone_most))
    }

    fn refusal(&self, said: &JackpotSaid, number: u64, large: Large) -> Option<String> {
        let is_said = |words: &str| !words.trim().is_empty() && words.chars().count() <= WORDS_MOST;
        let say = || format!("say it in 1 to {WORDS_MOST} letters");
        let (claim, by) = match said {
            JackpotSaid::Claimed { claim, person, amount, words, by, of, .. } => {
                if *claim != number {
                    return Some("a hit is claimed under another number".to_owned());
                }
                if by == person {
                    return Some(
                        "nobody claims a hit for themselves: the dealer or the floor does".to_owned(),
                    );
                }
                let most = self.unclaimed(*of);
                if !amount.is_positive() || *amount > most {
                    let fund = of.word();
                    return Some(format!(
                        "the {fund} fund has {most} that nobody has claimed: claim that at most"
                    ));
                }
                return (!is_said(words)).then(say);
            }
            JackpotSaid::Chosen { claim, by, .. } => {
                let is_own = self.claims.get(claim).is_some_and(|own| own.person == *by);
                return (!is_own).then(|| format!("nobody has claimed a hit {claim} for you"));
            }
            JackpotSaid::Funded { amount, is_back, by, with, .. } => {
                let most = self.unclaimed(Fund::Promotion);
                return match () {
                    () if !amount.is_positive() => Some("set apart more than nothing".to_owned()),
                    () if *is_back && *amount > most => {
                        Some(format!("the promotion fund has {most} that nobody has claimed"))
                    }
                    () if by == with => Some("somebody else of the cage gives or takes the chips".to_owned()),
                    () => None,
                };
            }
            JackpotSaid::BonusesMet { amount, table, .. } => {
                let most = self.unclaimed(Fund::Promotion);
                return match () {
                    () if amount.is_zero() => Some(format!("no bonus of table {table} is to be met")),
                    () if *amount > most => Some(format!(
                        "bonuses of table {table} have cost {amount}, and the promotion fund has {most} that nobody has \
                         claimed: an owner sets more apart first"
                    )),
                    () => None,
                };
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
        let needs_two = self.needs_two(own, Some(by), large);
        match said {
            JackpotSaid::Approved { .. } if !needs_two || own.approved.is_some() => {
                Some("it needs no further approval: pay it".to_owned())
            }
            JackpotSaid::Paid { .. } if needs_two && own.approved.is_none() => {
                Some(format!("{} needs two who approve it", own.amount))
            }
            JackpotSaid::Paid { person, amount, of, .. }
                if (*person, *amount, *of) != (own.person, own.amount, own.of) =>
            {
                Some("something else is paid than was claimed".to_owned())
            }
            JackpotSaid::Paid { onto: Some(table), .. } if !own.onto_table || *table != own.table => Some(
                "the chips go onto the table that was named, where whoever has hit it wants them".to_owned(),
            ),
            JackpotSaid::Paid { amount, of, .. } if *amount > self.holds(*of) => {
                Some(format!("the fund has only {}", self.holds(*of)))
            }
            JackpotSaid::Claimed { .. }
            | JackpotSaid::Chosen { .. }
            | JackpotSaid::Approved { .. }
            | JackpotSaid::Paid { .. }
            | JackpotSaid::Declined { .. }
            | JackpotSaid::Funded { .. }
            | JackpotSaid::BonusesMet { .. } => None,
        }
    }
}

impl Standing {
    /// When a hit needs two who approve it at a moment.
    pub(crate) fn large_hits(&self, at_ms: i64) -> Large {
        let rules = self.exchanges.all_add_up(at_ms);
        Large {
            from: self.exchanges.large_from(),
            alone_most: rules.and_then(|(_, rules)| rules.alone_most),
            day: rules.map(|(day, _)| day),
        }
    }

    /// What an entry about jackpots, which was not taken yet, cannot be by those before it and by who may write it.
    pub(crate) fn jackpot_fault(&self, entry: &HouseEntry, number: u64, at_ms: i64) -> Option<String> {
        let HouseEntry::Jackpot(said) = entry else { return None };
        let has =
            |by: PersonId, roles: &[Role]| self.roles.as_ref().is_none_or(|said| said.is_one_of(by, roles));
        let (by, may) = match said {
            JackpotSaid::Claimed { by, .. } => (*by, has(*by, &CLAIMERS)),
            JackpotSaid::Chosen { by, .. } => (*by, true),
            JackpotSaid::Approved { by, .. }
            | JackpotSaid::Paid { by, .. }
            | JackpotSaid::Declined { by, .. }
            | JackpotSaid::BonusesMet { by, .. } => (*by, has(*by, &APPROVERS)),
            JackpotSaid::Funded { by, with, .. } => (*by, has(*by, &FUNDERS) && has(*with, &[Role::Cage])),
        };
        if !may {
            return Some(format!("person {by} has done what is for others of the staff"));
        }
        if let JackpotSaid::Claimed { table, .. } | JackpotSaid::BonusesMet { table, .. } = said
            && self.practice.contains(table)
        {
            return Some(format!("table {table} is played with play chips, which fill no fund"));
        }
        self.jackpots.refusal(said, number, self.large_hits(at_ms))
    }
}

/// The chips that an entry about jackpots moves.
pub(crate) fn moves(said: &HouseEntry) -> Vec<Transfer> {
    let HouseEntry::Jackpot(said) = said else { return Vec::new() };
    let (from, to, amount) = match *said {
        JackpotSaid::Paid { person, amount, of, .. } => (of.account(), Account::Patron(person), amount),
        JackpotSaid::Funded { amount, is_back: false, .. } => (Account::Cage, Account::PromotionFund, amount),
        JackpotSaid::Funded { amount, is_back: true, .. } => (Account::PromotionFund, Account::Cage, amount),
        JackpotSaid::BonusesMet { table, amount, .. } if amount.is_positive() => {
            (Account::PromotionFund, Account::Promotion(table), amount)
        }
        JackpotSaid::BonusesMet { table, amount, .. } => {
            (Account::Promotion(table), Account::PromotionFund, Money::ZERO - amount)
        }
        JackpotSaid::Claimed { .. }
        | JackpotSaid::Chosen { .. }
        | JackpotSaid::Approved { .. }
        | JackpotSaid::Declined { .. } => return Vec::new(),
    };
    vec![Transfer { from, to, amount }]
}

#[cfg(test)]
mod tests;
