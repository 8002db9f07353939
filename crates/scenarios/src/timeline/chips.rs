//! The chips of a case: a ledger that takes what the table says has moved, and is compared with what lies there.

use books::Money;
use room::{Account, Ledger, PersonId, Table, Told, Transfer};

/// The ledger of a case, and what did not agree with it.
#[derive(Default)]
pub(super) struct Chips {
    ledger: Ledger,
    faults: Vec<String>,
}

impl Chips {
    /// Somebody buys chips at the cage.
    pub(super) fn sell(&mut self, person: PersonId, amount: Money) {
        if amount.is_positive() {
            self.record(&Transfer { from: Account::Cage, to: Account::Patron(person), amount });
        }
    }

    pub(super) fn balance(&self, account: Account) -> Money {
        self.ledger.balance(account)
    }

    /// Takes what was told after a command, and compares the ledger with the table.
    pub(super) fn follow(&mut self, told: &[Told], table: &Table) {
        for transfer in told.iter().flat_map(|one| &one.transfers) {
            self.record(transfer);
        }
        for seated in table.people() {
            let account = Account::Stack(table.id(), seated.person);
            self.compare(account, seated.stack);
        }
        if table.round().is_none() {
            for account in [Account::Wagers, Account::Stake, Account::Pot] {
                self.compare(account(table.id()), Money::ZERO);
            }
        }
    }

    /// What did not agree, each once.
    pub(super) fn faults(self) -> Vec<String> {
        self.faults
    }

    fn record(&mut self, transfer: &Transfer) {
        if let Err(fault) = self.ledger.record(transfer) {
            self.note(format!("chips moved that were not there: {fault}"));
        }
    }

    fn compare(&mut self, account: Account, lies: Money) {
        let holds = self.ledger.balance(account);
        if holds != lies {
            self.note(format!(
                "chips were made or lost: {account} is {holds} in the ledger and {lies} at the table"
            ));
        }
    }

    fn note(&mut self, fault: String) {
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }
}

#[cfg(test)]
mod tests {
    use books::Shelf;
    use games::Seat;
    use room::{By, Command, Input, Spec, Time};

    use super::*;

    /// Ann sits down with $200 of her $300.
    fn seated() -> (Table, Vec<Told>) {
        let spec = Spec::of("mortimers/no-bust-6");
        let (mut table, _) = Table::open(&Shelf::filed(), 1, spec).unwrap();
        let mut seeds = || [0; 32];
        let wallet = Money::dollars(300);
        let mut input = Input { now: Time(0), seeds: &mut seeds, name: "Ann", wallet, is_bot: false };
        let sit = Command::Sit { seat: Seat::new(1), buy_in: Money::dollars(200) };
        let told = table.command(By::Patron(1), &sit, &mut input).unwrap();
        (table, told)
    }

    fn faults(purse: i64, change: impl FnOnce(&mut Vec<Told>)) -> Vec<String> {
        let (table, mut told) = seated();
        change(&mut told);
        let mut chips = Chips::default();
        chips.sell(1, Money::dollars(purse));
        chips.follow(&told, &table);
        chips.faults()
    }

    #[test]
    fn chips_that_moved_as_told_agree() {
        assert_eq!(faults(300, |_| ()), Vec::<String>::new());
    }

    #[test]
    fn a_stack_without_a_transfer_is_found() {
        let found = faults(300, |told| told.iter_mut().for_each(|one| one.transfers.clear()));
        assert_eq!(
            found,
            ["chips were made or lost: table:1/stack:1 is $0 in the ledger and $200 at the table"]
        );
    }

    #[test]
    fn a_transfer_of_another_amount_is_found() {
        let found = faults(300, |told| told[0].transfers[0].amount = Money::dollars(150));
        assert_eq!(
            found,
            ["chips were made or lost: table:1/stack:1 is $150 in the ledger and $200 at the table"]
        );
    }

    #[test]
    fn chips_that_nobody_has_are_found() {
        let found = faults(100, |_| ());
        assert_eq!(found[0], "chips moved that were not there: patron:1 holds only $100");
    }
}
