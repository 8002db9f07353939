//! Corrections that need a second person.

use axum::Json;
use axum::extract::State;
use room::{Correction, TableId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::asked::{Body, Path};
use super::error::{ApiError, Failure};
use super::session::Known;
use super::{AppState, Role};
use crate::hall::{AskedCorrection, CorrectionWrite, Read, Write};

/// A correction that is asked for.
#[derive(Deserialize, ToSchema)]
pub(crate) struct AskingCorrection {
    correction: Correction,
}

/// Where it waits.
#[derive(Serialize, ToSchema)]
pub(crate) struct AskedFor {
    /// The number under which it waits for a second person.
    asked: u64,
}

/// The corrections that wait for a second person.
#[derive(Serialize, ToSchema)]
pub(crate) struct WaitingCorrections {
    asked: Vec<AskedCorrection>,
}

/// Nothing more to say.
#[derive(Deserialize, ToSchema)]
pub(crate) struct SettlingCorrection {}

/// That it is settled.
#[derive(Serialize, ToSchema)]
pub(crate) struct SettledCorrection {
    /// The number under which it waited.
    asked: u64,
    /// Whether it was approved, and made.
    is_approved: bool,
}

/// Asks for a correction that a second person has to approve.
#[utoipa::path(
    post,
    path = "/tables/{table}/corrections",
    tag = "floor",
    params(("table" = u32, Path, description = "The number of the table")),
    request_body = AskingCorrection,
    responses(
        (status = 200, description = "It waits for a second person", body = AskedFor),
        (status = 400, description = "The request is not right", body = Failure),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 409, description = "It could not be made even if it was approved", body = Failure),
    ),
)]
pub(crate) async fn ask(
    State(state): State<AppState>,
    Path(table): Path<TableId>,
    known: Known,
    Body(AskingCorrection { correction }): Body<AskingCorrection>,
) -> Result<Json<AskedFor>, ApiError> {
    known.must_be(&[Role::Floor])?;
    let by = known.person;
    let ask = |reply| Write::Correction(CorrectionWrite::Ask { table, correction, by, reply });
    let asked = state.hall.ask(ask).await??;
    Ok(Json(AskedFor { asked }))
}

/// The corrections that wait for a second person.
#[utoipa::path(
    get,
    path = "/corrections",
    tag = "floor",
    responses(
        (status = 200, description = "What waits", body = WaitingCorrections),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
    ),
)]
pub(crate) async fn waiting(
    State(state): State<AppState>,
    known: Known,
) -> Result<Json<WaitingCorrections>, ApiError> {
    known.must_be(&[Role::Floor, Role::Owner])?;
    Ok(Json(WaitingCorrections { asked: state.hall.ask(Read::AskedCorrections).await? }))
}

/// Approves a correction, as a second person.
#[utoipa::path(
    post,
    path = "/corrections/{asked}/approve",
    tag = "floor",
    params(("asked" = u64, Path, description = "The number of what was asked for")),
    request_body = SettlingCorrection,
    responses(
        (status = 200, description = "It is made", body = SettledCorrection),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 404, description = "There is no such thing", body = Failure),
        (status = 409, description = "Whoever approves has asked for it or a part in it, or it cannot be made any more", body = Failure),
    ),
)]
pub(crate) async fn approve(
    State(state): State<AppState>,
    Path(asked): Path<u64>,
    known: Known,
    Body(SettlingCorrection {}): Body<SettlingCorrection>,
) -> Result<Json<SettledCorrection>, ApiError> {
    settle(&state, &known, asked, true).await
}

/// Declines a correction.
#[utoipa::path(
    post,
    path = "/corrections/{asked}/decline",
    tag = "floor",
    params(("asked" = u64, Path, description = "The number of what was asked for")),
    request_body = SettlingCorrection,
    responses(
        (status = 200, description = "It is not made", body = SettledCorrection),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 404, description = "There is no such thing", body = Failure),
    ),
)]
pub(crate) async fn decline(
    State(state): State<AppState>,
    Path(asked): Path<u64>,
    known: Known,
    Body(SettlingCorrection {}): Body<SettlingCorrection>,
) -> Result<Json<SettledCorrection>, ApiError> {
    settle(&state, &known, asked, false).await
}

async fn settle(
    state: &AppState,
    known: &Known,
    asked: u64,
    is_approved: bool,
) -> Result<Json<SettledCorrection>, ApiError> {
    known.must_be(&[Role::Floor, Role::Owner])?;
    let by = known.person;
    let settle = |reply| Write::Correction(CorrectionWrite::Settle { asked, is_approved, by, reply });
    state.hall.ask(settle).await??;
    Ok(Json(SettledCorrection { asked, is_approved }))
}
