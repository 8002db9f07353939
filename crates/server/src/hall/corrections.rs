//! Corrections that need a second person: the floor asks for one, and somebody else of the floor or an owner approves it or
//! does not. All of it stands in the house's log; only what is approved reaches the table.

use std::borrow::Cow;
use std::collections::BTreeMap;

use books::Money;
use room::{Account, By, ChipKind, Chips, Command, Correction, KnownRound, PersonId, TableId, Time};
use serde::{Deserialize, Serialize};
use store::{Entry, Stream};
use utoipa::ToSchema;

use super::exchanges::{ASKED_ENOUGH, ASKED_MOST};
use super::requests::{HallError, Reply, Speaker};
use super::{Hall, Standing};
use crate::Role;
use crate::day_sums::DaySums;
use crate::journal::{HouseEntry, TableEntry};
use crate::records::in_entry;
use crate::round_facts::RoundFacts;

/// How many may wait for a second person.
const WAITING_MOST: usize = 200;

/// Stands for whoever will approve a correction that is asked for. Nothing is taken out of a box by it, so that nobody finds
/// out what lies there by asking.
pub(super) const WHOEVER_APPROVES: PersonId = PersonId::MAX;

/// Who may approve.
const SECOND: [Role; 2] = [Role::Floor, Role::Owner];

/// A correction that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Wanted {
    table: TableId,
    correction: Correction,
    by: PersonId,
}

/// The corrections that wait, as the house's log says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Corrections {
    asked: BTreeMap<u64, Wanted>,
    /// What was approved and has not reached the table yet, with who approved it.
    approved: Vec<(Wanted, PersonId)>,
    /// What each of the floor has corrected alone on the gaming day that is on.
    #[serde(default, skip_serializing_if = "DaySums::is_empty")]
    alone: DaySums,
    /// What that has brought to each.
    #[serde(default, skip_serializing_if = "DaySums::is_empty")]
    gained: DaySums,
}

/// A correction that a second person has to approve.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct AskedCorrection {
    /// Its number.
    pub asked: u64,
    /// At which table.
    pub table: TableId,
    /// What.
    pub correction: Correction,
    /// What, in a sentence.
    pub words: String,
    /// Who has asked for it.
    pub by: PersonId,
    /// The name.
    pub by_name: String,
}

/// What is done about one.
pub(crate) enum CorrectionWrite {
    /// The floor asks for it.
    Ask {
        /// At which table.
        table: TableId,
        /// What.
        correction: Correction,
        /// Who of the floor.
        by: PersonId,
        /// Its number.
        reply: Reply<Result<u64, HallError>>,
    },
    /// Somebody approves it, or declines.
    Settle {
        /// Its number.
        asked: u64,
        /// Whether it is approved.
        is_approved: bool,
        /// By whom.
        by: PersonId,
        /// Whether it was done.
        reply: Reply<Result<(), HallError>>,
    },
}

impl Corrections {
    pub(crate) fn is_empty(&self) -> bool {
        *self == Corrections::default()
    }

    /// Takes an entry of the house.
    pub(crate) fn take(&mut self, entry: &HouseEntry) {
        match entry {
            HouseEntry::CorrectionAsked { asked, table, correction, by } => {
                let wanted = Wanted { table: *table, correction: (**correction).clone(), by: *by };
                self.asked.insert(*asked, wanted);
            }
            HouseEntry::CorrectionSettled { asked, is_approved, by } => {
                if let Some(wanted) = self.asked.remove(asked).filter(|_| *is_approved) {
                    self.approved.push((wanted, *by));
                }
            }
            HouseEntry::StaffActed { table, by: By::Floor(by), command, .. } => {
                if let Command::Correct { correction, .. } = &**command {
                    self.approved.retain(|(wanted, second)| !wanted.is(*table, *by, correction, *second));
                }
            }
            _ => {}
        }
    }
}

impl Corrections {
    /// Adds what somebody of the floor has corrected alone on a day.
    pub(super) fn add(&mut self, day: i64, by: PersonId, correction: &Correction) {
        self.alone.add(day, by, correction.amount);
        if let Chips::Person(person) = correction.to {
            self.gained.add(day, person, correction.amount);
        }
    }

    pub(super) fn change_day(&mut self, before: i64, today: i64) {
        self.alone.change_day(before, today);
        self.gained.change_day(before, today);
    }

