//! What a request brings with it. What is not right is refused in one sentence, as everything else is.

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::{HeaderMap, StatusCode, header};
use serde::de::DeserializeOwned;
use utoipa::ToSchema;

use super::AppState;
use super::error::ApiError;
use super::known_fields::unknown;

/// What stands in JSON that could be read, and is not taken all the same, in a sentence: whole values are looked through, also
/// where what reads them passes something by.
pub(crate) fn amiss<T: ToSchema>(text: &[u8]) -> Option<String> {
    match serde_json::from_slice(text) {
        Err(fault) => Some(fault.to_string()),
        Ok(sent) if has_nul(&sent) => Some(NUL.to_owned()),
        Ok(sent) => unknown::<T>(&sent),
    }
}

/// What is told of a character that no database keeps.
pub(crate) const NUL: &str = "a text has a NUL character in it, which nobody keeps; leave it out";

/// Whether a text in it has a NUL.
fn has_nul(sent: &serde_json::Value) -> bool {
    match sent {
        serde_json::Value::String(text) => text.contains('\0'),
        serde_json::Value::Array(parts) => parts.iter().any(has_nul),
        serde_json::Value::Object(fields) => {
            fields.iter().any(|(name, part)| name.contains('\0') || has_nul(part))
        }
        _ => false,
    }
}

/// The body, as JSON, without a field that nobody knows.
pub(crate) struct Body<T>(pub(crate) T);

/// What the address names.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(ApiError))]
pub(crate) struct Path<T>(pub(crate) T);

/// What stands behind the question mark of the address.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(ApiError))]
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned + ToSchema> FromRequest<AppState> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &AppState) -> Result<Body<T>, ApiError> {
        if !is_json(request.headers()) {
            let what = "say that the body is JSON: Content-Type: application/json".to_owned();
            return Err(ApiError::Unreadable(StatusCode::UNSUPPORTED_MEDIA_TYPE, what));
        }
        let bytes = whole(request, state).await?;
        let axum::Json(read) = axum::Json::<T>::from_bytes(&bytes)?;
        match amiss::<T>(&bytes) {
            Some(what) => Err(ApiError::Unreadable(StatusCode::UNPROCESSABLE_ENTITY, what)),
            None => Ok(Body(read)),
        }
    }
}

/// That nothing is said: no body, or an empty object.
pub(crate) struct NoBody;

impl FromRequest<AppState> for NoBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &AppState) -> Result<NoBody, ApiError> {
        let bytes = whole(request, state).await?;
        let said: Option<serde_json::Value> = serde_json::from_slice(&bytes).ok();
        let is_nothing =
            said.as_ref().and_then(|said| said.as_object()).is_some_and(serde_json::Map::is_empty);
        if bytes.is_empty() || is_nothing {
            return Ok(NoBody);
        }
        let what = "no field is known here; send {} or no body".to_owned();
        Err(ApiError::Unreadable(StatusCode::UNPROCESSABLE_ENTITY, what))
    }
}

/// All of the body, which is not waited for for ever.
async fn whole(request: Request, state: &AppState) -> Result<Bytes, ApiError> {
    let coming = tokio::time::timeout(state.limits.body, Bytes::from_request(request, state));
    let late =
        |_| ApiError::Unreadable(StatusCode::REQUEST_TIMEOUT, "the body did not come in time".to_owned());
    Ok(coming.await.map_err(late)??)
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
    let kind = kind.split(';').next().unwrap_or("").trim();
    kind.eq_ignore_ascii_case("application/json")
}

impl From<BytesRejection> for ApiError {
    fn from(rejection: BytesRejection) -> ApiError {
        ApiError::Unreadable(rejection.status(), rejection.body_text())
    }
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> ApiError {
        ApiError::Unreadable(rejection.status(), rejection.body_text())
    }
}

impl From<PathRejection> for ApiError {
    fn from(rejection: PathRejection) -> ApiError {
        ApiError::Bad(rejection.body_text())
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> ApiError {
        ApiError::Bad(rejection.body_text())
    }
}
