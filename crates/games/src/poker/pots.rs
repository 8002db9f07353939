//! Side pots by layers, and the division of a pot down to the smallest chip.

use arrayvec::ArrayVec;
use books::Money;
use books::poker::OddChips;

use super::places::{PLAYERS_MAX, Places};

/// One pot and those who may win it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pot {
    /// How much it holds.
    pub amount: Money,
    /// The live hands that matched every bet in it.
    pub contenders: Places,
}

/// The pots of a hand, the main pot first.
pub type Pots = ArrayVec<Pot, PLAYERS_MAX>;

/// Makes pots of what each place put in: one layer for each size of live hand, from the smallest.
/// Money above the largest live hand, which only dead hands have there, stays in the last pot.
#[must_use]
pub fn layers(paid: &[Money], live: Places) -> Pots {
    let mut pots = Pots::new();
    let mut floor = Money::ZERO;
    let mut left = live;
    while !left.is_empty() {
        let top = left.iter().map(|place| paid[place]).min().unwrap_or(floor);
        let amount = paid.iter().map(|one| (*one).min(top) - (*one).min(floor)).sum();
        if top > floor || pots.is_empty() {
            pots.push(Pot { amount, contenders: left });
        }
        floor = top;
        left = left.iter().filter(|place| paid[*place] > top).fold(Places::NONE, Places::with);
    }
    if let Some(last) = pots.last_mut() {
        last.amount += paid.iter().map(|one| *one - (*one).min(floor)).sum();
    }
    pots
}

/// Takes an amount off the pots, the main pot first; what they do not hold stays untaken.
pub fn take(pots: &mut Pots, mut amount: Money) {
    for pot in pots {
        let part = amount.min(pot.amount);
        pot.amount -= part;
        amount -= part;
    }
}

/// Divides an amount among winners, with `each` told the place and the share. Whole chips are shared equally;
/// those left over go by the rule, from the left of the button; less than a chip goes to the next in line.
pub fn share(amount: Money, winners: Places, chip: Money, odd: OddChips, mut each: impl FnMut(usize, Money)) {
    let count = winners.count() as i64;
    if count == 1 {
        return winners.iter().for_each(|place| each(place, amount));
    }
    let chip = chip.in_cents();
    let equal = amount.in_cents() / count / chip * chip;
    let mut left = amount.in_cents() - equal * count;
    for place in winners.iter() {
        let extra = match odd {
            OddChips::OneEach => left.min(chip),
            OddChips::AllToFirst => left,
        };
        left -= extra;
        each(place, Money::cents(equal + extra));
    }
}

/// Splits an amount into the half with the odd chip and the other.
#[must_use]
pub fn halves(amount: Money, chip: Money) -> (Money, Money) {
    let smaller = amount.in_cents() / 2 / chip.in_cents() * chip.in_cents();
    (amount - Money::cents(smaller), Money::cents(smaller))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dollars(amounts: &[i64]) -> Vec<Money> {
        amounts.iter().map(|amount| Money::dollars(*amount)).collect()
    }

    fn seen(paid: &[i64], live: &[usize]) -> Vec<(i64, Vec<usize>)> {
        let live = live.iter().fold(Places::NONE, |set, place| set.with(*place));
        layers(&dollars(paid), live)
            .iter()
            .map(|pot| (pot.amount.in_cents() / 100, pot.contenders.iter().collect()))
            .collect()
    }

    #[test]
    fn layers_as_the_filings_work_them_out() {
        assert_eq!(seen(&[20, 50, 50], &[0, 1, 2]), [(60, vec![0, 1, 2]), (60, vec![1, 2])]);
        assert_eq!(
            seen(&[10, 30, 30, 60, 60], &[0, 1, 2, 3, 4]),
            [(50, vec![0, 1, 2, 3, 4]), (80, vec![1, 2, 3, 4]), (60, vec![3, 4])]
        );
        assert_eq!(seen(&[25, 80, 80, 40], &[0, 1, 2]), [(100, vec![0, 1, 2]), (125, vec![1, 2])]);
        assert_eq!(
            seen(&[10, 25, 40, 40], &[0, 1, 2, 3]),
            [(40, vec![0, 1, 2, 3]), (45, vec![1, 2, 3]), (30, vec![2, 3])]
        );
        assert_eq!(seen(&[15, 60, 60, 30], &[0, 1, 2]), [(60, vec![0, 1, 2]), (105, vec![1, 2])]);
        assert_eq!(seen(&[20, 50, 80, 80], &[0, 1, 2, 3])[2], (60, vec![2, 3]));
    }

    #[test]
    fn a_dead_hands_money_stays_in_the_pots_it_reached() {
        assert_eq!(seen(&[10, 30, 50], &[0, 1]), [(30, vec![0, 1]), (60, vec![1])]);
        assert_eq!(seen(&[0, 5, 9], &[0]), [(14, vec![0])]);
    }

    fn shares(amount: i64, winners: &[usize], odd: OddChips) -> Vec<(usize, i64)> {
        let mut list = Vec::new();
        let winners = winners.iter().fold(Places::NONE, |set, place| set.with(*place));
        share(Money::dollars(amount), winners, Money::dollars(1), odd, |place, money| {
            list.push((place, money.in_cents() / 100));
        });
        list
    }

    #[test]
    fn odd_chips_go_from_the_left_of_the_button() {
        assert_eq!(shares(25, &[1, 5], OddChips::OneEach), [(1, 13), (5, 12)]);
        assert_eq!(shares(32, &[0, 1, 5], OddChips::OneEach), [(0, 11), (1, 11), (5, 10)]);
        assert_eq!(shares(50, &[1, 2, 4], OddChips::AllToFirst), [(1, 18), (2, 16), (4, 16)]);
        assert_eq!(halves(Money::dollars(63), Money::dollars(1)), (Money::dollars(32), Money::dollars(31)));
    }

    #[test]
    fn fees_come_from_the_main_pot_first() {
        let mut pots = layers(&dollars(&[2, 50, 50]), Places::all(3));
        take(&mut pots, Money::dollars(8));
        assert_eq!(pots[0].amount, Money::ZERO);
        assert_eq!(pots[1].amount, Money::dollars(94));
    }
}
