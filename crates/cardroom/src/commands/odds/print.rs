//! What `cardroom odds` prints of one analysis: a page for people, JSON, and every two cards for spreadsheets.

use std::io::{self, Write};

use books::Book;
use books::blackjack::BlackjackRules;
use cards::{Card, Rank, Suit};
use odds::blackjack::{Action, Analysis, Wager, up_name};
use serde_json::{Value, json};

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
    analysis: &Analysis<f64>,
    cards: &[Card],
    up: Card,
) -> Result<(), Failure> {
    let choices = analysis.choices(cards, up);
    let Some((_, best)) = choices.first().copied() else {
        let hand = cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        return Err(Failure::Told(format!("{hand} against {up} leaves nothing to choose in this game")));
    };
    if json {
        let list: Vec<Value> = choices
            .iter()
            .map(|(action, value)| json!({ "choice": name(*action), "value": value }))
            .collect();
        writeln!(out, "{}", json!({ "choices": list }))?;
        return Ok(());
    }
    for (action, value) in choices {
        writeln!(out, "{:<9}  {:>12.8}  {:>12.8}", name(action), value, value - best)?;
    }
    Ok(())
}

pub(super) fn write_csv(out: &mut impl Write, analysis: &Analysis<f64>) -> io::Result<()> {
    writeln!(out, "hand,up,stand,hit,double,split,surrender,best")?;
    let kinds: Vec<Card> = Rank::ALL
        .iter()
        .filter(|rank| !rank.is_ten_value() || **rank == Rank::Ten)
        .map(|rank| Card::new(*rank, Suit::Clubs))
        .chain([Card::JOKER])
        .collect();
    for up in analysis.up_cards().iter().map(|up| up.card) {
        for (place, one) in kinds.iter().enumerate() {
            for other in &kinds[place..] {
                let choices = analysis.choices(&[*one, *other], up);
                let Some((best, _)) = choices.first() else { continue };
                write!(out, "{} {},{}", up_name(*one), up_name(*other), up_name(up))?;
                for action in [Action::Stand, Action::Hit, Action::Double, Action::Split, Action::Surrender] {
                    match choices.iter().find(|(known, _)| *known == action) {
                        Some((_, value)) => write!(out, ",{value:.12}")?,
                        None => write!(out, ",")?,
                    }
                }
                writeln!(out, ",{}", name(*best))?;
            }
        }
    }
    Ok(())
}

pub(super) fn tell(
    out: &mut impl Write,
    book: &Book,
    rules: &BlackjackRules,
    decks: u8,
    analysis: &Analysis<f64>,
    list: &[Wager],
) -> io::Result<()> {
    writeln!(out, "{}, {decks} decks, from the player's side without fees", book.header().name)?;
    let width = list.iter().map(|wager| wager.name.len()).max().unwrap_or(0).max(10);
    writeln!(out, "{:<width$}  {:>11}  {:>9}  {:>9}", "wager", "value", "paid", "deviation")?;
    for wager in list {
        let Wager { name, value, hit, deviation } = wager;
        let (value, hit) = (100.0 * value, 100.0 * hit);
        writeln!(out, "{name:<width$}  {value:>10.5}%  {hit:>8.4}%  {deviation:>9.4}")?;
    }
    let (value, chart) = (analysis.value(), analysis.chart_value());
    writeln!(
        out,
        "The chart by totals is worth {:.5}%, {:.5}% less than the best play.",
        100.0 * chart,
        100.0 * (value - chart)
    )?;
    let mut ups: Vec<(String, f64)> =
        analysis.up_cards().iter().map(|up| (up_name(up.card), up.value)).collect();
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
        writeln!(out, "Note: the book allows {} to {} decks.", range.least, range.most)?;
    }
    for warning in warnings(list) {
        writeln!(out, "Warning: {warning}")?;
    }
    writeln!(out, "Strategy: {STRATEGY}.")
}

/// A sentence for each wager against which the bank has no edge. What the house pays out of its own money is none of
/// the bank's, and even money is a choice.
pub(super) fn warnings(list: &[Wager]) -> Vec<String> {
    let is_of_bank =
        |wager: &&Wager| !wager.name.starts_with("house bonus") && !wager.name.starts_with("even money");
    let favours = list.iter().filter(is_of_bank).filter(|wager| wager.value > 0.0);
    favours
        .map(|wager| format!("the {} wager favours the player by {:.5}%.", wager.name, 100.0 * wager.value))
        .collect()
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
    let ups: Vec<Value> =
        analysis.up_cards().iter().map(|up| json!({ "up": up_name(up.card), "value": up.value })).collect();
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
