//! `cardroom bots`: tables of bots played as the room plays them, and what their play comes to.

mod blackjack;
mod double_hand;
mod pan;
mod poker;
mod print;
mod tally;
mod three_card;

use books::Rules;
use clap::Args;
use coach::{Asked, Coach};
use games::round::Choice;
use room::bots::{Moved, Practice};
use room::{Command, Event, Spec, Watcher};

use super::sim::read_rounds;
use crate::Context;
use crate::failure::Failure;
use tally::{Cost, Hands, Tally};

/// Lets bots play a practice table of a book and reports how they play.
#[derive(Args)]
#[command(
    after_help = "The bots are those of the room, at the practice table that it opens. Said are: how many are dealt in, \
                  pots entered and raised, bets and raises to each call, stacks beside what bots begin with, and what \
                  their choices give away against the best play: exactly in blackjack and Three Card Poker, by a sample \
                  in double-hand, by an estimate in poker; in Pan no best play is known. The same seed gives the same \
                  report.\n\n\
                  Examples:\n  \
                  cardroom bots mortimers/no-bust-6 --rounds 200\n  \
                  cardroom bots marina/holdem --no-limit --rounds 100 --json"
)]
pub(crate) struct Bots {
    /// The book, such as marina/holdem
    book: String,
    /// How many rounds to play
    #[arg(long, value_name = "NUMBER", default_value = "1000", value_parser = read_rounds)]
    rounds: u64,
    /// How many bots sit down
    #[arg(long, value_name = "NUMBER", default_value_t = 6, value_parser = clap::value_parser!(u8).range(2..=10))]
    seats: u8,
    /// A table without a limit on bets, where a filed schedule has one
    #[arg(long)]
    no_limit: bool,
    /// The seed of shuffles and moods
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,
}

/// What was played, to be told.
struct Report<'a> {
    asked: &'a Bots,
    book: String,
    schedule: Option<String>,
    start: books::Money,
    seated: usize,
    cost: Option<&'static Cost>,
    tally: Tally,
}

macro_rules! by_family {
    ($($(#[doc = $words:literal])* $Family:ident = $word:literal: $folder:ident ($Rules:ident);)+) => {
        fn note(rules: &Rules, moved: &Moved, choice: &Choice, tally: &mut Tally, hands: &mut Hands) {
            match rules { $(Rules::$Family(rules) => $folder::note(rules, moved, choice, tally, hands),)+ }
        }

        fn cost_of(rules: &Rules) -> Option<&'static Cost> {
            match rules {
                $(Rules::$Family(_) => {
                    const COST: Option<Cost> = $folder::COST;
                    const { &COST }.as_ref()
                })+
            }
        }
    };
}

books::families!(by_family);

impl Bots {
    pub(crate) fn run(&self, context: &Context) -> Result<(), Failure> {
        let shelf = &context.shelf;
        let book = shelf.find(&self.book)?.to_string();
        let spec = match self.no_limit {
            true => Spec::practice_without_limit(shelf, &book)
                .ok_or_else(|| Failure::Told(format!("{book} has no schedule without a limit on bets")))?,
            false => {
                Spec::practice(shelf, &book).map_err(|fault| Failure::Told(format!("{book}: {fault}")))?
            }
        };
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&self.seed.to_le_bytes());
        let schedule = spec.schedule.clone();
        let mut practice = Practice::open(shelf, spec, self.seats, seed)
            .map_err(|fault| Failure::Told(format!("{book}: {fault}")))?;
        let rules = practice.table().book().rules.clone();
        let mut report = Report {
            asked: self,
            start: practice.start(),
            seated: practice.table().people().len(),
            cost: cost_of(&rules),
            tally: Tally::default(),
            schedule,
            book,
        };
        report
            .play(&mut practice, &rules)
            .map_err(|what| Failure::Told(format!("{}: {what}", report.book)))?;
        report.print(context.json)
    }
}

impl Report<'_> {
    fn play(&mut self, practice: &mut Practice, rules: &Rules) -> Result<(), String> {
        let coach = Coach::default();
        let mut hands = Hands::default();
        while self.tally.rounds < self.asked.rounds {
            let (moved, told) = practice.step()?;
            for seated in practice.table().people() {
                self.tally.knows(seated.person, practice.style(seated.person));
            }
            if let Some(moved) = &moved {
                self.note(&coach, rules, moved, &mut hands);
            }
            if let Some(round) = practice.table().view(Watcher::Rail).round {
                self.tally.lies(&round, &mut hands);
            }
            for one in &told {
                if let Event::RoundEnded { nets, .. } = &one.event {
                    self.tally.end(practice.table(), self.start, nets, &mut hands);
                }
            }
        }
        Ok(())
    }

    fn note(&mut self, coach: &Coach, rules: &Rules, moved: &Moved, hands: &mut Hands) {
        match &moved.command {
            Command::Choose { who, choice } => {
                self.tally.chosen += 1;
                note(rules, moved, choice, &mut self.tally, hands);
                self.weigh(coach, rules, moved, *who, choice);
            }
            Command::AddChips { .. } => self.tally.brought += 1,
            Command::Leave => self.tally.replaced += 1,
            _ => {}
        }
    }

    /// Puts what was chosen beside the best that could be.
    fn weigh(
        &mut self,
        coach: &Coach,
        rules: &Rules,
        moved: &Moved,
        who: Option<games::Party>,
        choice: &Choice,
    ) {
        let Some(cost) = self.cost else { return };
        if !self.tally.chosen.is_multiple_of(cost.every) || !(cost.counts)(choice) {
            return;
        }
        let asked = Asked { deals: cost.deals, ..Asked::default() };
        let advice = coach.advise(&moved.view, moved.person, rules, &asked);
        let Some(hand) = advice.hands.iter().find(|hand| Some(hand.who) == who) else { return };
        let valued = || hand.choices.iter().filter(|rated| (cost.counts)(&rated.choice));
        let made = valued().find(|rated| (cost.is_made)(rated, choice)).and_then(|rated| rated.value);
        let best = valued().filter_map(|rated| rated.value).fold(f64::NEG_INFINITY, f64::max);
        let Some(made) = made else {
            self.tally.unvalued += 1;
            return;
        };
        self.tally.weighed += 1;
        let lost = (best - made).max(0.0) * hand.unit.in_cents() as f64;
        match (cost.is_aside)(choice) {
            true => self.tally.cost_aside += lost,
            false => self.tally.cost += lost,
        }
    }
}
