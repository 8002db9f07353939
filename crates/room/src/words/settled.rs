//! What becomes of a wager, in the same words for every banked game.

use books::Money;
use games::Verdict;

use super::scene::start;

/// A wager that is settled.
pub(super) struct Settled {
    /// Whose and what: "seat 3's $20", "seat 3's ante of $20".
    pub(super) wager: String,
    pub(super) verdict: Verdict,
    pub(super) amount: Money,
    pub(super) paid: Money,
    pub(super) collected: Money,
}

impl Settled {
    pub(super) fn words(&self) -> String {
        let wager = start(&self.wager);
        let rest = self.amount - self.collected;
        match self.verdict {
            Verdict::Won => format!("{wager} wins {}.", self.paid),
            Verdict::Lost if rest.is_positive() => {
                format!("{wager} loses {}; the bank's money does not reach the rest.", self.collected)
            }
            Verdict::Lost => format!("{wager} loses."),
            Verdict::Push => format!("{wager} pushes."),
            Verdict::Surrendered => format!("{wager} is given up for half: {} is lost.", self.collected),
            Verdict::Returned => format!("{wager} goes back."),
        }
    }
}
