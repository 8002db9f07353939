//! `cardroom verify`: a room's log checked end to end.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use books::law::Date;
use clap::Args;
use serde_json::json;
use server::law::{Finding, Watch};
use server::tips::{self, Note};
use server::{AbsentArchive, OtherVersion, Proof};
use store::{Place, Reader, Witness};

use crate::Context;
use crate::failure::Failure;

/// Checks the log of a room: every hash, every shuffle against its commitment, every command against the rules,
/// and every chip.
#[derive(Args)]
#[command(after_help = "Examples:\n  cardroom verify cardroom-data\n  \
                  cardroom verify cardroom-data --note tips.json     (keep it somewhere else)\n  \
                  cardroom verify cardroom-data --against tips.json\n  \
                  cardroom verify cardroom-data --law\n  \
                  cardroom verify cardroom-data --tips /mnt/elsewhere/tips.txt\n  \
                  cardroom verify cardroom-data --archive /mnt/years/archive-before-2027-01.sqlite3 --whole")]
pub(crate) struct Verify {
    /// The folder of the room
    #[arg(value_name = "DIR", default_value = "cardroom-data")]
    folder: PathBuf,
    /// The database that holds the log and the accounts, instead of a file in the folder: postgres://USER@HOST/DATABASE
    #[arg(long, value_name = "ADDRESS")]
    store: Option<Place>,
    /// Write where every stream ends, so that a later check can tell whether the log was cut or rewritten
    #[arg(long, value_name = "FILE")]
    note: Option<PathBuf>,
    /// Check against a signed note of the room: its tips.txt as it was kept elsewhere, or what /api/tips gave
    #[arg(long, value_name = "FILE")]
    tips: Option<PathBuf>,
    /// An archive of the room that lies elsewhere, to be proven together with it; those in its folder always are
    #[arg(long, value_name = "FILE")]
    archive: Vec<PathBuf>,
    /// Fail where an archive of the room is not at hand, so that the whole log is proven or nothing
    #[arg(long)]
    whole: bool,
    /// Check against what was noted earlier
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// Hold every round against the law packs that counted when it began; fail where a rule in force was not kept and nobody
    /// overrode it
    #[arg(long)]
    law: bool,
}

impl Verify {
    pub(crate) fn run(&self, context: &Context) -> Result<(), Failure> {
        let told = |error: store::Error| Failure::Told(error.to_string());
        let place = self.store.clone().unwrap_or_else(|| self.folder.as_path().into());
        let store = place.open_with_archives(&self.archive).map_err(told)?;
        let store = store.as_ref();
        let mut witness = self.witness()?;
        let mut notes = Vec::new();
        let own = tips::note_file(&self.folder);
        let mut unheld = Vec::new();
        if own.is_file() && self.tips.as_ref() != Some(&own) {
            unheld.extend(compare(store, &own, &mut notes));
        }
        if let (Some(path), Some(note)) = (&self.tips, self.signed(store)?) {
            notes.push(Compared { file: path.clone(), at_ms: note.at_ms, tips: note.tips.len() });
            witness.extend(note.tips);
        }
        let shows_progress = io::stderr().is_terminal() && !context.json;
        let mut progress = |stream: u32, events: u64| {
            if shows_progress {
                eprint!("\rstream {stream}: {events} events ");
            }
        };
        let mut proof = server::verify(store, &context.shelf, &witness, &mut progress).map_err(told)?;
        proof.faults.extend(unheld);
        if shows_progress {
            eprint!("\r                                        \r");
        }
        if let Some(path) = &self.note {
            let tips = store.tips().map_err(told)?;
            let text = serde_json::to_string_pretty(&tips).map_err(io::Error::from)?;
            fs::write(path, text)
                .map_err(|error| Failure::Told(format!("{}: cannot be written ({error})", path.display())))?;
        }
        let news = self.news(store);
        let law = match self.law {
            true => Watch::over(store, &context.shelf).map_err(told)?.findings(),
            false => Vec::new(),
        };
        let is_lawful = !law.iter().any(Finding::is_breach);
        self.tell(&Told { proof: &proof, notes, news, law }, context.json)?;
        let is_proven = proof.faults.is_empty() && (proof.absent.is_empty() || !self.whole) && is_lawful;
        if is_proven { Ok(()) } else { Err(Failure::Shown) }
    }

    /// What is missing beside the log.
    fn news(&self, store: &dyn Reader) -> Vec<String> {
        // What cannot be read is a fault of the log, which the check names.
        server::missing_beside(store, &self.folder).unwrap_or_default()
    }

    fn witness(&self) -> Result<Witness, Failure> {
        let Some(path) = &self.against else { return Ok(Witness::new()) };
        let text = fs::read_to_string(path)
            .map_err(|error| Failure::Told(format!("{}: cannot be read ({error})", path.display())))?;
        serde_json::from_str(&text).map_err(|error| {
            Failure::Told(format!("{}: is not a file that `verify --note` wrote ({error})", path.display()))
        })
    }

    /// A signed note, which must be signed by a key of this room.
    fn signed(&self, store: &dyn Reader) -> Result<Option<Note>, Failure> {
        let Some(path) = &self.tips else { return Ok(None) };
        let fault = |what: String| Failure::Told(format!("{}: {what}", path.display()));
        let text = fs::read_to_string(path).map_err(|error| fault(format!("cannot be read ({error})")))?;
        let note = Note::read(&text).map_err(fault)?;
        match tips::is_known_key(store, &note.key) {
            Ok(true) => Ok(Some(note)),
            Ok(false) => Err(fault(format!(
                "the room in {} never signed with this key: it is another room's note, or the log was made anew",
                self.folder.display()
            ))),
            // What cannot be read is a fault of the log, which the check names.
            Err(_) => Ok(Some(note)),
        }
    }

