//! How the events of a round are taken as they happen: one way for every family, and none at all for whoever only
//! wants the outcome.

/// Takes the events of a round as they happen.
///
/// A list keeps them. `()` takes no notice: a round that is told to nobody is played by the same code, of which the
/// compiler then leaves out whatever only the telling needs.
pub trait Record<Event> {
    /// Takes one event.
    fn record(&mut self, event: Event);
}

impl<Event> Record<Event> for Vec<Event> {
    #[inline]
    fn record(&mut self, event: Event) {
        self.push(event);
    }
}

impl<Event> Record<Event> for () {
    #[inline]
    fn record(&mut self, _: Event) {}
}
