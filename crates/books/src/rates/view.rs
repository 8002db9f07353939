//! Schedules as JSON, one object for each row of players or wagers, money in whole cents.

use serde_json::{Map, Value, json};

use super::file::RatesFile;
use super::schedule::{BankFee, Fees, PlayerFee, Schedule};
use super::words::{Band, Limit};
use crate::Money;
use crate::read::Rule;

impl RatesFile {
    /// The schedules of a book as a JSON array.
    ///
    /// A schedule that prices several bands of players, or several sizes of wagers, gives one object for
    /// each; a fee without tiers is one tier from nothing up. Where the fee depends on the size of a
    /// wager (`"per": "wager"`), the tier holds that size and the banker's fee.
    #[must_use]
    pub fn json(&self, game: &str) -> Value {
        Value::Array(self.schedules(game).flat_map(rows).collect())
    }
}

pub(super) fn rows(schedule: &Schedule) -> Vec<Value> {
    match &schedule.fees {
        Fees::Bank { bank, player, bonus, jackpot } => {
            let row = Row { bonus_fee: cents(*bonus), jackpot: cents(*jackpot), ..Row::default() };
            match (bank, player) {
                (_, PlayerFee::BySize(tiers)) => tiers
                    .iter()
                    .map(|tier| {
                        let tiers = vec![tier_json(tier.from, tier.to, tier.bank_fee.0)];
                        row.clone().with(schedule, tiers, json!(tier.fee.0.in_cents()))
                    })
                    .collect(),
                (BankFee::Flat(fee), PlayerFee::Flat(player)) => {
                    let tiers = vec![tier_json(Money::ZERO, None, fee.value)];
                    vec![row.with(schedule, tiers, json!(player.value.in_cents()))]
                }
                (BankFee::Tiers { tiers, .. }, PlayerFee::Flat(player)) => {
                    let tiers = tiers.iter().map(|tier| tier_json(tier.from, tier.to, tier.fee.0)).collect();
                    vec![row.with(schedule, tiers, json!(player.value.in_cents()))]
                }
            }
        }
        Fees::Pot { bands, modified_a, modified_b, jackpot, .. } => bands
            .iter()
            .map(|band| {
                let row = Row {
                    players: players_json(band),
                    modified_a: cents(*modified_a),
                    modified_b: cents(*modified_b),
                    jackpot: cents(*jackpot),
                    ..Row::default()
                };
                row.with(schedule, vec![tier_json(Money::ZERO, None, band.fee.0)], Value::Null)
            })
            .collect(),
        Fees::BlindDrop(fee) | Fees::HalfHour { fee, .. } => {
            let tiers = vec![tier_json(Money::ZERO, None, fee.value)];
            vec![Row::default().with(schedule, tiers, Value::Null)]
        }
    }
}

/// The keys that not every schedule has.
#[derive(Clone, Default)]
struct Row {
    players: Value,
    bonus_fee: Value,
    modified_a: Value,
    modified_b: Value,
    jackpot: Value,
}

impl Row {
    fn with(self, schedule: &Schedule, tiers: Vec<Value>, player_fee: Value) -> Value {
        let blinds = schedule.blinds.as_ref();
        let mut object = Map::new();
        let mut set = |key: &str, value: Value| object.insert(key.to_owned(), value);
        set("schedule", json!(schedule.handle.as_str()));
        set("limit", limit_json(schedule));
        set("blinds", blinds.map_or(Value::Null, |it| json!([it.small.in_cents(), it.big.in_cents()])));
        set("players", self.players);
        set("tiers", Value::Array(tiers));
        set("player_fee", player_fee);
        set("bonus_fee", self.bonus_fee);
        set("modified_a", self.modified_a);
        set("modified_b", self.modified_b);
        set("jackpot", self.jackpot);
        set("per", json!(schedule.per.word()));
        Value::Object(object)
    }
}

fn limit_json(schedule: &Schedule) -> Value {
    let (min, max) = match (&schedule.limit, &schedule.limit_to, schedule.chip) {
        (Some(limit), Some(to), _) => (Some(limit.min), to.max),
        (Some(Rule { value: Limit { min, max }, .. }), None, _) => (Some(*min), *max),
        (None, _, Some(chip)) => (Some(chip.value), Some(chip.value)),
        (None, _, None) => (None, None),
    };
    json!({ "min": min.map(Money::in_cents), "max": max.map(Money::in_cents) })
}

/// A hand needs two players, so a band of so many "or less" starts at two.
fn players_json(band: &Band) -> Value {
    json!({ "min": band.min.unwrap_or(2), "max": band.max })
}

fn tier_json(from: Money, to: Option<Money>, fee: Money) -> Value {
    json!({ "min": from.in_cents(), "max": to.map(Money::in_cents), "fee": fee.in_cents() })
}

fn cents(fee: Option<Rule<Money>>) -> Value {
    fee.map_or(Value::Null, |fee| json!(fee.value.in_cents()))
}
