//! `cardroom set`: sets a double-hand hand the house way, and says which row of the chart decided.

use std::io::{self, Write};

use books::Rules;
use cards::{Card, CardSet, parse_cards};
use clap::Args;
use games::double_hand::{HouseWay, wheel};
use serde_json::json;

use crate::Context;
use crate::failure::Failure;

/// Sets a double-hand hand the house way.
#[derive(Args)]
#[command(after_help = "Example:\n  cardroom set mortimers/double-hand \"Kh Qd As 10h 7s 2c 8s\"")]
pub(crate) struct Set {
    /// The book, such as mortimers/double-hand
    #[arg(value_name = "BOOK")]
    book: String,
    /// The seven cards
    #[arg(required = true, value_name = "CARDS")]
    cards: Vec<String>,
}

impl Set {
    pub(crate) fn run(&self, context: &Context) -> Result<(), Failure> {
        let id = context.shelf.find(&self.book)?;
        let book = context.shelf.book(&id)?;
        let Rules::DoubleHand(rules) = &book.rules else {
            let header = book.header();
            let what = format!("{id}: {} has no house way; only double-hand books have one", header.name);
            return Err(Failure::Told(what));
        };
        let cards = read_cards(&self.cards.join(" "), rules.deck.jokers.value).map_err(Failure::Told)?;
        let decided = HouseWay::new(&rules.house_way, wheel(&rules.values)).set(cards);
        let row = &rules.house_way.rows[decided.row];
        let (front, back) = (high_to_low(decided.setting.front()), high_to_low(decided.setting.back()));
        let mut out = io::stdout().lock();
        if context.json {
            let clause = book.clause_name(row.front.clause);
            let found = json!({ "front": front, "back": back, "row": row.name, "clause": clause });
            writeln!(out, "{found}")?;
        } else {
            let borrowed = rules.house_way.borrowed_from.as_ref();
            let borrowed = borrowed.map(|from| format!(", borrowed from {}", from.value)).unwrap_or_default();
            writeln!(out, "front  {}", front.join(" "))?;
            writeln!(out, "back   {}", back.join(" "))?;
            writeln!(out, "by     {} ({}{borrowed})", row.name, *rules.house_way.name)?;
        }
        Ok(())
    }
}

/// Seven different cards of the book's deck.
fn read_cards(text: &str, jokers: u8) -> Result<CardSet, String> {
    let cards: Vec<Card> = parse_cards(text).map_err(|error| error.to_string())?;
    let mut set = CardSet::EMPTY;
    for card in &cards {
        if card.is_joker() && jokers == 0 {
            return Err("the deck of this book has no joker".to_owned());
        }
        if !set.insert(*card) {
            return Err(format!("{card} is there twice; a deck has each card once"));
        }
    }
    if cards.len() != 7 {
        return Err(format!("a hand has seven cards, these are {}", cards.len()));
    }
    Ok(set)
}

fn high_to_low(cards: CardSet) -> Vec<String> {
    let mut words: Vec<String> = cards.iter().map(|card| card.to_string()).collect();
    words.reverse();
    words
}
