//! How people come from the lists to their seats: whoever sits down, moves, leaves or must move, and who is refused a seat.

use books::Money;
use games::Seat;
use room::{By, Command, Event, Input, PersonId, TableId, Time};

use super::aside::guard;
use super::lists::{ListAct, refused};
use super::requests::HallError;
use super::{Hall, random_seed};
use crate::lists::{HoldEnd, HoldWhy, ListSaid, Want};

/// Whether the lists hear of an event at a table.
pub(super) fn concerns(event: &Event) -> bool {
    matches!(event, Event::Sat { .. } | Event::Moved { .. } | Event::Left { .. })
}

impl Hall {
    /// Notes what a table has told: whoever sits where a seat was held has taken it; whoever has left the must-move game
    /// need not move.
    pub(super) fn lists_hear(&mut self, table: TableId, events: &[Event], now: Time) {
        let lists = &self.standing.lists;
        let is_awaited = !lists.holds.is_empty() || !lists.places.is_empty();
        if !events.is_empty() && is_awaited {
            // Another node may have ended what is ended here.
            self.hold_house();
        }
        for event in events {
            if let Event::Sat { person, seat: Some(seat), .. } | Event::Moved { person, seat, .. } = event {
                self.note_seated(table, *person, *seat, now);
            }
            if let Event::Left { person, .. } = event {
                self.note_left(table, *person, now);
            }
        }
    }

    /// Whoever sits where a seat is held for them has taken it; at another seat of that table they need it no more.
    fn note_seated(&mut self, table: TableId, person: PersonId, seat: Seat, now: Time) {
        let holds = self.standing.lists.holds.iter();
        let own = holds.filter(|(_, hold)| hold.person == Some(person) && hold.table == table);
        let own: Vec<_> = own.map(|(hold, held)| (*hold, held.seat == seat.number(), held.place)).collect();
        for (hold, is_there, place) in own {
            let end = if is_there { HoldEnd::Taken } else { HoldEnd::Released };
            self.warn_list(ListSaid::HoldEnded { hold, end, by: None }, now);
            if let Some(place) = place.filter(|_| !is_there) {
                self.warn_list(ListSaid::Left { place, by: person }, now);
            }
        }
    }

    /// Whoever leaves a table waits for no other seat there, nor for another table.
    fn note_left(&mut self, table: TableId, person: PersonId, now: Time) {
        let lists = &self.standing.lists;
        let own = lists.tables.get(&table).map(|own| own.number);
        let is_over = |wants: Want| match wants {
            Want::Seat { table: of, .. } => of == table,
            Want::Table { table: to } => lists.tables.get(&to).map(|own| own.number) == own,
            Want::Game { .. } => false,
        };
        let gone = lists.places.iter().filter(|one| one.person == Some(person) && is_over(one.wants));
        let is_held =
            |place: u64| lists.holds.values().any(|hold| hold.place == Some(place) && hold.table != table);
        for place in gone.map(|one| one.place).filter(|place| !is_held(*place)).collect::<Vec<u64>>() {
            self.warn_list(ListSaid::Left { place, by: person }, now);
        }
    }

    /// Somebody takes the seat that is held for them.
    pub(super) fn take_held(
        &mut self,
        hold: u64,
        buy_in: Option<Money>,
        by: PersonId,
        at: Time,
    ) -> Result<(), HallError> {
        let held = self.hold_of(hold)?;
        if held.person != Some(by) {
            return refused("that seat is held for somebody else");
        }
        self.must_be_served(by)?;
        let seat = Seat::new(held.seat);
        let lists = &self.standing.lists;
        let list = lists.tables.get(&held.table).map(|own| own.number);
        let is_of = |table: TableId| list.is_some() && lists.tables.get(&table).map(|own| own.number) == list;
        let from = self.seat_of(by, |table| table == held.table).or_else(|| self.seat_of(by, is_of));
        match from {
            Some((table, _)) if table == held.table => {
                self.said_at(held.table, by, &Command::ChangeSeat { seat }, at)
            }
            Some((from, _)) if !self.tables.contains_key(&from) => refused(format!(
                "table {from} is run by another machine at present: leave it, and take the seat with what you bring"
            )),
            Some((from, _)) => self.move_over(from, held.table, seat, by, at),
            None => {
                let Some(buy_in) = buy_in.filter(|amount| amount.is_positive()) else {
                    return refused("say how much you bring to the table");
                };
                self.said_at(held.table, by, &Command::Sit { seat, buy_in }, at)
            }
        }
    }

    /// At which table something is done by way of the lists, if at any: its node does it.
    pub(super) fn list_acts_at(&self, act: &ListAct) -> Option<TableId> {
        let held = |hold: &u64| self.standing.lists.holds.get(hold);
        match act {
            ListAct::Take { hold, .. } => Some(held(hold)?.table),
            ListAct::Enforce { hold } => {
                let held = held(hold)?;
                let feeds = |table: TableId| self.standing.lists.tables.get(&table)?.feeds;
                self.seat_of(held.person?, |table| feeds(table) == Some(held.table)).map(|(table, _)| table)
            }
            ListAct::Open { .. }
            | ListAct::Close { .. }
            | ListAct::SetTable { .. }
            | ListAct::Join { .. }
            | ListAct::Leave { .. }
            | ListAct::Call { .. }
            | ListAct::Hold { .. }
            | ListAct::Release { .. } => None,
        }
    }

