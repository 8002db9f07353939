//! `cardroom backup`: a copy of a room, also while it is played in.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use books::law::Date;
use clap::Args;
use serde_json::json;
use store::{Copied, Place};

use crate::Context;
use crate::failure::Failure;

/// Copies a room as it is at one moment, also while it is open and played in.
///
/// The copy is a whole room of its own: `cardroom verify` checks it and `cardroom serve --data` opens it. The room's log
/// says where it was copied to and when. A room in a database is copied into a file. Archives do not change and are not copied.
#[derive(Args)]
#[command(after_help = "Examples:\n  cardroom backup cardroom-data\n  \
                  cardroom backup /srv/cardroom --to /mnt/copies/monday")]
pub(crate) struct Backup {
    /// The folder of the room
    #[arg(value_name = "DIR", default_value = "cardroom-data")]
    folder: PathBuf,
    /// The database that holds the log and the accounts, instead of a file in the folder: postgres://USER@HOST/DATABASE
    #[arg(long, value_name = "ADDRESS")]
    store: Option<Place>,
    /// The folder for the copy, which must not be there yet or be empty [default: DIR-backup-DATE]
    #[arg(long, value_name = "FOLDER")]
    to: Option<PathBuf>,
}

impl Backup {
    pub(crate) fn run(&self, context: &Context) -> Result<(), Failure> {
        let told = |error: store::Error| Failure::Told(error.to_string());
        let place = self.store.clone().unwrap_or_else(|| self.folder.as_path().into());
        let room = place.open_read_only().map_err(told)?;
        let to = self.to.clone().unwrap_or_else(|| beside(&self.folder));
        let mut shown = Shown::new(!context.json);
        // First, so that a copy is never made without it.
        let beside_it = server::Beside::read(&self.folder).map_err(Failure::Told)?;
        let tips = place.backup(&to, &mut |copied| shown.tell(copied)).map_err(told)?;
        shown.end();
        beside_it
            .keep(room.as_ref(), &to, &tips)
            .map_err(|error| Failure::Told(format!("{}: cannot be written ({error})", to.display())))?;
        let is_noted = server::note_backup(&place, &to);
        let events: u64 = tips.values().map(|tip| tip.number).sum();
        let mut out = io::stdout().lock();
        if context.json {
            let tips: Vec<_> = tips
                .iter()
                .map(|(stream, tip)| json!({ "stream": stream.0, "number": tip.number, "hash": tip.hash }))
                .collect();
            writeln!(out, "{}", json!({ "folder": to, "events": events, "tips": tips, "noted": is_noted }))?;
        } else {
            writeln!(
                out,
                "{}: {} streams, {events} events; `cardroom verify {}` checks them.",
                to.display(),
                tips.len(),
                to.display()
            )?;
            if !is_noted {
                writeln!(out, "The room cannot be written to, so that its log does not say of this copy.")?;
            }
        }
        Ok(out.flush()?)
    }
}

/// Where a copy goes if nothing is said: beside the room, with the date.
fn beside(folder: &Path) -> PathBuf {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let today = Date::at(i64::try_from(since.as_millis()).unwrap_or(0));
    let mut name = folder.as_os_str().to_owned();
    name.push(format!("-backup-{today}"));
    PathBuf::from(name)
}

/// How far the copy is, on standard error: over and over on a terminal, elsewhere every few seconds.
struct Shown {
    is_wanted: bool,
    is_terminal: bool,
    told: Instant,
}

impl Shown {
    fn new(is_wanted: bool) -> Shown {
        Shown { is_wanted, is_terminal: io::stderr().is_terminal(), told: Instant::now() }
    }

    fn tell(&mut self, copied: Copied) {
        let pause = Duration::from_millis(if self.is_terminal { 200 } else { 5_000 });
        if !self.is_wanted || self.told.elapsed() < pause {
            return;
        }
        self.told = Instant::now();
        let percent = copied.pages * 100 / copied.of.max(1);
        let line = format!("{percent} of 100 copied");
        let _ = if self.is_terminal {
            write!(io::stderr(), "\r{line}\x1b[K")
        } else {
            writeln!(io::stderr(), "{line}")
        };
    }

    fn end(&self) {
        if self.is_wanted && self.is_terminal {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
