//! Coming in, as a guest or with an account, and going; the own password.

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use room::PersonId;
use serde::{Deserialize, Serialize};
use store::NewPerson;
use utoipa::ToSchema;

use super::asked::{Body, NoBody};
use super::error::{ApiError, Failure};
use super::session::{Ended, Known, enter, no_cookie, roles_of, token_of};
use super::{AppState, Counted, Role, client};
use crate::edge::Outside;
use crate::hall::{DeskRead, HallError, Own, Read, Write, now};
use crate::journal::PersonKind;
use crate::{names, password};

/// Who one is.
#[derive(Serialize, ToSchema)]
pub(crate) struct Me {
    person: PersonId,
    name: String,
    roles: Vec<Role>,
    /// The chips of the house away from the tables; a guest has none.
    wallet: i64,
    /// The play chips away from the practice tables.
    play_chips: i64,
    is_guest: bool,
    /// What the house says to somebody whom it does not serve; nothing to others.
    not_served: Option<String>,
}

pub(super) async fn me_of(state: &AppState, known: &Known) -> Result<Me, ApiError> {
    let (wallet, play) = state.hall.ask(|reply| Read::Wallet(known.person, reply)).await?;
    let not_served = state.hall.ask(|reply| DeskRead::NotServed(known.person, reply)).await?;
    Ok(Me {
        person: known.person,
        not_served,
        name: known.name.clone(),
        roles: known.roles.clone(),
        wallet: wallet.in_cents(),
        play_chips: play.in_cents(),
        is_guest: known.is(Role::Guest),
    })
}

/// Who one is.
#[utoipa::path(
    get,
    path = "/me",
    tag = "people",
    responses(
        (status = 200, description = "Whose session it is", body = Me),
        (status = 401, description = "Nobody is logged in", body = Failure),
    ),
)]
pub(crate) async fn me(State(state): State<AppState>, known: Known) -> Result<Json<Me>, ApiError> {
    Ok(Json(me_of(&state, &known).await?))
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct GuestName {
    #[serde(default)]
    name: String,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct Credentials {
    name: String,
    password: String,
}

/// Comes in as a guest with play chips.
#[utoipa::path(
    post,
    path = "/guest",
    tag = "people",
    request_body = GuestName,
    responses(
        (status = 200, description = "The guest; a cookie opens the session", body = Me),
        (status = 400, description = "The request is not right", body = Failure),
        (status = 409, description = "It collides with what is there", body = Failure),
        (status = 429, description = "Too many requests", body = Failure),
    ),
)]
pub(crate) async fn guest(
    State(state): State<AppState>,
    Extension(outside): Extension<Outside>,
    Body(wanted): Body<GuestName>,
) -> Result<Response, ApiError> {
    state.counters.count(Counted::Newcomer(client(outside.address.ip())))?;
    let wanted = wanted.name.trim();
    let base = if wanted.is_empty() { "Guest".to_owned() } else { plain_name(wanted)? };
    // Two guests may want one name; the second gets a number behind it.
    for attempt in 0..50 {
        let name = match attempt {
            0 => base.clone(),
            attempt => format!("{base} {}", attempt + 1 + now().0 % 997),
        };
        let person = NewPerson {
            id: None,
            name: name.clone(),
            password: None,
            roles: vec!["guest".to_owned()],
            created_ms: now().0,
        };
        if let Ok(person) = add(&state, person, PersonKind::Guest).await? {
            let known = Known::entering(person, name, vec![Role::Guest]);
            return enter(&state, &known, None, outside).await;
        }
    }
    Err(ApiError::Conflict("that name is taken; choose another".to_owned()))
}

/// Adds a newcomer with the play chips that everybody begins with, unless the name is taken.
async fn add(
    state: &AppState,
    person: NewPerson,
    kind: PersonKind,
) -> Result<Result<PersonId, HallError>, ApiError> {
    let chips = state.guest_chips;
    Ok(state.hall.ask(|reply| Write::AddPerson { person, kind, chips, reply }).await?)
}

fn plain_name(name: &str) -> Result<String, ApiError> {
    names::plain(name).map_err(|what| ApiError::Bad(what.to_owned()))
}

