//! Finds and plays the cases that a person names.

use std::fs;
use std::path::{Path, PathBuf};

use books::read::Source;
use scenarios::{Report, Scenario, Tables};

use crate::failure::Failure;

/// Plays every case of the given files and folders, in order.
pub(crate) fn play(
    paths: &[PathBuf],
    tables: &mut Tables,
    mut each: impl FnMut(Scenario, Report) -> Result<(), Failure>,
) -> Result<(), Failure> {
    for path in paths {
        for file in toml_files(path)? {
            let source = Source::open(&file).map_err(Failure::Told)?;
            let cases = Scenario::read_all(&source).map_err(|faults| Failure::Told(faults.to_string()))?;
            for case in cases {
                let report = scenarios::run(&case, &source.name, tables);
                each(case, report)?;
            }
        }
    }
    Ok(())
}

/// The file itself, or every TOML file below a folder.
fn toml_files(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(path)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(toml_files(&path)?);
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
