//! What the money view is asked about: a table, its wagers, the bank's money and how surely it should be known.

use std::fmt;

use books::rates::Schedule;
use books::{Money, Rules};
use games::{About, Seat, SetupFault};
use serde::{Deserialize, Serialize};

use crate::blackjack::TooManyHands;
use crate::seating::Seating;

/// What one seat wagers before the deal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wagers {
    /// The opening wager: base wager, ante.
    pub base: Money,
    /// The wagers beside it, in the order of [`super::Model::side_names`]; those left out are nothing.
    #[serde(default)]
    pub sides: Vec<Money>,
}

impl Wagers {
    /// All of it.
    #[must_use]
    pub fn total(&self) -> Money {
        self.base + self.sides.iter().copied().sum()
    }

    /// The wager beside the opening one of that place, nothing if it is left out.
    #[must_use]
    pub fn side(&self, place: usize) -> Money {
        self.sides.get(place).copied().unwrap_or(Money::ZERO)
    }
}

/// A table, and what is to be known of its money.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The rules of the book.
    pub rules: Rules,
    /// How many decks a fresh shoe holds, where that can be chosen; as many as usual if left out.
    pub decks: Option<u8>,
    /// The fees; none for a table that charges nothing.
    pub schedule: Option<Schedule>,
    /// Schedules to be compared at the same wagers.
    pub schedules: Vec<Schedule>,
    /// What each player wagers, by rising seat.
    pub seats: Vec<Wagers>,
    /// Who sits where; with a short stake, the seat decides who is paid.
    pub seating: Seating,
    /// The bank's money in action in every round; none for a bank that can always pay.
    pub stake: Option<Money>,
    /// How many hands are dealt in an hour.
    pub hands_per_hour: f64,
    /// Which share of all hands the banker banks; as many as the rotation lets one person bank if left out.
    pub banks: Option<f64>,
    /// How long a session lasts.
    pub hours: f64,
    /// The risk that is taken of running dry in one round, and of ruin in one session.
    pub risk: f64,
    /// How many rounds are played for what is not closed.
    pub rounds: u64,
    /// The seed of their cards.
    pub seed: u64,
    /// On how many threads they are played.
    pub threads: usize,
}

impl Setup {
    /// How many hands are dealt in an hour unless told otherwise.
    pub const HANDS_PER_HOUR: f64 = 40.0;
    /// How long a session lasts unless told otherwise.
    pub const HOURS: f64 = 4.0;
    /// Which risk is taken unless told otherwise.
    pub const RISK: f64 = 0.01;
    /// How many rounds are played unless told otherwise.
    pub const ROUNDS: u64 = 100_000;

    /// These seats against a bank that can always pay, without fees.
    #[must_use]
    pub fn new(rules: Rules, seats: Vec<Wagers>) -> Setup {
        Setup {
            rules,
            decks: None,
            schedule: None,
            schedules: Vec::new(),
            seating: Seating::first(seats.len()),
            seats,
            banks: None,
            stake: None,
            hands_per_hour: Setup::HANDS_PER_HOUR,
            hours: Setup::HOURS,
            risk: Setup::RISK,
            rounds: Setup::ROUNDS,
            seed: 0,
            threads: 1,
        }
    }

    pub(super) fn check(&self) -> Result<(), Fault> {
        let is_sound = |number: f64, most: f64| number.is_finite() && number > 0.0 && number <= most;
        if self.seats.is_empty() {
            return Err(Fault::NoSeats);
        }
        let players = &self.seating.players;
        let is_rising = players.windows(2).all(|two| two[0] < two[1]);
        let is_counted = self.seating.bank > 0 && players.first().is_none_or(|seat| *seat > 0);
        if players.len() != self.seats.len() || !is_rising || !is_counted {
            return Err(Fault::Seating);
        }
        if !is_sound(self.hands_per_hour, 1_000.0) {
            return Err(Fault::Number { what: "hands an hour", expected: "a number above 0, up to 1000" });
        }
        if !is_sound(self.hours, 1_000.0) {
            return Err(Fault::Number { what: "hours", expected: "a number above 0, up to 1000" });
        }
        if !(is_sound(self.risk, 0.5)) {
            return Err(Fault::Number { what: "risk", expected: "a share above 0, up to 0.5, such as 0.01" });
        }
        if !(1_000..=100_000_000).contains(&self.rounds) {
            return Err(Fault::Number { what: "rounds", expected: "a whole number from 1000 to 100000000" });
        }
        Ok(())
    }
}

