//! What pages and warnings of every family have alike.

use std::path::Path;

use books::Book;
use odds::Wager;

use crate::failure::Failure;

/// Writes what the command prints as a page.
pub(super) fn write_printed(file: &Path, book: &Book, printed: &[u8]) -> Result<(), Failure> {
    let (title, id, name) = (&book.header().name, &book.id, file.display());
    let text = format!(
        "# {title} ({id})\n\nExact values from the player's side, in wagers, without fees; how they are worked out \
         stands in [README.md](README.md). Written by `cardroom odds {id} --page {name}`.\n\n```text\n{}```\n",
        String::from_utf8_lossy(printed)
    );
    std::fs::write(file, text).map_err(|error| Failure::Told(format!("{name}: {error}")))
}

/// A sentence for each wager against which the bank has no edge. What the house pays out of its own money is none of
/// the bank's, and even money is a choice.
pub(super) fn warnings(list: &[Wager]) -> Vec<String> {
    let is_of_bank =
        |wager: &&Wager| !wager.name.starts_with("house bonus") && !wager.name.starts_with("even money");
    let favours = list.iter().filter(is_of_bank).filter(|wager| wager.value > 0.0);
    favours
        .map(|wager| format!("the {} wager favours the player by {:.5}%.", wager.name, 100.0 * wager.value))
        .collect()
}
