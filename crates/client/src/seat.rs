//! A table's stream over a WebSocket: numbered events one way, commands and their answers the other.

use futures_util::{SinkExt, StreamExt};
use room::{Command, PersonId, TableId, TableView};
use serde::Deserialize;
use serde_json::json;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::{ClientFault, Patron, Site};

/// What became of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// It was done, and is on disk.
    Applied,
    /// The same command was done before.
    Duplicate,
    /// What it was based on has changed.
    Stale,
    /// A rule forbids it.
    Refused,
}

/// The answer to a command.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Answer {
    /// The client's own id of the command.
    pub id: String,
    /// What became of it.
    pub outcome: Outcome,
    /// The number of the table's last event after it.
    pub number: u64,
    /// Why not, in a sentence.
    pub what: String,
}

/// A message of any kind; each has some of the fields.
#[derive(Deserialize)]
struct Any {
    #[serde(rename = "type")]
    kind: Kind,
    view: Option<TableView>,
    #[serde(default)]
    lines: Vec<Line>,
    id: Option<String>,
    outcome: Option<Outcome>,
    number: Option<u64>,
    what: Option<String>,
    person: Option<PersonId>,
    text: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    Snapshot,
    Events,
    Answer,
    Said,
}

#[derive(Deserialize)]
struct Line {
    number: u64,
}

/// What was heard of a table.
#[derive(Clone, Debug)]
pub enum Heard {
    /// The table has changed.
    Table,
    /// An answer has come.
    Answer(Answer),
    /// Somebody has said something.
    Said {
        /// Who.
        person: PersonId,
        /// What.
        text: String,
    },
}

/// One pair of eyes at a table, and a mouth.
pub struct Seat {
    socket: WebSocketStream<TcpStream>,
    /// Who sits there; nobody for one who only looks.
    pub person: Option<PersonId>,
    /// The table as it was last heard.
    pub view: TableView,
    /// The bytes of the last message.
    pub raw: Utf8Bytes,
}

impl Seat {
    /// Follows a table with somebody's session or without one, from its present state or from the last event
    /// that is known.
    ///
    /// # Errors
    /// When there is no such table, or its first message is not one.
    pub async fn open(
        site: Site,
        table: TableId,
        patron: Option<&Patron>,
        from: Option<u64>,
    ) -> Result<Seat, ClientFault> {
        Seat::over(TcpStream::connect(site.0).await?, site, table, patron, from).await
    }

    /// The same over a connection that is open to the server.
    ///
    /// # Errors
    /// As [`Seat::open`].
    pub async fn over(
        connection: TcpStream,
        site: Site,
        table: TableId,
        patron: Option<&Patron>,
        from: Option<u64>,
    ) -> Result<Seat, ClientFault> {
        let query = from.map_or(String::new(), |from| format!("?from={from}"));
        let mut request =
            format!("ws://{}/api/tables/{table}/socket{query}", site.0).into_client_request()?;
        if let Some(patron) = patron {
            let cookie = HeaderValue::from_str(&patron.cookie);
            let cookie = cookie.map_err(|error| ClientFault::Unreadable(error.to_string()))?;
            request.headers_mut().insert("cookie", cookie);
        }
        connection.set_nodelay(true)?;
        let (mut socket, _) = client_async(request, connection).await?;
        let raw = next_text(&mut socket).await?;
        let first: Any = serde_json::from_str(&raw)?;
        if let Some(from) = from.filter(|_| first.kind == Kind::Events) {
            gap_free(from, &first)?;
        }
        let view = first.view.ok_or_else(|| ClientFault::Unreadable(raw.to_string()))?;
        Ok(Seat { socket, person: patron.map(|patron| patron.person), view, raw })
    }

    /// The next message: the table with its later events, or an answer.
    ///
    /// # Errors
    /// When the server hangs up, or an event is missing.
    pub async fn hear(&mut self) -> Result<Heard, ClientFault> {
        self.raw = next_text(&mut self.socket).await?;
        let any: Any = serde_json::from_str(&self.raw)?;
        let unreadable = || ClientFault::Unreadable(self.raw.to_string());
        if any.kind == Kind::Answer {
            let (Some(id), Some(outcome), Some(number), Some(what)) =
                (any.id, any.outcome, any.number, any.what)
            else {
                return Err(unreadable());
            };
            return Ok(Heard::Answer(Answer { id, outcome, number, what }));
        }
        if any.kind == Kind::Said {
            let (Some(person), Some(text)) = (any.person, any.text) else { return Err(unreadable()) };
            return Ok(Heard::Said { person, text });
        }
        if any.kind == Kind::Events {
            gap_free(self.view.number, &any)?;
        }
        self.view = any.view.ok_or_else(unreadable)?;
        Ok(Heard::Table)
    }

    /// Says something without waiting for the answer.
    ///
    /// # Errors
    /// When the server has hung up.
    pub async fn say(&mut self, id: &str, based_on: u64, command: &Command) -> Result<(), ClientFault> {
        self.say_text(&json!({ "id": id, "based_on": based_on, "command": command }).to_string()).await
    }

    /// Says something in the client's own words.
    ///
    /// # Errors
    /// When the server has hung up.
    pub async fn say_text(&mut self, text: &str) -> Result<(), ClientFault> {
        Ok(self.socket.send(Message::text(text)).await?)
    }

    /// The next answer, with what the table did before it.
    ///
    /// # Errors
    /// When the server hangs up, or an event is missing.
    pub async fn answer(&mut self) -> Result<Answer, ClientFault> {
        loop {
            if let Heard::Answer(answer) = self.hear().await? {
                return Ok(answer);
            }
        }
    }
}

async fn next_text(socket: &mut WebSocketStream<TcpStream>) -> Result<Utf8Bytes, ClientFault> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => return Ok(text),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Err(error)) => return Err(error.into()),
            Some(Ok(_)) | None => return Err(ClientFault::Gone("it hung up".to_owned())),
        }
    }
}

/// Every number from the last one on comes once, and the view knows them all.
fn gap_free(last: u64, any: &Any) -> Result<(), ClientFault> {
    let mut due = last + 1;
    for line in &any.lines {
        if line.number != due {
            return Err(ClientFault::Gap { due, came: line.number });
        }
        due += 1;
    }
    match any.view.as_ref().map(|view| view.number) {
        Some(number) if number + 1 == due => Ok(()),
        number => Err(ClientFault::Gap { due: due - 1, came: number.unwrap_or(0) }),
    }
}
