//! `cardroom copy`: a room moved from a file to a database, or back, and proven on both sides.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use store::{Place, Witness};

use crate::Context;
use crate::failure::Failure;

/// Moves a room that nobody has open to another place: from a folder to a PostgreSQL database, or back.
///
/// The log is proven before and after, as by `cardroom verify`, and must end the same in both. Nothing is written over,
/// and what was moved stays as it was: keep it, and open only one of the two. The room's key and notes (tips.key,
/// tips.txt) stay in its folder, which `cardroom serve --data DIR --store ADDRESS` goes on using.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
                  cardroom copy cardroom-data 'postgres:///cardroom?host=/run/postgresql'\n  \
                  cardroom copy postgres://cardroom@db.example/room /srv/cardroom-back")]
pub(crate) struct Copy {
    /// Where the room is: its folder, or postgres://USER@HOST/DATABASE
    #[arg(value_name = "FROM")]
    from: Place,
    /// Where it goes: a folder that is not there yet or is empty, or an empty database
    #[arg(value_name = "TO")]
    to: Place,
}

impl Copy {
    pub(crate) fn run(&self, context: &Context) -> Result<(), Failure> {
        let told = |error: store::Error| Failure::Told(error.to_string());
        self.prove(&self.from, context)?;
        let shows_progress = io::stderr().is_terminal() && !context.json;
        let tips = self
            .from
            .copy(&self.to, &mut |copied| {
                if shows_progress {
                    eprint!("\r{} of 100 copied ", copied.pages * 100 / copied.of.max(1));
                }
            })
            .map_err(told)?;
        if shows_progress {
            eprint!("\r                    \r");
        }
        let proven = self.prove(&self.to, context)?;
        if proven != tips {
            return Err(Failure::Told(format!("{}: the copy does not end where the room does", self.to)));
        }
        let events: u64 = tips.values().map(|tip| tip.number).sum();
        let absent = self.from.open_read_only().and_then(|room| room.archives_at_hand()).map_err(told)?;
        let beside: Vec<PathBuf> = absent.into_iter().map(|archive| PathBuf::from(archive.name)).collect();
        let mut out = io::stdout().lock();
        if context.json {
            let (from, to) = (self.from.to_string(), self.to.to_string());
            let (streams, left) = (tips.len(), beside);
            writeln!(
                out,
                "{}",
                json!({ "from": from, "to": to, "streams": streams, "events": events, "left": left })
            )?;
        } else {
            writeln!(out, "{}: {} streams, {events} events, proven before and after.", self.to, tips.len())?;
            for archive in beside {
                writeln!(
                    out,
                    "{} stays where it is: the copy is proven from where it ends.",
                    archive.display()
                )?;
            }
        }
        Ok(out.flush()?)
    }

    /// Proves a room as `cardroom verify` does, and gives where its streams end.
    fn prove(&self, place: &Place, context: &Context) -> Result<Witness, Failure> {
        let told = |error: store::Error| Failure::Told(error.to_string());
        let room = place.open_read_only().map_err(told)?;
        let proof =
            server::verify(room.as_ref(), &context.shelf, &Witness::new(), &mut |_, _| {}).map_err(told)?;
        match proof.faults.first() {
            None => room.tips().map_err(told),
            Some(fault) => Err(Failure::Told(format!(
                "{place}: {fault}; look at it with `cardroom verify` before it is moved"
            ))),
        }
    }
}
