//! Plays a case of double-hand poker.
//!
//! What goes without saying: the bank marks pile 1, betting is called closed, the dice show 9, everybody
//! sets the house way, the bank confirms, and the dealer opens hand after hand. Where cards are entered, the
//! dealer turns up the hands that the case names.

use std::sync::Arc;

use books::bank::Direction;
use books::double_hand::{DealPass, DiceCountFrom, DoubleHandRules};
use books::rates::Schedule;
use books::{Book, Money};
use cards::{Card, CardSet};
use games::double_hand::{
    Allowed, Bet, Choice, DEALER, DoubleHand, Event, Game, Place, Report as FloorReport, SetBy, Setting,
    Setup, Viewer, Waits, wheel,
};
use games::{Party, Refusal, Seat};

use super::dealt_at_once::{CaseRound, Course, Deck, Hands, nobody, tell_faults};
use super::verdict_word;
use crate::format::{Dealer, Scenario, SeatSection};
use crate::report::{BankLine, CollectionLine, Report, SettledLine};
use crate::seating::Seating;

/// The pile and the dice of a case that does not name them.
const PILE: u8 = 1;
const DICE: u8 = 9;

pub(crate) use games::double_hand::Game as CaseGame;

/// Whether a case may say that a human deals, with cards unseen.
pub(crate) const DEALS_UNSEEN: bool = true;

/// Makes a book ready for cases.
pub(crate) fn ready(rules: &DoubleHandRules, schedule: Option<Schedule>) -> CaseGame {
    CaseGame::new(rules.clone(), schedule)
}

/// Plays a case.
pub(crate) fn play(scenario: &Scenario, book: &Book, game: &Arc<Game>, report: &mut Report) {
    let seating = match Seating::of(scenario, game.rules.book.seats.value, 1) {
        Ok(seating) => seating,
        Err(problem) => return report.differences.push(problem),
    };
    let setup = Arc::new(setup(&seating, scenario));
    let (pile, dice) = (named(scenario, "pile").unwrap_or(PILE), named(scenario, "dice").unwrap_or(DICE));
    let deck = match deck(scenario, &game.rules, setup.bank, pile, dice) {
        Ok(deck) => deck,
        Err(problem) => return report.differences.push(problem),
    };
    let mut events = Vec::new();
    let round = match DoubleHand::open(Arc::clone(game), &setup, &mut events) {
        Ok(round) => round,
        Err(faults) => return tell_faults(&faults, book, report),
    };
    let mut case = Case { game, round, events, seating: &seating, pile, dice };
    Course { scenario, book, deck }.play(&mut case, report);
    case.tell_events(book, report);
    case.tell_end(report);
    for item in case.allowed() {
        report.allowed.push(case.allowed_item(&item));
    }
}

/// The setup of a case: the same seats and bets as in every banked game, and who bets jointly.
fn setup(seating: &Seating, scenario: &Scenario) -> Setup {
    let table = &seating.setup;
    let sections = scenario.seats.as_ref().map_or(&[][..], |seats| &seats.0);
    let joint_of = |name: &str| {
        let (seat, backer) = name.split_once('/').unwrap_or((name, ""));
        let section: &SeatSection =
            sections.iter().find(|(number, _)| number.to_string() == seat).map(|(_, section)| section)?;
        let letter = if backer.is_empty() {
            section.joint.as_ref()
        } else {
            let backers = section.backers.iter().flat_map(|backers| &backers.0);
            backers.filter(|(known, _)| known == backer).find_map(|(_, backer)| backer.joint.as_ref())
        };
        letter.and_then(|letter| letter.bytes().next())
    };
    let bets = table.bets.iter().zip(&seating.names).map(|(bet, name)| Bet {
        spot: bet.spot,
        purse: bet.purse,
        amount: bet.base,
        joint: joint_of(name),
    });
    Setup {
        bets: bets.collect(),
        purses: table.purses.clone(),
        bank: table.bank,
        banker: table.banker,
        stake: table.stake,
        partners: table.partners.clone(),
    }
}

