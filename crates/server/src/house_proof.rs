//! The house's own log held against itself and against the tables: chips move as its entries say, nobody is added
//! twice, roles follow one another, and what the staff did at a table stands in both logs.

use std::collections::BTreeMap;

use room::{Account, By, Command, TableId};
use serde_json::Value;
use store::{Archived, Entry, Hash};

use crate::Role;
use crate::company::CompanyEntry;
use crate::day::{self, PullsProof};
use crate::duties;
use crate::eras::Eras;
use crate::hall::{Standing, is_noted, parted};
use crate::jackpots::{self, HitsProof};
use crate::journal::{HouseEntry, HouseKind, is_newer};
use crate::law::LawProof;
use crate::lists::SeatsProof;
use crate::patrons::PatronsProof;
use crate::people_proof::PeopleProof;
use crate::staff_proof::{StaffProof, missing};
use crate::tables_proof::TablesProof;

/// What the house's log has said so far.
pub(crate) struct HouseProof {
    /// Who was added, and what they are called.
    pub(crate) people: PeopleProof,
    /// What it says of the tables.
    pub(crate) tables: TablesProof,
    /// What the staff did and no table's log has shown yet, by table and first event.
    acts: BTreeMap<(TableId, u64), Act>,
    /// The boxes that it says were pulled.
    pub(crate) pulls: PullsProof,
    pub(crate) hits: HitsProof,
    /// What it says about the law.
    pub(crate) law: LawProof,
    /// What it says of patrons, and what lies beside it.
    pub(crate) patrons: PatronsProof,
    /// The held seats that it says were taken.
    pub(crate) seats: SeatsProof,
    standing: Standing,
    /// When the last entry was written, since times cannot go back: before the first note of tips an earlier version
    /// may have written it.
    last_ms: Option<i64>,
    /// Whether some of the log could not be read, so that nothing can be missing in it.
    has_gaps: bool,
    /// What of the tables' logs lies in archives that are not at hand.
    absent: Vec<Archived>,
    /// Which version had the room open when.
    eras: Eras,
    /// Who had which roles when.
    staff: StaffProof,
}

/// What somebody of the staff did.
struct Act {
    by: By,
    /// Nothing for a choice in a round, which may name cards.
    command: Option<Hash>,
}

fn of(command: &Command) -> Hash {
    Hash::of(serde_json::to_string(command).expect("a command is plain data").as_bytes())
}

impl HouseProof {
    /// Nothing was read yet; this of the tables' logs lies in archives that are not at hand, so that what is noted of it
    /// is not found.
    pub(crate) fn new(absent: Vec<Archived>) -> HouseProof {
        HouseProof {
            people: PeopleProof::default(),
            tables: TablesProof::default(),
            acts: BTreeMap::new(),
            pulls: PullsProof::default(),
            hits: HitsProof::default(),
            law: LawProof::default(),
            patrons: PatronsProof::default(),
            seats: SeatsProof::default(),
            standing: Standing::new(),
            last_ms: None,
            has_gaps: false,
            absent,
            eras: Eras::default(),
            staff: StaffProof::default(),
        }
    }

    /// Takes note that some of the house's entries could not be read.
    pub(crate) fn pass_over(&mut self) {
        self.has_gaps = true;
        self.tables.pass_over();
        self.eras.pass_over();
    }

    /// Which version had the room open when.
    pub(crate) fn eras(&self) -> &Eras {
        &self.eras
    }

    /// What the house's log has come to, if all of it could be read.
    pub(crate) fn standing(&self) -> Option<&Standing> {
        (!self.has_gaps).then_some(&self.standing)
    }

    /// Checks an entry; gives the kind of one that this version does not know.
    pub(crate) fn check(&mut self, entry: &Entry, faults: &mut Vec<String>) -> Option<String> {
        let first = entry.first;
        let mut fault = |what: String| faults.push(format!("event {first}: {what}"));
        if self.last_ms.is_some_and(|last| entry.at_ms < last) {
            fault("it was written before the entry before it".to_owned());
        }
        self.last_ms = self.last_ms.map(|last| last.max(entry.at_ms));
        let read: Result<HouseEntry, _> = serde_json::from_str(&entry.body);
        let unknown = match &read {
            Ok(_) => None,
            Err(error) => match unknown_kind(&entry.body) {
                // Every version knows the kinds of those before it.
                Some(kind) if !self.has_gaps && !self.eras.version().is_some_and(is_newer) => {
                    fault(format!("no version that has opened the room writes what \"{kind}\" is"));
                    None
                }
                Some(kind) => Some(kind),
                None => {
                    fault(format!("the house's entry cannot be read: {error}"));
                    return None;
                }
            },
        };
        let says: Vec<_> = read.as_ref().map(moves).unwrap_or_default();
        // What was given back is held against the table's own log, once that is read.
        let is_later = matches!(read, Ok(HouseEntry::ChipsGivenBack { .. }));
        let moved: Vec<_> =
            entry.transfers.iter().map(|one| (one.from.as_str(), one.to.as_str(), one.amount)).collect();
        let said: Vec<_> =
            says.iter().map(|(from, to, amount)| (from.as_str(), to.as_str(), *amount)).collect();
        if moved != said && !is_later {
            fault("other chips move than the house says".to_owned());
        }
        if let Ok(said) = read {
            self.take(said, entry, &mut fault);
        }
        unknown
    }

