//! Who plays for a proposition-player company: for the bank, all its people at the table count as one person.

use books::Clause;
use games::round::Refusal;
use serde::{Deserialize, Serialize};

use super::{Step, Table, refuse};
use crate::PersonId;
use crate::event::Event;
use crate::system::System;

/// The longest name of a company, in characters.
const NAME_MAX: usize = 60;

/// A company, and who plays for it at the table, as the floor has said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Company {
    pub(crate) name: String,
    pub(crate) people: Vec<PersonId>,
}

/// Whether two spellings name one company: letters may be large or small, and words stand apart by any spaces.
#[must_use]
pub fn is_same_company(one: &str, other: &str) -> bool {
    let plain = |name: &str| name.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
    plain(one) == plain(other)
}

impl Table {
    fn company_place(&self, person: PersonId) -> Option<usize> {
        self.state.companies.iter().position(|company| company.people.contains(&person))
    }

    /// The company somebody plays for.
    pub(crate) fn company_of(&self, person: PersonId) -> Option<&str> {
        self.company_place(person).map(|place| self.state.companies[place].name.as_str())
    }

    /// Whether somebody plays for a company here, as was said at this table.
    #[must_use]
    pub fn plays_for_company(&self, person: PersonId) -> bool {
        self.company_place(person).is_some()
    }

    /// Whether a bank goes round at this table.
    #[must_use]
    pub fn has_bank(&self) -> bool {
        self.rotation_rules().is_some()
    }

    /// Whether somebody has money at the table.
    #[must_use]
    pub fn has_money(&self, person: PersonId) -> bool {
        self.person(person).is_ok() || self.is_in_round(person)
    }

    /// Whether somebody else of the company that they play for has money at the table.
    #[must_use]
    pub fn has_money_of_company(&self, person: PersonId) -> bool {
        let company = self.company_place(person).map(|place| &self.state.companies[place]);
        company.is_some_and(|company| company.people.iter().any(|one| *one != person && self.has_money(*one)))
    }

    /// As whom somebody counts for the bank: as themselves, or as the company they play for.
    pub(crate) fn counts_as(&self, person: PersonId) -> PersonId {
        let rule = self.rotation_rules().and_then(|rules| rules.companies_as_one);
        if rule.is_some_and(|rule| !rule.value) {
            return person;
        }
        // People are numbered from below, so that a company, numbered from above, is never taken for one of them.
        self.company_place(person).map_or(person, |place| PersonId::MAX - place as PersonId)
    }

    /// The clause on companies.
    pub(super) fn company_clause(&self) -> Clause {
        let rule = self.rotation_rules().and_then(|rules| rules.companies_as_one);
        rule.map_or(Clause::NONE, |rule| rule.clause)
    }

    /// The floor says for which company somebody plays, or that they play for none any more.
    pub(super) fn note_company(
        &mut self,
        person: PersonId,
        company: Option<&str>,
        step: &mut Step<'_, '_>,
    ) -> Result<(), Refusal> {
        if self.rotation_rules().is_none() {
            return Err(refuse(&System::NoBank));
        }
        let company = company.map(str::trim);
        if company.is_some_and(|name| name.is_empty() || name.chars().count() > NAME_MAX) {
            return Err(refuse(&System::CompanyName { most: NAME_MAX }));
        }
        let holds_bank = self.state.bank.is_some_and(|bank| bank.person == person);
        if holds_bank || self.state.shares.iter().any(|share| share.person == person) {
            return Err(refuse(&System::MoneyInTheBank));
        }
        match (self.company_of(person), company) {
            (None, None) => return Err(refuse(&System::NoCompany)),
            (Some(old), Some(new)) if is_same_company(old, new) => return Err(refuse(&System::SameCompany)),
            _ => {}
        }
        if let Some(old) = self.company_place(person) {
            self.state.companies[old].people.retain(|one| *one != person);
        }
        let known = company
            .and_then(|name| self.state.companies.iter().position(|one| is_same_company(&one.name, name)));
        // It is told and shown as it was first written.
        let company =
            known.map(|place| self.state.companies[place].name.clone()).or(company.map(str::to_owned));
        if let Some(name) = &company {
            let place = known.unwrap_or_else(|| {
                self.state.companies.push(Company { name: name.clone(), people: Vec::new() });
                self.state.companies.len() - 1
            });
            self.state.companies[place].people.push(person);
            // Rounds that somebody has just banked count for the company from now on.
            let other = self.counts_as(person);
            if let Some(rotation) = &mut self.state.rotation {
                rotation.count_as(person, other);
            }
        }
        let clause = self.company_clause();
        self.tell(Event::CompanyNoted { person, company, clause }, &mut step.told);
        Ok(())
    }
}
