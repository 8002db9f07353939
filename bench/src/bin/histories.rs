//! Hand histories a second: read, and read and replayed through the engine, from the samples of `crates/phh` or
//! from the files named.

use std::path::{Path, PathBuf};
use std::{env, fs};

use books::Shelf;
use cpu_time::ProcessTime;
use phh::{Games, Outcome};

/// How often all files are read.
const ROUNDS: usize = 40;

fn main() {
    let mut paths: Vec<PathBuf> = env::args().skip(1).map(PathBuf::from).collect();
    if paths.is_empty() {
        collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/phh/tests/samples"), &mut paths);
    }
    let texts: Vec<String> =
        paths.iter().map(|path| fs::read_to_string(path).expect("a text file")).collect();
    let games = Games::filed(&Shelf::filed()).unwrap_or_else(|problem| panic!("{problem}"));

    let start = ProcessTime::now();
    let mut hands = 0;
    for _ in 0..ROUNDS {
        hands += texts.iter().map(|text| phh::read(text).expect("a history").len()).sum::<usize>();
    }
    tell("read", hands, start);

    let start = ProcessTime::now();
    let (mut played, mut other) = (0, 0);
    for _ in 0..ROUNDS {
        for history in texts.iter().flat_map(|text| phh::read(text).expect("a history")) {
            match phh::replay(&games, &history).outcome {
                Outcome::Agrees => played += 1,
                Outcome::NotPlayed => other += 1,
                outcome => panic!("a sample {outcome}"),
            }
        }
    }
    tell("read and replayed", played + other, start);
    println!("{played} of {} are of games that the engine plays", played + other);
}

fn tell(what: &str, hands: usize, start: ProcessTime) {
    let rate = hands as f64 / start.elapsed().as_secs_f64();
    println!("{what:<18} {rate:>9.0} hands a second");
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of samples") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, paths);
        } else if path.extension().is_some_and(|ending| ending == "phh" || ending == "phhs") {
            paths.push(path);
        }
    }
}
