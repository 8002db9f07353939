//! Who may watch a table, and from which event on.

use std::collections::HashSet;

use room::{ChipKind, Event, PersonId, TableId};
use tokio::sync::mpsc;

use super::Hall;
use super::aside::guard;
use super::error::Unseen;
use super::place::Place;
use super::watchers::Message;
use crate::Role;

/// Everybody who works here.
const STAFF: [Role; 5] = [Role::Dealer, Role::Floor, Role::Cage, Role::Auditor, Role::Owner];

impl Hall {
    /// Begins to tell somebody what happens at a table, from an event on if they may know all since.
    pub(super) fn watch(
        &mut self,
        table: TableId,
        person: Option<PersonId>,
        from: Option<u64>,
        sender: mpsc::Sender<Message>,
    ) -> Result<(), Unseen> {
        if let Some(why) = self.unseen(table, person) {
            return Err(why);
        }
        let (since, person) = (self.sees_since(table, person), self.watches_as(table, person));
        let is_staff = self.is_staff(person);
        let place = self.tables.get_mut(&table).ok_or(Unseen::NoTable)?;
        if let Err(what) = guard(|| place.watch(person, is_staff, (from, since), sender)) {
            self.set_aside(table, &format!("it cannot be shown: {what}"), self.now());
        }
        Ok(())
    }

    /// The first of the last events at a table that somebody who comes now is told: what happened at a table of the house
    /// before is for those who were there and for the staff, unless its rail is open.
    fn sees_since(&self, table: TableId, person: Option<PersonId>) -> u64 {
        let is_open = self.config.open_rail || self.kind_at(table) == ChipKind::Play;
        let is_staff = person.is_some_and(|person| self.must_be(person, &STAFF).is_ok());
        match self.tables.get(&table) {
            Some(place) if !is_open && !is_staff => place.here_since(person),
            _ => 1,
        }
    }

    /// Whether somebody works here, by the roles that the log says.
    pub(super) fn is_staff(&self, person: Option<PersonId>) -> bool {
        let said = self.standing.roles.as_ref();
        person.is_some_and(|person| said.is_some_and(|said| said.is_one_of(person, &STAFF)))
    }

    /// Those of the staff who watch a table now.
    pub(super) fn staff_who_watch(&self, table: TableId) -> HashSet<PersonId> {
        let watchers = self.tables.get(&table).map(|place| &place.watchers);
        let people = watchers.into_iter().flatten().filter_map(|watching| watching.person);
        people.filter(|person| self.is_staff(Some(*person))).collect()
    }

    /// As whom somebody watches a table: a guest who may not sit there sees what the rail sees, and is offered nothing.
    pub(super) fn watches_as(&self, table: TableId, person: Option<PersonId>) -> Option<PersonId> {
        let place = self.tables.get(&table)?;
        let is_barred = |person: &PersonId| {
            let is_guest = self.people.get(person).is_some_and(|known| known.is_guest);
            is_guest && !place.table.spec().is_practice && !place.table.knows(*person)
        };
        person.filter(|person| !is_barred(person))
    }

    /// Whether a table of the house is nothing for somebody's eyes: those without an account watch it only if the rail
    /// is open.
    pub(super) fn is_closed_to(&self, table: TableId, person: Option<PersonId>) -> bool {
        let known = person.and_then(|person| self.people.get(&person));
        let has_account = known.is_some_and(|known| !known.is_guest);
        let is_house = self.tables.contains_key(&table) && self.kind_at(table) == ChipKind::House;
        is_house && !has_account && !self.config.open_rail
    }
}

impl Place {
    /// The first of the last events at which somebody was at the table; the next one for whoever is not.
    fn here_since(&self, person: Option<PersonId>) -> u64 {
        let Some(person) = person.filter(|person| self.table.has_money(*person)) else {
            return self.table.number() + 1;
        };
        let came = self
            .recent()
            .filter(|told| matches!(&told.event, Event::Sat { person: who, .. } if *who == person));
        came.last().map_or(1, |told| told.number)
    }
}
