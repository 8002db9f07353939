//! The cage: chips against money.

use ::books::Money;
use axum::Json;
use axum::extract::State;
use room::PersonId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::asked::Body;
use super::error::{ApiError, Failure};
use super::session::Known;
use super::{AppState, Role};
use crate::hall::{CageView, Read, Write};

#[derive(Deserialize, ToSchema)]
pub(crate) struct Exchange {
    person: PersonId,
    amount: i64,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Exchanged {
    person: PersonId,
    wallet: i64,
}

/// Everybody with chips.
#[utoipa::path(
    get,
    path = "/cage",
    tag = "cage",
    responses(
        (status = 200, description = "What the cage sees", body = CageView),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
    ),
)]
pub(crate) async fn cage(State(state): State<AppState>, known: Known) -> Result<Json<CageView>, ApiError> {
    known.must_be(&[Role::Cage])?;
    Ok(Json(state.hall.ask(Read::Cage).await?))
}

/// Sells chips.
#[utoipa::path(
    post,
    path = "/cage/buy",
    tag = "cage",
    request_body = Exchange,
    responses(
        (status = 200, description = "The chips are theirs", body = Exchanged),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 404, description = "There is no such thing", body = Failure),
        (status = 409, description = "It collides with what is there", body = Failure),
    ),
)]
pub(crate) async fn buy(
    State(state): State<AppState>,
    known: Known,
    Body(wanted): Body<Exchange>,
) -> Result<Json<Exchanged>, ApiError> {
    known.must_be(&[Role::Cage])?;
    let Exchange { person, amount } = wanted;
    let by = not_for_oneself(&known, person)?;
    let wallet = state.hall.ask(|reply| Write::Buy(person, Money::cents(amount), by, reply)).await??;
    Ok(Json(Exchanged { person, wallet: wallet.in_cents() }))
}

/// Takes chips back.
#[utoipa::path(
    post,
    path = "/cage/redeem",
    tag = "cage",
    request_body = Exchange,
    responses(
        (status = 200, description = "The chips are gone", body = Exchanged),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 409, description = "It collides with what is there", body = Failure),
    ),
)]
pub(crate) async fn redeem(
    State(state): State<AppState>,
    known: Known,
    Body(wanted): Body<Exchange>,
) -> Result<Json<Exchanged>, ApiError> {
    known.must_be(&[Role::Cage])?;
    let Exchange { person, amount } = wanted;
    let by = not_for_oneself(&known, person)?;
    let wallet = state.hall.ask(|reply| Write::Redeem(person, Money::cents(amount), by, reply)).await??;
    Ok(Json(Exchanged { person, wallet: wallet.in_cents() }))
}

/// Whoever stands at the cage does not serve themselves.
fn not_for_oneself(known: &Known, person: PersonId) -> Result<PersonId, ApiError> {
    if person == known.person {
        return Err(ApiError::Forbidden("somebody else at the cage serves you".to_owned()));
    }
    Ok(known.person)
}
