//! A table in the hall with its watchers, and what is kept in memory for them.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use books::Rules;
use games::round::Offer;
use room::{Bring, By, Command, PersonId, Phase, Table, Time, Told};
use store::{Checkpoint, Stream};
use tokio::sync::mpsc::Sender;

use crate::index::Indexer;
use crate::journal::VERSION;
use crate::kept;

use super::chat::Chat;
use super::watchers::{Eyes, Kept, Message, Watching, events_after, snapshot};

/// After so many events a checkpoint is kept at the next pause between rounds.
const CHECKPOINT_EVERY: u64 = 400;

/// A round that is on is kept up to so many times the events that are kept otherwise.
const ROUND_TIMES: usize = 8;

/// Messages, each with where it goes.
pub(crate) type News = Vec<(Sender<Message>, Message)>;

/// A table in the hall.
pub(crate) struct Place {
    pub(crate) table: Table,
    pub(crate) rules: Arc<Rules>,
    /// The version of the program that has played it so far.
    pub(crate) version: String,
    /// Whether the log has the state from which that version has played on.
    pub(crate) is_stated: bool,
    /// Why nothing more is done here, if it is set aside.
    pub(crate) aside: Option<String>,
    /// Gathers its finished rounds.
    pub(crate) indexer: Indexer,
    /// Held as long as decks are wanted that are being sealed ahead.
    pub(crate) wants_decks: Option<Arc<()>>,
    /// When the hall lets its clock speak.
    pub(crate) due: Option<Time>,
    /// A deadline of the log that starts anew because the table was taken over, and when it ends now.
    pub(crate) anew: Option<(Time, Time)>,
    recent: VecDeque<Kept>,
    /// What was said here.
    pub(crate) chat: Chat,
    pub(crate) watchers: Vec<Watching>,
    published: u64,
    checkpoint: u64,
    /// What each person in the round is offered, and since which event.
    offered: HashMap<PersonId, (Vec<Offer>, u64)>,
    /// What each person is asked by the staff to bring, and since which event.
    asked_to_bring: HashMap<PersonId, (Bring, u64)>,
    phase: (Phase, u64),
}

impl Place {
    pub(crate) fn new(table: Table, rules: Arc<Rules>, version: &str) -> Place {
        let number = table.number();
        let phase = (table.phase(), number);
        Place {
            table,
            rules,
            version: version.to_owned(),
            is_stated: true,
            aside: None,
            indexer: Indexer::default(),
            wants_decks: None,
            due: None,
            anew: None,
            recent: VecDeque::new(),
            chat: Chat::default(),
            watchers: Vec::new(),
            published: number,
            checkpoint: number,
            offered: HashMap::new(),
            asked_to_bring: HashMap::new(),
            phase,
        }
    }

    /// Keeps what has happened for those who watch.
    pub(crate) fn note(&mut self, told: Vec<Told>, at: Time, most: usize) {
        self.recent.extend(told.into_iter().map(|told| Kept { told, at }));
        let number = self.table.number();
        if self.phase.0 != self.table.phase() {
            self.phase = (self.table.phase(), number);
        }
        let offers = self.table.offers_by_person();
        self.offered.retain(|person, _| offers.iter().any(|(other, _)| other == person));
        for (person, offers) in offers {
            let known = self.offered.entry(person).or_insert_with(|| (Vec::new(), number));
            if known.0 != offers {
                *known = (offers, number);
            }
        }
        let asked = self.table.consents();
        self.asked_to_bring.retain(|person, _| asked.iter().any(|one| one.person == *person));
        for one in asked {
            let known = self.asked_to_bring.entry(one.person).or_insert((one.bring, number));
            if known.0 != one.bring {
                *known = (one.bring, number);
            }
        }
        // Events that are not published yet are needed, however many they are.
        let unpublished = usize::try_from(number - self.published).unwrap_or(usize::MAX);
        // Those of the round that is on are told to whoever comes back, within reason.
        let began = self.table.round_began().unwrap_or(u64::MAX);
        let is_told = |recent: &VecDeque<Kept>| recent.front().is_some_and(|kept| kept.told.number >= began);
        while self.recent.len() > most.max(unpublished)
            && (self.recent.len() > ROUND_TIMES * most || !is_told(&self.recent))
        {
            self.recent.pop_front();
        }
    }

    /// Whether what a command was based on has changed for whoever gives it.
    pub(crate) fn is_stale(&self, person: PersonId, command: &Command, based_on: Option<u64>) -> bool {
        let Some(based_on) = based_on else { return false };
        let since = match command {
            Command::Choose { .. } => self.offered.get(&person).map_or(0, |(_, since)| *since),
            Command::TakeBank { .. } | Command::PassBank | Command::PutWager { .. } | Command::Ready => {
                self.phase.1
            }
            // Nobody agrees to more than what they were shown.
            Command::GiveConsent => self.asked_to_bring.get(&person).map_or(0, |(_, since)| *since),
            _ => 0,
        };
        based_on < since
    }

