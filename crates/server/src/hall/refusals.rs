//! What the hall refuses before a table hears of it: what hangs on people, and on chips that no table sees.

use room::{By, Chips, Command, Correction, PersonId, TableId};

use super::Hall;
use super::corrections::WHOEVER_APPROVES;
use super::patrons::Unserved;
use super::requests::{HallError, Speaker};
use crate::duties;
use crate::law::ROOM;
use crate::patrons::brings_chips;

/// Whose chips a correction moves.
fn people_of(correction: &Correction) -> impl Iterator<Item = PersonId> {
    [correction.from, correction.to].into_iter().filter_map(|chips| match chips {
        Chips::Person(person) => Some(person),
        Chips::Drop | Chips::Jackpot | Chips::Promotion => None,
    })
}

impl Hall {
    /// The refusal of a command that no table hears of, if there is one.
    pub(super) fn refused_before(
        &self,
        table: TableId,
        person: PersonId,
        speaker: Speaker,
        command: &Command,
    ) -> Option<room::Refusal> {
        let by = speaker.by(person);
        let refusal = self.off_duty(by).or_else(|| self.partial_refusal(table, by, command));
        let refusal = refusal.or_else(|| self.guest_refusal(table, person, command));
        let refusal = refusal.or_else(|| self.names_nobody(speaker, command));
        let refusal = refusal.or_else(|| self.provider_refusal(table, person, command));
        let refusal = refusal.or_else(|| self.unserved_refusal(table, person, command));
        let refusal = refusal.or_else(|| self.list_refusal(table, person, command));
        let refusal = refusal.or_else(|| self.takes_too_much(table, command));
        refusal.or_else(|| self.corrects_too_much(table, by, command))
    }

    /// Whoever speaks as one of the staff is that by now: they may have lost the role since they were let in.
    fn off_duty(&self, by: By) -> Option<room::Refusal> {
        let (person, roles) = duties::at_a_table(by)?;
        self.must_be(person, roles).err().map(|_| room::System::OffDuty.into())
    }

    /// Nobody deals or decides at a table of the house where they or their company have money. The floor may stop it.
    fn partial_refusal(&self, table: TableId, by: By, command: &Command) -> Option<room::Refusal> {
        let (By::Dealer(person) | By::Floor(person)) = by else { return None };
        let is_practice = self.tables.get(&table)?.table.spec().is_practice;
        if is_practice || matches!(command, Command::Pause) {
            return None;
        }
        // A correction into or out of one's own pocket is for somebody else of the staff.
        let is_own = matches!(command, Command::Correct { correction, .. } if people_of(correction).any(|one| one == person));
        let is_own = is_own.then(|| room::System::StaffPlays.into());
        is_own.or_else(|| self.own_money(table, person))
    }

    /// That somebody of the staff or their company has money at a table of the house, where they decide nothing.
    fn own_money(&self, table: TableId, person: PersonId) -> Option<room::Refusal> {
        let table = &self.seen_at(table)?.table;
        if table.spec().is_practice {
            return None;
        }
        if table.has_money(person) {
            return Some(room::System::StaffPlays.into());
        }
        // The floor names companies at one table, and their people are known at all of them.
        let plays = self.standing.colleagues(person).any(|one| table.has_money(one));
        (plays || table.has_money_of_company(person)).then(|| room::System::CompanyPlays.into())
    }

    /// Refuses what somebody of the staff decides about a table where they or their company have money; about the room, where
    /// they have money at any.
    pub(super) fn must_not_play(&self, table: TableId, person: PersonId) -> Result<(), HallError> {
        let tables = self.all_seen().map(|(id, _)| *id).filter(|id| table == ROOM || *id == table);
        let refusal = tables.filter_map(|id| self.own_money(id, person)).next();
        refusal.map_or(Ok(()), |refusal| Err(HallError::Refused(refusal.what)))
    }

    /// The same of what somebody of the staff decides about somebody else: not where both have money.
    pub(super) fn must_not_play_with(&self, person: PersonId, by: PersonId) -> Result<(), HallError> {
        let is_there = |table: &room::Table| {
            table.has_money(person) || table.people().iter().any(|one| one.person == person)
        };
        let tables = self.all_seen().filter(|(_, place)| is_there(&place.table)).map(|(id, _)| *id);
        let refusal = tables.filter_map(|id| self.own_money(id, by)).next();
        refusal.map_or(Ok(()), |refusal| Err(HallError::Refused(refusal.what)))
    }

