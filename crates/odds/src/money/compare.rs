//! What each schedule would make of the same wagers and the same stake.

use books::Money;
use books::rates::Schedule;

use super::fees::{Paid, cents, share, wagered};
use super::moments::Known;
use super::number::Number;
use super::people::{Found, closed};
use super::sample::{Sample, Stakes};
use super::setup::Fault;
use super::table::{Family, PLENTY, Table};
use super::view::{Compared, Outcome};

/// What all players win together, by how much of each wager has action.
type Won = Vec<(Vec<Money>, Number)>;

pub(super) fn compare(
    family: &dyn Family,
    found: &Found<'_>,
    go_on: &mut impl FnMut(u64) -> bool,
) -> Result<Vec<Compared>, Fault> {
    let mut won: Won = vec![(found.table.action.clone(), found.together())];
    let mut list = Vec::new();
    for schedule in &found.setup.schedules {
        let result = one(family, found, schedule, &mut won, go_on)?;
        list.push(Compared {
            schedule: schedule.handle.to_string(),
            is_offered: schedule.offered.value,
            result,
        });
    }
    Ok(list)
}

fn one(
    family: &dyn Family,
    found: &Found<'_>,
    schedule: &Schedule,
    won: &mut Won,
    go_on: &mut impl FnMut(u64) -> bool,
) -> Result<Outcome, Fault> {
    let setup = found.setup;
    let table = match family.table(setup, Some(schedule)) {
        Ok(table) => table,
        Err(Fault::Table(faults)) => {
            return Ok(Outcome::Refused { refused: Fault::Table(faults).to_string() });
        }
        Err(fault) => return Err(fault),
    };
    let paid = Paid::of(&table, setup.seed)?;
    let players = match won.iter().find(|(action, _)| *action == table.action) {
        Some((_, players)) => *players,
        None => {
            let players = play(found, &table, go_on)?;
            won.push((table.action.clone(), players));
            players
        }
    };
    let fees = cents(paid.total());
    let given = found.given();
    let gets = players.plus(given.value - cents(paid.of_seats()));
    let house = given.times(-1.0).plus(fees);
    Ok(Outcome::Comes {
        bank_fee: paid.bank,
        seat_fees: paid.of_seats(),
        share: share(paid.total(), wagered(setup)),
        banker: players.times(-1.0).plus(-cents(paid.bank)),
        seats: if given.is_exact() {
            gets
        } else {
            Number::simulated(gets.value, gets.spread() + given.spread())
        },
        house_per_hour: house.times(setup.hands_per_hour),
    })
}

/// A limit may leave less of a wager in action: that is another table.
fn play(found: &Found<'_>, table: &Table, go_on: &mut impl FnMut(u64) -> bool) -> Result<Number, Fault> {
    let setup = found.setup;
    let reaches = setup.stake.is_none_or(|stake| stake >= table.most);
    if let Some(exact) = closed(table).filter(|_| reaches) {
        return Ok(exact);
    }
    let stakes = Stakes { own: setup.stake.unwrap_or(PLENTY), others: Vec::new() };
    let sample = Sample::of(table, setup, &stakes, |_| go_on(setup.rounds))?;
    let known = closed(table).map(|mean| Known { mean: mean.value, variance: table.variance });
    let most = cents(setup.stake.map_or(table.most, |stake| stake.min(table.most)));
    Ok(sample.players.average(known, found.one()).within(-most, most))
}
