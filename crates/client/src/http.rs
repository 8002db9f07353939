//! Plain HTTP, one connection for each request, in the oldest version that everybody speaks: whatever comes until
//! the server hangs up is the answer.

use std::fmt::Write as _;
use std::net::SocketAddr;

use serde::de::DeserializeOwned;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use crate::ClientFault;

/// Where a server listens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Site(pub SocketAddr);

/// A request.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    /// "GET", "POST", ...
    pub method: String,
    /// The path with its query.
    pub path: String,
    /// Further headers.
    pub headers: Vec<(String, String)>,
    /// The body; sent as JSON.
    pub body: Option<String>,
}

impl Ask {
    /// A request to read.
    #[must_use]
    pub fn get(path: &str) -> Ask {
        Ask { method: "GET".to_owned(), path: path.to_owned(), ..Ask::default() }
    }

    /// A request to do something.
    #[must_use]
    pub fn post(path: &str, body: &serde_json::Value) -> Ask {
        Ask { method: "POST".to_owned(), body: Some(body.to_string()), ..Ask::get(path) }
    }

    /// The request with a further header.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Ask {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    fn text(&self, site: Site) -> String {
        let Ask { method, path, headers, body } = self;
        let mut text = format!("{method} {path} HTTP/1.0\r\n");
        if headers.iter().all(|(name, _)| !name.eq_ignore_ascii_case("host")) {
            let _ = write!(text, "Host: {}\r\n", site.0);
        }
        for (name, value) in headers {
            let _ = write!(text, "{name}: {value}\r\n");
        }
        if let Some(body) = body {
            let _ = write!(text, "Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
        }
        text.push_str("\r\n");
        text.push_str(body.as_deref().unwrap_or(""));
        text
    }
}

/// What a server answers.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The status.
    pub status: u16,
    /// The headers, with names in small letters.
    pub headers: Vec<(String, String)>,
    /// The body as text; of a file that is none, such as a PDF, what can be read of it.
    pub body: String,
}

impl Reply {
    /// The first header of a name.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(one, _)| one == name).map(|(_, value)| value.as_str())
    }

    /// The body read as JSON.
    ///
    /// # Errors
    /// When the status is not 200 or the body is something else.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, ClientFault> {
        if self.status != 200 {
            return Err(ClientFault::Status { status: self.status, body: self.body.clone() });
        }
        Ok(serde_json::from_str(&self.body)?)
    }
}

/// An answer that goes on, such as server-sent events.
pub struct Watch {
    lines: BufReader<TcpStream>,
    /// Its status and headers; the body is empty.
    pub reply: Reply,
}

impl Watch {
    /// The next line of the body; nothing when the server has ended it.
    ///
    /// # Errors
    /// When the connection breaks.
    pub async fn line(&mut self) -> Result<Option<String>, ClientFault> {
        let mut line = String::new();
        let read = self.lines.read_line(&mut line).await?;
        Ok((read > 0).then_some(line))
    }
}

impl Site {
    /// Asks, and reads the whole answer.
    ///
    /// # Errors
    /// When the server cannot be reached or answers with something else than HTTP.
    pub async fn ask(self, ask: &Ask) -> Result<Reply, ClientFault> {
        let mut watch = self.watch(ask).await?;
        let mut body = Vec::new();
        watch.lines.read_to_end(&mut body).await?;
        let body = String::from_utf8_lossy(&body).into_owned();
        Ok(Reply { body, ..watch.reply })
    }

    /// Asks, and reads the answer's head only.
    ///
    /// # Errors
    /// When the server cannot be reached or answers with something else than HTTP.
    pub async fn watch(self, ask: &Ask) -> Result<Watch, ClientFault> {
        let mut connection = TcpStream::connect(self.0).await?;
        connection.set_nodelay(true)?;
        connection.write_all(ask.text(self).as_bytes()).await?;
        let mut lines = BufReader::new(connection);
        let mut head = Vec::new();
        loop {
            let mut line = String::new();
            if lines.read_line(&mut line).await? == 0 {
                return Err(ClientFault::Gone("it hung up without an answer".to_owned()));
            }
            match line.trim_end() {
                "" => break,
                line => head.push(line.to_owned()),
            }
        }
        let status = head.first().and_then(|line| line.split(' ').nth(1)).and_then(|word| word.parse().ok());
        let status = status.ok_or_else(|| ClientFault::Unreadable(head.join(" ")))?;
        let pair = |line: &String| {
            let (name, value) = line.split_once(':')?;
            Some((name.to_ascii_lowercase(), value.trim().to_owned()))
        };
        let headers = head.iter().skip(1).filter_map(pair).collect();
        Ok(Watch { lines, reply: Reply { status, headers, body: String::new() } })
    }
}
