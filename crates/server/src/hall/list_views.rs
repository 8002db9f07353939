//! What is shown of lists and held seats: to the floor all of it, to patrons their own, and on the wall no more than the
//! initials or the name that somebody has chosen for it.

use room::{PersonId, Phase, TableId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Hall;
use crate::lists::{Hold, HoldWhy, KEEPERS, Place, Want};

/// Somebody who waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct PlaceView {
    /// The number of the place.
    pub place: u64,
    /// What they wait for.
    pub wants: Want,
    /// What stands on the wall.
    pub shown: String,
    /// The name, for the staff.
    pub name: Option<String>,
    /// Whether it is one's own.
    pub is_own: bool,
    /// Whether a seat is held for them.
    pub is_called: bool,
    /// How many calls they have missed.
    pub misses: u8,
    /// Since when, in milliseconds since 1970.
    pub since_ms: i64,
}

/// A seat that is held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct HoldView {
    /// Its number.
    pub hold: u64,
    /// Why.
    pub why: HoldWhy,
    /// At which table.
    pub table: TableId,
    /// Which seat.
    pub seat: u8,
    /// What stands on the wall.
    pub shown: String,
    /// The name, for the staff.
    pub name: Option<String>,
    /// Whether it is held for whoever asks.
    pub is_own: bool,
    /// Until when, in milliseconds since 1970.
    pub until_ms: i64,
    /// Whether whoever must move has let the time go by.
    pub is_overdue: bool,
}

/// A table of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct ListTableView {
    /// Which.
    pub table: TableId,
    /// How many seats it has.
    pub seats: u8,
    /// How many of them are taken.
    pub taken: u8,
    /// How many are held.
    pub held: u8,
    /// The main game to which people must move from here.
    pub feeds: Option<TableId>,
}

/// A list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct ListView {
    /// Its number.
    pub list: u32,
    /// The book.
    pub book: String,
    /// The name of the game.
    pub game: String,
    /// The stakes, in words.
    pub stakes: String,
    /// Its tables.
    pub tables: Vec<ListTableView>,
    /// Who waits, in order.
    pub waiting: Vec<PlaceView>,
}

/// All lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct ListsView {
    /// What time it is, in milliseconds since 1970.
    pub now_ms: i64,
    /// The lists.
    pub lists: Vec<ListView>,
    /// Who waits for another seat or table.
    pub changes: Vec<PlaceView>,
    /// The seats that are held: all of them for the staff, else one's own.
    pub holds: Vec<HoldView>,
}

/// Somebody who is called up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct WallCall {
    /// What stands on the wall.
    pub shown: String,
    /// To which table.
    pub table: TableId,
    /// To which seat.
    pub seat: u8,
    /// Until when, in milliseconds since 1970.
    pub until_ms: i64,
}

/// A list as it stands on the wall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct WallList {
    /// Its number.
    pub list: u32,
    /// The name of the game.
    pub game: String,
    /// The stakes, in words.
    pub stakes: String,
    /// Its tables.
    pub tables: Vec<ListTableView>,
    /// Who waits, in order.
    pub waiting: Vec<String>,
    /// Who is called up.
    pub calls: Vec<WallCall>,
}

/// The wall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct WallView {
    /// What time it is, in milliseconds since 1970.
    pub now_ms: i64,
    /// The lists.
    pub lists: Vec<WallList>,
}

impl Hall {
    fn list_tables(&self, list: u32) -> Vec<ListTableView> {
        let lists = &self.standing.lists;
        let of_list = lists.tables.iter().filter(|(_, own)| own.number == list);
        let view = |(table, own): (&TableId, &crate::lists::ListTable)| {
            let place = self.seen_at(*table).filter(|place| place.table.phase() != Phase::Closed)?;
            let count = |found: usize| u8::try_from(found).unwrap_or(u8::MAX);
            let taken = place.table.people().iter().filter(|one| one.seat.is_some()).count();
            let held = lists.holds.values().filter(|hold| hold.table == *table).count();
            let (table, seats, feeds) = (*table, place.table.seats(), own.feeds);
            Some(ListTableView { table, seats, taken: count(taken), held: count(held), feeds })
        };
        of_list.filter_map(view).collect()
    }

    /// The lists as somebody sees them.
    pub(super) fn lists_view(&self, by: PersonId) -> ListsView {
        let lists = &self.standing.lists;
        let is_staff = self.must_be(by, &KEEPERS).is_ok();
        let name = |person: Option<PersonId>| person.filter(|_| is_staff).map(|person| self.name_of(person));
        let place = |one: &Place| PlaceView {
            place: one.place,
            wants: one.wants,
            shown: one.shown.clone(),
            name: name(one.person),
            is_own: one.person == Some(by),
            is_called: lists.is_called(one.place),
            misses: one.misses,
            since_ms: one.since_ms,
        };
        let now_ms = self.now().0;
        let hold = |(hold, one): (&u64, &Hold)| HoldView {
            hold: *hold,
            why: one.why,
            table: one.table,
            seat: one.seat,
            shown: one.shown.clone(),
            name: name(one.person),
            is_own: one.person == Some(by),
            until_ms: one.until_ms,
            is_overdue: one.why == HoldWhy::MustMove && now_ms >= one.until_ms,
        };
        let list = |(number, own): (&u32, &crate::lists::GameList)| {
            let waits = |one: &&Place| one.wants == Want::Game { list: *number };
            ListView {
                list: *number,
                book: own.book.clone(),
                game: own.game.clone(),
                stakes: own.stakes.clone(),
                tables: self.list_tables(*number),
                waiting: lists.places.iter().filter(waits).map(place).collect(),
            }
        };
        let is_shown = |person: Option<PersonId>| is_staff || person == Some(by);
        let changes =
            lists.places.iter().filter(|one| !matches!(one.wants, Want::Game { .. }) && is_shown(one.person));
        ListsView {
            now_ms,
            lists: lists.lists.iter().map(list).collect(),
            changes: changes.map(place).collect(),
            holds: lists.holds.iter().filter(|(_, one)| is_shown(one.person)).map(hold).collect(),
        }
    }

    /// The wall, for everybody.
    pub(super) fn wall_view(&self) -> WallView {
        let lists = &self.standing.lists;
        let list = |(number, own): (&u32, &crate::lists::GameList)| {
            let waits =
                |one: &&Place| one.wants == Want::Game { list: *number } && !lists.is_called(one.place);
            let is_of = |hold: &&Hold| lists.tables.get(&hold.table).is_some_and(|own| own.number == *number);
            let call = |hold: &Hold| WallCall {
                shown: hold.shown.clone(),
                table: hold.table,
                seat: hold.seat,
                until_ms: hold.until_ms,
            };
            WallList {
                list: *number,
                game: own.game.clone(),
                stakes: own.stakes.clone(),
                tables: self.list_tables(*number),
                waiting: lists.places.iter().filter(waits).map(|one| one.shown.clone()).collect(),
                calls: lists.holds.values().filter(is_of).map(call).collect(),
            }
        };
        WallView { now_ms: self.now().0, lists: lists.lists.iter().map(list).collect() }
    }
}
