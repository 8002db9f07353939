//! What each viewer of a table may know, worked out from the full log alone, and what messages give away.
//!
//! Nothing here asks the program's own views: a card is known to those before whom it was dealt open, to its owner
//! where players look at their own cards, and to everybody once it is turned up or shown.

mod leaks;
mod plants;
mod proof;
mod reader;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use seal::Shuffle;
use serde_json::Value;

pub(crate) use leaks::{Sent, Way};
pub(crate) use plants::{plants, plants_in_advice};
pub(crate) use reader::Reader;
use words::Face;
pub(crate) use words::Filed;

/// Who may know a card from some event on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Knows {
    Nobody,
    Person(u64),
    Everybody,
}

/// One card of one round.
#[derive(Clone, Debug)]
struct Dealt {
    face: Face,
    /// Where it lies: a seat, a pile, the bank.
    place: String,
    /// Since which event who knows it; later ones add to earlier ones.
    known: Vec<(u64, Knows)>,
    /// The event that dealt it.
    number: u64,
    /// The event that threw it away.
    thrown: Option<u64>,
}

/// Something that most people may not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Secret {
    /// The card that the bank has face down.
    Hole,
    /// The cards of another player.
    Private,
    /// What another player has thrown away.
    Discard,
    /// What was burnt.
    Burn,
    /// What is still to come, in its order.
    Deck,
    /// What the deck was shuffled by, before the round is over.
    Seed,
    /// The same of a round that is over, where cards can be worked out from it that were never shown.
    Proof,
}

impl Secret {
    pub(crate) const ALL: [Secret; 7] = [
        Secret::Hole,
        Secret::Private,
        Secret::Discard,
        Secret::Burn,
        Secret::Deck,
        Secret::Seed,
        Secret::Proof,
    ];
}

/// A round in the log.
#[derive(Clone, Debug, Default)]
struct Round {
    first: u64,
    /// Its last event; nothing while it is on.
    last: Option<u64>,
    seats: BTreeMap<u64, u64>,
    cards: Vec<Dealt>,
    family: String,
    /// The seat that banks.
    bank: Option<u64>,
    /// When the piles went to their seats, and when the bank's was opened, in double-hand poker.
    delivered: u64,
    bank_opened: Option<u64>,
    /// The seats whose hands are opened if the bank qualifies, and those which are in any case, in Three Card Poker.
    plays: BTreeSet<u64>,
    pair_plus: BTreeSet<u64>,
    six_card: BTreeSet<u64>,
}

/// A secret of the log and the event that reveals it.
#[derive(Clone, Debug)]
struct SeedOf {
    seed: String,
    revealed: u64,
    /// The round whose cards it orders, by its place in the list; nothing for cards drawn before a round.
    round: Option<usize>,
    /// Whether it orders the round's cards from the first on.
    is_first: bool,
    /// Which shuffle it belongs to, and which of its decks it seals, from 1; 9 for the house's own words.
    of: Shuffle,
    deck: u8,
    /// The shuffle whose cut it is dealt by; of a shoe that lasts it has several.
    by: u64,
    /// The cut, if its deck is the one that was dealt.
    cut: Option<Vec<u32>>,
}

/// The whole log of a table as somebody reads it who may know everything.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    rounds: Vec<Round>,
    seeds: Vec<SeedOf>,
    /// Cards drawn for the button, which lie open.
    drawn: BTreeMap<u64, BTreeSet<Face>>,
    /// Who sits where and who banks, while the log is read.
    seated: BTreeMap<u64, u64>,
    bank: Option<u64>,
    /// Events that deal a card which nobody knows.
    unseen: BTreeSet<u64>,
    /// What the book's clauses say.
    filed: Filed,
    /// The deck of the game before it is shuffled, which everybody knows.
    deck: Vec<Face>,
    /// The number of the table.
    table: u32,
    /// Whether many rounds are dealt from one shoe, and whether its cut card is out.
    lasts: bool,
    is_out: bool,
    /// What had left the shoe that is cut anew.
    gone: BTreeSet<u32>,
}

