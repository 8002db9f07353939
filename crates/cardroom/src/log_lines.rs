//! What the program says of itself while a room is open: a line for people, or an object a line for programs.

use std::io::{self, IsTerminal};
use std::str::FromStr;

use clap::ValueEnum;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::ParseError;

/// In which form it is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogForm {
    /// Lines for people
    #[default]
    Text,
    /// One JSON object a line
    Json,
}

/// What is worth a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LogLevel(String);

impl Default for LogLevel {
    fn default() -> LogLevel {
        LogLevel("info".to_owned())
    }
}

impl FromStr for LogLevel {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<LogLevel, ParseError> {
        EnvFilter::builder().parse(text).map(|_| LogLevel(text.to_owned()))
    }
}

impl LogForm {
    /// Writes from now on; a program that writes already goes on as it does.
    pub(crate) fn begin(self, level: &LogLevel) {
        let filter = EnvFilter::builder().parse_lossy(&level.0);
        let to = tracing_subscriber::fmt().with_writer(io::stderr).with_env_filter(filter).with_target(false);
        std::panic::set_hook(Box::new(server::tell_of_a_break));
        // Only one can be set, and a second room in the same program writes with the first one's.
        let _ = match self {
            LogForm::Text => to.with_ansi(io::stderr().is_terminal()).try_init(),
            LogForm::Json => to.json().flatten_event(true).with_span_list(false).try_init(),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_that_does_not_exist_is_refused() {
        assert!("info,server=debug".parse::<LogLevel>().is_ok());
        assert!("server=loud".parse::<LogLevel>().is_err());
    }
}
