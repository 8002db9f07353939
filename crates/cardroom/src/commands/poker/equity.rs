//! `cardroom equity`: what each poker hand would get of the pot, by the rules of a book.

use std::io::{self, Write};

use books::poker::{PokerRules, Wins};
use books::{Book, Rules, thousands};
use cards::Card;
use clap::Args;
use odds::equity::{Answer, Basis, Game, Method, Question, Share, Side};
use serde_json::{Value, json};

use crate::Context;
use crate::failure::Failure;

/// Works out what each poker hand would get of the pot if the cards still to come were dealt now.
#[derive(Args)]
#[command(
    after_help = "Every deal is counted if that takes no more than some seconds, otherwise random deals are; \
                        the answer says which.\n\n\
                        In games with a discard, a hand is given with all its cards before the discard, or with those \
                        it kept after it. Before it, each player throws the card without which the hand does best \
                        against the others' cards.\n\
                        In draw games a hand of five stands pat; one with fewer cards draws the rest. Name what it \
                        threw away with --dead.\n\n\
                        Examples:\n  \
                        cardroom equity marina/holdem AsAh KdKh\n  \
                        cardroom equity mortimers/holdem AsKs QhQd --board \"2s 7s 9d\" --json\n  \
                        cardroom equity players-club/omaha-8 \"As 2s 3d Kd\" \"Ah Ac 9h 8c\"\n  \
                        cardroom equity players-club/lowball-ace-to-five 8c6d4s2hAc 5d4d3h2c --dead Kd"
)]
pub(crate) struct Equity {
    /// The book, such as marina/holdem
    #[arg(value_name = "BOOK")]
    book: String,
    /// The hands that meet, each in one word or in quotes
    #[arg(required = true, value_name = "HAND")]
    hands: Vec<String>,
    /// The board so far
    #[arg(long, value_name = "CARDS", default_value = "")]
    board: String,
    /// Cards that cannot come any more
    #[arg(long, value_name = "CARDS", default_value = "")]
    dead: String,
    /// Play for high and low, where the book lets a table be posted so
    #[arg(long)]
    high_low: bool,
    /// Let any low win its half, where the book lets a table be posted so
    #[arg(long)]
    no_qualifier: bool,
    /// Count every deal, however long it takes
    #[arg(long, conflicts_with = "samples")]
    exact: bool,
    /// Count so many random deals instead
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(2..=10_000_000_000))]
    samples: Option<u64>,
    /// The seed of random deals
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,
}

impl Equity {
    pub(crate) fn run(&self, context: &Context) -> Result<(), Failure> {
        let id = context.shelf.find(&self.book)?;
        let book = context.shelf.book(&id)?;
        let Rules::Poker(rules) = &book.rules else {
            let name = &book.header().name;
            return Err(Failure::Told(format!(
                "{id}: {name} is not of the poker family; ask for a poker book"
            )));
        };
        let told = |fault: &dyn std::fmt::Display| Failure::Told(format!("{id}: {fault}"));
        let game = self.game(rules).map_err(|fault| told(&fault))?;
        let hands = self.hands.iter().map(|hand| read_cards(hand)).collect::<Result<Vec<_>, _>>()?;
        let (board, dead) = (read_cards(&self.board)?, read_cards(&self.dead)?);
        let question = Question::new(game, &hands, &board, &dead).map_err(|fault| told(&fault))?;
        let answer = question.answer(match self.samples {
            Some(deals) => Method::Sample { deals, seed: self.seed },
            None if self.exact => Method::Exact,
            None => Method::Quickest { seed: self.seed },
        });
        let hands: Vec<String> = hands.iter().map(|hand| names(hand)).collect();
        let mut out = io::stdout().lock();
        if context.json {
            writeln!(out, "{}", answer_json(&book, &hands, &answer))?;
        } else {
            tell(&mut out, &book, &hands, &answer, game.ranking().wins)?;
        }
        Ok(())
    }

