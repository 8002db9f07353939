//! A room is copied while it is played in, its copy is a room, a log can be checked where nothing can be written, what
//! is no room is never made one, a note that was kept elsewhere shows a log that was cut or rewritten, and old months are
//! archived and still proven.

mod process;

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use books::Shelf;
use client::{Ask, Patron, Site};
use process::{Greeting, Process};
use room::{Pace, Spec};
use rusqlite::Connection;
use serde_json::{Value, json};
use store::{Batch, Hash, Log, Reader, Sqlite, Stream};
use tempfile::TempDir;

const PATIENCE: Duration = Duration::from_secs(120);

/// Closes the room as Ctrl-C does, and waits until everything is on disk.
fn close(mut process: Process) {
    let id = rustix::process::Pid::from_child(&process.0);
    rustix::process::kill_process(id, rustix::process::Signal::TERM).unwrap();
    assert!(process.0.wait().unwrap().success());
}

fn start(folder: &Path, more: &[&str]) -> (Process, Receiver<Greeting>) {
    let serve = ["--json", "serve", "--port", "0", "--bots-think", "40", "--data"];
    process::open(process::cardroom().args(serve).arg(folder).args(more))
}

fn cardroom(words: &[&str]) -> Output {
    process::cardroom().args(words).output().unwrap()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// What a command says when it does not do something: one sentence.
#[track_caller]
fn refusal(output: &Output) -> String {
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && told.lines().count() == 1, "{told}");
    told.trim_end().trim_start_matches("cardroom: ").to_owned()
}

#[track_caller]
fn is_sound(output: &Output) {
    let (said, told) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{said}{told}");
}

