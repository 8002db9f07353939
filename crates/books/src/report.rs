//! Everything a check of books, rates, houses and law finds, in one list that people and programs read.

use crate::book::{Book, BookId};
use crate::law::{self, Breach, Date, LawPack, LawRule, Status, Subject};
use crate::rates::{Fees, Finding, PayerWord, PlayerFee, RatesFile, Schedule, check_rates, same_name};
use crate::read::{Fault, Faults, Reading, Severity, Source};
use crate::shelf::{Problem, Shelf};
use crate::structure::CollectionKind;
use crate::{Clause, ClauseFile, ClauseIndex};

/// One thing that a check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// How much it matters.
    pub severity: Severity,
    /// The file it is in.
    pub file: String,
    /// The line and column, from 1, where the file's text is known.
    pub place: Option<(usize, usize)>,
    /// What was found, as a sentence without a full stop.
    pub what: String,
    /// The clause or ruling it touches, by name.
    pub clause: Option<String>,
    /// The rule of the law it is about.
    pub law: Option<LawName>,
    /// The place in the file, marked and with the way to mend it; for what refuses a file.
    pub drawing: Option<String>,
}

/// A rule of the law as a report names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LawName {
    /// Its name in our files.
    pub id: String,
    /// Where it stands.
    pub source: String,
    /// Whether it binds anybody today.
    pub status: Status,
}

impl Found {
    fn in_file(source: &Source, severity: Severity, span_start: Option<usize>, what: String) -> Found {
        Found {
            severity,
            file: source.name.clone(),
            place: span_start.map(|start| source.place(start)),
            what,
            clause: None,
            law: None,
            drawing: None,
        }
    }

    fn of_fault(faults: &Faults, fault: &Fault) -> Found {
        let mut found =
            Found::in_file(faults.source(), fault.severity, Some(fault.span.start), fault.what.clone());
        found.drawing = Some(faults.draw(fault));
        found
    }
}

/// A rule whose check this program runs elsewhere: on the notice, or on a table's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elsewhere {
    /// The rule.
    pub id: String,
    /// What the check looks at.
    pub subject: Subject,
    /// What the rule asks.
    pub says: String,
    /// Whether it binds anybody today.
    pub status: Status,
}

/// The errors by which no table of a book may be opened on a day: of the book, its rates and its house, and of the
/// book against its rates and the law. Under a schedule, the faults of others of the same file do not count.
#[must_use]
pub fn errors_of<'a>(shelf: &'a Shelf, id: &BookId, schedule: Option<&'a str>, today: Date) -> Vec<Found> {
    let mut checker = Checker::new(shelf).on(today);
    // A fault of a law pack is no fault of the book.
    checker.found.clear();
    checker.schedule = schedule;
    checker.check_house_named(&id.house);
    checker.check_book_named(id);
    if let Ok(book) = shelf.book(id)
        && let Err(problem) = shelf.rates(&book)
    {
        let despite = shelf.despite_faults().rates(&book).ok().flatten();
        let chosen = despite.as_ref().zip(schedule).and_then(|(rates, handle)| {
            rates.value.find(&id.game, handle).map(|schedule| (&rates.value, schedule))
        });
        match (problem, chosen) {
            (Problem::Faulty(faults), Some((rates, schedule))) => {
                let touching = touching(rates, &id.game, schedule, &faults);
                checker.found.extend(touching.map(|fault| Found::of_fault(&faults, fault)));
            }
            (problem, _) => checker.problem(&id.to_string(), &problem),
        }
    }
    checker.finish().into_iter().filter(|found| found.severity == Severity::Error).collect()
}

/// The faults of a file that touch a table under one of its schedules, which by itself makes sense: what the check
/// finds in it, in the rows that take over from it at the same bets, and in the whole table.
fn touching<'a>(
    rates: &'a RatesFile,
    game: &'a str,
    schedule: &'a Schedule,
    faults: &'a Faults,
) -> impl Iterator<Item = &'a Fault> {
    let findings = check_rates(rates);
    let is_own = move |finding: &Finding| {
        let Some(handle) = &finding.schedule else { return true };
        let other = rates.find(game, handle.as_str());
        *handle == schedule.handle || other.is_some_and(|other| other.takes_over_from(schedule))
    };
    let twice = same_name(&schedule.handle);
    faults.iter().filter(move |fault| {
        let mut told = findings.iter().filter(|finding| finding.sentence() == fault.what).peekable();
        match told.peek() {
            Some(_) => told.any(&is_own),
            // A row that makes no sense is not this one.
            None => fault.what == twice,
        }
    })
}

