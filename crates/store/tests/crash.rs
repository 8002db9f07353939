//! What was acknowledged survives the sudden death of the program, and nothing is ever half there.
//!
//! This program starts itself again as a writer, reads what the writer acknowledges, and kills it at random moments.

mod room;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, SystemTime};

use libtest_mimic::{Arguments, Trial};
use room::{Folder, entry, transfer};
use store::{Batch, Checkpoint, Hash, Log, Reader, Sqlite, Stream, Tip, Witness};

const WRITER: &str = "writer";
const STREAMS: u32 = 3;
const KILLS: u32 = 30;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, word, folder] = arguments.as_slice()
        && word == WRITER
    {
        write_until_killed(folder);
    }
    let trial = Trial::test("what_was_acknowledged_survives_a_kill", || {
        survive_kills();
        Ok(())
    });
    libtest_mimic::run(&Arguments::from_args(), vec![trial]).exit_code()
}

/// Appends batches for ever; a line for each entry says that it is acknowledged.
fn write_until_killed(folder: &str) -> ! {
    let mut store = Sqlite::open(folder).unwrap();
    let mut out = std::io::stdout();
    loop {
        let batch = next_batch(&store);
        let hashes = store.append(&batch).unwrap();
        for (entry, hash) in batch.entries.iter().zip(hashes) {
            writeln!(out, "{} {} {hash}", entry.stream.0, entry.last()).unwrap();
        }
        out.flush().unwrap();
    }
}

/// A batch that gives every stream an entry of the same size, so that a half-written batch shows.
fn next_batch(store: &Sqlite) -> Batch {
    let mut batch = Batch::default();
    for stream in 1..=STREAMS {
        let tip = store.tip(Stream(stream)).unwrap();
        let mut entry = entry(stream, tip.number + 1, 2);
        entry.body = format!("\"{}\"", "x".repeat(usize::try_from(tip.number % 7).unwrap() * 500));
        entry.transfers = vec![transfer(tip.number + 1, "cage", &format!("table:{stream}/stack:1"), 100)];
        let number = entry.last();
        batch.entries.push(entry);
        batch.checkpoints.push(Checkpoint { stream: Stream(stream), number, body: number.to_string() });
    }
    batch
}

fn survive_kills() {
    let folder = Folder::new();
    let mut acknowledged: BTreeMap<(Stream, u64), Hash> = BTreeMap::new();
    for _ in 0..KILLS {
        run_and_kill(&folder, &mut acknowledged);
        check(&folder, &acknowledged);
    }
    assert!(acknowledged.len() > 100, "only {} entries were acknowledged", acknowledged.len());
}

/// Lets a writer run for a moment, which may be too short for its first batch, and notes what it acknowledges.
fn run_and_kill(folder: &Folder, acknowledged: &mut BTreeMap<(Stream, u64), Hash>) {
    let mut writer = Command::new(std::env::current_exe().unwrap())
        .arg(WRITER)
        .arg(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(writer.stdout.take().unwrap()).lines();
    let reader = thread::spawn(move || lines.map(Result::unwrap).collect::<Vec<String>>());
    thread::sleep(moment());
    writer.kill().unwrap();
    writer.wait().unwrap();
    for line in reader.join().unwrap() {
        // The last line may have been cut off by the kill.
        if let [stream, number, hash] = line.split(' ').collect::<Vec<&str>>()[..]
            && let Ok(hash) = hash.parse()
        {
            acknowledged.insert((Stream(stream.parse().unwrap()), number.parse().unwrap()), hash);
        }
    }
}

/// Up to 100 milliseconds, different each time.
fn moment() -> Duration {
    let clock = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
    Duration::from_micros(u64::from(clock.subsec_nanos()) % 100_000)
}

fn check(folder: &Folder, acknowledged: &BTreeMap<(Stream, u64), Hash>) {
    let store = Sqlite::open(folder.path()).unwrap();
    let mut there: BTreeMap<(Stream, u64), Hash> = BTreeMap::new();
    for stream in store.streams().unwrap() {
        for logged in store.entries(stream, 1, usize::MAX).unwrap() {
            there.insert((stream, logged.entry.last()), logged.hash);
        }
    }
    for (at, hash) in acknowledged {
        assert_eq!(there.get(at), Some(hash), "what was acknowledged at {at:?} is there");
    }
    let tips: Vec<Tip> = (1..=STREAMS).map(|stream| store.tip(Stream(stream)).unwrap()).collect();
    for (stream, tip) in (1..).zip(&tips) {
        assert_eq!(tip.number, tips[0].number, "a batch is there as a whole or not at all");
        let checkpoint = store.checkpoint(Stream(stream)).unwrap();
        assert_eq!(checkpoint.map_or(0, |checkpoint| checkpoint.number), tip.number);
    }
    let report = store.verify(&Witness::new(), &mut |_| {}).unwrap();
    assert_eq!(report.faults, []);
    assert_eq!(report.transfers, report.entries);
}
