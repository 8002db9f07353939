//! Finds and plays the cases that a person names.

use std::path::PathBuf;

use books::read::Source;
use scenarios::{Report, Scenario, Tables};

use super::files::files;
use crate::failure::Failure;

/// Plays every case of the given files and folders, in order.
pub(crate) fn play(
    paths: &[PathBuf],
    tables: &mut Tables,
    mut each: impl FnMut(Scenario, Report) -> Result<(), Failure>,
) -> Result<(), Failure> {
    for path in paths {
        for file in files(path, &["toml"])? {
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
