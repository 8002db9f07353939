//! The page's files, carried inside the program.

use axum::extract::{Extension, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use super::error::ApiError;
use super::{AppState, Counted, client};
use crate::edge::Outside;

#[derive(RustEmbed)]
#[folder = "../../web"]
#[exclude = "*.d.ts"]
struct Web;

/// A file of the page; an address without a dot is one of the page's own views.
pub(crate) async fn page(
    State(state): State<AppState>,
    Extension(outside): Extension<Outside>,
    method: Method,
    uri: Uri,
    asked: HeaderMap,
) -> Response {
    if let Err(error) = state.counters.count(Counted::File(client(outside.address.ip()))) {
        return error.into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        return ApiError::OtherMethod.into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let is_view = !path.rsplit('/').next().unwrap_or("").contains('.');
    let path = if is_view { "index.html" } else { path };
    let Some(file) = Web::get(path) else {
        return (StatusCode::NOT_FOUND, "there is nothing at this address").into_response();
    };
    let tag: String = file.metadata.sha256_hash().iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    if asked.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let kind = match path.rsplit('.').next().unwrap_or("") {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" | "webmanifest" => "application/json",
        "png" => "image/png",
        _ => "application/octet-stream",
    };
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::ETAG, tag),
    ];
    (headers, file.data).into_response()
}
