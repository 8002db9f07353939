//! `cardroom serve`: the room and its page.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use books::Money;
use clap::Args;
use serde_json::json;
use server::{Config, NodeConfig, RoomFault, TlsFiles};
use store::Place;
use tokio::net::TcpListener;

use crate::Context;
use crate::failure::Failure;
use crate::log_lines::{LogForm, LogLevel};

/// From how many dollars on a second person is needed at the cage, unless told otherwise.
const SECOND_PERSON_FROM: u32 = 10_000;

/// After how many dollars on a gaming day nobody at the cage serves alone any more, unless told otherwise.
const SECOND_PERSON_AFTER: u32 = 100_000;

/// From how many dollars on the money of a patron and gaming day is marked, unless told otherwise.
const CASH_MARK: u32 = 10_000;

/// A time of day as minutes after midnight.
fn minutes_of(text: &str) -> Result<u16, String> {
    let wrong = || format!("\"{text}\" is no time of day such as 06:00");
    let (hours, minutes) = text.split_once(':').ok_or_else(wrong)?;
    let (hours, minutes): (u16, u16) =
        (hours.parse().map_err(|_| wrong())?, minutes.parse().map_err(|_| wrong())?);
    if hours > 23 || minutes > 59 { Err(wrong()) } else { Ok(hours * 60 + minutes) }
}

/// How long what nobody waits for any more may take once the room is closed.
const LEFTOVERS: Duration = Duration::from_millis(300);

/// When the program ends although something keeps the room from being closed; nothing that anybody was told is lost then.
const LATEST: Duration = Duration::from_millis(4_500);

/// Opens the room: unless told otherwise a practice table for every book and for every game without a limit, the page,
/// and the interface for programs.
#[derive(Args, Clone)]
#[command(after_help = "Examples:\n  cardroom\n  cardroom serve --data /srv/cardroom --port 8080\n  \
                  cardroom serve --demo\n  \
                  cardroom serve --house --data /srv/cardroom\n  \
                  cardroom serve --data /srv/cardroom --store 'postgres:///cardroom?host=/run/postgresql'\n  \
                  cardroom serve --address 0.0.0.0 --name cards.example --certificate cards.pem --key cards.key\n  \
                  cardroom serve --name cards.example --trusted-proxy 127.0.0.1")]
