//! Plays a case of poker: posts, cards, choices, reports of the dealer, and what came out.

mod at_table;
mod game;
mod tell;
mod words;

use std::collections::BTreeMap;
use std::sync::Arc;

use books::{Book, Clause};
use cards::Card;
use games::Seat;
use games::poker::{
    Choice, Event, Hand, LastHand, Place, PostKind, Refusal, Setup, SetupFault, Waits, first_button,
    next_button,
};

use crate::format::{HandSection, Scenario};
use crate::report::{RefusedLine, Report};
use crate::step::Step;
pub(crate) use at_table::{choice_of, is_shown, report_of, said};
pub(crate) use game::{CaseGame, DEALS_UNSEEN, ready};
use game::{Refused, setup_of, table_of};
use tell::{allowed_list, choice_words, completing};
use words::{Deed, read_deed};

/// Plays a case of poker.
pub(crate) fn play(scenario: &Scenario, book: &Book, game: &CaseGame, report: &mut Report) {
    let told = scenario.hand.clone().unwrap_or(NOTHING_SAID);
    let offered = game.rules.table.offered;
    if !offered.value {
        let reason = "the house keeps this game closed".to_owned();
        return report.refused.push(setup_line(book, offered.clause, reason));
    }
    let table = match table_of(game, &told) {
        Ok(table) => Arc::new(table),
        Err(Refused::Stakes(fault)) => {
            return report.refused.push(setup_line(book, fault.clause(), fault.to_string()));
        }
        Err(Refused::Words(problem)) => return report.differences.push(problem),
    };
    let sections = scenario.seats.iter().flat_map(|seats| &seats.0);
    let mut straddlers = sections.filter(|(_, section)| section.post.as_deref() == Some("straddle"));
    if let Some(clause) = straddlers.find_map(|(seat, _)| table.straddle(Seat::new(*seat)).err()) {
        let reason = "nobody straddles by choice here".to_owned();
        return report.refused.push(setup_line(book, clause, reason));
    }
    let setup = match setup_of(scenario, game, &told, &table) {
        Ok(setup) => setup,
        Err(problem) => return report.differences.push(problem),
    };
    let mut events = Vec::new();
    let hand = match Hand::new(&table, &setup, &mut events) {
        Ok(hand) => hand,
        Err(faults) => {
            let line = |fault: &SetupFault| setup_line(book, fault.clause(), fault.to_string());
            report.refused.extend(faults.iter().map(line));
            return;
        }
    };
    let mut dealer = Dealer::new(scenario, book, hand, events, &setup);
    dealer.play(report);
    tell::tell(&dealer.hand, &dealer.told, &setup, book, report);
}

/// A case that says nothing about the hand.
const NOTHING_SAID: HandSection = HandSection {
    button: None,
    players: None,
    structure: None,
    limit: None,
    blinds: None,
    posted: None,
    jackpot: None,
    half_hour: None,
    asks_to_show: None,
};

fn setup_line(book: &Book, clause: Clause, reason: String) -> RefusedLine {
    RefusedLine {
        step: "setup".to_owned(),
        clause: book.clause_name(clause).to_owned(),
        reason,
        allowed: Vec::new(),
    }
}

/// Something that came out: of the hand, or of a rule the dealer asks for beside it.
enum CameOut {
    Event(Event),
    Words(String),
}

/// Deals the cards of a case and walks through its steps.
struct Dealer<'a> {
    scenario: &'a Scenario,
    book: &'a Book,
    hand: Hand,
    told: Vec<CameOut>,
    last: LastHand,
    shoe_place: usize,
    step_place: usize,
    /// How many of the named private cards each seat has got.
    given: BTreeMap<u8, usize>,
    board_place: usize,
    /// Whether the dealer has stopped dealing so that something can be reported.
    holds: bool,
}

