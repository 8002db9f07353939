//! The room is killed at random moments, two hundred times, while programs play at its tables, some of them in the
//! middle of writing a checkpoint or the index of rounds; each time it opens again, nothing that was acknowledged is
//! lost and nothing is done twice. Copies are killed in the middle, too, and never look like a room.

mod process;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Stdio;
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use books::{Money, Shelf};
use cards::{Draws, Seed};
use client::{Answer, ClientFault, Heard, Outcome, Patron, Player, Seat, Site};
use games::Seat as Place;
use process::{Greeting, Process};
use room::{Command, Pace, Spec, TableId};
use serde_json::{Value, json};
use store::{Reader, Sqlite, Stream};
use tempfile::TempDir;
use tokio::sync::watch;

const KILLS: u32 = 200;
/// The books that are played: one of every family.
const BOOKS: [&str; 5] = [
    "mortimers/no-bust-6",
    "mortimers/double-hand",
    "pinnacle/three-card-6-card-bonus",
    "mortimers/holdem",
    "players-club/lowball-ace-to-five",
];
const PLAYERS: u8 = 2;

fn start(folder: &Path) -> (Process, Receiver<Greeting>) {
    start_until(folder, None)
}

/// Starts the room; it stops in the middle of the next write of a kind, if one is named.
fn start_until(folder: &Path, point: Option<(&str, &Path)>) -> (Process, Receiver<Greeting>) {
    let mut program = process::cardroom();
    if let Some(pause) = point {
        program.env("CARDROOM_PAUSE", paused(pause));
    }
    process::open(program.args(["--json", "serve", "--port", "0", "--data"]).arg(folder))
}

/// What the players were told, by sender and id.
#[derive(Default)]
struct Told {
    /// Done, with the number of the last event if that was said.
    done: BTreeMap<(String, String), Option<u64>>,
    /// Not done.
    not_done: Vec<(String, String)>,
    /// How often an unanswered command was sent again, and how often it had been done already.
    again: u64,
    duplicates: u64,
}

/// A player who outlives the room: whatever has no answer is said again with its id.
struct Survivor {
    patron: Patron,
    table: TableId,
    place: u8,
    rules: books::Rules,
    seed: [u8; 32],
    known: u64,
    given: u64,
    unanswered: Option<(String, u64, Command)>,
    told: Arc<Mutex<Told>>,
}

impl Survivor {
    /// Plays at one opening of the room after another, until there is no further one.
    async fn live(mut self, mut site: watch::Receiver<Option<Site>>) {
        loop {
            let open = *site.borrow_and_update();
            if let Some(open) = open {
                self.patron.site = open;
                match self.play().await {
                    Err(ClientFault::Gone(_)) => {}
                    Err(fault) => panic!("{} at table {}: {fault}", self.patron.name, self.table),
                    Ok(()) => unreachable!("a player goes on until the room is gone"),
                }
            }
            if *site.borrow() == open && site.changed().await.is_err() {
                return;
            }
        }
    }

