//! `cardroom fee`: who pays how much, when and from where.

use std::io::{self, Write};
use std::str::FromStr;

use books::rates::{Collection, Destination, Fees, Hand, Payer, PayerWord, Schedule, Stage, Taken};
use books::{Book, Clause, Money};
use clap::{Args, ValueEnum};
use games::face::{Asked, SideWager};
use games::round::Game;
use serde_json::{Value, json};

use crate::Context;
use crate::failure::Failure;

/// Says what is collected from whom, and when, with the clause.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  cardroom fee mortimers/no-bust-6 --schedule 2 --wager '$20' --wager '$50'\n  \
                  cardroom fee marina/holdem --schedule 10 --players 8 --pot '$40' --stage after-flop"
)]
pub(crate) struct Fee {
    /// The book, such as mortimers/no-bust-6
    #[arg(value_name = "BOOK")]
    book: String,
    /// The schedule, by its number or name
    #[arg(long, value_name = "N")]
    schedule: String,
    /// How many players are dealt in, or seated when time is collected
    #[arg(long, value_name = "N")]
    players: Option<u8>,
    /// An opening wager; give one for each, and the parts of a joint one as $20+$30
    #[arg(long, value_name = "AMOUNT")]
    wager: Vec<Wager>,
    /// A bonus wager; give one for each
    #[arg(long, value_name = "AMOUNT")]
    bonus: Vec<Money>,
    /// What the pot holds
    #[arg(long, value_name = "AMOUNT")]
    pot: Option<Money>,
    /// What the small blind has in the pot; the posted blind unless given
    #[arg(long, value_name = "AMOUNT")]
    small_blind: Option<Money>,
    /// Whether a jackpot is on
    #[arg(long)]
    jackpot: bool,
    /// The moment; all moments of a hand unless given
    #[arg(long, value_enum)]
    stage: Option<StageWord>,
}

/// A wager as people write it: its parts, of which only a joint one has several.
#[derive(Clone)]
struct Wager(Vec<Money>);

impl FromStr for Wager {
    type Err = <Money as FromStr>::Err;

    fn from_str(text: &str) -> Result<Wager, Self::Err> {
        text.split('+').map(|part| part.trim().parse()).collect::<Result<_, _>>().map(Wager)
    }
}

/// A moment as people write it.
#[derive(Clone, Copy, ValueEnum)]
enum StageWord {
    /// Wagers are down, no card is out
    BeforeDeal,
    /// The opening cards are out
    AfterDeal,
    /// The hand ended before the flop or draw, with a bet, call or raise
    EndedEarlyWithAction,
    /// The hand ended before the flop or draw, and nobody bet, called or raised
    EndedEarly,
    /// The flop is out, or the draw begins
    AfterFlop,
    /// The first bet on the turn or river, or after the draw
    LateBet,
    /// A half hour has begun
    HalfHour,
}

impl StageWord {
    fn stage(self) -> Stage {
        match self {
            StageWord::BeforeDeal => Stage::BeforeDeal,
            StageWord::AfterDeal => Stage::AfterDeal,
            StageWord::EndedEarlyWithAction => Stage::EndedEarly { action: true },
            StageWord::EndedEarly => Stage::EndedEarly { action: false },
            StageWord::AfterFlop => Stage::AfterFlop,
            StageWord::LateBet => Stage::LateBet,
            StageWord::HalfHour => Stage::HalfHour,
        }
    }
}

impl Fee {
    pub(crate) fn run(&self, context: &Context) -> Result<(), Failure> {
        let id = context.shelf.find(&self.book)?;
        let book = context.shelf.book(&id)?;
        let schedule = context.shelf.schedule(&book, &self.schedule)?;
        self.check(context, &book, &schedule)?;
        let blind = schedule.blinds_in_play().map_or(Money::ZERO, |blinds| blinds.small);
        let counted = self.counted(&book, &schedule);
        let hand = Hand {
            wagers: &counted,
            bonus: &self.bonus,
            players: self.players.unwrap_or(0),
            // Without a pot the fee is told as the schedule has it.
            pot: self.pot.unwrap_or(Money::dollars(1_000_000)),
            small_blind: self.small_blind.unwrap_or(blind),
            jackpot_on: self.jackpot,
        };
        let stages: Vec<Stage> = match self.stage {
            Some(word) => vec![word.stage()],
            None => Stage::ALL.to_vec(),
        };
        let collected: Vec<Collection> =
            stages.iter().flat_map(|stage| schedule.collect(*stage, &hand)).collect();
        let notes = self.notes(&book, &schedule);
        let mut out = io::stdout().lock();
        if context.json {
            let action = schedule.table_action(&counted, &self.bonus);
            let value = json!({
                "book": book.id.to_string(),
                "schedule": schedule.handle.as_str(),
                "action": action.in_cents(),
                "collections": collected.iter().map(|one| self.collection_json(&book, &schedule, one)).collect::<Vec<_>>(),
                "notes": notes,
            });
            serde_json::to_writer_pretty(&mut out, &value).map_err(io::Error::from)?;
            writeln!(out)?;
        } else {
            self.tell(&mut out, &book, &schedule, (&counted, &stages), &collected)?;
            for note in notes {
                writeln!(out, "note: {note}")?;
            }
        }
        Ok(())
    }

