//! Where the bank and the players sit: with a short stake, the seat decides who is paid.

use serde::{Deserialize, Serialize};

/// Who sits where at a table; seats are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seating {
    /// The seat of the bank.
    pub bank: u8,
    /// The seats of the players, rising.
    pub players: Vec<u8>,
}

impl Seating {
    /// So many players in the first seats, and the bank in the next one.
    #[must_use]
    pub fn first(players: usize) -> Seating {
        let bank = u8::try_from(players + 1).unwrap_or(u8::MAX);
        Seating { bank, players: (1..bank).collect() }
    }

    /// These players, and the bank in the first free seat clockwise of the last of them, at a table with so many seats.
    #[must_use]
    pub fn of_players(players: Vec<u8>, seats: u8) -> Seating {
        let last = players.last().copied().unwrap_or(0);
        let around = (last..seats).chain(0..last).map(|before| before + 1);
        let bank = around.into_iter().find(|seat| !players.contains(seat)).unwrap_or(seats.saturating_add(1));
        Seating { bank, players }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bank_sits_behind_the_last_player() {
        assert_eq!(Seating::first(3), Seating { bank: 4, players: vec![1, 2, 3] });
        assert_eq!(Seating::of_players(vec![2, 5], 8).bank, 6);
        assert_eq!(Seating::of_players(vec![2, 7, 8], 8).bank, 1);
        assert_eq!(Seating::of_players(vec![1, 2], 2).bank, 3, "a full table has no seat for a bank");
    }
}
