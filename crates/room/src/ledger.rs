//! Double entry: every chip that moves leaves one account and enters another.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use books::Money;
use serde::{Deserialize, Serialize};

use crate::{PersonId, TableId};

/// The two kinds of chips. They never meet: nothing that lies in an account of one kind goes to an account of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChipKind {
    /// Chips of the house: bought and redeemed at the cage, wagered at its tables, dropped and counted.
    House,
    /// Play chips: given to whoever wants to practise, and worth nothing.
    Play,
}

impl ChipKind {
    /// The kind of chips at a table.
    #[must_use]
    pub fn at(is_practice: bool) -> ChipKind {
        if is_practice { ChipKind::Play } else { ChipKind::House }
    }

    /// Where somebody's chips of this kind lie away from the tables.
    #[must_use]
    pub fn wallet(self, person: PersonId) -> Account {
        match self {
            ChipKind::House => Account::Patron(person),
            ChipKind::Play => Account::Play(person),
        }
    }

    /// Where chips of this kind come from.
    #[must_use]
    pub fn source(self) -> Account {
        match self {
            ChipKind::House => Account::Cage,
            ChipKind::Play => Account::PlayCage,
        }
    }
}

/// Where chips lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Account {
    /// The house's cage, below zero by all chips that are out.
    Cage,
    /// A patron's chips of the house away from the tables.
    Patron(PersonId),
    /// Where play chips come from, below zero by all that were given.
    PlayCage,
    /// Somebody's play chips away from the tables.
    Play(PersonId),
    /// A patron's chips at a table.
    Stack(TableId, PersonId),
    /// What lies on the spots of a table.
    Wagers(TableId),
    /// What lies before the bank of a table.
    Stake(TableId),
    /// What lies in the middle of a table.
    Pot(TableId),
    /// The drop box of a table.
    Drop(TableId),
    /// The jackpot's box of a table.
    Jackpot(TableId),
    /// The house's promotion money at a table.
    Promotion(TableId),
    /// A box that was pulled off a table and is not counted yet, by the number that it has there.
    Box(TableId, u32),
    /// Chips of the house that lie at a table for change.
    Tray(TableId),
    /// What was counted out of jackpot boxes: money of the players that the house holds.
    JackpotFund,
    /// What the house has set apart for promotions: it pays hits, and what bonuses at tables have cost.
    PromotionFund,
    /// What boxes lacked when they were counted, or held too much; below zero if more was found than the ledger had.
    Differences,
}

impl Account {
    /// The kind of chips that lie there, where the account itself says it: a table's are those of the table.
    #[must_use]
    pub fn kind(self) -> Option<ChipKind> {
        match self {
            Account::Cage
            | Account::Patron(_)
            | Account::JackpotFund
            | Account::PromotionFund
            | Account::Differences => Some(ChipKind::House),
            Account::PlayCage | Account::Play(_) => Some(ChipKind::Play),
            Account::Stack(..)
            | Account::Wagers(_)
            | Account::Stake(_)
            | Account::Pot(_)
            | Account::Drop(_)
            | Account::Jackpot(_)
            | Account::Promotion(_)
            | Account::Box(..)
            | Account::Tray(_) => None,
        }
    }

    /// The table to which it belongs.
    #[must_use]
    pub fn table(self) -> Option<TableId> {
        match self {
            Account::Cage
            | Account::Patron(_)
            | Account::PlayCage
            | Account::Play(_)
            | Account::JackpotFund
            | Account::PromotionFund
            | Account::Differences => None,
            Account::Stack(table, _)
            | Account::Box(table, _)
            | Account::Tray(table)
            | Account::Wagers(table)
            | Account::Stake(table)
            | Account::Pot(table)
            | Account::Drop(table)
            | Account::Jackpot(table)
            | Account::Promotion(table) => Some(table),
        }
    }

    /// Whether it may hold less than nothing: where chips come from, promotions and differences may.
    #[must_use]
    pub fn may_owe(self) -> bool {
        match self {
            Account::Cage | Account::PlayCage | Account::Promotion(_) | Account::Differences => true,
            Account::Patron(_)
            | Account::Play(_)
            | Account::Stack(..)
            | Account::Wagers(_)
            | Account::Stake(_)
            | Account::Pot(_)
            | Account::Drop(_)
            | Account::Jackpot(_)
            | Account::JackpotFund
            | Account::PromotionFund
            | Account::Box(..)
            | Account::Tray(_) => false,
        }
    }

    /// The same account for chips of a kind: a table speaks of somebody's wallet without saying which.
    #[must_use]
    pub fn of_kind(self, kind: ChipKind) -> Account {
        match self {
            Account::Patron(person) | Account::Play(person) => kind.wallet(person),
            Account::Cage | Account::PlayCage => kind.source(),
            other => other,
        }
    }
}

impl FromStr for Account {
    type Err = NotAnAccount;

    fn from_str(text: &str) -> Result<Account, NotAnAccount> {
        let refused = || NotAnAccount(text.to_owned());
        let number = |digits: &str| digits.parse::<u32>().map_err(|_| refused());
        if text == "cage" {
            return Ok(Account::Cage);
        }
        if text == "play-cage" {
            return Ok(Account::PlayCage);
        }
        if text == "promotion-fund" {
            return Ok(Account::PromotionFund);
        }
        if text == "jackpot-fund" {
            return Ok(Account::JackpotFund);
        }
        if text == "differences" {
            return Ok(Account::Differences);
        }
        if let Some(person) = text.strip_prefix("play:") {
            return Ok(Account::Play(number(person)?));
        }
        if let Some(person) = text.strip_prefix("patron:") {
            return Ok(Account::Patron(number(person)?));
        }
        let (table, part) =
            text.strip_prefix("table:").and_then(|rest| rest.split_once('/')).ok_or_else(refused)?;
        let table = number(table)?;
        match part {
            "wagers" => Ok(Account::Wagers(table)),
            "stake" => Ok(Account::Stake(table)),
            "pot" => Ok(Account::Pot(table)),
            "drop" => Ok(Account::Drop(table)),
            "jackpot" => Ok(Account::Jackpot(table)),
            "promotion" => Ok(Account::Promotion(table)),
            "tray" => Ok(Account::Tray(table)),
            part => {
                if let Some(box_number) = part.strip_prefix("box:") {
                    return Ok(Account::Box(table, number(box_number)?));
                }
                let person = part.strip_prefix("stack:").ok_or_else(refused)?;
                Ok(Account::Stack(table, number(person)?))
            }
        }
    }
}