/// The number in the last step of a case by which the bank names a pile or the dice.
fn named(scenario: &Scenario, word: &str) -> Option<u8> {
    let steps = scenario.play.iter().flat_map(|play| &play.steps).filter(|step| step.refused.is_none());
    steps.rev().find_map(|step| step.text.strip_prefix(&format!("bank {word} "))?.parse().ok())
}

/// The deck of a case: in the order written, or laid so that each seat gets its hand by these rules.
fn deck(
    scenario: &Scenario,
    rules: &DoubleHandRules,
    bank: Seat,
    pile: u8,
    dice: u8,
) -> Result<Deck, String> {
    if scenario.dealer == Some(Dealer::Entered) {
        return Ok(Deck::entered());
    }
    let Some(section) = scenario.cards.as_ref().filter(|cards| cards.hands.is_some()) else {
        return Deck::in_order(scenario.cards.as_ref());
    };
    let seats = rules.book.seats.value;
    let names: Vec<String> = (1..=seats)
        .map(|seat| if seat == bank.number() { "bank".to_owned() } else { seat.to_string() })
        .collect();
    let deck: CardSet = Card::all().chain((rules.deck.jokers.value > 0).then_some(Card::JOKER)).collect();
    let (hands, left) = Deck::laid(section, usize::from(rules.deal.cards.value), &names, deck)?;
    let seats = i32::from(seats);
    let counted =
        i32::from(dice) - 1 + i32::from(rules.deal.dice_count_from.value == DiceCountFrom::LeftOfBank);
    let action = (i32::from(bank.number()) - 1 + counted) % seats;
    let mut piles = vec![Vec::new(); hands.len()];
    for (seat, hand) in (0..seats).zip(hands) {
        let steps = match rules.deal.piles_go.value {
            Direction::Clockwise => seat - action,
            Direction::CounterClockwise => action - seat,
        };
        piles[(i32::from(pile) - 1 + steps).rem_euclid(seats) as usize] = hand;
    }
    let mut cards: Vec<Card> = match rules.deal.pass.value {
        DealPass::PileAtATime => piles.into_iter().flatten().collect(),
        DealPass::OneAtATime => (0..usize::from(rules.deal.cards.value))
            .flat_map(|turn| piles.iter().filter_map(move |pile| pile.get(turn).copied()).collect::<Vec<_>>())
            .collect(),
    };
    cards.extend(left);
    Ok(Deck::of(cards))
}

#[derive(Clone)]
struct Case<'a> {
    game: &'a Game,
    round: DoubleHand,
    events: Vec<Event>,
    seating: &'a Seating,
    pile: u8,
    dice: u8,
}

