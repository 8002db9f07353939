//! The hall: the one thread that owns every table, the ledger and the store.
//!
//! Commands come in through a channel. The hall takes as many as are waiting, applies them, writes all of them in
//! one durable batch, and only then answers and tells the watchers. So what anybody has been told is on disk, and
//! one flush to disk serves many commands.
//!
//! Nothing that a table does ends the hall. A table that breaks is set aside (`aside`), and the rest goes on.

mod acts;
mod answering;
mod aside;
mod bots;
mod cage;
mod chat;
mod clock;
mod commit;
mod config;
mod corrections;
mod day;
mod day_view;
mod departed;
mod desks;
mod done_before;
mod error;
mod exchanges;
mod fault;
mod first;
mod handle;
mod jackpots;
mod kinds;
mod law;
mod lent_store;
mod line_up;
mod list_views;
mod lists;
mod lobby;
mod message;
mod moving;
mod newcomers;
mod nodes;
mod noting;
mod passwords;
mod patrons;
mod place;
mod preparing;
mod preview;
mod private;
mod refusals;
mod requests;
mod resume;
mod roles;
mod sealer;
mod seeing;
mod shadows;
mod standing;
mod time;
mod turns;
mod unserved;
mod watchers;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::time::Instant;

use books::Shelf;
use room::{By, Command, Input, Ledger, PersonId, TableId, Time};
use store::{Batch, Stream};

pub(crate) use acts::is_noted;
pub use cage::{CageView, PatronView, PlayView};
pub(crate) use chat::{ChatRead, ChatView, plain as plain_words};
pub use config::HallConfig;
pub(crate) use corrections::AskedCorrection;
pub(crate) use corrections::CorrectionWrite;
pub(crate) use day::DayAct;
pub(crate) use day_view::DayView;
pub(crate) use desks::{DeskAct, DeskRead, DeskWrite};
pub use exchanges::AskedView;
pub(crate) use exchanges::{Exchange, Exchanged, SECONDS};
pub use fault::HallFault;
pub(crate) use first::First;
pub(crate) use handle::{Busy, HallHandle};
pub(crate) use jackpots::{JackpotAct, JackpotsView};
pub(crate) use kinds::parted;
pub(crate) use law::{CompanyAct, CompanyView, LawAct, LawRead, LawStanding, LawWrite};
pub(crate) use lent_store::LentStore;
pub(crate) use line_up::{LineUpAct, LineUpView, READERS as LINE_UP_READERS};
pub(crate) use list_views::{ListsView, WallView};
pub(crate) use lists::ListAct;
pub(crate) use lobby::OwnTable;
pub use lobby::{FloorView, LobbyTable, Metrics};
pub(crate) use message::StreamMessage;
pub use message::{Answer, ClauseView, Line, Outcome};
pub(crate) use nodes::{Node, passed_ms};
pub(crate) use noting::{NewestNote, Notes};
pub(crate) use patrons::{PatronAct, PatronsView};
pub(crate) use preview::{Foreseen, sender, subject_of};
use private::Manner;
pub(crate) use private::{BOTS_MOST, PrivateRead, PrivateTable, PrivateWrite, Wanted};
pub use requests::Speaker;
pub(crate) use requests::{Coached, HallError, Own, Read, Request, Unseen, Write};
pub(crate) use roles::Said;
pub(crate) use standing::{Standing, refuse_newer};
pub(crate) use time::now;
pub(crate) use watchers::Message;

use aside::Lost;
pub use aside::tell_of_a_break;
pub(crate) use aside::{check_chips, guard};
use bots::BotMoves;
use place::Place;
use time::Clock;

use crate::journal::{HouseEntry, TableEntry, change_kind, entry};
use crate::kept::KeptKey;
use crate::library::Library;
use crate::names;
use crate::patrons::Patrons;

/// Somebody the hall knows.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) name: String,
    pub(crate) is_bot: bool,
    pub(crate) is_guest: bool,
}

/// The hall itself; it lives on its own thread.
pub(crate) struct Hall {
    pub(crate) shelf: Arc<Shelf>,
    library: Library,
    /// The law packs that count, and the folder of those that are not filed.
    law: crate::law::Packs,
    law_folder: Option<PathBuf>,
    pub(crate) store: LentStore,
    pub(crate) config: HallConfig,
    pub(crate) tables: BTreeMap<TableId, Place>,
    pub(crate) ledger: Ledger,
    pub(crate) people: HashMap<PersonId, Known>,
    /// How the names of people look, so that nobody takes one that looks the same.
    looks: HashSet<String>,
    /// The number of the last entry of the house.
    house_number: u64,
    /// What the house's log has come to, and the number of its entry after which that was last kept.
    standing: Standing,
    house_kept: u64,
    deadlines: BTreeSet<(Time, TableId)>,
    /// Tables of which nothing could be played again.
    lost: BTreeMap<TableId, Lost>,
    /// Tables that other nodes run, as their logs had them when somebody last looked.
    shadows: BTreeMap<TableId, Place>,
    bots: BotMoves,
    private: private::Private,
    /// What is written down about patrons.
    patrons: Patrons,
    batch: Batch,
    /// The ids of the commands in it.
    ids: departed::Ids,
    /// The batch that is on its way to the disk.
    departed: Option<departed::Departed>,
    /// When the clock and the bots began to have their turn; nothing as long as no thread runs the hall.
    ticks_since: Option<Instant>,
    /// The thread that seals decks ahead.
    sealer: Option<sealer::Sealer>,
    /// Whether the store holds back what was written since the last batch.
    is_held: bool,
    /// What is sent once the batch is on disk.
    after: Vec<commit::Later>,
    changed: BTreeSet<TableId>,
    started: Instant,
    clock: Clock,
    /// Where the tips are noted; nowhere for a hall that no room is opened over.
    notes: Option<Notes>,
    /// The key that marks what is kept beside the log; nothing for such a hall.
    key: Option<KeptKey>,
    /// When the accounts were last looked through for new passwords.
    looked: Time,
    /// When the house last looked whether somebody is there whom it does not serve.
    unserved_looked: Time,
    /// When the room's lease was last asked for.
    renewed: Instant,
    /// What it knows as one of several nodes; nothing if it runs the whole room.
    node: Option<Node>,
}

