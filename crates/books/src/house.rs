//! A house: its name and place, the games it offers, when it offers them, and its own rules.

use std::fmt;
use std::str::FromStr;

use toml::de::DeValue;

use crate::read::{Faults, Read, Reader, Reading, Rule, Severity, Source, Value, read_parsed, read_source};
use crate::zone::Zone;
use crate::{Clause, ClauseIndex};
use crate::{choice, section};

section! {
    /// What `HOUSE/house.toml` says.
    pub struct House {
        /// The name for people.
        pub name: Rule<String>,
        /// The address, if the filing shows one.
        pub place: Option<Rule<String>>,
        /// Who manages it, if the filing says so.
        pub manager: Option<Rule<String>>,
        /// The books it has, by their ids in the house, in the order they are shown.
        pub games: Vec<String>,
        /// By which clock its hours are meant.
        pub zone: Option<Zone>,
        /// When games are offered; the filing says nothing about games that are not named.
        pub hours: Option<Vec<Hours>>,
        /// The house's own rules, by what they are about.
        pub rules: Option<Vec<HouseRule>>,
    }
}

section! {
    /// When some games are offered.
    pub struct Hours {
        /// The games.
        pub games: Vec<String>,
        /// The schedule it is about, where a game's schedules have different hours.
        pub schedule: Option<String>,
        /// The first day of the week; every day if left out.
        pub first: Option<Weekday>,
        /// The last day of the week; every day if left out.
        pub last: Option<Weekday>,
        /// When the first hand may be dealt.
        pub opens: Rule<TimeOfDay>,
        /// When no further hand begins, on the next day if it is before the opening.
        pub closes: Rule<TimeOfDay>,
    }
}

choice! {
    /// A day of the week.
    pub enum Weekday {
        /// Monday.
        Monday = "Monday",
        /// Tuesday.
        Tuesday = "Tuesday",
        /// Wednesday.
        Wednesday = "Wednesday",
        /// Thursday.
        Thursday = "Thursday",
        /// Friday.
        Friday = "Friday",
        /// Saturday.
        Saturday = "Saturday",
        /// Sunday.
        Sunday = "Sunday",
    }
}

choice! {
    /// What a house rule is about; the state asks a house to have rules on each of these (4 CCR 12392).
    pub enum Topic {
        /// How people behave.
        Conduct = "conduct",
        /// What holds at every table.
        TablePolicies = "table policies",
        /// How bets are made.
        Betting = "betting",
        /// When a hand is dealt again.
        Misdeals = "misdeals",
        /// What happens when something goes wrong.
        Irregularities = "irregularities",
        /// What a player brings to the table.
        BuyIn = "buy-in",
        /// What becomes of ties.
        Ties = "ties",
        /// Who shows what.
        Showdown = "showdown",
        /// How the house sets hands.
        HouseWay = "house way",
        /// Who sits where, and how long a seat is held.
        Seating = "seating",
        /// Who decides when people disagree.
        Disputes = "disputes",
    }
}

section! {
    /// The clauses in which a house says something about a topic.
    pub struct HouseRule {
        /// The topic.
        pub about: Topic,
        /// The clauses.
        pub clauses: Clauses,
    }
}

/// Some clauses of the house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clauses(pub Vec<Clause>);

impl Read for Clauses {
    fn expected() -> String {
        "a list of clause ids such as [\"general-poker/act-in-turn\"]".to_owned()
    }

    fn read(value: Value<'_>, reader: &mut Reader<'_>) -> Option<Clauses> {
        let DeValue::Array(ids) = value.get_ref() else {
            reader.expected(value, &Self::expected());
            return None;
        };
        let clauses: Vec<Option<Clause>> = ids.iter().map(|id| reader.clause(id)).collect();
        clauses.into_iter().collect::<Option<Vec<Clause>>>().map(Clauses)
    }
}

/// An hour and a minute of the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimeOfDay {
    /// From 0 to 23.
    pub hour: u8,
    /// From 0 to 59.
    pub minute: u8,
}

impl fmt::Display for TimeOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.hour, self.minute)
    }
}

impl FromStr for TimeOfDay {
    type Err = String;

    fn from_str(text: &str) -> Result<TimeOfDay, String> {
        let refused = || format!("\"{text}\" is not a time of day");
        let (hour, minute) = text.split_once(':').ok_or_else(refused)?;
        if hour.len() != 2 || minute.len() != 2 {
            return Err(refused());
        }
        let time = TimeOfDay {
            hour: hour.parse().map_err(|_| refused())?,
            minute: minute.parse().map_err(|_| refused())?,
        };
        if time.hour < 24 && time.minute < 60 { Ok(time) } else { Err(refused()) }
    }
}

impl Read for TimeOfDay {
    fn expected() -> String {
        "a time such as \"09:00\" or \"23:30\"".to_owned()
    }

    fn read(value: Value<'_>, reader: &mut Reader<'_>) -> Option<TimeOfDay> {
        read_parsed(value, &Self::expected(), reader)
    }
}

