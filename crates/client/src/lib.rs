//! A program outside the room, as anybody could write one: it knows the server only by its address, comes in as a
//! guest or with an account ([`Patron`]), follows a table's numbered stream over a WebSocket ([`Seat`]), and plays
//! by the same function as the room's own bots ([`Player`]).

mod fault;
mod http;
mod patron;
mod player;
mod seat;

pub use fault::ClientFault;
pub use http::{Ask, Reply, Site, Watch};
pub use patron::Patron;
pub use player::{Player, Tally};
pub use seat::{Answer, Heard, Outcome, Seat};
