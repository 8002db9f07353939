//! Double entry: every chip that moves leaves one account and enters another.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use books::Money;
use serde::{Deserialize, Serialize};

use crate::{PersonId, TableId};

/// Where chips lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Account {
    /// The house's cage, below zero by all chips that are out.
    Cage,
    /// A patron's chips away from the tables.
    Patron(PersonId),
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
}

impl FromStr for Account {
    type Err = NotAnAccount;

    fn from_str(text: &str) -> Result<Account, NotAnAccount> {
        let refused = || NotAnAccount(text.to_owned());
        let number = |digits: &str| digits.parse::<u32>().map_err(|_| refused());
        if text == "cage" {
            return Ok(Account::Cage);
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
            part => {
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
            Account::Stack(table, person) => write!(f, "table:{table}/stack:{person}"),
            Account::Wagers(table) => write!(f, "table:{table}/wagers"),
            Account::Stake(table) => write!(f, "table:{table}/stake"),
            Account::Pot(table) => write!(f, "table:{table}/pot"),
            Account::Drop(table) => write!(f, "table:{table}/drop"),
            Account::Jackpot(table) => write!(f, "table:{table}/jackpot"),
            Account::Promotion(table) => write!(f, "table:{table}/promotion"),
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
    /// When nothing would move, or an account other than the cage and promotions would go below zero.
    pub fn record(&mut self, transfer: &Transfer) -> Result<(), LedgerFault> {
        if !transfer.amount.is_positive() {
            return Err(LedgerFault::NothingMoves);
        }
        let holds = self.balance(transfer.from);
        let may_owe = matches!(transfer.from, Account::Cage | Account::Promotion(_));
        if !may_owe && holds < transfer.amount {
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

    /// The sum over all accounts: zero.
    #[must_use]
    pub fn total(&self) -> Money {
        self.balances.values().copied().sum()
    }
}
