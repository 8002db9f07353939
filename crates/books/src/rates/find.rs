//! The checks on one schedule, and on the schedules of one table limit.

use super::check::Seen;
use super::schedule::{BankFee, Fees, PlayerFee, Schedule};
use super::words::{Band, Limit, Oddity, Structure, Taken};
use crate::Money;

/// Tiers are printed in whole dollars: one that ends at $50 is followed by one that starts at $51.
const DOLLAR: Money = Money::dollars(1);

/// What is odd in one schedule by itself.
pub(super) fn find_in_schedule(schedule: &Schedule) -> Vec<Seen> {
    let mut seen = Vec::new();
    if let Some(limit) = schedule.limit.as_deref() {
        find_in_limit(schedule, limit, &mut seen);
    }
    match &schedule.fees {
        Fees::Bank { bank, player, bonus, .. } => {
            if let BankFee::Tiers { tiers, .. } = bank {
                let steps: Vec<Step> =
                    tiers.iter().map(|tier| Step { from: tier.from, to: tier.to, fee: tier.fee.0 }).collect();
                find_in_steps(&steps, schedule, None, "tiers", &mut seen);
            }
            if let PlayerFee::BySize(tiers) = player {
                let steps: Vec<Step> =
                    tiers.iter().map(|tier| Step { from: tier.from, to: tier.to, fee: tier.fee.0 }).collect();
                let top = schedule.limit.as_ref().and_then(|limit| limit.max);
                find_in_steps(&steps, schedule, top, "wager_tiers", &mut seen);
            }
            find_high_fees(schedule, player, bonus.map(|fee| fee.value), &mut seen);
        }
        Fees::Pot { bands, .. } => find_in_pot(schedule, bands, &mut seen),
        Fees::BlindDrop(_) | Fees::HalfHour { .. } => {}
    }
    if schedule.structure.is_some() {
        find_in_blinds(schedule, &mut seen);
    }
    seen
}

fn find_in_limit(schedule: &Schedule, limit: &Limit, seen: &mut Vec<Seen>) {
    let Limit { min, max } = *limit;
    if schedule.structure.is_none() && max == Some(min) {
        let what = format!("the limit is {min} alone");
        seen.push(Seen::new(Oddity::OneFigureLimit, "limit", what));
    }
    if let Some(max) = max.filter(|max| *max < min) {
        let what = format!("the upper limit {max} is below the lower one {min}");
        seen.push(Seen::new(Oddity::Backwards, "limit", what));
    }
    if schedule.structure == Some(Structure::Limit) && max != Some(min.times(2)) {
        let what = format!("the upper limit is not {}, twice the lower one", min.times(2));
        seen.push(Seen::new(Oddity::LimitNotDoubled, "limit", what));
    }
}

/// A tier of action or of the size of a wager.
struct Step {
    from: Money,
    to: Option<Money>,
    fee: Money,
}

fn find_in_steps(
    steps: &[Step],
    schedule: &Schedule,
    top: Option<Money>,
    key: &'static str,
    seen: &mut Vec<Seen>,
) {
    let mut see = |place: usize, oddity, what| {
        seen.push(Seen::new(oddity, format!("{key}.{}", place + 1), what));
    };
    if let (Some(first), Some(limit)) = (steps.first(), &schedule.limit)
        && first.from != limit.min
    {
        see(
            0,
            Oddity::FirstTier,
            format!("the first tier starts at {}, the limit at {}", first.from, limit.min),
        );
    }
    for (place, step) in steps.iter().enumerate() {
        if let Some(to) = step.to.filter(|to| *to < step.from) {
            see(place, Oddity::Backwards, format!("a tier runs from {} back to {to}", step.from));
        }
    }
    for (place, pair) in steps.windows(2).enumerate() {
        let [lower, upper] = pair else { continue };
        let mut see = |oddity, what| see(place + 1, oddity, what);
        if upper.from <= lower.from {
            let what = format!("the tier from {} follows the tier from {}", upper.from, lower.from);
            see(Oddity::Unordered, what);
            continue;
        }
        match lower.to {
            None => see(Oddity::Overlap, format!("an open tier stands before the one from {}", upper.from)),
            Some(to) if upper.from == to => see(Oddity::Overlap, format!("{to} stands in two tiers")),
            Some(to) if upper.from < to => {
                see(Oddity::Overlap, format!("{} to {to} stand in two tiers", upper.from));
            }
            Some(to) if upper.from - to > DOLLAR => {
                let what = format!("no tier holds what is above {to} and below {}", upper.from);
                see(Oddity::Gap, what);
            }
            Some(_) => {}
        }
        if upper.fee < lower.fee {
            let what = format!("the fee falls from {} to {} at {}", lower.fee, upper.fee, upper.from);
            see(Oddity::FallingFee, what);
        }
    }
    if let Some(to) = steps.last().and_then(|step| step.to)
        && top.is_none_or(|top| to < top)
    {
        see(steps.len() - 1, Oddity::ClosedTop, format!("no tier holds what is above {to}"));
    }
}

