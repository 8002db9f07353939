//! The filed books as earlier versions of the program had them.
//!
//! A log carries the books its tables are dealt by. Logs of version 0.1.0 do not: what that version had filed is kept
//! here, so that they still open.

use std::collections::BTreeMap;
use std::io::Read;

use flate2::read::GzDecoder;

use crate::shelf::Shelf;

/// What each version had filed that did not write its books into the log: a JSON object of texts by path, compressed.
const KEPT: [(&str, &[u8]); 1] = [("0.1.0", include_bytes!("../versions/0.1.0.json.gz"))];

/// The versions whose filed books are kept here, the newest first.
pub fn versions() -> impl Iterator<Item = &'static str> {
    KEPT.iter().rev().map(|(version, _)| *version)
}

/// The books that a version had filed.
#[must_use]
pub fn filed_by(version: &str) -> Option<Shelf> {
    let (_, packed) = KEPT.iter().find(|(known, _)| *known == version)?;
    let mut text = String::new();
    GzDecoder::new(*packed).read_to_string(&mut text).ok()?;
    let texts: BTreeMap<String, String> = serde_json::from_str(&text).ok()?;
    Some(Shelf::of_texts(texts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kept_version_has_its_books() {
        for version in versions() {
            let shelf = filed_by(version).unwrap_or_else(|| panic!("{version} cannot be unpacked"));
            assert_eq!(shelf.ids().count(), 25, "{version}");
            assert!(shelf.clause_files_of("marina").count() > 5, "{version}");
        }
    }
}
