//! Checks what stands on the table against the book, and opens the round or names every fault.

use std::sync::Arc;

use books::blackjack::SurrenderWhen;
use books::{Clause, Money, Odds, Rule};

use super::event::{Event, WagerKind};
use super::setup::Setup;
use super::state::{Blackjack, Game, SEATS_MAX};
use crate::bank::{About, Cost, Faults, Fee, SetupFault, Wrong};
use crate::record::Record;
use crate::seat::{Party, Seat};

/// A setup that was checked against its game: rounds can be opened from it again and again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    opened: Blackjack,
    events: Vec<Event>,
}

impl Opening {
    /// Checks a setup against its game.
    ///
    /// # Errors
    /// Every fault of the setup.
    pub fn check(game: Arc<Game>, setup: &Arc<Setup>) -> Result<Opening, Vec<SetupFault>> {
        let fees = fees(&game, setup);
        let faults = faults(&game, setup, &fees);
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut opened = Blackjack::new(game, Arc::clone(setup), fees);
        let mut events = Vec::new();
        opened.put_down(&mut events);
        Ok(Opening { opened, events })
    }

    /// Opens a round: the stake and the wagers are put down, and fees due before the deal are taken.
    pub fn open(&self, events: &mut impl Record<Event>) -> Blackjack {
        self.tell(events);
        self.opened.clone()
    }

    /// Opens a round where another one was, which is quicker than making a new one.
    pub fn open_again(&self, round: &mut Blackjack, events: &mut impl Record<Event>) {
        self.tell(events);
        round.become_like(&self.opened);
    }

    fn tell(&self, events: &mut impl Record<Event>) {
        self.events.iter().for_each(|event| events.record(*event));
    }
}

impl Blackjack {
    /// Checks a setup and opens one round from it.
    ///
    /// # Errors
    /// Every fault of the setup.
    pub fn open(
        game: Arc<Game>,
        setup: &Arc<Setup>,
        events: &mut impl Record<Event>,
    ) -> Result<Blackjack, Vec<SetupFault>> {
        let opening = Opening::check(game, setup)?;
        opening.tell(events);
        Ok(opening.opened)
    }

    /// Puts down the stake and the wagers, and goes on until a card or a word is needed.
    fn put_down(&mut self, events: &mut impl Record<Event>) {
        let setup = Arc::clone(&self.setup);
        self.emit_any(Event::Staked { amount: setup.stake }, events);
        let side = if self.rules().bonus_bet.is_some() { WagerKind::Bonus } else { WagerKind::Buster };
        for (place, bet) in setup.bets.iter().enumerate() {
            let (who, spot, wager) = (Party(place as u8), bet.spot, WagerKind::Base);
            self.emit_any(Event::Wagered { who, spot, hand: 0, wager, amount: bet.base }, events);
            if bet.side.is_positive() {
                self.emit_any(Event::Wagered { who, spot, hand: 0, wager: side, amount: bet.side }, events);
            }
        }
        self.advance(events);
    }

    /// The round as it stood before its first event, for a replay.
    #[must_use]
    pub fn unopened(game: Arc<Game>, setup: Arc<Setup>) -> Blackjack {
        let fees = fees(&game, &setup);
        Blackjack::new(game, setup, fees)
    }
}

/// The fees of a round: the banker's by table action, then each wager's, then each side wager's.
fn fees(game: &Game, setup: &Setup) -> Vec<Fee> {
    let Some(schedule) = &game.schedule else { return Vec::new() };
    let mut fees = Vec::with_capacity(setup.bets.len() + 1);
    let base: Money = setup.bets.iter().map(|bet| bet.base).sum();
    let side: Money = setup.bets.iter().map(|bet| bet.side).sum();
    let bank = schedule.bank_fee(schedule.table_action(&[base], &[side]));
    fees.push(Fee { who: Party::BANK, amount: bank.value, clause: bank.clause });
    for (place, bet) in setup.bets.iter().enumerate() {
        let who = Party(place as u8);
        let fee = schedule.player_fee(bet.base);
        fees.push(Fee { who, amount: fee.value, clause: fee.clause });
        if bet.side.is_positive() {
            let fee = schedule.bonus_fee();
            fees.push(Fee { who, amount: fee.value, clause: fee.clause });
        }
    }
    fees.retain(|fee| fee.amount.is_positive());
    fees
}

fn faults(game: &Game, setup: &Setup, fees: &[Fee]) -> Vec<SetupFault> {
    let mut faults = Vec::new();
    check_table(game, setup, &mut faults);
    check_bets(game, setup, &mut faults);
    let costs = setup.bets.iter().map(|bet| Cost { purse: bet.purse, wagers: bet.base + bet.side });
    setup.table().check_purses(costs, fees, Clause::NONE, &mut faults);
    faults
}

fn check_table(game: &Game, setup: &Setup, list: &mut Vec<SetupFault>) {
    let rules = &game.rules;
    let table = setup.table();
    table.check_size(rules.book.seats, SEATS_MAX, list);
    let decks = &rules.deck.decks;
    if !(decks.least..=decks.most).contains(&setup.decks) {
        let what = Wrong::Decks { decks: setup.decks, least: decks.least, most: decks.most };
        list.push(SetupFault { about: About::Shoe, what, clause: decks.clause });
    }
    let least = Rule { value: Money::cents(1), clause: rules.settlement.coverage.clause };
    table.check_bank(rules.book.seats.clause, least, rules.bank.shared, list);
    if setup.bets.is_empty() {
        table.faults(list).add_system(Wrong::NobodyWagered);
    }
    table.check_order(setup.bets.iter().map(|bet| bet.spot), list);
}

