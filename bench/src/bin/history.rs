//! What it costs to read an old room: its lists of rounds, single rounds, its lobby beside many readers, its opening.
//!
//! `cargo run --release --bin history -- FOLDER [ENTRIES]`; 1,500,000 entries if left out. The folder must be new or one
//! that this program filled with as many before. Two thirds of the entries are one table's and 10,000 another's; all of
//! them are real rounds that bots play, written through the store in batches as large as a busy room's. The readers of
//! the last part are a process of their own, which this program starts as `history --readers ADDRESS ROUNDS`.

use std::collections::VecDeque;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::process::{Command as Program, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use books::{BookId, Money, Shelf};
use cards::{Draws, Seed};
use client::{Ask, Site};
use games::Seat;
use room::{By, Command, Input, Pace, PersonId, Spec, Table, TableId, Time, Told, Watcher, bots};
use server::journal::{TableEntry, VERSION, entry, fingerprint};
use server::library::{Files, Library};
use server::{Config, KeptKey, Limits};
use store::{Batch, Checkpoint, Entry, Log, Reader, Sqlite, Stream, Transfer};
use tokio::net::TcpListener;

type Any = Box<dyn std::error::Error + Send + Sync>;

const BOOK: &str = "mortimers/no-bust-6";
const CHIPS: Money = Money::dollars(1_000_000);
const SMALL: u64 = 10_000;
const SAMPLES: usize = 1_000;
const READERS: usize = 200;
/// After so many events the room keeps a state at the next pause, as the hall does.
const CHECKPOINT_EVERY: u64 = 400;
/// How long a room may take to keep the states that an earlier log lacks.
const FILLING_MOST: Duration = Duration::from_secs(1_800);

fn main() -> Result<(), Any> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [what, address, rounds] = &arguments[..]
        && what == "--readers"
    {
        return tokio::runtime::Runtime::new()?.block_on(ask(Site(address.parse()?), rounds.parse()?));
    }
    let folder = PathBuf::from(arguments.first().ok_or("name a folder on the disk to measure")?);
    let entries: u64 = arguments.get(1).map_or(Ok(1_500_000), |text| text.parse())?;
    if !folder.join("room.sqlite3").exists() {
        fill(&folder, entries.max(3 * SMALL))?;
    }
    tokio::runtime::Runtime::new()?.block_on(measure(&folder))
}

/// The numbers of entries of the tables: one old table, one young one, and others for the rest.
fn shares(entries: u64) -> Vec<u64> {
    let large = entries * 2 / 3;
    let rest = entries - large - SMALL;
    let mut shares = vec![large, SMALL];
    shares.extend((0..8).map(|_| rest / 8));
    shares
}

fn fill(folder: &Path, entries: u64) -> Result<(), Any> {
    let began = Instant::now();
    let shelf = Shelf::filed();
    let mut store = Sqlite::open(folder)?;
    let key = KeptKey::open(folder)?;
    let (files, kept) = Library::default().keep(&shelf, &BookId::new("mortimers", "no-bust-6"), 0);
    store.append(&Batch { entries: kept, ..Batch::default() })?;
    let mut house = 0;
    for (id, share) in (1..).zip(shares(entries)) {
        let mut playing = Playing::open(&shelf, id, &files)?;
        store.append(&Batch { entries: playing.chips(&mut house), ..Batch::default() })?;
        while playing.written < share {
            let Batch { entries, checkpoints, .. } = playing.batch(1_000)?;
            store.append(&Batch { entries, ..Batch::default() })?;
            // The room goes by states that bear its own mark.
            let mut marked = Vec::new();
            for kept in checkpoints {
                let entry = store.ending_at(kept.stream, kept.number)?.ok_or("no entry ends at a state")?;
                marked.push(key.mark(&kept, &entry));
            }
            store.append(&Batch { checkpoints: marked, ..Batch::default() })?;
        }
        eprintln!("table {id}: {} entries, {} rounds", playing.written, playing.table.rounds());
    }
    println!("filled with {entries} entries in {:.0} s", began.elapsed().as_secs_f64());
    Ok(())
}

