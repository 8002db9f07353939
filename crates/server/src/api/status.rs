//! Whether the room is well, for people and for programs that watch it.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use super::AppState;
use super::error::{ApiError, Failure};
use crate::hall::Read;
use crate::measures;

/// Whether all of the room is open.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum Standing {
    /// Every table is.
    Open,
    /// A table is set aside.
    Impaired,
}

/// How the room is.
#[derive(Serialize, ToSchema)]
pub(crate) struct Health {
    /// Whether all of it is open.
    status: Standing,
    /// How many tables there are.
    tables: u64,
    /// Milliseconds since the start.
    uptime_ms: u64,
    /// The tables that are set aside because something broke there; the rest of the room goes on.
    set_aside: Vec<room::TableId>,
}

/// Whether the room is well.
#[utoipa::path(
    get,
    path = "/health",
    tag = "status",
    responses(
        (status = 200, description = "The room is open", body = Health),
        (status = 403, description = "The room is not known by that name", body = Failure),
    ),
)]
pub(crate) async fn health(State(state): State<AppState>) -> Result<Json<Health>, ApiError> {
    let metrics = state.hall.ask(Read::Metrics).await?;
    let status = if metrics.set_aside.is_empty() { Standing::Open } else { Standing::Impaired };
    let (tables, uptime_ms) = (metrics.tables, metrics.uptime_ms);
    Ok(Json(Health { status, tables, uptime_ms, set_aside: metrics.set_aside }))
}

/// Counters, gauges and durations in the text format that Prometheus reads.
#[utoipa::path(
    get,
    path = "/metrics",
    tag = "status",
    responses(
        (status = 200, description = "Counters and gauges", body = String, content_type = "application/openmetrics-text"),
        (status = 403, description = "The room is not known by that name", body = Failure),
    ),
)]
pub(crate) async fn metrics(State(state): State<AppState>) -> Result<Response, ApiError> {
    let metrics = state.hall.ask(Read::Metrics).await?;
    let text = state.measures.text(&metrics);
    Ok(([(header::CONTENT_TYPE, measures::CONTENT_TYPE)], text).into_response())
}
