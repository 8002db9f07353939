//! The action button: the seat at which paying and collecting starts.

use books::bank::{Direction, FaceNumbers, First};
use cards::{Card, Rank};

use crate::seat::Seat;

/// What a card counts when it places the button.
#[must_use]
pub fn number(card: Card, faces: FaceNumbers, joker: u8) -> u8 {
    match card.rank() {
        None => joker,
        Some(Rank::Ace) => 1,
        Some(rank) if rank.number() > 10 && faces == FaceNumbers::Ten => 10,
        Some(rank) => rank.number(),
    }
}

/// The seat a number counts out: clockwise, over every seat but the bank's, with further laps.
#[must_use]
pub fn count_out(number: u8, from: First, bank: Seat, seats: u8) -> Seat {
    let first = match from {
        First::Seat1 => Seat::new(1),
        First::LeftOfBank => bank.clockwise(seats),
    };
    let lap = usize::from(seats) - 1;
    let place = (usize::from(number) - 1) % lap;
    first.around(seats).filter(|seat| *seat != bank).nth(place).unwrap_or(first)
}

/// Every seat but the bank's, in the order of settlement from the button.
pub fn order(button: Seat, direction: Direction, bank: Seat, seats: u8) -> impl Iterator<Item = Seat> {
    (0..seats)
        .scan(button, move |next, _| {
            let seat = *next;
            *next = match direction {
                Direction::Clockwise => seat.clockwise(seats),
                Direction::CounterClockwise => seat.counter_clockwise(seats),
            };
            Some(seat)
        })
        .filter(move |seat| *seat != bank)
}
