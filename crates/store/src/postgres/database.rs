//! A database that holds a room: its address and the connections to it.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use deadpool_postgres::{
    Hook, HookError, Manager, ManagerConfig, Object, Pool, PoolBuilder, PoolError, RecyclingMethod,
};
use tokio::runtime::Runtime;
use tokio_postgres::{Config, NoTls};

use super::{Wait as _, failed, password};
use crate::Error;

/// How many connections read at a time, and how many write: one of a room, others leave word beside it.
const READING: usize = 16;
const WRITING: usize = 16;

/// How long to wait for a database that does not answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// The database of a room, and the connections that are open to it.
#[derive(Clone)]
pub struct Database(Arc<Inner>);

struct Inner {
    address: String,
    reading: Pool,
    writing: Pool,
    /// Where the connections are driven; nothing once the last of them is let go.
    runtime: Option<Runtime>,
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
    /// `postgres:///cardroom?host=/run/postgresql&user=cardroom`. Nothing is asked of it yet. A password
    /// that the address does not say is taken from `PGPASSWORD`, or from the file of `PGPASSFILE` or `~/.pgpass`.
    ///
    /// # Errors
    /// When the address cannot be read.
    pub fn at(address: &str) -> Result<Database, Error> {
        let unread = |error: tokio_postgres::Error| Error::Address { what: error.to_string() };
        let mut config: Config = address.parse().map_err(unread)?;
        password::complete(&mut config)?;
        config.connect_timeout(PATIENCE).keepalives_idle(Duration::from_secs(5));
        config.application_name("cardroom");
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("database")
            .enable_all()
            .build()
            .map_err(|error| Error::Storage(Box::new(error)))?;
        let reading = builder(config.clone(), READING).post_create(Hook::async_fn(|client, _| {
            // Not when it connects: of several hosts the one is wanted that can be written to.
            Box::pin(async move {
                client
                    .batch_execute("SET default_transaction_read_only = on")
                    .await
                    .map_err(HookError::Backend)
            })
        }));
        let (reading, writing) = (pool(reading)?, pool(builder(config, WRITING))?);
        let (address, runtime) = (told(address), Some(runtime));
        Ok(Database(Arc::new(Inner { address, reading, writing, runtime })))
    }

    /// A connection by which nothing can be written.
    pub(super) fn reading(&self) -> Result<Object, Error> {
        self.connection(&self.0.reading)
    }

    /// A connection to write with.
    pub(super) fn writing(&self) -> Result<Object, Error> {
        self.connection(&self.0.writing)
    }

    fn connection(&self, pool: &Pool) -> Result<Object, Error> {
        let _inside = self.0.runtime.as_ref().map(Runtime::enter);
        pool.get().wait().map_err(|error| match error {
            PoolError::Backend(error) if error.as_db_error().is_none() => {
                Error::Unreached { address: self.0.address.clone(), what: words(&error) }
            }
            PoolError::Backend(error) => failed(error),
            error => Error::Storage(Box::new(error)),
        })
    }
}

/// An error with what caused it.
fn words(error: &tokio_postgres::Error) -> String {
    match std::error::Error::source(error) {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}

fn builder(config: Config, size: usize) -> PoolBuilder {
    let method = ManagerConfig { recycling_method: RecyclingMethod::Fast };
    Pool::builder(Manager::from_config(config, NoTls, method)).max_size(size)
}

fn pool(builder: PoolBuilder) -> Result<Pool, Error> {
    builder.build().map_err(|error| Error::Storage(Box::new(error)))
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