/// Why there is no money view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The game has no bank.
    NotBanked,
    /// Nobody wagers.
    NoSeats,
    /// A seat has a wager that the game does not know.
    Sides {
        /// The seat.
        seat: usize,
        /// What the game knows beside the opening wager.
        known: &'static [&'static str],
    },
    /// Players and wagers do not go together, or two sit in one seat.
    Seating,
    /// A seat that the table does not have.
    NoSeat {
        /// The seat.
        seat: u8,
        /// How many seats it has.
        seats: u8,
    },
    /// A player sits where the bank does.
    BankSeat {
        /// The seat.
        seat: u8,
    },
    /// A number of decks for a game that is played with those it has.
    Decks,
    /// More hands than one person may bank.
    Banks {
        /// How many rounds one person may bank in a row.
        running: u8,
    },
    /// A number that is asked for with the table is none that can be.
    Number {
        /// What it is.
        what: &'static str,
        /// What was expected.
        expected: &'static str,
    },
    /// What the game finds with the table.
    Table(Vec<SetupFault>),
    /// The shoe has not cards enough.
    Dry,
    /// The book has more different hands than are worked out.
    TooManyHands(TooManyHands),
    /// Whoever was told how far it is wanted no more.
    Stopped,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NotBanked => {
                f.write_str("this game has no bank; ask for a blackjack, double-hand or three-card book")
            }
            Fault::NoSeats => f.write_str("nobody wagers; give at least one seat a wager"),
            Fault::Sides { seat, known: [] } => {
                write!(f, "seat {seat} has more than one wager, and this game knows the opening wager alone")
            }
            Fault::Sides { seat, known } => {
                let known = known.join(", then ");
                write!(f, "seat {seat} has too many wagers; beside the opening wager comes {known}")
            }
            Fault::Seating => f.write_str(
                "every player needs a wager and a seat of their own, counted from 1, by rising seats",
            ),
            Fault::NoSeat { seat, seats } => {
                write!(f, "there is no seat {seat} at this table, which has {seats} seats")
            }
            Fault::BankSeat { seat } => {
                write!(f, "seat {seat} is the bank's and has a wager; seat one of them elsewhere")
            }
            Fault::Decks => f.write_str(
                "this game has no shoe whose decks could be chosen; leave the number of decks out",
            ),
            Fault::Banks { running } => write!(
                f,
                "one person may bank {running} hands in a row and then another must, which is {running} of every {}; \
                 give a share up to that",
                running.saturating_add(1)
            ),
            Fault::Number { what, expected } => write!(f, "{what}: expected {expected}"),
            Fault::Table(faults) => {
                // Everybody wagers on the spot in front of their own seat, and is named after it.
                let seated = |fault: &SetupFault| {
                    let seat = match &fault.about {
                        About::Spot(seat) => Some(*seat),
                        About::Purse { name, .. } => name.parse().ok().map(Seat::new),
                        About::Table | About::Bank | About::Shoe | About::Seat(_) => None,
                    };
                    let about = seat.map_or_else(|| fault.about.clone(), About::Seat);
                    SetupFault { about, ..fault.clone() }.to_string()
                };
                let list: Vec<String> = faults.iter().map(seated).collect();
                f.write_str(&list.join("; "))
            }
            Fault::Dry => crate::sim::Dry.fmt(f),
            Fault::TooManyHands(fault) => fault.fmt(f),
            Fault::Stopped => f.write_str("stopped before enough rounds were played"),
        }
    }
}

impl std::error::Error for Fault {}