    /// Refuses a question that the schedule has no answer to.
    fn check(&self, context: &Context, book: &Book, schedule: &Schedule) -> Result<(), Failure> {
        let by_players = matches!(schedule.fees, Fees::Pot { .. });
        let by_seat = matches!(schedule.fees, Fees::HalfHour { from, .. } if from == PayerWord::Seat);
        if (by_players || by_seat) && self.players.is_none() {
            let what =
                if by_players { "the number of players dealt in" } else { "the number of players seated" };
            return Err(Failure::Told(format!(
                "schedule {} goes by {what}; add --players N",
                schedule.handle
            )));
        }
        let players = self.players.unwrap_or(0);
        let seats = book.header().seats.value;
        if players > seats {
            return Err(Failure::Told(format!("{} has {seats} seats, not {players}", book.id)));
        }
        if self.lying().iter().chain(&self.bonus).any(|wager| !wager.is_positive()) {
            return Err(Failure::Told("a wager of $0 is none; leave it out".to_owned()));
        }
        if by_players && players < 2 {
            return Err(Failure::Told("a hand is played by two or more; give --players so".to_owned()));
        }
        if by_players && !schedule.is_for(players) {
            let rates = context.shelf.rates(book)?;
            let other = rates
                .as_ref()
                .and_then(|rates| rates.value.for_players(&book.id.game, schedule, players))
                .map_or_else(
                    || "no schedule of this limit is".to_owned(),
                    |other| format!("at this limit schedule {} is", other.handle),
                );
            return Err(Failure::Told(format!(
                "schedule {} is not for {players} players; {other}",
                schedule.handle
            )));
        }
        let is_banked = matches!(schedule.fees, Fees::Bank { .. });
        if is_banked && self.wager.is_empty() {
            return Err(Failure::Told(format!(
                "schedule {} goes by the wagers; add --wager AMOUNT for each of them",
                schedule.handle
            )));
        }
        let has_wagers = !self.wager.is_empty() || !self.bonus.is_empty();
        if !is_banked && has_wagers {
            return Err(Failure::Told(format!(
                "{} is played for a pot; leave out --wager and --bonus, and give --players and --pot",
                book.id
            )));
        }
        if !book.rules.face().joins_wagers() && self.wager.iter().any(|wager| wager.0.len() > 1) {
            return Err(Failure::Told(format!(
                "wagers are joined in double-hand games only, not in {}",
                book.id
            )));
        }
        self.check_options(book, schedule)
    }

    /// Refuses options that this schedule or this game has no use for.
    fn check_options(&self, book: &Book, schedule: &Schedule) -> Result<(), Failure> {
        let handle = &schedule.handle;
        let (by_players, by_pot) = match schedule.fees {
            Fees::Pot { .. } => (true, true),
            Fees::HalfHour { from: PayerWord::Pot, .. } => (false, true),
            Fees::HalfHour { .. } => (true, false),
            Fees::Bank { .. } | Fees::BlindDrop(_) => (false, false),
        };
        let has_small_blind_fee = schedule.modified_a().is_positive();
        let told = |is_given: bool, is_used: bool, option: &str, why: String| {
            if is_given && !is_used {
                Err(Failure::Told(format!("{why}; leave out {option}")))
            } else {
                Ok(())
            }
        };
        told(
            !self.bonus.is_empty(),
            book.rules.face().has_side_bet(),
            "--bonus",
            format!("{} has no bonus wager", book.id),
        )?;
        told(
            self.players.is_some(),
            by_players,
            "--players",
            format!("schedule {handle} does not go by the number of players"),
        )?;
        told(self.pot.is_some(), by_pot, "--pot", format!("schedule {handle} takes nothing from a pot"))?;
        told(
            self.small_blind.is_some(),
            has_small_blind_fee,
            "--small-blind",
            format!("schedule {handle} takes nothing from the small blind"),
        )?;
        told(
            self.jackpot,
            schedule.jackpot().is_positive(),
            "--jackpot",
            format!("schedule {handle} has no jackpot fee"),
        )?;
        if let Some(word) = self.stage {
            let moments = moments_of(schedule);
            if !moments.contains(&word.stage()) {
                let when: Vec<&str> = moments.iter().map(|stage| stage.word()).collect();
                return Err(Failure::Told(format!(
                    "schedule {handle} collects nothing at such a moment; --stage may be {}",
                    when.join(" or ")
                )));
            }
        }
        Ok(())
    }