/// A text that names no account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAnAccount(String);

impl fmt::Display for NotAnAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is no account", self.0)
    }
}

impl std::error::Error for NotAnAccount {}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Account::Cage => write!(f, "cage"),
            Account::Patron(person) => write!(f, "patron:{person}"),
            Account::PlayCage => write!(f, "play-cage"),
            Account::Play(person) => write!(f, "play:{person}"),
            Account::Stack(table, person) => write!(f, "table:{table}/stack:{person}"),
            Account::Wagers(table) => write!(f, "table:{table}/wagers"),
            Account::Stake(table) => write!(f, "table:{table}/stake"),
            Account::Pot(table) => write!(f, "table:{table}/pot"),
            Account::Drop(table) => write!(f, "table:{table}/drop"),
            Account::Jackpot(table) => write!(f, "table:{table}/jackpot"),
            Account::Promotion(table) => write!(f, "table:{table}/promotion"),
            Account::Box(table, number) => write!(f, "table:{table}/box:{number}"),
            Account::Tray(table) => write!(f, "table:{table}/tray"),
            Account::JackpotFund => write!(f, "jackpot-fund"),
            Account::PromotionFund => write!(f, "promotion-fund"),
            Account::Differences => write!(f, "differences"),
        }
    }
}

/// Chips that move from one account to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transfer {
    /// Where they leave.
    pub from: Account,
    /// Where they go.
    pub to: Account,
    /// How much; always above zero.
    pub amount: Money,
}

impl Transfer {
    /// The same with chips of a kind.
    #[must_use]
    pub fn of_kind(self, kind: ChipKind) -> Transfer {
        Transfer { from: self.from.of_kind(kind), to: self.to.of_kind(kind), amount: self.amount }
    }
}

/// Why a transfer cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LedgerFault {
    /// The amount is not above zero.
    NothingMoves,
    /// The account does not hold as much.
    NotEnough {
        /// Which account.
        account: Account,
        /// What it holds.
        holds: Money,
    },
}

impl fmt::Display for LedgerFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LedgerFault::NothingMoves => write!(f, "the amount must be above zero"),
            LedgerFault::NotEnough { account, holds } => write!(f, "{account} holds only {holds}"),
        }
    }
}

impl std::error::Error for LedgerFault {}

/// What every account holds; the sum is always zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    balances: BTreeMap<Account, Money>,
}

impl Ledger {
    /// What an account holds.
    #[must_use]
    pub fn balance(&self, account: Account) -> Money {
        self.balances.get(&account).copied().unwrap_or_default()
    }

    /// Every account that holds anything, or owes it.
    pub fn balances(&self) -> impl Iterator<Item = (Account, Money)> + '_ {
        self.balances.iter().map(|(account, amount)| (*account, *amount))
    }

    /// Sets what an account holds, as a store has kept it.
    pub fn set(&mut self, account: Account, amount: Money) {
        if amount == Money::ZERO {
            self.balances.remove(&account);
        } else {
            self.balances.insert(account, amount);
        }
    }

    /// Moves chips.
    ///
    /// # Errors
    /// When nothing would move, or an account other than where chips come from, promotions and differences would go below
    /// zero.
    pub fn record(&mut self, transfer: &Transfer) -> Result<(), LedgerFault> {
        if !transfer.amount.is_positive() {
            return Err(LedgerFault::NothingMoves);
        }
        let holds = self.balance(transfer.from);
        if !transfer.from.may_owe() && holds < transfer.amount {
            return Err(LedgerFault::NotEnough { account: transfer.from, holds });
        }
        self.add(transfer.from, Money::ZERO - transfer.amount);
        self.add(transfer.to, transfer.amount);
        Ok(())
    }

    /// Moves chips without asking whether they are there, for logs that are read stream by stream.
    pub fn force(&mut self, transfer: &Transfer) {
        self.add(transfer.from, Money::ZERO - transfer.amount);
        self.add(transfer.to, transfer.amount);
    }

    /// Undoes a transfer that was made.
    pub fn take_back(&mut self, transfer: &Transfer) {
        self.add(transfer.to, Money::ZERO - transfer.amount);
        self.add(transfer.from, transfer.amount);
    }

    fn add(&mut self, account: Account, amount: Money) {
        let balance = self.balances.entry(account).or_default();
        *balance += amount;
        if *balance == Money::ZERO {
            self.balances.remove(&account);
        }
    }

    /// The sum over all accounts with chips of a kind: zero.
    pub fn total_of(&self, kind: ChipKind, is_practice: impl Fn(TableId) -> bool) -> Money {
        let is_so = |account: &Account| {
            let own =
                account.kind().or_else(|| account.table().map(|table| ChipKind::at(is_practice(table))));
            own == Some(kind)
        };
        self.balances.iter().filter(|(account, _)| is_so(account)).map(|(_, amount)| *amount).sum()
    }

    /// The sum over all accounts: zero.
    #[must_use]
    pub fn total(&self) -> Money {
        self.balances.values().copied().sum()
    }
}
