//! The lists of the house: who waits for which game and stakes, who was called up, which seats are held and until when, who
//! asked for another seat or table, and which games are must-move. Rules alone: what an entry of the house's log may say
//! after those before it. The hall asks before it writes, the proof when it reads.

mod proof;
mod words;

pub(crate) use proof::SeatsProof;
pub use words::{HoldEnd, HoldWhy, ListSaid, Want};

use std::collections::BTreeMap;

use room::{PersonId, TableId};
use serde::{Deserialize, Serialize};

use crate::Role;
use crate::hall::Standing;
use crate::journal::HouseEntry;

/// How long the stakes of a list may be, in letters.
const STAKES_MOST: usize = 40;

/// How long what stands on the wall for somebody may be.
pub(crate) const SHOWN_MOST: usize = 12;

/// For how much one person waits at most, and how many wait at all.
const PLACES_MOST: usize = 8;
const WAITING_MOST: usize = 2_000;

/// The longest that a seat is held at once, in milliseconds.
const HELD_MOST_MS: i64 = 60 * 60_000;

/// How many calls somebody may miss before the name goes off the list.
pub(crate) const MISSES_MOST: u8 = 2;

/// Who keeps the lists.
pub(crate) const KEEPERS: [Role; 2] = [Role::Floor, Role::Dealer];

/// A list for a game and its stakes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct GameList {
    pub(crate) book: String,
    pub(crate) game: String,
    pub(crate) stakes: String,
}

/// A table of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ListTable {
    pub(crate) number: u32,
    pub(crate) feeds: Option<TableId>,
}

/// Somebody who waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Place {
    pub(crate) place: u64,
    pub(crate) wants: Want,
    pub(crate) person: Option<PersonId>,
    pub(crate) shown: String,
    /// How many calls they have missed.
    pub(crate) misses: u8,
    pub(crate) since_ms: i64,
}

/// A seat that is held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Hold {
    pub(crate) why: HoldWhy,
    pub(crate) table: TableId,
    pub(crate) seat: u8,
    pub(crate) place: Option<u64>,
    pub(crate) person: Option<PersonId>,
    pub(crate) shown: String,
    pub(crate) until_ms: i64,
}

/// All lists, as the house's log says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ListBook {
    pub(crate) lists: BTreeMap<u32, GameList>,
    /// How many were opened so far.
    pub(crate) opened: u32,
    pub(crate) tables: BTreeMap<TableId, ListTable>,
    /// Everybody who waits, in order.
    pub(crate) places: Vec<Place>,
    pub(crate) holds: BTreeMap<u64, Hold>,
}

/// Whether two people wait in one queue.
fn is_same_queue(one: Want, other: Want) -> bool {
    match (one, other) {
        (Want::Game { list }, Want::Game { list: other }) => list == other,
        (Want::Table { table }, Want::Table { table: other })
        | (Want::Seat { table, .. }, Want::Seat { table: other, .. }) => table == other,
        (Want::Game { .. } | Want::Table { .. } | Want::Seat { .. }, _) => false,
    }
}

impl ListBook {
    pub(crate) fn is_empty(&self) -> bool {
        *self == ListBook::default()
    }

    /// Somebody's place.
    pub(crate) fn place(&self, place: u64) -> Option<&Place> {
        self.places.iter().find(|one| one.place == place)
    }

    /// Whether a seat is held for somebody who waits there.
    pub(crate) fn is_called(&self, place: u64) -> bool {
        self.holds.values().any(|hold| hold.place == Some(place))
    }

    /// The seat's hold.
    pub(crate) fn held(&self, table: TableId, seat: u8) -> Option<&Hold> {
        self.holds.values().find(|hold| (hold.table, hold.seat) == (table, seat))
    }

    /// The first in a queue for whom no seat is held.
    pub(crate) fn next(&self, wants: Want) -> Option<&Place> {
        let of_queue = self.places.iter().filter(|one| is_same_queue(one.wants, wants));
        of_queue.into_iter().find(|one| !self.is_called(one.place))
    }

