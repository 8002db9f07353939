//! HTTP: who asks, whether they may, and what they are told.

mod asked;
mod books;
mod cage;
mod coaching;
mod error;
mod floor;
mod lobby;
mod odds;
pub(crate) mod openapi;
mod page;
mod reading;
mod record;
mod session;
mod socket;
pub(crate) mod staff;
mod stakes;
mod status;
mod stream;
mod tables;

pub(crate) use session::random_token;

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use ::books::Shelf;
use axum::Router;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Request as HttpRequest, State};
use axum::http::{HeaderValue, Method, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Config;
use crate::hall::{HallHandle, NewestNote};
use crate::odds_view::KeptOdds;
use crate::records::Records;
use error::ApiError;

/// What somebody may be in the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Somebody who plays.
    Patron,
    /// A guest, who plays at practice tables only.
    Guest,
    /// Deals at a table.
    Dealer,
    /// Opens, watches and closes tables, and rules.
    Floor,
    /// Sells chips and takes them back.
    Cage,
    /// Reads logs and proofs.
    Auditor,
    /// Gives and takes roles.
    Owner,
}

impl Role {
    /// Every role with its word.
    pub const ALL: [(Role, &'static str); 7] = [
        (Role::Patron, "patron"),
        (Role::Guest, "guest"),
        (Role::Dealer, "dealer"),
        (Role::Floor, "floor"),
        (Role::Cage, "cage"),
        (Role::Auditor, "auditor"),
        (Role::Owner, "owner"),
    ];

    /// The word for people, programs and the list of accounts.
    #[must_use]
    pub fn word(self) -> &'static str {
        Role::ALL.iter().find(|(role, _)| *role == self).map_or("", |(_, word)| word)
    }

    /// The role of that word.
    #[must_use]
    pub fn named(word: &str) -> Option<Role> {
        Role::ALL.iter().find(|(_, own)| *own == word).map(|(role, _)| *role)
    }
}

/// What one client may ask for.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Commands and other requests a second, on average, for each address.
    pub requests_per_second: f64,
    /// How many at once.
    pub burst: f64,
    /// Attempts to log in, a minute, for each address.
    pub logins_per_minute: f64,
    /// New guests and accounts, an hour, for each address.
    pub newcomers_per_hour: f64,
    /// How many watch at once, from each address.
    pub watchers: usize,
    /// How many read finished rounds at once, waiting ones included, from each address.
    pub readers: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            requests_per_second: 50.0,
            burst: 200.0,
            logins_per_minute: 10.0,
            newcomers_per_hour: 60.0,
            watchers: 200,
            readers: 8,
        }
    }
}

impl Limits {
    /// No limits, for measuring.
    #[must_use]
    pub fn none() -> Limits {
        Limits {
            requests_per_second: 1e9,
            burst: 1e9,
            logins_per_minute: 1e9,
            newcomers_per_hour: 1e9,
            watchers: usize::MAX,
            readers: usize::MAX,
        }
    }
}

/// A bucket that fills with time and is emptied by requests.
#[derive(Clone, Copy)]
struct Bucket {
    left: f64,
    at: Instant,
}

/// What is counted for each address.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Counted {
    Request,
    Login,
    Newcomer,
}

/// Everything the handlers share.
#[derive(Clone)]
pub(crate) struct AppState {
    pub(crate) hall: HallHandle,
    pub(crate) shelf: Arc<Shelf>,
    pub(crate) records: Records,
    pub(crate) limits: Limits,
    names: Option<Arc<[String]>>,
    /// The newest note of where the streams end.
    pub(crate) note: NewestNote,
    pub(crate) guest_chips: ::books::Money,
    pub(crate) stopping: CancellationToken,
    /// Tells which sessions are ended, so that what is open with them is closed.
    pub(crate) ended: broadcast::Sender<String>,
    sessions: Arc<Mutex<HashMap<String, session::Known>>>,
    buckets: Arc<Mutex<HashMap<(IpAddr, Counted), Bucket>>>,
    watching: Arc<Mutex<HashMap<IpAddr, usize>>>,
    pub(crate) readers: reading::Readers,
    /// Those who wait for something that is worked out, such as the coach's word.
    pub(crate) thinkers: reading::Readers,
    pub(crate) coach: Arc<coach::Coach>,
    pub(crate) odds: Arc<KeptOdds>,
}

impl AppState {
    pub(crate) fn new(hall: HallHandle, shelf: Arc<Shelf>, config: &Config, note: NewestNote) -> AppState {
        AppState {
            hall,
            note,
            records: Records::new(Arc::clone(&shelf), &config.folder),
            shelf,
            limits: config.limits,
            names: config.names.clone().map(Arc::from),
            guest_chips: config.hall.guest_chips,
            stopping: CancellationToken::new(),
            ended: broadcast::channel(256).0,
            sessions: Arc::default(),
            buckets: Arc::default(),
            watching: Arc::default(),
            readers: reading::Readers::new(config.limits.readers),
            thinkers: reading::Readers::served_by(coaching::AT_ONCE, config.limits.readers),
            coach: Arc::default(),
            odds: Arc::default(),
        }
    }

