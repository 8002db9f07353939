//! A file of schedules: read, made into schedules, checked, and searched.

use super::build::build;
use super::check::check_rates;
use super::row::{Cap, FileRows, Remark};
use super::schedule::{Fees, Schedule};
use crate::ClauseIndex;
use crate::read::{Fault, Faults, Reading, Rule, Severity, Source, read_source};

/// The schedules of one or more books of a house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatesFile {
    /// The tables, in the order of the filing.
    pub tables: Vec<RateTable>,
}

/// The schedules of one filed table, and the books they serve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RateTable {
    /// What the filing calls the table.
    pub title: String,
    /// Where it is filed; none if nobody has approved it.
    pub filed: Option<String>,
    /// The books it serves, by their ids in the house.
    pub games: Vec<String>,
    /// The most rates by the games' own rules.
    pub caps: Vec<Cap>,
    /// The most players that can be dealt in, where the filing says so.
    pub players_most: Option<Rule<u8>>,
    /// What is odd about the whole table.
    pub remarks: Vec<Remark>,
    /// The schedules, in the order of the filing.
    pub schedules: Vec<Schedule>,
}

impl RatesFile {
    /// Reads a rates file and checks its schedules: what is wrong refuses the file, filed oddities that
    /// are marked as such come back as remarks.
    ///
    /// The index must hold every clause file of the house under the file's own name, because one table
    /// may serve several games.
    ///
    /// # Errors
    /// All faults of the file.
    pub fn read(source: &Source, clauses: &ClauseIndex) -> Result<Reading<RatesFile>, Faults> {
        let mut built = None;
        let reading = read_source::<FileRows>(source, clauses, |rows, reader| {
            let mut misfits = Vec::new();
            let tables: Vec<_> = rows
                .table
                .iter()
                .enumerate()
                .map(|(place, table)| build(table, &format!("table.{}", place + 1), &mut misfits))
                .collect();
            for misfit in &misfits {
                reader.fault_at(&misfit.key, Severity::Error, &misfit.what, &misfit.label);
            }
            let file = RatesFile { tables };
            if !misfits.is_empty() {
                // Where the file is read despite its faults, the schedules that make sense are all there is.
                built = Some(file).filter(|file| file.tables.iter().any(|table| !table.schedules.is_empty()));
                return;
            }
            let findings = check_rates(&file);
            // What was filed so would only hide what is wrong.
            let is_refused = findings.iter().any(|finding| finding.severity == Severity::Error);
            for finding in findings {
                if finding.severity == Severity::Error || !is_refused {
                    let word = finding.oddity.word();
                    let label = if finding.severity == Severity::Error && finding.oddity.may_be_filed() {
                        format!("{word}; if this was filed so, add a remark on \"{word}\"")
                    } else {
                        word.to_owned()
                    };
                    reader.fault_at(&finding.key, finding.severity, finding.sentence(), label);
                }
            }
            built = Some(file);
        })?;
        let Some(value) = built else {
            let fault =
                Fault::error(0..0, "no schedules can be made of this file", "none of them makes sense");
            return Err(Faults::new(source.clone(), vec![fault]));
        };
        Ok(Reading { value, citations: reading.citations, remarks: reading.remarks })
    }

    /// Whether a book of the house, by its id there, has schedules in this file.
    #[must_use]
    pub fn serves(&self, game: &str) -> bool {
        self.tables.iter().any(|table| table.serves(game))
    }

    /// The schedules of a book, in the order of the filing.
    pub fn schedules<'a>(&'a self, game: &'a str) -> impl Iterator<Item = &'a Schedule> {
        self.tables.iter().filter(move |table| table.serves(game)).flat_map(|table| &table.schedules)
    }

    /// The schedule of a book that has that handle.
    #[must_use]
    pub fn find<'a>(&'a self, game: &'a str, handle: &str) -> Option<&'a Schedule> {
        self.schedules(game).find(|schedule| schedule.handle.as_str() == handle)
    }

    /// The same file with one schedule of a book alone, and those that take over from it at the same table.
    #[must_use]
    pub fn only(&self, game: &str, handle: &str) -> RatesFile {
        let Some(chosen) = self.find(game, handle) else { return self.clone() };
        let mut file = self.clone();
        for table in &mut file.tables {
            table.schedules.retain(|other| other.handle == chosen.handle || other.takes_over_from(chosen));
        }
        file
    }

    /// The schedule that takes over from another at the same table when the number of players changes:
    /// same bets, same blinds, and a band for so many.
    #[must_use]
    pub fn for_players<'a>(
        &'a self,
        game: &'a str,
        schedule: &Schedule,
        players: u8,
    ) -> Option<&'a Schedule> {
        self.schedules(game).find(|other| other.has_bets_of(schedule) && other.is_for(players))
    }

    /// A schedule as a table opens under it. Where the filing gives each number of players a schedule of its own,
    /// the others of the same bets take over as players come and go, so their bands are in force too.
    #[must_use]
    pub fn at_table(&self, game: &str, schedule: &Schedule) -> Schedule {
        let mut whole = schedule.clone();
        match &mut whole.fees {
            Fees::Pot { bands, .. } => {
                for other in self.schedules(game).filter(|other| other.has_bets_of(schedule)) {
                    if let Fees::Pot { bands: more, .. } = &other.fees {
                        bands.value.extend(more.iter().filter(|band| !schedule.has_band(band)).cloned());
                    }
                }
            }
            Fees::Bank { .. } | Fees::BlindDrop(_) | Fees::HalfHour { .. } => {}
        }
        whole
    }
}

impl RateTable {
    /// Whether the table serves a book of the house.
    #[must_use]
    pub fn serves(&self, game: &str) -> bool {
        self.games.iter().any(|served| served == game)
    }
}
