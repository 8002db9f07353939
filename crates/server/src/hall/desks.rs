//! What the desks of the house ask of the hall: shifts, boxes, counts, patrons, lists, jackpots and the line-up of dealers.

use room::{PersonId, TableId, Time};

use super::Hall;
use super::day::DayAct;
use super::day_view::DayView;
use super::jackpots::{JackpotAct, JackpotsView};
use super::line_up::{LineUpAct, LineUpView};
use super::list_views::{ListsView, WallView};
use super::lists::ListAct;
use super::patrons::{PatronAct, PatronsView};
use super::requests::{HallError, Read, Reply, Request, Write};

/// What is done at them, by whom.
pub(crate) enum DeskWrite {
    /// Something about shifts, boxes, counts and the cage's chips at tables.
    Day(DayAct, PersonId, Reply<Result<DayView, HallError>>),
    /// Something about somebody who comes to the house.
    Patron(PersonId, PatronAct, PersonId, Reply<Result<PatronsView, HallError>>),
    /// Something about lists, calls and held seats.
    List(ListAct, PersonId, Reply<Result<ListsView, HallError>>),
    /// Something about jackpots.
    Jackpot(JackpotAct, PersonId, Reply<Result<JackpotsView, HallError>>),
    /// Something about the line-up of dealers.
    LineUp(LineUpAct, PersonId, Reply<Result<LineUpView, HallError>>),
}

/// What may be done at a table by way of a desk.
pub(crate) enum DeskAct {
    /// A held seat is taken, or somebody has to move.
    List(ListAct),
    /// A hit is paid onto the table.
    Jackpot(JackpotAct),
}

/// What is looked at there.
pub(crate) enum DeskRead {
    /// Shifts, boxes and counts.
    Day(Reply<DayView>),
    /// What somebody of the staff may know of the patrons.
    Patrons(PersonId, Reply<PatronsView>),
    /// What is said to somebody whom the house does not serve; nothing to others.
    NotServed(PersonId, Reply<Option<String>>),
    /// The lists as somebody sees them.
    Lists(PersonId, Reply<ListsView>),
    /// At which table something is done by way of a desk, if at any: its node does it.
    ActsAt(DeskAct, Reply<Option<TableId>>),
    /// The lists as they stand on the wall.
    Wall(Reply<WallView>),
    /// The funds and the hits that wait, as somebody sees them.
    Jackpots(PersonId, Reply<JackpotsView>),
    /// The line-up of dealers.
    LineUp(Reply<LineUpView>),
}

impl From<DeskWrite> for Request {
    fn from(write: DeskWrite) -> Request {
        Request::Write(Write::Desk(write))
    }
}

impl From<DeskRead> for Request {
    fn from(read: DeskRead) -> Request {
        Request::Read(Read::Desk(read))
    }
}

impl Hall {
    pub(super) fn write_desk(&mut self, write: DeskWrite, at: Time) {
        match write {
            DeskWrite::Day(act, by, reply) => {
                let done = self.day_act(act, by, at).map(|()| self.day_view());
                self.later(None, reply, done);
            }
            DeskWrite::Patron(person, act, by, reply) => {
                let done = self.patron_act(person, act, by, at).map(|()| self.patrons_view(by));
                self.later(None, reply, done);
            }
            DeskWrite::List(act, by, reply) => {
                let done = self.list_act(act, by, at).map(|()| self.lists_view(by));
                self.later(None, reply, done);
            }
            DeskWrite::Jackpot(act, by, reply) => {
                let done = self.jackpot_act(act, by, at).map(|()| self.jackpots_view(by));
                self.later(None, reply, done);
            }
            DeskWrite::LineUp(act, by, reply) => {
                let done = self.line_up_act(act, by, at).map(|()| self.line_up_view());
                self.later(None, reply, done);
            }
        }
    }

    pub(super) fn answer_desk(&self, read: DeskRead) {
        match read {
            DeskRead::Day(reply) => drop(reply.send(self.day_view())),
            DeskRead::Patrons(by, reply) => drop(reply.send(self.patrons_view(by))),
            DeskRead::NotServed(person, reply) => {
                let is_barred = self.patrons.bar(person, self.now().0).is_some();
                drop(reply.send(is_barred.then(|| crate::patrons::NOT_SERVED.to_owned())));
            }
            DeskRead::Lists(by, reply) => drop(reply.send(self.lists_view(by))),
            DeskRead::ActsAt(DeskAct::List(act), reply) => drop(reply.send(self.list_acts_at(&act))),
            DeskRead::ActsAt(DeskAct::Jackpot(act), reply) => drop(reply.send(self.jackpot_acts_at(&act))),
            DeskRead::Wall(reply) => drop(reply.send(self.wall_view())),
            DeskRead::Jackpots(by, reply) => drop(reply.send(self.jackpots_view(by))),
            DeskRead::LineUp(reply) => drop(reply.send(self.line_up_view())),
        }
    }
}
