//! The tables that are played: the nine books as filed, and with options that a house may switch on.

use std::sync::Arc;

use books::blackjack::BlackjackRules;
use books::rates::{RatesFile, Schedule};
use books::{Rules as BookRules, Shelf};
use games::blackjack::Game;

use crate::rules::{self, Rules};

/// The nine blackjack books.
pub(crate) const BOOKS: [&str; 9] = [
    "mortimers/no-bust-2003",
    "mortimers/pure-21-5",
    "mortimers/no-bust-6",
    "mortimers/no-bust-6-buster",
    "ven-a-mexico/no-bust-4-01",
    "marina/no-bust-joker",
    "marina/pure-21-5",
    "marina/no-bust-buster",
    "players-club/no-bust-5",
];

/// A game to play: the engine's with every schedule of the book and with none, and the model's.
pub(crate) struct Table {
    pub name: String,
    pub games: Vec<Arc<Game>>,
    pub model: Rules,
}

/// Changes a book and the model of it in the same way.
pub(crate) type Change = fn(&mut BlackjackRules, &mut Rules);

impl Table {
    pub(crate) fn new(book: &str, option: &str, change: Change) -> Table {
        let shelf = Shelf::filed();
        let id = shelf.find(book).expect("a filed book");
        let filed = shelf.book(&id).expect("a book without faults");
        let BookRules::Blackjack(rules) = &filed.rules else { panic!("{book} is no blackjack") };
        let path = format!("{}/rates/{}.toml", id.house, filed.header().rates);
        let rates = shelf.file(&path).expect("schedules are filed");
        // One table of rates may serve several games, so it names every clause by its file.
        let clauses = shelf.clauses(&id.house, None).expect("clauses without faults");
        let rates = RatesFile::read(rates, &clauses).expect("rates without faults").value;

        let mut changed = (**rules).clone();
        let mut model = rules::of(book);
        change(&mut changed, &mut model);
        let schedules = rates.schedules(&id.game).cloned().map(Some).chain([None]);
        let game = |schedule: Option<Schedule>| Arc::new(Game { rules: changed.clone(), schedule });
        let name = if option.is_empty() { book.to_owned() } else { format!("{book} with {option}") };
        Table { name, games: schedules.map(game).collect(), model }
    }

    pub(crate) fn filed(book: &str) -> Table {
        Table::new(book, "", |_, _| {})
    }
}
