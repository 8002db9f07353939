//! Who asks: guests, accounts with passwords, and sessions in a cookie that no script can read.

use std::net::SocketAddr;
use std::time::Duration;

use axum::Json;
use axum::extract::{ConnectInfo, FromRequestParts, OptionalFromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use room::PersonId;
use serde::{Deserialize, Serialize};
use store::NewPerson;
use utoipa::ToSchema;

use super::asked::Body;
use super::error::{ApiError, Failure};
use super::{AppState, Counted, Role};
use crate::hall::{Read, Write, now};
use crate::journal::PersonKind;
use crate::password;

const COOKIE: &str = "cardroom";
const SESSION_DAYS: i64 = 14;
/// How often an open stream asks whether its session is still there.
const LOOK_AGAIN: Duration = Duration::from_secs(15);

/// Whoever a session belongs to.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) person: PersonId,
    pub(crate) name: String,
    pub(crate) roles: Vec<Role>,
    /// The session's token.
    pub(crate) token: String,
    expires: i64,
}

impl Known {
    pub(crate) fn is(&self, role: Role) -> bool {
        self.roles.contains(&role)
    }

    /// Goes on only if they have one of these roles.
    pub(crate) fn must_be(&self, roles: &[Role]) -> Result<(), ApiError> {
        if roles.iter().any(|role| self.is(*role)) {
            return Ok(());
        }
        let words: Vec<&str> = roles.iter().map(|role| role.word()).collect();
        Err(ApiError::Forbidden(format!("that needs the role of {}", words.join(" or "))))
    }
}

fn roles_of(words: &[String]) -> Vec<Role> {
    Role::ALL.iter().filter(|(_, word)| words.iter().any(|own| own == word)).map(|(role, _)| *role).collect()
}

fn token_of(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, token)| token.to_owned())
}

impl FromRequestParts<AppState> for Known {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Known, ApiError> {
        let token = token_of(&parts.headers).ok_or(ApiError::Unauthorized)?;
        known(state, token).await
    }
}

/// Whoever a session belongs to now.
pub(crate) async fn known(state: &AppState, token: String) -> Result<Known, ApiError> {
    let cached = state.sessions.lock().expect("nobody panics here").get(&token).cloned();
    if let Some(known) = cached.filter(|known| known.expires > now().0) {
        return Ok(known);
    }
    let found = state.hall.ask(|reply| Read::Session(token.clone(), reply)).await??;
    let person = found.ok_or(ApiError::Unauthorized)?;
    let known = Known {
        person: person.id,
        name: person.name,
        roles: roles_of(&person.roles),
        token: token.clone(),
        // Looked up again now and then, so that changed roles and ended sessions count soon.
        expires: now().0 + 30_000,
    };
    let mut sessions = state.sessions.lock().expect("nobody panics here");
    if sessions.len() > 50_000 {
        sessions.clear();
    }
    sessions.insert(token, known.clone());
    Ok(known)
}

/// Done when a session is over: by its log-out at once, and within a minute if it was ended elsewhere, as a new
/// password does; never for one who watches without a session.
pub(crate) async fn ended(state: AppState, token: Option<String>) {
    let Some(token) = token else { return std::future::pending().await };
    let mut ends = state.ended.subscribe();
    loop {
        match tokio::time::timeout(LOOK_AGAIN, ends.recv()).await {
            Ok(Ok(ended)) if ended == token => return,
            // Whoever cannot keep up with the log-outs could miss their own.
            Ok(Err(_)) => return,
            Ok(Ok(_)) => {}
            Err(_) => {
                if matches!(known(&state, token.clone()).await, Err(ApiError::Unauthorized)) {
                    return;
                }
            }
        }
    }
}

