//! Worked cases: read, played through the engine, compared, and counted as proof of clauses.

mod compare;
mod conformance;
pub mod flip;
mod format;
mod play;
mod report;
mod rotation;
mod seating;
mod step;
mod tables;
mod timeline;

pub use conformance::{BookConformance, Conformance, Standing, Unproven, conformance};
pub use format::{
    BackerSection, Backers, CardsSection, Dealer, Expect, HandSection, Handle, NamedValues, PlaySection,
    RotationSection, RuleChanges, Scenario, SeatSection, Seats, Shoe, Signed, TimelineSection,
};
pub use play::pan::PanSection;
pub use report::{BankLine, CollectionLine, RefusedLine, Report, SettledLine};
pub use step::{Act, Step, choice_words};
pub use tables::{Game, Table, Tables};

/// Plays one case and compares it with what it expects.
pub fn run(scenario: &Scenario, file: &str, tables: &mut Tables) -> Report {
    let mut report = Report {
        file: file.to_owned(),
        title: scenario.title.clone(),
        book: scenario.book.clone(),
        ..Report::default()
    };
    match tables.table(scenario) {
        Ok(table) => {
            if scenario.rotation.is_some() {
                rotation::play_rotation(scenario, &table.book, &mut report);
            } else if scenario.timeline.is_some() {
                match tables.shelf_for(scenario) {
                    Ok(shelf) => timeline::play(scenario, &shelf, &table.book, &mut report),
                    Err(problem) => report.differences.push(problem.to_string()),
                }
            } else {
                table.play(scenario, &mut report);
            }
            check_proves(scenario, &table, &mut report);
            check_dealer(scenario, &table, &mut report);
        }
        Err(problem) => report.refused.push(RefusedLine {
            step: "book".to_owned(),
            clause: String::new(),
            reason: problem.to_string(),
            allowed: Vec::new(),
        }),
    }
    compare::compare(scenario, &mut report);
    report.pass = report.differences.is_empty();
    report
}

/// Only the games that deal every hand at once have a key for cards that are dealt unseen.
fn check_dealer(scenario: &Scenario, table: &Table, report: &mut Report) {
    let is_entered = scenario.timeline.is_none() && scenario.dealer == Some(Dealer::Entered);
    if is_entered && !table.deals_unseen() {
        let message = "dealer = \"entered\": in this game a card dealt unseen is written ?? or left out";
        report.differences.push(message.to_owned());
    }
}

/// A case may only claim to prove clauses that its book has.
fn check_proves(scenario: &Scenario, table: &Table, report: &mut Report) {
    for clause in scenario.proves.iter().flatten() {
        if table.book.clauses.find(clause).is_none() {
            report.differences.push(format!("it proves \"{clause}\", which {} does not have", scenario.book));
        }
    }
}
