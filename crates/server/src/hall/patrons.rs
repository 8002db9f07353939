//! What the hall writes down about patrons, whom it does not serve, and who of the staff sees what.

use books::Money;
use room::{Account, PersonId, Time};
use serde::{Deserialize, Serialize};
use store::Record;
use utoipa::ToSchema;

use super::requests::HallError;
use super::{Hall, HallFault, Standing, random_seed};
use crate::Role;
use crate::journal::HouseEntry;
use crate::patrons::{self, BarKind, CashRules, Document, PatronSaid, Patrons, Written};

/// The longest that somebody excludes themselves for, in days, unless it is for good.
const DAYS_MOST: u32 = 36_500;

/// Something that is written down about somebody, or removed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub(crate) enum PatronAct {
    /// They have shown who they are.
    SeeIdentity {
        /// By what; its number is not asked for.
        document: Document,
        /// The day of birth, such as 1990-12-31.
        born: String,
    },
    /// They are not served. Whoever excludes themselves says so for themselves, or to the floor.
    Bar {
        /// Why.
        kind: BarKind,
        /// For how many days; for good if left out.
        #[serde(default)]
        days: Option<u32>,
        /// What happened.
        #[serde(default)]
        words: String,
    },
    /// A few words that everybody at the cage and of the floor should see.
    Flag {
        /// The words.
        words: String,
    },
    /// Words for the floor and owners alone.
    Note {
        /// The words.
        words: String,
    },
    /// A bar or a flag counts no more.
    Lift {
        /// The number of the record.
        record: u64,
        /// Why.
        words: String,
    },
    /// All that is written about them is removed, with the account. What the log holds of it stays a digest of which the
    /// salt is gone.
    Remove,
}

impl PatronAct {
    /// Who may do it for others.
    pub(crate) fn roles(&self) -> &'static [Role] {
        match self {
            PatronAct::SeeIdentity { .. } | PatronAct::Flag { .. } => &patrons::READERS,
            PatronAct::Bar { .. } | PatronAct::Note { .. } | PatronAct::Lift { .. } => &patrons::OF_NOTES,
            PatronAct::Remove => &[Role::Owner],
        }
    }

    /// Whether somebody does it for themselves.
    pub(crate) fn is_for_oneself(&self) -> bool {
        matches!(self, PatronAct::Bar { kind: BarKind::SelfExcluded, .. })
    }
}

/// What kind of record it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RecordKind {
    Identity,
    Barred,
    SelfExcluded,
    Flag,
    Note,
    Lifted,
}

/// Something that is written about somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct RecordView {
    /// Its number.
    pub record: u64,
    /// What it is.
    pub kind: RecordKind,
    /// What was shown, of an identity.
    pub document: Option<Document>,
    /// The words; left out for those who need not know them.
    pub words: String,
    /// Who has written it.
    pub by: String,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// Until when a bar counts; nothing if for good, and of everything else.
    pub until_ms: Option<i64>,
    /// Which record was lifted.
    pub of: Option<u64>,
    /// Whether it counts now.
    pub counts: bool,
}

/// Somebody with an account, as the staff sees them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct PatronFile {
    /// Who.
    pub person: PersonId,
    /// The name.
    pub name: String,
    /// Why they are not served at present.
    pub unserved: Option<Unserved>,
    /// How old they are, by what they have shown.
    pub age: Option<i16>,
    /// What is written about them.
    pub records: Vec<RecordView>,
    /// The money that they brought for chips on this gaming day.
    pub brought: Money,
    /// The money that they got for chips on this gaming day.
    pub got: Money,
    /// Whether one of both has reached the mark.
    pub is_marked: bool,
}

/// The patrons, and by which rules their money is summed up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct PatronsView {
    /// When a gaming day begins, in minutes after midnight in California.
    pub day_begins: u16,
    /// From which sum on the money of a day is marked.
    pub cash_mark: Money,
    /// Whether nobody plays for chips of the house who has not shown who they are.
    pub asks_identity: bool,
    /// Everybody with an account.
    pub patrons: Vec<PatronFile>,
}

/// Why somebody is not served.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Unserved {
    /// They are barred or have excluded themselves.
    Barred,
    /// They have not shown who they are.
    Unseen,
}

