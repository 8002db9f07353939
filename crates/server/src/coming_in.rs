//! How one of several nodes comes into a room: who may, at which address and by which clock, and who makes a new room's
//! first accounts.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use store::Place;

use crate::{NodeConfig, RoomFault, api, directory, hall, journal};

/// A node that has come in, if the program is one, and what it knows of the others.
pub(crate) type ComeIn = Option<(hall::Node, directory::Directory)>;

/// Waits until a room has its first accounts, or nobody came before this node who could be about to make them: of nodes
/// that are started at the same moment one makes the room. Says whether it is made.
pub(crate) fn wait_for_makers(
    store: &mut dyn store::Backend,
    own: u64,
    is_demo: bool,
) -> Result<bool, store::Error> {
    let wanted: &[&str] = if is_demo { &api::staff::DEMO } else { &[api::staff::HOUSE] };
    let mut seen: BTreeMap<u64, (u64, u64)> = BTreeMap::new();
    loop {
        // First who is there, then what they have made.
        let before: Vec<_> = store.look()?.members.into_iter().filter(|one| one.node < own).collect();
        let mut is_made = true;
        for name in wanted {
            is_made = is_made && store.person_named(name)?.is_some();
        }
        // Where there are owners, nobody makes one.
        is_made = is_made || (!is_demo && !store.people_marked("owner")?.is_empty());
        if is_made || before.is_empty() {
            return Ok(is_made);
        }
        for member in before {
            let now = hall::passed_ms();
            match seen.get(&member.node) {
                Some((beat, since)) if *beat == member.beat => {
                    if now - since >= nodes::Terms::default().term_ms {
                        store.bury(member.node, member.beat)?;
                    }
                }
                _ => drop(seen.insert(member.node, (member.beat, now))),
            }
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// How far a node's clock may be from its database's, in milliseconds.
const CLOCK_MOST: i64 = 120_000;

/// Refuses a node whose clock would move the time of the whole room.
fn refuse_clock(own_ms: i64, theirs_ms: i64) -> Result<(), RoomFault> {
    let ahead = own_ms.saturating_sub(theirs_ms);
    if ahead.abs() <= CLOCK_MOST {
        return Ok(());
    }
    let side = if ahead > 0 { "ahead of" } else { "behind" };
    Err(RoomFault::Node(format!(
        "this machine's clock is {} seconds {side} the database's, and the time of a room never goes back: set both by \
         NTP, then start the node again",
        ahead.abs() / 1_000
    )))
}

/// Comes into a room as one of several nodes. Nothing is held yet.
pub(crate) fn come_in(
    place: &Place,
    config: &NodeConfig,
) -> Result<(Box<dyn store::Backend>, ComeIn), RoomFault> {
    let protocol = nodes::Protocol::new(config.protocol);
    // Before the tables of the room are changed for this version: one that is refused leaves them as they are.
    refuse_strangers(&place.protocols().map_err(RoomFault::Store)?, protocol)?;
    let mut closed = Vec::new();
    if let Place::Database(database) = place {
        let theirs = store::Postgres::clock_ms(database).map_err(RoomFault::Store)?;
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        refuse_clock(i64::try_from(since.as_millis()).unwrap_or(i64::MAX), theirs)?;
        closed = store::Postgres::closed_tables(database).map_err(RoomFault::Store)?;
    }
    let mut store = place.join().map_err(RoomFault::Store)?;
    have_address(store.as_mut(), &config.address.to_string())?;
    let (secret, asked_ms) = (api::random_token(), hall::passed_ms());
    let version = protocol.says(nodes::Saying::Version).then(|| journal::VERSION.to_owned());
    let new = store::NewNode {
        address: config.address.to_string(),
        secret: secret.clone(),
        protocol: config.protocol,
        version,
    };
    let own = store.enter(&new).map_err(RoomFault::Store)?;
    // Of two that come in at once, the second sees the first.
    let members = store.look().map_err(RoomFault::Store)?.members;
    let spoken: Vec<(u64, u32)> = members.iter().map(|one| (one.node, one.protocol)).collect();
    refuse_strangers(&spoken, protocol)?;
    let directory = directory::Directory::new(own, &secret);
    let node = hall::Node::new(own, directory.clone(), asked_ms, protocol, &closed);
    Ok((store, Some((node, directory))))
}

/// Waits until nobody else is known at this node's address: what ran there before has ended and is buried, so that nobody
/// passes on to this one what was for that one. One that beats is another node that was given the same address.
fn have_address(store: &mut dyn store::Backend, address: &str) -> Result<(), RoomFault> {
    let (terms, began) = (nodes::Terms::default(), hall::passed_ms());
    let mut first: BTreeMap<u64, u64> = BTreeMap::new();
    loop {
        let mut members = store.look().map_err(RoomFault::Store)?.members;
        members.retain(|member| member.address == address);
        if members.is_empty() {
            return Ok(());
        }
        for member in members {
            // A last beat may have been on its way.
            if member.beat > *first.entry(member.node).or_insert(member.beat) + 1 {
                return Err(RoomFault::Node(format!(
                    "node {} is at {address} and beats: give every node an address of its own (--node-address)",
                    member.node
                )));
            }
            if hall::passed_ms() - began >= terms.term_ms {
                store.bury(member.node, member.beat).map_err(RoomFault::Store)?;
            }
        }
        std::thread::sleep(Duration::from_millis(terms.beat_ms / 4));
    }
}

/// Refuses to run the room together with nodes that this one does not understand.
fn refuse_strangers(spoken: &[(u64, u32)], own: nodes::Protocol) -> Result<(), RoomFault> {
    match spoken.iter().find(|(_, other)| own.with(nodes::Protocol::new(*other)).is_none()) {
        Some((node, other)) => Err(RoomFault::Node(format!(
            "node {node} speaks protocol {other} and this program {own}: bring the nodes to a version between them \
             first"
        ))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::refuse_clock;

    #[test]
    fn a_node_whose_clock_is_far_off_is_refused() {
        for (own, is_fit) in [(1_000_000, true), (1_120_000, true), (1_120_001, false), (879_999, false)] {
            assert_eq!(refuse_clock(own, 1_000_000).is_ok(), is_fit, "{own}");
        }
        let told = refuse_clock(4_600_000, 1_000_000).unwrap_err().to_string();
        assert!(told.starts_with("this machine's clock is 3600 seconds ahead of the database's"), "{told}");
    }
}
