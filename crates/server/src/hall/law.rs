//! The law in the hall: packs that are read, notices that are posted, overrides, and third-party providers with their people.

use std::collections::BTreeMap;

use books::law::{Date, LawCheck, Status};
use room::{By, ChipKind, Command, Event, PersonId, TableId, Time};
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
use utoipa::ToSchema;

use super::Hall;
use super::requests::HallError;
use crate::company::CompanyEntry;
use crate::journal::HouseEntry;
use crate::law::{LawEntry, NoticePart, Packs, ROOM};
use crate::library::hash_of;

type Reply<T> = oneshot::Sender<T>;

/// Something that is done about the law.
pub(crate) enum LawAct {
    /// The packs of the folder are read again.
    Read,
    /// A notice with this text hangs from now on; the path names its text in the library.
    Post {
        table: TableId,
        path: String,
        text: String,
    },
    TakeDown {
        table: TableId,
    },
    Override {
        table: TableId,
        rule: String,
        reason: String,
    },
    EndOverride {
        table: TableId,
        rule: String,
    },
}

/// Something that is done about third-party providers.
pub(crate) enum CompanyAct {
    Register { name: String, licence: String },
    Change { company: u32, name: String, licence: String },
    GiveBadge { company: u32, person: String, badge: String },
    TakeBadge { company: u32, person: String },
}

/// What changes something about the law or providers.
pub(crate) enum LawWrite {
    Act(LawAct, PersonId, Reply<Result<LawStanding, HallError>>),
    Company(CompanyAct, PersonId, Reply<Result<Vec<CompanyView>, HallError>>),
}

/// What only looks at the law or providers.
pub(crate) enum LawRead {
    Standing(Reply<LawStanding>),
    Packs(Reply<Packs>),
    Companies(Reply<Vec<CompanyView>>),
}

/// A notice that hangs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct NoticeView {
    /// At which table; 0 for the room.
    pub table: TableId,
    /// What it tells.
    pub parts: Vec<NoticePart>,
    /// SHA-256 of its text, which the library keeps.
    pub hash: String,
    /// Who posted it.
    pub by: String,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
}

/// A rule that the floor overrides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct OverrideView {
    /// At which table; 0 for the room.
    pub table: TableId,
    /// The name of the rule.
    pub rule: String,
    /// Why, in their words.
    pub reason: String,
    /// Who.
    pub by: String,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
}

/// Notices and overrides as they stand, and the packs that count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct LawStanding {
    /// The hash of each pack's text by its path.
    pub packs: BTreeMap<String, String>,
    /// The notices that hang.
    pub notices: Vec<NoticeView>,
    /// The rules that are overridden.
    pub overrides: Vec<OverrideView>,
}

/// Somebody who plays for a company.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct BadgeView {
    /// Who.
    pub person: PersonId,
    /// Their name.
    pub name: String,
    /// The number of their badge.
    pub badge: String,
    /// The tables at which they are.
    pub tables: Vec<TableId>,
}

/// A third-party provider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct CompanyView {
    /// Its number.
    pub company: u32,
    /// Its name.
    pub name: String,
    /// The number of its licence.
    pub licence: String,
    /// Its people.
    pub people: Vec<BadgeView>,
}

/// Who sits down by an event.
pub(super) fn who_sat(event: &Event) -> Option<PersonId> {
    if let Event::Sat { person, .. } = event { Some(*person) } else { None }
}

impl Hall {
    pub(super) fn write_law(&mut self, write: LawWrite, at: Time) {
        match write {
            LawWrite::Act(act, by, reply) => {
                let done = self.law_act(act, by, at).map(|()| self.law_standing());
                self.later(None, reply, done);
            }
            LawWrite::Company(act, by, reply) => {
                let done = self.company_act(act, by, at).map(|()| self.companies());
                self.later(None, reply, done);
            }
        }
    }

    pub(super) fn answer_law(&self, read: LawRead) {
        match read {
            LawRead::Standing(reply) => drop(reply.send(self.law_standing())),
            LawRead::Packs(reply) => drop(reply.send(self.law.clone())),
            LawRead::Companies(reply) => drop(reply.send(self.companies())),
        }
    }

    /// Reads the packs when the room opens; where they cannot be read, those of the log count on.
    pub(super) fn begin_law(&mut self) -> Option<String> {
        let fault = self.read_packs(None, self.now()).err()?;
        let kept = Packs::kept(&self.library, &self.standing.law.packs);
        self.law = kept.or_else(|_| Packs::at_hand(&self.shelf, None)).unwrap_or_default();
        Some(format!("law packs are left as they were: {fault}"))
    }

    /// Looks whether the packs of the folder are others by now.
    pub(super) fn look_at_law(&mut self, now: Time) {
        if self.law_folder.is_some()
            && let Err(fault) = self.read_packs(None, now)
        {
            tracing::warn!("law packs are left as they were: {fault}");
        }
    }

