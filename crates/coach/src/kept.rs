//! What the coach keeps, so that nothing long is worked out twice.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use books::blackjack::BlackjackRules;
use cards::CardSet;
use odds::blackjack::{Analysis, Shoe};
use odds::double_hand::Counted;

/// How many books with their shoes, and how many double hands, are kept before all are forgotten.
const BOOKS_MOST: usize = 64;
const HANDS_MOST: usize = 4_096;

type Once<T> = Arc<OnceLock<Option<Arc<T>>>>;

/// What is kept of a kind, by what it hangs on.
type Kept<K, V> = Mutex<HashMap<K, V>>;

/// The coach with what it has worked out so far; to be shared by all who ask.
#[derive(Default)]
pub struct Coach {
    analyses: Kept<(u64, u8), Once<Analysis<f64>>>,
    hands: Kept<(u64, CardSet, bool), Arc<Vec<Counted>>>,
}

/// A number for a book's rules: another where any of them differs.
pub(crate) fn key_of(rules: &impl Debug) -> u64 {
    let mut hasher = DefaultHasher::new();
    format!("{rules:?}").hash(&mut hasher);
    hasher.finish()
}

impl Coach {
    /// The analysis of a book and a full shoe, on one core; nothing if players could hold too many hands.
    pub fn blackjack(&self, rules: &BlackjackRules, decks: u8) -> Option<Arc<Analysis<f64>>> {
        let once = {
            let mut kept = self.analyses.lock().unwrap_or_else(PoisonError::into_inner);
            if kept.len() >= BOOKS_MOST {
                kept.clear();
            }
            Arc::clone(kept.entry((key_of(rules), decks)).or_default())
        };
        // Others who ask for the same meanwhile wait here, and for other books nobody does.
        let work = || Analysis::try_on_cores(rules, &Shoe::fresh(rules, decks), 1).ok().map(Arc::new);
        once.get_or_init(work).clone()
    }

    /// The settings of a hand as they were counted before.
    pub(crate) fn counted(&self, key: (u64, CardSet, bool)) -> Option<Arc<Vec<Counted>>> {
        self.hands.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned()
    }

    /// Keeps the settings of a hand.
    pub(crate) fn keep(&self, key: (u64, CardSet, bool), counted: &Arc<Vec<Counted>>) {
        let mut kept = self.hands.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= HANDS_MOST {
            kept.clear();
        }
        kept.insert(key, Arc::clone(counted));
    }
}
