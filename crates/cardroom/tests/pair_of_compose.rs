//! The compose file's primary and standby, made on this machine by their own scripts, as the image of PostgreSQL runs them:
//! first a server without a network for the scripts of the operator, then the one that stays.

#[path = "../../store/tests/database/mod.rs"]
mod database;

use std::fs::{self, File};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Program, Stdio};

use database::{new_folder, program, run, wait_for};
use rustix::process::{Pid, Signal, kill_process};

const PASSWORD: &str = "secret";
/// Where the two are here, instead of in the network of the compose file.
const PRIMARY: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 3);
const STANDBY: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 4);

/// A server that ends with the test.
struct Running(Child);

impl Running {
    fn begin(mut program: Program, log: &Path) -> Running {
        let log = File::options().create(true).append(true).open(log).unwrap();
        Running(program.stdout(Stdio::null()).stderr(log).spawn().unwrap())
    }

    fn stop(&mut self) {
        if let Ok(None) = self.0.try_wait() {
            let _ = kill_process(Pid::from_child(&self.0), Signal::INT);
            let _ = self.0.wait();
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
    }
}

struct Machine {
    folder: tempfile::TempDir,
    port: u16,
}

impl Machine {
    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn said(&self) -> String {
        let log = |name: &str| fs::read_to_string(self.at(name)).unwrap_or_default();
        log("primary.log") + &log("standby.log")
    }

    /// A script of the compose file, for this machine.
    fn script(&self, name: &str) -> String {
        let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging/compose").join(name);
        let script = fs::read_to_string(own).unwrap();
        script.replace("10.74.21.0/24", "127.0.0.0/8").replace("10.74.21.", "127.0.0.")
    }

    /// A program of PostgreSQL's user, who finds the server here.
    fn run(&self, name: &str) -> Program {
        let mut command = run(name);
        let folder = program("postgres").parent().unwrap().to_owned();
        let path = std::env::join_paths(
            [folder].into_iter().chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
        );
        command.env("PATH", path.unwrap()).env("PGPORT", self.port.to_string());
        command.env("PGPASSWORD", PASSWORD).env("PGDATA", self.at("primary"));
        command
    }

    fn primary(&self, address: &str) -> Running {
        let mut command = self.run("postgres");
        command.args(options()).arg("-k").arg(self.folder.path());
        command.args(["-c", &format!("listen_addresses={address}"), "-c", "fsync=off"]);
        let running = Running::begin(command, &self.at("primary.log"));
        let is_ready = || self.sql("postgres", "SELECT 1").is_ok();
        wait_for("the primary", is_ready, || self.said());
        running
    }

    fn sql(&self, database: &str, sql: &str) -> Result<String, String> {
        let mut asked = self.run("psql");
        asked.args(["-X", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1", "-U", "cardroom", "-h"]);
        // A commit that waits for a standby says so when it is ended, and counts all the same.
        asked.arg(self.folder.path()).args([
            "-d",
            database,
            "-c",
            "SET statement_timeout = '30s'",
            "-c",
            sql,
        ]);
        let said = asked.output().unwrap();
        let (out, fault) = (String::from_utf8_lossy(&said.stdout), String::from_utf8_lossy(&said.stderr));
        if said.status.success() && fault.is_empty() {
            Ok(out.trim().to_owned())
        } else {
            Err(fault.into_owned())
        }
    }
}

/// What the compose file gives the primary.
fn options() -> Vec<String> {
    let compose = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging/compose/compose.yml");
    let compose = fs::read_to_string(compose).unwrap();
    let own = compose.split_once("      - postgres\n").expect("it begins a server").1;
    own.lines().map_while(|line| line.strip_prefix("      - ")).map(str::to_owned).collect()
}

/// A port that is free at both addresses.
fn free_port() -> u16 {
    loop {
        let primary = TcpListener::bind((PRIMARY, 0)).unwrap();
        let port = primary.local_addr().unwrap().port();
        if TcpListener::bind((STANDBY, port)).is_ok() {
            return port;
        }
    }
}

#[test]
fn the_scripts_make_a_primary_that_waits_for_its_standby() {
    let machine = Machine { folder: new_folder(), port: free_port() };
    let word = machine.at("word");
    fs::write(&word, PASSWORD).unwrap();
    let made = machine
        .run("initdb")
        .args(["-U", "cardroom", "-A", "scram-sha-256", "--auth-local=trust", "--no-sync"])
        .arg(format!("--pwfile={}", word.display()))
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let rules = machine.at("primary/pg_hba.conf");
    let said = fs::read_to_string(&rules).unwrap() + "host all all all scram-sha-256\n";
    fs::write(&rules, said).unwrap();

    let mut first = machine.primary("");
    machine.sql("postgres", "CREATE DATABASE cardroom").unwrap();
    let mut script = machine.run("bash");
    let ran = script.env("PGHOST", machine.folder.path()).args(["-c", &machine.script("replication.sh")]);
    let ran = ran.output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    first.stop();

    let _primary = machine.primary(&PRIMARY.to_string());
    let data = machine.at("standby");
    let script = machine.script("standby.sh").replace("/var/lib/postgresql/data", &data.to_string_lossy());
    assert!(!script.contains("password="), "everybody reads command lines: {script}");
    let here = format!("exec postgres -c listen_addresses={STANDBY} -c unix_socket_directories= ");
    let script = script.replace("exec postgres ", &here);
    let mut standby = machine.run("bash");
    standby.args(["-c", &script]);
    let _standby = Running::begin(standby, &machine.at("standby.log"));
    let followers = "SELECT application_name || ' ' || state || ' ' || sync_state FROM pg_stat_replication";
    let follows = || machine.sql("cardroom", followers).is_ok_and(|said| said == "standby streaming sync");
    wait_for("the standby", follows, || machine.said());
    machine.sql("cardroom", "CREATE TABLE seen (it INT)").unwrap();
    let there = || {
        let mut asked = machine.run("psql");
        asked.args(["-X", "-q", "-t", "-A", "-U", "cardroom", "-h", &STANDBY.to_string(), "-d", "cardroom"]);
        let said = asked.args(["-c", "SELECT pg_is_in_recovery() FROM pg_class WHERE relname = 'seen'"]);
        said.output().is_ok_and(|said| said.stdout == b"t\n")
    };
    wait_for("the copy", there, || machine.said());
}
