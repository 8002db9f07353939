//! The time zone of a house, by the names of the IANA database, which the program carries.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::read::{Read, Reader, Value, read_parsed};

/// The time zone of a house, such as America/Los_Angeles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone(TimeZone);

impl Zone {
    /// The zone of California, whose law the rooms play by; nothing if the program carries no zones.
    #[must_use]
    pub fn california() -> Option<Zone> {
        "America/Los_Angeles".parse().ok()
    }

    /// How many minutes the local time is ahead of UTC at a moment in milliseconds since 1970; below zero in America.
    #[must_use]
    pub fn minutes_at(&self, at_ms: i64) -> i32 {
        let at = Timestamp::from_millisecond(at_ms).unwrap_or(Timestamp::UNIX_EPOCH);
        self.0.to_offset(at).seconds() / 60
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.iana_name().unwrap_or("UTC"))
    }
}

impl FromStr for Zone {
    type Err = String;

    fn from_str(text: &str) -> Result<Zone, String> {
        TimeZone::get(text).map(Zone).map_err(|_| format!("\"{text}\" is not a time zone"))
    }
}

impl Read for Zone {
    fn expected() -> String {
        "a time zone such as \"America/Los_Angeles\"".to_owned()
    }

    fn read(value: Value<'_>, reader: &mut Reader<'_>) -> Option<Zone> {
        read_parsed(value, &Self::expected(), reader)
    }
}

#[cfg(test)]
mod tests {
    use super::Zone;

    #[test]
    fn summer_time_counts_by_the_date() {
        let zone: Zone = "America/Los_Angeles".parse().unwrap();
        assert_eq!(zone.minutes_at(1_768_000_000_000), -480, "in January");
        assert_eq!(zone.minutes_at(1_783_000_000_000), -420, "in July");
        assert_eq!(zone.to_string(), "America/Los_Angeles");
        assert!("Ventura".parse::<Zone>().is_err());
    }
}
