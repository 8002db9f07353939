//! How far the collections of each table lie in boxes that are counted. Whoever counts boxes reads no further.

use std::collections::BTreeMap;

use books::Money;
use store::{Entry, Error, Reader};

use super::Reads;
use super::house::House;
use crate::day::BoxKind;
use crate::journal::HouseEntry;

/// What is told whoever reads less than all.
pub(super) const NOTE: &str =
    "What lies in boxes that are not counted yet is left out for those who count them.";

/// A box: the last event of its table before it was pulled, and whether it is counted.
type Pull = (u64, bool);

/// The boxes of each table, in their order.
#[derive(Default)]
pub(super) struct SettledBoxes {
    pulls: BTreeMap<(u32, BoxKind), BTreeMap<u32, Pull>>,
    tells_all: bool,
}

impl SettledBoxes {
    /// Reads what was pulled and counted, with the names and shifts of the house.
    pub(super) fn read(store: &dyn Reader, reads: Reads) -> Result<(House, SettledBoxes), Error> {
        let mut own = SettledBoxes { tells_all: reads == Reads::All, ..SettledBoxes::default() };
        let house = House::read(store, &mut |_, said, _| own.hear(said))?;
        Ok((house, own))
    }

    fn hear(&mut self, said: &HouseEntry) {
        match said {
            HouseEntry::BoxPulled { table, kind, number, event, .. } => {
                self.pulls.entry((*table, *kind)).or_default().insert(*number, (*event, false));
            }
            HouseEntry::BoxCounted { table, number, settled: Some(settled), .. } => {
                let boxes = self.pulls.get_mut(&(*table, settled.kind));
                if let Some(pull) = boxes.and_then(|boxes| boxes.get_mut(number)) {
                    pull.1 = true;
                }
            }
            _ => {}
        }
    }

    /// The last event of a table of which the collections are counted.
    fn until(&self, table: u32, kind: BoxKind) -> u64 {
        let boxes = self.pulls.get(&(table, kind)).into_iter().flat_map(BTreeMap::values);
        boxes.take_while(|(_, is_counted)| *is_counted).last().map_or(0, |(event, _)| *event)
    }

    /// What came into the boxes of a table by an entry, of the part that is told.
    pub(super) fn told(&self, entry: &Entry, collected: Money, kind: BoxKind) -> Money {
        let is_told = self.tells_all || entry.last() <= self.until(entry.stream.0, kind);
        if is_told { collected } else { Money::ZERO }
    }

    /// Says what is left out.
    pub(super) fn note(&self) -> Option<String> {
        (!self.tells_all).then(|| NOTE.to_owned())
    }
}
