//! What every report must come to, added up from the raw text of the log by this code alone: nothing of the server's own reading
//! is used, neither its types nor its sums.

#![allow(dead_code, reason = "each test program uses a part of it")]

mod rules;

use std::collections::BTreeMap;

use client::Patron;
use serde_json::{Value, json};
use store::{Reader, Sqlite, Stream};

use crate::house::Folder;

/// Every report by its word.
pub(crate) const KINDS: [&str; 14] = [
    "counts",
    "cage",
    "chips",
    "cash",
    "jackpots",
    "collections-by-table",
    "collections-by-hour",
    "collections-by-schedule",
    "collections-by-shift",
    "hands",
    "rotation",
    "rulings",
    "law",
    "playing-books",
];

/// The words of an hour in milliseconds.
const HOUR_MS: i64 = 3_600_000;

/// Every report as the room gives it.
pub(crate) async fn reports(who: &Patron) -> BTreeMap<&'static str, Value> {
    let mut reports = BTreeMap::new();
    for kind in KINDS {
        let report: Value = who.get(&format!("/api/reports/{kind}")).await.unwrap();
        reports.insert(kind, report);
    }
    reports
}

/// An entry as it is written.
struct Raw {
    at_ms: i64,
    body: Value,
    /// From where, to where, cents, of which event.
    moved: Vec<(String, String, i64)>,
}

impl Raw {
    /// The events of a table's entry.
    fn events(&self) -> impl Iterator<Item = &Value> {
        self.field("events").and_then(Value::as_array).into_iter().flatten()
    }

    /// A field of a table's entry, which stands within its kind.
    fn field(&self, name: &str) -> Option<&Value> {
        let inner = self.body.as_object().and_then(|body| body.values().next());
        inner.and_then(|inner| inner.get(name))
    }

    fn is(&self, field: &str, value: &str) -> bool {
        self.body[field] == value
    }

    fn number(&self, field: &str) -> i64 {
        self.body[field].as_i64().unwrap_or_default()
    }
}

/// All of a log, stream by stream.
pub(crate) struct Log {
    house: Vec<Raw>,
    /// Of tables of the house alone.
    tables: BTreeMap<u32, Vec<Raw>>,
    specs: BTreeMap<u32, Value>,
}

fn raw(store: &Sqlite, stream: Stream) -> Vec<Raw> {
    let entries = store.entries(stream, 1, usize::MAX).unwrap();
    let one = |logged: &store::Logged| Raw {
        at_ms: logged.entry.at_ms,
        body: serde_json::from_str(&logged.entry.body).unwrap(),
        moved: logged
            .entry
            .transfers
            .iter()
            .map(|one| (one.from.clone(), one.to.clone(), one.amount.in_cents()))
            .collect(),
    };
    entries.iter().map(one).collect()
}

impl Log {
    pub(crate) fn read(folder: &Folder) -> Log {
        let store = Sqlite::open_read_only(folder.path()).unwrap();
        let (mut tables, mut specs) = (BTreeMap::new(), BTreeMap::new());
        for stream in store.streams().unwrap().into_iter().filter(|stream| stream.is_table()) {
            let entries = raw(&store, stream);
            let spec = entries[0].field("spec").unwrap_or_else(|| panic!("{}", entries[0].body)).clone();
            assert!(spec["is_practice"] != true, "this day has tables of the house alone");
            specs.insert(stream.0, spec);
            tables.insert(stream.0, entries);
        }
        Log { house: raw(&store, Stream::HOUSE), tables, specs }
    }

    fn said<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Raw> {
        self.house.iter().filter(move |one| one.is("house", kind))
    }

    fn name(&self, person: i64) -> String {
        let known = self.said("person-added").find(|one| one.number("person") == person);
        known.map_or_else(String::new, |one| one.body["name"].as_str().unwrap().to_owned())
    }

    /// The number of the shift that was open at a moment; 0 for none.
    fn shift_at(&self, at_ms: i64) -> i64 {
        let mut open = 0;
        for one in &self.house {
            if one.at_ms > at_ms {
                break;
            }
            open = match one.body["house"].as_str() {
                Some("shift-opened") => one.number("shift"),
                Some("shift-closed") => 0,
                _ => open,
            };
        }
        open
    }

