//! The store as the hall has it. While a batch goes to the disk the store is lent to a thread that writes it, and the hall
//! goes on with what comes next; whoever asks the store for something meanwhile waits until it is back.

use std::cell::OnceCell;
use std::ops::{Deref, DerefMut};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::{Duration, Instant};

use store::{Applied, Backend, Batch};

/// What became of a batch that was written while the hall went on.
pub(super) struct Written {
    /// The batch.
    pub(super) batch: Batch,
    /// Whether it is on disk.
    pub(super) outcome: Result<(), store::Error>,
    /// How long that took.
    pub(super) took: Duration,
}

/// A store that may be with the thread that writes.
pub(crate) struct LentStore {
    /// The same room, opened for reading, to look something up while the store is away. It is let go first: whoever closes
    /// a file last tidies it up, and only who writes can.
    beside: Option<Box<dyn Backend>>,
    home: OnceCell<Box<dyn Backend>>,
    /// What became of the batch that it was lent for last, until somebody asks.
    written: OnceCell<Written>,
    writer: Option<Writer>,
}

/// The thread that writes.
struct Writer {
    there: Sender<(Box<dyn Backend>, Batch)>,
    back: Receiver<(Box<dyn Backend>, Written)>,
}

impl Writer {
    fn begin() -> std::io::Result<Writer> {
        let (there, batches) = channel::<(Box<dyn Backend>, Batch)>();
        let (done, back) = channel();
        std::thread::Builder::new().name("log".to_owned()).spawn(move || {
            for (mut store, batch) in batches {
                let began = Instant::now();
                let outcome = store.append(&batch).map(drop);
                let written = Written { batch, outcome, took: began.elapsed() };
                if done.send((store, written)).is_err() {
                    break;
                }
            }
        })?;
        Ok(Writer { there, back })
    }
}

impl LentStore {
    /// A store, and the same room opened for reading where that can be had.
    pub(crate) fn new(store: Box<dyn Backend>, beside: Option<Box<dyn Backend>>) -> LentStore {
        LentStore { beside, home: OnceCell::from(store), written: OnceCell::new(), writer: None }
    }

    /// The store; waits until it is back.
    pub(crate) fn as_ref(&self) -> &(dyn Backend + 'static) {
        let back = || {
            let back = self.writer.as_ref().and_then(|writer| writer.back.recv().ok());
            let Some((store, written)) = back else { stop() };
            self.keep(written);
            store
        };
        self.home.get_or_init(back).as_ref()
    }

    /// Lends the store to be written to. Whoever lends it again must have asked what became of it before.
    pub(super) fn lend(&mut self, batch: Batch) {
        self.as_ref();
        if self.written.get().is_some() {
            stop();
        }
        let Some(store) = self.home.take() else { stop() };
        if self.writer.is_none() {
            self.writer = Writer::begin().ok();
        }
        let is_sent = self.writer.as_ref().is_some_and(|writer| writer.there.send((store, batch)).is_ok());
        if !is_sent {
            stop();
        }
    }

    /// What became of the batch that the store was lent for last; waits for it.
    pub(super) fn written(&mut self) -> Option<Written> {
        self.as_ref();
        self.written.take()
    }

    /// Whether the store is not with the thread that writes.
    pub(super) fn is_back(&self) -> bool {
        if self.home.get().is_some() {
            return true;
        }
        match self.writer.as_ref().map(|writer| writer.back.try_recv()) {
            Some(Ok((store, written))) => {
                self.keep(written);
                self.home.set(store).is_ok()
            }
            Some(Err(TryRecvError::Empty)) => false,
            Some(Err(TryRecvError::Disconnected)) | None => stop(),
        }
    }

    /// Keeps what became of a batch until somebody asks; what became of the one before must have been asked.
    fn keep(&self, written: Written) {
        if self.written.set(written).is_err() {
            stop();
        }
    }

    /// Where the command that this sender gave this id was applied, but for a batch that is just being written.
    pub(super) fn applied_so_far(&self, by: &str, id: &str) -> Result<Option<Applied>, store::Error> {
        match &self.beside {
            Some(beside) if !self.is_back() => beside.applied(by, id),
            _ => self.as_ref().applied(by, id),
        }
    }
}

impl<T: Backend + 'static> From<Box<T>> for LentStore {
    fn from(store: Box<T>) -> LentStore {
        LentStore::new(store, None)
    }
}

impl Deref for LentStore {
    type Target = dyn Backend;

    fn deref(&self) -> &(dyn Backend + 'static) {
        self.as_ref()
    }
}

impl DerefMut for LentStore {
    fn deref_mut(&mut self) -> &mut (dyn Backend + 'static) {
        self.as_ref();
        match self.home.get_mut() {
            Some(store) => store.as_mut(),
            None => stop(),
        }
    }
}

/// Nobody knows what is on disk if the thread that writes has ended, or what became of a batch was never asked: better no
/// room than a wrong one.
pub(super) fn stop() -> ! {
    tracing::error!("nobody knows any more what of the log is on disk, so the room stops");
    std::process::exit(74);
}
