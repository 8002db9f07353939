//! A room on PostgreSQL as an operator runs it: bots play, the program is killed and opened again, its lease is taken
//! away, and the room is proven, copied to a file and moved back.

mod process;

#[path = "../../store/tests/database/mod.rs"]
mod database;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Output;
use std::time::{Duration, Instant};

use books::Shelf;
use client::Patron;
use database::Server;
use process::{Greeting, Process};
use room::{Pace, Spec};
use serde_json::{Value, json};
use store::Place;
use tempfile::TempDir;

const PATIENCE: Duration = Duration::from_secs(120);

fn start(folder: &Path, address: &str) -> (Process, Greeting) {
    let serve =
        ["--json", "serve", "--port", "0", "--bots-think", "40", "--house", "--store", address, "--data"];
    let (process, greeting) = process::open(process::cardroom().args(serve).arg(folder));
    (process, greeting.recv_timeout(PATIENCE).expect("the room opens"))
}

fn close(mut process: Process) {
    let id = rustix::process::Pid::from_child(&process.0);
    rustix::process::kill_process(id, rustix::process::Signal::TERM).unwrap();
    assert!(process.0.wait().unwrap().success());
}

/// What a command says that must succeed.
#[track_caller]
fn done(words: &[&str]) -> String {
    let Output { status, stdout, stderr } = process::cardroom().args(words).output().unwrap();
    let (said, told) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert!(status.success(), "{words:?}: {said}{told}");
    said.into_owned()
}

