//! Plays a case of blackjack and writes down what came out.

use std::mem::discriminant;
use std::sync::Arc;

use books::Book;
use books::blackjack::BlackjackRules;
use books::rates::Schedule;
use games::blackjack::{Allowed, Choice, Event, WagerKind, Waits};
use games::blackjack::{Blackjack, Total};
use games::{Face, Party, Place, Refusal, Seat};

use super::{place_words, returned, verdict_word};
use crate::format::Scenario;
use crate::report::{BankLine, CollectionLine, RefusedLine, Report, SettledLine};
use crate::seating::Seating;
use crate::step::{Act, IN_PLAY, Step, choice_words};

pub(crate) use games::blackjack::Game as CaseGame;

/// Whether a case may say that a human deals, with cards unseen.
pub(crate) const DEALS_UNSEEN: bool = false;

/// Makes a book ready for cases.
pub(crate) fn ready(rules: &BlackjackRules, schedule: Option<Schedule>) -> CaseGame {
    CaseGame { rules: rules.clone(), schedule }
}

/// Plays a case of blackjack.
pub(crate) fn play(scenario: &Scenario, book: &Book, game: &Arc<CaseGame>, report: &mut Report) {
    let seats = scenario.table.unwrap_or(game.rules.book.seats.value);
    let decks = scenario.decks.unwrap_or(game.rules.deck.decks.usual);
    let sections = scenario.seats.iter().flat_map(|seats| &seats.0);
    let banks = sections.filter(|(_, section)| section.bank.is_some()).count();
    if let Some(shared) = game.rules.bank.shared.filter(|_| banks > 1) {
        return report.refused.push(RefusedLine {
            step: "setup".to_owned(),
            clause: book.clause_name(shared.clause).to_owned(),
            reason: "a second bank plays only if its money is pooled with the first".to_owned(),
            allowed: Vec::new(),
        });
    }
    let seating = match Seating::of(scenario, seats, decks) {
        Ok(seating) => seating,
        Err(problem) => return report.differences.push(problem),
    };
    let setup = Arc::new(seating.setup.clone());
    let mut events = Vec::new();
    let mut round = match Blackjack::open(Arc::clone(game), &setup, &mut events) {
        Ok(round) => round,
        Err(faults) => {
            report.refused.extend(faults.iter().map(|fault| RefusedLine {
                step: "setup".to_owned(),
                clause: book.clause_name(fault.clause).to_owned(),
                reason: fault.to_string(),
                allowed: Vec::new(),
            }));
            return;
        }
    };
    let mut player =
        Player { scenario, book, seating: &seating, shoe_place: 0, step_place: 0, events: &mut events };
    player.play(&mut round, report);
    tell_events(&events, &seating, book, report);
    tell_blackjack(&round, &seating, report);
}

/// Walks through the shoe and the steps of a case.
struct Player<'a> {
    scenario: &'a Scenario,
    book: &'a Book,
    seating: &'a Seating,
    shoe_place: usize,
    step_place: usize,
    events: &'a mut Vec<Event>,
}

