//! A table over a WebSocket: its stream one way, commands the other.

use std::net::SocketAddr;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{ConnectInfo, State};
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use room::TableId;
use serde::Deserialize;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};

use super::asked::{Path, Query, amiss};
use super::error::{ApiError, Failure};
use super::session::{self, Known};
use super::tables::{Sent, give};
use super::{AppState, Counted, WatchGuard, client};
use crate::hall::{Answer, Outcome, Read, StreamMessage};

/// How many messages may wait for a slow client before it is let go.
const WAITING_MOST: usize = 512;

/// How often a client may ask whether the room is there, or say that they are, until the room asks the next time. Nobody
/// needs it more often, and each costs the room an answer that is counted nowhere else.
const ASKED_MOST: u32 = 60;

/// How long the last word to a client may take.
const LAST_WORD: Duration = Duration::from_secs(1);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct From {
    pub(crate) from: Option<u64>,
}

/// A table over a WebSocket: messages come, commands go.
#[utoipa::path(
    get,
    path = "/tables/{table}/socket",
    tag = "tables",
    params(("table" = u32, Path, description = "The number of the table"), ("from" = Option<u64>, Query, description = "The last event that is known; everything after it follows")),
    responses(
        (status = 101, description = "Each message is a StreamMessage; each sent one a SentCommand", body = StreamMessage<'_>),
        (status = 401, description = "Nobody is logged in, and it is a table of the house", body = Failure),
        (status = 403, description = "It is a table of the house, and a guest asks", body = Failure),
        (status = 404, description = "There is no such thing", body = Failure),
        (status = 426, description = "The connection cannot become a WebSocket", body = Failure),
        (status = 429, description = "Too many requests", body = Failure),
    ),
)]
pub(crate) async fn socket(
    State(state): State<AppState>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Path(table): Path<TableId>,
    Query(from): Query<From>,
    known: Option<Known>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|fault| ApiError::Unreadable(fault.status(), fault.body_text()))?;
    let guard = state.counters.watch(address.ip())?;
    let (sender, receiver) = mpsc::channel(WAITING_MOST);
    let person = known.as_ref().map(|known| known.person);
    let seen = state.hall.ask(|reply| Read::Watch { table, person, from: from.from, sender, reply }).await?;
    seen.map_err(|why| ApiError::unseen(why, table, person.is_some()))?;
    // The buffer is cleared whenever the socket is looked at, and every viewer has one: commands are short.
    let upgrade = upgrade.read_buffer_size(2 * 1024).max_message_size(16 * 1024).max_frame_size(16 * 1024);
    Ok(upgrade.on_upgrade(move |socket| {
        let conversation = Conversation { state, address, table, known, malformed: 0 };
        converse(conversation, socket, receiver, guard)
    }))
}

/// Everything that is needed to answer over a socket.
struct Conversation {
    state: AppState,
    address: SocketAddr,
    table: TableId,
    known: Option<Known>,
    /// How many messages were no commands.
    malformed: u32,
}

async fn converse(
    mut conversation: Conversation,
    socket: WebSocket,
    mut told: mpsc::Receiver<crate::hall::Message>,
    _guard: WatchGuard,
) {
    let state = conversation.state.clone();
    let limits = state.limits;
    let (mut out, mut incoming) = socket.split();
    let ended = session::ended(state.clone(), conversation.known.clone());
    tokio::pin!(ended);
    let mut asks = tokio::time::interval(limits.silent / 3);
    let mut heard = Instant::now();
    let mut asked = 0;
    let why = loop {
        let message = tokio::select! {
            message = told.recv() => match message {
                Some(message) => Message::Text(message),
                // Whoever reads too slowly is let go.
                None => break close_code::AGAIN,
            },
            message = incoming.next() => {
                heard = Instant::now();
                let text = match message {
                    Some(Ok(Message::Text(text))) => text,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                        asked += 1;
                        if asked > ASKED_MOST {
                            break close_code::POLICY;
                        }
                        continue;
                    }
                    _ => break close_code::NORMAL,
                };
                let Some(answer) = conversation.answer(&text).await else { break close_code::AGAIN };
                let text = serde_json::to_string(&StreamMessage::Answer(&answer)).expect("an answer is plain data");
                if conversation.malformed >= limits.malformed {
                    let _ = timeout(limits.unread, out.send(Message::Text(text.into()))).await;
                    break close_code::POLICY;
                }
                Message::Text(text.into())
            }
            _ = asks.tick() => {
                if heard.elapsed() >= limits.silent {
                    break close_code::AWAY;
                }
                asked = 0;
                Message::Ping(Bytes::new())
            }
            () = &mut ended => break close_code::NORMAL,
            () = state.stopping.cancelled() => break close_code::AWAY,
        };
        if !matches!(timeout(limits.unread, out.send(message)).await, Ok(Ok(()))) {
            break close_code::AWAY;
        }
    };
    let close = Message::Close(Some(CloseFrame { code: why, reason: Utf8Bytes::default() }));
    let _ = timeout(LAST_WORD, out.send(close)).await;
}

impl Conversation {
    /// What is answered to a message; nothing if the table has gone to another node, where it is to be said again.
    async fn answer(&mut self, text: &str) -> Option<Answer> {
        let (state, address, table) = (&self.state, self.address, self.table);
        let refused = |id: String, code: &str, what: String| {
            let (outcome, code) = (Outcome::Refused, code.to_owned());
            Answer { id, outcome, number: 0, what, code, clause: None }
        };
        if state.counters.count(Counted::Request(client(address.ip()))).is_err() {
            return Some(refused(id_of(text), "too-many", "too many commands; wait a moment".to_owned()));
        }
        let sent = match read(text) {
            Ok(sent) => sent,
            Err(what) => {
                state.measures.malformed();
                self.malformed += 1;
                return Some(refused(id_of(text), "no-command", what));
            }
        };
        // Roles may have changed since the socket was opened.
        let known = match &self.known {
            Some(known) => session::known(state, known.token.clone()).await.ok(),
            None => None,
        };
        let Some(known) = known else {
            return Some(refused(sent.id, "log-in-first", "log in, or come in as a guest, first".to_owned()));
        };
        state.renew(&known);
        let id = sent.id.clone();
        Some(match give(state, table, &known, sent).await {
            Ok(answer) => answer,
            Err(ApiError::Broken(_)) if state.nodes.as_ref().is_some_and(|nodes| nodes.is_away(table)) => {
                return None;
            }
            Err(ApiError::Forbidden(what)) => refused(id, "forbidden", what),
            Err(ApiError::Bad(what)) => refused(id, "bad-request", what),
            Err(ApiError::Broken(what)) => refused(id, "broken", what),
            Err(_) => refused(id, "no-answer", "the room does not answer; try again".to_owned()),
        })
    }
}

/// Reads a message as a command.
pub(crate) fn read(text: &str) -> Result<Sent, String> {
    // What was sent may be named in it, and stays in one line.
    let told = |what: &str| format!("that is no command: {}", what.replace(char::is_control, " "));
    let sent = serde_json::from_str(text).map_err(|error| told(&error.to_string()))?;
    match amiss::<Sent>(text.as_bytes()) {
        Some(what) => Err(told(&what)),
        None => Ok(sent),
    }
}

/// The id of a message, if it has one, so that its sender knows what is refused.
fn id_of(text: &str) -> String {
    let value = serde_json::from_str::<serde_json::Value>(text).unwrap_or_default();
    value["id"].as_str().unwrap_or_default().chars().take(64).collect()
}
