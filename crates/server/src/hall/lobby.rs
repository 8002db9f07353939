//! What the lobby and the floor see of every table, and what the hall has done so far.

use books::Money;
use room::{PersonId, TableId, Watcher};
use serde::{Deserialize, Serialize};
use store::Stream;
use utoipa::ToSchema;

use super::Hall;
use super::aside::guard;
use super::place::Place;

/// A row of the lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LobbyTable {
    /// Which table.
    pub table: TableId,
    /// The book.
    pub book: String,
    /// The game's name.
    pub game: String,
    /// The house's name.
    pub house: String,
    /// The family.
    pub family: Option<books::Family>,
    /// The schedule.
    pub schedule: Option<String>,
    /// What is collected, in words.
    pub collection: String,
    /// The limits in words.
    pub limits: String,
    /// How many seats there are.
    pub seats: u8,
    /// How many are taken.
    pub seated: u8,
    /// How many of them by bots.
    pub bots: u8,
    /// How many wait.
    pub waiting: u8,
    /// Where the table stands.
    pub phase: room::Phase,
    /// Whether guests may sit.
    pub is_practice: bool,
    /// Where the cards come from.
    pub dealer: room::Dealer,
    /// Whether it is set aside because something broke there: it takes no commands.
    #[serde(default)]
    pub is_set_aside: bool,
    /// That the house closes soon, once people were told.
    #[serde(default)]
    pub closing: Option<room::ClosingView>,
    /// When the next hand may begin, while the hours of the house are over.
    #[serde(default)]
    pub closed_until: Option<room::Time>,
}

/// A table at which somebody has chips or waits, as the person sees it from elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct OwnTable {
    /// Which table.
    pub table: TableId,
    /// The game's name.
    pub game: String,
    /// The house's name.
    pub house: String,
    /// The own seat; nothing for who stands behind the seats or waits.
    pub seat: Option<games::Seat>,
    /// The own chips there.
    pub stack: Money,
    /// Whether the table waits for the person now.
    pub is_asked: bool,
    /// Until when, where a clock runs.
    pub deadline: Option<room::Time>,
    /// Whether the person sits out.
    pub is_away: bool,
    /// Whether the person has a hand or money in the round that is on.
    pub is_in_round: bool,
}

/// A table as the floor sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FloorView {
    /// The row of the lobby.
    #[serde(flatten)]
    pub row: LobbyTable,
    /// The seat that banks and in which of its rounds.
    pub bank: Option<(games::Seat, u8)>,
    /// The names on the waiting list, first come first.
    pub names_waiting: Vec<String>,
    /// What is in its drop box, of play chips; what is in those of tables of the house is not told to those who count them.
    #[serde(default)]
    pub drop: Option<Money>,
    /// Until when the drop of a table of the house lies in boxes that are counted, and is told by hours: in milliseconds since
    /// 1970. Nothing at practice tables.
    #[serde(default)]
    pub counted_until: Option<i64>,
    /// How many rounds it has dealt.
    pub rounds: u64,
    /// How many watch it.
    pub watching: usize,
    /// The shoe, where one lasts.
    #[serde(default)]
    pub shoe: Option<room::ShoeView>,
    /// What people there disagree about, until it is settled.
    #[serde(default)]
    pub disputes: Vec<room::Dispute>,
    /// The house dealer who has signed in.
    #[serde(default)]
    pub signed_in: Option<room::SignedIn>,
    /// What broke, if it is set aside.
    #[serde(default)]
    pub set_aside: Option<String>,
}

/// How the hall is doing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Metrics {
    /// Tables in the hall.
    pub tables: u64,
    /// Watchers.
    pub watchers: u64,
    /// Milliseconds since the start.
    pub uptime_ms: u64,
    /// The tables that are set aside because something broke there.
    pub set_aside: Vec<TableId>,
}

impl Hall {
    /// The row of a table, also of one that cannot be shown any more.
    pub(super) fn row(&self, id: TableId) -> Option<LobbyTable> {
        let row = guard(|| self.lobby_row(id)).ok().flatten();
        row.or_else(|| {
            let spec = self.seen_at(id).map(|place| place.table.spec());
            let lost = || self.lost.get(&id).map(|lost| &lost.book);
            let closed = || self.standing.closed.get(&id);
            let book = spec.map(|spec| &spec.book).or_else(lost).or_else(closed)?;
            let house = book.split('/').next().unwrap_or_default();
            let found = self.shelf.find(book).ok().and_then(|id| self.shelf.book(&id).ok());
            let header = found.as_ref().map(books::Book::header);
            Some(LobbyTable {
                table: id,
                book: book.clone(),
                game: header.map_or_else(|| book.clone(), |header| header.name.clone()),
                house: self.shelf.house(house).map_or(house.to_owned(), |house| house.name.value.clone()),
                family: header.map(|header| header.family),
                schedule: None,
                collection: String::new(),
                limits: String::new(),
                seats: 0,
                seated: 0,
                bots: 0,
                waiting: 0,
                phase: room::Phase::Closed,
                is_practice: spec.is_some_and(|spec| spec.is_practice),
                dealer: room::Dealer::Shuffler,
                is_set_aside: !self.is_resting(id),
                closing: None,
                closed_until: None,
            })
        })
    }

