//! A file of rules as text, opened with care for what people really point programs at.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

use toml::de::{DeTable, DeValue};

/// The name and the text of one file of rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name shown to people, usually the path as they wrote it.
    pub name: String,
    /// The whole text.
    pub text: String,
    /// Whether it was kept with a log: it was in order when it was played by, so that only its words count, and no
    /// check that came later.
    pub is_kept: bool,
}

/// The largest file that is read; the largest filed schedule has 30 KB.
const BYTES_MAX: u64 = 1 << 20;

impl Source {
    /// A source from text that is already in memory.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source { name: name.into(), text: text.into(), is_kept: false }
    }

    /// A source that was kept with a log.
    #[must_use]
    pub fn kept(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source { is_kept: true, ..Source::new(name, text) }
    }

    /// Opens a file, or says in one sentence why it cannot be a file of rules.
    ///
    /// # Errors
    /// When the file is missing, a directory, too large, empty or not UTF-8.
    pub fn open(path: &Path) -> Result<Source, String> {
        let name = path.display().to_string();
        let facts = fs::metadata(path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => format!("{name}: there is no such file; check the path"),
            _ => format!("{name}: cannot be read ({error})"),
        })?;
        if facts.is_dir() {
            return Err(format!("{name}: is a folder; name a TOML file in it, or use --books for a folder"));
        }
        if facts.len() > BYTES_MAX {
            let megabytes = facts.len() / (1 << 20);
            return Err(format!(
                "{name}: is {megabytes} MB; a file of rules has at most 1 MB, so this is another kind of file"
            ));
        }
        let mut bytes = Vec::new();
        File::open(path)
            .and_then(|file| file.take(BYTES_MAX + 1).read_to_end(&mut bytes))
            .map_err(|error| format!("{name}: cannot be read ({error})"))?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
            format!("{name}:{line}: is not UTF-8 text there; save the file as UTF-8")
        })?;
        if text.trim().is_empty() {
            return Err(format!(
                "{name}: is empty; a book starts with [book], a file of rates with [[table]]"
            ));
        }
        Ok(Source::new(name, text))
    }

    /// Where the value of a key such as "split.times" begins, or its section if it was left out.
    #[must_use]
    pub fn start_of(&self, key: &str) -> Option<usize> {
        let (document, _) = DeTable::parse_recoverable(&self.text);
        let mut table = document.get_ref();
        let mut start = None;
        for part in key.split('.') {
            let Some((name, value)) = table.get_key_value(part) else { break };
            start = Some(name.span().start);
            let DeValue::Table(inner) = value.get_ref() else { break };
            table = inner;
        }
        start
    }

    /// The line and column, both from 1, of a byte of the text.
    #[must_use]
    pub fn place(&self, byte: usize) -> (usize, usize) {
        let before = &self.text[..self.text.floor_char_boundary(byte)];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|letter| *letter != '\n').count() + 1;
        (line, column)
    }
}
