//! The room under load: tables full of bots that play by themselves, and programs that watch them over WebSockets.
//!
//! `cargo run --release --bin room -- [TABLES] [VIEWERS] [SECONDS] [BOT_MS]`; 1000, 5000, 120 and 200 if left out.
//! The room runs as a process of its own, so that its memory and its time are its own; it ends with this program.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use books::Shelf;
use client::{Ask, Site};
use futures_util::StreamExt;
use room::{Pace, Spec};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use server::{Config, Limits};
use tokio::io::AsyncReadExt;
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;

/// The program's own.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const BOTS: u8 = 3;
/// Bots that think less than this set no pace that people would.
const HARDLY_MS: i64 = 100;
/// Delays from 0 to this many milliseconds are counted one by one; the last place counts all longer ones.
const DELAYS: usize = 20_000;

type Any = Box<dyn std::error::Error + Send + Sync>;

fn main() -> Result<(), Any> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    allow_files()?;
    if let [word, folder, tables, bot_ms] = arguments.as_slice()
        && word == "open"
    {
        return tokio::runtime::Runtime::new()?.block_on(open(
            Path::new(folder),
            tables.parse()?,
            bot_ms.parse()?,
        ));
    }
    let number = |place: usize, usual: u64| arguments.get(place).map_or(Ok(usual), |text| text.parse());
    let load = Load {
        tables: number(0, 1_000)?,
        viewers: number(1, 5_000)?,
        seconds: number(2, 120)?,
        bot_ms: number(3, 200)?,
    };
    tokio::runtime::Runtime::new()?.block_on(measure(load))
}

/// Lets this process hold as many connections as the machine allows it; usually only a thousand are allowed at first.
fn allow_files() -> Result<(), Any> {
    let limit = getrlimit(Resource::Nofile);
    Ok(setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum })?)
}

struct Load {
    tables: u64,
    viewers: u64,
    seconds: u64,
    bot_ms: u64,
}

/// The room: opens its tables, says where it listens, and serves until its standard input is closed.
async fn open(folder: &Path, tables: u64, bot_ms: i64) -> Result<(), Any> {
    let shelf = Arc::new(Shelf::filed());
    let mut config = Config::new(folder);
    config.practice = Some(Vec::new());
    config.limits = Limits::none();
    config.hall.bot_ms = (bot_ms / 2, bot_ms * 3 / 2);
    config.hall.recent = 50;
    let room = server::open(Arc::clone(&shelf), config).await?;
    let books: Vec<String> = shelf.ids().map(|id| id.to_string()).collect();
    let specs: Vec<Spec> = books.iter().filter_map(|book| Spec::practice(&shelf, book).ok()).collect();
    let before = memory_kib("self");
    for spec in specs.iter().cycle().take(usize::try_from(tables)?) {
        let usual = Pace::default();
        // Nobody looks at anything where bots hardly think.
        let reading_ms = if bot_ms < HARDLY_MS { 0 } else { usual.reading_ms };
        let pace = Pace { between_ms: bot_ms, reading_ms, ..usual };
        room.open_table(Spec { plays_alone: true, pace, ..spec.clone() }, BOTS).await?;
    }
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    let mut out = std::io::stdout();
    writeln!(out, "{} {before}", listener.local_addr()?)?;
    out.flush()?;
    let stop = async {
        let mut rest = Vec::new();
        let _ = tokio::io::stdin().read_to_end(&mut rest).await;
    };
    Ok(room.serve(listener, stop).await?)
}

