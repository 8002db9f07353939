//! Finished rounds, the log and its proof.

use std::net::SocketAddr;
use std::sync::PoisonError;

use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use room::{PersonId, TableId};
use serde::{Deserialize, Serialize};
use store::Logged;
use utoipa::ToSchema;

use super::asked::{Path, Query};
use super::error::{ApiError, Failure};
use super::floor::blocking;
use super::session::Known;
use super::{AppState, Role};
use crate::hall::{HallError, PrivateRead, Read, Unseen};
use crate::journal::HouseKind;
use crate::records::{Records, RoundHistory, RoundLine};
use crate::verify::Proof;

/// How many rounds a page of a list has at the most.
const PAGE: usize = 200;

/// Which part of a list of rounds is wanted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RoundsQuery {
    below: Option<u64>,
    limit: Option<usize>,
}

/// The finished rounds of a table, the newest first.
#[utoipa::path(
    get,
    path = "/tables/{table}/rounds",
    tag = "records",
    params(
        ("table" = u32, Path, description = "The number of the table"),
        ("below" = Option<u64>, Query, description = "Only rounds below this number, for the next page"),
        ("limit" = Option<u64>, Query, description = "At most so many, and at most 200"),
    ),
    responses(
        (status = 200, description = "At most 200 rounds; of a table of the house those that the asker was in, and all for the staff", body = Vec<RoundLine>),
        (status = 401, description = "Nobody is logged in, and it is a table of the house", body = Failure),
        (status = 403, description = "It is a table of the house, and a guest asks", body = Failure),
        (status = 404, description = "There is no such table", body = Failure),
        (status = 429, description = "Too many at once", body = Failure),
    ),
)]
pub(crate) async fn rounds(
    State(state): State<AppState>,
    Path(table): Path<TableId>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Query(query): Query<RoundsQuery>,
    known: Option<Known>,
) -> Result<Response, ApiError> {
    let own = own_only(&state, table, known.as_ref()).await?;
    let person = known.map(|known| known.person);
    let is_hidden =
        state.hall.ask(|reply| PrivateRead::IsHidden(table, person, reply)).await? && own.is_some();
    let (below, limit) = (query.below.unwrap_or(u64::MAX), query.limit.unwrap_or(PAGE).min(PAGE));
    let read = move |records: &Records, _: &dyn Fn() -> bool| {
        let found = records.rounds(table, person, own.is_some(), below, limit)?;
        // For whoever was in no round of a private table and is none of its friends, there is no such table.
        if is_hidden && found.is_empty() {
            return Err(HallError::NotFound(format!("there is no table {table}")));
        }
        Ok(written(&found))
    };
    Ok(as_json(state.read(address, read).await?))
}

/// One round as JSON, or as PHH if its number ends in ".phh".
#[utoipa::path(
    get,
    path = "/tables/{table}/rounds/{round}",
    tag = "records",
    params(("table" = u32, Path, description = "The number of the table"), ("round" = String, Path, description = "The number of the round")),
    responses(
        (status = 200, description = "The round as the asker saw it, with the openings of those cards; with the seeds for an auditor", body = RoundHistory),
        (status = 400, description = "The request is not right", body = Failure),
        (status = 401, description = "Nobody is logged in, and it is a table of the house", body = Failure),
        (status = 403, description = "It is a table of the house, and a guest asks", body = Failure),
        (status = 404, description = "There is no such thing, or the asker was not in that round of a table of the house", body = Failure),
    ),
)]
pub(crate) async fn round(
    State(state): State<AppState>,
    Path((table, round)): Path<(TableId, String)>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    known: Option<Known>,
) -> Result<Response, ApiError> {
    let own = own_only(&state, table, known.as_ref()).await?;
    let is_auditor = known.as_ref().is_some_and(|known| known.is(Role::Auditor));
    let is_staff = known.as_ref().is_some_and(|known| known.roles.iter().any(|role| role.is_staff()));
    let person = known.map(|known| known.person);
    let bad = || ApiError::Bad("a round is a number, such as 12 or 12.phh".to_owned());
    if let Some(number) = round.strip_suffix(".phh") {
        let number: u64 = number.parse().map_err(|_| bad())?;
        let read = move |records: &Records, has_left: &dyn Fn() -> bool| {
            records.check_own(table, number, own)?;
            records.phh(table, number, person, has_left)
        };
        let text = state.read(address, read).await?;
        return Ok(([(header::CONTENT_TYPE, "application/toml; charset=utf-8")], text).into_response());
    }
    let number: u64 = round.parse().map_err(|_| bad())?;
    // Nobody reads the seed of a shoe from which cards are still to come.
    let seeds_until = match is_auditor {
        // Of a table that this hall does not know nothing is opened.
        true => state.hall.ask(|reply| Read::OpenUntil(table, reply)).await?.unwrap_or(0),
        false => 0,
    };
    let corrected = state.hall.ask(|reply| Read::CorrectionsOf(table, number, reply)).await?;
    let read = move |records: &Records, has_left: &dyn Fn() -> bool| {
        records.check_own(table, number, own)?;
        let reader = records.reader(table, number, person, is_staff)?;
        let mut history = records.round(table, number, reader, seeds_until, has_left)?;
        records.add_corrections(&mut history, corrected)?;
        Ok(written(&history))
    };
    Ok(as_json(state.read(address, read).await?))
}

/// Who was in no round.
const NOBODY: PersonId = PersonId::MAX;