pub(crate) struct Serve {
    /// The folder for the log and the accounts; made if it is not there
    #[arg(long, value_name = "DIR", default_value = "cardroom-data")]
    data: PathBuf,
    /// The database that holds the log and the accounts, instead of a file in the folder: postgres://USER@HOST/DATABASE
    #[arg(long, value_name = "ADDRESS", conflicts_with = "demo")]
    store: Option<Place>,
    /// Run the room together with other programs on the same database: each runs some of its tables, any of them answers
    /// for all, and if one dies the others take its tables over; all of them need the same tips.key in their folders
    #[arg(long, requires = "store", conflicts_with = "certificate")]
    node: bool,
    /// Where the other nodes reach this one, by plain HTTP in a network of their own; otherwise where it listens
    #[arg(long, value_name = "ADDRESS:PORT", requires = "node")]
    node_address: Option<SocketAddr>,
    /// A throw-away room: nothing is kept, and staff accounts have the password "demo"
    #[arg(long, conflicts_with = "data")]
    demo: bool,
    /// A room that plays for chips of the house: a new one opens no practice tables; the floor opens its tables
    #[arg(long)]
    house: bool,
    /// From how many dollars on a sale or redemption at the cage needs a second person, those of the same patron and gaming
    /// day counted together, and so does what is brought to tables, that to one table and that by one person counted
    /// together; 0 for never
    #[arg(long, value_name = "DOLLARS", default_value_t = SECOND_PERSON_FROM)]
    second_person_from: u32,
    /// After how many dollars of sales, or of redemptions, on a gaming day whoever serves at the cage needs a second person
    /// for every further one, whoever it is for; 0 for never
    #[arg(long, value_name = "DOLLARS", default_value_t = SECOND_PERSON_AFTER)]
    second_person_after: u32,
    /// When a gaming day begins in California, as 06:00: what patrons bring and get at the cage is summed up by it
    #[arg(long, value_name = "TIME", default_value = "06:00", value_parser = minutes_of)]
    gaming_day: u16,
    /// From how many dollars on what one patron brings or gets on a gaming day is marked
    #[arg(long, value_name = "DOLLARS", default_value_t = CASH_MARK)]
    cash_mark: u32,
    /// Sell chips of the house to nobody, and seat nobody with them, who has not shown who they are
    #[arg(long)]
    ask_identity: bool,
    /// Let those without an account watch tables of the house
    #[arg(long)]
    open_rail: bool,
    /// The port; 0 takes any that is free
    #[arg(long, default_value_t = 7421)]
    port: u16,
    /// How long bots think at most, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1_300)]
    bots_think: i64,
    /// The address to listen on; only this machine can reach the default
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// A further name by which browsers reach the room, such as that of a proxy before it; one that others can reach
    /// answers under these names only
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,
    /// A file with the certificate for https, and those that vouch for it, in PEM; read again when it changes
    #[arg(long, value_name = "FILE", requires = "key")]
    certificate: Option<PathBuf>,
    /// The file with the certificate's key, in PEM
    #[arg(long, value_name = "FILE", requires = "certificate")]
    key: Option<PathBuf>,
    /// The address of a proxy whose word is taken on whom it asks for (X-Forwarded-For) and whether by https
    /// (X-Forwarded-Proto)
    #[arg(long, value_name = "ADDRESS")]
    trusted_proxy: Vec<IpAddr>,
    /// A folder of law packs, which add to the filed ones or take the place of those of the same name; looked at again every
    /// half minute
    #[arg(long, value_name = "DIR")]
    law: Option<PathBuf>,
    /// A further file for the signed note of where the log ends, on another disk or machine
    #[arg(long, value_name = "FILE")]
    tips: Option<PathBuf>,
    /// Open the room although its log does not hold what a note of tips says; the note is kept under another name
    #[arg(long)]
    despite_tips: bool,
    /// How what happens to the program itself is written to the standard error: one line for people, or one object a
    /// line for programs that gather such lines
    #[arg(long, value_enum, default_value_t)]
    log: LogForm,
    /// What is written there: error, warn, info or debug, which tells of every request; also for parts of the program,
    /// such as "info,server=debug"
    #[arg(long, value_name = "LEVEL", default_value = "info")]
    log_level: LogLevel,
    /// A table that was set aside because something broke there, to be played on from before
    #[arg(long, value_name = "TABLE")]
    take_up: Vec<u32>,
}

impl Default for Serve {
    fn default() -> Serve {
        Serve {
            data: PathBuf::from("cardroom-data"),
            store: None,
            node: false,
            node_address: None,
            demo: false,
            house: false,
            second_person_from: SECOND_PERSON_FROM,
            second_person_after: SECOND_PERSON_AFTER,
            gaming_day: 6 * 60,
            cash_mark: CASH_MARK,
            ask_identity: false,
            open_rail: false,
            port: 7421,
            bots_think: 1_300,
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            name: Vec::new(),
            certificate: None,
            key: None,
            trusted_proxy: Vec::new(),
            law: None,
            tips: None,
            despite_tips: false,
            take_up: Vec::new(),
            log: LogForm::default(),
            log_level: LogLevel::default(),
        }
    }
}

impl Serve {
    pub(crate) fn run(&self, context: Context) -> Result<(), Failure> {
        self.log.begin(&self.log_level);
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let served = if self.demo {
            let folder = tempfile::Builder::new().prefix("cardroom-demo-").tempdir()?;
            runtime.block_on(self.serve(context, folder.path()))
        } else {
            runtime.block_on(self.serve(context, &self.data))
        };
        // Whatever is still worked out for somebody is not waited for.
        runtime.shutdown_timeout(LEFTOVERS);
        served
    }

