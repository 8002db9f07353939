//! The servers that a room's database may be at. Of several the one is found that takes what is written: no standby, which
//! may lag, and no primary that was left behind when another took over. Every promotion begins a new timeline with a higher
//! number, so that the server with the highest is the one that goes on.

use std::fmt;
use std::future::{pending, poll_fn};
use std::pin::pin;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use deadpool::managed::{Manager, Metrics, RecycleError, RecycleResult};
use deadpool_postgres::ClientWrapper;
use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use tokio::sync::watch;
use tokio::time::{sleep, timeout, timeout_at};
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres::error::{DbError, SqlState};
use tokio_postgres::{AsyncMessage, Client, Config, Connection, Socket};

use super::tls::{self, Encrypted, Tls};
use super::{failed, password};
use crate::Error;

/// How long to wait for a server that does not answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long the others are still heard when the first server says that it takes what is written.
const OTHERS: Duration = Duration::from_secs(2);

/// How often the servers that are not written to are asked whether one of them has been promoted.
const LOOKS: Duration = Duration::from_secs(2);

/// So that the server notices as soon that the program's machine is gone without a word, and does not keep its locks and the
/// sign that it lives for two hours.
const NOTICING: &str =
    "SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3;
                        SET tcp_user_timeout = 10000";

/// What a server says of itself, without a number where nothing can be written.
const ASKED: &str = "
SELECT (SELECT system_identifier FROM pg_control_system()),
       CASE WHEN pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean THEN NULL
            ELSE pg_walfile_name(pg_current_wal_insert_lsn()) END";

/// The history that a primary goes on with: that of which database, and how often somebody was promoted in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Line {
    system: i64,
    timeline: u32,
}

/// The servers of one address.
pub(super) struct Hosts {
    address: String,
    each: Vec<(String, Config)>,
    tls: Tls,
    /// The newest primary that was found, and which of the servers it is.
    newest: watch::Sender<Option<(Line, usize)>>,
}

/// A server that has answered.
struct Found {
    host: usize,
    client: ClientWrapper,
    /// Nothing if it takes nothing that is written.
    line: Option<Line>,
}

impl Hosts {
    /// The servers of an address that was read, each with its password; the address is told without one.
    pub(super) fn of(config: &Config, tls: Tls, address: String) -> Result<Hosts, Error> {
        // Those of an address that names its hosts behind the question mark come as one.
        let names = config.get_hosts().iter().flat_map(|host| match host {
            Host::Tcp(name) => name.split(',').map(str::to_owned).collect::<Vec<_>>(),
            #[cfg(unix)]
            Host::Unix(path) => path.to_string_lossy().split(',').map(str::to_owned).collect(),
        });
        let names: Vec<String> = names.collect();
        let count = names.len().max(config.get_hostaddrs().len()).max(1);
        let completed = |host: usize| {
            let (name, mut own) = alone(config, host, names.get(host));
            password::complete(&mut own)?;
            Ok((name, own))
        };
        let each = (0..count).map(completed).collect::<Result<_, Error>>()?;
        Ok(Hosts { address, each, tls, newest: watch::channel(None).0 })
    }

    /// Whether there is another server to look at.
    pub(super) fn are_several(&self) -> bool {
        self.each.len() > 1
    }

    /// Connects to the server that takes what is written; for reading to a single standby as well, unless somebody writes.
    async fn find(&self, is_reading: bool) -> Result<ClientWrapper, Error> {
        let is_any = is_reading && !self.are_several() && self.newest.borrow().is_none();
        let mut asked: FuturesUnordered<_> = (0..self.each.len()).map(|host| self.ask(host)).collect();
        let (mut found, mut faults, mut until) = (Vec::new(), Vec::new(), None);
        loop {
            let next = match until {
                None => asked.next().await,
                Some(until) => timeout_at(until, asked.next()).await.unwrap_or(None),
            };
            match next {
                None => break,
                Some(Err(fault)) => faults.push(fault),
                Some(Ok(one)) if is_any => return Ok(one.client),
                Some(Ok(one)) => {
                    if let Some(line) = one.line {
                        if self.newest.borrow().is_some_and(|(newest, _)| newest == line) {
                            return Ok(one.client);
                        }
                        until.get_or_insert(tokio::time::Instant::now() + OTHERS);
                    }
                    found.push(one);
                }
            }
        }
        drop(asked);
        if found.is_empty() {
            return Err(self.unreached(faults));
        }
        self.choose(found, &faults)
    }

