//! Puts every value of every book otherwise: it is refused, or a case of the book fails, or a note says why not.

use std::fs;
use std::path::Path;

use books::read::Source;
use books::{BookId, Shelf};
use scenarios::Scenario;
use scenarios::flip::{Depth, Fate, Flip, Note, Notes, survey};

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
    let ids: Vec<BookId> = shelf.ids().filter(|id| id.to_string().contains(&book)).collect();
    survey(&shelf, &ids, &cases(), depth, |name| name.contains(&key))
        .unwrap_or_else(|problem| panic!("{problem}"))
}

fn told(flips: &[&Flip]) -> String {
    let lines = flips
        .iter()
        .map(|flip| format!("{}: {} = {} instead of {}", flip.book, flip.key, flip.to, flip.from));
    lines.collect::<Vec<_>>().join("\n")
}

/// What nobody notices and no note explains.
fn unexplained<'f>(flips: &'f [Flip], notes: &Notes) -> Vec<&'f Flip> {
    let unnoticed = flips.iter().filter(|flip| flip.fate == Fate::Unnoticed);
    unnoticed.filter(|flip| !notes.note.iter().any(|note| note.covers(flip))).collect()
}

/// Notes that no unnoticed flip needs.
fn unneeded<'n>(flips: &[Flip], notes: &'n Notes) -> Vec<&'n Note> {
    let is_needed = |note: &Note| flips.iter().any(|flip| flip.fate == Fate::Unnoticed && note.covers(flip));
    notes.note.iter().filter(|note| !is_needed(note)).collect()
}

#[test]
fn every_value_is_guarded_by_a_case_of_its_book() {
    let (flips, notes) = (flips(Depth::One), notes());
    let count = |is: &dyn Fn(&Fate) -> bool| flips.iter().filter(|flip| is(&flip.fate)).count();
    println!(
        "{} values: {} refused, {} noticed, {} not (a note says why)",
        flips.len(),
        count(&|fate| *fate == Fate::Refused),
        count(&|fate| matches!(fate, Fate::Noticed(_))),
        count(&|fate| *fate == Fate::Unnoticed)
    );
    if std::env::var_os("FLIP_ALL").is_some() {
        for flip in &flips {
            println!("{}: {} = {} instead of {}: {:?}", flip.book, flip.key, flip.to, flip.from, flip.fate);
        }
    }
    let open = unexplained(&flips, &notes);
    assert!(open.is_empty(), "{} values that no case of their book guards:\n{}", open.len(), told(&open));
    if std::env::var_os("FLIP_BOOK").is_none() && std::env::var_os("FLIP_KEY").is_none() {
        let idle: Vec<&str> = unneeded(&flips, &notes).iter().map(|note| note.why.as_str()).collect();
        assert!(idle.is_empty(), "notes that nothing needs any more:\n{}", idle.join("\n"));
    }
}

/// Values beside the first that no case notices; cases that are written make it smaller, nothing may make it larger.
const FURTHER_UNNOTICED: usize = 60;

/// `cargo test -p scenarios --test flips -- --ignored --nocapture` tries every other value, and lists what nobody notices.
#[test]
#[ignore = "it takes some minutes"]
fn every_other_value_is_noticed() {
    let (flips, notes) = (flips(Depth::All), notes());
    let open = unexplained(&flips, &notes);
    println!("{} flips, {} of them unnoticed and unexplained:\n{}", flips.len(), open.len(), told(&open));
    assert!(open.len() <= FURTHER_UNNOTICED, "{} flips are unnoticed, more than before", open.len());
}
