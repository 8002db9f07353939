//! The money of a banked table as the page shows it: banker, seats and house after collection.

use std::sync::Arc;

use books::rates::Schedule;
use books::{Book, Money};
use odds::money::{Fault, Number, Outcome, Payer, Person, Setup, View, Wagers};
use serde::Serialize;
use utoipa::ToSchema;

use super::KeptOdds;

/// How many rounds are played for what is not closed: enough for a screen, and done in a moment.
const ROUNDS: u64 = 20_000;

/// The most that one seat wagers, and that a bank puts up.
const AMOUNT_MOST: i64 = 100_000_000;

/// What is asked about the money of a table.
pub(crate) struct MoneyQuestion {
    /// What each seat wagers, in cents.
    pub(crate) seats: Vec<i64>,
    /// The bank's money in action, in cents; nothing for a bank that can always pay.
    pub(crate) stake: Option<i64>,
    /// The fees; nothing for none.
    pub(crate) schedule: Option<Schedule>,
    /// All schedules of the book.
    pub(crate) schedules: Vec<Schedule>,
}

/// A number that says how it was found; amounts are in cents and may be broken.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct FoundNumber {
    value: f64,
    /// Its standard error; nothing for one that was worked out.
    error: Option<f64>,
}

impl From<Number> for FoundNumber {
    fn from(number: Number) -> FoundNumber {
        FoundNumber { value: number.value, error: number.error }
    }
}

/// The money of a table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct MoneyView {
    /// The schedule of fees.
    schedule: Option<String>,
    /// How many rounds were played for what is not closed.
    rounds: u64,
    hands_per_hour: f64,
    /// What all seats wager before the deal.
    wagered: Money,
    stake: Option<Money>,
    /// The banker, each seat, and the house.
    people: Vec<MoneyOf>,
    /// All fees of a hand by what is wagered.
    fee_share: FoundNumber,
    /// The amounts at which a fee steps.
    cliffs: Vec<FeeCliff>,
    /// How often the stake does not reach every wager.
    short_chance: FoundNumber,
    /// What that changes for the banker in a hand.
    short_banker: FoundNumber,
    /// What it changes for whoever is settled last.
    short_last: FoundNumber,
    /// The risk that is taken of running dry in a round, and of ruin in a session.
    risk: f64,
    /// The stake that does not reach in that share of rounds at most.
    dry_stake: FoundNumber,
    /// A stake that always reaches.
    sure_stake: Money,
    /// How long a session lasts.
    hours: f64,
    /// What the banker has to bring for a session at that risk.
    bankroll: FoundNumber,
    /// What a bank that can pay wins by what is wagered, before its fee.
    edge: FoundNumber,
    /// The table action by which the banker comes out ahead.
    ahead: Vec<AheadFrom>,
    /// Every schedule at the same wagers and a bank that can pay.
    schedules: Vec<ScheduleMoney>,
}

/// What somebody comes to, after collection.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct MoneyOf {
    name: String,
    wagered: Money,
    fee: Money,
    per_hand: FoundNumber,
    deviation: FoundNumber,
    per_hour: FoundNumber,
    deviation_per_hour: FoundNumber,
    /// What a hand comes to by what is wagered.
    share: FoundNumber,
}

/// An amount at which a fee steps.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct FeeCliff {
    /// Whether the banker pays it, by table action; else each seat, by its wager.
    is_banks: bool,
    at: Money,
    before: Money,
    after: Money,
}

/// Table action by which the banker comes out ahead.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct AheadFrom {
    from: FoundNumber,
    /// Where it ends; nothing if it goes on.
    to: Option<Money>,
}

/// What one schedule comes to.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ScheduleMoney {
    schedule: String,
    is_offered: bool,
    /// What the banker and all seats pay for a hand, by what is wagered; nothing if it cannot be used.
    share: Option<f64>,
    /// What a hand comes to for the banker, after the fee.
    banker: Option<FoundNumber>,
    /// What an hour comes to for the house.
    house_per_hour: Option<FoundNumber>,
    /// Why these wagers cannot be made under it; empty if they can.
    refused: String,
}

