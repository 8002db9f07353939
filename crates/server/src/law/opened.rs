//! How a table was opened, and what its own book and schedule do against the law.

use books::law::{LawCheck, check_book, check_schedule, check_schedules};
use books::read::Severity;
use room::Spec;
use serde::{Deserialize, Serialize};

use crate::library::{Files, Library};

/// What the table's own book or schedule does against a check.
#[derive(Clone, Debug)]
pub(super) struct Filed {
    pub(super) check: LawCheck,
    pub(super) what: String,
    /// Whether it only has to be looked at: the filing leaves something open, and nobody did anything wrong at the table.
    pub(super) is_warning: bool,
}

/// How the table was opened.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Opened {
    pub(super) spec: Spec,
    pub(super) files: Files,
    pub(super) at_ms: i64,
    #[serde(skip)]
    pub(super) is_banked: bool,
    /// What its own book and schedule do against each check.
    #[serde(skip)]
    pub(super) breaches: Vec<Filed>,
}

impl Opened {
    pub(super) fn new(spec: &Spec, files: &Files, at_ms: i64, library: &Library) -> Opened {
        let (spec_kept, files_kept) = (spec.clone(), files.clone());
        let mut opened =
            Opened { spec: spec_kept, files: files_kept, at_ms, is_banked: false, breaches: Vec::new() };
        // The law says nothing of play chips, and reading a book takes a while.
        if spec.is_practice {
            return opened;
        }
        let Ok(shelf) = library.shelf(files) else { return opened };
        // A table may have been opened despite errors of its book.
        let shelf = shelf.despite_faults();
        let Ok(book) = shelf.find(&spec.book).and_then(|id| shelf.book(&id)) else { return opened };
        opened.is_banked = book.rules.face().banked().is_some();
        let rates = shelf.rates(&book).ok().flatten();
        for check in LawCheck::ALL.iter().copied() {
            let schedule = spec.schedule.as_deref().zip(rates.as_ref());
            let of_schedule =
                schedule.map(|(handle, rates)| check_schedule(check, &book, &rates.value, handle));
            let of_file = (check == LawCheck::ScheduleFiled)
                .then(|| check_schedules(check, &book, rates.as_ref().map(|rates| &rates.value)));
            let of_rates = of_schedule.into_iter().chain(of_file).flatten();
            let found = check_book(check, &book).into_iter().chain(of_rates);
            opened.breaches.extend(found.filter(|breach| breach.severity != Severity::Note).map(|breach| {
                let is_warning = breach.severity == Severity::Warning;
                Filed { check, what: breach.what, is_warning }
            }));
        }
        opened
    }
}
