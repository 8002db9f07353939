//! How the bank went round, what the floor ruled and corrected, what was against the law and who played for a provider.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{Log, Raw, added, column, rows, sum};

pub(super) fn rotation(log: &Log, report: &Value) {
    // By table: how often the bank was offered and taken, and for how much.
    let mut parts: BTreeMap<u32, (i64, i64, i64)> = BTreeMap::new();
    for (table, _, event) in log.events() {
        let part = parts.entry(table).or_default();
        match event["event"].as_str() {
            Some("bank-offered") => part.0 += 1,
            Some("bank-taken") => {
                part.1 += 1;
                part.2 += event["stake"].as_i64().unwrap();
            }
            _ => {}
        }
    }
    parts.retain(|_, part| *part != (0, 0, 0));
    let mut told: BTreeMap<u32, (i64, i64, i64)> = BTreeMap::new();
    let (tables, turns, stakes) =
        (column(report, "Table"), column(report, "In a row"), column(report, "Stake"));
    for place in 0..tables.len() {
        let part = told.entry(tables[place].as_u64().unwrap() as u32).or_default();
        part.0 += 1;
        part.1 += i64::from(turns[place].is_number());
        part.2 += stakes[place].as_i64().unwrap_or_default();
    }
    assert_eq!(told, parts);
    assert!(parts.values().any(|part| part.1 > 0), "the bank was taken");
}

pub(super) fn rulings(log: &Log, report: &Value) {
    let mut wanted: BTreeMap<&str, i64> = BTreeMap::new();
    let mut moved = 0;
    for (_, _, event) in log.events() {
        match event["event"].as_str() {
            Some("ruled") => *wanted.entry("ruling").or_default() += 1,
            Some("taken-back") => *wanted.entry("taken back").or_default() += 1,
            Some("corrected") => {
                *wanted.entry("correction").or_default() += 1;
                moved += event["correction"]["amount"].as_i64().unwrap_or_else(|| panic!("{event}"));
            }
            _ => {}
        }
    }
    let reported = log
        .tables
        .values()
        .flatten()
        .filter(|one| one.field("command").is_some_and(|command| command["do"] == "report"));
    wanted.insert("report", reported.count() as i64);
    wanted.retain(|_, count| *count > 0);
    let mut told: BTreeMap<&str, i64> = BTreeMap::new();
    for what in column(report, "What") {
        *told.entry(what.as_str().unwrap()).or_default() += 1;
    }
    assert_eq!(told, wanted);
    assert_eq!((sum(report, "Moved by corrections"), added(report, "Chips")), (moved, moved));
    assert!(told.contains_key("correction") && told.contains_key("report"), "{told:?}");
}