impl Case<'_> {
    fn party(&self, who: &str) -> Option<Party> {
        match who {
            "dealer" => Some(DEALER),
            "bank" => Some(Party::BANK),
            who => self.seating.party(who),
        }
    }

    fn name(&self, who: Party) -> &str {
        if who == DEALER { "dealer" } else { self.seating.name(who) }
    }

    fn allowed(&self) -> Vec<Allowed> {
        let mut allowed = Vec::new();
        self.round.allowed(&mut allowed);
        allowed
    }

    fn allowed_item(&self, item: &Allowed) -> String {
        let words = format!("{} {}", self.name(item.who), item.choice);
        match item.choice {
            Choice::Change(least) | Choice::Stake(least) if least != item.most => {
                format!("{words} to {}", item.most)
            }
            _ => words,
        }
    }

    /// A report of the floor; those about one wager name whose it is.
    fn report_of(&self, words: &str) -> Result<FloorReport, String> {
        let about = |rest: &str| self.party(rest).ok_or_else(|| format!("nobody is called \"{rest}\""));
        if let Some(rest) = words.strip_prefix("short wager ") {
            let (who, amount) = rest.split_once(' ').ok_or("whose wager, and how much is it?")?;
            let amount: Money = amount.parse().map_err(|_| format!("\"{amount}\" is no amount"))?;
            return Ok(FloorReport::ShortWager { who: about(who)?, amount });
        }
        if let Some(who) = words.strip_prefix("losing wager removed ") {
            return Ok(FloorReport::LosingWagerRemoved(about(who)?));
        }
        if let Some(who) = words.strip_prefix("winning wager removed ") {
            return Ok(FloorReport::WinningWagerRemoved(about(who)?));
        }
        words.parse().map_err(|_| {
            format!(
                "\"{words}\" is no report of double-hand poker; it knows \"exposed 9d\", \"boxed 9d\" (both with \
                 \"in pile 3\" where cards lie unseen), \"left 3\", \
                 \"identical cards\", \"wrong count 4\", \"out of order 6\", \"bank seen\", \"bank foul\", \
                 \"contact 2\", \"cheating 3\", \"short wager 3 $5\", \"losing wager removed 3\", \
                 \"winning wager removed 3\", \"house-way error 2\" and \"misread 2\""
            )
        })
    }

    /// The choice by which the dealer turns up a hand that is awaited and that the case names.
    fn entry(&self, choice: Choice, hands: &Hands<'_>) -> Option<Choice> {
        if choice != Choice::Turn(CardSet::EMPTY) {
            return None;
        }
        let hand = hands.of(&self.seat_name(self.round.hand_to_enter()?))?;
        Some(Choice::Turn(hand.into_iter().collect()))
    }

    fn seat_name(&self, seat: Seat) -> String {
        if seat == self.round.setup().bank { "bank".to_owned() } else { seat.to_string() }
    }

    /// Writes what the events say into a report.
    fn tell_events(&self, book: &Book, report: &mut Report) {
        let rules = self.round.rules();
        let mut opened = 0;
        let mut at = "before-deal";
        for event in &self.events {
            let cited = |clause| book.clause_name(clause);
            match *event {
                Event::Rolled { .. } => at = "at-cup",
                Event::FeeReturned { who, amount, clause } => report.collections.push(CollectionLine {
                    from: self.name(who).to_owned(),
                    amount: -amount.in_cents(),
                    at,
                    clause: cited(clause).to_owned(),
                }),
                Event::Collected { who, amount, clause } => report.collections.push(CollectionLine {
                    from: self.name(who).to_owned(),
                    amount: amount.in_cents(),
                    at,
                    clause: cited(clause).to_owned(),
                }),
                Event::Dealt { place: Place::Pile(pile), .. } => report.dealt.push(format!("pile {pile}")),
                Event::Dealt { place: Place::Replacement(pile), card } => {
                    let card = card.map_or_else(|| "a card unseen".to_owned(), |card| card.to_string());
                    report.events.push(format!("pile {pile} gets {card}"));
                }
                Event::Wagered { who, amount, clause, .. } if clause != books::Clause::NONE => {
                    report.events.push(format!("{} wager {amount} by {}", self.name(who), cited(clause)));
                }
                Event::Staked { amount } => {
                    opened += 1;
                    if opened > 1 {
                        report.events.push(format!("bank stake {amount}"));
                    }
                }
                Event::Spoiled { card, clause, .. } => {
                    report.events.push(format!("{card} out of play by {}", cited(clause)));
                }
                Event::Misdealt { clause } => report.events.push(format!("misdeal by {}", cited(clause))),
                Event::Looked { who, spot } => {
                    report.events.push(format!("{} looks at {spot}", self.name(who)));
                }
                Event::Set { seat, front, by, clause } => {
                    let name = self.seat_name(seat);
                    report.fronts.insert(name.clone(), (front.to_string(), cited(clause).to_owned()));
                    report.rows.remove(&name);
                    let cards = self.round.hand_seen_by(Viewer::Auditor, seat).filter(|hand| hand.len() == 7);
                    if let (SetBy::HouseWay, Some(cards)) = (by, cards) {
                        let row = &rules.house_way.rows[self.game.house_way.set(cards).row];
                        report.rows.insert(name, row.name.clone());
                    }
                }
                Event::SetUnseen { seat, by, clause } => {
                    let way = if by == SetBy::HouseWay { " the house way" } else { "" };
                    report.events.push(format!("{seat} is set{way} by {}", cited(clause)));
                }
                Event::Turned { seat, cards } => {
                    report.events.push(format!("{} turned {cards}", self.seat_name(seat)));
                }
                Event::Fouled { seat, clause } => {
                    report.events.push(format!("{seat} foul by {}", cited(clause)));
                }
                Event::Undone { clause } => report.events.push(format!("undone by {}", cited(clause))),
                Event::Ruled { clause } => report.events.push(format!("ruled by {}", cited(clause))),
                Event::Settled { who, verdict, amount, paid, collected, clause, .. } => {
                    report.settled.push(SettledLine {
                        spot: self.name(who).to_owned(),
                        hand: 1,
                        wager: "base".to_owned(),
                        result: verdict_word(verdict).to_owned(),
                        covered: (paid + collected).in_cents(),
                        returned: super::returned(verdict, amount, collected).in_cents(),
                        paid: paid.in_cents(),
                        clause: cited(clause).to_owned(),
                    });
                }
                Event::Wagered { .. }
                | Event::PileChosen { .. }
                | Event::BettingClosed
                | Event::BankOpened
                | Event::Confirmed
                | Event::Opened { .. }
                | Event::Closed { .. } => {}
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
        let bank = (round.setup().bank, round.bank_setting());
        let players = round.spots().iter().map(|spot| (spot.seat, spot.setting));
        for (seat, setting) in players.chain([bank]) {
            let name = self.seat_name(seat);
            if let Some(hand) = round.hand_seen_by(Viewer::Auditor, seat) {
                report.hands.insert(name.clone(), hand.to_string());
            }
            if let Some(setting) = setting {
                self.tell_setting(&name, setting, report);
            }
        }
    }

    fn tell_setting(&self, name: &str, setting: Setting, report: &mut Report) {
        let rules = self.round.rules();
        let back = setting.back_rank(wheel(&rules.values));
        report.totals.insert(format!("{name} front"), setting.front_rank().to_string());
        report.totals.insert(format!("{name} back"), format!("{back:#}"));
    }
}

impl CaseRound for Case<'_> {
    fn is_over(&self) -> bool {
        self.round.waits() == Waits::Over
    }

    fn waits_for_card(&self) -> Option<String> {
        match self.round.waits() {
            Waits::Card(Place::Pile(pile)) => Some(format!("pile {pile}")),
            Waits::Card(Place::Replacement(pile)) => Some(format!("pile {pile} again")),
            Waits::Choices | Waits::Over => None,
        }
    }

    fn card(&mut self, card: Option<Card>) -> Result<(), Refusal> {
        let events = &mut self.events;
        self.round.card(card, events)
    }

    fn entered(&self, _: &Hands<'_>) -> Option<Option<Card>> {
        Some(None)
    }

    fn act(&mut self, who: &str, words: &str) -> Result<Result<(), Refusal>, String> {
        if who == "floor" {
            let report = self.report_of(words)?;
            let events = &mut self.events;
            return Ok(self.round.report(report, events));
        }
        let choice: Choice = words.parse().map_err(|error| format!("{error}"))?;
        let Some(party) = self.party(who) else { return Ok(Err(nobody())) };
        let events = &mut self.events;
        Ok(self.round.choose(party, choice, events))
    }

    fn goes_without_saying(&mut self, hands: &Hands<'_>) -> bool {
        let allowed = self.allowed();
        let is_open = |choice: Choice| allowed.iter().find(|item| item.choice == choice).copied();
        let next = [
            is_open(Choice::Pile(self.pile)),
            is_open(Choice::NoMoreBets),
            is_open(Choice::Dice(self.dice)),
            is_open(Choice::Confirm),
            is_open(Choice::HouseWay),
            is_open(Choice::Open),
        ];
        let next = next.into_iter().flatten().next().map(|item| (item.who, item.choice));
        let entry = || allowed.iter().find_map(|item| Some((item.who, self.entry(item.choice, hands)?)));
        let Some((who, choice)) = next.or_else(entry) else { return false };
        let events = &mut self.events;
        self.round.choose(who, choice, events).is_ok()
    }

    fn allowed_words(&self) -> Vec<String> {
        self.allowed().iter().map(|item| self.allowed_item(item)).collect()
    }

    fn misdeals(&self) -> usize {
        self.events.iter().filter(|event| matches!(event, Event::Misdealt { .. })).count()
    }
}