    /// The tables that feed a main game.
    pub(crate) fn feeders(&self, main: TableId) -> impl Iterator<Item = TableId> {
        self.tables.iter().filter(move |(_, own)| own.feeds == Some(main)).map(|(table, _)| *table)
    }

    /// Takes an entry of the house.
    pub(crate) fn take(&mut self, entry: &HouseEntry, at_ms: i64) {
        match entry {
            HouseEntry::List(said) => self.hear(said, at_ms),
            HouseEntry::TableClosed { table, .. } | HouseEntry::ChipsGivenBack { table, .. } => {
                self.drop_table(*table);
            }
            _ => {}
        }
    }

    fn drop_table(&mut self, table: TableId) {
        self.tables.remove(&table);
        for own in self.tables.values_mut() {
            own.feeds = own.feeds.filter(|main| *main != table);
        }
        self.holds.retain(|_, hold| hold.table != table);
        self.places.retain(|one| match one.wants {
            Want::Table { table: own } | Want::Seat { table: own, .. } => own != table,
            Want::Game { .. } => true,
        });
    }

    fn hear(&mut self, said: &ListSaid, at_ms: i64) {
        match said {
            ListSaid::Opened { number, book, game, stakes, .. } => {
                self.opened = *number;
                let (book, game, stakes) = (book.clone(), game.clone(), stakes.clone());
                self.lists.insert(*number, GameList { book, game, stakes });
            }
            ListSaid::Closed { number, .. } => {
                self.lists.remove(number);
                self.tables.retain(|_, table| table.number != *number);
                self.places.retain(|one| one.wants != Want::Game { list: *number });
                self.forget_holds();
            }
            ListSaid::TableSet { table, number, feeds, .. } => {
                self.tables.remove(table);
                self.tables.extend(number.map(|number| (*table, ListTable { number, feeds: *feeds })));
            }
            ListSaid::Joined { place, wants, person, shown, .. } => {
                let (place, wants, person, shown) = (*place, *wants, *person, shown.clone());
                self.places.push(Place { place, wants, person, shown, misses: 0, since_ms: at_ms });
            }
            ListSaid::Left { place, .. } => {
                self.places.retain(|one| one.place != *place);
                self.forget_holds();
            }
            ListSaid::Held { hold, why, table, seat, place, person, shown, until_ms, .. } => {
                let (why, table, seat, place, person, until_ms) =
                    (*why, *table, *seat, *place, *person, *until_ms);
                self.holds
                    .insert(*hold, Hold { why, table, seat, place, person, shown: shown.clone(), until_ms });
            }
            ListSaid::HoldEnded { hold, end, .. } => self.end_hold(*hold, *end),
        }
    }

    /// Holds for places that are gone are gone.
    fn forget_holds(&mut self) {
        let places: Vec<u64> = self.places.iter().map(|one| one.place).collect();
        self.holds.retain(|_, hold| hold.place.is_none_or(|place| places.contains(&place)));
    }

    /// Whoever takes the seat waits no more. Whoever lets the time go by stays on the list behind the next in it, and is off
    /// it after a second time.
    fn end_hold(&mut self, hold: u64, end: HoldEnd) {
        let Some(hold) = self.holds.remove(&hold) else { return };
        let Some(at) = hold.place.and_then(|place| self.places.iter().position(|one| one.place == place))
        else {
            return;
        };
        match end {
            HoldEnd::Released => {}
            HoldEnd::Taken => drop(self.places.remove(at)),
            HoldEnd::RanOut => {
                let mut late = self.places.remove(at);
                late.misses += 1;
                if late.misses >= MISSES_MOST {
                    return;
                }
                let behind = self.places[at..].iter().position(|one| is_same_queue(one.wants, late.wants));
                self.places.insert(behind.map_or(at, |next| at + next + 1), late);
            }
        }
    }