impl Standing {
    /// What an entry about patrons, which was not taken yet, cannot be by who may write it.
    pub(crate) fn patron_fault(&self, said: &HouseEntry) -> Option<String> {
        let (by, roles, person) = match said {
            HouseEntry::Patron(PatronSaid::Recorded { by, person, .. }) => {
                (*by, &patrons::READERS[..], Some(*person))
            }
            HouseEntry::Patron(PatronSaid::Removed { by, .. }) => (*by, &[Role::Owner][..], None),
            _ => return None,
        };
        let has = self.roles.as_ref().is_none_or(|said| said.is_one_of(by, roles));
        (!has && person != Some(by)).then(|| format!("person {by} has written of patrons what is for others"))
    }
}

impl Hall {
    /// Reads what is written about patrons, all of it.
    pub(super) fn read_patrons(&mut self) -> Result<(), HallFault> {
        Ok(self.take_records()?)
    }

    /// Takes what lies beside the log, and nothing that lies there no more.
    pub(super) fn take_records(&mut self) -> Result<(), store::Error> {
        let records = self.store.records()?;
        self.patrons = Patrons::default();
        for record in records {
            match serde_json::from_str(&record.body) {
                Ok(written) => self.patrons.take(record.person, record.record, written),
                Err(_) => {
                    tracing::error!("record {} of person {} cannot be read", record.record, record.person);
                }
            }
        }
        Ok(())
    }

    /// Says by which rules the money of patrons is summed up, where that has changed.
    pub(super) fn say_patron_rules(&mut self, at: Time) {
        let (day_begins, mark, asks_identity) =
            (self.config.day_begins, self.config.cash_mark, self.config.asks_identity);
        let rules = CashRules { day_begins, mark, asks_identity };
        if self.standing.cash.rules != Some(rules) {
            let said = PatronSaid::Rules { day_begins, cash_mark: mark, asks_identity };
            self.house(&HouseEntry::Patron(said), &[], at);
        }
    }

    /// Why somebody is not served with chips of the house.
    pub(super) fn unserved(&self, person: PersonId, at: Time) -> Option<Unserved> {
        if self.patrons.bar(person, at.0).is_some() {
            return Some(Unserved::Barred);
        }
        let is_unseen = self.config.asks_identity && !self.patrons.is_seen(person, at.0);
        is_unseen.then_some(Unserved::Unseen)
    }

    /// The same as an error.
    pub(super) fn must_be_served(&self, person: PersonId) -> Result<(), HallError> {
        match self.unserved(person, self.now()) {
            None => Ok(()),
            Some(Unserved::Barred) => Err(HallError::Refused(patrons::NOT_SERVED.to_owned())),
            Some(Unserved::Unseen) => Err(HallError::Refused(patrons::UNSEEN.to_owned())),
        }
    }

    /// Writes something down about somebody, or removes all of it.
    pub(super) fn patron_act(
        &mut self,
        person: PersonId,
        act: PatronAct,
        by: PersonId,
        at: Time,
    ) -> Result<(), HallError> {
        self.check_holder(person)?;
        if !(act.is_for_oneself() && by == person) {
            self.must_be(by, act.roles())?;
            if by == person {
                return Err(HallError::Refused("somebody else of the staff writes about you".to_owned()));
            }
            if matches!(act, PatronAct::Bar { .. }) {
                self.must_not_play_with(person, by)?;
            }
        }
        let at_ms = at.0;
        let trimmed = |words: String| words.trim().to_owned();
        let written = match act {
            PatronAct::SeeIdentity { document, born } => {
                Written::Identity { document, born: trimmed(born), by, at_ms }
            }
            PatronAct::Bar { kind, days, words } => {
                if days.is_some_and(|days| days == 0 || days > DAYS_MOST) {
                    return Err(HallError::Refused(format!("name 1 to {DAYS_MOST} days, or none for good")));
                }
                let until_ms = days.map(|days| at_ms + i64::from(days) * 86_400_000);
                Written::Bar { kind, until_ms, words: trimmed(words), by, at_ms }
            }
            PatronAct::Flag { words } => Written::Flag { words: trimmed(words), by, at_ms },
            PatronAct::Note { words } => Written::Note { words: trimmed(words), by, at_ms },
            PatronAct::Lift { record, words } => {
                if self.patrons.one(person, record).is_none() {
                    return Err(HallError::NotFound(format!("there is no record {record} of them")));
                }
                Written::Lifted { of: record, words: trimmed(words), by, at_ms }
            }
            PatronAct::Remove => return self.remove_patron(person, by, at),
        };
        if let Some(what) = self.patrons.refusal(person, &written) {
            return Err(HallError::Refused(what));
        }
        let body = serde_json::to_string(&written).expect("a record is plain data");
        let record = Record { person, record: self.house_number + 1, salt: random_seed(), body };
        self.hold()?;
        self.store.add_record(&record)?;
        let (number, digest) = (record.record, record.digest());
        self.patrons.take(person, number, written);
        self.house(&HouseEntry::Patron(PatronSaid::Recorded { record: number, person, digest, by }), &[], at);
        if self.patrons.bar(person, at.0).is_some() {
            self.take_out(person, at);
        }
        Ok(())
    }

