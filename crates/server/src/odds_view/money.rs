//! The money of a banked table as the page shows it: banker, seats and house after collection.

use std::sync::Arc;

use books::rates::Schedule;
use books::{Book, Money};
use odds::Seating;
use odds::money::{Fault, Number, Outcome, Payer, Person, Setup, View, Wagers};
use serde::Serialize;
use utoipa::ToSchema;

use super::KeptOdds;
use super::kept::name_of;

/// How many rounds are played for what is not closed: enough for a screen, and done in a moment.
const ROUNDS: u64 = 20_000;

/// The most that one seat wagers, and that a bank puts up.
const AMOUNT_MOST: i64 = 100_000_000;

/// The most seats of a table.
const SEATS_MOST: usize = 12;

/// What is asked about the money of a table.
pub(crate) struct MoneyQuestion {
    /// What each seat wagers, in cents, by rising seat: the opening wager, then those beside it.
    pub(crate) seats: Vec<Vec<i64>>,
    /// The seats, where they are named; the first ones if empty.
    pub(crate) places: Vec<u8>,
    /// The seat of the bank; the first free one behind the last player if left out.
    pub(crate) bank_seat: Option<u8>,
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
    /// How many of an hour's hands the banker banks.
    hands_banked: f64,
    /// How many hands one person may bank in a row.
    banks_running: u8,
    /// How many of an hour's hands are banked with a turn for everybody at the table.
    hands_in_turn: f64,
    /// The seat of the bank.
    bank_seat: u8,
    /// In which order wagers are settled, in a sentence.
    order: String,
    /// What the rounds that were played cannot tell, in sentences.
    warnings: Vec<String>,
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
    /// The least and the most table action that the limits allow wagers in this proportion, in cents.
    action_least: f64,
    action_most: Option<f64>,
    /// The table action by which the banker comes out ahead.
    ahead: Vec<ActionRange>,
    /// The table action of which the rounds that were played cannot tell whether the banker comes out ahead.
    untold: Vec<ActionRange>,
    /// Every schedule at the same wagers and the same stake.
    schedules: Vec<ScheduleMoney>,
}

/// What somebody comes to, after collection.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct MoneyOf {
    name: String,
    /// The seat; nothing for the house.
    seat: Option<u8>,
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