    /// Reads the packs, and writes down which they are if they are others. Gives whether they are.
    fn read_packs(&mut self, by: Option<PersonId>, at: Time) -> Result<bool, String> {
        let found = Packs::at_hand(&self.shelf, self.law_folder.as_deref())?;
        let packs = found.files();
        self.law = found;
        if packs == self.standing.law.packs {
            return Ok(false);
        }
        for (path, text) in &self.law.texts {
            let (_, kept) = self.library.keep_text(path, text, at.0);
            self.batch.entries.extend(kept);
        }
        self.house(&HouseEntry::Law(LawEntry::PacksRead { packs, by }), &[], at);
        Ok(true)
    }

    fn law_act(&mut self, act: LawAct, by: PersonId, at: Time) -> Result<(), HallError> {
        let said = match act {
            LawAct::Read => {
                self.must_be(by, &crate::law::OF_LAW)?;
                return self.read_packs(Some(by), at).map(drop).map_err(HallError::Refused);
            }
            LawAct::Post { table, path, text } => {
                self.check_place(table)?;
                let (hash, parts) = (hash_of(&text), NoticePart::of_text(&text));
                let said = HouseEntry::Law(LawEntry::NoticePosted { table, hash, parts, by });
                self.refuse_law(&said)?;
                let (_, kept) = self.library.keep_text(&path, &text, at.0);
                self.batch.entries.extend(kept);
                said
            }
            LawAct::TakeDown { table } => HouseEntry::Law(LawEntry::NoticeTakenDown { table, by }),
            LawAct::Override { table, rule, reason } => {
                self.check_place(table)?;
                self.must_not_play(table, by)?;
                if self.law.rule(&rule).is_none() {
                    return Err(HallError::NotFound(format!("no law pack has a rule \"{rule}\"")));
                }
                let reason = reason.trim().to_owned();
                HouseEntry::Law(LawEntry::Overridden { table, rule, reason, by })
            }
            LawAct::EndOverride { table, rule } => {
                HouseEntry::Law(LawEntry::OverrideEnded { table, rule, by })
            }
        };
        self.refuse_law(&said)?;
        self.house(&said, &[], at);
        Ok(())
    }

    fn refuse_law(&self, said: &HouseEntry) -> Result<(), HallError> {
        self.standing.law_fault(said).map_or(Ok(()), |what| Err(HallError::Refused(what)))
    }

    /// Law is for the room and for tables of the house.
    fn check_place(&self, table: TableId) -> Result<(), HallError> {
        if table == ROOM {
            return Ok(());
        }
        if !self.table_ids().any(|id| id == table) {
            return Err(HallError::NotFound(format!("there is no table {table}")));
        }
        match self.kind_at(table) {
            ChipKind::House => Ok(()),
            ChipKind::Play => Err(HallError::Refused(format!(
                "table {table} is played with play chips, of which the law says nothing"
            ))),
        }
    }

    fn known_name(&self, person: PersonId) -> String {
        self.people.get(&person).map_or_else(|| format!("person {person}"), |known| known.name.clone())
    }

    fn law_standing(&self) -> LawStanding {
        let law = &self.standing.law;
        let notice = |(table, posted): (&TableId, &crate::law::Posted)| NoticeView {
            table: *table,
            parts: posted.parts.clone(),
            hash: posted.hash.clone(),
            by: self.known_name(posted.by),
            at_ms: posted.at_ms,
        };
        let overrides = law.overrides.iter().flat_map(|(table, rules)| {
            rules.iter().map(|(rule, own)| OverrideView {
                table: *table,
                rule: rule.clone(),
                reason: own.reason.clone(),
                by: self.known_name(own.by),
                at_ms: own.at_ms,
            })
        });
        LawStanding {
            packs: law.packs.clone(),
            notices: law.notices.iter().map(notice).collect(),
            overrides: overrides.collect(),
        }
    }

    /// Whether a rule with a check binds a table now, and nobody has overridden it there.
    fn binds(&self, check: LawCheck, table: TableId) -> bool {
        let today = Date::at(self.now().0);
        self.law.rules().any(|rule| {
            rule.check == check
                && rule.standing_on(today) == Status::InForce
                && self.standing.law.overridden(table, &rule.id).is_none()
        })
    }

    /// At a table plays one player of one provider, as long as the law says so.
    pub(super) fn provider_refusal(
        &self,
        id: TableId,
        person: PersonId,
        command: &Command,
    ) -> Option<room::Refusal> {
        let table = &self.tables.get(&id)?.table;
        let (person, command) = match command {
            Command::For { person, command } => (*person, command.as_ref()),
            command => (person, command),
        };
        let (person, is_provider) = match command {
            Command::Sit { .. } | Command::StandBehind { .. } => {
                (person, self.standing.company_of(person).is_some())
            }
            // Whoever was asked to sit down by the staff does so with these words.
            Command::GiveConsent => {
                (person, !table.has_money(person) && self.standing.company_of(person).is_some())
            }
            Command::Company { person, company } => (*person, company.is_some() && table.has_money(*person)),
            _ => return None,
        };
        if !is_provider || table.spec().is_practice || !self.binds(LawCheck::OneProvider, id) {
            return None;
        }
        let mut others = self.people.keys().filter(|other| **other != person && table.has_money(**other));
        let is_there =
            others.any(|other| table.plays_for_company(*other) || self.standing.company_of(*other).is_some());
        is_there.then(|| room::System::ProviderAtTable.into())
    }