impl Player<'_> {
    fn play(&mut self, round: &mut Blackjack, report: &mut Report) {
        loop {
            match round.waits() {
                Waits::Over => {
                    report.is_over = true;
                    break;
                }
                Waits::Card { place, face } => {
                    if self.void_comes_next() || self.refusal_comes_next() {
                        self.step(round, report);
                    } else if !self.deal(round, place, face, report) {
                        break;
                    }
                }
                Waits::Look => {
                    if !self.step(round, report) {
                        report
                            .differences
                            .push("the dealer's look is awaited, but no step gives it".to_owned());
                        break;
                    }
                }
                Waits::Choices => {
                    if !self.choose(round, report) {
                        break;
                    }
                }
            }
        }
        if self.step_place < self.steps().len() && report.is_over {
            self.leftover_steps(round, report);
        }
        report.note_unplayed(&self.steps()[self.step_place..]);
        if report.is_over && self.shoe_place < self.shoe().len() {
            let left = self.shoe().len() - self.shoe_place;
            report.differences.push(format!("{left} cards of the shoe were not dealt"));
        }
    }

    fn shoe(&self) -> &[Option<cards::Card>] {
        self.scenario.cards.as_ref().and_then(|cards| cards.shoe.as_ref()).map_or(&[], |shoe| &shoe.0)
    }

    fn steps(&self) -> &[Step] {
        self.scenario.play.as_ref().map_or(&[], |play| &play.steps)
    }

    fn void_comes_next(&self) -> bool {
        self.steps()
            .get(self.step_place)
            .is_some_and(|step| matches!(step.act, Act::Void { .. } | Act::Report(_)))
            && self.shoe_place >= self.shoe().len()
    }

    /// Whether the shoe ends here so that somebody can ask for something too early.
    fn refusal_comes_next(&self) -> bool {
        self.steps().get(self.step_place).is_some_and(|step| step.refused.is_some())
            && self.shoe_place >= self.shoe().len()
    }

    fn deal(&mut self, round: &mut Blackjack, place: Place, face: Face, report: &mut Report) -> bool {
        let Some(card) = self.shoe().get(self.shoe_place).copied() else {
            if self.scenario.expect.as_ref().is_some_and(|expect| expect.net.is_some()) {
                let place = place_words(place, face);
                report.differences.push(format!("the shoe has no card left for {place}"));
            }
            return false;
        };
        match round.card(card, self.events) {
            Ok(()) => {
                self.shoe_place += 1;
                true
            }
            Err(refusal) => {
                let name = card.map_or_else(|| "??".to_owned(), |card| card.to_string());
                let line = self.refused_line(&format!("card {name}"), refusal, round);
                report.refused.push(line);
                false
            }
        }
    }

    /// Takes the next step, or what goes without saying when no step is left for those who are asked.
    fn choose(&mut self, round: &mut Blackjack, report: &mut Report) -> bool {
        let mut allowed = Vec::new();
        round.allowed(&mut allowed);
        let next = self.steps().get(self.step_place);
        let wants_list = self.scenario.expect.as_ref().is_some_and(|expect| expect.allowed.is_some());
        if next.is_none() && wants_list {
            return false;
        }
        let is_for_next = next.is_some_and(|step| match &step.act {
            Act::Choose { who, choice } => {
                let is_asked = |item: &Allowed| {
                    self.seating.name(item.who) == who && discriminant(&item.choice) == discriminant(choice)
                };
                step.refused.is_some() || allowed.iter().any(is_asked)
            }
            Act::Look { .. } | Act::Void { .. } | Act::Report(_) | Act::Said => true,
        });
        if is_for_next {
            return self.step(round, report);
        }
        if let Some(silent) = self.without_saying(&allowed) {
            return round.choose(silent.who, silent.choice, self.events).is_ok();
        }
        if next.is_some() {
            return self.step(round, report);
        }
        if self.scenario.expect.as_ref().is_none_or(|expect| expect.net.is_some()) {
            let list: Vec<String> = allowed.iter().map(|item| self.allowed_words(item)).collect();
            report.differences.push(format!("the round still waits for a choice: {}", list.join(", ")));
        }
        false
    }

    /// A question that a case need not answer: declining, or standing where nothing else is open.
    fn without_saying(&self, allowed: &[Allowed]) -> Option<Allowed> {
        if let Some(decline) = allowed.iter().find(|item| item.choice == Choice::Decline) {
            return Some(*decline);
        }
        match allowed {
            [only] if only.choice == Choice::Stand => Some(*only),
            _ => None,
        }
    }

    fn step(&mut self, round: &mut Blackjack, report: &mut Report) -> bool {
        let Some(step) = self.steps().get(self.step_place).cloned() else { return false };
        self.step_place += 1;
        let result = match &step.act {
            Act::Choose { who, choice } => match self.seating.party(who) {
                Some(party) => round.choose(party, self.meant(*choice, party, round), self.events),
                None => Err(Refusal::plain(games::Reason::NobodyThere)),
            },
            Act::Said => {
                report.differences.push(format!("\"{step}\" is not a step of blackjack"));
                return false;
            }
            Act::Report(report) => round.report(*report, self.events),
            Act::Look { natural } => round.look(*natural, self.events),
            Act::Void { spot, fees_returned } => round.void(spot.map(Seat::new), *fees_returned, self.events),
        };
        self.compare_refusal(&step, result, round, report)
    }

    /// "Surrender" without a hand means the one that is being played, and the first where none is.
    fn meant(&self, choice: Choice, party: Party, round: &Blackjack) -> Choice {
        if choice != Choice::Surrender(IN_PLAY) {
            return choice;
        }
        let mut allowed = Vec::new();
        round.allowed(&mut allowed);
        let mut hands = allowed.iter().filter(|item| item.who == party);
        let current =
            round.current_hand().filter(|_| hands.any(|item| matches!(item.choice, Choice::Surrender(_))));
        current
            .filter(|(who, _)| *who == party)
            .map_or(Choice::Surrender(0), |(_, hand)| Choice::Surrender(hand))
    }

    fn compare_refusal(
        &self,
        step: &Step,
        result: Result<(), Refusal>,
        round: &Blackjack,
        report: &mut Report,
    ) -> bool {
        let taken = result.map_err(|refusal| self.refused_line(&step.text, refusal, round));
        report.judge(step, taken)
    }

    fn leftover_steps(&mut self, round: &mut Blackjack, report: &mut Report) {
        while self.step_place < self.steps().len() {
            self.step(round, report);
        }
    }

    fn refused_line(&self, step: &str, refusal: Refusal, round: &Blackjack) -> RefusedLine {
        let mut allowed = Vec::new();
        round.allowed(&mut allowed);
        RefusedLine {
            step: step.to_owned(),
            clause: self.book.clause_name(refusal.clause).to_owned(),
            reason: refusal.to_string(),
            allowed: allowed.iter().map(|item| self.allowed_words(item)).collect(),
        }
    }

    fn allowed_words(&self, item: &Allowed) -> String {
        allowed_words(item, self.seating)
    }
}

