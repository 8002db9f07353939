//! Tables for friends: opened by anybody with a name, reached by a link; and what is said at a table.

use axum::Json;
use axum::extract::{Extension, State};
use room::{PersonId, TableId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::asked::{Body, Path};
use super::error::{ApiError, Failure};
use super::session::Known;
use super::{AppState, Counted, Role, client};
use crate::edge::Outside;
use crate::hall::{BOTS_MOST, ChatRead, ChatView, PrivateRead, PrivateWrite, Unseen, Wanted, plain_words};

/// Refuses whoever is none of the friends of a private table, as if there were none.
pub(crate) async fn must_see(
    state: &AppState,
    table: TableId,
    known: Option<&Known>,
) -> Result<(), ApiError> {
    let person = known.map(|known| known.person);
    match state.hall.ask(|reply| PrivateRead::IsHidden(table, person, reply)).await? {
        true => Err(ApiError::unseen(Unseen::NoTable, table, person.is_some())),
        false => Ok(()),
    }
}

/// A private table that somebody wants.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PrivateOpening {
    /// The book, such as "marina/holdem".
    book: String,
    /// Whether bets are without a limit, where the book has such a schedule.
    #[serde(default)]
    no_limit: bool,
    /// How many bots sit down, at most 6.
    #[serde(default)]
    bots: u8,
}

/// A private table that is open.
#[derive(Serialize, ToSchema)]
pub(crate) struct PrivateOpened {
    table: TableId,
    /// The word in its link, which is told here alone; the room keeps its hash.
    key: String,
}

/// Opens a private table, played with play chips.
#[utoipa::path(
    post,
    path = "/private-tables",
    tag = "tables",
    request_body = PrivateOpening,
    responses(
        (status = 200, description = "The table is open for whoever brings the word of its link", body = PrivateOpened),
        (status = 400, description = "The request is not right", body = Failure),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 404, description = "There is no such book", body = Failure),
        (status = 409, description = "Too many are open, or the book does not allow it", body = Failure),
    ),
)]
pub(crate) async fn open(
    State(state): State<AppState>,
    Extension(outside): Extension<Outside>,
    known: Known,
    Body(PrivateOpening { book, no_limit, bots }): Body<PrivateOpening>,
) -> Result<Json<PrivateOpened>, ApiError> {
    if bots > BOTS_MOST {
        return Err(ApiError::Bad(format!("at most {BOTS_MOST} bots sit at a private table")));
    }
    let address = client(outside.address.ip());
    let wanted = Wanted { host: known.person, address, book, no_limit, bots };
    let (table, key) = state.hall.ask(|reply| PrivateWrite::Open(wanted, reply)).await??;
    Ok(Json(PrivateOpened { table, key }))
}

/// The word of a link.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Key {
    key: String,
}

/// The table behind a link.
#[derive(Serialize, ToSchema)]
pub(crate) struct Entered {
    table: TableId,
}

/// Comes to a private table by its link.
#[utoipa::path(
    post,
    path = "/tables/{table}/enter",
    tag = "tables",
    params(("table" = u32, Path, description = "The number of the table")),
    request_body = Key,
    responses(
        (status = 200, description = "From now on the table is there for whoever asked, until the room closes", body = Entered),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 404, description = "There is no private table behind this link", body = Failure),
    ),
)]
pub(crate) async fn enter(
    State(state): State<AppState>,
    Path(table): Path<TableId>,
    known: Known,
    Body(Key { key }): Body<Key>,
) -> Result<Json<Entered>, ApiError> {
    state.hall.ask(|reply| PrivateWrite::Enter(table, known.person, key, reply)).await??;
    Ok(Json(Entered { table }))
}

/// What was said at a table.
#[utoipa::path(
    get,
    path = "/tables/{table}/chat",
    tag = "tables",
    params(("table" = u32, Path, description = "The number of the table")),
    responses(
        (status = 200, description = "What was said last, for those who hear it", body = ChatView),
        (status = 401, description = "Nobody is logged in, and it is a table of the house", body = Failure),
        (status = 403, description = "It is a table of the house, and a guest asks", body = Failure),
        (status = 404, description = "There is no such table", body = Failure),
    ),
)]
pub(crate) async fn chat(
    State(state): State<AppState>,
    Path(table): Path<TableId>,
    known: Option<Known>,
) -> Result<Json<ChatView>, ApiError> {
    let person = known.map(|known| known.person);
    let read = ChatRead { table, person };
    let found = state.hall.ask(|reply| PrivateRead::Chat(read, reply)).await?;
    found.map(Json).map_err(|why| ApiError::unseen(why, table, person.is_some()))
}

/// Something to be said.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Words {
    /// One line of plain text, 1 to 200 characters.
    text: String,
}

/// Something that was said.
#[derive(Serialize, ToSchema)]
pub(crate) struct Heard {
    /// Its number at the table.
    number: u64,
}

/// Says something at a table.
#[utoipa::path(
    post,
    path = "/tables/{table}/chat",
    tag = "tables",
    params(("table" = u32, Path, description = "The number of the table")),
    request_body = Words,
    responses(
        (status = 200, description = "Everybody at the table has heard it", body = Heard),
        (status = 400, description = "It is too long, or nothing", body = Failure),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 404, description = "There is no such table", body = Failure),
        (status = 409, description = "The table has no chat, or the asker may not speak there", body = Failure),
        (status = 429, description = "Too much at once", body = Failure),
    ),
)]
pub(crate) async fn say(
    State(state): State<AppState>,
    Path(table): Path<TableId>,
    known: Known,
    Body(Words { text }): Body<Words>,
) -> Result<Json<Heard>, ApiError> {
    let text = plain_words(&text).map_err(ApiError::Bad)?;
    state.counters.count(Counted::Words(known.person))?;
    let number = state.hall.ask(|reply| PrivateWrite::Say(table, known.person, text, reply)).await??;
    Ok(Json(Heard { number }))
}

/// Who is to be silent.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Silence {
    person: PersonId,
    is_silenced: bool,
}

/// Lets somebody say nothing more at a table, or again.
#[utoipa::path(
    post,
    path = "/tables/{table}/silence",
    tag = "floor",
    params(("table" = u32, Path, description = "The number of the table")),
    request_body = Silence,
    responses(
        (status = 200, description = "It is so, and stands in the house's log", body = Entered),
        (status = 401, description = "Nobody is logged in", body = Failure),
        (status = 403, description = "The role is missing", body = Failure),
        (status = 404, description = "There is no such table with a chat, or no such person", body = Failure),
    ),
)]
pub(crate) async fn silence(
    State(state): State<AppState>,
    Path(table): Path<TableId>,
    known: Known,
    Body(Silence { person, is_silenced }): Body<Silence>,
) -> Result<Json<Entered>, ApiError> {
    known.must_be(&[Role::Floor])?;
    let by = known.person;
    let silenced = |reply| PrivateWrite::Silence { table, person, is_silenced, by, reply };
    state.hall.ask(silenced).await??;
    Ok(Json(Entered { table }))
}
