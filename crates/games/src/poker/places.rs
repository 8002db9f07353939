//! Places of a hand: players counted clockwise from the left of the button, so that the button is last.

/// The most players in one hand.
pub const PLAYERS_MAX: usize = 10;

/// A set of places; place 0 is the first player left of the button, the last place the button.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Places(u16);

impl Places {
    /// No place.
    pub const NONE: Places = Places(0);

    /// The places of so many players.
    #[must_use]
    pub const fn all(players: usize) -> Places {
        Places((1 << players) - 1)
    }

    /// One place.
    #[must_use]
    pub const fn only(place: usize) -> Places {
        Places(1 << place)
    }

    /// Whether a place is among them.
    #[must_use]
    pub const fn contains(self, place: usize) -> bool {
        self.0 & (1 << place) != 0
    }

    /// These places and one more.
    #[must_use]
    pub const fn with(self, place: usize) -> Places {
        Places(self.0 | 1 << place)
    }

    /// These places but one.
    #[must_use]
    pub const fn without(self, place: usize) -> Places {
        Places(self.0 & !(1 << place))
    }

    /// The places in both sets.
    #[must_use]
    pub const fn and(self, other: Places) -> Places {
        Places(self.0 & other.0)
    }

    /// The places in either set.
    #[must_use]
    pub const fn or(self, other: Places) -> Places {
        Places(self.0 | other.0)
    }

    /// The places of this set that are not in the other.
    #[must_use]
    pub const fn minus(self, other: Places) -> Places {
        Places(self.0 & !other.0)
    }

    /// How many there are.
    #[must_use]
    pub const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first of them from the left of the button.
    #[must_use]
    pub const fn first(self) -> Option<usize> {
        if self.0 == 0 { None } else { Some(self.0.trailing_zeros() as usize) }
    }

    /// The first of them clockwise from a place on, that place included.
    #[must_use]
    pub const fn first_from(self, place: usize) -> Option<usize> {
        let later = self.0 >> place << place;
        if later == 0 { self.first() } else { Some(later.trailing_zeros() as usize) }
    }

    /// Each of them, from the left of the button.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let place = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            Some(place)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_go_round_past_the_button() {
        let places = Places::NONE.with(1).with(4);
        assert_eq!(places.first_from(2), Some(4));
        assert_eq!(places.first_from(5), Some(1));
        assert_eq!(places.iter().collect::<Vec<_>>(), [1, 4]);
        assert_eq!(Places::NONE.first_from(3), None);
    }
}
