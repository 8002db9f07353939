//! Third-party providers of proposition players as records of the house: companies with their licences, and their people
//! with badges. Rules alone: what an entry may say after those before it; the hall asks before it writes, the proof when it
//! reads.

use std::collections::BTreeMap;

use room::PersonId;
use serde::{Deserialize, Serialize};

use crate::Role;
use crate::hall::Standing;
use crate::journal::HouseEntry;
use crate::law::Badge;

/// How long names, licence numbers and badges may be.
const WORD_MOST: usize = 60;

/// Who keeps the records of companies.
pub(crate) const OF_COMPANIES: [Role; 2] = [Role::Floor, Role::Owner];

/// An entry of the house about a third-party provider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "company_entry", rename_all = "kebab-case")]
pub enum CompanyEntry {
    /// The house knows a company from now on.
    Registered {
        /// Its number, from 1 on.
        company: u32,
        /// Its name.
        name: String,
        /// The number of its licence.
        licence: String,
        /// Who wrote it down.
        by: u32,
    },
    /// A company has another name or licence.
    Changed {
        /// Which.
        company: u32,
        /// Its name from now on.
        name: String,
        /// The number of its licence from now on.
        licence: String,
        /// Who wrote it down.
        by: u32,
    },
    /// Somebody plays for a company from now on, at every table.
    BadgeGiven {
        /// For which.
        company: u32,
        /// Who.
        person: u32,
        /// The number of their badge.
        badge: String,
        /// Who wrote it down.
        by: u32,
    },
    /// Somebody plays for the company no more.
    BadgeTaken {
        /// For which.
        company: u32,
        /// Who.
        person: u32,
        /// Who wrote it down.
        by: u32,
    },
}

impl CompanyEntry {
    fn by(&self) -> u32 {
        match self {
            CompanyEntry::Registered { by, .. }
            | CompanyEntry::Changed { by, .. }
            | CompanyEntry::BadgeGiven { by, .. }
            | CompanyEntry::BadgeTaken { by, .. } => *by,
        }
    }
}

/// A company.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Company {
    pub(crate) name: String,
    pub(crate) licence: String,
}

/// For which company somebody plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Worn {
    pub(crate) company: u32,
    pub(crate) badge: String,
}

/// Companies and badges, as the house's log says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CompanyBook {
    pub(crate) companies: BTreeMap<u32, Company>,
    pub(crate) badges: BTreeMap<PersonId, Worn>,
}

impl CompanyBook {
    pub(crate) fn is_empty(&self) -> bool {
        *self == CompanyBook::default()
    }

    pub(crate) fn hear(&mut self, said: &CompanyEntry) {
        match said {
            CompanyEntry::Registered { company, name, licence, .. }
            | CompanyEntry::Changed { company, name, licence, .. } => {
                self.companies.insert(*company, Company { name: name.clone(), licence: licence.clone() });
            }
            CompanyEntry::BadgeGiven { company, person, badge, .. } => {
                self.badges.insert(*person, Worn { company: *company, badge: badge.clone() });
            }
            CompanyEntry::BadgeTaken { person, .. } => drop(self.badges.remove(person)),
        }
    }

    /// The people of a company, with their badges.
    pub(crate) fn people_of(&self, company: u32) -> Vec<(PersonId, &str)> {
        let own = self.badges.iter().filter(|(_, worn)| worn.company == company);
        own.map(|(person, worn)| (*person, worn.badge.as_str())).collect()
    }

    /// The badge of somebody, with the company that it stands for.
    pub(crate) fn badge_of(&self, person: PersonId, badge: &str) -> Option<Badge> {
        let company = self.badges.get(&person)?.company;
        let Company { name, licence } = self.companies.get(&company)?.clone();
        Some(Badge { company, name, licence, badge: badge.to_owned() })
    }

    /// The name of the company for which somebody plays.
    pub(crate) fn name_of(&self, person: PersonId) -> Option<&str> {
        let company = self.badges.get(&person)?.company;
        self.companies.get(&company).map(|company| company.name.as_str())
    }

    fn refusal(&self, said: &CompanyEntry) -> Option<String> {
        let is_word = |word: &str| !word.trim().is_empty() && word.chars().count() <= WORD_MOST;
        let unnamed = |name: &str, licence: &str| {
            let is_so = !is_word(name) || !is_word(licence);
            is_so.then(|| format!("name the company and its licence, in 1 to {WORD_MOST} letters each"))
        };
        let others = |company: u32, name: &str| {
            let mut others = self.companies.iter().filter(|(number, _)| **number != company);
            let twin = others.find(|(_, one)| room::is_same_company(&one.name, name));
            twin.map(|(number, one)| format!("company {number} is called {} already", one.name))
        };
        let unknown = |company: u32| {
            (!self.companies.contains_key(&company)).then(|| format!("there is no company {company}"))
        };
        match said {
            CompanyEntry::Registered { company, name, licence, .. } => {
                let next = self.companies.len() as u32 + 1;
                let is_next = (*company != next).then(|| format!("the next company is number {next}"));
                is_next.or_else(|| unnamed(name, licence)).or_else(|| others(*company, name))
            }
            CompanyEntry::Changed { company, name, licence, .. } => {
                unknown(*company).or_else(|| unnamed(name, licence)).or_else(|| others(*company, name))
            }
            CompanyEntry::BadgeGiven { company, person, badge, .. } => {
                let worn = self.badges.get(person);
                let has_one = worn.map(|worn| {
                    format!("they wear badge {} of company {}: take it first", worn.badge, worn.company)
                });
                let is_taken =
                    self.badges.values().any(|worn| worn.company == *company && worn.badge == *badge);
                let is_taken = is_taken.then(|| format!("somebody else wears badge {badge}"));
                let no_word = (!is_word(badge)).then(|| format!("a badge has 1 to {WORD_MOST} letters"));
                unknown(*company).or(has_one).or(no_word).or(is_taken)
            }
            CompanyEntry::BadgeTaken { company, person, .. } => {
                let is_so = self.badges.get(person).is_some_and(|worn| worn.company == *company);
                (!is_so).then(|| format!("person {person} wears no badge of company {company}"))
            }
        }
    }
}

impl Standing {
    /// What an entry of the house about companies, which was not taken yet, cannot be: by those before it, and by who may
    /// do it.
    pub(crate) fn company_fault(&self, said: &HouseEntry) -> Option<String> {
        let HouseEntry::Company(said) = said else { return None };
        let by = said.by();
        let is_barred = self.roles.as_ref().is_some_and(|roles| !roles.is_one_of(by, &OF_COMPANIES));
        let barred = is_barred.then(|| format!("person {by} has done what is for others of the staff"));
        barred.or_else(|| self.providers.refusal(said))
    }
}
