//! `cargo run -p fuzz --release -- TARGET --minutes 10`: random inputs for one target, or for `all`.

use std::process::ExitCode;
use std::time::Duration;

use fuzz::{Target, Until, all, fuzz};

const USAGE: &str = "fuzz TARGET|all [--minutes N] [--seed N]";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| {
        let place = arguments.iter().position(|word| word == name)?;
        arguments.get(place + 1)?.parse::<u64>().ok()
    };
    let (minutes, seed) = (value("--minutes").unwrap_or(1), value("--seed").unwrap_or(1));
    let name = arguments.first().map_or("", String::as_str);
    let targets: Vec<Target> = all().into_iter().filter(|one| name == "all" || name == one.name).collect();
    if targets.is_empty() {
        eprintln!("{USAGE}\nThe targets:");
        for target in all() {
            eprintln!("  {:<10} {}", target.name, target.law);
        }
        return ExitCode::from(2);
    }
    // What breaks is told below, with its input.
    std::panic::set_hook(Box::new(|_| {}));
    let until = Until { inputs: u64::MAX, time: Duration::from_secs(minutes * 60) };
    let mut has_failed = false;
    for target in &targets {
        let outcome = fuzz(target, seed, until);
        println!(
            "{}: {} inputs, {} of them read, {} kept, the slowest in {:?}",
            target.name, outcome.inputs, outcome.read, outcome.kept, outcome.slowest
        );
        if let Some(finding) = outcome.finding {
            has_failed = true;
            let file = format!("fuzz-{}-{seed}.input", target.name);
            println!("  broken: {}", finding.what);
            match std::fs::write(&file, &finding.input) {
                Ok(()) => println!("  by {file}; put it into crates/fuzz/corpus/found/{}/", target.name),
                Err(error) => {
                    println!("  by an input that cannot be written down ({error}): {:?}", finding.input);
                }
            }
        }
    }
    if has_failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
