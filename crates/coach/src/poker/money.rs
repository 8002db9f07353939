//! What a hand plays for: the pots that it may win once everybody still in has called, and what that costs it.

use books::Money;
use games::poker::{Places, layers, take};
use games::round::{SeatView, View};
use room::SeatInfo;

/// The money of a hand as its player sees it, by place in the list of seats.
pub(super) struct Stakes {
    paid: Vec<Money>,
    bets: Vec<Money>,
    /// The chips behind.
    stacks: Vec<Money>,
    live: Places,
    own: usize,
    /// Everything in the middle, without what the house has taken.
    pub(super) pot: Money,
}

/// What a hand plays for after a choice.
pub(super) struct Played {
    /// What the choice costs.
    pub(super) cost: Money,
    /// What is won of those pots in which so many others are, from one on.
    pub(super) pots: Vec<Money>,
    /// What nobody else can match and so comes back.
    pub(super) back: Money,
    /// Whether the hand has put in less than others have.
    pub(super) is_short: bool,
}

impl Stakes {
    pub(super) fn of(round: &View, people: &[SeatInfo], own: usize) -> Stakes {
        let stack = |seat: &SeatView| {
            people.iter().find(|one| one.seat == Some(seat.seat)).map_or(Money::ZERO, |one| one.stack)
        };
        let places = round.seats.iter().enumerate();
        Stakes {
            paid: round.seats.iter().map(|seat| seat.paid).collect(),
            bets: round.seats.iter().map(|seat| seat.bet).collect(),
            stacks: round.seats.iter().map(stack).collect(),
            live: places.fold(
                Places::NONE,
                |live, (place, seat)| {
                    if seat.is_live { live.with(place) } else { live }
                },
            ),
            own,
            pot: round.pots.iter().copied().sum(),
        }
    }

    /// The own bet of the street.
    pub(super) fn bet(&self) -> Money {
        self.bets[self.own]
    }

    /// The bet to match.
    pub(super) fn highest(&self) -> Money {
        self.bets.iter().copied().max().unwrap_or(Money::ZERO)
    }

    /// The whole bet of the street that puts in as much as the pot holds once the highest bet is called.
    pub(super) fn pot_bet(&self) -> Money {
        self.highest() + self.pot + (self.highest() - self.bet())
    }

    /// What the hand plays for once its own bet of the street is so high and every other hand that is still in has
    /// called as far as its chips reach.
    pub(super) fn after(&self, to: Money) -> Played {
        let level = self.highest().max(to);
        let mut paid = self.paid.clone();
        for (place, paid) in paid.iter_mut().enumerate() {
            let bet = self.bets[place];
            *paid += match place == self.own {
                true => to - bet,
                false if self.live.contains(place) => (level - bet).min(self.stacks[place]),
                false => Money::ZERO,
            };
        }
        let mut pots = layers(&paid, self.live);
        // What the house has taken is paid but not in the pot; what nobody had to match is the other way round.
        let taken = self.paid.iter().copied().sum::<Money>() - self.pot;
        if let Some(main) = pots.first_mut() {
            main.amount += (-taken).max(Money::ZERO);
        }
        take(&mut pots, taken.max(Money::ZERO));
        let mut played = Played {
            cost: to - self.bet(),
            pots: vec![Money::ZERO; self.live.without(self.own).count()],
            back: Money::ZERO,
            is_short: to < level,
        };
        for pot in pots.iter().filter(|pot| pot.contenders.contains(self.own)) {
            match pot.contenders.count() - 1 {
                0 => played.back += pot.amount,
                others => played.pots[others - 1] += pot.amount,
            }
        }
        played
    }
}

impl Played {
    /// All that can be won, the own money included.
    pub(super) fn all(&self) -> Money {
        self.pots.iter().copied().sum()
    }

    /// What part of it has to be won for the choice to cost nothing; nothing if there is no such part.
    pub(super) fn needs(&self) -> Option<f64> {
        let (cost, all) = (self.cost - self.back, self.all());
        (all > cost && all.is_positive()).then(|| cost.in_cents() as f64 / all.in_cents() as f64)
    }
}
