//! The notice as plain lines, for a log that keeps what hung at a table.

use std::fmt::Write as _;

use crate::content::Sign;

impl Sign {
    /// Everything that the notice says, line by line.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for line in [&self.house, &self.game, &self.limit, &self.filed()] {
            let _ = writeln!(text, "{line}");
        }
        let _ = writeln!(text, "{}: {}", Sign::COLLECTION, self.collection);
        for group in &self.fees {
            let _ = writeln!(text, "{}", group.title);
            rows(&mut text, &group.rows);
        }
        for pays in &self.pays {
            let _ = writeln!(text, "{}", pays.title);
            rows(&mut text, &pays.rows);
        }
        if let Some(notice) = self.player_dealer {
            let _ = writeln!(text, "{notice}");
        }
        text.push_str(&Sign::room_text());
        text
    }

    /// What the room shows everybody, whatever is played.
    #[must_use]
    pub fn room_text() -> String {
        format!("{}\n{} {}\n", Sign::AGE, Sign::HELP, Sign::HELP_LINE)
    }
}

fn rows(text: &mut String, rows: &[(String, String)]) {
    for (what, amount) in rows {
        let _ = writeln!(text, "  {what}: {amount}");
    }
}

#[cfg(test)]
mod tests {
    use books::{BookId, Shelf};

    use super::*;

    #[test]
    fn the_lines_say_what_the_sheet_says() {
        let shelf = Shelf::filed();
        let book = shelf.book(&BookId::new("mortimers", "no-bust-6")).unwrap();
        let schedule = shelf.table_schedule(&book, "2").unwrap();
        let sign = Sign::new(&book, &schedule, "Mortimer's Card Room");
        let text = sign.text();
        for part in
            [&sign.game, &sign.limit, &sign.collection, Sign::HELP_LINE, Sign::AGE, Sign::PLAYER_DEALER]
        {
            assert!(text.contains(part), "{part}: {text}");
        }
        for (what, amount) in sign.fees.iter().flat_map(|group| &group.rows) {
            assert!(text.contains(&format!("{what}: {amount}")), "{text}");
        }
        assert!(!Sign::room_text().contains(Sign::COLLECTION));
    }
}
