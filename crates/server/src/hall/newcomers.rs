//! What comes into the hall: tables that open, and people.

use std::sync::Arc;

use books::Money;
use room::{PersonId, Spec, Table, TableId, Time};
use store::NewPerson;

use super::private::Manner;
use super::{Hall, Known};
use crate::api::roles_of;
use crate::journal::{HouseEntry, PersonKind, TableEntry, VERSION, entry, fingerprint};
use crate::names;

impl Hall {
    /// Opens a table and puts it into the batch.
    pub(crate) fn open_table(
        &mut self,
        spec: Spec,
        by: Option<PersonId>,
        manner: Manner,
        now: Time,
    ) -> Result<(TableId, Vec<String>), room::OpenFault> {
        // What the staff do is bounded, human dealers are led, and closing is announced, at every table that opens from now on.
        let spec = Spec { is_bounded: true, is_led: true, is_strict: true, warns_of_closing: true, ..spec };
        let despite = self.errors_against(&spec, now)?;
        self.hold_house();
        let id = self.next_table();
        let shelf = Arc::clone(&self.shelf);
        let (table, told) = Table::open_despite_faults(&shelf, id, &spec)?;
        table.check_asked()?;
        let (book, is_practice) = (spec.book.clone(), spec.is_practice);
        let rules = fingerprint(&shelf, &spec.book);
        let (files, kept) = self.library.keep(&shelf, &table.book().id, now.0);
        self.batch.entries.extend(kept);
        let events = told.iter().map(|one| one.event.clone()).collect();
        let (version, shuffle) = (VERSION.to_owned(), Some(seal::VERSION.to_owned()));
        let body = TableEntry::Open { spec: Box::new(spec), rules, files, version, shuffle, events };
        self.batch.entries.push(entry(id, now, "house", None, &body, &told));
        self.hold_new(id);
        self.admit(table, VERSION);
        if let Some(place) = self.tables.get_mut(&id) {
            place.note(told, now, self.config.recent);
        }
        self.tell_zone(id, now);
        let warnings: Vec<String> = self.hours_warning(id, now).into_iter().collect();
        let told = warnings.clone();
        let (Manner { link, has_chat }, table, warned) = (manner, id, told);
        let opened = HouseEntry::TableOpened {
            table,
            book,
            by,
            is_practice,
            despite,
            warnings: warned,
            link,
            has_chat,
        };
        self.house(&opened, &[], now);
        Ok((id, warnings))
    }

    /// Adds somebody to the people and to the house's log; play chips come with it.
    pub(crate) fn add_person(
        &mut self,
        person: &NewPerson,
        kind: PersonKind,
        chips: Money,
    ) -> Result<PersonId, store::Error> {
        self.hold()?;
        let id = self.store.add_person(person)?;
        let at = self.now();
        let name = person.name.clone();
        let roles = roles_of(&person.roles);
        let roles = if roles.iter().any(|role| role.is_staff()) { roles } else { Vec::new() };
        let known = Known {
            name: name.clone(),
            is_bot: kind == PersonKind::Bot,
            is_guest: kind == PersonKind::Guest,
        };
        self.people.insert(id, known);
        self.looks.extend(names::looks(&name));
        self.house(&HouseEntry::PersonAdded { person: id, name, kind, roles }, &[], at);
        if chips.is_positive() {
            self.give_play_chips(id, chips, at);
        }
        Ok(id)
    }
}
