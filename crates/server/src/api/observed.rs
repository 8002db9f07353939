//! Every request has a number: what is logged while it is answered carries it, and the answer says it.

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use tokio::time::Instant;
use tracing::Instrument;

use super::AppState;
use super::passing::Numbered;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// What requests for the page are counted as; their addresses may hold the word of a private table.
const PAGE: &str = "page";

/// Counts and times a request, and gives it its number.
pub(super) async fn observe(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    let began = Instant::now();
    let id = state.measures.next_request();
    let route = request.extensions().get::<MatchedPath>().map_or(PAGE, MatchedPath::as_str).to_owned();
    let passed_on = tracing::field::Empty;
    let span = tracing::info_span!("request", id, method = %request.method(), route, passed_on);
    request.extensions_mut().insert(Numbered(id));
    let mut response = next.run(request).instrument(span.clone()).await;
    let (status, took) = (response.status().as_u16(), began.elapsed());
    span.in_scope(|| tracing::debug!(status, took_ms = took.as_secs_f64() * 1_000.0, "answered"));
    state.measures.served(&route, status, took);
    response.headers_mut().insert(REQUEST_ID, HeaderValue::from(id));
    response
}
