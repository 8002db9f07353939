//! The scenario file: who sits where with what, the cards, the choices, and what must come out.

use std::collections::BTreeMap;

use books::read::{Faults, Read, Reader, Source, Value, read_parsed, read_source};
use books::structure::Structure;
use books::{ClauseIndex, Money, choice, section};
use cards::Card;
use toml::de::DeValue;

use crate::step::Step;

choice! {
    /// Who deals, and what the engine is told of the cards.
    pub enum Dealer {
        /// A shuffler: every card is known as it is dealt.
        Shuffler = "shuffler",
        /// A human dealer with real cards: they are dealt unseen, and entered when they are turned up.
        Entered = "entered",
    }
}

section! {
    /// One worked case.
    pub struct Scenario {
        /// What it shows, in a sentence.
        pub title: String,
        /// The book it is played by, such as "mortimers/no-bust-6"; a file may name several, which are cases each.
        pub book: String,
        /// The clauses it proves.
        pub proves: Option<Vec<String>>,
        /// The collection schedule, by its handle; no fees are taken if left out.
        pub schedule: Option<Handle>,
        /// How many decks the shoe holds; the book's usual number if left out.
        pub decks: Option<u8>,
        /// How many seats the table has; the book's number if left out.
        pub table: Option<u8>,
        /// Who deals in a double-hand or three-card game or in Pan; a shuffler if left out.
        pub dealer: Option<Dealer>,
        /// Rules of the book that this table sets otherwise, such as "natural.pays".
        pub rules: Option<RuleChanges>,
        /// Figures of the schedules' file that this table sets otherwise, such as
        /// "table.1.schedule.2.player_fee".
        pub rates: Option<RuleChanges>,
        /// Who sits where.
        pub seats: Option<Seats>,
        /// The cards.
        pub cards: Option<CardsSection>,
        /// What people do.
        pub play: Option<PlaySection>,
        /// What the rotation of the bank does.
        pub rotation: Option<RotationSection>,
        /// What happens at a table of the room while the clock runs.
        pub timeline: Option<TimelineSection>,
        /// A hand of poker.
        pub hand: Option<HandSection>,
        /// A hand of Pan.
        pub pan: Option<crate::play::pan::PanSection>,
        /// What must come out.
        pub expect: Option<Expect>,
    }
}

section! {
    /// The cards of a case.
    pub struct CardsSection {
        /// The cards in the order they leave the shoe or deck; `??` is a card dealt face down
        /// unseen, and what follows a `#` on its line is a remark.
        pub shoe: Option<Shoe>,
        /// Where all hands are dealt at once: the whole hand of each seat, and of the bank as "bank". They
        /// are laid into the deck so that each seat gets its own; all others get cards nobody asks for. Where
        /// cards are entered, they are what the dealer enters when a hand is turned up.
        pub hands: Option<NamedValues<Shoe>>,
        /// The first cards that are left after such a deal.
        pub left: Option<Shoe>,
        /// In poker, the private cards of each seat in the order it gets them, replacements and draws included;
        /// seats left out get cards unseen.
        pub hole: Option<NamedValues<Shoe>>,
        /// In poker, the cards of the board in order; others come as the deck has them.
        pub board: Option<Shoe>,
    }
}

section! {
    /// A hand of poker before its first card.
    pub struct HandSection {
        /// Who has the button; the last seat if left out.
        pub button: Option<u8>,
        /// Seats 1 to this number are dealt in, each with $10,000 unless [seats] says otherwise.
        pub players: Option<u8>,
        /// The way of betting, where the schedule leaves it open.
        pub structure: Option<Structure>,
        /// The limit, such as "$4/$8", where the schedule does not print it.
        pub limit: Option<String>,
        /// The blinds, such as "$2/$4", where the schedule does not print them.
        pub blinds: Option<String>,
        /// What the table is posted as: "high-low" or "no qualifier".
        pub posted: Option<Vec<String>>,
        /// Whether the jackpot is on.
        pub jackpot: Option<bool>,
        /// Whether the fee of a half hour is due from this pot.
        pub half_hour: Option<bool>,
        /// Whether players say whether they show; otherwise every hand with known cards is shown.
        pub asks_to_show: Option<bool>,
    }
}

section! {
    /// What people do.
    pub struct PlaySection {
        /// One step a text, such as "1 hit", "3 double $20" or "1 stand refused player-hit-11".
        ///
        /// A step that must be refused may also come where the shoe of the case ends before the deal does.
        pub steps: Vec<Step>,
    }
}

section! {
    /// How the bank goes round.
    pub struct RotationSection {
        /// One step a text, such as "offered to 4", "4 declines", "5 takes", "5 takes button 2nd", "broken",
        /// "3 takes refused bank-rotates".
        pub steps: Vec<String>,
    }
}

