//! The lobby: houses, their games, and the tables that are open.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::AppState;
use super::error::ApiError;
use crate::hall::{LobbyTable, Read};

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
    let mut houses = Vec::new();
    for house in shelf.houses() {
        let name = shelf.house(house).map_or(house.to_owned(), |one| one.name.value.clone());
        let of_house = shelf.ids().filter(|id| id.house == house);
        let games = of_house
            .filter_map(|id| {
                let book = shelf.book(&id).ok()?;
                let header = book.header();
                Some(Game { book: id.to_string(), name: header.name.clone(), family: header.family })
            })
            .collect();
        houses.push(House { house: house.to_owned(), name, games });
    }
    Ok(Json(Lobby { houses, tables }))
}
