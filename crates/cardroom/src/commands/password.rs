//! `cardroom password`: a new password, set on the machine itself.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use store::Place;

use crate::Context;
use crate::failure::Failure;

/// Gives an account a new password and ends its sessions, whether the room is open or not.
///
/// Whoever may write to the room's folder may do so; an open room lets the old sessions go within a minute.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  cardroom password house                     (makes a password and prints it)\n  \
                  cardroom password house --data /srv/cardroom\n  \
                  cardroom password ann --stdin < secret.txt"
)]
pub(crate) struct Password {
    /// Whose password it is
    #[arg(value_name = "NAME")]
    name: String,
    /// The folder of the room
    #[arg(long, value_name = "DIR", default_value = "cardroom-data")]
    data: PathBuf,
    /// The database that holds the log and the accounts, instead of a file in the folder: postgres://USER@HOST/DATABASE
    #[arg(long, value_name = "ADDRESS")]
    store: Option<Place>,
    /// Take the password from the first line of the standard input instead of making one
    #[arg(long)]
    stdin: bool,
}

impl Password {
    pub(crate) fn run(&self, context: &Context) -> Result<(), Failure> {
        let password = if self.stdin { first_line()? } else { server::password::random() };
        let place = self.store.clone().unwrap_or_else(|| self.data.as_path().into());
        let ended = server::password::set(&place, &self.name, &password)
            .map_err(|fault| Failure::Told(fault.to_string()))?;
        let mut out = io::stdout().lock();
        if context.json {
            let shown = (!self.stdin).then_some(&password);
            writeln!(out, "{}", json!({ "name": self.name, "password": shown, "sessions_ended": ended }))?;
            return Ok(out.flush()?);
        }
        if self.stdin {
            writeln!(out, "{} logs in with the new password from now on.", self.name)?;
        } else {
            writeln!(
                out,
                "{} logs in with the password {password} from now on; it is shown only now.",
                self.name
            )?;
        }
        match ended {
            0 => {}
            1 => writeln!(out, "One open session was ended.")?,
            ended => writeln!(out, "{ended} open sessions were ended.")?,
        }
        Ok(out.flush()?)
    }
}

fn first_line() -> Result<String, Failure> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}
