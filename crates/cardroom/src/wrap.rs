//! Text in lines that fit a terminal.

/// The widest line that is printed for people.
const WIDTH: usize = 96;

/// Breaks a text into lines between words; the first starts with `first`, the others with as many blanks.
pub(crate) fn wrap(text: &str, first: &str) -> String {
    let indent = first.chars().count();
    let mut lines = first.to_owned();
    let mut column = indent;
    for (place, word) in text.split_whitespace().enumerate() {
        let length = word.chars().count();
        if place > 0 && column + 1 + length > WIDTH {
            lines.push('\n');
            lines.push_str(&" ".repeat(indent));
            column = indent;
        } else if place > 0 {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(word);
        column += length;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_broken_between_words_and_indented() {
        let text = wrap(&"seven ".repeat(20), "  - ");
        assert!(text.lines().all(|line| line.len() <= WIDTH));
        assert!(text.lines().nth(1).unwrap().starts_with("    seven"));
        assert_eq!(wrap("one", "> "), "> one");
    }
}
