//! One room on one machine and on several: a file against a database, one node against two and three, a command that is
//! passed on against one that is not, and how long opening and taking over last. Everything in one run, as ratios.
//!
//! `cargo run --release --bin machines -- [TABLES] [SECONDS] [MOST]`; 60, 10 and 1000 if left out: how many tables bots
//! play at, how long each way is measured, and with how many tables at most a room is opened and taken over. It starts a
//! PostgreSQL of its own (Debian's package) on a socket in a temporary folder, and rooms as processes of their own.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use books::{Money, Shelf};
use client::{Ask, Heard, Outcome, Patron, Seat, Site};
use room::{Command as Act, Pace, Spec, TableId};
use server::{Config, Limits, NodeConfig, PROTOCOL};
use store::{Nodes as _, Place, Postgres};
use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;

const BOTS: u8 = 3;
/// How often each way is measured, one after another, so that what else the machine does meets all alike.
const TURNS: usize = 3;
/// How many commands are timed each way.
const COMMANDS: usize = 400;
const PATIENCE: Duration = Duration::from_secs(120);

type Any = Box<dyn std::error::Error + Send + Sync>;

fn main() -> Result<(), Any> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let runtime = tokio::runtime::Runtime::new()?;
    if let [word, place, folder, is_node, tables, bots] = arguments.as_slice()
        && word == "open"
    {
        let tables = (tables.parse()?, bots.parse()?);
        return runtime.block_on(open(place.parse()?, Path::new(folder), is_node == "node", tables));
    }
    let number = |place: usize, usual: usize| arguments.get(place).map_or(Ok(usual), |text| text.parse());
    let (tables, seconds, most) = (number(0, 60)?, number(1, 10)?, number(2, 1_000)?);
    runtime.block_on(measure(tables, Duration::from_secs(seconds as u64), most))
}

/// A room: opens so many further tables with so many bots, says where it listens, and serves until its standard input is
/// closed. Bots do not think, so that nothing but the room sets the pace.
async fn open(place: Place, folder: &Path, is_node: bool, (tables, bots): (usize, u8)) -> Result<(), Any> {
    let shelf = Arc::new(Shelf::filed());
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    let address = listener.local_addr()?;
    fs::create_dir_all(folder)?;
    let mut config = Config::new(folder);
    config.place = place;
    config.practice = Some(Vec::new());
    config.limits = Limits::none();
    config.hall.bot_ms = (0, 0);
    config.hall.recent = 50;
    config.node = is_node.then_some(NodeConfig { address, protocol: PROTOCOL });
    let room = server::open(Arc::clone(&shelf), config).await?;
    let books: Vec<String> = shelf.ids().map(|id| id.to_string()).collect();
    let specs: Vec<Spec> = books.iter().filter_map(|book| Spec::practice(&shelf, book).ok()).collect();
    for spec in specs.iter().cycle().take(tables) {
        let pace = Pace { between_ms: 0, reading_ms: 0, ..Pace::default() };
        room.open_table(Spec { plays_alone: bots > 0, pace, ..spec.clone() }, bots).await?;
    }
    let mut out = std::io::stdout();
    writeln!(out, "{address}")?;
    out.flush()?;
    let stop = async {
        let mut rest = Vec::new();
        let _ = tokio::io::stdin().read_to_end(&mut rest).await;
    };
    Ok(room.serve(listener, stop).await?)
}