    async fn serve(&self, context: Context, folder: &Path) -> Result<(), Failure> {
        let is_json = context.json;
        let mut config = Config::new(folder);
        if let Some(place) = &self.store {
            config.place = place.clone();
            // With a file the store makes it.
            make_folder(folder).map_err(|error| {
                Failure::Told(format!(
                    "{}: cannot be made ({error}); choose another --data",
                    folder.display()
                ))
            })?;
        }
        config.is_demo = self.demo;
        config.take_up.clone_from(&self.take_up);
        config.law.clone_from(&self.law);
        config.tips.clone_from(&self.tips);
        config.despite_tips = self.despite_tips;
        config.trusted_proxies.clone_from(&self.trusted_proxy);
        config.tls = self
            .certificate
            .clone()
            .zip(self.key.clone())
            .map(|(certificate, key)| TlsFiles { certificate, key });
        if self.address.is_loopback() || !self.name.is_empty() {
            let own = ["localhost", "127.0.0.1", "[::1]"].map(str::to_owned);
            config.names =
                Some(own.into_iter().chain([self.address.to_string()]).chain(self.name.clone()).collect());
        }
        if self.house {
            config.practice = Some(Vec::new());
        }
        let large = Money::dollars(i64::from(self.second_person_from));
        config.hall.second_person_from = large.is_positive().then_some(large);
        let alone = Money::dollars(i64::from(self.second_person_after));
        config.hall.alone_most = alone.is_positive().then_some(alone);
        config.hall.day_begins = self.gaming_day;
        config.hall.cash_mark = Money::dollars(i64::from(self.cash_mark));
        config.hall.asks_identity = self.ask_identity;
        config.hall.open_rail = self.open_rail;
        config.hall.bot_ms = (self.bots_think / 4, self.bots_think.max(0));
        let listener = self.listen().await?;
        let address = listener.local_addr()?;
        if self.node {
            config.node = Some(self.node_config(address)?);
        }
        let room = server::open(Arc::new(context.shelf), config).await.map_err(|fault| match fault {
            RoomFault::Store(error) => Failure::Told(error.to_string()),
            RoomFault::Note(what) | RoomFault::Tls(what) | RoomFault::Node(what) => Failure::Told(what),
            fault => Failure::Told(format!("{}: {fault}", folder.display())),
        })?;
        let password = room.house_password.clone();
        // Whoever is told that the room is open may ask it to close.
        let stop = stop();
        read_again_when_told(room.certificate_reader());
        let stop = async move {
            stop.await;
            end_at_the_latest();
        };
        let news: Vec<String> = room.news.iter().cloned().chain(open_to_others(folder)).collect();
        self.greet(address, password.as_deref(), &room.closed, &news, is_json)?;
        room.serve(listener, stop).await?;
        Ok(())
    }

    /// How the other nodes reach this one.
    fn node_config(&self, listens: SocketAddr) -> Result<NodeConfig, Failure> {
        let address = self.node_address.unwrap_or(listens);
        if address.ip().is_unspecified() {
            return Err(Failure::Told(format!(
                "nobody reaches a node at {address}: say with --node-address where the other nodes find it"
            )));
        }
        Ok(NodeConfig { address, protocol: protocol() })
    }

    /// The wanted port; when the usual one is taken and none was asked for, any that is free.
    async fn listen(&self) -> Result<TcpListener, Failure> {
        let wanted = SocketAddr::new(self.address, self.port);
        match TcpListener::bind(wanted).await {
            Ok(listener) => Ok(listener),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse && self.port == Serve::default().port => {
                Ok(TcpListener::bind(SocketAddr::new(self.address, 0)).await?)
            }
            Err(error) => {
                Err(Failure::Told(format!("{wanted} cannot be listened on ({error}); choose another --port")))
            }
        }
    }