fn find_high_fees(schedule: &Schedule, player: &PlayerFee, bonus: Option<Money>, seen: &mut Vec<Seen>) {
    let Some(least) = schedule.limit.as_ref().map(|limit| limit.min) else { return };
    let (key, wager) = match player {
        PlayerFee::Flat(fee) => ("player_fee", fee.value),
        PlayerFee::BySize(_) => ("wager_tiers", schedule.player_fee(least).value),
    };
    for (key, fee) in [(key, Some(wager)), ("bonus_fee", bonus)] {
        if let Some(fee) = fee.filter(|fee| *fee > least) {
            let what = format!("a fee of {fee} is more than the least wager, {least}");
            seen.push(Seen::new(Oddity::FeeAboveWager, key, what));
        }
    }
}

fn find_in_pot(schedule: &Schedule, bands: &[Band], seen: &mut Vec<Seen>) {
    let Some(blinds) = schedule.blinds.as_ref() else { return };
    // Before a flop a call is the big blind; before a draw nobody stays for less than the full bet.
    let full_bet = schedule.limit.as_ref().and_then(|limit| limit.max);
    let call = full_bet.filter(|_| schedule.taken.value == Taken::AtDraw).unwrap_or(blinds.big);
    let callers = call.times(2);
    let highest = bands.iter().map(|band| band.fee.0).max().unwrap_or(Money::ZERO);
    if highest > callers {
        let what = format!("{highest} is more than the {callers} that two callers put in");
        seen.push(Seen::new(Oddity::FeeAbovePot, "bands", what));
    }
    let modified_a = schedule.modified_a().value;
    if modified_a > blinds.small {
        let what = format!("modified fee (a), {modified_a}, is more than the small blind, {}", blinds.small);
        seen.push(Seen::new(Oddity::FeeAboveBlind, "modified_a", what));
    }
}

fn find_in_blinds(schedule: &Schedule, seen: &mut Vec<Seen>) {
    let Some(blinds) = schedule.blinds.as_ref() else {
        seen.push(Seen::new(Oddity::NoBlinds, "", "no blinds are filed".to_owned()));
        return;
    };
    let (small, big) = (blinds.small, blinds.big);
    if small > big {
        let what = format!("the small blind {small} is above the big blind {big}");
        seen.push(Seen::new(Oddity::Backwards, "blinds", what));
    }
    if small == big {
        seen.push(Seen::new(Oddity::EqualBlinds, "blinds", format!("both blinds are {big}")));
    }
    if let Some(limit) = schedule.limit.as_ref().filter(|limit| limit.min != big) {
        let what = format!("the big blind is {big}, the lower limit {}", limit.min);
        seen.push(Seen::new(Oddity::BigBlind, "blinds", what));
    }
    if let Fees::BlindDrop(fee) = schedule.fees
        && fee.value != big
    {
        let what = format!("the blind is {big}, yet {fee} of it goes into the drop");
        seen.push(Seen::new(Oddity::BigBlind, "blind_drop", what));
    }
}

/// What is odd in the bands of players of one table limit, which may stand in several schedules.
pub(super) fn find_in_table_limit(group: &[&Schedule], players_most: Option<u8>) -> Vec<Seen> {
    let mut bands: Vec<&Band> = group
        .iter()
        .flat_map(|schedule| match &schedule.fees {
            Fees::Pot { bands, .. } => bands.value.as_slice(),
            Fees::Bank { .. } | Fees::BlindDrop(_) | Fees::HalfHour { .. } => &[],
        })
        .collect();
    bands.sort_by_key(|band| (band.min.unwrap_or(0), band.max.unwrap_or(u8::MAX)));
    let mut seen = Vec::new();
    let mut see = |oddity, what| seen.push(Seen::new(oddity, "bands", what));
    if let Some(min) = bands.first().and_then(|band| band.min).filter(|min| *min > 2) {
        see(Oddity::Gap, format!("no band holds fewer than {min} players"));
    }
    for band in &bands {
        if let (Some(min), Some(max)) = (band.min, band.max)
            && max < min
        {
            see(Oddity::Backwards, format!("a band runs from {min} back to {max} players"));
        }
    }
    for pair in bands.windows(2) {
        let [lower, upper] = pair else { continue };
        let ends = lower.max.unwrap_or(u8::MAX);
        let starts = upper.min.unwrap_or(0);
        if starts <= ends {
            see(Oddity::Overlap, format!("{} players stand in two bands", starts.max(2)));
        } else if starts - ends > 1 {
            see(Oddity::Gap, format!("no band holds {} players", ends + 1));
        }
        if upper.fee < lower.fee {
            see(
                Oddity::FallingFee,
                format!("the fee falls from {} to {} with more players", lower.fee, upper.fee),
            );
        }
    }
    let most = players_most.unwrap_or(u8::MAX);
    if let Some(max) = bands.last().and_then(|band| band.max).filter(|max| *max < most) {
        see(Oddity::ClosedTop, format!("no band holds more than {max} players"));
    }
    seen
}
