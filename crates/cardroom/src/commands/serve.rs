//! `cardroom serve`: the room and its page.

use std::io::{self, IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use serde_json::json;
use server::{Config, RoomFault};
use tokio::net::TcpListener;

use crate::Context;
use crate::failure::Failure;

/// Opens the room: one practice table for every book, the page, and the interface for programs.
#[derive(Args, Clone)]
#[command(after_help = "Examples:\n  cardroom\n  cardroom serve --data /srv/cardroom --port 8080\n  \
                  cardroom serve --demo")]
pub(crate) struct Serve {
    /// The folder for the log and the accounts; made if it is not there
    #[arg(long, value_name = "DIR", default_value = "cardroom-data")]
    data: PathBuf,
    /// A throw-away room: nothing is kept, and staff accounts have the password "demo"
    #[arg(long, conflicts_with = "data")]
    demo: bool,
    /// The port; 0 takes any that is free
    #[arg(long, default_value_t = 7421)]
    port: u16,
    /// How long bots think at most, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1_300)]
    bots_think: i64,
    /// The address to listen on; only this machine can reach the default
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// A further name by which browsers reach a room on this machine, such as that of a proxy before it
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,
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
            port: 7421,
            bots_think: 1_300,
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            name: Vec::new(),
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
        if self.demo {
            let folder = tempfile::Builder::new().prefix("cardroom-demo-").tempdir()?;
            return runtime.block_on(self.serve(context, folder.path()));
        }
        runtime.block_on(self.serve(context, &self.data))
    }

    async fn serve(&self, context: Context, folder: &Path) -> Result<(), Failure> {
        let is_json = context.json;
        let mut config = Config::new(folder);
        config.is_demo = self.demo;
        config.take_up.clone_from(&self.take_up);
        config.tips.clone_from(&self.tips);
        config.despite_tips = self.despite_tips;
        if self.address.is_loopback() {
            let own = ["localhost", "127.0.0.1", "[::1]"].map(str::to_owned);
            config.names =
                Some(own.into_iter().chain([self.address.to_string()]).chain(self.name.clone()).collect());
        }
        config.hall.bot_ms = (self.bots_think / 4, self.bots_think.max(0));
        let listener = self.listen().await?;
        let address = listener.local_addr()?;
        let room = server::open(Arc::new(context.shelf), config).await.map_err(|fault| match fault {
            RoomFault::Store(error) => Failure::Told(error.to_string()),
            RoomFault::Note(what) => Failure::Told(what),
            fault => Failure::Told(format!("{}: {fault}", folder.display())),
        })?;
        let password = room.house_password.clone();
        // Whoever is told that the room is open may ask it to close.
        let stop = stop();
        self.greet(address, password.as_deref(), &room.closed, is_json)?;
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

    fn greet(
        &self,
        address: SocketAddr,
        password: Option<&str>,
        closed: &[String],
        is_json: bool,
    ) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        if is_json {
            writeln!(
                out,
                "{}",
                json!({
                    "address": format!("http://{address}"), "house_password": password, "closed": closed
                })
            )?;
            return Ok(out.flush()?);
        }
        writeln!(out, "The room is open at http://{address}")?;
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
        writeln!(out, "Play chips only. Problem gambling? Call 1-800-GAMBLER. Ctrl-C closes the room.")?;
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
