//! Files are short and say what they are.

use crate::source::{files_in, sources};

/// The most lines of a file, tests beside its code not counted.
const LINES_MOST: usize = 500;

#[test]
fn files_are_short_and_say_what_they_are() {
    let tests = files_in("tests");
    assert!(tests.len() > 100, "only {} files of tests were found", tests.len());
    let mut found = Vec::new();
    for file in sources().iter().chain(&tests) {
        if !file.text.starts_with("//! ") {
            found.push(format!("{} does not begin with a line that says what it is", file.path));
        }
        let beside =
            file.text.lines().position(|line| line.trim() == "mod tests {").filter(|_| !file.is_test());
        let lines = beside.map_or_else(|| file.text.lines().count(), |place| place.saturating_sub(1));
        if lines > LINES_MOST {
            found.push(format!("{} has {lines} lines, and {LINES_MOST} is the most", file.path));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