section! {
    /// A table's life, with the clock.
    pub struct TimelineSection {
        /// One step a text, such as "18:00 Ann sits in 3 with $200", "Bo passes the bank", "+30m",
        /// "Ann sits in 3 with $39 refused buy-in" or "Ann has $140".
        pub steps: Vec<String>,
        /// The least buy-in of the table, where the book sets none.
        pub buy_in: Option<Money>,
        /// The money with which people come, where it is not $10,000.
        pub purses: Option<NamedValues<Money>>,
    }
}

section! {
    /// One seat with what lies before it.
    pub struct SeatSection {
        /// The money they have, wagers included; $10,000 if left out.
        pub stack: Option<Money>,
        /// The base wager.
        pub wager: Option<Money>,
        /// The ante, as three-card games call the base wager.
        pub ante: Option<Money>,
        /// The wager on the book's side bet; alone it is a side bet without a base wager.
        pub side: Option<Money>,
        /// The Pair Plus wager.
        pub pair_plus: Option<Money>,
        /// The 6 Card Bonus wager.
        pub six_card: Option<Money>,
        /// The letter of the joint (kum-kum) wager on this spot that the wager is a part of.
        pub joint: Option<String>,
        /// What this seat puts up to bank.
        pub bank: Option<Money>,
        /// Who else puts money into the bank, and how much.
        pub partners: Option<Backers>,
        /// The seat whose player bets on this spot, if nobody sits here.
        pub by: Option<u8>,
        /// Who the person is, where seats are not enough to tell people apart.
        pub person: Option<String>,
        /// In how many rounds running they held a Natural before.
        pub streak: Option<u8>,
        /// In poker, what they post to be dealt in: "entry" for what the book asks of a newcomer, "kill" to
        /// make the hand a killed one, or a post with its amount, such as "straddle $8", "ante $1" or "dead $2".
        pub post: Option<String>,
        /// Who bets on this spot from behind.
        pub backers: Option<Backers>,
    }
}

section! {
    /// A backer with more than a wager.
    pub struct BackerSection {
        /// The base wager.
        pub wager: Money,
        /// The wager on the book's side bet.
        pub side: Option<Money>,
        /// The letter of the joint (kum-kum) wager on this spot that the wager is a part of.
        pub joint: Option<String>,
        /// The money they have; $10,000 if left out.
        pub stack: Option<Money>,
    }
}

section! {
    /// What must come out; what is left out is not looked at.
    pub struct Expect {
        /// What each person has won or lost after fees.
        pub net: Option<NamedValues<Signed>>,
        /// What has gone into the drop.
        pub drop: Option<Money>,
        /// Each fee in order, such as "bank $0.50 after-deal" or "3/Ann $0.25 before-deal"; its clause may
        /// follow, as in "bank $0.50 after-deal by collection/no-bust-6-pd-fee".
        pub collections: Option<Vec<String>>,
        /// Each wager in the order of settlement, such as "3 base lost $20"; the clause that decides may
        /// follow, as in "3 base lost $20 by tie-over".
        pub settled: Option<Vec<String>>,
        /// The seat that the action button marks.
        pub button: Option<u8>,
        /// How much of the stake has acted.
        pub used: Option<Money>,
        /// What hands count at the end, such as "soft 17", "over 22" or "natural 21.5".
        pub totals: Option<NamedValues<String>>,
        /// The two cards in front of each set hand, such as "Kh Qd", or "K Q" where the suits do not matter; the
        /// clause it rests on may follow, as in "Kh Qd by way-no-pair".
        pub fronts: Option<NamedValues<String>>,
        /// The row of the house way by which each hand was set.
        pub rows: Option<NamedValues<String>>,
        /// All cards that each seat and the bank got, in any order.
        pub hands: Option<NamedValues<Shoe>>,
        /// Each place a card went to, in order, such as "1", "bank" or "bank down".
        pub dealt: Option<Vec<String>>,
        /// All that is allowed when the steps have run out.
        pub allowed: Option<Vec<String>>,
        /// The clauses for which the table, the book or a card is refused before any choice.
        pub refused: Option<Vec<String>>,
        /// Words from the reason for which the book, a changed rule or the schedule is refused.
        pub because: Option<String>,
        /// Notable events in order, such as "looked no natural" or "cleared 3".
        pub events: Option<Vec<String>>,
        /// In poker, each post in order, such as "4 small blind $2"; its clause may follow after "by".
        pub posts: Option<Vec<String>>,
        /// In poker, the seats that show their hands, in order; "3 mucks" for one thrown in.
        pub shows: Option<Vec<String>>,
        /// In poker, the pots at the end of the betting, such as "$40 for 1 4 6".
        pub pots: Option<Vec<String>>,
        /// In poker, the board at the end.
        pub board: Option<Shoe>,
        /// In poker, the private cards of a seat at the end.
        pub holds: Option<NamedValues<Shoe>>,
    }
}

