//! What is written about patrons: for the floor, the cage and owners, each as far as they need it; and whoever excludes
//! themselves.

use axum::Json;
use axum::extract::State;
use room::PersonId;

use super::AppState;
use super::asked::{Body, Path};
use super::error::{ApiError, Failure};
use super::session::{Ended, Known};
use crate::hall::{DeskRead, DeskWrite, PatronAct, PatronsView};
use crate::patrons::READERS;

/// The patrons of the house.
#[utoipa::path(
    get,
    path = "/patrons",
    tag = "patrons",
    responses(
        (status = 200, description = "The patrons, with what whoever asks may know", body = PatronsView),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
    ),
)]
pub(crate) async fn list(State(state): State<AppState>, known: Known) -> Result<Json<PatronsView>, ApiError> {
    known.must_be(&READERS)?;
    Ok(Json(state.hall.ask(|reply| DeskRead::Patrons(known.person, reply)).await?))
}

/// Writes something down about somebody, or removes all of it.
#[utoipa::path(
    post,
    path = "/patrons/{person}",
    tag = "patrons",
    params(("person" = u32, Path, description = "The number of the person")),
    request_body = PatronAct,
    responses(
        (status = 200, description = "It is written", body = PatronsView),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 404, description = "There is no such thing", body = Failure),
        (status = 409, description = "It may not be", body = Failure),
    ),
)]
pub(crate) async fn act(
    State(state): State<AppState>,
    Path(person): Path<PersonId>,
    known: Known,
    Body(act): Body<PatronAct>,
) -> Result<Json<PatronsView>, ApiError> {
    if !(act.is_for_oneself() && known.person == person) {
        known.must_be(act.roles())?;
    }
    let (by, removes) = (known.person, act == PatronAct::Remove);
    let view = state.hall.ask(|reply| DeskWrite::Patron(person, act, by, reply)).await??;
    if removes {
        state.forget(Ended::All(person, None));
    }
    Ok(Json(view))
}
