//! The first start of a room is interrupted at many moments; whatever it had got to, the next start has every table
//! and a staff password that opens the door. And a password is set on the machine itself.

mod process;

use std::path::Path;
use std::process::Output;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use client::Patron;
use process::{Greeting, Process};
use serde_json::Value;
use tempfile::TempDir;

/// How many first starts are interrupted.
const INTERRUPTED: u32 = 24;
const PATIENCE: Duration = Duration::from_secs(60);

fn start(folder: &Path) -> (Process, Receiver<Greeting>) {
    start_with(folder, &[])
}

fn start_with(folder: &Path, more: &[&str]) -> (Process, Receiver<Greeting>) {
    let serve = ["--json", "serve", "--port", "0", "--bots-think", "600000", "--data"];
    process::open(process::cardroom().args(serve).arg(folder).args(more))
}

fn password(folder: &Path, name: &str) -> Output {
    process::cardroom().args(["--json", "password", name, "--data"]).arg(folder).output().unwrap()
}

fn new_password(folder: &Path, name: &str) -> (String, u64) {
    let output = password(folder, name);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said: Value = serde_json::from_slice(&output.stdout).unwrap();
    (said["password"].as_str().unwrap().to_owned(), said["sessions_ended"].as_u64().unwrap())
}

/// The tables of a room with the bots at each.
async fn tables(house: &Patron) -> Vec<(String, u64)> {
    let lobby: Value = house.get("/api/lobby").await.unwrap();
    let row = |row: &Value| (row["book"].as_str().unwrap().to_owned(), row["bots"].as_u64().unwrap());
    lobby["tables"].as_array().unwrap().iter().map(row).collect()
}

fn folder() -> TempDir {
    TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_interrupted_first_start_leaves_a_whole_room_or_none() {
    let whole = folder();
    let began = Instant::now();
    let (process, greeting) = start(whole.path());
    let (site, secret) = greeting.recv_timeout(PATIENCE).unwrap();
    let took = began.elapsed();
    let house = Patron::login(site, "house", &secret.unwrap()).await.unwrap();
    let full = tables(&house).await;
    assert!(full.len() >= 24, "{full:?}");
    drop(process);

    for moment in 1..=INTERRUPTED {
        let folder = folder();
        let (process, _greeting) = start(folder.path());
        tokio::time::sleep(took * moment / INTERRUPTED).await;
        drop(process);

        let (_process, greeting) = start(folder.path());
        let (site, secret) = greeting.recv_timeout(PATIENCE).unwrap();
        let secret = secret.unwrap_or_else(|| panic!("moment {moment}: nobody was ever told a password"));
        let house = Patron::login(site, "house", &secret).await.unwrap();
        assert_eq!(tables(&house).await, full, "moment {moment}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_of_the_house_opens_no_practice_tables() {
    let folder = folder();
    let mut secret = None;
    for more in [&["--house", "--second-person-from", "500"][..], &[]] {
        let (process, greeting) = start_with(folder.path(), more);
        let (site, shown) = greeting.recv_timeout(PATIENCE).unwrap();
        secret = shown.or(secret);
        let house = Patron::login(site, "house", secret.as_deref().unwrap()).await.unwrap();
        assert_eq!(tables(&house).await, [], "also when it is opened again without a word: {more:?}");
        let pat = match Patron::register(site, "Pat", "long enough").await {
            Ok(pat) => pat,
            Err(_) => Patron::login(site, "Pat", "long enough").await.unwrap(),
        };
        let large = serde_json::json!({ "person": pat.person, "amount": 60_000 });
        let sold: Value = house.post("/api/cage/buy", &large).await.unwrap();
        assert_eq!(sold["asked"].is_u64(), !more.is_empty(), "{sold}");
        drop(process);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_password_is_set_on_the_machine_itself() {
    let folder = folder();
    let (process, greeting) = start(folder.path());
    let (site, first) = greeting.recv_timeout(PATIENCE).unwrap();
    let first = first.unwrap();
    let house = Patron::login(site, "house", &first).await.unwrap();

    // While the room is open: the old password and the old session are gone.
    let (second, ended) = new_password(folder.path(), "House");
    assert_eq!(ended, 1);
    assert!(Patron::login(site, "house", &first).await.is_err());
    let again = Patron::login(site, "house", &second).await.unwrap();
    again.get::<Value>("/api/floor").await.unwrap();
    let waits = Instant::now();
    while house.get::<Value>("/api/floor").await.is_ok() {
        assert!(waits.elapsed() < Duration::from_secs(40), "the old session is still good");
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    drop(process);

    // While it is shut; and whoever has used a password is not given another by the next start.
    let (third, ended) = new_password(folder.path(), "house");
    assert_eq!(ended, 1);
    let (_process, greeting) = start(folder.path());
    let (site, shown) = greeting.recv_timeout(PATIENCE).unwrap();
    assert_eq!(shown, None);
    assert!(Patron::login(site, "house", &second).await.is_err());
    Patron::login(site, "house", &third).await.unwrap();

    let guest = Patron::guest(site, "Gus").await.unwrap();
    for (name, told) in [
        ("nobody", "cardroom: nobody in this room is called \"nobody\"; the staff are house\n"),
        (
            guest.name.as_str(),
            "cardroom: Gus is a guest or a bot and has no account that a password could open\n",
        ),
    ] {
        let output = password(folder.path(), name);
        assert!(!output.status.success());
        assert_eq!(String::from_utf8_lossy(&output.stderr), told);
    }
    let nowhere = password(Path::new("no-such-room"), "house");
    let told = String::from_utf8_lossy(&nowhere.stderr).into_owned();
    assert_eq!(told, "cardroom: there is no room in no-such-room: name the folder that holds room.sqlite3\n");
}