/// A hall that is open.
pub(crate) struct Opened {
    pub(crate) hall: HallHandle,
    pub(crate) thread: std::thread::JoinHandle<()>,
    /// What stays closed and why.
    pub(crate) closed: Vec<String>,
    /// What whoever runs the room should know.
    pub(crate) news: Vec<String>,
}

/// Opens the hall over a store: every table resumes exactly where it was, or is set aside; then the thread begins.
///
/// # Errors
/// When the store cannot be read.
pub(crate) fn open(
    shelf: Arc<Shelf>,
    store: LentStore,
    config: HallConfig,
    first: &First,
    take_up: &[TableId],
    notes: Notes,
    node: Option<Node>,
) -> Result<Opened, HallFault> {
    let mut hall = Hall::over(shelf, store, config)?;
    hall.key = Some(notes.kept_key());
    // A node has held the house's log since it came in.
    (hall.is_held, hall.node) = (node.is_some(), node);
    hall.notes = Some(notes);
    hall.resume(take_up)?;
    hall.check_key()?;
    let mut news = hall.news_of_notes();
    hall.begin_house()?;
    hall.say_patron_rules(hall.now());
    news.extend(hall.news_of_roles());
    news.extend(hall.begin_law());
    hall.note_passwords(hall.now())?;
    hall.note_outside(hall.now())?;
    let mut closed: Vec<String> =
        hall.all_aside().map(|(id, why)| format!("table {id} is set aside: {why}")).collect();
    closed.extend(hall.begin(first)?);
    hall.begin_notes()?;
    let (sender, receiver) = sync_channel(16_384);
    let thread = std::thread::Builder::new()
        .name("hall".to_owned())
        .spawn(move || hall.run(&receiver))
        .expect("a thread for the hall");
    Ok(Opened { hall: HallHandle { sender }, thread, closed, news })
}

impl Hall {
    /// A hall over a store, before anything of it is read.
    fn over(shelf: Arc<Shelf>, store: impl Into<LentStore>, config: HallConfig) -> Result<Hall, HallFault> {
        let store = store.into();
        let clock = Clock::new(store.last_ms()?.map(Time));
        Ok(Hall {
            shelf,
            library: Library::read(store.as_ref())?,
            law: crate::law::Packs::default(),
            law_folder: config.law_folder.clone(),
            store,
            config,
            tables: BTreeMap::new(),
            ledger: Ledger::default(),
            people: HashMap::new(),
            looks: bots::NAMES.iter().flat_map(|name| names::looks(name)).collect(),
            house_number: 0,
            standing: Standing::default(),
            house_kept: 0,
            deadlines: BTreeSet::new(),
            lost: BTreeMap::new(),
            shadows: BTreeMap::new(),
            bots: BotMoves::default(),
            private: private::Private::default(),
            patrons: Patrons::default(),
            batch: Batch::default(),
            ids: departed::Ids::new(),
            departed: None,
            ticks_since: None,
            sealer: None,
            is_held: false,
            after: Vec::new(),
            changed: BTreeSet::new(),
            started: Instant::now(),
            looked: clock.now(),
            unserved_looked: Time(0),
            renewed: Instant::now(),
            clock,
            notes: None,
            key: None,
            node: None,
        })
    }

    /// Tells a table with hours by which clock the house lives, whenever that has changed.
    fn tell_zone(&mut self, id: TableId, now: Time) {
        let Some(place) = self.tables.get(&id).filter(|place| place.table.has_hours()) else { return };
        let house = self.shelf.house(&place.table.book().id.house);
        let Some(zone) = house.ok().and_then(|house| house.zone) else { return };
        let minutes = zone.minutes_at(now.0);
        if place.table.zone_minutes() != Some(minutes) {
            let told = self.apply(id, By::Clock, None, &Command::Zone { minutes }, now);
            if let Err(refusal) = told {
                tracing::warn!(table = id, "table {id} cannot be told the time: {refusal}");
            }
        }
    }