    /// What lies there, part by part.
    fn lying(&self) -> Vec<Money> {
        self.wager.iter().flat_map(|wager| wager.0.iter().copied()).collect()
    }

    /// What of it counts as action, part by part.
    fn counted(&self, book: &Book, schedule: &Schedule) -> Vec<Money> {
        let lying: Vec<Vec<Money>> = self.wager.iter().map(|wager| wager.0.clone()).collect();
        Game::in_action(&book.rules, schedule, &lying)
    }

    fn notes(&self, book: &Book, schedule: &Schedule) -> Vec<String> {
        let mut notes = Vec::new();
        if !schedule.offered.value {
            notes.push(format!("schedule {} is filed, but a table may not use it", schedule.handle));
        }
        if let Some(limit) = schedule.limit.as_ref().filter(|_| schedule.structure.is_none()) {
            let rest = if book.rules.face().cuts_above_limit() {
                "; what is above it has no action and does not count"
            } else {
                ""
            };
            for wager in &self.wager {
                // Each part of a joint wager has to reach the minimum.
                for part in wager.0.iter().filter(|part| **part < limit.min) {
                    notes.push(format!("a wager of {part} is below the table minimum of {}", limit.min));
                }
                let wager: Money = wager.0.iter().copied().sum();
                if let Some(max) = limit.max.filter(|max| wager > *max) {
                    notes.push(format!("a wager of {wager} is above the table maximum of {max}{rest}"));
                }
            }
        }
        self.note_bonus(book, schedule, &mut notes);
        let takes_pot = matches!(schedule.fees, Fees::Pot { .. });
        if let (None, Some(ruled)) = (&schedule.blinds, &schedule.blinds_ruled)
            && ruled.clause.is_some()
        {
            notes.push(format!(
                "no blinds are filed; those of {} and {} rest on [{}]",
                ruled.small,
                ruled.big,
                book.clause_name(ruled.clause)
            ));
        }
        if takes_pot && self.pot.is_none() {
            notes.push("without --pot the fees are told as filed, whatever the pot holds".to_owned());
        }
        notes
    }

    /// Says which bonus wagers a table would refuse.
    fn note_bonus(&self, book: &Book, schedule: &Schedule, notes: &mut Vec<String>) {
        let sides = sides(book, schedule);
        let not_over_base = book.rules.face().side_not_over_base();
        let Some(side) = sides.first() else { return };
        for (place, bonus) in self.bonus.iter().enumerate() {
            if *bonus < side.least {
                notes.push(format!("a bonus wager of {bonus} is below the least of {}", side.least));
            }
            if side.most.is_positive() && *bonus > side.most {
                notes.push(format!("a bonus wager of {bonus} is above the largest of {}", side.most));
            }
            let Some(base) = self.wager.get(place).and_then(|wager| wager.0.first()) else { continue };
            if not_over_base && bonus > base {
                notes.push(format!("a bonus wager of {bonus} is above its base wager of {base}"));
            }
            if side.equals_base && bonus != base {
                notes.push(format!("a bonus wager of {bonus} is not as large as its base wager of {base}"));
            }
        }
    }

    fn tell(
        &self,
        out: &mut impl Write,
        book: &Book,
        schedule: &Schedule,
        (counted, stages): (&[Money], &[Stage]),
        collected: &[Collection],
    ) -> io::Result<()> {
        writeln!(out, "{}, schedule {}", book.header().name, schedule.handle)?;
        if matches!(schedule.fees, Fees::Bank { .. }) {
            writeln!(out, "table action {}", schedule.table_action(counted, &self.bonus))?;
        }
        if collected.is_empty() {
            let when: Vec<&str> = stages.iter().map(|stage| moment(schedule, *stage)).collect();
            let when = if self.stage.is_some() { when.join(", ") } else { "at any moment".to_owned() };
            return writeln!(out, "nothing is collected {when}");
        }
        let mut last = None;
        for one in collected {
            if last != Some(one.at) {
                writeln!(out, "{}:", moment(schedule, one.at))?;
                last = Some(one.at);
            }
            let waived = if one.waived.is_positive() {
                format!(", {} waived because there is no more to take", one.waived)
            } else {
                String::new()
            };
            let clauses: Vec<&str> = [Some(one.clause), self.ruling(book, schedule, one)]
                .into_iter()
                .flatten()
                .filter(|clause| clause.is_some())
                .map(|clause| book.clause_name(clause))
                .collect();
            let clause =
                if clauses.is_empty() { String::new() } else { format!(" [{}]", clauses.join(", ")) };
            let into = match one.into {
                Destination::Drop => "the drop",
                Destination::Jackpot => "the jackpot",
            };
            writeln!(
                out,
                "  {:>8} from {} into {into}{waived}{clause}",
                one.amount.to_string(),
                self.payer(one.from)
            )?;
        }
        if self.stage.is_some() || matches!(schedule.fees, Fees::Bank { .. }) {
            let total: Money = collected.iter().map(|one| one.amount).sum();
            writeln!(out, "{:>10} in all", total.to_string())?;
        }
        Ok(())
    }

