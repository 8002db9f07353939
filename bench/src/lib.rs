//! What every benchmark here shares: contests of several contenders over the same work, in one process.

mod agreement;
mod contest;

pub use agreement::Agreement;
pub use contest::Contest;
