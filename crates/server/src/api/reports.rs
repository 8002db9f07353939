//! Reports over the log, as JSON, with commas and for printing.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::AppState;
use super::asked::{Path, Query};
use super::day::{READERS, counts};
use super::error::{ApiError, Failure};
use super::floor::blocking;
use super::session::Known;
use crate::report::{Reads, Report, ReportKind, Span};

/// Of what a report tells.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SpanQuery {
    from: Option<i64>,
    to: Option<i64>,
    shift: Option<u32>,
    table: Option<u32>,
}

impl SpanQuery {
    fn span(&self) -> Result<Span, ApiError> {
        let SpanQuery { from, to, shift, table } = *self;
        if from.zip(to).is_some_and(|(from, to)| to < from) {
            let what = "a report begins before it ends: exchange from and to".to_owned();
            return Err(ApiError::Unreadable(StatusCode::BAD_REQUEST, what));
        }
        Ok(Span { from_ms: from, to_ms: to, shift, table })
    }
}

/// What somebody has played at tables of the house, for their own eyes.
#[utoipa::path(
    get,
    path = "/me/play",
    tag = "reports",
    params(("from" = Option<i64>, Query, description = "From this moment on, in milliseconds since 1970"), ("to" = Option<i64>, Query, description = "Until before this moment"), ("shift" = Option<u32>, Query, description = "One shift alone"), ("table" = Option<u32>, Query, description = "One table alone")),
    responses(
        (status = 200, description = "The own sessions", body = Report),
        (status = 400, description = "It ends before it begins", body = Failure),
        (status = 401, description = "Nobody is logged in", body = Failure),
    ),
)]
pub(crate) async fn own(
    State(state): State<AppState>,
    Query(asked): Query<SpanQuery>,
    known: Known,
) -> Result<Json<Report>, ApiError> {
    let (span, records) = (asked.span()?, state.records);
    Ok(Json(blocking(move || records.play_of(known.person, &span)).await?))
}

/// The same with commas, for spreadsheets.
#[utoipa::path(
    get,
    path = "/me/play/csv",
    tag = "reports",
    params(("from" = Option<i64>, Query, description = "From this moment on, in milliseconds since 1970"), ("to" = Option<i64>, Query, description = "Until before this moment"), ("shift" = Option<u32>, Query, description = "One shift alone"), ("table" = Option<u32>, Query, description = "One table alone")),
    responses(
        (status = 200, description = "The own sessions", body = String, content_type = "text/csv"),
        (status = 400, description = "It ends before it begins", body = Failure),
        (status = 401, description = "Nobody is logged in", body = Failure),
    ),
)]
pub(crate) async fn own_csv(
    State(state): State<AppState>,
    Query(asked): Query<SpanQuery>,
    known: Known,
) -> Result<Response, ApiError> {
    let (span, records) = (asked.span()?, state.records);
    let report = blocking(move || records.play_of(known.person, &span)).await?;
    Ok(([(header::CONTENT_TYPE, "text/csv; charset=utf-8")], report.csv()).into_response())
}

async fn made(state: AppState, known: &Known, kind: &str, asked: &SpanQuery) -> Result<Report, ApiError> {
    known.must_be(&READERS)?;
    let kind: ReportKind =
        kind.parse().map_err(|fault: crate::report::NoReport| ApiError::NotFound(fault.to_string()))?;
    let span = asked.span()?;
    if let Some(what) = span.fault(kind) {
        return Err(ApiError::Unreadable(StatusCode::BAD_REQUEST, what));
    }
    let reads = if counts(known) { Reads::Settled } else { Reads::All };
    if kind == ReportKind::Chips && reads == Reads::Settled {
        return Err(ApiError::Forbidden(
            "where the chips are tells what lies in boxes that are not counted: whoever counts none reads it"
                .to_owned(),
        ));
    }
    let records = state.records;
    blocking(move || records.report(kind, &span, reads)).await
}

/// A report: a table with what it comes to.
#[utoipa::path(
    get,
    path = "/reports/{kind}",
    tag = "reports",
    params(("kind" = String, Path, description = "Which report, such as counts"), ("from" = Option<i64>, Query, description = "From this moment on, in milliseconds since 1970"), ("to" = Option<i64>, Query, description = "Until before this moment"), ("shift" = Option<u32>, Query, description = "One shift alone"), ("table" = Option<u32>, Query, description = "One table alone")),
    responses(
        (status = 200, description = "The report", body = Report),
        (status = 400, description = "It ends before it begins, or the report knows nothing of what it asks for", body = Failure),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 404, description = "There is no such report", body = Failure),
    ),
)]
pub(crate) async fn json(
    State(state): State<AppState>,
    Path(kind): Path<String>,
    Query(asked): Query<SpanQuery>,
    known: Known,
) -> Result<Json<Report>, ApiError> {
    Ok(Json(made(state, &known, &kind, &asked).await?))
}

/// A report with commas, for spreadsheets.
#[utoipa::path(
    get,
    path = "/reports/{kind}/csv",
    tag = "reports",
    params(("kind" = String, Path, description = "Which report, such as counts"), ("from" = Option<i64>, Query, description = "From this moment on, in milliseconds since 1970"), ("to" = Option<i64>, Query, description = "Until before this moment"), ("shift" = Option<u32>, Query, description = "One shift alone"), ("table" = Option<u32>, Query, description = "One table alone")),
    responses(
        (status = 200, description = "The report", body = String, content_type = "text/csv"),
        (status = 400, description = "It ends before it begins, or the report knows nothing of what it asks for", body = Failure),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 404, description = "There is no such report", body = Failure),
    ),
)]
pub(crate) async fn csv(
    State(state): State<AppState>,
    Path(kind): Path<String>,
    Query(asked): Query<SpanQuery>,
    known: Known,
) -> Result<Response, ApiError> {
    let report = made(state, &known, &kind, &asked).await?;
    let name = format!("attachment; filename=\"{kind}.csv\"");
    let heads =
        [(header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((heads, report.csv()).into_response())
}

/// A report for printing.
#[utoipa::path(
    get,
    path = "/reports/{kind}/pdf",
    tag = "reports",
    params(("kind" = String, Path, description = "Which report, such as counts"), ("from" = Option<i64>, Query, description = "From this moment on, in milliseconds since 1970"), ("to" = Option<i64>, Query, description = "Until before this moment"), ("shift" = Option<u32>, Query, description = "One shift alone"), ("table" = Option<u32>, Query, description = "One table alone")),
    responses(
        (status = 200, description = "The report", body = String, content_type = "application/pdf"),
        (status = 400, description = "It ends before it begins, or the report knows nothing of what it asks for", body = Failure),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 404, description = "There is no such report", body = Failure),
    ),
)]
pub(crate) async fn pdf(
    State(state): State<AppState>,
    Path(kind): Path<String>,
    Query(asked): Query<SpanQuery>,
    known: Known,
) -> Result<Response, ApiError> {
    let report = made(state, &known, &kind, &asked).await?;
    let name = format!("inline; filename=\"{kind}.pdf\"");
    let heads = [(header::CONTENT_TYPE, "application/pdf".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((heads, report.pdf()).into_response())
}
