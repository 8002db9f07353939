//! A schedule as people read it: its limit, what is paid, and when.

use super::schedule::{BankFee, Fees, PlayerFee, Schedule};
use super::words::{Band, Limit, PayerWord, Structure, TableAction, Taken};
use crate::money::Money;

/// What hangs at a table: one line for the limit, and one for each fee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PriceList {
    /// The limit and the blinds.
    pub limit: String,
    /// What is paid for, and how much.
    pub rows: Vec<(String, String)>,
}

impl PriceList {
    /// The price list of a schedule.
    #[must_use]
    pub fn new(schedule: &Schedule) -> PriceList {
        PriceList { limit: limit(schedule), rows: rows(schedule) }
    }
}

impl Schedule {
    /// When and by whom the main fee is paid, as a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let when = match self.taken.value {
            Taken::BeforeDeal => "before the first card",
            Taken::AfterDeal => "after the opening cards, before anybody chooses",
            Taken::AfterFlop => "as soon as the flop is out",
            Taken::AtDraw => "when the draw begins",
            Taken::HalfHour => "at each half hour",
        };
        let who = match &self.fees {
            Fees::Bank { bank: BankFee::Tiers { action, .. }, .. } => match action.value {
                TableAction::BaseWagers => {
                    "by the banker according to table action, which is the sum of all base wagers, \
                     and by each wager where a fee is listed"
                }
                TableAction::BaseAndBonusWagers => {
                    "by the banker according to table action, which is the sum of all base and bonus wagers, \
                     and by each wager where a fee is listed"
                }
            },
            Fees::Bank { .. } => "by the banker for each hand, and by each wager where a fee is listed",
            Fees::Pot { .. } => "from the pot, by the number of players",
            Fees::BlindDrop(_) => "by the blind, which goes into the drop",
            Fees::HalfHour { from: PayerWord::Pot, .. } => "from one pot",
            Fees::HalfHour { .. } => "by each seated player",
        };
        format!("Paid {who}, {when}.")
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
        (Some(from), Some(to), _) => parts.push(format!("limits {} to {}", pair(from), pair(to))),
        (Some(limit), None, Some(Structure::Limit)) => parts.push(format!("limit {}", pair(limit))),
        (Some(limit), None, Some(Structure::Spread)) => parts.push(format!("spread {}", pair(limit))),
        (Some(limit), None, Some(_)) => parts.push(format!("limit {}", pair(limit))),
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

fn rows(schedule: &Schedule) -> Vec<(String, String)> {
    let mut rows = Vec::new();
    let mut row = |what: String, fee: Money| {
        rows.push((what, if fee.is_zero() { "none".to_owned() } else { fee.to_string() }));
    };
    match &schedule.fees {
        Fees::Bank { bank, player, bonus, jackpot } => {
            match bank {
                BankFee::Flat(fee) => row("Player-dealer, each hand".to_owned(), fee.value),
                BankFee::Tiers { tiers, .. } => {
                    for tier in &tiers.value {
                        row(format!("Player-dealer, table action {}", span(tier.from, tier.to)), tier.fee.0);
                    }
                }
            }
            match player {
                PlayerFee::Flat(fee) => row("Player, each wager".to_owned(), fee.value),
                PlayerFee::BySize(tiers) => {
                    for tier in &tiers.value {
                        row(format!("Player, wager of {}", span(tier.from, tier.to)), tier.fee.0);
                    }
                }
            }
            if let Some(bonus) = bonus {
                row("Player, each bonus wager".to_owned(), bonus.value);
            }
            if let Some(jackpot) = jackpot.filter(|fee| fee.is_positive()) {
                row("Jackpot, where one is offered".to_owned(), jackpot.value);
            }
        }
        Fees::Pot { bands, modified_a, modified_b, jackpot, .. } => {
            for one in &bands.value {
                row(band(one), one.fee.0);
            }
            let at_draw = schedule.taken.value == Taken::AtDraw;
            if let Some(fee) = modified_a {
                let before = if at_draw { "draw" } else { "flop" };
                row(format!("Hand over before the {before}, with action"), fee.value);
            }
            if let Some(fee) = modified_b {
                let late = if at_draw { "Bet after the draw" } else { "Bet on the turn or river" };
                row(format!("{late}, added once"), fee.value);
            }
            if let Some(jackpot) = jackpot.filter(|fee| fee.is_positive()) {
                row("Jackpot, where one is offered".to_owned(), jackpot.value);
            }
        }
        Fees::BlindDrop(fee) => row("Each hand, the blind".to_owned(), fee.value),
        Fees::HalfHour { from: PayerWord::Pot, fee } => {
            row("Each half hour, from one pot".to_owned(), fee.value)
        }
        Fees::HalfHour { fee, .. } => row("Each player, each half hour".to_owned(), fee.value),
    }
    rows
}