    async fn play(&mut self) -> Result<(), ClientFault> {
        let seat = self.patron.table(self.table, Some(self.known)).await?;
        assert!(seat.view.number >= self.known, "what was told at table {} is lost", self.table);
        let mut player = Player::new(seat, self.rules.clone(), self.draws(), "");
        if let Some((id, based_on, command)) = self.unanswered.clone() {
            self.told.lock().unwrap().again += 1;
            player.seat.say(&id, based_on, &command).await?;
            self.answered(&mut player.seat).await?;
        }
        loop {
            self.known = player.seat.view.number;
            let is_seated = player.seat.view.people.iter().any(|one| one.person == self.patron.person);
            let command = if is_seated { player.decide() } else { Some(self.sit()) };
            let Some(command) = command else {
                player.seat.hear().await?;
                continue;
            };
            self.given += 1;
            let id = format!("{}-{}", self.place, self.given);
            self.unanswered = Some((id.clone(), self.known, command.clone()));
            player.seat.say(&id, self.known, &command).await?;
            let answer = self.answered(&mut player.seat).await?;
            if answer.what.contains("too many") {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            while player.seat.view.number < answer.number {
                player.seat.hear().await?;
            }
        }
    }

    fn draws(&self) -> Draws {
        let mut seed = self.seed;
        seed[..8].copy_from_slice(&self.given.to_be_bytes());
        Seed::from_bytes(seed).draws()
    }

    fn sit(&self) -> Command {
        Command::Sit { seat: Place::new(self.place), buy_in: Money::dollars(1_000) }
    }

    /// Waits for the answer to what was said, and notes it.
    async fn answered(&mut self, seat: &mut Seat) -> Result<Answer, ClientFault> {
        loop {
            let heard = seat.hear().await?;
            self.known = self.known.max(seat.view.number);
            let Heard::Answer(answer) = heard else { continue };
            let (id, ..) = self.unanswered.take().expect("an answer to what was said");
            assert_eq!(answer.id, id);
            let key = (format!("person:{}", self.patron.person), id);
            let mut told = self.told.lock().unwrap();
            match answer.outcome {
                Outcome::Applied => drop(told.done.insert(key, Some(answer.number))),
                Outcome::Duplicate => {
                    told.duplicates += 1;
                    told.done.insert(key, None);
                }
                Outcome::Stale | Outcome::Refused => told.not_done.push(key),
            }
            return Ok(answer);
        }
    }
}

/// Everything that the players were told is in the log, once, and nothing that they were told is not done.
fn check(folder: &Path, told: &Told) {
    let store = Sqlite::open_read_only(folder).unwrap();
    let mut logged: BTreeMap<(String, String), u64> = BTreeMap::new();
    for stream in store.streams().unwrap().into_iter().filter(|stream| *stream != Stream::HOUSE) {
        for entry in store.entries(stream, 1, usize::MAX).unwrap() {
            let entry = entry.entry;
            let last = entry.last();
            if let Some(id) = entry.id {
                assert_eq!(logged.insert((entry.by, id.clone()), last), None, "{id} is done twice");
            }
        }
    }
    for (key, number) in &told.done {
        let at = logged.get(key).unwrap_or_else(|| panic!("{key:?} was acknowledged and is lost"));
        assert!(number.is_none_or(|number| number == *at), "{key:?} is at {at}, not at {number:?}");
    }
    for key in &told.not_done {
        assert!(!logged.contains_key(key), "{key:?} was refused and is in the log");
    }
    let sum: i64 = store.balances().unwrap().values().map(|money| money.in_cents()).sum();
    assert_eq!(sum, 0, "chips are conserved");
}

fn verify(folder: &Path) {
    let proof = process::cardroom().arg("verify").arg(folder).output().unwrap();
    let said = String::from_utf8_lossy(&proof.stdout);
    assert!(proof.status.success(), "verify says: {said}{}", String::from_utf8_lossy(&proof.stderr));
}

/// What makes a program stop in the middle of a write, and say so in a file.
fn paused((point, marker): (&str, &Path)) -> String {
    let _ = std::fs::remove_file(marker);
    format!("{point}={}", marker.display())
}

/// Whether a program stops in the middle of a write before the patience is gone.
async fn stops(marker: &Path) -> bool {
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(20) {
        if marker.exists() {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    false
}

/// The address of a room once it is open; nothing if it stops before, or takes longer than a minute.
async fn opens(greeting: &Receiver<Greeting>, marker: Option<&Path>) -> Option<Site> {
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(60) {
        if let Ok((site, _)) = greeting.try_recv() {
            return Some(site);
        }
        if marker.is_some_and(Path::exists) {
            return None;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    None
}

/// Kills a copy of the open room in the middle of it: what is left is no room, and the next copy is whole.
async fn kill_a_backup(folder: &Path, marker: &Path) -> bool {
    let copies = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let copy = |name: &str| copies.path().join(name);
    let mut backup = process::cardroom();
    backup.env("CARDROOM_PAUSE", paused(("backup", marker))).arg("backup").arg(folder);
    let child = backup.arg("--to").arg(copy("killed")).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let killed = Process(child.unwrap());
    let is_hit = stops(marker).await;
    drop(killed);
    assert!(!copy("killed").join("room.sqlite3").exists(), "half a copy looks like a room");
    let mut whole = process::cardroom();
    let done = whole.arg("backup").arg(folder).arg("--to").arg(copy("whole")).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let kept = Sqlite::open_read_only(copy("whole")).unwrap();
    assert!(kept.verify(&store::Witness::new(), &mut |_| ()).unwrap().is_sound());
    is_hit
}

/// A moment that is different each time.
fn moment(most_ms: u32, draws: &mut Draws) -> Duration {
    Duration::from_micros(u64::from(draws.below(most_ms * 1_000)))
}

/// A life lasts until some more commands are done, each time another number of them, and a moment more. On a slow
/// machine it lasts longer, but not without end.
async fn live_a_while(told: &Mutex<Told>, draws: &mut Draws) {
    let done = || told.lock().unwrap().done.len();
    let (began, enough) = (Instant::now(), done() + draws.below(18) as usize);
    while done() < enough && began.elapsed() < Duration::from_secs(1) {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    tokio::time::sleep(moment(40, draws)).await;
}

async fn open_tables(house: &Patron, shelf: &Shelf) -> Vec<(TableId, &'static str)> {
    let long = 600_000;
    let pace =
        Pace { offer_ms: long, wager_ms: long, turn_ms: long, between_ms: 0, reading_ms: 0, seat_ms: long };
    let mut tables = Vec::new();
    for book in BOOKS {
        let spec = Spec { pace, ..Spec::practice(shelf, book).unwrap() };
        let opened: Value = house.post("/api/tables", &json!(spec)).await.unwrap();
        tables.push((opened["table"].as_u64().unwrap() as TableId, book));
    }
    tables
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_kills_lose_nothing_and_repeat_nothing() {
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let shelf = Shelf::filed();
    let began = Instant::now();
    let told: Arc<Mutex<Told>> = Arc::default();
    let (opened, sites) = watch::channel(None);

    let (mut process, greeting) = start(folder.path());
    let (site, password) = greeting.recv_timeout(Duration::from_secs(60)).unwrap();
    let house = Patron::login(site, "house", &password.unwrap()).await.unwrap();
    let mut survivors = Vec::new();
    for (table, book) in open_tables(&house, &shelf).await {
        for place in 1..=PLAYERS {
            let survivor = Survivor {
                patron: Patron::guest(site, &format!("Seat {place} of {table}")).await.unwrap(),
                table,
                place,
                rules: shelf.book(&shelf.find(book).unwrap()).unwrap().rules,
                seed: [table as u8 ^ place.rotate_left(5); 32],
                known: 0,
                given: 0,
                unanswered: None,
                told: Arc::clone(&told),
            };
            survivors.push(tokio::spawn(survivor.live(sites.clone())));
        }
    }
    drop(sites);
    opened.send_replace(Some(site));
    let clock = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let mut draws = Seed::from_bytes(std::array::from_fn(|place| (clock.as_nanos() >> place) as u8)).draws();
    let marks = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let marker = marks.path().join("stopped");
    let mut hit: BTreeMap<&str, u32> = BTreeMap::new();
    let mut point = None;
    for kill in 1..=KILLS {
        match point {
            Some(point) => *hit.entry(point).or_default() += u32::from(stops(&marker).await),
            None => live_a_while(&told, &mut draws).await,
        }
        if kill % 40 == 30 {
            *hit.entry("backup").or_default() += u32::from(kill_a_backup(folder.path(), &marker).await);
        }
        drop(process);
        opened.send_replace(None);
        if kill % 50 == 0 {
            verify(folder.path());
            check(folder.path(), &told.lock().unwrap());
        }
        // Now and then it dies while it opens.
        if draws.below(10) == 0 {
            let (dying, _) = start(folder.path());
            tokio::time::sleep(moment(100, &mut draws)).await;
            drop(dying);
        }
        // Some lives end in the middle of a write: when there is much to keep, and whenever a round is over.
        point = match kill {
            100..106 | 190..195 => Some("checkpoint"),
            _ if kill % 20 == 10 => Some("index"),
            _ => None,
        };
        let (next, greeting) = start_until(folder.path(), point.map(|point| (point, marker.as_path())));
        process = next;
        // One that stops while it opens says nothing.
        let site = opens(&greeting, point.map(|_| marker.as_path())).await;
        assert!(site.is_some() || marker.exists(), "after kill {kill} the room does not open again");
        opened.send_replace(site);
    }
    tokio::time::sleep(Duration::from_millis(200)).await;
    drop(process);
    drop(opened);
    for survivor in survivors {
        survivor.await.unwrap_or_else(|panic| std::panic::resume_unwind(panic.into_panic()));
    }
    verify(folder.path());
    let told = told.lock().unwrap();
    check(folder.path(), &told);
    let (done, not_done) = (told.done.len(), told.not_done.len());
    println!("killed in the middle of: {hit:?}");
    for point in ["checkpoint", "index", "backup"] {
        assert!(hit.get(point).is_some_and(|hits| *hits >= 3), "{point}: {hit:?}");
    }
    println!(
        "{KILLS} kills in {:.0} s: {done} commands done, {not_done} not, {} said again of which {} had been done",
        began.elapsed().as_secs_f64(),
        told.again,
        told.duplicates
    );
    assert!(done > 1_000, "only {done} commands were done");
    assert!(told.again > 50 && told.duplicates > 0, "{} again, {} duplicates", told.again, told.duplicates);
}
