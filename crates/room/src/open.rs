//! What table is to be opened, and what the book says to it.

use std::fmt;
use std::sync::Arc;

use books::rates::{PriceList, Schedule};
use books::structure::{CollectionKind, StakesFault, Structure};
use books::{Book, Clause, Money, Problem, Rule, Shelf};
use games::face::{Asked, NotReady};
use games::round::Game;
use serde::{Deserialize, Serialize};

use crate::command::AMOUNT_MOST;
use crate::shoe::LastingShoe;
use crate::table::Table;
use crate::{TableId, Told};

/// Where the cards come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Dealer {
    /// A committed shuffle, proven when the round is over.
    #[default]
    Shuffler,
    /// A human dealer enters the cards of a real deck.
    Entered,
}

/// How long people have, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct Pace {
    /// To take or pass the bank.
    pub offer_ms: i64,
    /// To put down wagers.
    pub wager_ms: i64,
    /// To choose.
    pub turn_ms: i64,
    /// Between two rounds.
    pub between_ms: i64,
    /// How much longer between two rounds for each thing that happened in one go at the end of one: a card turned up or
    /// drawn, a hand shown, a wager settled. Tables opened before there was such a rest have none.
    #[serde(default)]
    pub reading_ms: i64,
    /// To take a seat that came free, for the first on the waiting list.
    pub seat_ms: i64,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace {
            offer_ms: 20_000,
            wager_ms: 20_000,
            turn_ms: 30_000,
            between_ms: 3_000,
            reading_ms: 250,
            seat_ms: 60_000,
        }
    }
}

impl Pace {
    /// The times that a table may be opened with, in milliseconds: those people need to act, and a month.
    const LEAST: i64 = 100;
    const MOST: i64 = 31 * 24 * 3_600_000;

    fn is_sane(&self) -> bool {
        let acting = [self.offer_ms, self.wager_ms, self.turn_ms, self.seat_ms];
        acting.iter().all(|time| (Pace::LEAST..=Pace::MOST).contains(time))
            && [self.between_ms, self.reading_ms].iter().all(|time| (0..=Pace::MOST).contains(time))
    }
}

/// A table to be opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Spec {
    /// The book, such as "mortimers/no-bust-6".
    pub book: String,
    /// The collection schedule; nothing for a table that charges nothing.
    #[serde(default)]
    pub schedule: Option<String>,
    /// Where the cards come from.
    #[serde(default)]
    pub dealer: Dealer,
    /// Whether guests may sit and bots fill the seats.
    #[serde(default)]
    pub is_practice: bool,
    /// Whether the house turns on a game that it keeps closed until asked.
    #[serde(default)]
    pub is_turned_on: bool,
    /// Whether the floor opens the table although the check finds errors.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub despite_errors: bool,
    /// Whether rounds go on when only bots are seated.
    #[serde(default)]
    pub plays_alone: bool,
    /// How long people have.
    #[serde(default)]
    pub pace: Pace,
    /// The way of betting, in poker, where the schedule leaves a choice.
    #[serde(default)]
    pub structure: Option<Structure>,
    /// The limit, in poker, where the schedule leaves a choice: lower and upper figure in cents.
    #[serde(default)]
    pub limit: Option<(i64, i64)>,
    /// The blinds, in poker, where the schedule leaves a choice: small and big in cents.
    #[serde(default)]
    pub blinds: Option<(i64, i64)>,
    /// How many chips each player puts up before the deal, in Pan; the book's usual number if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tops: Option<u8>,
    /// How many decks the shoe holds, within what the book allows; its usual number if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decks: Option<u8>,
    /// A shoe from which many rounds are dealt; if left out, every round is shuffled afresh.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shoe: Option<LastingShoe>,
    /// Whether a human dealer leads the table: settlements are walked through payment by payment, and no clock chooses for
    /// anybody unless the floor lets it run.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_hand: bool,
    /// Whether what the staff do is bounded: corrections by their round, chips out of a wallet by its owner's word, steps
    /// taken back one by one. The room sets it; tables that earlier programs opened have no such bounds.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_bounded: bool,
    /// Whether the table says so before the house closes. The room sets it; tables that earlier programs opened say nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub warns_of_closing: bool,
    /// Whether a human dealer is led through all of a round: the cards that are drawn for the first button are entered, every
    /// payment of a banked round is walked through, and a beginning is the floor's to take back once cards were seen. The room sets it; tables that earlier programs opened lead less.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_led: bool,
    /// Whether hands that are settled one by one are paid before the next is turned up, and a correction names only boxes that
    /// the table fills. The room sets it; tables that earlier programs opened do neither.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_strict: bool,
    /// The least buy-in in cents, where the book does not set one.
    #[serde(default)]
    pub buy_in_least: Option<i64>,
    /// The largest buy-in in cents, if there is one.
    #[serde(default)]
    pub buy_in_most: Option<i64>,
}