    /// Whether a correction comes to so much with what the same person of the floor has corrected alone on a day, or with what
    /// that has brought to the same person.
    fn comes_to(&self, from: Money, day: i64, by: PersonId, correction: &Correction) -> bool {
        let gained = match correction.to {
            Chips::Person(person) => self.gained.of(day, person),
            Chips::Drop | Chips::Jackpot | Chips::Promotion => Money::ZERO,
        };
        // Whoever corrects names any amount, also one with which no sum could be written.
        correction.amount >= from - self.alone.of(day, by).max(gained)
    }
}

impl Wanted {
    /// Whether what reached a table is this, approved by somebody.
    fn is(&self, table: TableId, by: PersonId, correction: &Correction, second: PersonId) -> bool {
        let meant = Correction { approved: Some(second), ..self.correction.clone() };
        (self.table, self.by) == (table, by) && meant == *correction
    }
}

impl Standing {
    /// Whether somebody of the floor may not correct this alone, because of what was corrected on the same gaming day.
    pub(super) fn adds_up(&self, table: TableId, by: PersonId, correction: &Correction, at_ms: i64) -> bool {
        let rules = self.exchanges.all_add_up(at_ms).zip(self.exchanges.large_from());
        let counts = correction.approved.is_none() && !self.practice.contains(&table);
        rules
            .filter(|_| counts)
            .is_some_and(|((day, _), from)| self.corrections.comes_to(from, day, by, correction))
    }

    /// Takes note of a correction that somebody of the floor has made alone.
    pub(super) fn note_corrected(&mut self, said: &HouseEntry, at_ms: i64) {
        let HouseEntry::StaffActed { table, by: By::Floor(by), command, .. } = said else { return };
        let Command::Correct { correction, .. } = &**command else { return };
        let day = self.exchanges.all_add_up(at_ms).map(|(day, _)| day);
        let counts = correction.approved.is_none() && !self.practice.contains(table);
        if let Some(day) = day.filter(|_| counts) {
            self.corrections.add(day, *by, correction);
        }
    }

    /// What an entry of the house, which was not taken yet, cannot be by what was asked for and who may approve it.
    pub(crate) fn correction_fault(&self, said: &HouseEntry, first: u64, at_ms: i64) -> Option<String> {
        let has = |person: PersonId, roles: &[Role]| {
            self.roles.as_ref().is_none_or(|said| said.is_one_of(person, roles))
        };
        match said {
            HouseEntry::CorrectionAsked { asked, by, .. } => {
                let is_so = *asked == first && has(*by, &[Role::Floor]);
                (!is_so).then(|| {
                    format!("a correction is asked for by person {by}, who may not, or under another number")
                })
            }
            HouseEntry::CorrectionSettled { asked, is_approved, by } => {
                let Some(wanted) = self.corrections.asked.get(asked) else {
                    return Some("a correction is approved or declined for which nobody asked".to_owned());
                };
                let may = !is_approved || (*by != wanted.by && has(*by, &SECOND));
                (!may).then(|| format!("person {by} approves a correction, and may not"))
            }
            HouseEntry::StaffActed { table, by: By::Floor(by), command, .. } => {
                let Command::Correct { correction, .. } = &**command else { return None };
                let Some(second) = correction.approved else {
                    return self.adds_up(*table, *by, correction, at_ms).then(|| {
                        format!(
                            "corrections of person {by} at table {table} come to a large amount on one gaming day, and \
                             nobody else has approved them"
                        )
                    });
                };
                let is_known = self.corrections.approved.iter().any(|(wanted, approved)| {
                    *approved == second && wanted.is(*table, *by, correction, second)
                });
                (!is_known).then(|| {
                    format!("a correction at table {table} names person {second}, who never approved it")
                })
            }
            _ => None,
        }
    }
}

impl Hall {
    /// What the log says of a round that is over.
    pub(super) fn known_round(&self, table: TableId, round: u64) -> Option<KnownRound> {
        self.facts_of(table, round)?.known(round, self.large_from(table))
    }

    /// What a round that is over has put into a box of its table.
    pub(super) fn put_in_box(&self, table: TableId, round: u64, account: Account) -> Option<Money> {
        self.facts_of(table, round)?.put_in_box(round, account)
    }

