//! The lobby: houses, their games, and the tables that are open.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use books::Shelf;
use room::{OpenFault, Spec};
use serde::Serialize;
use utoipa::ToSchema;

use super::AppState;
use super::error::ApiError;
use crate::hall::{ClauseView, LobbyTable, Read};

#[derive(Serialize, ToSchema)]
pub(crate) struct Lobby {
    houses: Vec<House>,
    tables: Vec<LobbyTable>,
}

#[derive(Serialize, ToSchema)]
struct House {
    house: String,
    name: String,
    games: Vec<Game>,
}

#[derive(Serialize, ToSchema)]
struct Game {
    book: String,
    name: String,
    family: books::Family,
    /// Why no table of it opens as it is filed: the clause by which the house keeps it closed; nothing if it is open.
    closed: Option<ClauseView>,
}

/// The games that houses keep closed until they turn them on, each with the clause that says so.
fn closed_games(shelf: &Shelf) -> BTreeMap<String, ClauseView> {
    let clause_of = |id: books::BookId| {
        let opened = room::Table::open(shelf, 0, Spec::of(&id.to_string()));
        let Err(OpenFault::Closed(clause)) = opened else { return None };
        let book = shelf.book(&id).ok()?;
        Some((id.to_string(), ClauseView::of(&book, clause)?))
    };
    shelf.ids().filter_map(clause_of).collect()
}

/// Houses, their games, and the tables that are open.
#[utoipa::path(
    get,
    path = "/lobby",
    tag = "lobby",
    responses(
        (status = 200, description = "The lobby", body = Lobby),
    ),
)]
pub(crate) async fn lobby(State(state): State<AppState>) -> Result<Json<Lobby>, ApiError> {
    let tables = state.hall.ask(Read::Lobby).await?;
    let shelf = &state.shelf;
    let closed = state.closed_games.get_or_init(|| closed_games(shelf));
    let mut houses = Vec::new();
    for house in shelf.houses() {
        let name = shelf.house(house).map_or(house.to_owned(), |one| one.name.value.clone());
        let of_house = shelf.ids().filter(|id| id.house == house);
        let games = of_house
            .filter_map(|id| {
                let book = shelf.book(&id).ok()?;
                let header = book.header();
                let (book, closed) = (id.to_string(), closed.get(&id.to_string()).cloned());
                Some(Game { book, name: header.name.clone(), family: header.family, closed })
            })
            .collect();
        houses.push(House { house: house.to_owned(), name, games });
    }
    Ok(Json(Lobby { houses, tables }))
}
