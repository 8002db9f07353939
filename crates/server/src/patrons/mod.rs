//! What the house writes down about its patrons: identity and age, bars, flags and notes, and their money by gaming day.
//! Rules alone. What was written lies beside the log, which holds a salted digest of it, so that it can be removed.

mod cash;
mod proof;
mod words;

pub(crate) use cash::{CashBook, CashRules, CashSums, day_of, exchanged};
pub(crate) use proof::{PatronsProof, brings_chips};
pub use words::{BarKind, Document, PatronSaid, Written};

use std::collections::BTreeMap;

use room::PersonId;

use crate::Role;

/// How old whoever plays must be.
pub(crate) const AGE_LEAST: i16 = 21;

/// How long words about somebody may be.
pub(crate) const WORDS_MOST: usize = 500;

/// What is said to whoever is not served.
pub(crate) const NOT_SERVED: &str = "the house does not serve you for now; the floor gladly tells you more in private. If \
                                     gambling is a problem for you or somebody you know, call 1-800-GAMBLER";

/// What is said to whoever has not shown who they are, where that is asked for.
pub(crate) const UNSEEN: &str =
    "show the cage or the floor first who you are: nobody under 21 plays for chips of the house";

/// Who reads of patrons.
pub(crate) const READERS: [Role; 3] = [Role::Floor, Role::Cage, Role::Owner];

/// Who bars people, and writes and reads notes.
pub(crate) const OF_NOTES: [Role; 2] = [Role::Floor, Role::Owner];

/// Everything that is written down, by person and number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Patrons {
    files: BTreeMap<PersonId, BTreeMap<u64, Written>>,
}

impl Patrons {
    /// Takes what was written about somebody.
    pub(crate) fn take(&mut self, person: PersonId, record: u64, written: Written) {
        self.files.entry(person).or_default().insert(record, written);
    }

    /// Forgets all of it.
    pub(crate) fn remove(&mut self, person: PersonId) {
        self.files.remove(&person);
    }

    /// What is written about somebody, in the order in which it came.
    pub(crate) fn of(&self, person: PersonId) -> impl Iterator<Item = (u64, &Written)> {
        self.files.get(&person).into_iter().flatten().map(|(record, written)| (*record, written))
    }

    /// One of them.
    pub(crate) fn one(&self, person: PersonId, record: u64) -> Option<&Written> {
        self.files.get(&person)?.get(&record)
    }

    /// When a record was lifted.
    pub(crate) fn lifted_at(&self, person: PersonId, record: u64) -> Option<i64> {
        self.of(person).find_map(|(_, written)| match written {
            Written::Lifted { of, at_ms, .. } if *of == record => Some(*at_ms),
            _ => None,
        })
    }

    /// Whether a record counts at a moment: it was written, is not over and was not lifted.
    pub(crate) fn counts(&self, person: PersonId, record: u64, at_ms: i64) -> bool {
        let Some(written) = self.one(person, record) else { return false };
        let until = match written {
            Written::Bar { until_ms, .. } => *until_ms,
            _ => None,
        };
        written.at_ms() <= at_ms
            && until.is_none_or(|until| at_ms < until)
            && self.lifted_at(person, record).is_none_or(|lifted| at_ms < lifted)
    }

    /// The bar by which somebody is not served at a moment.
    pub(crate) fn bar(&self, person: PersonId, at_ms: i64) -> Option<(u64, BarKind)> {
        self.of(person).find_map(|(record, written)| match written {
            Written::Bar { kind, .. } if self.counts(person, record, at_ms) => Some((record, *kind)),
            _ => None,
        })
    }

    /// Everybody who is not served at a moment.
    pub(crate) fn barred(&self, at_ms: i64) -> impl Iterator<Item = PersonId> {
        self.files.keys().copied().filter(move |person| self.bar(*person, at_ms).is_some())
    }

    /// Whether somebody has shown who they are.
    pub(crate) fn is_seen(&self, person: PersonId, at_ms: i64) -> bool {
        self.of(person)
            .any(|(_, written)| matches!(written, Written::Identity { at_ms: seen, .. } if *seen <= at_ms))
    }

