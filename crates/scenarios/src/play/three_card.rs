//! Plays a case of Three Card Poker.
//!
//! What goes without saying: a player of whom no step speaks makes the play wager. Where cards are entered, the
//! dealer names those of the hands that the case names, as they are turned up.

use std::sync::Arc;

use books::bank::First;
use books::rates::Schedule;
use books::three_card::ThreeCardRules;
use books::{Book, Money};
use cards::{Card, CardSet, Hand, ThreeCardRank};
use games::three_card::{
    Allowed, Bet, Choice, Event, Game, Report as FloorReport, Setup, ThreeCard, Viewer, WagerKind, Waits,
};
use games::{Face, Party, Place, Refusal, Seat};

use super::dealt_at_once::{CaseRound, Course, Deck, Hands, nobody, tell_faults};
use super::{place_words, verdict_word};
use crate::format::{Dealer, Scenario};
use crate::report::{BankLine, CollectionLine, RefusedLine, Report, SettledLine};
use crate::seating::Seating;

pub(crate) use games::three_card::Game as CaseGame;

/// Whether a case may say that a human deals, with cards unseen.
pub(crate) const DEALS_UNSEEN: bool = true;

/// Makes a book ready for cases.
pub(crate) fn ready(rules: &ThreeCardRules, schedule: Option<Schedule>) -> CaseGame {
    CaseGame { rules: rules.clone(), schedule }
}

/// Plays a case.
pub(crate) fn play(scenario: &Scenario, book: &Book, game: &Arc<Game>, report: &mut Report) {
    let seats = scenario.table.unwrap_or(game.rules.book.seats.value);
    let sections = scenario.seats.as_ref().map_or(&[][..], |seats| &seats.0);
    if sections.iter().all(|(_, section)| section.bank.is_none()) {
        return report.refused.push(RefusedLine {
            step: "setup".to_owned(),
            clause: book.clause_name(game.rules.wagers.after_bank.clause).to_owned(),
            reason: "nobody has taken the bank".to_owned(),
            allowed: Vec::new(),
        });
    }
    let seating = match Seating::of(scenario, seats, 1) {
        Ok(seating) => seating,
        Err(problem) => return report.differences.push(problem),
    };
    let setup = Arc::new(setup(&seating, scenario));
    let deck = match deck(scenario, game, &setup) {
        Ok(deck) => deck,
        Err(problem) => return report.differences.push(problem),
    };
    let mut events = Vec::new();
    let round = match ThreeCard::open(Arc::clone(game), &setup, &mut events) {
        Ok(round) => round,
        Err(faults) => return tell_faults(&faults, book, report),
    };
    let mut case = Case { round, events, seating: &seating };
    Course { scenario, book, deck }.play(&mut case, report);
    case.tell_events(book, report);
    case.tell_end(report);
    report.allowed = case.allowed_words();
}

/// The setup of a case: the same seats and bets as in every banked game, with both bonuses.
fn setup(seating: &Seating, scenario: &Scenario) -> Setup {
    let table = &seating.setup;
    let sections = scenario.seats.as_ref().map_or(&[][..], |seats| &seats.0);
    let bets = table.bets.iter().zip(&seating.names).map(|(bet, name)| {
        let section = sections.iter().find(|(seat, _)| seat.to_string() == *name).map(|(_, section)| section);
        let bonus = |amount: Option<Money>| amount.unwrap_or(Money::ZERO);
        Bet {
            seat: bet.spot,
            purse: bet.purse,
            ante: bet.base,
            pair_plus: bonus(section.and_then(|section| section.pair_plus)),
            six_card: bonus(section.and_then(|section| section.six_card)),
        }
    });
    Setup {
        seats: table.seats,
        bets: bets.collect(),
        purses: table.purses.clone(),
        bank: table.bank,
        banker: table.banker,
        stake: table.stake,
    }
}

