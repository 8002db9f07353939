//! Whether a command was done before: its sender gives each an id of its own.

use store::Stream;

use super::Hall;

impl Hall {
    /// At which table this id of the sender was done, and the last event that it brought.
    ///
    /// # Errors
    /// When the store cannot be read: what was done before must not be done again.
    pub(super) fn done_before(&self, sender: &str, id: &str) -> Result<Option<(Stream, u64)>, store::Error> {
        let key = (sender.to_owned(), id.to_owned());
        let departed = self.departed.as_ref().and_then(|departed| departed.ids.get(&key));
        if let Some(found) = self.ids.get(&key).or(departed) {
            return Ok(Some(*found));
        }
        let applied = self.store.applied_so_far(sender, id)?;
        Ok(applied.map(|applied| (applied.stream, applied.last())))
    }
}
