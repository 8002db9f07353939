//! A few ranks that a rule speaks of, written as "A K Q".

use std::fmt;
use std::str::FromStr;

use cards::Rank;

use crate::read::{Read, Reader, Value, read_parsed};

/// Ranks in the order a book writes them, each at most once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ranks(Vec<Rank>);

impl Ranks {
    /// Whether a rank is among them.
    #[must_use]
    pub fn contains(&self, rank: Rank) -> bool {
        self.0.contains(&rank)
    }

    /// The ranks in the written order.
    pub fn iter(&self) -> impl Iterator<Item = Rank> + '_ {
        self.0.iter().copied()
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }
}

impl fmt::Display for Ranks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.pad(&shown.join(" "))
    }
}

/// A text that is not a list of ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotRanks(String);

impl fmt::Display for NotRanks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is not a list of different ranks: write \"A K Q\"", self.0)
    }
}

impl std::error::Error for NotRanks {}

impl FromStr for Ranks {
    type Err = NotRanks;

    /// Reads "A K Q", "J 10 9" or "J T 9".
    fn from_str(text: &str) -> Result<Ranks, NotRanks> {
        let refused = || NotRanks(text.to_owned());
        let mut ranks = Vec::new();
        for word in text.split_whitespace() {
            let rank: Rank = word.parse().map_err(|_| refused())?;
            if ranks.contains(&rank) {
                return Err(refused());
            }
            ranks.push(rank);
        }
        if ranks.is_empty() { Err(refused()) } else { Ok(Ranks(ranks)) }
    }
}

impl Read for Ranks {
    fn expected() -> String {
        "ranks such as \"A K Q\"".to_owned()
    }

    fn read(value: Value<'_>, reader: &mut Reader<'_>) -> Option<Ranks> {
        read_parsed(value, &Self::expected(), reader)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_read_what_they_write_and_refuse_what_is_unclear() {
        assert_eq!("J 10 9".parse::<Ranks>().unwrap().to_string(), "J T 9");
        assert!("A K Q".parse::<Ranks>().unwrap().contains(Rank::King));
        for text in ["", "A A", "A,K", "X", "1"] {
            assert_eq!(text.parse::<Ranks>(), Err(NotRanks(text.to_owned())), "{text}");
        }
    }
}
