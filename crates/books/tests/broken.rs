//! Broken files and what people are told about them: each `tests/broken/*.toml` has its text in `*.stderr`.
//!
//! `UPDATE=1 cargo test -p books --test broken` writes the texts anew; read the difference before keeping it.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use books::law::LawPack;
use books::rates::RatesFile;
use books::read::Source;
use books::{BookId, ClauseFile, House, Problem, Shelf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken")
}

/// What a person is told about a file, by the kind that the first word of its name says.
fn told(shelf: &Shelf, path: &Path) -> Option<String> {
    let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
    let mut source = match Source::open(path) {
        Ok(source) => source,
        Err(text) => return Some(text.replace(&path.display().to_string(), &format!("{name}.toml"))),
    };
    source.name = format!("{name}.toml");
    let problem = match name.split('-').next() {
        Some("rates") => {
            RatesFile::read(&source, &shelf.clauses("mortimers", None).unwrap()).err().map(Problem::from)
        }
        Some("house") => {
            let games = ["no-bust-6".to_owned()];
            House::read(&source, &shelf.clauses("mortimers", None).unwrap(), &games).err().map(Problem::from)
        }
        Some("law") => LawPack::read(&source).err().map(Problem::from),
        Some("clauses") => ClauseFile::read(&source).err().map(Problem::from),
        _ => shelf.read_book(&BookId::new("mortimers", name), &source).err(),
    };
    problem.map(|problem| problem.to_string())
}

#[test]
fn every_broken_file_is_refused_with_the_text_that_is_kept() {
    let shelf = Shelf::filed();
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    paths.sort();
    assert!(paths.len() >= 20, "only {} broken files", paths.len());
    let mut changed = Vec::new();
    for path in paths {
        let kept = path.with_extension("stderr");
        let Some(text) = told(&shelf, &path) else { panic!("{} is not refused", path.display()) };
        let text = format!("{text}\n");
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&kept, &text).unwrap();
        } else if fs::read_to_string(&kept).unwrap_or_default() != text {
            changed.push(format!("{}\n{text}", kept.display()));
        }
    }
    assert!(changed.is_empty(), "these files are told otherwise than before:\n{}", changed.join("\n"));
}

#[test]
fn a_file_of_100_mb_is_refused_without_reading_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.toml");
    File::create(&path).unwrap().set_len(100 << 20).unwrap();
    let told = Source::open(&path).unwrap_err();
    let end = ": is 100 MB; a file of rules has at most 1 MB, so this is another kind of file";
    assert!(told.ends_with(end), "{told}");
}

#[test]
fn a_folder_and_a_missing_file_are_refused_with_a_way_out() {
    let told = Source::open(&folder()).unwrap_err();
    assert!(told.ends_with(": is a folder; name a TOML file in it, or use --books for a folder"), "{told}");
    let told = Source::open(&folder().join("nothing.toml")).unwrap_err();
    assert!(told.ends_with("nothing.toml: there is no such file; check the path"), "{told}");
}
