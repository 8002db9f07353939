//! One table as it is played again and again, and one block of its rounds.

use std::fmt;
use std::sync::Arc;

use books::Money;
use books::blackjack::BlackjackRules;
use books::rates::Schedule;
use cards::Card;
use games::blackjack::{Allowed, Bet, Blackjack, Choice, End, Event, Game, Opening, Setup, Waits};
use games::{About, Party, Purse, Record, Seat, SetupFault, Wrong};

use super::super::random::Random;
use super::chart::Flat;
use super::tally::{Ledger, SEATS_MAX, Tally};
use crate::blackjack::{Action, Chart, Shoe};
use crate::seating::Seating;

/// What players have beside what they wager: always enough for every double and split.
const PLENTY: Money = Money::dollars(1_000_000_000);

/// A table: the game and who wagers what.
#[derive(Clone, Debug)]
pub struct Table {
    /// The rules.
    pub rules: BlackjackRules,
    /// The fees; none for a table that charges nothing.
    pub schedule: Option<Schedule>,
    /// How many decks a fresh shoe holds.
    pub decks: u8,
    /// The opening wager of each player, seat by seat.
    pub wagers: Vec<Money>,
    /// Who sits where; the players in the first seats and the bank behind the last if left out.
    pub seating: Option<Seating>,
    /// What each player has on the book's side bet.
    pub sides: Vec<Money>,
    /// Whether players insure whenever they are asked.
    pub insures: bool,
    /// The bank's money in action.
    pub stake: Money,
}

impl Table {
    /// One player with ten dollars against a bank that can always pay, without fees.
    #[must_use]
    pub fn of(rules: &BlackjackRules, decks: u8) -> Table {
        Table {
            rules: rules.clone(),
            schedule: None,
            decks,
            wagers: vec![Money::dollars(10)],
            seating: None,
            sides: vec![Money::ZERO],
            insures: false,
            stake: PLENTY,
        }
    }
}

/// The shoe had not cards enough for a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dry;

impl fmt::Display for Dry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the shoe ran out of cards in the middle of a round; take more decks or fewer players")
    }
}

impl std::error::Error for Dry {}

/// A table that was checked against its book, with the chart its players go by.
#[derive(Clone, Debug)]
pub struct Plan {
    opening: Opening,
    shoe: Vec<Card>,
    chart: Flat,
    insures: bool,
    seats: usize,
    seed: u64,
}

impl Plan {
    /// Checks a table.
    ///
    /// # Errors
    /// Every fault that the game finds with it.
    ///
    /// # Panics
    /// If there is not one side wager, be it nothing, and one seat for each player.
    pub fn new(table: Table, chart: &Chart, seed: u64) -> Result<Plan, Vec<SetupFault>> {
        let Table { rules, schedule, decks, wagers, seating, sides, insures, stake } = table;
        let seats = wagers.len();
        assert_eq!(sides.len(), seats, "each player needs a side wager, be it nothing");
        if seats >= SEATS_MAX.min(rules.book.seats.value.into()) {
            let what = Wrong::TableSize { seats: (seats + 1).min(255) as u8, most: rules.book.seats.value };
            return Err(vec![SetupFault { about: About::Table, what, clause: rules.book.seats.clause }]);
        }
        let seating = seating.unwrap_or_else(|| Seating::first(seats));
        assert_eq!(seating.players.len(), seats, "each player needs a seat");
        let purse = |seat: &u8| Purse { name: seat.to_string(), stack: PLENTY, streak: 0 };
        let mut purses: Vec<Purse> = seating.players.iter().chain([&seating.bank]).map(purse).collect();
        purses[seats].stack += stake;
        let bets = wagers.iter().zip(&sides).enumerate().map(|(place, (base, side))| Bet {
            spot: Seat::new(seating.players[place]),
            purse: place as u8,
            base: *base,
            side: *side,
        });
        let setup = Setup {
            seats: rules.book.seats.value,
            decks,
            purses,
            bank: Seat::new(seating.bank),
            banker: seats as u8,
            stake,
            partners: Vec::new(),
            bets: bets.collect(),
        };
        let fresh = Shoe::fresh(&rules, decks);
        let faces = Card::all().chain([Card::JOKER]);
        let shoe =
            faces.flat_map(|card| std::iter::repeat_n(card, usize::from(fresh.copies(card)))).collect();
        let opening = Opening::check(Arc::new(Game { rules, schedule }), &Arc::new(setup))?;
        Ok(Plan { opening, shoe, chart: Flat::of(chart), insures, seats, seed })
    }

    /// Somebody who plays rounds of this plan.
    pub(super) fn dealer(&self) -> Dealer<'_, Ledger> {
        self.dealer_of(Ledger::new(self.seats))
    }

    /// Somebody who plays rounds of this plan and tells them to a recorder.
    pub(crate) fn dealer_of<R: Record<Event>>(&self, recorder: R) -> Dealer<'_, R> {
        Dealer {
            plan: self,
            round: self.opening.open(&mut ()),
            shoe: self.shoe.clone(),
            recorder,
            allowed: Vec::new(),
        }
    }
}

/// Plays rounds, one after the other, in the same place.
pub(crate) struct Dealer<'a, R> {
    plan: &'a Plan,
    round: Blackjack,
    shoe: Vec<Card>,
    recorder: R,
    allowed: Vec<Allowed>,
}