impl Spec {
    /// A table of a book without fees, dealt by the shuffler.
    #[must_use]
    pub fn of(book: &str) -> Spec {
        Spec {
            book: book.to_owned(),
            schedule: None,
            dealer: Dealer::Shuffler,
            is_practice: false,
            is_turned_on: false,
            despite_errors: false,
            plays_alone: false,
            pace: Pace::default(),
            structure: None,
            limit: None,
            blinds: None,
            tops: None,
            decks: None,
            shoe: None,
            by_hand: false,
            is_bounded: true,
            warns_of_closing: true,
            is_led: true,
            is_strict: true,
            buy_in_least: None,
            buy_in_most: None,
        }
    }

    /// What of it cannot be, whatever the book says.
    fn check(&self, book: &Book) -> Result<(), &'static str> {
        let is_amount = |amount: i64| (0..=AMOUNT_MOST.in_cents()).contains(&amount);
        let pairs = [self.limit, self.blinds].into_iter().flatten();
        let amounts = pairs.flat_map(|(low, high)| [low, high]);
        let mut amounts = amounts.chain([self.buy_in_least, self.buy_in_most].into_iter().flatten());
        let has_stakes = !book.rules.face().structures().is_empty();
        if !self.pace.is_sane() {
            Err("people have a tenth of a second to a month to act")
        } else if !amounts.all(is_amount) {
            Err("limits, blinds and buy-ins are amounts in cents, nothing or more")
        } else if self.buy_in_least.zip(self.buy_in_most).is_some_and(|(least, most)| most < least) {
            Err("the largest buy-in is below the least")
        } else if !has_stakes && (self.structure.is_some() || self.limit.is_some() || self.blinds.is_some()) {
            Err("only poker tables are told a way of betting, a limit or blinds")
        } else if self.tops.is_some() && !book.rules.face().puts_up_tops() {
            Err("only Pan tables are told their tops")
        } else if self.shoe.is_some() && self.dealer == Dealer::Entered {
            Err("where a human dealer enters the cards, the shoe lies on the table itself")
        } else if self.by_hand && self.dealer != Dealer::Entered {
            Err("a table is led by hand only where a human dealer enters the cards")
        } else {
            Ok(())
        }
    }

    /// A practice table of a book, under the first of its schedules by which a table can open.
    ///
    /// # Errors
    /// When no table of the book can be opened.
    pub fn practice(shelf: &Shelf, book: &str) -> Result<Spec, OpenFault> {
        // A practice table opens with whatever reads.
        Spec::practice_on(shelf, book)
            .or_else(|fault| Spec::practice_on(&shelf.despite_faults(), book).map_err(|_| fault))
    }

    /// A practice table of a book without a limit on bets, under the first of its schedules by which one can open;
    /// nothing where none can.
    #[must_use]
    pub fn practice_without_limit(shelf: &Shelf, book: &str) -> Option<Spec> {
        let opened = read_book(shelf, book).ok()?;
        opened.rules.face().structures().iter().find(|one| one.structure.value == Structure::NoLimit)?;
        let rates = shelf.rates(&opened).ok()??;
        let spec = |schedule: &Schedule| Spec {
            schedule: Some(schedule.handle.as_str().to_owned()),
            structure: Some(Structure::NoLimit),
            is_practice: true,
            is_turned_on: true,
            ..Spec::of(book)
        };
        let mut specs = rates.value.schedules(&opened.id.game).map(spec);
        specs.find(|spec| ready(shelf, spec).is_ok())
    }

    fn practice_on(shelf: &Shelf, book: &str) -> Result<Spec, OpenFault> {
        let opened = read_book(shelf, book)?;
        let mut spec = Spec { is_practice: true, is_turned_on: true, ..Spec::of(book) };
        let Some(rates) = shelf.rates(&opened)? else { return Ok(spec) };
        let mut last = None;
        for schedule in rates.value.schedules(&opened.id.game) {
            spec.schedule = Some(schedule.handle.as_str().to_owned());
            let structures = opened.rules.face().structures().iter();
            let mut ways: Vec<Option<Structure>> = structures.map(|one| Some(one.structure.value)).collect();
            if ways.is_empty() {
                ways.push(None);
            }
            for structure in ways {
                spec.structure = structure;
                match ready(shelf, &spec) {
                    Ok(_) => return Ok(spec),
                    Err(fault) => last = Some(fault),
                }
            }
        }
        Err(last.unwrap_or_else(|| OpenFault::NoSchedule(book.to_owned())))
    }
}

