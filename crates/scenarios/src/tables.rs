//! The games that cases are played on: books with a table's own settings and one schedule, each made once.

use std::collections::HashMap;
use std::sync::Arc;

use books::rates::{RatesFile, Schedule};
use books::read::Source;
use books::{Book, BookId, Problem, Rules, Shelf};

use crate::format::{RuleChanges, Scenario};
use crate::play::{blackjack, double_hand, pan, poker, three_card};
use crate::report::Report;

/// A game ready to be played, with the book that names its clauses.
#[derive(Clone, Debug)]
pub struct Table {
    /// The book.
    pub book: Arc<Book>,
    /// The engine's view of it.
    pub game: Game,
}

macro_rules! games_of_cases {
    ($($(#[doc = $words:literal])* $Family:ident: $folder:ident ($Game:ident, $Round:ident, $Report:ident);)+) => {
        /// The engine's view of a book, by family.
        #[derive(Clone, Debug)]
        pub enum Game {
            $($(#[doc = $words])* $Family(Arc<$folder::CaseGame>),)+
        }

        /// A book ready for cases; nothing if no case can be played for its family yet.
        fn game_of(rules: &Rules, schedule: Option<Schedule>) -> Option<Game> {
            match rules {
                $(Rules::$Family(rules) => Some(Game::$Family(Arc::new($folder::ready(rules, schedule)))),)+
            }
        }

        impl Table {
            /// Plays a case of a round or a hand.
            pub(crate) fn play(&self, scenario: &Scenario, report: &mut Report) {
                match &self.game {
                    $(Game::$Family(game) => $folder::play(scenario, &self.book, game, report),)+
                }
            }

            /// Whether a case may say that a human deals, with cards unseen.
            pub(crate) fn deals_unseen(&self) -> bool {
                match &self.game { $(Game::$Family(_) => $folder::DEALS_UNSEEN,)+ }
            }
        }
    };
}

games::families!(games_of_cases);

/// All games that were asked for, so that thousands of cases of one book read it once.
pub struct Tables {
    shelf: Arc<Shelf>,
    made: HashMap<(String, String, String, String), Result<Table, Problem>>,
    shelves: HashMap<(String, String, String), Arc<Shelf>>,
}

impl Tables {
    /// Tables of the books on a shelf.
    #[must_use]
    pub fn new(shelf: Shelf) -> Tables {
        Tables { shelf: Arc::new(shelf), made: HashMap::new(), shelves: HashMap::new() }
    }

    /// The shelf.
    #[must_use]
    pub fn shelf(&self) -> &Shelf {
        &self.shelf
    }

    /// The shelf with the books as a case sets them.
    ///
    /// # Errors
    /// When a changed file cannot be had.
    pub fn shelf_for(&mut self, scenario: &Scenario) -> Result<Arc<Shelf>, Problem> {
        if scenario.rules.is_none() && scenario.rates.is_none() {
            return Ok(Arc::clone(&self.shelf));
        }
        let key = (scenario.book.clone(), format!("{:?}", scenario.rules), format!("{:?}", scenario.rates));
        if let Some(shelf) = self.shelves.get(&key) {
            return Ok(Arc::clone(shelf));
        }
        let shelf = Arc::new(self.changed_shelf(scenario)?);
        self.shelves.insert(key, Arc::clone(&shelf));
        Ok(shelf)
    }

    fn changed_shelf(&self, scenario: &Scenario) -> Result<Shelf, Problem> {
        let mut shelf = (*self.shelf).clone();
        let id = shelf.find(&scenario.book)?;
        if let Some(changes) = &scenario.rules {
            let path = format!("{}/{}.toml", id.house, id.game);
            shelf = shelf.with_file(&path, changed(book_file(&self.shelf, &id)?, changes)?);
        }
        if let Some(changes) = &scenario.rates {
            let file = shelf.book(&id)?.header().rates.clone();
            let path = format!("{}/rates/{file}.toml", id.house);
            if let Some(source) = self.shelf.file(&path) {
                shelf = shelf.with_file(&path, changed(source, changes)?);
            }
        }
        Ok(shelf)
    }

    /// The game of a case.
    ///
    /// # Errors
    /// When the book, a changed rule or the schedule cannot be had.
    pub fn table(&mut self, scenario: &Scenario) -> Result<Table, Problem> {
        let schedule = scenario.schedule.as_ref().map_or("", |handle| handle.0.as_str());
        let rules = format!("{:?}", scenario.rules);
        let rates = format!("{:?}", scenario.rates);
        let key = (scenario.book.clone(), schedule.to_owned(), rules, rates);
        if let Some(made) = self.made.get(&key) {
            return made.clone();
        }
        let made = make(&self.shelf, scenario, schedule);
        self.made.insert(key, made.clone());
        made
    }
}

fn make(shelf: &Shelf, scenario: &Scenario, schedule: &str) -> Result<Table, Problem> {
    let id = shelf.find(&scenario.book)?;
    let book = match &scenario.rules {
        None => shelf.book(&id)?,
        Some(changes) => shelf.read_book(&id, &changed(book_file(shelf, &id)?, changes)?)?,
    };
    let schedule = if schedule.is_empty() {
        None
    } else {
        Some(find_schedule(shelf, &book, schedule, scenario.rates.as_ref())?)
    };
    let game = game_of(&book.rules, schedule)
        .ok_or_else(|| Problem::Missing(format!("{id}: no scenario can be played for this family yet")))?;
    Ok(Table { book: Arc::new(book), game })
}

/// A file with some of its values set otherwise.
fn changed(source: &Source, changes: &RuleChanges) -> Result<Source, Problem> {
    let mut table: toml::Table =
        source.text.parse().map_err(|error| Problem::Unreadable(format!("{}: {error}", source.name)))?;
    for (key, value) in &changes.0 {
        set(&mut table, key, value.clone())
            .ok_or_else(|| Problem::Missing(format!("{} has no section for \"{key}\"", source.name)))?;
    }
    Ok(Source::new(format!("{} with changes", source.name), table.to_string()))
}

fn book_file<'a>(shelf: &'a Shelf, id: &BookId) -> Result<&'a Source, Problem> {
    let path = format!("{}/{}.toml", id.house, id.game);
    shelf.file(&path).ok_or_else(|| Problem::Missing(format!("there is no book {id}")))
}

/// Sets the value at a path such as "natural.pays" or "bonuses.1.pays", where lists count from 1.
pub(crate) fn set(table: &mut toml::Table, key: &str, value: toml::Value) -> Option<()> {
    let Some((section, rest)) = key.split_once('.') else {
        table.insert(key.to_owned(), value);
        return Some(());
    };
    match table.get_mut(section)? {
        toml::Value::Table(inner) => set(inner, rest, value),
        toml::Value::Array(items) => {
            let (place, rest) = rest.split_once('.').unwrap_or((rest, ""));
            let item = items.get_mut(place.parse::<usize>().ok()?.checked_sub(1)?)?;
            match item {
                toml::Value::Table(inner) if !rest.is_empty() => set(inner, rest, value),
                item if rest.is_empty() => {
                    *item = value;
                    Some(())
                }
                _ => None,
            }
        }
        _ => None,
    }
}

fn find_schedule(
    shelf: &Shelf,
    book: &Book,
    handle: &str,
    changes: Option<&RuleChanges>,
) -> Result<Schedule, Problem> {
    let (house, file) = (&book.id.house, &book.header().rates);
    let path = format!("{house}/rates/{file}.toml");
    let missing = || Problem::Missing(format!("{} has no collection schedules ({path})", book.id));
    let source = shelf.file(&path).ok_or_else(missing)?;
    let rates = match changes {
        None => RatesFile::read(source, &book.clauses)?.value,
        Some(changes) => RatesFile::read(&changed(source, changes)?, &book.clauses)?.value,
    };
    let schedule = rates.find(&book.id.game, handle);
    schedule.map(|schedule| rates.at_table(&book.id.game, schedule)).ok_or_else(|| {
        let handles: Vec<&str> =
            rates.schedules(&book.id.game).map(|schedule| schedule.handle.as_str()).collect();
        Problem::Missing(format!("{} has no schedule \"{handle}\"; it has {}", book.id, handles.join(", ")))
    })
}
