//! The source as the checks read it: code alone, without comments, the texts of strings, and tests beside the code.

use std::fs;
use std::path::{Path, PathBuf};

/// Each family as enums name it, as its folders are called, and as books write it.
pub(crate) const FAMILIES: [(&str, &str, &str); 5] = [
    ("Blackjack", "blackjack", "blackjack"),
    ("DoubleHand", "double_hand", "double-hand"),
    ("ThreeCard", "three_card", "three-card"),
    ("Poker", "poker", "poker"),
    ("Pan", "pan", "pan"),
];

/// Folders that are one family's without bearing its name.
const ALSO_OWN: [(&str, &str); 2] = [("odds/src/equity/", "poker"), ("phh/src/", "poker")];

pub(crate) struct File {
    /// Below `crates`, such as "games/src/seat.rs".
    pub(crate) path: String,
    pub(crate) text: String,
}

/// A line of code.
pub(crate) struct Line {
    /// Its number in the file, from 1.
    pub(crate) number: usize,
    /// The code, with nothing between the quotes of strings.
    pub(crate) code: String,
    /// The strings that begin in it.
    pub(crate) strings: Vec<String>,
}

impl File {
    pub(crate) fn belongs_to(&self, folder: &str) -> bool {
        let bears = |part: &str| part.trim_end_matches(".rs") == folder;
        self.path.split('/').any(bears)
            || ALSO_OWN.iter().any(|(own, of)| *of == folder && self.path.starts_with(own))
    }

    pub(crate) fn is_test(&self) -> bool {
        self.path.ends_with("/tests.rs") || self.path.contains("/tests/")
    }

    /// The lines of code, without what is there for tests alone.
    pub(crate) fn lines(&self) -> Vec<Line> {
        let (code, strings) = masked(&self.text);
        let code = without_tests(&code);
        let (mut number, mut counted) = (0, 0);
        let mut lines: Vec<Line> = code
            .lines()
            .enumerate()
            .map(|(place, code)| Line { number: place + 1, code: code.to_owned(), strings: Vec::new() })
            .collect();
        for (place, string) in strings {
            number += self.text[counted..place].matches('\n').count();
            counted = place;
            let line = &mut lines[number];
            // What stands only in a test is blank by now.
            if line.code.contains('"') {
                line.strings.push(string);
            }
        }
        lines
    }
}

/// Where a string or a comment that begins at a place ends, if one begins there, and whether it is a string.
fn literal(text: &str, place: usize) -> Option<(usize, bool)> {
    let rest = &text[place..];
    let until = |end: &str, from: usize| {
        rest[from..].find(end).map_or(text.len(), |at| place + from + at + end.len())
    };
    if rest.starts_with("//") {
        return Some((rest.find('\n').map_or(text.len(), |at| place + at), false));
    }
    if rest.starts_with("/*") {
        return Some((until("*/", 2), false));
    }
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let is_apart = !text[..place].ends_with(is_name);
    if is_apart && rest.starts_with('r') {
        let hashes = rest[1..].chars().take_while(|letter| *letter == '#').count();
        if rest[1 + hashes..].starts_with('"') {
            return Some((until(&format!("\"{}", "#".repeat(hashes)), 2 + hashes), true));
        }
    }
    if rest.starts_with('"') {
        let mut letters = rest.char_indices().skip(1);
        while let Some((at, letter)) = letters.next() {
            match letter {
                '\\' => drop(letters.next()),
                '"' => return Some((place + at + 1, true)),
                _ => {}
            }
        }
        return Some((text.len(), true));
    }
    if rest.starts_with('\'') {
        let mut letters = rest.char_indices().skip(1);
        let (_, first) = letters.next()?;
        let end = if first == '\\' {
            rest[2..].find('\'').map(|at| at + 2)
        } else {
            letters.next().filter(|(_, letter)| *letter == '\'').map(|(at, _)| at)
        };
        // A lifetime has no second quote right behind its first letter.
        return end.filter(|end| *end <= 12).map(|end| (place + end + 1, false));
    }
    None
}

