//! The room over HTTP: every table as a numbered stream, accounts and roles, records and proofs, and the page.
//!
//! [`open`] makes a room from a folder, [`Room::serve`] answers requests until it is told to stop.

mod api;
mod archive;
mod button_draw;
mod coming_in;
mod company;
mod day;
mod day_sums;
mod directory;
mod drawn;
mod duties;
mod edge;
mod eras;
mod filling;
mod given_back;
mod hall;
mod house_entry;
mod house_kind;
mod house_proof;
mod index;
mod index_proof;
mod jackpots;
pub mod journal;
mod kept;
mod kept_proof;
mod kinds_proof;
pub mod law;
pub mod library;
mod line_up;
mod lists;
mod measures;
mod money_proof;
mod names;
mod noted;
mod odds_view;
mod pages;
pub mod password;
mod patrons;
mod people_proof;
mod plain;
mod preferences;
mod promises;
mod records;
mod rejoined;
mod replay_fault;
pub mod report;
pub mod rotation;
mod round_chips;
mod round_facts;
mod shuffle_record;
mod shuffles;
mod staff_proof;
mod system;
mod table_books;
mod tables_proof;
pub mod tips;
mod verify;
mod walk;
mod witnesses;

pub use api::openapi::document as openapi;
pub use api::{Limits, Role, SessionLimits};
pub use archive::{archive, note_backup};
pub use button_draw::ButtonDraw;
pub use company::CompanyEntry;
pub use day::{BoxKind, CageMoment, DeskRules, Drawer, Settled, TraySettled};
pub use edge::TlsFiles;
pub use hall::{
    Answer, AskedView, CageView, ClauseView, FloorView, HallConfig, HallFault, Line, LobbyTable, Metrics,
    Outcome, PatronView, PlayView, Speaker, tell_of_a_break,
};
pub use jackpots::{Fund, JackpotSaid};
pub use kept::KeptKey;
pub use line_up::{DealsAt, LineUpSaid};
pub use lists::{HoldEnd, HoldWhy, ListSaid, Want};
pub use measures::Measures;
pub use patrons::{BarKind, Document, PatronSaid, Written};
pub use records::{RoundCorrection, RoundHistory, RoundLine};
pub use tips::Beside;
pub use verify::{AbsentArchive, OtherVersion, Proof, StreamProof, verify};
pub use walk::walk;
pub use witnesses::{missing, missing_beside};

use std::fmt;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use books::Shelf;
use room::Spec;
use store::Place;
use tokio::net::TcpListener;

use coming_in::{come_in, wait_for_makers};
use hall::{HallHandle, Request, Write};

/// Reads a message of a socket as a room does.
///
/// # Errors
/// When it is no command; what people are told.
pub fn check_message(text: &str) -> Result<(), String> {
    api::read_message(text).map(drop)
}

/// How a room is run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where the log and the accounts are kept.
    pub place: Place,
    /// Where what belongs to the room beside them is kept: its key, its newest note, what people prefer.
    pub folder: PathBuf,
    /// The hall.
    pub hall: HallConfig,
    /// What one client may ask for.
    pub limits: Limits,
    /// How long sessions last.
    pub sessions: SessionLimits,
    /// The certificate and its key, if the room speaks TLS itself.
    pub tls: Option<TlsFiles>,
    /// The proxies that say for whom they ask, and whether by https; nobody else's word on that is taken.
    pub trusted_proxies: Vec<IpAddr>,
    /// The names by which browsers may ask for the room; any if left out. A room for this machine alone says which,
    /// so that a page from elsewhere cannot reach it under a name of its own.
    pub names: Option<Vec<String>>,
    /// The books for which practice tables open if the room is new; all that can be played if left out.
    pub practice: Option<Vec<String>>,
    /// The tables to play on at although they were set aside before the room was closed.
    pub take_up: Vec<room::TableId>,
    /// A folder of law packs, which add to the filed ones or take the place of those of the same name.
    pub law: Option<PathBuf>,
    /// A further file for the signed note of where the streams end, on another disk or for another machine.
    pub tips: Option<PathBuf>,
    /// Whether the room opens although the log does not hold what such a note says: the note is kept under another
    /// name, and the house's log tells of it.
    pub despite_tips: bool,
    /// Where other programs reach this one that run the same room with it; nothing if it runs alone.
    pub node: Option<NodeConfig>,
    /// Whether staff accounts "dealer", "floor", "cage" and "auditor" with the password "demo" are made.
    pub is_demo: bool,
}

/// What a program needs that runs a room together with others.
#[derive(Clone, Debug)]
pub struct NodeConfig {
    /// Where the others reach it.
    pub address: std::net::SocketAddr,
    /// Which protocol it speaks with them: [`PROTOCOL`], or for a test that of a neighbouring version.
    pub protocol: u32,
}

/// The protocol that this version speaks with other nodes; those of neighbouring numbers serve the same room.
pub const PROTOCOL: u32 = nodes::Protocol::NEWEST.number();