/// The rounds of each table that began without a notice or a shift, less those that were voided whole: this day has one shift
/// and posts a notice at some tables alone.
pub(super) fn law(log: &Log, report: &Value) {
    let posted: Vec<(i64, i64)> = log
        .house
        .iter()
        .filter(|one| one.body["law"] == "notice-posted")
        .map(|one| (one.number("table"), one.at_ms))
        .collect();
    let mut wanted: BTreeMap<(u32, &str), (i64, i64)> = BTreeMap::new();
    for (table, entries) in &log.tables {
        let hangs = |place: i64, at_ms: i64| posted.iter().any(|(of, since)| *of == place && *since <= at_ms);
        for one in entries {
            let began = one.events().filter(|event| event["event"] == "round-began").count() as i64;
            let voids = one.field("command").is_some_and(|command| {
                command["do"] == "report"
                    && command["report"]["void"].is_object()
                    && command["report"]["void"]["spot"].is_null()
            });
            let at = i64::from(*table);
            let checks = [
                ("rates-posted", log.specs[table]["schedule"].is_string() && !hangs(at, one.at_ms)),
                ("help-line", !hangs(at, one.at_ms) && !hangs(0, one.at_ms)),
                ("drop-accounted", log.shift_at(one.at_ms) == 0),
            ];
            for (rule, is_against) in checks.into_iter().filter(|(_, is_against)| *is_against) {
                let part = wanted.entry((*table, rule)).or_default();
                *part = (part.0 + began, part.1 + i64::from(voids && is_against));
            }
        }
    }
    wanted.retain(|_, part| part.0 > 0);
    let mut told: BTreeMap<(u32, &str), (i64, i64)> = BTreeMap::new();
    let (tables, rules, rounds, back) = (
        column(report, "Table"),
        column(report, "Rule"),
        column(report, "Rounds"),
        column(report, "Taken back"),
    );
    let known = BTreeSet::from(["rates-posted", "help-line", "drop-accounted"]);
    for place in 0..tables.len() {
        let rule = rules[place].as_str().unwrap();
        if known.contains(rule) {
            let part = told.entry((tables[place].as_u64().unwrap() as u32, rule)).or_default();
            part.0 += rounds[place].as_i64().unwrap();
            part.1 += back[place].as_i64().unwrap_or_default();
        }
    }
    told.retain(|_, part| part.0 > 0);
    assert_eq!(told, wanted);
    assert!(told.keys().any(|(_, rule)| *rule == "rates-posted"), "some tables posted nothing: {told:?}");
    bank_rules(log, report);
}

/// Who banked more than two rounds running, and rounds before which the bank was offered to nobody.
fn bank_rules(log: &Log, report: &Value) {
    let rules = column(report, "Rule");
    let tables = column(report, "Table");
    let mut running: BTreeSet<u32> = BTreeSet::new();
    for (table, entries) in &log.tables {
        let mut bankers: Vec<Option<i64>> = Vec::new();
        let mut banker = None;
        for event in entries.iter().flat_map(Raw::events) {
            match event["event"].as_str() {
                Some("bank-taken") => banker = event["person"].as_i64(),
                Some("round-began") => bankers.push(banker.take()),
                _ => {}
            }
        }
        let is_long = |three: &[Option<i64>]| three[0].is_some() && three.iter().all(|one| *one == three[0]);
        if bankers.windows(3).any(is_long) {
            running.insert(*table);
        }
    }
    let told: BTreeSet<u32> = (0..rules.len())
        .filter(|place| *rules[*place] == "bank-rotates")
        .map(|place| tables[place].as_u64().unwrap() as u32)
        .collect();
    assert_eq!(told, running, "who banks more than two rounds running");
}

pub(super) fn playing_books(log: &Log, report: &Value) {
    let badges: BTreeMap<i64, &Raw> = log
        .house
        .iter()
        .filter(|one| one.is("company_entry", "badge-given"))
        .map(|one| (one.number("person"), one))
        .collect();
    assert!(!badges.is_empty(), "somebody wears a badge");
    let (mut brought, mut taken, mut sessions, mut banked) = (0, 0, 0, 0);
    for person in badges.keys() {
        let purse = format!("patron:{person}");
        for entries in log.tables.values() {
            let mut holds = None;
            for one in entries {
                for (from, to, cents) in &one.moved {
                    brought += if *from == purse { *cents } else { 0 };
                    taken += if *to == purse { *cents } else { 0 };
                }
                for event in one.events() {
                    match event["event"].as_str() {
                        Some("sat") if event["person"] == *person => sessions += 1,
                        Some("bank-taken") => holds = event["person"].as_i64(),
                        Some("round-began") => banked += i64::from(holds.take() == Some(*person)),
                        _ => {}
                    }
                }
            }
        }
    }
    assert_eq!(rows(report).len(), sessions);
    assert_eq!((sum(report, "Brought"), sum(report, "Taken away")), (brought, taken));
    assert_eq!((added(report, "Banked"), sum(report, "Won or lost")), (banked, taken - brought));
    let badge = badges.values().next().unwrap();
    assert_eq!(column(report, "Badge")[0], &badge.body["badge"]);
}
