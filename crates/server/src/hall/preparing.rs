//! What a hall does as one of several before it decides or shows something: it takes what other nodes have written into the
//! house's log, reads wallets again, and looks at their tables.

use room::{Account, By, Command, Ledger, PersonId, Time};
use store::{Entry, Stream};

use super::commit::stop_unless;
use super::preview::speaking;
use super::{DeskRead, Hall, Known, Read, Speaker, Write, cage};
use crate::company::CompanyEntry;
use crate::journal::{HouseEntry, PersonKind};
use crate::law::{LawEntry, Packs};
use crate::library::Library;
use crate::names;
use crate::patrons::{PatronSaid, Patrons, brings_chips};

/// What other nodes have written about, of which more lies elsewhere than in the house's log.
#[derive(Default)]
struct Heard {
    of_patrons: bool,
    of_packs: bool,
}

/// Whether a command takes from a wallet, or is refused or not by what the house's log says of people and lists: other nodes
/// change both.
fn rests_on_house(command: &Command) -> bool {
    matches!(
        command,
        Command::Sit { .. }
            | Command::AddChips { .. }
            | Command::StandBehind { .. }
            | Command::ChangeSeat { .. }
            | Command::Join
            | Command::GiveConsent
            | Command::For { .. }
    )
}

impl Hall {
    /// Takes the house's stream for what is held back, with everything that others have written there.
    pub(super) fn take_house(&mut self) -> Result<(), store::Error> {
        if self.node.is_some() {
            self.store.take_house()?;
            self.follow()?;
        }
        Ok(())
    }

    /// Takes what other nodes have written into the house's log.
    pub(super) fn follow(&mut self) -> Result<(), store::Error> {
        let mut heard = None;
        loop {
            let entries = self.store.entries(Stream::HOUSE, self.house_number + 1, 1_000)?;
            let Some(last) = entries.last() else { break };
            self.house_number = last.entry.last();
            for logged in &entries {
                self.take_note(&logged.entry, heard.get_or_insert_default());
            }
        }
        let Some(Heard { of_patrons, of_packs }) = heard else { return Ok(()) };
        if self.store.tip(Stream::LIBRARY)?.number != self.library.number() {
            self.library = Library::read(self.store.as_ref())?;
        }
        if of_patrons {
            self.patrons = Patrons::default();
            self.take_records()?;
        }
        if of_packs {
            match Packs::kept(&self.library, &self.standing.law.packs) {
                Ok(packs) => self.law = packs,
                Err(fault) => tracing::warn!("law packs are left as they were: {fault}"),
            }
        }
        Ok(())
    }

    fn take_note(&mut self, entry: &Entry, heard: &mut Heard) {
        self.clock.not_before(Time(entry.at_ms));
        self.house_time(Time(entry.at_ms));
        let Ok(said) = serde_json::from_str::<HouseEntry>(&entry.body) else { return };
        self.standing.take(&said, entry.at_ms);
        match said {
            HouseEntry::PersonAdded { person, name, kind, .. } => {
                self.looks.extend(names::looks(&name));
                let (is_bot, is_guest) = (kind == PersonKind::Bot, kind == PersonKind::Guest);
                self.people.insert(person, Known { name, is_bot, is_guest });
            }
            HouseEntry::RolesChanged { person, after, .. } => {
                if let Some(known) = self.people.get_mut(&person) {
                    known.is_guest = after.contains(&crate::Role::Guest);
                }
            }
            HouseEntry::Patron(said) => {
                heard.of_patrons = true;
                if let PatronSaid::Removed { person, .. } = said {
                    self.people.remove(&person);
                }
            }
            HouseEntry::Law(said) => heard.of_packs |= matches!(said, LawEntry::PacksRead { .. }),
            HouseEntry::Company(said) => {
                if let CompanyEntry::BadgeGiven { person, .. } | CompanyEntry::BadgeTaken { person, .. } =
                    said
                    && let Some(node) = &mut self.node
                {
                    node.badges.insert(person);
                }
            }
            // The standing has taken what they say, and nothing else of the hall rests on them: balances are read from
            // the store before anything is decided by them, and what is done at a table is its own node's.
            HouseEntry::List(_)
            | HouseEntry::Jackpot(_)
            | HouseEntry::LineUp(_)
            | HouseEntry::ChipsBought { .. }
            | HouseEntry::ChipsRedeemed { .. }
            | HouseEntry::ExchangeAsked { .. }
            | HouseEntry::ExchangeDeclined { .. }
            | HouseEntry::CorrectionAsked { .. }
            | HouseEntry::CorrectionSettled { .. }
            | HouseEntry::PlayChipsGiven { .. }
            | HouseEntry::PlayChipsTaken { .. }
            | HouseEntry::KindsParted { .. }
            | HouseEntry::TableOpened { .. }
            | HouseEntry::Silenced { .. }
            | HouseEntry::StaffActed { .. }
            | HouseEntry::ActedFor { .. }
            | HouseEntry::TableClosed { .. }
            | HouseEntry::TableSetAside { .. }
            | HouseEntry::TableTakenUp { .. }
            | HouseEntry::ChipsGivenBack { .. }
            | HouseEntry::RoomOpened { .. }
            | HouseEntry::RoomClosed
            | HouseEntry::TipsNoted { .. }
            | HouseEntry::Archived { .. }
            | HouseEntry::BackedUp { .. }
            | HouseEntry::NotePassedOver { .. }
            | HouseEntry::RolesRefused { .. }
            | HouseEntry::PasswordSet { .. }
            | HouseEntry::ShiftOpened { .. }
            | HouseEntry::ShiftClosed { .. }
            | HouseEntry::BoxPulled { .. }
            | HouseEntry::BoxCounted { .. }
            | HouseEntry::CageCounted { .. }
            | HouseEntry::CageTried { .. }
            | HouseEntry::TrayCounted { .. }
            | HouseEntry::TableFilled { .. }
            | HouseEntry::TableCredited { .. } => {}
        }
    }

