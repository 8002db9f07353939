//! Who asks: sessions in a cookie that no script can read, and how long they last.

use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Json;
use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::response::{IntoResponse, Response};
use room::PersonId;
use tokio::sync::broadcast::error::RecvError;

use super::account::{me_of, not_any_more};
use super::error::ApiError;
use super::{AppState, Role};
use crate::edge::Outside;
use crate::hall::{Read, Write, now};

const COOKIE: &str = "cardroom";
/// How often an open stream asks whether its session is still there.
const LOOK_AGAIN: Duration = Duration::from_secs(15);
/// How long what is known of a session is not asked again.
const REMEMBERED: Duration = Duration::from_secs(30);
/// The same where other nodes end sessions.
const REMEMBERED_BY_NODES: Duration = Duration::from_secs(1);
/// How many sessions are remembered.
const REMEMBERED_MOST: usize = 50_000;

/// How long sessions last: since they were opened, and since anything was last done with them. Reading and watching
/// does nothing.
#[derive(Clone, Copy, Debug)]
pub struct SessionLimits {
    /// Since it was opened.
    pub age: Duration,
    /// Since anything was done.
    pub idle: Duration,
    /// The same for the staff.
    pub staff_age: Duration,
    /// The same for the staff.
    pub staff_idle: Duration,
}

impl Default for SessionLimits {
    fn default() -> SessionLimits {
        let hours = |hours: u64| Duration::from_secs(hours * 3_600);
        SessionLimits {
            age: hours(14 * 24),
            idle: hours(3 * 24),
            staff_age: hours(24),
            staff_idle: hours(12),
        }
    }
}

impl SessionLimits {
    /// The age and the idleness at which somebody's session ends, in milliseconds.
    fn of(&self, roles: &[Role]) -> (i64, i64) {
        let is_staff = roles.iter().any(|role| role.is_staff());
        let (age, idle) = if is_staff { (self.staff_age, self.staff_idle) } else { (self.age, self.idle) };
        let ms = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        (ms(age), ms(idle))
    }
}

/// Whoever a session belongs to.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) person: PersonId,
    pub(crate) name: String,
    pub(crate) roles: Vec<Role>,
    /// The session's token.
    pub(crate) token: String,
    /// Until when this is not asked again.
    until: i64,
    /// When the session was last put off its end.
    renewed: i64,
}

impl Known {
    /// Somebody whose session is about to be opened.
    pub(crate) fn entering(person: PersonId, name: String, roles: Vec<Role>) -> Known {
        Known { person, name, roles, token: String::new(), until: 0, renewed: 0 }
    }

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

/// The roles of these words.
pub(crate) fn roles_of(words: &[String]) -> Vec<Role> {
    Role::ALL.iter().filter(|(_, word)| words.iter().any(|own| own == word)).map(|(role, _)| *role).collect()
}

/// What a session's cookie says.
pub(crate) fn token_of(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, token)| token.to_owned())
}

/// When a session was opened. The token says so itself: whoever changes it has another token, which opens nothing.
fn opened(token: &str) -> Option<i64> {
    token.split_once('.')?.1.parse().ok()
}

