//! The room while somebody holds thousands of sockets half open: patrons play over WebSockets, alone and with one address
//! that opens sockets, sends half a head on each and nothing more, and opens another for each that is closed. Both take
//! turns, so that what else the machine does falls on both.
//!
//! `cargo run --release --bin half_open -- [PATRONS] [SOCKETS] [SECONDS] [TURNS]`; 200, 2000, 15 and 4 if left out.
//! The room runs as a process of its own with the usual limits of connections. The patrons come from one address, whose
//! counts of requests, newcomers and watchers are lifted; those of connections are not.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use books::{Rules, Shelf};
use cards::Seed;
use client::{Ask, Patron, Player, Site};
use room::{Pace, Spec};
use server::{Config, Limits};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{sleep, timeout};

const BOOK: &str = "mortimers/no-bust-6";
const SEATS: [u8; 4] = [1, 3, 5, 7];
/// How long a patron thinks before each command.
const THINKS: Duration = Duration::from_millis(150);
/// How often somebody new looks at the lobby over a connection of its own.
const LOOKS: Duration = Duration::from_millis(100);
/// How long whoever is closed waits before the next attempt.
const AGAIN: Duration = Duration::from_secs(1);
const LONG: Duration = Duration::from_secs(20);

type Any = Box<dyn std::error::Error + Send + Sync>;

fn main() -> Result<(), Any> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let runtime = tokio::runtime::Runtime::new()?;
    if let [word, folder, tables] = arguments.as_slice()
        && word == "open"
    {
        return runtime.block_on(open(Path::new(folder), tables.parse()?));
    }
    let number = |place: usize, usual: u64| arguments.get(place).map_or(Ok(usual), |text| text.parse());
    let time = Duration::from_secs(number(2, 15)?);
    runtime.block_on(measure(number(0, 200)?, number(1, 2_000)?, time, number(3, 4)?))
}