/// What a command says that must not.
#[track_caller]
fn refused(words: &[&str]) -> String {
    let output = process::cardroom().args(words).output().unwrap();
    assert!(!output.status.success(), "{words:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn rounds(place: &Place) -> u64 {
    let Ok(store) = place.open_read_only() else { return 0 };
    let tables = store.streams().unwrap().into_iter().filter(|stream| stream.is_table());
    tables
        .map(|stream| store.rounds(stream, u64::MAX, 1).unwrap().first().map_or(0, |round| round.number))
        .sum()
}

fn wait_for_rounds(place: &Place, wanted: u64) {
    let began = Instant::now();
    while rounds(place) < wanted {
        assert!(began.elapsed() < PATIENCE, "the bots play only {} rounds", rounds(place));
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_on_postgresql_is_killed_proven_copied_and_moved() {
    let server = Server::start();
    let address = server.database();
    let around = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let at = |name: &str| around.path().join(name).to_str().unwrap().to_owned();
    let folder = around.path().join("room");
    let place: Place = address.parse().unwrap();

    let (mut process, (site, password)) = start(&folder, &address);
    let house = Patron::login(site, "house", &password.unwrap()).await.unwrap();
    let shelf = Shelf::filed();
    for book in ["mortimers/no-bust-6", "mortimers/double-hand", "mortimers/holdem"] {
        let practice = Spec::practice(&shelf, book).unwrap();
        let pace = Pace { between_ms: 0, ..practice.pace };
        let mut opening = json!(Spec { pace, plays_alone: true, ..practice });
        opening["bots"] = json!(3);
        house.post::<Value>("/api/tables", &opening).await.unwrap();
    }
    wait_for_rounds(&place, 5);
    // Nobody else runs the room meanwhile, or moves it.
    let second = refused(&["serve", "--port", "0", "--data", &at("second"), "--store", &address]);
    assert!(second.contains("runs the room: stop it"), "{second}");
    let moved = refused(&["copy", &address, &at("too early")]);
    assert!(moved.contains("runs the room: stop it"), "{moved}");

    // Killed at any moment it opens again at once and plays on.
    for _ in 0..3 {
        process.0.kill().unwrap();
        process.0.wait().unwrap();
        let before = rounds(&place);
        (process, _) = start(&folder, &address);
        wait_for_rounds(&place, before + 3);
    }
    // A copy is made while it is played in.
    done(&["backup", folder.to_str().unwrap(), "--store", &address, "--to", &at("copy")]);
    let copied = done(&["verify", &at("copy")]);
    assert!(copied.contains("as it should be"), "{copied}");
    // Who loses the room stops.
    server.sql(&address, "UPDATE leases SET epoch = epoch + 1, node = NULL WHERE scope = -1");
    assert_eq!(process.0.wait().unwrap().code(), Some(74));
    let (process, _) = start(&folder, &address);
    let before = rounds(&place);
    wait_for_rounds(&place, before + 1);
    close(process);

    let proven = done(&["verify", folder.to_str().unwrap(), "--store", &address]);
    assert!(proven.contains("as it should be"), "{proven}");
    done(&["copy", &address, &at("file")]);
    let other = server.database();
    done(&["copy", &at("file"), &other]);
    let there = refused(&["copy", &at("file"), &other]);
    assert!(there.contains("holds a room already"), "{there}");
    let tips = |place: &Place| place.open_read_only().unwrap().tips().unwrap();
    assert_eq!(tips(&place), tips(&other.parse().unwrap()));
    // And it plays on there, with the key and the notes that lie in its folder.
    let moved: Place = other.parse().unwrap();
    let before = rounds(&moved);
    let (process, _) = start(&folder, &other);
    wait_for_rounds(&moved, before + 3);
    close(process);
    done(&["verify", folder.to_str().unwrap(), "--store", &other]);
    done(&["password", "house", "--data", folder.to_str().unwrap(), "--store", &other]);
    // What a database has lost, a note in the folder finds.
    let empty = server.database();
    let cut = refused(&["serve", "--port", "0", "--data", folder.to_str().unwrap(), "--store", &empty]);
    assert!(cut.contains("is cut off before event"), "{cut}");
}

/// A database's password stands in no command line: it comes from the environment or a file, and is told nowhere.
#[test]
fn a_password_comes_from_the_environment_or_a_file() {
    const SECRET: &str = "se:cr@t";
    let server = Server::start();
    let address = server.database_with_password(SECRET);
    let around = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let folder = around.path().join("room");
    let verify = |address: &str, variables: &[(&str, &str)]| {
        let mut command = process::cardroom();
        command.env_remove("PGPASSWORD").env_remove("PGPASSFILE").env("HOME", around.path());
        command.envs(variables.iter().copied());
        let output = command.arg("verify").arg(&folder).args(["--store", address]).output().unwrap();
        let said =
            format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(!said.contains(SECRET) && !said.contains("se%3Acr"), "{said}");
        said
    };
    // Which of them opens the door: without a room the sentence is another than without a way in.
    let is_let_in = |said: &str| said.contains("no room");
    let closed = verify(&address, &[]);
    assert!(!is_let_in(&closed), "{closed}");
    for named in [&address.replace("keeper@", "keeper:se%3Acr%40t@"), &format!("{address}&password={SECRET}")]
    {
        let refused = verify(named, &[]);
        assert!(refused.contains("everybody on this machine reads the command line"), "{refused}");
        let output = process::cardroom().arg("copy").arg(&folder).arg(named).output().unwrap();
        assert!(String::from_utf8_lossy(&output.stderr).contains("reads the command line"), "{output:?}");
    }
    let open = verify(&address, &[("PGPASSWORD", SECRET)]);
    assert!(is_let_in(&open), "{open}");
    let wrong = verify(&address, &[("PGPASSWORD", "another")]);
    assert!(!is_let_in(&wrong), "{wrong}");

    let file = around.path().join("passwords");
    fs::write(&file, "other:*:*:*:wrong\n*:*:*:keeper:se\\:cr@t\n").unwrap();
    let named = [("PGPASSFILE", file.to_str().unwrap())];
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    let readable = verify(&address, &named);
    assert!(readable.contains("others may read this file"), "{readable}");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    let open = verify(&address, &named);
    assert!(is_let_in(&open), "{open}");
    fs::rename(&file, around.path().join(".pgpass")).unwrap();
    let open = verify(&address, &[]);
    assert!(is_let_in(&open), "{open}");
}
