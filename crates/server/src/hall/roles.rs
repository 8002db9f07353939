//! Who may do what, as the house's own log says it. The accounts lie beside the log, where whoever writes to the file could
//! give somebody roles: those that do not follow from the log are taken back, and the log tells of it.

use std::collections::{BTreeMap, BTreeSet};

use room::{PersonId, Time};
use serde::{Deserialize, Serialize};
use store::Person;

use super::Hall;
use crate::api::staff::{DEMO, EVERY, HOUSE, OWNER};
use crate::api::{Role, roles_of};
use crate::day::DeskRules;
use crate::duties;
use crate::hall::HallError;
use crate::journal::{HouseEntry, PersonKind, VERSION};
use crate::password;

/// The roles that the house's log gives.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Said {
    /// The roles of those of whom it says them.
    roles: BTreeMap<PersonId, Vec<Role>>,
    /// The first accounts of rooms whose logs did not say their roles, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    first: BTreeMap<PersonId, String>,
    /// Accounts from a time when the log said nothing of roles.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    unsaid: BTreeSet<PersonId>,
    /// Whether it has begun to say what changes.
    is_begun: bool,
    /// Whether it says all roles.
    is_whole: bool,
    /// Whether no account gets roles that are kept apart.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_apart: bool,
    /// Whether the room was opened just now for the first time by a version that says all roles: those that it finds follow.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_saying: bool,
}

impl Said {
    /// Takes an entry of the house.
    pub(crate) fn take(&mut self, entry: &HouseEntry) {
        self.is_saying = match entry {
            HouseEntry::RoomOpened { says_roles, .. } => *says_roles && !self.is_whole,
            HouseEntry::KindsParted { .. }
            | HouseEntry::RolesRefused { .. }
            | HouseEntry::RolesChanged { by: None, .. } => self.is_saying,
            _ => false,
        };
        match entry {
            HouseEntry::PersonAdded { person, name, kind: PersonKind::Patron, roles } => {
                if !roles.is_empty() {
                    self.roles.insert(*person, roles.clone());
                } else if !self.is_begun {
                    self.unsaid.insert(*person);
                } else if !self.is_whole && first_roles(name).is_some() {
                    self.first.insert(*person, name.clone());
                }
            }
            HouseEntry::RolesChanged { person, after, .. } => {
                self.is_begun = true;
                self.roles.insert(*person, after.clone());
            }
            HouseEntry::RoomOpened { says_roles, duties_apart, .. } => {
                self.is_begun = true;
                self.is_apart |= duties_apart;
                if *says_roles && !self.is_whole {
                    self.is_whole = true;
                    self.first.clear();
                    self.unsaid.clear();
                }
            }
            HouseEntry::TipsNoted { .. } | HouseEntry::PasswordSet { .. } => self.is_begun = true,
            _ => {}
        }
    }

    /// Whether it says all roles.
    pub(crate) fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Whether somebody's roles follow from the log.
    pub(crate) fn allows(&self, person: PersonId, roles: &[Role]) -> bool {
        match self.roles.get(&person) {
            Some(said) => in_order(said) == in_order(roles),
            None if !roles.iter().any(|role| role.is_staff()) => true,
            None => {
                let first = self.first.get(&person).and_then(|name| first_roles(name));
                self.unsaid.contains(&person) || first.is_some_and(|first| first == in_order(roles))
            }
        }
    }

    /// Whether somebody could give roles to another, by the log; where it did not say all roles nothing is held against it.
    pub(crate) fn may_give(&self, by: PersonId, to: PersonId) -> bool {
        !self.is_whole || (by != to && self.is_one_of(by, &[Role::Owner]))
    }

    /// Whether somebody can have had these roles before a change: those of the log, where it says any. Where it says all,
    /// others are none of the staff, unless the program itself writes down what an earlier one gave.
    pub(crate) fn may_have_been(&self, person: PersonId, roles: &[Role], is_given: bool) -> bool {
        match self.roles.get(&person) {
            Some(said) => in_order(said) == in_order(roles),
            None => !self.is_whole || !is_given || !roles.iter().any(|role| role.is_staff()),
        }
    }

    /// Whether somebody had one of these roles by the log; where it did not say all roles nothing is held against it.
    pub(crate) fn is_one_of(&self, person: PersonId, roles: &[Role]) -> bool {
        let has = |own: &Vec<Role>| own.iter().any(|role| roles.contains(role));
        !self.is_whole || self.roles.get(&person).is_some_and(has)
    }