/// The text with comments and what stands in strings blanked, and the strings with their places.
fn masked(text: &str) -> (String, Vec<(usize, String)>) {
    let (mut code, mut strings) = (String::with_capacity(text.len()), Vec::new());
    let mut place = 0;
    while let Some(letter) = text[place..].chars().next() {
        let Some((end, is_string)) = literal(text, place) else {
            code.push(letter);
            place += letter.len_utf8();
            continue;
        };
        let whole = &text[place..end];
        if is_string {
            strings.push((place, whole.trim_matches(|sign| matches!(sign, 'r' | '#' | '"')).to_owned()));
            code.push('"');
        }
        code.extend(whole.chars().filter(|letter| *letter == '\n'));
        if is_string {
            code.push('"');
        }
        place = end;
    }
    (code, strings)
}

/// Where an item that begins at a place ends: with its semicolon, or with the brace that closes its first one.
fn end_of_item(code: &str, place: usize) -> usize {
    let (mut braces, mut others) = (0_usize, 0_usize);
    for (at, letter) in code[place..].char_indices() {
        match letter {
            '{' => braces += 1,
            '(' | '[' => others += 1,
            ')' | ']' => others = others.saturating_sub(1),
            '}' if braces <= 1 => return place + at + 1,
            '}' => braces -= 1,
            ';' if braces == 0 && others == 0 => return place + at + 1,
            _ => {}
        }
    }
    code.len()
}

/// The code with everything blanked that is there for tests alone; what follows such an item stays.
fn without_tests(code: &str) -> String {
    const MARK: &str = "#[cfg(test)]";
    let mut left = String::with_capacity(code.len());
    let mut rest = 0;
    while let Some(at) = code[rest..].find(MARK).map(|at| rest + at) {
        left.push_str(&code[rest..at]);
        rest = end_of_item(code, at + MARK.len());
        left.extend(code[at..rest].chars().filter(|letter| *letter == '\n'));
    }
    left.push_str(&code[rest..]);
    left
}

pub(crate) fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn collect(folder: &Path, files: &mut Vec<File>) {
    let entries = fs::read_dir(folder).expect("a folder of the project");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).expect("source is text");
            let below =
                path.strip_prefix(crates()).expect("below crates").to_string_lossy().replace('\\', "/");
            files.push(File { path: below, text });
        }
    }
}

/// Every file of a folder of every crate, such as its `src`.
pub(crate) fn files_in(folder: &str) -> Vec<File> {
    let mut files = Vec::new();
    for entry in fs::read_dir(crates()).expect("the crates") {
        let source = entry.expect("a crate").path().join(folder);
        if source.is_dir() {
            collect(&source, &mut files);
        }
    }
    files
}

/// The source of every crate.
pub(crate) fn sources() -> Vec<File> {
    let files = files_in("src");
    assert!(files.len() > 200, "only {} files were found", files.len());
    files
}

/// The names in a line of code.
pub(crate) fn names(code: &str) -> impl Iterator<Item = &str> {
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    code.split(move |letter| !is_name(letter)).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_told_from_comments_strings_and_tests() {
        let text = "use a; // b\n#[cfg(test)]\nfn only() { let x = \"}\"; }\nlet y = r#\"c\"#; let z: &'static str = \"d \\\" e\\\n f\";\n/* g\n*/ let h = '\"'; i();\n#[cfg(test)]\nmod tests;\nj();\n";
        let file = File { path: "x.rs".to_owned(), text: text.to_owned() };
        let lines = file.lines();
        let code: Vec<&str> = lines.iter().map(|line| line.code.trim()).collect();
        assert_eq!(code[0], "use a;");
        assert_eq!((code[1], code[2]), ("", ""));
        assert!(code[3].starts_with("let y = \"\"; let z: &'static str = \""), "{}", code[3]);
        assert_eq!(lines[3].strings, ["c", "d \\\" e\\\n f"]);
        assert_eq!(code[6], "let h = ; i();");
        assert_eq!((code[8], code[9]), ("", "j();"));
        assert_eq!(lines[9].number, 10);
    }
}