    fn game(&self, rules: &PokerRules) -> Result<Game, odds::equity::NoEquity> {
        let mut game = Game::of(rules)?;
        if self.high_low {
            game = game.posted_high_low(rules)?;
        }
        if self.no_qualifier {
            game = game.posted_without_qualifier(rules)?;
        }
        Ok(game)
    }
}

/// Cards with or without spaces between them: a card ends with its suit.
fn read_cards(text: &str) -> Result<Vec<Card>, Failure> {
    let spaced: String = text
        .chars()
        .flat_map(|letter| {
            let ends = "cdhsCDHS♣♦♥♠".contains(letter);
            [Some(letter), ends.then_some(' ')].into_iter().flatten()
        })
        .collect();
    let words = spaced.split([' ', ',']).filter(|word| !word.is_empty());
    words.map(|word| word.parse().map_err(|error| Failure::Told(format!("\"{text}\": {error}")))).collect()
}

fn names(cards: &[Card]) -> String {
    cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn tell(out: &mut impl Write, book: &Book, hands: &[String], answer: &Answer, wins: Wins) -> io::Result<()> {
    let deals = thousands(answer.deals);
    match answer.basis {
        Basis::Exact if answer.deals == 1 => writeln!(out, "{}: all cards are out", book.header().name)?,
        Basis::Exact => writeln!(out, "{}: every one of {deals} deals counted", book.header().name)?,
        Basis::Sampled { seed } => {
            writeln!(
                out,
                "{}: {deals} random deals (seed {seed}), so equities are near the truth only",
                book.header().name
            )?;
        }
    }
    let width = hands.iter().map(String::len).max().unwrap_or(0).max(4);
    let is_divided = wins == Wins::HighLow;
    let headings: &[&str] =
        if is_divided { &["scoops", "high", "high tied", "low", "low tied"] } else { &["wins", "ties"] };
    write!(out, "{:<width$}", "hand")?;
    headings.iter().try_for_each(|heading| write!(out, "  {heading:>9}"))?;
    let last = if answer.basis == Basis::Exact { "exactly" } else { "standard error" };
    writeln!(out, "  {:>9}  {last}", "equity")?;
    for (hand, share) in hands.iter().zip(&answer.shares) {
        write!(out, "{hand:<width$}")?;
        let counts = if is_divided {
            vec![share.whole, share.high.alone, share.high.shared, share.low.alone, share.low.shared]
        } else {
            vec![share.whole, share.divided]
        };
        for count in counts {
            write!(out, "  {:>8.3}%", percent(count as f64 / answer.deals as f64))?;
        }
        write!(out, "  {:>8.4}%", percent(share.equity.value()))?;
        match answer.basis {
            Basis::Exact => writeln!(out, "  {}", share.equity)?,
            Basis::Sampled { .. } => writeln!(out, "  {:.4}%", percent(share.error))?,
        }
    }
    if is_divided {
        writeln!(
            out,
            "A low wins its half in {:.3}% of the deals.",
            percent(answer.lows as f64 / answer.deals as f64)
        )?;
    }
    Ok(())
}

fn percent(part: f64) -> f64 {
    100.0 * part
}

fn answer_json(book: &Book, hands: &[String], answer: &Answer) -> Value {
    let (basis, seed) = match answer.basis {
        Basis::Exact => ("exact", None),
        Basis::Sampled { seed } => ("sampled", Some(seed)),
    };
    let hands: Vec<Value> =
        hands.iter().zip(&answer.shares).map(|(hand, share)| share_json(hand, share)).collect();
    json!({
        "book": book.id.to_string(),
        "basis": basis,
        "seed": seed,
        "deals": answer.deals,
        "deals_with_low": answer.lows,
        "hands": hands,
    })
}

fn share_json(hand: &str, share: &Share) -> Value {
    let side = |side: Side| json!({ "alone": side.alone, "shared": side.shared });
    json!({
        "cards": hand,
        "whole": share.whole,
        "divided": share.divided,
        "high": side(share.high),
        "low": side(share.low),
        "equity": { "numerator": share.equity.numerator, "denominator": share.equity.denominator },
        "percent": percent(share.equity.value()),
        "standard_error": share.error,
    })
}
