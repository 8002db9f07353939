//! `cardroom sim` for double-hand: every wager beside its exact value.

use books::double_hand::DoubleHandRules;
use odds::double_hand::{Analysis, NotCounted, Side, WayCount, filed_way, plan, plan_best};

use super::Order;
use super::banked::Best;
use crate::failure::Failure;

pub(super) fn simulate(order: &Order<'_>, rules: &DoubleHandRules) -> Result<(), Failure> {
    let not_counted = |error: NotCounted| order.told(&error);
    let seed = order.sim.seed;
    order.play_alike(|players, wager| {
        let plan = if let Some(best) = order.sim.best {
            let (found, [player, bank]) = Analysis::with_responses(rules).map_err(not_counted)?;
            let (side, value) = match best {
                Best::Player => ((Side::Player, player), found.player_value()),
                Best::Bank => ((Side::Bank, bank), -found.bank_value()),
            };
            plan_best(rules, side, value, (players, wager), seed)
        } else {
            let way = match filed_way(rules) {
                Some(kept) => kept,
                None => WayCount::of(rules).map_err(not_counted)?,
            };
            plan(rules, way.value(), players, wager, seed)
        };
        plan.map_err(|faults| order.unfit(&faults, players))
    })
}