    /// Why an entry cannot be after those before it, in a sentence for whoever wants it; roles and the tables' own logs
    /// are others' business.
    pub(crate) fn refusal(&self, said: &ListSaid, number: u64, at_ms: i64) -> Option<String> {
        let no_list = |number: u32| format!("there is no list {number}");
        match said {
            ListSaid::Opened { number, book, stakes, .. } => {
                if *number != self.opened + 1 {
                    return Some(format!("the next list is number {}, not {number}", self.opened + 1));
                }
                if stakes.trim().is_empty() || stakes.chars().count() > STAKES_MOST {
                    return Some(format!("name the stakes in 1 to {STAKES_MOST} letters, such as $3-$6"));
                }
                let is_there = self.lists.values().any(|list| (&list.book, &list.stakes) == (book, stakes));
                is_there.then(|| format!("there is a list for {stakes} of that game already"))
            }
            ListSaid::Closed { number, .. } => (!self.lists.contains_key(number)).then(|| no_list(*number)),
            ListSaid::TableSet { table, number, feeds, .. } => self.table_refusal(*table, *number, *feeds),
            ListSaid::Joined { place, .. } | ListSaid::Held { hold: place, .. } if *place != number => {
                Some("it has another number than its entry".to_owned())
            }
            ListSaid::Joined { wants, person, shown, .. } => self.join_refusal(*wants, *person, shown),
            ListSaid::Left { place, .. } => {
                self.place(*place).is_none().then(|| format!("nobody waits at place {place} any more"))
            }
            ListSaid::Held { .. } => self.hold_refusal(said, at_ms),
            ListSaid::HoldEnded { hold, end, .. } => {
                let Some(held) = self.holds.get(hold) else {
                    return Some(format!("no seat is held under {hold}"));
                };
                let is_early =
                    *end == HoldEnd::RanOut && (at_ms < held.until_ms || held.why == HoldWhy::MustMove);
                is_early.then(|| "its time has not run out".to_owned())
            }
        }
    }

    fn table_refusal(&self, table: TableId, number: Option<u32>, feeds: Option<TableId>) -> Option<String> {
        let Some(number) = number else {
            return feeds.is_some().then(|| "a table of no list feeds none".to_owned());
        };
        if !self.lists.contains_key(&number) {
            return Some(format!("there is no list {number}"));
        }
        let main = feeds?;
        let is_main = self.tables.get(&main).is_some_and(|own| own.number == number && own.feeds.is_none());
        if main == table || !is_main {
            return Some(format!("table {main} is no main game of list {number}"));
        }
        let is_fed = self.feeders(table).next().is_some();
        is_fed.then(|| format!("another table feeds table {table}"))
    }

    fn join_refusal(&self, wants: Want, person: Option<PersonId>, shown: &str) -> Option<String> {
        let is_plain = |letter: char| letter.is_alphanumeric() || " .-'".contains(letter);
        if shown.trim().is_empty() || shown.chars().count() > SHOWN_MOST || !shown.chars().all(is_plain) {
            return Some(format!("choose initials or a name of 1 to {SHOWN_MOST} letters for the wall"));
        }
        match wants {
            Want::Game { list } if !self.lists.contains_key(&list) => {
                return Some(format!("there is no list {list}"));
            }
            Want::Table { table } if !self.tables.contains_key(&table) => {
                return Some(format!("table {table} is of no list"));
            }
            Want::Game { .. } | Want::Table { .. } | Want::Seat { .. } => {}
        }
        let own = self.places.iter().filter(|one| person.is_some() && one.person == person);
        if own.clone().any(|one| is_same_queue(one.wants, wants)) {
            return Some("they wait there already".to_owned());
        }
        let is_full = own.count() >= PLACES_MOST || self.places.len() >= WAITING_MOST;
        is_full.then(|| format!("nobody waits for more than {PLACES_MOST} things at once"))
    }

