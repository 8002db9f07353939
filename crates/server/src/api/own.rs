//! What belongs to whoever asks: the tables at which they have a place, their rounds, and their preferences.

use std::net::SocketAddr;

use axum::Json;
use axum::extract::{ConnectInfo, State};
use room::TableId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::AppState;
use super::asked::{Body, Query};
use super::error::{ApiError, Failure};
use super::session::Known;
use crate::hall::{LobbyTable, OwnTable, Read, Write};
use crate::records::{OwnRounds, RoundLine};

/// How many rounds a page of the own ones has at the most.
const PAGE: usize = 200;

/// The tables at which the asker has a place, and where they are waited for.
#[utoipa::path(
    get,
    path = "/me/tables",
    tag = "people",
    responses(
        (status = 200, description = "Tables at which one has chips or waits, by number", body = Vec<OwnTable>),
        (status = 401, description = "Nobody is logged in", body = Failure),
    ),
)]
pub(crate) async fn tables(
    State(state): State<AppState>,
    known: Known,
) -> Result<Json<Vec<OwnTable>>, ApiError> {
    Ok(Json(state.hall.ask(|reply| Read::OwnTables(known.person, reply)).await?))
}

/// Which part of the own rounds is wanted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OwnQuery {
    before: Option<i64>,
    limit: Option<usize>,
}

/// A finished round that the asker was in.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnRound {
    /// At which table.
    table: TableId,
    /// The book.
    book: String,
    /// The game's name.
    game: String,
    /// The house's name.
    house: String,
    /// Whether it was played with play chips.
    is_practice: bool,
    /// The round.
    line: RoundLine,
}

/// The finished rounds of whoever asks at all tables, the newest first.
#[utoipa::path(
    get,
    path = "/me/rounds",
    tag = "records",
    params(
        ("before" = Option<i64>, Query, description = "Only rounds that ended before this time, for the next page"),
        ("limit" = Option<u64>, Query, description = "At most so many, and at most 200"),
    ),
    responses(
        (status = 200, description = "At most 200 rounds", body = Vec<OwnRound>),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 429, description = "Too many at once", body = Failure),
    ),
)]
pub(crate) async fn rounds(
    State(state): State<AppState>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Query(query): Query<OwnQuery>,
    known: Known,
) -> Result<Json<Vec<OwnRound>>, ApiError> {
    let (before, limit) = (query.before.unwrap_or(i64::MAX), query.limit.unwrap_or(PAGE).min(PAGE));
    let found: OwnRounds =
        state.read(address, move |records, _| records.rounds_of(known.person, before, limit)).await?;
    let mut tables: Vec<TableId> = found.iter().map(|(table, _)| *table).collect();
    tables.sort_unstable();
    tables.dedup();
    let rows: Vec<LobbyTable> = state.hall.ask(|reply| Read::Rows(tables, reply)).await?;
    let named = |(table, line): (TableId, RoundLine)| {
        let row = rows.iter().find(|row| row.table == table);
        let text = |of: fn(&LobbyTable) -> &String| row.map(|row| of(row).clone()).unwrap_or_default();
        OwnRound {
            table,
            book: text(|row| &row.book),
            game: text(|row| &row.game),
            house: text(|row| &row.house),
            is_practice: row.is_some_and(|row| row.is_practice),
            line,
        }
    };
    Ok(Json(found.into_iter().map(named).collect()))
}

/// What somebody prefers on the page, as the page wrote it.
#[derive(Default, Serialize, Deserialize, ToSchema)]
pub(crate) struct Preferences {
    /// The page's own text; empty if nothing was kept.
    text: String,
}

/// How long the text of somebody's preferences may be.
const TEXT_MOST: usize = 4_096;

/// What was kept of the asker's preferences.
#[utoipa::path(
    get,
    path = "/me/preferences",
    tag = "people",
    responses(
        (status = 200, description = "The text that was kept; empty if there is none", body = Preferences),
        (status = 401, description = "Nobody is logged in", body = Failure),
    ),
)]
pub(crate) async fn preferences(
    State(state): State<AppState>,
    known: Known,
) -> Result<Json<Preferences>, ApiError> {
    let kept = state.hall.ask(|reply| Read::Preferences(known.person, reply)).await??;
    let text = kept.unwrap_or_else(|| state.preferences.read(known.person));
    Ok(Json(Preferences { text }))
}

/// Keeps the asker's preferences.
#[utoipa::path(
    post,
    path = "/me/preferences",
    tag = "people",
    request_body = Preferences,
    responses(
        (status = 200, description = "They are kept; a guest's only as long as the browser keeps them", body = Preferences),
        (status = 400, description = "The text is too long", body = Failure),
        (status = 401, description = "Nobody is logged in", body = Failure),
    ),
)]
pub(crate) async fn keep_preferences(
    State(state): State<AppState>,
    known: Known,
    Body(kept): Body<Preferences>,
) -> Result<Json<Preferences>, ApiError> {
    if kept.text.len() > TEXT_MOST {
        return Err(ApiError::Bad(format!("preferences have at most {TEXT_MOST} bytes")));
    }
    // Guests come and go by the thousand; what they prefer stays in their browser.
    if !known.is(super::Role::Guest) {
        let text = kept.text.clone();
        state.hall.ask(|reply| Write::KeepPreferences(known.person, text, reply)).await??;
    }
    Ok(Json(kept))
}
