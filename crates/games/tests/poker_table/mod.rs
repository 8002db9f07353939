//! A table for tests: hands by seat, a board, and choices written as words.
#![allow(dead_code)]

use std::collections::HashMap;
use std::sync::Arc;

use books::poker::{PokerRules, Structure};
use books::rates::Schedule;
use books::{Book, BookId, Clause, Money, Rules, Shelf};
use cards::{Card, parse_cards};
use games::Seat;
use games::poker::{
    Allowed, Choice, Event, Fees, Hand, Irregularity, Offer, Place, Player, Refusal, Setup, Table, Waits,
    Which,
};

pub(crate) fn dollars(amount: i64) -> Money {
    Money::dollars(amount)
}

pub(crate) fn book(name: &str) -> Book {
    let (house, game) = name.split_once('/').unwrap();
    Shelf::filed().book(&BookId::new(house, game)).unwrap_or_else(|problem| panic!("{problem}"))
}

pub(crate) fn rules(book: &Book) -> &PokerRules {
    match &book.rules {
        Rules::Poker(rules) => rules,
        _ => panic!("{} is not a poker book", book.id),
    }
}

pub(crate) fn seat(number: u8) -> Seat {
    Seat::new(number)
}

/// A hand in play.
pub(crate) struct Game {
    pub(crate) book: Book,
    pub(crate) hand: Hand,
    pub(crate) events: Vec<Event>,
    holes: HashMap<u8, Vec<Card>>,
    next: Vec<Card>,
}

/// What a hand is played for and by whom.
pub(crate) struct Deal<'d> {
    pub(crate) book: &'d str,
    pub(crate) structure: Structure,
    pub(crate) limit: Option<(i64, i64)>,
    pub(crate) blinds: Option<(i64, i64)>,
    pub(crate) stacks: &'d [(u8, i64)],
    pub(crate) button: u8,
    pub(crate) schedule: Option<(&'d Schedule, u8)>,
    pub(crate) holes: &'d [(u8, &'d str)],
    /// Board cards, or further cards, in the order they are dealt; burns are unseen.
    pub(crate) cards: &'d str,
    pub(crate) high_low: bool,
}

impl Default for Deal<'_> {
    fn default() -> Self {
        Deal {
            book: "mortimers/holdem",
            structure: Structure::Limit,
            limit: Some((4, 8)),
            blinds: Some((2, 4)),
            stacks: &[(1, 500), (2, 500), (3, 500)],
            button: 1,
            schedule: None,
            holes: &[],
            cards: "",
            high_low: false,
        }
    }
}

impl Deal<'_> {
    pub(crate) fn start(&self) -> Game {
        let book = book(self.book);
        let pair = |pair: Option<(i64, i64)>| pair.map(|(one, other)| (dollars(one), dollars(other)));
        let stakes = rules(&book).stakes(self.structure, pair(self.limit), pair(self.blinds)).unwrap();
        let mut table = Table::new(rules(&book), stakes);
        if self.high_low {
            table = table.posted_high_low().unwrap();
        }
        let table = Arc::new(table);
        let players = self
            .stacks
            .iter()
            .map(|(at, stack)| Player { seat: seat(*at), stack: dollars(*stack) })
            .collect();
        let mut setup = Setup::new(&table, players, seat(self.button));
        if let Some((schedule, players)) = self.schedule {
            let house =
                Shelf::filed().clauses(&book.id.house, None).unwrap_or_else(|problem| panic!("{problem}"));
            setup.fees = Fees::of(schedule, players, false, false).cited_by(&book, &house);
        }
        let mut events = Vec::new();
        let hand = Hand::new(&table, &setup, &mut events).unwrap();
        let holes = self.holes.iter().map(|(at, cards)| (*at, parse_cards(cards).unwrap())).collect();
        let mut next = parse_cards(self.cards).unwrap();
        next.reverse();
        let mut game = Game { book, hand, events, holes, next };
        game.deal();
        game
    }
}