    /// Somebody goes with all chips from one table to a seat at another; both or none.
    fn move_over(
        &mut self,
        from: TableId,
        to: TableId,
        seat: Seat,
        by: PersonId,
        at: Time,
    ) -> Result<(), HallError> {
        let Some(own) = self.tables.get(&from).map(|place| &place.table) else {
            return refused("that table is closed");
        };
        if own.is_in_round(by) {
            return refused("play your hand to its end first; the seat is held for you");
        }
        let stack = own.people().iter().find(|one| one.person == by).map_or(Money::ZERO, |one| one.stack);
        let sit = Command::Sit { seat, buy_in: stack };
        // Whatever keeps them off that table is known before they give up the seat that they have.
        if let Some(refusal) = self.refused_before(to, by, super::Speaker::Patron, &sit) {
            return self.refused_by(to, &refusal);
        }
        let wallet = self.ledger.balance(self.kind_at(to).wallet(by)) + stack;
        let name = self.name_of(by);
        let Some(there) = self.tables.get(&to).map(|place| &place.table) else {
            return refused("that table is closed");
        };
        let mut seeds = random_seed;
        let mut input = Input { now: at, seeds: &mut seeds, name: &name, wallet, is_bot: false };
        match guard(|| there.after(By::Patron(by), &sit, &mut input).map(drop)) {
            Ok(Ok(())) => {}
            Ok(Err(refusal)) => return self.refused_by(to, &refusal),
            Err(what) => return refused(what),
        }
        self.said_at(from, by, &Command::Leave, at)?;
        self.said_at(to, by, &sit, at)
    }

    fn refused_by(&self, table: TableId, refusal: &room::Refusal) -> Result<(), HallError> {
        let clause =
            self.tables.get(&table).map(|place| place.table.book().clause_name(refusal.clause).to_string());
        match clause.filter(|clause| !clause.is_empty()) {
            Some(clause) => refused(format!("{} [{clause}]", refusal.what)),
            None => refused(refusal.what.clone()),
        }
    }

    /// What somebody does at a table by way of the lists.
    fn said_at(
        &mut self,
        table: TableId,
        person: PersonId,
        command: &Command,
        at: Time,
    ) -> Result<(), HallError> {
        let before = self.refused_before(table, person, super::Speaker::Patron, command);
        match before.map_or_else(|| self.command(table, By::Patron(person), None, command, at), Err) {
            Ok(_) => Ok(()),
            Err(refusal) => self.refused_by(table, &refusal),
        }
    }

    /// The floor takes somebody out of a must-move game who has let the time go by; the seat is held for as long again.
    pub(super) fn enforce_move(&mut self, hold: u64, by: PersonId, at: Time) -> Result<(), HallError> {
        let held = self.hold_of(hold)?;
        if held.why != HoldWhy::MustMove || at.0 < held.until_ms {
            return refused("there is time to move yet");
        }
        let Some(person) = held.person else { return refused("nobody has to move") };
        let lists = &self.standing.lists;
        let is_feeder =
            |table: TableId| lists.tables.get(&table).is_some_and(|own| own.feeds == Some(held.table));
        let Some((from, _)) = self.seat_of(person, is_feeder) else {
            return self.say_list(ListSaid::HoldEnded { hold, end: HoldEnd::Released, by: Some(by) }, at);
        };
        if self.tables.get(&from).is_some_and(|place| place.table.is_in_round(person)) {
            return refused("their hand is on: wait until it is over");
        }
        let leave = Command::For { person, command: Box::new(Command::Leave) };
        let before = self.refused_before(from, by, super::Speaker::Floor, &leave);
        let done = before.map_or_else(|| self.command(from, By::Floor(by), None, &leave, at), Err);
        if let Err(refusal) = done {
            return self.refused_by(from, &refusal);
        }
        self.say_list(ListSaid::HoldEnded { hold, end: HoldEnd::Released, by: Some(by) }, at)?;
        let (again, until_ms, by) = (self.house_number + 1, at.0 + self.config.move_ms, Some(by));
        let (table, seat, shown, why) = (held.table, held.seat, held.shown, HoldWhy::LockedUp);
        let person = Some(person);
        self.say_list(
            ListSaid::Held { hold: again, why, table, seat, place: None, person, shown, until_ms, by },
            at,
        )
    }

    /// Whoever sits down where a seat is held for somebody else, or where others wait, is refused.
    pub(super) fn list_refusal(
        &self,
        table: TableId,
        person: PersonId,
        command: &Command,
    ) -> Option<room::Refusal> {
        let lists = &self.standing.lists;
        let (person, command) = match command {
            Command::For { person, command } => (*person, command.as_ref()),
            command => (person, command),
        };
        let place = self.tables.get(&table)?;
        let seat = match command {
            Command::Sit { seat, .. } | Command::ChangeSeat { seat } => seat,
            Command::Join if lists.tables.contains_key(&table) => {
                return Some(room::System::HouseList.into());
            }
            _ => return None,
        };
        match lists.held(table, seat.number()) {
            Some(hold) if hold.person == Some(person) => return None,
            Some(_) => return Some(place.table.held_refusal()),
            None => {}
        }
        // Others come first at a table of a list, unless somebody moves within it and nobody else asked for that.
        let list = lists.tables.get(&table)?.number;
        let others = match command {
            Command::ChangeSeat { .. } => {
                lists.next(Want::Seat { table, seat: None }).is_some_and(|one| one.person != Some(person))
            }
            _ => {
                let is_fed = lists.feeders(table).any(|feeder| self.is_played_at(feeder));
                is_fed
                    || lists.next(Want::Table { table }).is_some()
                    || lists.next(Want::Game { list }).is_some()
            }
        };
        others.then(|| room::System::OthersFirst.into())
    }
}
