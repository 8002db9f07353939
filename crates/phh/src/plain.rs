//! Reads the plain part of TOML in which nearly all histories are written, without taking it apart into a tree first.
//!
//! What is read here means the same in TOML. Whatever is not so plain, a fault among it, is left to the whole of TOML.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::value::{Table, Value};

/// The keys of a file, or its tables with theirs; nothing if it is not plain.
pub(crate) fn scan(text: &str) -> Option<Table<'_>> {
    let is_odd = |byte: u8| (byte < b' ' && !matches!(byte, b'\n' | b'\t')) || byte == 0x7f;
    // Looked at whole, which is quicker than stopping at the first.
    if text.bytes().fold(false, |known, byte| known | is_odd(byte)) {
        return None;
    }
    let mut scan = Scan { text, at: 0 };
    let mut tables: Vec<(Cow<'_, str>, Value<'_>)> = Vec::new();
    let mut names = HashSet::new();
    let mut table = Table::default();
    let mut name: Option<&str> = None;
    loop {
        scan.blank();
        match scan.next() {
            None => break,
            Some(b'[') => {
                scan.at += 1;
                let next = scan.word()?;
                scan.take(b']')?;
                let before = std::mem::take(&mut table);
                match name {
                    Some(name) => tables.push((Cow::Borrowed(name), Value::Table(before))),
                    None if before.0.is_empty() => {}
                    None => return None,
                }
                names.insert(next).then_some(())?;
                name = Some(next);
            }
            Some(_) => {
                let key = scan.word()?;
                scan.space();
                scan.take(b'=')?;
                scan.space();
                let value = scan.value()?;
                if table.get(key).is_some() {
                    return None;
                }
                table.0.push((Cow::Borrowed(key), value));
            }
        }
        scan.line_end()?;
    }
    let Some(name) = name else { return Some(table) };
    tables.push((Cow::Borrowed(name), Value::Table(table)));
    Some(Table(tables))
}

struct Scan<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scan<'a> {
    fn next(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        (self.next() == Some(byte)).then(|| self.at += 1)
    }

    /// Goes on as long as bytes are so, which are all ASCII or all but ASCII marks, and tells them.
    fn run(&mut self, is_so: impl Fn(u8) -> bool) -> &'a str {
        let rest = &self.text[self.at..];
        let length = rest.bytes().position(|byte| !is_so(byte)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn space(&mut self) {
        self.run(|byte| matches!(byte, b' ' | b'\t'));
    }

    /// Passes spaces, line ends and comments.
    fn blank(&mut self) {
        loop {
            self.run(|byte| matches!(byte, b' ' | b'\t' | b'\n'));
            if self.next() != Some(b'#') {
                return;
            }
            self.run(|byte| byte != b'\n');
        }
    }

    /// Nothing but a comment may follow on a line.
    fn line_end(&mut self) -> Option<()> {
        self.space();
        matches!(self.next(), None | Some(b'\n' | b'#')).then_some(())
    }

    /// A key without quotes.
    fn word(&mut self) -> Option<&'a str> {
        let word = self.run(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
        (!word.is_empty()).then_some(word)
    }

    fn value(&mut self) -> Option<Value<'a>> {
        match self.next()? {
            b'[' => self.list(),
            _ => self.single(),
        }
    }

    fn list(&mut self) -> Option<Value<'a>> {
        self.take(b'[')?;
        let mut list = Vec::with_capacity(12);
        loop {
            self.blank();
            if self.next()? == b']' {
                break;
            }
            list.push(self.single()?);
            self.blank();
            if self.take(b',').is_none() {
                break;
            }
        }
        self.take(b']')?;
        Some(Value::List(list))
    }

    fn single(&mut self) -> Option<Value<'a>> {
        match self.next()? {
            mark @ (b'\'' | b'"') => self.quoted(mark).map(|text| Value::Text(Cow::Borrowed(text))),
            _ => self.bare(),
        }
    }

    fn quoted(&mut self, mark: u8) -> Option<&'a str> {
        self.take(mark)?;
        let text = self.run(|byte| byte != mark && byte != b'\n' && byte != b'\\');
        self.take(mark)?;
        // A third mark would begin a text of many lines.
        (!text.is_empty() || self.next() != Some(mark)).then_some(text)
    }

    fn bare(&mut self) -> Option<Value<'a>> {
        let word = self.run(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':'));
        match word {
            "true" => return Some(Value::Truth(true)),
            "false" => return Some(Value::Truth(false)),
            "inf" => return Some(Value::Broken(Cow::Borrowed(word))),
            _ if is_time(word) => return Some(Value::Other),
            _ => {}
        }
        let digits = word.strip_prefix('-').unwrap_or(word);
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_whole = |text: &str| is_number(text) && (text.len() == 1 || !text.starts_with('0'));
        match digits.split_once('.') {
            // Longer ones may be too large for TOML.
            None => (is_whole(digits) && digits.len() <= 18).then_some(Value::Whole(Cow::Borrowed(word))),
            Some((whole, part)) => {
                (is_whole(whole) && is_number(part)).then_some(Value::Broken(Cow::Borrowed(word)))
            }
        }
    }
}

