//! A book with the house way of a file in place of its own.

use std::path::Path;

use books::read::{Fault, Faults, Severity, Source};
use books::{Book, BookId, Problem};

use crate::Context;
use crate::failure::Failure;

/// The section that is read.
const WAY: &str = "house_way";

/// The book with another house way, as a file has it. The file's text comes first and the rest of the book after it, so
/// that everything that is wrong is found at the file's own lines.
pub(super) fn with_way(context: &Context, id: &BookId, file: &Path) -> Result<Book, Failure> {
    let missing = || {
        format!(
            "there is no section [{WAY}]; write one with a name, and a [[{WAY}.rows]] for each row of the chart, as {id} \
             has them"
        )
    };
    // An empty file is no book either, but nobody wants to write one here.
    if std::fs::read_to_string(file).is_ok_and(|text| text.trim().is_empty()) {
        return Err(Failure::Told(format!("{}: {}", file.display(), missing())));
    }
    let source = Source::open(file).map_err(Failure::Told)?;
    let told = |what: String| Failure::Told(format!("{}: {what}", source.name));
    let way: toml::Table = match source.text.parse() {
        Ok(way) => way,
        // The reader of books says where a text is no TOML, and why.
        Err(error) => {
            let problem = context.shelf.read_book(id, &source).err();
            return Err(
                problem.map_or_else(|| told(error.to_string()), |it| at_its_lines(it, &source, id).into())
            );
        }
    };
    let Some(chart) = way.get(WAY) else {
        return Err(told(missing()));
    };
    let text = if way.len() > 1 { alone(&source.text) } else { source.text.clone() };
    if text.parse::<toml::Table>().ok().as_ref().and_then(|alone| alone.get(WAY)) != Some(chart) {
        return Err(told(format!(
            "the section [{WAY}] cannot be told from the others; write it in a file of its own"
        )));
    }
    let path = format!("{}/{}.toml", id.house, id.game);
    let book = context.shelf.file(&path).ok_or_else(|| Failure::Told(format!("there is no book {id}")))?;
    let mut rest: toml::Table = book.text.parse().map_err(|error| Failure::Told(format!("{id}: {error}")))?;
    // A whole book may be given for its chart, but nothing that it changes beside that is passed over.
    if let Some((key, value)) = way.iter().find(|(key, value)| *key != WAY && rest.get(*key) != Some(*value))
    {
        let name = if value.is_table() { format!("[{key}]") } else { format!("the key \"{key}\"") };
        return Err(told(format!(
            "{name} is not as {id} has it, and --way reads [{WAY}] alone; leave the rest out"
        )));
    }
    rest.remove(WAY);
    let joined = Source::new(source.name.clone(), format!("{text}\n{rest}"));
    let read = context.shelf.read_book(id, &joined);
    Ok(read.map_err(|problem| at_its_lines(problem, &Source::new(source.name, text), id))?)
}

/// A text with the lines of every other section left empty, so that those of this one keep their numbers.
fn alone(text: &str) -> String {
    let mut is_way = false;
    let mut kept = String::new();
    for line in text.lines() {
        if let Some(header) = line.trim_start().strip_prefix('[') {
            let name = header.trim_start_matches('[').trim_start().strip_prefix(WAY);
            is_way = name.is_some_and(|rest| rest.trim_start().starts_with(['.', ']']));
        }
        kept.push_str(if is_way { line } else { "" });
        kept.push('\n');
    }
    kept
}

/// What is wrong with the file, each at its line and with a word on what to do.
fn at_its_lines(problem: Problem, chart: &Source, id: &BookId) -> Problem {
    let Problem::Faulty(faults) = problem else { return problem };
    let mend = |fault: &Fault| {
        let end = chart.text.len();
        let span = fault.span.start.min(end)..fault.span.end.min(end);
        let (line, _) = chart.place(span.start);
        let what = fault.label.strip_prefix("expected ").unwrap_or("what is expected");
        let help = format!("write {what} in line {line} of {}, as the chart of {id} does", chart.name);
        Fault { help: fault.help.clone().or(Some(help)), span, ..fault.clone() }
    };
    let errors = faults.iter().filter(|fault| fault.severity == Severity::Error);
    Problem::Faulty(Faults::new(chart.clone(), errors.map(mend).collect()))
}
