//! What clients send over a socket: a command, or refused in a sentence.

use std::fs;

use super::folder;
use crate::{Running, Target};

/// Messages of a socket.
pub(super) const MESSAGES: Target =
    Target { name: "messages", law: "a message is a command, or refused in one sentence", begin };

/// The messages of the corpus, one in each line.
pub(super) fn corpus() -> Vec<String> {
    let text = fs::read_to_string(folder("crates/fuzz/corpus/messages.jsonl")).expect("the corpus is there");
    text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect()
}

fn begin() -> Running {
    let corpus = corpus().into_iter().map(String::into_bytes).collect();
    Running { corpus, take: Box::new(take) }
}

fn take(input: &[u8]) -> u32 {
    match server::check_message(&String::from_utf8_lossy(input)) {
        Ok(()) => 1,
        Err(what) => {
            assert!(!what.is_empty() && !what.contains('\n'), "not one sentence: {what:?}");
            0
        }
    }
}
