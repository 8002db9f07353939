//! What rounds have come to: whole cents, so that sums are the same in whatever order they are made.

use books::Money;
use games::blackjack::{Event, WagerKind};
use games::{Party, Record};

/// The most seats a table has.
pub(super) const SEATS_MAX: usize = 12;

/// The wagers that are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stream {
    /// The opening wager with all that is added to it by doubles and splits.
    Base,
    /// Insurance.
    Insurance,
    /// The Buster wager.
    Buster,
    /// The Bonus Bet.
    Bonus,
}

impl Stream {
    /// Every wager, in the order it is told.
    pub const ALL: [Stream; 4] = [Stream::Base, Stream::Insurance, Stream::Buster, Stream::Bonus];

    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Stream::Base => "base",
            Stream::Insurance => "insurance",
            Stream::Buster => "buster",
            Stream::Bonus => "bonus",
        }
    }

    fn of(kind: WagerKind) -> Stream {
        match kind {
            WagerKind::Base | WagerKind::Double | WagerKind::Split => Stream::Base,
            WagerKind::Insurance => Stream::Insurance,
            WagerKind::Buster => Stream::Buster,
            WagerKind::Bonus => Stream::Bonus,
        }
    }
}

/// Sums over rounds of one kind of wager, in cents and squares of cents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// How many wagers were made.
    pub wagers: i128,
    /// What was wagered.
    pub wagered: i128,
    /// What players won, less what they lost.
    pub net: i128,
    /// The squares of each wager, and of what each came to.
    pub wager_squares: i128,
    /// The squares of what each wager came to.
    pub net_squares: i128,
    /// The squares of what a whole round wagered.
    pub round_wager_squares: i128,
    /// What a whole round wagered times what it came to.
    pub round_products: i128,
    /// The squares of what a whole round came to.
    pub round_net_squares: i128,
}

impl Sums {
    /// Every sum by its name.
    #[must_use]
    pub fn parts(&self) -> [(&'static str, i128); 8] {
        [
            ("wagers", self.wagers),
            ("wagered", self.wagered),
            ("net", self.net),
            ("wager_squares", self.wager_squares),
            ("net_squares", self.net_squares),
            ("round_wager_squares", self.round_wager_squares),
            ("round_products", self.round_products),
            ("round_net_squares", self.round_net_squares),
        ]
    }

    /// The sums of that name, to be read anew.
    pub fn part_mut(&mut self, name: &str) -> Option<&mut i128> {
        Some(match name {
            "wagers" => &mut self.wagers,
            "wagered" => &mut self.wagered,
            "net" => &mut self.net,
            "wager_squares" => &mut self.wager_squares,
            "net_squares" => &mut self.net_squares,
            "round_wager_squares" => &mut self.round_wager_squares,
            "round_products" => &mut self.round_products,
            "round_net_squares" => &mut self.round_net_squares,
            _ => return None,
        })
    }

    pub(crate) fn add(&mut self, other: &Sums) {
        for (name, part) in other.parts() {
            if let Some(sum) = self.part_mut(name) {
                *sum += part;
            }
        }
    }

    /// What a unit wagered comes to; nothing if none was.
    #[must_use]
    pub fn value(&self) -> Option<f64> {
        (self.wagered > 0).then(|| self.net as f64 / self.wagered as f64)
    }

    /// The standard deviation of one wager, in units of it.
    #[must_use]
    pub fn deviation(&self) -> Option<f64> {
        let value = self.value()?;
        Some((self.net_squares as f64 / self.wager_squares as f64 - value * value).max(0.0).sqrt())
    }

    /// The standard error of the value. Wagers of one round hang together, so rounds are what is counted.
    #[must_use]
    pub fn error(&self) -> Option<f64> {
        let value = self.value()?;
        let squares = self.round_net_squares as f64 - 2.0 * value * self.round_products as f64
            + value * value * self.round_wager_squares as f64;
        Some(squares.max(0.0).sqrt() / self.wagered as f64)
    }
}

/// What rounds have come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many rounds.
    pub rounds: u64,
    /// How many hands were dealt to players, without those that splits made.
    pub hands: u64,
    /// How many rounds the bank's money did not reach to the end.
    pub short: u64,
    /// What the bank paid in fees, in cents.
    pub bank_fees: i128,
    /// What players paid in fees, in cents.
    pub player_fees: i128,
    /// What the house paid in bonuses, in cents.
    pub bonuses: i128,
    /// Every wager, in the order of [`Stream::ALL`].
    pub streams: [Sums; 4],
}

