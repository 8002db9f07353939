//! How many connections there are: in all and from each address, with some kept for those who have an account.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::api::{Limits, client};

/// How many files the program opens beside its connections, at the most.
#[cfg(unix)]
const OTHER_FILES: u64 = 128;

/// Every connection's place.
#[derive(Clone)]
pub(super) struct Places {
    limits: Limits,
    most: usize,
    taken: Arc<Mutex<Taken>>,
}

#[derive(Default)]
struct Taken {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// One connection's place; free again when dropped.
pub(super) struct Place {
    taken: Arc<Mutex<Taken>>,
    address: Option<IpAddr>,
    /// Whether it is one of those that are kept for people with an account.
    pub(super) is_kept: bool,
}

impl Places {
    pub(super) fn new(limits: Limits) -> Places {
        Places { limits, most: limits.connections.min(files_at_hand()), taken: Arc::default() }
    }

    /// A place for a connection from an address, if there is one; a proxy brings many clients, and is not counted as
    /// one.
    pub(super) fn take(&self, address: IpAddr, is_proxy: bool) -> Option<Place> {
        let mut taken = held(&self.taken);
        if taken.all >= self.most {
            return None;
        }
        let address = (!is_proxy).then(|| client(address));
        if let Some(address) = address {
            let count = taken.by_address.entry(address).or_insert(0);
            if *count >= self.limits.connections_per_address {
                return None;
            }
            *count += 1;
        }
        let is_kept = taken.all >= self.most.saturating_sub(self.limits.connections_kept);
        taken.all += 1;
        Some(Place { taken: Arc::clone(&self.taken), address, is_kept })
    }

    /// How many are taken.
    pub(super) fn taken(&self) -> usize {
        held(&self.taken).all
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = held(&self.taken);
        taken.all -= 1;
        let Some(address) = self.address else { return };
        if let Some(count) = taken.by_address.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                taken.by_address.remove(&address);
            }
        }
    }
}

fn held(taken: &Mutex<Taken>) -> MutexGuard<'_, Taken> {
    taken.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How many connections the system lets the program have; it asks for as many as it may.
#[cfg(unix)]
fn files_at_hand() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let asked = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
    let files = if asked.is_ok() { limit.maximum } else { limit.current };
    files.map_or(usize::MAX, |files| usize::try_from(files.saturating_sub(OTHER_FILES)).unwrap_or(usize::MAX))
}

#[cfg(not(unix))]
fn files_at_hand() -> usize {
    usize::MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_takes_no_more_than_its_own_and_the_last_places_are_kept() {
        let limits =
            Limits { connections: 6, connections_per_address: 3, connections_kept: 2, ..Limits::default() };
        let places = Places::new(limits);
        let from = |last: u8| IpAddr::from([127, 0, 0, last]);
        let mut held: Vec<Place> = (0..9).filter_map(|_| places.take(from(1), false)).collect();
        assert_eq!(held.len(), 3);
        held.extend(places.take(from(2), false));
        assert!(held.iter().all(|place| !place.is_kept));
        let kept = places.take(from(3), false).unwrap();
        assert!(kept.is_kept);
        let other = places.take(from(4), false).unwrap();
        assert!(places.take(from(5), false).is_none(), "all are taken");
        drop((kept, other));
        let proxied: Vec<Place> = (0..9).filter_map(|_| places.take(from(1), true)).collect();
        assert_eq!(proxied.len(), 2, "a proxy is one address for many");
        drop((held, proxied));
        assert_eq!(places.taken(), 0);
    }
}