impl<'a> Dealer<'a> {
    fn new(
        scenario: &'a Scenario,
        book: &'a Book,
        hand: Hand,
        events: Vec<Event>,
        setup: &Setup,
    ) -> Dealer<'a> {
        let big_blind = setup.postings.iter().find(|posting| posting.post == PostKind::BigBlind);
        let last = LastHand {
            button: setup.button,
            big_blind: big_blind.map_or(setup.button, |posting| posting.seat),
            players: setup.players.len(),
        };
        Dealer {
            scenario,
            book,
            hand,
            told: events.into_iter().map(CameOut::Event).collect(),
            last,
            shoe_place: 0,
            step_place: 0,
            given: BTreeMap::new(),
            board_place: 0,
            holds: false,
        }
    }

    fn play(&mut self, report: &mut Report) {
        self.play_on(report);
        report.note_unplayed(&self.steps()[self.step_place..]);
    }

    fn play_on(&mut self, report: &mut Report) {
        loop {
            let next = self.steps().get(self.step_place).cloned();
            let is_said_beside = next.as_ref().is_some_and(|step| {
                let deed = read_deed(&step.text);
                matches!(deed, Some(Deed::Deals(_) | Deed::Draws(_)))
                    || (self.holds && matches!(deed, Some(Deed::Report(_))))
                    || (step.refused.is_some() && self.is_out_of_cards())
            });
            self.holds = self.holds && is_said_beside;
            let goes_on = match self.hand.waits() {
                _ if is_said_beside => self.step(report),
                Waits::Over => break,
                Waits::Card(place) => self.deal(place, report),
                Waits::Shuffle(_) => {
                    let mut events = Vec::new();
                    let is_done = self.hand.shuffle(&mut events).is_ok();
                    self.tell(events);
                    is_done
                }
                Waits::Choices if next.is_some() => self.step(report),
                Waits::Choices => {
                    self.still_waits(report);
                    false
                }
            };
            if !goes_on {
                return;
            }
        }
        report.is_over = true;
        while self.step_place < self.steps().len() && self.step(report) {}
        let left = self.shoe().len() - self.shoe_place;
        if left > 0 {
            report.differences.push(format!("{left} cards of the shoe were not dealt"));
        }
    }

    fn tell(&mut self, events: Vec<Event>) {
        self.told.extend(events.into_iter().map(CameOut::Event));
    }

    fn still_waits(&self, report: &mut Report) {
        let expect = self.scenario.expect.as_ref();
        if expect.is_some_and(|expect| expect.net.is_some() && expect.allowed.is_none()) {
            let list = allowed_list(&self.hand).join(", ");
            report.differences.push(format!("the hand still waits for a choice: {list}"));
        }
    }

    fn steps(&self) -> &'a [Step] {
        self.scenario.play.as_ref().map_or(&[], |play| &play.steps)
    }

    fn shoe(&self) -> &'a [Option<Card>] {
        let cards = self.scenario.cards.as_ref();
        cards.and_then(|cards| cards.shoe.as_ref()).map_or(&[], |shoe| &shoe.0)
    }

    fn hole(&self, seat: u8) -> &'a [Option<Card>] {
        let holes = self.scenario.cards.as_ref().and_then(|cards| cards.hole.as_ref());
        holes.and_then(|holes| holes.0.get(&seat.to_string())).map_or(&[], |shoe| &shoe.0)
    }

    fn board(&self) -> &'a [Option<Card>] {
        let board = self.scenario.cards.as_ref().and_then(|cards| cards.board.as_ref());
        board.map_or(&[], |shoe| &shoe.0)
    }

    /// Whether a case that gives its cards in order has no card left.
    fn is_out_of_cards(&self) -> bool {
        !self.shoe().is_empty() && self.shoe_place >= self.shoe().len()
    }

    /// The next card for a place: of the shoe, as named, or as the deck has it.
    fn next_card(&mut self, place: Place) -> Option<Card> {
        if let Some(card) = self.shoe().get(self.shoe_place) {
            self.shoe_place += 1;
            return *card;
        }
        match place {
            Place::Burn => None,
            Place::Private(seat) => {
                let given = self.given.entry(seat.number()).or_insert(0);
                *given += 1;
                let place = *given - 1;
                self.hole(seat.number()).get(place).copied().flatten()
            }
            Place::Board => {
                self.board_place += 1;
                let named = self.board().get(self.board_place - 1).copied().flatten();
                named.or_else(|| self.any_card())
            }
        }
    }

    /// A card that the case does not name and that the deck still has.
    fn any_card(&self) -> Option<Card> {
        let cards = self.scenario.cards.as_ref();
        let holes = cards.and_then(|cards| cards.hole.as_ref());
        let named: Vec<Card> = holes
            .iter()
            .flat_map(|holes| holes.0.values())
            .flat_map(|shoe| shoe.0.iter())
            .chain(self.board())
            .chain(self.shoe())
            .filter_map(|card| *card)
            .collect();
        Card::all()
            .find(|card| !card.is_joker() && !self.hand.seen().contains(*card) && !named.contains(card))
    }

    fn deal(&mut self, place: Place, report: &mut Report) -> bool {
        let card = self.next_card(place);
        let mut events = Vec::new();
        let dealt = self.hand.card(card, &mut events);
        self.tell(events);
        match dealt {
            Ok(()) => true,
            Err(refusal) => {
                let name = card.map_or_else(|| "??".to_owned(), |card| card.to_string());
                let line = self.refused_line(&format!("card {name}"), refusal);
                report.refused.push(line);
                false
            }
        }
    }

    fn step(&mut self, report: &mut Report) -> bool {
        let Some(step) = self.steps().get(self.step_place) else { return false };
        self.step_place += 1;
        let Some(deed) = read_deed(&step.text) else {
            report.differences.push(format!("\"{step}\" is not a step of poker"));
            return false;
        };
        let taken = match self.take(deed) {
            Ok(()) => Ok(()),
            Err(Problem::Words(problem)) => {
                report.differences.push(format!("\"{step}\": {problem}"));
                return false;
            }
            Err(Problem::Refusal(refusal)) => Err(self.refused_line(&step.text, refusal)),
        };
        report.judge(step, taken)
    }

    fn take(&mut self, deed: Deed<'_>) -> Result<(), Problem> {
        match deed {
            Deed::Choose { seats, choice } => {
                for seat in seats {
                    let choice = choice
                        .of(self.hand.private(seat))
                        .ok_or_else(|| Problem::Words(format!("seat {seat} does not hold these cards")))?;
                    self.choose(seat, choice)?;
                }
                Ok(())
            }
            Deed::AllCheck { to_the_end } => {
                let street = self.hand.street();
                while let Some(turn) = self.hand.turn() {
                    if self.hand.street() != street && !to_the_end {
                        break;
                    }
                    self.choose(self.hand.seats()[turn.place], Choice::Check)?;
                    while let Waits::Card(place) = self.hand.waits() {
                        if !to_the_end {
                            break;
                        }
                        let card = self.next_card(place);
                        let mut events = Vec::new();
                        let dealt = self.hand.card(card, &mut events);
                        self.tell(events);
                        dealt.map_err(Problem::Refusal)?;
                    }
                }
                Ok(())
            }
            Deed::Motion { seat, motion } => {
                let mut allowed = Vec::new();
                self.hand.allowed(&mut allowed);
                if allowed.first().map(|one| one.seat) != Some(seat) {
                    // Whoever is not in turn is refused as for any other choice.
                    return self.choose(seat, Choice::Call);
                }
                let ruling = self.hand.rule_on(motion).map_err(Problem::Refusal)?;
                let stands = ruling.choice.map_or("acts again".to_owned(), choice_words);
                let back = if ruling.returned.is_positive() {
                    format!(", {} back", ruling.returned)
                } else {
                    String::new()
                };
                let clause = self.book.clause_name(ruling.clause);
                self.told.push(CameOut::Words(format!("{seat} {stands}{back} by {clause}")));
                ruling.choice.map_or(Ok(()), |choice| self.choose(seat, choice))
            }
            Deed::Report(report) => {
                let what = report
                    .of(&self.hand)
                    .ok_or_else(|| Problem::Words("no such card lies there to be reported".to_owned()))?;
                let mut events = Vec::new();
                let result = self.hand.report(what, &mut events);
                self.tell(events);
                self.holds = true;
                if self.hand.private(self.hand.seats()[0]).is_empty() && self.hand.waits_for_card() {
                    // Dealt again: everybody gets the named cards again.
                    self.given.clear();
                    self.board_place = 0;
                }
                result.map_err(Problem::Refusal)
            }
            Deed::Deals(count) => {
                for _ in 0..count {
                    let Waits::Card(place) = self.hand.waits() else {
                        return Err(Problem::Words("no card is due".to_owned()));
                    };
                    let card = self.next_card(place);
                    let mut events = Vec::new();
                    let dealt = self.hand.card(card, &mut events);
                    self.tell(events);
                    dealt.map_err(Problem::Refusal)?;
                }
                self.holds = true;
                Ok(())
            }
            Deed::PushesPot => self.hand.may_push_pot().map_err(Problem::Refusal),
            Deed::Draws(drawn) => {
                let rules = &self.hand.table().rules().button;
                let rule = first_button(rules, &drawn)
                    .ok_or_else(|| Problem::Words("nobody drew a card".to_owned()))?;
                let clause = self.book.clause_name(rule.clause);
                let how = rules.first.value;
                self.told.push(CameOut::Words(format!("button {}, {how} by {clause}", rule.value)));
                Ok(())
            }
            Deed::ButtonMoves(among) => {
                let seats = among.unwrap_or_else(|| self.hand.seats().to_vec());
                let rule = next_button(&self.hand.table().rules().button, &self.last, &seats)
                    .ok_or_else(|| Problem::Words("nobody plays the next hand".to_owned()))?;
                let clause = self.book.clause_name(rule.clause);
                self.told.push(CameOut::Words(format!("button {} by {clause}", rule.value)));
                Ok(())
            }
        }
    }

    fn choose(&mut self, seat: Seat, choice: Choice) -> Result<(), Problem> {
        let mut events = Vec::new();
        let result = self.hand.choose(seat, completing(&self.hand, seat, choice), &mut events);
        self.tell(events);
        result.map_err(Problem::Refusal)
    }

    fn refused_line(&self, step: &str, refusal: Refusal) -> RefusedLine {
        RefusedLine {
            step: step.to_owned(),
            clause: self.book.clause_name(refusal.clause).to_owned(),
            reason: refusal.to_string(),
            allowed: allowed_list(&self.hand),
        }
    }
}

/// Why a step does not happen.
enum Problem {
    /// The hand refuses it.
    Refusal(Refusal),
    /// The case does not make sense.
    Words(String),
}
