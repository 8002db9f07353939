//! Puts every value of every book, of the rates and of the houses otherwise: it is refused, or a case fails, or a note
//! says why not.

#[path = "../../books/tests/rates/filed.rs"]
mod filed;
#[path = "../../books/tests/rates/transcription.rs"]
mod transcription;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use books::Shelf;
use books::rates::RatesFile;
use books::read::Source;
use scenarios::Scenario;
use scenarios::flip::{Breakable, Depth, Fate, Flip, Note, Notes, survey};

/// Every case of the project.
fn cases() -> Vec<Scenario> {
    let mut cases = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "toml") {
                let source = Source::open(&path).unwrap();
                cases.extend(Scenario::read_all(&source).unwrap_or_else(|faults| panic!("{faults}")));
            }
        }
    }
    cases
}

fn notes() -> Notes {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("notes.toml");
    Notes::read(&Source::open(&path).unwrap()).unwrap_or_else(|faults| panic!("{faults}"))
}

fn flips(depth: Depth) -> Vec<Flip> {
    let shelf = Shelf::filed();
    // FLIP_BOOK and FLIP_KEY narrow it down while cases are written.
    let narrow = |name: &str| std::env::var(name).unwrap_or_default();
    let (book, key) = (narrow("FLIP_BOOK"), narrow("FLIP_KEY"));
    let mut files = Breakable::every(&shelf).unwrap_or_else(|problem| panic!("{problem}"));
    files.retain(|file| file.handle().contains(&book));
    assert!(
        files.iter().all(|file| !file.places().is_empty()),
        "a file has no value that could be put otherwise"
    );
    survey(&shelf, &files, &cases(), depth, |name| name.contains(&key), unlike)
}

fn told(flips: &[&Flip]) -> String {
    let lines = flips
        .iter()
        .map(|flip| format!("{}: {} = {} instead of {}", flip.book, flip.key, flip.to, flip.from));
    lines.collect::<Vec<_>>().join("\n")
}

/// Where a file of rates differs from the second transcription of its filing.
fn unlike(file: &str, shelf: &Shelf) -> Option<String> {
    let (house, name) = file.split_once("/rates/")?;
    let reading = RatesFile::read(shelf.file(&format!("{file}.toml"))?, filed::clauses(house)).ok()?;
    transcription::compare(house, name, &reading.value).err()
}

/// A key without the numbers of its lists.
fn shape(flip: &Flip) -> String {
    flip.key.split('.').filter(|part| part.parse::<usize>().is_err()).collect::<Vec<_>>().join(".")
}

/// Figures that are as they were filed, though no case notices such a figure in any file: nothing shows that it is
/// obeyed, and no note says why.
fn unobeyed<'f>(flips: &'f [Flip], notes: &Notes) -> Vec<&'f Flip> {
    let noticed: BTreeSet<String> =
        flips.iter().filter(|flip| matches!(flip.fate, Fate::Noticed(_))).map(shape).collect();
    let unlike = flips.iter().filter(|flip| matches!(flip.fate, Fate::Unlike(_)));
    unlike
        .filter(|flip| !noticed.contains(&shape(flip)))
        .filter(|flip| !notes.note.iter().any(|note| note.covers(flip)))
        .collect()
}

/// Whether no case sees what stands there, be it that none notices a flip or that none could be tried.
fn is_unseen(flip: &Flip) -> bool {
    matches!(flip.fate, Fate::Unnoticed | Fate::Untried)
}

/// What nobody notices and no note explains.
fn unexplained<'f>(flips: &'f [Flip], notes: &Notes) -> Vec<&'f Flip> {
    let unnoticed = flips.iter().filter(|flip| is_unseen(flip));
    let unplayable = flips.iter().filter(|flip| matches!(flip.fate, Fate::Unplayable(_)));
    let unexplained = unnoticed.filter(|flip| !notes.note.iter().any(|note| note.covers(flip)));
    unplayable.chain(unexplained).collect()
}

/// Notes that no flip needs.
fn unneeded<'n>(flips: &[Flip], notes: &'n Notes) -> Vec<&'n Note> {
    let is_needed = |note: &Note| {
        flips
            .iter()
            .any(|flip| (is_unseen(flip) || matches!(flip.fate, Fate::Unlike(_))) && note.covers(flip))
    };
    notes.note.iter().filter(|note| !is_needed(note)).collect()
}

#[test]
fn every_value_is_guarded_by_a_case_of_its_book() {
    let (flips, notes) = (flips(Depth::One), notes());
    let count = |is: &dyn Fn(&Fate) -> bool| flips.iter().filter(|flip| is(&flip.fate)).count();
    println!(
        "{} values: {} refused, {} noticed by a case, {} by the second transcription, {} not (a note says why)",
        flips.len(),
        count(&|fate| *fate == Fate::Refused),
        count(&|fate| matches!(fate, Fate::Noticed(_))),
        count(&|fate| matches!(fate, Fate::Unlike(_))),
        count(&|fate| matches!(fate, Fate::Unnoticed | Fate::Untried))
    );
    if std::env::var_os("FLIP_ALL").is_some() {
        for flip in &flips {
            println!("{}: {} = {} instead of {}: {:?}", flip.book, flip.key, flip.to, flip.from, flip.fate);
        }
    }
    let open = unexplained(&flips, &notes);
    assert!(open.is_empty(), "{} values that no case of their book guards:\n{}", open.len(), told(&open));
    let unobeyed = unobeyed(&flips, &notes);
    assert!(unobeyed.is_empty(), "no case notices any such figure:\n{}", told(&unobeyed));
    if std::env::var_os("FLIP_BOOK").is_none() && std::env::var_os("FLIP_KEY").is_none() {
        // Notes on single values are about further flips.
        let idle = unneeded(&flips, &notes).into_iter().filter(|note| note.to.is_none());
        let idle: Vec<&str> = idle.map(|note| note.why.as_str()).collect();
        assert!(idle.is_empty(), "notes that nothing needs any more:\n{}", idle.join("\n"));
    }
}

/// `cargo test -p scenarios --test flips -- --ignored --nocapture` tries every other value, and lists what nobody notices.
#[test]
#[ignore = "it takes some minutes"]
fn every_other_value_is_noticed() {
    let (flips, notes) = (flips(Depth::All), notes());
    let open = unexplained(&flips, &notes);
    println!("{} flips", flips.len());
    assert!(open.is_empty(), "{} flips are unnoticed and unexplained:\n{}", open.len(), told(&open));
}
