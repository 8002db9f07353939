//! Tables of blackjack: everybody plays the chart, and every wager is summed apart.

mod chart;
mod compare;
mod plan;
mod run;
mod state;
mod tally;

pub use compare::{Exact, Found, compare};
pub use plan::{Dry, Plan, Table};
pub use run::{BLOCK, Progress, run};
pub use state::State;
pub use tally::{Stream, Sums, Tally};