fn check_bets(game: &Game, setup: &Setup, list: &mut Vec<SetupFault>) {
    let rules = &game.rules;
    let others = rules.table.unoccupied_spots;
    let bank_may_wager = Rule { value: false, clause: others.clause };
    let mut last_spot: Option<Seat> = None;
    for bet in &setup.bets {
        let is_backer = last_spot == Some(bet.spot);
        last_spot = Some(bet.spot);
        let (table, seats) = (setup.table(), rules.book.seats.clause);
        let own = (bet.spot, bet.purse);
        let Some(mut faults) = table.check_bet(own, seats, bank_may_wager, others.clause, list) else {
            continue;
        };
        if is_backer && !rules.table.backline.value {
            faults.add(Wrong::NoBackline, rules.table.backline.clause);
        }
        let is_own_spot = || setup.purses[usize::from(bet.purse)].name == bet.spot.to_string();
        if !others.value && !is_backer && !is_own_spot() {
            faults.add(Wrong::NoOtherSpots, others.clause);
        }
        if !bet.base.is_positive() {
            let clause = if bet.side.is_positive() { side_needs_base(game) } else { Clause::NONE };
            faults.add(Wrong::NoBase, clause);
            continue;
        }
        let unit = rules.table.wager_unit;
        if bet.base.in_cents() % unit.value.in_cents() != 0 {
            faults.add(Wrong::NotAMultiple { amount: bet.base, unit: unit.value }, unit.clause);
        }
        faults.check_ordinance(bet.base.max(bet.side), rules.table.ordinance_most);
        if let Some((chip, clause)) = whole_chips(game)
            && !is_paid_in(game, chip, bet.base, bet.side)
        {
            faults.add(Wrong::NotInWholeChips { amount: bet.base, chip }, clause);
        }
        if let Some(limit) = game.schedule.as_ref().and_then(|schedule| schedule.limit.as_ref()) {
            faults.check_least(bet.base, limit.min, "wager", limit.clause);
            faults.check_most(bet.base, limit.max, "wager", limit.clause);
        }
        if bet.side.is_positive() {
            check_side(game, bet.base, bet.side, &mut faults);
        }
        if bet.side < Money::ZERO {
            faults.add_system(Wrong::BelowNothing);
        }
    }
}

/// The smallest chip, where wagers that cannot be paid in whole ones are refused.
fn whole_chips(game: &Game) -> Option<(Money, Clause)> {
    let table = &game.rules.table;
    let rule = table.paid_in_whole_chips.filter(|rule| rule.value)?;
    table.smallest_chip.map(|chip| (chip.value, rule.clause))
}

/// Whether the wins of a wager, and its half where one can be lost or insured for, are whole chips.
fn is_paid_in(game: &Game, chip: Money, base: Money, side: Money) -> bool {
    let rules = &game.rules;
    let is_whole = |odds: Odds, wager: Money| {
        wager.in_cents() * i64::from(odds.pays) % (i64::from(odds.on) * chip.in_cents()) == 0
    };
    let is_halved = rules.surrender.when.value != SurrenderWhen::Never || rules.insurance.offered.value;
    is_whole(rules.results.wins_pay.value, base)
        && is_whole(rules.natural.pays.value, base)
        && (!is_halved || is_whole(Odds::new(1, 2), base))
        && is_whole(Odds::EVEN, side)
}

/// What base wagers are multiples of: the book's unit, or as many of it as can be paid in whole chips.
pub(super) fn wager_step(game: &Game) -> Money {
    let unit = game.rules.table.wager_unit.value;
    let Some((chip, _)) = whole_chips(game) else { return unit };
    // Each condition asks for multiples of something: what passes is every multiple of the smallest that does.
    let mut units = (1..=10_000).map(|times| unit.times(times));
    units.find(|base| is_paid_in(game, chip, *base, Money::ZERO)).unwrap_or(unit)
}

/// The clause by which only a spot with a base wager takes a side wager.
fn side_needs_base(game: &Game) -> Clause {
    let bonus = game.rules.bonus_bet.as_ref().map(|bonus| bonus.needs_base.clause);
    let buster = game.rules.buster.as_ref().map(|buster| buster.needs_base.clause);
    bonus.or(buster).unwrap_or(Clause::NONE)
}

fn check_side(game: &Game, base: Money, side: Money, faults: &mut Faults<'_>) {
    let rules = &game.rules;
    if let Some(bonus) = &rules.bonus_bet {
        if !bonus.offered.value {
            faults.add(Wrong::NotOffered { name: "the Bonus Bet" }, bonus.offered.clause);
        } else if bonus.equals_base.value && side != base {
            faults.add(Wrong::BonusNotEqual { base }, bonus.equals_base.clause);
        }
    } else if let Some(buster) = &rules.buster {
        if !buster.offered.value {
            faults.add(Wrong::NotOffered { name: "the Buster wager" }, buster.offered.clause);
        }
        if side < buster.least.value {
            let what = Wrong::BelowSide { amount: side, name: "Buster", least: buster.least.value };
            faults.add(what, buster.least.clause);
        }
        if let Some(most) = buster.most.as_ref().filter(|most| side > most.value) {
            let what = Wrong::AboveSide { amount: side, name: "Buster", most: most.value };
            faults.add(what, most.clause);
        }
        if buster.not_over_base.value && side > base {
            faults.add(Wrong::BusterAboveBase { base }, buster.not_over_base.clause);
        }
    } else {
        faults.add_system(Wrong::NoSideWager);
    }
}
