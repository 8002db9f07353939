//! Turns the seats of a case into the setup of a banked round, and names into parties.

use books::Money;
use games::bank::Share;
use games::blackjack::{Bet, Setup};
use games::{Party, Purse, Seat};

use crate::format::{Scenario, SeatSection};

/// The money of people whose stack a case does not mention.
const STACK: Money = Money::dollars(10_000);

/// The setup of a case and the names that its steps use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seating {
    /// What stands on the table.
    pub setup: Setup,
    /// The name of each party, such as "3" or "3/Ann".
    pub names: Vec<String>,
    /// The names of those who share the bank, such as "4/Ann".
    pub partners: Vec<String>,
}

impl Seating {
    /// Seats everybody of a case at a table of so many seats and decks.
    ///
    /// # Errors
    /// When the case does not say who banks, or names a seat that is not there.
    pub(crate) fn of(scenario: &Scenario, seats: u8, decks: u8) -> Result<Seating, String> {
        let list = scenario.seats.as_ref().map_or(&[][..], |seats| &seats.0);
        let mut purses: Vec<Purse> = Vec::new();
        for (seat, section) in list.iter().filter(|(_, section)| section.by.is_none()) {
            let stack = section.stack.unwrap_or(STACK);
            purses.push(Purse { name: seat.to_string(), stack, streak: section.streak.unwrap_or(0) });
        }
        let mut bets = Vec::new();
        let mut names = Vec::new();
        for (seat, section) in list {
            if base_wager(section).is_none() && section.backers.is_none() {
                continue;
            }
            let owner = section.by.unwrap_or(*seat).to_string();
            let place = purses.iter().position(|purse| purse.name == owner);
            let purse =
                place.ok_or_else(|| format!("seats.{seat}: there is no seat {owner} to bet for it"))?;
            add_bets(*seat, section, purse, &mut purses, &mut bets, &mut names);
        }
        let mut banks = list.iter().filter(|(_, section)| section.bank.is_some());
        let (bank, section) = banks.next().ok_or("no seat banks: give one seat bank = \"$...\"")?;
        if banks.next().is_some() {
            return Err("two seats bank: people who share a bank are its partners".to_owned());
        }
        let name = section.by.unwrap_or(*bank).to_string();
        let banker = purses.iter().position(|purse| purse.name == name).unwrap_or(0);
        let mut partners = Vec::new();
        let mut shares = Vec::new();
        for (person, partner) in section.partners.iter().flat_map(|partners| &partners.0) {
            let name = format!("{bank}/{person}");
            let known = purses.iter().position(|purse| purse.name == name || purse.name == *person);
            shares.push(Share { purse: known.unwrap_or(purses.len()) as u8, amount: partner.wager });
            if known.is_none() {
                let stack = partner.stack.unwrap_or(STACK);
                purses.push(Purse { name: name.clone(), stack, streak: 0 });
            }
            partners.push(name);
        }
        let others: Money = shares.iter().map(|share| share.amount).sum();
        let setup = Setup {
            seats,
            decks,
            purses,
            bank: Seat::new(*bank),
            banker: banker as u8,
            stake: section.bank.unwrap_or(Money::ZERO) + others,
            partners: shares,
            bets,
        };
        Ok(Seating { setup, names, partners })
    }

    /// The party of a name.
    pub(crate) fn party(&self, name: &str) -> Option<Party> {
        let party = self.names.iter().position(|known| known == name).map(|place| Party(place as u8));
        let partner = || self.partners.iter().position(|known| known == name);
        party.or_else(|| partner().map(|place| Party::partner(place as u8)))
    }

    /// The name of a party.
    pub(crate) fn name(&self, party: Party) -> &str {
        match party.partner_place(self.partners.len()) {
            _ if party == Party::BANK => "bank",
            Some(partner) => &self.partners[partner],
            None => &self.names[party.index()],
        }
    }
}

/// The base wager of a seat; nothing on it where only a side bet lies there.
fn base_wager(section: &SeatSection) -> Option<Money> {
    let side = section.side.or(section.pair_plus).or(section.six_card);
    section.wager.or(section.ante).or(side.map(|_| Money::ZERO))
}

fn add_bets(
    seat: u8,
    section: &SeatSection,
    purse: usize,
    purses: &mut Vec<Purse>,
    bets: &mut Vec<Bet>,
    names: &mut Vec<String>,
) {
    let spot = Seat::new(seat);
    if let Some(base) = base_wager(section) {
        bets.push(Bet { spot, purse: purse as u8, base, side: section.side.unwrap_or(Money::ZERO) });
        names.push(seat.to_string());
    }
    for (name, backer) in section.backers.iter().flat_map(|backers| &backers.0) {
        let name = format!("{seat}/{name}");
        let side = backer.side.unwrap_or(Money::ZERO);
        bets.push(Bet { spot, purse: purses.len() as u8, base: backer.wager, side });
        purses.push(Purse { name: name.clone(), stack: backer.stack.unwrap_or(STACK), streak: 0 });
        names.push(name);
    }
}