/// Checks files against each other and against the law packs of a shelf.
pub struct Checker<'a> {
    shelf: &'a Shelf,
    laws: Vec<(String, LawPack)>,
    today: Option<Date>,
    /// The schedule of the table for which it looks, where the others of a faulty file do not count.
    schedule: Option<&'a str>,
    found: Vec<Found>,
}

impl<'a> Checker<'a> {
    /// A checker with the law packs of a shelf; faults in those are the first things found.
    #[must_use]
    pub fn new(shelf: &'a Shelf) -> Checker<'a> {
        let mut checker = Checker { shelf, laws: Vec::new(), today: None, schedule: None, found: Vec::new() };
        match shelf.laws() {
            Ok(laws) => checker.laws = laws,
            Err(problem) => checker.problem("law", &problem),
        }
        checker
    }

    /// The same on a day: rules of the law that hold only later refuse nothing yet.
    #[must_use]
    pub fn on(mut self, today: Date) -> Checker<'a> {
        self.today = Some(today);
        self
    }

    /// What was found, in the order it was looked for.
    #[must_use]
    pub fn finish(self) -> Vec<Found> {
        self.found
    }

    /// The rules that cannot be checked on files.
    pub fn elsewhere(&self) -> impl Iterator<Item = Elsewhere> + '_ {
        let rules = self.laws.iter().flat_map(|(_, pack)| &pack.rule);
        rules.filter_map(|rule| {
            let subject = rule.check.subject();
            matches!(subject, Subject::Log | Subject::Notice).then(|| Elsewhere {
                id: rule.id.clone(),
                subject,
                says: rule.says.clone(),
                status: rule.status,
            })
        })
    }

    /// Checks a house with all its books and rates files.
    pub fn check_all_of(&mut self, house: &str) {
        self.check_house_named(house);
        for id in self.shelf.ids().filter(|id| id.house == house) {
            self.check_book_named(&id);
        }
        for (_, source) in self.shelf.files_in(&format!("{house}/rates")) {
            self.check_rates(house, source);
        }
    }

    /// Checks a book of the shelf with the file of its schedules.
    pub fn check_book_and_rates(&mut self, id: &BookId) {
        self.check_book_named(id);
        let rates = self.shelf.book(id).map(|book| book.header().rates.clone());
        if let Ok(rates) = rates.map(|rates| format!("{}/rates/{rates}.toml", id.house))
            && let Some(source) = self.shelf.file(&rates)
        {
            self.check_rates(&id.house, source);
        }
    }

    /// Checks every house, book and rates file of the shelf.
    pub fn check_all(&mut self) {
        for house in self.shelf.houses() {
            self.check_house_named(house);
        }
        for id in self.shelf.ids() {
            self.check_book_named(&id);
        }
        let houses: std::collections::BTreeSet<String> = self.shelf.ids().map(|id| id.house).collect();
        for house in houses {
            for (path, source) in self.shelf.files_in(&format!("{house}/rates")) {
                let _ = path;
                self.check_rates(&house, source);
            }
        }
    }

    /// Checks the file of a house on the shelf.
    pub fn check_house_named(&mut self, name: &str) {
        if let Some(source) = self.shelf.file(&format!("{name}/house.toml")) {
            self.check_house(name, source);
        }
    }

    /// Checks the file of a house.
    pub fn check_house(&mut self, name: &str, source: &Source) {
        let reading = match self.shelf.read_house(name, source) {
            Ok(reading) => reading,
            Err(problem) => return self.problem(&source.name, &problem),
        };
        for rule in self.rules() {
            for breach in law::check_house(rule.check, &reading.value) {
                self.breach(source, &rule, breach, &ClauseIndex::default());
            }
        }
    }

    /// Checks a book of the shelf, and how it goes with its schedules.
    pub fn check_book_named(&mut self, id: &BookId) {
        if let Some(source) = self.shelf.file(&format!("{}/{}.toml", id.house, id.game)) {
            self.check_book(id, source);
        }
    }

    /// Checks a book, and how it goes with its schedules.
    pub fn check_book(&mut self, id: &BookId, source: &Source) {
        let book = match self.shelf.read_book(id, source) {
            Ok(book) => book,
            Err(problem) => return self.problem(&source.name, &problem),
        };
        for remark in &book.remarks {
            let start = Some(remark.span.start);
            self.found.push(Found::in_file(source, remark.severity, start, remark.what.clone()));
        }
        let rates = match self.shelf.rates(&book) {
            Ok(rates) => rates.map(|reading| reading.value),
            // The faults of the rates are told where the rates are checked; the rest is looked at all the same.
            Err(Problem::Faulty(_)) => match self.shelf.despite_faults().rates(&book) {
                Ok(rates) => rates.map(|reading| match self.schedule {
                    Some(handle) => reading.value.only(&book.id.game, handle),
                    None => reading.value,
                }),
                Err(_) => return,
            },
            Err(problem) => return self.problem(&source.name, &problem),
        };
        for rule in self.rules() {
            let mut breaches = law::check_book(rule.check, &book);
            breaches.extend(law::check_schedules(rule.check, &book, rates.as_ref()));
            for breach in breaches {
                self.breach(source, &rule, breach, &book.clauses);
            }
        }
        if let Some(rates) = &rates {
            self.compare(source, &book, rates);
        }
    }

    /// Checks a file of schedules of a house.
    pub fn check_rates(&mut self, house: &str, source: &Source) {
        let clauses = match self.shelf.clauses(house, None) {
            Ok(clauses) => clauses,
            Err(problem) => return self.problem(&source.name, &problem),
        };
        let reading: Reading<RatesFile> = match RatesFile::read(source, &clauses) {
            Ok(reading) => reading,
            Err(faults) => return self.problem(&source.name, &faults.into()),
        };
        let findings = check_rates(&reading.value);
        for (place, finding) in findings.iter().enumerate() {
            let start = reading.remarks.get(place).map(|remark| remark.span.start);
            let of =
                finding.schedule.as_ref().map(|handle| format!("schedule {handle}, ")).unwrap_or_default();
            let what = format!("{of}{}: {}", finding.oddity, finding.sentence());
            let mut found = Found::in_file(source, finding.severity, start, what);
            found.clause = finding.clause.is_some().then(|| clauses.name(finding.clause).to_owned());
            self.found.push(found);
        }
        let games: Vec<String> = self.shelf.ids().filter(|id| id.house == house).map(|id| id.game).collect();
        for table in &reading.value.tables {
            for game in table.games.iter().filter(|game| !games.contains(game)) {
                let what = format!("\"{}\" is for {house}/{game}, and there is no such book", table.title);
                self.found.push(Found::in_file(source, Severity::Error, None, what));
            }
        }
    }

    /// Checks a file of clauses.
    pub fn check_clauses(&mut self, source: &Source) {
        if let Err(faults) = ClauseFile::read(source) {
            self.problem(&source.name, &faults.into());
        }
    }

    /// Checks a law pack.
    pub fn check_law(&mut self, source: &Source) {
        if let Err(faults) = LawPack::read(source) {
            self.problem(&source.name, &faults.into());
        }
    }

    /// Notes why a file cannot be had.
    pub fn problem(&mut self, file: &str, problem: &Problem) {
        match problem {
            Problem::Faulty(faults) => {
                self.found.extend(faults.iter().map(|fault| Found::of_fault(faults, fault)));
            }
            Problem::Missing(text) | Problem::Unreadable(text) => self.found.push(Found {
                severity: Severity::Error,
                file: file.to_owned(),
                place: None,
                what: text.strip_prefix(&format!("{file}: ")).unwrap_or(text).to_owned(),
                clause: None,
                law: None,
                drawing: None,
            }),
        }
    }

    fn rules(&self) -> Vec<LawRule> {
        self.laws.iter().flat_map(|(_, pack)| pack.rule.clone()).collect()
    }

    fn breach(&mut self, source: &Source, rule: &LawRule, breach: Breach, clauses: &ClauseIndex) {
        let severity = match self.today {
            Some(today) => rule.severity_on(today, breach.severity),
            None => rule.severity(breach.severity),
        };
        let mut found = Found::in_file(source, severity, source.start_of(breach.key), breach.what);
        found.clause = breach.clause.is_some().then(|| clauses.name(breach.clause).to_owned());
        found.law = Some(LawName { id: rule.id.clone(), source: rule.source.clone(), status: rule.status });
        self.found.push(found);
    }

    /// Notes where a book and its schedules contradict each other.
    fn compare(&mut self, source: &Source, book: &Book, rates: &RatesFile) {
        let offered: Vec<&Schedule> =
            rates.schedules(&book.id.game).filter(|schedule| schedule.offered.value).collect();
        let mut note = |severity, key: &str, clause: Clause, what: String| {
            let mut found = Found::in_file(source, severity, source.start_of(key), what);
            found.clause = clause.is_some().then(|| book.clause_name(clause).to_owned());
            self.found.push(found);
        };
        let handles = |is: &dyn Fn(&Schedule) -> bool| -> Vec<&str> {
            offered.iter().filter(|one| is(one)).map(|one| one.handle.as_str()).collect()
        };
        let rules = book.rules.face();
        let ways = || rules.structures().iter().filter(|one| one.offered.value);
        let is_served =
            |schedule: &&Schedule| ways().any(|one| schedule.serves().contains(&one.structure.value));
        if ways().next().is_some() && !offered.is_empty() && !offered.iter().any(is_served) {
            let words: Vec<&str> = ways().map(|one| one.structure.value.word()).collect();
            let what = format!(
                "the book is played {}, and none of its schedules is for that, so that no table can open",
                words.join(" or ")
            );
            note(Severity::Error, "book.rates", Clause::NONE, what);
        }
        for (place, way) in rules.structures().iter().enumerate().filter(|(_, one)| one.offered.value) {
            let is_by_time =
                |one: &&&Schedule| matches!(one.fees, Fees::HalfHour { from: PayerWord::Pot, .. });
            let serving = || offered.iter().filter(|one| one.serves().contains(&way.structure.value));
            let says_time = way.collection.value == CollectionKind::PotByTimeOrPlayers;
            if says_time && serving().next().is_some() && serving().find(is_by_time).is_none() {
                let what = "the pot pays by the half hour too, and no schedule has such a fee".to_owned();
                note(Severity::Error, &format!("structures.{place}.collection"), way.collection.clause, what);
            }
        }
        if let Some(jackpot) = rules.jackpot().filter(|jackpot| !jackpot.value) {
            let with = handles(&|one| one.jackpot().is_positive());
            if !with.is_empty() {
                let what = format!(
                    "the book takes no jackpot fee, and {} of its schedules have one; it stays off",
                    with.len()
                );
                note(Severity::Note, "collection.jackpot", jackpot.clause, what);
            }
        }
        if let Some(pays) = rules.players_pay().filter(|pays| !pays.value) {
            let with = handles(&|one| match &one.fees {
                Fees::Bank { player: PlayerFee::Flat(fee), .. } => fee.is_positive(),
                Fees::Bank { player: PlayerFee::BySize(_), .. }
                | Fees::Pot { .. }
                | Fees::BlindDrop(_)
                | Fees::HalfHour { .. } => true,
            });
            if !with.is_empty() {
                let what = format!("players pay no fee by the book, but one by schedule {}", with.join(", "));
                note(Severity::Error, "collection.players_pay", pays.clause, what);
            }
        }
        if let Some((key, clause)) = rules.priced_side_bet() {
            let without = handles(&|one| matches!(&one.fees, Fees::Bank { bonus: None, .. }));
            if !without.is_empty() {
                let what = format!(
                    "a side bet is offered, and {} of the schedules do not say what it pays; nothing is taken",
                    without.len()
                );
                note(Severity::Note, key, clause, what);
            }
        }
    }
}
