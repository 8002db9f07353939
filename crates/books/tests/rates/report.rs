//! The report of the checks on all filed schedules, reviewed as a diff.

use std::fmt::Write as _;
use std::{env, fs};

use books::rates::{check_rates, check_schedules};
use books::read::Severity;

use super::filed::{all, clauses, root};

fn report() -> String {
    let mut report = String::new();
    for (house, name, reading) in all() {
        let index = clauses(house);
        let _ = writeln!(report, "{house}/{name}");
        for table in &reading.value.tables {
            let count = table.schedules.len();
            let noun = if count == 1 { "schedule" } else { "schedules" };
            let _ = writeln!(report, "  {}: {count} {noun}", table.title);
            for finding in check_schedules(table) {
                let _ = writeln!(report, "    {}", finding.line(index));
            }
        }
    }
    report
}

#[test]
fn the_report_of_all_filed_rates_is_as_expected() {
    let path = root().join("crates/books/tests/filed/expected-rates-report.txt");
    let found = report();
    if env::var_os("UPDATE_EXPECTED").is_some() {
        fs::write(&path, &found).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    for (line, (found, expected)) in found.lines().zip(expected.lines()).enumerate() {
        assert_eq!(found, expected, "line {} of the report", line + 1);
    }
    assert_eq!(found.lines().count(), expected.lines().count(), "lines of the report");
}

#[test]
fn filed_rates_load_with_warnings_and_notes_only_and_each_cites_a_clause() {
    for (house, name, reading) in all() {
        let findings = check_rates(&reading.value);
        assert_eq!(findings.len(), reading.remarks.len(), "{house}/{name}: what reading remarks");
        for finding in findings {
            assert_ne!(finding.severity, Severity::Error, "{house}/{name}: {}", finding.sentence());
            assert!(finding.clause.is_some(), "{house}/{name}: {} cites nothing", finding.sentence());
        }
    }
}
