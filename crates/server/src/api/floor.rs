//! The floor: every table at a glance, the drop by hour, and new tables.

use axum::Json;
use axum::extract::{Path, State};
use room::{Spec, TableId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::asked::Body;
use super::error::{ApiError, Failure};
use super::session::Known;
use super::{AppState, Role};
use crate::hall::{FloorView, Read, Write, now};
use crate::journal::Given;

#[derive(Serialize, ToSchema)]
pub(crate) struct Floor {
    tables: Vec<FloorView>,
    drop: Vec<DropHour>,
}

#[derive(Serialize, ToSchema)]
struct DropHour {
    table: TableId,
    hour: i64,
    cents: i64,
}

const HOUR_MS: i64 = 3_600_000;
const WEEK_MS: i64 = 7 * 24 * HOUR_MS;

/// Every table at a glance, and the drop by hour: of the house's, what lies in boxes that are counted, because the floor
/// counts them.
#[utoipa::path(
    get,
    path = "/floor",
    tag = "floor",
    responses(
        (status = 200, description = "The floor", body = Floor),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
    ),
)]
pub(crate) async fn floor(State(state): State<AppState>, known: Known) -> Result<Json<Floor>, ApiError> {
    known.must_be(&[Role::Floor])?;
    let tables = state.hall.ask(Read::Floor).await?;
    let records = state.records.clone();
    let sums = blocking(move || records.drop_by_hour(now().0 - WEEK_MS)).await?;
    let table_of = |account: &str| account.strip_prefix("table:")?.split('/').next()?.parse().ok();
    let is_told = |table: TableId, hour: i64| {
        let row = tables.iter().find(|one| one.row.table == table);
        row.is_some_and(|row| row.counted_until.is_none_or(|until| hour + HOUR_MS <= until))
    };
    let drop = sums
        .iter()
        .filter_map(|sum| {
            let cents = (sum.received - sum.paid).in_cents();
            let (table, hour) = (table_of(&sum.account)?, sum.hour_ms);
            is_told(table, hour).then_some(DropHour { table, hour, cents })
        })
        .collect();
    Ok(Json(Floor { tables, drop }))
}

/// Reads records beside the other requests.
pub(crate) async fn blocking<T: Send + 'static>(
    read: impl FnOnce() -> Result<T, crate::hall::HallError> + Send + 'static,
) -> Result<T, ApiError> {
    let done = tokio::task::spawn_blocking(read).await;
    Ok(done.map_err(|_| ApiError::Broken("the records cannot be read".to_owned()))??)
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct Opening {
    #[serde(flatten)]
    spec: Spec,
    #[serde(default)]
    bots: u8,
    /// Whether people at the table may talk there.
    #[serde(default)]
    has_chat: bool,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Opened {
    table: TableId,
    /// What the floor should know, such as hours in which no hand begins.
    warnings: Vec<String>,
}

/// Opens a table.
#[utoipa::path(
    post,
    path = "/tables",
    tag = "floor",
    request_body = Opening,
    responses(
        (status = 200, description = "The table is open", body = Opened),
        (status = 400, description = "The request is not right", body = Failure),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
    ),
)]
pub(crate) async fn open(
    State(state): State<AppState>,
    known: Known,
    Body(opening): Body<Opening>,
) -> Result<Json<Opened>, ApiError> {
    known.must_be(&[Role::Floor])?;
    if opening.bots > 0 && !opening.spec.is_practice {
        return Err(ApiError::Bad("bots sit at practice tables only".to_owned()));
    }
    let (spec, bots, by) = (Box::new(opening.spec), opening.bots.min(9), Some(known.person));
    let has_chat = opening.has_chat;
    let opened = state.hall.ask(|reply| Write::Open { spec, by, bots, has_chat, reply }).await?;
    let (table, warnings) = opened.map_err(ApiError::Bad)?;
    Ok(Json(Opened { table, warnings }))
}

/// Why an owner gives the chips of a table back.
#[derive(Deserialize, ToSchema)]
pub(crate) struct GiveBack {
    why: String,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct GivenBack {
    table: TableId,
    /// What each person got.
    given: Vec<Given>,
}

/// Gives the chips of a table that is set aside back to those whose they are, and closes it for good.
#[utoipa::path(
    post,
    path = "/tables/{table}/give-back",
    tag = "owner",
    params(("table" = u32, Path, description = "The number of the table")),
    request_body = GiveBack,
    responses(
        (status = 200, description = "What each person got", body = GivenBack),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 404, description = "There is no such thing", body = Failure),
        (status = 409, description = "The table is not set aside, or its chips cannot be given back", body = Failure),
    ),
)]
pub(crate) async fn give_back(
    State(state): State<AppState>,
    Path(table): Path<TableId>,
    known: Known,
    Body(GiveBack { why }): Body<GiveBack>,
) -> Result<Json<GivenBack>, ApiError> {
    known.must_be(&[Role::Owner])?;
    let by = known.person;
    let given = state.hall.ask(|reply| Write::GiveBack { table, by, why, reply }).await??;
    Ok(Json(GivenBack { table, given }))
}
