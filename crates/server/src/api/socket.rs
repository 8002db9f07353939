//! A table over a WebSocket: its stream one way, commands the other.

use std::net::SocketAddr;

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, State};
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use room::TableId;
use serde::Deserialize;
use tokio::sync::mpsc;

use super::asked::{Path, Query};
use super::error::{ApiError, Failure};
use super::session::{self, Known};
use super::tables::{Sent, give};
use super::{AppState, Counted, WatchGuard};
use crate::hall::{Answer, Outcome, Read, StreamMessage};

/// How many messages may wait for a slow client before it is let go.
const WAITING_MOST: usize = 512;

#[derive(Deserialize)]
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
    let guard = state.watch(address.ip())?;
    let (sender, receiver) = mpsc::channel(WAITING_MOST);
    let person = known.as_ref().map(|known| known.person);
    let is_there =
        state.hall.ask(|reply| Read::Watch { table, person, from: from.from, sender, reply }).await?;
    if !is_there {
        return Err(ApiError::NotFound(format!("there is no table {table}")));
    }
    // The buffer is cleared whenever the socket is looked at, and every viewer has one: commands are short.
    let upgrade = upgrade.read_buffer_size(2 * 1024).max_message_size(16 * 1024).max_frame_size(16 * 1024);
    Ok(upgrade.on_upgrade(move |socket| converse(state, address, table, known, socket, receiver, guard)))
}

async fn converse(
    state: AppState,
    address: SocketAddr,
    table: TableId,
    known: Option<Known>,
    socket: WebSocket,
    mut told: mpsc::Receiver<crate::hall::Message>,
    _guard: WatchGuard,
) {
    let (mut out, mut incoming) = socket.split();
    let token = known.as_ref().map(|known| known.token.clone());
    let ended = session::ended(state.clone(), token);
    tokio::pin!(ended);
    loop {
        tokio::select! {
            message = told.recv() => {
                let Some(message) = message else { break };
                if out.send(Message::Text(message)).await.is_err() {
                    break;
                }
            }
            message = incoming.next() => {
                let text = match message {
                    Some(Ok(Message::Text(text))) => text,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    _ => break,
                };
                let answer = answer(&state, address, table, known.as_ref(), &text).await;
                let text = serde_json::to_string(&StreamMessage::Answer(&answer)).expect("an answer is plain data");
                if out.send(Message::Text(text.into())).await.is_err() {
                    break;
                }
            }
            () = &mut ended => break,
            () = state.stopping.cancelled() => break,
        }
    }
    let _ = out.send(Message::Close(None)).await;
}

async fn answer(
    state: &AppState,
    address: SocketAddr,
    table: TableId,
    known: Option<&Known>,
    text: &str,
) -> Answer {
    let refused = |id: String, code: &str, what: String| {
        let (outcome, code) = (Outcome::Refused, code.to_owned());
        Answer { id, outcome, number: 0, what, code, clause: None }
    };
    let sent: Sent = match serde_json::from_str(text) {
        Ok(sent) => sent,
        Err(error) => {
            let id = serde_json::from_str::<serde_json::Value>(text)
                .ok()
                .and_then(|value| Some(value.get("id")?.as_str()?.to_owned()));
            return refused(id.unwrap_or_default(), "no-command", format!("that is no command: {error}"));
        }
    };
    if state.count(address.ip(), Counted::Request).is_err() {
        return refused(sent.id, "too-many", "too many commands; wait a moment".to_owned());
    }
    // Roles may have changed since the socket was opened.
    let known = match known {
        Some(known) => session::known(state, known.token.clone()).await.ok(),
        None => None,
    };
    let Some(known) = known else {
        return refused(sent.id, "log-in-first", "log in, or come in as a guest, first".to_owned());
    };
    let id = sent.id.clone();
    match give(state, table, &known, sent).await {
        Ok(answer) => answer,
        Err(ApiError::Forbidden(what)) => refused(id, "forbidden", what),
        Err(ApiError::Bad(what)) => refused(id, "bad-request", what),
        Err(ApiError::Broken(what)) => refused(id, "broken", what),
        Err(_) => refused(id, "no-answer", "the room does not answer; try again".to_owned()),
    }
}