impl Config {
    /// A room in a folder, run as usual.
    #[must_use]
    pub fn new(folder: &Path) -> Config {
        Config {
            place: Place::Folder(folder.to_owned()),
            folder: folder.to_owned(),
            hall: HallConfig::default(),
            limits: Limits::default(),
            sessions: SessionLimits::default(),
            tls: None,
            trusted_proxies: Vec::new(),
            names: None,
            practice: None,
            take_up: Vec::new(),
            law: None,
            tips: None,
            despite_tips: false,
            node: None,
            is_demo: false,
        }
    }
}

/// Why a room cannot be opened.
#[derive(Debug)]
pub enum RoomFault {
    /// The store cannot be opened.
    Store(store::Error),
    /// The hall cannot be opened.
    Hall(HallFault),
    /// A practice table cannot be opened.
    Table(String),
    /// The log does not hold what a note of tips says.
    Note(String),
    /// The certificate or its key cannot be used.
    Tls(String),
    /// The program cannot run the room together with those that do.
    Node(String),
}

impl fmt::Display for RoomFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RoomFault::Store(error) => error.fmt(f),
            RoomFault::Hall(fault) => fault.fmt(f),
            RoomFault::Table(what) | RoomFault::Note(what) | RoomFault::Tls(what) | RoomFault::Node(what) => {
                f.write_str(what)
            }
        }
    }
}

impl std::error::Error for RoomFault {}

/// A room that is open.
pub struct Room {
    hall: HallHandle,
    thread: JoinHandle<()>,
    state: api::AppState,
    edge: edge::Edge,
    filling: Option<filling::Filling>,
    /// The password of the account "house", as long as nobody has come in with one.
    pub house_password: Option<String>,
    /// What stays closed and why: books that are not in order, tables whose log does not play again.
    pub closed: Vec<String>,
    /// What whoever runs the room should know: what is missing beside its log, and what its database does not promise.
    pub news: Vec<String>,
}

/// Opens the room of a folder: every table resumes where it was; a new room opens its practice tables.
///
/// # Errors
/// When the folder, its log or a table cannot be had.
pub async fn open(shelf: Arc<Shelf>, mut config: Config) -> Result<Room, RoomFault> {
    // Whoever watches the nodes asks each by its own address.
    if let (Some(names), Some(node)) = (&mut config.names, &config.node) {
        names.extend(node.address.to_string().rsplit_once(':').map(|(host, _)| host.to_owned()));
    }
    let certificates = config.tls.clone().map(edge::Certificates::read).transpose();
    let certificates = certificates.map_err(|fault: edge::TlsFault| RoomFault::Tls(fault.to_string()))?;
    let mut unheld = match &config.place {
        Place::Folder(folder) => witnesses::without_log(folder, config.tips.as_deref()),
        // What its notes say is held against a database once it is open, also if it is empty.
        Place::Database(_) => Vec::new(),
    };
    refuse_unless(&config, &unheld)?;
    let (mut store, node) = match &config.node {
        None => (config.place.open().map_err(RoomFault::Store)?, None),
        Some(node) => come_in(&config.place, node)?,
    };
    let directory = node.as_ref().map(|(_, directory)| directory.clone());
    let is_first = node.is_none() || store.look().is_ok_and(|look| look.members.len() == 1);
    if unheld.is_empty() {
        let files = witnesses::files(&config.folder, config.tips.as_deref());
        unheld = witnesses::unheld(store.as_ref(), &files).map_err(RoomFault::Store)?;
        refuse_unless(&config, &unheld)?;
    }
    hall::refuse_newer(store.as_ref()).map_err(RoomFault::Hall)?;
    let is_made = match &node {
        Some((node, _)) => {
            wait_for_makers(store.as_mut(), node.own(), config.is_demo).map_err(RoomFault::Store)?
        }
        None => false,
    };
    let staff = match is_made && !is_first {
        true => api::staff::Staff::default(),
        false => api::staff::first(store.as_mut(), config.is_demo).map_err(RoomFault::Store)?,
    };
    // One that was opened for the house alone gets no practice tables later because somebody forgot to say so again.
    let is_new = store.streams().map_err(RoomFault::Store)?.is_empty();
    let mut closed = Vec::new();
    let tables = if is_new { practice_tables(&shelf, &config, &mut closed)? } else { Vec::new() };
    let first = hall::First { accounts: staff.accounts, tables };
    let (books, mut hall) = (Arc::clone(&shelf), config.hall.clone());
    hall.law_folder.clone_from(&config.law);
    let notes = hall::Notes::open(&config.folder, config.tips.as_deref(), unheld).map_err(|error| {
        RoomFault::Hall(HallFault::Note(format!("has no key: {} ({error})", config.folder.display())))
    })?;
    let newest = notes.newest();
    // Only a file is read by a further connection that costs next to nothing.
    let beside = match &config.place {
        Place::Folder(_) => config.place.open_read_only().ok(),
        Place::Database(_) => None,
    };
    let store = hall::LentStore::new(store, beside);
    let hall::Opened { hall, thread, closed: shut, mut news } =
        hall::open(books, store, hall, &first, &config.take_up, notes, node.map(|(node, _)| node))
            .map_err(RoomFault::Hall)?;
    closed.extend(shut);
    news.extend(promises::doubts(&config).map_err(RoomFault::Store)?);
    let state = api::AppState::new(hall.clone(), Arc::clone(&shelf), &config, newest, directory.clone());
    // What a log lacks of states is filled where one program runs the room.
    let filling = directory.is_none().then(|| filling::Filling::begin(state.records.clone(), hall.clone()));
    let proxies = config.trusted_proxies.iter().map(IpAddr::to_canonical).collect();
    let (limits, stopping) = (config.limits, state.stopping.clone());
    let measures = config.hall.measures.clone();
    let edge = edge::Edge { limits, proxies, certificates, stopping, measures, nodes: directory };
    let house_password = staff.password;
    Ok(Room { hall, thread, state, edge, filling, house_password, closed, news })
}

