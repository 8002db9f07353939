//! The clauses of a filing: what a house filed, in our words, and how it was ruled where it is unclear.

use std::collections::HashMap;
use std::fmt;

use money::Clause;

use crate::read::{Faults, Source, nearest, read_source};
use crate::rulings::Worth;
use crate::{choice, section};

choice! {
    /// What a clause is about.
    pub enum ClauseKind {
        /// What the deck holds.
        Deck = "deck",
        /// What cards and hands are worth.
        Value = "value",
        /// How cards are dealt.
        Deal = "deal",
        /// What a player may choose.
        Choice = "choice",
        /// When further cards are taken.
        Draw = "draw",
        /// The player-dealer position.
        Bank = "bank",
        /// What may be wagered.
        Wager = "wager",
        /// Who wins, and in what order money moves.
        Settle = "settle",
        /// What a win is paid.
        Pay = "pay",
        /// Wagers beside the base wager.
        SideBet = "side-bet",
        /// The house's fees.
        Collection = "collection",
        /// Seats and who may sit.
        Seat = "seat",
        /// What happens when a deal goes wrong.
        Irregularity = "irregularity",
        /// How people behave; software reminds and records.
        Conduct = "conduct",
        /// What must be shown.
        Notice = "notice",
        /// What the law asks.
        Legal = "legal",
        /// What a word means.
        Definition = "definition",
        /// Our ruling where the filing is silent or contradicts itself.
        Ruling = "ruling",
    }
}

section! {
    /// A clause as its file has it.
    pub struct ClauseText {
        /// Its name in the file.
        pub id: String,
        /// Where the filing says it.
        pub at: String,
        /// What it is about.
        pub kind: ClauseKind,
        /// The rule in our words.
        pub says: String,
        /// Exact cases, given and expected.
        pub example: Option<Vec<String>>,
    }
}

section! {
    /// A place where the filing is unclear, and how it is ruled.
    pub struct Question {
        /// Its name in the file.
        pub id: String,
        /// What it is about.
        pub about: String,
        /// What is unclear.
        pub problem: String,
        /// The default until the house says otherwise.
        pub ruling: String,
        /// The reason for the ruling.
        pub why: String,
        /// What the house should confirm, and what it moves; missing where nothing hangs on it.
        pub confirm: Option<String>,
        /// Whether the ruling takes less than the filed words could mean.
        pub narrows: Option<bool>,
        /// What the other reading would move, of the wagers it concerns at the most.
        pub worth: Option<Worth>,
    }
}

impl Question {
    /// Whether the house should confirm the ruling.
    #[must_use]
    pub fn is_to_confirm(&self) -> bool {
        self.confirm.is_some() || self.ruling.contains("house should confirm")
    }
}

section! {
    /// One file of clauses.
    pub struct ClauseFile {
        /// The house's name.
        pub house: String,
        /// The game's full name.
        pub game: String,
        /// The state's approval number, empty if there is none.
        pub gega: String,
        /// The family of games it belongs to.
        pub family: String,
        /// Which filing and document it restates.
        pub filing: String,
        /// The clauses, in the order of the filing.
        pub clause: Vec<ClauseText>,
        /// The unclear places.
        pub question: Option<Vec<Question>>,
    }
}

impl ClauseFile {
    /// Reads a clause file.
    ///
    /// # Errors
    /// All faults of the file.
    pub fn read(source: &Source) -> Result<ClauseFile, Faults> {
        read_source(source, &ClauseIndex::default(), |_, _| ()).map(|reading| reading.value)
    }
}

/// A clause as a book knows it: where it stands, and what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClauseEntry {
    /// The name to cite: the id, with the file before it when it is not the game's own file.
    pub name: String,
    /// Where the filing says it.
    pub at: String,
    /// What it is about.
    pub kind: ClauseKind,
    /// The rule in our words.
    pub says: String,
}

/// All clauses that a book may cite: those of its own file, and those of the house under `file/id`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClauseIndex {
    entries: Vec<ClauseEntry>,
    by_name: HashMap<String, Clause>,
}

impl ClauseIndex {
    /// Adds the clauses and rulings of a file; `prefix` is empty for the game's own file.
    pub fn add(&mut self, file: &ClauseFile, prefix: &str) {
        let name = |id: &str| if prefix.is_empty() { id.to_owned() } else { format!("{prefix}/{id}") };
        for clause in &file.clause {
            self.push(ClauseEntry {
                name: name(&clause.id),
                at: clause.at.clone(),
                kind: clause.kind,
                says: clause.says.clone(),
            });
        }
        for question in file.question.iter().flatten() {
            self.push(ClauseEntry {
                name: name(&question.id),
                at: format!("ruling on {}", question.about),
                kind: ClauseKind::Ruling,
                says: question.ruling.clone(),
            });
        }
    }

    /// Lets every clause that stands here without a prefix be cited as `prefix/id` too, because a file of
    /// rates that serves several games names the file of each.
    pub fn also_as(&mut self, prefix: &str) {
        let plain = self.by_name.iter().filter(|(name, _)| !name.contains('/'));
        let more: Vec<_> = plain.map(|(name, clause)| (format!("{prefix}/{name}"), *clause)).collect();
        self.by_name.extend(more);
    }

    fn push(&mut self, entry: ClauseEntry) {
        let clause = Clause::from_number(
            u16::try_from(self.entries.len()).expect("a house has fewer than 65,535 clauses"),
        );
        self.by_name.insert(entry.name.clone(), clause);
        self.entries.push(entry);
    }

    /// The clause of that name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Clause> {
        self.by_name.get(name).copied()
    }

    /// The name most like a mistyped one.
    #[must_use]
    pub fn nearest(&self, name: &str) -> Option<&str> {
        let names: Vec<&str> = self.entries.iter().map(|entry| entry.name.as_str()).collect();
        nearest(name, &names)
    }

    /// What a clause says; nothing for [`Clause::NONE`].
    #[must_use]
    pub fn entry(&self, clause: Clause) -> Option<&ClauseEntry> {
        self.entries.get(usize::from(clause.number()))
    }

    /// The name of a clause, empty for [`Clause::NONE`].
    #[must_use]
    pub fn name(&self, clause: Clause) -> &str {
        self.entry(clause).map_or("", |entry| &entry.name)
    }

    /// Every clause with its entry, in the order of the files.
    pub fn iter(&self) -> impl Iterator<Item = (Clause, &ClauseEntry)> {
        self.entries
            .iter()
            .enumerate()
            .map(|(place, entry)| (Clause::from_number(u16::try_from(place).unwrap_or(u16::MAX)), entry))
    }
}

impl fmt::Display for ClauseEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.at)
    }
}
