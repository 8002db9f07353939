//! `cardroom check`: finds faults in books, rates, houses and law packs.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use books::law::{Date, Status, Subject};
use books::read::{Severity, Source};
use books::report::{Checker, Elsewhere, Found};
use books::{BookId, Problem, Shelf};
use clap::Args;
use serde_json::{Value, json};

use crate::Context;
use crate::failure::Failure;
use crate::wrap::wrap;

/// Finds faults in books and rates: all of them, or those of the given houses, books and files.
#[derive(Args)]
#[command(
    after_help = "Errors refuse a file and make the command fail; warnings were filed so; notes change nothing.\n\n\
                        Examples:\n  cardroom check\n  cardroom check marina\n  cardroom check marina/holdem\n  cardroom check my-house/my-game.toml\n  \
                        cardroom check --books my-books"
)]
pub(crate) struct Check {
    /// Houses or books by their names, or files of any kind; everything if none is given
    #[arg(value_name = "HOUSE, BOOK or FILE")]
    names: Vec<PathBuf>,
}

/// What a person wants checked.
enum Target<'a> {
    House(String),
    Book(BookId),
    File(&'a Path, Source),
}

impl Target<'_> {
    fn read<'a>(path: &'a Path, shelf: &Shelf) -> Result<Target<'a>, Failure> {
        let name = path.to_string_lossy();
        if !path.is_file() {
            if shelf.houses().any(|house| house == name) {
                return Ok(Target::House(name.into_owned()));
            }
            if let Some(id) = shelf.ids().find(|id| id.to_string() == name) {
                return Ok(Target::Book(id));
            }
            if !path.exists() && path.extension().is_none() {
                return Err(Failure::Told(
                    match (name.contains('/'), shelf.find(&name), shelf.house(&name)) {
                        (true, Err(problem), _) | (false, _, Err(problem)) => problem.to_string(),
                        _ => format!("there is no house, book or file \"{name}\""),
                    },
                ));
            }
        }
        Source::open(path).map(|source| Target::File(path, source)).map_err(Failure::Told)
    }
}

impl Check {
    pub(crate) fn run(&self, context: &Context) -> Result<(), Failure> {
        let mut asked = Vec::new();
        for path in &self.names {
            asked.push(Target::read(path, &context.shelf)?);
        }
        let mut shelf = context.shelf.clone();
        for one in &asked {
            if let Target::File(path, source) = one {
                add_house(&mut shelf, path, source)?;
            }
        }
        let mut checker = Checker::new(&shelf).on(today());
        if asked.is_empty() {
            checker.check_all();
        }
        for one in &asked {
            match one {
                Target::House(house) => checker.check_all_of(house),
                Target::Book(id) => checker.check_book_and_rates(id),
                Target::File(path, source) => check_file(&mut checker, path, source),
            }
        }
        let elsewhere: Vec<Elsewhere> = checker.elsewhere().collect();
        let mut found = checker.finish();
        if let Some(own) = &context.own {
            found.sort_by_key(|one| !Path::new(&one.file).starts_with(own));
        }
        let mut out = io::BufWriter::new(io::stdout().lock());
        if context.json {
            let list: Vec<Value> = found.iter().map(found_json).collect();
            serde_json::to_writer_pretty(&mut out, &list).map_err(io::Error::from)?;
            writeln!(out)?;
        } else {
            tell(&mut out, &found)?;
            if self.names.is_empty() {
                tell_elsewhere(&mut out, &elsewhere)?;
            }
        }
        out.flush()?;
        let is_refused = found.iter().any(|found| found.severity == Severity::Error);
        if is_refused { Err(Failure::Shown) } else { Ok(()) }
    }
}

