//! What stands on the table before a double-hand round, checked against the book.

use std::sync::Arc;

use books::double_hand::{AboveMost, DoubleHandRules, LimitBinds};
use books::rates::{Limit, Schedule};
use books::{Clause, Money, Rule};
use serde::{Deserialize, Serialize};

use super::Event;
use super::fees::fees;
use super::house_way::HouseWay;
use super::round::DoubleHand;
use super::set::wheel;
use crate::bank::{Cost, Fee, PARTNERS_MAX, Payer, Pool, Purse, SetupFault, Share, Table, Wrong};
use crate::record::Record;
use crate::seat::{Party, Seat};

/// A double-hand game ready to be played: the book's rules, its chart, and one collection schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The rules.
    pub rules: DoubleHandRules,
    /// The fees and the table limit; none for a table that charges nothing and knows no limit.
    pub schedule: Option<Schedule>,
    /// The chart of the rules, made ready.
    pub house_way: HouseWay,
}

impl Game {
    /// Makes a book's rules ready.
    #[must_use]
    pub fn new(rules: DoubleHandRules, schedule: Option<Schedule>) -> Game {
        let house_way = HouseWay::new(&rules.house_way, wheel(&rules.values));
        Game { rules, schedule, house_way }
    }

    pub(super) fn limit(&self) -> Option<&Limit> {
        self.schedule.as_ref().and_then(|schedule| schedule.limit.as_ref()).map(|limit| &limit.value)
    }
}

/// The money of one person on one spot. The first bet on a spot is its seated player's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bet {
    /// The spot.
    pub spot: Seat,
    /// Whose money it is, as a place in [`Setup::purses`].
    pub purse: u8,
    /// How much.
    pub amount: Money,
    /// The number of the joint (kum-kum) wager on the spot that this is a part of, if it is.
    pub joint: Option<u8>,
}

/// A double-hand round before its first card. A [`Party`] is the place of a bet in `bets`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// Everybody with money in the round.
    pub purses: Vec<Purse>,
    /// The seat that banks.
    pub bank: Seat,
    /// Whose money the stake is, as a place in `purses`.
    pub banker: u8,
    /// The bank's money in action, the partners' among it.
    pub stake: Money,
    /// Who else has put money into the stake; nobody where the banker banks alone.
    #[serde(default)]
    pub partners: Vec<Share>,
    /// The bets, by rising spot, and on each spot in the order they were made.
    pub bets: Vec<Bet>,
}

impl Setup {
    /// Whose money the stake is.
    pub(super) fn pool(&self) -> Pool<'_> {
        Pool { banker: self.banker, partners: &self.partners }
    }

    /// Who pays a fee; the bank's is divided by what each put up when it was first taken.
    pub(super) fn payer(&self, who: Party) -> Payer<'_> {
        Payer::of(who, (self.pool(), self.stake), |who| self.bets[who.index()].purse)
    }

    /// What it has as every table with a bank does.
    fn table(&self, rules: &DoubleHandRules) -> Table<'_> {
        let seats = rules.book.seats.value;
        Table { seats, purses: &self.purses, bank: self.bank, pool: self.pool(), stake: self.stake }
    }
}

impl DoubleHand {
    /// Opens a round: the stake and the wagers are put down, and the fees are taken.
    ///
    /// # Errors
    /// Every fault of the setup.
    pub fn open(
        game: Arc<Game>,
        setup: &Arc<Setup>,
        events: &mut impl Record<Event>,
    ) -> Result<DoubleHand, Vec<SetupFault>> {
        let fees = fees(&game, &setup.bets);
        let faults = faults(&game, setup, &fees);
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut round = DoubleHand::unopened(game, Arc::clone(setup));
        round.emit(Event::Staked { amount: setup.stake }, events);
        for (place, bet) in setup.bets.iter().enumerate() {
            let (who, spot) = (Party(place as u8), bet.spot);
            round.emit(Event::Wagered { who, spot, amount: bet.amount, clause: Clause::NONE }, events);
        }
        for Fee { who, amount, clause } in fees {
            round.emit(Event::Collected { who, amount, clause }, events);
        }
        Ok(round)
    }
}

