//! What others put into the bank beside the banker's money, where the book lets the bank be shared: one offers, the
//! banker agrees, and the round divides what the bank wins or loses by what each put up.

use books::{Clause, Money, Rule};
use games::round::Refusal;
use serde::{Deserialize, Serialize};

use super::{Phase, Step, Table, refuse, refuse_by};
use crate::PersonId;
use crate::cited::Cited;
use crate::event::Event;
use crate::system::System;

/// Money that somebody offers for the bank of the coming round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Offered {
    pub(crate) person: PersonId,
    pub(crate) amount: Money,
    /// Whether the banker has agreed, so that it is in the bank.
    pub(crate) is_taken: bool,
}

impl Table {
    fn shared(&self) -> Option<Rule<bool>> {
        self.game.banking()?.shared
    }

    fn shared_clause(&self) -> Clause {
        self.shared().map_or(Clause::NONE, |rule| rule.clause)
    }

    /// The shares that are in the bank.
    pub(crate) fn taken_shares(&self) -> impl Iterator<Item = &Offered> {
        self.state.shares.iter().filter(|share| share.is_taken)
    }

    /// All money in the bank of the coming round.
    pub(crate) fn whole_stake(&self) -> Money {
        let own = self.state.bank.map_or(Money::ZERO, |bank| bank.stake);
        own + self.taken_shares().map(|share| share.amount).sum::<Money>()
    }

    /// The clause by which the bank may be shared.
    fn check_shared(&self) -> Result<Clause, Refusal> {
        match self.shared() {
            Some(rule) if rule.value => Ok(rule.clause),
            _ => Err(refuse_by(&System::NoSharing, self.shared_clause())),
        }
    }

    /// Whether somebody may offer a share now, and how much at most.
    pub(crate) fn share_most(&self, person: PersonId) -> Result<Money, Refusal> {
        let clause = self.check_shared()?;
        let Some(bank) = self.state.bank.filter(|_| self.state.phase == Phase::Wagers) else {
            return Err(refuse(&System::NoBankToShare));
        };
        if bank.person == person {
            return Err(refuse(&System::OwnBank));
        }
        self.check_share(bank.person, person)?;
        if self.person(person)?.out_since.is_some() {
            return Err(refuse(&System::SittingOut));
        }
        if self.state.puts.iter().any(|put| put.person == person) {
            return Err(refuse_by(&Cited::PartnerWagers, clause));
        }
        if self.taken_shares().any(|share| share.person == person) {
            return Err(refuse_by(&Cited::ShareTaken, clause));
        }
        Ok(self.person(person)?.stack)
    }

    /// Whether somebody's money may be in somebody else's bank: the limit of rounds in a row follows it, and where the
    /// book says so it must be of the banker's company.
    fn check_share(&self, banker: PersonId, person: PersonId) -> Result<(), Refusal> {
        let by_company = self.game.banking().and_then(|banking| banking.shared_by_company);
        let by_company = by_company.filter(|rule| rule.value);
        let (company, other) = (self.company_of(banker), self.company_of(person));
        if let Some(rule) = by_company.filter(|_| company.is_none() || company != other) {
            return Err(refuse_by(&Cited::CompanyBankOnly, rule.clause));
        }
        let counts_as = self.counts_as(person);
        match self.state.rotation.as_ref().is_some_and(|rotation| !rotation.may_bank(counts_as)) {
            true => Err(self.too_many_rounds(person)),
            false => Ok(()),
        }
    }

    /// A share that the banker could let in now.
    pub(crate) fn share_for(&self, banker: PersonId) -> Option<PersonId> {
        let open = self.state.shares.iter().filter(|share| !share.is_taken).map(|share| share.person);
        let is_banker = self.state.bank.is_some_and(|bank| bank.person == banker);
        let mut open = open.filter(|_| is_banker && self.state.phase == Phase::Wagers);
        open.find(|person| self.clone().let_share_in(banker, *person).is_ok())
    }

    /// Whether the money of a partner lies in the bank and wagers lie against it.
    pub(crate) fn check_partner_stays(&self, person: PersonId) -> Result<(), Refusal> {
        let is_partner = self.taken_shares().any(|share| share.person == person);
        if is_partner && self.state.phase == Phase::Wagers && !self.state.puts.is_empty() {
            return Err(refuse_by(&Cited::ShareStays, self.shared_clause()));
        }
        Ok(())
    }

    /// Somebody offers money for the bank, in place of an earlier offer.
    pub(super) fn offer_share(
        &mut self,
        person: PersonId,
        amount: Money,
        step: &mut Step<'_, '_>,
    ) -> Result<(), Refusal> {
        let most = self.share_most(person)?;
        if !amount.is_positive() || amount > most {
            return Err(refuse(&System::Share { most }));
        }
        self.state.shares.retain(|share| share.person != person);
        self.state.shares.push(Offered { person, amount, is_taken: false });
        let clause = self.shared_clause();
        self.tell(Event::ShareOffered { person, amount, clause }, &mut step.told);
        Ok(())
    }

    /// The banker lets somebody's share into the bank.
    pub(super) fn take_share(
        &mut self,
        banker: PersonId,
        person: PersonId,
        step: &mut Step<'_, '_>,
    ) -> Result<(), Refusal> {
        let amount = self.let_share_in(banker, person)?;
        let clause = self.shared_clause();
        self.tell(Event::ShareTaken { person, amount, clause }, &mut step.told);
        Ok(())
    }

    fn let_share_in(&mut self, banker: PersonId, person: PersonId) -> Result<Money, Refusal> {
        let clause = self.check_shared()?;
        if self.state.phase != Phase::Wagers || self.state.bank.is_none_or(|bank| bank.person != banker) {
            return Err(refuse_by(&Cited::BankerLetsIn, clause));
        }
        self.check_share(banker, person)?;
        let is_open = |share: &&mut Offered| share.person == person && !share.is_taken;
        let Some(share) = self.state.shares.iter_mut().find(is_open) else {
            return Err(refuse(&System::NoShare));
        };
        share.is_taken = true;
        let amount = share.amount;
        match self.fault_of_bank(person) {
            Some(fault) => Err(fault),
            None => Ok(amount),
        }
    }

    /// Nobody shares the next bank unless it is offered and taken again.
    pub(super) fn forget_shares(&mut self) {
        self.state.shares.clear();
    }
}
