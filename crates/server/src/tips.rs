//! Signed notes of where every stream of a room ends: whoever keeps one elsewhere can tell later whether the log was
//! cut or rewritten. A note is plain text; docs/log.md says what is signed.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use serde::{Deserialize, Serialize};
use store::{Error, Reader, Stream, Tip, Witness};

use crate::journal::HouseEntry;
use crate::kept::KeptKey;

/// The first line of a note.
pub const NOTE_VERSION: &str = "cardroom-tips-1";

/// The file in a room's folder with the key that signs its notes.
const KEY: &str = "tips.key";

/// The file in a room's folder with the newest note.
const NOTE: &str = "tips.txt";

/// Where a stream ended when the tips were noted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotedTip {
    /// Which stream.
    pub stream: u32,
    /// The number of its last event.
    pub number: u64,
    /// The hash of its last entry, in hexadecimal.
    pub hash: String,
}

impl NotedTip {
    pub(crate) fn of(stream: Stream, tip: Tip) -> NotedTip {
        NotedTip { stream: stream.0, number: tip.number, hash: tip.hash.to_string() }
    }
}

/// A note whose signature is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// When it was made, in milliseconds since 1970.
    pub at_ms: i64,
    /// Where every stream ended.
    pub tips: Witness,
    /// The key that signed it, in hexadecimal.
    pub key: String,
}

impl Note {
    /// Reads a note and checks its signature.
    ///
    /// # Errors
    /// When it is no note, or was changed after it was signed.
    pub fn read(text: &str) -> Result<Note, String> {
        let broken = || "it is not a note of tips".to_owned();
        let (signed, signature) = text.trim_end().rsplit_once("signature ").ok_or_else(broken)?;
        let mut lines = signed.lines();
        if lines.next() != Some(NOTE_VERSION) {
            return Err(broken());
        }
        let mut note = Note { at_ms: 0, tips: Witness::new(), key: String::new() };
        for line in lines {
            match line.split(' ').collect::<Vec<&str>>()[..] {
                ["at", at] => note.at_ms = at.parse().map_err(|_| broken())?,
                ["tip", stream, number, hash] => {
                    let stream = Stream(stream.parse().map_err(|_| broken())?);
                    let number = number.parse().map_err(|_| broken())?;
                    note.tips.insert(stream, Tip { number, hash: hash.parse().map_err(|_| broken())? });
                }
                ["key", key] => key.clone_into(&mut note.key),
                _ => return Err(broken()),
            }
        }
        let key = bytes::<32>(&note.key).and_then(|key| VerifyingKey::from_bytes(&key).ok());
        let signature = bytes::<64>(signature).map(|bytes| Signature::from_bytes(&bytes));
        let (key, signature) = key.zip(signature).ok_or_else(broken)?;
        key.verify_strict(signed.as_bytes(), &signature)
            .map_err(|_| "its signature is not right: it was changed after it was signed".to_owned())?;
        Ok(note)
    }
}

/// The key of a room, which signs its notes.
pub(crate) struct Signer(SigningKey);