    /// The tables at which somebody has chips or waits, by number.
    pub(super) fn tables_of(&self, person: PersonId) -> Vec<OwnTable> {
        let of = |(id, place): (&TableId, &Place)| {
            let table = &place.table;
            let row = if table.knows(person) { self.row(*id)? } else { return None };
            let seated = table.people().iter().find(|one| one.person == person);
            let is_away = seated.is_some_and(|one| one.out_since.is_some());
            let is_to_answer = table.consents().iter().any(|one| one.person == person);
            let is_asked = place.aside.is_none() && (is_to_answer || (!is_away && table.asks(person)));
            Some(OwnTable {
                table: *id,
                game: row.game,
                house: row.house,
                seat: seated.and_then(|one| one.seat),
                stack: seated.map_or(Money::ZERO, |one| one.stack),
                is_asked,
                deadline: table.deadline().filter(|_| is_asked),
                is_away,
                is_in_round: table.is_in_round(person),
            })
        };
        let mut tables: Vec<OwnTable> =
            self.tables.iter().filter_map(|one| guard(|| of(one)).ok().flatten()).collect();
        tables.sort_unstable_by_key(|one| one.table);
        tables
    }

    fn lobby_row(&self, id: TableId) -> Option<LobbyTable> {
        let place = self.seen_at(id)?;
        let view = place.table.view(Watcher::Rail);
        let book = place.table.book();
        let house =
            self.shelf.house(&book.id.house).map_or(book.id.house.clone(), |house| house.name.value.clone());
        let seated = view.people.iter().filter(|person| person.seat.is_some());
        Some(LobbyTable {
            table: id,
            book: view.book.clone(),
            game: view.game.clone(),
            house,
            family: Some(book.header().family),
            schedule: view.schedule.clone(),
            collection: place.table.collection_words(),
            limits: place.table.limit_words(),
            seats: view.seats,
            seated: seated.clone().count() as u8,
            bots: seated.filter(|person| person.is_bot).count() as u8,
            waiting: view.waiting.len() as u8,
            phase: view.phase,
            is_practice: view.is_practice,
            dealer: view.dealer,
            is_set_aside: place.aside.is_some(),
            closing: place.table.closing_view(),
            closed_until: place.table.closed_until(),
        })
    }

    pub(super) fn floor(&self) -> Vec<FloorView> {
        let of = |id: TableId| {
            let place = self.tables.get(&id);
            let view = place.and_then(|place| guard(|| place.table.view(Watcher::Rail)).ok());
            let waiting = view.as_ref().map(|view| view.waiting.iter());
            Some(FloorView {
                row: self.row(id)?,
                bank: view.as_ref().and_then(|view| view.bank),
                names_waiting: waiting.into_iter().flatten().map(|person| person.name.clone()).collect(),
                drop: (self.kind_at(id) == room::ChipKind::Play)
                    .then(|| self.ledger.balance(room::Account::Drop(id))),
                counted_until: (self.kind_at(id) == room::ChipKind::House)
                    .then(|| self.standing.day.known_until(id)),
                rounds: place.map_or_else(|| self.rounds_of(id), |place| place.table.rounds()),
                watching: place.map_or(0, super::place::Place::watching),
                shoe: view.as_ref().and_then(|view| view.shoe),
                disputes: place.map_or_else(Vec::new, |place| place.table.disputes().to_vec()),
                signed_in: view.as_ref().and_then(|view| view.signed_in.clone()),
                set_aside: self.all_aside().find(|(aside, _)| *aside == id).map(|(_, why)| why.to_owned()),
            })
        };
        // Of another node's table that node tells; what was last seen of it here is not how it is.
        self.table_ids().filter(|id| !self.is_elsewhere(*id)).filter_map(of).collect()
    }

    /// How many rounds the log has of a table that is not in memory.
    fn rounds_of(&self, id: TableId) -> u64 {
        let newest = self.store.rounds(Stream(id), u64::MAX, 1).unwrap_or_default();
        newest.first().map_or(0, |round| round.number)
    }

    pub(super) fn metrics(&self) -> Metrics {
        Metrics {
            tables: self.in_hall().count() as u64,
            watchers: self.tables.values().map(|place| place.watching() as u64).sum(),
            uptime_ms: u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX),
            set_aside: self.all_aside().map(|(id, _)| id).collect(),
        }
    }

    /// From which event on a table's log stays closed because a round is on; nothing if there is no such table.
    pub(super) fn open_until(&self, table: TableId) -> Option<u64> {
        let number = self.tables.get(&table).map(|place| place.table.number());
        let tip = self.store.tip(Stream(table)).map_or(0, |tip| tip.number);
        match self.tables.get(&table) {
            // What could not be played again does not go on, so that all of it may be read.
            Some(place) if place.aside.is_some() && number.is_some_and(|number| number < tip) => {
                Some(tip + 1)
            }
            // A round may begin between this answer and the reading, so what comes later stays closed as well.
            Some(place) => Some(place.table.round_began().unwrap_or(place.table.number() + 1)),
            None => (self.lost.contains_key(&table) || self.is_resting(table)).then_some(tip + 1),
        }
    }
}