impl Game {
    /// Deals until somebody has to choose: named cards where there are any, others as the deck has them.
    pub(crate) fn deal(&mut self) {
        loop {
            match self.hand.waits() {
                Waits::Card(place) => self.deal_one(place),
                Waits::Shuffle(_) => self.hand.shuffle(&mut self.events).unwrap(),
                _ => return,
            }
        }
    }

    fn deal_one(&mut self, place: Place) {
        let reserved: Vec<Card> = self.holes.values().flatten().chain(&self.next).copied().collect();
        let named = match place {
            Place::Burn => None,
            Place::Board => self.next.pop(),
            Place::Private(seat) => match self.holes.get_mut(&seat.number()) {
                Some(cards) if !cards.is_empty() => Some(cards.remove(0)),
                Some(_) => self.next.pop(),
                None => None,
            },
        };
        let is_free =
            |card: &Card| !self.hand.seen().contains(*card) && !reserved.contains(card) && !card.is_joker();
        let card = named.or_else(|| (place != Place::Burn).then(|| Card::all().find(is_free).unwrap()));
        self.hand.card(card, &mut self.events).unwrap();
    }

    pub(crate) fn card(&mut self, name: &str) {
        self.hand.card(Some(name.parse().unwrap()), &mut self.events).unwrap();
    }

    fn read(text: &str) -> (Seat, Choice) {
        let words: Vec<&str> = text.split_whitespace().collect();
        let amount = || dollars(words[2].parse().unwrap());
        let which = || words[2..].iter().fold(Which::NONE, |which, at| which.and(at.parse().unwrap()));
        let choice = match words[1] {
            "fold" => Choice::Fold,
            "check" => Choice::Check,
            "call" => Choice::Call,
            "bet" => Choice::Bet(amount()),
            "raise" => Choice::Raise(amount()),
            "discard" => Choice::Discard(which()),
            "draw" => Choice::Draw(which()),
            "show" => Choice::Show,
            "muck" => Choice::Muck,
            other => panic!("{other}?"),
        };
        (seat(words[0].parse().unwrap()), choice)
    }

    /// Takes choices such as "3 raise 8" and deals on.
    pub(crate) fn play(&mut self, choices: &str) -> &mut Game {
        for text in choices.split(',') {
            let (seat, choice) = Game::read(text.trim());
            self.hand.choose(seat, choice, &mut self.events).unwrap_or_else(|refusal| {
                panic!("{text}: {refusal} ({})", self.book.clause_name(refusal.clause))
            });
            self.deal();
        }
        self
    }

    /// Expects a choice to be refused and gives the name of the clause.
    pub(crate) fn refused(&mut self, text: &str) -> String {
        let (seat, choice) = Game::read(text);
        let before = self.hand.clone();
        let refusal = self.hand.choose(seat, choice, &mut self.events).expect_err(text);
        assert_eq!(self.hand, before);
        self.name(refusal.clause)
    }

    pub(crate) fn report(&mut self, what: Irregularity) -> Result<String, Refusal> {
        let before = self.hand.clone();
        let from = self.events.len();
        if let Err(refusal) = self.hand.report(what, &mut self.events) {
            assert_eq!(self.hand, before);
            return Err(refusal);
        }
        let clause = self.events[from..].iter().find_map(|event| match event {
            Event::Reported { clause, .. } => Some(*clause),
            _ => None,
        });
        Ok(self.name(clause.unwrap()))
    }

    pub(crate) fn name(&self, clause: Clause) -> String {
        self.book.clause_name(clause).to_owned()
    }

    pub(crate) fn offers(&self) -> Vec<Offer> {
        let mut list: Vec<Allowed> = Vec::new();
        self.hand.allowed(&mut list);
        list.into_iter().map(|allowed| allowed.offer).collect()
    }

    pub(crate) fn turn(&self) -> u8 {
        self.hand.seats()[self.hand.turn().unwrap().place].number()
    }

    pub(crate) fn stack(&self, at: u8) -> i64 {
        self.hand.stack(seat(at)).unwrap().in_cents() / 100
    }

    pub(crate) fn fees(&self) -> i64 {
        self.hand.drop().in_cents() / 100
    }

    pub(crate) fn pot(&self) -> i64 {
        self.hand.pot().in_cents() / 100
    }
}
