//! A bot's chips: with how many it begins, when it fills up, and when it has won so many that another takes its seat.

use books::Money;
use games::Seat;

use super::NAMES;
use super::between::whole;
use crate::PersonId;
use crate::command::Command;
use crate::may::{Allowance, May};
use crate::table::{Phase, Seated, Table};
use crate::time::Time;
use crate::view::{SeatInfo, TableView};

/// How many least buy-ins a bot begins with, and with how many chips at least.
const BUY_INS: i64 = 20;
const CHIPS_LEAST: Money = Money::dollars(1_000);

/// The chips with which bots sit down at a table.
#[must_use]
pub fn start(table: &Table) -> Money {
    let wanted = table.buy_in.value.times(BUY_INS).max(CHIPS_LEAST);
    table.spec().buy_in_most.map_or(wanted, |most| wanted.min(Money::cents(most)))
}

/// The seats that so many bots take: spread out, and one stays free for a newcomer unless they play alone.
pub fn seats(table: &Table, count: u8) -> impl Iterator<Item = Seat> + use<> {
    let all = table.seats();
    let most = if table.spec().plays_alone { all } else { all.saturating_sub(1) };
    let count = count.min(most);
    (0..count).map(move |place| Seat::new(1 + (u16::from(place) * u16::from(all) / u16::from(count)) as u8))
}

/// A name for one more bot at a table: from the given place of the list on, the first that nobody there bears.
#[must_use]
pub fn free_name(table: &Table, from: usize) -> &'static str {
    let is_free = |name: &&str| table.people().iter().all(|seated| seated.name != **name);
    let mut around = (0..NAMES.len()).map(|place| NAMES[(from + place) % NAMES.len()]);
    around.find(is_free).unwrap_or(NAMES[from % NAMES.len()])
}

/// Whether a bot may sit down with as many chips as any other: it is not at the table, a seat is free, and no rule asks
/// it to bring back what it left with.
#[must_use]
pub fn may_sit(table: &Table, person: PersonId, now: Time) -> bool {
    let allowances = table.allowances(person);
    let mut sits = allowances.iter().filter(|may| may.what == May::Sit && may.holds_at(now));
    !table.knows(person) && sits.next().is_some_and(|may| may.until.is_none())
}

/// Whether a bot has something to do: what the table asks of it, or what it does about its own place and chips, which
/// the table never asks while a round is on that it is not in.
#[must_use]
pub fn is_due(table: &Table, person: PersonId, start: Money) -> bool {
    if table.asks(person) {
        return true;
    }
    let Some(seated) = table.people().iter().find(|seated| seated.person == person) else { return false };
    let is_playing = table.is_in_round(person);
    if is_playing || seated.is_leaving || seated.seat.is_none() {
        return false;
    }
    let owes = seated.owes.is_some() && !seated.posts;
    let is_back = seated.out_since.is_some() && seated.stack.is_positive();
    // Most of the time a stack is as it should be; only then is more looked at.
    let is_off = is_low(seated.stack, start) || is_high(seated.stack, start);
    owes || is_back || (is_off && change(&Own::at(table, seated), &table.allowances(person), start).is_some())
}

fn is_low(stack: Money, start: Money) -> bool {
    stack.times(4) < start.times(3)
}

fn is_high(stack: Money, start: Money) -> bool {
    stack > start.times(2)
}

/// How somebody's chips lie.
struct Own {
    stack: Money,
    phase: Phase,
    /// Whether none of them is in a round, on a spot or in the bank.
    is_free: bool,
}

impl Own {
    fn at(table: &Table, seated: &Seated) -> Own {
        let is_put = table.state.puts.iter().any(|put| put.person == seated.person);
        let banks = table.state.bank.is_some_and(|bank| bank.person == seated.person);
        let is_free = !is_put && !banks && !table.is_in_round(seated.person);
        Own { stack: seated.stack, phase: table.phase(), is_free }
    }

    fn seen(view: &TableView, me: &SeatInfo) -> Own {
        let is_put = view.wagers.iter().any(|put| put.person == me.person);
        let is_on = view.phase == Phase::Playing || view.is_settling;
        let plays = is_on && view.round_people.iter().any(|one| one.person == me.person);
        let is_free = !is_put && !plays && view.banker != Some(me.person);
        Own { stack: me.stack, phase: view.phase, is_free }
    }
}

/// What a bot does about its chips, by what it began with.
pub(super) fn command(view: &TableView, me: &SeatInfo, start: Option<Money>) -> Option<Command> {
    me.seat?;
    change(&Own::seen(view, me), &view.may, start?)
}

fn change(own: &Own, may: &[Allowance], start: Money) -> Option<Command> {
    let may = |what: May| may.iter().find(|may| may.what == what);
    if !own.is_free {
        return None;
    }
    if is_low(own.stack, start) {
        return may(May::AddChips)
            .and_then(|add| missing(own, add, start))
            .map(|amount| Command::AddChips { amount });
    }
    let rests = matches!(own.phase, Phase::Resting | Phase::Idle);
    (is_high(own.stack, start) && rests && may(May::Leave).is_some()).then_some(Command::Leave)
}

/// What a stack lacks, in whole chips and within what the table takes.
fn missing(own: &Own, add: &Allowance, start: Money) -> Option<Money> {
    let step = add.step.max(Money::cents(1));
    let lacks = whole(start - own.stack + step - Money::cents(1), step).max(add.least);
    let amount = if add.most.is_positive() { lacks.min(whole(add.most, step)) } else { lacks };
    (amount.is_positive() && amount >= add.least).then_some(amount)
}