    /// Takes one from an address's bucket.
    pub(crate) fn count(&self, address: IpAddr, what: Counted) -> Result<(), ApiError> {
        let (per_second, most) = match what {
            Counted::Request => (self.limits.requests_per_second, self.limits.burst),
            Counted::Login => (self.limits.logins_per_minute / 60.0, self.limits.logins_per_minute),
            Counted::Newcomer => (self.limits.newcomers_per_hour / 3600.0, self.limits.newcomers_per_hour),
        };
        let mut buckets = self.buckets.lock().expect("nobody panics while counting");
        if buckets.len() > 100_000 {
            buckets.clear();
        }
        let now = Instant::now();
        let bucket = buckets.entry((address, what)).or_insert(Bucket { left: most, at: now });
        bucket.left = (bucket.left + now.duration_since(bucket.at).as_secs_f64() * per_second).min(most);
        bucket.at = now;
        if bucket.left < 1.0 {
            return Err(ApiError::TooMany);
        }
        bucket.left -= 1.0;
        Ok(())
    }

    /// Lets an address watch once more, until the guard goes.
    pub(crate) fn watch(&self, address: IpAddr) -> Result<WatchGuard, ApiError> {
        let mut watching = self.watching.lock().expect("nobody panics while counting");
        let count = watching.entry(address).or_insert(0);
        if *count >= self.limits.watchers {
            return Err(ApiError::TooMany);
        }
        *count += 1;
        Ok(WatchGuard { watching: Arc::clone(&self.watching), address })
    }
}

/// One who watches; gone when dropped.
pub(crate) struct WatchGuard {
    watching: Arc<Mutex<HashMap<IpAddr, usize>>>,
    address: IpAddr,
}

impl Drop for WatchGuard {
    fn drop(&mut self) {
        let mut watching = self.watching.lock().expect("nobody panics while counting");
        if let Some(count) = watching.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                watching.remove(&self.address);
            }
        }
    }
}

/// The paths under `/api`, each with its description.
fn api() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(openapi::openapi))
        .routes(routes!(session::me))
        .routes(routes!(session::guest))
        .routes(routes!(session::register))
        .routes(routes!(session::login))
        .routes(routes!(session::logout))
        .routes(routes!(lobby::lobby))
        .routes(routes!(books::list))
        .routes(routes!(books::book))
        .routes(routes!(books::sign))
        .routes(routes!(odds::odds))
        .routes(routes!(odds::money))
        .routes(routes!(floor::open))
        .routes(routes!(tables::view))
        .routes(routes!(tables::command))
        .routes(routes!(socket::socket))
        .routes(routes!(stream::stream))
        .routes(routes!(record::rounds))
        .routes(routes!(record::round))
        .routes(routes!(coaching::advice))
        .routes(routes!(coaching::review))
        .routes(routes!(record::log))
        .routes(routes!(record::house_log))
        .routes(routes!(record::tips))
        .routes(routes!(record::verify))
        .routes(routes!(floor::floor))
        .routes(routes!(floor::roles))
        .routes(routes!(cage::cage))
        .routes(routes!(cage::buy))
        .routes(routes!(cage::redeem))
}

/// The paths of the server but those of the page, with what stands under `/api`.
fn paths(api: OpenApiRouter<AppState>) -> OpenApiRouter<AppState> {
    OpenApiRouter::new().nest("/api", api).routes(routes!(status::health)).routes(routes!(status::metrics))
}

/// All paths of the server.
pub(crate) fn router(state: AppState) -> Router {
    let api = api()
        .fallback(|| async { ApiError::NotFound("there is nothing at this address".to_owned()) })
        .layer(middleware::from_fn_with_state(state.clone(), guard));
    let (router, _) = paths(api).split_for_parts();
    router
        .method_not_allowed_fallback(|| async { ApiError::OtherMethod })
        .fallback(page::page)
        .layer(DefaultBodyLimit::max(16 * 1024))
        .layer(middleware::from_fn(headers))
        .with_state(state)
}

/// Counts requests, and refuses those that another site's page sends.
async fn guard(
    State(state): State<AppState>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    request: HttpRequest,
    next: Next,
) -> Response {
    if let Err(error) = state.count(address.ip(), Counted::Request) {
        return error.into_response();
    }
    if state.names.as_ref().is_some_and(|names| !is_asked_by_name(&request, names)) {
        return ApiError::Forbidden("the room is not known by that name".to_owned()).into_response();
    }
    let is_change = request.method() != Method::GET && request.method() != Method::HEAD;
    let is_socket = request.headers().contains_key(header::UPGRADE);
    if (is_change || is_socket) && !is_own_origin(&request) {
        return ApiError::Forbidden("requests from other sites are not taken".to_owned()).into_response();
    }
    next.run(request).await
}

/// A browser says by which name it asks; a program may say nothing.
fn is_asked_by_name(request: &HttpRequest, names: &[String]) -> bool {
    let Some(host) = request.headers().get(header::HOST) else { return true };
    let Ok(host) = host.to_str() else { return false };
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// A browser says from which site a request comes; a program says nothing.
fn is_own_origin(request: &HttpRequest) -> bool {
    let Some(origin) = request.headers().get(header::ORIGIN) else { return true };
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://")).map(|(_, host)| host);
    origin.is_some() && origin == host
}

/// What every answer says to browsers: nothing from elsewhere, and not inside other pages.
async fn headers(request: HttpRequest, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::X_FRAME_OPTIONS, "DENY");
    set(header::REFERRER_POLICY, "no-referrer");
    set(
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self'; \
         frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    );
    response
}
