//! Finds what is odd in schedules, and judges whether it was filed so or is a mistake.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

use super::file::{RateTable, RatesFile};
use super::find::{find_in_schedule, find_in_table_limit};
use super::row::Remark;
use super::schedule::{BankFee, Fees, PlayerFee, Schedule};
use super::view::rows;
use super::words::{Handle, Oddity};
use crate::Money;
use crate::read::Severity;
use crate::{Clause, ClauseIndex};

/// The most collection rates that the law allows at one table limit (Penal Code 337j(f)).
pub const LAWFUL_RATES_MOST: usize = 5;

/// Something that is odd or wrong in a file of schedules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// An error refuses the file; a warning was filed so; a note changes nothing.
    pub severity: Severity,
    /// What kind of thing it is.
    pub oddity: Oddity,
    /// The schedule, or none if it is about the whole table.
    pub schedule: Option<Handle>,
    /// The key of the file, such as "schedule.4.limit".
    pub key: String,
    /// The clause or ruling it touches.
    pub clause: Clause,
    /// What was found, as a sentence without a full stop; empty if only a reader can see it.
    pub what: String,
    /// What the file itself says about it.
    pub remark: Option<String>,
}

impl Finding {
    /// What was found and what the file says about it.
    #[must_use]
    pub fn sentence(&self) -> String {
        match (&self.remark, self.what.is_empty()) {
            (Some(remark), true) => remark.clone(),
            (Some(remark), false) => format!("{}: {remark}", self.what),
            (None, _) => self.what.clone(),
        }
    }

    /// The same finding in a file where its table has that key.
    fn below(mut self, base: &str) -> Finding {
        self.key = format!("{base}.{}", self.key);
        self
    }

    /// One line for a report: severity, schedule, kind, sentence and clause.
    #[must_use]
    pub fn line(&self, clauses: &ClauseIndex) -> String {
        let mut line = format!("{} ", self.severity);
        if let Some(handle) = &self.schedule {
            let _ = write!(line, "schedule {handle}, ");
        }
        let _ = write!(line, "{}: {}", self.oddity, self.sentence());
        if self.clause.is_some() {
            let _ = write!(line, " ({})", clauses.name(self.clause));
        }
        line
    }
}

/// What one check saw, before it is judged.
pub(super) struct Seen {
    pub(super) oddity: Oddity,
    pub(super) key: String,
    pub(super) what: String,
    pub(super) clause: Clause,
}

impl Seen {
    pub(super) fn new(oddity: Oddity, key: impl Into<String>, what: String) -> Seen {
        Seen { oddity, key: key.into(), what, clause: Clause::NONE }
    }
}

/// Everything that is odd in a file, table by table.
#[must_use]
pub fn check_rates(file: &RatesFile) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (place, table) in file.tables.iter().enumerate() {
        let base = format!("table.{}", place + 1);
        findings.extend(check_schedules(table).into_iter().map(|finding| finding.below(&base)));
        findings.extend(find_shared_handles(file, place).map(|finding| finding.below(&base)));
    }
    findings
}

/// Everything that is odd in one table, in its order.
#[must_use]
pub fn check_schedules(table: &RateTable) -> Vec<Finding> {
    let mut seen: Vec<Vec<Seen>> = table.schedules.iter().map(find_in_schedule).collect();
    for places in table_limits(table) {
        let group: Vec<&Schedule> = places.iter().map(|place| &table.schedules[*place]).collect();
        seen[places[0]].extend(find_in_table_limit(&group, table.players_most.map(|most| most.value)));
        if let Some(over) = over_rates(table, &group) {
            seen[places[0]].push(over);
        }
    }
    find_repeats(table, &mut seen);
    let mut findings = judge_table(table);
    for (place, (schedule, seen)) in table.schedules.iter().zip(seen).enumerate() {
        judge_schedule(table, schedule, place, seen, &mut findings);
    }
    findings
}

