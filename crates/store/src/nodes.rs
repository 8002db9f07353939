//! Several programs that run one room together: each is a node with a row and a beat, and holds leases of some tables.

use std::collections::BTreeMap;

use money::Money;

use crate::{Error, Lease, Stream};

/// Somebody who comes to run some of the tables.
#[derive(Clone, Debug)]
pub struct NewNode {
    /// Where the other nodes reach it.
    pub address: String,
    /// What they show it, so that it takes their word.
    pub secret: String,
    /// Which protocol it speaks with them.
    pub protocol: u32,
    /// Which version of the program it is, if its protocol says so.
    pub version: Option<String>,
}

/// A node as its row has it.
#[derive(Clone, PartialEq, Eq)]
pub struct Member {
    /// Its number, never given twice.
    pub node: u64,
    /// How often it has beaten.
    pub beat: u64,
    /// Where the other nodes reach it.
    pub address: String,
    /// What they show it.
    pub secret: String,
    /// Which protocol it speaks with them.
    pub protocol: u32,
    /// Which version of the program it is, if it says so.
    pub version: Option<String>,
    /// Whether it gives its tables up.
    pub is_leaving: bool,
}

impl std::fmt::Debug for Member {
    /// Leaves the secret out, so that it never ends up in a message.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Member")
            .field("node", &self.node)
            .field("beat", &self.beat)
            .field("address", &self.address)
            .finish_non_exhaustive()
    }
}

/// All nodes, and who holds which open table, at one moment.
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// The nodes, by number.
    pub members: Vec<Member>,
    /// Who holds each open table; nobody if it is free.
    pub holders: BTreeMap<Stream, Option<u64>>,
    /// Which version of the program has run a table last, where it said so.
    pub versions: BTreeMap<Stream, String>,
}

/// What several programs that run one room need of its database. A room in a file is run by one ([`Error::Alone`]).
///
/// A node is taken for dead by whoever has seen the same beat for a whole term by its own clock, and buries it: from then
/// on its beats fail, and its tables are free to be taken. The house's own stream and the library are written by all of
/// them: each transaction that does so takes their leases, which raises the epochs, and gives them up with its end.
pub trait Nodes {
    /// Comes in as a node, with a first beat, and gives its number; refused while a single program runs the room.
    fn enter(&mut self, node: &NewNode) -> Result<u64, Error>;

    /// Makes the leases of open tables that have none, free for whoever takes them.
    fn offer(&mut self, tables: &[Stream]) -> Result<(), Error>;

    /// Beats; [`Error::Lost`] if this node was buried.
    fn beat(&mut self, is_leaving: bool) -> Result<(), Error>;

    /// Who is there, and who holds what.
    fn look(&self) -> Result<Look, Error>;

    /// Takes a node for dead whose beat is still this one, and says whether it was.
    fn bury(&mut self, node: u64, beat: u64) -> Result<bool, Error>;

    /// Takes a table that is free, or that a buried node held; nothing if somebody else has it by now.
    fn take_table(&mut self, table: Stream, from: Option<u64>) -> Result<Option<Lease>, Error>;

    /// Leaves something beside a table's lease for whoever takes it next. It is in no log, and gone when the database has
    /// to recover.
    fn leave_beside(&mut self, table: Stream, text: &str) -> Result<(), Error>;

    /// Takes away what was left beside a table's lease.
    fn take_beside(&mut self, table: Stream) -> Result<Option<String>, Error>;

    /// Takes a table that is opened with what is held back.
    fn open_table(&mut self, table: Stream) -> Result<(), Error>;

    /// Marks a table that this node holds as closed: nobody takes it any more.
    fn close_table(&mut self, table: Stream) -> Result<(), Error>;

    /// Takes the house's stream and the library for what is held back, until it is kept.
    fn take_house(&mut self) -> Result<(), Error>;

    /// What some accounts hold; those that were never used hold nothing.
    fn balances_of(&self, accounts: &[String]) -> Result<BTreeMap<String, Money>, Error>;
}