    /// Every event of every table, with its table and moment.
    fn events(&self) -> impl Iterator<Item = (u32, i64, &Value)> {
        let all = self.tables.iter().flat_map(|(table, entries)| entries.iter().map(|one| (*table, one)));
        all.flat_map(|(table, one)| one.events().map(move |event| (table, one.at_ms, event)))
    }
}

fn rows(report: &Value) -> &Vec<Value> {
    report["rows"].as_array().unwrap_or_else(|| panic!("no rows: {report}"))
}

fn sum(report: &Value, name: &str) -> i64 {
    let found = report["sums"].as_array().unwrap().iter().find(|one| one["name"] == name);
    found.unwrap_or_else(|| panic!("no {name}: {report}"))["amount"].as_i64().unwrap()
}

/// The cells of a column, by its title.
fn column<'a>(report: &'a Value, title: &str) -> Vec<&'a Value> {
    let titles = report["columns"].as_array().unwrap();
    let at =
        titles.iter().position(|one| one["title"] == title).unwrap_or_else(|| panic!("{title}: {report}"));
    rows(report).iter().map(|row| &row[at]).collect()
}

fn added(report: &Value, title: &str) -> i64 {
    column(report, title).into_iter().filter_map(Value::as_i64).sum()
}

/// Holds every report against the log.
pub(crate) fn check(log: &Log, reports: &BTreeMap<&str, Value>) {
    counts(log, &reports["counts"]);
    cage(log, &reports["cage"]);
    chips(log, &reports["chips"]);
    cash(log, &reports["cash"]);
    jackpots(log, &reports["jackpots"]);
    collections(log, reports);
    hands(log, &reports["hands"]);
    rules::rotation(log, &reports["rotation"]);
    rules::rulings(log, &reports["rulings"]);
    rules::law(log, &reports["law"]);
    rules::playing_books(log, &reports["playing-books"]);
}

fn counts(log: &Log, report: &Value) {
    let counted: Vec<&Raw> = log.said("box-counted").collect();
    let pulled = log.said("box-pulled").count();
    assert!(pulled > 0 && !counted.is_empty(), "boxes were pulled and counted");
    assert_eq!(rows(report).len(), counted.len(), "every box of the day was counted: {pulled}");
    assert_eq!(added(report, "Counted"), counted.iter().map(|one| one.number("counted")).sum::<i64>());
    for (kind, word) in [("collection", "collection"), ("jackpot", "jackpot")] {
        let settled: Vec<&&Raw> = counted.iter().filter(|one| one.body["settled"]["kind"] == kind).collect();
        let found: i64 = settled.iter().map(|one| one.number("counted")).sum();
        let held: i64 = settled.iter().map(|one| one.body["settled"]["held"].as_i64().unwrap()).sum();
        assert_eq!(sum(report, &format!("Counted, {word}")), found, "{kind}");
        assert_eq!(sum(report, &format!("Ledger, {word}")), held, "{kind}");
        assert_eq!(sum(report, &format!("Difference, {word}")), found - held, "{kind}");
    }
    // The boxes hold what the tables' own logs brought into them.
    let into = |end: &str| -> i64 {
        let all = log.tables.iter().flat_map(|(table, entries)| entries.iter().map(move |one| (table, one)));
        all.map(|(table, one)| flow(one, &format!("table:{table}/{end}"))).sum()
    };
    assert_eq!(sum(report, "Ledger, collection"), into("drop"));
    assert_eq!(sum(report, "Ledger, jackpot"), into("jackpot"));
}

/// What an entry brings to an account, less what it takes.
fn flow(one: &Raw, account: &str) -> i64 {
    let of = |(from, to, cents): &(String, String, i64)| match () {
        () if to == account => *cents,
        () if from == account => -*cents,
        () => 0,
    };
    one.moved.iter().map(of).sum()
}

