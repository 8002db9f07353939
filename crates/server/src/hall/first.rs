//! The first opening of a room: its accounts, its tables and their bots, all of them or none.

use books::law::Date;
use books::report::{Found, errors_of};
use room::{OpenFault, Spec, Table, Time};
use store::NewPerson;

use crate::api::staff::HOUSE;
use crate::journal::PersonKind;

use super::{Hall, HallFault, Manner};

/// What a room still lacks when it opens; nothing for one that was open before.
#[derive(Default)]
pub(crate) struct First {
    /// The accounts to make.
    pub(crate) accounts: Vec<NewPerson>,
    /// The practice tables to open.
    pub(crate) tables: Vec<Spec>,
}

impl Hall {
    /// Makes what the room still lacks. A start that is interrupted leaves nothing of it behind, so that the next one
    /// makes all of it.
    pub(super) fn begin(&mut self, first: &First) -> Result<Vec<String>, HallFault> {
        let mut closed = Vec::new();
        self.find_owner()?;
        if first.accounts.is_empty() && first.tables.is_empty() {
            self.commit();
            return Ok(closed);
        }
        self.hold()?;
        for account in &first.accounts {
            self.add_person(account, PersonKind::Patron, books::Money::ZERO)?;
        }
        for spec in &first.tables {
            match self.open_table(spec.clone(), None, Manner::default(), self.now()) {
                Ok((table, _)) => {
                    let told = self.seat_bots(table, self.config.bots);
                    closed.extend(told.into_iter().map(|what| format!("{}: {what}", spec.book)));
                }
                // One bad book keeps no room shut.
                Err(fault) => closed.push(format!("{}: {fault}", spec.book)),
            }
        }
        self.commit();
        Ok(closed)
    }

    /// Makes "house" the owner of a room from a time when there was no such role.
    fn find_owner(&mut self) -> Result<(), HallFault> {
        let is_owned = !self.store.people_marked("owner")?.is_empty();
        let house = if is_owned { None } else { self.store.person_named(HOUSE)? };
        if let Some(house) = house {
            let mut roles = house.roles.clone();
            roles.push("owner".to_owned());
            self.change_roles(house, roles, None, self.now())?;
        }
        Ok(())
    }

    /// The errors that the check finds against a table, if the floor opens it despite them.
    ///
    /// # Errors
    /// When there are errors and nobody has said to open it all the same. A practice table is no table of the house.
    pub(super) fn errors_against(&self, spec: &Spec, now: Time) -> Result<Vec<String>, OpenFault> {
        if spec.is_practice {
            return Ok(Vec::new());
        }
        let id = self.shelf.find(&spec.book)?;
        self.check_schedule(spec)?;
        // Nobody overrides hours that nobody knows.
        self.shelf.hours(&id.house)?;
        // The packs that count may be others than those inside the program.
        let shelf = self.law.over(&self.shelf);
        let errors = errors_of(&shelf, &id, spec.schedule.as_deref(), Date::at(now.0));
        let errors: Vec<String> = errors.iter().map(in_words).collect();
        if errors.is_empty() || spec.despite_errors {
            return Ok(errors);
        }
        // What cannot be read opens for nobody, so that no override is promised.
        Table::open_despite_faults(&self.shelf, 0, spec)?;
        Err(OpenFault::Errors(errors))
    }
}

impl Hall {
    /// Refuses a table of the house without a schedule where the house has filed some.
    fn check_schedule(&self, spec: &Spec) -> Result<(), OpenFault> {
        if spec.schedule.is_some() {
            return Ok(());
        }
        let shelf = self.shelf.despite_faults();
        let book = shelf.book(&shelf.find(&spec.book)?)?;
        let Some(rates) = shelf.rates(&book)? else { return Ok(()) };
        let schedules = rates.value.schedules(&book.id.game);
        let handles: Vec<String> = schedules.map(|schedule| schedule.handle.as_str().to_owned()).collect();
        if handles.is_empty() { Ok(()) } else { Err(OpenFault::NeedsSchedule(handles)) }
    }
}

/// An error of the check as people at the floor are told it.
fn in_words(found: &Found) -> String {
    match &found.law {
        Some(law) => format!("{} [{}, {}]", found.what, law.id, law.source),
        None => format!("{}: {}", found.file, found.what),
    }
}