    fn scheme(&self) -> &'static str {
        if self.certificate.is_some() { "https" } else { "http" }
    }

    /// What whoever opens a room to others should know.
    fn warnings(&self) -> Vec<&'static str> {
        let is_reached = !self.address.is_loopback();
        let is_plain = self.certificate.is_none();
        // Who names a proxy, or a name, means others to come.
        let is_for_others = is_reached || !self.name.is_empty() || !self.trusted_proxy.is_empty();
        let mut warnings = Vec::new();
        if is_for_others && self.demo {
            warnings.push(
                "others can reach this room, and everybody knows the password of its staff: leave --demo out, or \
                 listen on this machine alone",
            );
        }
        // In a private network the proxy may be all that comes.
        let is_private = matches!(self.address, IpAddr::V4(own) if own.is_private())
            || matches!(self.address, IpAddr::V6(own) if own.is_unique_local());
        if is_reached && is_plain && !self.trusted_proxy.is_empty() {
            if is_private {
                return warnings;
            }
            warnings.push(
                "others can reach this room past its proxy by plain HTTP, and whoever is on the way reads passwords and \
                 cards: listen where the proxy alone comes, such as on this machine, or close the port to all others",
            );
        } else if is_reached && is_plain {
            warnings.push(
                "others can reach this room by plain HTTP, and whoever is on the way reads passwords and cards: give \
                 it a --certificate and a --key, or put a proxy before it and name it with --trusted-proxy",
            );
        }
        warnings
    }

    fn greet(
        &self,
        address: SocketAddr,
        password: Option<&str>,
        closed: &[String],
        news: &[String],
        is_json: bool,
    ) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        let warnings: Vec<&str> =
            self.warnings().into_iter().chain(news.iter().map(String::as_str)).collect();
        if is_json {
            writeln!(
                out,
                "{}",
                json!({
                    "address": format!("{}://{address}", self.scheme()), "house_password": password,
                    "closed": closed, "warnings": warnings,
                })
            )?;
            return Ok(out.flush()?);
        }
        writeln!(out, "The room is open at {}://{address}", self.scheme())?;
        if self.demo {
            writeln!(
                out,
                "Nothing is kept. Staff: dealer, floor, cage, auditor and owner, each with the password \"demo\"."
            )?;
        } else {
            let place = self.store.clone().unwrap_or_else(|| self.data.as_path().into());
            writeln!(out, "Its log and accounts are in {place}.")?;
        }
        if let Some(password) = password {
            writeln!(
                out,
                "Staff log in as \"house\" with the password {password}; until somebody does, every start makes a new one."
            )?;
        }
        for what in closed {
            writeln!(out, "Stays closed: {what}")?;
        }
        for what in warnings {
            writeln!(out, "Warning: {what}.")?;
        }
        let only = if self.house { "" } else { "Play chips only. " };
        writeln!(out, "{only}Problem gambling? Call 1-800-GAMBLER. Ctrl-C closes the room.")?;
        Ok(out.flush()?)
    }
}

/// The protocol to speak with other nodes; a debug build can be told another one, so that tests have a neighbour.
fn protocol() -> u32 {
    let told = if cfg!(debug_assertions) { std::env::var("CARDROOM_PROTOCOL").ok() } else { None };
    told.and_then(|number| number.parse().ok()).unwrap_or(server::PROTOCOL)
}

/// Makes the folder for what belongs beside a database, for nobody else to look into; one that is there stays as it is.
fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// That other users of the machine may look into a folder that was there before; what they do there is not ours to forbid.
fn open_to_others(folder: &Path) -> Option<String> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;

        let mode = std::fs::metadata(folder).ok()?.permissions().mode() & 0o777;
        (mode & 0o077 != 0).then(|| {
            format!(
                "other users of this machine can look into {} ({mode:o}), though not read what is secret in it: chmod 700 it \
                 unless they are to read tips.txt there",
                folder.display()
            )
        })
    }
    #[cfg(not(unix))]
    {
        let _ = folder;
        None
    }
}

