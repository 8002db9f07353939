//! A connection that does not wait for ever: what stays unread for too long ends it, and so does the room when it
//! closes. Whoever sends without end is read no faster than anybody needs.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};

use super::places::Place;

/// A connection with its place; both are given up together.
pub(super) struct Line<S> {
    io: S,
    unread: Duration,
    /// Runs while something that was sent is not taken.
    stalled: Option<Pin<Box<Sleep>>>,
    cut: Pin<Box<WaitForCancellationFutureOwned>>,
    intake: Intake,
    /// Runs while nothing is read.
    resting: Option<Pin<Box<Sleep>>>,
    _place: Place,
}

/// How fast a connection is read: a bucket of bytes that fills with time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Intake {
    per_second: f64,
    left: f64,
    at: Instant,
}

impl Intake {
    /// So many bytes a second, and four times as many at once.
    pub(super) fn new(per_second: f64, at: Instant) -> Intake {
        Intake { per_second, left: per_second * 4.0, at }
    }

    /// Takes note of bytes that were read, and says how long nothing more is read.
    fn took(&mut self, bytes: usize, now: Instant) -> Option<Duration> {
        let filled = now.duration_since(self.at).as_secs_f64() * self.per_second;
        (self.left, self.at) = ((self.left + filled).min(self.per_second * 4.0) - bytes as f64, now);
        (self.left < 0.0).then(|| Duration::from_secs_f64((-self.left / self.per_second).min(60.0)))
    }
}

impl<S> Line<S> {
    /// A connection that ends when `cut` does, or when something stays unread for so long.
    pub(super) fn new(
        io: S,
        unread: Duration,
        intake: Intake,
        cut: CancellationToken,
        place: Place,
    ) -> Line<S> {
        let cut = Box::pin(cut.cancelled_owned());
        Line { io, unread, stalled: None, cut, intake, resting: None, _place: place }
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
        if let Some(resting) = &mut self.resting {
            if resting.as_mut().poll(context).is_pending() {
                return Poll::Pending;
            }
            self.resting = None;
        }
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.io).poll_read(context, buffer);
        let bytes = buffer.filled().len() - before;
        self.resting = self.intake.took(bytes, Instant::now()).map(|rest| Box::pin(sleep(rest)));
        read
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

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::super::places::Places;
    use super::*;
    use crate::api::Limits;

    #[test]
    fn whoever_sends_without_end_is_read_at_a_pace() {
        let at = Instant::now();
        let mut intake = Intake::new(1_000.0, at);
        assert_eq!(intake.took(4_000, at), None, "as much at once as nobody needs");
        assert_eq!(intake.took(500, at), Some(Duration::from_millis(500)));
        let later = at + Duration::from_millis(500);
        assert_eq!(intake.took(0, later), None);
        assert_eq!(intake.took(1, later), Some(Duration::from_millis(1)));
        let much_later = at + Duration::from_secs(3_600);
        assert_eq!(intake.took(4_001, much_later), Some(Duration::from_millis(1)), "it holds no more");
        assert_eq!(Intake::new(f64::INFINITY, at).took(1 << 40, at), None, "where nothing is limited");
    }

    #[tokio::test]
    async fn what_is_sent_without_end_is_left_where_it_is() {
        let (mut sender, taken) = tokio::io::duplex(64 * 1024);
        let place = Places::new(Limits::none()).take([127, 0, 0, 1].into(), false).unwrap();
        let intake = Intake::new(1_000.0, Instant::now());
        let mut line = Line::new(taken, Duration::from_secs(60), intake, CancellationToken::new(), place);
        sender.write_all(&[0; 60_000]).await.unwrap();
        let mut part = [0; 5_000];
        assert_eq!(line.read(&mut part).now_or_never().unwrap().unwrap(), 5_000);
        assert!(line.read(&mut part).now_or_never().is_none(), "nothing more is read for a while");
    }
}
