//! What stands on the table before a three-card round, checked against the book.

use std::sync::Arc;

use books::rates::Schedule;
use books::three_card::ThreeCardRules;
use books::{Money, Rule};
use serde::{Deserialize, Serialize};

use super::event::{Event, WagerKind};
use super::round::{SEATS_MAX, ThreeCard};
use crate::bank::{Cost, Fee, Pool, Purse, SetupFault, Table, Wrong};
use crate::record::Record;
use crate::seat::{Party, Seat};

/// A three-card game ready to be played: the book's rules and one collection schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The rules.
    pub rules: ThreeCardRules,
    /// The fees and the table limit; none for a table that charges nothing and knows no limit.
    pub schedule: Option<Schedule>,
}

/// The wagers of one seat before the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bet {
    /// The seat.
    pub seat: Seat,
    /// Whose money it is, as a place in [`Setup::purses`].
    pub purse: u8,
    /// The ante.
    pub ante: Money,
    /// The Pair Plus wager; nothing for none.
    pub pair_plus: Money,
    /// The 6 Card Bonus wager; nothing for none.
    pub six_card: Money,
}

/// A three-card round before its first card. A [`Party`] is the place of a bet in `bets`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// How many seats the table has.
    pub seats: u8,
    /// Everybody with money in the round.
    pub purses: Vec<Purse>,
    /// The seat that banks.
    pub bank: Seat,
    /// Whose money the stake is, as a place in `purses`.
    pub banker: u8,
    /// The banker's money in action.
    pub stake: Money,
    /// The bets, by rising seat.
    pub bets: Vec<Bet>,
}

impl Setup {
    /// What it has as every table with a bank does; nobody shares the bank.
    pub(super) fn table(&self) -> Table<'_> {
        let pool = Pool { banker: self.banker, partners: &[] };
        Table { seats: self.seats, purses: &self.purses, bank: self.bank, pool, stake: self.stake }
    }
}

/// The banker's fee for the hand.
fn bank_fee(game: &Game, setup: &Setup) -> Option<Fee> {
    let schedule = game.schedule.as_ref()?;
    let antes: Vec<Money> = setup.bets.iter().map(|bet| bet.ante).collect();
    let bonuses: Vec<Money> = setup.bets.iter().flat_map(|bet| [bet.pair_plus, bet.six_card]).collect();
    let fee = schedule.bank_fee(schedule.table_action(&antes, &bonuses));
    let clause = fee.clause.or(game.rules.collection.when.clause);
    fee.value.is_positive().then_some(Fee { who: Party::BANK, amount: fee.value, clause })
}

impl ThreeCard {
    /// Opens a round: the stake and the wagers are put down, and the fee is taken.
    ///
    /// # Errors
    /// Every fault of the setup.
    pub fn open(
        game: Arc<Game>,
        setup: &Arc<Setup>,
        events: &mut impl Record<Event>,
    ) -> Result<ThreeCard, Vec<SetupFault>> {
        let fee = bank_fee(&game, setup);
        let faults = faults(&game, setup, fee);
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut round = ThreeCard::unopened(game, Arc::clone(setup));
        round.emit(Event::Staked { amount: setup.stake }, events);
        for (place, bet) in setup.bets.iter().enumerate() {
            let who = Party(place as u8);
            for (wager, amount) in [
                (WagerKind::Ante, bet.ante),
                (WagerKind::PairPlus, bet.pair_plus),
                (WagerKind::SixCard, bet.six_card),
            ] {
                if amount.is_positive() {
                    round.emit(Event::Wagered { who, seat: bet.seat, wager, amount }, events);
                }
            }
        }
        if let Some(Fee { who, amount, clause }) = fee {
            round.emit(Event::Collected { who, amount, clause }, events);
        }
        Ok(round)
    }
}