/// The deck of a case: in the order written, or laid so that each seat gets its stack.
fn deck(scenario: &Scenario, game: &Game, setup: &Setup) -> Result<Deck, String> {
    if scenario.dealer == Some(Dealer::Entered) {
        return Ok(Deck::entered());
    }
    let Some(section) = scenario.cards.as_ref().filter(|cards| cards.hands.is_some()) else {
        return Deck::in_order(scenario.cards.as_ref());
    };
    let first = match game.rules.deal.first.value {
        First::Seat1 => Seat::new(1),
        First::LeftOfBank => setup.bank.clockwise(setup.seats),
    };
    let has_ante = |seat: &Seat| setup.bets.iter().any(|bet| bet.seat == *seat);
    let mut names: Vec<String> =
        first.around(setup.seats).filter(has_ante).map(|seat| seat.to_string()).collect();
    names.push("bank".to_owned());
    let deck: CardSet = Card::all().collect();
    let (hands, left) = Deck::laid(section, usize::from(game.rules.deal.cards.value), &names, deck)?;
    Ok(Deck::of(hands.into_iter().flatten().chain(left).collect()))
}

#[derive(Clone)]
struct Case<'a> {
    round: ThreeCard,
    events: Vec<Event>,
    seating: &'a Seating,
}

impl Case<'_> {
    fn allowed(&self) -> Vec<Allowed> {
        let mut allowed = Vec::new();
        self.round.allowed(&mut allowed);
        allowed
    }

    /// Writes what the events say into a report.
    fn tell_events(&self, book: &Book, report: &mut Report) {
        for event in &self.events {
            let cited = |clause| book.clause_name(clause);
            match *event {
                Event::Collected { who, amount, clause } => report.collections.push(CollectionLine {
                    from: self.seating.name(who).to_owned(),
                    amount: amount.in_cents(),
                    at: "before-deal",
                    clause: cited(clause).to_owned(),
                }),
                Event::Dealt { place, face, .. } => report.dealt.push(place_words(place, face)),
                Event::Turned { place, card } => {
                    report.events.push(format!("{} turned {card}", place_words(place, Face::Up)));
                }
                Event::Misdealt { clause } => report.events.push(format!("misdeal by {}", cited(clause))),
                Event::Button { card, seat, clause } => {
                    report.events.push(format!("{card} shown, button {seat} by {}", cited(clause)));
                }
                Event::Chose { seat, choice, .. } => report.events.push(format!("{seat} {choice}")),
                Event::Revealed { qualifies, .. } => {
                    let words = if qualifies { "bank qualifies" } else { "bank does not qualify" };
                    report.events.push(words.to_owned());
                }
                Event::Settled { who, wager, verdict, amount, paid, collected, clause, .. } => {
                    report.settled.push(SettledLine {
                        spot: self.seating.name(who).to_owned(),
                        hand: 1,
                        wager: wager_word(wager).to_owned(),
                        result: verdict_word(verdict).to_owned(),
                        covered: (paid + collected).in_cents(),
                        returned: super::returned(verdict, amount, collected).in_cents(),
                        paid: paid.in_cents(),
                        clause: cited(clause).to_owned(),
                    });
                }
                Event::Staked { .. } | Event::Wagered { .. } | Event::Closed { .. } => {}
            }
        }
    }

    /// Writes how the round stands into a report.
    fn tell_end(&self, report: &mut Report) {
        let round = &self.round;
        for (place, purse) in round.setup().purses.iter().enumerate() {
            report.net.insert(purse.name.clone(), (round.purse(place) - purse.stack).in_cents());
        }
        report.drop = round.drop().in_cents();
        report.bank = BankLine {
            stake: round.stake().posted().in_cents(),
            used: round.stake().used().in_cents(),
            button: round.button().map(Seat::number),
        };
        let bank = round.setup().bank;
        let bank_cards = round.hand_seen_by(Viewer::Auditor, bank);
        for seat in round.players().iter().map(|player| player.seat).chain([bank]) {
            let name = if seat == bank { "bank".to_owned() } else { seat.to_string() };
            let cards = round.hand_seen_by(Viewer::Auditor, seat);
            let words: Vec<String> = cards.iter().map(ToString::to_string).collect();
            report.hands.insert(name.clone(), words.join(" "));
            let Ok(three) = <[Card; 3]>::try_from(cards.as_slice()) else { continue };
            report.totals.insert(name.clone(), ThreeCardRank::of(&three).to_string());
            if seat != bank && bank_cards.len() == three.len() {
                let six: Hand = three.iter().chain(&bank_cards).copied().collect();
                report.totals.insert(format!("{name} six"), six.best_of::<6>().to_string());
            }
        }
        let seen = round.hand_seen_by(Viewer::Everybody, bank);
        let words: Vec<String> = seen.iter().map(ToString::to_string).collect();
        report.hands.insert("bank shown".to_owned(), words.join(" "));
        for (place, player) in round.players().iter().enumerate() {
            for (viewer, of) in [(Viewer::Player(Party(place as u8)), "own"), (Viewer::Everybody, "shown")] {
                let seen = round.hand_seen_by(viewer, player.seat);
                let words: Vec<String> = seen.iter().map(ToString::to_string).collect();
                report.hands.insert(format!("{} {of}", player.seat), words.join(" "));
            }
        }
    }
}