/// The day by the machine's clock.
pub(crate) fn today() -> Date {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Date::at(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// What a file is, by what stands in it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Book,
    Rates,
    House,
    Clauses,
    Law,
}

fn kind(source: &Source) -> Kind {
    let has = |key: &str| source.start_of(key).is_some();
    if has("book") {
        Kind::Book
    } else if has("table") && !has("deck") {
        Kind::Rates
    } else if has("clause") || has("question") {
        Kind::Clauses
    } else if has("rule") {
        Kind::Law
    } else if has("games") {
        Kind::House
    } else {
        Kind::Book
    }
}

/// The name of the folder that stands for the house, and the folder it is in.
fn house(path: &Path, kind: Kind) -> (String, PathBuf) {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let folder = path.parent().unwrap_or(Path::new(""));
    let folder = if kind == Kind::Rates { folder.parent().unwrap_or(folder) } else { folder };
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    (name, folder.parent().unwrap_or(Path::new("")).to_owned())
}

/// Adds what lies beside a file, so that its clauses and rates are found without `--books`.
fn add_house(shelf: &mut Shelf, path: &Path, source: &Source) -> Result<(), Failure> {
    let kind = kind(source);
    if matches!(kind, Kind::Clauses | Kind::Law) {
        return Ok(());
    }
    let (name, root) = house(path, kind);
    // A house that is already on the shelf keeps its other files.
    if shelf.ids().any(|id| id.house == name) {
        return Ok(());
    }
    match shelf.add_house(&root, &name) {
        Ok(()) => Ok(()),
        Err(Problem::Unreadable(text) | Problem::Missing(text)) => Err(Failure::Told(text)),
        Err(problem) => Err(problem.into()),
    }
}

fn check_file(checker: &mut Checker<'_>, path: &Path, source: &Source) {
    let kind = kind(source);
    let (house, _) = house(path, kind);
    let game = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    match kind {
        Kind::Book => checker.check_book(&BookId::new(house, game), source),
        Kind::Rates => checker.check_rates(&house, source),
        Kind::House => checker.check_house(&house, source),
        Kind::Clauses => checker.check_clauses(source),
        Kind::Law => checker.check_law(source),
    }
}

fn tell(out: &mut impl Write, found: &[Found]) -> io::Result<()> {
    for one in found {
        if let Some(drawing) = &one.drawing {
            writeln!(out, "{drawing}\n")?;
            continue;
        }
        let place = one.place.map(|(line, column)| format!(":{line}:{column}")).unwrap_or_default();
        writeln!(out, "{:<8} {}{place}", one.severity, one.file)?;
        let mut text = one.what.clone();
        if let Some(clause) = &one.clause {
            text = format!("{text} [{clause}]");
        }
        writeln!(out, "{}", wrap(&text, "         "))?;
        if let Some(law) = &one.law {
            let law = format!("{}, {}: {}", law.id, law.source, law.status);
            writeln!(out, "{}", wrap(&law, "         law: "))?;
        }
    }
    let count = |severity| found.iter().filter(|one| one.severity == severity).count();
    writeln!(
        out,
        "{}, {}, {}",
        number(count(Severity::Error), "error"),
        number(count(Severity::Warning), "warning"),
        number(count(Severity::Note), "note")
    )
}

fn number(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

fn tell_elsewhere(out: &mut impl Write, rules: &[Elsewhere]) -> io::Result<()> {
    for (subject, title) in [
        (Subject::Notice, "Kept by the notice that `cardroom sign` makes:"),
        (Subject::Log, "Not checked here, because it needs a table's log:"),
    ] {
        writeln!(out, "\n{title}")?;
        for rule in rules.iter().filter(|rule| rule.subject == subject) {
            let status =
                if rule.status == Status::InForce { String::new() } else { format!(" ({})", rule.status) };
            writeln!(out, "{}", wrap(&format!("{}{status}: {}", rule.id, rule.says), "  "))?;
        }
    }
    Ok(())
}

fn found_json(found: &Found) -> Value {
    json!({
        "severity": found.severity.word(),
        "file": found.file,
        "line": found.place.map(|(line, _)| line),
        "column": found.place.map(|(_, column)| column),
        "says": found.what,
        "clause": found.clause,
        "law": found.law.as_ref().map(|law| {
            json!({ "rule": law.id, "source": law.source, "status": law.status.word() })
        }),
    })
}
