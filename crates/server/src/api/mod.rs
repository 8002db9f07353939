//! HTTP: who asks, whether they may, and what they are told.

mod account;
mod asked;
mod books;
mod cage;
mod coaching;
mod companies;
mod corrections;
mod day;
mod error;
mod floor;
mod foresight;
mod jackpots;
mod known_fields;
mod law;
mod limits;
mod lists;
mod lobby;
mod observed;
mod odds;
pub(crate) mod openapi;
mod own;
mod page;
mod passing;
mod patrons;
mod people;
mod private;
mod reading;
mod record;
mod reports;
mod session;
mod socket;
pub(crate) mod staff;
mod stakes;
mod status;
mod stream;
mod table_books;
mod tables;

pub use limits::Limits;
pub(crate) use limits::client;
pub use session::SessionLimits;
pub(crate) use session::{random_token, roles_of};
pub(crate) use socket::read as read_message;

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, OnceLock};

use ::books::Shelf;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Extension, MatchedPath, Request as HttpRequest, State};
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use nodes::Protocol;
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Config;
use crate::directory::Directory;
use crate::edge::Outside;
use crate::hall::{ClauseView, HallHandle, NewestNote};
use crate::measures::Measures;
use crate::odds_view::KeptOdds;
use crate::preferences::EarlierPreferences;
use crate::records::Records;
use error::ApiError;
use limits::{Counted, Counters, WatchGuard};

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

    /// The roles of those who work here.
    pub(crate) const OF_STAFF: [Role; 5] =
        [Role::Dealer, Role::Floor, Role::Cage, Role::Auditor, Role::Owner];

    /// Whether whoever has it works here.
    #[must_use]
    pub fn is_staff(self) -> bool {
        !matches!(self, Role::Patron | Role::Guest)
    }

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

/// Everything the handlers share.
#[derive(Clone)]
pub(crate) struct AppState {
    pub(crate) hall: HallHandle,
    pub(crate) shelf: Arc<Shelf>,
    pub(crate) records: Records,
    pub(crate) preferences: EarlierPreferences,
    pub(crate) limits: Limits,
    names: Option<Arc<[String]>>,
    /// The newest note of where the streams end.
    pub(crate) note: NewestNote,
    pub(crate) guest_chips: ::books::Money,
    pub(crate) stopping: CancellationToken,
    /// Tells which sessions are ended, so that what is open with them is closed.
    pub(crate) ended: broadcast::Sender<session::Ended>,
    session_limits: SessionLimits,
    /// Counts up whenever what is known of sessions is not so any more.
    session_turn: Arc<AtomicU64>,
    sessions: Arc<Mutex<HashMap<String, session::Known>>>,
    pub(crate) counters: Counters,
    pub(crate) measures: Measures,
    pub(crate) readers: reading::Readers,
    /// Those who wait for something that is worked out, such as the coach's word.
    pub(crate) thinkers: reading::Readers,
    /// Those whose passwords are worked on.
    pub(crate) comers: reading::Readers,
    /// The games that houses keep closed, with the clauses that say so; looked up once.
    closed_games: Arc<OnceLock<BTreeMap<String, ClauseView>>>,
    pub(crate) coach: Arc<coach::Coach>,
    pub(crate) odds: Arc<KeptOdds>,
    /// The other nodes, where several run the room.
    pub(crate) nodes: Option<passing::Nodes>,
}

impl AppState {
    pub(crate) fn new(
        hall: HallHandle,
        shelf: Arc<Shelf>,
        config: &Config,
        note: NewestNote,
        directory: Option<Directory>,
    ) -> AppState {
        let stopping = CancellationToken::new();
        let protocol = config.node.as_ref().map_or(Protocol::NEWEST, |node| Protocol::new(node.protocol));
        AppState {
            nodes: directory.map(|directory| passing::Nodes::new(directory, protocol, stopping.clone())),
            hall,
            note,
            records: Records::new(Arc::clone(&shelf), config.place.clone(), &config.folder),
            preferences: EarlierPreferences::of(&config.folder),
            shelf,
            limits: config.limits,
            names: config.names.clone().map(Arc::from),
            guest_chips: config.hall.guest_chips,
            stopping,
            ended: broadcast::channel(256).0,
            session_limits: config.sessions,
            session_turn: Arc::default(),
            sessions: Arc::default(),
            counters: Counters::new(config.limits),
            measures: config.hall.measures.clone(),
            readers: reading::Readers::new(config.limits.readers),
            thinkers: reading::Readers::served_by(coaching::AT_ONCE, config.limits.readers),
            comers: reading::Readers::of_passwords(config.limits.passwords),
            closed_games: Arc::default(),
            coach: Arc::default(),
            odds: Arc::default(),
        }
    }
}

