//! A PostgreSQL server of its own for a test program, from Debian's package, on a socket in a folder that is removed.

#![allow(dead_code, reason = "each test program uses a part of it")]

pub(crate) mod pair;
pub(crate) mod tls;

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// How long a server is waited for, on a slow machine too.
const PATIENCE: Duration = Duration::from_secs(120);

/// A server that runs until it is dropped.
pub(crate) struct Server {
    folder: TempDir,
    child: Child,
    made: AtomicU32,
}

impl Server {
    /// Starts one; fails loudly where PostgreSQL is not installed.
    pub(crate) fn start() -> Server {
        let folder = new_folder();
        let data = folder.path().join("data");
        make(&data);
        Server::of(folder, "")
    }

    /// Runs the files in a folder, reached by its socket and at an address, if one is given.
    fn of(folder: TempDir, listens: &str) -> Server {
        let child = launch(&folder.path().join("data"), folder.path(), listens);
        let server = Server { folder, child, made: AtomicU32::new(0) };
        wait_for("the server", || is_ready(server.folder.path()), || server.said());
        server
    }

    /// The folder of its socket.
    pub(crate) fn socket(&self) -> &Path {
        self.folder.path()
    }

    fn said(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    /// The address of a new, empty database.
    pub(crate) fn database(&self) -> String {
        let name = format!("room_{}", self.made.fetch_add(1, Ordering::Relaxed));
        self.sql("postgres", &format!("CREATE DATABASE {name}"));
        format!("postgres://cardroom@/{name}?host={}", self.folder.path().display())
    }

    /// The address of a new, empty database of somebody whom the server asks for this password; it stands in no address.
    pub(crate) fn database_with_password(&self, password: &str) -> String {
        let address = self.database();
        let name = address.rsplit_once("@/").map_or("", |(_, name)| name).split('?').next().unwrap();
        self.sql("postgres", &format!("CREATE ROLE keeper LOGIN PASSWORD '{password}'"));
        self.sql("postgres", &format!("ALTER DATABASE {name} OWNER TO keeper"));
        let rules = "local all cardroom trust\nlocal all all scram-sha-256\n";
        fs::write(self.folder.path().join("data/pg_hba.conf"), rules).unwrap();
        self.sql("postgres", "SELECT pg_reload_conf()");
        address.replace("://cardroom@", "://keeper@")
    }

    /// Opens a session that stays open until it is dropped.
    pub(crate) fn session(&self, address: &str) -> Session {
        let name = address.rsplit_once("@/").map_or(address, |(_, name)| name).split('?').next().unwrap();
        let child = Command::new(program("psql"))
            .args(["-X", "-q", "-U", "cardroom", "-h"])
            .arg(self.folder.path())
            .args(["-d", name])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        Session(child)
    }

    /// Runs SQL as whoever owns the server would.
    pub(crate) fn sql(&self, database: &str, sql: &str) -> String {
        sql_at(self.folder.path(), database, sql)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        // The server's own children end by themselves when it is gone.
        thread::sleep(Duration::from_millis(200));
    }
}

/// A session in which things are said one after the other.
pub(crate) struct Session(Child);

impl Session {
    /// Says something, and does not wait for an answer.
    pub(crate) fn say(&self, sql: &str) {
        writeln!(self.0.stdin.as_ref().unwrap(), "{sql};").unwrap();
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A folder that the server may write to.
pub(crate) fn new_folder() -> TempDir {
    let folder = tempfile::Builder::new().prefix("cardroom-pg-").tempdir().unwrap();
    if let Some((user, group)) = owner() {
        chown(folder.path(), Some(user), Some(group)).unwrap();
    }
    folder
}

/// Makes the files of a server.
fn make(data: &Path) {
    let made = run("initdb")
        .args(["--username=cardroom", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", "-D"])
        .arg(data)
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
}

/// Starts the server of some files, with its socket in a folder and all of its processes in one group; at an address as
/// well, if one is given.
fn launch(data: &Path, socket: &Path, listens: &str) -> Child {
    run("postgres")
        .arg("-D")
        .arg(data)
        .arg("-k")
        .arg(socket)
        .args(["-c", &format!("listen_addresses={listens}"), "-c", "fsync=off", "-c", "max_connections=200"])
        .process_group(0)
        .stdout(Stdio::null())
        .stderr(fs::File::options().create(true).append(true).open(socket.join("log")).unwrap())
        .spawn()
        .unwrap()
}

fn is_ready(socket: &Path) -> bool {
    let asked = Command::new(program("pg_isready")).arg("-q").arg("-h").arg(socket).status();
    asked.is_ok_and(|asked| asked.success())
}

/// Waits for something, and tells what a server says if it does not come.
pub(crate) fn wait_for(what: &str, is_so: impl Fn() -> bool, said: impl Fn() -> String) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < PATIENCE, "{what} does not come about: {}", said());
        thread::sleep(Duration::from_millis(50));
    }
}

/// Runs SQL at the server whose socket lies in a folder.
fn sql_at(socket: &Path, database: &str, sql: &str) -> String {
    let said = try_sql_at(socket, database, sql);
    said.unwrap_or_else(|error| panic!("{sql}: {error}"))
}

fn try_sql_at(socket: &Path, database: &str, sql: &str) -> Result<String, String> {
    let name = database.rsplit_once("@/").map_or(database, |(_, name)| name);
    let name = name.split('?').next().unwrap();
    let done = Command::new(program("psql"))
        .args(["-X", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1", "-U", "cardroom", "-h"])
        .arg(socket)
        .args(["-d", name, "-c", sql])
        .output()
        .unwrap();
    match done.status.success() {
        true => Ok(String::from_utf8(done.stdout).unwrap().trim().to_owned()),
        false => Err(String::from_utf8_lossy(&done.stderr).into_owned()),
    }
}

/// A program of Debian's package, wherever its version has put it.
pub(crate) fn program(name: &str) -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = versions.map(|version| version.path().join("bin").join(name)).collect();
    found.sort();
    let given = std::env::var_os("PATH").unwrap_or_default();
    found.extend(std::env::split_paths(&given).map(|folder| folder.join(name)));
    let there = found.into_iter().find(|path| path.is_file());
    there.unwrap_or_else(|| {
        panic!("{name} is missing: install Debian's package postgresql and run the tests again")
    })
}

/// A server refuses to run as root: then it runs as the user that the package made.
fn owner() -> Option<(u32, u32)> {
    let is_root = fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0);
    let people = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let own = people.lines().find_map(|line| match line.split(':').collect::<Vec<&str>>()[..] {
        ["postgres", _, user, group, ..] => user.parse().ok().zip(group.parse().ok()),
        _ => None,
    });
    if is_root { Some(own.expect("the package postgresql makes the user postgres")) } else { None }
}

pub(crate) fn run(name: &str) -> Command {
    let mut command = Command::new(program(name));
    command.current_dir(Path::new("/")).stdin(Stdio::null());
    if let Some((user, group)) = owner() {
        command.gid(group).uid(user);
    }
    command
}