impl House {
    /// Reads the file of a house whose clauses are known; `games` are the ids of its books.
    ///
    /// # Errors
    /// All faults of the file.
    pub fn read(source: &Source, clauses: &ClauseIndex, games: &[String]) -> Result<Reading<House>, Faults> {
        read_source::<House>(source, clauses, |house, reader| house.check(games, reader))
    }

    /// Reads the file of a house without its books, as far as a table of one of them needs it.
    ///
    /// # Errors
    /// All faults of the file.
    pub fn read_alone(source: &Source, clauses: &ClauseIndex) -> Result<House, Faults> {
        read_source::<House>(source, clauses, |_, _| ()).map(|reading| reading.value)
    }

    fn check(&self, books: &[String], reader: &mut Reader<'_>) {
        let mut error = |key: &str, what: String, label: &str| {
            reader.fault_at(key, Severity::Error, what, label);
        };
        for (place, game) in self.games.iter().enumerate() {
            let key = format!("games.{}", place + 1);
            if !books.contains(game) {
                error(
                    &key,
                    format!("the house has no book \"{game}\""),
                    "expected the name of a book's file",
                );
            }
            if self.games[..place].contains(game) {
                error(&key, format!("\"{game}\" stands twice"), "expected each game once");
            }
        }
        for book in books.iter().filter(|book| !self.games.contains(book)) {
            error("games", format!("the book \"{book}\" is not among the games"), "add it here");
        }
        if self.hours.is_some() && self.zone.is_none() {
            error("hours", "hours are given, but not by which clock".to_owned(), "a zone is missing");
        }
        for (place, hours) in self.hours.iter().flatten().enumerate() {
            let key = format!("hours.{}", place + 1);
            for game in hours.games.iter().filter(|game| !self.games.contains(game)) {
                error(&key, format!("hours are given for \"{game}\""), "expected one of the house's games");
            }
            if hours.first.is_some() != hours.last.is_some() {
                error(
                    &key,
                    "hours need both a first and a last day, or neither".to_owned(),
                    "one is missing",
                );
            }
            if hours.opens.value == hours.closes.value {
                let what = "a game that closes when it opens is never offered".to_owned();
                error(&format!("{key}.closes"), what, "expected another time");
            }
        }
    }

    /// The topics on which the house has no rule of its own.
    pub fn silent_on(&self) -> impl Iterator<Item = Topic> + '_ {
        let has = |topic: &Topic| self.rules.iter().flatten().any(|rule| rule.about == *topic);
        Topic::ALL.iter().copied().filter(move |topic| !has(topic))
    }
}

const DAY_MINUTES: i64 = 24 * 60;

impl Hours {
    /// Whether these are the hours of a game under a schedule.
    #[must_use]
    pub fn are_of(&self, game: &str, schedule: Option<&str>) -> bool {
        let is_schedule = self.schedule.as_deref().is_none_or(|own| Some(own) == schedule);
        is_schedule && self.games.iter().any(|own| own == game)
    }

    /// Whether a hand may begin at a local moment, in minutes since 1970; if not, the local moment from which one may.
    #[must_use]
    pub fn opens_at(&self, local_minutes: i64) -> Option<i64> {
        self.coming(local_minutes).map(|(opens, _)| opens).filter(|opens| local_minutes < *opens)
    }

    /// The local moment from which no hand begins any more, if one may begin now.
    #[must_use]
    pub fn closes_at(&self, local_minutes: i64) -> Option<i64> {
        self.coming(local_minutes).filter(|(opens, _)| *opens <= local_minutes).map(|(_, closes)| closes)
    }

    /// From when to when the game is offered that is offered now or next.
    fn coming(&self, local_minutes: i64) -> Option<(i64, i64)> {
        let of = |time: TimeOfDay| i64::from(time.hour) * 60 + i64::from(time.minute);
        let (opens, closes) = (of(self.opens.value), of(self.closes.value));
        let length = (closes - opens).rem_euclid(DAY_MINUTES);
        let today = local_minutes.div_euclid(DAY_MINUTES);
        // The evening of yesterday may still go on.
        let days =
            (today - 1..=today + 7).filter(|day| self.is_on(*day)).map(|day| day * DAY_MINUTES + opens);
        days.map(|opens| (opens, opens + length)).find(|(_, closes)| local_minutes < *closes)
    }

    /// Whether a day, counted from 1970, is one of those on which the game opens.
    fn is_on(&self, day: i64) -> bool {
        let (Some(first), Some(last)) = (self.first, self.last) else { return true };
        // The first day of 1970 was a Thursday.
        let weekday = (day + 3).rem_euclid(7);
        let place = |wanted: Weekday| {
            Weekday::ALL.iter().position(|one| *one == wanted).map_or(0, |place| place as i64)
        };
        (weekday - place(first)).rem_euclid(7) <= (place(last) - place(first)).rem_euclid(7)
    }

    /// The hours as a person would say them.
    #[must_use]
    pub fn sentence(&self) -> String {
        let days = match (self.first, self.last) {
            (Some(first), Some(last)) => format!("{first} to {last}"),
            _ => "every day".to_owned(),
        };
        let next_day = if self.closes.value < self.opens.value { " the next morning" } else { "" };
        format!("{days} from {} to {}{next_day}", self.opens, self.closes)
    }
}
