//! What stands on the table before a double-hand round, checked against the book.

use std::sync::Arc;

use books::double_hand::{AboveMost, DoubleHandRules, LimitBinds};
use books::rates::{Limit, Schedule};
use books::{Clause, Money};
use serde::{Deserialize, Serialize};

use super::Event;
use super::fees::fees;
use super::house_way::HouseWay;
use super::round::DoubleHand;
use super::set::wheel;
use crate::bank::{Cost, Fee, PARTNERS_MAX, Pool, Purse, SetupFault, Share, SystemFault, check_purses};
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
    let costs: Vec<Cost> = costs.collect();
    let clause = game.rules.wagers.full_least_after_fee.clause;
    check_purses(&setup.purses, &costs, (setup.pool(), setup.stake), fees, clause, &mut faults);
    faults
}

fn check_table(game: &Game, setup: &Setup, faults: &mut Vec<SetupFault>) {
    let rules = &game.rules;
    let mut fault = |about: &str, what: &str, clause| {
        faults.push(SetupFault { about: about.to_owned(), what: what.to_owned(), clause });
    };
    if setup.bank.number() > rules.book.seats.value || usize::from(setup.banker) >= setup.purses.len() {
        fault("bank", "there is no such seat or person to bank", rules.book.seats.clause);
    }
    if !setup.stake.is_positive() {
        fault("bank", "the banker has put up no money", rules.settlement.coverage.clause);
    }
    if setup.bets.is_empty() && rules.wagers.needed_to_deal.value {
        fault("table", "nobody has wagered", rules.wagers.needed_to_deal.clause);
    }
    if setup.bets.len() > Party::BETS_MAX {
        fault("table", &SystemFault::TooManyWagers.to_string(), Clause::NONE);
    }
    if setup.bets.windows(2).any(|two| two[0].spot > two[1].spot) {
        fault("table", &SystemFault::NotInOrder.to_string(), Clause::NONE);
    }
    setup.pool().check(setup.stake, &setup.purses, rules.bank.shared, faults);
}

fn check_bet(game: &Game, setup: &Setup, place: usize, faults: &mut Vec<SetupFault>) {
    let rules = &game.rules;
    let bet = &setup.bets[place];
    let about = setup.purses.get(usize::from(bet.purse)).map(|purse| purse.name.clone());
    let is_nobody = about.is_none();
    let about = about.unwrap_or_else(|| format!("spot {}", bet.spot));
    let mut fault = |what: String, clause| faults.push(SetupFault { about: about.clone(), what, clause });
    if is_nobody {
        fault(SystemFault::OfNobody.to_string(), Clause::NONE);
    }
    if bet.spot.number() > rules.book.seats.value {
        fault(format!("there is no spot {} at this table", bet.spot), rules.book.seats.clause);
    }
    let banks = setup.pool().purses().any(|purse| purse == bet.purse);
    if bet.spot == setup.bank || (banks && !rules.wagers.bank_may_wager.value) {
        fault("whoever banks may not wager against the bank".to_owned(), rules.wagers.bank_may_wager.clause);
    }
    let before = setup.bets[..place].iter().filter(|other| other.spot == bet.spot).count();
    if let Some(most) = rules.table.backers.limit()
        && before > usize::from(most)
    {
        fault(format!("a spot takes at most {most} backers"), rules.table.backers.clause);
    }
    if !bet.amount.is_positive() {
        fault("the wager is missing".to_owned(), rules.wagers.needed_to_deal.clause);
    }
    let kum_kum = &rules.wagers.kum_kum;
    if bet.joint.is_some() && !kum_kum.allowed.value {
        fault("joint wagers are not taken here".to_owned(), kum_kum.allowed.clause);
    }
    let partners = on_spot(setup, bet.spot).filter(|other| bet.joint.is_some() && other.joint == bet.joint);
    if partners.count() > PARTNERS_MAX {
        fault(format!("a joint wager has at most {PARTNERS_MAX} partners"), kum_kum.allowed.clause);
    }
    let together: Money = match rules.wagers.limit_binds.value {
        LimitBinds::EachSpot => on_spot(setup, bet.spot).map(|other| other.amount).sum(),
        LimitBinds::EachWager if bet.joint.is_some() && kum_kum.most_binds_sum.value => {
            on_spot(setup, bet.spot).filter(|other| other.joint == bet.joint).map(|other| other.amount).sum()
        }
        LimitBinds::EachWager => bet.amount,
    };
    if let Some(most) = rules.wagers.ordinance_most.filter(|most| together > most.value) {
        fault(format!("{together} is above the ordinance's largest wager of {}", most.value), most.clause);
    }
    let Some(limit) = game.limit() else { return };
    let short = if bet.joint.is_some() && !kum_kum.least_each.value { together } else { bet.amount };
    if short < limit.min {
        let clause =
            if bet.joint.is_some() { kum_kum.least_each.clause } else { rules.wagers.below_least.clause };
        fault(format!("{short} is below the table's least wager of {}", limit.min), clause);
    }
    if let Some(max) = limit.max.filter(|max| together > *max)
        && rules.wagers.above_most.value == AboveMost::Refused
    {
        fault(
            format!("{together} is above the table's largest wager of {max}"),
            rules.wagers.above_most.clause,
        );
    }
}

fn on_spot(setup: &Setup, spot: Seat) -> impl Iterator<Item = &Bet> {
    setup.bets.iter().filter(move |bet| bet.spot == spot)
}