fn allowed_words(item: &Allowed, seating: &Seating) -> String {
    let who = seating.name(item.who);
    let words = choice_words(item.choice);
    let least = match item.choice {
        Choice::Double(least) | Choice::Insure(least) | Choice::Follow(least) => least,
        _ => return format!("{who} {words}"),
    };
    if least == item.most { format!("{who} {words}") } else { format!("{who} {words} to {}", item.most) }
}

fn wager_word(kind: WagerKind) -> &'static str {
    match kind {
        WagerKind::Base => "base",
        WagerKind::Split => "split",
        WagerKind::Double => "double",
        WagerKind::Insurance => "insurance",
        WagerKind::Buster => "buster",
        WagerKind::Bonus => "bonus",
    }
}

/// Writes what the events say into a report.
fn tell_events(events: &[Event], seating: &Seating, book: &Book, report: &mut Report) {
    for event in events {
        match *event {
            Event::Collected { who, amount, stage, clause } => report.collections.push(CollectionLine {
                from: seating.name(who).to_owned(),
                amount: amount.in_cents(),
                at: stage.word(),
                clause: book.clause_name(clause).to_owned(),
            }),
            Event::Dealt { place, face, .. } => report.dealt.push(place_words(place, face)),
            Event::Looked { natural } => {
                report.events.push(if natural { "looked natural" } else { "looked no natural" }.to_owned());
            }
            Event::Cleared { spot, .. } => report.events.push(format!("cleared {spot}")),
            Event::Turned { card } => report.events.push(format!("turned {card}")),
            Event::HoleExposed { card, clause } => {
                report.events.push(format!("hole {card} exposed by {}", book.clause_name(clause)));
            }
            Event::Burned { card, clause, .. } => {
                report.events.push(format!("{card} burned by {}", book.clause_name(clause)));
            }
            Event::Bonus { who, amount, clause, .. } => {
                let clause = book.clause_name(clause);
                report.events.push(format!("bonus {} {amount} ({clause})", seating.name(who)));
            }
            Event::Settled { who, hand, wager, verdict, amount, paid, collected, clause, .. } => {
                let returned = returned(verdict, amount, collected);
                report.settled.push(SettledLine {
                    spot: seating.name(who).to_owned(),
                    hand: hand + 1,
                    wager: wager_word(wager).to_owned(),
                    result: verdict_word(verdict).to_owned(),
                    covered: (paid + collected).in_cents(),
                    returned: returned.in_cents(),
                    paid: paid.in_cents(),
                    clause: book.clause_name(clause).to_owned(),
                });
            }
            Event::Staked { .. }
            | Event::Wagered { .. }
            | Event::Chose { .. }
            | Event::Button { .. }
            | Event::Voided { .. }
            | Event::Closed { .. } => {}
        }
    }
}

/// Writes how the round stands into a report.
fn tell_blackjack(round: &Blackjack, seating: &Seating, report: &mut Report) {
    for (place, purse) in seating.setup.purses.iter().enumerate() {
        let net = round.purse(place) - purse.stack;
        report.net.insert(purse.name.clone(), net.in_cents());
    }
    report.drop = round.drop().in_cents();
    report.bank = BankLine {
        stake: round.stake().posted().in_cents(),
        used: round.stake().used().in_cents(),
        button: round.button().map(Seat::number),
    };
    let natural = format!("natural {}", round.rules().natural.counts.value);
    let mut number = 0;
    let mut last = u8::MAX;
    for hand in round.hands() {
        number = if hand.spot == last { number + 1 } else { 1 };
        last = hand.spot;
        let spot = round.spots()[usize::from(hand.spot)].seat;
        let name = if number == 1 { spot.to_string() } else { format!("{spot} hand {number}") };
        let words = if hand.is_natural { natural.clone() } else { total_words(hand.hand.total()) };
        report.totals.insert(name, words);
    }
    let is_natural =
        games::blackjack::is_natural(round.bank_hand().cards(), round.rules().natural.hand.value);
    let words = if is_natural { natural } else { total_words(round.bank_hand().total()) };
    report.totals.insert("bank".to_owned(), words);
    let mut allowed = Vec::new();
    round.allowed(&mut allowed);
    report.allowed = allowed.iter().map(|item| allowed_words(item, seating)).collect();
}

fn total_words(total: Total) -> String {
    let kind = if total.is_over() {
        "over"
    } else if total.is_soft {
        "soft"
    } else {
        "hard"
    };
    format!("{kind} {}", total.points)
}