/// The schedules of a table whose handle an earlier table gives to the same game.
fn find_shared_handles(file: &RatesFile, place: usize) -> impl Iterator<Item = Finding> {
    let (table, earlier) = (&file.tables[place], &file.tables[..place]);
    table.schedules.iter().enumerate().filter_map(move |(row, schedule)| {
        let handle = &schedule.handle;
        let other = earlier.iter().find(|other| {
            other.games.iter().any(|game| table.serves(game))
                && other.schedules.iter().any(|schedule| schedule.handle == *handle)
        })?;
        Some(Finding {
            severity: Severity::Error,
            oddity: Oddity::RepeatedNumber,
            schedule: Some(handle.clone()),
            key: format!("schedule.{}", row + 1),
            clause: Clause::NONE,
            what: format!("the name also stands in \"{}\", which serves the same game", other.title),
            remark: None,
        })
    })
}

/// How many rates a table limit has: each amount above nothing that the bank pays, that a wager pays, that
/// a bonus wager pays and that the pot pays, equal amounts of one side once; modified fees count each. A
/// jackpot fee is not a rate of the house.
///
/// Poker rows for different numbers of players at one limit belong together, so several schedules are given.
#[must_use]
pub fn count_rates(group: &[&Schedule]) -> usize {
    let mut sides: [BTreeSet<Money>; 6] = Default::default();
    for schedule in group {
        match &schedule.fees {
            Fees::Bank { bank, player, bonus, .. } => {
                match bank {
                    BankFee::Flat(fee) => sides[0].extend([fee.value]),
                    BankFee::Tiers { tiers, .. } => sides[0].extend(tiers.iter().map(|tier| tier.fee.0)),
                }
                match player {
                    PlayerFee::Flat(fee) => sides[1].extend([fee.value]),
                    PlayerFee::BySize(tiers) => sides[1].extend(tiers.iter().map(|tier| tier.fee.0)),
                }
                sides[2].extend(bonus.map(|fee| fee.value));
            }
            Fees::Pot { bands, modified_a, modified_b, .. } => {
                sides[3].extend(bands.iter().map(|band| band.fee.0));
                sides[4].extend(modified_a.map(|fee| fee.value));
                sides[5].extend(modified_b.map(|fee| fee.value));
            }
            Fees::BlindDrop(fee) | Fees::HalfHour { fee, .. } => sides[3].extend([fee.value]),
        }
    }
    sides.iter().flatten().filter(|amount| amount.is_positive()).count()
}

/// The places of the schedules of each table limit: poker rows with the same bets and blinds belong
/// together, every other schedule stands alone, because a table runs one option at a time.
fn table_limits(table: &RateTable) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (place, schedule) in table.schedules.iter().enumerate() {
        let is_band = matches!(schedule.fees, Fees::Pot { .. });
        let same = groups.iter_mut().find(|group| table.schedules[group[0]].has_bets_of(schedule));
        match same {
            Some(group) if is_band => group.push(place),
            _ => groups.push(vec![place]),
        }
    }
    groups
}

fn over_rates(table: &RateTable, group: &[&Schedule]) -> Option<Seen> {
    let rates = count_rates(group);
    if rates > LAWFUL_RATES_MOST {
        let what = format!("{rates} rates at one table limit, where the law allows {LAWFUL_RATES_MOST}");
        return Some(Seen::new(Oddity::OverFive, "", what));
    }
    let cap = table.caps.iter().find(|cap| rates > usize::from(cap.most.value));
    if let Some(cap) = cap {
        let games = cap.games.join(" and ");
        let what = format!("{rates} rates, where the rules of {games} allow {}", cap.most.value);
        return Some(Seen { clause: cap.most.clause, ..Seen::new(Oddity::OverCap, "", what) });
    }
    let has_jackpot = group.iter().any(|schedule| schedule.jackpot().is_positive());
    (has_jackpot && rates == LAWFUL_RATES_MOST).then(|| {
        let what = "with the jackpot fee this table limit has a sixth charge".to_owned();
        Seen { clause: group[0].jackpot().clause, ..Seen::new(Oddity::JackpotIsSixth, "jackpot", what) }
    })
}

