//! What the page's Odds view shows of a book: the edge of every wager, charts, and how often hands come.

mod blackjack;
mod double_hand;
mod kept;
pub(crate) mod money;
mod pan;
mod poker;
mod three_card;

pub(crate) use kept::KeptOdds;

use books::rates::Schedule;
use books::{Book, Money, Rules};
use odds::Wager;
use serde::Serialize;
use utoipa::ToSchema;

/// What a book is worth.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct OddsView {
    /// The book.
    book: String,
    /// Its name.
    name: String,
    /// What there is to know first, in sentences.
    words: Vec<String>,
    /// Every wager against a bank; none where players play for a pot.
    wagers: Vec<WagerOdds>,
    /// Charts and hit tables.
    tables: Vec<OddsTable>,
    /// How the values are found, in a sentence.
    basis: String,
    /// Whether the money of a table can be looked at.
    has_money: bool,
    /// How many seats can wager beside the bank's; 0 where there is no bank.
    players_most: u8,
    /// What may be wagered under each schedule of a book with a bank.
    limits: Vec<WagerLimits>,
}

/// What a schedule lets a seat wager.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct WagerLimits {
    schedule: String,
    is_offered: bool,
    least: Money,
    /// Nothing where it has no end.
    most: Option<Money>,
}

/// One wager, from the side of who makes it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct WagerOdds {
    /// What it is called.
    name: String,
    /// What it is worth, in wagers, or in dollars a round.
    value: f64,
    /// How often it is paid; nothing where that is not worked out.
    hit: Option<f64>,
    /// Its standard deviation; nothing where that is not worked out.
    deviation: Option<f64>,
    /// Whether value and deviation are in dollars a round, whatever is wagered.
    is_in_dollars: bool,
}

impl From<Wager> for WagerOdds {
    fn from(wager: Wager) -> WagerOdds {
        let is_in_dollars = wager.is_in_dollars();
        let (hit, deviation) = (Some(wager.hit), Some(wager.deviation));
        WagerOdds { name: wager.name, value: wager.value, hit, deviation, is_in_dollars }
    }
}

/// A table of words and figures.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct OddsTable {
    /// What it is about.
    title: String,
    /// What its letters or figures mean; empty if that is plain.
    note: String,
    /// The heads of the columns.
    head: Vec<String>,
    /// The rows, each beginning with its name.
    rows: Vec<Vec<String>>,
    /// Whether it is a chart of letters.
    is_chart: bool,
}

impl OddsTable {
    fn new(title: &str, head: &[&str], rows: Vec<Vec<String>>) -> OddsTable {
        let head = head.iter().map(|&word| word.to_owned()).collect();
        OddsTable { title: title.to_owned(), note: String::new(), head, rows, is_chart: false }
    }

    fn noted(self, note: &str) -> OddsTable {
        OddsTable { note: note.to_owned(), ..self }
    }
}

/// What a family says of a book.
#[derive(Default)]
struct Said {
    words: Vec<String>,
    wagers: Vec<WagerOdds>,
    tables: Vec<OddsTable>,
    basis: String,
    has_money: bool,
}

macro_rules! said_by_family {
    ($($(#[doc = $words:literal])* $Family:ident: $folder:ident ($Game:ident, $Round:ident, $Report:ident);)+) => {
        fn said(rules: &Rules) -> Said {
            match rules {
                $(Rules::$Family(rules) => $folder::said(rules),)+
            }
        }
    };
}

games::families!(said_by_family);

/// Works out what a book is worth; it takes up to some seconds.
fn odds_of(book: &Book, schedules: &[Schedule]) -> OddsView {
    let Said { words, wagers, tables, basis, has_money } = said(&book.rules);
    let (id, name) = (book.id.to_string(), book.header().name.clone());
    let players_most = if has_money { book.header().seats.value.saturating_sub(1) } else { 0 };
    let limits = schedules.iter().filter(|_| has_money).filter_map(limits_of).collect();
    OddsView { book: id, name, words, wagers, tables, basis, has_money, players_most, limits }
}

fn limits_of(schedule: &Schedule) -> Option<WagerLimits> {
    let limit = schedule.limit.as_ref()?;
    let (schedule, is_offered) = (schedule.handle.to_string(), schedule.offered.value);
    Some(WagerLimits { schedule, is_offered, least: limit.min, most: limit.max })
}

/// A share in percent with so many digits.
fn percent(share: f64, digits: usize) -> String {
    format!("{:.digits$}%", 100.0 * share)
}