    /// The time of an entry of the house: never before that of another node.
    pub(super) fn house_time(&mut self, at: Time) -> Time {
        self.node.as_mut().map_or(at, |node| node.house_time(at))
    }

    /// Does what changes something, on what is so by now.
    pub(super) fn write_as_node(&mut self, write: Write) {
        self.prepare(&write);
        self.write(write);
    }

    /// Answers what only looks, with what is so by now.
    pub(super) fn answer_as_node(&mut self, read: Read) {
        self.prepare_to_read(&read);
        self.answer(read);
    }

    /// Readies the hall for what is decided by the house's log or by wallets, which other nodes change: what came before
    /// is written, and nobody else writes there until this is.
    fn prepare(&mut self, write: &Write) {
        if self.node.is_none() {
            return;
        }
        match write {
            Write::Command { person, speaker, command, .. } => {
                if rests_on_house(command) {
                    // No batch of another node ends before this one, so that no wallet is taken from twice.
                    self.begin_anew();
                } else if *speaker != Speaker::Patron || !self.people.contains_key(person) {
                    stop_unless(self.follow());
                }
            }
            Write::OpenSession { .. }
            | Write::FirstUsed(..)
            | Write::CloseSession(..)
            | Write::RenewSession(..)
            | Write::CloseSessionsOf(..)
            | Write::KeepPreferences(..)
            | Write::Keep(_) => {}
            Write::Open { .. }
            | Write::AddPerson { .. }
            | Write::SetRoles { .. }
            | Write::SetPassword { .. }
            | Write::Private(_) => self.begin_anew(),
            Write::Exchange(..)
            | Write::Settle { .. }
            | Write::Correction(_)
            | Write::PlayChips(..)
            | Write::GiveBack { .. }
            | Write::Law(_)
            | Write::Desk(_) => {
                self.begin_anew();
                self.read_balances();
                stop_unless(self.look_at_others());
            }
        }
    }

    /// Writes what was done, and holds the house's log for what comes next.
    pub(super) fn begin_anew(&mut self) {
        self.commit();
        self.hold_house();
    }

    /// Holds the house's log, which others write to as well.
    pub(super) fn hold_house(&mut self) {
        if self.node.is_some() {
            let held = self.hold();
            stop_unless(held);
        }
    }

    /// Puts what tables did on disk before it is read from there. Over several nodes no batch ends until what follows is
    /// written, so that logs and accounts stay as they are read.
    pub(super) fn put_on_disk(&mut self) {
        self.begin_anew();
        if self.node.is_some() {
            self.read_balances();
        }
    }

    /// Reads every account again. What was done must be on disk.
    pub(super) fn read_balances(&mut self) {
        match self.store.balances() {
            Ok(balances) => {
                self.ledger = Ledger::default();
                for (account, amount) in balances {
                    if let Some(account) = cage::account(&account) {
                        self.ledger.set(account, amount);
                    }
                }
            }
            Err(error) => stop_unless(Err(error)),
        }
    }

    /// Readies the hall for whoever looks at what other nodes change. What was done is on disk.
    fn prepare_to_read(&mut self, read: &Read) {
        if self.node.is_none() {
            return;
        }
        match read {
            Read::Wallet(person, _) => self.read_wallet(*person),
            Read::Desk(DeskRead::NotServed(..)) => stop_unless(self.follow()),
            Read::Cage(_) | Read::Law(_) | Read::Desk(_) => {
                self.commit();
                stop_unless(self.follow());
                self.read_balances();
                stop_unless(self.look_at_others());
            }
            Read::Rows(tables, _) => stop_unless(self.look_at_these(tables.clone())),
            Read::Asked(_) | Read::AskedCorrections(_) | Read::Accounts(_) | Read::Session(..) => {
                stop_unless(self.follow());
            }
            Read::Watch { .. }
            | Read::View { .. }
            | Read::Foresee { .. }
            | Read::Private(_)
            | Read::IsPractice(..)
            | Read::Lobby(_)
            | Read::OwnTables(..)
            | Read::Floor(_)
            | Read::PersonNamed(..)
            | Read::Preferences(..)
            | Read::CorrectionsOf(..)
            | Read::OpenUntil(..)
            | Read::Coached { .. }
            | Read::Metrics(_) => {}
        }
    }

    /// Reads the chips again that somebody has away from the tables, and counts what this turn has moved.
    pub(super) fn read_wallet(&mut self, person: PersonId) {
        if self.node.is_none() {
            return;
        }
        let accounts = [Account::Patron(person), Account::Play(person)];
        let names = accounts.map(|account| account.to_string());
        let found = match self.store.balances_of(&names) {
            Ok(found) => found,
            Err(error) => return stop_unless(Err(error)),
        };
        for (account, name) in accounts.into_iter().zip(names) {
            let mut amount = found.get(&name).copied().unwrap_or(books::Money::ZERO);
            for transfer in self.batch.entries.iter().flat_map(|entry| &entry.transfers) {
                if transfer.to == name {
                    amount += transfer.amount;
                }
                if transfer.from == name {
                    amount -= transfer.amount;
                }
            }
            self.ledger.set(account, amount);
        }
    }

    /// The same before a command that takes from it.
    pub(super) fn read_wallet_for(&mut self, by: By, command: &Command) {
        let person = match command {
            Command::For { person, .. } => Some(*person),
            command if brings_chips(command) => speaking(by),
            _ => None,
        };
        if let Some(person) = person {
            self.read_wallet(person);
        }
    }
}