    fn collection_json(&self, book: &Book, schedule: &Schedule, one: &Collection) -> Value {
        let (from, place) = match one.from {
            Payer::Bank => ("bank", None),
            Payer::Wager(place) => ("wager", Some(place)),
            Payer::Bonus(place) => ("bonus", Some(place)),
            Payer::Pot => ("pot", None),
            Payer::SmallBlind => ("small-blind", None),
            Payer::Blind => ("blind", None),
            Payer::Seat(place) => ("seat", Some(place)),
        };
        let into = match one.into {
            Destination::Drop => "drop",
            Destination::Jackpot => "jackpot",
        };
        let name = |clause: Clause| clause.is_some().then(|| book.clause_name(clause));
        json!({
            "at": one.at.word(),
            "from": from,
            "place": place.map(|place| place + 1),
            "amount": one.amount.in_cents(),
            "waived": one.waived.in_cents(),
            "into": into,
            "clause": name(one.clause),
            "ruling": self.ruling(book, schedule, one).and_then(name),
        })
    }

    /// The ruling that fills what is filed without words or left open, where this fee rests on one.
    fn ruling(&self, book: &Book, schedule: &Schedule, one: &Collection) -> Option<Clause> {
        let counted = self.counted(book, schedule);
        match one.from {
            Payer::SmallBlind => cited_ruling(book, "collection.ends_early"),
            Payer::Pot if one.at == Stage::LateBet => cited_ruling(book, "collection.late_bet"),
            Payer::Bank => schedule.bank_ruling(schedule.table_action(&counted, &self.bonus)),
            Payer::Wager(place) => schedule.wager_ruling(*counted.get(place)?),
            _ => None,
        }
    }

    fn payer(&self, payer: Payer) -> String {
        match payer {
            Payer::Bank => "the banker".to_owned(),
            Payer::Wager(place) => match self.lying().get(place) {
                Some(wager) => format!("the owner of wager {} ({wager})", place + 1),
                None => format!("the owner of wager {}", place + 1),
            },
            Payer::Bonus(place) => match self.bonus.get(place) {
                Some(wager) => format!("the owner of bonus wager {} ({wager})", place + 1),
                None => format!("the owner of bonus wager {}", place + 1),
            },
            Payer::Pot => "the pot".to_owned(),
            Payer::SmallBlind => "the small blind in the pot".to_owned(),
            Payer::Blind => "the blind".to_owned(),
            Payer::Seat(place) => format!("player {}", place + 1),
        }
    }
}

/// The ruling that a key of a book cites.
fn cited_ruling(book: &Book, key: &str) -> Option<Clause> {
    let cited = book.citations.iter().find(|citation| citation.key == key)?;
    let is_ruling = |clause: &Clause| {
        let name = book.clause_name(*clause);
        name.rsplit('/').next().is_some_and(|id| id.starts_with("ruling-"))
    };
    cited.clauses.iter().copied().find(is_ruling)
}

/// The wagers that are taken beside the base wager.
fn sides(book: &Book, schedule: &Schedule) -> Vec<SideWager> {
    let asked = Asked { schedule: Some(schedule), is_turned_on: true, ..Asked::default() };
    Game::ready(&book.rules, &asked).map_or_else(|_| Vec::new(), |game| game.sides())
}

fn moment(schedule: &Schedule, stage: Stage) -> &'static str {
    let has_draw = schedule.taken.value == Taken::AtDraw;
    match stage {
        Stage::BeforeDeal => "before the deal",
        Stage::AfterDeal => "after the deal",
        Stage::EndedEarly { action: true } => "if the hand ends early, with action",
        Stage::EndedEarly { action: false } => "if the hand ends early, without action",
        Stage::AfterFlop if has_draw => "when the draw begins",
        Stage::AfterFlop => "after the flop",
        Stage::LateBet if has_draw => "upon the first bet after the draw",
        Stage::LateBet => "upon the first bet on the turn or river",
        Stage::HalfHour => "at the half hour",
    }
}

/// The moments at which a schedule may collect.
fn moments_of(schedule: &Schedule) -> Vec<Stage> {
    match schedule.fees {
        Fees::Pot { .. } => vec![
            Stage::EndedEarly { action: true },
            Stage::EndedEarly { action: false },
            Stage::AfterFlop,
            Stage::LateBet,
        ],
        Fees::Bank { .. } | Fees::BlindDrop(_) | Fees::HalfHour { .. } => {
            vec![Stage::from(schedule.taken.value)]
        }
    }
}
