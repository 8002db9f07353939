//! A primary and its standby, set up and brought back as docs/operating.md says. The primary can be killed and the standby
//! promoted as often as wanted.

use std::fs;
use std::os::unix::fs::chown;
use std::path::PathBuf;
use std::process::{Child, Command};

use tempfile::TempDir;

use super::tls::{self, Certified, own_address};
use super::{is_ready, launch, make, new_folder, owner, run, sql_at, try_sql_at, wait_for};

/// What stands in the files of both.
const SETTINGS: &str = "
wal_log_hints = on
wal_keep_size = '512MB'
wal_retrieve_retry_interval = '200ms'
hot_standby = on
";

/// How the files of a standby come about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// All of them are copied.
    Copying,
    /// Those of an old primary are brought to what the new one has.
    Rewinding,
}

/// Two servers, of which one is written to and the other follows it.
pub(crate) struct Pair {
    folder: TempDir,
    running: [Option<Child>; 2],
    primary: usize,
    made: u32,
    /// Where each is reached besides its socket.
    listens: [String; 2],
}

impl Pair {
    /// Starts a primary and a synchronous standby.
    pub(crate) fn start() -> Pair {
        Pair::with("", [String::new(), String::new()])
    }

    /// Starts both at addresses of their own, at which they speak TLS.
    pub(crate) fn encrypted(certified: &Certified) -> Pair {
        Pair::with(&certified.settings(), [own_address(), own_address()])
    }

    fn with(settings: &str, listens: [String; 2]) -> Pair {
        let mut pair = Pair { folder: new_folder(), running: [None, None], primary: 0, made: 0, listens };
        for host in 0..2 {
            let folder = pair.socket(host);
            fs::create_dir(&folder).unwrap();
            if let Some((user, group)) = owner() {
                chown(&folder, Some(user), Some(group)).unwrap();
            }
        }
        make(&pair.data(0));
        let file = pair.data(0).join("postgresql.conf");
        fs::write(&file, fs::read_to_string(&file).unwrap() + SETTINGS + settings).unwrap();
        if !settings.is_empty() {
            tls::let_in_encrypted(&pair.data(0));
        }
        pair.run(0);
        pair.attach(By::Copying);
        pair.set_synchronous(true);
        pair
    }

    fn socket(&self, host: usize) -> PathBuf {
        self.folder.path().join(["a", "b"][host])
    }

    fn data(&self, host: usize) -> PathBuf {
        self.socket(host).join("data")
    }

    fn said(&self, host: usize) -> String {
        fs::read_to_string(self.socket(host).join("log")).unwrap_or_default()
    }

    fn standby(&self) -> usize {
        1 - self.primary
    }

    /// The address of a new, empty database, at whichever of the two takes what is written.
    pub(crate) fn database(&mut self) -> String {
        let name = format!("room_{}", self.made);
        self.made += 1;
        self.sql("postgres", &format!("CREATE DATABASE {name}"));
        let [a, b] = [0, 1].map(|host| self.socket(host).display().to_string());
        format!("postgres://cardroom@/{name}?host={a},{b}&target_session_attrs=read-write")
    }

    /// The address of a new, empty database by the addresses at which both speak TLS.
    pub(crate) fn encrypted_database(&mut self, settings: &str) -> String {
        let address = self.database();
        let before =
            address.split('?').next().unwrap().replace("@/", &format!("@{}/", self.listens.join(",")));
        format!("{before}?{settings}")
    }

    /// The address of a database at the standby alone.
    pub(crate) fn at_standby(&self, address: &str) -> String {
        let before = address.split('?').next().unwrap();
        format!("{before}?host={}", self.socket(self.standby()).display())
    }

    /// The address of a database at the server that is the primary now, alone.
    pub(crate) fn at_primary(&self, address: &str) -> String {
        let before = address.split('?').next().unwrap();
        format!("{before}?host={}", self.socket(self.primary).display())
    }

    /// Runs SQL at the primary.
    pub(crate) fn sql(&self, database: &str, sql: &str) -> String {
        sql_at(&self.socket(self.primary), database, sql)
    }

    /// Runs SQL at the standby.
    pub(crate) fn sql_at_standby(&self, database: &str, sql: &str) -> String {
        sql_at(&self.socket(self.standby()), database, sql)
    }

    /// Waits until the primary says something.
    pub(crate) fn wait_until(&self, sql: &str, says: &str) {
        let (server, primary) = (self.socket(self.primary), self.primary);
        let is_said = || try_sql_at(&server, "postgres", sql).is_ok_and(|said| said == says);
        wait_for(sql, is_said, || self.said(primary));
    }

