//! How commands of a log are taken again: as earlier programs took them, and quickly where nobody looks.

use games::round::Refusal;

use super::{Input, Table};
use crate::command::{By, Command};
use crate::told::Told;

impl Table {
    /// The table as a command of an earlier log left it. Those programs let wagers go back without a word, let a table
    /// that was stopped go on when its banker left, and let the house act for people and report what cannot be true
    /// where the shuffler deals.
    ///
    /// # Errors
    /// When the command was not allowed then either; the refusal cites its clause.
    pub fn after_as_before(
        &self,
        by: By,
        command: &Command,
        input: &mut Input<'_>,
    ) -> Result<(Table, Vec<Told>), Refusal> {
        let before = Table { plays_as_before: true, ..self.clone() };
        let (after, told) = before.taking(self, by, command, input)?;
        Ok((Table { plays_as_before: false, ..after }, told))
    }

    /// The table as a command of a log left it that is only passed over on the way to a later one. What is sealed keeps
    /// the roots that the log has, one list for each time; they are not made again from the seeds, and no card's proof
    /// is handed out. Everything else, and every later command, is as [`Table::after`] has it.
    ///
    /// # Errors
    /// When the command is not allowed; the refusal cites its clause.
    pub fn after_passing(
        &self,
        by: By,
        command: &Command,
        input: &mut Input<'_>,
        roots: impl IntoIterator<Item = Vec<String>>,
        as_before: bool,
    ) -> Result<(Table, Vec<Told>), Refusal> {
        let roots = Some(roots.into_iter().collect());
        let passing = Table { passed: roots, plays_as_before: as_before, ..self.clone() };
        let (after, told) = passing.taking(self, by, command, input)?;
        Ok((Table { passed: None, plays_as_before: false, ..after }, told))
    }
}
