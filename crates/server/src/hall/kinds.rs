//! The two kinds of chips: play chips, which are given, and those of the house, which the cage sells. A table is played
//! with one kind for ever, everybody has a wallet of each, and nothing goes from one to the other.

use std::collections::BTreeSet;

use books::Money;
use room::{Account, ChipKind, PersonId, TableId, Time, Transfer};
use store::Stream;

use super::Hall;
use super::requests::HallError;
use crate::journal::{HouseEntry, PersonKind, PlayWallet, PracticeTable, TableEntry};

/// What moves when the kinds are parted: what guests and bots had becomes play chips, and the cage owes nothing for them
/// and for what lies at practice tables.
pub(crate) fn parted(people: &[PlayWallet], chips: Money) -> Vec<Transfer> {
    let wallet = |one: &PlayWallet| Transfer {
        from: Account::Patron(one.person),
        to: Account::Play(one.person),
        amount: one.amount,
    };
    let (from, to) = match chips.is_positive() {
        true => (Account::PlayCage, Account::Cage),
        false => (Account::Cage, Account::PlayCage),
    };
    let amount = if chips.is_positive() { chips } else { Money::ZERO - chips };
    let owed = (!amount.is_zero()).then_some(Transfer { from, to, amount });
    people.iter().map(wallet).chain(owed).collect()
}

impl Hall {
    /// The kind of chips at a table.
    pub(super) fn kind_at(&self, table: TableId) -> ChipKind {
        ChipKind::at(self.standing.practice.contains(&table))
    }

    /// The sum over all accounts of a kind.
    pub(super) fn total_of(&self, kind: ChipKind) -> Money {
        self.ledger.total_of(kind, |table| self.kind_at(table) == ChipKind::Play)
    }

    /// Gives somebody play chips.
    pub(super) fn give_play_chips(&mut self, person: PersonId, amount: Money, at: Time) {
        let transfer = Transfer { from: Account::PlayCage, to: Account::Play(person), amount };
        self.move_play_chips(&HouseEntry::PlayChipsGiven { person, amount }, transfer, at);
    }

    /// Takes play chips back that somebody has away from the tables.
    pub(super) fn take_play_chips(&mut self, person: PersonId, amount: Money, at: Time) {
        let transfer = Transfer { from: Account::Play(person), to: Account::PlayCage, amount };
        self.move_play_chips(&HouseEntry::PlayChipsTaken { person, amount }, transfer, at);
    }

    fn move_play_chips(&mut self, entry: &HouseEntry, transfer: Transfer, at: Time) {
        match self.ledger.record(&transfer) {
            Ok(()) => self.house(entry, &[transfer], at),
            Err(fault) => tracing::error!("play chips cannot be moved: {fault}"),
        }
    }

    /// Gives somebody who practises as many play chips as a newcomer has, those at tables counted.
    pub(super) fn fill_up(&mut self, person: PersonId, at: Time) -> Result<(), HallError> {
        let stacks = self.standing.practice.iter().map(|table| Account::Stack(*table, person));
        let held: Money =
            stacks.chain([Account::Play(person)]).map(|account| self.ledger.balance(account)).sum();
        let full = self.config.guest_chips;
        if held >= full {
            return Err(HallError::Refused(format!(
                "you have {held} in play chips, as many as anybody gets"
            )));
        }
        self.give_play_chips(person, full - held, at);
        Ok(())
    }

    /// Keeps the kinds apart from now on, in a room that did not yet. What guests and bots have and what lies at practice
    /// tables are play chips; what people with an account have away from them are chips of the house.
    pub(super) fn part_kinds(&mut self, now: Time) -> Result<(), store::Error> {
        if self.standing.is_parted {
            return Ok(());
        }
        let mut practice = Vec::new();
        for stream in self.store.streams()? {
            if stream.is_table() && self.was_practice(stream)? {
                practice.push(PracticeTable { table: stream.0, number: self.store.tip(stream)?.number });
            }
        }
        let tables: BTreeSet<TableId> = practice.iter().map(|one| one.table).collect();
        let is_there = |account: Account| account.table().is_some_and(|table| tables.contains(&table));
        let on_tables: Money =
            self.ledger.balances().filter(|(account, _)| is_there(*account)).map(|(_, amount)| amount).sum();
        let wallet = |person: PersonId| {
            let amount = self.ledger.balance(Account::Patron(person));
            amount.is_positive().then_some(PlayWallet { person, amount })
        };
        let people: Vec<PlayWallet> = self.without_account()?.into_iter().filter_map(wallet).collect();
        let chips = people.iter().map(|one| one.amount).sum::<Money>() + on_tables;
        let moved = parted(&people, chips);
        for transfer in &moved {
            self.ledger.force(transfer);
        }
        self.house(&HouseEntry::KindsParted { practice, people, chips }, &moved, now);
        Ok(())
    }

    /// Whether a table was opened for practice.
    fn was_practice(&self, stream: Stream) -> Result<bool, store::Error> {
        if let Some(place) = self.tables.get(&stream.0) {
            return Ok(place.table.spec().is_practice);
        }
        let opening = self.store.entries(stream, 1, 1)?;
        let body = opening.first().and_then(|logged| serde_json::from_str(&logged.entry.body).ok());
        Ok(matches!(body, Some(TableEntry::Open { spec, .. }) if spec.is_practice))
    }

    /// The guests and bots of the house's log.
    fn without_account(&self) -> Result<BTreeSet<PersonId>, store::Error> {
        let mut found = BTreeSet::new();
        let mut from = 1;
        loop {
            let entries = self.store.entries(Stream::HOUSE, from, 1_000)?;
            let Some(last) = entries.last() else { return Ok(found) };
            from = last.entry.last() + 1;
            for logged in &entries {
                match serde_json::from_str(&logged.entry.body) {
                    Ok(HouseEntry::PersonAdded {
                        person, kind: PersonKind::Guest | PersonKind::Bot, ..
                    }) => {
                        found.insert(person);
                    }
                    // Earlier versions made patrons of guests.
                    Ok(HouseEntry::RolesChanged { person, after, .. })
                        if !after.contains(&crate::Role::Guest) =>
                    {
                        found.remove(&person);
                    }
                    _ => {}
                }
            }
        }
    }
}