fn cage(log: &Log, report: &Value) {
    let counts: Vec<&Raw> = log.said("cage-counted").collect();
    assert_eq!(rows(report).len(), counts.len());
    let found = |what: &str| counts.iter().map(|one| one.body["found"][what].as_i64().unwrap()).sum::<i64>();
    assert_eq!((added(report, "Chips"), added(report, "Money")), (found("chips"), found("cash")));
    // What it should hold: the last count, and every chip that moved since.
    let mut last: Option<(i64, i64)> = None;
    let (mut chips, mut cash, mut of_chips, mut of_cash) = (0, 0, 0, 0);
    for one in &log.house {
        let sold = match one.body["house"].as_str() {
            Some("chips-bought") => one.number("amount"),
            Some("chips-redeemed") => -one.number("amount"),
            _ => 0,
        };
        (chips, cash) = (chips + flow(one, "cage"), cash + sold);
        if one.is("house", "cage-counted") {
            let found = &one.body["found"];
            let found = (found["chips"].as_i64().unwrap(), found["cash"].as_i64().unwrap());
            if let Some((chips_then, cash_then)) = last {
                of_chips += found.0 - (chips_then + chips);
                of_cash += found.1 - (cash_then + cash);
            }
            (last, chips, cash) = (Some(found), 0, 0);
        }
    }
    assert_eq!(sum(report, "Difference of chips"), of_chips);
    assert_eq!(sum(report, "Difference of money"), of_cash);
}

fn chips(log: &Log, report: &Value) {
    let mut sums: BTreeMap<&str, i64> = BTreeMap::new();
    let all = log.house.iter().chain(log.tables.values().flatten());
    for (from, to, cents) in all.flat_map(|one| &one.moved) {
        *sums.entry(from).or_default() -= cents;
        *sums.entry(to).or_default() += cents;
    }
    let is_play = |name: &str| name.starts_with("play");
    let out: i64 =
        sums.iter().filter(|(name, _)| **name != "cage" && !is_play(name)).map(|(_, cents)| cents).sum();
    assert_eq!((sum(report, "Out of the cage"), sum(report, "Found")), (-sums["cage"], out));
    assert_eq!(sum(report, "Unexplained"), 0);
    let patrons: i64 =
        sums.iter().filter(|(name, _)| name.starts_with("patron:")).map(|(_, cents)| cents).sum();
    let told = rows(report).iter().find(|row| row[0] == "With patrons").unwrap();
    assert_eq!(told[1], json!(patrons));
}

fn cash(log: &Log, report: &Value) {
    let mut people: BTreeMap<i64, (i64, i64, i64)> = BTreeMap::new();
    for (kind, is_sale) in [("chips-bought", true), ("chips-redeemed", false)] {
        for one in log.said(kind).filter(|one| one.body["by"].is_number()) {
            let own = people.entry(one.number("person")).or_default();
            own.0 += 1;
            let side = if is_sale { &mut own.1 } else { &mut own.2 };
            *side += one.number("amount");
        }
    }
    // A gaming day may begin while this runs, so that somebody may have two rows.
    let mut told: BTreeMap<i64, (i64, i64, i64)> = BTreeMap::new();
    for row in rows(report) {
        let own = told.entry(row[1].as_i64().unwrap()).or_default();
        own.0 += row[3].as_i64().unwrap();
        own.1 += row[4].as_i64().unwrap();
        own.2 += row[5].as_i64().unwrap();
        let most = row[4].as_i64().unwrap().max(row[5].as_i64().unwrap());
        assert_eq!(row[6].is_string(), most >= 1_000_000, "the mark is at $10,000: {row}");
        assert_eq!(row[2], json!(log.name(row[1].as_i64().unwrap())));
    }
    assert_eq!(told, people);
}

