//! Blackjack with a rotating bank: No Bust, Pure 21.5 and their kin, read top-down in the order of a round.

mod flow;
mod hand;
mod open;
mod permit;
mod result;
mod settle;
mod side;
mod state;
mod take;
mod turn;

pub use hand::{Hand, Suits, Total};
pub use open::{Opening, SetupFault};
pub use result::{Decision, compare, is_natural};
pub use side::{bonus_bet_pays, buster_pays, house_bonus};
pub use state::{Blackjack, End, Game, PlayerHand, SpotState, Wager};