fn faults(game: &Game, setup: &Setup, fee: Option<Fee>) -> Vec<SetupFault> {
    let mut faults = Vec::new();
    check_table(game, setup, &mut faults);
    for place in 0..setup.bets.len() {
        check_bet(game, setup, place, &mut faults);
    }
    let costs = setup
        .bets
        .iter()
        .map(|bet| Cost { purse: bet.purse, wagers: bet.ante + bet.pair_plus + bet.six_card });
    let clause = game.rules.collection.when.clause;
    setup.table().check_purses(costs, fee.as_slice(), clause, &mut faults);
    faults
}

fn check_table(game: &Game, setup: &Setup, list: &mut Vec<SetupFault>) {
    let rules = &game.rules;
    let table = setup.table();
    table.check_size(rules.book.seats, SEATS_MAX, list);
    let stake = rules.bank.stake_at_least_minimum;
    let least = if stake.value { limit(game).0 } else { Money::cents(1) };
    table.check_bank(rules.book.seats.clause, Rule { value: least, clause: stake.clause }, None, list);
    let mut faults = table.faults(list);
    if setup.bets.is_empty() {
        faults.add(Wrong::NoAntes, rules.wagers.ante_needed.clause);
    }
    if setup.bets.windows(2).any(|two| two[0].seat >= two[1].seat) {
        faults.add(Wrong::OneBetEach, rules.table.backline.clause);
    }
}

/// The least and the largest ante.
fn limit(game: &Game) -> (Money, Option<Money>) {
    let limit = game.schedule.as_ref().and_then(|schedule| schedule.limit.as_ref());
    limit.map_or((Money::cents(1), None), |limit| (limit.min, limit.max))
}

fn check_bet(game: &Game, setup: &Setup, place: usize, list: &mut Vec<SetupFault>) {
    let rules = &game.rules;
    let bet = &setup.bets[place];
    let seats = rules.book.seats.clause;
    let table = setup.table();
    let may_wager = rules.table.bank_may_wager;
    let own = (bet.seat, bet.purse);
    let Some(mut faults) = table.check_bet(own, seats, may_wager, may_wager.clause, list) else {
        return;
    };
    let spots = setup.bets[..place].iter().filter(|other| other.purse == bet.purse).count();
    if spots >= usize::from(rules.table.spots_each.value) {
        let most = rules.table.spots_each;
        faults.add(Wrong::TooManyHands { most: most.value }, most.clause);
    }
    let (least, most) = limit(game);
    let wagers = &rules.wagers;
    if !bet.ante.is_positive() {
        let is_bonus = bet.pair_plus.is_positive() || bet.six_card.is_positive();
        let clause = if is_bonus { wagers.bonus_needs_ante.clause } else { wagers.ante_needed.clause };
        faults.add(Wrong::NoAnte, clause);
    } else {
        faults.check_least(bet.ante, least, "ante", wagers.limit_binds.clause);
    }
    faults.check_most(bet.ante, most, "ante", wagers.limit_binds.clause);
    let offered = [
        ("Pair Plus", bet.pair_plus, rules.pair_plus.offered),
        ("6 Card Bonus", bet.six_card, rules.six_card.offered),
    ];
    for (name, amount, offered) in offered {
        if amount.is_zero() {
            continue;
        }
        if !offered.value {
            faults.add(Wrong::NotOffered { name }, offered.clause);
        }
        if amount < wagers.bonus_least.value {
            let least = wagers.bonus_least;
            faults.add(Wrong::BelowSide { amount, name, least: least.value }, least.clause);
        }
        if amount > wagers.bonus_most.value {
            let most = wagers.bonus_most;
            faults.add(Wrong::AboveSide { amount, name, most: most.value }, most.clause);
        }
    }
    for amount in [bet.ante, bet.pair_plus, bet.six_card] {
        if amount.in_cents() % wagers.unit.in_cents() != 0 {
            faults.add(Wrong::NotAMultiple { amount, unit: wagers.unit.value }, wagers.unit.clause);
        }
    }
}