/// A wager's name in reports.
fn wager_word(kind: WagerKind) -> &'static str {
    match kind {
        WagerKind::Ante => "ante",
        WagerKind::Play => "play",
        WagerKind::PairPlus => "pair-plus",
        WagerKind::SixCard => "six-card",
    }
}

impl CaseRound for Case<'_> {
    fn is_over(&self) -> bool {
        self.round.waits() == Waits::Over
    }

    fn waits_for_card(&self) -> Option<String> {
        match self.round.waits() {
            Waits::Card { place, face } => Some(place_words(place, face)),
            Waits::Choice(_) | Waits::Over => None,
        }
    }

    fn card(&mut self, card: Option<Card>) -> Result<(), Refusal> {
        let events = &mut self.events;
        self.round.card(card, events)
    }

    fn entered(&self, hands: &Hands<'_>) -> Option<Option<Card>> {
        let Waits::Card { place, face: Face::Up } = self.round.waits() else { return Some(None) };
        let (name, seat) = match place {
            Place::Bank => ("bank".to_owned(), self.round.setup().bank),
            Place::Hand { spot, .. } => (spot.to_string(), spot),
        };
        let hand = hands.of(&name)?;
        let shown = usize::from(self.round.rules().deal.bank_shows.value) - 1;
        if self.round.button().is_none() {
            return hand.get(shown).copied().map(Some);
        }
        let known = self.round.hand_seen_by(Viewer::Auditor, seat);
        hand.into_iter().find(|card| !known.contains(card)).map(Some)
    }

    fn act(&mut self, who: &str, words: &str) -> Result<Result<(), Refusal>, String> {
        let events = &mut self.events;
        if who == "floor" {
            let report: FloorReport = words.parse().map_err(|_| {
                format!(
                    "\"{words}\" is no report of Three Card Poker; it knows \"wrong stack 4\", \
                     \"wrong bank stack\" and \"bad deck\""
                )
            })?;
            return Ok(self.round.report(report, events));
        }
        let choice: Choice = words.parse().map_err(|error| format!("{error}"))?;
        let Some(party) = self.seating.party(who) else { return Ok(Err(nobody())) };
        Ok(self.round.choose(party, choice, events))
    }

    fn goes_without_saying(&mut self, _: &Hands<'_>) -> bool {
        let Some(item) = self.allowed().into_iter().find(|item| item.choice == Choice::Play) else {
            return false;
        };
        let events = &mut self.events;
        self.round.choose(item.who, item.choice, events).is_ok()
    }

    fn allowed_words(&self) -> Vec<String> {
        let words = |item: &Allowed| {
            let who = self.seating.name(item.who);
            if item.choice == Choice::Play {
                format!("{who} play {}", item.amount)
            } else {
                format!("{who} {}", item.choice)
            }
        };
        self.allowed().iter().map(words).collect()
    }

    fn misdeals(&self) -> usize {
        self.events.iter().filter(|event| matches!(event, Event::Misdealt { .. })).count()
    }
}
