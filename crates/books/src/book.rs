//! A book: one game as one house plays it.

use std::fmt;
use std::sync::Arc;

use toml::de::DeTable;

use crate::blackjack::{self, BlackjackRules};
use crate::double_hand::{self, DoubleHandRules};
use crate::header::{Family, Header};
use crate::pan::{self, PanRules};
use crate::poker::{self, PokerRules};
use crate::rates::{Fees, RatesFile};
use crate::read::{Citation, Fault, Faults, Read, Reader, Section, Source, Value, read_source};
use crate::three_card::{self, ThreeCardRules};
use crate::{Clause, ClauseIndex};

/// The rules of a book, by family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rules {
    /// No Bust and Pure 21.5 blackjack.
    Blackjack(Box<BlackjackRules>),
    /// Hold'em, Omaha, the Pineapples and lowball.
    Poker(Box<PokerRules>),
    /// Double-hand (pai gow) poker.
    DoubleHand(Box<DoubleHandRules>),
    /// Three Card Poker with its side bets.
    ThreeCard(Box<ThreeCardRules>),
    /// Panguingue.
    Pan(Box<PanRules>),
}

impl Rules {
    /// What the book begins with.
    #[must_use]
    pub fn header(&self) -> &Header {
        match self {
            Rules::Blackjack(rules) => &rules.book,
            Rules::Poker(rules) => &rules.book,
            Rules::DoubleHand(rules) => &rules.book,
            Rules::ThreeCard(rules) => &rules.book,
            Rules::Pan(rules) => &rules.book,
        }
    }
}

/// The name of a book: its house and its game, as in "mortimers/no-bust-6".
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BookId {
    /// The folder of the house.
    pub house: String,
    /// The file of the game, without its ending.
    pub game: String,
}

impl BookId {
    /// The id of a house's game.
    pub fn new(house: impl Into<String>, game: impl Into<String>) -> BookId {
        BookId { house: house.into(), game: game.into() }
    }
}

impl fmt::Display for BookId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}/{}", self.house, self.game))
    }
}

/// One game as one house plays it: rules, clauses and what cites what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// Its name.
    pub id: BookId,
    /// Its rules.
    pub rules: Rules,
    /// The clauses it may cite.
    pub clauses: Arc<ClauseIndex>,
    /// What each key cites.
    pub citations: Vec<Citation>,
    /// Faults that did not stop it from loading.
    pub remarks: Vec<Fault>,
}

impl Book {
    /// Reads a book whose clauses are known.
    ///
    /// # Errors
    /// All faults of the file.
    pub fn read(id: BookId, source: &Source, clauses: ClauseIndex) -> Result<Book, Faults> {
        let (rules, citations, remarks) = match family(source)? {
            Family::Blackjack => {
                let reading = read_source::<BlackjackRules>(source, &clauses, blackjack::check)?;
                (Rules::Blackjack(Box::new(reading.value)), reading.citations, reading.remarks)
            }
            Family::DoubleHand => {
                let reading = read_source::<DoubleHandRules>(source, &clauses, double_hand::check)?;
                (Rules::DoubleHand(Box::new(reading.value)), reading.citations, reading.remarks)
            }
            Family::Poker => {
                let reading = read_source::<PokerRules>(source, &clauses, poker::check)?;
                (Rules::Poker(Box::new(reading.value)), reading.citations, reading.remarks)
            }
            Family::ThreeCard => {
                let reading = read_source::<ThreeCardRules>(source, &clauses, three_card::check)?;
                (Rules::ThreeCard(Box::new(reading.value)), reading.citations, reading.remarks)
            }
            Family::Pan => {
                let reading = read_source::<PanRules>(source, &clauses, pan::check)?;
                (Rules::Pan(Box::new(reading.value)), reading.citations, reading.remarks)
            }
        };
        Ok(Book { id, rules, clauses: Arc::new(clauses), citations, remarks })
    }

    /// Which clause file of the house a book says it restates, as far as the file can be made out.
    #[must_use]
    pub fn clause_file(source: &Source) -> Option<String> {
        peek(source, "clauses")
    }

    /// What the book begins with.
    #[must_use]
    pub fn header(&self) -> &Header {
        self.rules.header()
    }

    /// A fee that a poker book takes although no schedule of its rates prints it: the key, and what is missing.
    #[must_use]
    pub fn unfiled_fee(&self, rates: &RatesFile) -> Option<(&'static str, &'static str)> {
        let Rules::Poker(rules) = &self.rules else { return None };
        let prints = |is_printed: fn(&Fees) -> bool| {
            rates.schedules(&self.id.game).any(|schedule| is_printed(&schedule.fees))
        };
        let collection = &rules.collection;
        let has_pot_fees = prints(|fees| matches!(fees, Fees::Pot { .. }));
        if has_pot_fees
            && collection.ends_early.value == poker::EndsEarly::FeeA
            && !prints(|fees| matches!(fees, Fees::Pot { modified_a: Some(_), .. }))
        {
            return Some(("collection.ends_early", "no fee (a) is printed"));
        }
        if has_pot_fees
            && collection.late_bet.value != poker::LateBet::NoFee
            && !prints(|fees| matches!(fees, Fees::Pot { modified_b: Some(_), .. }))
        {
            return Some(("collection.late_bet", "no fee (b) is printed"));
        }
        if collection.jackpot.value && !prints(|fees| matches!(fees, Fees::Pot { jackpot: Some(_), .. })) {
            return Some(("collection.jackpot", "no jackpot fee is printed"));
        }
        None
    }

    /// The name of a clause as this book cites it.
    #[must_use]
    pub fn clause_name(&self, clause: Clause) -> &str {
        self.clauses.name(clause)
    }
}

/// A text of the `[book]` section, before anything is known about the file.
fn peek(source: &Source, key: &str) -> Option<String> {
    let (document, _) = DeTable::parse_recoverable(&source.text);
    let book = document.get_ref().get("book")?.get_ref().as_table()?.get(key)?;
    book.get_ref().as_str().map(str::to_owned)
}

/// The family a file says it belongs to; without one nothing else in it can be understood.
fn family(source: &Source) -> Result<Family, Faults> {
    Ok(read_source::<AnyBook>(source, &ClauseIndex::default(), |_, _| ())?.value.family)
}

struct AnyBook {
    family: Family,
}

impl Read for AnyBook {
    fn expected() -> String {
        "a table with name, family, approval, clauses, rates, seats".to_owned()
    }

    fn read(value: Value<'_>, reader: &mut Reader<'_>) -> Option<AnyBook> {
        let mut file = Section::open(value, "a book", reader)?;
        let header = file.required("book", &Self::expected(), reader)?;
        let family = header.get_ref().as_table().and_then(|table| table.get("family"));
        match family {
            Some(family) => reader
                .within("book.family", family.span(), |reader| Family::read(family, reader))
                .map(|family| AnyBook { family }),
            None => {
                let fault = Fault::error(header.span(), "[book] has no key \"family\"", "missing here");
                reader.fault(fault.with_help(format!("add family = ..., {}", Family::expected())));
                None
            }
        }
    }
}
