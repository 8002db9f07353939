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

/// What each seat wagers, the opening wager first, and the seats where they are named.
fn seats(text: &str) -> Result<(Vec<u8>, Vec<Vec<i64>>), String> {
    let mut list = Vec::new();
    for word in text.split(',') {
        let (seat, amounts) = word.split_once(':').map_or((None, word), |(seat, rest)| (Some(seat), rest));
        let seat = seat.map(|seat| whole::<u8>(seat, "seats", "a seat", "a number such as 2 in 2:2000"));
        // A plus of an address is read as a space, unless it was written as %2B.
        let cents = |word: &str| whole::<i64>(word, "seats", "an amount", AMOUNT);
        let amounts = amounts.split(['+', ' ']).map(cents).collect::<Result<Vec<i64>, String>>()?;
        list.push((seat.transpose()?, amounts));
    }
    list.sort_by_key(|(seat, _)| *seat);
    let named: Vec<u8> = list.iter().filter_map(|(seat, _)| *seat).collect();
    if !named.is_empty() && named.len() != list.len() {
        return Err("seats: name the seat of every wager, as in 2:2000,5:5000, or of none".to_owned());
    }
    Ok((named, list.into_iter().map(|(_, amounts)| amounts).collect()))
}

/// How an amount is written.
const AMOUNT: &str = "whole cents, such as 2000 for $20, and 2000+500 with $5 on the first wager beside it";

/// A whole number of the address, or a sentence about what it is not and what is expected instead.
fn whole<T: std::str::FromStr>(text: &str, key: &str, what: &str, expected: &str) -> Result<T, String> {
    text.trim().parse().map_err(|_| format!("{key}: \"{text}\" is not {what}; expected {expected}"))
}

/// What is asked about the money of a table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoneyQuery {
    seats: String,
    bank_seat: Option<String>,
    stake: Option<String>,
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
        ("seats" = String, Query, description = "What each seat wagers in cents, such as 2000,5000; with wagers beside the opening one 2000+500, and with the seats before them 2:2000,5:5000"),
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
    let (places, seats) = seats(&query.seats).map_err(ApiError::Bad)?;
    let read_stake = |text: &String| whole(text, "stake", "an amount", "whole cents, such as 20000 for $200");
    let stake = query.stake.as_ref().map(read_stake).transpose().map_err(ApiError::Bad)?;
    let read_seat = |text: &String| whole(text, "bank_seat", "a seat", "a number such as 8");
    let bank_seat = query.bank_seat.as_ref().map(read_seat).transpose().map_err(ApiError::Bad)?;
    let schedule = match &query.schedule {
        None => None,
        Some(handle) => {
            let found = shelf.table_schedule(&book, handle);
            Some(found.map_err(|problem| ApiError::NotFound(problem.to_string()))?)
        }
    };
    let schedules = schedules(shelf, &book)?;
    let question = MoneyQuestion { seats, places, bank_seat, stake, schedule, schedules };
    let kept = Arc::clone(&state.odds);
    let think = move |has_left: &dyn Fn() -> bool| Ok(question.answer(&book, &kept, has_left));
    let answer = state.thinkers.read(address.ip(), think).await?.map_err(ApiError::Bad)?;
    Ok(Json(MoneyView::clone(&answer)))
}

#[cfg(test)]
mod tests {
    use super::seats;

    #[test]
    fn wagers_beside_the_opening_one_are_added() {
        assert_eq!(seats("2000,5000"), Ok((vec![], vec![vec![2000], vec![5000]])));
        assert_eq!(seats("2000+500+0,5000"), Ok((vec![], vec![vec![2000, 500, 0], vec![5000]])));
        // So a plus comes out of an address.
        assert_eq!(seats("5:2000 500,2:5000"), Ok((vec![2, 5], vec![vec![5000], vec![2000, 500]])));
    }

    #[test]
    fn what_is_no_amount_is_named_with_what_is_expected() {
        for (text, told) in [
            ("2000,$50", "seats: \"$50\" is not an amount; expected whole cents, such as 2000 for $20"),
            ("20.5", "\"20.5\" is not an amount"),
            ("", "\"\" is not an amount"),
            ("2000+,5000", "\"\" is not an amount"),
            ("x:2000", "seats: \"x\" is not a seat; expected a number such as 2 in 2:2000"),
            ("2:2000,5000", "name the seat of every wager"),
        ] {
            let said = seats(text).unwrap_err();
            assert!(said.contains(told), "{text}: {said}");
        }
    }
}
