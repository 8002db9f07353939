//! What `cardroom odds` prints of one analysis: a page for people, JSON, and every two cards for spreadsheets.

use std::io::{self, Write};

use books::Book;
use books::blackjack::BlackjackRules;
use cards::{Card, Rank, Suit};
use odds::blackjack::{Action, Analysis, NoHand, Wager, up_name};
use serde_json::{Value, json};

use super::{STRATEGY, in_decks};
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
    analysis: &Analysis<f64>,
    cards: &[Card],
    up: Card,
) -> Result<(), Failure> {
    let choices = analysis.choices(cards, up).map_err(|error| no_hand(book, cards, up, error))?;
    let (value, natural) = (choices.value(), choices.bank_natural);
    if json {
        let list: Vec<Value> = choices
            .list
            .iter()
            .map(|(action, value)| json!({ "choice": name(*action), "value": value }))
            .collect();
        let all = json!({
            "choices": list, "value": value, "bank_natural": natural, "even_money": choices.even_money,
        });
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
    if let Some(even) = choices.even_money {
        writeln!(out, "Even money brings {even:.8}, waiting {:.8}.", choices.waiting)?;
    }
    Ok(())
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

pub(super) fn write_csv(out: &mut impl Write, analysis: &Analysis<f64>) -> io::Result<()> {
    writeln!(out, "hand,up,stand,hit,double,split,surrender,best,value")?;
    let ranks = Rank::ALL.iter().filter(|rank| !rank.is_ten_value() || **rank == Rank::Ten);
    // One deck has no two cards alike, but jokers.
    let in_suits = |rank: &Rank| [Suit::Diamonds, Suit::Hearts].map(|suit| Card::new(*rank, suit));
    let kinds: Vec<[Card; 2]> = ranks.map(in_suits).chain([[Card::JOKER; 2]]).collect();
    for up in analysis.up_cards().iter().map(|up| up.card) {
        for (place, [one, _]) in kinds.iter().enumerate() {
            for [_, other] in &kinds[place..] {
                let Ok(choices) = analysis.choices(&[*one, *other], up) else { continue };
                let Some((best, _)) = choices.list.first() else { continue };
                write!(out, "{} {},{}", up_name(*one), up_name(*other), up_name(up))?;
                for action in [Action::Stand, Action::Hit, Action::Double, Action::Split, Action::Surrender] {
                    match choices.list.iter().find(|(known, _)| *known == action) {
                        Some((_, value)) => write!(out, ",{value:.12}")?,
                        None => write!(out, ",")?,
                    }
                }
                writeln!(out, ",{},{:.12}", name(*best), choices.value())?;
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
    writeln!(out, "{}, {}, from the player's side without fees", book.header().name, in_decks(decks))?;
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
        writeln!(out, "Note: the book allows {} to {}.", range.least, in_decks(range.most))?;
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
