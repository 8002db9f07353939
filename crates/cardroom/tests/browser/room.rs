//! The real program with a folder of its own, started, killed and started again.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// A room that runs while the test does.
pub(crate) struct Room {
    child: Child,
    folder: TempDir,
    port: u16,
    /// Its address, such as `http://127.0.0.1:40123`.
    pub(crate) address: String,
    /// The password of the account "house", from the first start.
    pub(crate) password: String,
}

impl Room {
    pub(crate) fn open() -> Room {
        Room::open_with(&[])
    }

    /// The same, told something more.
    pub(crate) fn open_with(more: &[&str]) -> Room {
        let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
        let (child, address, password) = start(folder.path(), 0, more);
        let port =
            address.rsplit(':').next().and_then(|port| port.parse().ok()).expect("the address has a port");
        Room { child, folder, port, address, password }
    }

    /// A room whose clock is what the test says it is, in milliseconds since 1970.
    pub(crate) fn open_at(ms: i64) -> Room {
        let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
        let clock = folder.path().join("clock");
        std::fs::write(&clock, ms.to_string()).expect("a file");
        let (child, address, password) = start_with(folder.path(), 0, &[], Some(&clock));
        let port =
            address.rsplit(':').next().and_then(|port| port.parse().ok()).expect("the address has a port");
        Room { child, folder, port, address, password }
    }

    /// Sets the clock of such a room on.
    pub(crate) fn set_clock(&self, ms: i64) {
        let (next, clock) = (self.folder.path().join("clock.next"), self.folder.path().join("clock"));
        std::fs::write(&next, ms.to_string()).expect("a file");
        std::fs::rename(next, clock).expect("the clock");
    }

    /// Proves everything that is in the room's log so far.
    pub(crate) fn is_proven(&self) {
        let mut program = Command::new(env!("CARGO_BIN_EXE_cardroom"));
        let proof = program.arg("verify").arg(self.folder.path()).output().expect("the program starts");
        assert!(proof.status.success(), "{}", String::from_utf8_lossy(&proof.stdout));
    }

    /// Kills the program without warning and starts it again at the same address.
    pub(crate) fn kill_and_restart(&mut self) {
        self.child.kill().expect("the room runs");
        self.child.wait().expect("the room ends");
        let (child, _, _) = start(self.folder.path(), self.port, &[]);
        self.child = child;
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn start(folder: &Path, port: u16, more: &[&str]) -> (Child, String, String) {
    start_with(folder, port, more, None)
}

fn start_with(folder: &Path, port: u16, more: &[&str], clock: Option<&Path>) -> (Child, String, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_cardroom"));
    program.envs(clock.map(|clock| ("CARDROOM_CLOCK", clock)));
    let mut child = program
        .args(["serve", "--json", "--bots-think", "60", "--port", &port.to_string(), "--data"])
        .arg(folder)
        .args(more)
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let out = child.stdout.take().expect("its output is read");
    BufReader::new(out).read_line(&mut line).expect("it says where it listens");
    let told: serde_json::Value =
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("not JSON: {line:?}"));
    let text = |key: &str| told[key].as_str().unwrap_or_default().to_owned();
    (child, text("address"), text("house_password"))
}
