//! `cardroom set`: sets a double-hand hand the house way, and says which row of the chart decided.

use std::io::{self, Write};

use books::Rules;
use books::double_hand::DoubleHandRules;
use cards::{Card, CardSet, parse_cards};
use clap::Args;
use games::double_hand::{HouseWay, Setting, wheel};
use odds::double_hand::{Counted, Terms, count_hand};
use serde_json::json;

use crate::Context;
use crate::failure::Failure;

/// Sets a double-hand hand the house way.
#[derive(Args)]
#[command(
    after_help = "With --best every setting is played against every hand of a bank that sets the house way, from the \
                        46 cards that are left, which takes some seconds.\n\n\
                        Examples:\n  \
                        cardroom set mortimers/double-hand \"Kh Qd As 10h 7s 2c 8s\"\n  \
                        cardroom set mortimers/double-hand \"Ks Kc 9s 9c 7d 4h 2s\" --best"
)]
pub(crate) struct Set {
    /// The book, such as mortimers/double-hand
    #[arg(value_name = "BOOK")]
    book: String,
    /// The seven cards
    #[arg(required = true, value_name = "CARDS")]
    cards: Vec<String>,
    /// Say what every other setting would gain or lose beside the house way
    #[arg(long)]
    best: bool,
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
        let chart = HouseWay::new(&rules.house_way, wheel(&rules.values));
        let decided = chart.set(cards);
        let counted =
            if self.best { count(rules, &chart, cards).map_err(Failure::Told)? } else { Vec::new() };
        let of_way = counted.iter().find(|one| one.setting == decided.setting).map(Counted::value);
        let row = &rules.house_way.rows[decided.row];
        let (front, back) = (high_to_low(decided.setting.front()), high_to_low(decided.setting.back()));
        let mut out = io::stdout().lock();
        if context.json {
            let clause = book.clause_name(row.front.clause);
            let mut found = json!({ "front": front, "back": back, "row": row.name, "clause": clause });
            if let Some(value) = of_way {
                let setting = |one: &Counted| {
                    json!({
                        "front": high_to_low(one.setting.front()), "back": high_to_low(one.setting.back()),
                        "win": one.win, "loss": one.loss, "push": one.all - one.win - one.loss, "value": one.value(),
                    })
                };
                found["value"] = json!(value);
                found["gain"] = json!(counted.first().map_or(0.0, |best| best.value() - value));
                found["settings"] = json!(counted.iter().map(setting).collect::<Vec<_>>());
            }
            writeln!(out, "{found}")?;
        } else {
            let borrowed = rules.house_way.borrowed_from.as_ref();
            let borrowed = borrowed.map(|from| format!(", borrowed from {}", from.value)).unwrap_or_default();
            writeln!(out, "front  {}", front.join(" "))?;
            writeln!(out, "back   {}", back.join(" "))?;
            writeln!(out, "by     {} ({}{borrowed})", row.name, *rules.house_way.name)?;
            if let Some(value) = of_way {
                tell_best(&mut out, &counted, decided.setting, value)?;
            }
        }
        Ok(())
    }
}

/// Every setting against every hand of the bank.
fn count(rules: &DoubleHandRules, chart: &HouseWay, cards: CardSet) -> Result<Vec<Counted>, String> {
    let terms = Terms::of(rules).map_err(|error| error.to_string())?;
    let deck = if rules.deck.jokers.value > 0 { CardSet::FULL_WITH_JOKER } else { CardSet::FULL };
    let way = |cards| {
        let decided = chart.set(cards);
        (decided.setting, decided.row)
    };
    Ok(count_hand(deck, cards, terms, &way))
}

/// How many settings are told.
const TOLD: usize = 5;

fn tell_best(out: &mut impl Write, counted: &[Counted], house: Setting, value: f64) -> io::Result<()> {
    let Some(best) = counted.first() else { return Ok(()) };
    writeln!(out, "\nAgainst {} hands of a bank that sets the house way", best.all)?;
    let house_comes = counted.iter().filter(|one| one.setting == house);
    let others = counted.iter().take(TOLD).filter(|one| one.setting != house);
    for one in house_comes.chain(others) {
        let mark = if one.setting == house { "  house way" } else { "" };
        let front = high_to_low(one.setting.front()).join(" ");
        let share = |count: u64| 100.0 * count as f64 / one.all as f64;
        writeln!(
            out,
            "{front:<9} in front  win {:>8.4}%  loss {:>8.4}%  value {:>+9.4}%{mark}",
            share(one.win),
            share(one.loss),
            100.0 * one.value()
        )?;
    }
    let gain = 100.0 * (best.value() - value);
    if gain > 0.0 {
        writeln!(out, "The best setting gains {gain:.4}% of the wager over the house way.")
    } else {
        writeln!(out, "The house way is the best setting.")
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