    fn take(&mut self, said: HouseEntry, entry: &Entry, fault: &mut dyn FnMut(String)) {
        let roles = self.standing.roles.as_ref().filter(|_| !self.has_gaps);
        if let (HouseEntry::RolesChanged { person, before, by, .. }, Some(roles)) = (&said, roles) {
            if by.is_some_and(|by| !roles.may_give(by, *person)) {
                fault(format!("person {person} gets roles from somebody who gives none to others"));
            }
            if let (None, Some(what)) = (by, roles.ungiven(&said)) {
                fault(what);
            }
            if !roles.may_have_been(*person, before, by.is_some()) {
                fault(format!("person {person} had other roles before"));
            }
        }
        if let (HouseEntry::PersonAdded { .. }, Some(what)) =
            (&said, roles.and_then(|roles| roles.ungiven(&said)))
        {
            fault(what);
        }
        // The versions that wrote roles there said at the room's opening that they did.
        if let (HouseEntry::PersonAdded { roles: own, .. }, Some(roles)) = (&said, roles)
            && !own.is_empty()
            && self.eras.version().is_some()
            && !roles.is_whole()
        {
            fault("it says roles, and no opening of the room says that all are said".to_owned());
        }
        if let Some(what) = roles.and_then(|roles| roles.clash(&said)) {
            fault(what);
        }
        if let (Some((person, needed)), Some(roles)) = (duties::needed(&said), roles)
            && !roles.is_one_of(person, needed)
        {
            fault(missing(person, needed));
        }
        if let (HouseEntry::Silenced { table, person, by, .. }, Some(roles)) = (&said, roles) {
            if !roles.is_one_of(*by, &[Role::Floor]) {
                fault(format!(
                    "person {person} is silenced at table {table} by somebody who is not of the floor"
                ));
            }
            if !self.standing.chats.contains(table) {
                fault(format!("person {person} is silenced at table {table}, which has no chat"));
            }
        }
        if let HouseEntry::TableOpened { table, by, is_practice, link: Some(_), .. } = &said
            && (!is_practice || by.is_none())
        {
            fault(format!("private table {table} is played with chips of the house, or opened by nobody"));
        }
        self.people.house(&said, entry).into_iter().for_each(&mut *fault);
        self.tables.take(&said, entry, self.eras.version().is_some(), fault);
        if let Some(what) = self.standing.exchange_fault(&said, entry).filter(|_| !self.has_gaps) {
            fault(what);
        }
        if let Some(what) =
            self.standing.correction_fault(&said, entry.first, entry.at_ms).filter(|_| !self.has_gaps)
        {
            fault(what);
        }
        if let Some(what) = self.standing.day_fault(&said).filter(|_| !self.has_gaps) {
            fault(what);
        }
        let of_law = self.standing.law_fault(&said).or_else(|| self.standing.company_fault(&said));
        if let Some(what) = of_law.filter(|_| !self.has_gaps) {
            fault(what);
        }
        self.law.take(&said, entry.first);
        let of_patrons = self.standing.patron_fault(&said);
        let of_lists = self.standing.list_fault(&said, entry.first, entry.at_ms);
        let of_jackpots = self.standing.jackpot_fault(&said, entry.first, entry.at_ms);
        let of_dealers = self.standing.line_up_fault(&said);
        let all = [of_patrons, of_lists, of_jackpots, of_dealers].into_iter().flatten();
        all.filter(|_| !self.has_gaps).for_each(&mut *fault);
        if let Some(what) = self.patrons.take(&said, entry.first, entry.at_ms).filter(|_| !self.has_gaps) {
            fault(what);
        }
        self.pulls.house(&said, entry);
        self.hits.house(&said, entry.first);
        self.seats.house(&said, &self.standing.lists, entry.at_ms);
        self.standing.take(&said, entry.at_ms);
        if let Some(roles) = &self.standing.roles {
            self.staff.take(&said, entry.at_ms, roles);
        }
        if let Err(what) = self.eras.take(&said) {
            fault(what);
        }
        match said {
            HouseEntry::TipsNoted { .. } => self.last_ms = self.last_ms.or(Some(entry.at_ms)),
            HouseEntry::StaffActed { table, by, command, person, event } => {
                let whom = match &*command {
                    Command::For { person, .. } | Command::Company { person, .. } => Some(*person),
                    _ => person,
                };
                if whom != person {
                    fault("the act of the staff is for somebody else".to_owned());
                }
                let act = Act { by, command: Some(of(&command)) };
                if self.acts.insert((table, event), act).is_some() {
                    fault(format!("an act of the staff at table {table}, event {event} is noted once more"));
                }
            }
            HouseEntry::ActedFor { table, by, event, .. } => {
                if self.acts.insert((table, event), Act { by, command: None }).is_some() {
                    fault(format!("an act of the staff at table {table}, event {event} is noted once more"));
                }
            }
            HouseEntry::Company(CompanyEntry::BadgeGiven { person, .. }) => {
                if !self.people.knows(person) && !self.has_gaps {
                    fault(format!("person {person}, whom nobody knows, gets a badge"));
                }
            }
            HouseEntry::Company(
                CompanyEntry::Registered { .. }
                | CompanyEntry::Changed { .. }
                | CompanyEntry::BadgeTaken { .. },
            )
            | HouseEntry::ChipsBought { .. }
            | HouseEntry::Patron(_)
            | HouseEntry::List(_)
            | HouseEntry::Jackpot(_)
            | HouseEntry::LineUp(_)
            | HouseEntry::PersonAdded { .. }
            | HouseEntry::ChipsGivenBack { .. }
            | HouseEntry::RolesChanged { .. }
            | HouseEntry::ExchangeAsked { .. }
            | HouseEntry::ExchangeDeclined { .. }
            | HouseEntry::CorrectionAsked { .. }
            | HouseEntry::CorrectionSettled { .. }
            | HouseEntry::PlayChipsGiven { .. }
            | HouseEntry::PlayChipsTaken { .. }
            | HouseEntry::KindsParted { .. }
            | HouseEntry::Archived { .. }
            | HouseEntry::BackedUp { .. }
            | HouseEntry::ChipsRedeemed { .. }
            | HouseEntry::TableOpened { .. }
            | HouseEntry::TableClosed { .. }
            | HouseEntry::Silenced { .. }
            | HouseEntry::TableSetAside { .. }
            | HouseEntry::TableTakenUp { .. }
            | HouseEntry::NotePassedOver { .. }
            | HouseEntry::RoomOpened { .. }
            | HouseEntry::RoomClosed
            | HouseEntry::ShiftOpened { .. }
            | HouseEntry::ShiftClosed { .. }
            | HouseEntry::BoxPulled { .. }
            | HouseEntry::BoxCounted { .. }
            | HouseEntry::CageCounted { .. }
            | HouseEntry::CageTried { .. }
            | HouseEntry::TrayCounted { .. }
            | HouseEntry::TableFilled { .. }
            | HouseEntry::TableCredited { .. }
            | HouseEntry::Law(_)
            | HouseEntry::RolesRefused { .. }
            | HouseEntry::PasswordSet { .. } => {}
        }
    }

