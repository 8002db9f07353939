//! The room over HTTP: every table as a numbered stream, accounts and roles, records and proofs, and the page.
//!
//! [`open`] makes a room from a folder, [`Room::serve`] answers requests until it is told to stop.

mod api;
mod archive;
mod button_draw;
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

use std::collections::BTreeMap;
use std::fmt;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use books::Shelf;
use room::Spec;
use store::Place;
use tokio::net::TcpListener;

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

/// A node that has come in, if the program is one, and what it knows of the others.
type ComeIn = Option<(hall::Node, directory::Directory)>;

/// Waits until a room has its first accounts, or nobody came before this node who could be about to make them: of nodes
/// that are started at the same moment one makes the room. Says whether it is made.
fn wait_for_makers(store: &mut dyn store::Backend, own: u64, is_demo: bool) -> Result<bool, store::Error> {
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
fn come_in(place: &Place, config: &NodeConfig) -> Result<(Box<dyn store::Backend>, ComeIn), RoomFault> {
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
