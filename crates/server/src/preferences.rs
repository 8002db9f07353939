//! What people prefer on the page: a small file for each account beside the log, which says nothing about play.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use room::PersonId;

/// The folder of the preferences in a room's folder.
#[derive(Clone, Debug)]
pub(crate) struct KeptPreferences {
    folder: PathBuf,
}

impl KeptPreferences {
    /// The preferences of the room in a folder.
    pub(crate) fn of(room: &Path) -> KeptPreferences {
        KeptPreferences { folder: room.join("preferences") }
    }

    fn path(&self, person: PersonId) -> PathBuf {
        self.folder.join(format!("{person}.json"))
    }

    /// What was kept of somebody; nothing if nothing was, or it cannot be read.
    pub(crate) fn read(&self, person: PersonId) -> String {
        fs::read_to_string(self.path(person)).unwrap_or_default()
    }

    /// Keeps what somebody prefers, whole or not at all.
    pub(crate) fn write(&self, person: PersonId, text: &str) -> io::Result<()> {
        static WRITTEN: AtomicU64 = AtomicU64::new(0);
        fs::DirBuilder::new().recursive(true).mode(0o700).create(&self.folder)?;
        let turn = WRITTEN.fetch_add(1, Ordering::Relaxed);
        let half = self.folder.join(format!("{person}.{turn}.half"));
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&half)?;
        file.write_all(text.as_bytes())?;
        fs::rename(&half, self.path(person))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_text_of_each_person_is_kept() {
        let room = tempfile::tempdir().unwrap();
        let kept = KeptPreferences::of(room.path());
        assert_eq!(kept.read(7), "");
        kept.write(7, "{\"felt\":\"blue\"}").unwrap();
        kept.write(7, "{\"felt\":\"red\"}").unwrap();
        kept.write(8, "{}").unwrap();
        let again = KeptPreferences::of(room.path());
        assert_eq!((again.read(7).as_str(), again.read(8).as_str()), ("{\"felt\":\"red\"}", "{}"));
        assert_eq!(fs::read_dir(room.path().join("preferences")).unwrap().count(), 2, "nothing half written");
    }
}