    /// Holds a command in a table's log against what the house noted; the version is the one that played it.
    pub(crate) fn acted(
        &mut self,
        table: TableId,
        first: u64,
        by: By,
        command: &Command,
        version: &str,
    ) -> Result<(), String> {
        match self.acts.remove(&(table, first)) {
            Some(act) if act.by == by && act.command.is_none_or(|noted| noted == of(command)) => Ok(()),
            Some(_) => Err(format!("event {first}: the house noted another act of the staff")),
            None => {
                // Before the room said who opened it, what a dealer did for somebody was not noted.
                let is_noted = match by {
                    By::Dealer(_) if !self.eras.is_told(table, first) => {
                        matches!(command, Command::Report { .. })
                    }
                    by => is_noted(by, command),
                };
                // The first version noted no acts.
                if is_noted && !self.has_gaps && version != "0.1.0" {
                    return Err(format!(
                        "event {first}: what the staff did here is missing in the house's log"
                    ));
                }
                Ok(())
            }
        }
    }

    /// Holds what somebody did at a table against the roles that they had then.
    pub(crate) fn served(&self, entry: &Entry, by: By) -> Result<(), String> {
        let is_told = !self.has_gaps && self.eras.is_told(entry.stream.0, entry.first);
        let fault = self.staff.fault_at_table(by, entry.at_ms).filter(|_| is_told);
        fault.map_or(Ok(()), |what| Err(format!("event {}: {what}", entry.first)))
    }

