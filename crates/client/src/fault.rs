//! What can go wrong for a program outside.

use std::fmt;

use room::Command;

use crate::Answer;

/// Why a client cannot go on.
#[derive(Debug)]
pub enum ClientFault {
    /// The server cannot be reached, or has gone away.
    Gone(String),
    /// The server says no to a request.
    Status {
        /// The status.
        status: u16,
        /// What it said.
        body: String,
    },
    /// A message is not what it should be.
    Unreadable(String),
    /// A number of the stream is missing or comes twice.
    Gap {
        /// The number that was due.
        due: u64,
        /// The number that came.
        came: u64,
    },
    /// Something that the table offered is refused.
    Refused(Box<(Command, Answer)>),
    /// Nothing has been heard for a long time although the table waits for somebody.
    Silent(String),
}

impl fmt::Display for ClientFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClientFault::Gone(why) => write!(f, "the server is gone: {why}"),
            ClientFault::Status { status, body } => write!(f, "the server answers {status}: {body}"),
            ClientFault::Unreadable(what) => write!(f, "a message cannot be read: {what}"),
            ClientFault::Gap { due, came } => write!(f, "event {due} was due, but {came} came"),
            ClientFault::Refused(both) => {
                write!(f, "{:?} was offered but is refused: {}", both.0, both.1.what)
            }
            ClientFault::Silent(what) => write!(f, "nothing is heard: {what}"),
        }
    }
}

impl std::error::Error for ClientFault {}

impl From<std::io::Error> for ClientFault {
    fn from(error: std::io::Error) -> ClientFault {
        ClientFault::Gone(error.to_string())
    }
}

impl From<serde_json::Error> for ClientFault {
    fn from(error: serde_json::Error) -> ClientFault {
        ClientFault::Unreadable(error.to_string())
    }
}

impl From<tokio_tungstenite::tungstenite::Error> for ClientFault {
    fn from(error: tokio_tungstenite::tungstenite::Error) -> ClientFault {
        ClientFault::Gone(error.to_string())
    }
}