    /// What corrections of a round have taken out of a box of its table so far, less what they have put in; nothing if one of
    /// them cannot be read.
    pub(super) fn corrected_out(&self, table: TableId, round: u64, from: Chips) -> Option<Money> {
        let stream = Stream(table);
        let of_box = |entry: &Entry| -> Money {
            let own = in_entry(entry).into_iter().map(|(_, one, _)| one).filter(|one| one.round == round);
            own.map(|one| match (one.from == from, one.to == from) {
                (true, false) => one.amount,
                (false, true) => -one.amount,
                _ => Money::ZERO,
            })
            .sum()
        };
        let unwritten = self.batch.entries.iter().filter(|entry| entry.stream == stream);
        let first_unwritten = unwritten.clone().map(|entry| entry.first).min().unwrap_or(u64::MAX);
        let mut out: Money = unwritten.map(of_box).sum();
        match self.tables.get(&table)?.table.corrections_of(round) {
            Some(events) => {
                for number in events.into_iter().filter(|number| *number < first_unwritten) {
                    let found = self.store.entries(stream, number, 1).ok()?;
                    let holds = |entry: &Entry| (entry.first..=entry.last()).contains(&number);
                    out +=
                        found.first().map(|logged| &logged.entry).filter(|entry| holds(entry)).map(of_box)?;
                }
            }
            // An earlier program opened the table, which does not say where they stand.
            None => {
                let mut next = self.store.round(stream, round).ok()??.last + 1;
                loop {
                    let entries = self.store.entries(stream, next, 500).ok()?;
                    let Some(last) = entries.last() else { break };
                    next = last.entry.last() + 1;
                    out += entries.iter().map(|logged| of_box(&logged.entry)).sum::<Money>();
                }
            }
        }
        Some(out)
    }

    fn facts_of(&self, table: TableId, round: u64) -> Option<RoundFacts> {
        let stream = Stream(table);
        let found = self.store.round(stream, round).ok()??;
        let mut facts = RoundFacts::default();
        let mut next = found.first;
        while next <= found.last {
            let entries = self.store.entries(stream, next, 200).ok()?;
            next = entries.last()?.entry.last() + 1;
            for logged in entries.iter().filter(|logged| logged.entry.first <= found.last) {
                let body: TableEntry = serde_json::from_str(&logged.entry.body).ok()?;
                facts.take(&logged.entry, body.events());
            }
        }
        Some(facts)
    }

    /// From which amount on a second person is needed at a table: nowhere where play chips lie.
    fn large_from(&self, table: TableId) -> Option<Money> {
        self.standing.exchanges.large_from().filter(|_| self.kind_at(table) == ChipKind::House)
    }