    /// Why an entry of the house, which was not taken yet, gives nobody those roles.
    pub(crate) fn clash(&self, entry: &HouseEntry) -> Option<String> {
        let (person, roles) = match entry {
            HouseEntry::PersonAdded { person, roles, .. } => (person, roles),
            // What the program itself writes down was there before.
            HouseEntry::RolesChanged { person, after, by: Some(_), .. } => (person, after),
            _ => return None,
        };
        let why = duties::clash(roles).filter(|_| self.is_apart)?;
        Some(format!("person {person} gets roles that are kept apart: {why}"))
    }

    /// Why an entry of the house, which was not taken yet and in which nobody gives roles, gives somebody none: only the
    /// first accounts have them from the beginning, what was found is written down as it was, and a room without an owner
    /// gets "house" for one.
    pub(crate) fn ungiven(&self, entry: &HouseEntry) -> Option<String> {
        let is_given = match entry {
            HouseEntry::PersonAdded { name, roles, .. } => {
                !roles.iter().any(|role| role.is_staff()) || is_first(name, roles)
            }
            HouseEntry::RolesChanged { person, name, before, after, by: None } => {
                let is_found = before == after && (self.is_saying || self.roles.contains_key(person));
                let has_owner = self.roles.values().any(|roles| roles.contains(&Role::Owner));
                let owner: Vec<Role> = before.iter().copied().chain([Role::Owner]).collect();
                is_found || (name == HOUSE && !has_owner && in_order(after) == in_order(&owner))
            }
            _ => true,
        };
        let (HouseEntry::PersonAdded { person, .. } | HouseEntry::RolesChanged { person, .. }) = entry else {
            return None;
        };
        (self.is_whole && !is_given).then(|| format!("person {person} gets roles that nobody gives"))
    }

    /// Everybody with roles by the log.
    pub(crate) fn everybody(&self) -> impl Iterator<Item = (PersonId, &[Role])> {
        self.roles.iter().map(|(person, roles)| (*person, roles.as_slice()))
    }

    /// Whether the log gives somebody a role, in so many words.
    pub(crate) fn says(&self, person: PersonId, role: Role) -> bool {
        let first = || self.first.get(&person).and_then(|name| first_roles(name));
        self.roles.get(&person).cloned().or_else(first).is_some_and(|roles| roles.contains(&role))
    }

    /// The roles that somebody has by the log, who is found with these.
    fn instead_of(&self, person: PersonId, roles: &[Role]) -> Vec<Role> {
        let plain = || roles.iter().copied().filter(|role| !role.is_staff()).collect();
        self.roles.get(&person).cloned().unwrap_or_else(plain)
    }
}

fn in_order(roles: &[Role]) -> Vec<Role> {
    Role::ALL.iter().map(|(role, _)| *role).filter(|role| roles.contains(role)).collect()
}

/// The roles with which an account of this name is made when a room is new.
fn first_roles(name: &str) -> Option<Vec<Role>> {
    let words: Vec<String> = match name {
        HOUSE => EVERY.map(str::to_owned).to_vec(),
        role if DEMO.contains(&role) => vec!["patron".to_owned(), role.to_owned()],
        _ => return None,
    };
    Some(roles_of(&words))
}

/// Whether an account of this name is made with these roles when a room is new, by this version or an earlier one.
fn is_first(name: &str, roles: &[Role]) -> bool {
    let owner = || in_order(&roles_of(&OWNER.map(str::to_owned)));
    let is_owner = name == HOUSE && in_order(roles) == owner();
    is_owner || first_roles(name).is_some_and(|first| first == in_order(roles))
}

impl Hall {
    /// Gives somebody these roles and no others; whatever changes stands in the house's log.
    pub(super) fn change_roles(
        &mut self,
        mut person: Person,
        roles: Vec<String>,
        by: Option<PersonId>,
        at: Time,
    ) -> Result<(), store::Error> {
        let named =
            |words: &[String]| words.iter().filter_map(|word| Role::named(word)).collect::<Vec<Role>>();
        let (before, after) = (named(&person.roles), named(&roles));
        // A new password that is not in the log yet stays marked.
        person.roles.retain(|role| role.starts_with(password::SET) && !roles.contains(role));
        person.roles.extend(roles);
        self.hold()?;
        self.store.change_person(&person)?;
        if before != after {
            if let Some(known) = self.people.get_mut(&person.id) {
                known.is_guest = after.contains(&Role::Guest);
            }
            let Person { id: person, name, .. } = person;
            self.house(&HouseEntry::RolesChanged { person, name, before, after, by }, &[], at);
        }
        Ok(())
    }

