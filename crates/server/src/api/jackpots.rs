//! Jackpots and promotions, for the staff and whoever has hit one; and the line-up of dealers, for the staff.

use axum::Json;
use axum::extract::State;

use super::asked::Body;
use super::error::{ApiError, Failure};
use super::session::Known;
use super::{AppState, Role, day};
use crate::hall::{DeskRead, DeskWrite, JackpotAct, JackpotsView, LINE_UP_READERS, LineUpAct, LineUpView};

/// Who reads of jackpots; whoever is not of the staff reads of the own hits alone.
const READERS: [Role; 6] = [Role::Patron, Role::Dealer, Role::Floor, Role::Cage, Role::Auditor, Role::Owner];

/// The jackpot and the promotion fund, and the hits that wait to be approved.
#[utoipa::path(
    get,
    path = "/jackpots",
    tag = "day",
    responses(
        (status = 200, description = "The fund and the hits", body = JackpotsView),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
    ),
)]
pub(crate) async fn list(
    State(state): State<AppState>,
    known: Known,
) -> Result<Json<JackpotsView>, ApiError> {
    known.must_be(&READERS)?;
    let by = known.person;
    Ok(Json(as_seen(&known, state.hall.ask(|reply| DeskRead::Jackpots(by, reply)).await?)))
}

/// Claims a hit, says where its chips go, approves it or declines it; sets money apart for promotions, and meets bonuses.
#[utoipa::path(
    post,
    path = "/jackpots",
    tag = "day",
    request_body = JackpotAct,
    responses(
        (status = 200, description = "It is done", body = JackpotsView),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 404, description = "There is no such thing", body = Failure),
        (status = 409, description = "It may not be", body = Failure),
    ),
)]
pub(crate) async fn act(
    State(state): State<AppState>,
    known: Known,
    Body(act): Body<JackpotAct>,
) -> Result<Json<JackpotsView>, ApiError> {
    known.must_be(act.roles().unwrap_or(&READERS))?;
    let by = known.person;
    let view = state.hall.ask(|reply| DeskWrite::Jackpot(act, by, reply)).await??;
    Ok(Json(as_seen(&known, view)))
}

/// Whoever counts boxes does not know what is in them.
fn as_seen(known: &Known, view: JackpotsView) -> JackpotsView {
    let in_boxes = view.in_boxes.filter(|_| !day::counts(known));
    JackpotsView { in_boxes, ..view }
}

/// The line-up of dealers.
#[utoipa::path(
    get,
    path = "/line-up",
    tag = "day",
    responses(
        (status = 200, description = "Who deals where, and who is next", body = LineUpView),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
    ),
)]
pub(crate) async fn line_up(
    State(state): State<AppState>,
    known: Known,
) -> Result<Json<LineUpView>, ApiError> {
    known.must_be(&LINE_UP_READERS)?;
    Ok(Json(state.hall.ask(DeskRead::LineUp).await?))
}

/// Duty, breaks, tables and pushes.
#[utoipa::path(
    post,
    path = "/line-up",
    tag = "day",
    request_body = LineUpAct,
    responses(
        (status = 200, description = "It is done", body = LineUpView),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 404, description = "There is no such thing", body = Failure),
        (status = 409, description = "It may not be", body = Failure),
    ),
)]
pub(crate) async fn line_up_act(
    State(state): State<AppState>,
    known: Known,
    Body(act): Body<LineUpAct>,
) -> Result<Json<LineUpView>, ApiError> {
    known.must_be(act.roles())?;
    let by = known.person;
    Ok(Json(state.hall.ask(|reply| DeskWrite::LineUp(act, by, reply)).await??))
}
