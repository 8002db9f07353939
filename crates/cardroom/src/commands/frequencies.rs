//! `cardroom frequencies`: how often each kind of hand comes, by every ranking that ranks so many cards.

use std::io::{self, Write};

use clap::Args;
use odds::frequencies::{Ranking, Table, count};
use serde_json::{Value, json};

use crate::Context;
use crate::failure::Failure;

/// Counts every hand of some cards, exactly.
#[derive(Args)]
#[command(
    after_help = "With 53 cards the joker is an ace or completes a straight or flush. Nine cards are Omaha's: four \
                        of the hand and five of the board, which take a while to count.\n\n\
                        Examples:\n  \
                        cardroom frequencies --deck 53 --cards 7\n  \
                        cardroom frequencies --cards 5 --ranking ace-to-five --json"
)]
pub(crate) struct Frequencies {
    /// How many cards the deck has: 52, or 53 with a joker
    #[arg(long, value_name = "NUMBER", default_value_t = 52, value_parser = read_deck, allow_hyphen_values = true)]
    deck: u8,
    /// How many cards a hand has: 3, 5, 6 or 7, and 9 for Omaha
    #[arg(long, value_name = "NUMBER", value_parser = read_cards, allow_hyphen_values = true)]
    cards: u8,
    /// One ranking only: high, joker, ace-to-five, deuce-to-seven, eight-or-better, three-card, omaha or omaha-low
    #[arg(long, value_name = "NAME")]
    ranking: Option<String>,
}

/// How many cards a deck has, as people write it.
fn read_deck(text: &str) -> Result<u8, String> {
    text.trim().parse().map_err(|_| "a deck has 52 cards, or 53 with a joker; give 52 or 53".to_owned())
}

/// How many cards a hand has, as people write it.
fn read_cards(text: &str) -> Result<u8, String> {
    text.trim()
        .parse()
        .map_err(|_| "a hand has 3, 5, 6 or 7 cards, and 9 for Omaha; give one of these".to_owned())
}

impl Frequencies {
    /// Refuses a deck that nobody deals from, and hands that no ranking ranks, each with what there is instead.
    fn check(&self) -> Result<(), String> {
        let Frequencies { deck, cards, ranking: name } = self;
        let decks = || Ranking::ALL.map(Ranking::deck);
        if !decks().contains(deck) {
            return Err(format!("--deck {deck}: a deck has 52 cards, or 53 with a joker; give 52 or 53"));
        }
        let is_named = |ranking: &Ranking| name.as_ref().is_none_or(|name| ranking.name() == name.as_str());
        let asked = || Ranking::ALL.into_iter().filter(is_named);
        if let (Some(name), Some(other)) = (name, asked().map(Ranking::deck).find(|other| other != deck)) {
            return Err(format!("--ranking {name}: ranks a deck of {other} cards; give --deck {other}"));
        }
        let of_deck = || asked().filter(|ranking| ranking.deck() == *deck);
        if of_deck().any(|ranking| ranking.ranks(*cards)) {
            return Ok(());
        }
        let ranked: Vec<u8> =
            (1..=9).filter(|cards| of_deck().any(|ranking| ranking.ranks(*cards))).collect();
        let who = name.as_ref().map_or_else(|| format!("of a deck of {deck}"), |name| format!("by {name}"));
        let give = if ranked.len() == 1 { "give that many" } else { "give one of these" };
        Err(format!("--cards {cards}: hands {who} have {} cards; {give}", in_words(&ranked)))
    }

    pub(crate) fn run(&self, context: &Context) -> Result<(), Failure> {
        if let Some(name) = self.ranking.as_ref()
            && !Ranking::ALL.iter().any(|ranking| ranking.name() == name)
        {
            let names: Vec<&str> = Ranking::ALL.iter().map(|ranking| ranking.name()).collect();
            return Err(Failure::Told(format!(
                "there is no ranking \"{name}\"; there are {}",
                names.join(", ")
            )));
        }
        self.check().map_err(Failure::Told)?;
        let is_asked =
            |ranking: &Ranking| self.ranking.as_ref().is_none_or(|name| ranking.name() == name.as_str());
        let fitting = Ranking::ALL.into_iter().filter(is_asked).filter(|ranking| ranking.deck() == self.deck);
        let tables: Vec<Table> = fitting.filter_map(|ranking| count(ranking, self.cards)).collect();
        let mut out = io::stdout().lock();
        if context.json {
            let list: Vec<Value> = tables.iter().map(to_json).collect();
            writeln!(out, "{}", json!({ "deck": self.deck, "cards": self.cards, "rankings": list }))?;
            return Ok(());
        }
        for (place, table) in tables.iter().enumerate() {
            if place > 0 {
                writeln!(out)?;
            }
            writeln!(out, "{}, {} cards of {}: {} hands", table.ranking, self.cards, self.deck, table.hands)?;
            for (name, count) in &table.classes {
                let percent = 100.0 * *count as f64 / table.hands as f64;
                writeln!(out, "{name:<16} {count:>16}  {percent:>10.6}%")?;
            }
        }
        Ok(())
    }
}

/// Numbers as a sentence has them: 3, 5 or 9.
fn in_words(numbers: &[u8]) -> String {
    let words: Vec<String> = numbers.iter().map(u8::to_string).collect();
    match &words[..] {
        [some @ .., last] if !some.is_empty() => format!("{} or {last}", some.join(", ")),
        _ => words.concat(),
    }
}

fn to_json(table: &Table) -> Value {
    let classes: Vec<Value> =
        table.classes.iter().map(|(name, count)| json!({ "name": name, "count": count })).collect();
    json!({ "ranking": table.ranking.name(), "hands": table.hands, "classes": classes })
}