    /// Goes on only if somebody has one of these roles by now: whoever asked may have lost it since they were let in.
    pub(super) fn must_be(&self, person: PersonId, roles: &[Role]) -> Result<(), HallError> {
        match &self.standing.roles {
            Some(said) if !said.is_one_of(person, roles) => {
                Err(HallError::Refused(format!("that needs the role of {}", duties::in_words(roles))))
            }
            _ => Ok(()),
        }
    }

    /// What whoever runs the room should know of accounts whose roles would be kept apart today.
    pub(super) fn news_of_roles(&self) -> Vec<String> {
        let said = self.standing.roles.iter().flat_map(Said::everybody);
        let clashing = said.filter_map(|(person, roles)| Some((person, duties::clash(roles)?)));
        let news = clashing.map(|(person, why)| {
            let name = self.people.get(&person).map_or("", |known| known.name.as_str());
            format!("the account {name} has roles that are kept apart now ({why})")
        });
        news.collect()
    }

    /// An account with the roles that it has by the log, whatever is written beside it.
    pub(super) fn by_the_log(&self, mut account: Person) -> Person {
        let found = roles_of(&account.roles);
        if let Some(said) = self.standing.roles.as_ref().filter(|said| !said.allows(account.id, &found)) {
            let kept = said.instead_of(account.id, &found);
            account.roles.retain(|word| Role::named(word).is_none());
            account.roles.extend(kept.iter().map(|role| role.word().to_owned()));
        }
        account
    }

    /// Everybody whose roles do not follow from the log.
    fn with_other_roles(&self) -> Result<Vec<Person>, store::Error> {
        let Some(said) = &self.standing.roles else { return Ok(Vec::new()) };
        let people = self.store.people()?.into_iter();
        Ok(people.filter(|person| !said.allows(person.id, &roles_of(&person.roles))).collect())
    }

    /// Takes back the roles that do not follow from the log, ends the sessions of those who had them, and says so.
    pub(super) fn refuse_roles(&mut self, now: Time) -> Result<(), store::Error> {
        if self.with_other_roles()?.is_empty() {
            return Ok(());
        }
        // From here on nobody else writes.
        self.hold()?;
        for account in self.with_other_roles()? {
            let found = roles_of(&account.roles);
            let account = self.by_the_log(account);
            let kept = roles_of(&account.roles);
            self.store.change_person(&account)?;
            self.store.close_sessions_of(account.id)?;
            if let Some(known) = self.people.get_mut(&account.id) {
                known.is_guest = kept.contains(&Role::Guest);
            }
            let Person { id: person, name, .. } = account;
            tracing::error!(
                "{name} (person {person}) had roles that nobody gave by the house's log; they are taken back"
            );
            self.house(&HouseEntry::RolesRefused { person, name, found, kept }, &[], now);
        }
        self.commit();
        Ok(())
    }

    /// Says that the room is open. Roles that do not follow from the log are taken back; where it did not say all of them,
    /// those of the staff are written down as they are found, once.
    pub(super) fn begin_house(&mut self) -> Result<(), store::Error> {
        let says_roles = self.standing.roles.as_ref().is_some_and(|said| !said.is_whole());
        let others: Vec<PersonId> = self.with_other_roles()?.iter().map(|person| person.id).collect();
        let now = self.now();
        let second_person_from = self.config.second_person_from;
        let version = VERSION.to_owned();
        let (day_begins, alone_most) = (self.config.day_begins, self.config.alone_most);
        let (all_add_up, funds_by_two, blind_trays) = (true, true, true);
        let desk_rules = Some(DeskRules { day_begins, alone_most, all_add_up, funds_by_two, blind_trays });
        let opened = HouseEntry::RoomOpened {
            version,
            says_roles,
            second_person_from,
            duties_apart: true,
            desk_rules,
        };
        self.house(&opened, &[], now);
        self.part_kinds(now)?;
        if says_roles {
            self.say_roles(&others, now)?;
        }
        self.refuse_roles(now)
    }

    /// In a room whose log did not say all roles, writes down those of the staff as they are found, once.
    fn say_roles(&mut self, others: &[PersonId], now: Time) -> Result<(), store::Error> {
        for account in self.store.people()? {
            let roles = roles_of(&account.roles);
            let said = self.standing.roles.as_ref().and_then(|said| said.roles.get(&account.id));
            let is_other = others.contains(&account.id);
            if said.is_none() && !is_other && roles.iter().any(|role| role.is_staff()) {
                let (person, name, before) = (account.id, account.name, roles.clone());
                self.house(
                    &HouseEntry::RolesChanged { person, name, before, after: roles, by: None },
                    &[],
                    now,
                );
            }
        }
        Ok(())
    }
}