/// The seats by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seats(pub Vec<(u8, SeatSection)>);

/// The backers of a spot, in the order they bet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backers(pub Vec<(String, BackerSection)>);

/// The rules a table sets otherwise, by their key.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleChanges(pub Vec<(String, toml::Value)>);

/// No rule of a book is a number with a fraction, so equal changes are equal to themselves.
impl Eq for RuleChanges {}

/// Cards in order; nothing stands for one that is dealt unseen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shoe(pub Vec<Option<Card>>);

/// A schedule's handle, written as a number or a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handle(pub String);

/// An amount that may be negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signed(pub Money);

/// A file with one scenario, or with many as `[[scenario]]`.
struct ScenarioFile(Vec<Scenario>);

impl Scenario {
    /// Reads all scenarios of a file.
    ///
    /// # Errors
    /// All faults of the file.
    pub fn read_all(source: &Source) -> Result<Vec<Scenario>, Faults> {
        let reading = read_source::<ScenarioFile>(source, &ClauseIndex::default(), |_, _| ())?;
        Ok(reading.value.0)
    }

    /// The clauses it claims to prove.
    pub fn claims(&self) -> impl Iterator<Item = &str> {
        self.proves.iter().flatten().map(String::as_str)
    }

    /// Whether it says what must come out: in `[expect]`, by a step that must be refused, or step by step on a table.
    #[must_use]
    pub fn has_expectation(&self) -> bool {
        let is_refused = |step: &Step| step.refused.is_some();
        self.expect.is_some()
            || self.rotation.is_some()
            || self.timeline.is_some()
            || self.play.iter().flat_map(|play| &play.steps).any(is_refused)
    }
}

impl Read for ScenarioFile {
    fn expected() -> String {
        "a scenario, or several as [[scenario]]".to_owned()
    }

    fn read(value: Value<'_>, reader: &mut Reader<'_>) -> Option<ScenarioFile> {
        let many = value.get_ref().as_table().and_then(|table| table.get("scenario"));
        let cases = match many {
            Some(list) => {
                reader.within("scenario", list.span(), |reader| Vec::<Cases>::read(list, reader))?
            }
            None => vec![Cases::read(value, reader)?],
        };
        Some(ScenarioFile(cases.into_iter().flat_map(|cases| cases.0).collect()))
    }
}

/// A case, once for each of the books it names.
struct Cases(Vec<Scenario>);

impl Read for Cases {
    fn expected() -> String {
        Scenario::expected()
    }

    fn read(value: Value<'_>, reader: &mut Reader<'_>) -> Option<Cases> {
        let table = value.get_ref().as_table();
        let Some(books) = table.and_then(|table| table.get("book")?.get_ref().as_array()) else {
            return Scenario::read(value, reader).map(|case| Cases(vec![case]));
        };
        let of_book = |book: &toml::Spanned<DeValue<'_>>| {
            let mut table = table?.clone();
            *table.get_mut("book")? = book.clone();
            Scenario::read(&toml::Spanned::new(value.span(), DeValue::Table(table)), reader)
        };
        books.iter().map(of_book).collect::<Option<Vec<Scenario>>>().map(Cases)
    }
}

/// Reads a table with free keys, in the order of the file.
fn read_entries<K, V>(
    value: Value<'_>,
    expected: &str,
    reader: &mut Reader<'_>,
    key_of: impl Fn(&str) -> Option<K>,
    mut read: impl FnMut(Value<'_>, &mut Reader<'_>) -> Option<V>,
) -> Option<Vec<(K, V)>> {
    let Some(table) = value.get_ref().as_table() else {
        reader.expected(value, expected);
        return None;
    };
    let mut entries = Vec::with_capacity(table.len());
    let mut is_whole = true;
    for (key, value) in table {
        let name: &str = key.get_ref();
        let Some(known) = key_of(name) else {
            let what = format!("\"{name}\" cannot stand here");
            reader.fault(books::read::Fault::error(key.span(), what, format!("expected {expected}")));
            is_whole = false;
            continue;
        };
        match reader.within(name, value.span(), |reader| read(value, reader)) {
            Some(value) => entries.push((known, value)),
            None => is_whole = false,
        }
    }
    is_whole.then_some(entries)
}

impl Read for Seats {
    fn expected() -> String {
        "a table from seat numbers to seats, such as 3 = { wager = \"$20\" }".to_owned()
    }