    /// Why something cannot be written about somebody, in a sentence.
    pub(crate) fn refusal(&self, person: PersonId, written: &Written) -> Option<String> {
        let is_said = |words: &str| !words.trim().is_empty() && words.chars().count() <= WORDS_MOST;
        let say = || format!("say it in 1 to {WORDS_MOST} letters");
        match written {
            Written::Identity { born, at_ms, .. } => match age(born, *at_ms) {
                None => Some("write the day of birth as 1990-12-31".to_owned()),
                Some(years) if years >= AGE_LEAST => None,
                Some(_) => {
                    Some(format!("nobody under {AGE_LEAST} plays here: they are welcome when they are"))
                }
            },
            Written::Bar { kind, until_ms, at_ms, words, by } => {
                if until_ms.is_some_and(|until| until <= *at_ms) {
                    return Some("a bar ends later than it begins".to_owned());
                }
                if *kind == BarKind::Barred && *by == person {
                    return Some("nobody bars themselves: they exclude themselves".to_owned());
                }
                (*kind == BarKind::Barred && !is_said(words) || words.chars().count() > WORDS_MOST).then(say)
            }
            Written::Flag { words, .. } | Written::Note { words, .. } => (!is_said(words)).then(say),
            Written::Lifted { of, words, at_ms, .. } => {
                if !self.counts(person, *of, *at_ms) {
                    return Some(format!("record {of} does not count any more"));
                }
                match self.one(person, *of) {
                    Some(Written::Bar { kind: BarKind::SelfExcluded, until_ms, .. }) => {
                        Some(match until_ms {
                            Some(_) => {
                                "whoever excluded themselves is not served before the time is over".to_owned()
                            }
                            None => "whoever excluded themselves for good is not served again".to_owned(),
                        })
                    }
                    Some(Written::Bar { .. } | Written::Flag { .. }) => (!is_said(words)).then(say),
                    _ => Some("bars and flags are lifted, nothing else".to_owned()),
                }
            }
        }
    }
}

/// How old somebody is, in whole years by the calendar of California; nothing for what is no day before today.
pub(crate) fn age(born: &str, at_ms: i64) -> Option<i16> {
    let zone = books::Zone::california()?;
    let local = at_ms + i64::from(zone.minutes_at(at_ms)) * 60_000;
    let born: jiff::civil::Date = born.parse().ok()?;
    let today = jiff::Timestamp::from_millisecond(local).ok()?.to_zoned(jiff::tz::TimeZone::UTC).date();
    if born > today {
        return None;
    }
    let had = (today.month(), today.day()) >= (born.month(), born.day());
    Some(today.year() - born.year() - i16::from(!had))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 86_400_000;

    fn bar(kind: BarKind, at_ms: i64, until_ms: Option<i64>) -> Written {
        Written::Bar { kind, until_ms, words: "A fight.".to_owned(), by: 2, at_ms }
    }

    #[test]
    fn a_bar_counts_from_when_it_is_written_until_it_is_over_or_lifted() {
        let mut patrons = Patrons::default();
        patrons.take(7, 10, bar(BarKind::Barred, 10 * DAY, Some(20 * DAY)));
        for (at, is_barred) in [(9, false), (10, true), (19, true), (20, false)] {
            assert_eq!(patrons.bar(7, at * DAY).is_some(), is_barred, "day {at}");
        }
        patrons.take(7, 11, Written::Lifted { of: 10, words: "Sorry.".to_owned(), by: 2, at_ms: 12 * DAY });
        for (at, is_barred) in [(11, true), (12, false), (19, false)] {
            assert_eq!(patrons.bar(7, at * DAY).is_some(), is_barred, "day {at}");
        }
        let again = Written::Lifted { of: 10, words: "Sorry.".to_owned(), by: 2, at_ms: 13 * DAY };
        assert!(patrons.refusal(7, &again).unwrap().contains("does not count"));
    }

    #[test]
    fn who_excluded_themselves_stays_so_until_the_end() {
        let mut patrons = Patrons::default();
        patrons.take(
            7,
            10,
            Written::Bar {
                kind: BarKind::SelfExcluded,
                until_ms: Some(400 * DAY),
                words: String::new(),
                by: 7,
                at_ms: 0,
            },
        );
        let lift = Written::Lifted { of: 10, words: "Asked nicely.".to_owned(), by: 2, at_ms: DAY };
        assert!(patrons.refusal(7, &lift).unwrap().contains("before the time is over"));
        assert!(patrons.refusal(7, &bar(BarKind::Barred, DAY, Some(DAY))).is_some(), "it ends as it begins");
    }

    #[test]
    fn nobody_is_of_age_before_the_birthday() {
        // Noon on 18 November 2026 in California.
        let at = 1_795_032_000_000;
        for (born, expected) in [
            ("2005-11-18", Some(21)),
            ("2005-11-19", Some(20)),
            ("1990-12-31", Some(35)),
            ("2030-01-01", None),
            ("yesterday", None),
        ] {
            assert_eq!(age(born, at), expected, "{born}");
        }
        let seen = |born: &str| Written::Identity {
            document: Document::Passport,
            born: born.to_owned(),
            by: 2,
            at_ms: at,
        };
        let patrons = Patrons::default();
        assert_eq!(patrons.refusal(7, &seen("2005-11-18")), None);
        assert!(patrons.refusal(7, &seen("2005-11-19")).unwrap().contains("nobody under 21"));
    }
}