impl Signer {
    /// The key in a room's folder; made when there is none, for nobody else to read.
    pub(crate) fn open(folder: &Path) -> io::Result<Signer> {
        let path = folder.join(KEY);
        if let Some(signer) = Signer::read(folder)? {
            close_to_others(&path)?;
            return Ok(signer);
        }
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).expect("the operating system gives random bytes");
        replace(&path, &format!("{}\n", hex(&seed)), true)?;
        Ok(Signer(SigningKey::from_bytes(&seed)))
    }

    /// The key in a room's folder, if there is one.
    pub(crate) fn read(folder: &Path) -> io::Result<Option<Signer>> {
        match fs::read_to_string(folder.join(KEY)) {
            Ok(text) => {
                let seed = bytes(text.trim()).ok_or_else(|| io::Error::other("it holds no key"))?;
                Ok(Some(Signer(SigningKey::from_bytes(&seed))))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The key that marks what the room keeps beside its log.
    pub(crate) fn kept_key(&self) -> KeptKey {
        KeptKey::of(&self.0.to_bytes())
    }

    /// The public half, in hexadecimal.
    pub(crate) fn key(&self) -> String {
        hex(self.0.verifying_key().as_bytes())
    }

    /// A signed note.
    pub(crate) fn sign(&self, at_ms: i64, tips: &Witness) -> String {
        let mut text = format!("{NOTE_VERSION}\nat {at_ms}\n");
        for (stream, tip) in tips {
            let _ = writeln!(text, "tip {} {} {}", stream.0, tip.number, tip.hash);
        }
        let _ = writeln!(text, "key {}", self.key());
        let signature = self.0.sign(text.as_bytes());
        let _ = writeln!(text, "signature {}", hex(&signature.to_bytes()));
        text
    }
}

/// The file in a room's folder with the key that signs its notes.
pub(crate) fn key_file(folder: &Path) -> PathBuf {
    folder.join(KEY)
}

/// The file in a room's folder with its newest note.
#[must_use]
pub fn note_file(folder: &Path) -> PathBuf {
    folder.join(NOTE)
}

/// Writes a file as a whole: who reads it sees the old or the new one, also after a power cut.
pub(crate) fn replace(path: &Path, text: &str, is_secret: bool) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let beside = PathBuf::from(beside);
    match fs::remove_file(&beside) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if is_secret {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    let mut file = options.open(&beside)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(&beside, path)
}

/// Takes away from everybody but the owner what they may do with a file. A medium that is only read keeps what it has.
fn close_to_others(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;

        let mode = fs::metadata(path)?.permissions().mode();
        if mode & 0o077 != 0 {
            let closed = fs::set_permissions(path, fs::Permissions::from_mode(mode & 0o700));
            if let Err(error) = closed {
                tracing::warn!("{} stays open to others ({error})", path.display());
            }
        }
    }
    Ok(())
}

/// What belongs to a room beside its log: the key of its notes, if it has made any.
#[derive(Debug)]
pub struct Beside {
    key: Option<String>,
}

impl Beside {
    /// Reads it from a room's folder.
    ///
    /// # Errors
    /// When it is there and cannot be read, in words.
    pub fn read(folder: &Path) -> Result<Beside, String> {
        let path = folder.join(KEY);
        match fs::read_to_string(&path) {
            Ok(key) => Ok(Beside { key: Some(key) }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Beside { key: None }),
            Err(error) => Err(format!(
                "{}: cannot be read ({error}); whoever keeps a room may read all of it",
                path.display()
            )),
        }
    }

    /// Puts it into the folder of a copy, whose streams end at these tips, with a note of them: whoever opens or checks
    /// the copy finds what belongs beside its log.
    ///
    /// # Errors
    /// When it cannot be written, or the log cannot be read.
    pub fn keep(&self, room: &dyn Reader, copy: &Path, tips: &Witness) -> io::Result<()> {
        let Some(key) = &self.key else { return Ok(()) };
        replace(&copy.join(KEY), key, true)?;
        let Some(signer) = bytes(key.trim()).map(|seed| Signer(SigningKey::from_bytes(&seed))) else {
            return Ok(());
        };
        // A key that has signed nothing so far has nothing to say of this log.
        if is_known_key(room, &signer.key()).map_err(io::Error::other)? {
            replace(&note_file(copy), &signer.sign(crate::hall::now().0, tips), false)?;
        }
        Ok(())
    }
}

/// Whether a log names this key as one of those that sign its notes.
///
/// # Errors
/// When the store cannot be read.
pub fn is_known_key(store: &dyn Reader, key: &str) -> Result<bool, Error> {
    let mut from = 1;
    loop {
        let entries = store.entries(Stream::HOUSE, from, 1_000)?;
        let Some(last) = entries.last() else { return Ok(false) };
        from = last.entry.last() + 1;
        let names = |body: &str| matches!(serde_json::from_str(body), Ok(HouseEntry::TipsNoted { key: named, .. }) if named == key);
        if entries.iter().any(|logged| names(&logged.entry.body)) {
            return Ok(true);
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn bytes<const N: usize>(hex: &str) -> Option<[u8; N]> {
    let is_hex = hex.len() == 2 * N && hex.bytes().all(|digit| digit.is_ascii_hexdigit());
    let byte = |place: usize| u8::from_str_radix(hex.get(2 * place..2 * place + 2)?, 16).ok();
    let mut found = [0; N];
    for (place, slot) in found.iter_mut().enumerate() {
        *slot = if is_hex { byte(place)? } else { return None };
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use store::Hash;

    use super::*;

    #[test]
    fn a_note_is_read_as_it_was_signed_and_a_changed_one_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let signer = Signer::open(folder.path()).unwrap();
        let tips = Witness::from([
            (Stream::HOUSE, Tip { number: 7, hash: Hash::of(b"seven") }),
            (Stream(3), Tip { number: 12, hash: Hash::of(b"twelve") }),
        ]);
        let text = signer.sign(1_767_225_600_000, &tips);
        let note = Note::read(&text).unwrap();
        assert_eq!(note, Note { at_ms: 1_767_225_600_000, tips, key: signer.key() });
        assert_eq!(Signer::open(folder.path()).unwrap().key(), note.key, "the key stays");
        for (from, to) in [("tip 3 12", "tip 3 11"), ("at 17", "at 18"), ("tip 0 7", "tip 9 7")] {
            let changed = Note::read(&text.replacen(from, to, 1)).unwrap_err();
            assert!(changed.contains("changed after it was signed"), "{changed}");
        }
        for other in ["", "signature", "a text\nsignature 00\n", &text.replace("key", "kay")] {
            assert_eq!(Note::read(other).unwrap_err(), "it is not a note of tips", "{other}");
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(folder.path().join(KEY)).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "nobody else reads the key");
            fs::set_permissions(folder.path().join(KEY), fs::Permissions::from_mode(0o644)).unwrap();
            Signer::open(folder.path()).unwrap();
            let mode = fs::metadata(folder.path().join(KEY)).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "nor one that was open by mistake");
        }
    }
}
