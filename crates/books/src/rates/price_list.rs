//! A schedule as people read it: its limit, what is paid, and when.

use super::charged::Charged;
use super::file::RateTable;
use super::schedule::{BankFee, Fees, PlayerFee, Schedule};
use super::words::{Band, Counted, Limit, PayerWord, Structure, TableAction, Taken};
use crate::Money;
use crate::book::Book;
use crate::read::Rule;
use crate::rules::Rules;

/// What hangs at a table: one line for the limit, and one for each fee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PriceList {
    /// The limit and the blinds.
    pub limit: String,
    /// The fees, those of one payer together.
    pub groups: Vec<PriceGroup>,
}

/// The fees of one payer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PriceGroup {
    /// Who pays, and by what the fee goes.
    pub title: String,
    /// What is paid for, and how much.
    pub rows: Vec<(String, String)>,
    /// The least and the most of these fees.
    pub span: String,
}

impl PriceList {
    /// The price list of a schedule.
    #[must_use]
    pub fn new(schedule: &Schedule) -> PriceList {
        PriceList { limit: limit(schedule), groups: groups(schedule, true) }
    }

    /// What a table of a book is really charged by a schedule: without a jackpot fee that the book does not take.
    #[must_use]
    pub fn charged(book: &Book, schedule: &Schedule) -> PriceList {
        PriceList { limit: limit(schedule), groups: groups(schedule, takes_jackpot(&book.rules)) }
    }

    /// Who pays how much at the least and at the most, in one sentence for each payer.
    #[must_use]
    pub fn in_short(&self) -> String {
        let sentence = |group: &PriceGroup| format!("{}: {}.", group.title, group.span);
        self.groups.iter().map(sentence).collect::<Vec<_>>().join(" ")
    }
}

impl Schedule {
    /// When the main fee is taken and what it goes by, in a sentence or two.
    #[must_use]
    pub fn sentence(&self) -> String {
        let when = match self.taken.value {
            Taken::BeforeDeal => "before the first card",
            Taken::AfterDeal => "after the opening cards, before anybody chooses",
            Taken::AfterFlop => "as soon as the flop is out",
            Taken::AtDraw => "when the draw begins",
            Taken::HalfHour => "at each half hour",
        };
        match &self.fees {
            Fees::Bank { bank: BankFee::Tiers { action, .. }, .. } => {
                let sum = match action.value {
                    TableAction::BaseWagers => "all base wagers",
                    TableAction::BaseAndBonusWagers => "all base and bonus wagers",
                };
                format!("Taken {when}. Table action is the sum of {sum}.")
            }
            Fees::Bank { .. } => format!("Taken {when}."),
            Fees::Pot { counted, .. } => {
                let players = match counted.value {
                    Counted::DealtIn => "who were dealt in",
                    Counted::StillIn => "who are still in",
                };
                format!("Taken from the pot {when}, by the number of players {players}.")
            }
            Fees::BlindDrop(_) => format!("The blind goes into the drop {when}."),
            Fees::HalfHour { from: PayerWord::Pot, .. } => format!("Taken from one pot {when}."),
            Fees::HalfHour { .. } => format!("Taken from each seated player {when}."),
        }
    }
}

impl RateTable {
    /// What holds for all schedules of the table, as sentences.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences: Vec<String> = Vec::new();
        for schedule in &self.schedules {
            let sentence = schedule.sentence();
            if !sentences.contains(&sentence) {
                sentences.push(sentence);
            }
        }
        if let Some(most) = &self.players_most {
            sentences.push(format!("At most {most} players can be dealt in."));
        }
        for cap in &self.caps {
            let games = cap.games.join(" and ");
            sentences.push(format!("The rules of {games} allow {} rates at one table limit.", cap.most));
        }
        sentences
    }
}

fn span(from: Money, to: Option<Money>) -> String {
    match to {
        Some(to) if to == from => from.to_string(),
        Some(to) => format!("{from} to {to}"),
        None => format!("{from} and more"),
    }
}

fn limit(schedule: &Schedule) -> String {
    let pair = |limit: &Limit| match limit.max {
        Some(max) => format!("{} - {max}", limit.min),
        None => limit.min.to_string(),
    };
    let mut parts = Vec::new();
    match (&schedule.limit, &schedule.limit_to, schedule.structure) {
        (Some(from), Some(to), structure) => {
            let name =
                structure.map_or_else(|| "wagers".to_owned(), |structure| format!("{structure} games"));
            parts.push(format!("{name} {} to {}", pair(from), pair(to)));
        }
        (Some(limit), None, Some(Structure::Limit)) => parts.push(format!("limit {}", pair(limit))),
        (Some(limit), None, Some(Structure::Spread)) => parts.push(format!("spread {}", pair(limit))),
        (Some(limit), None, Some(structure)) => parts.push(format!("{structure} {}", pair(limit))),
        (Some(limit), None, None) => parts.push(format!("wagers {}", span(limit.min, limit.max))),
        (None, _, Some(Structure::PotOrNoLimit)) => parts.push("pot limit or no limit".to_owned()),
        (None, _, Some(Structure::NoLimit)) => parts.push("no limit".to_owned()),
        (None, _, _) => {}
    }
    if let Some(chip) = &schedule.chip {
        parts.push(format!("chips of {chip}", chip = chip.value));
    }
    if let Some(blinds) = schedule.blinds_in_play() {
        let (small, big) = (blinds.small, blinds.big);
        parts.push(if small.is_zero() {
            format!("blind {big}")
        } else {
            format!("blinds {small} and {big}")
        });
    }
    parts.join(", ")
}