    /// What whoever opens a table outside of its hours should know; people may take their seats meanwhile.
    fn hours_warning(&self, id: TableId, now: Time) -> Option<String> {
        let table = &self.tables.get(&id)?.table;
        let refusal = table.hours_refusal(now)?;
        Some(format!(
            "{}, so no hand begins now [{}]",
            refusal.what,
            table.book().clause_name(refusal.clause)
        ))
    }

    /// Applies a command to a table and puts it into the batch.
    pub(crate) fn command(
        &mut self,
        id: TableId,
        by: By,
        command_id: Option<String>,
        command: &Command,
        now: Time,
    ) -> Result<(u64, u64), room::Refusal> {
        self.read_wallet_for(by, command);
        self.tell_zone(id, now);
        self.apply(id, by, command_id, command, now)
    }

    fn apply(
        &mut self,
        id: TableId,
        by: By,
        command_id: Option<String>,
        command: &Command,
        now: Time,
    ) -> Result<(u64, u64), room::Refusal> {
        let kind = self.kind_at(id);
        let (name, wallet, is_bot) = self.subject(id, by, command);
        let place = self.playing(id)?;
        let ahead = place.table.sealed_ahead();
        let mut drawn = ahead.iter().flat_map(|ahead| ahead.seeds()).copied();
        let mut seeds = || drawn.next().unwrap_or_else(random_seed);
        let mut input = Input { now, seeds: &mut seeds, name: &name, wallet, is_bot };
        let (table, mut told) = match guard(|| place.table.after(by, command, &mut input)) {
            Ok(done) => done?,
            Err(what) => return Err(self.set_aside(id, &aside::told_of(command, "broke it", &what), now)),
        };
        let (Some(first), Some(last)) = (told.first(), told.last()) else {
            let number = table.number();
            return Ok((number, number));
        };
        let numbers = (first.number, last.number);
        if self.take_over_before(id, by, &table, now) {
            return self.apply(id, by, command_id, command, now);
        }
        change_kind(&mut told, kind);
        if let Err(what) = self.move_chips(&table, &told) {
            return Err(self.set_aside(id, &aside::told_of(command, "would break the books", &what), now));
        }
        let sat: Vec<PersonId> = told.iter().filter_map(|one| law::who_sat(&one.event)).collect();
        let closes = told.iter().any(|one| matches!(one.event, room::Event::Closed));
        let is_cut = told.iter().any(|one| matches!(one.event, room::Event::Cut { .. }));
        let events: Vec<room::Event> = told.iter().map(|one| one.event.clone()).collect();
        let seated: Vec<room::Event> =
            events.iter().filter(|event| moving::concerns(event)).cloned().collect();
        let body = TableEntry::Command { by, command: command.clone(), name, wallet, is_bot, events };
        let entry = entry(id, now, &sender(by), command_id, &body, &told);
        if let Some(command_id) = &entry.id {
            self.ids.insert((entry.by.clone(), command_id.clone()), (entry.stream, entry.last()));
        }
        self.config.measures.commanded();
        self.changed.insert(id);
        let recent = self.config.recent;
        if let Some(place) = self.tables.get_mut(&id) {
            self.batch.rounds.extend(place.indexer.take(&entry, body.events()));
            self.batch.entries.push(entry);
            self.batch.checkpoints.extend(place.checkpoint_before(by, &table));
            place.table = table;
            if let Err(what) = guard(|| place.note(told, now, recent)) {
                self.set_aside(id, &format!("what it offers cannot be said: {what}"), now);
            }
        }
        if is_cut {
            self.seal_ahead(id);
        }
        self.note_act(id, by, command, numbers.0, now);
        self.lists_hear(id, &seated, now);
        if closes && let Some(place) = self.tables.get(&id) {
            let book = place.table.spec().book.clone();
            self.house(&HouseEntry::TableClosed { table: id, book }, &[], now);
        }
        self.schedule(id);
        for person in sat {
            self.note_badge(id, person, now);
        }
        Ok(numbers)
    }

    /// Holds back what is written beside the log until the entries that tell of it are written too.
    pub(super) fn hold(&mut self) -> Result<(), store::Error> {
        if !self.is_held {
            self.store.hold()?;
            self.is_held = true;
            self.take_house()?;
        }
        Ok(())
    }

    /// Writes an entry into the house's own stream.
    pub(crate) fn house(&mut self, what: &HouseEntry, moves: &[room::Transfer], at: Time) {
        self.hold_house();
        let at = self.house_time(at);
        self.house_number += 1;
        self.standing.take(what, at.0);
        let number = self.house_number;
        let transfers = moves
            .iter()
            .map(|transfer| store::Transfer {
                event: number,
                from: transfer.from.to_string(),
                to: transfer.to.to_string(),
                amount: transfer.amount,
            })
            .collect();
        self.batch.entries.push(store::Entry {
            stream: Stream::HOUSE,
            first: number,
            count: 1,
            at_ms: at.0,
            by: "house".to_owned(),
            id: None,
            body: serde_json::to_string(what).expect("an entry is plain data"),
            transfers,
        });
    }
}

/// 32 bytes from the operating system.
fn random_seed() -> [u8; 32] {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}
