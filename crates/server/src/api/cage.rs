//! The cage: chips against money, large amounts with a second person.

use ::books::Money;
use axum::Json;
use axum::extract::State;
use room::PersonId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::asked::{Body, Path};
use super::day::counts;
use super::error::{ApiError, Failure};
use super::session::Known;
use super::{AppState, Role};
use crate::hall::{AskedView, CageView, Exchange, Exchanged, Read, SECONDS, Write};

#[derive(Deserialize, ToSchema)]
#[schema(as = Exchange)]
pub(crate) struct Wanted {
    person: PersonId,
    amount: i64,
}

/// What came of an exchange.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExchangedView {
    person: PersonId,
    /// What a patron who was served holds away from the tables; nothing where none was.
    wallet: Option<i64>,
    /// The number under which a large one waits for a second person; no chips have moved then.
    asked: Option<u64>,
}

impl From<Exchanged> for ExchangedView {
    fn from(done: Exchanged) -> ExchangedView {
        let Exchanged { person, wallet, asked } = done;
        ExchangedView { person, wallet: wallet.map(Money::in_cents), asked }
    }
}

/// Everybody who may have chips; what they hold is told to nobody who counts.
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
    known.must_be(&[Role::Cage, Role::Auditor, Role::Owner])?;
    let view = state.hall.ask(Read::Cage).await?;
    Ok(Json(if counts(&known) { view.for_who_counts() } else { view }))
}

/// Sells chips.
#[utoipa::path(
    post,
    path = "/cage/buy",
    tag = "cage",
    request_body = Wanted,
    responses(
        (status = 200, description = "The chips are theirs, or a large amount is asked for", body = ExchangedView),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 404, description = "There is no such thing", body = Failure),
        (status = 409, description = "It collides with what is there", body = Failure),
    ),
)]
pub(crate) async fn buy(
    State(state): State<AppState>,
    known: Known,
    Body(wanted): Body<Wanted>,
) -> Result<Json<ExchangedView>, ApiError> {
    known.must_be(&[Role::Cage])?;
    exchange(&state, &known, &wanted, true).await
}

/// Takes chips back.
#[utoipa::path(
    post,
    path = "/cage/redeem",
    tag = "cage",
    request_body = Wanted,
    responses(
        (status = 200, description = "The chips are gone, or a large amount is asked for", body = ExchangedView),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 409, description = "It collides with what is there", body = Failure),
    ),
)]
pub(crate) async fn redeem(
    State(state): State<AppState>,
    known: Known,
    Body(wanted): Body<Wanted>,
) -> Result<Json<ExchangedView>, ApiError> {
    known.must_be(&[Role::Cage])?;
    exchange(&state, &known, &wanted, false).await
}

async fn exchange(
    state: &AppState,
    known: &Known,
    wanted: &Wanted,
    is_sale: bool,
) -> Result<Json<ExchangedView>, ApiError> {
    let by = not_for_oneself(known, wanted.person)?;
    let wanted = Exchange {
        person: wanted.person,
        amount: Money::cents(wanted.amount),
        is_sale,
        by,
        table: None,
        is_fund: false,
    };
    Ok(Json(state.hall.ask(|reply| Write::Exchange(wanted, reply)).await??.into()))
}

/// What of the cage a second person has to approve.
#[derive(Serialize, ToSchema)]
pub(crate) struct Waiting {
    asked: Vec<AskedView>,
}

/// The large sales and redemptions, and what is to be brought to tables, taken back or set apart for promotions, that wait for
/// a second person. A dealer reads what they are to give back.
#[utoipa::path(
    get,
    path = "/cage/asked",
    tag = "cage",
    responses(
        (status = 200, description = "What waits", body = Waiting),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
    ),
)]
pub(crate) async fn asked(State(state): State<AppState>, known: Known) -> Result<Json<Waiting>, ApiError> {
    known.must_be(&[Role::Cage, Role::Floor, Role::Dealer])?;
    let mut asked = state.hall.ask(Read::Asked).await?;
    if !counts(&known) {
        asked.retain(|one| one.is_back() && one.person == known.person);
    }
    Ok(Json(Waiting { asked }))
}

/// Approves what waits, as a second person; an owner only what is set apart for promotions, and a dealer only what they give
/// back.
#[utoipa::path(
    post,
    path = "/cage/asked/{exchange}/approve",
    tag = "cage",
    params(("exchange" = u64, Path, description = "The number of what was asked for")),
    request_body = Settling,
    responses(
        (status = 200, description = "The chips have moved", body = ExchangedView),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 404, description = "There is no such thing", body = Failure),
        (status = 409, description = "Whoever approves has asked for it or is served, or the chips are not there", body = Failure),
    ),
)]
pub(crate) async fn approve(
    State(state): State<AppState>,
    Path(exchange): Path<u64>,
    known: Known,
    Body(Settling {}): Body<Settling>,
) -> Result<Json<ExchangedView>, ApiError> {
    settle(&state, &known, exchange, true).await
}

/// Declines what waits; an owner only what is set apart for promotions, and a dealer only what is to be given back.
#[utoipa::path(
    post,
    path = "/cage/asked/{exchange}/decline",
    tag = "cage",
    params(("exchange" = u64, Path, description = "The number of what was asked for")),
    request_body = Settling,
    responses(
        (status = 200, description = "It is not made", body = ExchangedView),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 404, description = "There is no such thing", body = Failure),
    ),
)]
pub(crate) async fn decline(
    State(state): State<AppState>,
    Path(exchange): Path<u64>,
    known: Known,
    Body(Settling {}): Body<Settling>,
) -> Result<Json<ExchangedView>, ApiError> {
    settle(&state, &known, exchange, false).await
}

/// Nothing more to say.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Settling {}

async fn settle(
    state: &AppState,
    known: &Known,
    exchange: u64,
    is_approved: bool,
) -> Result<Json<ExchangedView>, ApiError> {
    known.must_be(&SECONDS)?;
    let by = known.person;
    Ok(Json(state.hall.ask(|reply| Write::Settle { exchange, is_approved, by, reply }).await??.into()))
}

/// Whoever stands at the cage does not serve themselves.
fn not_for_oneself(known: &Known, person: PersonId) -> Result<PersonId, ApiError> {
    if person == known.person {
        return Err(ApiError::Forbidden("somebody else at the cage serves you".to_owned()));
    }
    Ok(known.person)
}
