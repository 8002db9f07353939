//! Double-hand (pai gow) poker: seven piles, a dice cup, two hands each, and the house way.

mod house_way;
mod set;

pub use house_way::{Decided, HouseWay};
pub use set::{Setting, wheel};