    /// A command with what the room alone knows of it, whatever was sent: of a correction what happened in its round, and
    /// that nobody has approved it.
    pub(super) fn filled<'a>(&self, table: TableId, command: &'a Command) -> Cow<'a, Command> {
        match command {
            Command::Correct { correction, .. } => {
                Cow::Owned(self.correct_with(table, Correction { approved: None, ..correction.clone() }))
            }
            command => Cow::Borrowed(command),
        }
    }

    fn correct_with(&self, table: TableId, correction: Correction) -> Command {
        let known = self.known_round(table, correction.round);
        Command::Correct { correction, known }
    }

    /// Does what is asked about a correction that needs a second person.
    pub(super) fn write_correction(&mut self, write: CorrectionWrite, at: Time) {
        match write {
            CorrectionWrite::Ask { table, correction, by, reply } => {
                let done = self.ask_correction(table, correction, by, at);
                self.later(None, reply, done);
            }
            CorrectionWrite::Settle { asked, is_approved, by, reply } => {
                let done = self.settle_correction(asked, is_approved, by, at);
                self.later(None, reply, done);
            }
        }
    }

    /// The events by which a round of a table was corrected; nothing if the table is not at hand.
    pub(super) fn corrections_of(&mut self, table: TableId, round: u64) -> Option<Vec<u64>> {
        self.wake(table);
        self.tables.get(&table)?.table.corrections_of(round)
    }

    /// Asks for a correction that a second person has to approve, and that could be made then.
    fn ask_correction(
        &mut self,
        table: TableId,
        correction: Correction,
        by: PersonId,
        at: Time,
    ) -> Result<u64, HallError> {
        // What was done before must be on disk, where the round is read.
        self.begin_anew();
        let correction = Correction { approved: None, ..correction };
        let tried = Correction { approved: Some(WHOEVER_APPROVES), ..correction.clone() };
        self.try_correction(table, tried, by)?;
        if self.standing.corrections.asked.len() >= WAITING_MOST {
            return Err(HallError::Refused("too many corrections wait for a second person".to_owned()));
        }
        if self.standing.corrections.asked.values().filter(|one| one.by == by).count() >= ASKED_MOST {
            return Err(HallError::Refused(ASKED_ENOUGH.to_owned()));
        }
        let asked = self.house_number + 1;
        let correction = Box::new(correction);
        self.house(&HouseEntry::CorrectionAsked { asked, table, correction, by }, &[], at);
        Ok(asked)
    }

    fn try_correction(&self, table: TableId, correction: Correction, by: PersonId) -> Result<(), HallError> {
        let command = self.correct_with(table, correction);
        let refused = |refusal: room::Refusal| HallError::Refused(refusal.what);
        if let Some(refusal) = self.refused_before(table, by, Speaker::Floor, &command) {
            return Err(refused(refusal));
        }
        let mut seeds = || [0; 32];
        let mut input =
            room::Input { now: self.now(), seeds: &mut seeds, name: "", wallet: Money::ZERO, is_bot: false };
        let place = self.playing(table).map_err(refused)?;
        place.table.after(By::Floor(by), &command, &mut input).map(drop).map_err(refused)
    }

    /// Makes what was asked for by the word of a second person, or does not; whoever asked may take it back.
    fn settle_correction(
        &mut self,
        asked: u64,
        is_approved: bool,
        by: PersonId,
        at: Time,
    ) -> Result<(), HallError> {
        self.begin_anew();
        let nothing = || HallError::NotFound(format!("nobody asked for a correction {asked}"));
        let Wanted { table, correction, by: asker } =
            self.standing.corrections.asked.get(&asked).cloned().ok_or_else(nothing)?;
        if !is_approved {
            self.house(&HouseEntry::CorrectionSettled { asked, is_approved, by }, &[], at);
            return Ok(());
        }
        self.must_not_play(table, by)?;
        let people = [correction.from, correction.to].map(|chips| match chips {
            Chips::Person(person) => Some(person),
            Chips::Drop | Chips::Jackpot | Chips::Promotion => None,
        });
        if by == asker || people.contains(&Some(by)) {
            return Err(HallError::Refused(
                "a second person approves it, who has neither asked for it nor a part in it".to_owned(),
            ));
        }
        let serves = |said: &super::roles::Said| said.is_one_of(asker, &[Role::Floor]);
        if self.standing.roles.as_ref().is_some_and(|said| !serves(said)) {
            return Err(HallError::Refused(
                "whoever asked for it is of the floor no more: decline it, and let somebody else ask"
                    .to_owned(),
            ));
        }
        let approved = Correction { approved: Some(by), ..correction };
        self.try_correction(table, approved.clone(), asker)?;
        self.house(&HouseEntry::CorrectionSettled { asked, is_approved, by }, &[], at);
        let command = self.correct_with(table, approved);
        let done = self.command(table, By::Floor(asker), None, &command, at);
        done.map(drop).map_err(|refusal| HallError::Refused(refusal.what))
    }

    /// What waits for a second person.
    pub(super) fn asked_corrections(&self) -> Vec<AskedCorrection> {
        let name =
            |person: PersonId| self.people.get(&person).map_or(String::new(), |known| known.name.clone());
        let place = |chips: Chips| match chips {
            Chips::Person(person) => name(person),
            Chips::Drop => "the drop".to_owned(),
            Chips::Jackpot => "the jackpot".to_owned(),
            Chips::Promotion => "the promotion money".to_owned(),
        };
        let view = |(asked, wanted): (&u64, &Wanted)| {
            let Correction { round, from, to, amount, reason, .. } = &wanted.correction;
            let (from, to) = (place(*from), place(*to));
            AskedCorrection {
                asked: *asked,
                table: wanted.table,
                correction: wanted.correction.clone(),
                words: format!("Round {round}: {amount} from {from} to {to}. Reason: {reason}"),
                by: wanted.by,
                by_name: name(wanted.by),
            }
        };
        self.standing.corrections.asked.iter().map(view).collect()
    }
}
