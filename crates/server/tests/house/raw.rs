//! Connections as nobody should make them: by hand, from any address of this machine.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use client::Site;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

/// Longer than anything here should take, also on a busy machine.
pub(crate) const LONG: Duration = Duration::from_secs(20);

/// A connection from 127.0.0.`last`.
pub(crate) async fn connect(site: Site, last: u8) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::from((Ipv4Addr::new(127, 0, 0, last), 0))).unwrap();
    socket.connect(site.0).await.unwrap()
}

/// A connection on which something was sent.
pub(crate) async fn begun(site: Site, last: u8, text: &str) -> TcpStream {
    let mut connection = connect(site, last).await;
    connection.write_all(text.as_bytes()).await.unwrap();
    connection
}

/// Everything that comes until the other side hangs up, however it does; nothing if it does not.
pub(crate) async fn until_closed(connection: &mut TcpStream, most: Duration) -> Option<String> {
    let mut heard = Vec::new();
    let mut part = [0; 16 * 1024];
    let reading = async {
        loop {
            match connection.read(&mut part).await {
                Ok(0) | Err(_) => break,
                Ok(count) => heard.extend_from_slice(&part[..count]),
            }
        }
    };
    timeout(most, reading).await.ok()?;
    Some(String::from_utf8_lossy(&heard).into_owned())
}

/// A request by hand, on a connection that ends with it; gives the status, or nothing if it is closed unheard.
pub(crate) async fn ask(site: Site, last: u8, text: &str) -> Option<u16> {
    let mut connection = connect(site, last).await;
    connection.write_all(text.as_bytes()).await.ok()?;
    let heard = until_closed(&mut connection, LONG).await.expect("it is closed");
    heard.split(' ').nth(1)?.parse().ok()
}

/// The head of a request to read.
pub(crate) fn get(site: Site, path: &str, cookie: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: {}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n", site.0)
}

/// The head of a request for a socket at a table.
pub(crate) fn upgrade(site: Site, table: u32, cookie: &str) -> String {
    format!(
        "GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {}\r\nCookie: {cookie}\r\nConnection: Upgrade\r\n\
         Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        site.0
    )
}
