//! What one client may ask for: buckets that fill with time, for each address and for each account.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use store::Hash;

use super::error::ApiError;

/// What one client may ask for, and how long it is waited for.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Commands and other requests a second, on average, for each address.
    pub requests_per_second: f64,
    /// How many at once.
    pub burst: f64,
    /// Attempts to log in, a minute, for each address.
    pub logins_per_minute: f64,
    /// Wrong passwords, an hour, for each account, from whatever addresses; an address from which the account has come
    /// in before is not kept out by the others.
    pub guesses_per_hour: f64,
    /// New guests and accounts, an hour, for each address.
    pub newcomers_per_hour: f64,
    /// What may be said in chats, a minute, for each person.
    pub words_per_minute: f64,
    /// Looks at how the room is, a second, for each address.
    pub looks_per_second: f64,
    /// Files of the page, a second, for each address; ten times as many at once, since a page is more than a hundred of them.
    pub files_per_second: f64,
    /// How many watch at once, from each address.
    pub watchers: usize,
    /// How many read finished rounds at once, waiting ones included, from each address.
    pub readers: usize,
    /// How many passwords are worked on at once, waiting ones included, from each address.
    pub passwords: usize,
    /// How many connections there are at once, from each address.
    pub connections_per_address: usize,
    /// How many connections there are at once in all.
    pub connections: usize,
    /// How many of them are kept for those who have an account.
    pub connections_kept: usize,
    /// How many bytes a second are read from a connection, on average.
    pub received_per_second: f64,
    /// How many messages that are no commands a socket may send before it is closed.
    pub malformed: u32,
    /// How long the head of a request may take, and a connection that asks nothing is kept.
    pub head: Duration,
    /// How long the body of a request may take.
    pub body: Duration,
    /// How long somebody may leave what is sent unread.
    pub unread: Duration,
    /// How long a socket may be silent, although it is asked whether anybody is there.
    pub silent: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            requests_per_second: 50.0,
            burst: 200.0,
            logins_per_minute: 10.0,
            guesses_per_hour: 20.0,
            newcomers_per_hour: 60.0,
            words_per_minute: 30.0,
            looks_per_second: 5.0,
            files_per_second: 400.0,
            watchers: 200,
            readers: 8,
            passwords: 32,
            connections_per_address: 256,
            connections: 8_192,
            connections_kept: 512,
            received_per_second: 64.0 * 1024.0,
            malformed: 20,
            head: Duration::from_secs(15),
            body: Duration::from_secs(15),
            unread: Duration::from_secs(20),
            silent: Duration::from_secs(60),
        }
    }
}

impl Limits {
    /// No limits, for measuring; nobody is waited for longer than usual.
    #[must_use]
    pub fn none() -> Limits {
        Limits {
            requests_per_second: 1e9,
            burst: 1e9,
            logins_per_minute: 1e9,
            guesses_per_hour: 1e9,
            newcomers_per_hour: 1e9,
            words_per_minute: 1e9,
            looks_per_second: 1e9,
            files_per_second: 1e9,
            watchers: usize::MAX,
            readers: usize::MAX,
            passwords: usize::MAX,
            connections_per_address: usize::MAX,
            connections: usize::MAX,
            connections_kept: 0,
            received_per_second: f64::INFINITY,
            malformed: u32::MAX,
            ..Limits::default()
        }
    }
}

/// One client, by its address. Whoever has an address of version 6 has all of its network, so that the network counts.
pub(crate) fn client(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        address @ IpAddr::V4(_) => address,
    }
}

/// What is counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Counted {
    /// A request or a command.
    Request(IpAddr),
    /// An attempt to log in.
    Login(IpAddr),
    /// A new guest or account.
    Newcomer(IpAddr),
    /// Something that somebody says in a chat.
    Words(u32),
    /// A look at how the room is.
    Look(IpAddr),
    /// A file of the page.
    File(IpAddr),
    /// A wrong password for an account, from an address that it does not come from. Whoever guesses says the name, of
    /// whatever length: its hash is kept.
    Guess(Hash),
    /// The same, from an address that it has come in from before.
    OwnGuess(Hash, IpAddr),
}