    /// Guests and bots play with play chips, so they sit at practice tables only, and nobody gives them others.
    fn guest_refusal(&self, table: TableId, person: PersonId, command: &Command) -> Option<room::Refusal> {
        let place = self.tables.get(&table)?;
        // Staff may seat somebody, but not where they could not sit down themselves.
        let (person, command) = match command {
            Command::For { person, command } => (*person, command.as_ref()),
            command => (person, command),
        };
        let has_account =
            |person: &PersonId| self.people.get(person).is_none_or(|known| !known.is_guest && !known.is_bot);
        let concerns = match command {
            Command::Sit { .. } | Command::StandBehind { .. } | Command::Join => vec![person],
            Command::Correct { correction, .. } => people_of(correction).collect(),
            _ => Vec::new(),
        };
        let is_barred = !place.table.spec().is_practice && !concerns.iter().all(has_account);
        is_barred.then(|| room::System::GuestsPractice.into())
    }

    /// Whoever is not served neither sits down at a table of the house nor brings more chips there.
    fn unserved_refusal(&self, table: TableId, person: PersonId, command: &Command) -> Option<room::Refusal> {
        let (person, command) = match command {
            Command::For { person, command } => (*person, command.as_ref()),
            command => (person, command),
        };
        if !brings_chips(command) || self.kind_at(table) == room::ChipKind::Play {
            return None;
        }
        self.unserved(person, self.now()).map(|why| match why {
            Unserved::Barred => room::System::NotServed.into(),
            Unserved::Unseen => room::System::IdentityUnseen.into(),
        })
    }

    /// The floor notes something of people whom the room knows.
    fn names_nobody(&self, speaker: Speaker, command: &Command) -> Option<room::Refusal> {
        let named = match command {
            _ if speaker != Speaker::Floor => return None,
            Command::Relatives { one, other, .. } => vec![*one, *other],
            Command::Company { person, .. } => vec![*person],
            Command::Correct { correction, .. } => people_of(correction).collect(),
            Command::Dispute { people, .. } => people.clone(),
            _ => return None,
        };
        let unknown = named.into_iter().find(|person| !self.people.contains_key(person))?;
        Some(room::System::Nobody { person: unknown }.into())
    }

    /// Small corrections of one gaming day add up to a large one.
    fn corrects_too_much(&self, table: TableId, by: By, command: &Command) -> Option<room::Refusal> {
        let (By::Floor(by), Command::Correct { correction, .. }) = (by, command) else { return None };
        let adds_up = self.standing.adds_up(table, by, correction, self.now().0);
        adds_up.then(|| room::System::SecondPerson.into())
    }

    /// A correction takes no more out of a box of the table than lies in it. How much that is, whoever counts it is not told,
    /// nor do they find it out by trying: alone nobody takes more out of a box than the round has put in, which everybody has
    /// seen, together with what earlier corrections of it took out, and what is only asked for is held against the box when
    /// somebody approves it.
    fn takes_too_much(&self, table: TableId, command: &Command) -> Option<room::Refusal> {
        let Command::Correct { correction, .. } = command else { return None };
        let account = match correction.from {
            Chips::Person(_) => return None,
            Chips::Drop => room::Account::Drop(table),
            Chips::Jackpot => room::Account::Jackpot(table),
            Chips::Promotion => room::Account::Promotion(table),
        };
        match correction.approved {
            Some(WHOEVER_APPROVES) => return None,
            None if self.kind_at(table) == room::ChipKind::House => {
                let put_in = self.put_in_box(table, correction.round, account)?;
                let left =
                    self.corrected_out(table, correction.round, correction.from).map(|out| put_in - out);
                let holds = self.ledger.balance(account);
                let is_in = left.is_some_and(|left| correction.amount <= left && correction.amount <= holds);
                return (!is_in).then(|| room::System::SecondPerson.into());
            }
            _ => {}
        }
        let holds = self.ledger.balance(account);
        (holds < correction.amount).then(|| room::System::BoxHoldsLess.into())
    }
}
