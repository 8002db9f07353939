//! All books at hand: those that come with the program, and those of a person's own folder.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use rust_embed::RustEmbed;

use crate::book::{Book, BookId};
use crate::house::{Hours, House};
use crate::kept::Kept;
use crate::law::LawPack;
use crate::rates::{RatesFile, Schedule};
use crate::read::{Faults, Reading, Source, nearest};
use crate::{ClauseFile, ClauseIndex};

#[derive(RustEmbed)]
#[folder = "../../books"]
#[include = "*.toml"]
struct FiledBooks;

#[derive(RustEmbed)]
#[folder = "../../clauses"]
#[include = "*.toml"]
struct FiledClauses;

/// Why a book or its files cannot be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// There is no such thing; the text says what to do.
    Missing(String),
    /// A file cannot be opened; the text says why.
    Unreadable(String),
    /// A file has faults.
    Faulty(Faults),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Missing(text) | Problem::Unreadable(text) => f.write_str(text),
            Problem::Faulty(faults) => faults.fmt(f),
        }
    }
}

impl std::error::Error for Problem {}

impl From<Faults> for Problem {
    fn from(faults: Faults) -> Problem {
        Problem::Faulty(faults)
    }
}

/// Whether the file of a house has hours, however wrong the rest of it may be.
fn speaks_of_hours(source: &Source) -> bool {
    source
        .text
        .lines()
        .any(|line| line.trim_start().trim_start_matches('[').trim_start().starts_with("hours"))
}

/// The files of all books, clauses and schedules, by their path such as "mortimers/no-bust-6.toml".
#[derive(Clone, Debug)]
pub struct Shelf {
    books: BTreeMap<String, Source>,
    clauses: BTreeMap<String, Source>,
    kept: Kept,
}

impl Shelf {
    /// The filed books that come with the program.
    #[must_use]
    pub fn filed() -> Shelf {
        let (books, clauses) = (embedded::<FiledBooks>("books"), embedded::<FiledClauses>("clauses"));
        Shelf { books, clauses, kept: Kept::default() }
    }

    /// A shelf with nothing on it.
    #[must_use]
    pub fn empty() -> Shelf {
        Shelf { books: BTreeMap::new(), clauses: BTreeMap::new(), kept: Kept::default() }
    }

    /// A shelf of texts that were kept with a log, by their paths as [`Shelf::texts_of`] gives them.
    #[must_use]
    pub fn of_texts(texts: impl IntoIterator<Item = (String, String)>) -> Shelf {
        let mut shelf = Shelf::empty();
        for (path, text) in texts {
            match path.strip_prefix("clauses/") {
                Some(rest) => shelf.clauses.insert(rest.to_owned(), Source::kept(path.clone(), text)),
                None => shelf.books.insert(path.clone(), Source::kept(format!("books/{path}"), text)),
            };
        }
        shelf
    }

    /// Everything a table of that book plays by: the house, the book, its rates and the house's clauses, whose paths
    /// begin with "clauses/".
    #[must_use]
    pub fn texts_of<'a>(&'a self, id: &'a BookId) -> BTreeMap<String, &'a str> {
        let (house, rates) = (&id.house, format!("{}/rates/", id.house));
        let own = [format!("{house}/house.toml"), format!("{house}/{}.toml", id.game)];
        let books = self
            .files_in(house)
            .filter(|(path, _)| path.starts_with(&rates) || own.iter().any(|own| own == path));
        let books = books.map(|(path, source)| (path.to_owned(), source.text.as_str()));
        let clauses = self.clause_files_of(house);
        books.chain(clauses.map(|(path, source)| (format!("clauses/{path}"), source.text.as_str()))).collect()
    }

    /// Adds the books of a folder; a file of the same path replaces the one that was there.
    /// The folder holds `HOUSE/GAME.toml`, `HOUSE/rates/*.toml`, and may hold `clauses/HOUSE/GAME.toml` and `scenarios`.
    ///
    /// # Errors
    /// When the folder or a file in it cannot be read.
    pub fn add_folder(&mut self, folder: &Path) -> Result<(), Problem> {
        if !folder.is_dir() {
            return Err(Problem::Unreadable(format!("{}: is not a folder of books", folder.display())));
        }
        self.kept = Kept::default();
        for path in toml_files(folder)? {
            let source = Source::open(&path).map_err(Problem::Unreadable)?;
            let relative = path.strip_prefix(folder).unwrap_or(&path);
            let name = relative.to_string_lossy().replace('\\', "/");
            match name.split_once('/') {
                // Worked cases may lie beside the books they are about.
                Some(("scenarios", _)) => None,
                Some(("clauses", rest)) => self.clauses.insert(rest.to_owned(), source),
                _ => self.books.insert(name, source),
            };
        }
        Ok(())
    }