    fn tell(&self, told: &Told<'_>, is_json: bool) -> Result<(), Failure> {
        let proof = told.proof;
        let mut out = io::BufWriter::new(io::stdout().lock());
        if is_json {
            let mut whole = serde_json::to_value(proof).map_err(io::Error::from)?;
            let note = |note: &Compared| json!({ "file": note.file, "at_ms": note.at_ms, "tips": note.tips });
            whole["notes"] = told.notes.iter().map(note).collect();
            whole["news"] = json!(told.news);
            if self.law {
                whole["law"] = json!(told.law);
            }
            serde_json::to_writer(&mut out, &whole).map_err(io::Error::from)?;
            writeln!(out)?;
            return Ok(out.flush()?);
        }
        let sum = |of: fn(&server::StreamProof) -> u64| proof.streams.iter().map(of).sum::<u64>();
        writeln!(
            out,
            "{}: {} streams, {} entries, {} events, {} shuffles",
            self.folder.display(),
            proof.streams.len(),
            sum(|one| one.entries),
            sum(|one| one.events),
            sum(|one| one.shuffles)
        )?;
        for Compared { file, at_ms, tips } in &told.notes {
            let (file, date) = (file.display(), Date::at(*at_ms));
            writeln!(out, "note   {file} of {date}: the log was compared with its {tips} tips")?;
        }
        for what in &told.news {
            writeln!(out, "NOTE   {what}.")?;
        }
        for fault in &proof.faults {
            writeln!(out, "FAULT  {fault}")?;
        }
        for found in &told.law {
            writeln!(out, "{}", law_line(found))?;
        }
        if self.law && told.law.is_empty() {
            writeln!(out, "law    nothing was found against any rule of the packs that counted")?;
        }
        let others =
            proof.streams.iter().flat_map(|stream| stream.others.iter().map(|one| (stream.stream, one)));
        for (stream, other) in others.clone() {
            let OtherVersion { version, from, to, what, uncompared } = other;
            let states = match uncompared {
                0 => String::new(),
                1 => {
                    "; one state kept there was not compared, and no room goes by it unless it has marked it"
                        .to_owned()
                }
                count => format!(
                    "; {count} states kept there were not compared, and no room goes by them unless it has marked them"
                ),
            };
            writeln!(
                out,
                "rules  stream {stream}, events {from} to {to}: proven by version {version} ({what}){states}"
            )?;
        }
        for AbsentArchive { name, entries } in &proof.absent {
            writeln!(
                out,
                "ABSENT {entries} entries lie in the archive {name}, which is not at hand: only where they begin and end \
                 was checked. Say where it lies by --archive."
            )?;
        }
        let unchecked = sum(|one| one.unchecked);
        match proof.faults.len() {
            0 if unchecked > 0 => writeln!(
                out,
                "Every hash and chip is as it should be, and every shuffle but {unchecked}, which like the rules of the \
                 parts named above are proven by the version that played them."
            )?,
            0 if others.clone().next().is_some() => writeln!(
                out,
                "Every hash, shuffle and chip is as it should be; the rules too, but for the parts named above, \
                 which the version that played them proves."
            )?,
            0 => writeln!(out, "Every hash, shuffle, command and chip is as it should be.")?,
            1 => writeln!(out, "One fault.")?,
            count => writeln!(out, "{count} faults.")?,
        }
        Ok(out.flush()?)
    }
}

/// What is told: the proof, and the notes that the log was compared with.
struct Told<'a> {
    proof: &'a Proof,
    notes: Vec<Compared>,
    news: Vec<String>,
    law: Vec<Finding>,
}

/// What was found against a rule, in a line.
fn law_line(found: &Finding) -> String {
    let word = if found.is_breach() { "LAW   " } else { "law   " };
    let Finding { table, what, rule, source, standing, since_ms, rounds, .. } = found;
    let day = Date::at(*since_ms);
    let over = found.overridden.as_ref().map(|own| format!("; overridden by {}: {}", own.by, own.reason));
    let over = over.unwrap_or_default();
    let back = if found.is_taken_back { "; all of them taken back or voided" } else { "" };
    let look = if found.is_warning { "; to be looked at" } else { "" };
    format!(
        "{word} table {table} since {day}, {rounds} rounds: {what} [{rule}, {source}, {}]{over}{back}{look}",
        standing.words()
    )
}

/// A note that the log was compared with.
struct Compared {
    file: PathBuf,
    at_ms: i64,
    tips: usize,
}

/// Compares the log with the newest note in its own folder; gives a fault.
fn compare(store: &dyn Reader, path: &Path, notes: &mut Vec<Compared>) -> Option<String> {
    let fault = |what: String| Some(format!("{}: {what}", path.display()));
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => return fault(format!("cannot be read ({error})")),
    };
    let note = match Note::read(&text) {
        Ok(note) => note,
        Err(what) => return fault(what),
    };
    notes.push(Compared { file: path.to_owned(), at_ms: note.at_ms, tips: note.tips.len() });
    match server::missing(store, &note) {
        Ok(missing) => missing.and_then(fault),
        // What cannot be read is a fault of the log, which the check names.
        Err(_) => None,
    }
}
