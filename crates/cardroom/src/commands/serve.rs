//! `cardroom serve`: the room and its page.

use std::io::{self, IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use books::Money;
use clap::Args;
use serde_json::json;
use server::{Config, RoomFault, TlsFiles};
use tokio::net::TcpListener;

use crate::Context;
use crate::failure::Failure;

/// From how many dollars on a second person is needed at the cage, unless told otherwise.
const SECOND_PERSON_FROM: u32 = 10_000;

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
                  cardroom serve --address 0.0.0.0 --name cards.example --certificate cards.pem --key cards.key\n  \
                  cardroom serve --name cards.example --trusted-proxy 127.0.0.1")]
pub(crate) struct Serve {
    /// The folder for the log and the accounts; made if it is not there
    #[arg(long, value_name = "DIR", default_value = "cardroom-data")]
    data: PathBuf,
    /// A throw-away room: nothing is kept, and staff accounts have the password "demo"
    #[arg(long, conflicts_with = "data")]
    demo: bool,
    /// A room that plays for chips of the house: a new one opens no practice tables; the floor opens its tables
    #[arg(long)]
    house: bool,
    /// From how many dollars on a sale or redemption at the cage needs a second person, those of the same day and patron
    /// counted together; 0 for never
    #[arg(long, value_name = "DOLLARS", default_value_t = SECOND_PERSON_FROM)]
    second_person_from: u32,
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
    /// A further file for the signed note of where the log ends, on another disk or machine
    #[arg(long, value_name = "FILE")]
    tips: Option<PathBuf>,
    /// Open the room although its log does not hold what a note of tips says; the note is kept under another name
    #[arg(long)]
    despite_tips: bool,
    /// A table that was set aside because something broke there, to be played on from before
    #[arg(long, value_name = "TABLE")]
    take_up: Vec<u32>,
}

impl Default for Serve {
    fn default() -> Serve {
        Serve {
            data: PathBuf::from("cardroom-data"),
            demo: false,
            house: false,
            second_person_from: SECOND_PERSON_FROM,
            open_rail: false,
            port: 7421,
            bots_think: 1_300,
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            name: Vec::new(),
            certificate: None,
            key: None,
            trusted_proxy: Vec::new(),
            tips: None,
            despite_tips: false,
            take_up: Vec::new(),
        }
    }
}

impl Serve {
    pub(crate) fn run(&self, context: Context) -> Result<(), Failure> {
        let is_terminal = io::stderr().is_terminal();
        tracing_subscriber::fmt().with_writer(io::stderr).with_ansi(is_terminal).with_target(false).init();
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
        config.is_demo = self.demo;
        config.take_up.clone_from(&self.take_up);
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
        config.hall.open_rail = self.open_rail;
        config.hall.bot_ms = (self.bots_think / 4, self.bots_think.max(0));
        let listener = self.listen().await?;
        let address = listener.local_addr()?;
        let room = server::open(Arc::new(context.shelf), config).await.map_err(|fault| match fault {
            RoomFault::Store(error) => Failure::Told(error.to_string()),
            RoomFault::Note(what) | RoomFault::Tls(what) => Failure::Told(what),
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
        self.greet(address, password.as_deref(), &room.closed, &room.news, is_json)?;
        room.serve(listener, stop).await?;
        Ok(())
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
        let is_plain = self.certificate.is_none() && self.trusted_proxy.is_empty();
        let mut warnings = Vec::new();
        if is_reached && self.demo {
            warnings.push(
                "others can reach this room, and everybody knows the password of its staff: leave --demo out, or \
                 listen on this machine alone",
            );
        }
        if is_reached && is_plain {
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
                "Nothing is kept. Staff: dealer, floor, cage and auditor, each with the password \"demo\"."
            )?;
        } else {
            writeln!(out, "Its log and accounts are in {}.", self.data.display())?;
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
            (Serve { demo: true, ..here }, false, false),
            (Serve { demo: true, ..anybody.clone() }, true, true),
            (anybody, false, true),
            (Serve { demo: true, ..tls.clone() }, true, false),
            (tls, false, false),
            (proxied, false, false),
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
