//! Reads the filed rates and clauses from the project's own folders.

use std::fs;
use std::path::{Path, PathBuf};

use books::rates::RatesFile;
use books::read::{Reading, Source};
use books::{ClauseFile, ClauseIndex};

/// The houses that filed schedules.
pub(crate) const HOUSES: [&str; 5] = ["marina", "mortimers", "pinnacle", "players-club", "ven-a-mexico"];

/// The root of the project.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The TOML files of a folder with their names, in order.
pub(crate) fn toml_files(folder: &Path) -> Vec<(String, PathBuf)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .map(|path| (path.file_stem().unwrap().to_string_lossy().into_owned(), path))
        .collect();
    files.sort();
    files
}

/// The clause files of a house with their names.
pub(crate) fn clause_files(house: &str) -> Vec<(String, ClauseFile)> {
    toml_files(&root().join("clauses").join(house))
        .into_iter()
        .map(|(name, path)| {
            let file = ClauseFile::read(&Source::open(&path).unwrap());
            (name, file.unwrap_or_else(|faults| panic!("{faults}")))
        })
        .collect()
}

/// All clauses of a house, each as `file/id`.
pub(crate) fn clauses(house: &str) -> ClauseIndex {
    let mut index = ClauseIndex::default();
    for (name, file) in clause_files(house) {
        index.add(&file, &name);
    }
    index
}

/// The text of a rates file.
pub(crate) fn source(house: &str, name: &str) -> Source {
    Source::open(&root().join(format!("books/{house}/rates/{name}.toml"))).unwrap()
}

/// A rates file that reads without a fault.
pub(crate) fn rates(house: &str, name: &str) -> Reading<RatesFile> {
    RatesFile::read(&source(house, name), &clauses(house)).unwrap_or_else(|faults| panic!("{faults}"))
}

/// Every rates file of every house, with its house and name.
pub(crate) fn all() -> Vec<(&'static str, String, Reading<RatesFile>)> {
    let mut files = Vec::new();
    for house in HOUSES {
        for (name, _) in toml_files(&root().join(format!("books/{house}/rates"))) {
            let reading = rates(house, &name);
            files.push((house, name, reading));
        }
    }
    files
}
