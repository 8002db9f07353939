//! Whether a command was done before: its sender gives each an id of its own.

use store::Stream;

use super::Hall;

impl Hall {
    /// At which table this id of the sender was done, and the last event that it brought.
    ///
    /// # Errors
    /// When the store cannot be read: what was done before must not be done again.
    pub(super) fn done_before(&self, sender: &str, id: &str) -> Result<Option<(Stream, u64)>, store::Error> {
        let mut waiting = self.batch.entries.iter();
        let found = waiting.find(|entry| entry.by == sender && entry.id.as_deref() == Some(id));
        if let Some(entry) = found {
            return Ok(Some((entry.stream, entry.last())));
        }
        let applied = self.store.applied(sender, id)?;
        Ok(applied.map(|applied| (applied.stream, applied.last())))
    }
}