    /// The same shelf with one file of the books put in the place of another, or added.
    #[must_use]
    pub fn with_file(&self, path: &str, source: Source) -> Shelf {
        let mut shelf = self.clone();
        shelf.books.insert(path.to_owned(), source);
        shelf
    }

    /// The same shelf, where whatever reads is taken as it is: contradictions that the check tells do not hinder, and of
    /// a file of schedules those that make no sense are left out. For tables that are opened despite them.
    #[must_use]
    pub fn despite_faults(&self) -> Shelf {
        let mut shelf = self.clone();
        shelf.books.values_mut().for_each(|source| source.is_kept = true);
        shelf
    }

    /// Adds the files of one house below a folder, with its clauses if they are there too.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn add_house(&mut self, folder: &Path, house: &str) -> Result<(), Problem> {
        self.kept = Kept::default();
        for path in toml_files(&folder.join(house))? {
            let source = Source::open(&path).map_err(Problem::Unreadable)?;
            let relative = path.strip_prefix(folder).unwrap_or(&path);
            self.books.insert(relative.to_string_lossy().replace('\\', "/"), source);
        }
        let clauses = folder.join("clauses").join(house);
        if clauses.is_dir() {
            for path in toml_files(&clauses)? {
                let source = Source::open(&path).map_err(Problem::Unreadable)?;
                let file =
                    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                self.clauses.insert(format!("{house}/{file}"), source);
            }
        }
        Ok(())
    }

    /// The names of all books, house by house.
    pub fn ids(&self) -> impl Iterator<Item = BookId> + '_ {
        self.books.keys().filter_map(|path| {
            let (house, file) = path.strip_suffix(".toml")?.split_once('/')?;
            let is_game = !file.contains('/') && file != "house" && house != "law";
            is_game.then(|| BookId::new(house, file))
        })
    }

    /// The names of all houses.
    pub fn houses(&self) -> impl Iterator<Item = &str> {
        self.books.keys().filter_map(|path| path.strip_suffix("/house.toml"))
    }

    /// The clause files that belong to no single book but to the house, each with its house.
    pub fn house_files(&self) -> impl Iterator<Item = (&str, &str)> {
        let restated: Vec<(String, String)> = self
            .ids()
            .filter_map(|id| {
                let source = self.books.get(&format!("{}/{}.toml", id.house, id.game))?;
                Some((id.house, Book::clause_file(source)?))
            })
            .collect();
        let files = self.clauses.keys().filter_map(|path| path.strip_suffix(".toml")?.split_once('/'));
        files.filter(move |(house, file)| !restated.iter().any(|(of, own)| of == house && own == file))
    }

    /// What a house says about itself.
    ///
    /// # Errors
    /// When there is no such house or its files have faults; the sentence names the nearest.
    pub fn house(&self, name: &str) -> Result<House, Problem> {
        let Some(source) = self.books.get(&format!("{name}/house.toml")) else {
            let known: Vec<&str> = self.houses().collect();
            let hint = match nearest(name, &known) {
                Some(near) => format!("did you mean {near}?"),
                None => format!("there are {}", known.join(", ")),
            };
            return Err(Problem::Missing(format!("there is no house \"{name}\"; {hint}")));
        };
        self.kept.house(name, || self.read_house(name, source).map(|reading| reading.value))
    }

    /// The hours of a house, also on a shelf that holds only some of its books; none where its file speaks of none.
    ///
    /// # Errors
    /// When the file of the house speaks of hours and cannot be read, so that nobody knows them.
    pub fn hours(&self, name: &str) -> Result<Vec<Hours>, Problem> {
        let Some(source) = self.books.get(&format!("{name}/house.toml")) else { return Ok(Vec::new()) };
        match House::read_alone(source, &self.clauses(name, None)?) {
            Ok(house) => Ok(house.hours.unwrap_or_default()),
            Err(_) if !speaks_of_hours(source) => Ok(Vec::new()),
            Err(faults) => Err(faults.into()),
        }
    }

    /// Reads a house from a file that need not stand on this shelf.
    ///
    /// # Errors
    /// When the file or a clause file has faults.
    pub fn read_house(&self, name: &str, source: &Source) -> Result<Reading<House>, Problem> {
        let games: Vec<String> = self.ids().filter(|id| id.house == name).map(|id| id.game).collect();
        Ok(House::read(source, &self.clauses(name, None)?, &games)?)
    }

    /// The law packs, by the names of their files.
    ///
    /// # Errors
    /// When one of them has faults.
    pub fn laws(&self) -> Result<Vec<(String, LawPack)>, Problem> {
        self.files_in("law")
            .map(|(path, source)| {
                let name = path.trim_start_matches("law/").trim_end_matches(".toml").to_owned();
                Ok((name, LawPack::read(source)?))
            })
            .collect()
    }

    /// The texts of the law packs, by their paths.
    pub fn law_texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files_in("law").map(|(path, source)| (path, source.text.as_str()))
    }

    /// The file of a book's collection schedules; nothing if the book names none.
    ///
    /// # Errors
    /// When the file is missing or has faults.
    pub fn rates(&self, book: &Book) -> Result<Option<Reading<RatesFile>>, Problem> {
        let name = &book.header().rates;
        if name.is_empty() {
            return Ok(None);
        }
        let (id, path) = (&book.id, format!("{}/rates/{name}.toml", book.id.house));
        let Some(source) = self.books.get(&path) else {
            return Err(Problem::Missing(format!(
                "{id}: its rates are \"{name}\", but there is no file {path}; add it, or write rates = \"\""
            )));
        };
        let reading = self.kept.rates(book, || Ok(RatesFile::read(source, &book.clauses)?))?;
        if !reading.value.serves(&id.game) {
            return Err(Problem::Missing(format!(
                "{}: no table in it is for {}; add \"{}\" to the games of one",
                source.name, id, id.game
            )));
        }
        if !source.is_kept
            && let Some((key, what)) = book.unfit_rates(&reading.value)
        {
            return Err(Problem::Missing(format!("{id}: {key}: {what} in {path}; let the two agree")));
        }
        Ok(Some(reading))
    }

    /// A schedule of a book by the name a person wrote.
    ///
    /// # Errors
    /// When the book has none of that name; the sentence names the nearest.
    pub fn schedule(&self, book: &Book, handle: &str) -> Result<Schedule, Problem> {
        let Some(rates) = self.rates(book)? else {
            return Err(Problem::Missing(format!("{} has no collection schedules", book.id)));
        };
        let (rates, game) = (rates.value, &book.id.game);
        if let Some(schedule) = rates.find(game, handle) {
            return Ok(schedule.clone());
        }
        let number: Option<u16> = handle.parse().ok();
        let same: Vec<&str> = rates
            .schedules(game)
            .filter(|schedule| number.is_some() && schedule.option == number)
            .map(|schedule| schedule.handle.as_str())
            .collect();
        if !same.is_empty() {
            let (id, names) = (&book.id, same.join(" and "));
            return Err(Problem::Missing(format!(
                "the number {handle} is that of {names} in {id}; name one of them"
            )));
        }
        let handles: Vec<&str> = rates.schedules(game).map(|schedule| schedule.handle.as_str()).collect();
        let hint = match (nearest(handle, &handles), handles.len()) {
            (_, count) if count <= 12 => format!("it has {}", handles.join(", ")),
            (Some(near), _) => format!("did you mean {near}? `cardroom rates {}` lists them", book.id),
            (None, _) => format!("`cardroom rates {}` lists them", book.id),
        };
        Err(Problem::Missing(format!("{} has no schedule \"{handle}\"; {hint}", book.id)))
    }

    /// The schedule of that handle as a table opens under it, with the fees of every number of players.
    ///
    /// # Errors
    /// As [`Shelf::schedule`].
    pub fn table_schedule(&self, book: &Book, handle: &str) -> Result<Schedule, Problem> {
        let schedule = self.schedule(book, handle)?;
        let rates = self.rates(book)?;
        Ok(rates.map_or_else(|| schedule.clone(), |rates| rates.value.at_table(&book.id.game, &schedule)))
    }

    /// The id that a person wrote, if there is such a book.
    ///
    /// # Errors
    /// When there is none; the sentence names the nearest.
    pub fn find(&self, name: &str) -> Result<BookId, Problem> {
        let known: Vec<String> = self.ids().map(|id| id.to_string()).collect();
        if let Some(id) = self.ids().find(|id| id.to_string() == name) {
            return Ok(id);
        }
        let names: Vec<&str> = known.iter().map(String::as_str).collect();
        let same_game: Vec<&str> = names
            .iter()
            .copied()
            .filter(|id| id.split_once('/').is_some_and(|(_, game)| game == name))
            .collect();
        let hint = match (same_game.is_empty(), nearest(name, &names)) {
            (false, _) => format!("did you mean {}?", same_game.join(" or ")),
            (true, Some(near)) => format!("did you mean {near}?"),
            (true, None) => "`cardroom books` lists them".to_owned(),
        };
        Err(Problem::Missing(format!("there is no book \"{name}\"; {hint}")))
    }

    /// A file of the books, by its path such as "mortimers/rates/no-bust-6.toml".
    #[must_use]
    pub fn file(&self, path: &str) -> Option<&Source> {
        self.books.get(path)
    }

    /// The paths of all files below a folder such as "mortimers/rates".
    pub fn files_in<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = (&'a str, &'a Source)> {
        self.books.iter().filter_map(move |(path, source)| {
            path.strip_prefix(folder)?.strip_prefix('/').map(|_| (path.as_str(), source))
        })
    }

    /// The clause files of a house, by path.
    pub fn clause_files_of<'a>(&'a self, house: &'a str) -> impl Iterator<Item = (&'a str, &'a Source)> {
        self.clauses.iter().filter_map(move |(path, source)| {
            path.strip_prefix(house)?.strip_prefix('/').map(|_| (path.as_str(), source))
        })
    }

    /// Reads a book with the clauses it may cite.
    ///
    /// # Errors
    /// When there is no such book or its files have faults.
    pub fn book(&self, id: &BookId) -> Result<Book, Problem> {
        let path = format!("{}/{}.toml", id.house, id.game);
        let source =
            self.books.get(&path).ok_or_else(|| Problem::Missing(format!("there is no book {id}")))?;
        self.kept.book(id, || self.read_book(id, source))
    }

    /// Reads a book from a file that need not stand on this shelf.
    ///
    /// # Errors
    /// When the file or a clause file has faults.
    pub fn read_book(&self, id: &BookId, source: &Source) -> Result<Book, Problem> {
        let own = Book::clause_file(source);
        let clauses = self.clauses(&id.house, own.as_deref())?;
        Ok(Book::read(id.clone(), source, clauses)?)
    }

    /// The clauses of a house: all as `file/id`, those of one game by their plain id too.
    ///
    /// # Errors
    /// When a clause file has faults.
    pub fn clauses(&self, house: &str, own: Option<&str>) -> Result<ClauseIndex, Problem> {
        self.kept.clauses(house, own, || self.read_clauses(house, own))
    }

    fn read_clauses(&self, house: &str, own: Option<&str>) -> Result<ClauseIndex, Problem> {
        let mut index = ClauseIndex::default();
        let files: Vec<(&str, &Source)> = self
            .clauses
            .iter()
            .filter_map(|(path, source)| Some((path.strip_suffix(".toml")?.split_once('/')?, source)))
            .filter(|((of, _), _)| *of == house)
            .map(|((_, file), source)| (file, source))
            .collect();
        let (first, rest): (Vec<_>, Vec<_>) = files.into_iter().partition(|(file, _)| Some(*file) == own);
        for (file, source) in first.into_iter().chain(rest) {
            let prefix = if Some(file) == own { "" } else { file };
            index.add(&ClauseFile::read(source)?, prefix);
        }
        if let Some(own) = own {
            index.also_as(own);
        }
        Ok(index)
    }
}

fn embedded<E: RustEmbed>(folder: &str) -> BTreeMap<String, Source> {
    E::iter()
        .filter_map(|path| {
            let file = E::get(&path)?;
            let text = String::from_utf8(file.data.into_owned()).ok()?;
            Some((path.to_string(), Source::new(format!("{folder}/{path}"), text)))
        })
        .collect()
}

fn toml_files(folder: &Path) -> Result<Vec<PathBuf>, Problem> {
    let unreadable = |error: std::io::Error| Problem::Unreadable(format!("{}: {error}", folder.display()));
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.is_dir() {
            files.extend(toml_files(&path)?);
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
