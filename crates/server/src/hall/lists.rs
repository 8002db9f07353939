//! The lists of the house in the hall: who is next, seats that are held and their clock, moves from table to table.

use books::{BookId, Money};
use games::Seat;
use room::{PersonId, Phase, TableId, Time};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Hall;
use super::requests::HallError;
use crate::Role;
use crate::journal::HouseEntry;
use crate::lists::{Hold, HoldEnd, HoldWhy, KEEPERS, ListSaid, SHOWN_MOST, Want};
use crate::names;

const SECOND_MS: i64 = 1_000;

/// How long somebody who is called has to take the seat, unless the floor says otherwise.
fn call_seconds() -> u16 {
    300
}

/// Something that is done about lists and held seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub(crate) enum ListAct {
    /// By the floor: open a list for a game and its stakes.
    Open {
        /// The book.
        book: String,
        /// The stakes, in words.
        stakes: String,
    },
    /// By the floor: close a list.
    Close {
        /// Which.
        list: u32,
    },
    /// By the floor: put a table on a list, or off every list.
    SetTable {
        /// Which table.
        table: TableId,
        /// The list.
        #[serde(default)]
        list: Option<u32>,
        /// The main game to which whoever has sat longest here must move.
        #[serde(default)]
        feeds: Option<TableId>,
    },
    /// Wait for a game, another table or another seat.
    Join {
        /// What for.
        wants: Want,
        /// What stands on the wall; initials if left out.
        #[serde(default)]
        shown: Option<String>,
        /// By the staff: the name of whoever waits.
        #[serde(default)]
        name: Option<String>,
        /// By the staff: whether somebody without an account waits, under what stands on the wall.
        #[serde(default)]
        is_walk_in: bool,
    },
    /// Wait no more.
    Leave {
        /// Which place.
        place: u64,
    },
    /// By the floor: call whoever is next to a free seat of a table, and hold it.
    Call {
        /// Which table.
        table: TableId,
        /// For how many seconds.
        #[serde(default = "call_seconds")]
        seconds: u16,
    },
    /// By the floor: lock up a seat for somebody.
    Hold {
        /// Which table.
        table: TableId,
        /// Which seat.
        seat: u8,
        /// The name of somebody with an account.
        name: String,
        /// For how many seconds.
        seconds: u16,
    },
    /// Give up a held seat; whoever waited for it goes on waiting.
    Release {
        /// Which.
        hold: u64,
    },
    /// Take the seat that is held for one, from another table with all chips.
    Take {
        /// Which.
        hold: u64,
        /// The chips to bring, in cents, for who sits nowhere yet.
        #[serde(default)]
        buy_in: Option<i64>,
    },
    /// By the floor: whoever must move and has let the time go by leaves the table; the seat is held on.
    Enforce {
        /// Which.
        hold: u64,
    },
}

impl ListAct {
    /// Who may do it; nothing where everybody with an account may.
    pub(crate) fn roles(&self) -> Option<&'static [Role]> {
        match self {
            ListAct::Open { .. }
            | ListAct::Close { .. }
            | ListAct::SetTable { .. }
            | ListAct::Call { .. }
            | ListAct::Hold { .. }
            | ListAct::Enforce { .. } => Some(&[Role::Floor]),
            ListAct::Join { name: Some(_), .. } | ListAct::Join { is_walk_in: true, .. } => Some(&KEEPERS),
            ListAct::Join { .. } | ListAct::Leave { .. } | ListAct::Release { .. } | ListAct::Take { .. } => {
                None
            }
        }
    }
}

pub(super) fn refused<T>(what: impl Into<String>) -> Result<T, HallError> {
    Err(HallError::Refused(what.into()))
}

/// Whether somebody has let the time of a held seat go by. Whoever must move is told by the floor.
fn is_over(hold: &Hold, now: Time) -> bool {
    hold.why != HoldWhy::MustMove && now.0 >= hold.until_ms
}