/// 32 random bytes, as text.
pub(crate) fn random_token() -> String {
    let mut bytes = [0_u8; 32];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl FromRequestParts<AppState> for Known {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Known, ApiError> {
        let token = token_of(&parts.headers).ok_or(ApiError::Unauthorized)?;
        let known = known(state, token).await?;
        if parts.method != Method::GET && parts.method != Method::HEAD {
            state.renew(&known);
        }
        Ok(known)
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

/// Whoever a session belongs to now.
pub(crate) async fn known(state: &AppState, token: String) -> Result<Known, ApiError> {
    let cached = state.sessions().get(&token).cloned();
    if let Some(known) = cached.clone().filter(|known| known.until > now().0) {
        return Ok(known);
    }
    let turn = state.session_turn.load(Ordering::SeqCst);
    let found = state.hall.ask(|reply| Read::Session(token.clone(), reply)).await??;
    let person = found.ok_or(ApiError::Unauthorized)?;
    let roles = roles_of(&person.roles);
    let (age, idle) = state.session_limits.of(&roles);
    let at = now().0;
    if opened(&token).is_some_and(|opened| at - opened > age) {
        return Err(ApiError::Unauthorized);
    }
    // Looked up again now and then, so that sessions that are ended on the machine itself end here, too.
    let remembered = match &state.nodes {
        None => REMEMBERED,
        // Another node may take a role away, and that counts at once.
        Some(_) if roles.iter().any(|role| role.is_staff()) => Duration::ZERO,
        Some(_) => REMEMBERED_BY_NODES,
    };
    let remembered = i64::try_from(remembered.as_millis()).unwrap_or(i64::MAX).min(idle / 4).min(age / 4);
    let known = Known {
        person: person.id,
        name: person.name,
        roles,
        token: token.clone(),
        until: at + remembered,
        renewed: cached.map_or(0, |known| known.renewed),
    };
    let mut sessions = state.sessions();
    if sessions.len() > REMEMBERED_MOST {
        sessions.clear();
    }
    // What was read before somebody's roles changed or a session ended is not kept.
    if state.session_turn.load(Ordering::SeqCst) == turn {
        sessions.insert(token, known.clone());
    }
    Ok(known)
}

/// Whether a request comes from somebody with an account; a guest has none.
pub(crate) async fn has_account(state: &AppState, headers: &HeaderMap) -> bool {
    let Some(token) = token_of(headers) else { return false };
    known(state, token).await.is_ok_and(|known| !known.is(Role::Guest))
}

/// Which sessions are ended, or are to be looked at again.
#[derive(Clone, Debug)]
pub(crate) enum Ended {
    /// One.
    Session(String),
    /// All of a person, but one.
    All(PersonId, Option<String>),
}

impl Ended {
    fn means(&self, person: PersonId, token: &str) -> bool {
        match self {
            Ended::Session(ended) => ended == token,
            Ended::All(of, but) => *of == person && but.as_deref() != Some(token),
        }
    }
}

/// What is to be done about a stream when something was heard of sessions that are ended, or nothing for a while.
#[derive(Debug, PartialEq, Eq)]
enum Next {
    /// Its session is ended.
    Over,
    /// It may be: somebody may have ended it on the machine itself, or so many were ended at once that its own was missed.
    LookAgain,
    /// It is another's.
    GoOn,
}

fn next(heard: Option<Result<Ended, RecvError>>, person: PersonId, token: &str) -> Next {
    match heard {
        Some(Ok(ended)) if ended.means(person, token) => Next::Over,
        Some(Ok(_)) => Next::GoOn,
        Some(Err(RecvError::Closed)) => Next::Over,
        Some(Err(RecvError::Lagged(_))) | None => Next::LookAgain,
    }
}

/// Done when a session is over or somebody's roles have changed: at once, and within a minute if it was ended on the
/// machine itself; never for one who watches without a session.
pub(crate) async fn ended(state: AppState, whose: Option<Known>) {
    let Some(Known { person, token, roles, .. }) = whose else { return std::future::pending().await };
    let mut ends = state.ended.subscribe();
    loop {
        let heard = tokio::time::timeout(LOOK_AGAIN, ends.recv()).await.ok();
        match next(heard, person, &token) {
            Next::Over => return,
            Next::GoOn => {}
            Next::LookAgain => match known(&state, token.clone()).await {
                Ok(now) if now.roles != roles => return,
                Err(ApiError::Unauthorized) => return,
                Ok(_) | Err(_) => {}
            },
        }
    }
}

/// Opens a session and sets its cookie, if what is kept of the password is still what was checked.
pub(crate) async fn enter(
    state: &AppState,
    known: &Known,
    checked: Option<String>,
    outside: Outside,
) -> Result<Response, ApiError> {
    let at = now().0;
    let token = format!("{}.{at}", random_token());
    let (age, idle) = state.session_limits.of(&known.roles);
    let expires = at.saturating_add(idle.min(age));
    let (session, person) = (token.clone(), known.person);
    let opening = |reply| Write::OpenSession { token: session, person, expires, checked, reply };
    state.hall.ask(opening).await?.map_err(not_any_more)?;
    // What came by https goes back by nothing else.
    let secure = if outside.is_https { "; Secure" } else { "" };
    let cookie =
        format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age={}{secure}", age / 1_000);
    let body = Json(me_of(state, known).await?);
    let value = HeaderValue::from_str(&cookie).map_err(|_| ApiError::Broken("no cookie".to_owned()))?;
    Ok(([(header::SET_COOKIE, value)], body).into_response())
}

/// The cookie of somebody who has gone.
pub(crate) fn no_cookie() -> HeaderValue {
    HeaderValue::from_static("cardroom=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0")
}

impl AppState {
    fn sessions(&self) -> std::sync::MutexGuard<'_, std::collections::HashMap<String, Known>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// When a session of somebody ends, if nothing more is done with it.
    pub(crate) fn expires(&self, known: &Known) -> i64 {
        let (age, idle) = self.session_limits.of(&known.roles);
        let latest = opened(&known.token).map_or(i64::MAX, |opened| opened.saturating_add(age));
        now().0.saturating_add(idle).min(latest)
    }

    /// Something was done with a session, so that its end is put off.
    pub(crate) fn renew(&self, known: &Known) {
        let (_, idle) = self.session_limits.of(&known.roles);
        let at = now().0;
        // Sessions of earlier versions do not say when they were opened, and end when they would have.
        if opened(&known.token).is_none() || at - known.renewed < idle / 8 {
            return;
        }
        if let Some(kept) = self.sessions().get_mut(&known.token) {
            kept.renewed = at;
        }
        let renewal = Write::RenewSession(known.token.clone(), known.person, self.expires(known));
        if self.hall.send(renewal.into()).is_err() {
            tracing::warn!("a session could not be put off its end");
        }
    }

    /// Forgets what is remembered of sessions and closes what is open with them.
    pub(crate) fn forget(&self, ended: Ended) {
        self.session_turn.fetch_add(1, Ordering::SeqCst);
        self.sessions().retain(|token, known| !ended.means(known.person, token));
        let _ = self.ended.send(ended);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever ends very many sessions at once, made up ones too, cuts off nobody else.
    #[test]
    fn others_who_log_out_end_nobodys_stream() {
        let next = |heard: Option<Result<Ended, RecvError>>| super::next(heard, 7, "own");
        assert_eq!(next(Some(Ok(Ended::Session("own".to_owned())))), Next::Over);
        assert_eq!(next(Some(Ok(Ended::Session("another".to_owned())))), Next::GoOn);
        assert_eq!(next(Some(Ok(Ended::All(7, None)))), Next::Over);
        assert_eq!(next(Some(Ok(Ended::All(7, Some("own".to_owned()))))), Next::GoOn);
        assert_eq!(next(Some(Ok(Ended::All(8, None)))), Next::GoOn);
        assert_eq!(next(Some(Err(RecvError::Lagged(300)))), Next::LookAgain);
        assert_eq!(next(None), Next::LookAgain);
        assert_eq!(next(Some(Err(RecvError::Closed))), Next::Over);
    }
}
