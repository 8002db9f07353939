//! Every cell of the filed schedules agrees with the second transcription, and no row is missing.

use std::collections::BTreeMap;
use std::fs;

use books::Money;
use books::rates::{BankFee, Fees, PlayerFee, RateTable, RatesFile, Schedule};

use super::filed::{all, rates, root};

type Row = BTreeMap<String, String>;

/// The rows of a TSV file, by column.
fn transcribed(house: &str, name: &str) -> Vec<Row> {
    let path = root().join(format!("crates/books/tests/filed/{house}/{name}.tsv"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut lines = text.lines();
    let columns: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let rows: Vec<Row> = lines
        .map(|line| {
            let cells: Vec<&str> = line.split('\t').collect();
            assert_eq!(cells.len(), columns.len(), "{house}/{name}: {line}");
            columns.iter().zip(cells).map(|(key, cell)| ((*key).to_owned(), cell.to_owned())).collect()
        })
        .collect();
    assert!(!rows.is_empty(), "{house}/{name} is empty");
    rows
}

fn money(amount: impl Into<Option<Money>>) -> String {
    amount.into().map_or(String::new(), |amount| amount.in_cents().to_string())
}

/// The printed rows of a schedule, as the transcription writes them.
fn printed(schedule: &Schedule) -> Vec<Row> {
    let mut head = Row::new();
    let mut set = |key: &str, value: String| head.insert(key.to_owned(), value);
    set("option", schedule.option.map_or(String::new(), |number| number.to_string()));
    set("limit_min", money(schedule.limit.as_ref().map(|limit| limit.min)));
    set("limit_max", money(schedule.limit.as_ref().and_then(|limit| limit.max)));
    set("limit_to_min", money(schedule.limit_to.as_ref().map(|limit| limit.min)));
    set("limit_to_max", money(schedule.limit_to.as_ref().and_then(|limit| limit.max)));
    set("small_blind", money(schedule.blinds.as_ref().map(|blinds| blinds.small)));
    set("big_blind", money(schedule.blinds.as_ref().map(|blinds| blinds.big)));
    set("chip", money(schedule.chip.map(|chip| chip.value)));
    let with = |cells: &[(&str, String)]| {
        let mut row = head.clone();
        row.extend(cells.iter().map(|(key, value)| ((*key).to_owned(), value.clone())));
        row
    };
    match &schedule.fees {
        Fees::Bank { bank, player, bonus, jackpot } => {
            let beside = [
                ("bonus_fee", money(bonus.map(|fee| fee.value))),
                ("jackpot", money(jackpot.map(|fee| fee.value))),
            ];
            let row = |from, to, bank, player| {
                let cells = [("from", from), ("to", to), ("bank_fee", bank), ("player_fee", player)];
                with(&[&cells[..], &beside[..]].concat())
            };
            match (bank, player) {
                (_, PlayerFee::BySize(tiers)) => tiers
                    .iter()
                    .map(|it| row(money(it.from), money(it.to), money(it.bank_fee.0), money(it.fee.0)))
                    .collect(),
                (BankFee::Flat(fee), PlayerFee::Flat(player)) => {
                    vec![row(String::new(), String::new(), money(fee.value), money(player.value))]
                }
                (BankFee::Tiers { tiers, .. }, PlayerFee::Flat(player)) => tiers
                    .iter()
                    .map(|it| row(money(it.from), money(it.to), money(it.fee.0), money(player.value)))
                    .collect(),
            }
        }
        Fees::Pot { bands, modified_a, modified_b, jackpot, .. } => bands
            .iter()
            .map(|band| {
                let players = |bound: Option<u8>| bound.map_or(String::new(), |bound| bound.to_string());
                with(&[
                    ("players_min", players(band.min)),
                    ("players_max", players(band.max)),
                    ("pot_fee", money(band.fee.0)),
                    ("modified_a", money(modified_a.map(|fee| fee.value))),
                    ("modified_b", money(modified_b.map(|fee| fee.value))),
                    ("jackpot", money(jackpot.map(|fee| fee.value))),
                ])
            })
            .collect(),
        Fees::BlindDrop(fee) => vec![with(&[("blind_drop", money(fee.value))])],
        Fees::HalfHour { fee, .. } => vec![with(&[("half_hour", money(fee.value))])],
    }
}

/// What the second transcription calls a table: the parts of the tables that share a file.
fn table_name(house: &str, name: &str, table: &RateTable) -> &'static str {
    let first = &table.schedules[0];
    match (house, name) {
        ("mortimers", "no-bust-6-buster") => match &first.handle.as_str()[..1] {
            "A" => "A",
            "B" => "B",
            _ => "",
        },
        ("pinnacle", "holdem") => first.per.word(),
        ("players-club", "poker") if first.handle.as_str() == "3-6" => "3-6",
        ("mortimers" | "marina" | "players-club", _) => {
            first.structure.map_or("", books::rates::Structure::word)
        }
        _ => "",
    }
}

/// Compares one file with its second transcription: the number of cells that agree, or the first that differ.
pub(crate) fn compare(house: &str, name: &str, file: &RatesFile) -> Result<usize, String> {
    let mut filed = transcribed(house, name);
    let mut cells = 0;
    for table in &file.tables {
        let called = table_name(house, name, table);
        let (theirs, rest): (Vec<Row>, Vec<Row>) = filed.into_iter().partition(|row| row["table"] == called);
        filed = rest;
        let ours: Vec<(&Schedule, Row)> = table
            .schedules
            .iter()
            .flat_map(|schedule| printed(schedule).into_iter().map(move |row| (schedule, row)))
            .collect();
        if ours.len() != theirs.len() {
            return Err(format!("{}: {} rows, and {} in the filing", table.title, ours.len(), theirs.len()));
        }
        for ((schedule, ours), theirs) in ours.iter().zip(&theirs) {
            for (column, theirs) in theirs {
                // Collections A and B do not print these; the text above them says what they are.
                let is_in_text =
                    matches!((called, column.as_str()), ("A" | "B", "bonus_fee") | ("B", "player_fee"));
                if column == "table" || is_in_text {
                    continue;
                }
                let ours = ours.get(column).map_or("", String::as_str);
                if ours != theirs {
                    let place = format!("{}, schedule {}, {column}", table.title, schedule.handle);
                    return Err(format!("{place}: \"{ours}\", and \"{theirs}\" in the filing"));
                }
                cells += 1;
            }
        }
    }
    if filed.is_empty() { Ok(cells) } else { Err(format!("a table is missing: {filed:?}")) }
}

#[test]
fn every_cell_agrees_with_the_second_transcription() {
    let mut cells = 0;
    for (house, name, reading) in all() {
        cells += compare(house, name, &reading.value).unwrap_or_else(|cell| panic!("{house}/{name}, {cell}"));
    }
    assert_eq!(cells, 21 * 762 - 13 - 2 * 80, "21 cells in each of 762 printed rows, less those in text");
}

#[test]
fn every_row_of_every_table_is_there() {
    // Schedules and printed rows of each table, as counted in the filings.
    let expected = [
        ("marina/blackjack", "18 of 80"),
        ("marina/double-hand", "7 of 20"),
        ("marina/holdem", "63 of 63, 45 of 45, 12 of 12"),
        ("marina/lowball", "63 of 63, 45 of 45, 12 of 12"),
        ("mortimers/double-hand", "2 of 2"),
        ("mortimers/holdem", "21 of 73, 17 of 60, 5 of 18"),
        ("mortimers/no-bust-2003", "1 of 1"),
        ("mortimers/no-bust-6", "5 of 18"),
        ("mortimers/no-bust-6-buster", "20 of 92, 4 of 13, 16 of 80"),
        ("mortimers/pure-21-5", "4 of 12"),
        ("pinnacle/holdem", "2 of 2, 1 of 4"),
        ("pinnacle/three-card-6-card-bonus", "6 of 30"),
        ("players-club/no-bust-5", "2 of 12"),
        ("players-club/pan", "1 of 1"),
        ("players-club/poker", "1 of 1, 1 of 1"),
        ("ven-a-mexico/no-bust-4-01", "1 of 2"),
    ];
    let found: Vec<(String, String)> = all()
        .iter()
        .map(|(house, name, reading)| {
            let counts = reading.value.tables.iter().map(|table| {
                let rows: usize = table.schedules.iter().map(|schedule| printed(schedule).len()).sum();
                format!("{} of {rows}", table.schedules.len())
            });
            (format!("{house}/{name}"), counts.collect::<Vec<_>>().join(", "))
        })
        .collect();
    let found: Vec<(&str, &str)> =
        found.iter().map(|(file, counts)| (file.as_str(), counts.as_str())).collect();
    assert_eq!(found, expected);
}

#[test]
fn collection_b_equals_options_5_to_20_row_for_row() {
    let file = rates("mortimers", "no-bust-6-buster");
    let tiers = |schedule: &Schedule| match &schedule.fees {
        Fees::Bank { bank: BankFee::Tiers { tiers, .. }, .. } => tiers.value.clone(),
        _ => panic!("{} has no tiers", schedule.handle),
    };
    let options = &file.tables[0].schedules[4..];
    assert_eq!(options.len(), 16);
    for (option, letter) in options.iter().zip(&file.tables[2].schedules) {
        assert_eq!(option.limit.as_deref(), letter.limit.as_deref(), "{}", letter.handle);
        assert_eq!(tiers(option), tiers(letter), "{}", letter.handle);
    }
}