/// A table at which two bots play as fast as they can.
struct Playing {
    table: Table,
    people: [PersonId; 2],
    wallets: [Money; 2],
    now: Time,
    draws: Draws,
    seeds: u64,
    written: u64,
    kept: u64,
    waiting: VecDeque<Entry>,
    states: Vec<Checkpoint>,
}

impl Playing {
    fn open(shelf: &Shelf, id: TableId, files: &Files) -> Result<Playing, Any> {
        let pace = Pace { between_ms: 0, ..Pace::default() };
        let spec = Spec { pace, plays_alone: true, ..Spec::practice(shelf, BOOK)? };
        let (table, told) = Table::open(shelf, id, spec.clone())?;
        let now = Time(1_767_225_600_000);
        let body = TableEntry::Open {
            spec: Box::new(spec),
            rules: fingerprint(shelf, BOOK),
            files: files.clone(),
            version: VERSION.to_owned(),
            shuffle: Some(seal::VERSION.to_owned()),
            events: told.iter().map(|one| one.event.clone()).collect(),
        };
        let waiting = VecDeque::from([entry(id, now, "house", None, &body, &told)]);
        let mut playing = Playing {
            table,
            people: [id * 10 + 1, id * 10 + 2],
            wallets: [CHIPS; 2],
            now,
            draws: Seed::from_bytes([id as u8; 32]).draws(),
            seeds: u64::from(id) << 32,
            written: 0,
            kept: 0,
            waiting,
            states: Vec::new(),
        };
        for place in [0, 1] {
            let sit = Command::Sit { seat: Seat::new(place + 1), buy_in: CHIPS };
            playing.give(By::Patron(playing.people[usize::from(place)]), &sit)?;
        }
        Ok(playing)
    }

    /// The chips that the bots get at the cage.
    fn chips(&self, house: &mut u64) -> Vec<Entry> {
        let of = |person: PersonId| {
            *house += 1;
            let (event, from, to) = (*house, "cage".to_owned(), format!("patron:{person}"));
            Entry {
                stream: Stream::HOUSE,
                first: event,
                count: 1,
                at_ms: self.now.0,
                by: "house".to_owned(),
                id: None,
                body: format!(
                    r#"{{"house":"chips-bought","person":{person},"amount":{},"by":null}}"#,
                    CHIPS.in_cents()
                ),
                transfers: vec![Transfer { event, from, to, amount: CHIPS }],
            }
        };
        self.people.into_iter().map(of).collect()
    }

    /// Gives a command; what came of it waits to be written.
    fn give(&mut self, by: By, command: &Command) -> Result<Vec<Told>, Any> {
        let place = self.people.iter().position(|person| by == By::Patron(*person));
        let wallet = place.map_or(Money::ZERO, |place| self.wallets[place]);
        let (name, is_bot) = (place.map_or(String::new(), |place| format!("Bot {place}")), place.is_some());
        let count = &mut self.seeds;
        let mut seeds = || {
            *count += 1;
            std::array::from_fn(|place| (*count >> (8 * (place % 8))) as u8 ^ place as u8)
        };
        let mut input = Input { now: self.now, seeds: &mut seeds, name: &name, wallet, is_bot };
        let (table, told) = self.table.after(by, command, &mut input).map_err(|refusal| refusal.what)?;
        if told.is_empty() {
            return Ok(told);
        }
        if let (Some(place), Command::Sit { buy_in, .. }) = (place, command) {
            self.wallets[place] = self.wallets[place] - *buy_in;
        }
        let events = told.iter().map(|one| one.event.clone()).collect();
        let body = TableEntry::Command { by, command: command.clone(), name, wallet, is_bot, events };
        let sender = place.map_or("clock".to_owned(), |place| format!("person:{}", self.people[place]));
        let id = place.map(|_| format!("{:x}", table.number()));
        self.waiting.push_back(entry(table.id(), self.now, &sender, id, &body, &told));
        self.table = table;
        let number = self.table.number();
        if number >= self.kept + CHECKPOINT_EVERY
            && let Some(state) = self.table.checkpoint()
        {
            let (stream, body) = (Stream(self.table.id()), serde_json::to_string(&state)?);
            self.states.push(Checkpoint { stream, number, body });
            self.kept = number;
        }
        Ok(told)
    }