/// Amounts of table action, in cents.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ActionRange {
    from: FoundNumber,
    /// Where it ends; nothing if it goes on.
    to: Option<FoundNumber>,
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
        let Self { seats, places, bank_seat, stake, schedule, schedules } = self;
        name_of(book, &(seats, places, bank_seat, stake, schedule, schedules))
    }

    fn seating(&self, table: u8) -> Result<Seating, String> {
        let places = if self.places.is_empty() {
            (1..=u8::MAX).filter(|seat| Some(*seat) != self.bank_seat).take(self.seats.len()).collect()
        } else {
            self.places.clone()
        };
        if self.bank_seat.is_some_and(|bank| bank == 0 || places.contains(&bank)) {
            return Err("the bank needs a seat of its own, counted from 1".to_owned());
        }
        let mut seating = Seating::of_players(places, table);
        seating.bank = self.bank_seat.unwrap_or(seating.bank);
        Ok(seating)
    }

    /// Refuses amounts that nobody puts down, by name and place.
    fn check(&self) -> Result<(), String> {
        if self.seats.len() > SEATS_MOST {
            return Err(format!("{} seats wager; a table has at most {SEATS_MOST}", self.seats.len()));
        }
        let (least, most) = (Money::cents(1), Money::cents(AMOUNT_MOST));
        for (place, amounts) in self.seats.iter().enumerate() {
            let seat = self.places.get(place).map_or(place + 1, |seat| usize::from(*seat));
            for (number, cents) in amounts.iter().enumerate() {
                let is_side = number > 0;
                if !(i64::from(!is_side)..=AMOUNT_MOST).contains(cents) {
                    let what = if is_side { "beside its opening wager" } else { "as its opening wager" };
                    let least = if is_side { Money::ZERO } else { least };
                    let amount = Money::cents(*cents);
                    return Err(format!(
                        "seat {seat} puts {amount} down {what}; give an amount from {least} to {most}, in cents"
                    ));
                }
            }
        }
        match self.stake.filter(|stake| !(1..=AMOUNT_MOST).contains(stake)) {
            Some(stake) => Err(format!(
                "the bank puts up {}; give a stake from {least} to {most}, in cents, or none for a bank that can always pay",
                Money::cents(stake)
            )),
            None => Ok(()),
        }
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
        self.check()?;
        let name = self.name(book);
        if let Some(known) = kept.money(&name) {
            return Ok(known);
        }
        let model = kept.model(book);
        let model = model.as_ref().as_ref().map_err(Fault::to_string)?;
        let seats = self.seats.iter().map(|amounts| {
            let mut amounts = amounts.iter().copied().map(Money::cents);
            Wagers { base: amounts.next().unwrap_or(Money::ZERO), sides: amounts.collect() }
        });
        let mut setup = Setup::new(book.rules.clone(), seats.collect());
        setup.seating = self.seating(model.table_seats())?;
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
        let of = |name: String, seat: Option<u8>, person: &Person| MoneyOf {
            name,
            seat,
            wagered: person.wagered,
            fee: person.fee,
            per_hand: person.per_hand.into(),
            deviation: person.deviation.into(),
            per_hour: person.per_hour.into(),
            deviation_per_hour: person.deviation_per_hour.into(),
            share: person.share.into(),
        };
        let places = &view.seating.players;
        let seats = view
            .seats
            .iter()
            .zip(places)
            .map(|(seat, place)| of(format!("Seat {place}"), Some(*place), seat));
        let people =
            [of("Banker".to_owned(), Some(view.seating.bank), &view.banker)].into_iter().chain(seats);
        let people = people.chain([of("House".to_owned(), None, &view.house)]).collect();
        MoneyView {
            people,
            schedule: view.schedule,
            rounds: view.rounds,
            hands_per_hour: view.hands_per_hour,
            hands_banked: view.hands_per_hour * view.banked.share,
            banks_running: view.banked.running,
            hands_in_turn: view.hands_per_hour * view.banked.in_turn,
            bank_seat: view.seating.bank,
            order: view.order,
            warnings: view.warnings,
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
            action_least: view.break_even.least,
            action_most: view.break_even.most,
            ahead: ranges(&view.break_even.ahead),
            untold: ranges(&view.break_even.untold),
            schedules: view.schedules.into_iter().map(compared).collect(),
        }
    }
}

fn ranges(list: &[odds::money::Range]) -> Vec<ActionRange> {
    list.iter().map(|one| ActionRange { from: one.from.into(), to: one.to.map(Into::into) }).collect()
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

#[cfg(test)]
mod tests {
    use books::Shelf;

    use super::*;

    fn asked(seats: &[&[i64]], stake: Option<i64>) -> Result<Arc<MoneyView>, String> {
        let shelf = Shelf::filed();
        let book = shelf.book(&shelf.find("pinnacle/three-card-6-card-bonus").unwrap()).unwrap();
        let seats = seats.iter().map(|amounts| amounts.to_vec()).collect();
        let question = MoneyQuestion {
            seats,
            places: Vec::new(),
            bank_seat: None,
            stake,
            schedule: None,
            schedules: Vec::new(),
        };
        question.answer(&book, &KeptOdds::default(), &|| false)
    }

    #[test]
    fn wagers_beside_the_ante_change_what_is_wagered_and_won() {
        let (plain, both) = (asked(&[&[2_000]], None).unwrap(), asked(&[&[2_000, 500, 500]], None).unwrap());
        assert_eq!((plain.wagered, both.wagered), (Money::dollars(20), Money::dollars(30)));
        assert!(both.people[1].per_hand.value < plain.people[1].per_hand.value - 20.0, "{both:?}");
    }

    #[test]
    fn amounts_that_nobody_puts_down_are_named() {
        for (seats, stake, told) in [
            (
                &[&[2_000][..], &[0]][..],
                None,
                "seat 2 puts $0 down as its opening wager; give an amount from",
            ),
            (&[&[2_000, -5]], None, "seat 1 puts -$0.05 down beside its opening wager"),
            (&[&[200_000_000_000]], None, "seat 1 puts"),
            (&[&[2_000]], Some(0), "the bank puts up $0; give a stake from"),
            (&[&[2_000, 0, 0, 0]], None, "too many wagers"),
            (&[&[2_000][..]; 13], None, "13 seats wager; a table has at most 12"),
        ] {
            let said = asked(seats, stake).unwrap_err();
            assert!(said.contains(told), "{told}: {said}");
        }
    }
}