    /// Whoever wears a badge counts for their company at a table with a bank from the moment they sit down.
    pub(super) fn note_badge(&mut self, id: TableId, person: PersonId, now: Time) {
        let Some(name) = self.standing.providers.name_of(person).map(str::to_owned) else { return };
        self.note_company(id, person, Some(name), now);
    }

    fn note_company(&mut self, id: TableId, person: PersonId, company: Option<String>, now: Time) {
        let is_needed = self.tables.get(&id).is_some_and(|place| {
            !place.table.spec().is_practice
                && place.aside.is_none()
                && place.table.has_bank()
                && place.table.plays_for_company(person) != company.is_some()
        });
        if !is_needed {
            return;
        }
        if let Err(refusal) = self.command(id, By::Clock, None, &Command::Company { person, company }, now) {
            tracing::warn!("table {id} cannot be told for whom person {person} plays: {refusal}");
        }
    }

    fn company_act(&mut self, act: CompanyAct, by: PersonId, at: Time) -> Result<(), HallError> {
        let plain = |text: String| text.trim().to_owned();
        let said = match act {
            CompanyAct::Register { name, licence } => {
                let company = self.standing.providers.companies.len() as u32 + 1;
                CompanyEntry::Registered { company, name: plain(name), licence: plain(licence), by }
            }
            CompanyAct::Change { company, name, licence } => {
                self.check_company(company)?;
                CompanyEntry::Changed { company, name: plain(name), licence: plain(licence), by }
            }
            CompanyAct::GiveBadge { company, person, badge } => {
                self.check_company(company)?;
                let person = self.named(&person)?;
                CompanyEntry::BadgeGiven { company, person, badge: plain(badge), by }
            }
            CompanyAct::TakeBadge { company, person } => {
                self.check_company(company)?;
                CompanyEntry::BadgeTaken { company, person: self.named(&person)?, by }
            }
        };
        // Whoever took their own badge would deal and decide where their company plays.
        if let CompanyEntry::BadgeGiven { person, .. } | CompanyEntry::BadgeTaken { person, .. } = said {
            if person == by {
                return Err(HallError::Refused(
                    "somebody else of the staff gives and takes your badge".to_owned(),
                ));
            }
            self.must_not_play_with(person, by)?;
        }
        let entry = HouseEntry::Company(said.clone());
        if let Some(what) = self.standing.company_fault(&entry) {
            return Err(HallError::Refused(what));
        }
        self.house(&entry, &[], at);
        let (person, company) = match said {
            CompanyEntry::BadgeGiven { person, .. } => (person, self.standing.providers.name_of(person)),
            CompanyEntry::BadgeTaken { person, .. } => (person, None),
            CompanyEntry::Registered { .. } | CompanyEntry::Changed { .. } => return Ok(()),
        };
        let company = company.map(str::to_owned);
        for table in self.tables_run_with(person) {
            self.note_company(table, person, company.clone(), at);
        }
        Ok(())
    }

    /// Tells the own tables who plays for whom by now, as other nodes have written it.
    pub(super) fn tell_badges(&mut self) {
        let badges = self.node.as_mut().map(|node| std::mem::take(&mut node.badges));
        for person in badges.into_iter().flatten() {
            let company = self.standing.providers.name_of(person).map(str::to_owned);
            for table in self.tables_run_with(person) {
                self.note_company(table, person, company.clone(), self.now());
            }
        }
    }

    fn check_company(&self, company: u32) -> Result<(), HallError> {
        let is_there = self.standing.providers.companies.contains_key(&company);
        is_there.then_some(()).ok_or_else(|| HallError::NotFound(format!("there is no company {company}")))
    }

    /// The tables of the house at which somebody has chips.
    fn tables_with(&self, person: PersonId) -> impl Iterator<Item = TableId> {
        let open = self.all_seen().filter(move |(_, place)| place.table.has_money(person));
        open.filter(|(_, place)| !place.table.spec().is_practice).map(|(id, _)| *id)
    }

    /// Those of them that are run here.
    fn tables_run_with(&self, person: PersonId) -> Vec<TableId> {
        self.tables_with(person).filter(|table| self.tables.contains_key(table)).collect()
    }

    fn companies(&self) -> Vec<CompanyView> {
        let book = &self.standing.providers;
        let view = |(number, company): (&u32, &crate::company::Company)| CompanyView {
            company: *number,
            name: company.name.clone(),
            licence: company.licence.clone(),
            people: book
                .people_of(*number)
                .into_iter()
                .map(|(person, badge)| BadgeView {
                    person,
                    name: self.known_name(person),
                    badge: badge.to_owned(),
                    tables: {
                        let mut tables: Vec<TableId> = self.tables_with(person).collect();
                        tables.sort_unstable();
                        tables
                    },
                })
                .collect(),
        };
        book.companies.iter().map(view).collect()
    }
}
