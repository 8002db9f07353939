//! The lists of the house: for everybody with an account, kept by the floor and the dealers, and on the wall for all.

use axum::Json;
use axum::extract::State;

use super::AppState;
use super::asked::Body;
use super::error::{ApiError, Failure};
use super::session::Known;
use crate::hall::{DeskRead, DeskWrite, ListAct, ListsView, WallView};

/// The lists, with one's own places and seats.
#[utoipa::path(
    get,
    path = "/lists",
    tag = "lists",
    responses(
        (status = 200, description = "The lists", body = ListsView),
        (status = 401, description = "Nobody is logged in", body = Failure),
    ),
)]
pub(crate) async fn list(State(state): State<AppState>, known: Known) -> Result<Json<ListsView>, ApiError> {
    Ok(Json(state.hall.ask(|reply| DeskRead::Lists(known.person, reply)).await?))
}

/// Waits, calls, holds seats and takes them.
#[utoipa::path(
    post,
    path = "/lists",
    tag = "lists",
    request_body = ListAct,
    responses(
        (status = 200, description = "It is done", body = ListsView),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 404, description = "There is no such thing", body = Failure),
        (status = 409, description = "It may not be", body = Failure),
    ),
)]
pub(crate) async fn act(
    State(state): State<AppState>,
    known: Known,
    Body(act): Body<ListAct>,
) -> Result<Json<ListsView>, ApiError> {
    if let Some(roles) = act.roles() {
        known.must_be(roles)?;
    }
    let by = known.person;
    Ok(Json(state.hall.ask(|reply| DeskWrite::List(act, by, reply)).await??))
}

/// The lists as they stand on the wall, for everybody.
#[utoipa::path(
    get,
    path = "/wall",
    tag = "lists",
    responses((status = 200, description = "The wall", body = WallView)),
)]
pub(crate) async fn wall(State(state): State<AppState>) -> Result<Json<WallView>, ApiError> {
    Ok(Json(state.hall.ask(DeskRead::Wall).await?))
}