/// The paths under `/api`, each with its description.
fn api() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(openapi::openapi))
        .routes(routes!(account::me))
        .routes(routes!(own::tables))
        .routes(routes!(own::rounds))
        .routes(routes!(own::preferences, own::keep_preferences))
        .routes(routes!(account::guest))
        .routes(routes!(account::register))
        .routes(routes!(account::login))
        .routes(routes!(account::logout))
        .routes(routes!(account::logout_everywhere))
        .routes(routes!(account::change_password))
        .routes(routes!(account::play_chips))
        .routes(routes!(lobby::lobby))
        .routes(routes!(books::list))
        .routes(routes!(books::book))
        .routes(routes!(books::sign))
        .routes(routes!(odds::odds))
        .routes(routes!(odds::money))
        .routes(routes!(floor::open))
        .routes(routes!(tables::view))
        .routes(routes!(table_books::book))
        .routes(routes!(table_books::sign))
        .routes(routes!(table_books::odds))
        .routes(routes!(table_books::money))
        .routes(routes!(table_books::library))
        .routes(routes!(table_books::text))
        .routes(routes!(tables::command))
        .routes(routes!(foresight::preview))
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
        .routes(routes!(floor::give_back))
        .routes(routes!(corrections::ask))
        .routes(routes!(corrections::waiting))
        .routes(routes!(corrections::approve))
        .routes(routes!(corrections::decline))
        .routes(routes!(private::open))
        .routes(routes!(private::enter))
        .routes(routes!(private::chat, private::say))
        .routes(routes!(private::silence))
        .routes(routes!(people::list))
        .routes(routes!(people::roles))
        .routes(routes!(people::reset))
        .routes(routes!(cage::cage))
        .routes(routes!(cage::buy))
        .routes(routes!(cage::redeem))
        .routes(routes!(cage::asked))
        .routes(routes!(cage::approve))
        .routes(routes!(cage::decline))
        .routes(routes!(patrons::list))
        .routes(routes!(patrons::act))
        .routes(routes!(lists::list, lists::act))
        .routes(routes!(lists::wall))
        .routes(routes!(jackpots::list, jackpots::act))
        .routes(routes!(jackpots::line_up, jackpots::line_up_act))
        .routes(routes!(day::day))
        .routes(routes!(day::open_shift))
        .routes(routes!(day::close_shift))
        .routes(routes!(day::pull))
        .routes(routes!(day::count))
        .routes(routes!(day::count_cage))
        .routes(routes!(day::count_tray))
        .routes(routes!(day::fill))
        .routes(routes!(day::credit))
        .routes(routes!(law::law))
        .routes(routes!(law::read))
        .routes(routes!(law::post_notice))
        .routes(routes!(law::take_down))
        .routes(routes!(law::override_rule))
        .routes(routes!(law::end_override))
        .routes(routes!(companies::list, companies::register))
        .routes(routes!(companies::change))
        .routes(routes!(companies::give_badge))
        .routes(routes!(companies::take_badge))
        .routes(routes!(reports::own))
        .routes(routes!(reports::own_csv))
        .routes(routes!(reports::json))
        .routes(routes!(reports::csv))
        .routes(routes!(reports::pdf))
}

/// The paths that tell how the room is.
fn status() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(status::health)).routes(routes!(status::metrics))
}

/// The paths of the server but those of the page, with what stands under `/api`.
fn paths(api: OpenApiRouter<AppState>, status: OpenApiRouter<AppState>) -> OpenApiRouter<AppState> {
    OpenApiRouter::new().nest("/api", api).merge(status)
}

/// All paths of the server.
pub(crate) fn router(state: AppState) -> Router {
    let api = api()
        .fallback(|| async { ApiError::NotFound("there is nothing at this address".to_owned()) })
        .layer(middleware::from_fn_with_state(state.clone(), passing::pass_on))
        .layer(middleware::from_fn_with_state(state.clone(), guard));
    let status = status().layer(middleware::from_fn_with_state(state.clone(), guard_status));
    let (router, _) = paths(api, status).split_for_parts();
    router
        .method_not_allowed_fallback(other_method)
        .fallback(page::page)
        .layer(DefaultBodyLimit::max(BODY_MOST))
        .layer(middleware::from_fn_with_state(state.clone(), keep_room))
        .layer(middleware::from_fn(headers))
        .layer(middleware::from_fn_with_state(state.clone(), observed::observe))
        .with_state(state)
}

/// How large the body of a request may be.
const BODY_MOST: usize = 16 * 1024;

