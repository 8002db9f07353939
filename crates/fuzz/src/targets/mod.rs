//! Everything that reads what others wrote, each with the law that no input may break.

mod books;
mod commands;
mod entries;
mod messages;
mod phh;
mod texts;

use crate::Target;

/// Every target.
#[must_use]
pub fn all() -> Vec<Target> {
    vec![
        books::BOOKS,
        books::RATES,
        texts::CASES,
        phh::PHH,
        commands::COMMANDS,
        messages::MESSAGES,
        entries::ENTRIES,
    ]
}

/// A folder of this repository.
fn folder(path: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// All files with this ending below a folder, in order.
fn files(folder: &std::path::Path, ending: &str, found: &mut Vec<std::path::PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.extension().is_some_and(|end| end == ending) {
            found.push(path);
        }
    }
}
