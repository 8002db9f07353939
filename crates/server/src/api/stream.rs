//! A table as server-sent events, for those who only watch.

use std::convert::Infallible;
use std::net::SocketAddr;

use axum::extract::{ConnectInfo, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use room::TableId;
use tokio::sync::mpsc;

use super::AppState;
use super::asked::{Path, Query};
use super::error::{ApiError, Failure};
use super::session::{self, Known};
use super::socket::From;
use crate::hall::{Read, StreamMessage};

/// A table as server-sent events, for those who only watch.
#[utoipa::path(
    get,
    path = "/tables/{table}/stream",
    tag = "tables",
    params(("table" = u32, Path, description = "The number of the table"), ("from" = Option<u64>, Query, description = "The last event that is known; everything after it follows")),
    responses(
        (status = 200, description = "The data of each event is a StreamMessage", body = StreamMessage<'_>, content_type = "text/event-stream"),
        (status = 401, description = "Nobody is logged in, and it is a table of the house", body = Failure),
        (status = 403, description = "It is a table of the house, and a guest asks", body = Failure),
        (status = 404, description = "There is no such thing", body = Failure),
        (status = 429, description = "Too many requests", body = Failure),
    ),
)]
pub(crate) async fn stream(
    State(state): State<AppState>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Path(table): Path<TableId>,
    Query(from): Query<From>,
    known: Option<Known>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let guard = state.counters.watch(address.ip())?;
    let (sender, receiver) = mpsc::channel(512);
    let person = known.as_ref().map(|known| known.person);
    let seen = state.hall.ask(|reply| Read::Watch { table, person, from: from.from, sender, reply }).await?;
    seen.map_err(|why| ApiError::unseen(why, table, person.is_some()))?;
    let stopping = state.stopping.clone();
    let ended = Box::pin(session::ended(state.clone(), known));
    let messages = futures_util::stream::unfold(
        (receiver, stopping, ended, guard),
        |(mut receiver, stopping, mut ended, guard)| async move {
            tokio::select! {
                message = receiver.recv() => {
                    let message = message?;
                    Some((Ok(Event::default().data(message.as_str())), (receiver, stopping, ended, guard)))
                }
                () = &mut ended => None,
                () = stopping.cancelled() => None,
            }
        },
    );
    Ok(Sse::new(messages).keep_alive(KeepAlive::default()))
}