impl OptionalFromRequestParts<AppState> for Known {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Option<Known>, ApiError> {
        match <Known as FromRequestParts<AppState>>::from_request_parts(parts, state).await {
            Ok(known) => Ok(Some(known)),
            Err(ApiError::Unauthorized) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// Who one is.
#[derive(Serialize, ToSchema)]
pub(crate) struct Me {
    person: PersonId,
    name: String,
    roles: Vec<Role>,
    wallet: i64,
    is_guest: bool,
}

async fn me_of(state: &AppState, known: &Known) -> Result<Me, ApiError> {
    let wallet = state.hall.ask(|reply| Read::Wallet(known.person, reply)).await?;
    Ok(Me {
        person: known.person,
        name: known.name.clone(),
        roles: known.roles.clone(),
        wallet: wallet.in_cents(),
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

fn plain_name(name: &str) -> Result<String, ApiError> {
    let name = name.trim();
    let is_plain = name.chars().all(|one| one.is_alphanumeric() || " -_'.".contains(one));
    if !(1..=24).contains(&name.chars().count()) || !is_plain {
        return Err(ApiError::Bad(
            "a name has 1 to 24 letters, digits, spaces, dots, hyphens or apostrophes".to_owned(),
        ));
    }
    Ok(name.to_owned())
}

pub(crate) fn random_token() -> String {
    let mut bytes = [0_u8; 32];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
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
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Body(wanted): Body<GuestName>,
) -> Result<Response, ApiError> {
    state.count(address.ip(), Counted::Newcomer)?;
    let base = if wanted.name.trim().is_empty() { "Guest".to_owned() } else { plain_name(&wanted.name)? };
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
        let chips = state.guest_chips;
        let added = state
            .hall
            .ask(|reply| Write::AddPerson { person, kind: PersonKind::Guest, chips, reply })
            .await?;
        if let Ok(person) = added {
            let known = Known { person, name, roles: vec![Role::Guest], token: String::new(), expires: 0 };
            return enter(&state, &known).await;
        }
    }
    Err(ApiError::Conflict("that name is taken; choose another".to_owned()))
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
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Body(wanted): Body<Credentials>,
) -> Result<Response, ApiError> {
    state.count(address.ip(), Counted::Newcomer)?;
    let name = plain_name(&wanted.name)?;
    if !password::is_fit(&wanted.password) {
        return Err(ApiError::Bad(password::LENGTH.to_owned()));
    }
    let password = hashed(wanted.password).await?;
    let known = add_account(&state, name, password, vec!["patron".to_owned()]).await?;
    enter(&state, &known).await
}

async fn add_account(
    state: &AppState,
    name: String,
    password: String,
    roles: Vec<String>,
) -> Result<Known, ApiError> {
    let person = NewPerson {
        id: None,
        name: name.clone(),
        password: Some(password),
        roles: roles.clone(),
        created_ms: now().0,
    };
    let added = state
        .hall
        .ask(|reply| Write::AddPerson {
            person,
            kind: PersonKind::Patron,
            chips: ::books::Money::ZERO,
            reply,
        })
        .await?;
    let person = added.map_err(|_| ApiError::Conflict("that name is taken; choose another".to_owned()))?;
    Ok(Known { person, name, roles: roles_of(&roles), token: String::new(), expires: 0 })
}

/// Hashing takes a while on purpose, so it is done beside the other requests.
async fn hashed(password: String) -> Result<String, ApiError> {
    let hash = tokio::task::spawn_blocking(move || password::hashed(&password));
    hash.await.map_err(|_| ApiError::Broken("the password cannot be kept".to_owned()))
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
        (status = 429, description = "Too many requests", body = Failure),
    ),
)]
pub(crate) async fn login(
    State(state): State<AppState>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Body(wanted): Body<Credentials>,
) -> Result<Response, ApiError> {
    state.count(address.ip(), Counted::Login)?;
    let found = state.hall.ask(|reply| Read::PersonNamed(wanted.name.clone(), reply)).await??;
    // Somebody unknown costs as much time as somebody known, so that names cannot be found out.
    let nobody =
        "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$RdescudvJCsgt3ub+b0WJPzxZB0IEgmWqo8yCjRoOTE";
    let hash = found.as_ref().and_then(|person| person.password.clone()).unwrap_or_else(|| nobody.to_owned());
    let password = wanted.password;
    let is_right = tokio::task::spawn_blocking(move || password::is_right(&password, &hash));
    let is_right = is_right.await.unwrap_or(false);
    let person = found.filter(|person| is_right && person.password.is_some());
    let Some(person) = person else {
        return Err(ApiError::Bad("the name or the password is not right".to_owned()));
    };
    if person.roles.iter().any(|role| role == super::staff::UNUSED) {
        let roles = person.roles.iter().filter(|role| *role != super::staff::UNUSED).cloned().collect();
        state.hall.ask(|reply| Write::SetRoles { person: person.id, roles, by: None, reply }).await??;
    }
    let known = Known {
        person: person.id,
        name: person.name,
        roles: roles_of(&person.roles),
        token: String::new(),
        expires: 0,
    };
    enter(&state, &known).await
}

/// Opens a session and sets its cookie.
async fn enter(state: &AppState, known: &Known) -> Result<Response, ApiError> {
    let token = random_token();
    let expires = now().after_minutes(SESSION_DAYS * 24 * 60).0;
    state.hall.ask(|reply| Write::OpenSession(token.clone(), known.person, expires, reply)).await??;
    let cookie =
        format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age={}", SESSION_DAYS * 24 * 3600);
    let body = Json(me_of(state, known).await?);
    let value = HeaderValue::from_str(&cookie).map_err(|_| ApiError::Broken("no cookie".to_owned()))?;
    Ok(([(header::SET_COOKIE, value)], body).into_response())
}

/// Nothing to be told.
#[derive(Serialize, ToSchema)]
pub(crate) struct Nothing {}

/// Ends the session.
#[utoipa::path(
    post,
    path = "/logout",
    tag = "people",
    responses(
        (status = 200, description = "The session is over", body = Nothing),
    ),
)]
pub(crate) async fn logout(State(state): State<AppState>, headers: HeaderMap) -> Result<Response, ApiError> {
    if let Some(token) = token_of(&headers) {
        state.sessions.lock().expect("nobody panics here").remove(&token);
        state.hall.ask(|reply| Write::CloseSession(token.clone(), reply)).await??;
        let _ = state.ended.send(token);
    }
    let gone = HeaderValue::from_static("cardroom=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0");
    Ok(([(header::SET_COOKIE, gone)], Json(Nothing {})).into_response())
}

impl AppState {
    /// Forgets what is remembered of a person's sessions, because their roles have changed.
    pub(crate) fn forget(&self, person: PersonId) {
        self.sessions.lock().expect("nobody panics here").retain(|_, known| known.person != person);
    }
}
