//! What stands on the table before a three-card round, checked against the book.

use std::sync::Arc;

use books::rates::Schedule;
use books::three_card::ThreeCardRules;
use books::{Clause, Money};
use serde::{Deserialize, Serialize};

use super::event::{Event, WagerKind};
use super::round::{SEATS_MAX, ThreeCard};
use crate::bank::Purse;
use crate::bank::{SetupFault, SystemFault};
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

/// The banker's fee for the hand.
fn bank_fee(game: &Game, setup: &Setup) -> Option<(Money, Clause)> {
    let schedule = game.schedule.as_ref()?;
    let antes: Vec<Money> = setup.bets.iter().map(|bet| bet.ante).collect();
    let bonuses: Vec<Money> = setup.bets.iter().flat_map(|bet| [bet.pair_plus, bet.six_card]).collect();
    let fee = schedule.bank_fee(schedule.table_action(&antes, &bonuses));
    fee.value.is_positive().then(|| (fee.value, fee.clause.or(game.rules.collection.when.clause)))
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
        let faults = faults(&game, setup, fee.map_or(Money::ZERO, |fee| fee.0));
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
        if let Some((amount, clause)) = fee {
            round.emit(Event::Collected { who: Party::BANK, amount, clause }, events);
        }
        Ok(round)
    }
}

fn faults(game: &Game, setup: &Setup, fee: Money) -> Vec<SetupFault> {
    let mut faults = Vec::new();
    check_table(game, setup, &mut faults);
    for place in 0..setup.bets.len() {
        check_bet(game, setup, place, &mut faults);
    }
    for (place, purse) in setup.purses.iter().enumerate() {
        let mine = setup.bets.iter().filter(|bet| usize::from(bet.purse) == place);
        let wagers: Money = mine.map(|bet| bet.ante + bet.pair_plus + bet.six_card).sum();
        let bank = if usize::from(setup.banker) == place { setup.stake + fee } else { Money::ZERO };
        if wagers + bank > purse.stack {
            let what = format!("needs {} for wagers and fees but has {}", wagers + bank, purse.stack);
            let clause = game.rules.collection.when.clause;
            faults.push(SetupFault { about: purse.name.clone(), what, clause });
        }
    }
    faults
}

fn check_table(game: &Game, setup: &Setup, faults: &mut Vec<SetupFault>) {
    let rules = &game.rules;
    let mut fault = |about: &str, what: String, clause: Clause| {
        faults.push(SetupFault { about: about.to_owned(), what, clause });
    };
    let seats = rules.book.seats;
    if setup.seats < 2 || setup.seats > seats.value || usize::from(setup.seats) > SEATS_MAX {
        let what = format!("a table of {} seats; this game has up to {}", setup.seats, seats.value);
        fault("table", what, seats.clause);
    }
    if setup.bank.number() > setup.seats || usize::from(setup.banker) >= setup.purses.len() {
        fault("bank", "there is no such seat or person to bank".to_owned(), seats.clause);
    }
    let least = if rules.bank.stake_at_least_minimum.value { limit(game).0 } else { Money::cents(1) };
    if setup.stake < least {
        let what = format!("a stake of {}; the least is {least}", setup.stake);
        fault("bank", what, rules.bank.stake_at_least_minimum.clause);
    }
    if setup.bets.is_empty() {
        fault("table", "nobody has put down an ante".to_owned(), rules.wagers.ante_needed.clause);
    }
    if setup.bets.windows(2).any(|two| two[0].seat >= two[1].seat) {
        let what = "one bet for each seat, listed by rising seat; others may not bet there".to_owned();
        fault("table", what, rules.table.backline.clause);
    }
}

/// The least and the largest ante.
fn limit(game: &Game) -> (Money, Option<Money>) {
    let limit = game.schedule.as_ref().and_then(|schedule| schedule.limit.as_ref());
    limit.map_or((Money::cents(1), None), |limit| (limit.min, limit.max))
}

fn check_bet(game: &Game, setup: &Setup, place: usize, faults: &mut Vec<SetupFault>) {
    let rules = &game.rules;
    let bet = &setup.bets[place];
    let purse = setup.purses.get(usize::from(bet.purse));
    let about = purse.map_or_else(|| format!("seat {}", bet.seat), |purse| purse.name.clone());
    let mut fault =
        |what: String, clause: Clause| faults.push(SetupFault { about: about.clone(), what, clause });
    if purse.is_none() {
        fault(SystemFault::OfNobody.to_string(), Clause::NONE);
    }
    if bet.seat.number() > setup.seats {
        fault(format!("there is no seat {} at this table", bet.seat), rules.book.seats.clause);
    }
    if bet.seat == setup.bank || (bet.purse == setup.banker && !rules.table.bank_may_wager.value) {
        fault("whoever banks may not wager".to_owned(), rules.table.bank_may_wager.clause);
    }
    let spots = setup.bets[..place].iter().filter(|other| other.purse == bet.purse).count();
    if spots >= usize::from(rules.table.spots_each.value) {
        let what = format!("a person plays at most {} hand", rules.table.spots_each.value);
        fault(what, rules.table.spots_each.clause);
    }
    let (least, most) = limit(game);
    let wagers = &rules.wagers;
    if !bet.ante.is_positive() {
        let is_bonus = bet.pair_plus.is_positive() || bet.six_card.is_positive();
        let clause = if is_bonus { wagers.bonus_needs_ante.clause } else { wagers.ante_needed.clause };
        fault("the ante is missing".to_owned(), clause);
    } else if bet.ante < least {
        fault(format!("{} is below the table's least ante of {least}", bet.ante), wagers.limit_binds.clause);
    }
    if let Some(most) = most.filter(|most| bet.ante > *most) {
        fault(format!("{} is above the table's largest ante of {most}", bet.ante), wagers.limit_binds.clause);
    }
    let offered = [
        ("Pair Plus", bet.pair_plus, rules.pair_plus.offered),
        ("6 Card Bonus", bet.six_card, rules.six_card.offered),
    ];
    for (name, amount, offered) in offered {
        if amount.is_zero() {
            continue;
        }
        if !offered.value {
            fault(format!("{name} is not offered"), offered.clause);
        }
        if amount < wagers.bonus_least.value {
            let what = format!("{amount} is below the least {name} wager of {}", wagers.bonus_least.value);
            fault(what, wagers.bonus_least.clause);
        }
        if amount > wagers.bonus_most.value {
            let what = format!("{amount} is above the largest {name} wager of {}", wagers.bonus_most.value);
            fault(what, wagers.bonus_most.clause);
        }
    }
    for amount in [bet.ante, bet.pair_plus, bet.six_card] {
        if amount.in_cents() % wagers.unit.in_cents() != 0 {
            fault(format!("{amount} is not a multiple of {}", wagers.unit.value), wagers.unit.clause);
        }
    }
}
