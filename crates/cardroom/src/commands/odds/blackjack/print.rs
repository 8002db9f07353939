//! What `cardroom odds` prints of one analysis: a page for people, JSON, and every two cards for spreadsheets.

use std::collections::BTreeSet;
use std::io::{self, Write};

use books::Book;
use books::blackjack::{Added, BlackjackRules};
use cards::{Card, Rank, Suit};
use odds::Wager;
use odds::blackjack::{Action, Analysis, NoHand};
use serde_json::{Value, json};

use super::super::in_decks;
use super::super::printed::warnings;
use super::STRATEGY;
use crate::failure::Failure;

pub(super) fn name(action: Action) -> &'static str {
    match action {
        Action::Stand => "stand",
        Action::Hit => "hit",
        Action::Double => "double",
        Action::Split => "split",
        Action::Surrender => "surrender",
    }
}

pub(super) fn tell_hand(
    out: &mut impl Write,
    json: bool,
    book: &Book,
    rules: &BlackjackRules,
    analysis: &Analysis<f64>,
    (cards, up): (&[Card], Card),
    changes: &[String],
) -> Result<(), Failure> {
    let choices = analysis.choices(cards, up).map_err(|error| no_hand(book, cards, up, error))?;
    let (value, natural) = (choices.value(), choices.bank_natural);
    let least = least_double(rules, &choices.list);
    if json {
        let list: Vec<Value> = choices
            .list
            .iter()
            .map(|(action, value)| json!({ "choice": name(*action), "value": value }))
            .collect();
        let mut all = json!({
            "choices": list, "value": value, "bank_natural": natural, "even_money": choices.even_money,
        });
        if let Some(least) = least {
            all["least_double"] = json!(least);
        }
        if !changes.is_empty() {
            all["changes"] = json!(changes);
        }
        writeln!(out, "{all}")?;
        return Ok(());
    }
    let best = choices.list.first().map_or(0.0, |(_, best)| *best);
    for (action, value) in &choices.list {
        writeln!(out, "{:<9}  {:>12.8}  {:>12.8}", name(*action), value, value - best)?;
    }
    if choices.list.len() == 1 {
        writeln!(out, "There is nothing else to choose.")?;
    }
    if natural > 0.0 {
        writeln!(
            out,
            "That is if the bank has no Natural, for which it looks first; it has one in {:.4}% of rounds. With that \
             counted the hand is worth {:.8}.",
            100.0 * natural,
            choices.waiting
        )?;
    }
    if let Some(least) = least {
        writeln!(out, "{}", tell_least(least))?;
    }
    if let Some(even) = choices.even_money {
        writeln!(out, "Even money brings {even:.8}, waiting {:.8}.", choices.waiting)?;
    }
    Ok(())
}

/// What a double for next to nothing is worth, where the book lets players double for less and that is better than
/// everything else: the value grows with the amount in a straight line, so one of the two ends is best.
fn least_double(rules: &BlackjackRules, list: &[(Action, f64)]) -> Option<f64> {
    let (_, full) = list.iter().find(|(action, _)| *action == Action::Double)?;
    let best = list.first().map_or(0.0, |(_, best)| *best);
    (rules.double.amount.value == Added::UpToEqual && full / 2.0 > best).then_some(full / 2.0)
}

fn tell_least(least: f64) -> String {
    format!(
        "A double may be for less: for the least chip it is the best choice, worth {least:.8} and that chip's part of \
         it more."
    )
}

/// Why nobody can hold a hand, with the clause that says so.
fn no_hand(book: &Book, cards: &[Card], up: Card, error: NoHand) -> Failure {
    let said = |cards: &[Card]| cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let hand = said(cards);
    Failure::Told(match error {
        NoHand::TooFewCards if cards.is_empty() => format!("there is no card in the hand; {error}"),
        NoHand::TooFewCards => format!("{hand} is no whole hand; {error}"),
        NoHand::NotInShoe { .. } => format!("{hand} against {up} cannot be: {error}"),
        NoHand::TakesNoCard { cards: held, refusal } => {
            let clause = book.clause_name(refusal.clause);
            let clause = if refusal.clause.is_some() { format!(" ({clause})") } else { String::new() };
            format!("{hand} cannot be: {} takes no further card, {refusal}{clause}", said(&cards[..held]))
        }
    })
}

pub(super) fn write_csv(
    out: &mut impl Write,
    analysis: &Analysis<f64>,
    changes: &[String],
) -> io::Result<()> {
    // A book that is not the filed one says so in every row: rows are taken out of their tables.
    let quoted = format!(",\"{}\"", changes.join(", ").replace('"', "\"\""));
    let (head, tried) = if changes.is_empty() { ("", "") } else { (",tried", quoted.as_str()) };
    writeln!(out, "hand,up,stand,hit,double,split,surrender,best,value{head}")?;
    let mut named = BTreeSet::new();
    let ranks =
        Rank::ALL.iter().filter(|rank| named.insert(analysis.card_name(Card::new(**rank, Suit::Diamonds))));
    // One deck has no two cards alike, but jokers.
    let in_suits = |rank: &Rank| [Suit::Diamonds, Suit::Hearts].map(|suit| Card::new(*rank, suit));
    let kinds: Vec<[Card; 2]> = ranks.map(in_suits).chain([[Card::JOKER; 2]]).collect();
    let name_of = |card: Card| analysis.card_name(card);
    for up in analysis.up_cards().iter().map(|up| up.card) {
        for (place, [one, _]) in kinds.iter().enumerate() {
            for [_, other] in &kinds[place..] {
                let Ok(choices) = analysis.choices(&[*one, *other], up) else { continue };
                let Some((best, _)) = choices.list.first() else { continue };
                write!(out, "{} {},{}", name_of(*one), name_of(*other), name_of(up))?;
                for action in [Action::Stand, Action::Hit, Action::Double, Action::Split, Action::Surrender] {
                    match choices.list.iter().find(|(known, _)| *known == action) {
                        Some((_, value)) => write!(out, ",{value:.12}")?,
                        None => write!(out, ",")?,
                    }
                }
                writeln!(out, ",{},{:.12}{tried}", name(*best), choices.value())?;
            }
        }
    }
    Ok(())
}