/// Listens from now on, and is done when somebody presses Ctrl-C or the system asks to stop.
#[cfg(unix)]
pub(crate) fn stop() -> impl Future<Output = ()> {
    use tokio::signal::unix::{SignalKind, signal};
    let listening = (signal(SignalKind::interrupt()), signal(SignalKind::terminate()));
    async move {
        match listening {
            (Ok(mut interrupt), Ok(mut terminate)) => {
                tokio::select! {
                    _ = interrupt.recv() => {}
                    _ = terminate.recv() => {}
                }
            }
            _ => drop(tokio::signal::ctrl_c().await),
        }
    }
}

/// Done when somebody presses Ctrl-C.
#[cfg(not(unix))]
pub(crate) async fn stop() {
    drop(tokio::signal::ctrl_c().await);
}

/// Ends the program a little later, whatever still keeps it.
fn end_at_the_latest() {
    std::thread::spawn(|| {
        std::thread::sleep(LATEST);
        eprintln!("the room could not be closed in time; everything that anybody was told is on disk");
        std::process::exit(1);
    });
}

/// Reads the certificate again whenever the system says so (SIGHUP).
#[cfg(unix)]
fn read_again_when_told(read: impl Fn() -> bool + Send + 'static) {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut told) = signal(SignalKind::hangup()) else { return };
    tokio::spawn(async move {
        while told.recv().await.is_some() {
            read();
        }
    });
}

#[cfg(not(unix))]
fn read_again_when_told(_: impl Fn() -> bool + Send + 'static) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn whoever_keeps_a_room_where_others_look_is_told() {
        use std::os::unix::fs::PermissionsExt as _;

        let folder = tempfile::tempdir().unwrap();
        for (mode, is_told) in [(0o700, false), (0o755, true), (0o750, true)] {
            std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(mode)).unwrap();
            let told = open_to_others(folder.path());
            assert_eq!(told.is_some(), is_told, "{mode:o}: {told:?}");
        }
    }

    #[test]
    fn whoever_opens_a_room_to_others_is_warned() {
        let here = Serve::default();
        let anybody = Serve { address: IpAddr::V4(Ipv4Addr::UNSPECIFIED), ..Serve::default() };
        let file = || Some(PathBuf::from("a file"));
        let tls = Serve { certificate: file(), key: file(), ..anybody.clone() };
        let proxied = Serve { trusted_proxy: vec![IpAddr::V4(Ipv4Addr::LOCALHOST)], ..anybody.clone() };
        let (demo, plain) = ("everybody knows the password of its staff", "by plain HTTP");
        for (serve, is_demo, is_plain) in [
            (here.clone(), false, false),
            (Serve { demo: true, ..here.clone() }, false, false),
            (Serve { demo: true, ..anybody.clone() }, true, true),
            (anybody, false, true),
            (Serve { demo: true, ..tls.clone() }, true, false),
            (tls, false, false),
            (Serve { address: IpAddr::V4(Ipv4Addr::new(10, 0, 0, 11)), ..proxied.clone() }, false, false),
            (proxied, false, true),
            (Serve { trusted_proxy: vec![IpAddr::V4(Ipv4Addr::LOCALHOST)], ..here.clone() }, false, false),
            (Serve { demo: true, name: vec!["cards.example".to_owned()], ..here.clone() }, true, false),
            (
                Serve { demo: true, trusted_proxy: vec![IpAddr::V4(Ipv4Addr::LOCALHOST)], ..here.clone() },
                true,
                false,
            ),
            (Serve { demo: true, ..here }, false, false),
        ] {
            let warnings = serve.warnings().join("; ");
            assert_eq!(
                (warnings.contains(demo), warnings.contains(plain)),
                (is_demo, is_plain),
                "{warnings}"
            );
        }
    }
}
