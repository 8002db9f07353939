//! Plays cases of the games that deal every hand before anybody decides: double-hand and three-card.

use std::collections::BTreeMap;

use books::{Book, Clause};
use cards::{Card, CardSet};
use games::SetupFault;
use games::{Reason, Refusal};

use crate::format::{CardsSection, Dealer, Scenario, Shoe};
use crate::report::{RefusedLine, Report};
use crate::step::Step;

/// A round of one family as a case drives it.
pub(super) trait CaseRound: Clone {
    /// Whether nothing is left to do.
    fn is_over(&self) -> bool;

    /// The place that waits for a card, in words.
    fn waits_for_card(&self) -> Option<String>;

    /// Deals a card to that place; nothing stands for one that is dealt unseen.
    fn card(&mut self, card: Option<Card>) -> Result<(), Refusal>;

    /// The card for that place as a human dealer enters it: unseen if it goes face down, else the next one of
    /// the hand that the case names; nothing if it names none.
    fn entered(&self, hands: &Hands<'_>) -> Option<Option<Card>>;

    /// Does what a step says; a message if the words mean nothing in this game.
    fn act(&mut self, who: &str, words: &str) -> Result<Result<(), Refusal>, String>;

    /// Takes what goes without saying, if anything does.
    fn goes_without_saying(&mut self, hands: &Hands<'_>) -> bool;

    /// Everything that is allowed now, in words.
    fn allowed_words(&self) -> Vec<String>;

    /// How often the deal was void.
    fn misdeals(&self) -> usize;
}

/// The whole hands that a case names, by seat and "bank".
pub(super) struct Hands<'a>(Option<&'a BTreeMap<String, Shoe>>);

impl Hands<'_> {
    /// The known cards of a hand.
    pub(super) fn of(&self, name: &str) -> Option<Vec<Card>> {
        let hand = self.0.and_then(|hands| hands.get(name))?;
        Some(hand.0.iter().copied().flatten().collect())
    }
}

/// Where the cards of a case come from.
pub(super) struct Deck {
    cards: Vec<Card>,
    place: usize,
    /// Whether the same cards are dealt again after a misdeal.
    is_laid: bool,
    misdeals: usize,
}

impl Deck {
    /// The cards in the order a case writes them.
    ///
    /// # Errors
    /// When one of them is unseen, which these games write otherwise.
    pub(super) fn in_order(section: Option<&CardsSection>) -> Result<Deck, String> {
        let shoe = section.and_then(|cards| cards.shoe.as_ref()).map_or(&[][..], |shoe| &shoe.0);
        let cards: Option<Vec<Card>> = shoe.iter().copied().collect();
        let cards = cards.ok_or("cards dealt unseen need no ?? here: write dealer = \"entered\"")?;
        Ok(Deck { cards, place: 0, is_laid: false, misdeals: 0 })
    }

    /// Whole hands laid into places of equal size; places nobody asks about get cards nobody names.
    ///
    /// # Errors
    /// When a hand has a wrong number of cards, or a card is named twice.
    pub(super) fn laid(
        section: &CardsSection,
        size: usize,
        names: &[String],
        deck: CardSet,
    ) -> Result<(Vec<Vec<Card>>, Vec<Card>), String> {
        let hands = section.hands.as_ref().map(|hands| &hands.0);
        let mut used = CardSet::EMPTY;
        let mut take = |name: &str, cards: &[Option<Card>]| {
            let mut hand = Vec::with_capacity(cards.len());
            for card in cards.iter().flatten() {
                if used.contains(*card) {
                    return Err(format!("cards: {card} of {name} is dealt twice"));
                }
                used.insert(*card);
                hand.push(*card);
            }
            Ok(hand)
        };
        let mut known: Vec<Option<Vec<Card>>> = vec![None; names.len()];
        for (name, cards) in hands.into_iter().flatten() {
            let place = names.iter().position(|known| known == name);
            let place = place.ok_or_else(|| format!("cards.hands.{name}: no hand is dealt there"))?;
            let hand = take(name, &cards.0)?;
            if hand.len() != size {
                return Err(format!("cards.hands.{name}: {} cards, expected {size}", hand.len()));
            }
            known[place] = Some(hand);
        }
        let mut left = take("the rest", section.left.as_ref().map_or(&[][..], |left| &left.0))?;
        let mut others: Vec<Card> = (deck - used).iter().collect();
        let hands = known
            .into_iter()
            .map(|hand| hand.unwrap_or_else(|| others.drain(..size.min(others.len())).collect()))
            .collect();
        left.append(&mut others);
        Ok((hands, left))
    }

    /// No deck: a human dealer enters the cards.
    pub(super) fn entered() -> Deck {
        Deck { cards: Vec::new(), place: 0, is_laid: false, misdeals: 0 }
    }

    /// A deck of cards that were laid, dealt again after a misdeal.
    pub(super) fn of(cards: Vec<Card>) -> Deck {
        Deck { cards, place: 0, is_laid: true, misdeals: 0 }
    }

