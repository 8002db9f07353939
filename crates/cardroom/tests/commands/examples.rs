//! The examples that each command's help shows can be run as they stand.

use super::{cardroom, printed};

#[test]
fn the_examples_of_the_help_work() {
    let folder = tempfile::tempdir().unwrap();
    let mut count = 0;
    for command in ["books", "show", "rates", "fee", "sign", "rulings", "new", "bank", "bots"] {
        let help = printed(&[command, "--help"]);
        let (_, examples) =
            help.split_once("Example").unwrap_or_else(|| panic!("{command} shows no example"));
        for line in examples.lines().filter_map(|line| line.trim().strip_prefix("cardroom ")) {
            let line = line
                .replace("notice.", &format!("{}/notice.", folder.path().display()))
                .replace("my-books", &format!("{}/my-books", folder.path().display()));
            let words: Vec<String> = words(&line);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let output = cardroom(&words);
            let told = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "cardroom {line}\n{told}");
            count += 1;
        }
    }
    assert!(count >= 14, "only {count} examples were run");
}

/// The words of a line, as a shell takes them.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_quoted = false;
    for letter in line.chars() {
        match letter {
            '\'' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.push(String::new()),
            letter => words.last_mut().unwrap().push(letter),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