impl Dealer<'_, Ledger> {
    /// Plays one block of rounds.
    pub(super) fn block(&mut self, number: u64, rounds: u64) -> Result<Tally, Dry> {
        let mut tally = Tally::default();
        let mut random = Random::of(self.plan.seed, number);
        // A block must not depend on what was dealt before it.
        self.shoe.copy_from_slice(&self.plan.shoe);
        for _ in 0..rounds {
            self.round(&mut random)?;
            self.recorder.end(&mut tally);
        }
        Ok(tally)
    }
}

impl<R: Record<Event>> Dealer<'_, R> {
    /// Who hears of the rounds.
    pub(crate) fn recorder(&mut self) -> &mut R {
        &mut self.recorder
    }

    /// Opens a round and plays it.
    #[inline]
    pub(crate) fn round(&mut self, random: &mut Random) -> Result<(), Dry> {
        self.plan.opening.open_again(&mut self.round, &mut self.recorder);
        self.play(random)
    }

    /// Plays one round. The shoe is shuffled only as far as it is dealt.
    fn play(&mut self, random: &mut Random) -> Result<(), Dry> {
        let mut dealt = 0;
        loop {
            match self.round.waits() {
                Waits::Card { .. } => {
                    let left = (self.shoe.len() - dealt) as u32;
                    if left == 0 {
                        return Err(Dry);
                    }
                    self.shoe.swap(dealt, dealt + random.below(left) as usize);
                    let taken = self.round.card(Some(self.shoe[dealt]), &mut self.recorder);
                    debug_assert!(taken.is_ok(), "the shoe holds what the book says");
                    dealt += 1;
                }
                Waits::Choices if self.plan.chart.gives_up_over && self.give_up_over() => {}
                Waits::Choices => match self.round.current_hand() {
                    Some((who, number)) => self.choose(who, number),
                    None => self.answer(),
                },
                Waits::Look | Waits::Over => return Ok(()),
            }
        }
    }

    /// Gives up a hand that is over, where the chart does and it is not too late; tells whether there was one.
    fn give_up_over(&mut self) -> bool {
        let up = self.round.bank_hand().cards()[0];
        for place in 0..self.round.hands().len() {
            let hand = &self.round.hands()[place];
            if hand.end != Some(End::Over) || !self.plan.chart.gives_up(hand.hand.total(), up) {
                continue;
            }
            let spot = usize::from(hand.spot);
            let number = place as u8 - self.round.spots()[spot].first_hand;
            let choice = Choice::Surrender(number);
            if self.round.choose(Party(spot as u8), choice, &mut self.recorder).is_ok() {
                return true;
            }
        }
        false
    }

    /// Plays what the chart wants most of what is allowed.
    #[inline]
    fn choose(&mut self, who: Party, number: u8) {
        let spot = &self.round.spots()[who.index()];
        let hand = &self.round.hands()[usize::from(spot.first_hand + number)];
        let up = self.round.bank_hand().cards()[0];
        let base = self.round.setup().bets[who.index()].base;
        for action in self.plan.chart.wishes(hand, up) {
            let choice = match action {
                Action::Stand => Choice::Stand,
                Action::Hit => Choice::Hit,
                Action::Double => Choice::Double(base),
                Action::Split => Choice::Split,
                Action::Surrender => Choice::Surrender(number),
            };
            if self.round.choose(who, choice, &mut self.recorder).is_ok() {
                return;
            }
        }
        unreachable!("a hand in turn may do something");
    }

    /// Answers for everybody who is asked about insurance, and leaves all else that is offered alone.
    fn answer(&mut self) {
        self.allowed.clear();
        self.round.allowed(&mut self.allowed);
        let up = self.round.bank_hand().cards()[0];
        let mut answered: u16 = 0;
        for place in 0..self.allowed.len() {
            let who = self.allowed[place].who;
            if answered & 1 << who.index() != 0 {
                continue;
            }
            answered |= 1 << who.index();
            let offers = self.allowed.iter().filter(|offer| offer.who == who);
            let spot = &self.round.spots()[who.index()];
            let opening = &self.round.hands()[usize::from(spot.first_hand)];
            let takes_even = opening.is_natural && self.plan.chart.takes_even_money(opening, up);
            let wanted = offers.filter_map(|offer| match offer.choice {
                Choice::EvenMoney if takes_even => Some((2, offer.choice)),
                Choice::Insure(_) if self.plan.insures => Some((1, Choice::Insure(offer.most))),
                Choice::Decline => Some((0, offer.choice)),
                _ => None,
            });
            let Some((_, choice)) = wanted.max_by_key(|(rank, _)| *rank) else { continue };
            let taken = self.round.choose(who, choice, &mut self.recorder);
            debug_assert!(taken.is_ok(), "listed choices are taken");
        }
    }
}

#[cfg(test)]
mod tests {
    use books::{Rules, Shelf};

    use super::*;
    use crate::blackjack::Analysis;

    #[test]
    fn a_shoe_that_runs_out_is_told() {
        let shelf = Shelf::filed();
        let book = shelf.book(&shelf.find("mortimers/no-bust-6").unwrap()).unwrap();
        let Rules::Blackjack(rules) = &book.rules else { panic!("a blackjack book") };
        let chart = Analysis::<f64>::of(rules, &Shoe::fresh(rules, 2)).chart();
        let mut plan = Plan::new(Table::of(rules, 2), &chart, 1).unwrap();
        assert!(plan.dealer().block(0, 100).is_ok());
        plan.shoe.truncate(6);
        let dry = plan.dealer().block(0, 100).unwrap_err();
        assert!(dry.to_string().contains("take more decks or fewer players"));
    }
}
