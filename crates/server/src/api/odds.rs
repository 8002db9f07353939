//! What a book is worth, and what a table of it earns: for everybody, worked out once and kept.

use std::net::SocketAddr;
use std::sync::Arc;

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
    let kept = Arc::clone(&state.odds);
    let found = state.thinkers.read(address.ip(), move |_| Ok(kept.of(&book))).await?;
    Ok(Json(OddsView::clone(&found)))
}

/// What is asked about the money of a table.
#[derive(Deserialize)]
pub(crate) struct MoneyQuery {
    seats: String,
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
        ("seats" = String, Query, description = "What each seat wagers in cents, such as 2000,5000"),
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
    let bad = || ApiError::Bad("seats are amounts in cents, such as 2000,5000".to_owned());
    let seats: Result<Vec<i64>, _> = query.seats.split(',').map(str::parse).collect();
    let seats = seats.map_err(|_| bad())?;
    let schedule = match &query.schedule {
        None => None,
        Some(handle) => {
            let found = state.shelf.table_schedule(&book, handle);
            Some(found.map_err(|problem| ApiError::NotFound(problem.to_string()))?)
        }
    };
    let rates = state.shelf.rates(&book).map_err(|problem| ApiError::Broken(problem.to_string()))?;
    let schedules = rates.iter().flat_map(|rates| rates.value.schedules(&book.id.game)).cloned().collect();
    let question = MoneyQuestion { seats, stake: query.stake, schedule, schedules };
    let kept = Arc::clone(&state.odds);
    let think = move |has_left: &dyn Fn() -> bool| Ok(question.answer(&book, &kept, has_left));
    let answer = state.thinkers.read(address.ip(), think).await?.map_err(ApiError::Bad)?;
    Ok(Json(MoneyView::clone(&answer)))
}
