//! What the hall refuses before a table hears of it: what hangs on people, and on chips that no table sees.

use room::{By, Chips, Command, PersonId, TableId};

use super::Hall;
use super::requests::Speaker;

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
        if table.has_money(person) {
            return Some(room::System::StaffPlays.into());
        }
        table.has_money_of_company(person).then(|| room::System::CompanyPlays.into())
    }

    /// Guests play with play chips, so they sit at practice tables only.
    fn guest_refusal(&self, table: TableId, person: PersonId, command: &Command) -> Option<room::Refusal> {
        let place = self.tables.get(&table)?;
        // Staff may seat somebody, but not where they could not sit down themselves.
        let (person, command) = match command {
            Command::For { person, command } => (*person, command.as_ref()),
            command => (person, command),
        };
        let is_guest = self.people.get(&person).is_some_and(|known| known.is_guest);
        let sits = matches!(command, Command::Sit { .. } | Command::StandBehind { .. } | Command::Join);
        let is_barred = is_guest && sits && !place.table.spec().is_practice;
        is_barred.then(|| room::System::GuestsPractice.into())
    }

    /// The floor notes something of people whom the room knows.
    fn names_nobody(&self, speaker: Speaker, command: &Command) -> Option<room::Refusal> {
        let named = match command {
            _ if speaker != Speaker::Floor => return None,
            Command::Relatives { one, other, .. } => vec![*one, *other],
            Command::Company { person, .. } => vec![*person],
            Command::Correct { correction } => {
                let named = [correction.from, correction.to].into_iter();
                named
                    .filter_map(|chips| if let Chips::Person(person) = chips { Some(person) } else { None })
                    .collect()
            }
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
}