fn folder() -> TempDir {
    TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

/// Opens tables at which bots play by themselves.
async fn bots_play((site, password): Greeting) -> Site {
    let house = Patron::login(site, "house", &password.unwrap()).await.unwrap();
    let shelf = Shelf::filed();
    for book in ["mortimers/no-bust-6", "mortimers/double-hand", "mortimers/holdem"] {
        let practice = Spec::practice(&shelf, book).unwrap();
        let pace = Pace { between_ms: 0, ..practice.pace };
        let mut opening = json!(Spec { pace, plays_alone: true, ..practice });
        opening["bots"] = json!(3);
        house.post::<Value>("/api/tables", &opening).await.unwrap();
    }
    site
}

/// How many rounds the room has dealt.
fn rounds(folder: &Path) -> u64 {
    let Ok(store) = Sqlite::open_read_only(folder) else { return 0 };
    let tables = store.streams().unwrap().into_iter().filter(|stream| stream.is_table());
    let newest = |stream| store.rounds(stream, u64::MAX, 1).unwrap().first().map_or(0, |round| round.number);
    tables.map(newest).sum()
}

fn wait_for_rounds(folder: &Path, wanted: u64) {
    let began = Instant::now();
    while rounds(folder) < wanted {
        assert!(began.elapsed() < PATIENCE, "the bots play only {} rounds", rounds(folder));
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Lets nobody write to a folder and its files any more.
fn read_only(folder: &Path, is_so: bool) {
    let modes = if is_so { (0o555, 0o444) } else { (0o755, 0o644) };
    for file in fs::read_dir(folder).unwrap() {
        fs::set_permissions(file.unwrap().path(), Permissions::from_mode(modes.1)).unwrap();
    }
    fs::set_permissions(folder, Permissions::from_mode(modes.0)).unwrap();
}

/// The same command by somebody for whom permissions count.
fn as_somebody(words: &[&str]) -> Output {
    let mut program = process::cardroom();
    program.args(words);
    if fs::metadata("/proc/self").unwrap().uid() == 0 {
        program.uid(65_534).gid(65_534);
    }
    program.output().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_is_copied_while_it_is_played_in_and_the_copy_is_a_room() {
    let folder = folder();
    let (room, elsewhere) = (folder.path().join("room"), folder.path().join("elsewhere.txt"));
    let (process, greeting) = start(&room, &["--tips", text(&elsewhere)]);
    let site = bots_play(greeting.recv_timeout(PATIENCE).unwrap()).await;
    wait_for_rounds(&room, 10);
    let copies: Vec<PathBuf> = (0..3).map(|place| folder.path().join(format!("copy {place}"))).collect();
    for copy in &copies {
        let before = rounds(&room);
        is_sound(&cardroom(&["backup", text(&room), "--to", text(copy)]));
        assert!(rounds(copy) >= before, "what was over is in the copy");
        // Nothing that belongs beside its log is missing.
        let checked = cardroom(&["verify", text(copy)]);
        is_sound(&checked);
        let said = String::from_utf8_lossy(&checked.stdout);
        assert!(!said.contains("NOTE") && !said.contains("is missing"), "{said}");
        assert!(copy.join("tips.txt").is_file());
        wait_for_rounds(&room, rounds(&room) + 1);
    }
    // Never over another one.
    let again = refusal(&cardroom(&["backup", text(&room), "--to", text(&copies[0])]));
    assert!(again.contains("is there already and not empty"), "{again}");
    // The note of the room is for everybody, and lies where it was asked for.
    let note = site.ask(&Ask::get("/api/tips")).await.unwrap().body;
    assert!(note.starts_with("cardroom-tips-1\n"), "{note}");
    close(process);
    let kept = fs::read_to_string(&elsewhere).unwrap();
    assert_eq!(kept, fs::read_to_string(room.join("tips.txt")).unwrap());
    assert_ne!(kept, note, "the last note is made when the room closes");
    is_sound(&cardroom(&["verify", text(&room), "--tips", text(&elsewhere)]));
    // A copy lacks what came after it, and nothing else.
    let first = folder.path().join("first.txt");
    fs::write(&first, &note).unwrap();
    for copy in &copies {
        is_sound(&cardroom(&["verify", text(copy), "--tips", text(&first)]));
        let later = cardroom(&["verify", text(copy), "--tips", text(&elsewhere)]);
        assert!(!later.status.success(), "a later note shows that the copy ends earlier");
    }

    // Nobody else reads a room, nor copies it; and no copy is begun that cannot be made whole.
    for file in [&room, &copies[0]].map(|folder| folder.join("room.sqlite3")) {
        assert_eq!(fs::metadata(&file).unwrap().mode() & 0o077, 0, "{}", file.display());
    }
    assert_eq!(fs::metadata(&room).unwrap().mode() & 0o077, 0);
    if fs::metadata("/proc/self").unwrap().uid() == 0 {
        let (shown, wanted) = (folder.path().join("shown"), folder.path().join("wanted"));
        fs::create_dir(&shown).unwrap();
        fs::create_dir(&wanted).unwrap();
        fs::copy(room.join("room.sqlite3"), shown.join("room.sqlite3")).unwrap();
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
        fs::set_permissions(&wanted, Permissions::from_mode(0o777)).unwrap();
        let told = refusal(&as_somebody(&["verify", text(&shown)]));
        assert!(told.contains("room.sqlite3") || told.contains("unable to open"), "{told}");
        read_only(&shown, true);
        fs::copy(room.join("tips.key"), shown.join("tips.key")).unwrap();
        let told = refusal(&as_somebody(&["backup", text(&shown), "--to", text(&wanted)]));
        assert!(told.contains("tips.key: cannot be read"), "{told}");
        assert_eq!(fs::read_dir(&wanted).unwrap().count(), 0, "nothing is left there");
        read_only(&shown, false);
    }

    // Where nothing can be written: the copy, and a room that was closed.
    let closed = folder.path().join("closed");
    fs::create_dir(&closed).unwrap();
    fs::copy(room.join("room.sqlite3"), closed.join("room.sqlite3")).unwrap();
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    for medium in [&copies[1], &closed] {
        read_only(medium, true);
        let before = fs::read_dir(medium).unwrap().count();
        is_sound(&as_somebody(&["verify", text(medium)]));
        assert_eq!(fs::read_dir(medium).unwrap().count(), before, "nothing is made there");
        read_only(medium, false);
    }

    // The copy opens as the room would have, with the key of its notes, and goes on.
    let played = rounds(&copies[2]);
    let (process, greeting) = start(&copies[2], &[]);
    greeting.recv_timeout(PATIENCE).unwrap();
    wait_for_rounds(&copies[2], played + 3);
    close(process);
    is_sound(&cardroom(&["verify", text(&copies[2]), "--tips", text(&first)]));
    let key = |folder: &Path| fs::read_to_string(folder.join("tips.key")).unwrap();
    assert_eq!(key(&copies[2]), key(&room));
}

#[test]
fn what_is_no_room_is_refused_by_every_command_and_left_alone() {
    let folder = folder();
    let file = folder.path().join("room.sqlite3");
    let data = text(folder.path());
    let copy = folder.path().join("copy");
    let commands: [&[&str]; 4] = [
        &["serve", "--port", "0", "--data", data],
        &["verify", data],
        &["backup", data, "--to", text(&copy)],
        &["password", "house", "--data", data],
    ];
    for (content, told) in [
        ("", "room.sqlite3 is not a room's log (it is empty): choose another folder"),
        ("a letter that somebody keeps under this name", "file is not a database"),
    ] {
        fs::write(&file, content).unwrap();
        for words in commands {
            let said = refusal(&cardroom(words));
            assert!(said.contains(told), "{words:?}: {said}");
            assert_eq!(fs::read_to_string(&file).unwrap(), content, "{words:?} left it alone");
            assert!(!copy.exists(), "no copy is made of it");
        }
    }
    fs::remove_file(&file).unwrap();
    for words in &commands[1..] {
        let said = refusal(&cardroom(words));
        assert!(said.contains("there is no room in"), "{words:?}: {said}");
    }
    let nowhere = folder.path().join("nowhere");
    for words in [["verify", text(&nowhere)], ["backup", text(&nowhere)]] {
        assert!(refusal(&cardroom(&words)).contains("there is no room in"), "{words:?}");
    }
}

/// The entries of a room by stream and first event, in the order in which they were written.
fn in_order(room: &Path) -> Vec<(u32, u64)> {
    let file = Connection::open(room.join("room.sqlite3")).unwrap();
    let mut statement = file.prepare("SELECT stream, first FROM entries ORDER BY sequence").unwrap();
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    rows.collect::<Result<_, _>>().unwrap()
}

/// Writes a room anew as a forger would, with every hash right: without the entries of one table from an event on, or
/// with another id for one of its commands. The house's own notes are forged as well.
fn forge(from: &Path, to: &Path, table: Stream, cut: Option<u64>) {
    let room = Sqlite::open_read_only(from).unwrap();
    let mut forged = Sqlite::open(to).unwrap();
    let mut hashes: BTreeMap<(u32, u64), Hash> = BTreeMap::new();
    let mut has_other = false;
    for (stream, first) in in_order(from) {
        let stream = Stream(stream);
        let mut entry = room.entries(stream, first, 1).unwrap().remove(0).entry;
        if stream == table && cut.is_some_and(|cut| entry.last() >= cut) {
            continue;
        }
        if stream == table && cut.is_none() && !has_other && entry.first > 1 {
            entry.id = Some("forged".to_owned());
            has_other = true;
        }
        if stream == Stream::HOUSE {
            let mut body: Value = serde_json::from_str(&entry.body).unwrap();
            for tip in body["tips"].as_array_mut().into_iter().flatten() {
                let stream = tip["stream"].as_u64().unwrap() as u32;
                let number = tip["number"].as_u64().unwrap();
                let newest = hashes.range(..=(stream, number)).next_back();
                let Some(((of, number), hash)) = newest.filter(|((of, _), _)| *of == stream) else {
                    continue;
                };
                *tip = json!({ "stream": of, "number": number, "hash": hash.to_string() });
            }
            entry.body = body.to_string();
        }
        let place = (stream.0, entry.last());
        let written = forged.append(&Batch { entries: vec![entry], ..Batch::default() }).unwrap();
        hashes.insert(place, written[0]);
    }
    assert!(cut.is_some() || has_other);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kept_note_shows_a_log_that_was_cut_or_rewritten_with_every_hash_right() {
    let folder = folder();
    let (room, note) = (folder.path().join("room"), folder.path().join("kept.txt"));
    let (process, greeting) = start(&room, &[]);
    bots_play(greeting.recv_timeout(PATIENCE).unwrap()).await;
    wait_for_rounds(&room, 6);
    close(process);
    fs::copy(room.join("tips.txt"), &note).unwrap();
    let sound = cardroom(&["verify", text(&room), "--tips", text(&note)]);
    is_sound(&sound);
    let said = String::from_utf8_lossy(&sound.stdout);
    assert_eq!(said.matches("the log was compared with its").count(), 2, "{said}");

    let store = Sqlite::open_read_only(&room).unwrap();
    let mut tables = store.streams().unwrap().into_iter().filter(|stream| stream.is_table());
    let table = tables.find(|table| !store.rounds(*table, u64::MAX, 1).unwrap().is_empty()).unwrap();
    let last = store.tip(table).unwrap().number;
    for (name, cut) in [("cut", Some(last)), ("rewritten", None)] {
        let forged = folder.path().join(name);
        forge(&room, &forged, table, cut);
        // The file by itself is in order: nobody could tell.
        is_sound(&cardroom(&["verify", text(&forged)]));
        let found = cardroom(&["verify", text(&forged), "--tips", text(&note)]);
        let said = String::from_utf8_lossy(&found.stdout);
        assert!(!found.status.success(), "{name}: {said}");
        assert!(said.contains(&format!("FAULT  stream {}", table.0)), "{name}: {said}");
        // The room's own note is read without being asked for.
        fs::copy(&note, forged.join("tips.txt")).unwrap();
        let found = cardroom(&["verify", text(&forged)]);
        let said = String::from_utf8_lossy(&found.stdout);
        assert!(!found.status.success() && said.contains("tips.txt: "), "{name}: {said}");
    }

    // What is missing beside a log that tells of notes is news, for whoever verifies and whoever opens it.
    let bare = folder.path().join("bare");
    fs::create_dir(&bare).unwrap();
    fs::copy(room.join("room.sqlite3"), bare.join("room.sqlite3")).unwrap();
    let told = cardroom(&["verify", text(&bare)]);
    is_sound(&told);
    let said = String::from_utf8_lossy(&told.stdout).into_owned();
    assert!(said.contains("tips.txt is missing, although the log tells of notes of tips"), "{said}");
    assert!(said.contains("NOTE   tips.key is missing"), "{said}");
    fs::copy(room.join("tips.txt"), bare.join("tips.txt")).unwrap();
    fs::write(bare.join("tips.key"), format!("{}\n", "07".repeat(32))).unwrap();
    let said = String::from_utf8_lossy(&cardroom(&["verify", text(&bare)]).stdout).into_owned();
    assert!(
        said.contains("tips.key is not the key that signed the last note") && !said.contains("is missing"),
        "{said}"
    );
    let said = String::from_utf8_lossy(&cardroom(&["verify", text(&room)]).stdout).into_owned();
    assert!(!said.contains("NOTE   "), "{said}");

    // What is no note of this room says nothing about it.
    let signed = fs::read_to_string(&note).unwrap();
    fs::write(&note, signed.replacen("at 1", "at 2", 1)).unwrap();
    let changed = refusal(&cardroom(&["verify", text(&room), "--tips", text(&note)]));
    assert!(changed.contains("changed after it was signed"), "{changed}");
    let other = folder.path().join("other");
    let (process, greeting) = start(&other, &[]);
    greeting.recv_timeout(PATIENCE).unwrap();
    close(process);
    let told = refusal(&cardroom(&["verify", text(&room), "--tips", text(&other.join("tips.txt"))]));
    assert!(told.contains("never signed with this key"), "{told}");
}

/// Archives a room up to a point at which it is killed.
fn killed_at(room: &Path, point: &str) {
    let reached = room.with_file_name(format!("reached {point}"));
    let mut program = process::cardroom();
    program.env("CARDROOM_PAUSE", format!("{point}={}", text(&reached)));
    let child = program.args(["archive", text(room), "--unfinished", "--before", "2099-01"]).spawn().unwrap();
    let mut process = Process(child);
    let began = Instant::now();
    while !reached.exists() {
        let ended = process.0.try_wait().unwrap();
        assert!(ended.is_none() && began.elapsed() < PATIENCE, "{point} is never reached: {ended:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
    process.0.kill().unwrap();
    process.0.wait().unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn old_months_are_archived_and_still_proven_wherever_the_machine_stops() {
    let folder = folder();
    let (room, note) = (folder.path().join("room"), folder.path().join("kept.txt"));
    let (process, greeting) = start(&room, &[]);
    bots_play(greeting.recv_timeout(PATIENCE).unwrap()).await;
    wait_for_rounds(&room, 12);
    let open = refusal(&cardroom(&["archive", text(&room), "--unfinished", "--before", "2099-01"]));
    assert!(open.contains("another program has the room in"), "{open}");
    close(process);
    fs::copy(room.join("tips.txt"), &note).unwrap();
    let before = rounds(&room);
    let early = refusal(&cardroom(&["archive", text(&room), "--before", "2099-01"]));
    assert!(early.contains("--before 2099-01: the month before it is not over"), "{early}");
    let none = cardroom(&["archive", text(&room), "--before", "2020-01"]);
    assert!(String::from_utf8_lossy(&none.stdout).contains("Nothing that happened before"));

    // Killed in the midst, the room is whole, and nothing has left it.
    for point in ["archive", "archive-made", "archive-cut"] {
        killed_at(&room, point);
        is_sound(&cardroom(&["verify", text(&room), "--tips", text(&note), "--whole"]));
        let store = Sqlite::open_read_only(&room).unwrap();
        assert_eq!(store.archives().unwrap(), [], "{point}");
        assert_eq!(rounds(&room), before, "{point}");
    }
    is_sound(&cardroom(&["archive", text(&room), "--unfinished", "--before", "2099-01"]));
    let (archive, elsewhere) = ("archive-before-2099-01.sqlite3", folder.path().join("elsewhere"));
    let (archive, elsewhere) = (room.join(archive), elsewhere.join(archive));
    is_sound(&cardroom(&["verify", text(&room), "--tips", text(&note), "--whole"]));
    assert_eq!(rounds(&room), before, "its rounds are there as before");
    fs::create_dir(elsewhere.parent().unwrap()).unwrap();
    fs::rename(&archive, &elsewhere).unwrap();

    // A removed archive is told of; where it lies elsewhere both are proven together.
    let alone = cardroom(&["verify", text(&room), "--tips", text(&note)]);
    is_sound(&alone);
    assert!(String::from_utf8_lossy(&alone.stdout).contains("ABSENT"));
    let missing = cardroom(&["verify", text(&room), "--whole"]);
    assert!(!missing.status.success() && String::from_utf8_lossy(&missing.stdout).contains("ABSENT"));
    let together = ["verify", text(&room), "--tips", text(&note), "--archive", text(&elsewhere), "--whole"];
    is_sound(&cardroom(&together));
    let other = refusal(&cardroom(&["verify", text(&room), "--archive", text(&note)]));
    assert!(other.contains("is no archive of this room"), "{other}");

    // The tables go on without it.
    let (process, greeting) = start(&room, &[]);
    greeting.recv_timeout(PATIENCE).unwrap();
    wait_for_rounds(&room, before + 3);
    close(process);
    is_sound(&cardroom(&together));
    let there = refusal(&cardroom(&["archive", text(&room), "--unfinished", "--before", "2099-01"]));
    assert!(there.contains("is there already"), "{there}");

    // One changed byte in an archive is found.
    let mut bytes = fs::read(&elsewhere).unwrap();
    let said = b"\"command\":{\"by\":{\"patron\":";
    let places: Vec<usize> =
        (0..bytes.len() - said.len()).filter(|place| bytes[*place..].starts_with(said)).collect();
    assert!(places.len() > 20, "the archive holds what people did");
    for place in places {
        bytes[place + 1] = b'C';
    }
    fs::write(&elsewhere, bytes).unwrap();
    let found = cardroom(&together);
    assert!(String::from_utf8_lossy(&found.stdout).contains("FAULT"));
}
