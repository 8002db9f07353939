//! Third-party providers and their people; for the floor and the owner, the cage and the auditor read.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::AppState;
use super::asked::{Body, Path};
use super::day::READERS;
use super::error::{ApiError, Failure};
use super::session::Known;
use crate::company::OF_COMPANIES;
use crate::hall::{CompanyAct, CompanyView, LawRead, LawWrite, Read, Write};

async fn act(state: &AppState, known: &Known, act: CompanyAct) -> Result<Json<Vec<CompanyView>>, ApiError> {
    known.must_be(&OF_COMPANIES)?;
    let by = known.person;
    Ok(Json(state.hall.ask(|reply| Write::Law(LawWrite::Company(act, by, reply))).await??))
}

/// The providers, their people, and at which tables they are.
#[utoipa::path(
    get,
    path = "/companies",
    tag = "companies",
    responses(
        (status = 200, description = "Every provider", body = Vec<CompanyView>),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
    ),
)]
pub(crate) async fn list(
    State(state): State<AppState>,
    known: Known,
) -> Result<Json<Vec<CompanyView>>, ApiError> {
    known.must_be(&READERS)?;
    Ok(Json(state.hall.ask(|reply| Read::Law(LawRead::Companies(reply))).await?))
}

/// What a provider is called, and the number of its licence.
#[derive(Deserialize, ToSchema)]
pub(crate) struct CompanyAsked {
    name: String,
    licence: String,
}

/// Writes a provider down.
#[utoipa::path(
    post,
    path = "/companies",
    tag = "companies",
    request_body = CompanyAsked,
    responses(
        (status = 200, description = "It is known", body = Vec<CompanyView>),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 409, description = "One is called so already, or a word is missing", body = Failure),
    ),
)]
pub(crate) async fn register(
    State(state): State<AppState>,
    known: Known,
    Body(CompanyAsked { name, licence }): Body<CompanyAsked>,
) -> Result<Json<Vec<CompanyView>>, ApiError> {
    act(&state, &known, CompanyAct::Register { name, licence }).await
}

/// Changes the name or the licence of a provider.
#[utoipa::path(
    post,
    path = "/companies/{company}",
    tag = "companies",
    params(("company" = u32, Path, description = "The number of the provider")),
    request_body = CompanyAsked,
    responses(
        (status = 200, description = "It is changed", body = Vec<CompanyView>),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 404, description = "There is no such provider", body = Failure),
        (status = 409, description = "Another one is called so, or a word is missing", body = Failure),
    ),
)]
pub(crate) async fn change(
    State(state): State<AppState>,
    Path(company): Path<u32>,
    known: Known,
    Body(CompanyAsked { name, licence }): Body<CompanyAsked>,
) -> Result<Json<Vec<CompanyView>>, ApiError> {
    act(&state, &known, CompanyAct::Change { company, name, licence }).await
}

/// Who wears which badge.
#[derive(Deserialize, ToSchema)]
pub(crate) struct BadgeAsked {
    /// The name of somebody with an account.
    person: String,
    /// The number of the badge.
    badge: String,
}

/// Says that somebody plays for a provider from now on, at every table.
#[utoipa::path(
    post,
    path = "/companies/{company}/badges",
    tag = "companies",
    params(("company" = u32, Path, description = "The number of the provider")),
    request_body = BadgeAsked,
    responses(
        (status = 200, description = "They wear it", body = Vec<CompanyView>),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 404, description = "There is no such provider or person", body = Failure),
        (status = 409, description = "They wear one already, or somebody else wears it", body = Failure),
    ),
)]
pub(crate) async fn give_badge(
    State(state): State<AppState>,
    Path(company): Path<u32>,
    known: Known,
    Body(BadgeAsked { person, badge }): Body<BadgeAsked>,
) -> Result<Json<Vec<CompanyView>>, ApiError> {
    act(&state, &known, CompanyAct::GiveBadge { company, person, badge }).await
}

/// Whose badge is taken.
#[derive(Deserialize, ToSchema)]
pub(crate) struct BadgeEnd {
    /// The name of somebody with an account.
    person: String,
}

/// Says that somebody plays for a provider no more.
#[utoipa::path(
    post,
    path = "/companies/{company}/badges/take",
    tag = "companies",
    params(("company" = u32, Path, description = "The number of the provider")),
    request_body = BadgeEnd,
    responses(
        (status = 200, description = "They wear none", body = Vec<CompanyView>),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 404, description = "There is no such provider or person", body = Failure),
        (status = 409, description = "They wore none of it", body = Failure),
    ),
)]
pub(crate) async fn take_badge(
    State(state): State<AppState>,
    Path(company): Path<u32>,
    known: Known,
    Body(BadgeEnd { person }): Body<BadgeEnd>,
) -> Result<Json<Vec<CompanyView>>, ApiError> {
    act(&state, &known, CompanyAct::TakeBadge { company, person }).await
}
