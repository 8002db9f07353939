//! Finds the files that a person means by a path.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// The file itself, or every file below a folder whose name ends in one of these, in order.
pub(crate) fn files(path: &Path, endings: &[&str]) -> io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(path)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path, endings)?);
        } else if path.extension().is_some_and(|ending| endings.iter().any(|one| ending == *one)) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
