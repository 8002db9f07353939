//! How many entries a second the log takes durably, and how quickly it is opened and checked.
//!
//! The folder decides what is measured: name one on the disk that a room would use.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use books::Money;
use cpu_time::ProcessTime;
use store::{Batch, Checkpoint, Entry, Log, Reader, Sqlite, Stream, Transfer, Witness};

const TABLES: u32 = 1000;
const BATCHES: [usize; 5] = [1, 10, 50, 200, 1000];
const FOR_EACH: Duration = Duration::from_secs(5);

fn main() -> ExitCode {
    let Some(folder) = std::env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("name an empty folder on the disk to measure: cargo run --release --bin log -- FOLDER");
        return ExitCode::FAILURE;
    };
    match measure(&folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn measure(folder: &PathBuf) -> Result<(), store::Error> {
    let mut store = Sqlite::open(folder)?;
    let mut load = Load { next: vec![1; TABLES as usize + 1], sent: 0 };
    println!(
        "{:>8} {:>12} {:>12} {:>12} {:>16}",
        "batch", "entries/s", "median ms", "99th ms", "CPU us an entry"
    );
    for size in BATCHES {
        let mut times: Vec<Duration> = Vec::new();
        let mut cpu = Duration::ZERO;
        let start = Instant::now();
        while start.elapsed() < FOR_EACH {
            let batch = load.batch(size);
            let (before, cpu_before) = (Instant::now(), ProcessTime::now());
            store.append(&batch)?;
            times.push(before.elapsed());
            cpu += cpu_before.elapsed();
        }
        let rate = (times.len() * size) as f64 / times.iter().sum::<Duration>().as_secs_f64();
        times.sort_unstable();
        let at = |part: usize| times[(times.len() - 1) * part / 100].as_secs_f64() * 1000.0;
        let cpu = cpu.as_secs_f64() * 1e6 / (times.len() * size) as f64;
        println!("{size:>8} {rate:>12.0} {:>12.2} {:>12.2} {cpu:>16.1}", at(50), at(99));
    }
    drop(store);

    let start = Instant::now();
    let store = Sqlite::open(folder)?;
    println!("opened {} entries in {:.2} s", load.sent, start.elapsed().as_secs_f64());
    let start = Instant::now();
    let report = store.verify(&Witness::new(), &mut |_| {})?;
    let seconds = start.elapsed().as_secs_f64();
    println!("checked them in {seconds:.2} s, {} faults", report.faults.len());
    let bytes = std::fs::metadata(folder.join("room.sqlite3")).map_or(0, |file| file.len());
    println!("{} bytes an entry on disk", bytes / load.sent.max(1));
    Ok(())
}

/// Commands of many tables in turn, each with a body of 600 bytes, two events and two transfers.
struct Load {
    next: Vec<u64>,
    sent: u64,
}

impl Load {
    fn batch(&mut self, size: usize) -> Batch {
        let mut batch = Batch::default();
        for _ in 0..size {
            let entry = self.entry();
            // A table notes its state once in a while, so that it resumes quickly.
            if entry.first % 64 == 1 {
                let (stream, number) = (entry.stream, entry.last());
                batch.checkpoints.push(Checkpoint { stream, number, body: entry.body.clone() });
            }
            batch.entries.push(entry);
        }
        batch
    }

    fn entry(&mut self) -> Entry {
        self.sent += 1;
        let table = 1 + (self.sent * 7919 % u64::from(TABLES)) as u32;
        let seat = 1 + self.sent % 8;
        let first = self.next[table as usize];
        self.next[table as usize] += 2;
        let transfer =
            |event, from: String, to: String| Transfer { event, from, to, amount: Money::cents(50) };
        Entry {
            stream: Stream(table),
            first,
            count: 2,
            at_ms: 1_767_225_600_000 + self.sent as i64,
            by: format!("patron:{}", u64::from(table) * 8 + seat),
            id: Some(format!("{:016x}", self.sent.wrapping_mul(0x9E37_79B9_7F4A_7C15))),
            body: format!(r#"{{"seat":{seat},"events":"{}"}}"#, "x".repeat(570)),
            transfers: vec![
                transfer(first, format!("table:{table}/stack:{seat}"), format!("table:{table}/spot:{seat}")),
                transfer(first + 1, format!("table:{table}/spot:{seat}"), format!("table:{table}/drop")),
            ],
        }
    }
}
