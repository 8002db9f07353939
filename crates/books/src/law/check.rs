//! The checks of the law on books, schedules and houses.

use super::LawCheck;
use crate::Clause;
use crate::bank::RotationRules;
use crate::book::Book;
use crate::face::Banked;
use crate::house::{House, Topic};
use crate::rates::{LAWFUL_RATES_MOST, RateTable, RatesFile, Schedule, count_rates};
use crate::read::Severity;

/// A rule of the law that a book, its schedules or its house do not keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// How much it matters while the rule is in force.
    pub severity: Severity,
    /// What was found, as a sentence without a full stop.
    pub what: String,
    /// The key of the file it is about.
    pub key: &'static str,
    /// The clause it rests on.
    pub clause: Clause,
}

impl Breach {
    pub(crate) fn error(key: &'static str, clause: Clause, what: impl Into<String>) -> Vec<Breach> {
        vec![Breach { severity: Severity::Error, what: what.into(), key, clause }]
    }
}

/// What a book does against a rule; nothing if the check is not about books.
#[must_use]
pub fn check_book(check: LawCheck, book: &Book) -> Vec<Breach> {
    let banked = book.rules.face().banked();
    match check {
        LawCheck::ApprovalNumber if book.header().approval.is_empty() => vec![Breach {
            severity: Severity::Warning,
            what: "the filing shows no approval number".to_owned(),
            key: "book.approval",
            clause: Clause::NONE,
        }],
        LawCheck::FixedBeforeHand => {
            let rule = book.rules.face().fixed_before_hand().filter(|rule| !rule.value);
            rule.map_or_else(Vec::new, |rule| {
                let what = "the fee may change during a hand";
                Breach::error("collection.fixed_before_hand", rule.clause, what)
            })
        }
        LawCheck::BankRotates => banked.map_or_else(Vec::new, |banked| rotates(banked.rotation)),
        LawCheck::StakeLimited => banked.map_or_else(Vec::new, stake_limited),
        LawCheck::HouseNeverBanks => {
            let rule = banked.and_then(|banked| banked.house_may_bank).filter(|rule| rule.value);
            rule.map_or_else(Vec::new, |rule| {
                Breach::error("offers.house_may_bank", rule.clause, "the house may bank")
            })
        }
        _ => book.rules.face().breaches(check),
    }
}

fn rotates(rotation: &RotationRules) -> Vec<Breach> {
    let mut breaches = Vec::new();
    if *rotation.rounds > 2 {
        let what = format!("one person may bank {} rounds running", *rotation.rounds);
        breaches.extend(Breach::error("rotation.rounds", rotation.rounds.clause, what));
    }
    if !*rotation.broken_without_another {
        let clause = rotation.broken_without_another.clause;
        let what = "play goes on with the same banker when nobody else takes the bank";
        breaches.extend(Breach::error("rotation.broken_without_another", clause, what));
    }
    breaches
}

fn stake_limited(banked: Banked<'_>) -> Vec<Breach> {
    let returned = banked.uncovered_returned;
    if *returned {
        return Vec::new();
    }
    let what = "wagers beyond the bank's stake do not go back to their owners";
    Breach::error("settlement.uncovered_returned", returned.clause, what)
}

/// What the schedules of a book do against a rule; nothing if the check is not about schedules.
///
/// That no fee is a percentage needs no look: a file with one is not read at all.
#[must_use]
pub fn check_schedules(check: LawCheck, book: &Book, rates: Option<&RatesFile>) -> Vec<Breach> {
    let game = &book.id.game;
    match (check, rates) {
        (LawCheck::ScheduleFiled, None) => vec![Breach {
            severity: Severity::Warning,
            what: "the book has no collection schedule, so none can be posted".to_owned(),
            key: "book.rates",
            clause: Clause::NONE,
        }],
        (LawCheck::ScheduleFiled, Some(rates)) if !rates.schedules(game).any(|one| one.offered.value) => {
            Breach::error("book.rates", Clause::NONE, "no schedule of the book may be used at a table")
        }
        (LawCheck::AtMostFiveRates, Some(rates)) => {
            let tables = rates.tables.iter().filter(|table| table.serves(game));
            tables.flat_map(over_five).collect()
        }
        _ => Vec::new(),
    }
}

/// What one schedule of a book does against a rule; nothing if the check is not about schedules.
#[must_use]
pub fn check_schedule(check: LawCheck, book: &Book, rates: &RatesFile, handle: &str) -> Vec<Breach> {
    if check != LawCheck::AtMostFiveRates {
        return Vec::new();
    }
    let tables = rates.tables.iter().filter(|table| table.serves(&book.id.game));
    tables.flat_map(|table| over_five_of(table, |schedule| schedule.handle.as_str() == handle)).collect()
}

fn over_five(table: &RateTable) -> Vec<Breach> {
    over_five_of(table, |schedule| schedule.offered.value)
}

fn over_five_of(table: &RateTable, is_asked: impl Fn(&Schedule) -> bool) -> Vec<Breach> {
    let mut breaches = Vec::new();
    for schedule in table.schedules.iter().filter(|schedule| is_asked(schedule)) {
        let group: Vec<_> = table.schedules.iter().filter(|other| other.has_bets_of(schedule)).collect();
        let is_for_pot = schedule.structure.is_some();
        let rates = if is_for_pot { count_rates(&group) } else { count_rates(&[schedule]) };
        if rates > LAWFUL_RATES_MOST {
            let what = format!(
                "schedule {} has {rates} rates at one table limit, where {LAWFUL_RATES_MOST} are allowed",
                schedule.handle
            );
            breaches.extend(Breach::error("book.rates", Clause::NONE, what));
        }
    }
    breaches
}

/// What a house does against a rule; nothing if the check is not about houses.
#[must_use]
pub fn check_house(check: LawCheck, house: &House) -> Vec<Breach> {
    if check != LawCheck::HouseRules {
        return Vec::new();
    }
    let topics: Vec<&str> = house.silent_on().map(Topic::word).collect();
    if topics.is_empty() {
        return Vec::new();
    }
    vec![Breach {
        severity: Severity::Note,
        what: format!("the filing has no house rules on {}", topics.join(", ")),
        key: "rules",
        clause: Clause::NONE,
    }]
}
