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
    #[arg(long, value_name = "NUMBER", default_value_t = 52)]
    deck: u8,
    /// How many cards a hand has: 3, 5, 6 or 7, and 9 for Omaha
    #[arg(long, value_name = "NUMBER")]
    cards: u8,
    /// One ranking only: high, joker, ace-to-five, deuce-to-seven, eight-or-better, three-card, omaha or omaha-low
    #[arg(long, value_name = "NAME")]
    ranking: Option<String>,
}

impl Frequencies {
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
        let is_asked =
            |ranking: &Ranking| self.ranking.as_ref().is_none_or(|name| ranking.name() == name.as_str());
        let fitting = Ranking::ALL.into_iter().filter(is_asked).filter(|ranking| ranking.deck() == self.deck);
        let tables: Vec<Table> = fitting.filter_map(|ranking| count(ranking, self.cards)).collect();
        if tables.is_empty() {
            return Err(Failure::Told(format!(
                "no such ranking ranks {} cards of a deck of {}; see cardroom frequencies --help",
                self.cards, self.deck
            )));
        }
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

fn to_json(table: &Table) -> Value {
    let classes: Vec<Value> =
        table.classes.iter().map(|(name, count)| json!({ "name": name, "count": count })).collect();
    json!({ "ranking": table.ranking.name(), "hands": table.hands, "classes": classes })
}
