//! The owner's desk: everybody with an account, what they may do, and new passwords for those who have lost theirs.

use axum::Json;
use axum::extract::{Extension, State};
use room::PersonId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::account::hashed;
use super::asked::{Body, Path};
use super::error::{ApiError, Failure};
use super::session::{Ended, Known, roles_of};
use super::{AppState, Role};
use crate::edge::Outside;
use crate::hall::{Read, Write};
use crate::password;

/// Somebody with an account.
#[derive(Serialize, ToSchema)]
pub(crate) struct AccountView {
    person: PersonId,
    name: String,
    roles: Vec<Role>,
}

/// Everybody with an account.
#[derive(Serialize, ToSchema)]
pub(crate) struct Accounts {
    accounts: Vec<AccountView>,
}

/// Everybody with an account.
#[utoipa::path(
    get,
    path = "/people",
    tag = "owner",
    responses(
        (status = 200, description = "By number", body = Accounts),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
    ),
)]
pub(crate) async fn list(State(state): State<AppState>, known: Known) -> Result<Json<Accounts>, ApiError> {
    known.must_be(&[Role::Owner])?;
    let people = state.hall.ask(Read::Accounts).await??;
    let view = |(person, name, roles): (PersonId, String, Vec<String>)| AccountView {
        person,
        name,
        roles: roles_of(&roles),
    };
    Ok(Json(Accounts { accounts: people.into_iter().map(view).collect() }))
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct Roles {
    roles: Vec<Role>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct RolesOf {
    person: PersonId,
    roles: Vec<Role>,
}

/// Gives somebody roles.
#[utoipa::path(
    post,
    path = "/people/{person}/roles",
    tag = "owner",
    params(("person" = u32, Path, description = "The number of the person")),
    request_body = Roles,
    responses(
        (status = 200, description = "The roles they have now", body = RolesOf),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 404, description = "There is no such thing", body = Failure),
        (status = 409, description = "It is a guest or a bot, who have no account", body = Failure),
    ),
)]
pub(crate) async fn roles(
    State(state): State<AppState>,
    Path(person): Path<PersonId>,
    known: Known,
    Body(wanted): Body<Roles>,
) -> Result<Json<RolesOf>, ApiError> {
    known.must_be(&[Role::Owner])?;
    if person == known.person {
        return Err(ApiError::Forbidden("nobody changes their own roles: another owner does".to_owned()));
    }
    if wanted.roles.contains(&Role::Guest) {
        return Err(ApiError::Bad("nobody with an account is made a guest".to_owned()));
    }
    let is_wanted = |role: &Role| wanted.roles.contains(role);
    let roles: Vec<Role> = Role::ALL.iter().map(|(role, _)| *role).filter(is_wanted).collect();
    let words: Vec<String> = roles.iter().map(|role| role.word().to_owned()).collect();
    state.hall.ask(|reply| Write::SetRoles { person, roles: words, by: Some(known.person), reply }).await??;
    // Whatever they have open was opened as somebody else.
    state.forget(Ended::All(person, None));
    Ok(Json(RolesOf { person, roles }))
}

/// What an owner asks with nothing to say.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Reset {}

#[derive(Serialize, ToSchema)]
pub(crate) struct ResetPassword {
    person: PersonId,
    name: String,
    /// The new password, which is shown only now.
    password: String,
}

/// Gives somebody a new password, and ends their sessions.
#[utoipa::path(
    post,
    path = "/people/{person}/password",
    tag = "owner",
    params(("person" = u32, Path, description = "The number of the person")),
    request_body = Reset,
    responses(
        (status = 200, description = "The new password, which is shown only now", body = ResetPassword),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 404, description = "There is no such thing", body = Failure),
        (status = 409, description = "It is a guest or a bot, who have no account", body = Failure),
        (status = 429, description = "Too many requests", body = Failure),
    ),
)]
pub(crate) async fn reset(
    State(state): State<AppState>,
    Extension(outside): Extension<Outside>,
    Path(person): Path<PersonId>,
    known: Known,
    Body(Reset {}): Body<Reset>,
) -> Result<Json<ResetPassword>, ApiError> {
    known.must_be(&[Role::Owner])?;
    if person == known.person {
        return Err(ApiError::Forbidden("your own password is changed with the old one".to_owned()));
    }
    let secret = password::random();
    let (password, by) = (hashed(&state, outside, secret.clone()).await?, known.person);
    let name =
        state.hall.ask(|reply| Write::SetPassword { person, password, by, own: None, reply }).await??;
    state.forget(Ended::All(person, None));
    Ok(Json(ResetPassword { person, name, password: secret }))
}
