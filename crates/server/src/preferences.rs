//! What people preferred on the page in rooms of earlier versions, which kept a small file for each account in their folder:
//! it counts until somebody keeps something else, which goes beside the accounts.

use std::fs;
use std::path::{Path, PathBuf};

use room::PersonId;

/// The folder of the preferences in a room's folder.
#[derive(Clone, Debug)]
pub(crate) struct EarlierPreferences {
    folder: PathBuf,
}

impl EarlierPreferences {
    /// Those of the room in a folder.
    pub(crate) fn of(room: &Path) -> EarlierPreferences {
        EarlierPreferences { folder: room.join("preferences") }
    }

    /// What was kept of somebody; nothing if nothing was, or it cannot be read.
    pub(crate) fn read(&self, person: PersonId) -> String {
        fs::read_to_string(self.folder.join(format!("{person}.json"))).unwrap_or_default()
    }
}
