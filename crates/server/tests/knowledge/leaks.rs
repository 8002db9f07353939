//! What a message gives away: checked on its bytes, against what its viewer may know.

use serde_json::Value;

use super::words::cards_in_phh;
use super::{Face, Log};

/// How something was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Way {
    /// To a player, over a WebSocket.
    Socket,
    /// To somebody at the rail without a name, over a WebSocket.
    Rail,
    /// To somebody with a name but without a seat, by server-sent events.
    Stream,
    /// One look at a table.
    View,
    /// A finished round.
    Round,
    /// A finished round, to an auditor.
    Audited,
    /// A finished poker hand in the PHH format.
    Phh {
        /// The number of the hand.
        round: u64,
    },
    /// The log, to an auditor.
    Log {
        /// An event that came after it was read.
        before: u64,
    },
    /// What the coach says of a hand that is on.
    Coach,
    /// What the coach says of a finished round.
    Review,
    /// Lists: the lobby, the floor, the cage, the finished rounds.
    List,
}

impl Way {
    /// How many kinds of ways there are.
    pub(crate) const KINDS: u8 = 11;

    /// Which kind it is, from 0.
    pub(crate) fn kind(self) -> u8 {
        match self {
            Way::Socket => 0,
            Way::Rail => 1,
            Way::Stream => 2,
            Way::View => 3,
            Way::Round => 4,
            Way::Phh { .. } => 5,
            Way::Log { .. } => 6,
            Way::List => 7,
            Way::Audited => 8,
            Way::Coach => 9,
            Way::Review => 10,
        }
    }
}

/// A message as it was sent, and to whom.
#[derive(Clone, Debug)]
pub(crate) struct Sent {
    pub(crate) viewer: Option<u64>,
    pub(crate) way: Way,
    pub(crate) raw: String,
}

impl Log {
    /// Everything in a message that its viewer may not know.
    pub(crate) fn leaks(&self, sent: &Sent) -> Vec<String> {
        let mut found = match sent.way {
            Way::Log { before } => self.log_leaks(&sent.raw, before),
            Way::Phh { round } => self.phh_leaks(sent, round),
            // The coach names cards that nobody has seen; what it says is worked out again from what its reader was sent.
            Way::Coach | Way::Review => Vec::new(),
            _ => self.message_leaks(sent),
        };
        self.proof_leaks(sent, &mut found);
        found
    }

    fn message_leaks(&self, sent: &Sent) -> Vec<String> {
        let (viewer, raw) = (sent.viewer, sent.raw.as_str());
        let message: Value = serde_json::from_str(raw).expect("a message is JSON");
        let mut found = Vec::new();
        let mut number = 0;
        for view in message["views"].as_array().into_iter().flatten().chain(message.get("view")) {
            number = number.max(number_of(view));
            self.view_leaks(viewer, view, &mut found);
        }
        for line in message["lines"].as_array().into_iter().flatten() {
            number = number.max(number_of(line));
            self.line_leaks(viewer, line, &mut found);
        }
        // What is neither view nor line names no card; the deck of a finished round is the unshuffled one.
        let mut rest = message;
        if let Some(fields) = rest.as_object_mut() {
            let deck: Vec<Face> = fields.get("deck").map(|deck| self.filed.cards(deck)).unwrap_or_default();
            if !is_in_order(&deck) {
                found.push(format!("the deck as it was shuffled: {deck:?}"));
            }
            let round = fields.get("round").and_then(Value::as_u64);
            let known = round.map(|round| self.known_of(viewer, round)).unwrap_or_default();
            for record in fields.get("shuffles").and_then(Value::as_array).into_iter().flatten() {
                let proven = self.filed.cards(&record["openings"]).into_iter();
                let unknown = proven.filter(|card| !known.contains(card));
                found.extend(unknown.map(|card| format!("the proof of {card} in a record")));
            }
            // The draw for the button lay open before everybody, and nothing else of its deck did.
            if let Some(button) = fields.get("button").filter(|button| button.is_object()) {
                let open = self.drawn.get(&number_of(button)).cloned().unwrap_or_default();
                let told = self.filed.cards(button).into_iter().filter(|card| !open.contains(card));
                found.extend(told.map(|card| format!("{card} in the draw for the button")));
            }
            for name in ["view", "views", "lines", "deck", "shuffles", "button"] {
                fields.remove(name);
            }
        }
        let outside = self.filed.cards(&rest).into_iter();
        found.extend(outside.map(|card| format!("{card} outside of every view")));
        self.seed_leaks(raw, self.read_at(sent, number), &mut found);
        found
    }

    /// The event up to which the reader knew of seeds. Finished rounds are audited when all has been played, so that
    /// only the shoe in use is still secret.
    pub(super) fn read_at(&self, sent: &Sent, number: u64) -> u64 {
        if self.lasts && sent.way == Way::Audited { u64::MAX - 1 } else { number }
    }

