//! `cardroom sim` for poker: it is played for a pot, and nothing is simulated.

use books::poker::PokerRules;

use super::Order;
use crate::failure::Failure;

pub(super) fn simulate(order: &Order<'_>, _rules: &PokerRules) -> Result<(), Failure> {
    let (id, name) = (&order.book.id, &order.book.header().name);
    let what = format!("{name} is played for a pot; ask for blackjack, three-card, double-hand or Pan");
    Err(Failure::Told(format!("{id}: {what}")))
}
