//! Books and rates: a file is read, or refused with all its faults; what was read can be said and played.

use books::law::Date;
use books::read::Source;
use books::report::errors_of;
use books::{BookId, Shelf};
use room::{Spec, Table};

use crate::{Running, Target};

/// The rule books of the games.
pub(super) const BOOKS: Target = Target {
    name: "books",
    law: "a book is read, said, checked and opened, or refused in words",
    begin: || {
        begin(|path| !path.contains("/rates/") && !path.ends_with("/house.toml") && !path.starts_with("law/"))
    },
};

/// The collection schedules.
pub(super) const RATES: Target = Target {
    name: "rates",
    law: "schedules are read, checked and opened under, or refused in words",
    begin: || begin(|path| path.contains("/rates/")),
};

/// A file is an input under its path, which stands in its first line.
fn begin(is_wanted: fn(&str) -> bool) -> Running {
    let shelf = Shelf::filed();
    let houses: Vec<String> = shelf.houses().map(str::to_owned).collect();
    let files = houses.iter().flat_map(|house| shelf.files_in(house));
    let corpus = files
        .filter(|(path, _)| is_wanted(path))
        .map(|(path, source)| format!("# {path}\n{}", source.text).into_bytes())
        .collect();
    Running { corpus, take: Box::new(move |input| take(&shelf, input)) }
}

fn take(shelf: &Shelf, input: &[u8]) -> u32 {
    let text = String::from_utf8_lossy(input);
    let path = text.lines().next().and_then(|line| line.strip_prefix("# ")).unwrap_or_default();
    let Some((house, rest)) = path.split_once('/') else { return 0 };
    if !shelf.houses().any(|known| known == house) {
        return 0;
    }
    let source = Source::new(path, text.as_ref());
    let is_rates = rest.starts_with("rates/");
    if !is_rates {
        let id = BookId::new(house, rest.trim_end_matches(".toml"));
        match shelf.read_book(&id, &source) {
            Err(problem) => {
                assert!(!problem.to_string().is_empty(), "a fault without words");
                return 1;
            }
            Ok(book) => {
                let said = book.sentences().into_iter().flat_map(|heading| heading.sentences);
                assert!(
                    said.filter(|sentence| sentence.text.trim().is_empty()).count() == 0,
                    "an empty sentence"
                );
            }
        }
    }
    let changed = shelf.with_file(path, source);
    let ids: Vec<BookId> = changed.ids().filter(|id| id.house == house).collect();
    let id = match ids.iter().find(|id| !is_rates && id.game == rest.trim_end_matches(".toml")) {
        Some(id) => id,
        None if is_rates && !ids.is_empty() => &ids[text.len() % ids.len()],
        None => return 1,
    };
    let found = errors_of(&changed, id, None, Date::at(1_790_000_000_000));
    assert!(found.iter().all(|found| !found.what.is_empty()), "an error without words");
    match Spec::practice(&changed, &id.to_string()) {
        Err(fault) => {
            assert!(!fault.to_string().is_empty(), "a refusal without words");
            2
        }
        Ok(spec) => {
            assert!(Table::open_despite_faults(&changed, 1, &spec).is_ok(), "what is ready opens");
            3
        }
    }
}