    fn seed_leaks(&self, raw: &str, number: u64, found: &mut Vec<String>) {
        let secret = self.seeds.iter().filter(|one| one.revealed > number && !one.seed.is_empty());
        let told = secret.filter(|one| raw.contains(&one.seed));
        found.extend(told.map(|one| format!("the seed {} at event {number}", one.seed)));
    }

    fn view_leaks(&self, viewer: Option<u64>, view: &Value, found: &mut Vec<String>) {
        let number = number_of(view);
        let mut known = self.known(viewer, number);
        let is_one_deck = self.round_at(number).is_none_or(|round| round.family != "blackjack");
        let mut seen = self.filed.cards(&view["round"]);
        if is_one_deck {
            // The same card may be named twice, in a hand and in an offer.
            seen.sort_unstable();
            seen.dedup();
        }
        for card in seen {
            match known.iter().position(|one| *one == card) {
                Some(place) => drop(known.swap_remove(place)),
                None => found.push(format!("{card} in the view of event {number}")),
            }
        }
        for (name, part) in view.as_object().into_iter().flatten().filter(|(name, _)| *name != "round") {
            let cards = self.filed.cards(part).into_iter();
            found.extend(cards.map(|card| format!("{card} in {name} of the view of event {number}")));
        }
        let mut hands = Vec::new();
        hands_in(&view["round"], &mut hands);
        for hand in hands {
            let is_unseen = hand["cards"].as_array().is_some_and(|cards| cards.iter().all(Value::is_null));
            if is_unseen && hand["worth"].as_str().is_some_and(|worth| !worth.is_empty()) {
                let worth = &hand["worth"];
                found.push(format!("the worth {worth} of unseen cards in the view of event {number}"));
            }
        }
    }

    fn line_leaks(&self, viewer: Option<u64>, line: &Value, found: &mut Vec<String>) {
        let number = number_of(line);
        let named = self.filed.cards(line);
        if named.is_empty() {
            return;
        }
        let open = self.drawn.get(&number);
        let known = self.known(viewer, number);
        let is_unseen = self.unseen.contains(&number);
        for card in named {
            let is_open = open.is_some_and(|open| open.contains(&card));
            if !is_open && (is_unseen || !known.contains(&card.as_str())) {
                found.push(format!("{card} in the line of event {number}"));
            }
        }
    }

    /// The log of a round that is not over, or a seed before its time, however it is read.
    fn log_leaks(&self, raw: &str, before: u64) -> Vec<String> {
        let log: Value = serde_json::from_str(raw).expect("a log is JSON");
        let mut found = Vec::new();
        for entry in log["entries"].as_array().into_iter().flatten() {
            let (first, count) = (entry["first"].as_u64().unwrap_or(0), entry["count"].as_u64().unwrap_or(0));
            let is_on = |number: u64| {
                let round = self.round_at(number);
                round.is_some_and(|round| round.last.is_none_or(|last| number <= last && last > before))
            };
            let told = (first..first + count).find(|number| is_on(*number));
            found.extend(told.map(|number| format!("event {number} of a round that was on at {before}")));
        }
        self.seed_leaks(raw, before, &mut found);
        found
    }

    /// Cards in a hand history that its reader did not see when it was over.
    fn phh_leaks(&self, sent: &Sent, round: u64) -> Vec<String> {
        let last = usize::try_from(round).ok().and_then(|round| self.rounds.get(round - 1)?.last);
        let known = last.map(|last| self.known(sent.viewer, last)).unwrap_or_default();
        let told = cards_in_phh(&sent.raw).into_iter().filter(|card| !known.contains(&card.as_str()));
        told.map(|card| format!("{card} in the history of hand {round}")).collect()
    }
}

/// The number of the last event that a view or a line knows.
pub(super) fn number_of(value: &Value) -> u64 {
    value["number"].as_u64().unwrap_or(0)
}

/// Whether cards lie as in a new deck: suit by suit or rank by rank, so that neighbours share one of them.
fn is_in_order(deck: &[Face]) -> bool {
    let alike = |pair: &&[Face]| {
        pair.iter().any(|card| card == "Joker")
            || pair[0][..1] == pair[1][..1]
            || pair[0][1..] == pair[1][1..]
    };
    // Where one suit or rank ends and the next begins, two neighbours may share neither.
    deck.windows(2).filter(|pair| !alike(pair)).count() <= deck.len() / 4
}

fn hands_in<'a>(value: &'a Value, hands: &mut Vec<&'a Value>) {
    match value {
        Value::Array(list) => list.iter().for_each(|one| hands_in(one, hands)),
        Value::Object(fields) => {
            if fields.contains_key("cards") && fields.contains_key("worth") {
                hands.push(value);
            }
            fields.values().for_each(|one| hands_in(one, hands));
        }
        _ => {}
    }
}
