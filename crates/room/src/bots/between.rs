//! What a bot does between rounds: bring chips, take the bank, put down a wager, post a blind.

use books::{Money, Rules};
use cards::Draws;
use games::Seat;

use super::{Habits, Style};
use crate::command::{Command, Wager};
use crate::may::{Allowance, May};
use crate::sides::SideWager;
use crate::view::{SeatInfo, TableView};

/// A bot that may bank passes one time in so many, as people do.
const PASSES_ONE_IN: u32 = 8;
/// A tight bot adds a side wager one time in so many, and a loose one.
const SIDE_ONE_IN: [u32; 2] = [9, 4];
/// A bot that has wagered on its own spot backs another one time in so many.
const BACKS_ONE_IN: u32 = 6;
/// How many least wagers a bot brings to a banked table, and with how few it brings more.
const BRINGS_WAGERS: i64 = 100;
const NEEDS_WAGERS: i64 = 20;
/// What a banker puts up for each opponent, in least wagers: most wagers are one to three of them, and may double.
const STAKE_WAGERS: i64 = 10;
/// How many least wagers a tight bot puts down, and a loose one.
const SIZES: [[i64; 6]; 2] = [[1, 1, 1, 2, 2, 3], [1, 2, 2, 3, 4, 6]];

/// What the bot does besides choosing in a round.
pub(super) fn command(
    view: &TableView,
    me: &SeatInfo,
    rules: &Rules,
    habits: &Habits,
    draws: &mut Draws,
) -> Option<Command> {
    let may = |what: May| view.may.iter().find(|may| may.what == what);
    let Some(seat) = me.seat else {
        // Who stands behind the seats only keeps nobody waiting.
        let pass = may(May::PassBank).map(|_| Command::PassBank);
        return pass.or(may(May::Ready).map(|_| Command::Ready));
    };
    let add = may(May::AddChips).filter(|_| habits.start.is_none());
    if let Some(amount) = add.and_then(|add| chips_to_bring(view, me, rules, add)) {
        return Some(Command::AddChips { amount });
    }
    if may(May::SitIn).is_some() {
        return me.stack.is_positive().then_some(Command::SitIn);
    }
    if may(May::Post).is_some() {
        return Some(Command::Post);
    }
    let is_asked = may(May::PassBank).is_some();
    match may(May::TakeBank) {
        Some(_) if is_asked && draws.below(PASSES_ONE_IN) == 0 => return Some(Command::PassBank),
        Some(take) => return Some(Command::TakeBank { stake: stake(view, me, take) }),
        None if is_asked => return Some(Command::PassBank),
        None => {}
    }
    if may(May::TakeShare).is_some() {
        let share = view.shares.iter().find(|share| !share.is_taken)?;
        return Some(Command::TakeShare { person: share.person });
    }
    let ready = may(May::Ready).map(|_| Command::Ready);
    let Some(put) = may(May::PutWager) else { return ready };
    let has_put = view.wagers.iter().any(|put| put.person == me.person);
    if !has_put
        && put.spot == Some(seat)
        && !me.is_ready
        && let Some(wager) = wager(view, rules, me.stack, put, habits.style, draws)
    {
        return Some(Command::PutWager { spot: seat, wager });
    }
    if let Some(spot) = spot_to_back(view, me, rules, put, draws) {
        return Some(Command::PutWager {
            spot,
            wager: Wager { base: least_base(put, rules), ..Wager::default() },
        });
    }
    ready
}

/// Another's spot to put a least wager on besides the own one, now and then; once a round at most.
fn spot_to_back(
    view: &TableView,
    me: &SeatInfo,
    rules: &Rules,
    put: &Allowance,
    draws: &mut Draws,
) -> Option<Seat> {
    let most = rules.face().backers_most()?;
    let mut own = view.wagers.iter().filter(|put| put.person == me.person);
    let (Some(first), None) = (own.next(), own.next()) else { return None };
    let bears = (first.wager.total() + least_base(put, rules)).times(3) <= me.stack;
    if me.is_ready || !bears || draws.below(BACKS_ONE_IN) > 0 {
        return None;
    }
    let on = |spot: Seat| view.wagers.iter().filter(move |put| put.spot == spot);
    let others = view.people.iter().filter(|other| other.person != me.person);
    let spots = others.filter_map(|other| other.seat.map(|seat| (other.person, seat)));
    let open: Vec<Seat> = spots
        .filter(|(person, seat)| on(*seat).any(|put| put.person == *person) && on(*seat).count() <= most)
        .map(|(_, seat)| seat)
        .collect();
    (!open.is_empty()).then(|| open[draws.below(open.len() as u32) as usize])
}

