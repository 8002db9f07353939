//! Plays a case of Pan: who is dealt in, the cards, what players do, and what came out.
//!
//! What goes without saying, as long as steps are left: everybody declares in, and a player of whom the next step does
//! not speak draws and declines the card.

use std::collections::BTreeMap;
use std::sync::Arc;

use books::pan::PanRules;
use books::rates::Schedule;
use books::{Book, Clause, Money, section};
use cards::Card;
use games::pan::{
    Allowed, Choice, Event, Game, Pan, Place, Player, Refusal, Report as FloorReport, Setup, Shape, Stage,
    Standing, Victory, Waits,
};
use games::{Face, Seat};

use crate::format::{Dealer, Scenario, Shoe};
use crate::report::{RefusedLine, Report};
use crate::step::Step;

/// The money of people whose stack a case does not mention.
const STACK: Money = Money::dollars(10_000);

/// A case may say that a human deals.
pub(crate) const DEALS_UNSEEN: bool = true;

/// What a case is played on.
pub(crate) use games::pan::Game as CaseGame;

/// A book ready for cases.
pub(crate) fn ready(rules: &PanRules, schedule: Option<Schedule>) -> Game {
    Game::new(rules.clone(), schedule)
}

/// Plays a case of Pan.
pub(crate) fn play(scenario: &Scenario, book: &Book, game: &Arc<Game>, report: &mut Report) {
    let told = scenario.pan.clone().unwrap_or(NOTHING_SAID);
    let mut game = Arc::clone(game);
    if let Some(tops) = told.tops {
        game = Arc::new((*game).clone().with_tops(tops));
    }
    if told.winner == Some(0) {
        report.differences.push("the last winner is at seat 0, and seats count from 1".to_owned());
        return;
    }
    let setup = Arc::new(setup_of(scenario, &told, &game));
    let mut events = Vec::new();
    let round = match Pan::open(game, &setup, &mut events) {
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
    let mut case = Case { scenario, book, round, events, given: BTreeMap::new(), drawn: 0, step: 0 };
    case.play(report);
    case.tell_events(report);
    case.tell_end(report);
}

section! {
    /// A hand of Pan before its first card.
    pub struct PanSection {
        /// Seats 1 to this number are dealt in, each with $10,000 unless [seats] says otherwise.
        pub players: Option<u8>,
        /// Who won the last hand; left out in the first hand, where the lowest up card says who is first.
        pub winner: Option<u8>,
        /// How many chips a top is; the book's usual number if left out.
        pub tops: Option<u8>,
        /// How many seats the table has; the book's number if left out.
        pub seats: Option<u8>,
    }
}

const NOTHING_SAID: PanSection = PanSection { players: None, winner: None, tops: None, seats: None };

fn setup_of(scenario: &Scenario, told: &PanSection, game: &Game) -> Setup {
    let mut stacks: BTreeMap<u8, Money> = (1..=told.players.unwrap_or(0)).map(|seat| (seat, STACK)).collect();
    for (seat, section) in scenario.seats.iter().flat_map(|seats| &seats.0) {
        stacks.insert(*seat, section.stack.unwrap_or(STACK));
    }
    let players =
        stacks.iter().map(|(seat, stack)| Player { seat: Seat::new(*seat), stack: *stack }).collect();
    let seats = told.seats.unwrap_or(game.rules.book.seats.value);
    Setup { seats, players, last_winner: told.winner.map(Seat::new) }
}

struct Case<'a> {
    scenario: &'a Scenario,
    book: &'a Book,
    round: Pan,
    events: Vec<Event>,
    /// How many of the named cards each seat has got.
    given: BTreeMap<u8, usize>,
    /// How many of the named cards of the stock were drawn.
    drawn: usize,
    step: usize,
}

/// What a step says.
enum Deed {
    Choices(Vec<Seat>, Choice),
    Report(FloorReport),
}

