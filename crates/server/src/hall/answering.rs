//! How the hall does what is asked of it, and answers once it is on disk.

use std::sync::Arc;

use room::{ChipKind, Command, PersonId, TableId, Watcher};
use store::Stream;

use super::aside::guard;
use super::commit::Later;
use super::message::{Answer, Outcome};
use super::place::Place;
use super::requests::{Coached, HallError, Read, Reply, Speaker, Unseen, Write};
use super::watchers::{Eyes, whole};
use super::{Hall, Manner, now};
use crate::Role;

impl Hall {
    /// Does what changes something; the answer goes out when it is on disk.
    pub(crate) fn write(&mut self, request: Write) {
        let at = self.now();
        match request {
            // Whoever asks hears nothing, and asks again where the table is.
            Write::Command { table, .. } if self.is_elsewhere(table) => {}
            Write::Command { table, person, speaker, id, based_on, command, reply } => {
                let answer = self.answer_command(table, person, speaker, id, based_on, &command);
                self.later(Some(table), reply, answer);
            }
            Write::Open { spec, by, bots, has_chat, reply } => {
                let manner = Manner { link: None, has_chat };
                let opened = by.map_or(Ok(()), |by| self.must_be(by, &[Role::Floor]));
                let opened = opened.map_err(|error| error.to_string());
                let mut opened = opened
                    .and_then(|()| self.open_table(*spec, by, manner, at).map_err(|fault| fault.to_string()));
                if let Ok((table, warnings)) = &mut opened {
                    warnings.extend(self.seat_bots(*table, bots));
                }
                self.later(opened.as_ref().ok().map(|(table, _)| *table), reply, opened);
            }
            Write::AddPerson { person, kind, chips, reply } => {
                let added = self.add_newcomer(&person, kind, chips);
                self.later(None, reply, added);
            }
            Write::SetRoles { person, roles, by, reply } => {
                let done = self.set_roles(person, roles, by, at);
                self.later(None, reply, done);
            }
            Write::OpenSession { token, person, expires, checked, reply } => {
                let done = self.open_session(&token, person, expires, checked.as_deref());
                self.later(None, reply, done);
            }
            Write::FirstUsed(person, reply) => {
                let done = self.first_used(person, at);
                self.later(None, reply, done);
            }
            Write::CloseSession(token, reply) => {
                let done = self.store.close_session(&token).map(|_| ()).map_err(HallError::from);
                self.later(None, reply, done);
            }
            Write::RenewSession(token, person, expires) => {
                if let Err(error) = self.renew_session(&token, person, expires) {
                    tracing::warn!("a session cannot be put off its end: {error}");
                }
            }
            Write::CloseSessionsOf(person, reply) => {
                let done = self.store.close_sessions_of(person).map(drop).map_err(HallError::from);
                self.later(None, reply, done);
            }
            Write::SetPassword { person, password, by, own, reply } => {
                let done = self.set_password(person, password, by, own.as_ref(), at);
                self.later(None, reply, done);
            }
            Write::Exchange(wanted, reply) => {
                let done = self.exchange(wanted, at);
                self.later(None, reply, done);
            }
            Write::Settle { exchange, is_approved, by, reply } => {
                let done = self.settle(exchange, is_approved, by, at);
                self.later(None, reply, done);
            }
            Write::Correction(write) => self.write_correction(write, at),
            Write::PlayChips(person, reply) => {
                let done = self.fill_up(person, at);
                self.later(None, reply, done);
            }
            Write::GiveBack { table, by, why, reply } => {
                let done = self.give_back(table, by, &why);
                self.later(None, reply, done);
            }
            Write::Private(write) => self.write_private(write),
            Write::Law(write) => self.write_law(write, at),
            Write::Desk(write) => self.write_desk(write, at),
            Write::KeepPreferences(person, text, reply) => {
                let done = self.store.keep_preferences(person, &text).map_err(HallError::from);
                self.later(None, reply, done);
            }
            Write::Keep(checkpoints) => self.batch.checkpoints.extend(checkpoints),
        }
    }

