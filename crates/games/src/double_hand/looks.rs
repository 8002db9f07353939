//! Who looks at which hand, and who sets it: a person sees no more hands than the book allows, and a shared
//! bank has one voice.

use books::double_hand::FinalWord;

use super::flow::Phase;
use super::round::DoubleHand;
use crate::seat::{Party, Seat};

/// Who sets the hand of a spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Setter {
    /// This bet's owner, who looks at it.
    Bet(Party),
    /// Nobody yet: this bet's owner must first pick one hand to look at.
    Undecided(Party),
    /// Nobody may look at it, so it is set the house way.
    Nobody,
}

impl DoubleHand {
    /// The spot each purse looks at without being asked: where it alone can be the one that decides.
    pub(super) fn first_looks(&self) -> Vec<Option<Seat>> {
        let of = |purse: usize| {
            let mine = |place: &usize| usize::from(self.setup.bets[*place].purse) == purse;
            let bets = (0..self.setup.bets.len()).filter(mine);
            let spots: Vec<Seat> = bets.map(|place| self.setup.bets[place].spot).collect();
            let leads = |spot: &&Seat| {
                self.setup.bets.iter().find(|bet| bet.spot == **spot).map(|bet| usize::from(bet.purse))
                    == Some(purse)
            };
            let led: Vec<&Seat> = spots.iter().filter(leads).collect();
            match (led.as_slice(), spots.as_slice()) {
                ([only], _) => Some(**only),
                ([], [first, rest @ ..]) if rest.iter().all(|spot| spot == first) => Some(*first),
                _ => None,
            }
        };
        let sees_all = usize::from(self.rules().table.hands_seen.value) >= self.spots.len();
        (0..self.setup.purses.len()).map(|purse| if sees_all { None } else { of(purse) }).collect()
    }

    /// Whether somebody acts for the bank: the banker, or one who shares it.
    pub(super) fn is_of_bank(&self, who: Party) -> bool {
        who == Party::BANK || who.partner_place(self.setup.partners.len()).is_some()
    }

    /// Who decides over the bank's hand where several share the bank.
    #[must_use]
    pub fn bank_voice(&self) -> Party {
        if self.rules().bank.final_word.value == FinalWord::SeatedPlayer {
            return Party::BANK;
        }
        let parts = self.setup.pool().parts(self.account.stake().posted());
        let mut voice = 0;
        for (place, part) in parts.iter().enumerate() {
            if *part > parts[voice] {
                voice = place;
            }
        }
        if voice == 0 { Party::BANK } else { Party::partner(voice as u8 - 1) }
    }

    /// Who sets the hand of a spot: the first of its bettors who does not look at another hand.
    pub(super) fn setter(&self, seat: Seat) -> Setter {
        let sees_all = usize::from(self.rules().table.hands_seen.value) >= self.spots.len();
        for (place, bet) in self.setup.bets.iter().enumerate().filter(|(_, bet)| bet.spot == seat) {
            let who = Party(place as u8);
            match self.looks[usize::from(bet.purse)] {
                _ if sees_all => return Setter::Bet(who),
                Some(spot) if spot == seat => return Setter::Bet(who),
                Some(_) => {}
                None => return Setter::Undecided(who),
            }
        }
        Setter::Nobody
    }

    /// Everybody who may set a hand now, with its seat.
    pub(super) fn setters(&self) -> Vec<(Party, Seat)> {
        match self.phase() {
            Phase::Setting => {
                let waiting = self.spots.iter().filter(|spot| !spot.is_set()).map(|spot| spot.seat);
                let of = |seat| match self.setter(seat) {
                    Setter::Bet(who) => Some((who, seat)),
                    Setter::Undecided(_) | Setter::Nobody => None,
                };
                waiting.filter_map(of).collect()
            }
            Phase::BankSets => vec![(self.bank_voice(), self.setup.bank)],
            Phase::Deal(_)
            | Phase::Betting
            | Phase::OpenBank
            | Phase::TurnBank
            | Phase::Opening
            | Phase::Close
            | Phase::Over => Vec::new(),
        }
    }
}