fn jackpots(log: &Log, report: &Value) {
    let said: Vec<&Raw> = log.said("jackpot").collect();
    let counted: Vec<&Raw> =
        log.said("box-counted").filter(|one| one.body["settled"]["kind"] == "jackpot").collect();
    assert_eq!(rows(report).len(), said.len() + counted.len());
    assert_eq!(
        sum(report, "Counted into the fund"),
        counted.iter().map(|one| one.number("counted")).sum::<i64>()
    );
    let paid = |fund: &str| -> i64 { said.iter().map(|one| -flow(one, fund).min(0)).sum() };
    assert_eq!(sum(report, "Paid"), paid("jackpot-fund"));
}

fn collections(log: &Log, reports: &BTreeMap<&str, Value>) {
    /// Hands, collected, jackpot money.
    type Part = (i64, i64, i64);
    let mut by: BTreeMap<&str, BTreeMap<String, Part>> = BTreeMap::new();
    for (table, entries) in &log.tables {
        let spec = &log.specs[table];
        let schedule = spec["schedule"].as_str().unwrap_or("no schedule");
        let schedule = format!("{}, {schedule}", spec["book"].as_str().unwrap());
        for one in entries {
            let hands = one.events().filter(|event| event["event"] == "round-ended").count() as i64;
            let drop = flow(one, &format!("table:{table}/drop"));
            let jackpot = flow(one, &format!("table:{table}/jackpot"));
            if (hands, drop, jackpot) == (0, 0, 0) {
                continue;
            }
            let keys = [
                ("collections-by-table", table.to_string()),
                ("collections-by-hour", (one.at_ms / HOUR_MS * HOUR_MS).to_string()),
                ("collections-by-schedule", schedule.clone()),
                ("collections-by-shift", log.shift_at(one.at_ms).to_string()),
            ];
            for (kind, key) in keys {
                let part = by.entry(kind).or_default().entry(key).or_default();
                *part = (part.0 + hands, part.1 + drop, part.2 + jackpot);
            }
        }
    }
    for (kind, parts) in by {
        let report = &reports[kind];
        let first: Vec<&Value> = rows(report).iter().map(|row| &row[0]).collect();
        let (hands, drop, jackpot) =
            (column(report, "Hands"), column(report, "Collected"), column(report, "Jackpot"));
        let mut told: Vec<Part> = Vec::new();
        for place in 0..first.len() {
            let of = |cells: &Vec<&Value>| cells[place].as_i64().unwrap();
            told.push((of(&hands), of(&drop), of(&jackpot)));
            // Shifts are told by their names, everything else by what it is.
            if kind != "collections-by-shift" {
                let key = first[place].as_str().map_or_else(|| first[place].to_string(), str::to_owned);
                assert_eq!(parts.get(&key), told.last(), "{kind} {key}");
            }
        }
        // A row whose parts cancel out is told or not; what is not nothing is told.
        let mut wanted: Vec<Part> = parts.values().copied().collect();
        wanted.sort_unstable();
        told.sort_unstable();
        let is_something = |part: &Part| *part != (0, 0, 0);
        wanted.retain(is_something);
        told.retain(is_something);
        assert_eq!(told, wanted, "{kind}");
        let all = |part: fn(&Part) -> i64| wanted.iter().map(part).sum::<i64>();
        assert_eq!(sum(report, "Collected"), all(|part| part.1), "{kind}");
        assert_eq!(sum(report, "Jackpot"), all(|part| part.2), "{kind}");
    }
}

fn hands(log: &Log, report: &Value) {
    let mut parts: BTreeMap<(u32, i64), (i64, i64)> = BTreeMap::new();
    for (table, at_ms, event) in log.events() {
        let part = parts.entry((table, at_ms / HOUR_MS * HOUR_MS)).or_default();
        match event["event"].as_str() {
            Some("round-began") => part.1 += event["people"].as_array().unwrap().len() as i64,
            Some("round-ended") => part.0 += 1,
            _ => {}
        }
    }
    parts.retain(|_, part| *part != (0, 0));
    let mut told = BTreeMap::new();
    for row in rows(report) {
        let cell = |at: usize| row[at].as_i64().unwrap();
        if (cell(3), cell(4)) != (0, 0) {
            told.insert((cell(0) as u32, cell(2)), (cell(3), cell(4)));
        }
    }
    assert_eq!(told, parts);
}
