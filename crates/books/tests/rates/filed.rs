//! Reads the filed rates and clauses from the project's own folders.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

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
pub(crate) fn clauses(house: &str) -> &'static ClauseIndex {
    static ALL: LazyLock<BTreeMap<&str, ClauseIndex>> = LazyLock::new(|| {
        let index_of = |house| {
            let mut index = ClauseIndex::default();
            for (name, file) in clause_files(house) {
                index.add(&file, &name);
            }
            index
        };
        HOUSES.map(|house| (house, index_of(house))).into()
    });
    &ALL[house]
}

/// The text of a rates file.
pub(crate) fn source(house: &str, name: &str) -> Source {
    Source::open(&root().join(format!("books/{house}/rates/{name}.toml"))).unwrap()
}

/// A file of schedules with its house and name.
pub(crate) type Filed = (&'static str, String, Reading<RatesFile>);

/// Every rates file of every house.
pub(crate) fn all() -> &'static [Filed] {
    static ALL: LazyLock<Vec<Filed>> = LazyLock::new(|| {
        let mut files = Vec::new();
        for house in HOUSES {
            for (name, _) in toml_files(&root().join(format!("books/{house}/rates"))) {
                let reading = RatesFile::read(&source(house, &name), clauses(house));
                files.push((house, name, reading.unwrap_or_else(|faults| panic!("{faults}"))));
            }
        }
        files
    });
    &ALL
}

/// A rates file with what was remarked while it was read.
pub(crate) fn reading(house: &str, name: &str) -> &'static Reading<RatesFile> {
    let found = all().iter().find(|(of, called, _)| *of == house && called == name);
    &found.unwrap_or_else(|| panic!("no rates {house}/{name}")).2
}

/// A rates file.
pub(crate) fn rates(house: &str, name: &str) -> &'static RatesFile {
    &reading(house, name).value
}