    /// Takes note of the checkpoint from which the table was resumed.
    pub(crate) fn kept_at(&mut self, number: u64) {
        self.checkpoint = number;
    }

    /// The event after which the table was kept last, or from which it was resumed.
    pub(crate) fn kept(&self) -> u64 {
        self.checkpoint
    }

    /// A checkpoint, if it is time for one and no round is on.
    pub(crate) fn checkpoint_due(&mut self) -> Option<Checkpoint> {
        self.keep_if_due(Table::checkpoint)
    }

    /// A checkpoint of the table as it stands before a command that leaves it as the other one, if it is time for one
    /// and the table can be kept then.
    pub(crate) fn checkpoint_before(&mut self, by: By, after: &Table) -> Option<Checkpoint> {
        self.keep_if_due(|table| table.kept_before(by, after))
    }

    fn keep_if_due(&mut self, state: impl FnOnce(&Table) -> Option<room::Checkpoint>) -> Option<Checkpoint> {
        let number = self.table.number();
        if number < self.checkpoint + CHECKPOINT_EVERY {
            return None;
        }
        let kept = state(&self.table)?;
        self.checkpoint = number;
        let body = kept::text_of(&kept, &self.version);
        Some(Checkpoint { stream: Stream(self.table.id()), number, body })
    }

    /// Whether the log lacks that this version plays here, the state from which it does, or that decks are sealed.
    pub(crate) fn is_to_take_over(&self) -> bool {
        let is_whole = self.version == VERSION && self.is_stated && self.table.seals();
        !is_whole && self.table.phase() != Phase::Closed
    }

    /// The last events, as far as they are kept.
    pub(crate) fn recent(&self) -> impl Iterator<Item = &Told> {
        self.recent.iter().map(|kept| &kept.told)
    }

    /// Begins to watch: from an event on if everything since is still here and theirs to know, else with the whole table
    /// and what they may know of what happened last.
    pub(crate) fn watch(
        &mut self,
        person: Option<PersonId>,
        is_staff: bool,
        (from, since): (Option<u64>, u64),
        sender: Sender<Message>,
    ) {
        let number = self.table.number();
        let has_all = |from: u64| {
            let is_kept = self.recent.front().is_some_and(|kept| kept.told.number <= from + 1);
            from == number || (from < number && from + 1 >= since && is_kept)
        };
        let message = match from.filter(|from| has_all(*from)) {
            Some(from) => {
                let eyes = Eyes::of(&self.table, person, is_staff);
                events_after(&self.table, self.recent.iter(), from, &eyes)
            }
            None => {
                let seen = self.recent.iter().filter(|kept| kept.told.number >= since);
                snapshot(&self.table, seen, person, is_staff)
            }
        };
        if sender.try_send(message).is_ok() {
            self.watchers.push(Watching { person, sender, sent: number });
        }
    }

    /// Whether anybody follows it now.
    pub(crate) fn is_followed(&self) -> bool {
        self.watchers.iter().any(|watching| !watching.sender.is_closed())
    }

    /// How many watch.
    pub(crate) fn watching(&self) -> usize {
        self.watchers.len()
    }

    /// What the watchers, some of whom are staff, are to be told of what has happened.
    pub(crate) fn news(&mut self, staff: &HashSet<PersonId>) -> News {
        let mut news = News::new();
        let number = self.table.number();
        self.published = number;
        let mut written: HashMap<(Eyes, u64), Message> = HashMap::new();
        let (table, recent) = (&self.table, &self.recent);
        self.watchers.retain_mut(|watching| {
            if watching.sender.is_closed() {
                return false;
            }
            if watching.sent == number {
                return true;
            }
            let eyes = {
                let is_staff = watching.person.is_some_and(|person| staff.contains(&person));
                Eyes::of(table, watching.person, is_staff)
            };
            let message = written
                .entry((eyes.clone(), watching.sent))
                .or_insert_with(|| events_after(table, recent.iter(), watching.sent, &eyes));
            watching.sent = number;
            news.push((watching.sender.clone(), message.clone()));
            true
        });
        news
    }

    /// Tells them; whoever reads too slowly is let go, and comes back by the last number.
    pub(crate) fn send(&mut self, news: News) {
        for (sender, message) in news {
            if sender.try_send(message).is_err() {
                self.watchers.retain(|watching| !watching.sender.same_channel(&sender));
            }
        }
    }
}