/// Counts requests, and refuses those that another site's page sends.
async fn guard(
    State(state): State<AppState>,
    Extension(outside): Extension<Outside>,
    mut request: HttpRequest,
    next: Next,
) -> Response {
    // Another node has let it in already.
    if state.nodes.as_ref().is_some_and(|nodes| nodes.let_in(&mut request, outside)) {
        return unkept(next.run(request).await);
    }
    if let Err(error) = state.counters.count(Counted::Request(client(outside.address.ip()))) {
        return unkept(error.into_response());
    }
    if let Err(error) = state.check_name(&request) {
        return unkept(error.into_response());
    }
    if let Err(error) = check_address(&request) {
        return unkept(error.into_response());
    }
    let is_change = request.method() != Method::GET && request.method() != Method::HEAD;
    let is_socket = request.headers().contains_key(header::UPGRADE);
    if (is_change || is_socket) && !is_own_origin(&request, outside) {
        let error = ApiError::Forbidden("requests from other sites are not taken".to_owned());
        return unkept(error.into_response());
    }
    unkept(next.run(request).await)
}

/// Counts those who look how the room is, apart from their requests.
async fn guard_status(
    State(state): State<AppState>,
    Extension(outside): Extension<Outside>,
    request: HttpRequest,
    next: Next,
) -> Response {
    let counted = state.counters.count(Counted::Look(client(outside.address.ip())));
    let named = counted.and_then(|()| state.check_name(&request));
    if let Err(error) = named.and_then(|()| check_address(&request)) {
        return unkept(error.into_response());
    }
    unkept(next.run(request).await)
}

/// Refuses what stands behind the question mark of an address and is not known there, and a NUL anywhere in it.
fn check_address(request: &HttpRequest) -> Result<(), ApiError> {
    let uri = request.uri();
    if [uri.path(), uri.query().unwrap_or_default()].iter().any(|part| part.contains("%00")) {
        return Err(ApiError::Bad(asked::NUL.to_owned()));
    }
    let (Some(query), Some(path)) = (request.uri().query(), request.extensions().get::<MatchedPath>()) else {
        return Ok(());
    };
    known_fields::unknown_in_address(path.as_str(), query).map_or(Ok(()), |what| Err(ApiError::Bad(what)))
}

/// Tells whoever asks in another way than an address takes, and counts it as a request.
async fn other_method(State(state): State<AppState>, Extension(outside): Extension<Outside>) -> Response {
    let counted = state.counters.count(Counted::Request(client(outside.address.ip())));
    unkept(counted.err().unwrap_or(ApiError::OtherMethod).into_response())
}

/// Nobody on the way keeps what the room answers: it is for whoever asked, and for now.
fn unkept(mut response: Response) -> Response {
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// The last places are for those who have an account, or come in with one; whoever else got one leaves it at once.
async fn keep_room(
    State(state): State<AppState>,
    Extension(outside): Extension<Outside>,
    request: HttpRequest,
    next: Next,
) -> Response {
    if !outside.is_kept || session::has_account(&state, request.headers()).await {
        return next.run(request).await;
    }
    let path = request.uri().path();
    let mut response = if path.starts_with("/api/") && path != "/api/login" {
        ApiError::Full.into_response()
    } else {
        next.run(request).await
    };
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

impl AppState {
    /// Refuses whoever asks for the room by a name that is not its own, or by two: somebody on the way may read the other one.
    fn check_name(&self, request: &HttpRequest) -> Result<(), ApiError> {
        let named = request.uri().authority().map(|named| named.as_str().as_bytes());
        let mut hosts =
            request.headers().get_all(header::HOST).iter().map(HeaderValue::as_bytes).chain(named);
        let first = hosts.next();
        if hosts.any(|host| Some(host) != first) {
            return Err(ApiError::Bad("a request is for one host".to_owned()));
        }
        if self.names.as_ref().is_some_and(|names| !is_asked_by_name(request, names)) {
            return Err(ApiError::Forbidden("the room is not known by that name".to_owned()));
        }
        Ok(())
    }
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
fn is_own_origin(request: &HttpRequest, outside: Outside) -> bool {
    let Some(origin) = request.headers().get(header::ORIGIN) else { return true };
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
    // A page that came in the clear may have been changed on the way.
    origin.is_some_and(|(scheme, origin)| Some(origin) == host && (scheme == "https" || !outside.is_https))
}

/// What every answer says to browsers: it is what it says it is, and no page of another site takes it in. What a
/// document or what the interface answers says more: nothing from elsewhere, and not inside pages of others. Scripts and
/// styles do not, because browsers read that of documents alone (docs/network.md).
async fn headers(request: HttpRequest, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let kind = headers.get(header::CONTENT_TYPE).map_or("", |kind| kind.to_str().unwrap_or(""));
    let is_part = kind.starts_with("text/javascript") || kind.starts_with("text/css");
    let is_document = kind.starts_with("text/html");
    let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    if is_part {
        return response;
    }
    if is_document {
        set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    }
    set(header::X_FRAME_OPTIONS, "SAMEORIGIN");
    set(header::REFERRER_POLICY, "no-referrer");
    set(
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self'; \
         object-src 'none'; worker-src 'none'; frame-ancestors 'self'; base-uri 'none'; form-action 'self'",
    );
    response
}