/// Makes an account and comes in.
#[utoipa::path(
    post,
    path = "/register",
    tag = "people",
    request_body = Credentials,
    responses(
        (status = 200, description = "The new patron; a cookie opens the session", body = Me),
        (status = 400, description = "The request is not right", body = Failure),
        (status = 409, description = "It collides with what is there", body = Failure),
        (status = 429, description = "Too many requests", body = Failure),
    ),
)]
pub(crate) async fn register(
    State(state): State<AppState>,
    Extension(outside): Extension<Outside>,
    Body(wanted): Body<Credentials>,
) -> Result<Response, ApiError> {
    state.counters.count(Counted::Newcomer(client(outside.address.ip())))?;
    let name = plain_name(&wanted.name)?;
    let password = Some(hashed(&state, outside, wanted.password).await?);
    let (roles, created_ms, kept) = (vec!["patron".to_owned()], now().0, password.clone());
    let person = NewPerson { id: None, name: name.clone(), password, roles: roles.clone(), created_ms };
    let added = add(&state, person, PersonKind::Patron).await?;
    let taken = "that name is taken, or looks like one that is; choose another";
    let person = added.map_err(|_| ApiError::Conflict(taken.to_owned()))?;
    state.counters.came_in(&name, outside.address.ip());
    enter(&state, &Known::entering(person, name, roles_of(&roles)), kept, outside).await
}

/// What is kept of a new password. That takes a while on purpose, so it is done beside the other requests, and of few at
/// once.
pub(super) async fn hashed(state: &AppState, outside: Outside, password: String) -> Result<String, ApiError> {
    if !password::is_fit(&password) {
        return Err(ApiError::Bad(password::LENGTH.to_owned()));
    }
    state.comers.read(outside.address.ip(), move |_| Ok(password::hashed(&password))).await
}

/// Whether a password is the one of which this was kept.
async fn is_right(
    state: &AppState,
    outside: Outside,
    password: String,
    kept: Option<String>,
) -> Result<bool, ApiError> {
    // Somebody unknown costs as much time as somebody known, so that names cannot be found out.
    let nobody =
        "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$RdescudvJCsgt3ub+b0WJPzxZB0IEgmWqo8yCjRoOTE";
    let is_somebody = kept.is_some();
    let hash = kept.unwrap_or_else(|| nobody.to_owned());
    let is_right = state.comers.read(outside.address.ip(), move |_| Ok(password::is_right(&password, &hash)));
    Ok(is_right.await? && is_somebody)
}

/// What was checked counts no more: to whoever showed it, that is as if it had not been right.
pub(super) fn not_any_more(error: HallError) -> ApiError {
    match error {
        HallError::Refused(what) => ApiError::Bad(what),
        other => other.into(),
    }
}

/// Comes in with an account.
#[utoipa::path(
    post,
    path = "/login",
    tag = "people",
    request_body = Credentials,
    responses(
        (status = 200, description = "Who came in; a cookie opens the session", body = Me),
        (status = 400, description = "The request is not right", body = Failure),
        (status = 429, description = "Too many requests, or too many wrong passwords for this account", body = Failure),
    ),
)]
pub(crate) async fn login(
    State(state): State<AppState>,
    Extension(outside): Extension<Outside>,
    Body(wanted): Body<Credentials>,
) -> Result<Response, ApiError> {
    state.counters.count(Counted::Login(client(outside.address.ip())))?;
    let guess = state.counters.guess(&wanted.name, outside.address.ip())?;
    let found = state.hall.ask(|reply| Read::PersonNamed(wanted.name.clone(), reply)).await??;
    let kept = found.as_ref().and_then(|person| person.password.clone());
    let is_right = is_right(&state, outside, wanted.password, kept.clone()).await?;
    let Some(person) = found.filter(|_| is_right) else {
        return Err(ApiError::Bad("the name or the password is not right".to_owned()));
    };
    guess.was_right();
    if person.roles.iter().any(|role| role == super::staff::UNUSED) {
        state.hall.ask(|reply| Write::FirstUsed(person.id, reply)).await??;
    }
    let known = Known::entering(person.id, person.name, roles_of(&person.roles));
    enter(&state, &known, kept, outside).await
}