    fn next(&mut self, misdeals: usize) -> Option<Card> {
        if self.is_laid && misdeals > self.misdeals {
            self.misdeals = misdeals;
            self.place = 0;
        }
        let card = self.cards.get(self.place).copied();
        self.place += usize::from(card.is_some());
        card
    }
}

/// Walks through the deck and the steps of a case.
pub(super) struct Course<'a> {
    pub(super) scenario: &'a Scenario,
    pub(super) book: &'a Book,
    pub(super) deck: Deck,
}

impl Course<'_> {
    /// Plays until the round is over, or the case has nothing more to say.
    pub(super) fn play(&mut self, round: &mut impl CaseRound, report: &mut Report) {
        let steps: &[Step] = self.scenario.play.as_ref().map_or(&[], |play| &play.steps);
        let expect = self.scenario.expect.as_ref();
        let wants_list = expect.is_some_and(|expect| expect.allowed.is_some());
        let wants_end = expect.is_none_or(|expect| expect.net.is_some());
        let is_entered = self.scenario.dealer == Some(Dealer::Entered);
        let hands = self.scenario.cards.as_ref().and_then(|cards| cards.hands.as_ref());
        let hands = Hands(hands.map(|hands| &hands.0));
        let mut place = 0;
        let mut first_refusal = None;
        while !round.is_over() {
            let step = steps.get(place);
            if let Some(waiting) = round.waits_for_card() {
                let reports_first = step.is_some_and(|step| waiting.contains("again") && is_report(step));
                if !reports_first {
                    let card = if is_entered {
                        round.entered(&hands)
                    } else {
                        self.deck.next(round.misdeals()).map(Some)
                    };
                    if let Some(card) = card {
                        if !self.deal(card, round, report) {
                            break;
                        }
                        continue;
                    }
                }
                if step.is_none() {
                    if wants_end {
                        report.differences.push(format!("the deck has no card left for {waiting}"));
                    }
                    break;
                }
                place += 1;
                self.step(round, &steps[place - 1], report);
                continue;
            }
            let Some(step) = step else {
                if wants_list || !round.goes_without_saying(&hands) {
                    break;
                }
                continue;
            };
            if step.refused.is_none() {
                let mut tried = round.clone();
                let (who, words) = parts(step);
                match tried.act(who, words) {
                    Ok(Ok(())) => *round = tried,
                    Ok(Err(refusal)) if round.goes_without_saying(&hands) => {
                        first_refusal.get_or_insert(refusal);
                        continue;
                    }
                    _ => {
                        self.step(round, step, report);
                    }
                }
            } else {
                self.step(round, step, report);
            }
            first_refusal = None;
            place += 1;
        }
        report.is_over = round.is_over();
        if let (Some(refusal), Some(step)) = (first_refusal, steps.get(place)) {
            let clause = self.book.clause_name(refusal.clause);
            report.differences.push(format!("\"{step}\" was never taken: {refusal} ({clause})"));
            return;
        }
        for step in steps.get(place..).unwrap_or_default() {
            self.step(round, step, report);
        }
    }

    fn deal(&self, card: Option<Card>, round: &mut impl CaseRound, report: &mut Report) -> bool {
        match round.card(card) {
            Ok(()) => true,
            Err(refusal) => {
                let name = card.map_or_else(|| "??".to_owned(), |card| card.to_string());
                report.refused.push(self.refused_line(&format!("card {name}"), refusal, round));
                false
            }
        }
    }

    /// Takes a step at once and compares whether it is refused.
    fn step(&self, round: &mut impl CaseRound, step: &Step, report: &mut Report) {
        let (who, words) = parts(step);
        let result = match round.act(who, words) {
            Ok(result) => result,
            Err(message) => return report.differences.push(format!("\"{step}\": {message}")),
        };
        let taken = result.map_err(|refusal| self.refused_line(&step.text, refusal, round));
        report.judge(step, taken);
    }

    fn refused_line(&self, step: &str, refusal: Refusal, round: &impl CaseRound) -> RefusedLine {
        RefusedLine {
            step: step.to_owned(),
            clause: self.book.clause_name(refusal.clause).to_owned(),
            reason: refusal.to_string(),
            allowed: round.allowed_words(),
        }
    }
}

/// Writes the faults of a setup into a report.
pub(super) fn tell_faults(faults: &[SetupFault], book: &Book, report: &mut Report) {
    report.refused.extend(faults.iter().map(|fault| RefusedLine {
        step: "setup".to_owned(),
        clause: book.clause_name(fault.clause).to_owned(),
        reason: fault.to_string(),
        allowed: Vec::new(),
    }));
}

/// The refusal of something that nobody of that name can do.
pub(super) fn nobody() -> Refusal {
    Refusal { clause: Clause::NONE, reason: Reason::NobodyThere }
}

fn is_report(step: &Step) -> bool {
    step.text.starts_with("floor ")
}

/// Who acts in a step, and the words of what they do.
fn parts(step: &Step) -> (&str, &str) {
    let (who, words) = step.text.split_once(' ').unwrap_or((&step.text, ""));
    (who, if who == "floor" { words.strip_prefix("reports ").unwrap_or(words) } else { words })
}