    /// The newest primary among those that have answered.
    fn choose(&self, found: Vec<Found>, faults: &[(String, Fault)]) -> Result<ClientWrapper, Error> {
        let known = self.newest.borrow().map(|(line, _)| line);
        let has_left_behind = |line: Line| known.is_some_and(|known| !line.follows(known));
        let primary = |found: &Found| found.line.filter(|line| !has_left_behind(*line));
        let lines: Vec<(Line, &str)> =
            found.iter().filter_map(|one| Some((primary(one)?, self.each[one.host].0.as_str()))).collect();
        let Some(highest) = lines.iter().map(|(line, _)| line.timeline).max() else {
            let told = |one: &Found| match one.line {
                None => format!("{} takes nothing that is written", self.each[one.host].0),
                Some(_) => format!("{} was left behind by a promotion", self.each[one.host].0),
            };
            let unreached = faults.iter().map(|(name, fault)| format!("{name}: {fault}"));
            let what = found.iter().map(told).chain(unreached).collect::<Vec<_>>().join(", ");
            return Err(Error::NoPrimary { address: self.address.clone(), what });
        };
        let newest: Vec<&(Line, &str)> = lines.iter().filter(|(line, _)| line.timeline == highest).collect();
        if newest.len() > 1 || lines.iter().any(|(line, _)| line.system != newest[0].0.system) {
            let servers = lines.iter().map(|(_, name)| *name).collect::<Vec<_>>().join(" and ");
            return Err(Error::Primaries { address: self.address.clone(), servers });
        }
        let line = newest[0].0;
        let chosen = found.into_iter().find(|one| one.line == Some(line)).expect("it is one of them");
        self.goes_on(line, chosen.host);
        Ok(chosen.client)
    }

    /// From now on nobody goes on with an earlier primary: connections to it end.
    fn goes_on(&self, line: Line, host: usize) {
        self.newest.send_if_modified(|newest| {
            let is_new = newest.is_none_or(|(known, _)| line.follows(known) && line != known);
            if is_new {
                *newest = Some((line, host));
            }
            is_new
        });
    }

    /// Looks all the time whether another server has been promoted, so that nobody waits for an answer of one that can
    /// give none.
    pub(super) async fn watch(self: Arc<Hosts>) {
        loop {
            sleep(LOOKS).await;
            let Some((line, current)) = *self.newest.borrow() else { continue };
            for host in (0..self.each.len()).filter(|host| *host != current) {
                let Ok(Found { line: Some(other), .. }) = self.ask(host).await else { continue };
                if other.follows(line) && other != line {
                    tracing::warn!(
                        "{} has been promoted: whatever is open to another ends",
                        self.each[host].0
                    );
                    self.goes_on(other, host);
                }
            }
        }
    }

    /// Connects to one of the servers and asks what it is.
    async fn ask(&self, host: usize) -> Result<Found, (String, Fault)> {
        let (name, config) = &self.each[host];
        let asked = timeout(PATIENCE, self.connect(host, config)).await;
        asked.unwrap_or(Err(Fault::Silent)).map_err(|fault| (name.clone(), fault))
    }

    async fn connect(&self, host: usize, config: &Config) -> Result<Found, Fault> {
        let (client, connection) = config.connect(self.tls.clone()).await?;
        let own = Arc::new(OnceLock::new());
        let driven = tokio::spawn(drive(connection, Arc::clone(&own), self.newest.subscribe()));
        let line = asked(&client).await?;
        if let Some(line) = line {
            // Before it is compared with the newest, so that it ends if that comes about in this moment.
            own.get_or_init(|| line);
        }
        Ok(Found { host, client: ClientWrapper::new(client, driven), line })
    }

