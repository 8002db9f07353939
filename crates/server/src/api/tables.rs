//! One look at a table, and one command to it.

use axum::Json;
use axum::extract::State;
use room::{Command, TableId, TableView};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::asked::{Body, Path};
use super::error::{ApiError, Failure};
use super::session::Known;
use super::{AppState, Role};
use crate::hall::{Answer, Read, Speaker, Write};

/// The code of a refusal because there is no such table.
const NO_TABLE: &str = "no-table";

/// A command as a client sends it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = SentCommand)]
pub(crate) struct Sent {
    /// The client's own id; the same id again is not done twice.
    pub(crate) id: String,
    /// The number of the last event the client knew.
    #[serde(default)]
    pub(crate) based_on: Option<u64>,
    /// In which part: "patron", "dealer" or "floor".
    #[serde(default, rename = "as")]
    pub(crate) speaker: Speaker,
    /// What is to be done.
    pub(crate) command: Command,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Viewed {
    view: TableView,
}

/// One look at a table.
#[utoipa::path(
    get,
    path = "/tables/{table}",
    tag = "tables",
    params(("table" = u32, Path, description = "The number of the table")),
    responses(
        (status = 200, description = "The table as the asker may see it", body = Viewed),
        (status = 401, description = "Nobody is logged in, and it is a table of the house", body = Failure),
        (status = 403, description = "It is a table of the house, and a guest asks", body = Failure),
        (status = 404, description = "There is no such thing", body = Failure),
    ),
)]
pub(crate) async fn view(
    State(state): State<AppState>,
    Path(table): Path<TableId>,
    known: Option<Known>,
) -> Result<Json<Viewed>, ApiError> {
    let person = known.map(|known| known.person);
    let found = state.hall.ask(|reply| Read::View { table, person, reply }).await?;
    let view = found.map_err(|why| ApiError::unseen(why, table, person.is_some()))?;
    Ok(Json(Viewed { view }))
}

/// Gives a command to a table.
#[utoipa::path(
    post,
    path = "/tables/{table}/commands",
    tag = "tables",
    params(("table" = u32, Path, description = "The number of the table")),
    request_body = Sent,
    responses(
        (status = 200, description = "What became of the command", body = Answer),
        (status = 400, description = "The request is not right", body = Failure),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 404, description = "There is no such thing", body = Failure),
    ),
)]
pub(crate) async fn command(
    State(state): State<AppState>,
    Path(table): Path<TableId>,
    known: Known,
    Body(sent): Body<Sent>,
) -> Result<Json<Answer>, ApiError> {
    let answer = give(&state, table, &known, sent).await?;
    if answer.code == NO_TABLE {
        return Err(ApiError::NotFound(answer.what));
    }
    Ok(Json(answer))
}

/// Gives a command to a table if its sender may speak in that part.
pub(crate) async fn give(
    state: &AppState,
    table: TableId,
    known: &Known,
    sent: Sent,
) -> Result<Answer, ApiError> {
    if sent.id.is_empty() || sent.id.chars().count() > 64 {
        return Err(ApiError::Bad("a command's id has 1 to 64 characters".to_owned()));
    }
    if sent.id.contains(char::is_control) {
        return Err(ApiError::Bad("a command's id has no control characters".to_owned()));
    }
    match sent.speaker {
        Speaker::Patron => {}
        Speaker::Dealer => known.must_be(&[Role::Dealer, Role::Floor])?,
        Speaker::Floor => known.must_be(&[Role::Floor])?,
    }
    let person = known.person;
    let Sent { id, based_on, speaker, command } = sent;
    let answer = state
        .hall
        .ask(|reply| Write::Command { table, person, speaker, id, based_on, command, reply })
        .await?;
    state.measures.answered(answer.outcome);
    Ok(answer)
}