fn faults(game: &Game, setup: &Setup, fees: &[Fee]) -> Vec<SetupFault> {
    let mut faults = Vec::new();
    check_table(game, setup, &mut faults);
    for place in 0..setup.bets.len() {
        check_bet(game, setup, place, &mut faults);
    }
    let costs = setup.bets.iter().map(|bet| Cost { purse: bet.purse, wagers: bet.amount });
    let clause = game.rules.wagers.full_least_after_fee.clause;
    setup.table(&game.rules).check_purses(costs, fees, clause, &mut faults);
    faults
}

fn check_table(game: &Game, setup: &Setup, list: &mut Vec<SetupFault>) {
    let rules = &game.rules;
    let table = setup.table(rules);
    let least = Rule { value: Money::cents(1), clause: rules.settlement.coverage.clause };
    table.check_bank(rules.book.seats.clause, least, rules.bank.shared, list);
    if setup.bets.is_empty() && rules.wagers.needed_to_deal.value {
        table.faults(list).add(Wrong::NobodyWagered, rules.wagers.needed_to_deal.clause);
    }
    table.check_order(setup.bets.iter().map(|bet| bet.spot), list);
}

fn check_bet(game: &Game, setup: &Setup, place: usize, list: &mut Vec<SetupFault>) {
    let rules = &game.rules;
    let bet = &setup.bets[place];
    let seats = rules.book.seats.clause;
    let table = setup.table(rules);
    let may_wager = rules.wagers.bank_may_wager;
    let closed = rules.offers.bank_spot_closed.map_or(rules.offers.eligible.clause, |rule| rule.clause);
    let Some(mut faults) = table.check_bet((bet.spot, bet.purse), seats, may_wager, closed, list) else {
        return;
    };
    let before = setup.bets[..place].iter().filter(|other| other.spot == bet.spot).count();
    if let Some(most) = rules.table.backers.limit()
        && before > usize::from(most)
    {
        faults.add(Wrong::TooManyBackers { most }, rules.table.backers.clause);
    }
    if !bet.amount.is_positive() {
        faults.add(Wrong::NoWager, rules.wagers.needed_to_deal.clause);
    }
    let kum_kum = &rules.wagers.kum_kum;
    if bet.joint.is_some() && !kum_kum.allowed.value {
        faults.add(Wrong::NoJointWagers, kum_kum.allowed.clause);
    }
    let partners = on_spot(setup, bet.spot).filter(|other| bet.joint.is_some() && other.joint == bet.joint);
    if partners.count() > PARTNERS_MAX {
        faults.add(Wrong::TooManyJoined, kum_kum.allowed.clause);
    }
    let together: Money = match rules.wagers.limit_binds.value {
        LimitBinds::EachSpot => on_spot(setup, bet.spot).map(|other| other.amount).sum(),
        LimitBinds::EachWager if bet.joint.is_some() && kum_kum.most_binds_sum.value => {
            on_spot(setup, bet.spot).filter(|other| other.joint == bet.joint).map(|other| other.amount).sum()
        }
        LimitBinds::EachWager => bet.amount,
    };
    faults.check_ordinance(together, rules.wagers.ordinance_most);
    let Some(limit) = game.limit() else { return };
    let short = if bet.joint.is_some() && !kum_kum.least_each.value { together } else { bet.amount };
    let least = if bet.joint.is_some() { kum_kum.least_each.clause } else { rules.wagers.below_least.clause };
    faults.check_least(short, limit.min, "wager", least);
    if rules.wagers.above_most.value == AboveMost::Refused {
        faults.check_most(together, limit.max, "wager", rules.wagers.above_most.clause);
    }
}

fn on_spot(setup: &Setup, spot: Seat) -> impl Iterator<Item = &Bet> {
    setup.bets.iter().filter(move |bet| bet.spot == spot)
}
