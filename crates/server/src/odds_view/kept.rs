//! Odds are worked out once for each book and kept, the money of a table for each question.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use books::Book;
use books::rates::Schedule;
use odds::money::{Fault, Model};

use super::OddsView;
use super::money::MoneyView;

/// How many answers about money are kept before all are forgotten.
const MONEY_MOST: usize = 512;

type Once<T> = Arc<OnceLock<T>>;
type Ready = Result<Model, Fault>;

/// What has been worked out so far. The books of a room do not change while it is open.
#[derive(Default)]
pub(crate) struct KeptOdds {
    books: Mutex<HashMap<String, Once<Arc<OddsView>>>>,
    models: Mutex<HashMap<String, Once<Arc<Ready>>>>,
    money: Mutex<HashMap<String, Arc<MoneyView>>>,
}

/// A name for a book and what is asked of it. A table may play a book by other rules than are filed by now.
pub(super) fn name_of(book: &Book, asked: &impl Debug) -> String {
    let mut hasher = DefaultHasher::new();
    format!("{:?} {asked:?}", book.rules).hash(&mut hasher);
    format!("{} {:016x}", book.id, hasher.finish())
}

fn once<T>(kept: &Mutex<HashMap<String, Once<T>>>, id: &str) -> Once<T> {
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    Arc::clone(kept.entry(id.to_owned()).or_default())
}

impl KeptOdds {
    /// What a book is worth. Who asks while it is worked out waits for it.
    pub(crate) fn of(&self, book: &Book, schedules: &[Schedule]) -> Arc<OddsView> {
        let once = once(&self.books, &name_of(book, &schedules));
        Arc::clone(once.get_or_init(|| Arc::new(super::odds_of(book, schedules))))
    }

    /// A book made ready for questions about money.
    pub(super) fn model(&self, book: &Book) -> Arc<Ready> {
        let once = once(&self.models, &name_of(book, &()));
        Arc::clone(once.get_or_init(|| Arc::new(Model::of(&book.rules, None))))
    }

    /// The answer to a question about money that was asked before.
    pub(super) fn money(&self, question: &str) -> Option<Arc<MoneyView>> {
        self.money.lock().unwrap_or_else(PoisonError::into_inner).get(question).cloned()
    }

    /// Keeps such an answer.
    pub(super) fn keep_money(&self, question: String, answer: &Arc<MoneyView>) {
        let mut kept = self.money.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MONEY_MOST {
            kept.clear();
        }
        kept.insert(question, Arc::clone(answer));
    }
}
