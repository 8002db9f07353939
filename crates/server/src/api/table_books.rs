//! The rules of one table: those that its log holds and that it plays by, not those that lie on the shelf by now.

use std::net::SocketAddr;
use std::sync::Arc;

use ::books::Shelf;
use ::books::law::Date;
use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use room::{TableId, Time};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::AppState;
use super::asked::{Path, Query};
use super::books::{BookView, SignQuery, notice, view_of, with_laws};
use super::error::{ApiError, Failure};
use super::odds::{MoneyQuery, money_of, schedules};
use super::private::must_see;
use super::session::Known;
use crate::odds_view::OddsView;
use crate::odds_view::money::MoneyView;
use crate::records::Records;
use crate::table_books::TableBooks;

/// A text by which tables are played.
#[derive(Serialize, ToSchema)]
pub(crate) struct KeptText {
    /// Where it lay when it was first kept.
    path: String,
    /// SHA-256 of the text in UTF-8, in hexadecimal.
    hash: String,
}

/// The rules that a table plays by.
#[derive(Serialize, ToSchema)]
pub(crate) struct TableBook {
    /// Which table.
    table: TableId,
    /// When it was opened, and with that the day of its rules.
    opened: Time,
    /// The fingerprint of book, rates and clauses, as the first entry of its log has it.
    rules: String,
    /// The texts of its rules, in the library; none for a table that version 0.1.0 opened.
    files: Vec<KeptText>,
    /// That the filed rules are others by now, in a sentence; nothing if they are the same.
    note: Option<String>,
    /// The book as the table plays it.
    book: BookView,
}

/// The books of a table, read beside the hall.
async fn books_of(
    state: &AppState,
    address: SocketAddr,
    table: TableId,
    known: Option<&Known>,
) -> Result<TableBooks, ApiError> {
    must_see(state, table, known).await?;
    state.read(address, move |records, _| records.books_of(table)).await
}

/// What a reader should know where the filed rules are not those of the table.
fn note(own: &TableBooks, filed: &Shelf, shown: &BookView) -> Option<String> {
    let since = match filed.find(&own.spec.book).and_then(|id| filed.book(&id)) {
        Ok(book) => {
            let is_same =
                book.rules == own.book.rules && view_of(filed, &book).is_ok_and(|now| now == *shown);
            if is_same {
                return None;
            }
            "have been changed since"
        }
        Err(_) => "are not filed any more",
    };
    let rules = own.rules.get(..12).unwrap_or(&own.rules);
    let day = Date::at(own.opened.0);
    Some(format!("This table plays the rules it was opened with on {day} ({rules}), which {since}."))
}

/// The rules that a table plays by, in plain words.
#[utoipa::path(
    get,
    path = "/tables/{table}/book",
    tag = "tables",
    params(("table" = u32, Path, description = "The number of the table")),
    responses(
        (status = 200, description = "The book as the table plays it", body = TableBook),
        (status = 404, description = "There is no such table", body = Failure),
    ),
)]
pub(crate) async fn book(
    State(state): State<AppState>,
    Path(table): Path<TableId>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    known: Option<Known>,
) -> Result<Json<TableBook>, ApiError> {
    let own = books_of(&state, address, table, known.as_ref()).await?;
    let book = view_of(&own.shelf, &own.book)?;
    let note = note(&own, &state.shelf, &book);
    let TableBooks { opened, rules, files, .. } = own;
    let files = files.into_iter().map(|(path, hash)| KeptText { path, hash }).collect();
    Ok(Json(TableBook { table, opened, rules, files, note, book }))
}

/// Which notice of a table's book is wanted.
#[derive(Deserialize)]
pub(crate) struct TableSignQuery {
    schedule: Option<String>,
}