fn least_wager(view: &TableView) -> Money {
    view.limits.map_or(Money::dollars(1), |(least, _)| Money::cents(least))
}

/// The chips a bot brings once it has too few to play on.
fn chips_to_bring(view: &TableView, me: &SeatInfo, rules: &Rules, add: &Allowance) -> Option<Money> {
    let has_bank = rules.face().banked().is_some();
    let (needs, brings) = if has_bank {
        let least = least_wager(view);
        (least.times(NEEDS_WAGERS), least.times(BRINGS_WAGERS).max(view.buy_in_least))
    } else {
        // Less than a full buy-in is a short one, which a book without a bank may refuse.
        let least = if rules.face().puts_up_tops() { view.buy_in_least } else { view.buy_in_least.half() };
        (least, view.buy_in_least)
    };
    if me.stack >= needs {
        return None;
    }
    let amount = if add.most.is_positive() { brings.min(add.most) } else { brings };
    let is_short = !has_bank && amount < view.buy_in_least;
    (!is_short).then_some(amount)
}

/// Enough to cover what the others are likely to wager, without putting up everything.
fn stake(view: &TableView, me: &SeatInfo, take: &Allowance) -> Money {
    let plays = |other: &&SeatInfo| other.person != me.person && other.seat.is_some() && !other.is_out;
    let others = view.people.iter().filter(plays).count().max(1) as i64;
    let least = least_wager(view);
    let sensible = whole(Money::cents(take.most.in_cents() / 4 * 3), least);
    least.times(STAKE_WAGERS * others).min(sensible).clamp(take.least, take.most)
}

/// An amount rounded down to a multiple of a unit.
pub(super) fn whole(amount: Money, unit: Money) -> Money {
    Money::cents(amount.in_cents() / unit.in_cents() * unit.in_cents())
}

/// The least wager that the table takes, rounded up to a step.
fn least_base(put: &Allowance, rules: &Rules) -> Money {
    let unit = rules.face().wager_unit();
    whole(put.least + unit - Money::cents(1), unit)
}

/// A wager on the own spot; nothing when the chips would not bear it with its fee and a double.
fn wager(
    view: &TableView,
    rules: &Rules,
    stack: Money,
    put: &Allowance,
    style: Style,
    draws: &mut Draws,
) -> Option<Wager> {
    let (unit, least) = (rules.face().wager_unit(), least_base(put, rules));
    let looseness = usize::from(style.is_loose);
    let sizes = SIZES[looseness];
    let size = sizes[draws.below(sizes.len() as u32) as usize];
    let comfortable = Money::cents(stack.in_cents() / 10);
    let base = whole(least.times(size).min(put.most).min(comfortable), unit).max(least);
    if base > put.most || base.times(3) > stack {
        return None;
    }
    let mut wager = Wager { base, ..Wager::default() };
    for side in &view.sides {
        if draws.below(SIDE_ONE_IN[looseness]) == 0 {
            let amount = side_amount(side, base, unit);
            *wager.part_mut(side.part) = amount;
        }
    }
    Some(wager)
}

/// About half of the base wager beside it, or as much as the book asks; nothing where that would be more.
fn side_amount(side: &SideWager, base: Money, unit: Money) -> Money {
    let half = whole(base.half(), unit).max(side.least);
    let most = if side.most.is_positive() { side.most } else { base };
    let amount = if side.equals_base { base } else { half.min(most) };
    if amount <= base { amount } else { Money::ZERO }
}
