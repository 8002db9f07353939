//! The numbers an analysis is made in: quick ones for people, exact ones for proofs.

use std::fmt::Debug;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

/// What an analysis reckons in.
pub trait Number:
    Copy
    + Debug
    + PartialOrd
    + Send
    + Sync
    + Add<Output = Self>
    + AddAssign
    + Div<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
    + Sub<Output = Self>
    + Sum
{
    /// Nothing.
    const ZERO: Self;
    /// One.
    const ONE: Self;

    /// A whole number.
    fn whole(number: i64) -> Self;

    /// Whether a chance this small makes no difference to the last digit.
    fn is_lost(self) -> bool;
}

impl Number for f64 {
    const ZERO: f64 = 0.0;
    const ONE: f64 = 1.0;

    #[inline]
    fn whole(number: i64) -> f64 {
        number as f64
    }

    #[inline]
    fn is_lost(self) -> bool {
        self < 1e-16
    }
}

/// A fraction in lowest terms. What does not fit is a bug of the shoe that was asked about, and stops the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Exact {
    above: i128,
    below: i128,
}

impl Exact {
    /// The fraction of two whole numbers.
    ///
    /// # Panics
    /// If the lower one is zero.
    #[must_use]
    pub fn new(above: i128, below: i128) -> Exact {
        assert!(below != 0, "nothing is divided by zero");
        let shared = divisor(above.unsigned_abs(), below.unsigned_abs()).cast_signed();
        let sign = below.signum();
        Exact { above: sign * above / shared, below: sign * below / shared }
    }

    /// The number above and the number below the line.
    #[must_use]
    pub fn parts(self) -> (i128, i128) {
        (self.above, self.below)
    }
}

fn divisor(one: u128, other: u128) -> u128 {
    let (mut one, mut other) = (one, other);
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one.max(1)
}

fn times(one: i128, other: i128) -> i128 {
    one.checked_mul(other).expect("the fraction is small enough")
}

impl Add for Exact {
    type Output = Exact;
    fn add(self, other: Exact) -> Exact {
        let shared = divisor(self.below.unsigned_abs(), other.below.unsigned_abs()).cast_signed();
        let above = times(self.above, other.below / shared) + times(other.above, self.below / shared);
        Exact::new(above, times(self.below, other.below / shared))
    }
}

impl AddAssign for Exact {
    fn add_assign(&mut self, other: Exact) {
        *self = *self + other;
    }
}

impl Neg for Exact {
    type Output = Exact;
    fn neg(self) -> Exact {
        Exact { above: -self.above, below: self.below }
    }
}

impl Sub for Exact {
    type Output = Exact;
    fn sub(self, other: Exact) -> Exact {
        self + -other
    }
}

impl Mul for Exact {
    type Output = Exact;
    fn mul(self, other: Exact) -> Exact {
        let one = Exact::new(self.above, other.below);
        let two = Exact::new(other.above, self.below);
        Exact { above: times(one.above, two.above), below: times(one.below, two.below) }
    }
}

impl Div for Exact {
    type Output = Exact;
    fn div(self, other: Exact) -> Exact {
        let inverse = Exact::new(other.below, other.above);
        self.mul(inverse)
    }
}

impl Sum for Exact {
    fn sum<I: Iterator<Item = Exact>>(numbers: I) -> Exact {
        numbers.fold(Exact::ZERO, Add::add)
    }
}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Exact) -> Option<std::cmp::Ordering> {
        (*self - *other).above.partial_cmp(&0)
    }
}

impl Number for Exact {
    const ZERO: Exact = Exact { above: 0, below: 1 };
    const ONE: Exact = Exact { above: 1, below: 1 };

    fn whole(number: i64) -> Exact {
        Exact { above: i128::from(number), below: 1 }
    }

    fn is_lost(self) -> bool {
        self.above == 0
    }
}