fn band(band: &Band) -> String {
    match (band.min, band.max) {
        (Some(min), Some(max)) if min == max => format!("{min} players"),
        (Some(min), Some(max)) => format!("{min} to {max} players"),
        (Some(min), None) => format!("{min} players and more"),
        (None, Some(max)) => format!("{max} players and fewer"),
        (None, None) => "any number of players".to_owned(),
    }
}

fn fee(fee: Money) -> String {
    if fee.is_zero() { "none".to_owned() } else { fee.to_string() }
}

fn takes_jackpot(rules: &Rules) -> bool {
    rules.face().jackpot().is_none_or(|jackpot| jackpot.value)
}

fn group(title: &str, rows: Vec<(String, Money)>) -> PriceGroup {
    let amounts = || rows.iter().map(|(_, amount)| *amount);
    let span = match (amounts().min(), amounts().max()) {
        (Some(least), Some(most)) if least < most => format!("{} to {}", fee(least), fee(most)),
        (least, _) => fee(least.unwrap_or(Money::ZERO)),
    };
    let rows = rows.into_iter().map(|(what, amount)| (what, fee(amount))).collect();
    PriceGroup { title: title.to_owned(), rows, span }
}

fn groups(schedule: &Schedule, has_jackpot: bool) -> Vec<PriceGroup> {
    let charge = |charged: &Charged| (span(charged.from, charged.to), charged.fee);
    let jackpot_of =
        |fee: &Option<Rule<Money>>| jackpot_group(fee.filter(|_| has_jackpot).map(|fee| fee.value));
    match &schedule.fees {
        Fees::Bank { bank, player, bonus, jackpot } => {
            let mut groups = vec![match bank {
                BankFee::Flat(fee) => group("Player-dealer", vec![("Each hand".to_owned(), fee.value)]),
                BankFee::Tiers { .. } => {
                    group("Player-dealer, by action", schedule.bank_charges().iter().map(charge).collect())
                }
            }];
            let mut rows = match player {
                PlayerFee::Flat(fee) => vec![("Each wager".to_owned(), fee.value)],
                PlayerFee::BySize(_) => {
                    let charges = schedule.wager_charges();
                    let row = |one: &Charged| (format!("Each wager of {}", span(one.from, one.to)), one.fee);
                    charges.iter().map(row).collect()
                }
            };
            rows.extend(bonus.map(|fee| ("Each bonus wager".to_owned(), fee.value)));
            groups.push(group("Player", rows));
            groups.extend(jackpot_of(jackpot));
            groups
        }
        Fees::Pot { bands, modified_a, modified_b, jackpot, .. } => {
            let has_draw = schedule.taken.value == Taken::AtDraw;
            let mut bands: Vec<&Band> = bands.iter().collect();
            bands.sort_by_key(|band| band.min.unwrap_or(0));
            let rows = bands.into_iter().map(|one| (band(one), one.fee.0)).collect();
            let mut groups = vec![group("From the pot, by players", rows)];
            let mut rows = Vec::new();
            if let Some(fee) = modified_a {
                let before = if has_draw { "draw" } else { "flop" };
                rows.push((
                    format!("From the small blind: hand over before the {before}, with action"),
                    fee.value,
                ));
            }
            if let Some(fee) = modified_b {
                let late = if has_draw { "a bet after the draw" } else { "a bet on the turn or river" };
                rows.push((format!("From the pot, once more: {late}"), fee.value));
            }
            if !rows.is_empty() {
                groups.push(group("Modified fees", rows));
            }
            groups.extend(jackpot_of(jackpot));
            groups
        }
        Fees::BlindDrop(fee) => vec![group("The blind", vec![("Each hand".to_owned(), fee.value)])],
        Fees::HalfHour { from: PayerWord::Pot, fee } => {
            vec![group("From one pot", vec![("Each half hour".to_owned(), fee.value)])]
        }
        Fees::HalfHour { fee, .. } => {
            vec![group("Each seated player", vec![("Each half hour".to_owned(), fee.value)])]
        }
    }
}

fn jackpot_group(fee: Option<Money>) -> Option<PriceGroup> {
    let fee = fee.filter(|fee| fee.is_positive())?;
    Some(group("Jackpot, where one is offered", vec![("Each hand".to_owned(), fee)]))
}
