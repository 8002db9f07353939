//! Accounts as the hall keeps them: passwords, sessions and roles. The log says whose password was set and when, never
//! which it is.

use books::Money;
use room::{PersonId, Time};
use store::NewPerson;

use super::requests::{Account, HallError, Own};
use super::{Hall, now};
use crate::api::staff::UNUSED;
use crate::api::{Role, roles_of};
use crate::duties;
use crate::journal::{HouseEntry, PersonKind};
use crate::names;
use crate::password::SET;

/// What is told to whoever has shown what counts no more.
const MEANWHILE: &str = "the password was changed, or the session ended, meanwhile: log in anew";
/// How often an open room looks for passwords that were set on the machine itself.
const EVERY_MS: i64 = 30_000;
/// How often it forgets the sessions that are over.
const FORGET_EVERY_MS: i64 = 3_600_000;

impl Hall {
    /// Looks for new passwords now and then.
    pub(super) fn look_for_passwords(&mut self, now: Time) {
        if now.0 - self.looked.0 < EVERY_MS || !self.is_on_duty() {
            return;
        }
        let is_hour = now.0 / FORGET_EVERY_MS != self.looked.0 / FORGET_EVERY_MS;
        self.looked = now;
        self.look_at_law(now);
        if let Err(error) = self
            .note_passwords(now)
            .and_then(|()| self.note_outside(now))
            .and_then(|()| self.refuse_roles(now))
        {
            tracing::warn!("the accounts cannot be looked through: {error}");
        }
        if is_hour && let Err(error) = self.store.forget_expired_sessions(now.0) {
            tracing::warn!("sessions that are over cannot be forgotten: {error}");
        }
    }

    /// Notes every new password in the house's log, and takes its mark away in the same transaction.
    pub(super) fn note_passwords(&mut self, now: Time) -> Result<(), store::Error> {
        if self.store.people_marked(SET)?.is_empty() {
            return Ok(());
        }
        // From here on nobody else writes, so that no password set meanwhile is lost.
        self.hold()?;
        for mut person in self.store.people_marked(SET)? {
            let (marks, roles): (Vec<String>, Vec<String>) =
                std::mem::take(&mut person.roles).into_iter().partition(|role| role.starts_with(SET));
            for mark in &marks {
                let set_ms = mark.trim_start_matches(SET).parse().unwrap_or(now.0);
                let (person, name) = (person.id, person.name.clone());
                self.house(&HouseEntry::PasswordSet { person, name, set_ms, by: None }, &[], now);
            }
            person.roles = roles;
            self.store.change_person(&person)?;
        }
        self.commit();
        Ok(())
    }

    /// Adds somebody who comes by the door, unless the name looks like one that is taken.
    pub(super) fn add_newcomer(
        &mut self,
        person: &NewPerson,
        kind: PersonKind,
        chips: Money,
    ) -> Result<PersonId, HallError> {
        if names::looks(&person.name).iter().any(|look| self.looks.contains(look)) {
            return Err(HallError::Refused(format!("the name {} is taken", person.name)));
        }
        Ok(self.add_person(person, kind, chips)?)
    }

    /// Puts off the end of a session, unless it is over already.
    pub(super) fn renew_session(
        &mut self,
        token: &str,
        person: PersonId,
        expires: i64,
    ) -> Result<(), store::Error> {
        // Nobody else writes meanwhile, so that what was ended stays so.
        self.hold()?;
        match self.store.session(token, now().0)? {
            Some(whose) if whose.id == person => self.store.open_session(token, person, expires),
            _ => Ok(()),
        }
    }

    /// Opens a session, unless the password is another by now: it takes a while to check one, and whoever was put out meanwhile
    /// stays so.
    pub(super) fn open_session(
        &mut self,
        token: &str,
        person: PersonId,
        expires: i64,
        checked: Option<&str>,
    ) -> Result<(), HallError> {
        self.hold()?;
        match self.store.person(person)? {
            Some(account) if account.password.as_deref() == checked => {
                Ok(self.store.open_session(token, person, expires)?)
            }
            _ => Err(HallError::Refused(MEANWHILE.to_owned())),
        }
    }

    /// Notes that somebody has come in with the first password of an account.
    pub(super) fn first_used(&mut self, person: PersonId, at: Time) -> Result<(), HallError> {
        self.hold()?;
        match self.store.person(person)? {
            Some(account) => {
                let roles = account.roles.iter().filter(|role| *role != UNUSED).cloned().collect();
                Ok(self.change_roles(account, roles, None, at)?)
            }
            None => Ok(()),
        }
    }

    /// Gives an account a new password and ends its sessions but one; gives the name. Whoever changes their own does so by
    /// what they have shown, if that still counts.
    pub(super) fn set_password(
        &mut self,
        person: PersonId,
        password: String,
        by: PersonId,
        own: Option<&Own>,
        at: Time,
    ) -> Result<String, HallError> {
        self.check_account(person)?;
        if by != person {
            self.must_be(by, &[Role::Owner])?;
        }
        self.hold()?;
        let nobody = || HallError::NotFound(format!("there is nobody with the number {person}"));
        let mut account = self.store.person(person)?.ok_or_else(nobody)?;
        if let Some(Own { token, checked, .. }) = own {
            let is_open = self.store.session(token, now().0)?.is_some_and(|whose| whose.id == person);
            if !is_open || account.password != *checked {
                return Err(HallError::Refused(MEANWHILE.to_owned()));
            }
        }
        account.password = Some(password);
        account.roles.retain(|role| role != UNUSED);
        self.store.change_person(&account)?;
        self.store.close_sessions_of(person)?;
        if let Some(Own { token, expires, .. }) = own {
            self.store.open_session(token, person, *expires)?;
        }
        let name = account.name;
        let entry = HouseEntry::PasswordSet { person, name: name.clone(), set_ms: at.0, by: Some(by) };
        self.house(&entry, &[], at);
        Ok(name)
    }

    /// Gives an account these roles and no others.
    pub(super) fn set_roles(
        &mut self,
        person: PersonId,
        roles: Vec<String>,
        by: Option<PersonId>,
        at: Time,
    ) -> Result<(), HallError> {
        self.check_account(person)?;
        let nobody = || HallError::NotFound(format!("there is nobody with the number {person}"));
        let known = self.store.person(person)?.ok_or_else(nobody)?;
        if let Some(by) = by {
            self.must_be(by, &[Role::Owner])?;
            if let Some(why) = duties::clash(&roles_of(&roles)) {
                return Err(HallError::Refused(why.to_owned()));
            }
        }
        Ok(self.change_roles(known, roles, by, at)?)
    }

    /// Guests and bots have no account, which could have roles or a password.
    fn check_account(&self, person: PersonId) -> Result<(), HallError> {
        match self.people.get(&person) {
            Some(known) if known.is_bot => Err(HallError::Refused("a bot has no account".to_owned())),
            Some(known) if known.is_guest => {
                Err(HallError::Refused("a guest has no account, and makes one to be more".to_owned()))
            }
            _ => Ok(()),
        }
    }

    /// Everybody with an account, by number.
    pub(super) fn accounts(&self) -> Result<Vec<Account>, HallError> {
        let people = self.store.people()?.into_iter().filter(|person| person.password.is_some());
        Ok(people.map(|person| (person.id, person.name, person.roles)).collect())
    }
}