/// A log that does not hold what a note says is opened only by whoever says so.
fn refuse_unless(config: &Config, unheld: &[witnesses::Unheld]) -> Result<(), RoomFault> {
    match unheld.first() {
        Some(first) if !config.despite_tips => Err(RoomFault::Note(first.refusal())),
        _ => Ok(()),
    }
}

/// The practice tables of a new room; a book for which none can be opened stays closed, unless it was asked for by name.
fn practice_tables(shelf: &Shelf, config: &Config, closed: &mut Vec<String>) -> Result<Vec<Spec>, RoomFault> {
    let all = || shelf.ids().map(|id| id.to_string()).collect();
    let mut specs = Vec::new();
    for book in config.practice.clone().unwrap_or_else(all) {
        match Spec::practice(shelf, &book) {
            Ok(spec) => specs.push(spec),
            Err(room::OpenFault::NotPlayed(_)) if config.practice.is_none() => {}
            Err(fault) if config.practice.is_none() => closed.push(format!("{book}: {fault}")),
            Err(fault) => return Err(RoomFault::Table(format!("{book}: {fault}"))),
        }
    }
    // Beside them, for whoever wants to bet more, the games whose filed schedules have no limit.
    if config.practice.is_none() {
        let books = shelf.ids().map(|id| id.to_string());
        let more: Vec<Spec> = books.filter_map(|book| Spec::practice_without_limit(shelf, &book)).collect();
        specs.extend(more.into_iter().filter(|spec| !specs.contains(spec)).collect::<Vec<_>>());
    }
    Ok(specs)
}

impl Room {
    /// Opens a further table and gives its number.
    ///
    /// # Errors
    /// When the book does not allow it.
    pub async fn open_table(&self, spec: Spec, bots: u8) -> Result<room::TableId, String> {
        let spec = Box::new(spec);
        let opened =
            self.hall.ask(|reply| Write::Open { spec, by: None, bots, has_chat: false, reply }).await;
        opened.unwrap_or_else(|_| Err("the room is too busy".to_owned())).map(|(table, _)| table)
    }

    /// A way to read the certificate and its key again, for whoever is told that they have changed; a room that speaks
    /// TLS looks by itself every minute.
    pub fn certificate_reader(&self) -> impl Fn() -> bool + Send + 'static {
        let certificates = self.edge.certificates.clone();
        move || certificates.as_ref().is_some_and(edge::Certificates::look_again)
    }

    /// Answers requests until `stop` is done; then everything is on disk and the room is closed. Whatever clients do,
    /// that takes a few seconds at the most.
    ///
    /// # Errors
    /// When the hall cannot be closed.
    pub async fn serve(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> std::io::Result<()> {
        let app = api::router(self.state.clone());
        let looking =
            self.edge.certificates.clone().map(|certificates| tokio::spawn(look_again(certificates)));
        self.edge.serve(listener, app, stop).await;
        looking.inspect(tokio::task::JoinHandle::abort);
        let Room { hall, thread, state, filling, .. } = self;
        let _ = tokio::task::spawn_blocking(move || {
            filling.into_iter().for_each(filling::Filling::end);
            state.readers.end();
            // Whoever closes the file last tidies it up, and only the hall can.
            state.records.let_go();
            // The last commands of those who were cut off may still fill the queue.
            while hall.send(Request::Stop).is_err() && !thread.is_finished() {
                std::thread::sleep(Duration::from_millis(5));
            }
            thread.join()
        })
        .await;
        Ok(())
    }
}

/// How often a room looks whether its certificate has changed.
const CERTIFICATE_EVERY: Duration = Duration::from_secs(60);

async fn look_again(certificates: edge::Certificates) {
    loop {
        tokio::time::sleep(CERTIFICATE_EVERY).await;
        let certificates = certificates.clone();
        let _ = tokio::task::spawn_blocking(move || certificates.look_again()).await;
    }
}