/// Why a table cannot be opened.
#[derive(Clone, Debug)]
pub enum OpenFault {
    /// The book or its rates cannot be read.
    Book(Box<Problem>),
    /// The book has no schedule by which a table can open.
    NoSchedule(String),
    /// A table of the house needs one of these schedules.
    NeedsSchedule(Vec<String>),
    /// The schedule or the book does not allow these stakes.
    Stakes(StakesFault),
    /// The house keeps the game or the schedule closed.
    Closed(Clause),
    /// The times, buy-ins or stakes that are asked for cannot be.
    Senseless(String),
    /// The book does not allow this shoe.
    Shoe {
        /// Why not, in words.
        what: String,
        /// The clause it rests on.
        clause: Clause,
        /// The name of that clause.
        named: String,
    },
    /// No engine plays the family yet.
    NotPlayed(String),
    /// The check finds errors in the book, its rates or its house, or against the law.
    Errors(Vec<String>),
}

impl fmt::Display for OpenFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenFault::Book(problem) => problem.fmt(f),
            OpenFault::NoSchedule(book) => write!(f, "{book} has no schedule by which a table can open"),
            OpenFault::NeedsSchedule(handles) => write!(
                f,
                "a table of the house opens under a schedule, which has its fees and limits: {}; only a practice \
                 table goes without",
                handles.join(", ")
            ),
            OpenFault::Stakes(fault) => fault.fmt(f),
            OpenFault::Closed(_) => write!(f, "the house keeps this game or schedule closed"),
            OpenFault::Senseless(what) => f.write_str(what),
            OpenFault::Shoe { what, named, .. } => write!(f, "{what} [{named}]"),
            OpenFault::Errors(errors) => write!(
                f,
                "the check finds errors ({}); mend them, or let the floor open the table despite them",
                errors.join("; ")
            ),
            OpenFault::NotPlayed(book) => write!(f, "{book} cannot be played yet: its family has no engine"),
        }
    }
}

impl std::error::Error for OpenFault {}

impl OpenFault {
    fn of(why: NotReady, spec: &Spec, book: &Book) -> OpenFault {
        match why {
            NotReady::Stakes(fault) => OpenFault::Stakes(fault),
            NotReady::Closed(clause) => OpenFault::Closed(clause),
            NotReady::NotPlayed => OpenFault::NotPlayed(spec.book.clone()),
            NotReady::Told(what) => OpenFault::Senseless(what),
            NotReady::Shoe { what, clause } => {
                OpenFault::Shoe { what, clause, named: book.clause_name(clause).to_owned() }
            }
        }
    }
}

impl From<Problem> for OpenFault {
    fn from(problem: Problem) -> OpenFault {
        OpenFault::Book(Box::new(problem))
    }
}

/// A book made ready for a table.
#[derive(Clone, Debug)]
pub(crate) struct Ready {
    pub(crate) book: Arc<Book>,
    pub(crate) schedule: Option<Schedule>,
    pub(crate) game: Game,
    /// The least buy-in.
    pub(crate) buy_in: Rule<Money>,
}

