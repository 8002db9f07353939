//! What a notice says.

use books::Book;
use books::rates::{PriceGroup, PriceList, Schedule};
use books::structure::{Stakes, Structure};

use crate::pays;

/// A small table of what wins pay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PayTable {
    /// What it is about.
    pub title: String,
    /// A hand or wager, and what it pays.
    pub rows: Vec<(String, String)>,
}

/// Everything that stands on a table's notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sign {
    /// The name of the house.
    pub house: String,
    /// The name of the game.
    pub game: String,
    /// The state's approval number; none if the filing shows none.
    pub approval: Option<String>,
    /// The name of the schedule.
    pub schedule: String,
    /// The limit and the blinds.
    pub limit: String,
    /// Who pays the collection, and when.
    pub collection: String,
    /// The fees.
    pub fees: Vec<PriceGroup>,
    /// What wins and side bets pay.
    pub pays: Vec<PayTable>,
    /// What patrons have to be told about the player-dealer, in a game with one.
    pub player_dealer: Option<&'static str>,
}

impl Sign {
    /// What patrons of a game with a bank are told about it.
    pub const PLAYER_DEALER: &'static str = "Any player may take the player-dealer position when it is offered. \
                                             Whoever holds it can neither win nor lose more than they wager. \
                                             The house never banks.";
    /// Before what is collected, and when.
    pub const COLLECTION: &'static str = "Collection";
    /// Where people find help.
    pub const HELP: &'static str = "Is gambling a problem for you or someone you know? Call";
    /// The number to call.
    pub const HELP_LINE: &'static str = "1-800-GAMBLER";
    /// Who may play.
    pub const AGE: &'static str = "No one under 21";

    /// The notice of any table that plays a book by a schedule.
    #[must_use]
    pub fn new(book: &Book, schedule: &Schedule, house: &str) -> Sign {
        Sign::at_table(book, schedule, house, None)
    }

    /// The notice of one table, with the limit and the blinds that it plays for, in poker.
    #[must_use]
    pub fn at_table(book: &Book, schedule: &Schedule, house: &str, stakes: Option<&Stakes>) -> Sign {
        let header = book.header();
        let list = PriceList::charged(book, schedule);
        let is_banked = book.rules.face().banked().is_some();
        Sign {
            house: house.to_owned(),
            game: header.name.clone(),
            approval: (!header.approval.is_empty()).then(|| header.approval.clone()),
            schedule: schedule.handle.to_string(),
            limit: stakes.map_or_else(|| capital(&list.limit), |stakes| capital(&stakes_words(stakes))),
            collection: schedule.sentence(),
            fees: list.groups,
            pays: pays::tables(&book.rules, schedule, stakes),
            player_dealer: is_banked.then_some(Sign::PLAYER_DEALER),
        }
    }

    /// Says on its face that no table may post it: the check finds errors in the book.
    pub fn mark(&mut self) {
        self.game = format!("NOT TO BE POSTED: {}", self.game);
    }

    /// The line that names the approval and the schedule.
    #[must_use]
    pub fn filed(&self) -> String {
        match &self.approval {
            Some(number) => format!("Approval {number}  \u{b7}  Schedule {}", self.schedule),
            None => format!("Schedule {}", self.schedule),
        }
    }
}

/// The limit and the blinds of one table.
fn stakes_words(stakes: &Stakes) -> String {
    let blinds: Vec<String> = [stakes.button_blind, stakes.small_blind, stakes.big_blind]
        .iter()
        .filter(|blind| !blind.is_zero())
        .map(ToString::to_string)
        .collect();
    let structure = stakes.structure.word();
    let bets = match stakes.structure {
        Structure::Limit | Structure::Spread => format!("{structure} {} - {}", stakes.low, stakes.high),
        Structure::PotLimit | Structure::NoLimit => structure.to_owned(),
    };
    match blinds.as_slice() {
        [] => bets,
        [only] => format!("{bets}, blind {only}"),
        [first @ .., last] => format!("{bets}, blinds {} and {last}", first.join(", ")),
    }
}

pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
