//! What the hall refuses before a table hears of it: what hangs on people, and on chips that no table sees; and who may
//! watch.

use room::{By, ChipKind, Chips, Command, Correction, PersonId, TableId};

use super::Hall;
use super::requests::Speaker;

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
        let refusal = self.partial_refusal(table, speaker.by(person), command);
        let refusal = refusal.or_else(|| self.guest_refusal(table, person, command));
        let refusal = refusal.or_else(|| self.names_nobody(speaker, command));
        refusal.or_else(|| self.takes_too_much(table, command))
    }

    /// Nobody deals or decides at a table of the house where they or their company have money. The floor may stop it.
    fn partial_refusal(&self, table: TableId, by: By, command: &Command) -> Option<room::Refusal> {
        let (By::Dealer(person) | By::Floor(person)) = by else { return None };
        let table = &self.tables.get(&table)?.table;
        if table.spec().is_practice || matches!(command, Command::Pause) {
            return None;
        }
        // A correction into or out of one's own pocket is for somebody else of the staff.
        let is_own = matches!(command, Command::Correct { correction } if people_of(correction).any(|one| one == person));
        if is_own || table.has_money(person) {
            return Some(room::System::StaffPlays.into());
        }
        table.has_money_of_company(person).then(|| room::System::CompanyPlays.into())
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
            Command::Correct { correction } => people_of(correction).collect(),
            _ => Vec::new(),
        };
        let is_barred = !place.table.spec().is_practice && !concerns.iter().all(has_account);
        is_barred.then(|| room::System::GuestsPractice.into())
    }

    /// The floor notes something of people whom the room knows.
    fn names_nobody(&self, speaker: Speaker, command: &Command) -> Option<room::Refusal> {
        let named = match command {
            _ if speaker != Speaker::Floor => return None,
            Command::Relatives { one, other, .. } => vec![*one, *other],
            Command::Company { person, .. } => vec![*person],
            Command::Correct { correction } => people_of(correction).collect(),
            _ => return None,
        };
        let unknown = named.into_iter().find(|person| !self.people.contains_key(person))?;
        Some(room::System::Nobody { person: unknown }.into())
    }

    /// A correction takes no more out of a box of the table than lies in it.
    fn takes_too_much(&self, table: TableId, command: &Command) -> Option<room::Refusal> {
        let Command::Correct { correction } = command else { return None };
        let account = match correction.from {
            Chips::Person(_) => return None,
            Chips::Drop => room::Account::Drop(table),
            Chips::Jackpot => room::Account::Jackpot(table),
            Chips::Promotion => room::Account::Promotion(table),
        };
        let holds = self.ledger.balance(account);
        (holds < correction.amount).then(|| room::System::NotSoMuch { holds }.into())
    }

    /// As whom somebody watches a table: a guest who may not sit there sees what the rail sees, and is offered nothing.
    pub(super) fn watches_as(&self, table: TableId, person: Option<PersonId>) -> Option<PersonId> {
        let place = self.tables.get(&table)?;
        let is_barred = |person: &PersonId| {
            let is_guest = self.people.get(person).is_some_and(|known| known.is_guest);
            is_guest && !place.table.spec().is_practice && !place.table.knows(*person)
        };
        person.filter(|person| !is_barred(person))
    }

    /// Whether a table of the house is nothing for somebody's eyes: those without an account watch it only if the rail
    /// is open.
    pub(super) fn is_closed_to(&self, table: TableId, person: Option<PersonId>) -> bool {
        let known = person.and_then(|person| self.people.get(&person));
        let has_account = known.is_some_and(|known| !known.is_guest);
        let is_house = self.tables.contains_key(&table) && self.kind_at(table) == ChipKind::House;
        is_house && !has_account && !self.config.open_rail
    }
}