fn read_book(shelf: &Shelf, name: &str) -> Result<Book, OpenFault> {
    Ok(shelf.book(&shelf.find(name)?)?)
}

/// Reads the book of a table and makes it ready.
pub(crate) fn ready(shelf: &Shelf, spec: &Spec) -> Result<Ready, OpenFault> {
    let book = read_book(shelf, &spec.book)?;
    spec.check(&book).map_err(|what| OpenFault::Senseless(what.to_owned()))?;
    let schedule = match &spec.schedule {
        Some(handle) => Some(shelf.table_schedule(&book, handle)?),
        None => None,
    };
    if let Some(closed) = schedule.as_ref().map(|schedule| schedule.offered).filter(|offered| !offered.value)
    {
        return Err(OpenFault::Closed(closed.clause));
    }
    let pair = |pair: Option<(i64, i64)>| pair.map(|(low, high)| (Money::cents(low), Money::cents(high)));
    let asked = Asked {
        schedule: schedule.as_ref(),
        is_turned_on: spec.is_turned_on,
        structure: spec.structure,
        limit: pair(spec.limit),
        blinds: pair(spec.blinds),
        tops: spec.tops,
        decks: spec.decks,
        shoe_lasts: spec.shoe.is_some(),
    };
    let game = Game::ready(&book.rules, &asked).map_err(|why| OpenFault::of(why, spec, &book))?;
    if let Some(shoe) = &spec.shoe {
        shoe.check(game.deck()).map_err(OpenFault::Senseless)?;
    }
    let buy_in = game.buy_in(spec.buy_in_least.map(Money::cents));
    Ok(Ready { book: Arc::new(book), schedule, game, buy_in })
}

impl Table {
    /// Opens a table of what reads, where the check has found something that does not concern it or does not hinder.
    ///
    /// # Errors
    /// When the book or the schedule cannot be read, or does not allow it.
    pub fn open_despite_faults(
        shelf: &Shelf,
        id: TableId,
        spec: &Spec,
    ) -> Result<(Table, Vec<Told>), OpenFault> {
        Table::open(shelf, id, spec.clone()).or_else(|fault| match fault {
            OpenFault::Book(_) => Table::open(&shelf.despite_faults(), id, spec.clone()).map_err(|_| fault),
            other => Err(other),
        })
    }

    /// Refuses what was asked for and cannot be had, when a table opens; one that was opened before plays on.
    ///
    /// # Errors
    /// When nobody could ever sit down, or blinds were named that the table does not play with.
    pub fn check_asked(&self) -> Result<(), OpenFault> {
        let least = self.buy_in.value;
        if self.spec.buy_in_most.is_some_and(|most| Money::cents(most) < least) {
            return Err(OpenFault::Senseless(format!(
                "the largest buy-in is below the least, which is {least} at this table"
            )));
        }
        let Some((stakes, structure)) = self.game.table_rules().stakes else { return Ok(()) };
        let named = self.spec.blinds.map(|(small, big)| (Money::cents(small), Money::cents(big)));
        structure.check_blinds(stakes, named).map_err(OpenFault::Stakes)
    }

    /// The blinds that are posted, in cents; nothing in other games.
    pub(crate) fn blinds_played(&self) -> Option<(i64, i64)> {
        let (stakes, _) = self.game.table_rules().stakes?;
        Some((stakes.small_blind.in_cents(), stakes.big_blind.in_cents()))
    }

    /// What the house collects at this table, in words.
    #[must_use]
    pub fn collection_words(&self) -> String {
        let Some(schedule) = &self.schedule else {
            let structure = self.game.table_rules().stakes.map(|(_, structure)| structure.collection.value);
            return match structure == Some(CollectionKind::Blind) {
                true => "The blind of each hand is the fee.".to_owned(),
                false => "Nothing is collected.".to_owned(),
            };
        };
        format!("{} {}", PriceList::charged(&self.book, schedule).in_short(), schedule.sentence())
    }

    /// What may be bet at this table, in words.
    #[must_use]
    pub fn limit_words(&self) -> String {
        self.game.limit_words()
    }
}