/// What is asked with nothing to say.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Asking {}

/// Takes play chips for practice tables, up to what a newcomer has.
#[utoipa::path(
    post,
    path = "/play-chips",
    tag = "people",
    request_body = Asking,
    responses(
        (status = 200, description = "Whose session it is, with the play chips", body = Me),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 409, description = "There are as many as anybody gets", body = Failure),
    ),
)]
pub(crate) async fn play_chips(
    State(state): State<AppState>,
    known: Known,
    Body(Asking {}): Body<Asking>,
) -> Result<Json<Me>, ApiError> {
    state.hall.ask(|reply| Write::PlayChips(known.person, reply)).await??;
    Ok(Json(me_of(&state, &known).await?))
}

/// Nothing to be told.
#[derive(Serialize, ToSchema)]
pub(crate) struct Nothing {}

/// The answer to whoever goes: the browser forgets its cookie.
fn gone() -> Response {
    ([(header::SET_COOKIE, no_cookie())], Json(Nothing {})).into_response()
}

/// Ends the session.
#[utoipa::path(
    post,
    path = "/logout",
    tag = "people",
    responses(
        (status = 200, description = "The session is over", body = Nothing),
    ),
)]
pub(crate) async fn logout(
    State(state): State<AppState>,
    headers: HeaderMap,
    _: NoBody,
) -> Result<Response, ApiError> {
    if let Some(token) = token_of(&headers) {
        state.hall.ask(|reply| Write::CloseSession(token.clone(), reply)).await??;
        state.forget(Ended::Session(token));
    }
    Ok(gone())
}

/// Ends every session of whoever asks, wherever it was opened.
#[utoipa::path(
    post,
    path = "/logout/everywhere",
    tag = "people",
    responses(
        (status = 200, description = "All sessions are over", body = Nothing),
        (status = 401, description = "Nobody is logged in", body = Failure),
    ),
)]
pub(crate) async fn logout_everywhere(
    State(state): State<AppState>,
    known: Known,
    _: NoBody,
) -> Result<Response, ApiError> {
    let person = known.person;
    state.hall.ask(|reply| Write::CloseSessionsOf(person, reply)).await??;
    state.forget(Ended::All(person, None));
    Ok(gone())
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct NewPassword {
    /// The password until now.
    old: String,
    /// The password from now on.
    new: String,
}

/// Changes the own password; every other session is ended.
#[utoipa::path(
    post,
    path = "/password",
    tag = "people",
    request_body = NewPassword,
    responses(
        (status = 200, description = "The new password holds, and every other session is over", body = Nothing),
        (status = 400, description = "The request is not right", body = Failure),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 429, description = "Too many requests, or too many wrong passwords for this account", body = Failure),
    ),
)]
pub(crate) async fn change_password(
    State(state): State<AppState>,
    Extension(outside): Extension<Outside>,
    known: Known,
    Body(wanted): Body<NewPassword>,
) -> Result<Json<Nothing>, ApiError> {
    let guess = state.counters.guess(&known.name, outside.address.ip())?;
    let found = state.hall.ask(|reply| Read::PersonNamed(known.name.clone(), reply)).await??;
    let kept = found.and_then(|person| person.password);
    if kept.is_none() {
        return Err(ApiError::Bad("a guest has no password; make an account".to_owned()));
    }
    if !is_right(&state, outside, wanted.old, kept.clone()).await? {
        return Err(ApiError::Bad("the password until now is not right".to_owned()));
    }
    guess.was_right();
    let password = hashed(&state, outside, wanted.new).await?;
    let (person, by) = (known.person, known.person);
    let own = Own { token: known.token.clone(), expires: state.expires(&known), checked: kept };
    let done =
        state.hall.ask(|reply| Write::SetPassword { person, password, by, own: Some(own), reply }).await?;
    done.map_err(not_any_more)?;
    state.forget(Ended::All(person, Some(known.token)));
    Ok(Json(Nothing {}))
}