    /// Lets somebody do something, or time pass.
    fn step(&mut self) -> Result<(), Any> {
        self.now = self.now.after_ms(200);
        for person in self.people {
            if !self.table.asks(person) {
                continue;
            }
            let view = self.table.view(Watcher::Person(person));
            let rules = &self.table.book().rules;
            if let Some(command) = bots::command(&view, person, rules, &mut self.draws) {
                self.give(By::Patron(person), &command)?;
                return Ok(());
            }
        }
        self.now = self.table.deadline().ok_or("nothing happens any more")?.max(self.now);
        self.give(By::Clock, &Command::Tick)?;
        Ok(())
    }

    /// The next entries, with the states that the room would have kept meanwhile.
    fn batch(&mut self, size: usize) -> Result<Batch, Any> {
        while self.waiting.len() < size {
            self.step()?;
        }
        let (entries, checkpoints) = (self.waiting.drain(..).collect(), std::mem::take(&mut self.states));
        let batch = Batch { entries, checkpoints, ..Batch::default() };
        self.written += batch.entries.len() as u64;
        Ok(batch)
    }
}

fn config(folder: &Path) -> Config {
    let mut config = Config::new(folder);
    config.practice = Some(Vec::new());
    config.limits = Limits::none();
    // Nobody plays while it is measured.
    config.hall.bot_ms = (3_600_000, 3_600_000);
    config
}

async fn measure(folder: &Path) -> Result<(), Any> {
    for what in ["opened for the first time, with the index made", "opened again"] {
        let began = Instant::now();
        let room = server::open(Arc::new(Shelf::filed()), config(folder)).await?;
        println!("{what}: {:.3} s", began.elapsed().as_secs_f64());
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        room.serve(listener, std::future::ready(())).await?;
    }
    let room = server::open(Arc::new(Shelf::filed()), config(folder)).await?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    let site = Site(listener.local_addr()?);
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let served = tokio::spawn(room.serve(listener, async move { drop(stopped.await) }));
    wait_until_filled(folder).await?;
    read(site, folder).await?;
    let _ = stop.send(());
    served.await??;
    Ok(())
}