impl Log {
    /// An empty log of a table of this book.
    pub(crate) fn new(table: u32, filed: Filed, deck: Vec<Face>, lasts: bool) -> Log {
        Log { table, filed, deck, lasts, ..Log::default() }
    }

    /// Takes the next event of the log, in full.
    pub(crate) fn event(&mut self, number: u64, event: &Value) {
        let count = |name: &str| event[name].as_u64();
        match event["event"].as_str().unwrap_or("") {
            "sat" | "moved" => {
                if let (Some(person), Some(seat)) = (count("person"), count("seat")) {
                    self.seated.insert(person, seat);
                }
            }
            "bank-taken" => self.bank = count("seat"),
            "sealed" => self.seal(event),
            "cut" => self.cut(number, event),
            "cut-card-out" => self.is_out = true,
            "shuffle-aborted" => self.abort(number, count("shuffle")),
            "new-shoe" => self.reveal(number),
            "button-placed" => {
                self.reveal(number);
                self.drawn.insert(number, self.filed.cards(&event["drawn"]).into_iter().collect());
            }
            "round-began" => {
                let people: Vec<u64> =
                    event["people"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
                let seats = people.iter().filter_map(|one| Some((*self.seated.get(one)?, *one))).collect();
                self.rounds.push(Round { first: number, seats, bank: self.bank, ..Round::default() });
            }
            "round-ended" => {
                if let Some(round) = self.rounds.last_mut() {
                    round.last = Some(number);
                }
                // What is left of a shoe is still to be dealt.
                if !self.lasts || std::mem::take(&mut self.is_out) {
                    self.reveal(number);
                }
            }
            "round" => {
                let of = &event["of"];
                let Some(round) = self.rounds.last_mut() else { return };
                round.family = of["family"].as_str().unwrap_or("").to_owned();
                round.event(number, of);
                if let Some(last) = round.cards.last()
                    && last.number == number
                    && last.known.iter().all(|(since, knows)| *since > number || *knows == Knows::Nobody)
                {
                    self.unseen.insert(number);
                }
            }
            _ => {}
        }
    }

    /// Decks are sealed: every seed is secret.
    fn seal(&mut self, event: &Value) {
        let on = self.rounds.len().checked_sub(1);
        let round = on.filter(|on| self.rounds[*on].last.is_none());
        let is_first = round.is_none_or(|on| self.seeds.iter().all(|one| one.round != Some(on)));
        let mark = event["mark"].as_str().and_then(seal::unhex).expect("a mark");
        let by = event["shuffle"].as_u64().expect("a shuffle");
        let shoe = &event["shoe"];
        let of = Shuffle { mark, table: self.table, number: shoe["sealed"].as_u64().unwrap_or(by) };
        let gone = shoe["gone"].as_array().into_iter().flatten().filter_map(Value::as_u64);
        self.gone = gone.map(|place| place as u32).collect();
        let seeds = event["seeds"].as_array().into_iter().flatten().filter_map(Value::as_str);
        for (deck, seed) in (1..).zip(seeds) {
            // Of a shoe that is cut anew the other seven are open already.
            let is_open =
                shoe["deck"].as_u64().is_some_and(|dealt| dealt as u8 != deck && deck <= seal::DECKS);
            if !is_open {
                let seed = seed.to_owned();
                self.seeds.push(SeedOf {
                    seed,
                    revealed: u64::MAX,
                    round,
                    is_first,
                    of,
                    deck,
                    by,
                    cut: None,
                });
            }
        }
    }

    /// Seven decks are opened to everybody; the one that is dealt stays secret.
    fn cut(&mut self, number: u64, event: &Value) {
        let shuffle = event["shuffle"].as_u64().expect("a shuffle");
        let dealt = event["deck"].as_u64().expect("a deck") as u8;
        let sealed = self.seeds.iter_mut().filter(|one| one.by == shuffle && one.deck <= seal::DECKS);
        let mut sealed: Vec<&mut SeedOf> = sealed.collect();
        let seed = |one: &SeedOf| seal::unhex(&one.seed).expect("a seed");
        let in_order = cards::parse_cards(&self.deck.join(" ")).expect("a deck");
        let roots: Vec<seal::Hash> = sealed
            .iter()
            .map(|one| seal::Sealed::new(&one.of, one.deck, &seed(one), &in_order).root())
            .collect();
        let words: Vec<(u32, &str)> = event["words"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|one| (one["person"].as_u64().unwrap() as u32, one["words"].as_str().expect("open words")))
            .collect();
        let of = Shuffle { number: shuffle, ..sealed[0].of };
        let cut = match event["sealed"].as_u64() {
            None => seal::Cut::new(&of, &roots, words, in_order.len()),
            Some(_) => {
                let left = (0..in_order.len() as u32).filter(|place| !self.gone.contains(place));
                seal::Cut::again(&of, sealed[0].deck, &roots[0], words, left)
            }
        };
        let burnt = event["burnt"].as_u64().unwrap_or(0) as usize;
        assert_eq!(cut.deck, dealt, "docs/shuffle.md does not give the deck that was dealt");
        for one in &mut sealed {
            if one.deck == dealt {
                one.cut = Some(cut.order[burnt..].to_vec());
            } else {
                one.revealed = number;
            }
        }
    }

    /// Decks that are given up before they are cut are never dealt; a shoe that is only cut anew stays in use.
    fn abort(&mut self, number: u64, shuffle: Option<u64>) {
        let is_new = |one: &&mut SeedOf| Some(one.by) == shuffle && one.of.number == one.by;
        let given_up = self.seeds.iter_mut().filter(is_new).filter(|one| one.cut.is_none());
        given_up.for_each(|one| one.revealed = number);
    }

    /// What is secret may be read by the auditor from here on.
    fn reveal(&mut self, number: u64) {
        for one in self.seeds.iter_mut().filter(|one| one.revealed == u64::MAX) {
            one.revealed = number;
        }
    }

    /// The deck of the game, as everybody knows it.
    pub(crate) fn in_order(&self) -> Vec<cards::Card> {
        cards::parse_cards(&self.deck.join(" ")).expect("a deck")
    }

    /// The faces that a viewer may know of a round when it is over, each as often as it was dealt.
    pub(crate) fn known_of(&self, viewer: Option<u64>, round: u64) -> Vec<Face> {
        let last = self.rounds.get(round as usize - 1).and_then(|round| round.last);
        let known = self.known(viewer, last.expect("a finished round"));
        known.into_iter().map(str::to_owned).collect()
    }

    fn round_at(&self, number: u64) -> Option<&Round> {
        let begun = self.rounds.partition_point(|round| round.first <= number);
        self.rounds.get(begun.checked_sub(1)?)
    }

    /// The cards a viewer may know after an event, each as often as it lies on the table.
    fn known(&self, viewer: Option<u64>, number: u64) -> Vec<&str> {
        let Some(round) = self.round_at(number) else { return Vec::new() };
        let is_known = |card: &&Dealt| {
            card.known.iter().any(|(since, knows)| {
                *since <= number
                    && match knows {
                        Knows::Nobody => false,
                        Knows::Everybody => true,
                        Knows::Person(person) => Some(*person) == viewer,
                    }
            })
        };
        round.cards.iter().filter(is_known).map(|card| card.face.as_str()).collect()
    }

    /// The cards of a kind that a viewer may not know after an event, none of them equal to one that is known.
    fn secret_cards(&self, secret: Secret, viewer: Option<u64>, number: u64) -> Vec<Face> {
        let known = self.known(viewer, number);
        let Some(round) = self.round_at(number) else { return Vec::new() };
        let is_over = round.last.is_some_and(|last| last <= number);
        let kind = |card: &Dealt| match card.place.as_str() {
            _ if card.number > number => Secret::Deck,
            _ if card.thrown.is_some_and(|thrown| thrown <= number) => Secret::Discard,
            "\"burn\"" => Secret::Burn,
            "\"bank\"" => Secret::Hole,
            _ => Secret::Private,
        };
        let cards = round.cards.iter().filter(|card| !is_over && kind(card) == secret);
        cards.map(|card| card.face.clone()).filter(|face| !known.contains(&face.as_str())).collect()
    }

    /// A seed that is secret after an event.
    fn secret_seed(&self, number: u64) -> Option<&str> {
        self.seeds.iter().find(|one| one.revealed > number).map(|one| one.seed.as_str())
    }
}

/// The cards that a part of an event names.
fn cards(value: &Value) -> Vec<Face> {
    Filed::default().cards(value)
}

impl Round {
    fn owner(&self, seat: Option<u64>) -> Knows {
        seat.and_then(|seat| self.seats.get(&seat)).map_or(Knows::Nobody, |person| Knows::Person(*person))
    }

