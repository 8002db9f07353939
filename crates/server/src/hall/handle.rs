//! How the rest of the server speaks to the hall.

use std::sync::mpsc::{SyncSender, TrySendError};

use tokio::sync::oneshot;

use super::Request;

/// A handle through which the rest of the server speaks to the hall.
#[derive(Clone)]
pub(crate) struct HallHandle {
    pub(super) sender: SyncSender<Request>,
}

/// The hall's queue is full, or the hall has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Busy;

impl HallHandle {
    /// Asks the hall something and waits for the answer.
    ///
    /// # Errors
    /// When the hall has more to do than it can hold, or has stopped.
    pub(crate) async fn ask<T, R: Into<Request>>(
        &self,
        request: impl FnOnce(oneshot::Sender<T>) -> R,
    ) -> Result<T, Busy> {
        let (sender, receiver) = oneshot::channel();
        self.send(request(sender).into())?;
        receiver.await.map_err(|_| Busy)
    }

    /// Tells the hall something without waiting.
    ///
    /// # Errors
    /// When the hall has more to do than it can hold, or has stopped.
    pub(crate) fn send(&self, request: Request) -> Result<(), Busy> {
        self.sender.try_send(request).map_err(|error| match error {
            TrySendError::Full(_) | TrySendError::Disconnected(_) => Busy,
        })
    }
}