/// The room's process; killed at the latest when this is dropped, and its folder removed.
struct Process {
    child: Child,
    folder: PathBuf,
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// What the viewers have seen.
struct Seen {
    messages: AtomicU64,
    bytes: AtomicU64,
    lost: AtomicU64,
    delays: Vec<AtomicU64>,
}

async fn measure(load: Load) -> Result<(), Any> {
    let Load { tables, viewers, seconds, bot_ms } = load;
    println!("load of the machine before: {}", fs::read_to_string("/proc/loadavg")?.trim());
    let folder = std::env::temp_dir().join(format!("cardroom-bench-{}", std::process::id()));
    let began = Instant::now();
    let child = Command::new(std::env::current_exe()?)
        .args(["open", &folder.display().to_string(), &tables.to_string(), &bot_ms.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut process = Process { child, folder };
    let mut line = String::new();
    BufReader::new(process.child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
    let (address, empty) = line.trim().split_once(' ').ok_or("the room does not open")?;
    let (address, empty): (SocketAddr, u64) = (address.parse()?, empty.parse()?);
    println!("{tables} tables with {BOTS} bots each are open after {:.1} s", began.elapsed().as_secs_f64());

    let seen = Arc::new(Seen {
        messages: AtomicU64::new(0),
        bytes: AtomicU64::new(0),
        lost: AtomicU64::new(0),
        delays: (0..=DELAYS).map(|_| AtomicU64::new(0)).collect(),
    });
    let began = Instant::now();
    for viewer in 0..viewers {
        let table = viewer % tables + 1;
        tokio::spawn(watch(address, table, Arc::clone(&seen)));
        if viewer % 50 == 49 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
    let site = Site(address);
    while counter(site, "cardroom_watchers").await? < viewers && began.elapsed() < Duration::from_secs(120) {
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    println!(
        "{} viewers after {:.1} s",
        counter(site, "cardroom_watchers").await?,
        began.elapsed().as_secs_f64()
    );
    // What came while they connected does not count.
    seen.messages.store(0, Ordering::Relaxed);
    seen.bytes.store(0, Ordering::Relaxed);
    seen.delays.iter().for_each(|count| count.store(0, Ordering::Relaxed));
    let (commands, batches) =
        (counter(site, "cardroom_commands_total").await?, counter(site, "cardroom_batches_total").await?);
    let (child, began) = (process.child.id(), Instant::now());
    let cpu = threads(child);
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    let time = began.elapsed().as_secs_f64();
    let commands = counter(site, "cardroom_commands_total").await? - commands;
    let batches = counter(site, "cardroom_batches_total").await? - batches;
    let memory = memory_kib(&child.to_string());
    let cpu = spent(&cpu, &threads(child));
    println!(
        "{:.0} actions a second, all on disk, in {:.0} batches a second",
        commands as f64 / time,
        batches as f64 / time
    );
    let microseconds = |ticks: u64| ticks as f64 * 1e4 / commands.max(1) as f64;
    print!("{:.1} microseconds of processor an action:", microseconds(cpu.values().sum()));
    println!(
        "{}",
        cpu.iter().map(|(name, ticks)| format!(" {name} {:.1}", microseconds(*ticks))).collect::<String>()
    );
    let messages = seen.messages.load(Ordering::Relaxed);
    println!(
        "{:.0} messages a second to viewers, {:.1} MB a second; {} viewers were let go",
        messages as f64 / time,
        seen.bytes.load(Ordering::Relaxed) as f64 / time / 1e6,
        seen.lost.load(Ordering::Relaxed)
    );
    for part in [0.5, 0.9, 0.99] {
        println!("p{:.0} from command to event: {} ms", part * 100.0, percentile(&seen, part));
    }
    for (what, name) in
        [("a batch", "cardroom_batch_duration_seconds"), ("a turn", "cardroom_turn_duration_seconds")]
    {
        println!("p99 of {what}: at most {:.1} ms", bucket(site, name, 0.99).await? * 1e3);
    }
    println!(
        "memory: {:.0} MiB, {:.0} KiB a table with its viewers",
        memory as f64 / 1024.0,
        (memory - empty) as f64 / tables as f64
    );
    println!("load of the machine after: {}", fs::read_to_string("/proc/loadavg")?.trim());
    Ok(())
}

/// Watches a table as somebody at the rail, and counts how long after its command each event is seen.
async fn watch(address: SocketAddr, table: u64, seen: Arc<Seen>) {
    let watched: Result<(), Any> = async {
        let connection = TcpStream::connect(address).await?;
        let url = format!("ws://{address}/api/tables/{table}/socket");
        let (mut socket, _) = client_async(url, connection).await?;
        while let Some(message) = socket.next().await {
            let Message::Text(text) = message? else { continue };
            seen.messages.fetch_add(1, Ordering::Relaxed);
            seen.bytes.fetch_add(text.len() as u64, Ordering::Relaxed);
            // The first line's time stands near the front; the rest need not be read to know it.
            let head = text.get(..300.min(text.len())).unwrap_or("");
            if let Some(at) =
                head.split_once("\"at\":").and_then(|(_, rest)| rest.split(',').next()?.parse::<u64>().ok())
            {
                let delay = usize::try_from(now_ms().saturating_sub(at)).unwrap_or(DELAYS).min(DELAYS);
                seen.delays[delay].fetch_add(1, Ordering::Relaxed);
            }
        }
        Ok(())
    }
    .await;
    drop(watched);
    seen.lost.fetch_add(1, Ordering::Relaxed);
}

fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

fn percentile(seen: &Seen, part: f64) -> String {
    let counts: Vec<u64> = seen.delays.iter().map(|count| count.load(Ordering::Relaxed)).collect();
    let wanted = (counts.iter().sum::<u64>() as f64 * part) as u64;
    let mut sum = 0;
    for (delay, count) in counts.iter().enumerate() {
        sum += count;
        if sum > wanted {
            return if delay == DELAYS { format!("more than {DELAYS}") } else { delay.to_string() };
        }
    }
    "none seen".to_owned()
}

async fn counter(site: Site, name: &str) -> Result<u64, Any> {
    let text = site.ask(&Ask::get("/metrics")).await?.body;
    let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    Ok(value.ok_or("no such counter")?.parse()?)
}

/// The upper end of the bucket in which a part of all durations since the start ends.
async fn bucket(site: Site, name: &str, part: f64) -> Result<f64, Any> {
    let text = site.ask(&Ask::get("/metrics")).await?.body;
    let buckets = text
        .lines()
        .filter_map(|line| line.strip_prefix(name)?.strip_prefix("_bucket{le=\"")?.split_once("\"} "));
    let buckets: Vec<(f64, f64)> =
        buckets.filter_map(|(end, count)| Some((end.parse().ok()?, count.parse().ok()?))).collect();
    let wanted = buckets.iter().map(|(_, count)| *count).fold(0.0, f64::max) * part;
    Ok(buckets.iter().find(|(_, count)| *count >= wanted).ok_or("no such durations")?.0)
}

/// The processor time that each thread of a process has used, in hundredths of a second, with the thread's name.
fn threads(process: u32) -> BTreeMap<u64, (String, u64)> {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let thread = |task: fs::DirEntry| {
        let number = task.file_name().to_str()?.parse().ok()?;
        let text = fs::read_to_string(task.path().join("stat")).ok()?;
        let (head, rest) = text.rsplit_once(") ")?;
        let fields: Vec<&str> = rest.split(' ').collect();
        let ticks = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
        Some((number, (head.split_once('(')?.1.to_owned(), ticks)))
    };
    tasks.filter_map(thread).collect()
}

/// What threads of the same name have used together between two looks.
fn spent(
    before: &BTreeMap<u64, (String, u64)>,
    after: &BTreeMap<u64, (String, u64)>,
) -> BTreeMap<String, u64> {
    let mut spent = BTreeMap::new();
    for (thread, (name, ticks)) in after {
        let earlier = before.get(thread).map_or(0, |(_, ticks)| *ticks);
        *spent.entry(name.clone()).or_default() += ticks.saturating_sub(earlier);
    }
    spent
}

/// The memory a process holds, in KiB.
fn memory_kib(process: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