    fn unreached(&self, faults: Vec<(String, Fault)>) -> Error {
        let is_alone = faults.len() == 1;
        let is_unsafe = faults.iter().all(|(_, fault)| matches!(fault, Fault::Unsafe(_)));
        let mut words = Vec::new();
        for (name, fault) in faults {
            match fault {
                // It is there and says why it lets nobody in.
                Fault::Said(error) if is_alone && error.code().is_some_and(|code| *code != STARTING) => {
                    return failed(error);
                }
                fault if is_alone => words.push(fault.to_string()),
                fault => words.push(format!("{name}: {fault}")),
            }
        }
        let (address, what) = (self.address.clone(), words.join("; "));
        if is_unsafe { Error::Unsafe { address, what } } else { Error::Unreached { address, what } }
    }
}

/// What a server says that is about to start.
const STARTING: SqlState = SqlState::CANNOT_CONNECT_NOW;

/// Why a server is not to be had.
enum Fault {
    Said(tokio_postgres::Error),
    Unsafe(String),
    Silent,
}

impl From<tokio_postgres::Error> for Fault {
    fn from(error: tokio_postgres::Error) -> Fault {
        tls::fault(&error).map_or(Fault::Said(error), Fault::Unsafe)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Said(error) => f.write_str(&told(error)),
            Fault::Unsafe(why) => f.write_str(why),
            Fault::Silent => f.write_str("it does not answer"),
        }
    }
}

impl Line {
    /// Whether it goes on with what the other has, or is the other.
    fn follows(self, other: Line) -> bool {
        self.system == other.system && self.timeline >= other.timeline
    }
}

/// Opens the connections of a pool.
pub(super) struct Opener {
    pub(super) hosts: Arc<Hosts>,
    /// Whether nothing can be written by what it opens.
    pub(super) is_reading: bool,
}

impl Manager for Opener {
    type Type = ClientWrapper;
    type Error = Error;

    async fn create(&self) -> Result<ClientWrapper, Error> {
        let client = self.hosts.find(self.is_reading).await?;
        client.batch_execute(NOTICING).await.map_err(failed)?;
        if self.is_reading {
            client.batch_execute("SET default_transaction_read_only = on").await.map_err(failed)?;
        }
        Ok(client)
    }

    async fn recycle(&self, client: &mut ClientWrapper, _: &Metrics) -> RecycleResult<Error> {
        if client.is_closed() { Err(RecycleError::message("it is closed")) } else { Ok(()) }
    }
}

/// The address of one of several servers.
fn alone(config: &Config, host: usize, name: Option<&String>) -> (String, Config) {
    let mut one = Config::new();
    if let Some(name) = name {
        one.host(name);
    }
    let address = config.get_hostaddrs().get(host);
    if let Some(address) = address {
        one.hostaddr(*address);
        // By which its certificate is looked at, and its password found.
        if name.is_none() {
            one.host(address.to_string());
        }
    }
    let name = name.cloned().or_else(|| address.map(ToString::to_string)).unwrap_or_default();
    let ports = config.get_ports();
    let port = *ports.get(host).or_else(|| ports.first()).unwrap_or(&5432);
    one.port(port);
    if let Some(user) = config.get_user() {
        one.user(user);
    }
    if let Some(password) = config.get_password() {
        one.password(password);
    }
    if let Some(dbname) = config.get_dbname() {
        one.dbname(dbname);
    }
    if let Some(options) = config.get_options() {
        one.options(options);
    }
    // A socket never leaves the machine, and is not encrypted, whatever is asked for.
    let is_socket = matches!(one.get_hosts(), [Host::Unix(_)]);
    one.ssl_mode(if is_socket { SslMode::Disable } else { config.get_ssl_mode() });
    one.ssl_negotiation(config.get_ssl_negotiation()).channel_binding(config.get_channel_binding());
    // A machine that is gone without a word is noticed within some ten seconds, in the middle of a commit too.
    one.application_name("cardroom").connect_timeout(PATIENCE).tcp_user_timeout(PATIENCE);
    one.keepalives_idle(PATIENCE / 2).keepalives_interval(PATIENCE / 5).keepalives_retries(3);
    (format!("{name}:{port}"), one)
}

