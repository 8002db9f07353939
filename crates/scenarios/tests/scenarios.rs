//! Every scenario of the project is a test of its own, named by its file.

use std::fs;
use std::path::{Path, PathBuf};

use books::Shelf;
use books::read::Source;
use libtest_mimic::{Arguments, Failed, Trial};
use scenarios::{Scenario, Tables};

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let mut files = Vec::new();
    find(&root, &mut files);
    assert!(!files.is_empty(), "there are no scenarios in {}", root.display());
    let trials = files
        .into_iter()
        .map(|file| {
            let name = file.strip_prefix(&root).unwrap_or(&file).display().to_string();
            Trial::test(name, move || play(&file))
        })
        .collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn play(file: &Path) -> Result<(), Failed> {
    let source = Source::open(file)?;
    let mut tables = Tables::new(Shelf::filed());
    for case in Scenario::read_all(&source).map_err(|faults| faults.to_string())? {
        let report = scenarios::run(&case, &source.name, &mut tables);
        if !report.pass {
            return Err(format!("{}\n  {}", case.title, report.differences.join("\n  ")).into());
        }
    }
    Ok(())
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            find(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            files.push(path);
        }
    }
}
