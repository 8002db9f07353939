//! Risks: the stake that reaches in one round, and the money that lasts for a session.

use super::number::Number;
use super::sample::Sample;
use super::setup::Setup;
use super::view::{Dry, Session};
use crate::sim::random::Random;
use books::Money;

/// How many sessions are put together at most, and of how many rounds in all.
const SESSIONS_MOST: u64 = 20_000;
const ROUNDS_MOST: u64 = 20_000_000;

/// Of a list, the least amount that no more than a share of it lies above, with its standard error by the ranks that
/// chance would give it.
fn quantile(sorted: &[f64], risk: f64) -> (f64, f64) {
    let count = sorted.len() as f64;
    let above = (count * risk).floor();
    let at = |place: f64| sorted[(place.max(0.0) as usize).min(sorted.len() - 1)];
    let place = count - 1.0 - above;
    let spread = (count * risk * (1.0 - risk)).sqrt().max(1.0);
    (at(place), (at(place + spread) - at(place - spread)) / 2.0)
}

/// How often something came, with its standard error; where it never or always came, as if it had once more.
pub(super) fn chance(came: usize, all: usize) -> Number {
    let (came, all) = (came as f64, all as f64);
    let likely = came.clamp(1.0, (all - 1.0).max(1.0)) / all;
    Number::simulated(came / all, (likely * (1.0 - likely) / all).sqrt())
}

pub(super) fn dry(setup: &Setup, sample: &Sample, always: Money) -> Dry {
    let mut needs: Vec<f64> = sample.need.iter().map(|need| *need as f64).collect();
    needs.sort_unstable_by(f64::total_cmp);
    let (stake, error) = quantile(&needs, setup.risk);
    Dry { risk: setup.risk, stake: Number::simulated(stake, error), always }
}

/// Sessions are put together from the rounds that were played, drawn again and again; what a hand of the banker comes to
/// is moved to its mean if that is known better.
pub(super) fn session(setup: &Setup, sample: &Sample, fee: f64, mean: Number) -> Session {
    let rounds: Vec<f64> = sample.bank().map(|net| net - fee).collect();
    let moved = mean.value - rounds.iter().sum::<f64>() / rounds.len() as f64;
    let hands = ((setup.hours * setup.hands_per_hour).round() as u64).max(1);
    let sessions = (ROUNDS_MOST / hands).clamp(1_000, SESSIONS_MOST);
    // Blocks of rounds are counted from 0, so these numbers are no block's.
    let mut random = Random::of(setup.seed, u64::MAX);
    let mut lows = Vec::with_capacity(sessions as usize);
    for _ in 0..sessions {
        let (mut money, mut low) = (0.0_f64, 0.0_f64);
        for _ in 0..hands {
            money += rounds[random.below(rounds.len() as u32) as usize] + moved;
            low = low.min(money);
        }
        lows.push(-low);
    }
    lows.sort_unstable_by(f64::total_cmp);
    let (bankroll, error) = quantile(&lows, setup.risk);
    let lost = setup.stake.map(|stake| {
        let stake = stake.in_cents() as f64;
        chance(lows.iter().filter(|low| **low >= stake).count(), lows.len())
    });
    Session {
        hours: setup.hours,
        hands,
        risk: setup.risk,
        bankroll: Number::simulated(bankroll, error),
        lost,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quantile_leaves_no_more_than_the_risk_above() {
        let list: Vec<f64> = (1..=1000).map(f64::from).collect();
        for risk in [0.5, 0.1, 0.01, 0.001, 0.0001] {
            let (found, error) = quantile(&list, risk);
            let above = list.iter().filter(|one| **one > found).count();
            assert!(above as f64 <= 1000.0 * risk && error > 0.0, "{risk}: {found} {above}");
            let below = list.iter().filter(|one| **one > found - 1.0).count();
            assert!(below as f64 > 1000.0 * risk, "{risk}: less would do");
        }
    }

    #[test]
    fn what_never_came_is_not_sure() {
        let never = chance(0, 1_000);
        assert!(never.value == 0.0 && never.spread() > 0.0009);
    }
}
