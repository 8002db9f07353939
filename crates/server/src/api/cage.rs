//! The cage: chips against money.

use ::books::Money;
use axum::Json;
use axum::extract::State;
use room::PersonId;
use serde::{Deserialize, Serialize};

use super::error::ApiError;
use super::session::Known;
use super::{AppState, Role};
use crate::hall::{CageView, Request};

#[derive(Deserialize)]
pub(crate) struct Exchange {
    person: PersonId,
    amount: i64,
}

#[derive(Serialize)]
pub(crate) struct Exchanged {
    person: PersonId,
    wallet: i64,
}

pub(crate) async fn cage(State(state): State<AppState>, known: Known) -> Result<Json<CageView>, ApiError> {
    known.must_be(&[Role::Cage])?;
    Ok(Json(state.hall.ask(Request::Cage).await?))
}

pub(crate) async fn buy(
    State(state): State<AppState>,
    known: Known,
    Json(wanted): Json<Exchange>,
) -> Result<Json<Exchanged>, ApiError> {
    known.must_be(&[Role::Cage])?;
    let Exchange { person, amount } = wanted;
    let by = known.person;
    let wallet = state.hall.ask(|reply| Request::Buy(person, Money::cents(amount), by, reply)).await??;
    Ok(Json(Exchanged { person, wallet: wallet.in_cents() }))
}

pub(crate) async fn redeem(
    State(state): State<AppState>,
    known: Known,
    Json(wanted): Json<Exchange>,
) -> Result<Json<Exchanged>, ApiError> {
    known.must_be(&[Role::Cage])?;
    let Exchange { person, amount } = wanted;
    let by = known.person;
    let wallet = state.hall.ask(|reply| Request::Redeem(person, Money::cents(amount), by, reply)).await??;
    Ok(Json(Exchanged { person, wallet: wallet.in_cents() }))
}
