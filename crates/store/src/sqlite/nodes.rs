//! A room in a file is run by one program: its lock is for one.

use std::collections::BTreeMap;

use money::Money;

use super::Sqlite;
use crate::{Error, Lease, Look, NewNode, Nodes, Reader as _, Stream};

impl Nodes for Sqlite {
    fn enter(&mut self, _: &NewNode) -> Result<u64, Error> {
        Err(Error::Alone)
    }

    fn offer(&mut self, _: &[Stream]) -> Result<(), Error> {
        Err(Error::Alone)
    }

    fn beat(&mut self, _: bool) -> Result<(), Error> {
        Err(Error::Alone)
    }

    fn look(&self) -> Result<Look, Error> {
        Err(Error::Alone)
    }

    fn bury(&mut self, _: u64, _: u64) -> Result<bool, Error> {
        Err(Error::Alone)
    }

    fn take_table(&mut self, _: Stream, _: Option<u64>) -> Result<Option<Lease>, Error> {
        Err(Error::Alone)
    }

    fn leave_beside(&mut self, _: Stream, _: &str) -> Result<(), Error> {
        Err(Error::Alone)
    }

    fn take_beside(&mut self, _: Stream) -> Result<Option<String>, Error> {
        Err(Error::Alone)
    }

    fn open_table(&mut self, _: Stream) -> Result<(), Error> {
        Err(Error::Alone)
    }

    fn close_table(&mut self, _: Stream) -> Result<(), Error> {
        Err(Error::Alone)
    }

    fn take_house(&mut self) -> Result<(), Error> {
        Err(Error::Alone)
    }

    fn balances_of(&self, accounts: &[String]) -> Result<BTreeMap<String, Money>, Error> {
        let mut all = self.balances()?;
        all.retain(|account, _| accounts.contains(account));
        Ok(all)
    }
}