async fn asked(client: &Client) -> Result<Option<Line>, tokio_postgres::Error> {
    let row = client.query_one(ASKED, &[]).await?;
    // The first eight digits of a file of the database's own log are its timeline.
    let file: Option<&str> = row.get(1);
    let timeline = file.and_then(|file| u32::from_str_radix(file.get(..8)?, 16).ok());
    Ok(timeline.map(|timeline| Line { system: row.get(0), timeline }))
}

/// Carries what is said between the program and a server, until another goes on in its place. A commit that is given free
/// although no standby has it gets no answer: nobody may be told that it is done.
async fn drive(
    mut connection: Connection<Socket, Encrypted>,
    own: Arc<OnceLock<Line>>,
    mut newest: watch::Receiver<Option<(Line, usize)>>,
) {
    let is_left_behind = async move {
        let newer = |newest: &Option<(Line, usize)>| {
            newest.is_some_and(|(newest, _)| own.get().is_some_and(|own| !own.follows(newest)))
        };
        if newest.wait_for(newer).await.is_err() {
            // Nobody looks any more.
            pending::<()>().await;
        }
    };
    let mut is_left_behind = pin!(is_left_behind);
    loop {
        tokio::select! {
            biased;
            said = poll_fn(|context| connection.poll_message(context)) => match said {
                Some(Ok(AsyncMessage::Notice(notice))) if is_unconfirmed(&notice) => {
                    tracing::error!("a commit is not confirmed by the standby: {}", notice.message());
                    return;
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return,
            },
            () = &mut is_left_behind => return,
        }
    }
}

/// Whether somebody has ended the waiting for a standby. The words may be in any language, the place in the server's
/// program that says them is not.
fn is_unconfirmed(notice: &DbError) -> bool {
    notice.routine() == Some("SyncRepWaitForLSN")
}

/// An error with what caused it.
pub(super) fn told(error: &tokio_postgres::Error) -> String {
    match std::error::Error::source(error) {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_server_of_an_address_is_known() {
        for (address, names) in [
            ("postgres://cardroom@one/room", vec!["one:5432"]),
            (
                "postgres://cardroom@one,other/room?target_session_attrs=read-write",
                vec!["one:5432", "other:5432"],
            ),
            ("postgres://cardroom@one:5433,other:5434/room", vec!["one:5433", "other:5434"]),
            ("postgres://cardroom@/room?host=/run/a,/run/b", vec!["/run/a:5432", "/run/b:5432"]),
            ("postgres://cardroom@/room?host=/run/a,/run/b&port=5433", vec!["/run/a:5433", "/run/b:5433"]),
            ("postgres://cardroom@%2Frun%2Fa,%2Frun%2Fb/room", vec!["/run/a:5432", "/run/b:5432"]),
        ] {
            let (config, tls) = tls::read(address).unwrap();
            let hosts = Hosts::of(&config, tls, String::new()).unwrap();
            let is_socket = |config: &Config| matches!(config.get_hosts(), [Host::Unix(_)]);
            let modes = hosts.each.iter().map(|(_, own)| (is_socket(own), own.get_ssl_mode()));
            for mode in modes {
                assert!([(true, SslMode::Disable), (false, SslMode::Prefer)].contains(&mode), "{address}");
            }
            let known: Vec<&str> = hosts.each.iter().map(|(name, _)| name.as_str()).collect();
            assert_eq!(known, names, "{address}");
        }
    }

    #[test]
    fn only_a_later_timeline_of_the_same_database_goes_on() {
        let line = |system, timeline| Line { system, timeline };
        assert!(line(1, 2).follows(line(1, 1)) && line(1, 2).follows(line(1, 2)));
        assert!(!line(1, 1).follows(line(1, 2)) && !line(2, 3).follows(line(1, 2)));
    }
}