/// Rounds of tables of the house and of private ones are for the staff and for those who were in them; of another
/// practice table everybody reads all. Gives who reads nothing but their own.
async fn own_only(
    state: &AppState,
    table: TableId,
    known: Option<&Known>,
) -> Result<Option<PersonId>, ApiError> {
    if state.hall.ask(|reply| PrivateRead::IsPrivate(table, reply)).await? {
        return match known {
            // As for whoever has no link: the same is said of a table that does not exist.
            None => Ok(Some(NOBODY)),
            Some(known) if known.is(Role::Floor) || known.is(Role::Auditor) => Ok(None),
            Some(known) => Ok(Some(known.person)),
        };
    }
    if state.hall.ask(|reply| Read::IsPractice(table, reply)).await? != Some(false) {
        return Ok(None);
    }
    match known {
        None => Err(ApiError::Unauthorized),
        Some(known) if known.is(Role::Guest) => Err(ApiError::unseen(Unseen::NoAccount, table, true)),
        Some(known) if known.roles.iter().any(|role| role.is_staff()) => Ok(None),
        Some(known) => Ok(Some(known.person)),
    }
}

/// What was read, as it is sent: the reader's thread writes it, not one that serves the tables.
fn written(what: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(what).expect("records are plain data")
}

fn as_json(written: Vec<u8>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], written).into_response()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LogQuery {
    #[serde(default)]
    from: u64,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Log {
    entries: Vec<EntryView>,
}

#[derive(Serialize, ToSchema)]
struct EntryView {
    first: u64,
    count: u32,
    at: i64,
    by: String,
    id: Option<String>,
    hash: String,
    body: String,
}

impl From<Logged> for EntryView {
    fn from(logged: Logged) -> EntryView {
        let Logged { entry, hash } = logged;
        EntryView {
            first: entry.first,
            count: entry.count,
            at: entry.at_ms,
            by: entry.by,
            id: entry.id,
            hash: hash.to_string(),
            body: entry.body,
        }
    }
}

/// A page of the house's own log.
#[derive(Serialize, ToSchema)]
pub(crate) struct HouseLog {
    entries: Vec<HouseEntryView>,
}

/// An entry of the house's own log.
#[derive(Serialize, ToSchema)]
struct HouseEntryView {
    #[serde(flatten)]
    entry: EntryView,
    /// What it is about; nothing if another version wrote what this one does not know.
    kind: Option<HouseKind>,
}

impl From<Logged> for HouseEntryView {
    fn from(logged: Logged) -> HouseEntryView {
        let entry = EntryView::from(logged);
        HouseEntryView { kind: HouseKind::of_text(&entry.body), entry }
    }
}

/// Which part of the house's log is wanted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HouseQuery {
    below: Option<u64>,
}

/// The house's own log, the newest entries first: accounts, roles, passwords, the cage, tables opened and set aside.
#[utoipa::path(
    get,
    path = "/house/log",
    tag = "records",
    params(("below" = Option<u64>, Query, description = "Only entries below this number, for the next page")),
    responses(
        (status = 200, description = "At most 200 entries", body = HouseLog),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
    ),
)]
pub(crate) async fn house_log(
    State(state): State<AppState>,
    Query(query): Query<HouseQuery>,
    known: Known,
) -> Result<Json<HouseLog>, ApiError> {
    known.must_be(&[Role::Auditor])?;
    let records = state.records.clone();
    let logged = blocking(move || records.house_log(query.below.unwrap_or(u64::MAX))).await?;
    Ok(Json(HouseLog { entries: logged.into_iter().map(HouseEntryView::from).collect() }))
}

/// The log of a table, up to the round that is on.
#[utoipa::path(
    get,
    path = "/tables/{table}/log",
    tag = "records",
    params(("table" = u32, Path, description = "The number of the table"), ("from" = Option<u64>, Query, description = "The number of the first event")),
    responses(
        (status = 200, description = "At most 200 entries", body = Log),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 404, description = "There is no such thing", body = Failure),
    ),
)]
pub(crate) async fn log(
    State(state): State<AppState>,
    Path(table): Path<TableId>,
    Query(query): Query<LogQuery>,
    known: Known,
) -> Result<Json<Log>, ApiError> {
    known.must_be(&[Role::Auditor])?;
    let until = state.hall.ask(|reply| Read::OpenUntil(table, reply)).await?;
    let until = until.ok_or_else(|| ApiError::NotFound(format!("there is no table {table}")))?;
    let records = state.records.clone();
    let logged = blocking(move || records.log(table, query.from, until)).await?;
    let entries = logged.into_iter().map(EntryView::from).collect();
    Ok(Json(Log { entries }))
}

/// The newest signed note of where every stream of the log ends: hashes, and nothing else. Whoever keeps it can tell
/// later whether the log was cut or rewritten.
#[utoipa::path(
    get,
    path = "/tips",
    tag = "records",
    responses((status = 200, description = "The note, as plain text", body = String, content_type = "text/plain")),
)]
pub(crate) async fn tips(State(state): State<AppState>) -> Response {
    let note = state.note.read().unwrap_or_else(PoisonError::into_inner).to_string();
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], note).into_response()
}

/// Plays the whole log again and checks it.
#[utoipa::path(
    get,
    path = "/verify",
    tag = "records",
    responses(
        (status = 200, description = "What was found", body = Proof),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
    ),
)]
pub(crate) async fn verify(State(state): State<AppState>, known: Known) -> Result<Json<Proof>, ApiError> {
    known.must_be(&[Role::Auditor])?;
    let records = state.records.clone();
    Ok(Json(blocking(move || records.verify()).await?))
}