/// By what an account is known here, whether there is one or not.
fn account(name: &str) -> Hash {
    Hash::of(name.to_lowercase().as_bytes())
}

/// A bucket that fills with time and is emptied by requests.
#[derive(Clone, Copy)]
struct Bucket {
    left: f64,
    at: Instant,
}

/// How many buckets there are before those that have filled up again are forgotten.
const BUCKETS_MOST: usize = 100_000;
/// How many places are remembered from which accounts have come in.
const PLACES_MOST: usize = 50_000;

/// Everything that is counted.
#[derive(Clone)]
pub(crate) struct Counters {
    limits: Limits,
    buckets: Arc<Mutex<HashMap<Counted, Bucket>>>,
    watching: Arc<Mutex<HashMap<IpAddr, usize>>>,
    /// From where which account has come in.
    came: Arc<Mutex<HashMap<(Hash, IpAddr), Instant>>>,
}

impl Counters {
    pub(crate) fn new(limits: Limits) -> Counters {
        Counters { limits, buckets: Arc::default(), watching: Arc::default(), came: Arc::default() }
    }

    /// How many a second a bucket fills by, and how many it holds.
    fn measure(&self, what: &Counted) -> (f64, f64) {
        let Limits {
            logins_per_minute,
            guesses_per_hour,
            newcomers_per_hour,
            looks_per_second,
            files_per_second,
            ..
        } = self.limits;
        match what {
            Counted::Request(_) => (self.limits.requests_per_second, self.limits.burst),
            Counted::Login(_) => (logins_per_minute / 60.0, logins_per_minute),
            Counted::Newcomer(_) => (newcomers_per_hour / 3600.0, newcomers_per_hour),
            Counted::Words(_) => {
                (self.limits.words_per_minute / 60.0, (self.limits.words_per_minute / 5.0).max(1.0))
            }
            Counted::Look(_) => (looks_per_second, looks_per_second * 4.0),
            Counted::File(_) => (files_per_second, files_per_second * 10.0),
            Counted::Guess(_) | Counted::OwnGuess(..) => (guesses_per_hour / 3600.0, guesses_per_hour),
        }
    }

    /// Takes one from a bucket.
    pub(crate) fn count(&self, what: Counted) -> Result<(), ApiError> {
        let (per_second, most) = self.measure(&what);
        let now = Instant::now();
        let mut buckets = held(&self.buckets);
        if buckets.len() >= BUCKETS_MOST {
            buckets.retain(|what, bucket| {
                let (per_second, most) = self.measure(what);
                bucket.left + now.duration_since(bucket.at).as_secs_f64() * per_second < most
            });
        }
        if buckets.len() >= BUCKETS_MOST && !buckets.contains_key(&what) {
            return Err(ApiError::TooMany);
        }
        let bucket = buckets.entry(what).or_insert(Bucket { left: most, at: now });
        bucket.left = (bucket.left + now.duration_since(bucket.at).as_secs_f64() * per_second).min(most);
        bucket.at = now;
        if bucket.left < 1.0 {
            return Err(ApiError::TooMany);
        }
        bucket.left -= 1.0;
        Ok(())
    }

    /// Gives one back, because what was counted was none.
    fn give_back(&self, what: &Counted) {
        if let Some(bucket) = held(&self.buckets).get_mut(what) {
            bucket.left += 1.0;
        }
    }