/// Waits until the room has kept the states that a log of an earlier version lacks.
async fn wait_until_filled(folder: &Path) -> Result<(), Any> {
    let (began, store) = (Instant::now(), Sqlite::open_read_only(folder)?);
    let mut was_far = false;
    loop {
        let mut longest = 0;
        for stream in store.streams()?.into_iter().filter(|stream| stream.is_table()) {
            let mut numbers = vec![0];
            numbers.extend(store.checkpoints(stream)?);
            numbers.push(store.tip(stream)?.number);
            longest = numbers.windows(2).map(|pair| pair[1] - pair[0]).fold(longest, u64::max);
        }
        if longest <= 2 * store::KEPT_EVERY {
            if was_far {
                println!("states that the log lacked were kept in {:.0} s", began.elapsed().as_secs_f64());
            }
            println!("at most {longest} events lie between two states");
            return Ok(());
        }
        if began.elapsed() > FILLING_MOST {
            return Err(format!("{longest} events still lie between two states").into());
        }
        was_far = true;
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

async fn read(site: Site, folder: &Path) -> Result<(), Any> {
    let newest = |table| -> Result<u64, Any> {
        let store = Sqlite::open_read_only(folder)?;
        Ok(store.rounds(Stream(table), u64::MAX, 1)?.first().map_or(0, |round| round.number))
    };
    let rounds = [newest(1)?, newest(2)?];
    println!("table 1 has {} rounds, table 2 has {}", rounds[0], rounds[1]);
    println!("{:>34} {:>10} {:>10} {:>10}", "", "median ms", "99th ms", "mean ms");
    let mut draws = Seed::from_bytes([7; 32]).draws();
    let mut means = Vec::new();
    for (table, newest) in (1..).zip(rounds) {
        let mut any = || 1 + u64::from(draws.below(u32::try_from(newest).unwrap_or(u32::MAX)));
        let lists: Vec<String> = (0..SAMPLES)
            .map(|_| format!("/api/tables/{table}/rounds?limit=100&below={}", any() + 100))
            .collect();
        let single: Vec<String> =
            (0..SAMPLES).map(|_| format!("/api/tables/{table}/rounds/{}", any())).collect();
        for (what, paths) in [("a list of rounds", lists), ("one round", single)] {
            let times = times(site, &paths).await?;
            means.push(tell(&format!("table {table}: {what}"), times));
        }
    }
    println!(
        "old against young: list {:.2} times, round {:.2} times",
        means[0] / means[2],
        means[1] / means[3]
    );
    let lobby = vec!["/api/lobby".to_owned(); SAMPLES];
    tell("the lobby, alone", times(site, &lobby).await?);
    let before = memory_kib();
    let mut readers = Program::new(std::env::current_exe()?)
        .args(["--readers", &site.0.to_string(), &rounds[0].to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    tokio::time::sleep(Duration::from_secs(2)).await;
    // Long enough that every reader has asked several times.
    let mut beside = Vec::new();
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(10) {
        beside.extend(times(site, &lobby[..SAMPLES.min(100)]).await?);
    }
    tell("the lobby, beside 200 readers", beside);
    drop(readers.stdin.take());
    let done = tokio::task::spawn_blocking(move || readers.wait_with_output()).await??;
    print!("{}", String::from_utf8_lossy(&done.stdout));
    println!("memory: {} MiB before, {} MiB at the most", before.0 / 1024, memory_kib().1 / 1024);
    Ok(())
}

/// The readers: each asks for a round of the old table, and for another one as soon as it has an answer, until nobody
/// holds this process's input open any more.
async fn ask(site: Site, newest: u64) -> Result<(), Any> {
    let (stop, counts) = (Arc::new(AtomicBool::new(false)), Arc::new([AtomicU64::new(0), AtomicU64::new(0)]));
    let (began, mut readers) = (Instant::now(), Vec::new());
    for reader in 0..READERS {
        let (stop, counts) = (Arc::clone(&stop), Arc::clone(&counts));
        readers.push(tokio::spawn(async move {
            let mut round = reader as u64 * 7_919 % newest;
            while !stop.load(Ordering::Relaxed) {
                round = (round + 104_729) % newest;
                let path = format!("/api/tables/1/rounds/{}", round + 1);
                let is_read = site.ask(&Ask::get(&path)).await.is_ok_and(|reply| reply.status == 200);
                counts[usize::from(!is_read)].fetch_add(1, Ordering::Relaxed);
            }
        }));
    }
    tokio::task::spawn_blocking(|| std::io::read_to_string(std::io::stdin())).await??;
    stop.store(true, Ordering::Relaxed);
    // On a busy machine their last answers may be long in coming.
    readers.iter().for_each(tokio::task::JoinHandle::abort);
    let [read, refused] = [0, 1].map(|which| counts[which].load(Ordering::Relaxed));
    let each_second = read as f64 / began.elapsed().as_secs_f64();
    println!("the readers got {read} rounds, {each_second:.0} a second, and {refused} refusals");
    Ok(())
}

async fn times(site: Site, paths: &[String]) -> Result<Vec<f64>, Any> {
    let mut times = Vec::new();
    for path in paths {
        let began = Instant::now();
        let reply = site.ask(&Ask::get(path)).await?;
        times.push(began.elapsed().as_secs_f64() * 1_000.0);
        if reply.status != 200 {
            return Err(format!("{path}: {} {}", reply.status, reply.body).into());
        }
    }
    Ok(times)
}

/// Prints what was measured, and gives the mean.
fn tell(what: &str, mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    let at = |part: usize| times[(times.len() - 1) * part / 100];
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    println!("{what:>34} {:>10.2} {:>10.2} {mean:>10.2}", at(50), at(99));
    mean
}

/// The memory of this process, the measuring client included: now, and at the most so far.
fn memory_kib() -> (u64, u64) {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let of = |name: &str| {
        let line = status.lines().find(|line| line.starts_with(name))?;
        line.split_whitespace().nth(1)?.parse().ok()
    };
    (of("VmRSS:").unwrap_or(0), of("VmHWM:").unwrap_or(0))
}
