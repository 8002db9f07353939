//! `cardroom sim` for Three Card Poker: every wager beside its exact value.

use books::three_card::ThreeCardRules;
use odds::three_card::{Analysis, plan};

use super::Order;
use crate::failure::Failure;

pub(super) fn simulate(order: &Order<'_>, rules: &ThreeCardRules) -> Result<(), Failure> {
    order.sim.refuse_best(order.book)?;
    order.play_alike(|players, wager| {
        let analysis = Analysis::of(rules);
        plan(rules, &analysis, players, wager, order.sim.seed).map_err(|faults| order.unfit(&faults, players))
    })
}