fn find_repeats(table: &RateTable, seen: &mut [Vec<Seen>]) {
    let mut numbers: HashMap<u16, usize> = HashMap::new();
    let mut figures: HashMap<String, usize> = HashMap::new();
    for (place, schedule) in table.schedules.iter().enumerate() {
        if let Some(number) = schedule.option
            && let Some(first) = numbers.insert(number, place)
        {
            let other = &table.schedules[first].handle;
            let what = format!("number {number} also stands at schedule {other}");
            seen[place].push(Seen::new(Oddity::RepeatedNumber, "option", what));
        }
        let mut rows = rows(schedule);
        for row in rows.iter_mut().filter_map(|row| row.as_object_mut()) {
            row.remove("schedule");
        }
        if let Some(first) = figures.insert(format!("{rows:?}"), place) {
            let other = &table.schedules[first].handle;
            let what = format!("limit, players and fees are those of schedule {other}");
            seen[place].push(Seen::new(Oddity::RepeatedRow, "", what));
        }
    }
}

fn judge_table(table: &RateTable) -> Vec<Finding> {
    let lawless = |most: u8| usize::from(most) > LAWFUL_RATES_MOST;
    let caps = table.caps.iter().enumerate().filter(|(_, cap)| lawless(cap.most.value));
    let caps = caps.map(|(place, cap)| Finding {
        severity: Severity::Error,
        oddity: Oddity::OverFive,
        schedule: None,
        key: format!("cap.{}.most", place + 1),
        clause: cap.most.clause,
        what: format!(
            "a book cannot allow {} rates, where the law allows {LAWFUL_RATES_MOST}",
            cap.most.value
        ),
        remark: None,
    });
    let remarks = table.remarks.iter().enumerate();
    let remarks = remarks.map(|(place, remark)| remark_alone(remark, None, format!("remark.{}", place + 1)));
    caps.chain(remarks).collect()
}

fn judge_schedule(
    table: &RateTable,
    schedule: &Schedule,
    place: usize,
    seen: Vec<Seen>,
    findings: &mut Vec<Finding>,
) {
    let base = format!("schedule.{}", place + 1);
    let handle = Some(schedule.handle.clone());
    let found: Vec<Oddity> = seen.iter().map(|seen| seen.oddity).collect();
    for seen in seen {
        let remark = schedule.remarks.iter().find(|remark| remark.on.value == seen.oddity);
        let key = if seen.key.is_empty() { base.clone() } else { format!("{base}.{}", seen.key) };
        findings.push(Finding {
            severity: severity(
                seen.oddity,
                table.filed.is_some() && remark.is_some(),
                schedule.offered.value,
            ),
            oddity: seen.oddity,
            schedule: handle.clone(),
            key,
            clause: remark.map_or(Clause::NONE, |remark| remark.on.clause).or(seen.clause),
            what: seen.what,
            remark: remark.map(|remark| remark.says.clone()),
        });
    }
    for (number, remark) in schedule.remarks.iter().enumerate() {
        if !found.contains(&remark.on.value) {
            findings.push(remark_alone(remark, handle.clone(), format!("{base}.remark.{}", number + 1)));
        }
    }
}

/// What a remark means to which no check answers.
fn remark_alone(remark: &Remark, schedule: Option<Handle>, key: String) -> Finding {
    let oddity = remark.on.value;
    let (severity, oddity, what) = if oddity.is_found_by_checks() {
        let what = format!("the remark on \"{oddity}\" is out of date, for there is no such thing here");
        (Severity::Error, Oddity::StaleRemark, what)
    } else {
        (Severity::Note, oddity, String::new())
    };
    Finding {
        severity,
        oddity,
        schedule,
        key,
        clause: remark.on.clause,
        what,
        remark: Some(remark.says.clone()),
    }
}

fn severity(oddity: Oddity, is_filed_so: bool, is_offered: bool) -> Severity {
    match oddity {
        Oddity::JackpotIsSixth => Severity::Note,
        Oddity::Unordered | Oddity::Backwards | Oddity::StaleRemark => Severity::Error,
        Oddity::OverFive if is_offered => Severity::Error,
        _ if is_filed_so => Severity::Warning,
        _ => Severity::Error,
    }
}
