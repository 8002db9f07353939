//! A database that holds a room: its address and the connections to it.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Once};
use std::thread;
use std::time::{Duration, Instant};

use deadpool::managed::{Object, Pool, PoolError};
use tokio::runtime::Runtime;

use super::hosts::{Hosts, Opener};
use super::{Wait as _, one, tls};
use crate::Error;

/// How many connections read at a time, and how many write: one of a room, others leave word beside it.
const READING: usize = 16;
const WRITING: usize = 16;

/// How long whoever wants to write waits for a server to be promoted, or to start.
const PATIENCE: Duration = Duration::from_secs(60);

/// A connection to a database.
pub(super) type Connection = Object<Opener>;

/// The database of a room, and the connections that are open to it.
#[derive(Clone)]
pub struct Database(Arc<Inner>);

struct Inner {
    address: String,
    hosts: Arc<Hosts>,
    reading: Pool<Opener>,
    writing: Pool<Opener>,
    /// Whoever writes wants to know when another server is promoted.
    watched: Once,
    /// Whether this program has come into the room, so that it knew its tables then.
    is_run: AtomicBool,
    /// Where the connections are driven; nothing once the last of them is let go.
    runtime: Option<Runtime>,
}

/// What a database promises of what it has acknowledged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promise {
    /// It lies on the server's own disk.
    pub is_on_disk: bool,
    /// A standby has it on its disk as well.
    pub is_on_standby: bool,
    /// Several servers are named, so that one is to go on when another dies.
    pub has_several: bool,
}

impl Database {
    /// Whether an address is one of a database.
    #[must_use]
    pub fn is_address(text: &str) -> bool {
        text.starts_with("postgres://") || text.starts_with("postgresql://")
    }

    /// Whether an address has a password in it. Everybody on a machine reads the command lines of its programs, so that
    /// it does not belong there.
    #[must_use]
    pub fn has_password(text: &str) -> bool {
        Database::is_address(text) && told(text) != text
    }

    /// The database at an address such as `postgres://cardroom@localhost/cardroom` or
    /// `postgres:///cardroom?host=/run/postgresql&user=cardroom`, of a primary and its standbys
    /// `postgres://cardroom@one,other/cardroom`. `sslmode` and `sslrootcert` behind the question mark say whether
    /// connections are encrypted, and whom the servers must prove to be. Nothing is asked of it yet. A password that the address does not say is
    /// taken from `PGPASSWORD`, or from the file of `PGPASSFILE` or `~/.pgpass`.
    ///
    /// # Errors
    /// When the address cannot be read.
    pub fn at(address: &str) -> Result<Database, Error> {
        let (config, tls) = tls::read(address)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("database")
            .enable_all()
            .build()
            .map_err(|error| Error::Storage(Box::new(error)))?;
        let hosts = Arc::new(Hosts::of(&config, tls, told(address))?);
        let (reading, writing) = (pool(&hosts, true, READING)?, pool(&hosts, false, WRITING)?);
        let (address, runtime, watched) = (told(address), Some(runtime), Once::new());
        let is_run = AtomicBool::new(false);
        Ok(Database(Arc::new(Inner { address, hosts, reading, writing, watched, is_run, runtime })))
    }

    /// What the database promises of what it has acknowledged, as it is set up now.
    ///
    /// # Errors
    /// When it cannot be asked.
    pub fn promise(&self) -> Result<Promise, Error> {
        let row = one(
            &*self.reading()?,
            "SELECT current_setting('fsync')::boolean AND current_setting('synchronous_commit') <> 'off',
                    current_setting('synchronous_commit') IN ('on', 'remote_apply')
                    AND current_setting('synchronous_standby_names') <> ''",
            &[],
        )?;
        Ok(Promise {
            is_on_disk: row.get(0),
            is_on_standby: row.get(1),
            has_several: self.0.hosts.are_several(),
        })
    }

    /// This program comes into the room.
    pub(super) fn is_run(&self) {
        self.0.is_run.store(true, Ordering::Relaxed);
    }

    /// Whether this program has come into the room.
    pub(super) fn runs(&self) -> bool {
        self.0.is_run.load(Ordering::Relaxed)
    }

    /// A connection by which nothing can be written.
    pub(super) fn reading(&self) -> Result<Connection, Error> {
        self.connection(&self.0.reading)
    }

    /// A connection to write with. Waits for a server that takes what is written, if one may be about to.
    pub(super) fn writing(&self) -> Result<Connection, Error> {
        let mut began = None;
        loop {
            let error = match self.connection(&self.0.writing) {
                Ok(connection) => {
                    self.watch();
                    return Ok(connection);
                }
                Err(error) => error,
            };
            let may_come = match &error {
                Error::NoPrimary { .. } => true,
                Error::Unreached { .. } => self.0.hosts.are_several(),
                _ => false,
            };
            let since = *began.get_or_insert_with(|| {
                if may_come {
                    tracing::warn!("{error}; it is looked for again");
                }
                Instant::now()
            });
            if !may_come || since.elapsed() >= PATIENCE {
                return Err(error);
            }
            thread::sleep(Duration::from_millis(100));
        }
    }

    /// Watches the other servers from now on, if there are any.
    fn watch(&self) {
        if let Some(runtime) = self.0.runtime.as_ref().filter(|_| self.0.hosts.are_several()) {
            self.0.watched.call_once(|| drop(runtime.spawn(Arc::clone(&self.0.hosts).watch())));
        }
    }

    fn connection(&self, pool: &Pool<Opener>) -> Result<Connection, Error> {
        let _inside = self.0.runtime.as_ref().map(Runtime::enter);
        pool.get().wait().map_err(|error| match error {
            PoolError::Backend(error) => error,
            error => Error::Storage(Box::new(error)),
        })
    }
}

fn pool(hosts: &Arc<Hosts>, is_reading: bool, size: usize) -> Result<Pool<Opener>, Error> {
    let opener = Opener { hosts: Arc::clone(hosts), is_reading };
    let built = Pool::builder(opener).max_size(size).build();
    built.map_err(|error| Error::Storage(Box::new(error)))
}

/// An address without the password in it.
fn told(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else { return address.to_owned() };
    let (rest, settings) =
        rest.split_once('?').map_or((rest, None), |(rest, settings)| (rest, Some(settings)));
    let rest = match rest.rsplit_once('@') {
        Some((whom, host)) => {
            let name = whom.split_once(':').map_or(whom, |(name, _)| name);
            format!("{name}@{host}")
        }
        None => rest.to_owned(),
    };
    let is_told = |setting: &&str| setting.split('=').next() != Some("password");
    let settings =
        settings.map(|settings| settings.split('&').filter(is_told).collect::<Vec<&str>>().join("&"));
    let settings = settings.filter(|settings| !settings.is_empty()).map(|settings| format!("?{settings}"));
    format!("{scheme}://{rest}{}", settings.unwrap_or_default())
}

impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.address)
    }
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.address)
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::told;

    #[test]
    fn a_password_is_never_told() {
        for (address, shown) in [
            ("postgres://cardroom:secret@db/room", "postgres://cardroom@db/room"),
            ("postgres://cardroom@db/room", "postgres://cardroom@db/room"),
            ("postgres:///room?host=/run/postgresql", "postgres:///room?host=/run/postgresql"),
            ("postgres://cardroom:se@cret@db/room", "postgres://cardroom@db/room"),
            ("postgres:///room?password=secret&host=/run", "postgres:///room?host=/run"),
            ("postgres://cardroom@db/room?password=secret", "postgres://cardroom@db/room"),
        ] {
            assert_eq!(told(address), shown);
        }
    }
}