    /// Counts an attempt at an account's password as a wrong one, until it is known to be right. All addresses together
    /// have a bucket for each account, and each address that it has come in from before has one of its own: so many
    /// addresses guess no faster than one, and nobody keeps somebody else out of the own account from afar.
    pub(crate) fn guess(&self, name: &str, address: IpAddr) -> Result<Guess<'_>, ApiError> {
        let (account, address) = (account(name), client(address));
        let has_come = held(&self.came).contains_key(&(account, address));
        let what = if has_come { Counted::OwnGuess(account, address) } else { Counted::Guess(account) };
        self.count(what.clone())?;
        Ok(Guess { counters: self, what, account, address })
    }

    /// Notes that an account has come in from an address.
    pub(crate) fn came_in(&self, name: &str, address: IpAddr) {
        self.note_place(account(name), client(address));
    }

    fn note_place(&self, account: Hash, address: IpAddr) {
        let mut came = held(&self.came);
        if came.len() >= PLACES_MOST {
            let oldest = came.iter().min_by_key(|(_, at)| **at).map(|(place, _)| *place);
            oldest.map(|place| came.remove(&place));
        }
        came.insert((account, address), Instant::now());
    }

    /// Lets an address watch once more, until the guard goes.
    pub(crate) fn watch(&self, address: IpAddr) -> Result<WatchGuard, ApiError> {
        let address = client(address);
        let mut watching = held(&self.watching);
        let count = watching.entry(address).or_insert(0);
        if *count >= self.limits.watchers {
            return Err(ApiError::TooMany);
        }
        *count += 1;
        Ok(WatchGuard { watching: Arc::clone(&self.watching), address })
    }
}

fn held<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An attempt at an account's password that counts as a wrong one.
pub(crate) struct Guess<'a> {
    counters: &'a Counters,
    what: Counted,
    account: Hash,
    address: IpAddr,
}

impl Guess<'_> {
    /// It was right: it does not count, and the address is one that the account comes from.
    pub(crate) fn was_right(self) {
        self.counters.give_back(&self.what);
        self.counters.note_place(self.account, self.address);
    }
}

/// One who watches; gone when dropped.
pub(crate) struct WatchGuard {
    watching: Arc<Mutex<HashMap<IpAddr, usize>>>,
    address: IpAddr,
}

impl Drop for WatchGuard {
    fn drop(&mut self) {
        let mut watching = held(&self.watching);
        if let Some(count) = watching.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                watching.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_of_version_six_is_one_client() {
        let of = |text: &str| client(text.parse().unwrap());
        assert_eq!(of("2001:db8:1:2:3::4"), of("2001:db8:1:2:ffff::1"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("::ffff:127.0.0.9"), of("127.0.0.9"));
        assert_ne!(of("127.0.0.8"), of("127.0.0.9"));
    }

    #[test]
    fn a_long_name_takes_no_more_memory_than_a_short_one() {
        let counters = Counters::new(Limits::default());
        let from = IpAddr::from([127, 0, 0, 1]);
        for name in [&"a".repeat(16_000), "Ann"] {
            assert!(counters.guess(name, from).is_ok());
        }
        let kept: Vec<usize> = held(&counters.buckets).keys().map(|what| format!("{what:?}").len()).collect();
        assert_eq!(kept.len(), 2);
        assert_eq!(kept[0], kept[1]);
    }

    #[test]
    fn many_addresses_guess_no_faster_than_one_and_keep_nobody_out() {
        let counters = Counters::new(Limits { guesses_per_hour: 5.0, ..Limits::default() });
        let from = |last: u8| IpAddr::from([127, 0, 0, last]);
        counters.guess("Ann", from(200)).unwrap().was_right();
        let taken = (1..=30).filter(|last| counters.guess("ann", from(*last)).is_ok()).count();
        assert_eq!(taken, 5);
        assert!(counters.guess("Bea", from(1)).is_ok(), "another account");
        for _ in 0..5 {
            assert!(counters.guess("Ann", from(200)).is_ok(), "where she has come from before");
        }
        assert!(counters.guess("Ann", from(200)).is_err(), "but not for ever");
    }
}
