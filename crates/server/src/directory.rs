//! Which node runs which table, as the hall of this one has last seen it: asked by whoever passes requests on.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use room::TableId;
use store::Member;
use tokio::sync::watch;

/// Where a table is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Whereabouts {
    /// In the hall of this node.
    Here,
    /// In that of another.
    There(Member),
    /// On its way from one to another.
    Moving,
    /// In no hall, as far as is known.
    Unknown,
}

/// What is known of all nodes; cheap to hand on.
#[derive(Clone, Default)]
pub(crate) struct Directory(Arc<RwLock<Inner>>);

#[derive(Default)]
struct Inner {
    own: u64,
    /// What other nodes show to this one.
    secret: String,
    members: Vec<Member>,
    tables: HashMap<TableId, Option<u64>>,
    /// How often it was looked.
    turn: watch::Sender<u64>,
}

impl Directory {
    /// What a node knows that has just come in.
    pub(crate) fn new(own: u64, secret: &str) -> Directory {
        let inner = Inner { own, secret: secret.to_owned(), ..Inner::default() };
        Directory(Arc::new(RwLock::new(inner)))
    }

    fn read(&self) -> RwLockReadGuard<'_, Inner> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes what was seen, with the tables that this node has in its hall whatever it has seen.
    pub(crate) fn see(&self, look: &store::Look, has: impl Fn(TableId) -> bool) {
        let mut inner = self.0.write().unwrap_or_else(PoisonError::into_inner);
        inner.members.clone_from(&look.members);
        let own = inner.own;
        inner.tables.clear();
        for (stream, holder) in &look.holders {
            let holder = if has(stream.0) { Some(own) } else { holder.filter(|holder| *holder != own) };
            inner.tables.insert(stream.0, holder);
        }
        inner.turn.send_modify(|turn| *turn += 1);
    }

    /// Takes note that a table goes from here.
    pub(crate) fn leaves(&self, table: TableId) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).tables.insert(table, None);
    }

    /// The number of this node.
    pub(crate) fn own(&self) -> u64 {
        self.read().own
    }

    /// How often it was looked so far.
    pub(crate) fn turn(&self) -> u64 {
        *self.read().turn.borrow()
    }

    /// Where a table is.
    pub(crate) fn of(&self, table: TableId) -> Whereabouts {
        let inner = self.read();
        match inner.tables.get(&table) {
            None => Whereabouts::Unknown,
            Some(Some(node)) if *node == inner.own => Whereabouts::Here,
            Some(holder) => {
                let member = inner.members.iter().find(|member| Some(member.node) == *holder);
                member.map_or(Whereabouts::Moving, |member| Whereabouts::There(member.clone()))
            }
        }
    }

    /// All other nodes.
    pub(crate) fn others(&self) -> Vec<Member> {
        let inner = self.read();
        inner.members.iter().filter(|member| member.node != inner.own).cloned().collect()
    }

    /// Waits until a node is none of the room any more.
    pub(crate) async fn left(self, node: u64) {
        let mut turn = self.read().turn.subscribe();
        while self.read().members.iter().any(|member| member.node == node) {
            if turn.changed().await.is_err() {
                return;
            }
        }
    }

    /// The node that does for all what one of them must do; nobody else's if it is this one.
    pub(crate) fn on_duty(&self) -> Option<Member> {
        let inner = self.read();
        let first = inner.members.iter().min_by_key(|member| member.node)?;
        (first.node != inner.own).then(|| first.clone())
    }

    /// Whether somebody shows what only other nodes know.
    pub(crate) fn is_member(&self, shown: &[u8]) -> bool {
        let inner = self.read();
        // Every byte is compared, however many are right.
        let differs =
            inner.secret.bytes().zip(shown).fold(0, |differs, (own, other)| differs | (own ^ other));
        inner.secret.len() == shown.len() && !inner.secret.is_empty() && differs == 0
    }

    /// Whether another node is at an address: it brings the clients of all.
    pub(crate) fn is_at(&self, address: IpAddr) -> bool {
        let host = |member: &Member| member.address.parse::<std::net::SocketAddr>().ok().map(|one| one.ip());
        self.others().iter().filter_map(host).any(|ip| ip.to_canonical() == address.to_canonical())
    }
}
