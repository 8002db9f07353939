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
    /// What the bank would pay or take if its money reached that far.
    pub(super) due: Money,
    pub(super) paid: Money,
    pub(super) collected: Money,
}

impl Settled {
    pub(super) fn words(&self) -> String {
        let Settled { amount, due, paid, collected, .. } = *self;
        let wager = start(&self.wager);
        let is_short = paid + collected < due;
        match self.verdict {
            Verdict::Won if is_short => {
                format!("{wager} wins and is paid {paid} of {due}: the bank's money ended.")
            }
            Verdict::Won => format!("{wager} wins {paid}."),
            Verdict::Lost if is_short => {
                format!("{wager} loses {collected}; the bank's money does not reach the rest.")
            }
            Verdict::Lost if collected < amount => {
                format!("{wager} loses {collected}; the rest had no action and goes back.")
            }
            Verdict::Lost => format!("{wager} loses."),
            Verdict::Push => format!("{wager} pushes."),
            Verdict::Surrendered if is_short => {
                format!(
                    "{wager} is given up for half: {collected} of {due} is lost, as the bank's money ended."
                )
            }
            Verdict::Surrendered => format!("{wager} is given up for half: {collected} is lost."),
            Verdict::Returned if is_short => {
                format!("{wager} goes back: the bank's money does not reach it.")
            }
            Verdict::Returned => format!("{wager} goes back."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(verdict: Verdict, due: i64, paid: i64, collected: i64) -> String {
        let [due, paid, collected] = [due, paid, collected].map(Money::dollars);
        let (wager, amount) = ("seat 3's $60".to_owned(), Money::dollars(60));
        Settled { wager, verdict, amount, due, paid, collected }.words()
    }

    #[test]
    fn what_the_bank_cannot_pay_or_take_is_said() {
        assert_eq!(words(Verdict::Won, 60, 60, 0), "Seat 3's $60 wins $60.");
        let short = words(Verdict::Won, 60, 40, 0);
        assert_eq!(short, "Seat 3's $60 wins and is paid $40 of $60: the bank's money ended.");
        assert_eq!(words(Verdict::Lost, 60, 0, 60), "Seat 3's $60 loses.");
        let short = words(Verdict::Lost, 60, 0, 25);
        assert_eq!(short, "Seat 3's $60 loses $25; the bank's money does not reach the rest.");
        let above_the_limit = words(Verdict::Lost, 50, 0, 50);
        assert_eq!(above_the_limit, "Seat 3's $60 loses $50; the rest had no action and goes back.");
        let unreached = words(Verdict::Returned, 60, 0, 0);
        assert_eq!(unreached, "Seat 3's $60 goes back: the bank's money does not reach it.");
        assert_eq!(words(Verdict::Returned, 0, 0, 0), "Seat 3's $60 goes back.");
    }
}