/// The notice that a table must post, by the rules that it plays by.
#[utoipa::path(
    get,
    path = "/tables/{table}/sign.svg",
    tag = "tables",
    params(("table" = u32, Path, description = "The number of the table"), ("schedule" = Option<String>, Query, description = "Another schedule of its book; the table's own if left out")),
    responses(
        (status = 200, description = "The notice", body = String, content_type = "image/svg+xml"),
        (status = 404, description = "There is no such table or schedule, or the table has none", body = Failure),
    ),
)]
pub(crate) async fn sign(
    State(state): State<AppState>,
    Path(table): Path<TableId>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Query(query): Query<TableSignQuery>,
    known: Option<Known>,
) -> Result<Response, ApiError> {
    let TableBooks { shelf, book, spec, .. } = books_of(&state, address, table, known.as_ref()).await?;
    let none = || ApiError::NotFound(format!("table {table} has no schedule, so that it posts no notice"));
    let schedule = query.schedule.or(spec.schedule.clone()).ok_or_else(none)?;
    let is_own = spec.schedule.as_ref() == Some(&schedule);
    let asked = SignQuery::of(schedule, &spec, is_own);
    notice(&with_laws(&state, &shelf).await?, &book.id.house, &book.id.game, &asked)
}

/// The odds of the rules that a table plays by.
#[utoipa::path(
    get,
    path = "/tables/{table}/odds",
    tag = "tables",
    params(("table" = u32, Path, description = "The number of the table")),
    responses(
        (status = 200, description = "The edge of every wager, charts and hit tables", body = OddsView),
        (status = 404, description = "There is no such table", body = Failure),
    ),
)]
pub(crate) async fn odds(
    State(state): State<AppState>,
    Path(table): Path<TableId>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    known: Option<Known>,
) -> Result<Json<OddsView>, ApiError> {
    let TableBooks { shelf, book, .. } = books_of(&state, address, table, known.as_ref()).await?;
    let schedules = schedules(&shelf, &book)?;
    let kept = Arc::clone(&state.odds);
    let found = state.thinkers.read(address.ip(), move |_| Ok(kept.of(&book, &schedules))).await?;
    Ok(Json(OddsView::clone(&found)))
}

/// The money of a table by the rules that it plays by.
#[utoipa::path(
    get,
    path = "/tables/{table}/money",
    tag = "tables",
    params(
        ("table" = u32, Path, description = "The number of the table"),
        ("seats" = String, Query, description = "What each seat wagers in cents, such as 2000,5000; with wagers beside the opening one 2000+500"),
        ("stake" = Option<i64>, Query, description = "The bank's money in action in cents; a bank that can always pay if left out"),
        ("schedule" = Option<String>, Query, description = "The schedule of fees; none if left out"),
    ),
    responses(
        (status = 200, description = "What banker, seats and house come to", body = MoneyView),
        (status = 400, description = "The table cannot be so", body = Failure),
        (status = 404, description = "There is no such table", body = Failure),
    ),
)]
pub(crate) async fn money(
    State(state): State<AppState>,
    Path(table): Path<TableId>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Query(query): Query<MoneyQuery>,
    known: Option<Known>,
) -> Result<Json<MoneyView>, ApiError> {
    let TableBooks { shelf, book, .. } = books_of(&state, address, table, known.as_ref()).await?;
    money_of(&state, address, &shelf, book, &query).await
}

/// Every text by which a table of this room is or was played.
#[utoipa::path(
    get,
    path = "/library",
    tag = "records",
    responses((status = 200, description = "The texts by their paths and hashes", body = Vec<KeptText>)),
)]
pub(crate) async fn library(
    State(state): State<AppState>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
) -> Result<Json<Vec<KeptText>>, ApiError> {
    let read = |records: &Records, _: &dyn Fn() -> bool| {
        let library = records.library(&*records.store()?)?;
        Ok(library.files().map(|(path, hash)| KeptText { path, hash }).collect())
    };
    Ok(Json(state.read(address, read).await?))
}

/// One text of the library, as it was when a table was opened with it.
#[utoipa::path(
    get,
    path = "/library/{hash}",
    tag = "records",
    params(("hash" = String, Path, description = "SHA-256 of the text, in hexadecimal")),
    responses(
        (status = 200, description = "The text", body = String, content_type = "text/plain"),
        (status = 404, description = "There is no such text", body = Failure),
    ),
)]
pub(crate) async fn text(
    State(state): State<AppState>,
    Path(hash): Path<String>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
) -> Result<Response, ApiError> {
    let read = move |records: &Records, _: &dyn Fn() -> bool| {
        let library = records.library(&*records.store()?)?;
        Ok(library.text(&hash).map(str::to_owned))
    };
    let text = state.read(address, read).await?;
    let text = text.ok_or_else(|| ApiError::NotFound("the library has no text of that hash".to_owned()))?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}
