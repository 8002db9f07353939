//! The law as data: rules with their dates, their standing in court and the check a program can run.

mod check;

use std::fmt;

use toml::de::DeValue;

pub use check::{Breach, check_book, check_house, check_schedule, check_schedules};

use crate::ClauseIndex;
use crate::read::{Faults, Read, Reader, Severity, Source, Value, read_source};
use crate::zone::Zone;
use crate::{choice, section};

section! {
    /// A file `law/NAME.toml`: rules that belong together.
    pub struct LawPack {
        /// What people call it.
        pub name: String,
        /// The rules.
        pub rule: Vec<LawRule>,
    }
}

section! {
    /// One rule of the law.
    pub struct LawRule {
        /// Its name in our files.
        pub id: String,
        /// What it asks, in our words.
        pub says: String,
        /// Where it stands.
        pub source: String,
        /// Since when it holds, or would hold.
        pub effective_from: Since,
        /// Whether it binds anybody today.
        pub status: Status,
        /// Since when it has that status.
        pub status_since: Option<Date>,
        /// What a reader should know about its standing.
        pub note: Option<String>,
        /// What a program can look at.
        pub check: LawCheck,
    }
}

choice! {
    /// Whether a rule binds anybody.
    pub enum Status {
        /// It does.
        InForce = "in force",
        /// A court has stopped it for now.
        Enjoined = "enjoined",
        /// A court has set it aside.
        Vacated = "vacated",
        /// It may come.
        Proposed = "proposed",
    }
}

choice! {
    /// What a program can look at to see whether a rule is kept.
    pub enum LawCheck {
        /// A schedule takes at most five rates at one table limit.
        AtMostFiveRates = "at most five rates",
        /// No fee is a share of wagers or winnings.
        NoPercentage = "no percentage",
        /// The fee is known before the hand.
        FixedBeforeHand = "fixed before the hand",
        /// A book has schedules that can be posted.
        ScheduleFiled = "schedule filed",
        /// A book shows its approval.
        ApprovalNumber = "approval number",
        /// One person banks at most two rounds running, and somebody else comes between.
        BankRotates = "bank rotates",
        /// The bank wins and loses only what it put up.
        StakeLimited = "stake limited",
        /// The house never banks.
        HouseNeverBanks = "house never banks",
        /// The house has rules on every topic the state names.
        HouseRules = "house rules",
        /// A blackjack player never loses merely by going over.
        NoBust = "no bust",
        /// A blackjack game does not aim at 21.
        No21Target = "no 21 target",
        /// Ties go to the player.
        TiesToPlayer = "ties to the player",
        /// The name speaks of neither 21 nor blackjack.
        PlainName = "no 21 or blackjack in the name",
        /// The notice about the player-dealer position hangs at the table.
        PlayerDealerNotice = "player-dealer notice",
        /// The line for people who need help with gambling is posted.
        HelpLine = "help line",
        /// Nobody under 21.
        AgeNotice = "age notice",
        /// The bank was offered before every round.
        OfferedEveryRound = "bank offered every round",
        /// Two players besides the provider held the bank in every forty minutes.
        TwoOthersBank = "two others bank in forty minutes",
        /// At most one provider's player sat at the table.
        OneProvider = "one provider at a table",
        /// A playing book was kept for every session of a provider's player.
        PlayingBook = "playing book kept",
        /// Drops and counts can be followed to table, shift and person.
        DropAccounted = "drop accounted for",
        /// Jackpot money is kept apart.
        JackpotApart = "jackpot money apart",
        /// The rates of a table hang there before anything is charged by them.
        RatesPosted = "rates posted before use",
        /// The log is kept for seven years.
        RecordsKept = "records kept seven years",
    }
}

/// What a check looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// A book.
    Book,
    /// The schedules of a book.
    Schedules,
    /// The file of a house.
    House,
    /// The notice at the table, which `cardroom sign` makes.
    Notice,
    /// What happened at a table.
    Log,
}

impl LawCheck {
    /// What the check looks at.
    #[must_use]
    pub fn subject(self) -> Subject {
        match self {
            LawCheck::AtMostFiveRates | LawCheck::NoPercentage | LawCheck::ScheduleFiled => {
                Subject::Schedules
            }
            LawCheck::FixedBeforeHand
            | LawCheck::ApprovalNumber
            | LawCheck::BankRotates
            | LawCheck::StakeLimited
            | LawCheck::HouseNeverBanks
            | LawCheck::NoBust
            | LawCheck::No21Target
            | LawCheck::TiesToPlayer
            | LawCheck::PlainName => Subject::Book,
            LawCheck::HouseRules => Subject::House,
            LawCheck::PlayerDealerNotice | LawCheck::HelpLine | LawCheck::AgeNotice => Subject::Notice,
            LawCheck::OfferedEveryRound
            | LawCheck::TwoOthersBank
            | LawCheck::OneProvider
            | LawCheck::PlayingBook
            | LawCheck::DropAccounted
            | LawCheck::JackpotApart
            | LawCheck::RatesPosted
            | LawCheck::RecordsKept => Subject::Log,
        }
    }
}

