//! What the house's log tells that reports need: names, shifts, and its entries in order.

use std::collections::BTreeMap;

use store::{Error, Logged, Reader, Stream};

use crate::journal::HouseEntry;
use crate::pages::Pages;

/// A shift, as the log tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shift {
    pub(super) number: u32,
    pub(super) name: String,
    pub(super) opened_ms: i64,
    pub(super) closed_ms: Option<i64>,
}

/// Names and shifts.
#[derive(Clone, Debug, Default)]
pub(super) struct House {
    names: BTreeMap<u32, String>,
    pub(super) shifts: Vec<Shift>,
}

impl House {
    /// Reads the house's log, and gives each entry with what is known by then.
    pub(super) fn read(
        store: &dyn Reader,
        take: &mut dyn FnMut(&House, &HouseEntry, &Logged),
    ) -> Result<House, Error> {
        let mut house = House::default();
        let mut pages = Pages::of(store, Stream::HOUSE);
        while let Some(page) = pages.next()? {
            for logged in &page.entries {
                let Ok(said) = serde_json::from_str::<HouseEntry>(&logged.entry.body) else { continue };
                house.hear(&said, logged.entry.at_ms);
                take(&house, &said, logged);
            }
        }
        Ok(house)
    }

    fn hear(&mut self, said: &HouseEntry, at_ms: i64) {
        match said {
            HouseEntry::PersonAdded { person, name, .. } => drop(self.names.insert(*person, name.clone())),
            HouseEntry::ShiftOpened { shift, name, .. } => {
                let (number, name) = (*shift, name.clone());
                self.shifts.push(Shift { number, name, opened_ms: at_ms, closed_ms: None });
            }
            HouseEntry::ShiftClosed { .. } => {
                if let Some(last) = self.shifts.last_mut() {
                    last.closed_ms = Some(at_ms);
                }
            }
            _ => {}
        }
    }

    /// Somebody's name.
    pub(super) fn name(&self, person: u32) -> String {
        self.names.get(&person).cloned().unwrap_or_else(|| format!("person {person}"))
    }

    /// The shift that was open at a moment.
    pub(super) fn shift_at(&self, at_ms: i64) -> Option<&Shift> {
        self.shifts
            .iter()
            .rev()
            .find(|shift| shift.opened_ms <= at_ms && shift.closed_ms.is_none_or(|closed| at_ms < closed))
    }

    /// A shift in words.
    pub(super) fn shift_words(&self, number: u32) -> String {
        let shift = self.shifts.iter().find(|shift| shift.number == number);
        shift.map_or_else(|| number.to_string(), |shift| format!("{number} {}", shift.name))
    }
}
