//! The coach, at practice tables and about the own hand alone.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::{ConnectInfo, State};
use coach::{Advice, Asked, Review};
use room::{System, TableId, Watcher};
use serde::Deserialize;

use super::AppState;
use super::asked::{Path, Query};
use super::error::{ApiError, Failure};
use super::private::must_see;
use super::session::Known;
use crate::hall::{Coached, Read};

/// How many answers are worked out at the same time, so that tables always find a core.
pub(crate) const AT_ONCE: usize = 2;

/// How the coach is asked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CoachQuery {
    #[serde(default)]
    exact: bool,
}

/// The table as the asker sees it, if it is one at which the coach may speak.
async fn coached(state: &AppState, table: TableId, known: &Known) -> Result<Coached, ApiError> {
    must_see(state, table, Some(known)).await?;
    let person = known.person;
    let found = state.hall.ask(|reply| Read::Coached { table, person, reply }).await?;
    let found = found.ok_or_else(|| ApiError::NotFound(format!("there is no table {table}")))?;
    if !found.view.is_practice {
        return Err(ApiError::Refused(System::CoachPractice.into()));
    }
    Ok(found)
}

/// What the coach says about the own hand.
#[utoipa::path(
    get,
    path = "/tables/{table}/coach",
    tag = "tables",
    params(
        ("table" = u32, Path, description = "The number of the table"),
        ("exact" = Option<bool>, Query, description = "Whether a double hand is counted against every hand, which takes seconds, instead of a sample"),
    ),
    responses(
        (status = 200, description = "What each choice is worth", body = Advice),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "It is no practice table, or the asker has no chips there", body = Failure),
        (status = 404, description = "There is no such table", body = Failure),
    ),
)]
pub(crate) async fn advice(
    State(state): State<AppState>,
    Path(table): Path<TableId>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Query(query): Query<CoachQuery>,
    known: Known,
) -> Result<Json<Advice>, ApiError> {
    let Coached { view, rules, decks } = coached(&state, table, &known).await?;
    if view.people.iter().all(|one| one.person != known.person) {
        return Err(ApiError::Refused(System::CoachOwnHand.into()));
    }
    let coach = Arc::clone(&state.coach);
    let think = move |has_left: &dyn Fn() -> bool| {
        let asked = Asked { decks, is_exact: query.exact, has_left, ..Asked::default() };
        Ok(coach.advise(&view, known.person, &rules, &asked))
    };
    Ok(Json(state.thinkers.read(address.ip(), think).await?))
}

/// What the own choices of a finished round cost.
#[utoipa::path(
    get,
    path = "/tables/{table}/rounds/{round}/coach",
    tag = "records",
    params(
        ("table" = u32, Path, description = "The number of the table"),
        ("round" = u64, Path, description = "The number of the round"),
        ("exact" = Option<bool>, Query, description = "Whether a double hand is counted against every hand, which takes seconds, instead of a sample"),
    ),
    responses(
        (status = 200, description = "Each own choice with what it cost", body = Review),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "It is no practice table, or the asker was not in the round", body = Failure),
        (status = 404, description = "There is no such round", body = Failure),
    ),
)]
pub(crate) async fn review(
    State(state): State<AppState>,
    Path((table, round)): Path<(TableId, u64)>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Query(query): Query<CoachQuery>,
    known: Known,
) -> Result<Json<Review>, ApiError> {
    let Coached { rules, decks, .. } = coached(&state, table, &known).await?;
    let person = known.person;
    let history = state
        .read(address, move |records, has_left| {
            records.round(table, round, Watcher::Person(person), 0, has_left)
        })
        .await?;
    let is_in = |view: &room::TableView| view.round_people.iter().any(|one| one.person == person);
    if !history.views.iter().any(is_in) {
        return Err(ApiError::Refused(System::CoachOwnRound.into()));
    }
    let coach = Arc::clone(&state.coach);
    let think = move |has_left: &dyn Fn() -> bool| {
        let asked = Asked { decks, is_exact: query.exact, has_left, ..Asked::default() };
        let events = history.lines.iter().filter_map(|line| Some((line.number, line.event.as_ref()?)));
        let mut review = coach.review(person, &rules, &history.views, events, &asked);
        review.round = round;
        Ok(review)
    };
    Ok(Json(state.thinkers.read(address.ip(), think).await?))
}
