//! A client's socket that is another node's, as bytes. If that node dies or is taken for dead, the client is told to come again as if the node
//! had said so itself.

use axum::http::request::Parts;
use axum::response::Response;
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, copy};

/// The frame that closes a socket and says "try again" (code 1013).
const COME_AGAIN: [u8; 4] = [0x88, 2, 0x03, 0xF5];

/// Joins the connection of a client with that of a node when both have become sockets.
/// They are parted at the latest when that node is none any more, or this one stops.
pub(super) fn join(
    parts: &Parts,
    mut response: Response,
    parted: impl Future<Output = ()> + Send + 'static,
) -> Response {
    let Some(client) = parts.extensions.get::<OnUpgrade>().cloned() else { return response };
    let node = hyper::upgrade::on(&mut response);
    tokio::spawn(async move {
        let (Ok(client), Ok(node)) = tokio::join!(client, node) else { return };
        relay(TokioIo::new(client), TokioIo::new(node), parted).await;
    });
    response
}

/// Carries bytes both ways until one side ends, or they are parted.
pub(super) async fn relay(
    client: impl AsyncRead + AsyncWrite,
    node: impl AsyncRead + AsyncWrite,
    parted: impl Future<Output = ()>,
) {
    let (mut from_client, mut to_client) = tokio::io::split(client);
    let (mut from_node, mut to_node) = tokio::io::split(node);
    let mut frames = Frames::default();
    tokio::select! {
        _ = copy(&mut from_client, &mut to_node) => {
            let _ = to_node.shutdown().await;
            // What the node still has to say is its goodbye.
            let _ = carry(&mut from_node, &mut to_client, &mut frames).await;
        }
        () = carry(&mut from_node, &mut to_client, &mut frames) => {}
        () = parted => {}
    }
    if frames.may_close() {
        let _ = to_client.write_all(&COME_AGAIN).await;
    }
    let _ = to_client.shutdown().await;
}

/// Carries what a node says to its client.
async fn carry(
    node: &mut (impl AsyncRead + Unpin),
    client: &mut (impl AsyncWrite + Unpin),
    frames: &mut Frames,
) {
    let mut bytes = vec![0; 16 * 1024];
    loop {
        let Ok(read @ 1..) = node.read(&mut bytes).await else { return };
        frames.follow(&bytes[..read]);
        if client.write_all(&bytes[..read]).await.is_err() {
            return;
        }
    }
}

/// Follows the frames of a socket as its bytes go by, so that it is known when something may be said between two.
#[derive(Debug, Default)]
struct Frames {
    /// What has come of a frame's head.
    head: Vec<u8>,
    /// How much of a frame is still to come.
    left: u64,
    /// Whether the node has said goodbye.
    is_closed: bool,
}

impl Frames {
    fn follow(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let passed = usize::try_from(self.left).unwrap_or(usize::MAX).min(bytes.len());
            self.left -= passed as u64;
            bytes = &bytes[passed..];
            if let ([first, rest @ ..], 0) = (bytes, self.left) {
                self.head.push(*first);
                bytes = rest;
                if let Some(left) = length(&self.head) {
                    self.is_closed |= self.head[0] & 0x0F == 8;
                    (self.left, self.head) = (left, Vec::new());
                }
            }
        }
    }

    /// Whether a frame that closes the socket may be sent now.
    fn may_close(&self) -> bool {
        !self.is_closed && self.left == 0 && self.head.is_empty()
    }
}

/// How many bytes follow a frame's head, if the head is whole. What a server says is not masked; a mask is four bytes more.
fn length(head: &[u8]) -> Option<u64> {
    let second = *head.get(1)?;
    let mask = if second & 0x80 == 0 { 0 } else { 4 };
    let length = match second & 0x7F {
        126 => u64::from(u16::from_be_bytes(head.get(2..4)?.try_into().ok()?)),
        127 => u64::from_be_bytes(head.get(2..10)?.try_into().ok()?),
        short => u64::from(short),
    };
    Some(length.saturating_add(mask))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a client hears of a node that says something and is gone.
    async fn heard(said: &[u8]) -> Vec<u8> {
        let (client, mut own) = tokio::io::duplex(1 << 20);
        let (node, mut other) = tokio::io::duplex(1 << 20);
        let relayed = tokio::spawn(relay(client, node, std::future::pending()));
        other.write_all(said).await.unwrap();
        drop(other);
        let mut heard = Vec::new();
        own.read_to_end(&mut heard).await.unwrap();
        relayed.await.unwrap();
        heard
    }

    /// A frame of text, with a head as long as its length needs.
    fn text(length: usize) -> Vec<u8> {
        let mut frame = match length {
            0..=125 => vec![0x81, length as u8],
            126..=0xFFFF => [&[0x81, 126], &(length as u16).to_be_bytes()[..]].concat(),
            _ => [&[0x81, 127], &(length as u64).to_be_bytes()[..]].concat(),
        };
        frame.extend(vec![b'x'; length]);
        frame
    }

    #[tokio::test]
    async fn a_client_whose_node_is_gone_is_told_to_come_again() {
        for said in [Vec::new(), text(3), text(125), [text(126), text(0)].concat(), text(70_000)] {
            assert_eq!(heard(&said).await, [&said[..], &COME_AGAIN].concat(), "{} bytes", said.len());
        }
        // In the middle of a frame nothing can be said, and whoever has heard a goodbye hears no second one.
        let goodbye = [&text(2)[..], &[0x88, 2, 0x03, 0xE9]].concat();
        for said in [text(200)[..150].to_vec(), text(200)[..2].to_vec(), text(70_000)[..5].to_vec(), goodbye]
        {
            assert_eq!(heard(&said).await, said);
        }
    }
}
