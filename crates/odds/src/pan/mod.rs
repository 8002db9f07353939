//! Pan: how it is played, simply and well, and what whole tables of it come to.
//!
//! A table is played through the engine again and again; whoever won a hand is first in the next one. Hands come in
//! blocks, each with random numbers of its own, and all sums are whole chips, so a result depends on the table, the
//! seed and the number of hands, and on nothing else.
//!
//! ```
//! use books::{BookId, Rules, Shelf};
//! use odds::pan::{Kinds, Measure, Plan, Table, run};
//!
//! let book = Shelf::filed().book(&BookId::new("players-club", "pan")).unwrap();
//! let Rules::Pan(rules) = &book.rules else { panic!("Pan") };
//! let table = Table { players: 4, tops: 1, kinds: Kinds::Good };
//! let plan = Plan::new(rules, table, 7).unwrap();
//! let result = run(&plan, Default::default(), 100, 1, |_| true);
//! assert_eq!(result.all.hands, 100);
//! assert!(result.all.of(Measure::Turns).value().unwrap() > 1.0);
//! ```

mod plan;
mod player;
mod state;
mod tally;
mod ways;

pub use plan::{BLOCK, Kinds, Plan, Progress, Table, run};
pub use player::{Open, Sight, good, sight, simple};
pub use state::{Part, State};
pub use tally::{Mean, Measure, Tally};