    /// Sends an answer once everything is on disk; never if it is about what a table could not write.
    pub(super) fn later<T: Send + 'static>(&mut self, table: Option<TableId>, reply: Reply<T>, value: T) {
        let send = Box::new(move || drop(reply.send(value)));
        self.after.push(Later { table, send });
    }

    fn answer_command(
        &mut self,
        table: TableId,
        person: PersonId,
        speaker: Speaker,
        id: String,
        based_on: Option<u64>,
        command: &Command,
    ) -> Answer {
        if matches!(command, Command::Correct { .. }) {
            // The round is read from the log, so that all of it must be there.
            self.commit();
        }
        let filled = self.filled(table, command);
        let command = &*filled;
        let sender = format!("person:{person}");
        let hidden = self.is_hidden_from(table, Some(person));
        let hidden = hidden.then(|| room::Refusal::from(room::System::NoTable { table }));
        let place = match hidden.map_or_else(|| self.playing(table), Err) {
            Ok(place) => place,
            Err(refusal) => {
                let number = self.tables.get(&table).map_or(0, |place| place.table.number());
                return Answer::refused(id, number, &refusal, None);
            }
        };
        let number = place.table.number();
        let before = match self.done_before(&sender, &id) {
            Ok(before) => before,
            Err(error) => {
                tracing::error!("the log cannot be read: {error}");
                let refusal = room::Refusal::from(room::System::LogNotRead);
                return Answer::refused(id, number, &refusal, None);
            }
        };
        match before {
            Some((stream, last)) if stream == Stream(table) => {
                return Answer::done(id, Outcome::Duplicate, last);
            }
            Some((stream, _)) => {
                let used = room::System::IdUsed { id: format!("{id:?}"), table: stream.to_string() };
                let refusal = room::Refusal::from(used);
                return Answer::refused(id, number, &refusal, None);
            }
            None => {}
        }
        if speaker == Speaker::Patron && place.is_stale(person, command, based_on) {
            return Answer::done(id, Outcome::Stale, number);
        }
        let by = speaker.by(person);
        if let Some(refusal) = self.refused_before(table, person, speaker, command) {
            let book = self.tables.get(&table).map(|place| place.table.book());
            return Answer::refused(id, number, &refusal, book);
        }
        match self.command(table, by, Some(id.clone()), command, self.now()) {
            Ok((_, last)) => Answer::done(id, Outcome::Applied, last),
            Err(refusal) => {
                let book = self.tables.get(&table).map(|place| place.table.book());
                Answer::refused(id, number, &refusal, book)
            }
        }
    }

    /// Answers what only looks.
    pub(crate) fn answer(&mut self, request: Read) {
        match request {
            Read::Watch { table, person, from, sender, reply } => {
                let _ = reply.send(self.watch(table, person, from, sender));
            }
            Read::View { table, person, reply } => {
                if let Some(why) = self.unseen(table, person) {
                    let _ = reply.send(Err(why));
                    return;
                }
                let person = self.watches_as(table, person);
                let is_staff = self.is_staff(person);
                let seen =
                    |place: &Place| whole(&place.table, &Eyes::of(&place.table, person, is_staff), person);
                let found = self.tables.get(&table).map(|place| guard(|| seen(place)));
                if let Some(Err(what)) = &found {
                    self.set_aside(table, &format!("it cannot be shown: {what}"), self.now());
                }
                let _ = reply.send(found.and_then(Result::ok).ok_or(Unseen::NoTable));
            }
            Read::Private(read) => self.answer_private(read),
            Read::IsPractice(table, reply) => {
                let is_there = self.table_ids().any(|one| one == table);
                let _ = reply.send(is_there.then(|| self.kind_at(table) == ChipKind::Play));
            }
            Read::Foresee { table, person, speaker, command, reply } => {
                self.wake(table);
                let _ = reply.send(self.foresee(table, person, speaker, &command));
            }
            Read::Lobby(reply) => {
                let open = self.in_hall().filter(|id| !self.is_private(*id));
                let rows = open.filter_map(|id| self.row(id)).collect();
                let _ = reply.send(rows);
            }
            Read::Rows(tables, reply) => {
                let _ = reply.send(tables.into_iter().filter_map(|id| self.row(id)).collect());
            }
            Read::OwnTables(person, reply) => {
                let _ = reply.send(self.tables_of(person));
            }
            Read::Floor(reply) => {
                let _ = reply.send(self.floor());
            }
            Read::PersonNamed(name, reply) => {
                let found = self.store.person_named(&name).map_err(HallError::from);
                let _ = reply.send(found.map(|found| found.map(|account| self.by_the_log(account))));
            }
            Read::Accounts(reply) => {
                let _ = reply.send(self.accounts());
            }
            Read::Session(token, reply) => {
                let found = self.store.session(&token, now().0).map_err(HallError::from);
                let _ = reply.send(found.map(|found| found.map(|account| self.by_the_log(account))));
            }
            Read::Wallet(person, reply) => {
                let of = |kind: ChipKind| self.ledger.balance(kind.wallet(person));
                let _ = reply.send((of(ChipKind::House), of(ChipKind::Play)));
            }
            Read::Preferences(person, reply) => {
                drop(reply.send(self.store.preferences(person).map_err(HallError::from)));
            }
            Read::Cage(reply) => {
                let _ = reply.send(self.cage_view());
            }
            Read::Law(read) => self.answer_law(read),
            Read::Desk(read) => self.answer_desk(read),
            Read::Asked(reply) => {
                let _ = reply.send(self.asked());
            }
            Read::AskedCorrections(reply) => drop(reply.send(self.asked_corrections())),
            Read::CorrectionsOf(table, round, reply) => drop(reply.send(self.corrections_of(table, round))),
            Read::Coached { table, person, reply } => {
                self.wake(table);
                let coached = |place: &Place| Coached {
                    view: place.table.view(Watcher::Person(person)),
                    rules: Arc::clone(&place.rules),
                    decks: place.table.spec().decks,
                };
                let found = self.tables.get(&table).filter(|place| place.aside.is_none());
                let _ = reply.send(found.and_then(|place| guard(|| coached(place)).ok()));
            }
            Read::OpenUntil(table, reply) => {
                let _ = reply.send(self.open_until(table));
            }
            Read::Metrics(reply) => {
                let _ = reply.send(self.metrics());
            }
        }
    }
}
