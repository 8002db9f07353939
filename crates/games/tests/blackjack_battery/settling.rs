//! How the second model settles a round: seat by seat from the button, every dollar that moves out of the stake.

use games::blackjack::WagerKind;
use games::{Party, Seat, Verdict};

use crate::model::{Hand, Walk};
use crate::rules::{Button, Side};
use crate::worth::{Result, bonus_pays, buster_pays, is_natural, number, result};

/// One wager as it was settled, money in cents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub who: Party,
    pub spot: Seat,
    pub hand: u8,
    pub wager: WagerKind,
    pub verdict: Verdict,
    pub amount: i64,
    pub paid: i64,
    pub collected: i64,
}

/// What a wager is due before the stake is looked at.
enum Due {
    Pay(i64),
    Collect(i64),
    GiveUp(i64),
    Nothing,
}

/// The bank's money in action.
struct Till {
    stake: i64,
    paid: i64,
    collected: i64,
    net: bool,
}

impl Till {
    fn left_to_pay(&self) -> i64 {
        if self.net {
            self.stake + self.collected - self.paid
        } else {
            self.stake - self.collected - self.paid
        }
    }

    fn left_to_collect(&self) -> i64 {
        if self.net {
            self.stake + self.paid - self.collected
        } else {
            self.stake - self.collected - self.paid
        }
    }

    /// Settles as much as the stake reaches.
    fn settle(&mut self, due: &Due) -> (Verdict, i64, i64) {
        match *due {
            Due::Nothing => (Verdict::Push, 0, 0),
            Due::Pay(due) => {
                let paid = due.min(self.left_to_pay());
                self.paid += paid;
                (if paid > 0 { Verdict::Won } else { Verdict::Returned }, paid, 0)
            }
            Due::Collect(due) | Due::GiveUp(due) if self.left_to_collect().min(due) == 0 => {
                (Verdict::Returned, 0, 0)
            }
            Due::Collect(due) => (Verdict::Lost, 0, self.collect(due)),
            Due::GiveUp(due) => (Verdict::Surrendered, 0, self.collect(due)),
        }
    }

    fn collect(&mut self, due: i64) -> i64 {
        let collected = due.min(self.left_to_collect());
        self.collected += collected;
        collected
    }
}

pub(crate) fn settle(walk: &mut Walk<'_>) {
    let setup = walk.round.setup;
    let rules = walk.round.rules;
    let button = button(walk);
    walk.found.button = Some(button);
    let mut till = Till { stake: setup.stake.in_cents(), paid: 0, collected: 0, net: rules.net_cover };
    let mut seat = button;
    for _ in 0..setup.seats {
        if let Some(spot) = walk.spots.iter().position(|spot| spot.seat == seat) {
            for bet in walk.spots[spot].bets.clone() {
                settle_bet(walk, spot, bet, &mut till);
            }
        }
        seat =
            if rules.clockwise { seat.clockwise(setup.seats) } else { seat.counter_clockwise(setup.seats) };
    }
    walk.found.used = if till.net { (till.paid - till.collected).abs() } else { till.paid + till.collected };
    walk.found.purses[usize::from(setup.banker)] += till.stake + till.collected - till.paid;
}

/// The seat the count lands on, with or without a wager; without a count, the last seat with one.
fn button(walk: &Walk<'_>) -> Seat {
    let setup = walk.round.setup;
    let second = walk.bank[1];
    let number = |faces_from_11: bool| match number(second) {
        0 => 14,
        number if faces_from_11 => number,
        number => number.min(10),
    };
    let (mut seat, count) = match walk.round.rules.button {
        Button::LastSeat => {
            return walk.spots.iter().map(|spot| spot.seat).max().expect("somebody has bet");
        }
        Button::ByBank { faces_from_11 } => (setup.bank, number(faces_from_11)),
        Button::BySeat1 => (Seat::new(setup.seats), number(true)),
    };
    let mut counted = 0;
    while counted < count {
        seat = seat.clockwise(setup.seats);
        if seat != setup.bank {
            counted += 1;
        }
    }
    seat
}

/// The hands in order, on each the opening wager and then the added one; then insurance; then the side bet (C13).
fn settle_bet(walk: &mut Walk<'_>, spot: usize, bet: usize, till: &mut Till) {
    let mut due = Vec::new();
    for (place, hand) in walk.spots[spot].hands.iter().enumerate() {
        for (_, kind, amount) in hand.wagers.iter().filter(|wager| wager.0 == bet) {
            due.push((place, *kind, *amount, of_hand(walk, hand, bet, *amount)));
        }
    }
    let insured = walk.insured[bet];
    if insured > 0 {
        let wins = is_natural(walk.round.rules, &walk.bank);
        due.push((
            0,
            WagerKind::Insurance,
            insured,
            if wins { Due::Pay(2 * insured) } else { Due::Collect(insured) },
        ));
    }
    let side = walk.round.setup.bets[bet].side.in_cents();
    if side > 0 {
        let (kind, pays) = side_bet(walk, spot);
        due.push((0, kind, side, pays.map_or(Due::Collect(side), |pays| Due::Pay(pays * side))));
    }
    for (hand, wager, amount, due) in due {
        let (verdict, paid, collected) = till.settle(&due);
        let purse = usize::from(walk.round.setup.bets[bet].purse);
        walk.found.purses[purse] += amount + paid - collected;
        let (who, spot) = (Party(bet as u8), walk.spots[spot].seat);
        walk.found.settled.push(Line {
            who,
            spot,
            hand: hand as u8,
            wager,
            verdict,
            amount,
            paid,
            collected,
        });
    }
}

fn of_hand(walk: &Walk<'_>, hand: &Hand, bet: usize, amount: i64) -> Due {
    let rules = walk.round.rules;
    if hand.surrendered {
        return Due::GiveUp(amount / 2);
    }
    if walk.even_money[bet] {
        return Due::Pay(amount);
    }
    match result(rules, &hand.cards, hand.is_natural(rules), &walk.bank) {
        Result::Natural => Due::Pay(amount * rules.natural_pays.0 / rules.natural_pays.1),
        Result::Win => Due::Pay(amount),
        Result::Push => Due::Nothing,
        Result::Lose => Due::Collect(amount),
    }
}

fn side_bet(walk: &Walk<'_>, spot: usize) -> (WagerKind, Option<i64>) {
    match walk.round.rules.side {
        Side::Buster { six_cards, .. } => (WagerKind::Buster, buster_pays(six_cards, &walk.bank)),
        Side::Bonus { table } => {
            // After a split the bet is lost, for a hand to be split has made nothing yet.
            let hands = &walk.spots[spot].hands;
            let pays = if hands.len() == 1 { bonus_pays(table, &hands[0].cards) } else { None };
            (WagerKind::Bonus, pays)
        }
        Side::None => unreachable!("no side wager is laid without a side bet"),
    }
}