fn read_deed(text: &str) -> Result<Deed, String> {
    if let Some(report) = text.strip_prefix("floor reports ") {
        return report.parse().map(Deed::Report).map_err(|_| format!("\"{report}\" is no report of Pan"));
    }
    let mut rest = text;
    let mut seats = Vec::new();
    while let Some((word, after)) = rest.split_once(' ') {
        let Some(seat) = word.parse::<u8>().ok().and_then(|number| Seat::try_from(number).ok()) else {
            break;
        };
        seats.push(seat);
        rest = after;
    }
    if seats.is_empty() {
        return Err(format!("\"{text}\" does not say whose step it is"));
    }
    rest.parse()
        .map(|choice| Deed::Choices(seats, choice))
        .map_err(|error: games::pan::NotAChoice| error.to_string())
}

impl<'a> Case<'a> {
    fn steps(&self) -> &'a [Step] {
        self.scenario.play.as_ref().map_or(&[], |play| &play.steps)
    }

    fn shoe_of(&self, name: &str) -> &'a [Option<Card>] {
        let hands = self.scenario.cards.as_ref().and_then(|cards| cards.hands.as_ref());
        hands.and_then(|hands| hands.0.get(name)).map_or(&[], |shoe: &Shoe| &shoe.0)
    }

    fn left(&self) -> &'a [Option<Card>] {
        let left = self.scenario.cards.as_ref().and_then(|cards| cards.left.as_ref());
        left.map_or(&[], |shoe| &shoe.0)
    }

    /// A card that the case does not name and that the pack still has.
    fn any_card(&self) -> Option<Card> {
        let cards = self.scenario.cards.as_ref();
        let hands =
            cards.and_then(|cards| cards.hands.as_ref()).into_iter().flat_map(|hands| hands.0.values());
        let shoes = hands.chain(cards.and_then(|cards| cards.left.as_ref()));
        let named: Vec<Card> = shoes.flat_map(|shoe| shoe.0.iter().copied().flatten()).collect();
        // Suits in turn, so that hands which a case does not name are no melds from the start.
        let faces = (0..52_u8).filter_map(|place| Card::from_index((place * 5) % 52));
        let count =
            |card: &Card| self.round.named(*card).max(named.iter().filter(|one| *one == card).count());
        faces.min_by_key(|card| (self.round.game().pack.count(*card) <= count(card), count(card)))
    }

    fn next_card(&mut self, place: Place, face: Face) -> Option<Card> {
        let is_entered = self.scenario.dealer == Some(Dealer::Entered);
        match place {
            Place::Hand(seat) => {
                let given = self.given.entry(seat.number()).or_insert(0);
                *given += 1;
                let at = *given - 1;
                if is_entered && face == Face::Down {
                    return None;
                }
                self.shoe_of(&seat.to_string()).get(at).copied().flatten().or_else(|| self.any_card())
            }
            Place::Drawn(_) | Place::Pile => {
                self.drawn += 1;
                self.left().get(self.drawn - 1).copied().flatten().or_else(|| self.any_card())
            }
        }
    }

    fn play(&mut self, report: &mut Report) {
        self.play_on(report);
        report.note_unplayed(&self.steps()[self.step..]);
    }

    fn play_on(&mut self, report: &mut Report) {
        loop {
            let next = self.steps().get(self.step);
            match self.round.waits() {
                Waits::Over => break,
                Waits::Card { place, face } => {
                    let card = self.next_card(place, face);
                    if let Err(refusal) = self.round.card(card, &mut self.events) {
                        let name = card.map_or_else(|| "??".to_owned(), |card| card.to_string());
                        let line = self.refused_line(&format!("card {name}"), refusal);
                        return report.refused.push(line);
                    }
                }
                Waits::Shuffle => {
                    if self.round.shuffle(&mut self.events).is_err() {
                        return;
                    }
                }
                Waits::Choices => {
                    let Some(step) = next else { return self.still_waits(report) };
                    if !self.take_or_go_on(step, report) {
                        return;
                    }
                }
            }
        }
        report.is_over = true;
        while let Some(step) = self.steps().get(self.step) {
            if !self.take_or_go_on(step, report) {
                return;
            }
        }
    }

    fn still_waits(&self, report: &mut Report) {
        let expect = self.scenario.expect.as_ref();
        if expect.is_some_and(|expect| expect.net.is_some() && expect.allowed.is_none())
            && !self.waits_at_rest()
        {
            let list = self.allowed().join(", ");
            report.differences.push(format!("the hand still waits for a choice: {list}"));
        }
    }

    /// Whether a turn begins, where money may be looked at.
    fn waits_at_rest(&self) -> bool {
        self.round.turn().is_some()
    }

    /// Takes a step if its moment has come, else what goes without saying; false when neither can be.
    fn take_or_go_on(&mut self, step: &Step, report: &mut Report) -> bool {
        let deed = match read_deed(&step.text) {
            Ok(deed) => deed,
            Err(problem) => {
                report.differences.push(format!("\"{step}\": {problem}"));
                return false;
            }
        };
        if step.refused.is_none() && self.goes_on_before(&deed) {
            return true;
        }
        self.step += 1;
        let taken = self.take(&deed).map_err(|refusal| self.refused_line(&step.text, refusal));
        report.judge(step, taken)
    }

    /// Does what goes without saying before a step whose moment has not come; says whether it did anything.
    fn goes_on_before(&mut self, deed: &Deed) -> bool {
        let Deed::Choices(seats, choice) = deed else { return false };
        let declares = matches!(choice, Choice::In | Choice::Out);
        let Some(turn) = self.round.turn() else {
            let next = self.allowed_list().first().map(|allowed| allowed.seat);
            if declares && next == seats.first().copied() {
                return false;
            }
            let Some(seat) = next.filter(|_| !declares || seats.len() == 1) else { return false };
            return !declares && self.round.choose(seat, Choice::In, &mut self.events).is_ok();
        };
        let seat = self.round.players()[usize::from(turn.place)].seat;
        if seats.first() == Some(&seat) || *choice == Choice::Force {
            return false;
        }
        let said = match turn.stage {
            Stage::Begins => Choice::Draw,
            Stage::MayRedraw => Choice::Pass,
            Stage::Drawn(..) => Choice::Decline,
            Stage::Drawing | Stage::Used => return false,
        };
        self.round.choose(seat, said, &mut self.events).is_ok()
    }

    fn take(&mut self, deed: &Deed) -> Result<(), Refusal> {
        match deed {
            Deed::Report(report) => self.round.report(*report, &mut self.events),
            Deed::Choices(seats, choice) => {
                seats.iter().try_for_each(|seat| self.round.choose(*seat, *choice, &mut self.events))
            }
        }
    }

    fn refused_line(&self, step: &str, refusal: Refusal) -> RefusedLine {
        RefusedLine {
            step: step.to_owned(),
            clause: self.book.clause_name(refusal.clause).to_owned(),
            reason: refusal.to_string(),
            allowed: self.allowed(),
        }
    }

    fn allowed_list(&self) -> Vec<Allowed> {
        let mut list = Vec::new();
        self.round.allowed(&mut list);
        list
    }

    fn allowed(&self) -> Vec<String> {
        let words = |one: &Allowed| match one.chips {
            0 => format!("{} {}", one.seat, one.choice),
            chips => format!("{} {} pays {chips}", one.seat, one.choice),
        };
        self.allowed_list().iter().map(words).collect()
    }

    fn tell_events(&self, report: &mut Report) {
        let cited = |clause: Clause| self.book.clause_name(clause);
        let mut payers: Vec<String> = Vec::new();
        for (at, event) in self.events.iter().enumerate() {
            let words = match *event {
                Event::Topped { seat, amount, clause } => {
                    report.posts.push((format!("{seat} top {amount}"), cited(clause).to_owned()));
                    continue;
                }
                Event::Dealt { seat, face, .. } => {
                    report.dealt.push(if face == Face::Up { format!("{seat} up") } else { seat.to_string() });
                    continue;
                }
                Event::First { seat, clause } => format!("{seat} is first by {}", cited(clause)),
                Event::Opened { card, clause } => format!("{card} begins the pile by {}", cited(clause)),
                Event::Forced { seat, by, card, clause } => {
                    format!("{by} forces {card} on {seat} by {}", cited(clause))
                }
                Event::Paid { from, to, pay, again, due, paid, clause } => {
                    payers.push(from.to_string());
                    // Everybody who pays the same for the same thing stands in one line.
                    let is_same = matches!(self.events.get(at + 1), Some(Event::Paid {
                        to: next_to, pay: next_pay, again: next_again, due: next_due, paid: next_paid, clause: next_clause, ..
                    }) if (*next_to, *next_pay, *next_again, *next_due, *next_paid, *next_clause)
                        == (to, pay, again, due, paid, clause));
                    if is_same {
                        continue;
                    }
                    let names = std::mem::take(&mut payers).join(" ");
                    let again = if again { " again" } else { "" };
                    let short = if paid < due { format!(" of {due}") } else { String::new() };
                    let verb = if names.contains(' ') { "pay" } else { "pays" };
                    format!(
                        "{names} {verb} {to} {paid}{short} for {}{again} by {}",
                        pay.words(),
                        cited(clause)
                    )
                }
                Event::Shuffled { clause } => format!("discards shuffled by {}", cited(clause)),
                Event::Fouled { seat, clause } => format!("{seat} foul by {}", cited(clause)),
                Event::GaveBack { from, to, due, amount, clause } => {
                    let short = if amount < due { format!(" of {due}") } else { String::new() };
                    format!("{from} gives {amount}{short} back to {to} by {}", cited(clause))
                }
                Event::FreshHand { seat, clause } => format!("{seat} gets a fresh hand by {}", cited(clause)),
                Event::DrawnOutOfTurn { card, clause } => {
                    format!("{card} under the pile's top by {}", cited(clause))
                }
                Event::Bought { seat, amount, clause } => {
                    format!("{seat} buys {amount} by {}", cited(clause))
                }
                Event::Won { seat, how, tops, clause } => {
                    let how = match how {
                        Victory::WentOut => "goes out",
                        Victory::LastIn => "is the last one in",
                        Victory::LastSound => "has the last sound hand",
                    };
                    format!("{seat} {how} and takes {tops} by {}", cited(clause))
                }
                Event::Voided { clause } if clause == Clause::NONE => "void".to_owned(),
                Event::Voided { clause } => format!("void by {}", cited(clause)),
                Event::Declared { .. }
                | Event::Draws { .. }
                | Event::Drew { .. }
                | Event::Took { .. }
                | Event::Melded { .. }
                | Event::Added { .. }
                | Event::Divided { .. }
                | Event::Discarded { .. }
                | Event::Kept { .. }
                | Event::Passed { .. } => continue,
            };
            report.events.push(words);
        }
    }

    fn tell_end(&self, report: &mut Report) {
        let round = &self.round;
        for (place, player) in round.players().iter().enumerate() {
            let before = round.setup().players[place].stack;
            report.net.insert(player.seat.to_string(), (round.purse(place) - before).in_cents());
            let words: Vec<String> = player.hand.iter().map(ToString::to_string).collect();
            report.hands.insert(player.seat.to_string(), words.join(" "));
            for (number, meld) in player.melds.iter().enumerate() {
                let name = format!("{} meld {}", player.seat, number + 1);
                report.hands.insert(name.clone(), meld.to_string());
                let terms = &round.game().terms;
                let shape = match terms.shape(meld) {
                    Ok(Shape::Rope) => "rope",
                    Ok(Shape::Square) => "square",
                    Err(_) => "no meld",
                };
                let chips = games::pan::chips(&terms.worth(meld));
                let noun = if chips == 1 { "chip" } else { "chips" };
                report.totals.insert(name, format!("{shape}, {chips} {noun}"));
            }
            let standing = match player.standing {
                Standing::Undeclared => "undeclared",
                Standing::In => "in",
                Standing::Out => "out",
                Standing::Foul => "foul",
            };
            report.totals.insert(player.seat.to_string(), standing.to_owned());
        }
        report.totals.insert("stock".to_owned(), round.stock().to_string());
        report.totals.insert("pack".to_owned(), round.game().pack.len().to_string());
        report.board = round.pile().iter().map(ToString::to_string).collect();
        report.allowed = self.allowed();
    }
}