    fn read(value: Value<'_>, reader: &mut Reader<'_>) -> Option<Seats> {
        let seat = |name: &str| name.parse::<u8>().ok().filter(|seat| *seat > 0);
        let mut seats = read_entries(value, &Self::expected(), reader, seat, SeatSection::read)?;
        seats.sort_by_key(|(seat, _)| *seat);
        Some(Seats(seats))
    }
}

impl Read for Backers {
    fn expected() -> String {
        "a table from names to wagers, such as { Ann = \"$25\" }".to_owned()
    }

    fn read(value: Value<'_>, reader: &mut Reader<'_>) -> Option<Backers> {
        let name = |name: &str| (!name.contains('/')).then(|| name.to_owned());
        let backer = |value: Value<'_>, reader: &mut Reader<'_>| {
            if value.get_ref().as_table().is_some() {
                return BackerSection::read(value, reader);
            }
            Money::read(value, reader).map(|wager| BackerSection {
                wager,
                side: None,
                joint: None,
                stack: None,
            })
        };
        read_entries(value, &Self::expected(), reader, name, backer).map(Backers)
    }
}

impl Read for RuleChanges {
    fn expected() -> String {
        "a table from keys of the book to values, such as \"natural.pays\" = \"3 to 2\"".to_owned()
    }

    fn read(value: Value<'_>, reader: &mut Reader<'_>) -> Option<RuleChanges> {
        let key = |name: &str| Some(name.to_owned());
        let plain = |value: Value<'_>, _: &mut Reader<'_>| Some(plain_value(value));
        read_entries(value, &Self::expected(), reader, key, plain).map(RuleChanges)
    }
}

fn plain_value(value: Value<'_>) -> toml::Value {
    match value.get_ref() {
        DeValue::String(text) => toml::Value::String(text.to_string()),
        DeValue::Integer(number) => {
            toml::Value::Integer(i64::from_str_radix(number.as_str(), number.radix()).unwrap_or_default())
        }
        DeValue::Float(number) => toml::Value::Float(number.as_str().parse().unwrap_or_default()),
        DeValue::Boolean(truth) => toml::Value::Boolean(*truth),
        DeValue::Datetime(date) => toml::Value::Datetime(*date),
        DeValue::Array(items) => toml::Value::Array(items.iter().map(plain_value).collect()),
        DeValue::Table(table) => toml::Value::Table(
            table.iter().map(|(key, value)| (key.get_ref().to_string(), plain_value(value))).collect(),
        ),
    }
}

impl Read for Shoe {
    fn expected() -> String {
        "cards such as \"9c Td 7h\"".to_owned()
    }

    fn read(value: Value<'_>, reader: &mut Reader<'_>) -> Option<Shoe> {
        read_parsed::<Shoe>(value, &Self::expected(), reader)
    }
}

impl std::str::FromStr for Shoe {
    type Err = String;

    fn from_str(text: &str) -> Result<Shoe, String> {
        let without_remarks = text.lines().filter_map(|line| line.split('#').next());
        let words =
            without_remarks.flat_map(|line| line.split([' ', ',', '\t'])).filter(|word| !word.is_empty());
        let read = |(place, word): (usize, &str)| match word {
            "??" => Ok(None),
            word => word.parse().map(Some).map_err(|error| format!("card {}: {error}", place + 1)),
        };
        words.enumerate().map(read).collect::<Result<Vec<_>, String>>().map(Shoe)
    }
}

impl Read for Handle {
    fn expected() -> String {
        "a schedule's number or handle".to_owned()
    }

    fn read(value: Value<'_>, reader: &mut Reader<'_>) -> Option<Handle> {
        if let Some(text) = value.get_ref().as_str() {
            return Some(Handle(text.to_owned()));
        }
        u16::read(value, reader).map(|number| Handle(number.to_string()))
    }
}

impl Read for Signed {
    fn expected() -> String {
        "an amount such as \"-$20.50\"".to_owned()
    }

    fn read(value: Value<'_>, reader: &mut Reader<'_>) -> Option<Signed> {
        read_parsed(value, &Self::expected(), reader).map(Signed)
    }
}

impl Read for Step {
    fn expected() -> String {
        "a step such as \"1 hit\" or \"3 double $20\"".to_owned()
    }

    fn read(value: Value<'_>, reader: &mut Reader<'_>) -> Option<Step> {
        read_parsed(value, &Self::expected(), reader)
    }
}

impl<V: Read> Read for NamedValues<V> {
    fn expected() -> String {
        format!("a table from names to values, each {}", V::expected())
    }

    fn read(value: Value<'_>, reader: &mut Reader<'_>) -> Option<NamedValues<V>> {
        let key = |name: &str| Some(name.to_owned());
        let entries = read_entries(value, &Self::expected(), reader, key, V::read)?;
        Some(NamedValues(entries.into_iter().collect()))
    }
}

/// Values by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedValues<V>(pub BTreeMap<String, V>);