/// A folder that is removed when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Result<Folder, Any> {
        let folder = std::env::temp_dir().join(format!("cardroom-machines-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder)?;
        Ok(Folder(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A room's process; killed at the latest when this is dropped.
struct Process {
    child: Child,
    site: Site,
}

impl Process {
    fn open(place: &str, folder: &Path, is_node: bool, tables: usize, bots: u8) -> Result<Process, Any> {
        let mut child = Command::new(std::env::current_exe()?)
            .args(["open", place, &folder.display().to_string(), if is_node { "node" } else { "alone" }])
            .args([tables.to_string(), bots.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
        let address: Result<SocketAddr, _> = line.trim().parse();
        match address {
            Ok(address) => Ok(Process { child, site: Site(address) }),
            Err(_) => {
                let _ = child.kill();
                let _ = child.wait();
                Err("a room does not open".into())
            }
        }
    }

    /// Closes the room as an operator does.
    fn close(mut self) -> Result<(), Any> {
        drop(self.child.stdin.take());
        self.child.wait()?;
        Ok(())
    }

    async fn commands(&self) -> Result<u64, Any> {
        let text = self.site.ask(&Ask::get("/metrics")).await?.body;
        let value = text.lines().find_map(|line| line.strip_prefix("cardroom_commands_total "));
        Ok(value.ok_or("no such counter")?.parse()?)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A PostgreSQL of its own, which waits for the disk as every one does.
struct Database {
    folder: Folder,
    child: Child,
    made: u32,
}

impl Database {
    fn start() -> Result<Database, Any> {
        let folder = Folder::new("postgresql")?;
        let owner = owner()?;
        if let Some((user, group)) = owner {
            chown(&folder.0, Some(user), Some(group))?;
        }
        let data = folder.0.join("data");
        let made = program("initdb", owner)?
            .args(["--username=cardroom", "--auth=trust", "--encoding=UTF8", "--locale=C", "-D"])
            .arg(&data)
            .output()?;
        if !made.status.success() {
            return Err(String::from_utf8_lossy(&made.stderr).into());
        }
        let child = program("postgres", owner)?
            .arg("-D")
            .arg(&data)
            .arg("-k")
            .arg(&folder.0)
            .args(["-c", "listen_addresses=", "-c", "max_connections=100"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let database = Database { folder, child, made: 0 };
        let began = Instant::now();
        while !program("pg_isready", None)?.arg("-q").arg("-h").arg(&database.folder.0).status()?.success() {
            if began.elapsed() > PATIENCE {
                return Err("PostgreSQL does not start".into());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(database)
    }

    /// The address of a new, empty database.
    fn new_room(&mut self) -> Result<String, Any> {
        self.made += 1;
        let name = format!("room_{}", self.made);
        let done = program("psql", None)?
            .args(["-X", "-q", "-U", "cardroom", "-d", "postgres", "-c", &format!("CREATE DATABASE {name}")])
            .arg("-h")
            .arg(&self.folder.0)
            .status()?;
        if !done.success() {
            return Err("no database can be made".into());
        }
        Ok(format!("postgres://cardroom@/{name}?host={}", self.folder.0.display()))
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        // Its own children end by themselves when it is gone.
        std::thread::sleep(Duration::from_millis(300));
    }
}

/// PostgreSQL refuses to run as root; then it runs as the user that the package made.
fn owner() -> Result<Option<(u32, u32)>, Any> {
    if fs::metadata("/proc/self")?.uid() != 0 {
        return Ok(None);
    }
    let people = fs::read_to_string("/etc/passwd")?;
    let own = people.lines().find_map(|line| match line.split(':').collect::<Vec<&str>>()[..] {
        ["postgres", _, user, group, ..] => user.parse().ok().zip(group.parse().ok()),
        _ => None,
    });
    Ok(Some(own.ok_or("the package postgresql makes the user postgres")?))
}

fn program(name: &str, owner: Option<(u32, u32)>) -> Result<Command, Any> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = versions.map(|version| version.path().join("bin").join(name)).collect();
    found.retain(|path| path.is_file());
    found.sort();
    let mut command = Command::new(found.pop().ok_or("install Debian's package postgresql")?);
    command.current_dir("/").stdin(Stdio::null());
    if let Some((user, group)) = owner {
        command.gid(group).uid(user);
    }
    Ok(command)
}

async fn measure(tables: usize, time: Duration, most: usize) -> Result<(), Any> {
    println!("load of the machine before: {}", fs::read_to_string("/proc/loadavg")?.trim());
    let mut database = Database::start()?;
    actions(&mut database, tables, time).await?;
    passed_on(&mut database).await?;
    println!("{:>6} {:>14} {:>18} {:>14}", "tables", "file opens", "database opens", "taken over");
    for tables in [10, 100, 1_000].into_iter().filter(|tables| *tables <= most) {
        opened(&mut database, tables)?;
    }
    println!("load of the machine after: {}", fs::read_to_string("/proc/loadavg")?.trim());
    Ok(())
}

/// Durable actions a second, each way in turn.
async fn actions(database: &mut Database, tables: usize, time: Duration) -> Result<(), Any> {
    const WAYS: [(&str, usize); 5] =
        [("a file", 0), ("a database", 0), ("one node", 1), ("two nodes", 2), ("three nodes", 3)];
    let mut rates = [const { Vec::new() }; WAYS.len()];
    for turn in 0..TURNS {
        for (way, (name, nodes)) in WAYS.iter().enumerate() {
            let folder = Folder::new(&format!("{turn}-{way}"))?;
            let address = match way {
                0 => folder.0.join("0").display().to_string(),
                _ => database.new_room()?,
            };
            let mut rooms = vec![Process::open(&address, &folder.0.join("0"), *nodes > 0, tables, BOTS)?];
            for node in 1..*nodes {
                let own = folder.0.join(node.to_string());
                fs::create_dir_all(&own)?;
                fs::copy(folder.0.join("0").join("tips.key"), own.join("tips.key"))?;
                rooms.push(Process::open(&address, &own, true, 0, 0)?);
            }
            if *nodes > 1 {
                spread(&address, *nodes).await?;
            }
            let before = sum(&rooms).await?;
            let began = Instant::now();
            tokio::time::sleep(time).await;
            let done = sum(&rooms).await? - before;
            rates[way].push(done as f64 / began.elapsed().as_secs_f64());
            println!("{name}: {:.0} actions a second", rates[way][turn]);
        }
    }
    let middle: Vec<f64> = rates.iter_mut().map(|rates| middle(rates)).collect();
    println!("in the middle of {TURNS}, {tables} tables:");
    println!("a database against a file: {:.2} times", middle[1] / middle[0]);
    println!("a node against a database by itself: {:.2} times", middle[2] / middle[1]);
    println!("two nodes against one: {:.2} times", middle[3] / middle[2]);
    println!("three nodes against one: {:.2} times", middle[4] / middle[2]);
    Ok(())
}

async fn sum(rooms: &[Process]) -> Result<u64, Any> {
    let mut sum = 0;
    for room in rooms {
        sum += room.commands().await?;
    }
    Ok(sum)
}

fn middle(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn look(address: &str) -> Result<store::Look, Any> {
    Ok(Postgres::open_read_only(&store::Database::at(address)?)?.look()?)
}

/// Waits until every node has its share of the tables, and none more than one above another.
async fn spread(address: &str, nodes: usize) -> Result<(), Any> {
    let began = Instant::now();
    loop {
        let look = look(address)?;
        let held = |node: u64| look.holders.values().filter(|holder| **holder == Some(node)).count();
        let counts: Vec<usize> = look.members.iter().map(|member| held(member.node)).collect();
        let (least, most) = (counts.iter().min().unwrap_or(&0), counts.iter().max().unwrap_or(&0));
        if counts.len() == nodes && most - least <= 1 && counts.iter().sum::<usize>() == look.holders.len() {
            return Ok(());
        }
        if began.elapsed() > PATIENCE {
            return Err(format!("the tables are not spread: {counts:?}").into());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// How long a command takes whose table is another node's, against one whose table is here; one after the other.
async fn passed_on(database: &mut Database) -> Result<(), Any> {
    let folder = Folder::new("passing")?;
    let address = database.new_room()?;
    let first = Process::open(&address, &folder.0.join("0"), true, 8, 0)?;
    fs::create_dir_all(folder.0.join("1"))?;
    fs::copy(folder.0.join("0/tips.key"), folder.0.join("1/tips.key"))?;
    let second = Process::open(&address, &folder.0.join("1"), true, 0, 0)?;
    spread(&address, 2).await?;
    let look = look(&address)?;
    let own = |site: Site| {
        let number = look.members.iter().find(|member| member.address == site.0.to_string())?.node;
        look.holders.iter().find(|(_, holder)| **holder == Some(number)).map(|(stream, _)| stream.0)
    };
    let table: TableId = own(first.site).ok_or("no table is the first node's")?;
    let mut here = Patron::guest(first.site, "Timer").await?;
    let mut near = here.table(table, None).await?;
    here.site = second.site;
    let mut far = here.table(table, None).await?;
    let seat = games::Seat::new(1);
    let buy_in = near.view.buy_in_least.times(2).max(Money::dollars(1_000));
    timed(&mut near, "sits", &Act::Sit { seat, buy_in }).await?;
    let (mut local, mut passed) = (Vec::new(), Vec::new());
    for number in 0..2 * COMMANDS {
        // Each way gets as many of both commands.
        let act = if number % 2 == 0 { Act::SitOut } else { Act::SitIn };
        let is_far = number / 2 % 2 == 1;
        let took = timed(if is_far { &mut far } else { &mut near }, &number.to_string(), &act).await?;
        if is_far { &mut passed } else { &mut local }.push(took);
    }
    let at = |times: &mut Vec<f64>, part: usize| {
        times.sort_by(f64::total_cmp);
        times[(times.len() - 1) * part / 100]
    };
    for part in [50, 99] {
        let (local, passed) = (at(&mut local, part), at(&mut passed, part));
        println!(
            "{part}th of {COMMANDS} commands: {local:.2} ms here, {passed:.2} ms passed on, {:.2} times",
            passed / local
        );
    }
    first.close()?;
    second.close()
}

/// Gives a command and waits for its answer; in milliseconds.
async fn timed(seat: &mut Seat, id: &str, act: &Act) -> Result<f64, Any> {
    let began = Instant::now();
    seat.say(id, u64::MAX, act).await?;
    loop {
        match seat.hear().await? {
            Heard::Answer(answer) if answer.id == id => {
                if answer.outcome != Outcome::Applied {
                    return Err(format!("{act:?}: {}", answer.what).into());
                }
                return Ok(began.elapsed().as_secs_f64() * 1e3);
            }
            _ => {}
        }
    }
}

/// How long a room with so many tables takes to open, in a file and in a database, and to be taken over.
fn opened(database: &mut Database, tables: usize) -> Result<(), Any> {
    let folder = Folder::new(&format!("opened-{tables}"))?;
    let file = folder.0.join("file").display().to_string();
    let reopened = |address: &str, own: &Path| -> Result<Duration, Any> {
        Process::open(address, own, false, tables, BOTS)?.close()?;
        let began = Instant::now();
        let room = Process::open(address, own, false, 0, 0)?;
        let took = began.elapsed();
        room.close()?;
        Ok(took)
    };
    let of_file = reopened(&file, &folder.0.join("file"))?;
    let address = database.new_room()?;
    let of_database = reopened(&address, &folder.0.join("database"))?;

    let address = database.new_room()?;
    let first = Process::open(&address, &folder.0.join("0"), true, tables, BOTS)?;
    fs::create_dir_all(folder.0.join("1"))?;
    fs::copy(folder.0.join("0/tips.key"), folder.0.join("1/tips.key"))?;
    let second = Process::open(&address, &folder.0.join("1"), true, 0, 0)?;
    let own = look(&address)?.members.iter().map(|member| member.node).max().ok_or("no node is there")?;
    let began = Instant::now();
    drop(first);
    while look(&address)?.holders.values().any(|holder| *holder != Some(own)) {
        if began.elapsed() > PATIENCE {
            return Err("tables are not taken over".into());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let taken = began.elapsed();
    drop(second);
    let seconds = |time: Duration| format!("{:.2} s", time.as_secs_f64());
    println!("{tables:>6} {:>14} {:>18} {:>14}", seconds(of_file), seconds(of_database), seconds(taken));
    Ok(())
}
