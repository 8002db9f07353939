//! A stream read from its beginning, also where some of its entries are damaged: those are left out.

use std::ops::Range;

use store::{Error, Logged, Reader, Stream};

/// How many entries are read at a time.
const PAGE: usize = 500;

/// How many events are tried one by one behind a damaged entry. Its damaged number may lie as far away as numbers go;
/// then the rest counts as damaged.
const TRIES_MOST: u32 = 2_000;

/// The entries of a stream, page by page.
pub(crate) struct Pages<'a> {
    store: &'a dyn Reader,
    stream: Stream,
    next: u64,
    limit: usize,
}

/// Some entries in a row.
#[derive(Debug, Default)]
pub(crate) struct Page {
    /// The events before them whose entries are damaged.
    pub(crate) damaged: Option<Range<u64>>,
    /// The entries, each as its hash says.
    pub(crate) entries: Vec<Logged>,
}

impl<'a> Pages<'a> {
    pub(crate) fn of(store: &'a dyn Reader, stream: Stream) -> Pages<'a> {
        Pages { store, stream, next: 1, limit: PAGE }
    }

    /// The next page; nothing at the end of the stream.
    ///
    /// # Errors
    /// When the store cannot be read at all.
    pub(crate) fn next(&mut self) -> Result<Option<Page>, Error> {
        let from = self.next;
        let mut tries = 0;
        loop {
            match self.store.entries(self.stream, self.next, self.limit) {
                Ok(entries) => {
                    let damaged = (self.next > from).then_some(from..self.next);
                    let Some(last) = entries.last() else {
                        return Ok(
                            damaged.map(|damaged| Page { damaged: Some(damaged), entries: Vec::new() })
                        );
                    };
                    self.next = last.entry.last() + 1;
                    self.limit = (self.limit * 2).min(PAGE);
                    return Ok(Some(Page { damaged, entries }));
                }
                // A page with a damaged entry is read in smaller parts, up to the entry itself.
                Err(Error::Damaged(_)) if self.limit > 1 => self.limit = (self.limit / 2).max(1),
                Err(Error::Damaged(_)) => {
                    let end = self.store.tip(self.stream)?.number;
                    if self.next > end {
                        return Ok(None);
                    }
                    tries += 1;
                    self.next = if tries < TRIES_MOST { self.next + 1 } else { end + 1 };
                }
                Err(error) => return Err(error),
            }
        }
    }
}
