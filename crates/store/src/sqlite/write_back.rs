//! Bringing what the write-ahead log holds back into the room's file, beside whoever writes: thousands of pages would hold
//! a batch up for a tenth of a second. A thread with a connection of its own does nearly all of it; the few pages that came
//! meanwhile are left to the writer, because the log begins anew only when all of it is in the file.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;

use rusqlite::{Connection, OpenFlags};

use super::configure;
use crate::Error;

/// After so many pages of 4 KiB they are brought back: a page which many batches change is written once for all of them,
/// and as long as the file is written the batches wait longer for the same disk, which must be seldom (`bench/README.md`).
const PAGES: i64 = 64_000;

/// After so many the writer brings them back by itself, should the thread be too slow or not be there.
pub(super) const PAGES_MOST: i64 = 2 * PAGES;

/// What brings pages back beside the writer; the thread begins when there is something to do.
#[derive(Default)]
pub(super) struct WriteBack {
    beside: Option<Beside>,
    /// Whether it is at work.
    is_asked: bool,
    has_failed: bool,
}

struct Beside {
    asks: Option<Sender<()>>,
    is_done: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl WriteBack {
    /// After a batch: asks for what has come together, or brings back the rest of it. What fails is left to SQLite, which
    /// brings everything back with a later batch.
    pub(super) fn after_batch(&mut self, writer: &Connection) {
        if !self.is_asked {
            if waiting(writer).is_ok_and(|pages| pages >= PAGES) {
                self.ask(writer);
            }
        } else if self.beside.as_ref().is_some_and(|beside| beside.is_done.swap(false, Ordering::Acquire)) {
            self.is_asked = false;
            let _ = bring_back(writer);
        }
    }

    fn ask(&mut self, writer: &Connection) {
        if self.beside.is_none() && !self.has_failed {
            self.beside = writer.path().and_then(|file| Beside::begin(file.into()).ok());
            self.has_failed = self.beside.is_none();
        }
        let asks = self.beside.as_ref().and_then(|beside| beside.asks.as_ref());
        self.is_asked = asks.is_some_and(|asks| asks.send(()).is_ok());
    }
}

impl Beside {
    fn begin(file: PathBuf) -> Result<Beside, Error> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let own = Connection::open_with_flags(file, flags)?;
        configure(&own)?;
        let (asks, all) = channel();
        let is_done = Arc::new(AtomicBool::new(false));
        let done = Arc::clone(&is_done);
        let bring = move || {
            for () in all {
                let _ = bring_back(&own);
                done.store(true, Ordering::Release);
            }
        };
        let thread = std::thread::Builder::new().name("write-back".to_owned()).spawn(bring);
        let thread = thread.map_err(|error| Error::Storage(Box::new(error)))?;
        Ok(Beside { asks: Some(asks), is_done, thread: Some(thread) })
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        self.asks = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// How many pages wait to be brought back.
fn waiting(connection: &Connection) -> Result<i64, Error> {
    let mut asked = connection.prepare_cached("PRAGMA wal_checkpoint(NOOP)")?;
    Ok(asked.query_row([], |row| Ok(row.get::<_, i64>(1)? - row.get::<_, i64>(2)?))?)
}

/// Brings back whatever nobody needs in the log, and holds nobody up.
fn bring_back(connection: &Connection) -> Result<(), Error> {
    let mut asked = connection.prepare_cached("PRAGMA wal_checkpoint(PASSIVE)")?;
    Ok(asked.query_row([], |_| Ok(()))?)
}
