//! Hand histories: every hand of a file is read and replayed, or refused in words.

use std::fs;

use books::Shelf;

use super::{files, folder};
use crate::{Running, Target};

/// Hand histories.
pub(super) const PHH: Target = Target { name: "phh", law: "a hand is replayed, or refused in words", begin };

fn begin() -> Running {
    let mut found = Vec::new();
    files(&folder("crates/phh/tests/samples"), "phh", &mut found);
    let step = (found.len() / 120).max(1);
    let corpus = found.iter().step_by(step).filter_map(|path| fs::read(path).ok()).collect();
    let games = phh::Games::filed(&Shelf::filed()).expect("the filed books read");
    let take = move |input: &[u8]| {
        let text = String::from_utf8_lossy(input);
        let Ok(hands) = phh::read_each(&text) else { return 0 };
        let mut depth = 1;
        for hand in hands {
            match hand {
                Ok(history) => {
                    let _ = phh::replay(&games, &history);
                    depth = 2;
                }
                Err(fault) => assert!(!fault.to_string().is_empty(), "a fault without words"),
            }
        }
        depth
    };
    Running { corpus, take: Box::new(take) }
}