impl Hall {
    /// Does what is wanted of the lists, or says why not.
    pub(super) fn list_act(&mut self, act: ListAct, by: PersonId, at: Time) -> Result<(), HallError> {
        if let Some(roles) = act.roles() {
            self.must_be(by, roles)?;
        }
        let said = match act {
            ListAct::Open { book, stakes } => {
                let id = book.split_once('/').map(|(house, game)| BookId::new(house, game));
                let found = id.and_then(|id| self.shelf.book(&id).ok());
                let Some(found) = found else {
                    return Err(HallError::NotFound(format!("there is no book {book}")));
                };
                let (number, game) = (self.standing.lists.opened + 1, found.header().name.clone());
                ListSaid::Opened { number, book, game, stakes: stakes.trim().to_owned(), by }
            }
            ListAct::Close { list } => ListSaid::Closed { number: list, by },
            ListAct::SetTable { table, list, feeds } => {
                self.check_listable(table, list)?;
                ListSaid::TableSet { table, number: list, feeds, by }
            }
            ListAct::Join { wants, shown, name, is_walk_in } => {
                self.joined(wants, shown, name.as_deref(), is_walk_in, by)?
            }
            ListAct::Leave { place } => {
                let own = self.standing.lists.place(place);
                let Some(own) = own else {
                    return Err(HallError::NotFound(format!("nobody waits at place {place}")));
                };
                if own.person != Some(by) {
                    self.must_be(by, &KEEPERS)?;
                }
                ListSaid::Left { place, by }
            }
            ListAct::Call { table, seconds } => self.call_next(table, seconds, by, at)?,
            ListAct::Hold { table, seat, name, seconds } => {
                let person = self.named(&name)?;
                if person == by {
                    return refused("somebody else of the floor holds a seat for you");
                }
                self.must_not_play(table, by)?;
                self.must_be_served(person)?;
                self.check_free(table, seat)?;
                let shown = self.shown_of(person);
                let until_ms = at.0 + i64::from(seconds) * SECOND_MS;
                let (hold, person, by) = (self.house_number + 1, Some(person), Some(by));
                let why = HoldWhy::LockedUp;
                ListSaid::Held { hold, why, table, seat, place: None, person, shown, until_ms, by }
            }
            ListAct::Release { hold } => {
                if self.hold_of(hold)?.person != Some(by) {
                    self.must_be(by, &[Role::Floor])?;
                }
                ListSaid::HoldEnded { hold, end: HoldEnd::Released, by: Some(by) }
            }
            ListAct::Take { hold, buy_in } => return self.take_held(hold, buy_in.map(Money::cents), by, at),
            ListAct::Enforce { hold } => return self.enforce_move(hold, by, at),
        };
        self.say_list(said, at)
    }

    /// Writes what was said of lists, or says why it cannot be.
    pub(super) fn say_list(&mut self, said: ListSaid, at: Time) -> Result<(), HallError> {
        let entry = HouseEntry::List(said);
        if let Some(what) = self.standing.list_fault(&entry, self.house_number + 1, at.0) {
            return refused(what);
        }
        self.house(&entry, &[], at);
        Ok(())
    }

    pub(super) fn hold_of(&self, hold: u64) -> Result<crate::lists::Hold, HallError> {
        let found = self.standing.lists.holds.get(&hold);
        found.cloned().ok_or_else(|| HallError::NotFound(format!("no seat is held under {hold}")))
    }

    /// Somebody with an account, by name.
    pub(super) fn named(&self, name: &str) -> Result<PersonId, HallError> {
        let known = self
            .people
            .iter()
            .find(|(_, known)| known.name == name.trim() && !known.is_bot && !known.is_guest);
        known.map(|(person, _)| *person).ok_or_else(|| {
            HallError::NotFound(format!("nobody with an account is called \"{}\"", name.trim()))
        })
    }

    /// Lists are for open tables of the house that play their book.
    fn check_listable(&self, table: TableId, list: Option<u32>) -> Result<(), HallError> {
        self.check_house_table(table)?;
        let book = self.seen_at(table).map(|place| place.table.spec().book.clone());
        let lists = &self.standing.lists.lists;
        match (book, list.and_then(|list| lists.get(&list))) {
            (None, _) => refused(format!("table {table} is closed")),
            (Some(book), Some(own)) if book != own.book => {
                refused(format!("table {table} plays {book}, not {}", own.book))
            }
            (Some(_), _) => Ok(()),
        }
    }

    /// What stands on the wall for somebody who has chosen nothing: initials.
    fn shown_of(&self, person: PersonId) -> String {
        let name = self.name_of(person);
        let letters =
            name.split_whitespace().filter_map(|word| word.chars().find(|letter| letter.is_alphanumeric()));
        let initials: Vec<String> =
            letters.take(3).map(|letter| format!("{}.", letter.to_uppercase())).collect();
        if initials.is_empty() { format!("No. {person}") } else { initials.join(" ") }
    }