impl MoneyQuestion {
    fn name(&self, book: &Book) -> String {
        let schedule = self.schedule.as_ref().map(|schedule| schedule.handle.as_str());
        format!("{} {:?} {:?} {schedule:?}", book.id, self.seats, self.stake)
    }

    /// The answer, kept or worked out now; nothing that can be asked often takes long.
    ///
    /// # Errors
    /// Why there is none, in a sentence.
    pub(crate) fn answer(
        self,
        book: &Book,
        kept: &KeptOdds,
        has_left: &dyn Fn() -> bool,
    ) -> Result<Arc<MoneyView>, String> {
        let amounts = self.seats.iter().chain(&self.stake);
        if self.seats.len() > 12 || amounts.clone().any(|cents| !(1..=AMOUNT_MOST).contains(cents)) {
            return Err("a table has 1 to 12 seats, and amounts are from $0.01 to $1,000,000".to_owned());
        }
        let name = self.name(book);
        if let Some(known) = kept.money(&name) {
            return Ok(known);
        }
        let model = kept.model(book);
        let model = model.as_ref().as_ref().map_err(Fault::to_string)?;
        let seats = self.seats.iter().map(|cents| Wagers { base: Money::cents(*cents), sides: Vec::new() });
        let mut setup = Setup::new(book.rules.clone(), seats.collect());
        setup.stake = self.stake.map(Money::cents);
        (setup.schedule, setup.schedules, setup.rounds) = (self.schedule, self.schedules, ROUNDS);
        let found = model.view(&setup, |_| !has_left()).map_err(|fault| fault.to_string())?;
        let answer = Arc::new(MoneyView::from(found));
        kept.keep_money(name, &answer);
        Ok(answer)
    }
}

impl From<View> for MoneyView {
    fn from(view: View) -> MoneyView {
        let of = |name: String, person: &Person| MoneyOf {
            name,
            wagered: person.wagered,
            fee: person.fee,
            per_hand: person.per_hand.into(),
            deviation: person.deviation.into(),
            per_hour: person.per_hour.into(),
            deviation_per_hour: person.deviation_per_hour.into(),
            share: person.share.into(),
        };
        let seats =
            view.seats.iter().enumerate().map(|(place, seat)| of(format!("Seat {}", place + 1), seat));
        let people = [of("Banker".to_owned(), &view.banker)].into_iter().chain(seats);
        let people = people.chain([of("House".to_owned(), &view.house)]).collect();
        MoneyView {
            people,
            schedule: view.schedule,
            rounds: view.rounds,
            hands_per_hour: view.hands_per_hour,
            wagered: view.wagered,
            stake: view.stake,
            fee_share: view.fees.share.into(),
            cliffs: view
                .fees
                .cliffs
                .iter()
                .map(|cliff| FeeCliff {
                    is_banks: cliff.payer == Payer::Bank,
                    at: cliff.at,
                    before: cliff.before,
                    after: cliff.after,
                })
                .collect(),
            short_chance: view.short.chance.into(),
            short_banker: view.short.banker.into(),
            short_last: view.short.last.change.into(),
            risk: view.dry.risk,
            dry_stake: view.dry.stake.into(),
            sure_stake: view.dry.always,
            hours: view.session.hours,
            bankroll: view.session.bankroll.into(),
            edge: view.break_even.edge.into(),
            ahead: view
                .break_even
                .ahead
                .iter()
                .map(|ahead| AheadFrom { from: ahead.from.into(), to: ahead.to })
                .collect(),
            schedules: view.schedules.into_iter().map(compared).collect(),
        }
    }
}

fn compared(one: odds::money::Compared) -> ScheduleMoney {
    let empty = ScheduleMoney {
        schedule: one.schedule,
        is_offered: one.is_offered,
        share: None,
        banker: None,
        house_per_hour: None,
        refused: String::new(),
    };
    match one.result {
        Outcome::Comes { share, banker, house_per_hour, .. } => ScheduleMoney {
            share: Some(share),
            banker: Some(banker.into()),
            house_per_hour: Some(house_per_hour.into()),
            ..empty
        },
        Outcome::Refused { refused } => ScheduleMoney { refused, ..empty },
    }
}
