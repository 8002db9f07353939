//! What a request is told when it is not done: one sentence and a status.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use room::Refusal;
use serde::Serialize;
use utoipa::ToSchema;

use crate::hall::{Busy, HallError, Unseen};

/// What a request is told that is not done.
#[derive(Serialize, ToSchema)]
pub(crate) struct Failure {
    /// Why not, in a sentence.
    error: String,
    /// Why not, as a name that stays the same.
    code: &'static str,
}

/// Why a request is not done.
#[derive(Clone, Debug)]
pub(crate) enum ApiError {
    /// Nobody is logged in.
    Unauthorized,
    /// Whoever is logged in may not do that.
    Forbidden(String),
    /// It is on the list of what is refused without a clause.
    Refused(Refusal),
    /// There is no such thing.
    NotFound(String),
    /// The request is not right.
    Bad(String),
    /// The address takes other methods.
    OtherMethod,
    /// What came with it cannot be read.
    Unreadable(StatusCode, String),
    /// It collides with what is there.
    Conflict(String),
    /// Too many requests.
    TooMany,
    /// The last places are kept for others.
    Full,
    /// The server cannot.
    Broken(String),
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, code, error) = match self {
            ApiError::Refused(refusal) => (StatusCode::FORBIDDEN, refusal.code, refusal.what),
            ApiError::Unauthorized => {
                let what = "log in, or come in as a guest, first";
                (StatusCode::UNAUTHORIZED, "not-logged-in", what.to_owned())
            }
            ApiError::Forbidden(what) => (StatusCode::FORBIDDEN, "not-allowed", what),
            ApiError::NotFound(what) => (StatusCode::NOT_FOUND, "not-there", what),
            ApiError::Bad(what) => (StatusCode::BAD_REQUEST, "not-right", what),
            ApiError::OtherMethod => {
                let what = "this address takes another method";
                (StatusCode::METHOD_NOT_ALLOWED, "other-method", what.to_owned())
            }
            ApiError::Unreadable(status, what) => (status, "unreadable", what),
            ApiError::Conflict(what) => (StatusCode::CONFLICT, "in-the-way", what),
            ApiError::TooMany => {
                let what = "too many requests; wait a moment";
                (StatusCode::TOO_MANY_REQUESTS, "too-many", what.to_owned())
            }
            ApiError::Full => {
                let what = "the room is full; only people with an account come in now";
                (StatusCode::SERVICE_UNAVAILABLE, "cannot-now", what.to_owned())
            }
            ApiError::Broken(what) => (StatusCode::SERVICE_UNAVAILABLE, "cannot-now", what),
        };
        (status, Json(Failure { error, code })).into_response()
    }
}

impl From<Busy> for ApiError {
    fn from(_: Busy) -> ApiError {
        ApiError::Broken("the room has more to do than it can hold; try again".to_owned())
    }
}

impl ApiError {
    /// Why somebody does not see a table, who has a session or none.
    pub(crate) fn unseen(why: Unseen, table: room::TableId, has_session: bool) -> ApiError {
        match why {
            Unseen::NoTable => ApiError::NotFound(format!("there is no table {table}")),
            Unseen::NoAccount if has_session => {
                ApiError::Forbidden("tables of the house are for those who have an account".to_owned())
            }
            Unseen::NoAccount => ApiError::Unauthorized,
        }
    }
}

impl From<HallError> for ApiError {
    fn from(error: HallError) -> ApiError {
        match error {
            HallError::NotFound(what) => ApiError::NotFound(what),
            HallError::Refused(what) => ApiError::Conflict(what),
            HallError::Later(what) | HallError::Store(what) => ApiError::Broken(what),
        }
    }
}