    fn joined(
        &self,
        wants: Want,
        shown: Option<String>,
        name: Option<&str>,
        is_walk_in: bool,
        by: PersonId,
    ) -> Result<ListSaid, HallError> {
        let person = match (is_walk_in, name) {
            (true, _) => None,
            (false, Some(name)) => Some(self.named(name)?),
            (false, None) => Some(by),
        };
        if let Some(person) = person {
            self.check_holder(person)?;
            self.must_be_served(person)?;
            self.check_wants(person, wants)?;
        } else if !matches!(wants, Want::Game { .. }) {
            return refused("whoever sits nowhere waits for a game");
        }
        let chosen = shown.map(|shown| shown.trim().to_owned()).filter(|shown| !shown.is_empty());
        // What the floor writes down for others is its own word.
        if let Some(shown) = chosen.as_deref().filter(|_| person == Some(by)) {
            self.check_shown(by, shown)?;
        }
        let shown = match (chosen, person) {
            (Some(shown), _) => shown,
            (None, Some(person)) => self.shown_of(person),
            (None, None) => {
                return refused(format!(
                    "choose initials or a name of 1 to {SHOWN_MOST} letters for the wall"
                ));
            }
        };
        Ok(ListSaid::Joined { place: self.house_number + 1, wants, person, shown, by })
    }

    /// What somebody chooses for the wall, where all read it, looks like nobody else's name, nor like what the staff are
    /// called.
    fn check_shown(&self, person: PersonId, shown: &str) -> Result<(), HallError> {
        let plain = names::plain(shown).map_err(|what| HallError::Refused(what.to_owned()))?;
        let own = names::looks(&self.name_of(person));
        let is_others = |look: &String| self.looks.contains(look) && !own.contains(look);
        match names::looks(&plain).iter().any(is_others) {
            true => {
                refused(format!("somebody else here is called {plain}: choose something else for the wall"))
            }
            false => Ok(()),
        }
    }

    /// At which table of the house somebody has a seat, and which.
    pub(super) fn seat_of(
        &self,
        person: PersonId,
        is_of: impl Fn(TableId) -> bool,
    ) -> Option<(TableId, Seat)> {
        let seat = |table: &room::Table| table.people().iter().find(|one| one.person == person)?.seat;
        let mut places = self.all_seen().filter(|(table, _)| is_of(**table));
        places.find_map(|(table, place)| Some((*table, seat(&place.table)?)))
    }

    fn check_wants(&self, person: PersonId, wants: Want) -> Result<(), HallError> {
        let lists = &self.standing.lists;
        let list_of = |table: TableId| lists.tables.get(&table).map(|own| own.number);
        match wants {
            Want::Game { list } => match self.seat_of(person, |table| list_of(table) == Some(list)) {
                Some((table, _)) => {
                    refused(format!("they play that game at table {table}: ask for another table"))
                }
                None => Ok(()),
            },
            Want::Table { table } => {
                let own = list_of(table);
                let from = self.seat_of(person, |one| one != table && own.is_some() && list_of(one) == own);
                match from {
                    None => refused("whoever plays the same game at another table asks for a table"),
                    Some((from, _)) if lists.tables.get(&from).is_some_and(|own| own.feeds.is_some()) => {
                        refused("from a must-move game one moves when one must, and not before")
                    }
                    Some(_) => Ok(()),
                }
            }
            Want::Seat { table, seat } => match self.seat_of(person, |one| one == table) {
                None => refused("whoever sits at the table asks for another seat there"),
                Some((_, own)) if seat == Some(own.number()) => refused("they sit there already"),
                Some(_) if seat.is_some_and(|seat| !self.has_seat(table, seat)) => {
                    refused(format!("table {table} has no such seat"))
                }
                Some(_) => self.check_house_table(table),
            },
        }
    }

    fn has_seat(&self, table: TableId, seat: u8) -> bool {
        self.seen_at(table).is_some_and(|place| (1..=place.table.seats()).contains(&seat))
    }

    /// The seats of a table at which nobody sits and which are held for nobody.
    fn open_seats(&self, table: TableId) -> Vec<u8> {
        let Some(place) = self.seen_at(table).filter(|place| place.aside.is_none()) else {
            return Vec::new();
        };
        if place.table.phase() == Phase::Closed {
            return Vec::new();
        }
        let is_taken = |seat: u8| place.table.people().iter().any(|one| one.seat == Some(Seat::new(seat)));
        let seats = 1..=place.table.seats();
        seats.filter(|seat| !is_taken(*seat) && self.standing.lists.held(table, *seat).is_none()).collect()
    }

    fn check_free(&self, table: TableId, seat: u8) -> Result<(), HallError> {
        self.check_house_table(table)?;
        match self.open_seats(table).contains(&seat) {
            true => Ok(()),
            false => refused(format!("seat {seat} of table {table} is not free")),
        }
    }