pub(super) fn tell(
    out: &mut impl Write,
    title: &str,
    rules: &BlackjackRules,
    decks: u8,
    analysis: &Analysis<f64>,
    list: &[Wager],
) -> io::Result<()> {
    writeln!(out, "{title}, from the player's side without fees")?;
    let width = list.iter().map(|wager| wager.name.len()).max().unwrap_or(0).max(10);
    writeln!(out, "{:<width$}  {:>11}  {:>9}  {:>9}", "wager", "value", "paid", "deviation")?;
    for wager in list {
        let (name, hit) = (&wager.name, 100.0 * wager.hit);
        let (value, deviation) = amounts(wager, 5, 4);
        writeln!(out, "{name:<width$}  {value:>11}  {hit:>8.4}%  {deviation:>9}")?;
    }
    if list.iter().any(Wager::is_in_dollars) {
        writeln!(out, "Dollars are those of a round, whatever is wagered.")?;
    }
    let has_base = list.iter().any(|wager| wager.name == "base");
    if !has_base {
        for warning in warnings(list) {
            writeln!(out, "Warning: {warning}")?;
        }
        return Ok(());
    }
    let (value, chart) = (analysis.value(), analysis.chart_value());
    writeln!(
        out,
        "The chart by totals is worth {:.5}%, {:.5}% less than the best play.",
        100.0 * chart,
        100.0 * (value - chart)
    )?;
    let mut ups: Vec<(String, f64)> =
        analysis.up_cards().iter().map(|up| (analysis.card_name(up.card), up.value)).collect();
    ups.sort_by(|one, other| other.1.total_cmp(&one.1));
    if let (Some(best), Some(worst)) = (ups.first(), ups.last()) {
        writeln!(
            out,
            "Best up card for the player: {} ({:+.3}%); worst: {} ({:+.3}%).",
            best.0,
            100.0 * best.1,
            worst.0,
            100.0 * worst.1
        )?;
    }
    let range = &rules.deck.decks;
    if !(range.least..=range.most).contains(&decks) {
        writeln!(out, "Note: the book allows {}.", range_in_words(range.least, range.most))?;
    }
    if let Some(gain) = gain_by_less(rules, analysis) {
        writeln!(out, "Note: {gain}")?;
    }
    for warning in warnings(list) {
        writeln!(out, "Warning: {warning}")?;
    }
    writeln!(out, "Strategy: {STRATEGY}.")
}

/// What a wager is worth and how far it swings, as they are written with so many digits.
pub(super) fn amounts(wager: &Wager, digits: usize, deviation: usize) -> (String, String) {
    if wager.is_in_dollars() {
        return (format!("${:.digits$}", wager.value), format!("${:.deviation$}", wager.deviation));
    }
    (format!("{:.digits$}%", 100.0 * wager.value), format!("{:.deviation$}", wager.deviation))
}

/// The numbers of decks that a book allows.
pub(super) fn range_in_words(least: u8, most: u8) -> String {
    if least == most { in_decks(least) } else { format!("{least} to {}", in_decks(most)) }
}

/// A sentence about doubles for less than an equal amount, where they would gain anything.
pub(super) fn gain_by_less(rules: &BlackjackRules, analysis: &Analysis<f64>) -> Option<String> {
    let gain = (rules.double.amount.value == Added::UpToEqual).then(|| analysis.gain_by_least_doubles())?;
    (gain > 1e-12).then(|| {
        format!(
            "values count doubles in full; where a double may be for less, some are best for the least chip, which \
             gains up to {:.5}% with a wager beside which that chip is nothing (hands of a split pair left out).",
            100.0 * gain
        )
    })
}

pub(super) fn to_json(
    book: &Book,
    decks: u8,
    analysis: &Analysis<f64>,
    insurance: Option<f64>,
    list: &[Wager],
) -> Value {
    let wagers: Vec<Value> = list
        .iter()
        .map(|wager| {
            json!({ "name": wager.name, "value": wager.value, "hit": wager.hit, "deviation": wager.deviation })
        })
        .collect();
    let ups: Vec<Value> = analysis
        .up_cards()
        .iter()
        .map(|up| json!({ "up": analysis.card_name(up.card), "value": up.value }))
        .collect();
    let bank: Vec<Value> = analysis
        .bank_hands()
        .iter()
        .map(|hand| json!({ "total": hand.total, "cards": hand.cards, "chance": hand.chance }))
        .collect();
    json!({
        "book": book.id.to_string(),
        "decks": decks,
        "strategy": STRATEGY,
        "value": analysis.value(),
        "chart_value": analysis.chart_value(),
        "insurance": insurance,
        "wagers": wagers,
        "up_cards": ups,
        "bank": bank,
    })
}