    fn deal(&mut self, number: u64, face: &Value, place: String, knows: Knows) {
        let Some(face) = face.as_str() else { return };
        self.cards.push(Dealt {
            face: face.to_owned(),
            place,
            known: vec![(number, knows)],
            number,
            thrown: None,
        });
    }

    /// Cards at a place become known to more.
    fn show(&mut self, number: u64, is_shown: impl Fn(&Dealt) -> bool, knows: Knows) {
        for card in self.cards.iter_mut().filter(|card| is_shown(card)) {
            card.known.push((number, knows));
        }
    }

    fn event(&mut self, number: u64, of: &Value) {
        let what = of["event"].as_str().unwrap_or("");
        let place = of["place"].to_string();
        match (self.family.as_str(), what) {
            ("poker", "dealt") => {
                let knows = match &of["place"] {
                    Value::String(word) if word == "board" => Knows::Everybody,
                    Value::String(_) => Knows::Nobody,
                    place => self.owner(place["private"].as_u64()),
                };
                self.deal(number, &of["card"], place, knows);
            }
            ("poker", "chose") => {
                self.throw(number, &of["choice"], &format!("{{\"private\":{}}}", of["seat"]));
            }
            ("poker", "showed") => {
                let shown = format!("{{\"private\":{}}}", of["seat"]);
                self.show(number, |card| card.place == shown, Knows::Everybody);
            }
            ("blackjack" | "three-card", "dealt") => {
                let is_open = of["face"].as_str() == Some("up");
                let own = match self.family.as_str() {
                    "three-card" => self.owner(of["place"]["hand"]["spot"].as_u64()),
                    _ => Knows::Nobody,
                };
                self.deal(number, &of["card"], place, if is_open { Knows::Everybody } else { own });
            }
            ("pan", "dealt") => {
                let is_open = of["face"].as_str() == Some("up");
                let knows = if is_open { Knows::Everybody } else { self.owner(of["seat"].as_u64()) };
                self.deal(number, &of["card"], format!("seat {}", of["seat"]), knows);
            }
            ("pan", "drew" | "opened") => {
                self.deal(number, &of["card"], "drawn".to_owned(), Knows::Everybody);
            }
            ("pan", "took" | "forced") => {
                let taken = cards(&of["card"]);
                let lies = |card: &&mut Dealt| card.place == "pile" && taken.contains(&card.face);
                if let Some(card) = self.cards.iter_mut().rfind(lies) {
                    card.place = "drawn".to_owned();
                }
            }
            ("pan", "melded" | "added") => {
                let mut laid = cards(&of["cards"]);
                for face in cards(&of["borrowed"]) {
                    laid.iter().position(|one| *one == face).map(|place| laid.remove(place));
                }
                laid.iter().for_each(|face| self.lay(number, face, &of["seat"], "meld"));
            }
            ("pan", "discarded") => {
                cards(&of["card"]).iter().for_each(|face| self.lay(number, face, &of["seat"], "pile"));
            }
            ("double-hand", "dealt") => self.deal(number, &of["card"], place, Knows::Nobody),
            ("double-hand", "rolled") => self.delivered = number,
            ("double-hand", "bank-opened") => self.bank_opened = Some(number),
            // Which pile a seat got is seen from the two cards that were set in front.
            ("double-hand", "set") => {
                let front = cards(&of["front"]);
                let found = self.cards.iter().find(|card| front.contains(&card.face));
                let Some(pile) = found.map(|card| card.place.clone()) else { return };
                let seat = of["seat"].as_u64();
                let (since, knows) = match self.bank_opened.filter(|_| seat == self.bank) {
                    Some(opened) => (opened, Knows::Everybody),
                    None => (self.delivered, self.owner(seat)),
                };
                self.show(since, |card| card.place == pile, knows);
                for card in self.cards.iter_mut().filter(|card| card.place == pile) {
                    card.place = format!("seat {}", seat.unwrap_or(0));
                }
            }
            ("double-hand", "opened") => {
                let opened = format!("seat {}", of["spot"]);
                self.show(number, |card| card.place == opened, Knows::Everybody);
            }
            ("three-card", "wagered") => {
                let of_seat = of["seat"].as_u64().unwrap_or(0);
                match of["wager"].as_str() {
                    Some("pair-plus") => drop(self.pair_plus.insert(of_seat)),
                    Some("six-card") => drop(self.six_card.insert(of_seat)),
                    _ => {}
                }
            }
            ("three-card", "chose") if of["choice"] == "play" => {
                self.plays.insert(of["seat"].as_u64().unwrap_or(0));
            }
            ("three-card", "button") => {
                let shown = cards(&of["card"]);
                self.show(number, |card| shown.contains(&card.face), Knows::Everybody);
            }
            ("three-card", "revealed") => {
                let qualifies = of["qualifies"] == true;
                let opens = |seat: &u64| qualifies || self.pair_plus.contains(seat);
                let mut open: BTreeSet<u64> = self.plays.iter().copied().filter(opens).collect();
                open.extend(&self.six_card);
                let is_open = |card: &Dealt| {
                    card.place == "\"bank\""
                        || open.iter().any(|seat| card.place.contains(&format!("\"spot\":{seat},")))
                };
                self.show(number, is_open, Knows::Everybody);
            }
            (_, "turned" | "spoiled") => {
                let turned = cards(of);
                // The last one of a face that lies hidden is the one that is turned.
                for face in turned {
                    let is_hidden = |card: &&mut Dealt| {
                        card.face == face && card.known.iter().all(|(_, knows)| *knows != Knows::Everybody)
                    };
                    if let Some(card) = self.cards.iter_mut().filter(is_hidden).last() {
                        card.known.push((number, Knows::Everybody));
                    }
                }
            }
            _ => {}
        }
    }

    /// A card at Pan goes from the draw, else from the hand of a seat, onto the table for everybody to see.
    fn lay(&mut self, number: u64, face: &Face, seat: &Value, to: &str) {
        let hand = format!("seat {seat}");
        let drawn = self.cards.iter().rposition(|card| card.place == "drawn" && card.face == *face);
        let held = || self.cards.iter().position(|card| card.place == hand && card.face == *face);
        if let Some(place) = drawn.or_else(held) {
            let card = &mut self.cards[place];
            card.place = to.to_owned();
            card.known.push((number, Knows::Everybody));
        }
    }

    /// A player throws some of the private cards away, by their places in a small binary number.
    fn throw(&mut self, number: u64, choice: &Value, place: &str) {
        let thrown = choice["discard"].as_u64().or_else(|| choice["draw"].as_u64());
        let Some(thrown) = thrown else { return };
        let hand = self.cards.iter_mut().filter(|card| card.place == place);
        for (_, card) in hand.enumerate().filter(|(bit, _)| thrown >> bit & 1 == 1) {
            card.place = format!("thrown from {place}");
            card.thrown = Some(number);
        }
    }
}