    /// Who is called to a table next: who asked for another seat there, then who asked to come from another table, then
    /// the list; to a main game only its must-move games send somebody.
    fn call_next(&self, table: TableId, seconds: u16, by: PersonId, at: Time) -> Result<ListSaid, HallError> {
        self.check_house_table(table)?;
        let seats = self.open_seats(table);
        let Some(first) = seats.first().copied() else {
            return refused(format!("no seat of table {table} is free"));
        };
        let lists = &self.standing.lists;
        let changes =
            lists.places.iter().filter(|one| !lists.is_called(one.place)).find_map(|one| match one.wants {
                Want::Seat { table: own, seat } if own == table => {
                    let seat = seat.unwrap_or(first);
                    seats.contains(&seat).then_some((one, HoldWhy::SeatChange, seat))
                }
                _ => None,
            });
        let comes = || lists.next(Want::Table { table }).map(|one| (one, HoldWhy::TableChange, first));
        let is_fed = lists.feeders(table).any(|feeder| self.is_played_at(feeder));
        let called = || {
            let list = lists.tables.get(&table).filter(|_| !is_fed)?.number;
            lists.next(Want::Game { list }).map(|one| (one, HoldWhy::Called, first))
        };
        let Some((next, why, seat)) = changes.or_else(comes).or_else(called) else {
            return refused(match is_fed {
                true => format!("table {table} is filled from its must-move game"),
                false => format!("nobody waits for table {table}"),
            });
        };
        if let Some(person) = next.person {
            self.must_be_served(person)?;
        }
        let until_ms = at.0 + i64::from(seconds) * SECOND_MS;
        let (hold, place, by) = (self.house_number + 1, Some(next.place), Some(by));
        Ok(ListSaid::Held {
            hold,
            why,
            table,
            seat,
            place,
            person: next.person,
            shown: next.shown.clone(),
            until_ms,
            by,
        })
    }

    /// Who has sat longest at a table and is not called away yet.
    fn sits_longest(&self, table: TableId) -> Option<PersonId> {
        let people = self.seen_at(table)?.table.people();
        let is_held = |person: PersonId| {
            let mut holds = self.standing.lists.holds.values();
            holds.any(|hold| hold.person == Some(person) && hold.why == HoldWhy::MustMove)
        };
        let sitting =
            people.iter().filter(|one| one.seat.is_some() && !one.is_leaving && !is_held(one.person));
        sitting.min_by_key(|one| (one.sits_since(), one.person)).map(|one| one.person)
    }

    /// Whether anybody sits at a table.
    pub(super) fn is_played_at(&self, table: TableId) -> bool {
        self.seen_at(table).is_some_and(|place| place.table.people().iter().any(|one| one.seat.is_some()))
    }

    /// Lets the clock of held seats run out, and calls those who must move.
    pub(super) fn tick_lists(&mut self, now: Time) {
        if !self.is_any_over(now) && !self.is_any_to_move() {
            return;
        }
        // Another node may have written it by now.
        self.hold_house();
        let holds = self.standing.lists.holds.iter();
        let over = holds.filter(|(_, hold)| is_over(hold, now));
        for hold in over.map(|(hold, _)| *hold).collect::<Vec<u64>>() {
            self.warn_list(ListSaid::HoldEnded { hold, end: HoldEnd::RanOut, by: None }, now);
        }
        for (feeder, main) in self.feeding() {
            for seat in self.open_seats(main) {
                let Some(person) = self.sits_longest(feeder) else { break };
                let (hold, until_ms) = (self.house_number + 1, now.0 + self.config.move_ms);
                let (why, person, shown) = (HoldWhy::MustMove, Some(person), self.shown_of(person));
                let said = ListSaid::Held {
                    hold,
                    why,
                    table: main,
                    seat,
                    place: None,
                    person,
                    shown,
                    until_ms,
                    by: None,
                };
                if !self.warn_list(said, now) {
                    break;
                }
            }
        }
    }

    fn is_any_over(&self, now: Time) -> bool {
        self.standing.lists.holds.values().any(|hold| is_over(hold, now))
    }

    fn is_any_to_move(&self) -> bool {
        let is_due = |(feeder, main): &(TableId, TableId)| {
            !self.open_seats(*main).is_empty() && self.sits_longest(*feeder).is_some()
        };
        self.feeding().iter().any(is_due)
    }

    /// Each must-move game with its main game, where the main game is run here.
    fn feeding(&self) -> Vec<(TableId, TableId)> {
        let tables = self.standing.lists.tables.iter();
        let feeding = tables.filter_map(|(table, own)| Some((*table, own.feeds?)));
        feeding.filter(|(_, main)| self.tables.contains_key(main)).collect()
    }

    /// The must-move games of main games here that other nodes run, so that they are looked at.
    pub(super) fn feeders_elsewhere(&self) -> Vec<TableId> {
        let feeders = self.feeding().into_iter().map(|(feeder, _)| feeder);
        feeders.filter(|feeder| !self.tables.contains_key(feeder)).collect()
    }

    pub(super) fn warn_list(&mut self, said: ListSaid, now: Time) -> bool {
        let done = self.say_list(said, now);
        if let Err(what) = &done {
            tracing::warn!("the lists cannot go on: {what}");
        }
        done.is_ok()
    }
}