/// Whether a word is a time of day, such as 20:14:05.
fn is_time(word: &str) -> bool {
    let mut numbers = word.split(':').map(|number| {
        let is_two = number.len() == 2 && number.bytes().all(|byte| byte.is_ascii_digit());
        is_two.then(|| number.parse::<u8>().ok()).flatten()
    });
    let mut below = |most: u8| numbers.next().flatten().is_some_and(|number| number < most);
    below(24) && below(60) && below(60) && numbers.next().is_none()
}

#[cfg(test)]
mod tests {
    use toml::de::DeTable;

    use super::*;

    /// Everything that is read as plain means the same to the whole of TOML.
    #[track_caller]
    fn agrees(text: &str) -> bool {
        let Some(plain) = scan(text) else { return false };
        let whole = DeTable::parse(text).unwrap_or_else(|error| panic!("{text:?} is not TOML: {error}"));
        let (mut plain, mut whole) = (sorted(plain), sorted(Table::from(whole.get_ref())));
        for (_, value) in plain.0.iter_mut().chain(&mut whole.0) {
            if let Value::Table(table) = value {
                *table = sorted(std::mem::take(table));
            }
        }
        assert_eq!(plain, whole, "{text:?}");
        true
    }

    fn sorted(mut table: Table<'_>) -> Table<'_> {
        table.0.sort_by(|(one, _), (other, _)| one.cmp(other));
        table
    }

    #[test]
    fn plain_files_are_read_as_toml_reads_them() {
        for text in [
            "",
            "variant = 'NT'",
            "variant=\"NT\" # no limit\n\n# a comment\nmin_bet = 2.50\n",
            "antes = [0, 0,]\nstacks = [ 9 , -8.5,inf ]\nempty = []\n",
            "actions = [\n  'd dh p1 AsKs', # the first\n  \"p1 f\"\n]\n",
            "[2]\ntime = 20:14:05\nis = true\n\n[10]\nis = false\nname = ''\n",
            "name = 'Jos\u{e9}'",
        ] {
            assert!(agrees(text), "{text:?} is plain");
        }
    }

    #[test]
    fn what_is_not_plain_is_left_to_toml() {
        for text in [
            "a = 1\na = 2",
            "[1]\n[1]\n",
            "a = 1\n[1]\nb = 2",
            "a = 007",
            "a = 1_000",
            "a = +1",
            "a = 1e3",
            "a = .5",
            "a = 5.",
            "a = 1 2",
            "a = 'x' 'y'",
            "a = '''x'''",
            "a = \"\\n\"",
            "a = [1 2]",
            "a = [[1]]",
            "a = [,]",
            "a = {b = 1}",
            "a.b = 1",
            "\"a\" = 1",
            "a = 24:00:00",
            "a = 2020-01-01",
            "a = 99999999999999999999",
            "a = 'open",
            "a",
            "a = ",
            "[1",
            "[1] b = 2",
            "a = 1\r\n",
            "a = 'x\u{7}'",
        ] {
            assert_eq!(scan(text), None, "{text:?}");
        }
    }

    /// Files with a few characters changed: as often as they are still read as plain, TOML must read the same.
    #[test]
    fn files_with_characters_changed_are_never_read_otherwise() {
        let text = "variant = 'NT'\nantes = [0, 0]\nmin_bet = 2.5\nstarting_stacks = [9, inf]\n\
                    actions = ['d dh p1 AsKs', \"p2 f\"] # two\nis = true\ntime = 10:20:30\n";
        let marks = b"'\"[]=#,.-_: \n\t\\019aZ+e";
        let mut dice = 88_172_645_463_325_252_u64;
        let mut below = |bound: usize| {
            dice ^= dice << 13;
            dice ^= dice >> 7;
            dice ^= dice << 17;
            (dice >> 33) as usize % bound
        };
        let mut plain = 0;
        for _ in 0..40_000 {
            let mut bytes = text.as_bytes().to_vec();
            for _ in 0..=below(3) {
                let (at, mark) = (below(bytes.len()), marks[below(marks.len())]);
                match below(3) {
                    0 => bytes[at] = mark,
                    1 => bytes.insert(at, mark),
                    _ => {
                        bytes.remove(at);
                    }
                }
            }
            plain += usize::from(agrees(std::str::from_utf8(&bytes).expect("ASCII")));
        }
        assert!(plain > 5_000, "{plain} were plain");
    }
}