    /// Removes all that is written about somebody, and the account. Nobody is forgotten who is not served, because they
    /// would be served again, nor anybody who has chips.
    fn remove_patron(&mut self, person: PersonId, by: PersonId, at: Time) -> Result<(), HallError> {
        let refused = |what: &str| Err(HallError::Refused(what.to_owned()));
        if self.patrons.bar(person, at.0).is_some() {
            return refused("they are not served at present, and would be again: wait until that is over");
        }
        let is_staff = |said: &super::roles::Said| said.is_one_of(person, &Role::OF_STAFF);
        if self.standing.roles.as_ref().is_some_and(is_staff) {
            return refused("they are of the staff: take their roles first");
        }
        if self.has_chips_at_tables(person) || self.ledger.balance(Account::Patron(person)).is_positive() {
            return refused("they have chips: the cage redeems them first");
        }
        self.hold()?;
        let records = u32::try_from(self.store.remove_records(person)?).unwrap_or(u32::MAX);
        self.store.remove_person(person)?;
        self.patrons.remove(person);
        self.people.remove(&person);
        self.house(&HouseEntry::Patron(PatronSaid::Removed { person, records, by }), &[], at);
        Ok(())
    }

    /// What somebody of the staff may know of the patrons; whoever is none learns nothing.
    pub(super) fn patrons_view(&self, by: PersonId) -> PatronsView {
        let has = |roles: &[Role]| self.must_be(by, roles).is_ok();
        let (reads, reads_all) = (has(&patrons::READERS), has(&patrons::OF_NOTES));
        let is_patron =
            |person: &PersonId| self.people.get(person).is_some_and(|known| !known.is_bot && !known.is_guest);
        let mut people: Vec<PersonId> = self.people.keys().copied().filter(is_patron).collect();
        people.retain(|person| reads || *person == by);
        people.sort_unstable();
        PatronsView {
            day_begins: self.config.day_begins,
            cash_mark: self.config.cash_mark,
            asks_identity: self.config.asks_identity,
            patrons: people.into_iter().map(|person| self.file_of(person, reads_all)).collect(),
        }
    }

    fn file_of(&self, person: PersonId, reads_all: bool) -> PatronFile {
        let now = self.now();
        let cash = self.standing.cash.sums_of(person, now.0);
        let records = self.patrons.of(person);
        let records = records.filter(|(_, one)| reads_all || !matches!(one, Written::Note { .. }));
        let born = self.patrons.of(person).filter_map(|(_, written)| match written {
            Written::Identity { born, .. } => Some(born),
            _ => None,
        });
        PatronFile {
            person,
            name: self.name_of(person),
            unserved: self.unserved(person, now),
            age: born.last().and_then(|born| patrons::age(born, now.0)),
            records: records
                .map(|(record, written)| self.record_view(person, record, written, reads_all))
                .collect(),
            brought: cash.brought,
            got: cash.got,
            is_marked: cash.is_marked(self.config.cash_mark),
        }
    }

    fn record_view(&self, person: PersonId, record: u64, written: &Written, reads_all: bool) -> RecordView {
        let (kind, document, words, until_ms, of) = match written {
            Written::Identity { document, .. } => (RecordKind::Identity, Some(*document), "", None, None),
            Written::Bar { kind: BarKind::Barred, words, until_ms, .. } => {
                (RecordKind::Barred, None, words.as_str(), *until_ms, None)
            }
            Written::Bar { kind: BarKind::SelfExcluded, words, until_ms, .. } => {
                (RecordKind::SelfExcluded, None, words.as_str(), *until_ms, None)
            }
            Written::Flag { words, .. } => (RecordKind::Flag, None, words.as_str(), None, None),
            Written::Note { words, .. } => (RecordKind::Note, None, words.as_str(), None, None),
            Written::Lifted { words, of, .. } => (RecordKind::Lifted, None, words.as_str(), None, Some(*of)),
        };
        // Why somebody is not served is for the floor; that they are not is enough at the cage.
        let is_told = reads_all || kind == RecordKind::Flag;
        RecordView {
            record,
            kind,
            document,
            words: if is_told { words.to_owned() } else { String::new() },
            by: self.name_of(written.by()),
            at_ms: written.at_ms(),
            until_ms,
            of,
            counts: self.patrons.counts(person, record, self.now().0),
        }
    }
}