    /// Forgets what was noted of events that cannot be read.
    pub(crate) fn forget(&mut self, table: TableId, events: &std::ops::Range<u64>) {
        self.acts.retain(|(of, event), _| *of != table || !events.contains(event));
    }

    /// Whether somebody's roles follow from the house's log, if all of it could be read.
    pub(crate) fn allows(&self, person: u32, roles: &[Role]) -> bool {
        let said = self.standing().and_then(|standing| standing.roles.as_ref());
        said.is_none_or(|said| said.allows(person, roles))
    }

    /// The seats that were taken by the house's log and by no table's.
    pub(crate) fn unseen_seats(&self) -> Vec<String> {
        if self.has_gaps { Vec::new() } else { self.seats.unmatched(&self.absent) }
    }

    /// What the house noted and no table's log has.
    pub(crate) fn unmatched(self) -> impl Iterator<Item = String> {
        let HouseProof { acts, absent, .. } = self;
        let is_absent = move |(table, event): &(TableId, u64)| {
            absent.iter().any(|part| part.stream.0 == *table && (part.first..=part.last).contains(event))
        };
        acts.into_keys().filter(move |act| !is_absent(act)).map(|(table, event)| {
            format!(
                "stream 0: the house noted an act of the staff at table {table}, event {event}, which is not in the \
                 table's log"
            )
        })
    }
}

/// The chips that an entry of the house moves: who pays, who is paid, how much.
fn moves(said: &HouseEntry) -> Vec<(String, String, books::Money)> {
    let (cage, play) = (Account::Cage, Account::PlayCage);
    let moved = match said {
        HouseEntry::ChipsBought { person, amount, .. } => vec![(cage, Account::Patron(*person), *amount)],
        HouseEntry::ChipsRedeemed { person, amount, .. } => vec![(Account::Patron(*person), cage, *amount)],
        HouseEntry::PlayChipsGiven { person, amount } => vec![(play, Account::Play(*person), *amount)],
        HouseEntry::PlayChipsTaken { person, amount } => vec![(Account::Play(*person), play, *amount)],
        HouseEntry::KindsParted { people, chips, .. } => {
            let moved = parted(people, *chips).into_iter();
            moved.map(|one| (one.from, one.to, one.amount)).collect()
        }
        said => day::moves(said)
            .into_iter()
            .chain(jackpots::moves(said))
            .map(|one| (one.from, one.to, one.amount))
            .collect(),
    };
    moved.into_iter().map(|(from, to, amount)| (from.to_string(), to.to_string(), amount)).collect()
}

/// The kind of an entry that another version wrote and this one does not know.
fn unknown_kind(body: &str) -> Option<String> {
    let value: Value = serde_json::from_str(body).ok()?;
    let kind = value.get("house")?.as_str()?;
    HouseKind::of_text(body).is_none().then(|| kind.to_owned())
}

#[cfg(test)]
mod tests {
    use store::Stream;

    use super::*;

    fn entry(first: u64, said: &HouseEntry) -> Entry {
        Entry {
            stream: Stream::HOUSE,
            first,
            count: 1,
            at_ms: 0,
            by: "house".to_owned(),
            id: None,
            body: serde_json::to_string(said).unwrap(),
            transfers: Vec::new(),
        }
    }

    fn acted(table: TableId, event: u64) -> HouseEntry {
        let command = Box::new(Command::Pause);
        HouseEntry::StaffActed { table, by: By::Floor(2), command, person: None, event }
    }

    /// Only what lies in an archive that is not at hand is left out.
    #[test]
    fn an_absent_archive_leaves_out_what_lies_in_it() {
        let hash = Hash::default();
        let part =
            Archived { stream: Stream(3), first: 2, last: 99, entries: 9, before: hash, hash, state: hash };
        let mut proof = HouseProof::new(vec![part]);
        let mut faults = Vec::new();
        let (before, after) = (vec![Role::Patron], vec![Role::Patron, Role::Floor]);
        let changed =
            HouseEntry::RolesChanged { person: 7, name: "Ann".to_owned(), before, after, by: Some(1) };
        let said = [acted(3, 40), acted(3, 111), changed.clone(), changed];
        for (first, said) in (1..).zip(&said) {
            proof.check(&entry(first, said), &mut faults);
        }
        assert_eq!(faults, ["event 4: person 7 had other roles before"]);
        assert!(proof.standing().is_some(), "the house's own log is whole");
        assert!(proof.acted(3, 120, By::Floor(2), &Command::Pause, "0.2.0").is_err(), "it is noted nowhere");
        assert!(!proof.allows(7, &[Role::Patron, Role::Owner]));
        let unmatched: Vec<String> = proof.unmatched().collect();
        assert!(unmatched.len() == 1 && unmatched[0].contains("event 111"), "{unmatched:?}");
    }
}
