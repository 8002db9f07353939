//! Tables and fees from a house's collection schedules.

use books::poker::{CollectionKind, PokerRules, Stakes, StakesFault, Structure};
use books::rates::{Fees as Filed, PayerWord, Schedule};
use books::{Book, Clause, ClauseIndex, Money, Rule};

use super::setup::Fees;

impl Fees {
    /// What one hand with so many players dealt in pays under a schedule.
    #[must_use]
    pub fn of(schedule: &Schedule, players: u8, is_jackpot_on: bool, is_half_hour_due: bool) -> Fees {
        let nothing = Rule { value: Money::ZERO, clause: Clause::NONE };
        match &schedule.fees {
            Filed::Pot { .. } => Fees {
                hand: schedule.pot_fee(players).unwrap_or(nothing),
                modified_a: schedule.modified_a(),
                modified_b: schedule.modified_b(),
                time: nothing,
                jackpot: if is_jackpot_on { schedule.jackpot() } else { nothing },
            },
            Filed::HalfHour { from: PayerWord::Pot, fee } if is_half_hour_due => {
                Fees { time: *fee, ..Fees::NONE }
            }
            _ => Fees::NONE,
        }
    }

    /// The same fees with their clauses as a book numbers them; schedules number theirs in the index of the house.
    #[must_use]
    pub fn cited_by(self, book: &Book, house: &ClauseIndex) -> Fees {
        let own = format!("{}/", book.header().clauses);
        let cite = |fee: Rule<Money>| {
            let name = house.name(fee.clause);
            let clause = book.clauses.find(name.strip_prefix(&own).unwrap_or(name)).unwrap_or(Clause::NONE);
            Rule { value: fee.value, clause }
        };
        Fees {
            hand: cite(self.hand),
            modified_a: cite(self.modified_a),
            modified_b: cite(self.modified_b),
            time: cite(self.time),
            jackpot: cite(self.jackpot),
        }
    }
}

/// The ways of betting that a collection schedule is for, the usual one first.
#[must_use]
pub fn served(schedule: &Schedule) -> &'static [Structure] {
    schedule.serves()
}

/// What a table plays for. `structure` is asked for where the schedule serves more than one, or where there is no
/// schedule; `limit` and `blinds` where the schedule leaves them to the table.
///
/// # Errors
/// When the book does not let a table open for that.
pub fn stakes_of(
    rules: &PokerRules,
    schedule: Option<&Schedule>,
    structure: Option<Structure>,
    limit: Option<(Money, Money)>,
    blinds: Option<(Money, Money)>,
) -> Result<Stakes, StakesFault> {
    let Some(schedule) = schedule else {
        return rules.stakes(structure.unwrap_or(Structure::Limit), limit, blinds);
    };
    let served = served(schedule);
    let structure = structure.unwrap_or(served[0]);
    if schedule.structure.is_some() && !served.contains(&structure) {
        return Err(StakesFault::OtherSchedule(structure, schedule.clause()));
    }
    if !schedule.offered.value {
        return Err(StakesFault::StructureNotOffered(structure, schedule.offered.clause));
    }
    if let Some(rule) = rules.structure(structure).map(|one| one.collection) {
        let is_filed = match &schedule.fees {
            Filed::Pot { .. } => {
                matches!(rule.value, CollectionKind::PotByPlayers | CollectionKind::PotByTimeOrPlayers)
            }
            Filed::HalfHour { from: PayerWord::Pot, .. } => rule.value == CollectionKind::PotByTimeOrPlayers,
            Filed::HalfHour { .. } => rule.value == CollectionKind::SeatByTime,
            Filed::BlindDrop(_) => rule.value == CollectionKind::Blind,
            Filed::Bank { .. } => false,
        };
        if !is_filed {
            return Err(StakesFault::FeeNotFiled(rule.clause));
        }
    }
    let listed = schedule.limit.as_ref().map_or(Clause::NONE, |limit| limit.clause).or(schedule.clause());
    let row = schedule.limit.as_ref().and_then(|limit| limit.max.map(|max| (limit.min, max)));
    let limit = match (limit, row, &schedule.limit_to) {
        (Some((low, high)), Some(least), Some(most)) => {
            let is_within = low >= least.0 && Some(high) <= most.max && high == low.times(2);
            if !is_within {
                return Err(StakesFault::LimitNotListed(listed));
            }
            Some((low, high))
        }
        (Some(asked), Some(row), None) if asked != row => {
            return Err(StakesFault::LimitNotListed(listed));
        }
        (asked, row, _) => asked.or(row),
    };
    let printed = schedule.blinds_in_play();
    let of_row = printed.map(|printed| (printed.small, printed.big));
    if let Some(printed) = printed
        && blinds.is_some()
        && blinds != of_row
    {
        return Err(StakesFault::BlindsNotListed(printed.clause.or(schedule.clause())));
    }
    rules.stakes(structure, limit, of_row.or(blinds))
}