impl LawPack {
    /// Reads a law pack.
    ///
    /// # Errors
    /// All faults of the file.
    pub fn read(source: &Source) -> Result<LawPack, Faults> {
        let check = |pack: &LawPack, reader: &mut Reader<'_>| {
            for (place, rule) in pack.rule.iter().enumerate() {
                let key = format!("rule.{}", place + 1);
                if pack.rule[..place].iter().any(|other| other.id == rule.id) {
                    let what = format!("two rules are called \"{}\"", rule.id);
                    reader.fault_at(&format!("{key}.id"), Severity::Error, what, "expected another id");
                }
                if rule.status != Status::InForce && rule.note.is_none() {
                    let what = format!("a rule that is {} needs a word on why", rule.status);
                    reader.fault_at(&key, Severity::Error, what, "add note = ...");
                }
            }
        };
        read_source(source, &ClauseIndex::default(), check).map(|reading| reading.value)
    }
}

impl LawRule {
    /// Whether the rule binds anybody on a day, by its dates: until a court spoke, a rule that is stopped today was in
    /// force, and one that is in force since a day was not before it.
    #[must_use]
    pub fn standing_on(&self, day: Date) -> Status {
        let holds = match self.effective_from {
            Since::LongStanding => true,
            Since::Day(first) => first <= day,
        };
        let has_status = self.status_since.is_none_or(|since| since <= day);
        match (holds, self.status) {
            (false, _) | (true, Status::Proposed) => Status::Proposed,
            (true, Status::InForce) if !has_status => Status::Enjoined,
            (true, Status::Enjoined | Status::Vacated) if !has_status => Status::InForce,
            (true, status) => status,
        }
    }

    /// How much it matters that a rule is not kept: a rule that binds nobody today is only reported.
    #[must_use]
    pub fn severity(&self, in_force: Severity) -> Severity {
        if self.status == Status::InForce { in_force } else { Severity::Note }
    }

    /// The same on a day: a rule that holds only later, or that a court had stopped by then, is only reported.
    #[must_use]
    pub fn severity_on(&self, today: Date, in_force: Severity) -> Severity {
        if self.standing_on(today) == Status::InForce { in_force } else { Severity::Note }
    }
}

/// A day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    /// The year.
    pub year: u16,
    /// From 1 to 12.
    pub month: u8,
    /// From 1 to 31.
    pub day: u8,
}

impl Date {
    /// The day that it is in California at a moment in milliseconds since 1970, whose law this is.
    #[must_use]
    pub fn at(at_ms: i64) -> Date {
        let minutes = Zone::california().map_or(0, |zone| zone.minutes_at(at_ms));
        let days = (at_ms + i64::from(minutes) * 60_000).div_euclid(24 * 3_600_000);
        // Counted from the first of March of the year 0, so that a leap day is the last of its year.
        let days = days + 719_468;
        let era = days.div_euclid(146_097);
        let of_era = days.rem_euclid(146_097);
        let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let is_new_year = month >= 10;
        Date {
            year: u16::try_from(year + era * 400 + i64::from(is_new_year)).unwrap_or(u16::MAX),
            month: (if is_new_year { month - 9 } else { month + 3 }) as u8,
            day: day as u8,
        }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl Read for Date {
    fn expected() -> String {
        "a date such as 2026-04-01, without quotes".to_owned()
    }

    fn read(value: Value<'_>, reader: &mut Reader<'_>) -> Option<Date> {
        let found = match value.get_ref() {
            DeValue::Datetime(date) if date.time.is_none() && date.offset.is_none() => {
                date.date.map(|date| Date { year: date.year, month: date.month, day: date.day })
            }
            _ => None,
        };
        if found.is_none() {
            reader.expected(value, &Self::expected());
        }
        found
    }
}

/// Since when a rule holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Since {
    /// For so long that no filing of today is older.
    LongStanding,
    /// Since a day.
    Day(Date),
}

impl fmt::Display for Since {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Since::LongStanding => f.write_str("long-standing"),
            Since::Day(day) => day.fmt(f),
        }
    }
}

impl Read for Since {
    fn expected() -> String {
        format!("{}, or \"long-standing\"", Date::expected())
    }

    fn read(value: Value<'_>, reader: &mut Reader<'_>) -> Option<Since> {
        match value.get_ref() {
            DeValue::Datetime(_) => Date::read(value, reader).map(Since::Day),
            DeValue::String(text) if text == "long-standing" => Some(Since::LongStanding),
            _ => {
                reader.expected(value, &Self::expected());
                None
            }
        }
    }
}
