//! What a command of the staff would bring about, before they confirm it.

use axum::Json;
use axum::extract::State;
use room::{Command, TableId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::asked::{Body, Path};
use super::error::{ApiError, Failure};
use super::private::must_see;
use super::session::Known;
use super::{AppState, Role};
use crate::hall::{Foreseen, Read, Speaker};

/// A command that is only tried.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = TriedCommand)]
pub(crate) struct Tried {
    /// In which part: "dealer" or "floor".
    #[serde(rename = "as")]
    speaker: Speaker,
    /// What would be done.
    command: Command,
}

/// Tells what a command of the staff would bring about; nothing is done.
#[utoipa::path(
    post,
    path = "/tables/{table}/preview",
    tag = "tables",
    params(("table" = u32, Path, description = "The number of the table")),
    request_body = Tried,
    responses(
        (status = 200, description = "What would come of it, or why it would be refused", body = Foreseen),
        (status = 400, description = "The request is not right", body = Failure),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 404, description = "There is no such table", body = Failure),
    ),
)]
pub(crate) async fn preview(
    State(state): State<AppState>,
    Path(table): Path<TableId>,
    known: Known,
    Body(Tried { speaker, command }): Body<Tried>,
) -> Result<Json<Foreseen>, ApiError> {
    match speaker {
        Speaker::Patron | Speaker::Dealer => known.must_be(&[Role::Dealer, Role::Floor])?,
        Speaker::Floor => known.must_be(&[Role::Floor])?,
    }
    if speaker == Speaker::Patron {
        return Err(ApiError::Bad("only what the staff would do is told ahead".to_owned()));
    }
    must_see(&state, table, Some(&known)).await?;
    let person = known.person;
    Ok(Json(state.hall.ask(|reply| Read::Foresee { table, person, speaker, command, reply }).await?))
}