    fn hold_refusal(&self, said: &ListSaid, at_ms: i64) -> Option<String> {
        let ListSaid::Held { why, table, seat, place, person, shown, until_ms, .. } = said else {
            return None;
        };
        if self.held(*table, *seat).is_some() {
            return Some(format!("seat {seat} of table {table} is held already"));
        }
        if !(at_ms < *until_ms && *until_ms <= at_ms + HELD_MOST_MS) {
            return Some("a seat is held for an hour at most".to_owned());
        }
        let is_twice = person.is_some()
            && self.holds.values().any(|hold| hold.table == *table && hold.person == *person);
        if is_twice {
            return Some(format!("a seat of table {table} is held for them already"));
        }
        let is_listed = matches!(why, HoldWhy::Called | HoldWhy::SeatChange | HoldWhy::TableChange);
        let Some(place) = place else {
            return is_listed.then(|| "nobody is called who does not wait".to_owned());
        };
        let Some(waiting) = self.place(*place) else {
            return Some(format!("nobody waits at place {place} any more"));
        };
        let fits = match (why, waiting.wants) {
            (HoldWhy::Called, Want::Game { list }) => {
                self.tables.get(table).is_some_and(|own| own.number == list)
            }
            (HoldWhy::TableChange, Want::Table { table: own }) => own == *table,
            (HoldWhy::SeatChange, Want::Seat { table: own, seat: wished }) => {
                own == *table && wished.is_none_or(|wished| wished == *seat)
            }
            _ => false,
        };
        if !fits || (waiting.person, &waiting.shown) != (*person, shown) {
            return Some(format!("whoever waits at place {place} waits for something else"));
        }
        // Whoever wants a certain seat is passed over while another is free.
        let before = self.places.iter().take_while(|one| one.place != *place);
        let mut before =
            before.filter(|one| is_same_queue(one.wants, waiting.wants) && !self.is_called(one.place));
        let is_first = match waiting.wants {
            Want::Seat { .. } => !before.any(|one| match one.wants {
                Want::Seat { seat: wished, .. } => wished.is_none_or(|wished| wished == *seat),
                Want::Game { .. } | Want::Table { .. } => true,
            }),
            Want::Game { .. } | Want::Table { .. } => before.next().is_none(),
        };
        (!is_first).then(|| "others come first".to_owned())
    }
}

impl Standing {
    /// What an entry about lists, which was not taken yet, cannot be by those before it and by who may write it.
    pub(crate) fn list_fault(&self, entry: &HouseEntry, number: u64, at_ms: i64) -> Option<String> {
        let HouseEntry::List(said) = entry else { return None };
        let has = |person: PersonId, roles: &[Role]| {
            self.roles.as_ref().is_none_or(|said| said.is_one_of(person, roles))
        };
        let owner = |place: &u64| self.lists.place(*place).and_then(|one| one.person);
        let may = match said {
            ListSaid::Opened { by, .. } | ListSaid::Closed { by, .. } | ListSaid::TableSet { by, .. } => {
                has(*by, &[Role::Floor])
            }
            ListSaid::Joined { person, by, .. } => *person == Some(*by) || has(*by, &KEEPERS),
            ListSaid::Left { place, by } => owner(place) == Some(*by) || has(*by, &KEEPERS),
            ListSaid::Held { why, by, .. } => match by {
                Some(by) => has(*by, &[Role::Floor]),
                None => *why == HoldWhy::MustMove,
            },
            ListSaid::HoldEnded { hold, by: Some(by), .. } => {
                let own = self.lists.holds.get(hold).and_then(|hold| hold.person);
                own == Some(*by) || has(*by, &[Role::Floor])
            }
            ListSaid::HoldEnded { by: None, .. } => true,
        };
        if !may {
            return Some("a list was changed by somebody who may not".to_owned());
        }
        self.lists.refusal(said, number, at_ms)
    }
}

#[cfg(test)]
mod tests;
