//! A connection that does not wait for ever: what stays unread for too long ends it, and so does the room when it
//! closes.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};

use super::places::Place;

/// A connection with its place; both are given up together.
pub(super) struct Line<S> {
    io: S,
    unread: Duration,
    /// Runs while something that was sent is not taken.
    stalled: Option<Pin<Box<Sleep>>>,
    cut: Pin<Box<WaitForCancellationFutureOwned>>,
    _place: Place,
}

impl<S> Line<S> {
    /// A connection that ends when `cut` does, or when something stays unread for so long.
    pub(super) fn new(io: S, unread: Duration, cut: CancellationToken, place: Place) -> Line<S> {
        Line { io, unread, stalled: None, cut: Box::pin(cut.cancelled_owned()), _place: place }
    }

    fn check_cut(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        match self.cut.as_mut().poll(context) {
            Poll::Ready(()) => Err(io::Error::new(io::ErrorKind::ConnectionAborted, "the room closes")),
            Poll::Pending => Ok(()),
        }
    }

    /// What became of sending; an error when it has been pending for too long.
    fn within_patience<T>(
        &mut self,
        sent: Poll<io::Result<T>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if sent.is_ready() {
            self.stalled = None;
            return sent;
        }
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(self.unread)));
        match stalled.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "nobody reads"))),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Line<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.check_cut(context)?;
        Pin::new(&mut self.io).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Line<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.check_cut(context)?;
        let sent = Pin::new(&mut self.io).poll_write(context, bytes);
        self.within_patience(sent, context)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.check_cut(context)?;
        let sent = Pin::new(&mut self.io).poll_flush(context);
        self.within_patience(sent, context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.check_cut(context)?;
        let sent = Pin::new(&mut self.io).poll_shutdown(context);
        self.within_patience(sent, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.check_cut(context)?;
        let sent = Pin::new(&mut self.io).poll_write_vectored(context, parts);
        self.within_patience(sent, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.io.is_write_vectored()
    }
}
