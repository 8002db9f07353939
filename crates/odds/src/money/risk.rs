//! Risks: the stake that reaches in one round, and the money that lasts for a session.

use books::Money;

use super::counts::quantile;
use super::fees::cents;
use super::moments::Beside;
use super::number::Number;
use super::people::Found;
use super::sample::{Kept, Sample};
use super::setup::Setup;
use super::view::{Dry, Session};
use crate::sim::blocks::Sum;
use crate::sim::random::Random;

/// How many sessions are put together at most, and of how many rounds in all.
const SESSIONS_MOST: u64 = 20_000;
const ROUNDS_MOST: u64 = 20_000_000;

/// Into how many parts the rounds are divided to see how much the answer hangs on which rounds were played.
const PARTS: usize = 16;

/// How often something must come to be told from chance.
const TELLING: f64 = 10.0;

/// How often something came, with its standard error; where it never or always came, as if it had once more.
pub(super) fn chance(came: u64, all: u64) -> Number {
    let (came, all) = (came as f64, all as f64);
    let likely = came.clamp(1.0, (all - 1.0).max(1.0)) / all;
    Number::simulated(came / all, (likely * (1.0 - likely) / all).sqrt())
}

pub(super) fn dry(setup: &Setup, sample: &Sample, always: Money) -> Dry {
    let stake = sample.needs.quantile(setup.risk).within(0.0, cents(always));
    Dry { risk: setup.risk, stake, always, finest: TELLING / sample.rounds() as f64 }
}

/// Sessions that are put together from rounds, drawn again and again: the most that each was behind, rising.
struct Sessions {
    lows: Vec<f64>,
}

impl Sessions {
    /// `bank` is what each round brings the bank; every one is moved so that their mean is the one that is known best.
    fn of(bank: &[f64], mean: f64, hands: u64, count: u64, random: &mut Random) -> Sessions {
        let moved = mean - bank.iter().sum::<f64>() / bank.len() as f64;
        let mut lows = Vec::with_capacity(count as usize);
        for _ in 0..count {
            let (mut money, mut low) = (0.0_f64, 0.0_f64);
            for _ in 0..hands {
                money += bank[random.below(bank.len() as u32) as usize] + moved;
                low = low.min(money);
            }
            lows.push(-low);
        }
        lows.sort_unstable_by(f64::total_cmp);
        Sessions { lows }
    }

    fn bankroll(&self, risk: f64) -> Number {
        let last = self.lows.len() - 1;
        quantile(|place| self.lows[last - place as usize], self.lows.len() as f64, risk)
    }

    fn lost(&self, stake: Money) -> Number {
        let below = self.lows.partition_point(|low| *low < cents(stake));
        chance((self.lows.len() - below) as u64, self.lows.len() as u64)
    }
}

/// The standard error of an answer by what parts of the rounds would have answered.
fn error_by_parts(parts: &[f64]) -> f64 {
    let count = parts.len() as f64;
    let mean = parts.iter().sum::<f64>() / count;
    let square = parts.iter().map(|part| (part - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (square / count).sqrt()
}

/// The money that lasts for a session. Its error has two sources, the sessions that were drawn and the rounds that were
/// played; parts of the rounds, each with sessions and a mean of its own, show both.
pub(super) fn session(found: &Found<'_>, mean: Number) -> Session {
    let setup = found.setup;
    let fee = cents(found.paid.bank);
    let dealt = setup.hours * setup.hands_per_hour * found.banked.share;
    let hands = (dealt.round() as u64).max(1);
    let count = (ROUNDS_MOST / hands).clamp(1_000, SESSIONS_MOST);
    // Blocks of rounds are counted from 0, so these numbers are no block's.
    let mut random = Random::of(setup.seed, u64::MAX);
    let kept = &found.sample.kept;
    let bank = |round: &Kept| -(round.net as f64) - fee;
    let all: Vec<f64> = kept.iter().map(bank).collect();
    let whole = Sessions::of(&all, mean.value, hands, count, &mut random);
    let part = |place: usize| {
        let rounds = || kept.iter().skip(place).step_by(PARTS);
        let list: Vec<f64> = rounds().map(bank).collect();
        let mean = if mean.is_exact() {
            mean.value
        } else {
            let mut beside = Beside::default();
            rounds().for_each(|round| beside.take(round.net as f64, round.full as f64));
            -beside.average(found.known_together(), 1.0).value - fee
        };
        (list, mean)
    };
    let parts: Vec<Sessions> = (0..PARTS)
        .map(|place| {
            let (list, mean) = part(place);
            Sessions::of(&list, mean, hands, count / PARTS as u64, &mut random)
        })
        .collect();
    let wide = |number: Number, of: &dyn Fn(&Sessions) -> Number| {
        let answers: Vec<f64> = parts.iter().map(|part| of(part).value).collect();
        Number::simulated(number.value, number.spread().max(error_by_parts(&answers)))
    };
    Session {
        hours: setup.hours,
        hands,
        rounds: kept.len() as u64,
        finest: (TELLING / count as f64).max(hands as f64 / kept.len() as f64),
        risk: setup.risk,
        bankroll: wide(whole.bankroll(setup.risk), &|one| one.bankroll(setup.risk)),
        lost: setup.stake.map(|stake| wide(whole.lost(stake), &|one| one.lost(stake))),
    }
}

/// What the rounds cannot tell.
pub(super) fn warnings(setup: &Setup, dry: &Dry, session: &Session) -> Vec<String> {
    let percent = |share: f64| format!("{}%", (1e6 * share).round() / 1e4);
    let mut list = Vec::new();
    if dry.risk < dry.finest {
        list.push(format!(
            "A risk of {} in a round is finer than {} rounds can tell, which is {}: take the stake for it as a guess, or \
             play more rounds.",
            percent(dry.risk),
            setup.rounds,
            percent(dry.finest)
        ));
    }
    if session.risk < session.finest {
        list.push(format!(
            "A risk of {} in a session is finer than what was played can tell, which is {}: take the money for it as a \
             guess.",
            percent(session.risk),
            percent(session.finest)
        ));
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_came_is_not_sure() {
        let never = chance(0, 1_000);
        assert!(never.value == 0.0 && never.spread() > 0.0009);
    }

    #[test]
    fn sessions_of_one_hand_are_the_rounds() {
        let bank = [-100.0, 100.0, 100.0, 100.0];
        let sessions = Sessions::of(&bank, 50.0, 1, 4_000, &mut Random::of(1, 1));
        assert_eq!(sessions.bankroll(0.1).value, 100.0);
        let lost = sessions.lost(Money::dollars(1));
        assert!((lost.value - 0.25).abs() < 0.03, "{lost:?}");
        // Moved up by 50, nobody is ever behind by a dollar.
        let sessions = Sessions::of(&bank, 100.0, 1, 1_000, &mut Random::of(1, 1));
        assert_eq!(sessions.lost(Money::dollars(1)).value, 0.0);
    }

    #[test]
    fn parts_that_differ_make_an_error() {
        assert!((error_by_parts(&[1.0, 3.0]) - 1.0).abs() < 1e-12);
    }
}