/// The room: opens its tables, says where it listens, and serves until its standard input is closed.
async fn open(folder: &Path, tables: u64) -> Result<(), Any> {
    let shelf = Arc::new(Shelf::filed());
    let mut config = Config::new(folder);
    config.practice = Some(Vec::new());
    config.limits = Limits {
        requests_per_second: 1e9,
        burst: 1e9,
        newcomers_per_hour: 1e9,
        watchers: usize::MAX,
        ..Limits::default()
    };
    let room = server::open(Arc::clone(&shelf), config).await?;
    let spec = Spec::practice(&shelf, BOOK)?;
    for _ in 0..tables {
        let pace = Pace { between_ms: 200, reading_ms: 0, ..Pace::default() };
        room.open_table(Spec { pace, ..spec.clone() }, 0).await?;
    }
    let listener = TcpListener::bind((Ipv4Addr::UNSPECIFIED, 0)).await?;
    let mut out = std::io::stdout();
    writeln!(out, "{}", listener.local_addr()?.port())?;
    out.flush()?;
    let stop = async {
        let closed = tokio::task::spawn_blocking(|| std::io::stdin().lock().read_to_end(&mut Vec::new()));
        let _ = closed.await;
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

/// What happened to those who do nothing wrong.
#[derive(Default)]
struct Seen {
    answers: Vec<Duration>,
    looks: Vec<Duration>,
    cut_off: u64,
    refused: u64,
}

impl Seen {
    fn add(&mut self, other: Seen) {
        self.answers.extend(other.answers);
        self.looks.extend(other.looks);
        self.cut_off += other.cut_off;
        self.refused += other.refused;
    }
}

async fn measure(patrons: u64, sockets: u64, time: Duration, turns: u64) -> Result<(), Any> {
    println!("load of the machine before: {}", fs::read_to_string("/proc/loadavg")?.trim());
    let folder = std::env::temp_dir().join(format!("cardroom-half-open-{}", std::process::id()));
    let tables = patrons.div_ceil(SEATS.len() as u64);
    let child = Command::new(std::env::current_exe()?)
        .args(["open", &folder.display().to_string(), &tables.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut process = Process { child, folder };
    let mut line = String::new();
    BufReader::new(process.child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
    let site = Site(SocketAddr::from((Ipv4Addr::LOCALHOST, line.trim().parse::<u16>()?)));

    let shelf = Shelf::filed();
    let rules = shelf.book(&shelf.find(BOOK)?)?.rules;
    let mut players = Vec::new();
    for number in 0..patrons {
        players.push(seated(site, number, rules.clone()).await?);
    }
    println!("{patrons} patrons play at {tables} tables");
    let (mut quiet, mut attacked) = (Seen::default(), Seen::default());
    let (mut most, mut all) = (0_u64, 0_u64);
    for turn in 1..=turns {
        let seen;
        (players, seen) = play(site, players, time).await?;
        report(&format!("{turn}, alone"), &seen);
        quiet.add(seen);

        let reached = Arc::new(AtomicU64::new(0));
        let opened = Arc::new(AtomicU64::new(0));
        let mut held: Vec<JoinHandle<()>> = Vec::new();
        for _ in 0..sockets {
            held.push(tokio::spawn(hold(site.0, Arc::clone(&reached), Arc::clone(&opened))));
        }
        let began = Instant::now();
        while opened.load(Ordering::Relaxed) < sockets && began.elapsed() < LONG {
            sleep(Duration::from_millis(50)).await;
        }
        let seen;
        (players, seen) = play(site, players, time).await?;
        report(&format!("{turn}, beside"), &seen);
        attacked.add(seen);
        most = most.max(reached.load(Ordering::Relaxed));
        all += opened.load(Ordering::Relaxed);
        for one in held {
            one.abort();
            let _ = one.await;
        }
    }
    report("alone", &quiet);
    report("beside", &attacked);
    println!("half-open sockets: {most} at once, {all} in all");
    println!("load of the machine after: {}", fs::read_to_string("/proc/loadavg")?.trim());
    Ok(())
}

async fn seated(site: Site, number: u64, rules: Rules) -> Result<Player, Any> {
    let place = usize::try_from(number)?;
    let table = u32::try_from(place / SEATS.len() + 1)?;
    let patron = Patron::guest(site, &format!("Patron {number}")).await?;
    let eyes = patron.table(table, None).await?;
    let seed = Seed::from_bytes([u8::try_from(number % 251)?; 32]);
    let mut player = Player::new(eyes, rules, seed.draws(), &format!("p{number}"));
    player.sit(SEATS[place % SEATS.len()]).await?;
    Ok(player)
}

/// Lets everybody play for a while, and others look at the lobby.
async fn play(site: Site, players: Vec<Player>, time: Duration) -> Result<(Vec<Player>, Seen), Any> {
    let end = Instant::now() + time;
    let mut playing = JoinSet::new();
    for mut player in players {
        playing.spawn(async move {
            let mut answers = Vec::new();
            while Instant::now() < end {
                sleep(THINKS).await;
                let before = (player.tally.applied, player.tally.late);
                let began = Instant::now();
                match timeout(LONG, player.step()).await {
                    // What was only heard was waited for, not asked.
                    Ok(Ok(())) if before == (player.tally.applied, player.tally.late) => {}
                    Ok(Ok(())) => answers.push(began.elapsed()),
                    Ok(Err(fault)) => {
                        eprintln!("a patron is cut off: {fault}");
                        return (None, answers);
                    }
                    // Nobody spoke at that table for long.
                    Err(_) => {}
                }
            }
            (Some(player), answers)
        });
    }
    let mut seen = Seen::default();
    while Instant::now() < end {
        let began = Instant::now();
        match site.ask(&Ask::get("/api/lobby")).await {
            Ok(reply) if reply.status == 200 => seen.looks.push(began.elapsed()),
            _ => seen.refused += 1,
        }
        sleep(LOOKS).await;
    }
    let mut left = Vec::new();
    while let Some(done) = playing.join_next().await {
        let (player, answers) = done?;
        seen.answers.extend(answers);
        match player {
            Some(player) => left.push(player),
            None => seen.cut_off += 1,
        }
    }
    Ok((left, seen))
}

/// Holds one socket half open from another address, and the next when it is closed.
async fn hold(room: SocketAddr, reached: Arc<AtomicU64>, opened: Arc<AtomicU64>) {
    loop {
        let held: std::io::Result<()> = async {
            let socket = TcpSocket::new_v4()?;
            socket.bind(SocketAddr::from((Ipv4Addr::new(127, 0, 0, 2), 0)))?;
            let mut stream = socket.connect(room).await?;
            stream.write_all(b"GET /api/lobby HTTP/1.1\r\nHost: ").await?;
            opened.fetch_add(1, Ordering::Relaxed);
            reached.fetch_add(1, Ordering::Relaxed);
            let mut rest = Vec::new();
            let read = stream.read_to_end(&mut rest).await;
            reached.fetch_sub(1, Ordering::Relaxed);
            read.map(drop)
        }
        .await;
        drop(held);
        sleep(AGAIN).await;
    }
}

fn report(name: &str, seen: &Seen) {
    let part = |times: &[Duration], part: f64| {
        let mut times = times.to_vec();
        times.sort_unstable();
        let place = ((times.len() as f64 * part) as usize).min(times.len().saturating_sub(1));
        times.get(place).map_or(0.0, |time| time.as_secs_f64() * 1_000.0)
    };
    println!(
        "{name}: {} commands answered, 50th {:.1} ms, 99th {:.1} ms; {} looks at the lobby, 50th {:.1} ms, 99th {:.1} \
         ms; {} cut off, {} refused",
        seen.answers.len(),
        part(&seen.answers, 0.5),
        part(&seen.answers, 0.99),
        seen.looks.len(),
        part(&seen.looks, 0.5),
        part(&seen.looks, 0.99),
        seen.cut_off,
        seen.refused
    );
}
