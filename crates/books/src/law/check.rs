//! The checks of the law on books, schedules and houses.

use super::LawCheck;
use crate::Clause;
use crate::bank::RotationRules;
use crate::blackjack::{BlackjackRules, Outcome};
use crate::book::{Book, Rules};
use crate::house::{House, Topic};
use crate::rates::{LAWFUL_RATES_MOST, RateTable, RatesFile, count_rates};
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
    fn error(key: &'static str, clause: Clause, what: impl Into<String>) -> Vec<Breach> {
        vec![Breach { severity: Severity::Error, what: what.into(), key, clause }]
    }
}

/// What a book does against a rule; nothing if the check is not about books.
#[must_use]
pub fn check_book(check: LawCheck, book: &Book) -> Vec<Breach> {
    match check {
        LawCheck::ApprovalNumber if book.header().approval.is_empty() => vec![Breach {
            severity: Severity::Warning,
            what: "the filing shows no approval number".to_owned(),
            key: "book.approval",
            clause: Clause::NONE,
        }],
        LawCheck::FixedBeforeHand => match &book.rules {
            Rules::Poker(rules) if !rules.collection.fixed_before_hand.value => Breach::error(
                "collection.fixed_before_hand",
                rules.collection.fixed_before_hand.clause,
                "the fee may change during a hand",
            ),
            _ => Vec::new(),
        },
        LawCheck::BankRotates => rotation(&book.rules).map_or_else(Vec::new, rotates),
        LawCheck::StakeLimited => stake_limited(&book.rules),
        LawCheck::HouseNeverBanks => match &book.rules {
            Rules::ThreeCard(rules) if rules.offers.house_may_bank.value => Breach::error(
                "offers.house_may_bank",
                rules.offers.house_may_bank.clause,
                "the house may bank",
            ),
            _ => Vec::new(),
        },
        LawCheck::NoBust | LawCheck::No21Target | LawCheck::TiesToPlayer | LawCheck::PlainName => {
            match &book.rules {
                Rules::Blackjack(rules) => blackjack(check, rules),
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

fn rotation(rules: &Rules) -> Option<&RotationRules> {
    match rules {
        Rules::Blackjack(rules) => Some(&rules.rotation),
        Rules::DoubleHand(rules) => Some(&rules.rotation),
        Rules::ThreeCard(rules) => Some(&rules.rotation),
        Rules::Poker(_) | Rules::Pan(_) => None,
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

fn stake_limited(rules: &Rules) -> Vec<Breach> {
    let returned = match rules {
        Rules::Blackjack(rules) => rules.settlement.uncovered_returned,
        Rules::DoubleHand(rules) => rules.settlement.uncovered_returned,
        Rules::ThreeCard(rules) => rules.settlement.uncovered_returned,
        Rules::Poker(_) | Rules::Pan(_) => return Vec::new(),
    };
    if *returned {
        return Vec::new();
    }
    let what = "wagers beyond the bank's stake do not go back to their owners";
    Breach::error("settlement.uncovered_returned", returned.clause, what)
}

fn blackjack(check: LawCheck, rules: &BlackjackRules) -> Vec<Breach> {
    match check {
        LawCheck::NoBust if *rules.results.player_over == Outcome::Bank => Breach::error(
            "results.player_over",
            rules.results.player_over.clause,
            "a player who is over loses to a bank that is not",
        ),
        LawCheck::No21Target if *rules.values.highest == 21 => Breach::error(
            "values.highest",
            rules.values.highest.clause,
            "hands count to 21, and more is over",
        ),
        LawCheck::TiesToPlayer => {
            let results = &rules.results;
            let ties = [
                ("both have a Natural", results.both_natural),
                ("totals are equal", results.equal),
                ("both are over with equal totals", results.both_over_equal),
            ];
            let lost: Vec<&str> = ties
                .iter()
                .filter(|(_, outcome)| outcome.value != Outcome::Player)
                .map(|(what, _)| *what)
                .collect();
            if lost.is_empty() {
                return Vec::new();
            }
            let what = format!("the player does not win when {}", lost.join(", nor when "));
            Breach::error("results.equal", results.equal.clause, what)
        }
        LawCheck::PlainName => {
            let name = rules.book.name.to_lowercase();
            let has = |word: &str| name.contains(word);
            if has("21") || has("blackjack") {
                let what = format!("the game is called \"{}\"", rules.book.name);
                Breach::error("book.name", Clause::NONE, what)
            } else {
                Vec::new()
            }
        }
        _ => Vec::new(),
    }
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

fn over_five(table: &RateTable) -> Vec<Breach> {
    let mut breaches = Vec::new();
    for schedule in table.schedules.iter().filter(|schedule| schedule.offered.value) {
        let group: Vec<_> = table.schedules.iter().filter(|other| other.has_bets_of(schedule)).collect();
        let is_poker = schedule.structure.is_some();
        let rates = if is_poker { count_rates(&group) } else { count_rates(&[schedule]) };
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