    fn run(&mut self, host: usize) {
        let socket = self.socket(host);
        let mut child = launch(&self.data(host), &socket, &self.listens[host]);
        wait_for("the server", || is_ready(&socket), || self.said(host));
        assert!(child.try_wait().unwrap().is_none(), "{}", self.said(host));
        self.running[host] = Some(child);
    }

    /// Kills a server with all of its processes, as when its machine dies.
    fn kill(&mut self, host: usize) {
        let Some(mut child) = self.running[host].take() else { return };
        let group = format!("-{}", child.id());
        let killed = Command::new("kill").args(["-KILL", "--", &group]).status().unwrap();
        assert!(killed.success());
        child.wait().unwrap();
        let socket = self.socket(host);
        wait_for("the end of a server", || !is_ready(&socket), || self.said(host));
    }

    /// Kills the primary.
    pub(crate) fn kill_primary(&mut self) {
        self.kill(self.primary);
    }

    /// Makes the standby the primary, which waits for no standby of its own until one is there.
    pub(crate) fn promote(&mut self) {
        let to = self.standby();
        sql_at(&self.socket(to), "postgres", "ALTER SYSTEM SET synchronous_standby_names = ''");
        let promoted =
            sql_at(&self.socket(to), "postgres", "SELECT pg_reload_conf() AND pg_promote(true, 120)");
        assert_eq!(promoted, "t", "{}", self.said(to));
        self.primary = to;
    }

    /// Makes a standby of whatever else there is, which must not run.
    pub(crate) fn attach(&mut self, by: By) {
        let (primary, standby) = (self.socket(self.primary), self.standby());
        assert!(self.running[standby].is_none(), "it runs");
        let conninfo = format!("host={} user=cardroom application_name=standby", primary.display());
        let has_slot = self.sql("postgres", "SELECT count(*) FROM pg_replication_slots");
        if has_slot == "0" {
            self.sql("postgres", "SELECT pg_create_physical_replication_slot('standby')");
        }
        let mut program = match by {
            By::Copying => {
                let _ = fs::remove_dir_all(self.data(standby));
                let mut copies = run("pg_basebackup");
                copies.args([
                    "-R",
                    "-S",
                    "standby",
                    "-X",
                    "stream",
                    "-c",
                    "fast",
                    "--no-sync",
                    "-d",
                    &conninfo,
                ]);
                copies.arg("-D").arg(self.data(standby));
                copies
            }
            By::Rewinding => {
                // So that the files say that another timeline has begun; pg_rewind goes by them.
                self.sql("postgres", "CHECKPOINT");
                let mut rewinds = run("pg_rewind");
                let source = format!("{conninfo} dbname=postgres");
                rewinds.args(["-R", "--no-sync", "--source-server", &source]);
                rewinds.arg("--target-pgdata").arg(self.data(standby));
                rewinds
            }
        };
        let done = program.output().unwrap();
        assert!(done.status.success(), "{by:?}: {}", String::from_utf8_lossy(&done.stderr));
        if by == By::Rewinding {
            let settings = self.data(standby).join("postgresql.auto.conf");
            let with_slot = fs::read_to_string(&settings).unwrap() + "primary_slot_name = 'standby'\n";
            fs::write(&settings, with_slot).unwrap();
        }
        self.run(standby);
        self.wait_until(
            "SELECT state FROM pg_stat_replication WHERE application_name = 'standby'",
            "streaming",
        );
    }

    /// Says whether a commit waits for a standby, be one there or not.
    pub(crate) fn set_waiting(&self, waits: bool) {
        let names = if waits { "standby" } else { "" };
        self.sql("postgres", &format!("ALTER SYSTEM SET synchronous_standby_names = '{names}'"));
        self.sql("postgres", "SELECT pg_reload_conf()");
        self.wait_until("SHOW synchronous_standby_names", names);
    }

    /// The same, and waits until the standby that is there counts for that.
    pub(crate) fn set_synchronous(&self, is_synchronous: bool) {
        self.set_waiting(is_synchronous);
        let state = if is_synchronous { "sync" } else { "async" };
        self.wait_until("SELECT coalesce(max(sync_state), 'async') FROM pg_stat_replication", state);
    }

    /// Parts the standby from the primary, as when the line between them is cut.
    pub(crate) fn part(&self) {
        self.sql_at_standby("postgres", "ALTER SYSTEM SET primary_conninfo = ''");
        self.sql_at_standby("postgres", "SELECT pg_reload_conf()");
        self.wait_until("SELECT count(*) FROM pg_stat_replication", "0");
    }
}

impl Drop for Pair {
    fn drop(&mut self) {
        for child in self.running.iter().flatten() {
            let _ = Command::new("kill").args(["-KILL", "--", &format!("-{}", child.id())]).status();
        }
        for child in self.running.iter_mut().flatten() {
            let _ = child.wait();
        }
    }
}