impl Tally {
    /// Adds other rounds.
    pub fn add(&mut self, other: &Tally) {
        self.rounds += other.rounds;
        self.hands += other.hands;
        self.short += other.short;
        self.bank_fees += other.bank_fees;
        self.player_fees += other.player_fees;
        self.bonuses += other.bonuses;
        for (sums, more) in self.streams.iter_mut().zip(&other.streams) {
            sums.add(more);
        }
    }

    /// The sums of one wager.
    #[must_use]
    pub fn of(&self, stream: Stream) -> &Sums {
        &self.streams[stream as usize]
    }
}

/// What one seat has on one kind of wager, and what it came to, in cents.
#[derive(Clone, Copy, Default)]
struct Line {
    wagered: i64,
    net: i64,
}

/// One round as it is played: of its events only those about money are looked at.
pub(super) struct Ledger {
    seats: usize,
    lines: [[Line; SEATS_MAX]; 4],
    /// Which wagers were made, a bit for each.
    made: u8,
    is_short: bool,
    bank_fees: i64,
    player_fees: i64,
    bonuses: i64,
}

impl Ledger {
    pub(super) fn new(seats: usize) -> Ledger {
        Ledger {
            seats,
            lines: [[Line::default(); SEATS_MAX]; 4],
            made: 0,
            is_short: false,
            bank_fees: 0,
            player_fees: 0,
            bonuses: 0,
        }
    }

    /// Adds the round to a tally, and begins a new one.
    pub(super) fn end(&mut self, tally: &mut Tally) {
        tally.rounds += 1;
        tally.hands += self.seats as u64;
        tally.short += u64::from(self.is_short);
        tally.bank_fees += i128::from(self.bank_fees);
        tally.player_fees += i128::from(self.player_fees);
        tally.bonuses += i128::from(self.bonuses);
        for (place, lines) in self.lines.iter_mut().enumerate() {
            if self.made & 1 << place == 0 {
                continue;
            }
            let sums = &mut tally.streams[place];
            let mut round = Line::default();
            for line in lines.iter_mut().take(self.seats) {
                let (wagered, net) = (i128::from(line.wagered), i128::from(line.net));
                sums.wagers += i128::from(wagered > 0);
                sums.wager_squares += wagered * wagered;
                sums.net_squares += net * net;
                round.wagered += line.wagered;
                round.net += line.net;
                *line = Line::default();
            }
            let (wagered, net) = (i128::from(round.wagered), i128::from(round.net));
            sums.wagered += wagered;
            sums.net += net;
            sums.round_wager_squares += wagered * wagered;
            sums.round_products += wagered * net;
            sums.round_net_squares += net * net;
        }
        (self.made, self.is_short) = (0, false);
        (self.bank_fees, self.player_fees, self.bonuses) = (0, 0, 0);
    }
}

impl Record<Event> for Ledger {
    #[inline(always)]
    fn record(&mut self, event: Event) {
        let cents = |amount: Money| amount.in_cents();
        match event {
            Event::Settled { who, wager, amount, due, paid, collected, .. } => {
                let stream = Stream::of(wager);
                let line = &mut self.lines[stream as usize][who.index()];
                // Doubles and splits count by the opening wager.
                if !matches!(wager, WagerKind::Double | WagerKind::Split) {
                    line.wagered += cents(amount);
                }
                line.net += cents(paid) - cents(collected);
                self.made |= 1 << stream as u8;
                self.is_short |= cents(paid) + cents(collected) < cents(due);
            }
            Event::Collected { who, amount, .. } if who == Party::BANK => self.bank_fees += cents(amount),
            Event::Collected { amount, .. } => self.player_fees += cents(amount),
            Event::Bonus { amount, .. } => self.bonuses += cents(amount),
            _ => {}
        }
    }
}
