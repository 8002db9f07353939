//! What a book is worth, and what a table of it earns: for everybody, worked out once and kept.

use std::net::SocketAddr;
use std::sync::Arc;

use ::books::rates::Schedule;
use ::books::{Book, Shelf};
use axum::Json;
use axum::extract::{ConnectInfo, State};
use serde::Deserialize;

use super::AppState;
use super::asked::{Path, Query};
use super::books::find;
use super::error::{ApiError, Failure};
use crate::odds_view::OddsView;
use crate::odds_view::money::{MoneyQuestion, MoneyView};

/// The odds of a book.
#[utoipa::path(
    get,
    path = "/books/{house}/{game}/odds",
    tag = "books",
    params(("house" = String, Path, description = "The house, such as mortimers"), ("game" = String, Path, description = "The game, such as no-bust-6")),
    responses(
        (status = 200, description = "The edge of every wager, charts and hit tables", body = OddsView),
        (status = 404, description = "There is no such thing", body = Failure),
    ),
)]
pub(crate) async fn odds(
    State(state): State<AppState>,
    Path((house, game)): Path<(String, String)>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
) -> Result<Json<OddsView>, ApiError> {
    let book = find(&state.shelf, &house, &game)?;
    let schedules = schedules(&state.shelf, &book)?;
    let kept = Arc::clone(&state.odds);
    let found = state.thinkers.read(address.ip(), move |_| Ok(kept.of(&book, &schedules))).await?;
    Ok(Json(OddsView::clone(&found)))
}

/// Every schedule of a book.
pub(super) fn schedules(shelf: &Shelf, book: &Book) -> Result<Vec<Schedule>, ApiError> {
    let rates = shelf.rates(book).map_err(|problem| ApiError::Broken(problem.to_string()))?;
    Ok(rates.iter().flat_map(|rates| rates.value.schedules(&book.id.game)).cloned().collect())
}

/// What each seat wagers, and the seats where they are named.
fn seats(text: &str) -> Option<(Vec<u8>, Vec<i64>)> {
    let mut list = Vec::new();
    for word in text.split(',') {
        let (seat, cents) = word.split_once(':').map_or((None, word), |(seat, cents)| (Some(seat), cents));
        let seat: Option<u8> = seat.map(str::parse).transpose().ok()?;
        list.push((seat, cents.parse::<i64>().ok()?));
    }
    list.sort_by_key(|(seat, _)| *seat);
    let named: Vec<u8> = list.iter().filter_map(|(seat, _)| *seat).collect();
    let is_sound = named.is_empty() || named.len() == list.len();
    is_sound.then(|| (named, list.into_iter().map(|(_, cents)| cents).collect()))
}

/// What is asked about the money of a table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoneyQuery {
    seats: String,
    bank_seat: Option<u8>,
    stake: Option<i64>,
    schedule: Option<String>,
}

/// The money of a table of a banked book.
#[utoipa::path(
    get,
    path = "/books/{house}/{game}/money",
    tag = "books",
    params(
        ("house" = String, Path, description = "The house, such as mortimers"),
        ("game" = String, Path, description = "The game, such as no-bust-6"),
        ("seats" = String, Query, description = "What each seat wagers in cents, such as 2000,5000, or with the seats before them 2:2000,5:5000"),
        ("bank_seat" = Option<u8>, Query, description = "The seat of the bank; the first free one behind the last player if left out"),
        ("stake" = Option<i64>, Query, description = "The bank's money in action in cents; a bank that can always pay if left out"),
        ("schedule" = Option<String>, Query, description = "The schedule of fees; none if left out"),
    ),
    responses(
        (status = 200, description = "What banker, seats and house come to", body = MoneyView),
        (status = 400, description = "The table cannot be so", body = Failure),
        (status = 404, description = "There is no such thing", body = Failure),
    ),
)]
pub(crate) async fn money(
    State(state): State<AppState>,
    Path((house, game)): Path<(String, String)>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Query(query): Query<MoneyQuery>,
) -> Result<Json<MoneyView>, ApiError> {
    let book = find(&state.shelf, &house, &game)?;
    money_of(&state, address, &state.shelf, book, &query).await
}

/// The money of a table of a book on a shelf.
pub(super) async fn money_of(
    state: &AppState,
    address: SocketAddr,
    shelf: &Shelf,
    book: Book,
    query: &MoneyQuery,
) -> Result<Json<MoneyView>, ApiError> {
    let bad = || ApiError::Bad("seats are amounts in cents, such as 2000,5000 or 2:2000,5:5000".to_owned());
    let (places, seats) = seats(&query.seats).ok_or_else(bad)?;
    let schedule = match &query.schedule {
        None => None,
        Some(handle) => {
            let found = shelf.table_schedule(&book, handle);
            Some(found.map_err(|problem| ApiError::NotFound(problem.to_string()))?)
        }
    };
    let schedules = schedules(shelf, &book)?;
    let (stake, bank_seat) = (query.stake, query.bank_seat);
    let question = MoneyQuestion { seats, places, bank_seat, stake, schedule, schedules };
    let kept = Arc::clone(&state.odds);
    let think = move |has_left: &dyn Fn() -> bool| Ok(question.answer(&book, &kept, has_left));
    let answer = state.thinkers.read(address.ip(), think).await?.map_err(ApiError::Bad)?;
    Ok(Json(MoneyView::clone(&answer)))
}
